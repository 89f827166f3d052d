"""ROUGE of one pair of token lists: exact, for any hashable tokens.

Tokens come in as lists, integer counts or scores go out. It knows no text, no
tokenizer and no array: this is the road for a single pair and for people who
bring their own tokens; whole batches go through the array engine.

A longest common subsequence (LCS) is found bit-parallel (Allison and Dix 1986;
Hyyro 2004). The table T of LCS lengths steps up by 0 or 1 from one reference
position to the next, so a column of T is one integer ``state`` of one bit per
reference position: 0 where T steps up, 1 where it does not. Python's integers
are as long as the reference, so a column costs four operations at any length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from math import isqrt
from typing import Literal, NamedTuple

from .scores import Score, f_beta

Tokens = Sequence[Hashable]
LsumMethod = Literal["union", "best_match", "union_unclipped"]

LSUM_METHODS = ("union", "best_match", "union_unclipped")

# Backtracking keeps every column while they all fit in this many bits (32 MiB).
_KEPT_STATE_BITS = 1 << 28

# Past it the bits of all positions, one integer a token, cost more than a look at each token:
# 1.7 million tokens would take minutes.
_MANY_TOKENS = 4096


class Counts(NamedTuple):
    """What a score is made of: units matched, units in the prediction, in the reference."""

    hits: int
    n_pred: int
    n_ref: int

    def score(self, beta: float = 1.0) -> Score:
        """Divide, once: an empty side gives 0.0 and never an error."""
        precision = self.hits / max(self.n_pred, 1)
        recall = self.hits / max(self.n_ref, 1)
        return Score(precision, recall, f_beta(precision, recall, beta))


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


def count_ngrams(pred: Tokens, ref: Tokens, n: int) -> Counts:
    """Count clipped n-gram matches, and the n-grams on either side.

    Example (n = 2):
        pred  a b a b    ab ba ab
        ref   b a b b    ba ab bb    Counts(hits=2, n_pred=3, n_ref=3)
    """
    if n == 1:
        return Counts(shared_count(pred, ref), len(pred), len(ref))
    n_pred = max(len(pred) - n + 1, 0)
    n_ref = max(len(ref) - n + 1, 0)
    if not n_pred or not n_ref:
        return Counts(0, n_pred, n_ref)
    pred_grams = zip(*(pred[k:] for k in range(n)), strict=False)
    ref_grams = zip(*(ref[k:] for k in range(n)), strict=False)
    return Counts(shared_count(pred_grams, ref_grams), n_pred, n_ref)


def count_lcs(pred: Tokens, ref: Tokens) -> Counts:
    """Count the tokens of the longest common subsequence, and those on either side."""
    return Counts(_lcs_length(pred, ref), len(pred), len(ref))


def count_union_lcs(
    pred_sentences: Sequence[Tokens],
    ref_sentences: Sequence[Tokens],
    clipped: bool = True,
) -> Counts:
    """Count the union-LCS hits of a summary (Lin 2004, sec. 3.2).

    A reference token counts when it lies on the LCS of its sentence with any
    prediction sentence. Clipped, as in ROUGE-1.5.5 and rouge_score, a token
    never counts more often than it stands in the prediction.

    Example:
        ref   w1 w2 w3 w4 w5                     hits  w1 w2 w3 w5
        pred  w1 w2 w6 w7 w8 | w1 w3 w8 w9 w5    Counts(hits=4, n_pred=10, n_ref=5)
    """
    n_pred = sum(map(len, pred_sentences))
    n_ref = sum(map(len, ref_sentences))
    if not n_pred or not n_ref:
        return Counts(0, n_pred, n_ref)
    if len(pred_sentences) == 1 and len(ref_sentences) == 1:
        # One LCS cannot use a token more often than either side holds it.
        return Counts(_lcs_length(pred_sentences[0], ref_sentences[0]), n_pred, n_ref)
    unioned: list[Hashable] = []  # the reference tokens hit, sentence by sentence
    for ref in ref_sentences:
        unioned.extend([ref[position] for position in union_positions(ref, pred_sentences)])
    if not clipped:
        return Counts(len(unioned), n_pred, n_ref)
    return Counts(shared_count(chain.from_iterable(pred_sentences), unioned), n_pred, n_ref)


def count_best_match(pred_sentences: Sequence[Tokens], ref_sentences: Sequence[Tokens]) -> Counts:
    """Sum, over prediction sentences, the longest LCS with any reference sentence."""
    n_pred = sum(map(len, pred_sentences))
    n_ref = sum(map(len, ref_sentences))
    hits = 0
    for pred in pred_sentences:
        hits += max((_lcs_length(pred, ref) for ref in ref_sentences), default=0)
    return Counts(hits, n_pred, n_ref)


def union_positions(ref: Tokens, pred_sentences: Sequence[Tokens]) -> list[int]:
    """Find the reference positions on the LCS with any prediction sentence, ascending."""
    if len(ref) > _MANY_TOKENS:
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


def lcs_positions(ref: Tokens, pred: Tokens) -> tuple[list[int], list[int]]:
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


def _lcs_length(pred: Tokens, ref: Tokens) -> int:
    """Count the tokens of a longest common subsequence."""
    # The length is symmetric: long integers and few steps beat the reverse.
    if len(pred) > len(ref):
        pred, ref = ref, pred
    if len(ref) > _MANY_TOKENS:
        in_pred = set(pred)  # a token of one side alone is on no LCS
        ref = [token for token in ref if token in in_pred]
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


def _masks_of(ref: Tokens) -> dict[Hashable, int]:
    """Map each token to the bits of its positions: [a b a] -> {a: 0b101, b: 0b010}."""
    masks: dict[Hashable, int] = {}
    bit = 1
    for token in ref:
        masks[token] = masks.get(token, 0) | bit
        bit <<= 1
    return masks


def _matching_columns(pred: Tokens, masks: dict[Hashable, int]) -> list[tuple[int, int]]:
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
    if block * (n_ref + 1) > _KEPT_STATE_BITS:
        block = max(_KEPT_STATE_BITS // (n_ref + 1), isqrt(len(columns)) + 1)
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


def rouge_n(candidate: Tokens, reference: Tokens, n: int = 1) -> Score:
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


def rouge_l(candidate: Tokens, reference: Tokens) -> Score:
    """Score the longest common subsequence of two token lists.

    Raises:
        TypeError: a side is a bare string, or its tokens are not hashable.
    """
    return count_lcs(_checked(candidate, "candidate"), _checked(reference, "reference")).score()


def rouge_lsum(
    candidate_sentences: Sequence[Tokens],
    reference_sentences: Sequence[Tokens],
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


def overlap(a: Tokens, b: Tokens) -> int:
    """Count the tokens two lists share, a repeat min(a, b) times."""
    return shared_count(_checked(a, "a"), _checked(b, "b"))


def lcs_length(a: Tokens, b: Tokens) -> int:
    """Count the tokens of a longest common subsequence of two lists."""
    return _lcs_length(_checked(a, "a"), _checked(b, "b"))


def f1(precision: float, recall: float) -> float:
    """Give the harmonic mean of precision and recall, 0.0 where both are 0."""
    return f_beta(precision, recall, 1.0)


def _checked(tokens: Tokens, name: str) -> Tokens:
    """Refuse what is no list of tokens, and say how to make one."""
    if isinstance(tokens, str | bytes):
        raise TypeError(
            f"{name} is a bare {type(tokens).__name__}, {tokens[:40]!r}; tokens are expected: "
            f"split it first, for example {name}.split()"
        )
    if not isinstance(tokens, Iterable):
        raise TypeError(f"{name} is a {type(tokens).__name__}; a list of tokens is expected")
    listed = tokens if isinstance(tokens, list | tuple) else list(tokens)
    try:
        hash(tuple(listed))
    except TypeError:
        found = next(k for k, token in enumerate(listed) if not _is_hashable(token))
        raise TypeError(
            f"{name}[{found}] is a {type(listed[found]).__name__}; "
            f"tokens must be hashable (strings, numbers, tuples)"
        ) from None
    return listed


def _checked_sentences(sentences: Sequence[Tokens], name: str) -> list[Tokens]:
    """Refuse what is no list of token lists."""
    if isinstance(sentences, str | bytes) or not isinstance(sentences, Iterable):
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
