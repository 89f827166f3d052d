"""Token keys in, counts out: pairs as arrays, what a type of ROUGE is, n-grams, skip-bigrams.

What is counted are whole numbers; the one division is in `scores`. Nothing
here sees text.
"""

from __future__ import annotations

import abc
import math
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeVar

import numpy as np

from .pairs import (
    Matched,
    Tally,
    TokenLists,
    check_shown,
    count_ngrams,
    match_grams,
    match_ngrams,
    skip_grams,
)
from .scores import BatchCounts
from .text import Slots, Tokens, custom_tokens, last_equal, offsets_of, rows_of

# ==================================================================================================
# One chunk of pairs as arrays, and what all counting starts from.
# Tokens of every pair come in as keys; the names of equal tokens and the number
# of times each stands on either side come out. It knows no type of ROUGE.
# ==================================================================================================

Work = TypeVar("Work")


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

    @property
    def n_pred_counted(self) -> np.ndarray:  # (n_pairs,) int64
        """Tokens of each prediction that count: all, unless a subclass sets a limit."""
        return self.n_pred

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

    @property
    def text_of(self) -> np.ndarray:  # (n_positions,) int64
        """The text of each position: predictions, then references."""
        return np.concatenate([self.pair_of_pred, self.pair_of_ref + len(self)])

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

    @property
    def available(self) -> np.ndarray:  # (n_ref_positions,) int64
        """How often the token that each position names may be a hit of a union.

        As often as the prediction holds it, unless a subclass sets a limit.
        """
        return self.token_counts[0]

    @cached_property
    def is_shared(self) -> np.ndarray:  # (n_positions,) bool
        """Whether the token also stands on the other side of its pair."""
        return shared_names(self.names, self.first_ref, self.token_counts[0])

    def sum_by_pair(self, values: np.ndarray) -> np.ndarray:
        """Sum one value per reference position over the pair it stands in: (n_pairs,)."""
        return np.diff(offsets_of(values)[self.ref.offsets])

    def once(self, work: Callable[..., Work], *args: Hashable) -> Work:
        """Do ``work(pairs, *args)`` for the first type that asks, and keep it for the others."""
        asked = (work, *args)
        if asked not in self._done:
            self._done[asked] = work(self, *args)
        return self._done[asked]

    def forget(self) -> None:
        """Let go of what is kept, some of which holds these pairs and would stay until a sweep."""
        self._done.clear()

    @cached_property
    def _done(self) -> dict[tuple[Any, ...], Any]:
        return {}


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
# What a type of ROUGE is: its names, and how it counts a batch, a pair, and for people to see.
# Names come in, objects that count themselves come out. A class registers by
# being defined, so that no list here has to know it.
# ==================================================================================================

Definition = Literal["rouge155", "lin2004"]


@dataclass(frozen=True, eq=False)
class Chunk:
    """Some pairs as types ask for them; one object twice where a tokenizer cuts both alike.

    Where no type of a scorer asks for one of the two, the other stands in its place.
    """

    texts: Pairs  # whole texts
    sentences: Pairs  # sentence by sentence, marked


class RougeType(abc.ABC):
    """One type of ROUGE. Types compare equal by their fields, and are keys of results.

    A subclass is a frozen dataclass of what its name says.
    """

    spelling: ClassVar[str]  # a regular expression of its names, in ASCII
    examples: ClassVar[tuple[str, ...]]  # names that exist, to be suggested for others
    shown: ClassVar[str]  # its names in a message
    weight: float = 1.0  # the power to which units are raised
    chunk_time: ClassVar[float] = 0.0  # us that it adds to a chunk, however small

    @property
    def kernel(self) -> tuple[int, float] | None:
        """What compiled counting calls it, a code and a number; None where it cannot count it."""
        return None

    counts_whole: ClassVar[bool] = True  # whether its counts are whole numbers

    def of_kernel(self, counts: np.ndarray) -> BatchCounts:
        """Read what compiled counting gives: (3, n_pairs) int64."""
        return BatchCounts(*counts)

    @property
    def by_sentence(self) -> bool:
        """Whether it compares sentences; else whole texts."""
        return False

    def __init_subclass__(cls) -> None:
        TYPES.append(cls)

    @classmethod
    def of_name(cls, found: re.Match[str], where: str, definition: Definition) -> RougeType:
        """Make the type that a name asks for.

        Args:
            found: the match of ``spelling``.
            where: what to begin an error with.
            definition: how types count on which ROUGE-1.5.5 and Lin 2004 differ.

        Raises:
            ValueError: for a number out of range.
        """
        return cls()

    @abc.abstractmethod
    def count(self, chunk: Chunk) -> BatchCounts:
        """Count every pair of a chunk; work that other types share through ``Pairs.once``."""

    def count_pair(self, ref_sentences: TokenLists, pred_sentences: TokenLists) -> Tally:
        """Count one pair of token lists: as a chunk of one, unless there is a shorter way.

        Args:
            ref_sentences: a single one, the whole text, where the type is not ``by_sentence``.
            pred_sentences: likewise.
        """
        tokens = custom_tokens([pred_sentences, ref_sentences])
        pairs = Pairs(tokens.slice(0, 1), tokens.slice(1, 2))
        counts = self.count(Chunk(pairs, pairs))
        return Tally(counts.hits.item(), counts.n_pred.item(), counts.n_ref.item())

    def pair_time(self, n_chars: int, n_sentence_pairs: int) -> float:
        """Estimate how many us ``count_pair`` takes; infinite where it makes a chunk of one."""
        return math.inf

    def check_shown(  # noqa: B027 - no bound is a bound, too
        self,
        ref_sentences: TokenLists,
        pred_sentences: TokenLists,
    ) -> None:
        """Refuse a pair that ``match`` would work on for long, or make too much of.

        Raises:
            ValueError: names the amount and the bound.
        """

    @abc.abstractmethod
    def match(self, ref_sentences: TokenLists, pred_sentences: TokenLists) -> Matched:
        """Say which tokens of one pair are hits; the tally is that of ``count_pair``."""


TYPES: list[type[RougeType]] = []  # every class, in the order of definition


def parse_type(
    name: object,
    position: int = 0,
    definition: Definition = "rouge155",
    argument: str = "rouge_types",
) -> RougeType:
    """Turn the name of a type into the object that counts it.

    Args:
        position: of the name in the list that it came in.
        definition: how W, S and SU count.
        argument: what the list is called where it was given.

    Raises:
        ValueError: if no type has this name; names the nearest that exist.
    """
    where = f"{argument}[{position}] is {name!r}"
    if isinstance(name, str):
        for rouge_type in TYPES:
            if found := re.fullmatch(rouge_type.spelling, name, re.ASCII):
                return rouge_type.of_name(found, where, definition)
    nearest = _nearest(str(name))
    hint = f"; did you mean {' or '.join(nearest)}?" if nearest else "."
    valid = ", ".join(rouge_type.shown for rouge_type in TYPES)
    raise ValueError(f"Invalid rouge type: {where}{hint} Valid: {valid}.")


def _nearest(name: str) -> list[str]:
    """Find valid names that look alike, whatever the case and the hyphens."""
    plain = {example.lower(): example for kind in TYPES for example in kind.examples}
    wanted = re.sub(r"[^a-z0-9]", "", name.lower())
    return [repr(plain[close]) for close in get_close_matches(wanted, plain, n=2, cutoff=0.75)]


def parse_types(
    names: Iterable[str] | str,
    definition: Definition = "rouge155",
    argument: str = "rouge_types",
) -> dict[str, RougeType]:
    """Parse the names of types, in order; a single string counts as a list of one."""
    listed: Sequence[str] = [names] if isinstance(names, str) else list(names)
    return {
        name: parse_type(name, position, definition, argument)
        for position, name in enumerate(listed)
    }


def count(types: Iterable[RougeType], chunk: Chunk) -> dict[RougeType, BatchCounts]:
    """Count every type in one chunk of pairs."""
    counts = {rouge_type: rouge_type.count(chunk) for rouge_type in dict.fromkeys(types)}
    chunk.texts.forget()
    chunk.sentences.forget()
    return counts


# ==================================================================================================
# Clipped matches of n-grams, for all pairs of a chunk at once.
# An n-gram is the names of the two (n-1)-grams in it, two 32-bit integers packed
# in one 64-bit key. It can match only where both of them do, so each order
# groups no more than what the order below has matched.
# ==================================================================================================

_SHIFT = np.uint64(32)
MOST_WORDS_SHOWN = 1 << 22  # of the n-grams of a text, each n of them


@dataclass(frozen=True)
class NGram(RougeType):
    """ROUGE-N: n-grams that both texts share (Lin 2004, sec. 2)."""

    spelling = r"rouge([0-9]{1,9})"
    examples = ("rouge1", "rouge2", "rouge3", "rouge4")
    shown = "rouge1, rouge2, ... (any n from 1)"
    chunk_time = 125.0

    n: int

    @classmethod
    def of_name(cls, found: re.Match[str], where: str, definition: Definition) -> NGram:
        """Read n."""
        if int(found[1]) == 0:
            raise ValueError(f"{where}: rougen requires positive n")
        return cls(int(found[1]))

    @property
    def kernel(self) -> tuple[int, int]:
        """NGRAM and n."""
        return 0, self.n

    def count(self, chunk: Chunk) -> BatchCounts:
        """Count as array; orders share the work on those below them."""
        pairs = chunk.texts
        hits = pairs.once(NGramMatches).of(self.n)
        n_pred = np.maximum(pairs.n_pred - (self.n - 1), 0)
        return BatchCounts(hits, n_pred, np.maximum(pairs.n_ref - (self.n - 1), 0))

    def count_pair(self, ref_sentences: TokenLists, pred_sentences: TokenLists) -> Tally:
        """Count the n-grams of two token lists."""
        (ref,), (pred,) = ref_sentences, pred_sentences
        return count_ngrams(pred, ref, self.n)

    def pair_time(self, n_chars: int, n_sentence_pairs: int) -> float:
        """Estimate the time of one pair."""
        return 4 + 0.035 * n_chars

    def check_shown(self, ref_sentences: TokenLists, pred_sentences: TokenLists) -> None:
        """Refuse n-grams that are very many times n words."""
        for (text,) in (ref_sentences, pred_sentences):
            n_words = max(len(text) - self.n + 1, 0) * self.n
            check_shown(n_words, MOST_WORDS_SHOWN, "words in n-grams of one text")

    def match(self, ref_sentences: TokenLists, pred_sentences: TokenLists) -> Matched:
        """Pair equal n-grams from left to right."""
        (ref,), (pred,) = ref_sentences, pred_sentences
        matches = match_ngrams(ref, pred, self.n)
        n_pred, n_ref = (max(len(text) - self.n + 1, 0) for text in (pred, ref))
        return Matched(matches, [], Tally(len(matches), n_pred, n_ref))


class NGramMatches:
    """The n-grams that each pair shares: a repeat counts min(prediction, reference) times.

    Example (n = 2):
        prediction  a b a b   grams ab ba ab
        reference   a b b     grams ab bb       one match
    """

    def __init__(self, pairs: Pairs) -> None:
        """Start with single tokens."""
        self._pairs = pairs
        self._hits = {1: pairs.sum_by_pair(np.minimum(*pairs.token_counts))}
        self._grams = _Grams(1, pairs.names, pairs.is_shared)  # the longest kept

    def of(self, n: int) -> np.ndarray:  # (n_pairs,) int64
        """Count the matches of one order, 1 or more."""
        while self._grams.n < min(n, LONG_GRAM):
            self._hits[self._grams.n + 1], self._grams = self._longer(self._grams, 1)
        if n not in self._hits:
            # Two that meet or overlap make one: the work grows with log n.
            grams = self._grams
            while grams.n < n:
                self._hits[n], grams = self._longer(grams, min(grams.n, n - grams.n))
        return self._hits[n]

    def _longer(self, grams: _Grams, step: int) -> tuple[np.ndarray, _Grams]:
        """Make grams of ``step`` tokens more: how many of them match in each pair, and they."""
        # gram     [a  b  c  | c  d ]    names of n-grams, two texts; here n = 1, step = 1
        # shared    1  1  0    1  1
        # pairs     1  0  .    1  .      where a longer one can match
        pairs = self._pairs
        both = grams.is_shared[:-step] & grams.is_shared[step:]
        if step == 1:
            both &= ~pairs.opens_text[1:]
        else:
            both &= pairs.text_of[:-step] == pairs.text_of[step:]
        position = np.flatnonzero(both)
        names, is_shared = np.zeros_like(grams.names), np.zeros_like(grams.is_shared)
        if len(position) == 0:
            return np.zeros(len(pairs), dtype=np.int64), _Grams(grams.n + step, names, is_shared)
        keys = grams.names[position].astype(np.uint64)
        keys <<= _SHIFT
        keys |= grams.names[position + step].astype(np.uint64)
        n_early = int(np.searchsorted(position, pairs.first_ref))
        named = last_equal(keys, pairs.slots.take(position), n_early)
        in_pred, in_ref = counts_by_name(named, n_early)
        matches = np.zeros(len(pairs.ref.keys), dtype=np.int64)
        matches[position[n_early:] - pairs.first_ref] = np.minimum(in_pred, in_ref)
        names[position] = named
        is_shared[position] = shared_names(named, n_early, in_pred)
        return pairs.sum_by_pair(matches), _Grams(grams.n + step, names, is_shared)


LONG_GRAM = 8  # up to it each order is made of the one below, and kept for other types


@dataclass(frozen=True, eq=False)
class _Grams:
    """By position, the name of the n-gram that begins there, and whether both sides hold it."""

    n: int
    names: np.ndarray  # (n_positions,) int64
    is_shared: np.ndarray  # (n_positions,) bool: False where no n-gram begins


# ==================================================================================================
# Clipped matches of skip-bigrams, for all pairs of a chunk at once.
# A skip-bigram is an ordered pair of tokens of one text with at most ``distance``
# tokens between them (Lin 2004, sec. 4). It is packed in one 64-bit key and
# grouped as n-grams are. It knows no text and no score.
# ==================================================================================================


MOST_GRAMS_SHOWN = 1 << 15  # skip-bigrams of a text: rougeS* of 256 words, rougeS4 of 6,556


@dataclass(frozen=True)
class SkipBigram(RougeType):
    """ROUGE-S and ROUGE-SU: ordered pairs of words that both texts share (Lin 2004, sec. 4).

    ROUGE-SU adds single words: all of them (Lin 2004, sec. 5), or as
    ROUGE-1.5.5 counts, all but the last of either text.
    """

    spelling = r"rougeS(U?)(\*|[-+.0-9].*)"
    examples = ("rougeS4", "rougeSU4", "rougeS*", "rougeSU*")
    shown = "rougeS4 and rougeSU4 (skip distance), rougeS*, rougeSU*"

    distance: int | None  # words that may stand between the two; None for any number
    with_unigrams: bool
    definition: Definition = "rouge155"

    @classmethod
    def of_name(cls, found: re.Match[str], where: str, definition: Definition) -> SkipBigram:
        """Read the skip distance."""
        if found[2] == "*":
            return cls(None, bool(found[1]), definition)
        if not re.fullmatch(r"[0-9]{1,9}", found[2]):
            raise ValueError(
                f"{where}: the skip distance must be a whole number, 0 (bigrams) or more, "
                "or * for any distance"
            )
        return cls(int(found[2]), bool(found[1]), definition)

    @property
    def kernel(self) -> tuple[int, int]:
        """SKIP or one of the SKIP_UNIGRAMs, and the distance, -1 for any."""
        code = 3
        if self.with_unigrams:
            code = 5 if self.definition == "lin2004" else 4
        return code, -1 if self.distance is None else self.distance

    def count(self, chunk: Chunk) -> BatchCounts:
        """Count as arrays; types of one distance share the work."""
        pairs = chunk.texts
        hits = pairs.once(skip_matches, self.distance)
        n_pred = n_skip_bigrams(pairs.n_pred, self.distance)
        n_ref = n_skip_bigrams(pairs.n_ref, self.distance)
        if self.with_unigrams and self.definition == "lin2004":
            hits = hits + pairs.sum_by_pair(np.minimum(*pairs.token_counts))
            n_pred = n_pred + pairs.n_pred
            n_ref = n_ref + pairs.n_ref
        elif self.with_unigrams:
            hits = hits + pairs.once(skip_unigram_matches)
            n_pred = n_pred + np.maximum(pairs.n_pred - 1, 0)
            n_ref = n_ref + np.maximum(pairs.n_ref - 1, 0)
        return BatchCounts(hits, n_pred, n_ref)

    def check_shown(self, ref_sentences: TokenLists, pred_sentences: TokenLists) -> None:
        """Refuse texts of very many skip-bigrams: without a distance they grow with the square."""
        for (text,) in (ref_sentences, pred_sentences):
            n_grams = int(n_skip_bigrams(np.array([len(text)]), self.distance)[0])
            check_shown(n_grams, MOST_GRAMS_SHOWN, "skip-bigrams of one text")

    def match(self, ref_sentences: TokenLists, pred_sentences: TokenLists) -> Matched:
        """Pair equal skip-bigrams, and single words where they count, from left to right."""
        (ref,), (pred,) = ref_sentences, pred_sentences
        ref_grams, pred_grams = (
            skip_grams(len(text), self.distance, self._n_unigrams(len(text)))
            for text in (ref, pred)
        )
        matches = match_grams(ref, pred, ref_grams, pred_grams)
        return Matched(matches, [], Tally(len(matches), len(pred_grams), len(ref_grams)))

    def _n_unigrams(self, n_tokens: int) -> int:
        """Say how many single words of a text count."""
        if not self.with_unigrams:
            return 0
        return n_tokens if self.definition == "lin2004" else max(n_tokens - 1, 0)


# Skip-bigrams grouped at a time: few enough for their tables to stay in the cache.
BATCH = 1 << 16
# Skip-bigrams of one pair that may be listed at all: bounds memory at about 2 GB.
MOST_GRAMS = 1 << 25


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
        Positions kept, and for each how many kept ones after it are near enough.

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
        limit = n_grams_before[first] + BATCH
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
    if n_grams <= BATCH:
        return False
    # In units of 5 ns: a token costs 1 for each kind, a kind 8,000, a skip-bigram 6.
    return n_grams > MOST_GRAMS or n_kinds * (n_tokens + 8000) < 6 * n_grams


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
