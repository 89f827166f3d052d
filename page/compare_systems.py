"""Tab 3: several systems against the same references -> intervals, and which differ.

The first system is the baseline: every other one is compared with it. Reading
and scoring as in tab 2; the tests are those of evaluate_rouge.significance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..significance import Comparison, compare
from .drawings import intervals, table
from .files import pairs_of
from .hints import hints
from .score_file import Progress, Read, no_progress
from .settings import CONFIDENCE, SEED, PageError, Settings, limits_of

MAX_SYSTEMS = 10
N_RESAMPLES = 10_000
LEVEL = 0.05


@dataclass(frozen=True)
class Contest:
    """Systems side by side.

    Attributes:
        names: of the systems, as their files are called.
        n_pairs: how many pairs each was scored on.
        limits: for each type, for each system (3,): low, mid, high of F.
        comparisons: for each type, one for each system after the first.
        signature: one line that makes the scores repeatable.
        hint: what the visitor should know; empty if nothing.
    """

    names: list[str]
    n_pairs: int
    limits: dict[str, list[np.ndarray]]
    comparisons: dict[str, list[Comparison]]
    signature: str
    hint: str


def compare_systems(
    system_paths: Sequence[str],
    reference_path: str | None,
    prediction_column: str | None,
    reference_columns: Sequence[str],
    settings: Settings,
    progress: Progress = no_progress,
) -> Contest:
    """Score every system on the same pairs, and compare each with the first.

    Raises:
        PageError: fewer than two systems, or too many; or a file that cannot be used.
    """
    if len(system_paths) < 2:
        raise PageError("Give the predictions of at least two systems, a file for each.")
    if len(system_paths) > MAX_SYSTEMS:
        raise PageError(f"{len(system_paths)} systems are given; at most {MAX_SYSTEMS} fit.")
    scorer = settings.scorer()
    blocks: list[list[dict[str, np.ndarray]]] = [[] for _ in system_paths]
    texts: list[str] = []
    n_pairs = 0
    read = Read()
    for block in pairs_of(
        system_paths, reference_path, prediction_column, reference_columns, read.watch
    ):
        for system, predictions in enumerate(block.predictions):
            try:
                scores = scorer.score_rows(block.references, predictions)
            except (ValueError, TypeError, ImportError, LookupError) as error:
                raise PageError(str(error)) from error
            blocks[system].append({name: scores[name] for name in settings.rouge_types})
            texts += predictions
        n_pairs += len(block)
        progress(read.share, n_pairs)

    limits: dict[str, list[np.ndarray]] = {name: [] for name in settings.rouge_types}
    fmeasures: dict[str, list[np.ndarray]] = {name: [] for name in settings.rouge_types}
    for parts in blocks:
        columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        for name, limit in limits_of(columns).items():
            limits[name].append(limit[:, 2])
            fmeasures[name].append(columns[name][:, 2])
    return Contest(
        names=_names(system_paths),
        n_pairs=n_pairs,
        limits=limits,
        comparisons={
            name: compare(np.stack(rows), N_RESAMPLES, CONFIDENCE, SEED)
            for name, rows in fmeasures.items()
        },
        signature=settings.signature(aggregated=True),
        hint=hints(texts, settings),
    )


def drawn(contest: Contest, rouge_type: str) -> tuple[str, str]:
    """Draw one type: the table of differences, and the intervals, as HTML."""
    share = f"{CONFIDENCE:.0%}"
    rows = []
    for system, (name, (low, mid, high)) in enumerate(
        zip(contest.names, contest.limits[rouge_type], strict=True)
    ):
        cells = [name, f"{mid:.4f}", f"{low:.4f} to {high:.4f}"]
        if system == 0:
            rows.append([*cells, "baseline", "", "", "", ""])
            continue
        found = contest.comparisons[rouge_type][system - 1]
        rows.append(
            [
                *cells,
                f"{found.difference:+.4f}",
                f"{found.low:+.4f} to {found.high:+.4f}",
                _p(found.p_bootstrap_holm),
                _p(found.p_randomization_holm) + (" (exact)" if found.exact else ""),
                verdict(found),
            ]
        )
    headings = [
        "system",
        "F",
        f"{share} interval",
        "difference",
        f"its {share} interval",
        "p, bootstrap",
        "p, randomization",
        "verdict",
    ]
    caption = (
        f"{rouge_type}, {contest.n_pairs:,} pairs. Differences from the first system; p-values by "
        f"paired bootstrap and by approximate randomization ({N_RESAMPLES:,} draws, seed {SEED}), "
        "with Holm's correction for the number of systems."
    )
    chart = intervals(
        [
            (name, *limit.tolist())
            for name, limit in zip(contest.names, contest.limits[rouge_type], strict=True)
        ],
        f"F of {rouge_type} with its {share} interval",
    )
    return table(headings, rows, caption), chart


def verdict(comparison: Comparison) -> str:
    """Say in words whether a difference is one: both tests must agree, at 5%."""
    if max(comparison.p_bootstrap_holm, comparison.p_randomization_holm) >= LEVEL:
        return "not significant"
    return "better" if comparison.difference > 0 else "worse"


def as_json(contest: Contest) -> dict:
    """Give the comparison as plain values, for the API."""
    types = {}
    for name, limits in contest.limits.items():
        systems = []
        for system, (label, limit) in enumerate(zip(contest.names, limits, strict=True)):
            low, mid, high = limit.tolist()
            limits_of_system = {"low": low, "mid": mid, "high": high}
            found: dict[str, Any] = {"system": label, "fmeasure": limits_of_system}
            if system:
                comparison = contest.comparisons[name][system - 1]
                found |= {
                    "difference": comparison.difference,
                    "low": comparison.low,
                    "high": comparison.high,
                    "p_bootstrap_holm": comparison.p_bootstrap_holm,
                    "p_randomization_holm": comparison.p_randomization_holm,
                    "verdict": verdict(comparison),
                }
            systems.append(found)
        types[name] = systems
    return {
        "n_pairs": contest.n_pairs,
        "types": types,
        "signature": contest.signature,
        "hint": contest.hint,
    }


def _names(paths: Sequence[str]) -> list[str]:
    """Name systems by their files; files of one name are numbered."""
    stems = [Path(path).stem for path in paths]
    return [stem if stems.count(stem) == 1 else f"{stem} ({k + 1})" for k, stem in enumerate(stems)]


def _p(value: float) -> str:
    return f"{value:.4f}" if value >= 0.0001 else "< 0.0001"
