"""Scores and row keys -> bootstrap sums which add up to the same integers however rows are split.

Every row takes part in every resample with a Poisson(1) weight that is a
function of (seed, row key, resample) and of nothing else, and sums are kept in
integers. So partitions can be summed anywhere, in any order, more than once
after a failure, and the totals are the same to the last bit. It knows nothing
of Spark, of Arrow or of text.

The Poisson bootstrap: Chamandy, Muralidharan, Najmi, Naidu, "Estimating
uncertainty for massive data streams", 2012. The generator: Steele, Lea, Flood,
"Fast splittable pseudorandom number generators", 2014 (splitmix64).
"""

from __future__ import annotations

import math

import numpy as np

GOLDEN = 0x9E3779B97F4A7C15

# A score is held as high * 2^-20 + low * 2^-60, both limbs whole numbers. A
# block's sums of weight * limb stay below 2^(8 + 3 + 40) = 2^51, so that a
# float64 matrix product adds them without rounding, in whatever order it likes.
HIGH_BITS = 20
LOW_BITS = 40
ROWS_PER_BLOCK = 256

# What is summed for one type in one resample: its rows, then two limbs for each measure.
SUMS_PER_TYPE = 1 + 2 * 3


def _weight_of_draw() -> np.ndarray:  # (65536,) float64
    """Poisson(1) by its inverse distribution function, on a grid of 2^-16.

    Rounding the distribution function (not the probabilities) to the grid
    leaves a mean of exactly 1, a variance of 0.99997 and weights of 0 to 8.
    """
    probabilities = [math.exp(-1.0) / math.factorial(weight) for weight in range(9)]
    first_draw_above = np.rint(np.cumsum(probabilities) * 2**16)
    draws = np.arange(2**16)
    return np.searchsorted(first_draw_above, draws, side="right").astype(np.float64)


WEIGHT_OF_DRAW = _weight_of_draw()


def mix(words: np.ndarray) -> np.ndarray:
    """Scramble 64-bit words one to one, in place (splitmix64's output function)."""
    words ^= words >> np.uint64(30)
    words *= np.uint64(0xBF58476D1CE4E5B9)
    words ^= words >> np.uint64(27)
    words *= np.uint64(0x94D049BB133111EB)
    words ^= words >> np.uint64(31)
    return words


def poisson_weights(keys: np.ndarray, seed: int, n_resamples: int) -> np.ndarray:
    """Say how often each resample holds each row.

    Args:
        keys: (n_rows,) uint64, one name per row; rows of equal keys get equal weights.
        seed: any integer; taken modulo 2^64.
        n_resamples: 1 or more. The first k resamples do not depend on it.

    Returns:
        (n_rows, n_resamples) float64, whole numbers from 0 to 8.
    """
    n_words = -(-n_resamples // 4)  # four draws of 16 bits in a word
    steps = np.arange(1, n_words + 1, dtype=np.uint64) * np.uint64(GOLDEN)
    seed_word = mix(np.array([(seed + GOLDEN) % 2**64], dtype=np.uint64))
    row_words = mix(keys + seed_word)  # (n_rows,)
    words = mix(row_words[:, None] + steps)  # (n_rows, n_words)
    draws = words.astype("<u8", copy=False).view("<u2")  # (n_rows, 4 * n_words)
    return WEIGHT_OF_DRAW[draws[:, :n_resamples]]


def limbs(scores: np.ndarray) -> np.ndarray:
    """Cut scores into whole limbs: (..., 3) -> (..., 6), high and low of each in turn.

    Bits below 2^-60 are dropped: 0 to 1e-18 of each score, and of their mean.

    Example:
        scores  0.5 -> 2^19, 0       2^-20 + 2^-60 -> 1, 1
    """
    scaled = scores * 2.0**HIGH_BITS
    high = np.floor(scaled)
    low = np.floor((scaled - high) * 2.0**LOW_BITS)
    return np.stack([high, low], axis=-1).reshape(*scores.shape[:-1], 2 * scores.shape[-1])


def bootstrap_sums(
    scores: np.ndarray, present: np.ndarray, keys: np.ndarray, seed: int, n_resamples: int
) -> np.ndarray:
    """Add up the rows of one partition, once as they are and once per resample.

    Args:
        scores: (n_rows, n_types, 3) float64 in [0, 1]; ignored where not present.
        present: (n_rows, n_types) bool; False leaves the row out of the type's sums.
        keys: (n_rows,) uint64.
        seed: of the weights.
        n_resamples: 0 or more; 0 gives the plain sums alone.

    Returns:
        (1 + n_resamples, n_types, 7) int64: rows, then high and low limb of
        precision, recall and F. Index 0 is the plain sum (all weights 1). Sums
        of several partitions are merged by adding them.
    """
    n_rows, n_types, _ = scores.shape
    whole = limbs(np.where(present[:, :, None], scores, 0.0))
    columns = np.concatenate([present[:, :, None], whole], axis=2)  # (n_rows, n_types, 7)
    columns = columns.reshape(n_rows, n_types * SUMS_PER_TYPE)
    sums = np.zeros((1 + n_resamples, n_types * SUMS_PER_TYPE), dtype=np.int64)
    for start in range(0, n_rows, ROWS_PER_BLOCK):
        block = slice(start, start + ROWS_PER_BLOCK)
        sums[0] += columns[block].sum(axis=0).astype(np.int64)
        if n_resamples:
            weights = poisson_weights(keys[block], seed, n_resamples)
            sums[1:] += (weights.T @ columns[block]).astype(np.int64)
    return carried(sums.reshape(-1, n_types, SUMS_PER_TYPE))


def carried(sums: np.ndarray) -> np.ndarray:
    """Move what a low limb has gathered above 2^40 to its high limb; the value stays.

    Kept small like this, int64 holds the sums of 8 million partitions and of
    8 * 10^12 rows.
    """
    low = sums[..., 2::2]
    sums[..., 1::2] += low >> LOW_BITS
    low &= 2**LOW_BITS - 1
    return sums


def means(sums: np.ndarray) -> np.ndarray:
    """Divide, rounding once: (n, n_types, 7) int64 -> (n, n_types, 3) float64.

    A resample that drew no row has no mean: NaN.
    """
    result = np.full((*sums.shape[:-1], 3), np.nan)
    for index in np.ndindex(*sums.shape[:-1]):
        rows, *halves = sums[index].tolist()
        if rows == 0:
            continue
        # Python divides integers of any size with one rounding, NumPy does not
        unit = rows << (HIGH_BITS + LOW_BITS)
        pairs = zip(halves[::2], halves[1::2], strict=True)
        totals = [(high << LOW_BITS) + low for high, low in pairs]
        result[index] = [total / unit for total in totals]
    return result


def quantiles(resampled: np.ndarray, fractions: list[float]) -> np.ndarray:
    """Percentiles over the resamples that drew any row: (n, 3) -> (n_fractions, 3)."""
    drawn = resampled[~np.isnan(resampled[:, 0])]
    return np.percentile(drawn, 100 * np.array(fractions), axis=0)
