"""Weighted longest common subsequences (ROUGE-W), all pairs of a chunk in lockstep.

A match is worth more the longer the run of consecutive matches it extends: a
run of k is worth k ** weight (Lin 2004, sec. 3.3). Here a lane is one
prediction row past one reference row (sentences, or whole texts), and the
table of every lane is filled one antidiagonal after the other, since each cell
needs only its upper, left and upper left neighbours. It knows no score.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .pairs import Pairs
from .ragged import Ragged, offsets_of

# Cells of the tables of one block of lanes; also what is remembered for tracing back.
_MOST_CELLS = 1 << 21

_LEFT, _UP, _MATCH = 0, 1, 2


@dataclass(frozen=True, eq=False)
class Row:
    """Rows of one side, where runs of tokens that the other side lacks count as one token."""

    names: Ragged  # int32: the token's name, -1 (prediction) or -2 (reference) for such a run
    token: np.ndarray  # (n_names,) int64: index into the tokens of the side
    pair_of: np.ndarray  # (n_rows,) int64, rising


def weighted_union_hits(
    pairs: Pairs, weight: float, available: np.ndarray | None = None
) -> np.ndarray:
    """Weigh the runs of union-LCS positions as ROUGE-1.5.5 does: (n_pairs,) float64.

    The positions of a reference sentence on the weighted LCS with any
    prediction sentence are unioned. Then each reference sentence is walked: a
    position adds 1 to the run unless its token has been counted as often as it
    stands in the prediction; the run is worth run ** weight, and ends, at a
    counted position with no unioned one next to it.

    Args:
        available: (n_ref_positions,) int64, how often the token there may be
            counted; as often as the prediction holds it if not given.

    Example (weight = 2):
        reference  a b c d e f
        unioned    1 1 0 1 1 1    2 * 2 + 3 * 3 = 13
    """
    unioned = np.flatnonzero(_unioned(pairs, weight))
    names = pairs.names[pairs.first_ref :] - pairs.first_ref
    if available is None:
        available, _ = pairs.token_counts
    is_counted = np.zeros(len(names), dtype=bool)
    is_counted[unioned] = _rank_among_equals(names[unioned]) < available[names[unioned]]
    is_unioned = np.zeros(len(names) + 1, dtype=bool)
    is_unioned[unioned] = True
    ends_sentence = np.append(pairs.ref.begins[1:], True)
    # A run that was cut off by a token counted too often goes on behind the gap.
    flushed = np.flatnonzero(is_counted & (ends_sentence | ~is_unioned[1:]))
    n_counted = offsets_of(is_counted)
    sentence_start = np.maximum.accumulate(
        np.where(pairs.ref.begins, np.arange(len(names)), 0), dtype=np.int64
    )
    n_before_sentence = n_counted[sentence_start[flushed]]
    n_before_flush = np.append(0, n_counted[flushed + 1][:-1])[: len(flushed)]
    run = n_counted[flushed + 1] - np.maximum(n_before_sentence, n_before_flush)
    pair_of = pairs.pair_of_ref[flushed]
    worth = power_table(int(run.max(initial=0)), weight)[run]
    return np.bincount(pair_of, weights=worth, minlength=len(pairs))


def weighted_lcs(pairs: Pairs, weight: float) -> np.ndarray:
    """Weigh the best common subsequence of whole texts as Lin 2004 does: (n_pairs,) float64.

    A run must be consecutive in both texts. Sentence marks are ignored.
    """
    pred, ref = _rows(pairs, by_sentence=False)
    worth = np.zeros(len(pairs))
    for lanes in _lanes(pred, ref):
        worth[ref.pair_of[lanes.ref_row]] = _Tables(lanes, weight).worth
    return worth


def weighted_length(pairs: Pairs, weight: float) -> tuple[np.ndarray, np.ndarray]:
    """Weigh whole texts: n ** weight of each prediction and each reference, (n_pairs,) float64."""
    longest = int(max(pairs.n_pred.max(initial=0), pairs.n_ref.max(initial=0)))
    powers = power_table(longest, weight)
    return powers[pairs.n_pred], powers[pairs.n_ref]


def weighted_sentence_lengths(pairs: Pairs, weight: float) -> np.ndarray:
    """Sum n ** weight over the sentences of each reference: (n_pairs,) float64."""
    first = np.flatnonzero(pairs.ref.begins)
    lengths = np.diff(np.append(first, len(pairs.ref.begins)))
    powers = power_table(int(lengths.max(initial=0)), weight)
    pair_of = pairs.pair_of_ref[first]
    return np.bincount(pair_of, weights=powers[lengths], minlength=len(pairs))


def power_table(longest: int, weight: float) -> np.ndarray:
    """Tabulate k ** weight for k up to ``longest``: (longest + 1,) float64.

    By Python's own power, whose last bit does not depend on the vector unit.
    """
    return np.array([float(k) ** weight for k in range(longest + 1)])


def _rank_among_equals(names: np.ndarray) -> np.ndarray:
    """Number the occurrences of each name: [a b a a] -> [0 0 1 2]."""
    order = np.argsort(names, kind="stable")
    in_order = names[order]
    first = np.flatnonzero(np.append(True, in_order[1:] != in_order[:-1])[: len(names)])
    sizes = np.diff(np.append(first, len(names)))
    rank = np.empty(len(names), dtype=np.int64)
    rank[order] = np.arange(len(names)) - np.repeat(first, sizes)
    return rank


# --- rows and lanes -----------------------------------------------------------------------


def _unioned(pairs: Pairs, weight: float) -> np.ndarray:
    """Mark the reference tokens on the weighted LCS with any prediction sentence."""
    pred, ref = _rows(pairs, by_sentence=True)
    is_unioned = np.zeros(len(pairs.ref.keys), dtype=bool)
    for lanes in _lanes(pred, ref):
        taken = _Tables(lanes, weight).trace()
        position, lane = np.nonzero(taken)
        name = ref.names.offsets[lanes.ref_row[lane]] + position
        is_unioned[ref.token[name]] = True
    return is_unioned


def _rows(pairs: Pairs, by_sentence: bool) -> tuple[Row, Row]:
    """Name the tokens of both sides, and let each run without a partner shrink to one token.

    A second row (or column) without matches repeats the first in all it holds,
    and no way back turns in it, so leaving it out changes nothing.

    Example (a and b stand on both sides):
        tokens  a x y b z | a
        names   a -   b - | a
    """
    first_ref = pairs.first_ref
    pred_names = pairs.names[:first_ref] - first_ref
    ref_names = pairs.names[first_ref:] - first_ref
    in_pred, _ = pairs.token_counts
    ref_names = np.where(in_pred[ref_names] > 0, ref_names, -2)
    pred_names = np.maximum(pred_names, -1)
    sides = []
    for tokens, names in ((pairs.pred, pred_names), (pairs.ref, ref_names)):
        text_of = np.repeat(np.arange(len(pairs)), np.diff(tokens.offsets))
        begins = tokens.begins if by_sentence else np.diff(text_of, prepend=-1) > 0
        repeats = (names[1:] < 0) & (names[:-1] < 0) & ~begins[1:]
        token = np.flatnonzero(np.append(True, ~repeats)[: len(names)])
        row_of = np.cumsum(begins) - 1
        pair_of = text_of[begins]
        lengths = np.bincount(row_of[token], minlength=len(pair_of))
        kept = Ragged(names[token].astype(np.int32), offsets_of(lengths))
        sides.append(Row(kept, token, pair_of))
    return sides[0], sides[1]


@dataclass(frozen=True, eq=False)
class _Lanes:
    """Some lanes of like size, padded to the largest with names that never match."""

    ref_row: np.ndarray  # (n_lanes,) int64
    ref: np.ndarray  # (n_rows, n_lanes) int32: names, from the first token
    pred: np.ndarray  # (n_columns, n_lanes) int32: names, from the last place to the first token
    n_ref: np.ndarray  # (n_lanes,) int64
    n_pred: np.ndarray  # (n_lanes,) int64


def _lanes(pred: Row, ref: Row) -> Iterator[_Lanes]:
    """Pair every row of a prediction with every row of its reference, sorted by size."""
    n_pairs = 1 + int(max(pred.pair_of.max(initial=-1), ref.pair_of.max(initial=-1)))
    n_pred_rows = np.bincount(pred.pair_of, minlength=n_pairs)
    first_pred_row = offsets_of(n_pred_rows)
    n_partners = n_pred_rows[ref.pair_of]  # of each reference row
    ref_row = np.repeat(np.arange(len(ref.pair_of)), n_partners)
    rank = np.arange(len(ref_row)) - np.repeat(offsets_of(n_partners)[:-1], n_partners)
    pred_row = first_pred_row[ref.pair_of[ref_row]] + rank
    n_ref = ref.names.lengths[ref_row]
    n_pred = pred.names.lengths[pred_row]
    order = np.lexsort((n_pred, np.ceil(np.log2(n_ref))))
    for block in _blocks(n_ref[order], n_pred[order]):
        lanes = order[block]
        yield _Lanes(
            ref_row[lanes],
            _padded(ref.names, ref_row[lanes], -2),
            _padded(pred.names, pred_row[lanes], -1)[::-1],
            n_ref[lanes],
            n_pred[lanes],
        )


def _blocks(n_ref: np.ndarray, n_pred: np.ndarray) -> Iterator[slice]:
    """Cut sorted lanes where their sizes part, or where a block has cells enough."""
    start = 0
    while start < len(n_ref):
        alike = (n_ref <= 2 * n_ref[start]) & (2 * n_ref >= n_ref[start])
        alike &= n_pred <= 1.5 * n_pred[start] + 4
        alike[:start] = True
        stop = int(np.argmin(alike)) if not alike.all() else len(n_ref)
        cells = np.maximum.accumulate(n_ref[start:stop]) * n_pred[start:stop]
        fits = cells * np.arange(1, len(cells) + 1) <= _MOST_CELLS
        stop = start + max(1, int(fits.sum()))
        yield slice(start, stop)
        start = stop


def _padded(names: Ragged, rows: np.ndarray, padding: int) -> np.ndarray:
    """Stand the rows side by side: (longest, n_rows) int32.

    Example (rows of 2, 3 and 1):
        a c f
        b d .
        . e .
    """
    chosen = names.take(rows)
    lengths = chosen.lengths
    padded = np.full((int(lengths.max(initial=0)), len(rows)), padding, dtype=np.int32)
    column = chosen.row_of
    padded[np.arange(len(column)) - chosen.offsets[column], column] = chosen.values
    return padded


# --- the table ----------------------------------------------------------------------------


class _Tables:
    """The tables of a block of lanes, filled by antidiagonals, and the way back through them.

    Cell (i, j) stands for the first i reference and j prediction tokens:

        equal tokens  upper left cell plus what the run gains; the run grows by 1
        else          the larger of the upper and the left cell, the upper one on
                      ties; the run ends

    The antidiagonal i + j = step is stored by i, so that the neighbours of a
    cell stand at i and i - 1 one step ago, and at i - 1 two steps ago.
    """

    def __init__(self, lanes: _Lanes, weight: float) -> None:
        """Fill the tables, and keep all moves, or antidiagonals to find them again."""
        self._lanes = lanes
        self._n_rows, n_lanes = lanes.ref.shape
        self._n_columns = len(lanes.pred)
        self._powers = power_table(min(self._n_rows, self._n_columns) + 1, weight)
        self.worth = np.zeros(n_lanes)  # (n_lanes,) float64: the last cell of each lane
        steps = np.arange(self._n_rows + self._n_columns + 1)
        self._low = np.maximum(1, steps - self._n_columns)  # the rows i of each antidiagonal
        self._high = np.minimum(self._n_rows, steps - 1) + 1  # exclusive
        n_cells = np.maximum(self._high - self._low, 0) * n_lanes
        self._cells = offsets_of(n_cells)  # cells before each antidiagonal
        # Parts of the table that are remembered at a time begin at these antidiagonals.
        every = np.arange(0, self._cells[-1], _MOST_CELLS)
        self._heads = np.unique(np.searchsorted(self._cells, every, side="right") - 1).tolist()
        self._saved = []
        by_end = np.argsort(lanes.n_ref + lanes.n_pred, kind="stable")
        ends = np.searchsorted((lanes.n_ref + lanes.n_pred)[by_end], steps)
        state = self._start(n_lanes)
        for head, stop in zip(self._heads, [*self._heads[1:], len(steps)], strict=True):
            self._saved.append([array.copy() for array in state])
            self._moves = self._run(head, stop, state, by_end, np.append(ends, n_lanes))

    def _start(self, n_lanes: int) -> list[np.ndarray]:
        """Make the values and runs of the two antidiagonals behind the first."""
        shape = (self._n_rows + 1, n_lanes)
        return [np.zeros(shape), np.zeros(shape), np.zeros(shape, int), np.zeros(shape, int)]

    def _run(
        self,
        head: int,
        stop: int,
        state: list[np.ndarray],
        by_end: np.ndarray | None = None,
        ends: np.ndarray | None = None,
    ) -> np.ndarray:
        """Fill some antidiagonals: the move at each of their cells, (n_cells,) uint8.

        Args:
            state: values one and two steps ago, runs one and two steps ago; advanced.
        """
        lanes = self._lanes
        n_lanes = len(lanes.ref_row)
        moves = np.empty(self._cells[stop] - self._cells[head], dtype=np.uint8)
        value_1, value_2, run_1, run_2 = state
        for step in range(head, stop):
            low, high = int(self._low[step]), int(self._high[step])
            cells = slice(*(self._cells[step : step + 2] - self._cells[head]).tolist())
            move = moves[cells].reshape(high - low, n_lanes)
            up, left = value_1[low - 1 : high - 1], value_1[low:high]
            np.greater_equal(up, left, out=move.view(bool))
            # Row i stands at i - 1, column step - i at n_columns - (step - i).
            first = self._n_columns - step + low
            equal = lanes.ref[low - 1 : high - 1] == lanes.pred[first : first + high - low]
            matched = np.flatnonzero(equal)
            diagonal = matched + (low - 1) * n_lanes  # upper left cell, two steps ago
            run = run_2.ravel()[diagonal]
            gained = value_2.ravel()[diagonal] + self._powers[run + 1] - self._powers[run]
            # What lies two steps back is not needed any more, and is written over.
            value, run_0 = value_2, run_2
            np.maximum(up, left, out=value[low:high])
            run_0[low:high] = 0
            value[low:high].ravel()[matched] = gained
            run_0[low:high].ravel()[matched] = run + 1
            move.ravel()[matched] = _MATCH
            if by_end is not None and ends is not None:
                ended = by_end[ends[step] : ends[step + 1]]
                self.worth[ended] = value[lanes.n_ref[ended], ended]
            value_1, value_2, run_1, run_2 = value, value_1, run_0, run_1
        state[:] = value_1, value_2, run_1, run_2
        return moves

    def trace(self) -> np.ndarray:
        """Walk back from the last cell of every lane: (n_rows, n_lanes) bool, rows matched."""
        lanes = self._lanes
        n_lanes = len(lanes.ref_row)
        taken = np.zeros((self._n_rows, n_lanes), dtype=bool)
        lane = np.arange(n_lanes)
        row, column = lanes.n_ref.copy(), lanes.n_pred.copy()
        moves, stop = self._moves, len(self._low)
        for head, state in zip(reversed(self._heads), reversed(self._saved), strict=True):
            if stop < len(self._low):
                moves = self._run(head, stop, state)
            stop = head
            waiting = []
            while len(lane):
                is_open = (row > 0) & (column > 0)
                lane, row, column = lane[is_open], row[is_open], column[is_open]
                step = row + column
                before = step < head
                if before.any():  # on a part of the table that is not at hand
                    waiting.append((lane[before], row[before], column[before]))
                    lane, row, column = lane[~before], row[~before], column[~before]
                    step = step[~before]
                cell = self._cells[step] - self._cells[head] + (row - self._low[step]) * n_lanes
                move = moves[cell + lane]
                matched = move == _MATCH
                taken[row[matched] - 1, lane[matched]] = True
                row = row - (move != _LEFT)
                column = column - (move != _UP)
            if waiting:
                lane, row, column = map(np.concatenate, zip(*waiting, strict=True))
        return taken
