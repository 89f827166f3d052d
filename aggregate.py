"""Per-example scores in, means with confidence limits out: the seeded bootstrap.

Draws from NumPy's global generator exactly as rouge_score does, and sums in
its order, so that the same seed gives the same doubles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

_BLOCK = 1 << 16  # draws at a time: they and what they gather stay in the cache


class AggregateScore(NamedTuple):
    """Lower limit, median and upper limit of the bootstrap means."""

    low: Any
    mid: Any
    high: Any


def resample_means(scores: np.ndarray, n_resamples: int) -> np.ndarray:
    """Draw rows with replacement and take the mean of each column, again and again.

    Args:
        scores: (n_examples, n_measures) float64.

    Returns:
        (n_resamples, n_measures) float64. One example consumes nothing from the generator.
    """
    n_examples, n_measures = scores.shape
    means = np.empty((n_resamples, n_measures))
    if n_examples == 1:
        means[:] = scores[0]
        return means
    columns = [np.ascontiguousarray(scores[:, measure]) for measure in range(n_measures)]
    per_block = max(_BLOCK // n_examples, 1)
    for start in range(0, n_resamples, per_block):
        stop = min(start + per_block, n_resamples)
        # One call for many resamples reads the same stream as a call for each.
        drawn = np.random.randint(0, n_examples, size=(stop - start, n_examples), dtype=np.int32)
        by_draw = np.ascontiguousarray(drawn.T)  # (n_examples, n_resamples of this block)
        for measure, column in enumerate(columns):
            # Over the outer axis NumPy adds one row after the other, in drawing order; over
            # the inner one it would add pairwise, and end in other last bits.
            means[start:stop, measure] = np.add.reduce(column[by_draw], axis=0)
    means /= n_examples
    return means


def bootstrap(scores: np.ndarray, confidence_interval: float, n_resamples: int) -> np.ndarray:
    """Find the limits and the median of the bootstrap means.

    Args:
        scores: (n_examples, n_measures) float64, at least one example.

    Returns:
        (3, n_measures): low, mid and high. Mid is the median of the resamples'
        means, not the mean of the scores.
    """
    means = resample_means(scores, n_resamples)
    # This expression, since (1 - c) / 2 * 100 would differ in the last bit.
    delta = (1 - confidence_interval) / 2
    return np.percentile(means, 100 * np.array([delta, 0.5, 1 - delta]), axis=0)


class BootstrapAggregator:
    """Collects scores and gives their means with confidence limits, as rouge_score's does.

    Example:
        >>> aggregator = BootstrapAggregator()
        >>> aggregator.add_scores({"rouge1": Score(0.5, 1.0, 2 / 3)})
        >>> aggregator.aggregate()["rouge1"].mid.precision
        0.5
    """

    def __init__(self, confidence_interval: float = 0.95, n_samples: int = 1000) -> None:
        """Set the confidence level, from 0 to 1, and the number of resamples."""
        check_bootstrap(confidence_interval, n_samples)
        self._confidence_interval = confidence_interval
        self._n_samples = n_samples
        self._scores: dict[str, list[Any]] = {}

    def add_scores(self, scores: Mapping[str, Any]) -> None:
        """Add the scores of one example: a named tuple of measures, or a number, for each type."""
        for score_type, score in scores.items():
            self._scores.setdefault(score_type, []).append(score)

    def aggregate(self) -> dict[str, AggregateScore]:
        """Give low, mid and high for each type, in the order in which types were first seen."""
        aggregated = {}
        for score_type, scores in self._scores.items():
            columns = np.array(scores, dtype=np.float64).reshape(len(scores), -1)
            limits = bootstrap(columns, self._confidence_interval, self._n_samples)
            make = type(scores[0])
            aggregated[score_type] = AggregateScore(*(make(*limit) for limit in limits))
        return aggregated


def check_bootstrap(confidence_interval: float, n_resamples: int) -> None:
    """Refuse a confidence level outside [0, 1] or fewer than one resample.

    Raises:
        ValueError: in either case.
    """
    if not 0 <= confidence_interval <= 1:
        raise ValueError(
            f"confidence_interval must be in range [0, 1], and is {confidence_interval!r}"
        )
    if n_resamples <= 0:
        raise ValueError(f"n_samples must be positive, and is {n_resamples!r}")
