"""Pairs laid out for bit-parallel LCS: reference tokens as bits, prediction tokens as steps.

Tokens that stand on both sides of a pair come in, 64-bit words and the lanes
that run past them come out; the other tokens never match, so they change no
LCS. It knows no score.

    bit      63     62 .. 1            0
    word     carry  positions, fields  below the lowest field

Each reference sentence is a field of neighbouring positions, with a free bit
below it, which catches what the field underneath carries out. A sentence of
more than 62 tokens fills several words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from .pairs import Pairs
from .ragged import offsets_of, rows_of

FIELD = 62  # positions that one word can hold
ONE = np.uint64(1)


@dataclass(frozen=True, eq=False)
class Layout:
    """The shared tokens of a chunk of pairs.

    *Columns* are those of the predictions, in order; *places* those of the
    references. A *cell* stands for one distinct token in one word of its pair.
    One column and the cells behind the others belong to no token.
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

    @property
    def word_of_cell(self) -> np.ndarray:  # (n_cells,) int64
        """The word that a cell stands for."""
        shift = self.words[self.pair_of_distinct] - self.cells[:-1]
        return np.arange(self.cells[-1]) + shift[rows_of(self.cells)]

    def bits(self, bit_of_place: np.ndarray) -> np.ndarray:
        """Collect bits by cell: (n_cells + most words of a pair,) uint64, empty ones at the end.

        Args:
            bit_of_place: (n_places,) uint64, distinct powers of two within a word.
        """
        n_empty = int(np.diff(self.words).max(initial=0))
        bits = np.zeros(self.cells[-1] + n_empty, dtype=np.uint64)
        np.add.at(bits, self.cell_of_place, bit_of_place)
        return bits


def lay_out(pairs: Pairs) -> Layout:
    """Find the shared tokens of each pair and give every reference token its bit."""
    first_ref = pairs.first_ref
    column_count = offsets_of(pairs.is_shared[:first_ref])  # columns before each token
    place_count = offsets_of(pairs.is_shared[first_ref:])
    pred_starts = np.append(np.flatnonzero(pairs.pred.begins), first_ref)
    ref_starts = np.append(np.flatnonzero(pairs.ref.begins), len(pairs.ref.keys))
    token_of_column = np.flatnonzero(pairs.is_shared[:first_ref])
    token_of_place = np.flatnonzero(pairs.is_shared[first_ref:])
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


_MOST_LANES = 1 << 13  # of a block: a word for each fits in the cache several times
_MOST_ENTRIES = 1 << 17  # of a window


@dataclass(frozen=True, eq=False)
class Window:
    """Some steps of a block, one after the other: the lanes of a step are a slice.

    Entries ``offsets[k]:offsets[k + 1]`` are lanes 0, 1, ... at step ``k``.
    """

    offsets: list[int]  # (n_steps + 1,)
    column: np.ndarray  # (n_entries,) int64: the lane's column
    cell: np.ndarray  # (n_entries,) int64: of the column's token in the lane's word


@dataclass(frozen=True, eq=False)
class Lanes:
    """Rows of columns against words, longest first, so that the lanes still running come first.

    A linked lane needs the carry of the lane before it, which runs the same
    row past the word below; so it runs one step behind. For that a row has
    idle columns at either end, as many as its last lane is behind.
    """

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
            stop = int(np.searchsorted(done, entries + _MOST_ENTRIES, side="right"))
            stop = max(stop, start + 1)
            spans.append((start, stop))
            start, entries = stop, int(done[stop - 1])
        return spans

    def window(self, span: tuple[int, int], layout: Layout) -> Window:
        """Find the column and the cell of every lane at every step of a span."""
        offsets = offsets_of(self.n_running[slice(*span)]).tolist()
        index = np.empty(offsets[-1], dtype=np.int64)
        for step, start, stop in zip(range(*span), offsets, offsets[1:], strict=False):
            np.add(self.first[: stop - start], step, out=index[start:stop])
        column = self.columns[index]
        cell = layout.first_cell[column]
        if self.word_in_pair.any():
            for start, stop in pairwise(offsets):
                cell[start:stop] += self.word_in_pair[: stop - start]
        return Window(offsets, column, cell)


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
        stop = int(np.searchsorted(done, n_done + _MOST_LANES, side="right"))
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
        columns=columns,
        first=(padded[:-1] + padding)[row] - lag[word],
        n_running=lanes[-1] - np.cumsum(ending)[:-1],
        word=word,
        word_in_pair=word_in_pair,
        is_behind=lag[word] > 0,
    )
