"""Counts in, scores out: precision, recall and F, several references, the bootstrap.

The division and every sum of floats stand here, in the order that rouge_score
has, since that order decides the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, overload

import numpy as np

from .text import keep_freed_memory, kernels_in_use, rows_of

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas
    import polars
    import pyarrow

# ==================================================================================================
# Counts -> precision, recall and F-beta.
# Floats appear here and nowhere earlier: counts stay integers until the one
# division. It knows nothing of tokens or of how anything was counted.
# ==================================================================================================


class Score(NamedTuple):
    """Precision, recall and their F-measure, each a float (0.0 for an empty side)."""

    precision: float
    recall: float
    fmeasure: float


MEASURES = Score._fields


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


def measures_of(counts: Iterable[tuple[float, float, float]], beta: float = 1.0) -> list[float]:
    """Divide counts one by one: P, R, F, P, R, F, ...; the doubles that `prf` gives.

    One flat list, since each list and tuple that is kept costs the garbage collector time.

    Args:
        counts: hits, units of the prediction, units of the reference. Units are 0, or 1 and
            more; a side without units gives 0.0.
    """
    measures: list[float] = []
    for hits, n_pred, n_ref in counts:
        precision = hits / (n_pred or 1)
        recall = hits / (n_ref or 1)
        measures += precision, recall, f_beta(precision, recall, beta)
    return measures


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


# ==================================================================================================
# Several references of one example -> one score.
# Counts of every (prediction, reference) pair of a batch come in, the references
# of an example after each other; one row of precision, recall and F per example
# comes out. It knows no type: every mode serves them all. With one reference,
# all modes give the score of that pair.
# ==================================================================================================

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


# ==================================================================================================
# Per-example scores in, means with confidence limits out: the seeded bootstrap.
# Draws from NumPy's global generator exactly as rouge_score does, and sums in
# its order, so that the same seed gives the same doubles.
# ==================================================================================================

_BLOCK = 1 << 18  # draws at a time: they and what they gather stay in the cache
_WATCHED = 20  # resamples between two steps of a bar

Done = Callable[[int], object]  # takes how many resamples were drawn since it was last called


class AggregateScore(NamedTuple):
    """Lower limit, median and upper limit of the bootstrap means."""

    low: Any
    mid: Any
    high: Any


@contextmanager
def seeded(seed: int | None) -> Iterator[None]:
    """Seed NumPy's global generator, which the bootstrap draws from, and put it back after."""
    state = np.random.get_state()
    np.random.seed(seed)
    try:
        yield
    finally:
        np.random.set_state(state)


def resample_means(scores: np.ndarray, n_resamples: int, done: Done | None = None) -> np.ndarray:
    """Draw rows with replacement and take the mean of each column, again and again.

    Args:
        scores: (n_examples, n_measures) float64.
        done: told of each part of the resamples once it is drawn.

    Returns:
        (n_resamples, n_measures) float64. One example consumes nothing from the generator.
    """
    n_examples, n_measures = scores.shape
    means = np.empty((n_resamples, n_measures))
    if n_examples == 1:
        means[:] = scores[0]
        if done is not None:
            done(n_resamples)
        return means
    columns = np.ascontiguousarray(scores.T)  # (n_measures, n_examples)
    # In parts only where somebody watches: each goes on in the stream where the last one ended.
    n_part = n_resamples if done is None else _WATCHED
    for start in range(0, n_resamples, n_part):
        part = means[start : start + n_part]
        if not _sum_compiled(columns, part):
            _sum_as_arrays(columns, part)
        if done is not None:
            done(len(part))
    means /= n_examples
    return means


def _sum_compiled(columns: np.ndarray, out: np.ndarray) -> bool:
    """Draw and sum by the extension: whether it is there, and the generator one it knows.

    Args:
        columns: (n_measures, n_examples) float64.
        out: (n_resamples, n_measures) float64, for the sums.
    """
    kernels = kernels_in_use()
    bits = np.random.get_bit_generator()  # type: ignore[attr-defined]
    if kernels is None or not isinstance(bits, np.random.MT19937) or columns.shape[1] >= 1 << 31:
        return False
    with bits.lock:
        state: Any = bits.state
        words = state["state"]
        words["pos"] = kernels.resample_sums(columns, words["key"], words["pos"], out)
        bits.state = state
    return True


def _sum_as_arrays(columns: np.ndarray, out: np.ndarray) -> None:
    """Draw and sum a block of resamples at a time."""
    keep_freed_memory()
    n_examples, n_resamples = columns.shape[1], len(out)
    per_block = max(_BLOCK // n_examples, 1)
    for start in range(0, n_resamples, per_block):
        stop = min(start + per_block, n_resamples)
        drawn = draw(n_examples, (stop - start) * n_examples)
        by_draw = np.ascontiguousarray(drawn.reshape(-1, n_examples).T)  # (n_examples, n_block)
        for measure, column in enumerate(columns):
            out[start:stop, measure] = _sum_in_order(column.take(by_draw))


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


def bootstrap(
    scores: np.ndarray, confidence_interval: float, n_resamples: int, done: Done | None = None
) -> np.ndarray:
    """Find the limits and the median of the bootstrap means.

    Args:
        scores: (n_examples, n_measures) float64, at least one example.
        done: as `resample_means` takes it.

    Returns:
        (3, n_measures): low, mid and high. Mid is the median of the resamples'
        means, not the mean of the scores.
    """
    means = resample_means(scores, n_resamples, done)
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
        check_confidence("confidence_interval", confidence_interval)
        check_resamples("n_samples", n_samples)
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


def check_confidence(argument: str, share: object) -> None:
    """Refuse a share that no interval can cover.

    Raises:
        ValueError: it is no number from 0 to 1; `argument` names it.
    """
    is_number = isinstance(share, Real) and not isinstance(share, bool)
    if not is_number or not 0 <= share <= 1:  # type: ignore[operator]
        raise ValueError(
            f"{argument} is {share!r}; a share from 0 to 1 is wanted, for example 0.95"
        )


def check_resamples(argument: str, n_resamples: object) -> None:
    """Refuse a number of resamples that no bootstrap can draw.

    Raises:
        ValueError: it is no whole number from 1 on; `argument` names it.
    """
    if not isinstance(n_resamples, Integral) or isinstance(n_resamples, bool) or n_resamples < 1:
        raise ValueError(f"{argument} is {n_resamples!r}; a whole number of 1 or more is wanted")


# ==================================================================================================
# The scores of a batch, as people use them: columns by type, rows, means, and
# the tables of other libraries, each of which is loaded where it is asked for.
# ==================================================================================================

_QUARTILES = {"minimum": 0, "25%": 25, "median": 50, "75%": 75, "maximum": 100}


class BatchScores(Sequence[dict[str, Score]]):
    """Scores of many examples: columns by type, rows as ``{type: Score}``.

    Example:
        scores["rouge1"]    (n, 3) float64: precision, recall, fmeasure
        scores[17]          {"rouge1": Score(...), ...}
        scores[:10]         the first ten, as BatchScores
        scores.mean()       {"rouge1": Score(...), ...}
    """

    _rows: list[list[float]] | None = None  # P, R, F of each type, end to end
    _names: tuple[str, ...] = ()

    def __init__(self, columns: dict[str, npt.NDArray[np.float64]], n_examples: int) -> None:
        """Wrap one (n_examples, 3) array per type."""
        self._columns = columns
        self._n_examples = n_examples

    @classmethod
    def of_rows(cls, rouge_types: tuple[str, ...], rows: list[list[float]]) -> BatchScores:
        """Wrap precision, recall and F of each type, end to end, example by example."""
        few = cls.__new__(cls)
        few._rows = rows
        few._names = rouge_types
        few._n_examples = len(rows)
        return few

    @cached_property
    def _columns(self) -> dict[str, npt.NDArray[np.float64]]:
        """Make arrays of rows once they are asked for: of a few rows, that costs most of all."""
        measures = np.array(self._rows, dtype=np.float64).reshape(
            self._n_examples, len(self._names), 3
        )
        return {name: measures[:, position] for position, name in enumerate(self._names)}

    def zero_rows(self) -> list[int]:
        """List the rows that score 0 in every type."""
        if self._rows is not None:
            return [position for position, row in enumerate(self._rows) if not any(row)]
        rows = np.arange(self._n_examples)
        for column in self._columns.values():
            if not len(rows):
                break
            rows = rows[column[rows, 1] == 0.0]  # no hit, no recall
        return rows.tolist()

    @property
    def rouge_types(self) -> list[str]:
        """The types, in the order asked for."""
        return list(self._columns)

    def keys(self) -> KeysView[str]:
        """The types, as a dict of columns has them."""
        return self._columns.keys()

    def items(self) -> ItemsView[str, npt.NDArray[np.float64]]:
        """Pairs of a type and its (n, 3) column."""
        return self._columns.items()

    def __len__(self) -> int:
        return self._n_examples

    @overload
    def __getitem__(self, key: str) -> npt.NDArray[np.float64]: ...
    @overload
    def __getitem__(self, key: SupportsIndex) -> dict[str, Score]: ...
    @overload
    def __getitem__(self, key: slice) -> BatchScores: ...
    def __getitem__(self, key: str | SupportsIndex | slice) -> Any:
        """Get a type's column by its name, a row by its number, or a run of rows.

        Raises:
            KeyError: no such type was scored; names those that were.
            IndexError: no such row.
        """
        if isinstance(key, str):
            if key not in self._columns:
                raise KeyError(f"{key!r} was not scored; the types are {', '.join(self._columns)}")
            return self._columns[key]
        if isinstance(key, slice):
            columns = {name: column[key] for name, column in self._columns.items()}
            return BatchScores(columns, len(range(self._n_examples)[key]))
        row = range(self._n_examples)[key]
        return {name: Score(*column[row].tolist()) for name, column in self._columns.items()}

    def mean(self) -> dict[str, Score]:
        """Average each measure over the rows: ``{type: Score}``.

        These are plain means. ``compute`` and ``BootstrapAggregator`` give the median of
        resampled means instead, which differs by a small part of the interval's width.

        Raises:
            ValueError: there are no rows.
        """
        if not self._n_examples:
            raise ValueError("these scores have no rows, and so no mean")
        return {
            name: Score(*column.mean(axis=0).tolist()) for name, column in self._columns.items()
        }

    def to_dict(self) -> dict[str, list[float]]:
        """Flatten to lists, keyed as ``compute`` names them: ``{"rouge1_precision": [...], ...}``.

        What takes a dict of columns takes this: JSON, ``datasets.Dataset.from_dict``, ``csv``.
        """
        return {name: values.tolist() for name, values in self._flat().items()}

    def to_arrow(self) -> pyarrow.Table:
        """Make a pyarrow Table of ``rouge1_precision``, ``rouge1_recall``, ... (n rows, doubles).

        Raises:
            ImportError: pyarrow is not installed.
        """
        import pyarrow

        return pyarrow.table(self._flat())

    def to_pandas(self, index: Any = None) -> pandas.DataFrame:
        """Make a pandas DataFrame of ``rouge1_precision``, ``rouge1_recall``, ... (n rows).

        Args:
            index: of the frame, such as that of the frame the texts came from; default 0, 1, ...

        Raises:
            ImportError: pandas is not installed.
        """
        import pandas

        return pandas.DataFrame(self._flat(), index=index)

    def to_polars(self) -> polars.DataFrame:
        """Make a Polars DataFrame of ``rouge1_precision``, ``rouge1_recall``, ... (n rows).

        Raises:
            ImportError: Polars is not installed.
        """
        import polars

        return polars.DataFrame(self._flat())

    def _flat(self) -> dict[str, npt.NDArray[np.float64]]:
        """One contiguous (n,) array for each measure of each type."""
        return {
            f"{name}_{measure}": column[:, position].copy()
            for name, column in self._columns.items()
            for position, measure in enumerate(MEASURES)
        }

    def __repr__(self) -> str:
        return f"BatchScores({self._n_examples} examples, {', '.join(self._columns)})"

    def _repr_html_(self) -> str:
        """Draw means and the spread of F as a table, for a notebook."""
        from html import escape

        spread = ["standard deviation", *_QUARTILES]
        heads = ["type", "precision", "recall", "F", *(f"{name} of F" for name in spread)]
        rows = []
        for name, column in self._columns.items() if self._n_examples else ():
            fmeasures = column[:, 2]
            numbers = [
                *column.mean(axis=0).tolist(),
                float(fmeasures.std(ddof=min(1, self._n_examples - 1))),
                *np.percentile(fmeasures, list(_QUARTILES.values())).tolist(),
            ]
            cells = "".join(f"<td>{number:.4f}</td>" for number in numbers)
            rows.append(f"<tr><th>{escape(name)}</th>{cells}</tr>")
        n_rows = f"{self._n_examples:,} example{'' if self._n_examples == 1 else 's'}"
        return (
            f"<table><caption>Means over {n_rows}, and how F is spread</caption>"
            f"<thead><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr></thead>"
            f"<tbody>{''.join(rows)}</tbody></table>"
        )
