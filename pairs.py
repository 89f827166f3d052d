"""One pair of texts: its counts from token lists, and which words matched which.

What the arrays count for many pairs is counted here for one, from lists of any
hashable tokens; an alignment shows the same hits with their places in both
texts. It knows nothing of batches.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import accumulate, chain
from math import isqrt
from typing import ClassVar, Literal, NamedTuple, Protocol

import numpy as np

from .scores import BatchCounts, Score, f_beta, measures_of, prf
from .scripts import fold
from .text import NamedTokenizer, as_python, has_no_order, porter_stem

# ==================================================================================================
# ROUGE of one pair of token lists: exact, for any hashable tokens.
# Tokens come in as lists, integer counts or scores go out. It knows no text, no
# tokenizer and no array: this is the path for a single pair and for people who
# bring their own tokens; whole batches go through the array engine.
#
# A longest common subsequence (LCS) is found bit-parallel (Allison and Dix 1986;
# Hyyro 2004). The table T of LCS lengths steps up by 0 or 1 from one reference
# position to the next, so a column of T is one integer ``state`` of one bit per
# reference position: 0 where T steps up, 1 where it does not. Python's integers
# are as long as the reference, so a column costs four operations at any length.
# ==================================================================================================

TokenList = Sequence[Hashable]
TokenLists = Sequence[TokenList]  # of the sentences of one text
LsumMethod = Literal["union", "best_match", "union_unclipped"]

LSUM_METHODS = ("union", "best_match", "union_unclipped")

# Backtracking keeps every column while they all fit in this many bits (32 MiB).
KEPT_STATE_BITS = 1 << 28

# Positions of the reference that one integer holds: masks of as many tokens take 32 MB at most.
MASK_BITS = 1 << 14

# From here on n-grams are named by halves: as tuples they would take n times the text.
_LONG_GRAM = 8

# Past it the bits of all positions, one integer a token, cost more than a look at each token:
# 1.7 million tokens would take minutes.
MANY_TOKENS = 4096


class Tally(NamedTuple):
    """What a score is made of, in the units that the type counts: words, n-grams.

    Whole numbers, except for rougeW, which weighs runs of words.
    """

    hits: float
    n_pred: float
    n_ref: float

    def score(self, beta: float = 1.0, weight: float = 1.0) -> Score:
        """Divide, once: an empty side gives 0.0 and never an error.

        Args:
            weight: the power to which units were raised, if they were.
        """
        if weight != 1.0:
            # By NumPy's root, as batches take it: Python's may differ in the last bit.
            hits, n_pred, n_ref = (np.array([units]) for units in self)
            return Score(*prf(BatchCounts(hits, n_pred, n_ref, weight), beta)[0].tolist())
        return Score(*measures_of((self,), beta))


# ---------------------------------------------------------------------------
# Counting: no checks, tokens are lists or tuples


def shared_count(pred: Iterable[Hashable], ref: Iterable[Hashable]) -> int:
    """Count the tokens two texts share, a repeat min(pred, ref) times."""
    count_in_pred = Counter(pred)
    count_in_ref = Counter(ref)
    shared = count_in_pred.keys() & count_in_ref.keys()
    return sum(
        map(
            min,
            map(count_in_pred.__getitem__, shared),
            map(count_in_ref.__getitem__, shared),
        )
    )


def count_ngrams(pred: TokenList, ref: TokenList, n: int) -> Tally:
    """Count clipped n-gram matches, and the n-grams on either side.

    Example (n = 2):
        pred  a b a b    ab ba ab
        ref   b a b b    ba ab bb    Tally(hits=2, n_pred=3, n_ref=3)
    """
    if n == 1:
        return Tally(shared_count(pred, ref), len(pred), len(ref))
    n_pred = max(len(pred) - n + 1, 0)
    n_ref = max(len(ref) - n + 1, 0)
    if not n_pred or not n_ref:
        return Tally(0, n_pred, n_ref)
    if n > _LONG_GRAM:
        # Two shorter n-grams that meet or overlap make one: the work grows with log n.
        pred, ref, n = _named_grams(pred, ref, n)
    pred_grams = zip(*(pred[k:] for k in range(n)), strict=False)
    ref_grams = zip(*(ref[k:] for k in range(n)), strict=False)
    return Tally(shared_count(pred_grams, ref_grams), n_pred, n_ref)


def _named_grams(pred: TokenList, ref: TokenList, n: int) -> tuple[list[int], list[int], int]:
    """Number equal n-grams alike: two sides of unigrams, to be counted as such."""
    name_of: dict[Hashable, int] = {}
    sides = [[name_of.setdefault(token, len(name_of)) for token in side] for side in (pred, ref)]
    length = 1
    while length < n:
        step = min(length, n - length)
        name_of = {}
        sides = [
            [
                name_of.setdefault(pair, len(name_of))
                for pair in zip(names, names[step:], strict=False)
            ]
            for names in sides
        ]
        length += step
    return sides[0], sides[1], 1


def count_lcs(pred: TokenList, ref: TokenList) -> Tally:
    """Count the tokens of the longest common subsequence, and those on either side."""
    return Tally(common_length(pred, ref), len(pred), len(ref))


def count_union_lcs(
    pred_sentences: Sequence[TokenList],
    ref_sentences: Sequence[TokenList],
    clipped: bool = True,
) -> Tally:
    """Count the union-LCS hits of a summary (Lin 2004, sec. 3.2).

    A reference token counts when it lies on the LCS of its sentence with any
    prediction sentence. Clipped, as in ROUGE-1.5.5 and rouge_score, a token
    never counts more often than it stands in the prediction.

    Example:
        ref   w1 w2 w3 w4 w5                     hits  w1 w2 w3 w5
        pred  w1 w2 w6 w7 w8 | w1 w3 w8 w9 w5    Tally(hits=4, n_pred=10, n_ref=5)
    """
    n_pred = sum(map(len, pred_sentences))
    n_ref = sum(map(len, ref_sentences))
    if not n_pred or not n_ref:
        return Tally(0, n_pred, n_ref)
    if len(pred_sentences) == 1 and len(ref_sentences) == 1:
        # One LCS cannot use a token more often than either side holds it.
        return Tally(common_length(pred_sentences[0], ref_sentences[0]), n_pred, n_ref)
    unioned: list[Hashable] = []  # the reference tokens hit, sentence by sentence
    for ref in ref_sentences:
        unioned.extend([ref[position] for position in union_positions(ref, pred_sentences)])
    if not clipped:
        return Tally(len(unioned), n_pred, n_ref)
    return Tally(shared_count(chain.from_iterable(pred_sentences), unioned), n_pred, n_ref)


def count_best_match(
    pred_sentences: Sequence[TokenList], ref_sentences: Sequence[TokenList]
) -> Tally:
    """Sum, over prediction sentences, the longest LCS with any reference sentence."""
    n_pred = sum(map(len, pred_sentences))
    n_ref = sum(map(len, ref_sentences))
    hits = 0
    for pred in pred_sentences:
        hits += max((common_length(pred, ref) for ref in ref_sentences), default=0)
    return Tally(hits, n_pred, n_ref)


def union_positions(ref: TokenList, pred_sentences: Sequence[TokenList]) -> list[int]:
    """Find the reference positions on the LCS with any prediction sentence, ascending."""
    if len(ref) > MANY_TOKENS:
        # Every walk drops a reference token that no prediction holds: leave it out.
        in_preds = set(chain.from_iterable(pred_sentences))
        kept = [position for position, token in enumerate(ref) if token in in_preds]
        if len(kept) < len(ref):
            found = union_positions([ref[position] for position in kept], pred_sentences)
            return [kept[position] for position in found]
    masks = _masks_of(ref)
    positions: set[int] = set()
    for pred in pred_sentences:
        columns = _matching_columns(pred, masks)
        positions.update([position for position, _ in _backtrack(columns, len(ref), len(pred))])
    return sorted(positions)


def lcs_positions(ref: TokenList, pred: TokenList) -> tuple[list[int], list[int]]:
    """Find the LCS that rouge_score's backtracking finds, among all the longest ones.

    From both ends: equal tokens are taken; else the prediction token is dropped
    where that alone keeps the length; else, ties included, the reference token
    is dropped (rouge_scorer.py, ``_backtrack_norec``).

    Returns:
        Reference positions and their prediction positions, both ascending.

    Example:
        ref   a b c b    0 1 . .
        pred  a b d      0 1 .      ([0, 1], [0, 1])
    """
    columns = _matching_columns(pred, _masks_of(ref))
    matches = _backtrack(columns, len(ref), len(pred))
    matches.reverse()
    return [position for position, _ in matches], [column for _, column in matches]


# ---------------------------------------------------------------------------
# The bit-parallel LCS


def common_length(pred: TokenList, ref: TokenList) -> int:
    """Count the tokens of a longest common subsequence."""
    # The length is symmetric: long integers and few steps beat the reverse.
    if len(pred) > len(ref):
        pred, ref = ref, pred
    if len(ref) > MANY_TOKENS:
        in_pred = set(pred)  # a token of one side alone is on no LCS
        ref = [token for token in ref if token in in_pred]
    if len(ref) > MASK_BITS:
        in_ref = set(ref)
        return _lcs_length_in_blocks([token for token in pred if token in in_ref], ref)
    get_mask = _masks_of(ref).get
    n_ref = len(ref)
    every_position = (1 << n_ref) - 1
    state = every_position
    for token in pred:
        mask = get_mask(token)
        if mask:
            matched = state & mask
            state = (state + matched) | (state - matched)
    # Sums carry out at the top; carries never come back down.
    return n_ref - (state & every_position).bit_count()


def _lcs_length_in_blocks(pred: TokenList, ref: TokenList) -> int:
    """Count the LCS a block of the reference at a time, since masks of all of it fill memory.

    What a sum carries out of a block goes into the next one, in the same column.
    """
    length = 0
    carries = bytearray(len(pred))  # into the block, 0 or 1 in each column
    for start in range(0, len(ref), MASK_BITS):
        block = ref[start : start + MASK_BITS]
        get_mask = _masks_of(block).get
        n_positions = len(block)
        every_position = (1 << n_positions) - 1
        state = every_position
        for column, token in enumerate(pred):
            mask = get_mask(token, 0)
            if mask or carries[column]:
                matched = state & mask
                grown = state + matched + carries[column]
                state = (grown | (state - matched)) & every_position
                carries[column] = grown >> n_positions
        length += n_positions - state.bit_count()
    return length


def _masks_of(ref: TokenList) -> dict[Hashable, int]:
    """Map each token to the bits of its positions: [a b a] -> {a: 0b101, b: 0b010}."""
    masks: dict[Hashable, int] = {}
    bit = 1
    for token in ref:
        masks[token] = masks.get(token, 0) | bit
        bit <<= 1
    return masks


def _matching_columns(pred: TokenList, masks: dict[Hashable, int]) -> list[tuple[int, int]]:
    """List (prediction position, its reference positions as bits), where there are any."""
    get_mask = masks.get
    return [(column, mask) for column, token in enumerate(pred) if (mask := get_mask(token))]


def _backtrack(columns: list[tuple[int, int]], n_ref: int, n_pred: int) -> list[tuple[int, int]]:
    """Walk rouge_score's path from the end: (reference position, column), descending.

    In column j the walk goes down the reference and stops at the first position
    that equals the prediction token (a match) or where T steps up (there the
    prediction token is the one to drop): the highest bit of mask_j | ~state_j
    below where it stands. Columns that match nowhere leave the state as it was;
    passing one or many of them only moves the walk to the next step up.

    Args:
        columns: from ``_matching_columns``.
        n_ref: reference tokens.
        n_pred: prediction tokens.
    """
    if not columns:
        return []
    # Few columns are kept whole; of many, only the first of each block, and the
    # walk computes the others once more: memory grows with a square root.
    every_position = (1 << n_ref) - 1
    block_starts = range(1)
    block_states = [every_position]  # the state before each block
    block = len(columns)
    if block * (n_ref + 1) > KEPT_STATE_BITS:
        block = max(KEPT_STATE_BITS // (n_ref + 1), isqrt(len(columns)) + 1)
        block_starts = range(0, len(columns), block)
        for start in block_starts[:-1]:
            state = block_states[-1]
            for _, mask in columns[start : start + block]:
                matched = state & mask
                state = (state + matched) | (state - matched)
            # Sums carry out at the top; carries never come back down.
            block_states.append(state & every_position)

    matches: list[tuple[int, int]] = []
    n_left = n_ref  # reference tokens the walk has not passed yet
    passed = n_pred  # the column last looked at
    for start in reversed(block_starts):
        state = block_states.pop()
        kept = []
        for column, mask in columns[start : start + block]:
            matched = state & mask
            state = (state + matched) | (state - matched)
            kept.append((column, mask, state))
        for column, mask, state in reversed(kept):
            stops = mask | ~state if column == passed - 1 else ~state
            n_left = (stops & ((1 << n_left) - 1)).bit_length()
            if not n_left:
                return matches
            if mask >> (n_left - 1) & 1:
                n_left -= 1
                matches.append((n_left, column))
            passed = column
    return matches


# ---------------------------------------------------------------------------
# The public functions: tokens are checked, scores come back


def rouge_n(candidate: TokenList, reference: TokenList, n: int = 1) -> Score:
    """Score the n-grams two token lists share.

    Raises:
        TypeError: a side is a bare string, or its tokens are not hashable.
        ValueError: ``n`` is not a whole number of at least 1.

    Example:
        candidate  the cat is sitting on the mat
        reference  the cat sat on the mat           n = 1: 5/7, 5/6, 0.7692
    """
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise ValueError(f"n is {n!r}; the n of an n-gram is a whole number, 1 or more")
    pred = _checked(candidate, "candidate")
    ref = _checked(reference, "reference")
    return count_ngrams(pred, ref, n).score()


def rouge_l(candidate: TokenList, reference: TokenList) -> Score:
    """Score the longest common subsequence of two token lists.

    Raises:
        TypeError: a side is a bare string, or its tokens are not hashable.
    """
    return count_lcs(_checked(candidate, "candidate"), _checked(reference, "reference")).score()


def rouge_lsum(
    candidate_sentences: Sequence[TokenList],
    reference_sentences: Sequence[TokenList],
    method: LsumMethod = "union",
) -> Score:
    """Score two summaries, given as lists of sentences, by the LCS of their sentences.

    Args:
        candidate_sentences: one token list per sentence.
        reference_sentences: likewise.
        method: what counts as a hit.
            "union": a reference token on the LCS of its sentence with any
            candidate sentence, a word never more often than the candidate holds
            it (rouge_score's Lsum and the summary-level ROUGE-L of ROUGE-1.5.5).
            "union_unclipped": the same without that limit, which is the formula
            of Lin 2004, sec. 3.2. Precision may pass 1.
            "best_match": per candidate sentence the tokens of its longest LCS
            with any one reference sentence. Recall may pass 1.

    Raises:
        TypeError: a side, or a sentence of it, is a bare string.
        ValueError: there is no such method.

    Example:
        reference  a b | a c      union            hits a b c    3/3, 3/4
        candidate  a b c          union_unclipped  hits a b a c  4/3, 4/4
                                  best_match       hits a b      2/3, 2/4
    """
    pred_sentences = _checked_sentences(candidate_sentences, "candidate_sentences")
    ref_sentences = _checked_sentences(reference_sentences, "reference_sentences")
    if method == "union":
        return count_union_lcs(pred_sentences, ref_sentences).score()
    if method == "union_unclipped":
        return count_union_lcs(pred_sentences, ref_sentences, clipped=False).score()
    if method == "best_match":
        return count_best_match(pred_sentences, ref_sentences).score()
    raise ValueError(f"method is {method!r}; valid: {', '.join(map(repr, LSUM_METHODS))}")


def overlap(a: TokenList, b: TokenList) -> int:
    """Count the tokens two lists share, a repeat min(a, b) times."""
    return shared_count(_checked(a, "a"), _checked(b, "b"))


def lcs_length(a: TokenList, b: TokenList) -> int:
    """Count the tokens of a longest common subsequence of two lists."""
    return common_length(_checked(a, "a"), _checked(b, "b"))


def f1(precision: float, recall: float) -> float:
    """Give the harmonic mean of precision and recall, 0.0 where both are 0."""
    return f_beta(precision, recall, 1.0)


def _checked(tokens: TokenList, name: str) -> TokenList:
    """Refuse what is no list of tokens, and say how to make one."""
    if isinstance(tokens, str | bytes):
        raise TypeError(
            f"{name} is a bare {type(tokens).__name__}, {tokens[:40]!r}; tokens are expected: "
            f"split it first, for example {name}.split()"
        )
    if not isinstance(tokens, Iterable) or has_no_order(tokens):
        raise TypeError(f"{name} is a {type(tokens).__name__}; a list of tokens is expected")
    listed = tokens if isinstance(tokens, list | tuple) else list(as_python(tokens))
    if any(hasattr(kind, "tolist") for kind in set(map(type, listed))):
        listed = list(map(as_python, listed))
    try:
        hash(tuple(listed))
    except TypeError:
        found = next(k for k, token in enumerate(listed) if not _is_hashable(token))
        raise TypeError(
            f"{name}[{found}] is a {type(listed[found]).__name__}; "
            f"tokens must be hashable (strings, numbers, tuples)"
        ) from None
    return listed


def _checked_sentences(sentences: Sequence[TokenList], name: str) -> list[TokenList]:
    """Refuse what is no list of token lists."""
    no_list = isinstance(sentences, str | bytes) or not isinstance(sentences, Iterable)
    if no_list or has_no_order(sentences):
        raise TypeError(
            f"{name} is a {type(sentences).__name__}; a list of sentences is expected, "
            f"each a list of tokens"
        )
    return [_checked(tokens, f"{name}[{k}]") for k, tokens in enumerate(sentences)]


def _is_hashable(token: object) -> bool:
    """Try, since a tuple that holds a list calls itself Hashable."""
    try:
        hash(token)
    except TypeError:
        return False
    return True


# ==================================================================================================
# ROUGE-W of one pair: which words the weighted LCS takes, and what their runs are worth.
# Tokens of one pair come in, positions and weights go out: the twin, for people
# who look at a pair, of what `subsequences` counts for whole batches. It knows no
# text and no score.
# ==================================================================================================

_LEFT, _UP, _MATCH = 0, 1, 2


def weighted_positions(
    ref: TokenList, pred: TokenList, weight: float
) -> tuple[list[int], list[int]]:
    """Find the common subsequence whose runs weigh most, as ROUGE-1.5.5 finds it.

    Equal tokens are always taken; else the better neighbour goes on, on ties
    the one without the reference token, and the run ends.

    Returns:
        Reference positions and their prediction positions, both ascending.
    """
    powers = [float(k) ** weight for k in range(min(len(ref), len(pred)) + 2)]
    values_above, runs_above = [0.0] * (len(pred) + 1), [0] * (len(pred) + 1)
    moves = []  # for each reference token one move for each prediction token
    for ref_token in ref:
        values, runs, move = [0.0], [0], bytearray()
        for column, pred_token in enumerate(pred):
            if ref_token == pred_token:
                run = runs_above[column]
                # In the engine's order, so that no last bit decides a tie otherwise.
                values.append(values_above[column] + powers[run + 1] - powers[run])
                runs.append(run + 1)
                move.append(_MATCH)
            else:
                up, left = values_above[column + 1], values[column]
                values.append(max(up, left))
                runs.append(0)
                move.append(_UP if up >= left else _LEFT)
        moves.append(move)
        values_above, runs_above = values, runs

    ref_positions, pred_positions = [], []
    row, column = len(ref) - 1, len(pred) - 1
    while row >= 0 and column >= 0:
        step = moves[row][column]
        if step == _MATCH:
            ref_positions.append(row)
            pred_positions.append(column)
        row -= step != _LEFT
        column -= step != _UP
    return ref_positions[::-1], pred_positions[::-1]


def weigh_reference_runs(
    counted: Set[int], union: Set[int], lengths: Sequence[int], weight: float
) -> float:
    """Weigh runs as ROUGE-1.5.5 does: side by side in the reference, a clipped word no gap.

    A counted word adds 1 to the run; the run is worth its power, and ends, at a
    counted word without a word of the union after it in its sentence.

    Args:
        counted: positions of the words that count.
        union: these, and the positions of those that were clipped.
        lengths: tokens in each reference sentence.

    Example (weight 2):
        reference  a b c d e f
        union      1 1 0 1 1 1    2 * 2 + 3 * 3 = 13
    """
    hits = 0.0
    start = 0
    for length in lengths:
        run = 0
        for position in range(start, start + length):
            run += position in counted
            is_last = position + 1 == start + length or position + 1 not in union
            if position in counted and is_last:
                hits += float(run) ** weight
                run = 0
        start += length
    return hits


def weigh_common_runs(links: Iterable[tuple[int, int]], weight: float) -> float:
    """Weigh runs as Lin 2004 does: side by side in both texts.

    The gains are added one by one, as the table of the whole pair adds them.

    Args:
        links: (reference position, prediction position), ascending in both.
    """
    hits = 0.0
    run = 0
    previous = None
    for i, j in links:
        run = run + 1 if previous == (i - 1, j - 1) else 1
        hits = hits + float(run) ** weight - float(run - 1) ** weight
        previous = (i, j)
    return hits


# ==================================================================================================
# One text -> its tokens, each with the place where it stands in that text.
# In goes a text as the user wrote it and the way it is cut; out come tokens:
# what is compared (lower-cased, stemmed, folded) and which characters of the
# original it was made from. It knows nothing of a second text, of matches or
# of scores. People look at one pair at a time, so this is plain Python; whole
# batches are cut by the array engine, and the tests hold the two together.
# ==================================================================================================

# U+0130 lower-cases to "i" and a mark that separates, so it ends a word; the
# Kelvin sign U+212A lower-cases to "k". No other character outside ASCII
# lower-cases into a to z or 0 to 9.
_DEFAULT_WORD = re.compile("[A-Za-z0-9\u212a]*\u0130|[A-Za-z0-9\u212a]+")
_DOT_ABOVE = "\u0307"

# How subword tokenizers mark that a piece begins a word, or does not.
_PIECE_MARKS = ("##", "\u2581", "\u0120")

Stem = Callable[[str], str]


@dataclass(frozen=True)
class Token:
    """One token of a text.

    Attributes:
        key: what is compared: "cat" for the written "Cats," after stemming.
        start: first character of the text it was made from, or None where
            the tokenizer's token cannot be found in the text.
        stop: one past its last character, or None likewise.
    """

    key: Hashable
    start: int | None
    stop: int | None


def default_tokens(text: str, stem: Stem | None = None) -> list[Token]:
    """Cut as rouge_score does: runs of ASCII letters and digits, lower-cased.

    Args:
        text: any string.
        stem: applied to tokens longer than three characters.

    Example:
        text     "The 3 Cats."
        keys     the 3 cats        (with Porter's stemmer: the 3 cat)
        spans    0:3 4:5 6:10
    """
    tokens = []
    for found in _DEFAULT_WORD.finditer(text):
        key = found.group().lower().removesuffix(_DOT_ABOVE)
        if stem is not None and len(key) > 3:
            key = stem(key)
        tokens.append(Token(key, found.start(), found.end()))
    return tokens


def named_tokens(text: str, tokenizer: NamedTokenizer) -> list[Token]:
    """Cut with a tokenizer of ours.

    One character may hold several tokens (U+00BD folds to 1/2), so that spans
    may be equal; they never fall back.

    Example (tokenizer "unicode"):
        text     "Stra\u00dfe \uff21\uff22"
        keys     strasse ab
        spans    0:6 7:9
    """
    if tokenizer.name == "default":
        return default_tokens(text, None if tokenizer.stem is None else porter_stem)
    words = tokenizer.runs([text]).words()
    keys = tokenizer.words(text)[0]
    places = _folded_places(text, words) or _walk(text, words, whole_words=False)
    return _tokens(keys, places)


def located_tokens(text: str, keys: Sequence[Hashable]) -> list[Token]:
    """Give the tokens that some tokenizer made of a text their places in it.

    Tokens are looked for from left to right: as they are, then lower-cased,
    then without the marks of subword tokenizers ("##", U+2581, U+0120). A
    place where a word begins is better than one inside a word. If one token
    has no place, none of the text's tokens gets one: half of them would
    mislead.

    Example:
        text     "that A cat"
        keys     a cat             (the tokenizer lower-cases, drops "that")
        spans    5:6 7:10
    """
    return _tokens(keys, find_places(text, keys))


def find_places(text: str, keys: Sequence[Hashable]) -> list[tuple[int, int]] | None:
    """Find (start, stop) of each token, ascending and apart; None if one has no place."""
    words = [key for key in keys if isinstance(key, str)]
    if len(words) < len(keys) or not all(words):
        return None
    lowered, origin = _fold_characters(text, str.lower)
    for whole_words in (True, False):
        places = _walk(text, words, whole_words)
        if places is not None:
            return places
        lowered_words = [word.lower() for word in words]
        places = _walk(lowered, lowered_words, whole_words)
        if places is not None:
            return [(origin[start], origin[stop - 1] + 1) for start, stop in places]
    return None


def _tokens(keys: Sequence[Hashable], places: Sequence[tuple[int, int]] | None) -> list[Token]:
    """Put tokens and their places together, if they have any."""
    if places is None:
        return [Token(key, None, None) for key in keys]
    return [Token(key, start, stop) for key, (start, stop) in zip(keys, places, strict=True)]


def _folded_places(text: str, words: Sequence[str]) -> list[tuple[int, int]] | None:
    """Find folded words in a text that is not folded; None if they are not there.

    Folding looks at neighbours, so the text is cut into pieces that fold alone
    as they fold together. A character of the folded text belongs to its piece.

    Example:
        text     e \u0301 X          a letter, an accent, a capital
        pieces   0:2    2:3
        folded   \u00e9      x          origin  0:2 2:3
    """
    for fold_text in (_fold, _fold_turkish):
        folded = fold_text(text)
        places = _walk(folded, words, whole_words=False)
        if places is None:
            continue
        for pieces in (_characters(text), re.findall(r"\s+|\S+", text)):
            folded_of = {piece: fold_text(piece) for piece in set(pieces)}
            folded_pieces = [folded_of[piece] for piece in pieces]
            if "".join(folded_pieces) == folded:
                origin = _origins(pieces, folded_pieces)
                return [(origin[start][0], origin[stop - 1][1]) for start, stop in places]
    return None


def _fold(text: str) -> str:
    return text.lower() if text.isascii() else fold(text)


def _fold_turkish(text: str) -> str:
    dotted = text.replace("I\u0307", "i").replace("\u0130", "i")
    return _fold(dotted.replace("I", "\u0131"))


def _origins(pieces: Sequence[str], folded_pieces: Sequence[str]) -> list[tuple[int, int]]:
    """Say for each character of the folded text which (start, stop) of the text gave it."""
    origin = []
    at = 0
    for piece, folded in zip(pieces, folded_pieces, strict=True):
        if len(piece) == len(folded):
            origin += [(at + k, at + k + 1) for k in range(len(piece))]
        else:
            origin += [(at, at + len(piece))] * len(folded)
        at += len(piece)
    return origin


def _characters(text: str) -> list[str]:
    """Cut a text before each character that stands on its own."""
    pieces = []
    first = 0
    for place in range(1, len(text)):
        if not (_leans_back(text[place]) or _leans_forward(text[place - 1])):
            pieces.append(text[first:place])
            first = place
    return [*pieces, text[first:]] if text else []


def _leans_back(character: str) -> bool:
    """Tell what may change with the character before: marks, parts of a syllable."""
    is_part = "\u1160" <= character <= "\u11ff" or character in "\u0e32\u0eb2\uff9e\uff9f"
    return is_part or unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf")


def _leans_forward(character: str) -> bool:
    """Tell the zero-width non-joiner: it is kept or dropped by what stands on either side."""
    return character == "\u200c"


def _fold_characters(text: str, fold: Callable[[str], str]) -> tuple[str, list[int]]:
    """Fold character by character; origin[k] is the character that gave folded[k]."""
    folded = [fold(character) for character in text]
    origin = [place for place, piece in enumerate(folded) for _ in piece]
    return "".join(folded), origin


def _walk(text: str, words: Sequence[str], whole_words: bool) -> list[tuple[int, int]] | None:
    """Place the words one after the other, each at the first fit."""
    places = []
    at = 0
    for word in words:
        start, length = _first_fit(text, word, at, whole_words)
        if start < 0:
            return None
        at = start + length
        places.append((start, at))
    return places


def _first_fit(text: str, word: str, at: int, whole_words: bool) -> tuple[int, int]:
    """Find a word at or after ``at``, its piece mark or not: (start, length); start -1 if none."""
    spellings = [word]
    spellings += [word.removeprefix(mark) for mark in _PIECE_MARKS if word.startswith(mark)]
    for spelling in filter(None, spellings):
        start = text.find(spelling, at)
        while start > at and whole_words and text[start - 1].isalnum():
            start = text.find(spelling, start + 1)
        if start >= 0:
            return start, len(spelling)
    return -1, 0


# ==================================================================================================
# One pair of texts -> which words matched which, so that people can see a score.
# In go the tokens of one reference and one prediction (above), out comes an
# Alignment for one type: every hit that the score counts, as positions in both
# token lists. Which repeat pairs with which is settled from left to right, so
# the same pair always looks the same. It knows nothing of batches, of colours
# or of pages; the hits that it marks are the hits that the array engine counts.
# ==================================================================================================

Gram = tuple[int, ...]  # positions of an n-gram's tokens in their text
Cut = Callable[[str], list[Token]]
Split = Callable[[str], Sequence[str]]
# Reference and prediction tokens -> positions of a common subsequence in both, ascending.
FindPath = Callable[[TokenList, TokenList], tuple[list[int], list[int]]]


@dataclass(frozen=True)
class Match:
    """One hit: words of the reference and the words of the prediction it is paired with.

    Attributes:
        reference: positions in the reference's tokens; one for a word, n for an n-gram.
        prediction: as many positions in the prediction's tokens, in the same order.
        given_by: rougeLsum and rougeW only: all words of the prediction whose
            sentences put this reference word into the union.
    """

    reference: Gram
    prediction: Gram
    given_by: Gram = ()


@dataclass(frozen=True)
class Alignment:
    """What one type of ROUGE matched between a reference and a prediction.

    Attributes:
        rouge_type: "rouge2", "rougeL", ...
        reference: the reference as it was given.
        prediction: the prediction as it was given.
        reference_tokens: its tokens, with spans into ``reference``.
        prediction_tokens: its tokens, with spans into ``prediction``.
        matches: the hits, in the order of the reference.
        clipped: rougeLsum and rougeW only: words of the union that are not
            counted, since the prediction does not hold the word often enough.
        counts: what the marks add up to, and the units on either side.
        score: precision, recall and F of exactly these counts.
    """

    rouge_type: str
    reference: str
    prediction: str
    reference_tokens: tuple[Token, ...]
    prediction_tokens: tuple[Token, ...]
    matches: tuple[Match, ...]
    clipped: tuple[Match, ...]
    counts: Tally
    score: Score

    # What draws one; the package says it, and files from the Hub have none.
    drawing: ClassVar[Callable[[Alignment], str] | None] = None

    def links(self) -> list[tuple[int, int]]:
        """List the pairs (reference word, prediction word) that belong together, ascending.

        Word by word, also where the match is an n-gram; with the words that
        were clipped, and with every word that put another into the union.
        """
        links: set[tuple[int, int]] = set()
        for match in (*self.matches, *self.clipped):
            links.update(zip(match.reference, match.prediction, strict=False))
            links.update((match.reference[0], giver) for giver in match.given_by)
        return sorted(links)

    def _repr_html_(self) -> str | None:
        """Draw this alignment for a notebook; None, so that it shows its fields, from the Hub.

        What draws is a folder of the package, which `evaluate.load` does not fetch.
        """
        return None if self.drawing is None else self.drawing()


class Matched(NamedTuple):
    """What one type matched, and how it counts that.

    Attributes:
        matches: the hits, in the order of the reference.
        clipped: words of a union that are not counted.
        tally: what the score is made of.
    """

    matches: list[Match]
    clipped: list[Match]
    tally: Tally


class Matcher(Protocol):
    """A type of ROUGE as it is seen from here."""

    @property
    def by_sentence(self) -> bool:
        """Whether it compares sentences, and not whole texts."""

    @property
    def weight(self) -> float:
        """The power to which it raises its units."""

    def check_shown(
        self, ref_sentences: Sequence[TokenList], pred_sentences: Sequence[TokenList]
    ) -> None:
        """Refuse what would be too much to be shown, before anything is matched."""

    def match(
        self, ref_sentences: Sequence[TokenList], pred_sentences: Sequence[TokenList]
    ) -> Matched:
        """Pair the tokens of two texts; one that knows no sentences gets a single one each."""


def align_pair(
    types: Mapping[str, Matcher],
    reference: str,
    prediction: str,
    cut: Cut,
    split: Split,
    beta: float = 1.0,
) -> dict[str, Alignment]:
    """Find what each type matches between one reference and one prediction.

    Args:
        types: by name, in the order of the result.
        cut: text -> its tokens.
        split: text -> its sentences, for rougeLsum.

    Raises:
        ValueError: a type would have too much to show; says what and how much is allowed.
    """
    # A tokenizer may cut a sentence otherwise than the text around it.
    wanted = {kind.by_sentence for kind in types.values()}
    cut_texts = {}  # whether by sentence -> sentences of the reference, of the prediction
    if False in wanted:
        cut_texts[False] = [cut(reference)], [cut(prediction)]
    if True in wanted:
        cut_texts[True] = (
            sentence_tokens(reference, cut, split),
            sentence_tokens(prediction, cut, split),
        )
    keys = {cut_as: tuple(map(_keys, sides)) for cut_as, sides in cut_texts.items()}
    for name, kind in types.items():
        try:
            kind.check_shown(*keys[kind.by_sentence])
        except ValueError as refused:
            raise ValueError(f"{name} of this pair cannot be shown: {refused}") from None
    alignments = {}
    for name, kind in types.items():
        ref_sentences, pred_sentences = cut_texts[kind.by_sentence]
        matched = kind.match(*keys[kind.by_sentence])
        alignments[name] = Alignment(
            name,
            reference,
            prediction,
            tuple(chain.from_iterable(ref_sentences)),
            tuple(chain.from_iterable(pred_sentences)),
            tuple(matched.matches),
            tuple(matched.clipped),
            matched.tally,
            matched.tally.score(beta, kind.weight),
        )
    return alignments


def check_shown(n: int, most: int, unit: str) -> None:
    """Refuse what would take too long or be too much to be shown.

    Raises:
        ValueError: names both numbers.
    """
    if n > most:
        raise ValueError(
            f"that takes {n:,} {unit}, and at most {most:,} are allowed; explain a part of the "
            "texts, or ask for scores alone, which have no such bound"
        )


# ---------------------------------------------------------------------------
# Which words matched: positions in, matches out


def _keys(sentences: Sequence[Sequence[Token]]) -> list[list[Hashable]]:
    """List what the types compare: the tokens without their places."""
    return [[token.key for token in sentence] for sentence in sentences]


def match_ngrams(ref: Sequence[Hashable], pred: Sequence[Hashable], n: int) -> list[Match]:
    """Pair the n-grams two texts share: the first with the first, the second with the second.

    Example (n = 2):
        ref   a b a b     a b at 0 and 2, b a at 1
        pred  a b b a     a b at 0, b a at 2        matches  0-1 : 0-1, 1-2 : 2-3
    """
    return match_grams(ref, pred, windows(len(ref), n), windows(len(pred), n))


def windows(n_tokens: int, n: int) -> list[Gram]:
    """List the n-grams of a text as positions: (3 tokens, n = 2) -> (0, 1) (1, 2)."""
    return [tuple(range(start, start + n)) for start in range(n_tokens - n + 1)]


def skip_grams(n_tokens: int, distance: int | None, n_unigrams: int) -> list[Gram]:
    """List the skip-bigrams of a text as positions, each word's own unigram in front of them.

    Args:
        distance: tokens that may stand between the two; None for any number.
        n_unigrams: how many tokens, the first ones, are listed alone as well.

    Example (4 tokens, distance 1, 3 unigrams):
        (0,) (0, 1) (0, 2)   (1,) (1, 2) (1, 3)   (2,) (2, 3)
    """
    reach = n_tokens if distance is None else distance + 1
    grams: list[Gram] = []
    for first in range(n_tokens):
        if first < n_unigrams:
            grams.append((first,))
        grams += [(first, second) for second in range(first + 1, min(first + reach + 1, n_tokens))]
    return grams


def match_grams(
    ref: Sequence[Hashable],
    pred: Sequence[Hashable],
    ref_grams: Iterable[Gram],
    pred_grams: Iterable[Gram],
) -> list[Match]:
    """Pair equal grams in order, so that a repeat counts min(pred, ref) times."""
    waiting: dict[Gram, deque[Gram]] = defaultdict(deque)
    name_of: dict[Hashable, int] = {}  # equal tokens share a number
    for gram in pred_grams:
        waiting[_named(gram, pred, name_of)].append(gram)
    matches = []
    for gram in ref_grams:
        partners = waiting.get(_named(gram, ref, name_of))
        if partners:
            matches.append(Match(gram, partners.popleft()))
    return matches


def match_lcs(ref: Sequence[Hashable], pred: Sequence[Hashable]) -> list[Match]:
    """Pair the words of the longest common subsequence, as rouge_score finds it."""
    ref_positions, pred_positions = lcs_positions(ref, pred)
    return [Match((i,), (j,)) for i, j in zip(ref_positions, pred_positions, strict=True)]


def match_union(
    ref_sentences: TokenLists,
    pred_sentences: TokenLists,
    find_path: FindPath,
) -> tuple[list[Match], list[Match]]:
    """Pair the words of the union LCS, each with one prediction word of its own.

    A reference word is in the union if it lies on the LCS of its sentence with
    any prediction sentence. From left to right, as many of them count as the
    prediction holds the word; the rest are clipped. A counted word is paired
    with a prediction word that gave it where one is left, else with another
    occurrence of the same word, since that is what it is counted against.

    Args:
        find_path: the LCS of two sentences, weighted or not.

    Returns:
        Matches counted and matches clipped, in the order of the reference.
        Positions run through the sentences: those of the second go on where
        the first ends.

    Example:
        ref   a b | a c    0 and 2 are both given by the a of the prediction
        pred  a c          counted  0 : 0, 3 : 1    clipped  2 : 0
    """
    ref = [token for sentence in ref_sentences for token in sentence]
    pred = [token for sentence in pred_sentences for token in sentence]
    givers: dict[int, list[int]] = defaultdict(list)  # of each reference word of the union
    # Sentences without a word in common have no path, and equal ones have equal paths.
    starts_of: dict[tuple[Hashable, ...], list[int]] = defaultdict(list)
    for pred_start, pred_sentence in _with_starts(pred_sentences):
        starts_of[tuple(pred_sentence)].append(pred_start)
    distinct = [(sentence, set(sentence), starts) for sentence, starts in starts_of.items()]
    path_of: dict[tuple[Hashable, ...], list[tuple[list[int], list[int], list[int]]]] = {}
    for ref_start, ref_sentence in _with_starts(ref_sentences):
        key = tuple(ref_sentence)
        if key not in path_of:
            path_of[key] = [
                (*find_path(ref_sentence, pred_sentence), pred_starts)
                for pred_sentence, words, pred_starts in distinct
                if not words.isdisjoint(ref_sentence)
            ]
        for ref_positions, pred_positions, pred_starts in path_of[key]:
            for i, j in zip(ref_positions, pred_positions, strict=True):
                givers[ref_start + i] += [pred_start + j for pred_start in pred_starts]
    for given_by in givers.values():
        given_by.sort()

    n_left = Counter(pred)
    counted = []
    clipped = []
    for position in sorted(givers):
        word = ref[position]
        if n_left[word]:
            n_left[word] -= 1
            counted.append(position)
        else:
            all_givers = tuple(givers[position])
            clipped.append(Match((position,), all_givers[:1], all_givers))

    partner_of: dict[int, int] = {}
    taken: set[int] = set()
    for position in counted:
        partner = next((j for j in givers[position] if j not in taken), None)
        if partner is not None:
            partner_of[position] = partner
            taken.add(partner)
    spare: dict[Hashable, deque[int]] = defaultdict(deque)
    for position, word in enumerate(pred):
        if position not in taken:
            spare[word].append(position)
    for position in counted:
        if position not in partner_of:
            partner_of[position] = spare[ref[position]].popleft()
    matches = [
        Match((position,), (partner_of[position],), tuple(givers[position])) for position in counted
    ]
    return matches, clipped


def _named(gram: Gram, tokens: Sequence[Hashable], name_of: dict[Hashable, int]) -> Gram:
    """Name a gram by its tokens, not by where it stands."""
    return tuple(name_of.setdefault(tokens[position], len(name_of)) for position in gram)


def _with_starts(
    sentences: TokenLists,
) -> Iterable[tuple[int, Sequence[Hashable]]]:
    """Give each sentence with the position of its first word in the whole text."""
    starts = accumulate(map(len, sentences), initial=0)
    return zip(starts, sentences, strict=False)


# ---------------------------------------------------------------------------
# Sentences, with spans into the whole text


def sentence_tokens(text: str, cut: Cut, split: Split) -> list[list[Token]]:
    """Cut each sentence of a text by itself, with spans into the whole text."""
    sentences = []
    at = 0
    for sentence in split(text):
        start = text.find(sentence, at)
        at = start + len(sentence)
        sentences.append([_shifted(token, start) for token in cut(sentence)])
    return sentences


def line_sentences(text: str) -> list[str]:
    """Split at "\\n" alone, as rouge_score does; empty lines go, blank ones stay."""
    return [sentence for sentence in text.split("\n") if sentence]


def _shifted(token: Token, by: int) -> Token:
    """Move a span from the sentence to the text that holds it."""
    if token.start is None or token.stop is None:
        return token
    return replace(token, start=token.start + by, stop=token.stop + by)
