"""Exact ROUGE for whole batches: the package behind the metric of the same name."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .compat import DefaultTokenizer, Tokenizer
    from .options import RougeWarning
    from .pairs import f1, lcs_length, overlap, rouge_l, rouge_lsum, rouge_n
    from .scorer import BaseScorer, RougeScorer
    from .scores import (
        AggregateScore,
        BatchScores,
        BootstrapAggregator,
        Score,
        alpha_to_beta,
        f_beta,
    )
    from .significance.systems import compare
    from .text import VERSION as __version__
    from .text import engine
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
    # Names are imported when they are first asked for: a program waits for none that it does not
    # use, and the command line can see to Ctrl-C before anything is imported that takes long.
    _NAMES_IN = {
        "compat": ("DefaultTokenizer", "Tokenizer"),
        "options": ("RougeWarning",),
        "pairs": ("f1", "lcs_length", "overlap", "rouge_l", "rouge_lsum", "rouge_n"),
        "scorer": ("BaseScorer", "RougeScorer"),
        "scores": (
            *("AggregateScore", "BatchScores", "BootstrapAggregator", "Score"),
            *("alpha_to_beta", "f_beta"),
        ),
        "significance.systems": ("compare",),
        "text": ("VERSION", "engine"),
        "trainer": ("for_trainer",),
    }
    _HOME_OF = {name: home for home, names in _NAMES_IN.items() for name in names}

    def __getattr__(name: str) -> Any:
        """Import a public name's home when the name is first asked for."""
        there = "VERSION" if name == "__version__" else name
        if name == "VERSION" or there not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(f".{_HOME_OF[there]}", __name__), there)
        if there == "RougeScorer":  # what it explains shows itself in a notebook
            import_module(".pairs", __name__).Alignment.drawing = _drawn
        globals()[name] = value
        return value

    def _drawn(alignment: Any) -> str:
        """Draw an alignment; only then is what draws imported."""
        from .render import to_cell

        return to_cell(alignment)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
