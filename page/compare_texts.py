"""Tab 1: one prediction and its references -> which words matched, and the scores.

The texts and choices of one visitor come in with every call and nothing is
kept between calls, so visitors cannot see each other's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html import escape

from ..pairs import Alignment, Match, Token
from ..render import to_section
from ..scorer import RougeScorer
from ..scores import Score
from .drawings import score_table
from .settings import PageError, Settings

N_BOXES = 12  # for references on the page
MAX_REFERENCES = 1_000  # of one prediction; those of a file may have no box
MAX_CHARACTERS = 1_000_000  # of a text that is scored
MAX_DRAWN = 20_000  # characters of a text that are drawn
MAX_WORK = 2_000_000_000  # words of a prediction times those of its references
MAX_MATCHES = 5_000  # of a type, in an answer of the API
BEST = "the best one"


@dataclass
class Explained:
    """What one call shows.

    Attributes:
        prediction: the text that is scored.
        references: the texts it is scored against, without the empty ones.
        numbers: of the boxes that these stand in, counted from 1.
        scores: for each type, over all references.
        of_reference: for each type, against each reference alone.
        best: for each type, the reference that gave the score; where all of
            them did, that with the highest F. The first on ties.
        settings: how they are scored.
    """

    prediction: str
    references: list[str]
    numbers: list[int]
    scores: dict[str, Score]
    of_reference: dict[str, list[Score]]
    best: dict[str, int]
    settings: Settings
    _alignments: dict[tuple[str, int], Alignment] = field(default_factory=dict)

    @property
    def signature(self) -> str:
        """One line that makes the scores repeatable."""
        return self.settings.signature(aggregated=False)

    def alignment(self, rouge_type: str, reference: int) -> Alignment:
        """Align the prediction with one reference: made when it is asked for, and kept.

        Raises:
            PageError: the texts are too long for marks of this type.
        """
        key = rouge_type, reference
        if key not in self._alignments:
            scorer = RougeScorer.of(replace(self.settings.options, rouge_types=(rouge_type,)))
            try:
                found = scorer.explain(self.references[reference], self.prediction)
            except (ValueError, TypeError, ImportError, LookupError) as error:
                raise PageError(str(error)) from error
            self._alignments[key] = found[rouge_type]
        return self._alignments[key]


def explain(prediction: str, references: Sequence[str] | str, settings: Settings) -> Explained:
    """Score a prediction against its references, and against each alone.

    Raises:
        PageError: a text is missing, too long or no text, or an option does not fit.
    """
    given = [references] if isinstance(references, str) else references
    if not isinstance(given, list | tuple) or not all(isinstance(text, str) for text in given):
        raise PageError("references is neither a text nor a list of texts.")
    if not isinstance(prediction, str):
        raise PageError(f"prediction is a {type(prediction).__name__}; it must be a text.")
    numbers = [number for number, text in enumerate(given, 1) if text.strip()]
    texts = [given[number - 1] for number in numbers]
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
            f"{len(texts):,} references are given; at most {MAX_REFERENCES:,} are taken."
        )
    longest = max(map(len, [prediction, *texts]))
    if longest > MAX_CHARACTERS:
        raise PageError(
            f"A text has {longest:,} characters; here at most {MAX_CHARACTERS:,} are scored. "
            "\u201cScore a file\u201d takes longer ones."
        )
    scorer = settings.scorer()
    try:
        n_pred, *n_refs = scorer.count_tokens([prediction, *texts]).tolist()
        _check_work(n_pred, n_refs, settings)
        scores = scorer.score_rows([texts], [prediction])[0]
        alone = scorer.score_rows(texts, [prediction] * len(texts))
    except (ValueError, TypeError, ImportError, LookupError) as error:
        raise PageError(str(error)) from error
    of_reference = {name: [alone[k][name] for k in range(len(texts))] for name in scores}
    best = {}
    for name, row in of_reference.items():
        if scores[name] in row:
            best[name] = row.index(scores[name])
        else:  # the score is made of several references
            highest = max(score.fmeasure for score in row)
            best[name] = [score.fmeasure for score in row].index(highest)
    return Explained(prediction, texts, numbers, scores, of_reference, best, settings)


def _check_work(n_pred: int, n_refs: Sequence[int], settings: Settings) -> None:
    """Refuse before it is begun what would take long: word by word, pair of words by pair.

    Raises:
        PageError: the texts are too long for a type that is chosen.
    """
    if all(name.removeprefix("rouge").isdigit() for name in settings.rouge_types):
        return
    # A weighted subsequence looks at each pair of words, others at 62 or more at once.
    slow = any(name.startswith(("rougeW", "rougeS")) for name in settings.rouge_types)
    work = sum(n_pred * n_ref for n_ref in n_refs) + slow * max(n_pred, *n_refs) ** 2
    if work * (50 if slow else 1) > MAX_WORK:
        raise PageError(
            f"The texts have {n_pred:,} and {max(n_refs):,} words, too many for these types to be "
            "scored while you type. \u201cScore a file\u201d takes them; so do fewer types."
        )


def drawn(explained: Explained, rouge_type: str, reference: int | None) -> tuple[str, str]:
    """Draw the scores of every type and one alignment.

    Args:
        rouge_type: the type to show.
        reference: which reference to show and to give the scores of; None for the one that
            counts, and the scores over all.

    Returns:
        HTML of the scores and of the two texts.
    """
    shown = explained.best[rouge_type] if reference is None else reference
    scores = (
        explained.scores
        if reference is None
        else {name: row[shown] for name, row in explained.of_reference.items()}
    )
    which = ""
    if len(explained.references) > 1:
        which = f" (reference {explained.numbers[shown]})"
    try:
        alignment, was_cut = _cut(explained.alignment(rouge_type, shown))
    except PageError as problem:
        return (
            score_table(scores, rouge_type, f"{rouge_type}{which}"),
            f'<p class="rouge-note" role="status">{escape(str(problem))}</p>',
        )
    counts = explained.alignment(rouge_type, shown).counts
    caption = (
        f"{rouge_type}{which}: {counts.hits:g} hits of {counts.n_pred:g} in the prediction "
        f"and {counts.n_ref:g} in the reference"
    )
    note = ""
    if was_cut:
        note = (
            f'<p class="rouge-note" role="status">The first {MAX_DRAWN:,} characters of a text are '
            "drawn; the scores are those of the whole texts.</p>"
        )
    return score_table(scores, rouge_type, caption), note + to_section(alignment)


def _cut(alignment: Alignment) -> tuple[Alignment, bool]:
    """Keep of an alignment what is drawn of long texts; say whether anything is left out."""
    if max(len(alignment.reference), len(alignment.prediction)) <= MAX_DRAWN:
        return alignment, False
    ref_tokens = _begun(alignment.reference_tokens)
    pred_tokens = _begun(alignment.prediction_tokens)

    def kept(matches: Sequence[Match]) -> tuple[Match, ...]:
        return tuple(
            replace(match, given_by=tuple(j for j in match.given_by if j < len(pred_tokens)))
            for match in matches
            if max(match.reference) < len(ref_tokens) and max(match.prediction) < len(pred_tokens)
        )

    return replace(
        alignment,
        reference=alignment.reference[:MAX_DRAWN],
        prediction=alignment.prediction[:MAX_DRAWN],
        reference_tokens=ref_tokens,
        prediction_tokens=pred_tokens,
        matches=kept(alignment.matches),
        clipped=kept(alignment.clipped),
    ), True


def _begun(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Take the tokens that lie in the part that is drawn."""
    return tuple(
        token
        for place, token in enumerate(tokens)
        if (place if token.stop is None else token.stop) <= MAX_DRAWN
    )


def as_json(explained: Explained) -> dict:
    """Give scores and matched spans as plain values, for the API."""
    types = {}
    for name, score in explained.scores.items():
        alignment = explained.alignment(name, explained.best[name])
        types[name] = {
            **score._asdict(),
            "reference": explained.best[name],
            "hits": alignment.counts.hits,
            "matches": [
                {
                    "reference": [_span(alignment.reference_tokens[i]) for i in match.reference],
                    "prediction": [_span(alignment.prediction_tokens[j]) for j in match.prediction],
                }
                for match in alignment.matches[:MAX_MATCHES]
            ],
            "matches_left_out": max(len(alignment.matches) - MAX_MATCHES, 0),
        }
    return {"types": types, "signature": explained.signature}


def _span(token: Token) -> list[int | None]:
    return [token.start, token.stop]
