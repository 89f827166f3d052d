"""What a visitor chooses -> a scorer and its signature.

The one file of the page that makes scorers. Each call gets one of its own:
nothing that computes is shared between two visitors.
"""

from __future__ import annotations

import importlib.util
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..options import signature
from ..scorer import RougeScorer
from ..scores import bootstrap, seeded
from ..scripts import LANGUAGES, SEGMENTERS

TYPES = (
    *("rouge1", "rouge2", "rouge3", "rougeL", "rougeLsum"),
    *("rougeW1.2", "rougeS4", "rougeSU4"),
)
DEFAULT_TYPES = ("rouge1", "rouge2", "rougeL", "rougeLsum")
TOKENIZERS = (
    ("default: a to z and 0 to 9, lower case", "default"),
    ("unicode: words of every script", "unicode"),
    ("character: single characters of every script", "character"),
    ("whitespace: split at spaces, case kept", "whitespace"),
)
MODES = (
    ("best: the reference with the highest F", "best"),
    ("average: the mean over the references", "average"),
    ("jackknife: the best of all but one, averaged", "jackknife"),
    ("pooled: hits and lengths added up (ROUGE-1.5.5 -f A)", "pooled"),
    ("best recall: the reference with the highest recall (-f B)", "best_recall"),
)
NO_LANGUAGE = ""
MAX_TYPES = 12
CONFIDENCE = 0.95
N_RESAMPLES = 1000
SEED = 42

_DRAWING = threading.Lock()


class PageError(ValueError):
    """Something a visitor can set right; the text says what and how."""


@dataclass(frozen=True)
class Settings:
    """What decides the digits, as chosen on the page."""

    rouge_types: tuple[str, ...] = DEFAULT_TYPES
    use_stemmer: bool = False
    split_summaries: bool = False
    tokenizer: str = "default"
    multi_reference: str = "best"
    language: str = NO_LANGUAGE

    @classmethod
    def of(
        cls,
        rouge_types: Sequence[str] | str,
        use_stemmer: bool = False,
        split_summaries: bool = False,
        tokenizer: str = "default",
        multi_reference: str = "best",
        language: str | None = NO_LANGUAGE,
    ) -> Settings:
        """Tidy up what was chosen: types may be typed in, with commas or spaces between.

        Raises:
            PageError: no type is left, or too many are.
        """
        listed = [rouge_types] if isinstance(rouge_types, str) else list(rouge_types or [])
        names = [name for item in listed for name in re.split(r"[\s,]+", str(item)) if name]
        types = tuple(dict.fromkeys(names))
        if not types:
            raise PageError("Choose at least one type of ROUGE.")
        if len(types) > MAX_TYPES:
            raise PageError(f"{len(types)} types are chosen; at most {MAX_TYPES} go into one run.")
        return cls(
            types,
            bool(use_stemmer),
            bool(split_summaries),
            # A language is one of the tokenizer "unicode".
            "unicode" if language and tokenizer == "default" else tokenizer,
            multi_reference,
            language or NO_LANGUAGE,
        )

    def scorer(self) -> RougeScorer:
        """Make a scorer for one call.

        Raises:
            PageError: a type or option that does not exist.
        """
        try:
            return RougeScorer(
                self.rouge_types,
                use_stemmer=self.use_stemmer,
                split_summaries=self.split_summaries,
                tokenizer=self.tokenizer,
                multi_reference=self.multi_reference,
                language=self.language or None,
            )
        except (ValueError, TypeError, ImportError, LookupError) as error:
            raise PageError(str(error)) from error

    def signature(self, aggregated: bool) -> str:
        """Name in one line what makes the scores repeatable."""
        return signature(
            rouge_types=self.rouge_types,
            use_stemmer=self.use_stemmer,
            split_summaries=self.split_summaries,
            tokenizer=None if self.tokenizer == "default" else self.tokenizer,
            multi_reference=self.multi_reference,
            language=self.language or None,
            use_aggregator=aggregated,
            confidence_interval=CONFIDENCE if aggregated else None,
            n_resamples=N_RESAMPLES,
            seed=SEED if aggregated else None,
        )


def languages() -> list[tuple[str, str]]:
    """List the languages to choose from: those whose libraries are installed."""
    usable = [
        name
        for name in LANGUAGES
        if name not in SEGMENTERS or importlib.util.find_spec(SEGMENTERS[name].module)
    ]
    return [("none", NO_LANGUAGE), *((name, name) for name in usable)]


def limits_of(columns: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Aggregate per-pair scores as the metric does with seed 42.

    Args:
        columns: for each type (n_pairs, 3) float64, in the order of the signature.

    Returns:
        For each type (3, 3): rows low, mid, high; columns precision, recall, F.
    """
    # The bootstrap draws from NumPy's global generator, as rouge_score's does: one at a time.
    with _DRAWING, seeded(SEED):
        return {
            name: bootstrap(column, CONFIDENCE, N_RESAMPLES) for name, column in columns.items()
        }
