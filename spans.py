"""One text -> its tokens, each with the place where it stands in that text.

In goes a text as the user wrote it and the way it is cut; out come tokens:
what is compared (lower-cased, stemmed, folded) and which characters of the
original it was made from. It knows nothing of a second text, of matches or
of scores. People look at one pair at a time, so this is plain Python; whole
batches are cut by the array engine, and the tests hold the two together.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from .porter import stem as porter_stem
from .tokens import NamedTokenizer
from .words import fold

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


def named_tokens(text: str, tokenizer: NamedTokenizer) -> list[Token]:
    """Cut with a tokenizer of ours.

    One character may hold several tokens (U+00BD folds to 1/2), so that spans
    may be equal; they never fall back.

    Example (tokenizer "unicode"):
        text     "Stra\u00dfe \uff21\uff22"
        keys     strasse ab
        spans    0:6 7:9
    """
    if tokenizer.name == "default":
        return default_tokens(text, None if tokenizer.stem is None else porter_stem)
    words = tokenizer.runs([text]).words()
    keys = tokenizer.words(text)[0]
    places = _folded_places(text, words) or _walk(text, words, whole_words=False)
    return _tokens(keys, places)


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
    return _tokens(keys, find_places(text, keys))


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


def _tokens(keys: Sequence[Hashable], places: Sequence[tuple[int, int]] | None) -> list[Token]:
    """Put tokens and their places together, if they have any."""
    if places is None:
        return [Token(key, None, None) for key in keys]
    return [Token(key, start, stop) for key, (start, stop) in zip(keys, places, strict=True)]


def _folded_places(text: str, words: Sequence[str]) -> list[tuple[int, int]] | None:
    """Find folded words in a text that is not folded; None if they are not there.

    Folding looks at neighbours, so the text is cut into pieces that fold alone
    as they fold together. A character of the folded text belongs to its piece.

    Example:
        text     e \u0301 X          a letter, an accent, a capital
        pieces   0:2    2:3
        folded   \u00e9      x          origin  0:2 2:3
    """
    for fold_text in (_fold, _fold_turkish):
        folded = fold_text(text)
        places = _walk(folded, words, whole_words=False)
        if places is None:
            continue
        for pieces in (_characters(text), re.findall(r"\s+|\S+", text)):
            folded_of = {piece: fold_text(piece) for piece in set(pieces)}
            folded_pieces = [folded_of[piece] for piece in pieces]
            if "".join(folded_pieces) == folded:
                origin = _origins(pieces, folded_pieces)
                return [(origin[start][0], origin[stop - 1][1]) for start, stop in places]
    return None


def _fold(text: str) -> str:
    return text.lower() if text.isascii() else fold(text)


def _fold_turkish(text: str) -> str:
    dotted = text.replace("I\u0307", "i").replace("\u0130", "i")
    return _fold(dotted.replace("I", "\u0131"))


def _origins(pieces: Sequence[str], folded_pieces: Sequence[str]) -> list[tuple[int, int]]:
    """Say for each character of the folded text which (start, stop) of the text gave it."""
    origin = []
    at = 0
    for piece, folded in zip(pieces, folded_pieces, strict=True):
        if len(piece) == len(folded):
            origin += [(at + k, at + k + 1) for k in range(len(piece))]
        else:
            origin += [(at, at + len(piece))] * len(folded)
        at += len(piece)
    return origin


def _characters(text: str) -> list[str]:
    """Cut a text before each character that stands on its own."""
    pieces = []
    first = 0
    for place in range(1, len(text)):
        if not (_leans_back(text[place]) or _leans_forward(text[place - 1])):
            pieces.append(text[first:place])
            first = place
    return [*pieces, text[first:]] if text else []


def _leans_back(character: str) -> bool:
    """Tell what may change with the character before: marks, parts of a syllable."""
    is_part = "\u1160" <= character <= "\u11ff" or character in "\u0e32\u0eb2\uff9e\uff9f"
    return is_part or unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf")


def _leans_forward(character: str) -> bool:
    """Tell the zero-width non-joiner: it is kept or dropped by what stands on either side."""
    return character == "\u200c"


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
    """Find a word at or after ``at``, its piece mark or not: (start, length); start -1 if none."""
    spellings = [word]
    spellings += [word.removeprefix(mark) for mark in _PIECE_MARKS if word.startswith(mark)]
    for spelling in filter(None, spellings):
        start = text.find(spelling, at)
        while start > at and whole_words and text[start - 1].isalnum():
            start = text.find(spelling, start + 1)
        if start >= 0:
            return start, len(spelling)
    return -1, 0
