"""Texts and settings -> what a visitor should know before believing the scores."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .settings import Settings

_KEPT = re.compile("[a-z0-9]", re.IGNORECASE | re.ASCII)
_TWO_SENTENCES = re.compile(r"[.!?]\s+\S")


def hints(texts: Sequence[str], settings: Settings) -> str:
    """Say what the choices leave out of these texts; an empty string if nothing."""
    said = []
    if settings.tokenizer == "default":
        n_dropped = sum(map(_is_mostly_dropped, texts))
        if n_dropped:
            said.append(
                f"The default tokenizer keeps only a to z and 0 to 9: of {_n(n_dropped, texts)} "
                "it drops most letters. The tokenizer \u201cunicode\u201d counts words of every "
                "script."
            )
    elif settings.use_stemmer and settings.tokenizer != "unicode":
        said.append("This tokenizer does without the stemmer: it has no effect here.")
    needs_lines = "rougeLsum" in settings.rouge_types and not settings.split_summaries
    has_lines = any("\n" in text for text in texts)
    if needs_lines and not has_lines and any(map(_TWO_SENTENCES.search, texts)):
        said.append(
            "rougeLsum takes a line for a sentence, and no text has more than one, so it equals "
            "rougeL. \u201cFind sentences\u201d splits the texts."
        )
    n_empty = sum(not text.strip() for text in texts)
    if n_empty:
        said.append(f"{_n(n_empty, texts)} are empty, and score 0.")
    return " ".join(said)


def _is_mostly_dropped(text: str) -> bool:
    """Whether more letters lie outside ASCII than the default tokenizer keeps characters."""
    if text.isascii():
        return False
    n_letters = sum(character.isalpha() and not character.isascii() for character in text)
    return n_letters > len(_KEPT.findall(text))


def _n(count: int, texts: Sequence[str]) -> str:
    return f"{count:,} of {len(texts):,} texts"
