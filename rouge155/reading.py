"""Texts -> words, as ROUGE-1.5.5 reads them: bytes in, lists of words out.

A sentence stands on a line of its own (the script's SPL format). It knows
nothing of counting.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import NamedTuple

Text = str | bytes


class Words(NamedTuple):
    """The words of a text, line by line."""

    lines: list[list[bytes]]
    long_lines: list[list[bytes]]  # those that L and W read; other ones under a byte limit only


@dataclass(frozen=True)
class Reader:
    """Turns texts into words: runs of ASCII letters and digits, in lower case."""

    word_limit: int | None
    byte_limit: int | None
    stop_words: frozenset[bytes]
    stemmer: Stemmer | None

    def read(self, text: Text) -> Words:
        """Read a text with a sentence a line."""
        raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        lines = [line for line in raw.split(b"\n") if line]
        if self.word_limit is not None:
            lines = _first_fields(lines, self.word_limit)
        if self.byte_limit is None:
            words = [self._words(line) for line in lines]
            return Words(words, words)
        cut = [self._words(line) for line in _first_bytes(lines, self.byte_limit)]
        long = [self._words(line) for line in _lines_up_to_a_long_one(lines, self.byte_limit)]
        return Words(cut, long)

    def _words(self, line: bytes) -> list[bytes]:
        words = re.findall(rb"[a-z0-9]+", line.lower())
        if self.stop_words:
            words = [word for word in words if word not in self.stop_words]
        if self.stemmer is not None:
            words = [self.stemmer[word] if len(word) > 3 else word for word in words]
        return words


def _first_fields(lines: list[bytes], n_fields: int) -> list[bytes]:
    """Keep the first fields between white space; a blank in front of a line counts as one."""
    kept = []
    for line in lines:
        fields = line.split()
        if fields and line[:1].isspace():
            fields.insert(0, b"")
        fields = fields[:n_fields]
        kept.append(b" ".join(fields))
        n_fields -= len(fields)
    return kept


def _first_bytes(lines: list[bytes], n_bytes: int) -> list[bytes]:
    """Keep the first bytes of a text, line ends not counted."""
    kept = []
    for line in lines:
        kept.append(line[:n_bytes])
        n_bytes -= len(kept[-1])
    return kept


def _lines_up_to_a_long_one(lines: list[bytes], n_bytes: int) -> list[bytes]:
    """Keep all lines before the first that has so many bytes by itself, and that one cut."""
    kept = []
    for line in lines:
        kept.append(line[:n_bytes])
        if len(line) >= n_bytes:
            break
    return kept


class Stemmer(dict[bytes, bytes]):
    """Maps words to stems: irregular forms as given, others by rules, each word once."""

    def __init__(self, irregular_forms: dict[bytes, bytes]) -> None:
        """Take the forms that are looked up first."""
        super().__init__(irregular_forms)
        # Here and not above: importing NLTK takes longer than scoring a corpus.
        from .stems import ThreePassStemmer

        self._porter = ThreePassStemmer()

    def __missing__(self, word: bytes) -> bytes:
        self[word] = stem = self._porter.stem(word.decode()).encode()
        return stem


# --- words that users give ----------------------------------------------------------------


def stop_words_of(source: Collection[str] | PathLike[str] | str | None) -> frozenset[bytes]:
    """Take stop words as they are, or read them from a file."""
    if source is None:
        return frozenset()
    if isinstance(source, str | PathLike):
        words: Collection[str] = _read_file("stop_words", source).split()
    else:
        words = source
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"stop_words holds {word!r} ({type(word).__name__}); words are str")
    return frozenset(word.lower().encode() for word in words)


def irregular_forms_of(
    source: Mapping[str, str] | PathLike[str] | str | None,
) -> dict[bytes, bytes]:
    """Take irregular forms as they are, or read pairs of words from a file."""
    if source is None:
        return {}
    if isinstance(source, str | PathLike):
        lines = _read_file("irregular_forms", source).splitlines()
        fields = [line.split()[:2] for line in lines if line.strip()]
        if short := next((pair for pair in fields if len(pair) < 2), None):
            raise ValueError(f"irregular_forms: {short[0]!r} stands alone; a base form must follow")
        source = dict(fields)
    return {form.lower().encode(): base.lower().encode() for form, base in source.items()}


def _read_file(option: str, path: PathLike[str] | str) -> str:
    if not Path(path).is_file():
        raise FileNotFoundError(
            f"{option}: there is no file {str(path)!r}; give the path of a file, or the words "
            "themselves"
        )
    return Path(path).read_text(encoding="utf-8")
