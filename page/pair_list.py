"""The pairs of a run -> those that a visitor looks for, a page of them, and one of them opened.

Pairs are read from the run's folder when they are shown. Every one of them can be
reached: by number, in any order, by its score, by a word in it.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple
from uuid import uuid4

import numpy as np

from ..options import Options
from ..scorer import RougeScorer
from ..scores import Score
from . import compare_texts, stored, workers
from .drawings import message, pair_list, score_rows, table
from .settings import PageError, Settings

PER_PAGE = 10
N_CUT = 120  # characters of a text in the list
N_SEARCHED = 1 << 22  # bytes of texts that are searched in the page's own process
N_SHOWN = 20_000  # characters of a text that is too long to be marked
SORTS = (("worst first", "worst"), ("best first", "best"), ("by number", "number"))
GONE = "These results have been dropped after an hour: score the files again."


class Query(NamedTuple):
    """Which pairs a visitor wants to see, and in which order."""

    sort: str = "worst"
    low: float = 0.0
    high: float = 1.0
    words: str = ""


def found(folder: str, rouge_type: str, query: Query) -> np.ndarray:
    """Find pairs: those of F from low up to high, which counts itself only at 1: (n,) rows.

    Raises:
        PageError: the run has been dropped, or there is too much to search.
    """
    try:
        fmeasure = stored.scores_of(folder, rouge_type)[:, 2]
        below = fmeasure <= query.high if query.high >= 1 else fmeasure < query.high
        rows = np.flatnonzero((fmeasure >= query.low) & below)
        if query.words.strip():
            is_light = stored.n_bytes(folder) <= N_SEARCHED
            given = folder, query.words.strip()
            hits = stored.search(*given) if is_light else workers.promptly(stored.search, *given)
            rows = np.intersect1d(rows, hits)
    except FileNotFoundError:
        raise PageError(GONE) from None
    if query.sort == "number":
        return rows
    order = fmeasure[rows] if query.sort == "worst" else -fmeasure[rows]
    return rows[np.argsort(order, kind="stable")]  # of equal pairs the earlier one comes first


def drawn(folder: str, rouge_type: str, rows: np.ndarray, page: int) -> str:
    """List one page of pairs as HTML.

    Raises:
        PageError: the run has been dropped.
    """
    if not len(rows):
        return message("No pair is like that.", is_error=False)
    shown = rows[page * PER_PAGE : (page + 1) * PER_PAGE].tolist()
    first = page * PER_PAGE + 1
    caption = f"Pairs {first:,} to {first + len(shown) - 1:,} of {len(rows):,}, F of {rouge_type}"
    return listed(folder, rouge_type, shown, caption)


def listed(folder: str, rouge_type: str, rows: Sequence[int], caption: str) -> str:
    """List some pairs as HTML, the first system's texts and F."""
    try:
        fmeasure = stored.scores_of(folder, rouge_type)[:, 2]
        texts = stored.rows_of(folder, rows)
    except FileNotFoundError:
        raise PageError(GONE) from None
    lines = [
        (row + 1, f"{fmeasure[row]:.4f}", cut(pair.predictions[0]), cut(pair.references[0]))
        for row, pair in zip(rows, texts, strict=True)
    ]
    return pair_list(lines, caption)


def n_pages(rows: np.ndarray) -> int:
    """How many pages there are, at least one."""
    return max(-(-len(rows) // PER_PAGE), 1)


def texts_of(folder: str, row: int) -> stored.Row:
    """Read one pair.

    Raises:
        PageError: the run has been dropped.
    """
    try:
        return stored.rows_of(folder, [row])[0]
    except FileNotFoundError:
        raise PageError(GONE) from None


def scores_of_row(folder: str, names: Sequence[str], row: int) -> dict[str, Score]:
    """Read what one pair scores, for each of these names.

    Raises:
        PageError: the run has been dropped.
    """
    try:
        return {name: Score(*stored.scores_of(folder, name)[row].tolist()) for name in names}
    except FileNotFoundError:
        raise PageError(GONE) from None


def opened(
    pair: stored.Row, scores: dict[str, Score], rouge_type: str, settings: Settings, system: int = 0
) -> str:
    """Draw one pair: its scores over all references, and the words that matched, as HTML.

    The marks are those of the reference that gives the score; of several that
    give it together, those of the highest F.

    Args:
        scores: as the run found them, for each type.
        system: whose text it is.
    """
    prediction = pair.predictions[system]
    best = _best(prediction, pair.references, rouge_type, settings)
    n_references = len(pair.references)
    which = f", reference {best + 1} of {n_references} shown" if n_references > 1 else ""
    caption = f"F of {rouge_type} {scores[rouge_type].fmeasure:.4f}{which}"
    head = table(["type", "precision", "recall", "F"], score_rows(scores), caption)
    reference = pair.references[best]
    try:
        explained = compare_texts.explain(prediction, [reference], settings)
        # Another tab may have a pair open, too: no two things on a page share an id.
        name = f"pair-{uuid4().hex[:12]}"
        return head + compare_texts.drawn(explained, rouge_type, None, name).section()
    except PageError as problem:
        return head + message(str(problem), is_error=False) + _plain(reference, prediction)


def _best(prediction: str, references: Sequence[str], rouge_type: str, settings: Settings) -> int:
    """Which reference counts; the first on ties, and where it would take too long to tell."""
    if len(references) == 1:
        return 0
    given = prediction, list(references), replace(settings.options, rouge_types=(rouge_type,))
    is_light = len(prediction) + sum(map(len, references)) <= compare_texts.LIGHT
    try:
        return _highest(*given) if is_light else workers.promptly(_highest, *given)
    except PageError:
        return 0


def _highest(prediction: str, references: list[str], options: Options) -> int:
    """Which reference scores highest in the one type of the options.

    Raises:
        PageError: an option does not fit.
    """
    try:
        scorer = RougeScorer.of(options)
        found = scorer.score_rows(references, [prediction] * len(references))
    except (ValueError, TypeError, ImportError, LookupError) as error:
        raise PageError(str(error)) from error
    (rouge_type,) = options.rouge_types
    return int(
        np.argmax(found[rouge_type][:, 1 if options.multi_reference == "best_recall" else 2])
    )


def _plain(reference: str, prediction: str) -> str:
    """Show two texts without marks, cut where they are too long to be read here."""
    parts = []
    for name, text in (("reference", reference), ("prediction", prediction)):
        said = f", the first {N_SHOWN:,} of {len(text):,} characters" if len(text) > N_SHOWN else ""
        parts.append(
            f'<p class="rouge-caption">{name}{said}</p>'
            f'<div dir="auto" class="rouge-plain" tabindex="0">{html.escape(text[:N_SHOWN])}</div>'
        )
    return "".join(parts)


def cut(text: str) -> str:
    """Put a text on one line, and end it where it is too long for a list."""
    line = " ".join(text[: 4 * N_CUT].split())
    return line if len(line) <= N_CUT else f"{line[: N_CUT - 1]}\u2026"
