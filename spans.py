"""One text -> its tokens, each with the place where it stands in that text.

In goes a text as the user wrote it and the way it is cut; out come tokens:
what is compared (lower-cased, stemmed, folded) and which characters of the
original it was made from. It knows nothing of a second text, of matches or
of scores. People look at one pair at a time, so this is plain Python; whole
batches are cut by the array engine, and the tests hold the two together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

# U+0130 lower-cases to "i" and a mark that separates, so it ends a word; the
# Kelvin sign U+212A lower-cases to "k". No other character outside ASCII
# lower-cases into a to z or 0 to 9.
_DEFAULT_WORD = re.compile("[A-Za-z0-9\u212a]*\u0130|[A-Za-z0-9\u212a]+")
_DOT_ABOVE = "\u0307"

# How subword tokenizers mark that a piece begins a word, or does not.
_PIECE_MARKS = ("##", "\u2581", "\u0120")

Stem = Callable[[str], str]


@dataclass(frozen=True)
class Token:
    """One token of a text.

    Attributes:
        key: what is compared: "cat" for the written "Cats," after stemming.
        start: first character of the text it was made from, or None where
            the tokenizer's token cannot be found in the text.
        stop: one past its last character, or None likewise.
    """

    key: Hashable
    start: int | None
    stop: int | None


def default_tokens(text: str, stem: Stem | None = None) -> list[Token]:
    """Cut as rouge_score does: runs of ASCII letters and digits, lower-cased.

    Args:
        text: any string.
        stem: applied to tokens longer than three characters.

    Example:
        text     "The 3 Cats."
        keys     the 3 cats        (with Porter's stemmer: the 3 cat)
        spans    0:3 4:5 6:10
    """
    tokens = []
    for found in _DEFAULT_WORD.finditer(text):
        key = found.group().lower().removesuffix(_DOT_ABOVE)
        if stem is not None and len(key) > 3:
            key = stem(key)
        tokens.append(Token(key, found.start(), found.end()))
    return tokens


def located_tokens(text: str, keys: Sequence[Hashable]) -> list[Token]:
    """Give the tokens that some tokenizer made of a text their places in it.

    Tokens are looked for from left to right: as they are, then lower-cased,
    then without the marks of subword tokenizers ("##", U+2581, U+0120). A
    place where a word begins is better than one inside a word. If one token
    has no place, none of the text's tokens gets one: half of them would
    mislead.

    Example:
        text     "that A cat"
        keys     a cat             (the tokenizer lower-cases, drops "that")
        spans    5:6 7:10
    """
    places = find_places(text, keys)
    if places is None:
        return [Token(key, None, None) for key in keys]
    return [Token(key, start, stop) for key, (start, stop) in zip(keys, places, strict=True)]


def find_places(text: str, keys: Sequence[Hashable]) -> list[tuple[int, int]] | None:
    """Find (start, stop) of each token, ascending and apart; None if one has no place."""
    words = [key for key in keys if isinstance(key, str)]
    if len(words) < len(keys) or not all(words):
        return None
    lowered, origin = _fold_characters(text, str.lower)
    for whole_words in (True, False):
        places = _walk(text, words, whole_words)
        if places is not None:
            return places
        lowered_words = [word.lower() for word in words]
        places = _walk(lowered, lowered_words, whole_words)
        if places is not None:
            return [(origin[start], origin[stop - 1] + 1) for start, stop in places]
    return None


def _fold_characters(text: str, fold: Callable[[str], str]) -> tuple[str, list[int]]:
    """Fold character by character; origin[k] is the character that gave folded[k]."""
    folded = [fold(character) for character in text]
    origin = [place for place, piece in enumerate(folded) for _ in piece]
    return "".join(folded), origin


def _walk(text: str, words: Sequence[str], whole_words: bool) -> list[tuple[int, int]] | None:
    """Place the words one after the other, each at the first fit."""
    places = []
    at = 0
    for word in words:
        start, length = _first_fit(text, word, at, whole_words)
        if start < 0:
            return None
        at = start + length
        places.append((start, at))
    return places


def _first_fit(text: str, word: str, at: int, whole_words: bool) -> tuple[int, int]:
    """First place at or after ``at`` for a word, marks or not: (start, length), start -1 if none."""
    spellings = [word]
    spellings += [word.removeprefix(mark) for mark in _PIECE_MARKS if word.startswith(mark)]
    for spelling in filter(None, spellings):
        start = text.find(spelling, at)
        while start > at and whole_words and text[start - 1].isalnum():
            start = text.find(spelling, start + 1)
        if start >= 0:
            return start, len(spelling)
    return -1, 0
