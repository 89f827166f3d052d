"""Is one system better than another, or was it luck of the test set?

Per-pair scores come in, one row per system; differences, their intervals and
p-values go out. It knows nothing of texts or of ROUGE: any score for which
more is better, one per pair, will do.

Both tests ask how often chance alone, with no system the better one, would
part the two as far as they were found apart, in either direction:

- The *paired bootstrap* (Efron & Tibshirani 1993, ch. 16; Koehn 2004) draws
  test sets of the same size from the pairs, and centres what it finds on the
  observed difference.
- *Approximate randomization* (Noreen 1989; Riezler & Maxwell 2005) swaps the
  two outputs of a pair or leaves them, that is, flips the sign of differences.

P-values. Where all sign assignments can be enumerated, p is the exact share of
those at least as extreme as the one observed; that one is among them, so p is
never 0. Where m of them are drawn and b are as extreme, p = (b + 1) / (m + 1):
the observed assignment counts as one more draw, without which the test would
reject too often and could claim p = 0, which m draws cannot show (Phipson &
Smyth 2010). The bootstrap p-value is sampled and follows the same rule.

Every digit is the same on every machine. Draws are made from the raw stream of
PCG64, which NumPy promises to keep; it does not promise the methods of its
Generator. Differences are rounded once to whole multiples of a tiny unit, so
that all their sums are integers below 2**53: a matrix product then has one
value, in whatever order a BLAS library adds. NumPy's global generator is
neither read nor moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..text import kernels_in_use

if TYPE_CHECKING:
    from ..scores import Done

# Up to here the sign assignments of the pairs that differ are all enumerated: about a million.
MAX_ENUMERATED_PAIRS = 20
# Scores are rounded doubles: sums that agree to this many bits of the largest difference are ties.
TIE_BITS = 40
# Elements of a block of resamples, 32 MiB: memory stays bounded, and products are few.
BLOCK = 1 << 22
# Words that compiled code draws at a time: they stay in the cache.
_FEW = 1 << 16
# Rows above which a matrix product adds faster than compiled code; whole numbers, so the same sums.
_MANY_ROWS = 12


@dataclass(frozen=True)
class Comparison:
    """One system against the baseline, with all that is needed to repeat it."""

    difference: float  # mean over the pairs of (system - baseline)
    low: float  # the interval of the difference, from the paired bootstrap
    high: float
    p_bootstrap: float
    p_randomization: float
    p_bootstrap_holm: float  # the same, corrected for the number of comparisons
    p_randomization_holm: float
    exact: bool  # p_randomization is enumerated, not sampled
    n_assignments: int  # sign assignments looked at: 2**k if exact, else n_resamples
    n_pairs: int
    n_resamples: int
    confidence: float
    seed: int


class Bootstrap(NamedTuple):
    """Paired bootstrap of several rows of differences; one element per row."""

    low: np.ndarray  # (n_rows,) float64
    high: np.ndarray  # (n_rows,) float64
    p_value: np.ndarray  # (n_rows,) float64


class Randomization(NamedTuple):
    """Randomization test of several rows of differences; one element per row."""

    p_value: np.ndarray  # (n_rows,) float64
    n_assignments: np.ndarray  # (n_rows,) int64
    exact: np.ndarray  # (n_rows,) bool


def compare(
    scores: Sequence[Sequence[float]] | np.ndarray,
    n_resamples: int = 10_000,
    confidence: float = 0.95,
    seed: int = 42,
) -> list[Comparison]:
    """Compare every system with the first.

    Args:
        scores: (n_systems, n_pairs); row 0 is the baseline, and column i holds
            what each system scored on pair i.
        n_resamples: test sets drawn by the bootstrap, and sign assignments
            drawn where they are too many to enumerate.
        confidence: of the interval, strictly between 0 and 1.
        seed: 0 or more; the same seed gives the same digits anywhere.

    Returns:
        One Comparison for each system after the first. Holm's correction runs over all of them.

    Raises:
        ValueError: fewer than two systems, no pairs, rows of unequal length,
            a score that is not finite, or an option out of range.

    Example (baseline, system; exact: 4 of 32 assignments reach +-1.67):
        [[0.67 0.5 0.67 1 0.5], [1 1 1 1 1]] -> difference 0.33, p_randomization 0.125
    """
    table = _finite_rows("scores", scores)  # (n_systems, n_pairs)
    if len(table) < 2:
        raise ValueError(f"scores has {len(table)} row; a comparison needs a baseline and a system")
    return compare_differences(table[1:] - table[:1], n_resamples, confidence, seed)


def compare_differences(
    differences: Sequence[Sequence[float]] | np.ndarray,
    n_resamples: int = 10_000,
    confidence: float = 0.95,
    seed: int = 42,
    done: Done | None = None,
) -> list[Comparison]:
    """Compare as `compare` does, from differences that are taken already.

    Args:
        differences: (n_rows, n_pairs) of system - baseline. All rows share
            their resamples, so they may be systems, types of score, or both.
        done: takes the number of resamples drawn since it was last called, of twice
            ``n_resamples``.

    Returns:
        One Comparison per row. Holm's correction runs over all rows.
    """
    table = _finite_rows("differences", differences)  # (n_rows, n_pairs)
    bootstrap = paired_bootstrap(table, n_resamples, confidence, seed, done)
    randomization = approximate_randomization(table, n_resamples, seed, done)
    bootstrap_holm = holm(bootstrap.p_value)
    randomization_holm = holm(randomization.p_value)
    return [
        Comparison(
            difference=_mean(table[row]),
            low=float(bootstrap.low[row]),
            high=float(bootstrap.high[row]),
            p_bootstrap=float(bootstrap.p_value[row]),
            p_randomization=float(randomization.p_value[row]),
            p_bootstrap_holm=float(bootstrap_holm[row]),
            p_randomization_holm=float(randomization_holm[row]),
            exact=bool(randomization.exact[row]),
            n_assignments=int(randomization.n_assignments[row]),
            n_pairs=table.shape[1],
            n_resamples=n_resamples,
            confidence=confidence,
            seed=seed,
        )
        for row in range(len(table))
    ]


def paired_bootstrap(
    differences: Sequence[Sequence[float]] | np.ndarray,
    n_resamples: int = 10_000,
    confidence: float = 0.95,
    seed: int = 42,
    done: Done | None = None,
) -> Bootstrap:
    """Interval of each row's mean, and how rarely chance takes a mean that far from 0.

    The interval is the percentile interval. For p, a resampled mean counts when
    it lies at least as far from the observed mean as that lies from 0.

    Args:
        differences: (n_rows, n_pairs); every resample serves all rows.
        done: as `compare_differences` takes it.
    """
    table = _finite_rows("differences", differences)
    _check_options(n_resamples, confidence, seed)
    n_pairs = table.shape[1]
    whole, exponent = whole_multiples(table)
    pairs_by_rows = np.ascontiguousarray(whole.T)  # (n_pairs, n_rows)
    sums = np.empty((n_resamples, len(table)))
    _sum_resamples(pairs_by_rows, sums, seed, done or _unheard)
    observed = whole.sum(axis=1)  # (n_rows,) whole multiples
    strayed = np.abs(sums - observed) >= np.abs(observed) - _slack(n_pairs)
    tail = 100 * (1 - confidence) / 2
    means = np.ldexp(sums, exponent) / n_pairs  # (n_resamples, n_rows)
    low, high = np.percentile(means, [tail, 100 - tail], axis=0)
    return Bootstrap(low, high, (strayed.sum(axis=0) + 1) / (n_resamples + 1))


def approximate_randomization(
    differences: Sequence[Sequence[float]] | np.ndarray,
    n_resamples: int = 10_000,
    seed: int = 42,
    done: Done | None = None,
) -> Randomization:
    """How rarely a random swap of each pair's two outputs parts the means as far.

    A pair without a difference looks the same swapped: leaving it out halves both
    counts of the exact test, so up to 20 pairs *that differ* are enumerated.

    Args:
        differences: (n_rows, n_pairs); sampled rows share their assignments.
        done: as `compare_differences` takes it.
    """
    table = _finite_rows("differences", differences)
    _check_options(n_resamples, 0.95, seed)
    n_rows, n_pairs = table.shape
    whole, _ = whole_multiples(table)
    n_differing = np.count_nonzero(whole, axis=1)  # (n_rows,)
    exact = n_differing <= MAX_ENUMERATED_PAIRS
    p_value = np.empty(n_rows)
    for row in np.flatnonzero(exact):
        p_value[row] = _enumerated(whole[row][whole[row] != 0], n_pairs)
    sampled = np.flatnonzero(~exact)
    if len(sampled):
        p_value[sampled] = _sampled(whole[sampled], n_resamples, seed, done or _unheard)
    elif done is not None:
        done(n_resamples)
    n_assignments = np.where(exact, 1 << np.minimum(n_differing, MAX_ENUMERATED_PAIRS), n_resamples)
    return Randomization(p_value, n_assignments.astype(np.int64), exact)


def holm(p_values: Sequence[float] | np.ndarray) -> np.ndarray:
    """Correct p-values for their number (Holm 1979), whatever they depend on.

    The smallest of m is multiplied by m, the next by m - 1, and so on; none may
    fall below the one before it or rise above 1.

    Returns:
        (n,) float64, in the order given.

    Example:
        p_values  [0.01 0.04 0.03]
        times      3    1    2
        result    [0.03 0.06 0.06]    0.04 is lifted to its predecessor
    """
    given = np.asarray(p_values, dtype=np.float64)
    if given.ndim != 1:
        raise ValueError(f"p_values has shape {given.shape}; give one row of them")
    if not np.all((given >= 0) & (given <= 1)):
        raise ValueError("p_values must all lie between 0 and 1")
    order = np.argsort(given, kind="stable")
    times = np.arange(len(given), 0, -1)
    in_order = np.minimum(np.maximum.accumulate(given[order] * times), 1.0)
    adjusted = np.empty(len(given))
    adjusted[order] = in_order
    return adjusted


def whole_multiples(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Round each row to whole multiples of 2**exponent, few enough bits for exact sums.

    Returns:
        (n_rows, n_pairs) float64 that hold integers, and (n_rows,) exponents.

    Example (4 pairs, 3 bits):
        row      [1.0 0.3 -0.6 0]    below 2**1, so the unit is 2**(1 - 3)
        result   [4   1   -2   0]    times 2**-2
    """
    n_pairs = table.shape[1]
    bits = _bits(n_pairs)
    _, above = np.frexp(np.abs(table).max(axis=1))  # every value lies below 2**above
    exponent = above.astype(np.int64) - bits
    whole = np.rint(np.ldexp(table, -exponent[:, None]))
    return whole, exponent


def _bits(n_pairs: int) -> int:
    """Bits of a whole multiple: a sum of n_pairs of them must stay below 2**53."""
    return 52 - (n_pairs - 1).bit_length()


def _slack(n_pairs: int) -> int:
    """Units by which two equal sums may differ after rounding: they are ties all the same.

    Each value is off by at most half a unit. A sum of n_pairs, less another,
    held against a third, is off by at most one and a half times n_pairs.
    """
    tie_unit = 1 << max(0, _bits(n_pairs) - TIE_BITS)
    return 2 * n_pairs * tie_unit


def _kernels_for(n_rows: int) -> Any:
    """Give the extension if it is the engine and the faster one for so many rows, else None."""
    return kernels_in_use() if n_rows <= _MANY_ROWS else None


def _unheard(n_resamples: int) -> None:
    """Nobody watches."""


def _sum_resamples(pairs_by_rows: np.ndarray, out: np.ndarray, seed: int, done: Done) -> None:
    """Draw test sets, and sum each row over what is in them.

    Args:
        pairs_by_rows: (n_pairs, n_rows) whole multiples.
        out: (n_resamples, n_rows), for the sums.
    """
    n_pairs, n_resamples = len(pairs_by_rows), len(out)
    if (kernels := _kernels_for(pairs_by_rows.shape[1])) is None:
        for start, times_drawn in resamples(n_resamples, n_pairs, seed):
            out[start : start + len(times_drawn)] = times_drawn @ pairs_by_rows
            done(len(times_drawn))
        return
    stream = _stream_of_resamples(seed)
    n_block = max(1, _FEW // n_pairs)
    for start in range(0, n_resamples, n_block):
        sums = out[start : start + n_block]
        kernels.sums_of_drawn(stream.random_raw(len(sums) * n_pairs), pairs_by_rows, sums)
        done(len(sums))


def _stream_of_resamples(seed: int) -> np.random.PCG64:
    """Give the words that test sets are drawn by, as many for each as there are pairs.

    A pair is the upper 53 bits of a word, scaled to [0, n_pairs): as even as doubles
    can be, never n_pairs itself.
    """
    return np.random.PCG64(np.random.SeedSequence(seed).spawn(2)[0])


def resamples(n_resamples: int, n_pairs: int, seed: int) -> Iterator[tuple[int, np.ndarray]]:
    """Draw test sets, block by block, as how often each pair is in them.

    Yields:
        The number of the first resample, and (n_block, n_pairs) float64 counts
        which sum to n_pairs along a row. The array is reused.
    """
    stream = _stream_of_resamples(seed)
    n_block = min(n_resamples, max(1, BLOCK // n_pairs))
    counts = np.empty((n_block, n_pairs))
    for start in range(0, n_resamples, n_block):
        n_drawn = min(n_block, n_resamples - start)
        for times_drawn in counts[:n_drawn]:
            raw = stream.random_raw(n_pairs)  # (n_pairs,) uint64
            pair = ((raw >> np.uint64(11)) * (n_pairs * 2.0**-53)).astype(np.int64)
            times_drawn[:] = np.bincount(pair, minlength=n_pairs)
        yield start, counts[:n_drawn]


def _sampled(whole: np.ndarray, n_resamples: int, seed: int, done: Done) -> np.ndarray:
    """Draw sign assignments, the same for all rows: (n_rows,) p-values."""
    n_rows, n_pairs = whole.shape
    stream = np.random.PCG64(np.random.SeedSequence(seed).spawn(2)[1])
    pairs_by_rows = np.ascontiguousarray(whole.T)  # (n_pairs, n_rows)
    total = whole.sum(axis=1)  # (n_rows,)
    reach = np.abs(total) - _slack(n_pairs)
    n_words = -(-n_pairs // 64)  # 64 signs a word; a resample starts on a word of its own
    n_block = min(n_resamples, max(1, BLOCK // n_pairs))
    kernels = _kernels_for(n_rows)
    kept = np.empty((n_block, n_pairs)) if kernels is None else None
    kept_sums = np.empty((n_block, n_rows))
    n_extreme = np.zeros(n_rows, dtype=np.int64)
    for start in range(0, n_resamples, n_block):
        n_drawn = min(n_block, n_resamples - start)
        words = stream.random_raw(n_drawn * n_words).reshape(n_drawn, n_words)
        if kept is None:
            kernels.sums_of_kept(words, pairs_by_rows, kept_sums[:n_drawn])
        else:
            octets = words.astype("<u8").view(np.uint8)  # byte order fixed
            bits = np.unpackbits(octets, axis=1, count=n_pairs, bitorder="little")
            np.copyto(kept[:n_drawn], bits)
            np.matmul(kept[:n_drawn], pairs_by_rows, out=kept_sums[:n_drawn])
        # kept 1, swapped 0: the flipped sum is what was kept less what was not.
        sums = 2 * kept_sums[:n_drawn] - total  # (n_drawn, n_rows)
        n_extreme += np.count_nonzero(np.abs(sums) >= reach, axis=0)
        done(n_drawn)
    return (n_extreme + 1) / (n_resamples + 1)


def _enumerated(differing: np.ndarray, n_pairs: int) -> float:
    """Share of all sign assignments whose sum is at least as extreme as the one observed.

    The first sign stays: an assignment and its mirror image are equally extreme.

    Example:
        differing  [3 1]    sums  3+1 3-1    of which 1 in 2 reach 4
    """
    if not len(differing):
        return 1.0
    sums = differing[:1]
    for value in differing[1:]:
        sums = np.concatenate([sums + value, sums - value])
    reach = abs(differing.sum()) - _slack(n_pairs)
    return np.count_nonzero(np.abs(sums) >= reach) / len(sums)


def _mean(differences: np.ndarray) -> float:
    """Mean of (n_pairs,), added one after the other so that every machine rounds alike."""
    return float(np.cumsum(differences)[-1] / len(differences))


def _finite_rows(name: str, rows: Sequence[Sequence[float]] | np.ndarray) -> np.ndarray:
    """Check that rows is a full table of finite numbers: (n_rows, n_pairs) float64."""
    lengths = {len(row) for row in rows if hasattr(row, "__len__")}
    if len(lengths) > 1:
        raise ValueError(f"{name} has rows of unequal length: {sorted(lengths)}")
    table = np.asarray(rows, dtype=np.float64)
    if table.ndim != 2 or table.size == 0:
        raise ValueError(
            f"{name} has shape {table.shape}; it must be (rows, pairs) with one or more of each"
        )
    finite = np.isfinite(table)
    if not finite.all():
        row, pair = np.argwhere(~finite)[0].tolist()
        raise ValueError(f"{name}[{row}][{pair}] is {table[row, pair]}; every pair needs a score")
    return table


def _check_options(n_resamples: int, confidence: float, seed: int) -> None:
    if n_resamples < 1:
        raise ValueError(f"n_resamples is {n_resamples}; it must be 1 or more")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence is {confidence}; it must lie between 0 and 1")
    if seed < 0:
        raise ValueError(f"seed is {seed}; it must be 0 or more")
