"""Counts -> precision, recall and F-beta.

Floats appear here and nowhere earlier: counts stay integers until the one
division. It knows nothing of tokens or of how anything was counted.
"""

from __future__ import annotations

import math
from typing import NamedTuple


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
