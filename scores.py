"""Counts -> precision, recall and F-beta.

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


def alpha_to_beta(alpha: float) -> float:
    """Convert the alpha of ROUGE-1.5.5, the weight of precision from 0 to 1, to a beta.

    F = P * R / ((1 - alpha) * P + alpha * R) is F-beta with beta^2 = (1 - alpha) / alpha.

    Raises:
        ValueError: alpha does not lie in [0, 1].

    Example:
        alpha  0.5 -> 1.0    0.2 -> 2.0    1 -> 0.0 (precision)    0 -> inf (recall)
    """
    if not 0.0 <= alpha <= 1.0:
        raise ValueError(f"alpha is {alpha!r}; it must lie in [0, 1] (0 recall, 1 precision)")
    return math.sqrt((1.0 - alpha) / alpha) if alpha > 0.0 else math.inf


class BatchCounts(NamedTuple):
    """What one type counted in each pair of a batch."""

    hits: np.ndarray  # (n_pairs,) int64: units on both sides, clipped
    n_pred: np.ndarray  # (n_pairs,) int64: units of the prediction
    n_ref: np.ndarray  # (n_pairs,) int64: units of the reference
    # Only for types that weigh k consecutive units as k ** weight (float64 arrays then):
    weight: float = 1.0
    n_ref_compared: np.ndarray | None = None  # stands in for n_ref where recalls are compared


def prf(counts: BatchCounts, beta: float = 1.0) -> np.ndarray:
    """Divide: (n_pairs, 3) float64, columns precision, recall, F-beta.

    A side without units gives 0.0. The same doubles as ``f_beta`` for each pair.
    """
    scores = np.empty((len(counts.hits), 3))
    precision, recall, fmeasure = scores.T
    np.divide(counts.hits, np.maximum(counts.n_pred, 1), out=precision)
    np.divide(counts.hits, np.maximum(counts.n_ref, 1), out=recall)
    if counts.weight != 1.0:
        scores[:, :2] **= 1.0 / counts.weight
        ratios = scores[:, :2]  # a view
        ratios[(ratios > 1.0) & (ratios < 1.0 + 1e-12)] = 1.0  # sums of powers end a bit off
    recall_weight = beta * beta
    if math.isinf(recall_weight):
        fmeasure[:] = recall
        return scores
    denominator = recall_weight * precision + recall
    numerator = ((1.0 + recall_weight) * precision) * recall
    fmeasure[:] = 0.0
    np.divide(numerator, denominator, out=fmeasure, where=denominator > 0.0)
    return scores
