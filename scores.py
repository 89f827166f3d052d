"""Counts -> precision, recall and F-beta, and one score from those of several references.

Floats appear here and nowhere earlier: counts stay integers until the one
division. It knows nothing of tokens or of how anything was counted.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np


class Score(NamedTuple):
    """Precision, recall and their F-measure, each a float (0.0 for an empty side)."""

    precision: float
    recall: float
    fmeasure: float


def f_beta(precision: float, recall: float, beta: float = 1.0) -> float:
    """Weigh precision and recall into one number, recall beta times as heavily.

    (1 + beta^2) * P * R / (beta^2 * P + R). The order of the operations is
    part of the result: with beta = 1 it is ((2 * P) * R) / (P + R) to the bit.
    beta = 0 gives the precision, an infinite beta the recall.

    Example:
        f_beta(0.5, 1.0)       0.6666666666666666
        f_beta(0.5, 1.0, 2.0)  0.8333333333333334
        f_beta(0.0, 0.0)       0.0
    """
    recall_weight = beta * beta
    if math.isinf(recall_weight):
        return recall
    denominator = recall_weight * precision + recall
    if not denominator > 0.0:
        return 0.0
    return ((1.0 + recall_weight) * precision) * recall / denominator


class BatchCounts(NamedTuple):
    """What one type counted in each pair of a batch."""

    hits: np.ndarray  # (n_pairs,) int64: units on both sides, clipped
    n_pred: np.ndarray  # (n_pairs,) int64: units of the prediction
    n_ref: np.ndarray  # (n_pairs,) int64: units of the reference


def prf(counts: BatchCounts, beta: float = 1.0) -> np.ndarray:
    """Divide: (n_pairs, 3) float64, columns precision, recall, F-beta.

    A side without units gives 0.0. The same doubles as ``f_beta`` for each pair.
    """
    scores = np.empty((len(counts.hits), 3))
    precision, recall, fmeasure = scores.T
    np.divide(counts.hits, np.maximum(counts.n_pred, 1), out=precision)
    np.divide(counts.hits, np.maximum(counts.n_ref, 1), out=recall)
    recall_weight = beta * beta
    if math.isinf(recall_weight):
        fmeasure[:] = recall
        return scores
    denominator = recall_weight * precision + recall
    numerator = ((1.0 + recall_weight) * precision) * recall
    fmeasure[:] = 0.0
    np.divide(numerator, denominator, out=fmeasure, where=denominator > 0.0)
    return scores


def best_reference(scores: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Keep for each example the reference with the highest F, the first one on ties.

    Args:
        scores: (n_pairs, 3), one row per reference.
        offsets: (n_examples + 1,): references of each example, at least one.

    Returns:
        (n_examples, 3).
    """
    example_of = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    fmeasure = scores[:, 2]
    highest = np.maximum.reduceat(fmeasure, offsets[:-1]) if len(scores) else fmeasure
    is_best = np.flatnonzero(fmeasure == highest[example_of])
    _, first = np.unique(example_of[is_best], return_index=True)
    return scores[is_best[first]]


def average_reference(scores: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Average precision, recall and F over the references of each example: (n_examples, 3)."""
    n_examples = len(offsets) - 1
    example_of = np.repeat(np.arange(n_examples), np.diff(offsets))
    sums = [np.bincount(example_of, column, n_examples) for column in scores.T]
    return np.stack(sums, axis=1) / np.diff(offsets)[:, None]
