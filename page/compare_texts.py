"""Tab 1: one prediction and its references -> which words matched, and the scores.

The texts and choices of one visitor come in with every call and nothing is
kept between calls, so visitors cannot see each other's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ..pairs import Alignment, Token
from ..render import to_section
from ..scores import Score
from .drawings import score_rows, table
from .settings import PageError, Settings

MAX_REFERENCES = 12
MAX_CHARACTERS = 20_000
MAX_PAIRS_OF_WORDS = 500_000  # of a text, for types that match words two by two
BEST = "the best one"


class Explained(NamedTuple):
    """What one call shows.

    Attributes:
        scores: for each type, over all references.
        alignments: for each type, one for each reference.
        best: for each type, the reference that gave the score; where all of
            them did, that with the highest F. The first on ties.
        signature: one line that makes the scores repeatable.
    """

    scores: dict[str, Score]
    alignments: dict[str, list[Alignment]]
    best: dict[str, int]
    signature: str

    @property
    def n_references(self) -> int:
        """How many references there are."""
        return max(map(len, self.alignments.values()))


def explain(prediction: str, references: Sequence[str], settings: Settings) -> Explained:
    """Score a prediction against its references, and align it with each.

    Raises:
        PageError: a text is missing or too long, or an option does not fit.
    """
    texts = [text for text in references if text.strip()]
    if not texts:
        raise PageError(
            "There is no reference: put the text to compare with into \u201cReference\u201d."
        )
    if not prediction.strip():
        raise PageError(
            "There is no prediction: put the text to score into \u201cPrediction\u201d."
        )
    if len(texts) > MAX_REFERENCES:
        raise PageError(
            f"{len(texts)} references are given; the page shows at most {MAX_REFERENCES}."
        )
    longest = max(map(len, [prediction, *texts]))
    if longest > MAX_CHARACTERS:
        raise PageError(
            f"A text has {longest:,} characters; here at most {MAX_CHARACTERS:,} can be shown. "
            "\u201cScore a file\u201d takes longer ones."
        )
    if any(name.startswith(("rougeS", "rougeW")) for name in settings.rouge_types):
        n_words = longest // 2  # at most
        if n_words * n_words > 2 * MAX_PAIRS_OF_WORDS:
            limit = 2 * math.isqrt(2 * MAX_PAIRS_OF_WORDS)
            raise PageError(
                f"A text has {longest:,} characters; with rougeS, rougeSU or rougeW at most "
                f"{limit:,} can be shown. \u201cScore a file\u201d takes longer ones."
            )
    scorer = settings.scorer()
    try:
        scores = scorer.score_rows([texts], [prediction])[0]
        explained = [scorer.explain(text, prediction) for text in texts]
    except (ValueError, TypeError, ImportError, LookupError) as error:
        raise PageError(str(error)) from error
    alignments = {name: [by_type[name] for by_type in explained] for name in scores}
    best = {}
    for name, row in alignments.items():
        of_reference = [alignment.score for alignment in row]
        if scores[name] in of_reference:
            best[name] = of_reference.index(scores[name])
        else:  # the score is made of several references
            highest = max(score.fmeasure for score in of_reference)
            best[name] = [score.fmeasure for score in of_reference].index(highest)
    return Explained(scores, alignments, best, settings.signature(aggregated=False))


def drawn(explained: Explained, rouge_type: str, reference: int | None) -> tuple[str, str]:
    """Draw the table of scores and one alignment.

    Args:
        rouge_type: the type to show.
        reference: which reference to show, None for the one that counts.

    Returns:
        HTML of the table and of the two texts.
    """
    n_references = explained.n_references
    shown = explained.best[rouge_type] if reference is None else min(reference, n_references - 1)
    alignment = explained.alignments[rouge_type][shown]
    counts = alignment.counts
    which = f" (reference {shown + 1} of {n_references})" if n_references > 1 else ""
    caption = (
        f"{rouge_type}{which}: {counts.hits:g} hits of {counts.n_pred:g} in the prediction "
        f"and {counts.n_ref:g} in the reference"
    )
    scores = table(["type", "precision", "recall", "F"], score_rows(explained.scores), caption)
    return scores, to_section(alignment)


def as_json(explained: Explained) -> dict:
    """Give scores and matched spans as plain values, for the API."""
    types = {}
    for name, score in explained.scores.items():
        alignment = explained.alignments[name][explained.best[name]]
        types[name] = {
            **score._asdict(),
            "reference": explained.best[name],
            "hits": alignment.counts.hits,
            "matches": [
                {
                    "reference": [_span(alignment.reference_tokens[i]) for i in match.reference],
                    "prediction": [_span(alignment.prediction_tokens[j]) for j in match.prediction],
                }
                for match in alignment.matches
            ],
        }
    return {"types": types, "signature": explained.signature}


def _span(token: Token) -> list[int | None]:
    return [token.start, token.stop]
