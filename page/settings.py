"""What a visitor chooses -> a scorer and its signature.

The one file of the page that makes scorers. Each call gets one of its own:
nothing that computes is shared between two visitors.
"""

from __future__ import annotations

import importlib.util
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..options import DEFAULT_TYPES, Options, ReportOptions, option
from ..scorer import RougeScorer
from ..scores import bootstrap, seeded
from ..scripts import LANGUAGES, SEGMENTERS

# The options in the order of their controls, with the labels that these have.
LABELS = {
    "rouge_types": "Types",
    "use_stemmer": "Stem words",
    "split_summaries": "Find sentences",
    "tokenizer": "Tokenizer",
    "multi_reference": "Several references",
    "language": "Language",
    "definition": "Counting of W, S and SU",
    "beta": "Weight of recall (beta)",
}
NO_LANGUAGE = ""
# English names of the languages' codes, as ISO 639 has them.
LANGUAGE_NAMES = {
    **{"am": "Amharic", "ar": "Arabic", "bg": "Bulgarian", "bn": "Bengali", "ca": "Catalan"},
    **{"cs": "Czech", "da": "Danish", "de": "German", "el": "Greek", "en": "English"},
    **{"eo": "Esperanto", "es": "Spanish", "et": "Estonian", "eu": "Basque", "fa": "Persian"},
    **{"fi": "Finnish", "fr": "French", "ga": "Irish", "he": "Hebrew", "hi": "Hindi"},
    **{"hu": "Hungarian", "hy": "Armenian", "id": "Indonesian", "it": "Italian"},
    **{"ja": "Japanese", "km": "Khmer", "ko": "Korean", "lt": "Lithuanian", "mr": "Marathi"},
    **{"my": "Burmese", "ne": "Nepali", "nl": "Dutch", "no": "Norwegian", "pa": "Punjabi"},
    **{"pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sk": "Slovak"},
    **{"sl": "Slovenian", "sr": "Serbian", "st": "Southern Sotho", "sv": "Swedish"},
    **{"ta": "Tamil", "th": "Thai", "tr": "Turkish", "uk": "Ukrainian", "ur": "Urdu"},
    **{"vi": "Vietnamese", "yi": "Yiddish", "zh": "Chinese"},
}
AUTOMATIC = ""  # the tokenizer: default, or unicode for a language
MAX_TYPES = 12
CONFIDENCE = 0.95
N_RESAMPLES: int = option("n_resamples")[0]
SEED = 42

_DRAWING = threading.Lock()


class PageError(ValueError):
    """Something a visitor can set right; the text says what and how."""


def spelled(name: str) -> str:
    """How the page calls an option: by the label of its control."""
    return f"\u201c{LABELS.get(name, name)}\u201d"


@dataclass(frozen=True, init=False)
class Settings:
    """The options that a visitor chose, checked; each is an attribute."""

    options: Options

    def __init__(self, rouge_types: Sequence[str] = DEFAULT_TYPES, **chosen: Any) -> None:
        """Check what was chosen; empty controls leave an option as it is by default.

        Raises:
            PageError: a type or option that does not exist, or contradicts another.
        """
        given = {name: value for name, value in chosen.items() if value not in (None, "")}
        try:
            record = Options.from_keywords(rouge_types=rouge_types, **given)
            object.__setattr__(self, "options", record.resolved(spelled))
        except (ValueError, TypeError, ImportError, LookupError) as error:
            raise PageError(str(error)) from error

    @classmethod
    def of(cls, rouge_types: Sequence[str] | str, *chosen: Any, **named: Any) -> Settings:
        """Tidy up what was chosen: types may be typed in, with commas or spaces between.

        Args:
            rouge_types: one or several in a text, or a list of such.
            *chosen: values of the other options, in the order of the controls.
            **named: or by their names.

        Raises:
            PageError: no type is left, or too many are; or as the constructor.
        """
        listed = [rouge_types] if isinstance(rouge_types, str) else list(rouge_types or [])
        names = [name for item in listed for name in re.split(r"[\s,]+", str(item)) if name]
        types = tuple(dict.fromkeys(names))
        if not types:
            raise PageError("Choose at least one type of ROUGE.")
        if len(types) > MAX_TYPES:
            raise PageError(f"{len(types)} types are chosen; at most {MAX_TYPES} go into one run.")
        return cls(types, **dict(zip(list(LABELS)[1:], chosen, strict=False)), **named)

    def __getattr__(self, name: str) -> Any:
        if name == "options":
            raise AttributeError(name)  # a copy asks for it before it has it
        return getattr(self.options, name)

    def values(self) -> list[Any]:
        """Values for the controls, in their order."""
        named = {name: getattr(self.options, name) for name in LABELS}
        named["rouge_types"] = list(named["rouge_types"])
        if named["tokenizer"] == "default":
            named["tokenizer"] = AUTOMATIC
        named["language"] = named["language"] or NO_LANGUAGE
        return list(named.values())

    def scorer(self) -> RougeScorer:
        """Make a scorer for one call.

        Raises:
            PageError: what the options need is not installed.
        """
        try:
            return RougeScorer.of(self.options)
        except (ImportError, LookupError) as error:
            raise PageError(str(error)) from error

    def signature(self, aggregated: bool) -> str:
        """Name in one line what makes the scores repeatable."""
        record = ReportOptions(**vars(self.options))
        if not aggregated:
            return replace(record, use_aggregator=False).signature()
        return replace(record, confidence_interval=CONFIDENCE, seed=SEED).signature()


DEFAULTS: dict[str, Any] = dict(zip(LABELS, Settings().values(), strict=True))  # of the controls


def choices(name: str) -> list[tuple[str, str]]:
    """List what an option may be: what to show, and the value."""
    described = option(name)[1].choices
    return [(f"{value}: {text}" if text else value, value) for value, text in described.items()]


def tokenizers() -> list[tuple[str, str]]:
    """List the tokenizers to choose from."""
    return [("automatic: default, or unicode for a language", AUTOMATIC), *choices("tokenizer")]


def languages() -> list[tuple[str, str]]:
    """List the languages to choose from by their names, with what is to be installed for them."""
    named = sorted((LANGUAGE_NAMES[code], code) for code in LANGUAGES)
    return [
        ("none", NO_LANGUAGE),
        *((f"{name} ({code}){_lacks(code)}", code) for name, code in named),
    ]


def _lacks(code: str) -> str:
    """Say what a language needs that is not installed; empty where nothing is missing."""
    if code not in SEGMENTERS or importlib.util.find_spec(SEGMENTERS[code].module):
        return ""
    return f": needs pip install {SEGMENTERS[code].packages}"


def limits_of(
    columns: dict[str, np.ndarray], tell: Callable[[str], None] = lambda name: None
) -> dict[str, np.ndarray]:
    """Aggregate per-pair scores as the metric does with seed 42.

    Args:
        columns: for each type (n_pairs, 3) float64, in the order of the signature.
        tell: told the name of each type before it is drawn.

    Returns:
        For each type (3, 3): rows low, mid, high; columns precision, recall, F.
    """
    # The bootstrap draws from NumPy's global generator, as rouge_score's does: one at a time.
    found = {}
    with _DRAWING, seeded(SEED):
        for name, column in columns.items():
            tell(name)
            found[name] = bootstrap(column, CONFIDENCE, N_RESAMPLES)
    return found
