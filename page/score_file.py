"""Tab 2: a file of pairs -> aggregate, distribution, best and worst pairs, scores to keep.

One call reads, scores and forgets; what the page keeps of it for this visitor
is a small Report.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..files.outputs import row_writer
from .drawings import distribution, intervals, pair_list, table
from .files import pairs_of
from .hints import hints
from .settings import CONFIDENCE, N_RESAMPLES, PageError, Settings, limits_of

N_SHOWN = 10  # pairs at either end
N_CUT = 120  # characters of a text in the list
SCORES = Path(tempfile.gettempdir()) / "evaluate-rouge-page"
KEPT_SECONDS = 3600  # the server makes a copy of its own when it sends the file
MEASURES = ("precision", "recall", "fmeasure")

# Told which share of the first file is read, and how many pairs are scored.
Progress = Callable[[float, int], None]


def no_progress(share: float, n_pairs: int) -> None:
    """Tell nobody."""


class Read:
    """How much of a file has been read."""

    def __init__(self) -> None:
        self.share = 0.0

    def watch(self, n_read: int, n_bytes: int | None) -> None:
        """Take notice of what the reader says."""
        self.share = n_read / n_bytes if n_bytes else 0.0


@dataclass(frozen=True)
class Pair:
    """One pair at an end of the list."""

    row: int  # counted from 0
    fmeasure: float
    prediction: str
    references: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """What is left of a file when it has been scored.

    Attributes:
        settings: how it was scored.
        n_pairs: how many pairs it holds.
        limits: for each type (3, 3): low, mid, high by precision, recall, F.
        fmeasures: for each type (n_pairs,) float64.
        best: for each type the pairs of highest F, best first.
        worst: for each type the pairs of lowest F, worst first.
        signature: one line that makes the aggregate repeatable.
        hint: what the visitor should know; empty if nothing.
        download: path of the scores of every pair.
    """

    settings: Settings
    n_pairs: int
    limits: dict[str, np.ndarray]
    fmeasures: dict[str, np.ndarray]
    best: dict[str, list[Pair]]
    worst: dict[str, list[Pair]]
    signature: str
    hint: str
    download: str


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
    scorer = settings.scorer()
    predictions: list[str] = []
    references: list[str | list[str]] = []
    blocks: list[dict[str, np.ndarray]] = []
    read = Read()
    for block in pairs_of(
        [prediction_path], reference_path, prediction_column, reference_columns, read.watch
    ):
        try:
            scores = scorer.score_rows(block.references, block.predictions[0])
        except (ValueError, TypeError, ImportError, LookupError) as error:
            raise PageError(str(error)) from error
        blocks.append({name: scores[name] for name in settings.rouge_types})
        predictions += block.predictions[0]
        references.extend(block.references)
        progress(read.share, len(predictions))
    columns = {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}
    fmeasures = {name: column[:, 2] for name, column in columns.items()}
    # Stable both ways: of equal pairs the earlier one comes first.
    worst = {name: np.argsort(values, kind="stable") for name, values in fmeasures.items()}
    best = {name: np.argsort(-values, kind="stable") for name, values in fmeasures.items()}

    def pairs(rows: np.ndarray, name: str) -> list[Pair]:
        return [
            Pair(row, float(fmeasures[name][row]), predictions[row], _listed(references[row]))
            for row in rows[:N_SHOWN].tolist()
        ]

    signature = settings.signature(aggregated=True)
    texts = [*predictions, *(text for listed in references for text in _listed(listed))]
    return Report(
        settings=settings,
        n_pairs=len(predictions),
        limits=limits_of(columns),
        fmeasures=fmeasures,
        best={name: pairs(rows, name) for name, rows in best.items()},
        worst={name: pairs(rows, name) for name, rows in worst.items()},
        signature=signature,
        hint=hints(texts, settings),
        download=_written(columns, settings.signature(aggregated=False)),
    )


def drawn(report: Report, rouge_type: str) -> tuple[str, str, str]:
    """Draw the aggregate: table, intervals, and the distribution of one type, as HTML."""
    rows = []
    for name, limits in report.limits.items():
        low, mid, high = limits
        rows.append([name, *(f"{value:.4f}" for value in mid), f"{low[2]:.4f} to {high[2]:.4f}"])
    share = f"{CONFIDENCE:.0%}"
    caption = (
        f"{report.n_pairs:,} pairs; median of {N_RESAMPLES:,} bootstrap means, as the metric gives"
    )
    scores = table(["type", "precision", "recall", "F", f"F, {share} interval"], rows, caption)
    chart = intervals(
        [(name, *limits[:, 2].tolist()) for name, limits in report.limits.items()],
        f"F of each type, with its {share} interval",
    )
    spread = distribution(
        report.fmeasures[rouge_type], f"How the F of {rouge_type} is spread over the pairs"
    )
    return scores, chart, spread


def drawn_pairs(report: Report, rouge_type: str) -> tuple[str, str]:
    """List the best and the worst pairs of one type, as HTML: (best, worst)."""
    return (
        pair_list(_rows(report.best[rouge_type]), f"Best pairs by {rouge_type}", "best"),
        pair_list(_rows(report.worst[rouge_type]), f"Worst pairs by {rouge_type}", "worst"),
    )


def _rows(pairs: Sequence[Pair]) -> list[tuple[int, float, str, str]]:
    return [
        (pair.row + 1, pair.fmeasure, _cut(pair.prediction), _cut(pair.references[0]))
        for pair in pairs
    ]


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


def _written(columns: dict[str, np.ndarray], signature: str) -> str:
    """Write the scores of every pair into a file of its own: (path).

    The folder is new for each call, so that two visitors never share a file.
    """
    SCORES.mkdir(mode=0o700, exist_ok=True)
    for folder in SCORES.iterdir():
        if time.time() - folder.stat().st_mtime > KEPT_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
    path = Path(tempfile.mkdtemp(dir=SCORES)) / "scores.csv"
    table = {"row": np.arange(len(next(iter(columns.values()))))}
    for name, column in columns.items():
        for k, measure in enumerate(MEASURES):
            table[f"{name}_{measure}"] = column[:, k]
    with row_writer(str(path), "csv", signature) as writer:
        writer.write(table)
    return str(path)


def _listed(references: str | Sequence[str]) -> tuple[str, ...]:
    return (references,) if isinstance(references, str) else tuple(references)


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= N_CUT else f"{line[: N_CUT - 1]}\u2026"
