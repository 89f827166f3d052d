"""Lengths of longest common subsequences, bit-parallel, all pairs in lockstep.

Bit i of a lane's state V is 0 where the LCS grows at reference position i. One
column, with M the positions equal to its token, takes V to
(V + (V & M)) | (V - (V & M)): Hyyro 2004, after Crochemore et al. 2001.
"""

from __future__ import annotations

import numpy as np

from .lanes import Lanes, Window, Words, lanes_of, masks_of, pack, shared_sides
from .pairs import Pairs

_ALL = np.uint64(2**64 - 1)
_TOP_TO_BIT_1 = np.uint64(62)
_BIT_1 = np.uint64(2)


class States:
    """The state of every lane of a block, advanced column by column."""

    def __init__(self, lanes: Lanes, words: Words) -> None:
        """Start before the first column, with all positions set."""
        self.positions = words.positions[lanes.word]  # (n_lanes,) uint64
        self.v = self.positions.copy()  # (n_lanes,) uint64
        self.carry = np.zeros(len(lanes), dtype=np.uint64)  # to the lane behind, at bit 1
        self._takes_carry = np.where(lanes.lag > 0, _ALL, np.uint64(0))
        self._is_linked = lanes.is_linked
        self._is_fenced = words.is_fenced
        self._matched = np.empty_like(self.v)
        self._grown = np.empty_like(self.v)

    def run(self, window: Window, history: np.ndarray | None = None) -> None:
        """Advance over all steps of a window.

        Args:
            history: (n_cells,) uint64, filled with the state after each step.
        """
        for start, stop in zip(window.offsets, window.offsets[1:], strict=False):
            n_lanes = stop - start
            v = self.v[:n_lanes]
            matched = self._matched[:n_lanes]
            grown = self._grown[:n_lanes]
            np.bitwise_and(v, window.mask[start:stop], out=matched)
            np.add(v, matched, out=grown)
            if self._is_linked:
                carry = self.carry[:n_lanes]
                grown[1:] += carry[:-1] & self._takes_carry[1:n_lanes]
                np.right_shift(grown, _TOP_TO_BIT_1, out=carry)
                carry &= _BIT_1
            np.subtract(v, matched, out=v)
            np.bitwise_or(v, grown, out=v)
            if self._is_fenced:  # what a field carries out must not reach the next one
                np.bitwise_and(v, self.positions[:n_lanes], out=v)
            if history is not None:
                history[start:stop] = v


def lcs_lengths(pairs: Pairs, wanted: np.ndarray) -> np.ndarray:
    """Find the length of the LCS of prediction and reference: (n_pairs,) int64.

    Sentence marks are ignored (Lin 2004, sec. 3.1).

    Args:
        wanted: (n_pairs,) bool; 0 is given for the others.
    """
    pred, ref = shared_sides(pairs, by_sentence=False, wanted=wanted)
    words = pack(ref, len(pairs))
    masks = masks_of(ref, words, len(pairs.ref.keys))
    column_masks = masks.first[pred.name]
    pair_of_word = np.repeat(np.arange(len(pairs)), np.diff(words.offsets))
    lengths = np.zeros(len(pairs), dtype=np.int64)
    for lanes in lanes_of(pred, words).blocks():
        states = States(lanes, words)
        for span in lanes.windows():
            states.run(lanes.window(span, column_masks, masks))
        grown = count_bits(states.positions & ~states.v)
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
