"""Lengths of longest common subsequences, bit-parallel, all pairs in lockstep.

Bit i of a lane's state V is 0 where the LCS grows at reference position i. One
column, with M the positions equal to its token, takes V to
(V + (V & M)) | (V - (V & M)): Hyyro 2004, after Crochemore et al. 2001.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from .lanes import FIELD, ONE, Lanes, Layout, Window, lanes_of
from .ragged import rows_of

_NONE = np.uint64(0)
_POSITIONS = np.uint64((1 << FIELD) - 1) << ONE
_TOP_TO_BIT_1 = np.uint64(62)
_BIT_1 = np.uint64(2)


class States:
    """The state V of every lane of a block, advanced step by step."""

    def __init__(self, lanes: Lanes, positions: np.ndarray, is_fenced: bool) -> None:
        """Start before the first column, with all positions set.

        Args:
            positions: (n_lanes,) uint64: the bits of a lane that V may use.
            is_fenced: whether carries that leave these bits must be cleared.
        """
        self.v = positions.copy()  # (n_lanes,) uint64
        self.carry = np.zeros_like(positions)  # (n_lanes,) uint64: to the lane behind, at bit 1
        self._positions = positions
        self._is_fenced = is_fenced
        self._is_linked = lanes.is_linked
        self._takes_carry = np.where(lanes.is_behind, _BIT_1, _NONE)
        self._matched = np.empty_like(positions)
        self._grown = np.empty_like(positions)

    def run(self, window: Window, mask: np.ndarray, history: np.ndarray | None = None) -> None:
        """Advance over all steps of a window.

        Args:
            mask: (n_entries,) uint64: positions equal to each entry's column.
            history: (n_entries,) uint64, filled with the state after each step.
        """
        v = self.v
        for start, stop in pairwise(window.offsets):
            v = v[: stop - start]
            after = v if history is None else history[start:stop]
            self._step(v, mask[start:stop], after)
            v = after
        self.v[: len(v)] = v

    def _step(self, v: np.ndarray, mask: np.ndarray, after: np.ndarray) -> None:
        """Take the first lanes past one column each: (n_running,) uint64 each."""
        n_lanes = len(v)
        matched = self._matched[:n_lanes]
        grown = self._grown[:n_lanes]
        np.bitwise_and(v, mask, out=matched)
        np.add(v, matched, out=grown)
        if self._is_linked:
            carry = self.carry[:n_lanes]
            np.bitwise_and(carry[:-1], self._takes_carry[1:n_lanes], out=carry[:-1])
            np.add(grown[1:], carry[:-1], out=grown[1:])
            np.right_shift(grown, _TOP_TO_BIT_1, out=carry)
        np.subtract(v, matched, out=matched)
        np.bitwise_or(matched, grown, out=after)
        if self._is_fenced:
            np.bitwise_and(after, self._positions[:n_lanes], out=after)


def lcs_lengths(layout: Layout, wanted: np.ndarray) -> np.ndarray:
    """Find the length of the LCS of prediction and reference: (n_pairs,) int64.

    Sentences are ignored (Lin 2004, sec. 3.1): the free bits between them are
    positions that match nothing, and every word takes the carry of the one before.

    Args:
        wanted: (n_pairs,) bool; 0 is given for the others.
    """
    n_pairs = len(wanted)
    pair_of_word = rows_of(layout.words)
    lag = np.arange(len(pair_of_word)) - layout.words[pair_of_word]
    bits = layout.bits(ONE << layout.bit_of_place.astype(np.uint64))
    rows = np.arange(n_pairs)
    lengths = np.zeros(n_pairs, dtype=np.int64)
    for lanes in lanes_of(layout, layout.text_columns, rows, lag, wanted):
        positions = np.full(len(lanes.word), _POSITIONS)
        states = States(lanes, positions, is_fenced=lanes.is_linked)
        for span in lanes.windows():
            window = lanes.window(span, layout)
            states.run(window, bits[window.cell])
        grown = count_bits(positions & ~states.v)
        np.add.at(lengths, pair_of_word[lanes.word], grown)
    return lengths


def _count_bits_by_halves(words: np.ndarray) -> np.ndarray:
    """Count set bits as NumPy before 2.0 can: sums of 2, 4, then 8 neighbouring bits."""
    ones = words - ((words >> np.uint64(1)) & np.uint64(0x5555555555555555))
    pairs = np.uint64(0x3333333333333333)
    twos = (ones & pairs) + ((ones >> np.uint64(2)) & pairs)
    fours = (twos + (twos >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return ((fours * np.uint64(0x0101010101010101)) >> np.uint64(56)).astype(np.int64)


def count_bits(words: np.ndarray) -> np.ndarray:
    """Count the set bits of each word: (n,) int64."""
    if hasattr(np, "bitwise_count"):
        return np.bitwise_count(words).astype(np.int64)
    return _count_bits_by_halves(words)
