"""Token keys in, counts out: longest common subsequences of all pairs at once.

ROUGE-L, the union of ROUGE-Lsum and the weighted runs of ROUGE-W. Pairs go
through in lanes, side by side in machine words. Nothing here sees text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

import numpy as np

from .counting import Chunk, Definition, Pairs, RougeType
from .pairs import (
    Matched,
    Tally,
    TokenLists,
    check_shown,
    common_length,
    count_lcs,
    count_union_lcs,
    lcs_positions,
    match_lcs,
    match_union,
    weigh_common_runs,
    weigh_reference_runs,
    weighted_positions,
)
from .scores import BatchCounts
from .text import Ragged, offsets_of, rows_of

# ==================================================================================================
# Pairs laid out for bit-parallel LCS: reference tokens as bits, prediction tokens as steps.
# Tokens that stand on both sides of a pair come in, 64-bit words and the lanes
# that run past them come out; the other tokens never match, so they change no
# LCS. It knows no score.
#
#     bit      63     62 .. 1            0
#     word     carry  positions, fields  below the lowest field
#
# Each reference sentence is a field of neighbouring positions, with a free bit
# below it, which catches what the field underneath carries out. A sentence of
# more than 62 tokens fills several words.
# ==================================================================================================

FIELD = 62  # positions that one word can hold
ONE = np.uint64(1)


@dataclass(frozen=True, eq=False)
class Layout:
    """The shared tokens of a chunk of pairs.

    *Columns* are those of the predictions, in order; *places* those of the
    references. A *cell* stands for one distinct token in one word of its pair.
    One column, the last, belongs to no token.
    """

    pairs: Pairs
    token_of_column: np.ndarray  # (n_columns,) int64: index of prediction tokens
    first_cell: np.ndarray  # (n_columns + 1,) int64: the token's cell in the pair's first word
    text_columns: np.ndarray  # (n_pairs + 1,) int64: columns of each prediction
    sentence_columns: np.ndarray  # (n_sentences + 1,) int64: of each of its sentences
    pair_of_sentence: np.ndarray  # (n_sentences,) int64
    name_of_place: np.ndarray  # (n_places,) int64: the reference position that names the token
    word_of_place: np.ndarray  # (n_places,) int64
    bit_of_place: np.ndarray  # (n_places,) int64: 1 to 62
    cell_of_place: np.ndarray  # (n_places,) int64
    cells: np.ndarray  # (n_distinct + 1,) int64: cells of each distinct token of a pair
    pair_of_distinct: np.ndarray  # (n_distinct,) int64
    words: np.ndarray  # (n_pairs + 1,) int64: words of each pair
    link: np.ndarray  # (n_words,) int64: words that the lowest field has filled before this one


def lay_out(pairs: Pairs, wanted: np.ndarray | None = None) -> Layout:
    """Find the shared tokens of each pair and give every reference token its bit.

    Args:
        wanted: (n_pairs,) bool, to leave the tokens of the other pairs out.
    """
    first_ref = pairs.first_ref
    is_shared = pairs.is_shared
    if wanted is not None:
        is_shared = is_shared & np.concatenate(
            [wanted[pairs.pair_of_pred], wanted[pairs.pair_of_ref]]
        )
    column_count = offsets_of(is_shared[:first_ref])  # columns before each token
    place_count = offsets_of(is_shared[first_ref:])
    pred_starts = np.append(np.flatnonzero(pairs.pred.begins), first_ref)
    ref_starts = np.append(np.flatnonzero(pairs.ref.begins), len(pairs.ref.keys))
    token_of_column = np.flatnonzero(is_shared[:first_ref])
    token_of_place = np.flatnonzero(is_shared[first_ref:])
    name_of_place = pairs.names[first_ref + token_of_place] - first_ref

    ref_sentences = place_count[ref_starts]  # offsets of places
    pair_of_ref_sentence = pairs.pair_of_ref[ref_starts[:-1]]
    word, below, n_words = _pack(np.diff(ref_sentences), pair_of_ref_sentence, len(pairs))
    words = offsets_of(n_words)
    sentence = rows_of(ref_sentences)
    rank = np.arange(len(sentence)) - ref_sentences[sentence]  # of a place in its sentence
    filled = rank // FIELD
    word_in_pair = word[sentence] + filled
    bit = below[sentence] + 1 + rank - filled * FIELD
    pair = pair_of_ref_sentence[sentence]
    word_of_place = words[pair] + word_in_pair
    link = np.zeros(words[-1], dtype=np.int64)
    lowest = bit == 1
    link[word_of_place[lowest]] = filled[lowest]

    is_own = name_of_place == token_of_place  # one place of each distinct token
    pair_of_distinct = pair[is_own]
    cells = offsets_of(n_words[pair_of_distinct])
    first_cell = np.zeros(len(pairs.ref.keys), dtype=np.int64)
    first_cell[token_of_place[is_own]] = cells[:-1]
    return Layout(
        pairs=pairs,
        token_of_column=token_of_column,
        first_cell=np.append(first_cell[pairs.names[token_of_column] - first_ref], cells[-1]),
        text_columns=column_count[pairs.pred.offsets],
        sentence_columns=column_count[pred_starts],
        pair_of_sentence=pairs.pair_of_pred[pred_starts[:-1]],
        name_of_place=name_of_place,
        word_of_place=word_of_place,
        bit_of_place=bit,
        cell_of_place=first_cell[name_of_place] + word_in_pair,
        cells=cells,
        pair_of_distinct=pair_of_distinct,
        words=words,
        link=link,
    )


# Cells of a layout beyond which unwanted pairs are left out, and empty cells too: 8 MB of bits.
MANY_CELLS = 1 << 20


def layout_for(pairs: Pairs, wanted: np.ndarray) -> Layout:
    """Share one layout of all pairs, unless those that are not wanted would make it too large."""
    layout = pairs.once(lay_out)
    if layout.cells[-1] > MANY_CELLS and not wanted.all():
        return lay_out(pairs, wanted)
    return layout


def _pack(
    lengths: np.ndarray, pair: np.ndarray, n_pairs: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Give each sentence the next free bits of a word, or a new word if it does not fit.

    Args:
        lengths: (n_sentences,) int64.
        pair: (n_sentences,) int64, rising.

    Returns:
        For each sentence its first word, counted in the pair, and the free bit
        below it; for each pair how many words it fills.

    Example (words of 6 positions, sentences of 2, 3, 8 and 1 tokens):
        bit     6 5 4 3 2 1 0
        word 0  b b b . a a .
        word 1  c c c c c c .
        word 2  . . d . c c .
    """
    word = np.zeros(len(lengths), dtype=np.int64)
    below = np.zeros(len(lengths), dtype=np.int64)
    last_word = np.zeros(n_pairs, dtype=np.int64)
    used = np.zeros(n_pairs, dtype=np.int64)  # bits of the last word
    # In lockstep: the first sentences of all pairs that have one, then the second ones, ...
    filled = np.flatnonzero(lengths)
    offsets = offsets_of(np.bincount(pair[filled], minlength=n_pairs))
    rank = np.arange(len(filled)) - offsets[pair[filled]]
    order = np.argsort(rank.astype(np.uint16) if len(rank) < 1 << 16 else rank, kind="stable")
    ends = np.cumsum(np.bincount(rank))
    start = 0
    for end in ends.tolist():
        now = filled[order[start:end]]
        start = end
        pair_now = pair[now]
        length = lengths[now]
        free = used[pair_now]
        opens = (free > 0) & (free + length > FIELD)
        free[opens] = 0
        below[now] = free
        word[now] = last_word[pair_now] + opens
        full_words = (length - 1) // FIELD
        last_word[pair_now] = word[now] + full_words
        used[pair_now] = free + length - full_words * FIELD + 1
    return word, below, last_word + (used > 0)


MOST_LANES = 1 << 13  # of a block: a word for each fits in the cache several times
MOST_ENTRIES = 1 << 17  # of a window
MOST_HEADS = 1 << 20  # states of lanes kept for the way back: 16 MB


@dataclass(frozen=True, eq=False)
class Window:
    """Some steps of a block, one after the other: the lanes of a step are a slice.

    Entries ``offsets[k]:offsets[k + 1]`` are lanes 0, 1, ... at step ``k``.
    """

    offsets: list[int]  # (n_steps + 1,)
    column: np.ndarray  # (n_entries,) int64: the lane's column
    cell: np.ndarray  # int64: of the column's token in the lane's word
    entry: np.ndarray | slice  # the entries whose cells these are: the others' are empty

    def masks(self, bits: np.ndarray) -> np.ndarray:
        """Look up the bits of each entry's cell: (n_entries,) uint64."""
        if isinstance(self.entry, slice):
            return bits[self.cell]
        masks = np.zeros(len(self.column), dtype=np.uint64)
        masks[self.entry] = bits[self.cell]
        return masks


@dataclass(frozen=True, eq=False)
class Lanes:
    """Rows of columns against words, longest first, so that the lanes still running come first.

    A linked lane needs the carry of the lane before it, which runs the same
    row past the word below; so it runs one step behind. For that a row has
    idle columns at either end, as many as its last lane is behind.
    """

    rows: np.ndarray  # (n_rows + 1,) int64: lanes of each row
    row_columns: np.ndarray  # (n_rows, 2) int64: its first column and the one after its last
    longest_lag: np.ndarray  # (n_rows,) int64: how many steps its last lane is behind
    columns: np.ndarray  # (n,) int64: columns of the rows, idle ones are the layout's last
    first: np.ndarray  # (n_lanes,) int64: index in ``columns`` of the lane's first step
    n_running: np.ndarray  # (n_steps,) int64: how many lanes, the first ones, run at each step
    word: np.ndarray  # (n_lanes,) int64
    word_in_pair: np.ndarray  # (n_lanes,) int64
    is_behind: np.ndarray  # (n_lanes,) bool: linked to the lane before

    @cached_property
    def is_linked(self) -> bool:
        """Whether any lane takes the carry of the lane before it."""
        return bool(self.is_behind.any())

    def windows(self) -> list[tuple[int, int]]:
        """Cut the steps into spans of bounded size: first and last (exclusive) step of each."""
        done = np.cumsum(self.n_running)
        spans = []
        start, entries = 0, 0
        while start < len(done):
            stop = int(np.searchsorted(done, entries + MOST_ENTRIES, side="right"))
            stop = max(stop, start + 1)
            spans.append((start, stop))
            start, entries = stop, int(done[stop - 1])
        return spans

    def entries(self, span: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
        """Find the column of every lane at every step of a span: offsets of steps, columns."""
        offsets = offsets_of(self.n_running[slice(*span)])
        index = np.empty(offsets[-1], dtype=np.int64)
        for step, (start, stop) in zip(range(*span), pairwise(offsets.tolist()), strict=True):
            np.add(self.first[: stop - start], step, out=index[start:stop])
        return offsets, self.columns[index]


class Table:
    """All cells of a layout, and empty ones at the end, for the column of no token."""

    def __init__(self, layout: Layout) -> None:
        """Take the cells as they are."""
        self._layout = layout

    def bits(self, bit_of_place: np.ndarray) -> np.ndarray:
        """Collect bits by cell: (n_cells + most words of a pair,) uint64.

        Args:
            bit_of_place: (n_places,) uint64, distinct powers of two within a word.
        """
        n_empty = int(np.diff(self._layout.words).max(initial=0))
        bits = np.zeros(self._layout.cells[-1] + n_empty, dtype=np.uint64)
        np.add.at(bits, self._layout.cell_of_place, bit_of_place)
        return bits

    def window(self, lanes: Lanes, span: tuple[int, int]) -> Window:
        """Find the cell of every lane at every step of a span."""
        offsets, column = lanes.entries(span)
        cell = self._layout.first_cell[column]
        if lanes.word_in_pair.any():
            for start, stop in pairwise(offsets.tolist()):
                cell[start:stop] += lanes.word_in_pair[: stop - start]
        return Window(offsets.tolist(), column, cell, slice(None))


class Listed:
    """The cells of a layout that are not empty: at most as many as places, in any order of words.

    A table grows with distinct tokens times words, that is with the square of a
    text. Most of such a table is empty, so this is no slower.
    """

    def __init__(self, layout: Layout, lag: np.ndarray) -> None:
        """List the cells by token, and by the lag of their word: (n_words,) int64."""
        cells, self._cell_of_place = np.unique(layout.cell_of_place, return_inverse=True)
        token = np.searchsorted(layout.cells, cells, side="right") - 1
        word_in_pair = cells - layout.cells[token]
        lag_of_cell = lag[word_in_pair + layout.words[layout.pair_of_distinct[token]]]
        # key    token * n_lags + lag: one token's cells of neighbouring lags stand together
        self._n_lags = int(lag.max(initial=0)) + 1
        key = token * self._n_lags + lag_of_cell
        self._order = np.argsort(key, kind="stable")
        self._key = key[self._order]
        self._lag = lag_of_cell[self._order]
        self._word_in_pair = word_in_pair[self._order]
        token_of_column = np.searchsorted(layout.cells, layout.first_cell, side="right") - 1
        self._key_of_column = token_of_column * self._n_lags

    def bits(self, bit_of_place: np.ndarray) -> np.ndarray:
        """Collect bits by listed cell: (n_listed,) uint64."""
        bits = np.zeros(len(self._order), dtype=np.uint64)
        np.add.at(bits, self._cell_of_place, bit_of_place)
        return bits[self._order]

    def window(self, lanes: Lanes, span: tuple[int, int]) -> Window:
        """Find the listed cells that lanes come to in a span.

        A lane is at the row's column ``step - lag``, so a row comes to its columns
        from ``start - longest lag`` on, and at each to the words of some lags.
        """
        start, stop = span
        n_columns = lanes.row_columns[:, 1] - lanes.row_columns[:, 0]
        first = np.maximum(start - lanes.longest_lag, 0)
        offsets = offsets_of(np.maximum(np.minimum(n_columns, stop) - first, 0))
        row = rows_of(offsets)
        place = np.arange(offsets[-1]) - offsets[row] + first[row]  # of a column in its row
        key = self._key_of_column[lanes.row_columns[row, 0] + place]
        low = np.searchsorted(self._key, key + np.clip(start - place, 0, self._n_lags))
        high = np.searchsorted(self._key, key + np.clip(stop - place, 0, self._n_lags))

        found = offsets_of(high - low)
        of = rows_of(found)
        cell = np.arange(found[-1]) + (low - found[:-1])[of]
        lane = lanes.rows[row[of]] + self._word_in_pair[cell]
        steps, column = lanes.entries(span)
        entry = steps[place[of] + self._lag[cell] - start] + lane
        return Window(steps.tolist(), column, cell, entry)


def cells_of(layout: Layout, lag: np.ndarray) -> Table | Listed:
    """Keep the cells in a table, unless it would be large."""
    return Table(layout) if layout.cells[-1] <= MANY_CELLS else Listed(layout, lag)


def lanes_of(
    layout: Layout,
    row_columns: np.ndarray,
    pair_of_row: np.ndarray,
    lag: np.ndarray,
    wanted: np.ndarray,
) -> Iterator[Lanes]:
    """Set each row of columns against each word of its reference, block by block.

    Args:
        row_columns: (n_rows + 1,) int64: columns of each row.
        pair_of_row: (n_rows,) int64.
        lag: (n_words,) int64: how many lanes before it the lane of a word depends on.
        wanted: (n_pairs,) bool: the pairs whose rows are set.
    """
    lengths = np.diff(row_columns)
    rows = np.flatnonzero((lengths > 0) & wanted[pair_of_row])
    n_words = np.diff(layout.words)
    longest_lag = np.zeros(len(n_words), dtype=np.int64)
    if lag.any():
        np.maximum.at(longest_lag, rows_of(layout.words), lag)
    n_steps = lengths[rows] + longest_lag[pair_of_row[rows]]
    rows = rows[np.argsort(-n_steps, kind="stable")]
    done = np.cumsum(n_words[pair_of_row[rows]])
    start, n_done = 0, 0
    while start < len(rows):
        stop = int(np.searchsorted(done, n_done + MOST_LANES, side="right"))
        stop = max(stop, start + 1)
        yield _block(layout, rows[start:stop], row_columns, pair_of_row, lag, longest_lag)
        start, n_done = stop, int(done[stop - 1])


def _block(
    layout: Layout,
    rows: np.ndarray,
    row_columns: np.ndarray,
    pair_of_row: np.ndarray,
    lag: np.ndarray,
    longest_lag: np.ndarray,
) -> Lanes:
    """Make the lanes of some rows, which come longest first."""
    pair = pair_of_row[rows]
    padding = longest_lag[pair]
    n_columns = row_columns[rows + 1] - row_columns[rows]
    # columns of a row with padding 2    [. . a b c . .]    first step at 2 less the lag
    padded = offsets_of(n_columns + 2 * padding)
    row = rows_of(padded)
    columns = np.arange(padded[-1]) + (row_columns[rows] - padding - padded[:-1])[row]
    if padding.any():
        is_idle = (columns < row_columns[rows][row]) | (columns >= row_columns[rows + 1][row])
        columns[is_idle] = len(layout.first_cell) - 1

    n_lanes = np.diff(layout.words)[pair]
    lanes = offsets_of(n_lanes)
    row = rows_of(lanes)
    word_in_pair = np.arange(lanes[-1]) - lanes[row]
    word = word_in_pair + layout.words[pair][row]
    n_steps = n_columns + padding
    ending = np.bincount(n_steps, n_lanes).astype(np.int64)  # lanes that have so many steps
    return Lanes(
        rows=lanes,
        row_columns=np.stack([row_columns[rows], row_columns[rows + 1]], axis=1),
        longest_lag=padding,
        columns=columns,
        first=(padded[:-1] + padding)[row] - lag[word],
        n_running=lanes[-1] - np.cumsum(ending)[:-1],
        word=word,
        word_in_pair=word_in_pair,
        is_behind=lag[word] > 0,
    )


# ==================================================================================================
# Lengths of longest common subsequences, bit-parallel, all pairs in lockstep.
# Bit i of a lane's state V is 0 where the LCS grows at reference position i. One
# column, with M the positions equal to its token, takes V to
# (V + (V & M)) | (V - (V & M)): Hyyro 2004, after Crochemore et al. 2001.
# ==================================================================================================

MOST_CELLS_SHOWN = 1 << 32  # words times words of two texts: 65,536 with 65,536
_NONE = np.uint64(0)
_POSITIONS = np.uint64((1 << FIELD) - 1) << ONE
_TOP_TO_BIT_1 = np.uint64(62)
_BIT_1 = np.uint64(2)


@dataclass(frozen=True)
class LCS(RougeType):
    """ROUGE-L: the longest common subsequence of the whole texts (Lin 2004, sec. 3.1)."""

    spelling = "rougeL"
    examples = ("rougeL",)
    shown = "rougeL"
    chunk_time = 400.0

    @property
    def kernel(self) -> tuple[int, int]:
        """LCS."""
        return 1, 0

    def count(self, chunk: Chunk) -> BatchCounts:
        """Count as arrays."""
        pairs = chunk.texts
        hits = pairs.once(LCSLengths).of(np.ones(len(pairs), dtype=bool))
        return BatchCounts(hits, pairs.n_pred, pairs.n_ref)

    def count_pair(self, ref_sentences: TokenLists, pred_sentences: TokenLists) -> Tally:
        """Count the LCS of two token lists."""
        (ref,), (pred,) = ref_sentences, pred_sentences
        return count_lcs(pred, ref)

    def pair_time(self, n_chars: int, n_sentence_pairs: int) -> float:
        """Estimate the time of one pair that a chunk would not need as well."""
        return 4 + 0.015 * n_chars

    def check_shown(self, ref_sentences: TokenLists, pred_sentences: TokenLists) -> None:
        """Refuse two texts that are very long."""
        (ref,), (pred,) = ref_sentences, pred_sentences
        check_shown(len(ref) * len(pred), MOST_CELLS_SHOWN, "cells (words times words)")

    def match(self, ref_sentences: TokenLists, pred_sentences: TokenLists) -> Matched:
        """Pair the words of the LCS that rouge_score finds."""
        (ref,), (pred,) = ref_sentences, pred_sentences
        matches = match_lcs(ref, pred)
        return Matched(matches, [], Tally(len(matches), len(pred), len(ref)))


class LCSLengths:
    """The LCS lengths of some pairs, each found for the first type that asks."""

    def __init__(self, pairs: Pairs) -> None:
        """Start with none."""
        self._pairs = pairs
        self._lengths = np.zeros(len(pairs), dtype=np.int64)
        self._is_known = np.zeros(len(pairs), dtype=bool)

    def of(self, wanted: np.ndarray) -> np.ndarray:
        """Give the lengths: (n_pairs,) int64, those of the pairs wanted (bool) at least."""
        missing = wanted & ~self._is_known
        if missing.any():
            self._lengths = self._lengths + self._find(missing)
            self._is_known |= missing
        return self._lengths

    def _find(self, wanted: np.ndarray) -> np.ndarray:
        """Find the lengths of some pairs, 0 for the others, in lanes or one by one."""
        layout = self._pairs.once(lay_out)
        alone = better_alone(np.diff(layout.text_columns) * wanted)
        lengths = lcs_lengths_one_by_one(layout, alone)
        in_lanes = wanted.copy()
        in_lanes[alone] = False
        if in_lanes.any():
            lengths += lcs_lengths(layout_for(self._pairs, in_lanes), in_lanes)
        return lengths


# What was seen, in units of a column of one pair (0.3 us): a step of all lanes, their start,
# and the start of a pair alone.
LOCKSTEP, LOCKSTEP_START, _ALONE_START = 28, 400, 8


def better_alone(n_columns: np.ndarray) -> np.ndarray:
    """Choose the pairs whose steps too few others would share: their indices, longest first.

    Lanes cost by the steps of the longest of them; a pair alone, as one integer
    of any length, by its own columns.

    Args:
        n_columns: (n_pairs,) int64, 0 for pairs that are not wanted.

    Example:
        n_columns  [40 40 9000 40 ...]    the third alone, the others, if they are many, in lanes
    """
    order = np.argsort(-n_columns, kind="stable")
    lengths = n_columns[order]
    # The cost of taking the k longest alone, k = 0 to all.
    steps = np.append(lengths, 0)
    in_lanes = LOCKSTEP * steps + np.where(steps > 0, LOCKSTEP_START, 0)
    alone = offsets_of(lengths + np.where(lengths > 0, _ALONE_START, 0))
    chosen = order[: int(np.argmin(in_lanes + alone))]
    return chosen[n_columns[chosen] > 0]


def lcs_lengths_one_by_one(layout: Layout, chosen: np.ndarray) -> np.ndarray:
    """Find the length of the LCS of a few pairs: (n_pairs,) int64, 0 for the others.

    Args:
        chosen: indices of the pairs.
    """
    pairs = layout.pairs
    lengths = np.zeros(len(pairs), dtype=np.int64)
    places = np.searchsorted(layout.word_of_place, layout.words)
    for pair in chosen.tolist():
        columns = layout.token_of_column[slice(*layout.text_columns[pair : pair + 2].tolist())]
        pred = pairs.names[columns] - pairs.first_ref
        ref = layout.name_of_place[slice(*places[pair : pair + 2].tolist())]
        lengths[pair] = common_length(pred.tolist(), ref.tolist())
    return lengths


class States:
    """The state V of every lane of a block, advanced step by step."""

    def __init__(self, lanes: Lanes, positions: np.ndarray, is_fenced: bool) -> None:
        """Start before the first column, with all positions set.

        Args:
            positions: (n_lanes,) uint64: the bits of a lane that V may use.
            is_fenced: whether carries that leave these bits must be cleared.
        """
        self.v = positions.copy()  # (n_lanes,) uint64
        self.carry = np.zeros_like(positions)  # (n_lanes,) uint64: to the lane after, at bit 1
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

    def saved(self) -> tuple[np.ndarray, np.ndarray]:
        """Copy what the next steps start with."""
        return self.v.copy(), self.carry.copy()

    def restore(self, saved: tuple[np.ndarray, np.ndarray]) -> None:
        """Go back to what was copied."""
        self.v[:], self.carry[:] = saved

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
    cells = cells_of(layout, lag)
    bits = cells.bits(ONE << layout.bit_of_place.astype(np.uint64))
    rows = np.arange(n_pairs)
    lengths = np.zeros(n_pairs, dtype=np.int64)
    for lanes in lanes_of(layout, layout.text_columns, rows, lag, wanted):
        positions = np.full(len(lanes.word), _POSITIONS)
        states = States(lanes, positions, is_fenced=lanes.is_linked)
        for span in lanes.windows():
            window = cells.window(lanes, span)
            states.run(window, window.masks(bits))
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


# ==================================================================================================
# Union-LCS hits (rougeLsum): for each reference sentence, the positions on any LCS path.
# Runs all prediction sentences of all pairs at once, and takes the path that
# rouge_score takes where several are longest, since the union shows the choice.
# ==================================================================================================

_ALL = np.uint64(2**64 - 1)
_EXIT = np.uint64(1 << 63)  # mirrored bit 0: free in all words
_EXIT_TO_BIT_0 = np.uint64(63)
MOST_SENTENCES_SHOWN = 1 << 18  # pairs of sentences: 512 lines with 512
_MOST_SENTENCE_PAIRS = 128  # of a pair of texts whose sentences are compared one with one
MOST_CELLS_ALONE = 1 << 31  # words times words of such a pair, 46,000 a side: a bit of each, 256 MB


@dataclass(frozen=True)
class UnionLCS(RougeType):
    """ROUGE-Lsum: union of LCS, sentence by sentence (Lin 2004, sec. 3.2)."""

    spelling = "rougeLsum"
    examples = ("rougeLsum",)
    shown = "rougeLsum"
    chunk_time = 600.0

    @property
    def by_sentence(self) -> bool:
        """It compares sentence with sentence."""
        return True

    @property
    def kernel(self) -> tuple[int, int]:
        """UNION."""
        return 2, 0

    def count(self, chunk: Chunk) -> BatchCounts:
        """Count as arrays; where both texts are one sentence it is rougeL, and shares the work."""
        pairs = chunk.sentences
        is_plain = (pairs.n_sentences(pairs.pred) <= 1) & (pairs.n_sentences(pairs.ref) <= 1)
        if pairs.available is not pairs.token_counts[0]:
            is_plain[:] = False  # an LCS may hold a token more often than it is available
        hits = pairs.once(LCSLengths).of(is_plain)
        if not is_plain.all():
            layout = layout_for(pairs, ~is_plain)
            hits = np.where(is_plain, hits, union_lcs_hits(layout, ~is_plain))
        return BatchCounts(hits, pairs.n_pred_counted, pairs.n_ref)

    def count_pair(self, ref_sentences: TokenLists, pred_sentences: TokenLists) -> Tally:
        """Count the union of two lists of sentences: each with each, or in lanes."""
        n_sentence_pairs = len(pred_sentences) * len(ref_sentences)
        n_cells = sum(map(len, ref_sentences)) * sum(map(len, pred_sentences))
        if n_sentence_pairs > _MOST_SENTENCE_PAIRS or n_cells > MOST_CELLS_ALONE:
            return super().count_pair(ref_sentences, pred_sentences)
        return count_union_lcs(pred_sentences, ref_sentences)

    def pair_time(self, n_chars: int, n_sentence_pairs: int) -> float:
        """Estimate the time of one pair."""
        if n_sentence_pairs == 1:
            return 4 + 0.015 * n_chars
        if n_sentence_pairs > _MOST_SENTENCE_PAIRS:
            return math.inf
        return 3.0 * n_sentence_pairs + 0.055 * n_chars

    def check_shown(self, ref_sentences: TokenLists, pred_sentences: TokenLists) -> None:
        """Refuse very many sentences, and texts that are very long."""
        check_sentences_shown(ref_sentences, pred_sentences)
        n_cells = sum(map(len, ref_sentences)) * sum(map(len, pred_sentences))
        check_shown(n_cells, MOST_CELLS_SHOWN, "cells (words times words)")

    def match(self, ref_sentences: TokenLists, pred_sentences: TokenLists) -> Matched:
        """Pair the words of the union, each with one of the prediction."""
        matches, clipped = match_union(ref_sentences, pred_sentences, lcs_positions)
        n_pred, n_ref = (sum(map(len, side)) for side in (pred_sentences, ref_sentences))
        return Matched(matches, clipped, Tally(len(matches), n_pred, n_ref))


def check_sentences_shown(ref_sentences: TokenLists, pred_sentences: TokenLists) -> None:
    """Refuse to show the union of very many sentences, each of which may give any word."""
    n_sentence_pairs = len(ref_sentences) * len(pred_sentences)
    check_shown(n_sentence_pairs, MOST_SENTENCES_SHOWN, "pairs of sentences")


def union_lcs_hits(layout: Layout, wanted: np.ndarray) -> np.ndarray:
    """Count the clipped hits of rougeLsum: (n_pairs,) int64.

    Each token counts as often as unioned reference positions hold it, and at
    most as often as it stands in the prediction (Lin 2004, sec. 3.2; the
    clipping is that of ROUGE-1.5.5 and rouge_scorer.py:_summary_level_lcs).

    Args:
        wanted: (n_pairs,) bool; 0 is given for the others.
    """
    pairs = layout.pairs
    lanes = lanes_of(layout, layout.sentence_columns, layout.pair_of_sentence, layout.link, wanted)
    trace = _Trace(layout)
    union = np.zeros(len(layout.link), dtype=np.uint64)
    for block in lanes:
        np.bitwise_or.at(union, block.word, trace.taken(block))
    is_unioned = (union[layout.word_of_place] & trace.bit_of_place) != 0
    n_unioned = np.bincount(layout.name_of_place[is_unioned], minlength=len(pairs.ref.keys))
    return pairs.sum_by_pair(np.minimum(n_unioned, pairs.available))


def _gaps(layout: Layout) -> np.ndarray:
    """Say which columns had a token after them, in their sentence, that is not shared.

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
        self._cells = cells_of(layout, layout.link)
        bit_of_place = ONE << layout.bit_of_place.astype(np.uint64)
        self._bits = self._cells.bits(bit_of_place)
        self._positions = np.zeros(len(layout.link), dtype=np.uint64)  # of each word
        np.add.at(self._positions, layout.word_of_place, bit_of_place)

        self.bit_of_place = ONE << (63 - layout.bit_of_place).astype(np.uint64)  # mirrored
        self._mirrored_bits = self._cells.bits(self.bit_of_place)
        self._fields = np.zeros_like(self._positions)
        np.add.at(self._fields, layout.word_of_place, self.bit_of_place)
        is_behind = layout.link > 0
        self._fields[is_behind] |= _EXIT
        self._no_gap = _gaps(layout)

    def taken(self, lanes: Lanes) -> np.ndarray:
        """Find the positions on the path of each lane: (n_lanes,) uint64, mirrored."""
        spans = lanes.windows()
        states = States(lanes, self._positions[lanes.word], is_fenced=True)
        walk = _Walk(lanes, self._fields[lanes.word])
        # Heads of all windows would grow with the cube of a text: few of them are kept, and the
        # others found again.
        is_long = len(spans) * len(lanes.word) > MOST_HEADS
        stretch = math.isqrt(len(spans)) if is_long else len(spans)
        *earlier, last = (spans[k : k + stretch] for k in range(0, len(spans), stretch))
        heads = []
        for spans in earlier:
            heads.append(states.saved())
            for span in spans:
                self._run(states, lanes, span)
        self._walk_back(walk, states, lanes, last)
        for spans, head in zip(reversed(earlier), reversed(heads), strict=True):
            states.restore(head)
            self._walk_back(walk, states, lanes, spans)
        return walk.taken

    def _walk_back(
        self, walk: _Walk, states: States, lanes: Lanes, spans: list[tuple[int, int]]
    ) -> None:
        """Walk over some spans, from the last to the first, with the states before the first."""
        heads = []
        for span in spans:
            heads.append(states.saved())
            window, history = self._run(states, lanes, span)
        exits = np.where(lanes.is_behind, _EXIT, _NONE)
        for span, head in zip(reversed(spans), reversed(heads), strict=True):
            if span is not spans[-1]:
                states.restore(head)
                window, history = self._run(states, lanes, span)
            matches = window.masks(self._mirrored_bits)
            candidates = matches & self._no_gap[window.column]
            candidates |= _mirrored_inverse(history)
            if lanes.is_linked:
                for start, stop in pairwise(window.offsets):
                    matches[start:stop] |= exits[: stop - start]
                is_idle = window.column == len(self._no_gap) - 1  # the walk stays where it is
                candidates[is_idle], matches[is_idle] = _ALL, _NONE
            walk.run(window, candidates, matches)

    def _run(
        self, states: States, lanes: Lanes, span: tuple[int, int]
    ) -> tuple[Window, np.ndarray]:
        """Advance over a window: its entries, and the state at each."""
        window = self._cells.window(lanes, span)
        history = np.empty(len(window.column), dtype=np.uint64)
        states.run(window, window.masks(self._bits), history)
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


# ==================================================================================================
# Weighted longest common subsequences (ROUGE-W), all pairs of a chunk in lockstep.
# A match is worth more the longer the run of consecutive matches it extends: a
# run of k is worth k ** weight (Lin 2004, sec. 3.3). Here a lane is one
# prediction row past one reference row (sentences, or whole texts), and the
# table of every lane is filled one antidiagonal after the other, since each cell
# needs only its upper, left and upper left neighbours. It knows no score.
# ==================================================================================================

# Cells of the tables of one block of lanes; also what is remembered for tracing back.
MOST_CELLS = 1 << 21
MOST_LISTED = 1 << 20  # lanes that are listed and sorted at a time

_LEFT, _UP, _MATCH = 0, 1, 2

MOST_WEIGHED_SHOWN = 1 << 23  # words times words of two texts: 2,896 with 2,896

# Beyond these, powers and roots leave the range of floats for long texts.
LEAST_WEIGHT, MOST_WEIGHT = 0.1, 5.0


@dataclass(frozen=True)
class WeightedLCS(RougeType):
    """ROUGE-W: common subsequences whose consecutive runs weigh more.

    ROUGE-1.5.5 unions the sentences as ROUGE-L does, measures runs in the
    reference alone, and weights the reference's length twice. Lin 2004, sec.
    3.3, takes whole texts, measures runs in both and weights each length once.
    """

    spelling = r"rougeW([-+.0-9].*)?"
    examples = ("rougeW", "rougeW1.2")
    shown = "rougeW and rougeW1.2 (weight)"

    weight: float = 1.2  # a run of k is worth k ** weight; papers use 1.2
    definition: Definition = "rouge155"

    @classmethod
    def of_name(cls, found: re.Match[str], where: str, definition: Definition) -> WeightedLCS:
        """Read the weight, if there is one."""
        if found[1] is None:
            return cls(definition=definition)
        weight = float(found[1]) if re.fullmatch(r"[0-9]+(\.[0-9]+)?", found[1]) else 0.0
        if not LEAST_WEIGHT <= weight <= MOST_WEIGHT:
            raise ValueError(
                f"{where}: the weight must be a number from {LEAST_WEIGHT} to {MOST_WEIGHT} "
                "(1 is plain LCS, papers use 1.2)"
            )
        return cls(weight, definition)

    counts_whole = False

    @property
    def kernel(self) -> tuple[int, float]:
        """WEIGHTED_155 or WEIGHTED_2004, and the weight."""
        return (6 if self.by_sentence else 7), self.weight

    def of_kernel(self, counts: np.ndarray) -> BatchCounts:
        """Read the floats that stand in the bits."""
        hits, n_pred, n_ref = counts.view(np.float64)
        if not self.by_sentence:
            return BatchCounts(hits, n_pred, n_ref, self.weight)
        return BatchCounts(hits, n_pred, n_ref**self.weight, self.weight, n_ref)

    @property
    def by_sentence(self) -> bool:
        """ROUGE-1.5.5 compares sentences, Lin 2004 whole texts."""
        return self.definition == "rouge155"

    def count(self, chunk: Chunk) -> BatchCounts:
        """Count as arrays of floats."""
        weight = self.weight
        if not self.by_sentence:
            pairs = chunk.texts
            return BatchCounts(weighted_lcs(pairs, weight), *weighted_length(pairs, weight), weight)
        pairs = chunk.sentences
        hits = weighted_union_hits(pairs, weight)
        n_pred, _ = weighted_length(pairs, weight)
        n_ref = weighted_sentence_lengths(pairs, weight)
        return BatchCounts(hits, n_pred, n_ref**weight, weight, n_ref)

    def check_shown(self, ref_sentences: TokenLists, pred_sentences: TokenLists) -> None:
        """Refuse very many sentences, and texts whose table, here in Python, is very large."""
        check_sentences_shown(ref_sentences, pred_sentences)
        n_cells = sum(map(len, ref_sentences)) * sum(map(len, pred_sentences))
        check_shown(n_cells, MOST_WEIGHED_SHOWN, "cells (words times words)")

    def match(self, ref_sentences: TokenLists, pred_sentences: TokenLists) -> Matched:
        """Pair the words of the union of weighted LCS, and weigh the runs among them."""
        weight = self.weight
        find_path = partial(weighted_positions, weight=weight)
        matches, clipped = match_union(ref_sentences, pred_sentences, find_path)
        lengths = [len(sentence) for sentence in ref_sentences]
        n_pred = float(sum(map(len, pred_sentences))) ** weight
        n_ref = sum((float(length) ** weight for length in lengths), 0.0)
        if not self.by_sentence:
            links = [(match.reference[0], match.prediction[0]) for match in matches]
            return Matched(matches, clipped, Tally(weigh_common_runs(links, weight), n_pred, n_ref))
        counted = {match.reference[0] for match in matches}
        union = counted.union(match.reference[0] for match in clipped)
        hits = weigh_reference_runs(counted, union, lengths, weight)
        # By NumPy's power, as batches take it: Python's may differ in the last bit.
        (twice_weighted,) = (np.array([n_ref]) ** weight).tolist()
        return Matched(matches, clipped, Tally(hits, n_pred, twice_weighted))


@dataclass(frozen=True, eq=False)
class SideRows:
    """Rows of one side, where runs of tokens that the other side lacks count as one token."""

    names: Ragged  # int32: the token's name, -1 (prediction) or -2 (reference) for such a run
    token: np.ndarray  # (n_names,) int64: index into the tokens of the side
    pair_of: np.ndarray  # (n_rows,) int64, rising


def weighted_union_hits(pairs: Pairs, weight: float) -> np.ndarray:
    """Weigh the runs of union-LCS positions as ROUGE-1.5.5 does: (n_pairs,) float64.

    The positions of a reference sentence on the weighted LCS with any
    prediction sentence are unioned. Then each reference sentence is walked: a
    position adds 1 to the run unless its token has been counted as often as it
    stands in the prediction; the run is worth run ** weight, and ends, at a
    counted position with no unioned one next to it.

    Example (weight = 2):
        reference  a b c d e f
        unioned    1 1 0 1 1 1    2 * 2 + 3 * 3 = 13
    """
    unioned = np.flatnonzero(_unioned(pairs, weight))
    names = pairs.names[pairs.first_ref :] - pairs.first_ref
    is_counted = np.zeros(len(names), dtype=bool)
    is_counted[unioned] = _rank_among_equals(names[unioned]) < pairs.available[names[unioned]]
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
    n_pred, n_ref = pairs.n_pred_counted, pairs.n_ref
    longest = int(max(n_pred.max(initial=0), n_ref.max(initial=0)))
    powers = power_table(longest, weight)
    return powers[n_pred], powers[n_ref]


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


def _rows(pairs: Pairs, by_sentence: bool) -> tuple[SideRows, SideRows]:
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
        sides.append(SideRows(kept, token, pair_of))
    return sides[0], sides[1]


@dataclass(frozen=True, eq=False)
class _Lanes:
    """Some lanes of like size, padded to the largest with names that never match."""

    ref_row: np.ndarray  # (n_lanes,) int64
    ref: np.ndarray  # (n_rows, n_lanes) int32: names, from the first token
    pred: np.ndarray  # (n_columns, n_lanes) int32: names, from the last place to the first token
    n_ref: np.ndarray  # (n_lanes,) int64
    n_pred: np.ndarray  # (n_lanes,) int64


def _lanes(pred: SideRows, ref: SideRows) -> Iterator[_Lanes]:
    """Pair every row of a prediction with every row of its reference, sorted by size."""
    n_pairs = 1 + int(max(pred.pair_of.max(initial=-1), ref.pair_of.max(initial=-1)))
    n_pred_rows = np.bincount(pred.pair_of, minlength=n_pairs)
    first_pred_row = offsets_of(n_pred_rows)
    n_partners = n_pred_rows[ref.pair_of]  # of each reference row
    lanes_before = offsets_of(n_partners)
    start = 0
    while start < len(n_partners):  # some rows at a time: sentences meet by their product
        most = lanes_before[start] + MOST_LISTED
        stop = max(int(np.searchsorted(lanes_before, most, side="right")) - 1, start + 1)
        partners = n_partners[start:stop]
        ref_row = np.repeat(np.arange(start, stop), partners)
        rank = np.arange(len(ref_row)) - np.repeat(offsets_of(partners)[:-1], partners)
        pred_row = first_pred_row[ref.pair_of[ref_row]] + rank
        start = stop
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
        fits = cells * np.arange(1, len(cells) + 1) <= MOST_CELLS
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
        every = np.arange(0, self._cells[-1], MOST_CELLS)
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
