"""Clipped matches of n-grams, for all pairs of a chunk at once.

An n-gram is the names of the two (n-1)-grams in it, two 32-bit integers packed
in one 64-bit key. It can match only where both of them do, so each order
groups no more than what the order below has matched.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .grouping import last_equal
from .pairs import Pairs, counts_by_name, shared_names

_SHIFT = np.uint64(32)


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
    is_shared = pairs.is_shared
    if 1 in orders:
        yield 1, pairs.sum_by_pair(np.minimum(*pairs.token_counts))
    for n in range(2, max(orders) + 1):
        # gram     [a  b  c  | c  d ]    names of (n-1)-grams, two texts
        # shared    1  1  0    1  1
        # pairs     1  0  .    1  .      where an n-gram can match
        both = is_shared[:-1] & is_shared[1:]
        both &= ~pairs.opens_text[1:]
        position = np.flatnonzero(both)
        if len(position) == 0:
            none = np.zeros(len(pairs), dtype=np.int64)
            yield from ((order, none) for order in sorted(orders) if order >= n)
            return
        keys = names[position].astype(np.uint64)
        keys <<= _SHIFT
        keys |= names[position + 1].astype(np.uint64)
        n_early = int(np.searchsorted(position, pairs.first_ref))
        named = last_equal(keys, pairs.slots.take(position), n_early)
        in_pred, in_ref = counts_by_name(named, n_early)
        if n in orders:
            matches = np.zeros(len(pairs.ref.keys), dtype=np.int64)
            matches[position[n_early:] - pairs.first_ref] = np.minimum(in_pred, in_ref)
            yield n, pairs.sum_by_pair(matches)
        names = np.zeros_like(names)
        names[position] = named
        is_shared = np.zeros_like(is_shared)
        is_shared[position] = shared_names(named, n_early, in_pred)
