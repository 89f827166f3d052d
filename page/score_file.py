"""Tab 2: a file of pairs -> its scores in short, and a folder that holds every pair.

One call reads, scores, resamples, and tells on the way how far it is. What the
page keeps of it for this visitor is a small Report; texts and scores lie on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..files.outputs import row_writer
from ..scores import MEASURES
from . import reproduce, stored
from .drawings import table
from .files import columns_used, pairs_of
from .hints import hints
from .settings import CONFIDENCE, N_RESAMPLES, PageError, Settings, limits_of

CHUNK = 4096  # pairs scored between two looks at the clock


class Step(NamedTuple):
    """How far a run is.

    Attributes:
        stage: "reading", "scoring" or "resampling".
        share: of this stage, from 0 to 1.
        said: what to show of it.
    """

    stage: str
    share: float
    said: str


Progress = Callable[[Step], None]


def no_progress(step: Step) -> None:
    """Tell nobody."""


class Asked(NamedTuple):
    """What a visitor asked for, to tell whether what is shown still is that."""

    predictions: tuple[str, ...]  # paths
    references: str | None
    prediction_column: str | None
    reference_columns: tuple[str, ...]
    settings: Settings

    @property
    def files(self) -> str:
        """Names of the files, as the visitor has them."""
        paths = [*self.predictions, *([self.references] if self.references else [])]
        return " and ".join(dict.fromkeys(Path(path).name for path in paths))

    @property
    def options(self) -> str:
        """The options that are not at their default, in a line."""
        chosen = reproduce.options_of(self.settings)
        chosen.pop("rouge_types", None)
        said = ", ".join(f"{name} {value}" for name, value in chosen.items())
        return said or "all options at their defaults"


class Pairs(NamedTuple):
    """All pairs of the files that were given."""

    predictions: list[list[str]]  # (n_systems,) lists of (n_pairs,)
    references: list[str] | list[list[str]]  # (n_pairs,)


@dataclass(frozen=True)
class Report:
    """What is left of a file when it has been scored.

    Attributes:
        asked: which files, and how they were scored.
        folder: where its texts and scores lie.
        n_pairs: how many pairs it holds.
        n_references: the fewest and the most that a pair has.
        limits: for each type (3, 3): low, mid, high by precision, recall, F.
        medians: for each type the F that half of the pairs reach.
        signature: one line that makes the aggregate repeatable.
        hint: what the visitor should know; empty if nothing.
        download: path of the scores of every pair.
        python: lines that give the same scores.
        command: a command that gives them.
    """

    asked: Asked
    folder: str
    n_pairs: int
    n_references: tuple[int, int]
    limits: dict[str, np.ndarray]
    medians: dict[str, float]
    signature: str
    hint: str
    download: str
    python: str
    command: str


def score_file(
    prediction_path: str,
    reference_path: str | None,
    prediction_column: str | None,
    reference_columns: Sequence[str],
    settings: Settings,
    progress: Progress = no_progress,
) -> Report:
    """Score every pair of a file, or of two files of equal length.

    Raises:
        PageError: says which file, where, and what is wrong.
    """
    asked = Asked(
        (prediction_path,), reference_path, prediction_column, tuple(reference_columns), settings
    )
    scorer = settings.scorer()
    pairs = read(asked, progress)
    columns = scored(scorer, pairs, settings.rouge_types, progress)[0]
    limits = limits_of(columns, resampling(progress, len(columns)))
    folder = stored.new_folder()
    stored.write(folder, pairs.predictions, pairs.references, columns)
    counts = [1 if isinstance(listed, str) else len(listed) for listed in pairs.references]
    used = columns_used(prediction_path, reference_path, prediction_column, reference_columns)
    found = (prediction_path, reference_path, *used, settings)
    return Report(
        asked=asked,
        folder=str(folder),
        n_pairs=len(pairs.references),
        n_references=(min(counts), max(counts)),
        limits=limits,
        medians={name: float(np.median(column[:, 2])) for name, column in columns.items()},
        signature=settings.signature(aggregated=True),
        hint=hints(listed_texts(pairs), settings),
        download=_written(folder, columns, settings.signature(aggregated=False)),
        python=reproduce.python_of_file(*found),
        command=reproduce.command_of_file(*found),
    )


def read(asked: Asked, progress: Progress) -> Pairs:
    """Read all pairs of the files.

    Raises:
        PageError: a file cannot be used.
    """
    predictions: list[list[str]] = [[] for _ in asked.predictions]
    references: list[Any] = []
    seen = 0.0

    def watch(n_read: int, n_bytes: int | None) -> None:
        nonlocal seen
        seen = n_read / n_bytes if n_bytes else 0.0

    for block in pairs_of(
        asked.predictions,
        asked.references,
        asked.prediction_column,
        asked.reference_columns,
        watch,
    ):
        for system, texts in zip(predictions, block.predictions, strict=True):
            system += texts
        references.extend(block.references)
        progress(Step("reading", seen, f"{len(references):,} pairs"))
    return Pairs(predictions, _even(references))


def scored(
    scorer: Any, pairs: Pairs, rouge_types: Sequence[str], progress: Progress
) -> list[dict[str, np.ndarray]]:
    """Score all systems, chunk by chunk: for each of them (n_pairs, 3) float64 of each type.

    Raises:
        PageError: an option does not fit the texts.
    """
    n_pairs = len(pairs.references)
    n_all = n_pairs * len(pairs.predictions)
    found = []
    for system, predictions in enumerate(pairs.predictions):
        columns = {name: np.empty((n_pairs, 3)) for name in rouge_types}
        for start in range(0, n_pairs, CHUNK):
            rows = slice(start, start + CHUNK)
            try:
                scores = scorer.score_rows(pairs.references[rows], predictions[rows])
            except (ValueError, TypeError, ImportError, LookupError) as error:
                raise PageError(str(error)) from error
            for name, column in columns.items():
                column[rows] = scores[name]
            n_done = system * n_pairs + min(start + CHUNK, n_pairs)
            progress(Step("scoring", n_done / n_all, f"{n_done:,} of {n_all:,} pairs"))
        found.append(columns)
    return found


def resampling(progress: Progress, n_all: int, n_done: int = 0) -> Callable[[str], None]:
    """Make what tells that the resamples of one more type, or system, are drawn."""

    def tell(said: str) -> None:
        nonlocal n_done
        progress(Step("resampling", n_done / n_all, said))
        n_done += 1

    return tell


def summary(report: Report) -> str:
    """Draw what a file scores, in short, as HTML."""
    rows = []
    for name, limits in report.limits.items():
        low, mid, high = limits
        rows.append(
            [
                name,
                f"{mid[2]:.4f}",
                f"{low[2]:.4f} to {high[2]:.4f}",
                f"{report.medians[name]:.4f}",
                f"{mid[0]:.4f}",
                f"{mid[1]:.4f}",
            ]
        )
    headings = ["type", "mean F", f"{CONFIDENCE:.0%} interval", "median F", "precision", "recall"]
    few, many = report.n_references
    each = f"{few} to {many} references" if few < many else f"{few} reference{'s' * (few > 1)}"
    caption = (
        f"{report.asked.files}: {report.n_pairs:,} pairs, {each} each; {report.asked.options}. "
        f"Means as the metric gives them, the middle of {N_RESAMPLES:,} bootstrap resamples; "
        "median over the pairs."
    )
    means = ", ".join(f"{row[0]} {row[1]}" for row in rows)
    return table(headings, rows, caption, f"{report.n_pairs:,} pairs scored. Mean F: {means}")


def as_json(report: Report) -> dict:
    """Give the aggregate as plain values, for the API."""
    types = {}
    for name, limits in report.limits.items():
        low, mid, high = limits.tolist()
        types[name] = {
            measure: {"low": low[k], "mid": mid[k], "high": high[k]}
            for k, measure in enumerate(MEASURES)
        }
    return {
        "n_pairs": report.n_pairs,
        "types": types,
        "signature": report.signature,
        "hint": report.hint,
    }


def _even(references: list[Any]) -> list[str] | list[list[str]]:
    """Make every row a list if one of them is."""
    if all(isinstance(listed, str) for listed in references):
        return references
    return [[listed] if isinstance(listed, str) else listed for listed in references]


def listed_texts(pairs: Pairs) -> list[str]:
    """List every text of the pairs."""
    texts = [text for system in pairs.predictions for text in system]
    for listed in pairs.references:
        texts += [listed] if isinstance(listed, str) else listed
    return texts


def _written(folder: Path, columns: dict[str, np.ndarray], signature: str) -> str:
    """Write the scores of every pair, numbered from 1 as the list and the command line do."""
    path = folder / "scores.csv"
    table = {"row": np.arange(1, len(next(iter(columns.values()))) + 1)}
    for name, column in columns.items():
        for k, measure in enumerate(MEASURES):
            table[f"{name}_{measure}"] = column[:, k]
    with row_writer(str(path), "csv", signature) as writer:
        writer.write(table)
    return str(path)
