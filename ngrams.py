"""Clipped matches of n-grams, for all pairs of a chunk at once.

An n-gram is the name of its (n-1)-gram and the name of its next token, two
32-bit integers packed in one 64-bit key, so each order costs one more grouping.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .pairs import Pairs

_SHIFT = np.uint64(32)
# Names are positions in a chunk, far below these: windows that leave their text
# get one of them for a token, another on each side, so that they never match.
_LEFT_PREDICTION = np.uint64(2**32 - 1)
_LEFT_REFERENCE = np.uint64(2**32 - 2)


def clipped_matches(pairs: Pairs, orders: set[int]) -> Iterator[tuple[int, np.ndarray]]:
    """Count the n-grams each pair shares, a repeat min(prediction, reference) times.

    Args:
        pairs: a chunk of pairs.
        orders: each n that is wanted, 1 or more.

    Yields:
        n and (n_pairs,) int64, in rising order of n.

    Example (n = 2):
        prediction  a b a b   grams ab ba ab
        reference   a b b     grams ab bb       one match
    """
    names = pairs.names
    counts = pairs.token_counts
    longest = int(max(pairs.n_pred.max(initial=0), pairs.n_ref.max(initial=0)))
    for n in range(1, max(orders) + 1):
        if n > longest:  # no text is so long
            yield from ((order, np.zeros(len(pairs), np.int64)) for order in sorted(orders) if order >= n)
            return
        if n > 1:
            names = pairs.name(_extended(pairs, names, n))
            counts = pairs.counts(names)
        if n in orders:
            yield n, pairs.sum_by_pair(np.minimum(*counts))


def _extended(pairs: Pairs, names: np.ndarray, n: int) -> np.ndarray:
    """Join to each (n-1)-gram the token behind it: (n_positions,) uint64.

    Example (n = 2, x closes a text):
        tokens  [a  b  c  | d  e ]
        keys    [ab bc cx | de ex]

    For larger n, the windows that leave their text begin with one that did
    already, but for the one at distance n - 1 from the end, which is marked.
    """
    keys = np.zeros(len(names), dtype=np.uint64)
    keys[: len(names) - (n - 1)] = pairs.names[n - 1 :]
    for offsets, first, mark in (
        (pairs.pred.offsets, 0, _LEFT_PREDICTION),
        (pairs.ref.offsets, pairs.first_ref, _LEFT_REFERENCE),
    ):
        ends = offsets[1:]
        last_window = ends - (n - 1)
        keys[first + last_window[last_window >= offsets[:-1]]] = mark
    keys |= names.astype(np.uint64) << _SHIFT
    return keys
