"""One pair of texts -> which words matched which, so that people can see a score.

In go the tokens of one reference and one prediction (spans.py), out comes an
Alignment for one type: every hit that the score counts, as positions in both
token lists. Which repeat pairs with which is settled from left to right, so
the same pair always looks the same. It knows nothing of batches, of colours
or of pages; the hits that it marks are the hits that the array engine counts.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from .scores import Score
from .sequences import lcs_positions
from .spans import Token

Gram = tuple[int, ...]  # positions of an n-gram's tokens in their text


@dataclass(frozen=True)
class Match:
    """One hit: words of the reference and the words of the prediction it is paired with.

    Attributes:
        reference: positions in the reference's tokens; one for a word, n for an n-gram.
        prediction: as many positions in the prediction's tokens, in the same order.
        given_by: rougeLsum only: all words of the prediction whose sentences
            put this reference word into the union.
    """

    reference: Gram
    prediction: Gram
    given_by: Gram = ()


@dataclass(frozen=True)
class Alignment:
    """What one type of ROUGE matched between a reference and a prediction.

    Attributes:
        rouge_type: "rouge2", "rougeL", ...
        reference: the reference as it was given.
        prediction: the prediction as it was given.
        reference_tokens: its tokens, with spans into ``reference``.
        prediction_tokens: its tokens, with spans into ``prediction``.
        matches: the hits, in the order of the reference.
        clipped: rougeLsum only: words of the union that are not counted,
            since the prediction does not hold the word often enough.
        n_hits: what the marks add up to; a count, weighted for rougeW.
        score: precision, recall and F of exactly these hits.
    """

    rouge_type: str
    reference: str
    prediction: str
    reference_tokens: tuple[Token, ...]
    prediction_tokens: tuple[Token, ...]
    matches: tuple[Match, ...]
    clipped: tuple[Match, ...]
    n_hits: float
    score: Score
