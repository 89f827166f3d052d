"""Pairs laid out for bit-parallel LCS: reference positions as bits, columns as steps.

Rows of tokens come in (whole texts, or sentences), 64-bit words come out. A
word holds positions of one or more reference rows; a lane runs the tokens of
one prediction row, its columns, past one word. It knows no score.

    bit      63     62 .. 1            0
    word     carry  positions, fields  below the lowest field

Each reference row of a pair is a field of neighbouring bits, with a free bit
below it, which catches what the field underneath carries out. A row of more
than 62 positions fills several words, and its carry passes from each to the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .pairs import Pairs
from .ragged import offsets_of
from .tokens import Tokens

FIELD = 62  # positions that one word can hold of one row
ONE = np.uint64(1)


@dataclass(frozen=True, eq=False)
class Side:
    """The tokens of one side that also stand on the other, in rows."""

    token: np.ndarray  # (n_kept,) int64: index into the tokens of the side
    name: np.ndarray  # (n_kept,) int64: reference position that names the token
    row: np.ndarray  # (n_kept,) int64: row that the token stands in
    pair_of: np.ndarray  # (n_rows,) int64
    lengths: np.ndarray  # (n_rows,) int64: kept tokens of each row


def shared_sides(pairs: Pairs, by_sentence: bool, wanted: np.ndarray) -> tuple[Side, Side]:
    """Keep the tokens that stand on both sides of the wanted pairs.

    The others never match, so they change no LCS: their positions and columns
    can be left out (what that asks of backtracking is said in ``unions``).

    Args:
        by_sentence: rows are sentences; else rows are whole texts.
        wanted: (n_pairs,) bool.

    Returns:
        The prediction's side, then the reference's.
    """
    first_ref = pairs.first_ref
    pred_names = pairs.names[:first_ref] - first_ref
    ref_names = pairs.names[first_ref:] - first_ref
    in_pred, _ = pairs.token_counts
    pred_kept = (pred_names >= 0) & np.repeat(wanted, pairs.n_pred)
    ref_kept = (in_pred[ref_names] > 0) & np.repeat(wanted, pairs.n_ref)
    return (
        _side(pairs.pred, pred_kept, pred_names, by_sentence),
        _side(pairs.ref, ref_kept, ref_names, by_sentence),
    )


def _side(tokens: Tokens, kept: np.ndarray, names: np.ndarray, by_sentence: bool) -> Side:
    token = np.flatnonzero(kept)
    n_texts = len(tokens.offsets) - 1
    text_of = np.repeat(np.arange(n_texts), np.diff(tokens.offsets))
    if by_sentence:
        row = (np.cumsum(tokens.begins) - 1)[token]
        pair_of = text_of[tokens.begins]
    else:
        row = text_of[token]
        pair_of = np.arange(n_texts)
    lengths = np.bincount(row, minlength=len(pair_of))
    return Side(token, names[token], row, pair_of, lengths)


@dataclass(frozen=True, eq=False)
class Words:
    """The reference positions as bits of words; the words of a pair are neighbours."""

    offsets: np.ndarray  # (n_pairs + 1,) int64: words of each pair
    of_token: np.ndarray  # (n_kept,) int64: word of each reference token
    bit: np.ndarray  # (n_kept,) uint64: its bit in there, as a power of two
    positions: np.ndarray  # (n_words,) uint64: all bits in use
    link: np.ndarray  # (n_words,) int64: words that the lowest field has filled already
    is_fenced: bool  # whether a carry can leave a field for bits that are in use


def pack(ref: Side, n_pairs: int) -> Words:
    """Give each reference row its field: the next free bits of a word, or a new word.

    Example (a word of 6 positions, rows of 2, 3, 8 and 1 tokens):
        bit     6 5 4 3 2 1 0
        word 0  b b b . a a .
        word 1  c c c c c c .    link 0
        word 2  . . d . c c .    link 1
    """
    n_rows = len(ref.lengths)
    word = np.zeros(n_rows, dtype=np.int64)  # of the row's first position, from the pair's first
    below = np.zeros(n_rows, dtype=np.int64)  # the bit below its first position
    words_done = np.zeros(n_pairs, dtype=np.int64)
    bits_done = np.zeros(n_pairs, dtype=np.int64)
    for rows in _rank_by_rank(ref, n_pairs):
        pair = ref.pair_of[rows]
        length = ref.lengths[rows]
        used = bits_done[pair]
        opens = (used > 0) & (used + length > FIELD)
        used[opens] = 0
        below[rows] = used
        word[rows] = words_done[pair] + opens
        filled = (length - 1) // FIELD
        words_done[pair] = word[rows] + filled
        bits_done[pair] = used + length - filled * FIELD + 1
    offsets = offsets_of(words_done + (bits_done > 0))
    row_offsets = offsets_of(ref.lengths)
    rank = np.arange(len(ref.row)) - row_offsets[ref.row]  # of a token in its row
    filled = rank // FIELD
    of_token = offsets[ref.pair_of[ref.row]] + word[ref.row] + filled
    shift = below[ref.row] + 1 + rank - filled * FIELD
    bit = ONE << shift.astype(np.uint64)
    positions = np.zeros(offsets[-1], dtype=np.uint64)
    np.add.at(positions, of_token, bit)  # distinct powers of two: their sum is their union
    link = np.zeros(offsets[-1], dtype=np.int64)
    lowest = shift == 1
    link[of_token[lowest]] = filled[lowest]
    is_fenced = bool(below.any() or link.any())
    return Words(offsets, of_token, bit, positions, link, is_fenced)


def _rank_by_rank(ref: Side, n_pairs: int) -> list[np.ndarray]:
    """List the first rows of all pairs that have one, then the second ones, and so on."""
    rows = np.flatnonzero(ref.lengths)
    pair = ref.pair_of[rows]
    first_of_pair = offsets_of(np.bincount(pair, minlength=n_pairs))
    rank = np.arange(len(rows)) - first_of_pair[pair]
    order = np.argsort(rank, kind="stable")
    ends = np.cumsum(np.bincount(rank))
    return np.split(rows[order], ends[:-1]) if len(rows) else []


@dataclass(frozen=True, eq=False)
class Masks:
    """For each token that both sides share, its bits in every word of its pair.

    Bits of token ``t`` in word ``w`` of its pair are ``bits[first[t] + w]``.
    """

    bits: np.ndarray  # (n,) uint64
    first: np.ndarray  # (n_ref_positions,) int64: by the position that names the token


def masks_of(ref: Side, words: Words, n_ref_positions: int) -> Masks:
    """Collect the bits of equal reference tokens."""
    pair_of_token = ref.pair_of[ref.row]
    own = ref.name == ref.token  # one token of each name
    n_words = np.diff(words.offsets)
    offsets = offsets_of(n_words[pair_of_token[own]])
    first = np.zeros(n_ref_positions, dtype=np.int64)
    first[ref.token[own]] = offsets[:-1]
    bits = np.zeros(offsets[-1], dtype=np.uint64)
    word_in_pair = words.of_token - words.offsets[pair_of_token]
    np.add.at(bits, first[ref.name] + word_in_pair, words.bit)
    return Masks(bits, first)


_MOST_LANES = 1 << 15  # of a block: a word for each fits in the cache several times
_MOST_CELLS = 1 << 18  # of a window: lanes times steps


@dataclass(frozen=True, eq=False)
class Window:
    """Some steps of a block, step by step: the lanes of step ``k`` are a slice.

    Cells ``offsets[k]:offsets[k + 1]`` are lanes 0, 1, ... at that step.
    """

    offsets: list[int]  # (n_steps + 1,)
    mask: np.ndarray  # (n_cells,) uint64: bits equal to the lane's column
    column: np.ndarray  # (n_cells,) int64: that column, as index of the prediction side
    idle: np.ndarray | None  # (n_cells,) bool: the lane has no column at this step


@dataclass(frozen=True, eq=False)
class Lanes:
    """Prediction rows against words, longest first, so that the lanes still running come first.

    The words that one reference row fills follow each other. Each runs one
    step behind the one below it, so that it finds the carry that it needs.
    """

    first: np.ndarray  # (n_lanes,) int64: the row's first column, as index of the side
    n_columns: np.ndarray  # (n_lanes,) int64
    n_steps: np.ndarray  # (n_lanes,) int64: falls
    word: np.ndarray  # (n_lanes,) int64
    word_in_pair: np.ndarray  # (n_lanes,) int64
    lag: np.ndarray  # (n_lanes,) int64: link of the word

    def __len__(self) -> int:
        return len(self.word)

    @cached_property
    def is_linked(self) -> bool:
        """Whether any lane takes the carry of the lane before it."""
        return bool(self.lag.any())

    @cached_property
    def n_running(self) -> np.ndarray:  # (n_steps,) int64
        """How many lanes, the first ones, run at each step."""
        ending = np.bincount(self.n_steps)  # lanes that have so many steps
        return len(self) - np.cumsum(ending)[:-1]

    def blocks(self) -> list[Lanes]:
        """Cut into runs of lanes that fit in the cache, never between linked ones."""
        n_lanes = len(self)
        if n_lanes <= _MOST_LANES:
            return [self] if n_lanes else []
        unlinked = np.append(np.flatnonzero(self.lag == 0), n_lanes)
        blocks = []
        start = 0
        while start < n_lanes:
            k = np.searchsorted(unlinked, start + _MOST_LANES, side="right") - 1
            stop = int(unlinked[k] if unlinked[k] > start else unlinked[k + 1])
            blocks.append(Lanes(*(getattr(self, f)[start:stop] for f in self.__match_args__)))
            start = stop
        return blocks

    def windows(self) -> list[tuple[int, int]]:
        """Cut the steps into spans of bounded size: first and last (exclusive) step of each."""
        cells = np.cumsum(self.n_running)
        spans = []
        start, done = 0, 0
        while start < len(cells):
            stop = max(int(np.searchsorted(cells, done + _MOST_CELLS, side="right")), start + 1)
            spans.append((start, stop))
            start, done = stop, int(cells[stop - 1])
        return spans

    def window(self, span: tuple[int, int], column_masks: np.ndarray, masks: Masks) -> Window:
        """Look up the mask of every lane at every step of a span.

        Args:
            column_masks: (n_columns of the side,) int64: ``masks.first`` of each column's token.
        """
        n_running = self.n_running[slice(*span)]
        offsets = offsets_of(n_running)
        lane = np.arange(offsets[-1]) - np.repeat(offsets[:-1], n_running)
        column = np.repeat(np.arange(*span), n_running)
        idle = None
        if self.is_linked:
            column -= self.lag[lane]
            idle = (column < 0) | (column >= self.n_columns[lane])
            column[idle] = 0
        column += self.first[lane]
        mask = masks.bits[column_masks[column] + self.word_in_pair[lane]]
        if idle is not None:
            mask[idle] = 0
        return Window(offsets.tolist(), mask, column, idle)


def lanes_of(pred: Side, words: Words) -> Lanes:
    """Set each prediction row against each word of its reference."""
    rows = np.flatnonzero(pred.lengths)
    pair = pred.pair_of[rows]
    n_words = np.diff(words.offsets)
    n_lanes = n_words[pair]
    shift = words.offsets[pair] - offsets_of(n_lanes)[:-1]
    word = np.arange(n_lanes.sum()) + np.repeat(shift, n_lanes)
    pair_of_word = np.repeat(np.arange(len(n_words)), n_words)
    longest_lag = np.zeros(len(n_words), dtype=np.int64)
    np.maximum.at(longest_lag, pair_of_word, words.link)
    n_columns = pred.lengths[rows]
    # All lanes of a row take as many steps, so that sorting keeps linked ones together.
    n_steps = np.repeat(n_columns + longest_lag[pair], n_lanes)
    order = np.argsort(-n_steps, kind="stable")
    word = word[order]
    return Lanes(
        first=np.repeat(offsets_of(pred.lengths)[rows], n_lanes)[order],
        n_columns=np.repeat(n_columns, n_lanes)[order],
        n_steps=n_steps[order],
        word=word,
        word_in_pair=word - words.offsets[pair_of_word[word]],
        lag=words.link[word],
    )
