"""Exact ROUGE for whole batches: the package behind the metric of the same name."""

from .aggregate import AggregateScore, BootstrapAggregator
from .compat import DefaultTokenizer, Tokenizer
from .scorer import BaseScorer, BatchScores, RougeScorer
from .scores import Score, alpha_to_beta, f_beta
from .sequences import f1, lcs_length, overlap, rouge_l, rouge_lsum, rouge_n
from .signature import VERSION as __version__
from .trainer import for_trainer

__all__ = [
    "AggregateScore",
    "BaseScorer",
    "BatchScores",
    "BootstrapAggregator",
    "DefaultTokenizer",
    "RougeScorer",
    "Score",
    "Tokenizer",
    "__version__",
    "alpha_to_beta",
    "f1",
    "f_beta",
    "for_trainer",
    "lcs_length",
    "overlap",
    "rouge_l",
    "rouge_lsum",
    "rouge_n",
]
