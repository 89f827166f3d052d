"""Union-LCS hits (rougeLsum): for each reference sentence, the positions on any LCS path.

Runs all prediction sentences of all pairs at once, and takes the path that
rouge_score takes where several are longest, since the union shows the choice.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from .lanes import ONE, Lanes, Layout, Window, lanes_of
from .lcs import States

_ALL = np.uint64(2**64 - 1)
_NONE = np.uint64(0)
_EXIT = np.uint64(1 << 63)  # mirrored bit 0: free in all words
_EXIT_TO_BIT_0 = np.uint64(63)


def union_lcs_hits(
    layout: Layout, wanted: np.ndarray, available: np.ndarray | None = None
) -> np.ndarray:
    """Count the clipped hits of rougeLsum: (n_pairs,) int64.

    Each token counts as often as unioned reference positions hold it, and at
    most as often as it stands in the prediction (Lin 2004, sec. 3.2; the
    clipping is that of ROUGE-1.5.5 and rouge_scorer.py:_summary_level_lcs).

    Args:
        wanted: (n_pairs,) bool; 0 is given for the others.
        available: (n_ref_positions,) int64, how often the token there may count, if
            not as often as the prediction holds it.
    """
    pairs = layout.pairs
    lanes = lanes_of(layout, layout.sentence_columns, layout.pair_of_sentence, layout.link, wanted)
    trace = _Trace(layout)
    union = np.zeros(len(layout.link), dtype=np.uint64)
    for block in lanes:
        np.bitwise_or.at(union, block.word, trace.taken(block))
    is_unioned = (union[layout.word_of_place] & trace.bit_of_place) != 0
    n_unioned = np.bincount(layout.name_of_place[is_unioned], minlength=len(pairs.ref.keys))
    if available is None:
        available, _ = pairs.token_counts
    return pairs.sum_by_pair(np.minimum(n_unioned, available))


def _gaps(layout: Layout) -> np.ndarray:
    """Say which columns had a token behind them, in their sentence, that is not shared.

    Returns:
        (n_columns + 1,) uint64: no bits for such a column, all bits for the others.

    Example (dots stand for tokens that the reference lacks):
        sentence  a b . c .
        columns   a b   c
        gap       0 1   1
    """
    pairs = layout.pairs
    closed = np.append(pairs.pred.begins, True)
    closed[:-1] |= pairs.is_shared[: pairs.first_ref]
    return np.where(np.append(closed[layout.token_of_column + 1], True), _ALL, _NONE)


# Byte -> the same bits in reverse order and inverted.
_MIRROR_AND_INVERT = bytes(int(f"{byte ^ 255:08b}"[::-1], 2) for byte in range(256))


def _mirrored_inverse(words: np.ndarray) -> np.ndarray:
    """Turn bit b of each word into bit 63 - b, and 0 into 1: (n,) uint64."""
    mirrored = words.astype("<u8").tobytes().translate(_MIRROR_AND_INVERT)
    return np.frombuffer(mirrored, ">u8").astype(np.uint64)


class _Trace:
    """Walks back along the LCS that rouge_score finds, for every lane at once.

    rouge_score walks from the ends of both sentences. On equal tokens it takes
    the match; else it drops the prediction token if the table T has
    T[i][j-1] > T[i-1][j], else the reference token. Without a match in column
    j that holds exactly when T grows at i in that column, which is when bit i
    of V is 0. So in each column the walk falls from i to the highest bit of
    M | ~V that is not above i, takes it if it is in M, and stays on it if not.

    The highest bit of a field is hard to find and the lowest is easy, since a
    carry stops there. So all words are mirrored here: the walk starts at the
    lowest bit of each field and climbs.

        field      1 1 1 1 1 1
        reached    1 0 1 1 0 0    candidates that the walk has not passed
        top        . . . 1 . .    where it stops: the lowest
        within     1 1 1 1 . .    what it can still reach; without top if that is a match

    A column that was left out has no M: there the walk comes to a bit of ~V,
    and V is that of the column in front. So a column with such a gap behind it
    is entered at a bit of its own ~V, and only that bit can match.

    Where a row continues in the word of the lane before, the free bit at the
    end of the field, the exit, stands for all that lies there: V is always 0 in
    it, so the walk that finds nothing else comes to it, takes it like a match,
    and enters that lane in the same column.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        bit_of_place = ONE << layout.bit_of_place.astype(np.uint64)
        self._bits = layout.bits(bit_of_place)
        self._positions = np.zeros(len(layout.link), dtype=np.uint64)  # of each word
        np.add.at(self._positions, layout.word_of_place, bit_of_place)

        self.bit_of_place = ONE << (63 - layout.bit_of_place).astype(np.uint64)  # mirrored
        self._mirrored_bits = layout.bits(self.bit_of_place)
        self._fields = np.zeros_like(self._positions)
        np.add.at(self._fields, layout.word_of_place, self.bit_of_place)
        is_behind = layout.link > 0
        if is_behind.any():
            self._fields[is_behind] |= _EXIT
            self._mirrored_bits[: layout.cells[-1]][is_behind[layout.word_of_cell]] |= _EXIT
        self._no_gap = _gaps(layout)

    def taken(self, lanes: Lanes) -> np.ndarray:
        """Find the positions on the path of each lane: (n_lanes,) uint64, mirrored."""
        spans = lanes.windows()
        states = States(lanes, self._positions[lanes.word], is_fenced=True)
        heads = []  # the states in front of each window
        for span in spans:
            heads.append((states.v.copy(), states.carry.copy()))
            window, history = self._run(states, lanes, span)

        walk = _Walk(lanes, self._fields[lanes.word])
        for span, (v, carry) in zip(reversed(spans), reversed(heads), strict=True):
            if span is not spans[-1]:
                states.v[:], states.carry[:] = v, carry
                window, history = self._run(states, lanes, span)
            matches = self._mirrored_bits[window.cell]
            candidates = matches & self._no_gap[window.column]
            candidates |= _mirrored_inverse(history)
            if lanes.is_linked:  # idle columns: the walk stays where it is
                candidates[window.cell >= self._layout.cells[-1]] = _ALL
            walk.run(window, candidates, matches)
        return walk.taken

    def _run(
        self, states: States, lanes: Lanes, span: tuple[int, int]
    ) -> tuple[Window, np.ndarray]:
        """Advance over a window: its entries, and the state at each."""
        window = lanes.window(span, self._layout)
        history = np.empty(len(window.cell), dtype=np.uint64)
        states.run(window, self._bits[window.cell], history)
        return window, history


class _Walk:
    """Where the walk of every lane is, moved back column by column."""

    def __init__(self, lanes: Lanes, fields: np.ndarray) -> None:
        """Start behind the last column, in front of all positions.

        Args:
            fields: (n_lanes,) uint64, mirrored: the bits of each lane's word.
        """
        is_continued = np.append(lanes.is_behind[1:], False)  # by the lane behind
        self.taken = np.zeros_like(fields)  # (n_lanes,) uint64: matches on the path
        self._fields = fields
        self._lowest = fields & ~(fields << ONE)
        self._within = np.where(is_continued, _NONE, fields)
        self._entered = np.where(is_continued, fields, _NONE)
        self._is_linked = lanes.is_linked
        self._scratch = np.empty((3, len(fields)), dtype=np.uint64)

    def run(self, window: Window, candidates: np.ndarray, matches: np.ndarray) -> None:
        """Walk back over all steps of a window.

        Args:
            candidates: (n_entries,) uint64: where the walk can stop in each column.
            matches: (n_entries,) uint64: where it takes a match.
        """
        for start, stop in reversed(list(pairwise(window.offsets))):
            self._step(candidates[start:stop], matches[start:stop])

    def _step(self, candidates: np.ndarray, matches: np.ndarray) -> None:
        """Move the first lanes back past one column each: (n_running,) uint64 each."""
        n_lanes = len(candidates)
        within = self._within[:n_lanes]
        field = self._fields[:n_lanes]
        taken = self.taken[:n_lanes]
        reached, carried, top = self._scratch[:, :n_lanes]
        np.bitwise_and(within, candidates, out=reached)
        np.bitwise_xor(reached, field, out=carried)
        np.add(carried, self._lowest[:n_lanes], out=carried)
        np.bitwise_and(reached, carried, out=top)
        np.bitwise_or(reached, carried, out=within)
        np.bitwise_and(within, field, out=within)
        np.bitwise_and(top, matches, out=top)  # where that is a match
        np.bitwise_xor(within, top, out=within)
        np.bitwise_or(taken, top, out=taken)
        if self._is_linked:
            np.right_shift(top, _EXIT_TO_BIT_0, out=top)
            np.multiply(top[1:], self._entered[: n_lanes - 1], out=top[1:])
            np.bitwise_or(within[:-1], top[1:], out=within[:-1])
