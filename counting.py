"""Token keys in, counts out: pairs as arrays, n-grams, skip-bigrams.

What is counted are whole numbers; the one division is in `scores`. Nothing
here sees text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .text import Slots, Tokens, last_equal, offsets_of, rows_of

# ==================================================================================================
# One chunk of pairs as arrays, and what all counting starts from.
# Tokens of every pair come in as keys; the names of equal tokens and the number
# of times each stands on either side come out. It knows no type of ROUGE.
# ==================================================================================================


@dataclass(frozen=True, eq=False)
class Pairs:
    """Predictions and references, text by text: pair ``i`` is row ``i`` of both.

    Arrays over *positions* hold the tokens of all predictions, then those of
    all references.
    """

    pred: Tokens
    ref: Tokens

    def __len__(self) -> int:
        return len(self.pred.offsets) - 1

    @property
    def n_pred(self) -> np.ndarray:  # (n_pairs,) int64
        """Tokens of each prediction."""
        return np.diff(self.pred.offsets)

    @property
    def n_ref(self) -> np.ndarray:  # (n_pairs,) int64
        """Tokens of each reference."""
        return np.diff(self.ref.offsets)

    @staticmethod
    def n_sentences(side: Tokens) -> np.ndarray:
        """Count the sentences of each text that hold a token: (n_pairs,) int64."""
        return np.diff(offsets_of(side.begins)[side.offsets])

    @property
    def first_ref(self) -> int:
        """The position of the first reference token."""
        return len(self.pred.keys)

    @cached_property
    def pair_of_pred(self) -> np.ndarray:  # (n_pred_positions,) int64
        """The pair of each prediction token."""
        return rows_of(self.pred.offsets)

    @cached_property
    def pair_of_ref(self) -> np.ndarray:  # (n_ref_positions,) int64
        """The pair of each reference token."""
        return rows_of(self.ref.offsets)

    @cached_property
    def opens_text(self) -> np.ndarray:  # (n_positions,) bool
        """Whether the position is the first of its text."""
        opens = np.zeros(self.first_ref + len(self.ref.keys) + 1, dtype=bool)
        opens[self.pred.offsets] = True
        opens[self.ref.offsets + self.first_ref] = True
        return opens[:-1]

    @cached_property
    def slots(self) -> Slots:
        """Table regions for one key at each position, twice as large as a pair has keys."""
        n_slots = 2 * (self.n_pred + self.n_ref)
        first = offsets_of(n_slots)
        pair = np.concatenate([self.pair_of_pred, self.pair_of_ref])
        return Slots(first[pair], n_slots.astype(np.uint64)[pair], int(first[-1]))

    @cached_property
    def names(self) -> np.ndarray:  # (n_positions,) int64
        """The position of an equal token of the same pair, the same for all equals.

        Where a reference token equals it, a reference position.
        """
        keys = np.concatenate([self.pred.keys, self.ref.keys])
        return last_equal(keys, self.slots, self.first_ref)

    @cached_property
    def token_counts(self) -> tuple[np.ndarray, np.ndarray]:
        """How often the token that each reference position names stands on either side.

        Returns:
            Two (n_ref_positions,) int64, 0 at positions that name no token:
            in the prediction, in the reference.
        """
        return counts_by_name(self.names, self.first_ref)

    @cached_property
    def is_shared(self) -> np.ndarray:  # (n_positions,) bool
        """Whether the token also stands on the other side of its pair."""
        return shared_names(self.names, self.first_ref, self.token_counts[0])

    def sum_by_pair(self, values: np.ndarray) -> np.ndarray:
        """Sum one value per reference position over the pair it stands in: (n_pairs,)."""
        return np.diff(offsets_of(values)[self.ref.offsets])


def counts_by_name(names: np.ndarray, n_early: int) -> tuple[np.ndarray, np.ndarray]:
    """Count each late name among the early and among the late: two (n_late,) int64.

    Example (n_early = 3):
        names     [3 4 3 | 3 4 4]
        early     [2 1 0]
        late      [1 2 0]
    """
    n_late = len(names) - n_early
    early = np.bincount(names[:n_early], minlength=len(names))[n_early:]
    late = np.bincount(names[n_early:] - n_early, minlength=n_late)
    return early, late


def shared_names(names: np.ndarray, n_early: int, in_early: np.ndarray) -> np.ndarray:
    """Say which names stand in both parts: (n_names,) bool."""
    is_shared = np.empty(len(names), dtype=bool)
    np.greater_equal(names[:n_early], n_early, out=is_shared[:n_early])
    np.greater(in_early[names[n_early:] - n_early], 0, out=is_shared[n_early:])
    return is_shared


# ==================================================================================================
# Clipped matches of n-grams, for all pairs of a chunk at once.
# An n-gram is the names of the two (n-1)-grams in it, two 32-bit integers packed
# in one 64-bit key. It can match only where both of them do, so each order
# groups no more than what the order below has matched.
# ==================================================================================================

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


# ==================================================================================================
# Clipped matches of skip-bigrams, for all pairs of a chunk at once.
# A skip-bigram is an ordered pair of tokens of one text with at most ``distance``
# tokens between them (Lin 2004, sec. 4). It is packed in one 64-bit key and
# grouped as n-grams are. It knows no text and no score.
# ==================================================================================================

# Skip-bigrams grouped at a time: few enough for their tables to stay in the cache.
_BATCH = 1 << 16
# Skip-bigrams of one pair that may be listed at all: bounds memory at about 2 GB.
_MOST_GRAMS = 1 << 25


def skip_matches(pairs: Pairs, distance: int | None) -> np.ndarray:
    """Count the skip-bigrams each pair shares, a repeat min(prediction, reference) times.

    Args:
        pairs: a chunk of pairs.
        distance: tokens that may stand between the two, 0 or more; None for any number.

    Returns:
        (n_pairs,) int64.

    Example (distance = 1):
        prediction  a b c    ab ac bc
        reference   a c b    ac ab cb    2 matches
    """
    kept, n_behind = _partners(pairs, distance)
    first_ref = int(np.searchsorted(kept, pairs.first_ref))
    names = pairs.names[kept]
    pred_offsets = np.searchsorted(kept[:first_ref], pairs.pred.offsets)
    ref_offsets = np.searchsorted(kept[first_ref:], pairs.ref.offsets + pairs.first_ref)
    pred_grams = offsets_of(n_behind)[pred_offsets]  # (n_pairs + 1,): grams before each pair
    ref_grams = offsets_of(n_behind[first_ref:])[ref_offsets]
    matches = np.zeros(len(pairs), dtype=np.int64)
    for first, last in _batches(pred_grams + ref_grams):
        pred = slice(pred_offsets[first], pred_offsets[last])
        ref = slice(first_ref + ref_offsets[first], first_ref + ref_offsets[last])
        n_pred_grams = np.diff(pred_grams[first : last + 1])
        n_ref_grams = np.diff(ref_grams[first : last + 1])
        kinds = np.unique(names[ref]) if last - first == 1 else None
        n_tokens = pred.stop - pred.start + ref.stop - ref.start
        n_grams = int(n_pred_grams.sum() + n_ref_grams.sum())
        if kinds is not None and _is_cheaper_by_kind(len(kinds), n_tokens, n_grams):
            matches[first] = _matches_by_kind(kept, names, pred, ref, kinds, distance)
        else:
            keys = np.concatenate([_grams(names, n_behind, pred), _grams(names, n_behind, ref)])
            matches[first:last] = _grouped_matches(keys, n_pred_grams, n_ref_grams)
    return matches


def skip_unigram_matches(pairs: Pairs) -> np.ndarray:
    """Count the shared tokens as ROUGE-SU of ROUGE-1.5.5 does: (n_pairs,) int64.

    The last token of either text is left out, so that a single equal word
    scores nothing.
    """
    first_ref = pairs.first_ref
    counted = np.ones(len(pairs.names), dtype=bool)
    counted[_last_tokens(pairs.pred.offsets)] = False
    counted[first_ref + _last_tokens(pairs.ref.offsets)] = False
    n_positions = len(pairs.names)
    pred_names = pairs.names[:first_ref][counted[:first_ref]]
    ref_names = pairs.names[first_ref:][counted[first_ref:]]
    in_pred = np.bincount(pred_names, minlength=n_positions)[first_ref:]
    in_ref = np.bincount(ref_names, minlength=n_positions)[first_ref:]
    return pairs.sum_by_pair(np.minimum(in_pred, in_ref))


def n_skip_bigrams(n_tokens: np.ndarray, distance: int | None) -> np.ndarray:
    """Count the skip-bigrams of texts: (n_texts,) int64.

    Example (n_tokens = 4):
        distance  0 -> 3    1 -> 5    2 -> 6    None -> 6
    """
    widest = np.maximum(n_tokens - 1, 0)
    reach = widest if distance is None else np.minimum(widest, distance + 1)
    # Each token but the last ``reach`` begins as many as it reaches; those begin fewer.
    return reach * n_tokens - reach * (reach + 1) // 2


def _last_tokens(offsets: np.ndarray) -> np.ndarray:
    """Find the last token of each text that has one: [0 2 2 5] -> [1 4]."""
    return offsets[1:][offsets[1:] > offsets[:-1]] - 1


def _partners(pairs: Pairs, distance: int | None) -> tuple[np.ndarray, np.ndarray]:
    """Keep the tokens that stand on both sides, and count those each can be paired with.

    Others are in no match. They still hold the kept ones apart.

    Returns:
        Positions kept, and for each how many kept ones behind it are near enough.

    Example (distance = 1, x stands on one side only):
        tokens    a x b b | ...
        kept      0   2 3
        n_behind  1   1 0
    """
    first_ref = pairs.first_ref
    is_kept = pairs.is_shared
    kept = np.flatnonzero(is_kept)
    n_kept_before = offsets_of(is_kept)
    text_end = np.concatenate(
        [
            np.repeat(pairs.pred.offsets[1:], pairs.n_pred),
            np.repeat(pairs.ref.offsets[1:] + first_ref, pairs.n_ref),
        ]
    )[kept]
    out_of_reach = text_end if distance is None else np.minimum(text_end, kept + distance + 2)
    n_behind = n_kept_before[out_of_reach] - n_kept_before[kept] - 1
    return kept, n_behind


def _batches(n_grams_before: np.ndarray) -> Iterator[tuple[int, int]]:
    """Cut the pairs so that each batch holds a bounded number of skip-bigrams, or one pair."""
    n_pairs = len(n_grams_before) - 1
    first = 0
    while first < n_pairs:
        limit = n_grams_before[first] + _BATCH
        last = int(np.searchsorted(n_grams_before, limit, side="right")) - 1
        last = max(last, first + 1)
        yield first, last
        first = last


def _grams(names: np.ndarray, n_behind: np.ndarray, tokens: slice) -> np.ndarray:
    """List the skip-bigrams of a run of kept tokens: (n_grams,) uint64.

    Example:
        names     [a b c]
        n_behind  [2 1 0]
        grams     [ab ac bc]
    """
    n_partners = n_behind[tokens]
    own_names = names[tokens].astype(np.uint64)
    left = np.repeat(np.arange(len(n_partners)), n_partners)
    # rank  [0 1 0]: of a gram among those that begin with the same token
    rank = np.arange(len(left)) - np.repeat(offsets_of(n_partners)[:-1], n_partners)
    right = left + rank
    right += 1
    return own_names[left] << _SHIFT | own_names[right]


def _grouped_matches(
    keys: np.ndarray, n_pred_grams: np.ndarray, n_ref_grams: np.ndarray
) -> np.ndarray:
    """Count equal keys of each pair, predictions in front: (n_pairs,) int64."""
    n_pred_keys = int(n_pred_grams.sum())
    n_slots = 2 * (n_pred_grams + n_ref_grams)
    first = offsets_of(n_slots)
    n_keys_of = np.concatenate([n_pred_grams, n_ref_grams])
    slots = Slots(
        np.repeat(np.tile(first[:-1], 2), n_keys_of),
        np.repeat(np.tile(n_slots.astype(np.uint64), 2), n_keys_of),
        int(first[-1]),
    )
    in_pred, in_ref = counts_by_name(last_equal(keys, slots, n_pred_keys), n_pred_keys)
    shared = offsets_of(np.minimum(in_pred, in_ref))
    return np.diff(shared[offsets_of(n_ref_grams)])


def _is_cheaper_by_kind(n_kinds: int, n_tokens: int, n_grams: int) -> bool:
    """Weigh the two ways to count one pair, by what they were seen to cost."""
    if n_grams <= _BATCH:
        return False
    # In units of 5 ns: a token costs 1 for each kind, a kind 8,000, a skip-bigram 6.
    return n_grams > _MOST_GRAMS or n_kinds * (n_tokens + 8000) < 6 * n_grams


def _matches_by_kind(
    kept: np.ndarray,
    names: np.ndarray,
    pred: slice,
    ref: slice,
    kinds: np.ndarray,
    distance: int | None,
) -> int:
    """Count the matches of one long pair, in memory that grows with its length alone.

    One pair at a time and one kind of token at a time, since the skip-bigrams of
    such a pair grow with the square of its length: for a first token a, each
    second token ends as many skip-bigrams as there are a's within reach before it.

    Args:
        kinds: (n_kinds,) int64, the names in the reference, rising.

    Example (distance None, a = "a"):
        tokens            a b a b
        a's before        0 1 1 2
        bigrams a b: 1 + 2 = 3    a a: 1
    """
    reach = np.inf if distance is None else distance + 1
    sides = []
    for tokens in (pred, ref):
        position = kept[tokens]
        begin_of_reach = np.searchsorted(position, position - reach)
        sides.append((np.searchsorted(kinds, names[tokens]), begin_of_reach))
    matches = 0
    for first in range(len(kinds)):
        ended = []  # per side, the skip-bigrams that begin with this kind, by their second
        for kind_of, begin_of_reach in sides:
            n_before = offsets_of(kind_of == first)
            n_in_reach = n_before[:-1] - n_before[begin_of_reach]
            ended.append(np.bincount(kind_of, weights=n_in_reach, minlength=len(kinds)))
        matches += int(np.minimum(*ended).sum())
    return matches
