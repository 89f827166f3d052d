"""Scores of evaluations -> what ROUGE-1.5.5 prints: averages and their intervals.

The script's own generator (drand48) draws the resamples, so that all printed
digits can be the same. It knows no text and no counting.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..text import kernels_in_use


class Estimate(NamedTuple):
    """A value as printed, and the ends of its interval."""

    value: float
    low: float
    high: float


class Average(NamedTuple):
    """What the script prints as Average_R, Average_P and Average_F."""

    recall: Estimate
    precision: Estimate
    fmeasure: Estimate


def rounded(value: float) -> float:
    """Round as "%.5f" prints."""
    return float(f"{value:.5f}")


def resampled_sums(rows: np.ndarray, n_resamples: int) -> np.ndarray:
    """Sum the rows of every resample, in drawing order: (n_resamples, n_columns).

    Resample s seeds drand48 with s and draws as many rows as there are.

    Args:
        rows: (n_rows, n_columns) float64.
    """
    sums = np.zeros((n_resamples, rows.shape[1]))
    if (kernels := kernels_in_use()) is not None:
        kernels.drand48_sums(np.ascontiguousarray(rows), sums)
        return sums
    seeds = np.arange(n_resamples, dtype=np.uint64)
    state = (seeds << np.uint64(16)) + np.uint64(0x330E)  # (n_resamples,) uint64, 48 bits
    for _ in range(len(rows)):
        # Products wrap at 64 bits, which leaves the 48 below as they are.
        state = (state * np.uint64(0x5DEECE66D) + np.uint64(11)) & np.uint64(2**48 - 1)
        drawn = (state * (1.0 / 2**48) * len(rows)).astype(np.int64)
        sums += rows[drawn]
    return sums


def average(values: np.ndarray, confidence: float) -> Average:
    """Average resamples, and cut their ends off.

    Args:
        values: (n_resamples, 3): recall, precision, F.
    """
    estimates = []
    for column in np.sort(values, axis=0).T.tolist():
        mean = sum(column) / len(column)  # from the smallest on, which decides the last digit
        estimates.append(Estimate(*map(rounded, (mean, *_interval(column, confidence)))))
    return Average(*estimates)


def _interval(values: list[float], confidence: float) -> tuple[float, float]:
    """Read both ends off sorted values.

    Between two values, both ends are interpolated by the upper end's fraction.
    """
    n_out = len(values) * (100.0 - confidence) / 200.0  # at either end
    last = len(values) - n_out - 1.0
    fraction = last - int(last)
    ends = []
    for index in (int(n_out), int(last)):
        following = min(index + 1, len(values) - 1)
        ends.append(values[index] + fraction * (values[following] - values[index]))
    return ends[0], ends[1]
