"""Several references of one example -> one score.

Counts of every (prediction, reference) pair of a batch come in, the references
of an example behind each other; one row of precision, recall and F per example
comes out. It knows no type: every mode serves them all. With one reference,
all modes give the score of that pair.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .ragged import rows_of
from .scores import BatchCounts, prf

# (counts of the pairs, beta, (n_examples + 1,) offsets of their references) -> (n_examples, 3)
Mode = Callable[[BatchCounts, float, np.ndarray], np.ndarray]


def best(counts: BatchCounts, beta: float, offsets: np.ndarray) -> np.ndarray:
    """Keep the reference with the highest F, the first one on ties (rouge_score)."""
    scores = prf(counts, beta)
    return scores[_first_highest(scores[:, 2], offsets)]


def best_recall(counts: BatchCounts, beta: float, offsets: np.ndarray) -> np.ndarray:
    """Keep the reference with the highest recall, the first one on ties (ROUGE-1.5.5 -f B).

    For ROUGE-W that script compares before it weights the reference's length a
    second time, and so do we: the reference kept may not have the highest R shown.
    """
    n_ref = counts.n_ref if counts.n_ref_compared is None else counts.n_ref_compared
    recall = counts.hits / np.maximum(n_ref, 1)
    return prf(counts, beta)[_first_highest(recall, offsets)]


def average(counts: BatchCounts, beta: float, offsets: np.ndarray) -> np.ndarray:
    """Average P, R and F, each for itself, over the references."""
    return _means(prf(counts, beta), offsets)


def jackknife(counts: BatchCounts, beta: float, offsets: np.ndarray) -> np.ndarray:
    """Leave out each reference in turn, keep the best of the rest, and average.

    As in Lin 2004, sec. 2.1. Examples may differ in their number of references.

    Example (F of four references):
        F             .2 .9 .4 .5
        best of rest  .9 .5 .9 .9    mean .8
    """
    scores = prf(counts, beta)
    fmeasure = scores[:, 2]
    example_of = rows_of(offsets)
    first = _first_highest(fmeasure, offsets)
    others = fmeasure.copy()
    others[first] = -1.0
    second = _first_highest(others, offsets)  # the only one where there is one
    is_first = np.arange(len(scores)) == first[example_of]
    best_of_rest = np.where(is_first, second[example_of], first[example_of])
    return _means(scores[best_of_rest], offsets)


def pooled(counts: BatchCounts, beta: float, offsets: np.ndarray) -> np.ndarray:
    """Add up hits and units over the references, then divide (ROUGE-1.5.5 -f A).

    The units of the prediction count once per reference.
    """
    sums = [_sums(values, offsets) for values in (counts.hits, counts.n_pred, counts.n_ref)]
    return prf(counts._replace(hits=sums[0], n_pred=sums[1], n_ref=sums[2]), beta)


MODES: dict[str, Mode] = {
    "best": best,
    "average": average,
    "jackknife": jackknife,
    "pooled": pooled,
    "best_recall": best_recall,
}


def _first_highest(values: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Find the first pair with the highest value in each example: (n_examples,) int64."""
    example_of = rows_of(offsets)
    highest = np.maximum.reduceat(values, offsets[:-1])
    is_highest = np.flatnonzero(values == highest[example_of])
    _, first = np.unique(example_of[is_highest], return_index=True)
    return is_highest[first]


def _means(scores: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Average each column over each example: (n_examples, 3)."""
    sums = [_sums(column, offsets) for column in scores.T]
    return np.stack(sums, axis=1) / np.diff(offsets)[:, None]


def _sums(values: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Add up each example, the smallest first, so that the order of references is no matter."""
    example_of = rows_of(offsets)
    in_order = values[np.lexsort((values, example_of))]
    return np.add.reduceat(in_order, offsets[:-1])
