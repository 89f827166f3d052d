"""Exact ROUGE for whole batches: the package behind the metric of the same name."""

from .compat import DefaultTokenizer, Tokenizer
from .options import VERSION as __version__
from .pairs import f1, lcs_length, overlap, rouge_l, rouge_lsum, rouge_n
from .scorer import BaseScorer, BatchScores, RougeScorer
from .scores import AggregateScore, BootstrapAggregator, Score, alpha_to_beta, f_beta
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
