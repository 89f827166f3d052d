"""Exact grouping: give equal keys of a row the same name.

Keys go in, one index per key comes out. A hash proposes, a comparison
decides, so the result is exact whatever the keys are; it never sees text.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np

# Drawn anew in each process, so that nobody can prepare keys that collide.
_MULTIPLIERS = tuple(np.uint64(int.from_bytes(os.urandom(8), "little") | 1) for _ in range(4))
_HALF = np.uint64(32)


@dataclass(frozen=True, eq=False)
class Slots:
    """Where in the hash table the keys of a row may stand: a region per row.

    Regions do not overlap, so keys of different rows never meet, and they
    follow the order of the rows, so that the table is walked and not jumped in.
    """

    first: np.ndarray  # (n_keys,) int64: first slot of the key's row
    size: np.ndarray  # (n_keys,) uint64: slots of that row, below 2**32
    n_slots: int

    @staticmethod
    def one_row(n_keys: int) -> Slots:
        """Let all keys share one region."""
        n_slots = 2 * n_keys
        first = np.broadcast_to(np.int64(0), n_keys)
        size = np.broadcast_to(np.uint64(n_slots), n_keys)
        return Slots(first, size, n_slots)

    def take(self, keys: np.ndarray) -> Slots:
        """Keep the regions of some keys: of those at the given indices."""
        return Slots(self.first[keys], self.size[keys], self.n_slots)


def last_equal(keys: np.ndarray, slots: Slots, n_early: int = 0) -> np.ndarray:
    """Find for each key the index of one equal key of its row, the same for all equals.

    If a key at ``n_early`` or later equals it, the index is one of those: so
    with the predictions first and the references behind them, a token of a
    prediction is named by a reference token wherever one matches.

    Args:
        keys: (n_keys,) uint64.
        slots: the table region of each key's row; fewer than 2**32 keys.
        n_early: how many keys stand in the early part.

    Returns:
        (n_keys,) int64. Time is linear for any input but one prepared for
        this process's hash, which costs a sort.

    Example (one row, n_early = 3):
        keys    [a b a | b c]
        result  [2 3 2   3 4]
    """
    table = np.empty(slots.n_slots, dtype=np.int64)  # not cleared: only written slots are read
    index = np.arange(len(keys))
    named = index  # filled by the first round
    key = keys
    for multiplier in _MULTIPLIERS:
        hashed = key * multiplier
        hashed >>= _HALF
        hashed *= slots.size  # (hash * size) / 2**32 is a slot below size
        hashed >>= _HALF
        slot = hashed.view(np.int64)
        slot += slots.first
        # Two writes, because the order within one is not promised.
        early = n_early if index is named else int(np.searchsorted(index, n_early))
        table[slot[:early]] = index[:early]
        table[slot[early:]] = index[early:]
        winner = table[slot]
        lost = np.flatnonzero(keys[winner] != key)
        if named is index:
            named = winner
        else:
            named[index] = winner
        if len(lost) == 0:
            return named
        index = index[lost]
        key = key[lost]
        slots = slots.take(lost)
    named[index] = _last_equal_by_sorting(key, slots.first, index)
    return named


def _last_equal_by_sorting(keys: np.ndarray, row: np.ndarray, index: np.ndarray) -> np.ndarray:
    """Do the same for the few keys that lost in every round: (n_keys,) int64."""
    order = np.lexsort((index, keys, row))
    differs = (keys[order][1:] != keys[order][:-1]) | (row[order][1:] != row[order][:-1])
    is_last = np.append(differs, True)
    group_of = np.cumsum(is_last) - is_last  # (n_keys,) in sorted order
    named = np.empty(len(keys), dtype=np.int64)
    named[order] = index[order][is_last][group_of]
    return named
