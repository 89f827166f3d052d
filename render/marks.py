"""An alignment -> how each word of either text is to be marked.

In goes an Alignment, out come two lists of marks, one for each token of the
reference and of the prediction, and the text that the marks lie on. It knows
no colour and no medium: what a mark looks like is the business of the
renderers, which both draw exactly these.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ..pairs import Alignment, Token


@dataclass(frozen=True)
class Mark:
    """How one word is marked.

    Attributes:
        start: first character of the word in the text shown.
        stop: one past its last.
        partners: positions of its words in the other text, ascending; none
            if the word is not matched.
        counted: the word is part of a hit. A matched word that is not was
            clipped: the score does not count it.
        chunk: number of the passage it belongs to, a run of words which
            stand side by side in both texts; -1 if not matched.
        passages: this one, and those of its partners: a word of two word
            pairs may stand in two.
    """

    start: int
    stop: int
    partners: tuple[int, ...]
    counted: bool
    chunk: int
    passages: tuple[int, ...] = ()


@dataclass(frozen=True)
class Side:
    """One of the two texts, as it is shown.

    Attributes:
        name: "reference" or "prediction".
        text: as it was given; the tokens side by side if they have no places in it.
        as_written: False in that latter case.
        marks: one for each token.
    """

    name: str
    text: str
    as_written: bool
    marks: tuple[Mark, ...]

    def groups(self) -> list[list[int]]:
        """Put positions together whose words share characters, so that they are drawn as one.

        Example:
            text     "\u00bd x", which folds to 1/2 x
            tokens   1 2 x  at 0:1 0:1 2:3    groups  [[0, 1], [2]]
        """
        groups: list[list[int]] = []
        for position, mark in enumerate(self.marks):
            if groups and mark.start < self.marks[groups[-1][-1]].stop:
                groups[-1].append(position)
            else:
                groups.append([position])
        return groups


def sides_of(alignment: Alignment) -> tuple[Side, Side]:
    """Mark the words of both texts: (reference, prediction)."""
    partners_of_ref: dict[int, list[int]] = defaultdict(list)
    partners_of_pred: dict[int, list[int]] = defaultdict(list)
    for i, j in alignment.links():
        partners_of_ref[i].append(j)
        partners_of_pred[j].append(i)
    counted_ref = {i for match in alignment.matches for i in match.reference}
    counted_pred = {j for match in alignment.matches for j in match.prediction}
    chunk_of_ref, chunk_of_pred = _chunks(partners_of_ref, partners_of_pred)

    reference = _side(
        "reference",
        alignment.reference,
        alignment.reference_tokens,
        partners_of_ref,
        counted_ref,
        (chunk_of_ref, chunk_of_pred),
    )
    prediction = _side(
        "prediction",
        alignment.prediction,
        alignment.prediction_tokens,
        partners_of_pred,
        counted_pred,
        (chunk_of_pred, chunk_of_ref),
    )
    return reference, prediction


def _chunks(
    partners_of_ref: dict[int, list[int]],
    partners_of_pred: dict[int, list[int]],
) -> tuple[dict[int, int], dict[int, int]]:
    """Number the passages: a word goes on with its neighbour's if their partners are neighbours.

    Example:
        reference   a b . c        partners  0 1 . 3
        prediction  a b x c        chunks    0 0 . 1
    """
    chunk_of_ref: dict[int, int] = {}
    chunk_of_pred: dict[int, int] = {}
    n_chunks = 0
    for i in sorted(partners_of_ref):
        goes_on = i - 1 in chunk_of_ref and partners_of_ref[i - 1][0] + 1 == partners_of_ref[i][0]
        if not goes_on:
            n_chunks += 1
        chunk_of_ref[i] = n_chunks - 1
        chunk_of_pred.setdefault(partners_of_ref[i][0], n_chunks - 1)
    for j, partners in partners_of_pred.items():
        chunk_of_pred.setdefault(j, chunk_of_ref[partners[0]])
    return chunk_of_ref, chunk_of_pred


def _side(
    name: str,
    text: str,
    tokens: Sequence[Token],
    partners_of: dict[int, list[int]],
    counted: set[int],
    chunks: tuple[dict[int, int], dict[int, int]],
) -> Side:
    """Put marks and text together.

    Args:
        chunks: passage of each matched word here, and of those of the other text.
    """
    chunk_of, chunk_of_other = chunks
    spans = [
        (token.start, token.stop)
        for token in tokens
        if token.start is not None and token.stop is not None
    ]
    as_written = len(spans) == len(tokens)
    if not as_written:
        text, spans = _joined([str(token.key) for token in tokens])
    marks = []
    for k, (start, stop) in enumerate(spans):
        partners = tuple(partners_of.get(k, ()))
        chunk = chunk_of.get(k, -1)
        passages = dict.fromkeys((chunk, *(chunk_of_other[partner] for partner in partners)))
        marks.append(
            Mark(start, stop, partners, k in counted, chunk, tuple(passages) if partners else ())
        )
    return Side(name, text, as_written, tuple(marks))


def _joined(words: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
    """Set words side by side: [the cat] -> ("the cat", [(0, 3), (4, 7)])."""
    spans = []
    at = 0
    for word in words:
        spans.append((at, at + len(word)))
        at += len(word) + 1
    return " ".join(words), spans
