"""Per-example scores in, means with confidence limits out: the seeded bootstrap.

Draws from NumPy's global generator exactly as rouge_score does, and sums in
its order, so that the same seed gives the same doubles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from .machine import keep_freed_memory

_BLOCK = 1 << 18  # draws at a time: they and what they gather stay in the cache


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
    keep_freed_memory()
    columns = [np.ascontiguousarray(scores[:, measure]) for measure in range(n_measures)]
    per_block = max(_BLOCK // n_examples, 1)
    for start in range(0, n_resamples, per_block):
        stop = min(start + per_block, n_resamples)
        drawn = draw(n_examples, (stop - start) * n_examples)
        by_draw = np.ascontiguousarray(drawn.reshape(-1, n_examples).T)  # (n_examples, n_block)
        for measure, column in enumerate(columns):
            means[start:stop, measure] = _sum_in_order(column.take(by_draw))
    means /= n_examples
    return means


def draw(n_examples: int, n_draws: int) -> np.ndarray:
    """Draw rows from the global generator, as ``np.random.choice(np.arange(n_examples))`` does.

    The generator of ``np.random.seed``, MT19937, gives words of 32 bits. A draw
    is the low bits of a word, and words that give none of the rows are passed
    over. Asking for as many words as draws are missing, again and again, reads
    the very words that drawing one by one would read, and leaves it at the same place.

    Args:
        n_examples: 2 or more.

    Returns:
        (n_draws,) int64, each below ``n_examples``.
    """
    bits = np.random.get_bit_generator()  # type: ignore[attr-defined]
    if not isinstance(bits, np.random.MT19937) or n_examples > 1 << 32:
        return np.random.randint(0, n_examples, size=n_draws)  # somebody else's generator
    low_bits = np.uint64((1 << (n_examples - 1).bit_length()) - 1)
    drawn = np.empty(n_draws, dtype=np.uint64)
    done = 0
    while done < n_draws:
        words = bits.random_raw(n_draws - done)
        words &= low_bits
        rows = words.compress(words < n_examples)
        drawn[done : done + len(rows)] = rows
        done += len(rows)
    return drawn.view(np.int64)


def _sum_in_order(values: np.ndarray) -> np.ndarray:
    """Add row after row, in drawing order: (n_draws, n_resamples) -> (n_resamples,).

    NumPy does so over the outer axis. Over the only one it would add pairwise,
    and end in other last bits.
    """
    if values.shape[1] == 1:
        return np.add.accumulate(values, axis=0)[-1]
    return np.add.reduce(values, axis=0)


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
