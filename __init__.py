"""Exact ROUGE for whole batches: the package behind the metric of the same name."""

from .aggregate import AggregateScore, BootstrapAggregator
from .scorer import BaseScorer, BatchScores, RougeScorer
from .scores import Score, f_beta
from .sequences import f1, lcs_length, overlap, rouge_l, rouge_lsum, rouge_n
from .signature import VERSION as __version__

__all__ = [
    "AggregateScore",
    "BaseScorer",
    "BatchScores",
    "BootstrapAggregator",
    "RougeScorer",
    "Score",
    "__version__",
    "f1",
    "f_beta",
    "lcs_length",
    "overlap",
    "rouge_l",
    "rouge_lsum",
    "rouge_n",
]
