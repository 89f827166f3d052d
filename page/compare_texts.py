"""Tab 1: one prediction and its references -> which words matched, and the scores.

The texts and choices of one visitor come in with every call and nothing is
kept between calls, so visitors cannot see each other's. What would keep others
waiting is done in a process of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any, NamedTuple, TypeVar

from ..options import Advice, Options, advice, advice_on_pair
from ..pairs import Alignment, Match, Token
from ..render import to_legend, to_page, to_panels
from ..scorer import RougeScorer
from ..scores import Score
from . import workers
from .drawings import score_table
from .settings import PageError, Settings

N_BOXES = 12  # for references on the page
MAX_REFERENCES = 1_000  # of one prediction; those of a file may have no box
MAX_CHARACTERS = 1_000_000  # of a text that is scored
MAX_DRAWN = 20_000  # characters of a text that are drawn
MAX_MATCHES = 5_000  # of a type, in an answer of the API
# What is done in this process, where all visitors share an interpreter: about a tenth of a
# second. More goes into a process of its own; more than that may take is not begun.
LIGHT = 16_000  # characters of all texts
LIGHT_SECONDS = 0.1
# Seconds, on one slow core: of scoring and of aligning...
WEIGHTED_PAIR = 6e-8, 3e-7  # a pair of words for rougeW
PAIR = 4e-10, 4e-10  # a pair of words for the other subsequences
LINE_PAIR = 3e-9, 3e-9  # a pair of lines for rougeLsum
WORD = 5e-7, 1.5e-5  # a word
BEST = "the best one"
T = TypeVar("T")
_ASKED = {
    "Reference": "Choose Edit, and write or paste the text to compare with.",
    "Prediction": "Choose Edit, and write or paste the text to score.",
}


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
        n_words: of the prediction, and of each reference.
        settings: how they are scored.
        facts: what the scores leave out of these texts.
    """

    prediction: str
    references: list[str]
    numbers: list[int]
    scores: dict[str, Score]
    of_reference: dict[str, list[Score]]
    best: dict[str, int]
    n_words: tuple[int, list[int]]
    settings: Settings
    facts: list[Advice]

    @property
    def signature(self) -> str:
        """One line that makes the scores repeatable."""
        return self.settings.signature(aggregated=False)

    def aligned(self, rouge_type: str, reference: int, use: Callable[..., T], *given: Any) -> T:
        """Align the prediction with one reference, and give what is made of it.

        Of long texts both are done in another process, and only what is made comes back: an
        alignment of all their words would keep this one busy with taking it in.

        Args:
            use: a function of a module, called as ``use(alignment, *given)``.

        Raises:
            PageError: the texts are too long for marks of this type.
        """
        text, n_pred, n_ref = self.references[reference], self.n_words[0], self.n_words[1]
        options = replace(self.settings.options, rouge_types=(rouge_type,))
        seconds = _seconds((n_pred, [n_ref[reference]]), self.prediction, [text], options, 1)
        if seconds > workers.PROMPT_SECONDS:
            raise PageError(
                f"Texts of {n_pred:,} and {n_ref[reference]:,} words are too long for their "
                "matches to be shown. The scores are those of the whole texts."
            )
        arguments = text, self.prediction, options, use, given
        is_light = len(text) + len(self.prediction) <= LIGHT and seconds <= LIGHT_SECONDS
        return _aligned(*arguments) if is_light else workers.promptly(_aligned, *arguments)


def _aligned(
    reference: str, prediction: str, options: Options, use: Callable[..., T], given: tuple
) -> T:
    """Align a prediction with one reference for the one type of the options, and use it."""
    try:
        (found,) = RougeScorer.of(options).explain(reference, prediction).values()
    except (ValueError, TypeError, ImportError, LookupError) as error:
        raise PageError(str(error)) from error
    return use(found, *given)


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
    # Whether it is light is told by characters: to count words takes its time, too.
    n_most = len(prediction) // 2 + 1, [len(text) // 2 + 1 for text in texts]
    is_light = (
        len(prediction) + sum(map(len, texts)) <= LIGHT
        and _seconds(n_most, prediction, texts, settings.options) <= LIGHT_SECONDS
    )
    arguments = prediction, texts, numbers, settings
    return _explained(*arguments) if is_light else workers.promptly(_explained, *arguments)


def _explained(
    prediction: str, texts: list[str], numbers: list[int], settings: Settings
) -> Explained:
    """Score texts that have been checked.

    Raises:
        PageError: that would take too long, or an option does not fit.
    """
    scorer = settings.scorer()
    try:
        n_pred, *n_refs = scorer.count_tokens([prediction, *texts]).tolist()
        seconds = _seconds((n_pred, n_refs), prediction, texts, settings.options)
        if seconds > workers.PROMPT_SECONDS:
            raise PageError(
                f"The texts have {n_pred:,} and {max(n_refs):,} words, too many for these types to "
                "be scored while you wait. \u201cScore a file\u201d takes them; so do fewer types."
            )
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
    n_words = n_pred, n_refs
    facts = advice(settings.options, [prediction, *texts])
    return Explained(
        prediction, texts, numbers, scores, of_reference, best, n_words, settings, facts
    )


def _seconds(
    n_words: tuple[int, Sequence[int]],
    prediction: str,
    references: Sequence[str],
    options: Options,
    work: int = 0,
) -> float:
    """Tell beforehand how long work takes at most, roughly.

    Args:
        n_words: of the prediction, and of each reference.
        work: 0 for scoring, 1 for aligning.
    """
    n_pred, n_refs = n_words
    pairs = n_pred * sum(n_refs)
    lines = (prediction.count("\n") + 1) * sum(text.count("\n") + 1 for text in references)
    seconds = len(options.rouge_types) * WORD[work] * (n_pred + sum(n_refs))
    for name in options.rouge_types:
        if name.startswith("rougeW"):
            seconds += WEIGHTED_PAIR[work] * pairs
        elif not name.removeprefix("rouge").isdigit():
            seconds += PAIR[work] * pairs + (name == "rougeLsum") * LINE_PAIR[work] * lines
    return seconds


class Drawn(NamedTuple):
    """One comparison as HTML."""

    scores: str
    reference: str  # this and the prediction: texts with their marks
    prediction: str
    legend: str

    def section(self) -> str:
        """Put both texts side by side, for a place that has no panels of its own."""
        panels = "".join(
            f'<div class="rouge-side"><h3>{name}</h3>{text}</div>'
            for name, text in (("Reference", self.reference), ("Prediction", self.prediction))
        )
        return f'<section class="rouge-pair">{panels}{self.legend}</section>'


def drawn(
    explained: Explained, rouge_type: str, reference: int | None, name: str = "texts"
) -> Drawn:
    """Draw the scores of every type and one alignment.

    Args:
        rouge_type: the type to show.
        reference: which reference to show and to give the scores of; None for the one that
            counts, and the scores over all.
        name: begins the ids of what is drawn; no other pair on the page has it.
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
        counted, reference_text, prediction_text, legend = explained.aligned(
            rouge_type, shown, _marks, name, explained.settings.options
        )
    except PageError as problem:
        return Drawn(
            score_table(scores, rouge_type, f"{rouge_type}{which}"),
            _plain(explained.references[shown], "Reference"),
            _plain(explained.prediction, "Prediction"),
            f'<p class="rouge-note" role="status">{escape(str(problem))}</p>',
        )
    table = score_table(scores, rouge_type, f"{rouge_type}{which}: {counted}")
    return Drawn(table, reference_text, prediction_text, legend)


def _marks(alignment: Alignment, name: str, options: Options) -> tuple[str, str, str, str]:
    """Draw one alignment: what was counted, both texts, and what is said under them."""
    counts = alignment.counts
    counted = (
        f"{counts.hits:g} hits of {counts.n_pred:g} in the prediction "
        f"and {counts.n_ref:g} in the reference"
    )
    kept, was_cut = cut(alignment)
    notes = []
    if was_cut:
        notes.append(
            f"The first {MAX_DRAWN:,} characters of a text are drawn; scores and numbers are "
            "those of the whole texts."
        )
    said = advice_on_pair(options, alignment.prediction, alignment.reference)
    if said:
        notes.append(f"Of this pair: {'; '.join(said)}.")
    note = "".join(f'<p class="rouge-note" role="status">{escape(text)}</p>' for text in notes)
    return counted, *to_panels(kept, name), note + to_legend(alignment)


def page_of_marks(explained: Explained, rouge_type: str, reference: int) -> str:
    """Draw one alignment as a page to be kept.

    Raises:
        PageError: the texts are too long for it.
    """
    return explained.aligned(rouge_type, reference, _page)


def _page(alignment: Alignment) -> str:
    kept, _ = cut(alignment)
    return to_page([kept], f"Which words matched: {alignment.rouge_type}")


def unmarked(prediction: str, references: Sequence[str]) -> Drawn:
    """Draw texts that cannot be compared, or not yet."""
    reference = next((text for text in references if text.strip()), "")
    return Drawn("", _plain(reference, "Reference"), _plain(prediction, "Prediction"), "")


def _plain(text: str, name: str) -> str:
    """Draw a text without marks, as far as texts are drawn."""
    if not text.strip():
        return f'<p class="rouge-placeholder">{_ASKED[name]}</p>'
    return (
        f'<div class="rouge-text" dir="auto" tabindex="0" role="group" aria-label="{name}">'
        f"{escape(text[:MAX_DRAWN])}</div>"
    )


def cut(alignment: Alignment) -> tuple[Alignment, bool]:
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
    """Give scores and matched spans as plain values, for the API; a reason where none are shown."""
    types = {}
    for name, score in explained.scores.items():
        best = explained.best[name]
        found: dict[str, Any] = {**score._asdict(), "reference": best}
        try:
            types[name] = {**found, **explained.aligned(name, best, _matches)}
        except PageError as problem:
            types[name] = {**found, "hits": None, "matches": None, "said": str(problem)}
    return {"types": types, "signature": explained.signature}


def _matches(alignment: Alignment) -> dict:
    """Give the first matches of an alignment, how many more there are, and the hits."""
    return {
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


def _span(token: Token) -> list[int | None]:
    return [token.start, token.stop]
