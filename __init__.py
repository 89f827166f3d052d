"""Exact ROUGE for whole batches: the package behind the metric of the same name."""

from typing import TYPE_CHECKING, Any

from .options import VERSION as __version__
from .options import RougeWarning
from .scorer import BaseScorer, RougeScorer, engine
from .scores import AggregateScore, BatchScores, BootstrapAggregator, Score, alpha_to_beta, f_beta

if TYPE_CHECKING:
    from .compat import DefaultTokenizer, Tokenizer
    from .pairs import f1, lcs_length, overlap, rouge_l, rouge_lsum, rouge_n
    from .significance.systems import compare
    from .trainer import for_trainer

__all__ = [
    "AggregateScore",
    "BaseScorer",
    "BatchScores",
    "BootstrapAggregator",
    "DefaultTokenizer",
    "RougeScorer",
    "RougeWarning",
    "Score",
    "Tokenizer",
    "__version__",
    "alpha_to_beta",
    "compare",
    "engine",
    "f1",
    "f_beta",
    "for_trainer",
    "lcs_length",
    "overlap",
    "rouge_l",
    "rouge_lsum",
    "rouge_n",
]

if not TYPE_CHECKING:  # to a type checker a module with __getattr__ has every name
    # What not every program needs is imported when it is first asked for.
    _HOME_OF = {
        "DefaultTokenizer": "compat",
        "Tokenizer": "compat",
        "compare": "significance.systems",
        "for_trainer": "trainer",
        "f1": "pairs",
        "lcs_length": "pairs",
        "overlap": "pairs",
        "rouge_l": "pairs",
        "rouge_lsum": "pairs",
        "rouge_n": "pairs",
    }

    def __getattr__(name: str) -> Any:
        """Import a public name's home when the name is first asked for."""
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
