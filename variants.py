"""The types of ROUGE: names parsed once into small objects that count themselves.

A new type is one more object here and one counting function in a stage below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import ClassVar, Literal

import numpy as np

from .counting import Pairs, clipped_matches, n_skip_bigrams, skip_matches, skip_unigram_matches
from .scores import BatchCounts
from .subsequences import (
    Layout,
    lay_out,
    lcs_lengths,
    union_lcs_hits,
    weighted_lcs,
    weighted_length,
    weighted_sentence_lengths,
    weighted_union_hits,
)

VALID = (
    "rouge1, rouge2, ... (any n from 1), rougeL, rougeLsum, rougeW and rougeW1.2 (weight), "
    "rougeS4 and rougeSU4 (skip distance), rougeS*, rougeSU*"
)
_EXAMPLES = (
    *("rouge1", "rouge2", "rouge3", "rouge4", "rougeL", "rougeLsum"),
    *("rougeW", "rougeW1.2", "rougeS4", "rougeSU4", "rougeS*", "rougeSU*"),
)

Definition = Literal["rouge155", "lin2004"]
DEFINITIONS = ("rouge155", "lin2004")


@dataclass(frozen=True)
class NGram:
    """ROUGE-N: n-grams that both texts share (Lin 2004, sec. 2)."""

    by_sentence: ClassVar[bool] = False

    n: int


@dataclass(frozen=True)
class LCS:
    """ROUGE-L: the longest common subsequence of the whole texts (Lin 2004, sec. 3.1)."""

    by_sentence: ClassVar[bool] = False


@dataclass(frozen=True)
class UnionLCS:
    """ROUGE-Lsum: union of LCS, sentence by sentence (Lin 2004, sec. 3.2)."""

    by_sentence: ClassVar[bool] = True


@dataclass(frozen=True)
class SkipBigram:
    """ROUGE-S and ROUGE-SU: ordered pairs of words that both texts share (Lin 2004, sec. 4).

    ROUGE-SU adds single words: all of them (Lin 2004, sec. 5), or as
    ROUGE-1.5.5 counts, all but the last of either text.
    """

    by_sentence: ClassVar[bool] = False

    distance: int | None  # words that may stand between the two; None for any number
    with_unigrams: bool
    definition: Definition = "rouge155"


@dataclass(frozen=True)
class WeightedLCS:
    """ROUGE-W: common subsequences whose consecutive runs weigh more.

    ROUGE-1.5.5 unions the sentences as ROUGE-L does, measures runs in the
    reference alone, and weights the reference's length twice. Lin 2004, sec.
    3.3, takes whole texts, measures runs in both and weights each length once.
    """

    weight: float  # a run of k is worth k ** weight
    definition: Definition = "rouge155"

    @property
    def by_sentence(self) -> bool:
        """Whether sentences matter."""
        return self.definition == "rouge155"


Variant = NGram | LCS | UnionLCS | SkipBigram | WeightedLCS

_DEFAULT_WEIGHT = 1.2
# Beyond these, powers and roots leave the range of floats for long texts.
LEAST_WEIGHT, MOST_WEIGHT = 0.1, 5.0


def parse_type(name: object, position: int = 0, definition: Definition = "rouge155") -> Variant:
    """Turn the name of a type into the object that counts it.

    Args:
        definition: how W, S and SU count.

    Raises:
        ValueError: if no type has this name; names the nearest that exist.
    """
    text = name if isinstance(name, str) else ""
    where = f"rouge_types[{position}] is {name!r}"
    if text == "rougeL":
        return LCS()
    if text == "rougeLsum":
        return UnionLCS()
    if match := re.fullmatch(r"rouge([0-9]{1,9})", text, re.ASCII):
        if int(match[1]) == 0:
            raise ValueError(f"{where}: rougen requires positive n")
        return NGram(int(match[1]))
    if match := re.fullmatch(r"rougeS(U?)(\*|[-+.0-9].*)", text, re.ASCII):
        return SkipBigram(_distance(match[2], where), bool(match[1]), definition)
    if match := re.fullmatch(r"rougeW([-+.0-9].*)?", text, re.ASCII):
        return WeightedLCS(_weight(match[1], where), definition)
    nearest = _nearest(str(name))
    hint = f"; did you mean {' or '.join(nearest)}?" if nearest else "."
    raise ValueError(f"Invalid rouge type: {where}{hint} Valid: {VALID}.")


def _distance(digits: str, where: str) -> int | None:
    """Read the skip distance of an S or SU type."""
    if digits == "*":
        return None
    if not re.fullmatch(r"[0-9]{1,9}", digits):
        raise ValueError(
            f"{where}: the skip distance must be a whole number, 0 (bigrams) or more, "
            "or * for any distance"
        )
    return int(digits)


def _weight(digits: str | None, where: str) -> float:
    """Read the weight of a W type; 1.2, which papers use, if there is none."""
    if digits is None:
        return _DEFAULT_WEIGHT
    weight = float(digits) if re.fullmatch(r"[0-9]+(\.[0-9]+)?", digits) else 0.0
    if not LEAST_WEIGHT <= weight <= MOST_WEIGHT:
        raise ValueError(
            f"{where}: the weight must be a number from {LEAST_WEIGHT} to {MOST_WEIGHT} "
            "(1 is plain LCS, papers use 1.2)"
        )
    return weight


def _nearest(name: str) -> list[str]:
    """Find valid names that look alike, whatever the case and the hyphens."""
    plain = {example.lower(): example for example in _EXAMPLES}
    wanted = re.sub(r"[^a-z0-9]", "", name.lower())
    return [repr(plain[close]) for close in get_close_matches(wanted, plain, n=2, cutoff=0.75)]


def parse_types(
    names: Iterable[str] | str, definition: Definition = "rouge155"
) -> dict[str, Variant]:
    """Parse the names of types, in order; a single string counts as a list of one."""
    listed: Sequence[str] = [names] if isinstance(names, str) else list(names)
    return {name: parse_type(name, position, definition) for position, name in enumerate(listed)}


def count(
    variants: Iterable[Variant], texts: Pairs | None, sentences: Pairs | None
) -> dict[Variant, BatchCounts]:
    """Count every type in one chunk of pairs.

    Args:
        texts: tokens of the whole texts; needed by types that are not ``by_sentence``.
        sentences: tokens sentence by sentence, marked; needed by those that are. The
            same object as ``texts`` where a tokenizer gives the same tokens for both.
    """
    wanted = set(variants)
    counted: dict[Variant, BatchCounts] = {}
    orders = {variant.n for variant in wanted if isinstance(variant, NGram)}
    if orders and texts is not None:
        for n, hits in clipped_matches(texts, orders):
            n_pred = np.maximum(texts.n_pred - (n - 1), 0)
            n_ref = np.maximum(texts.n_ref - (n - 1), 0)
            counted[NGram(n)] = BatchCounts(hits, n_pred, n_ref)
    layout = lay_out(texts) if LCS() in wanted and texts is not None else None
    if layout is not None:
        every = np.ones(len(layout.pairs), dtype=bool)
        hits = lcs_lengths(layout, every)
        counted[LCS()] = BatchCounts(hits, layout.pairs.n_pred, layout.pairs.n_ref)
    if UnionLCS() in wanted and sentences is not None:
        if layout is not None and sentences is texts:
            hits = summary_hits(layout, counted[LCS()].hits)
        else:
            hits = summary_hits(lay_out(sentences), None)
        counted[UnionLCS()] = BatchCounts(hits, sentences.n_pred, sentences.n_ref)
    if texts is not None:
        counted |= _count_skip_bigrams(wanted, texts)
    for variant in wanted:
        pairs = sentences if variant.by_sentence else texts
        if isinstance(variant, WeightedLCS) and pairs is not None:
            counted[variant] = _count_weighted(variant, pairs)
    return counted


def _count_skip_bigrams(variants: set[Variant], texts: Pairs) -> dict[Variant, BatchCounts]:
    """Count S and SU; those of one distance share the work."""
    counted: dict[Variant, BatchCounts] = {}
    matches: dict[int | None, np.ndarray] = {}
    for variant in variants:
        if not isinstance(variant, SkipBigram):
            continue
        distance = variant.distance
        if distance not in matches:
            matches[distance] = skip_matches(texts, distance)
        hits = matches[distance]
        n_pred = n_skip_bigrams(texts.n_pred, distance)
        n_ref = n_skip_bigrams(texts.n_ref, distance)
        if variant.with_unigrams and variant.definition == "lin2004":
            hits = hits + texts.sum_by_pair(np.minimum(*texts.token_counts))
            n_pred = n_pred + texts.n_pred
            n_ref = n_ref + texts.n_ref
        elif variant.with_unigrams:
            hits = hits + skip_unigram_matches(texts)
            n_pred = n_pred + np.maximum(texts.n_pred - 1, 0)
            n_ref = n_ref + np.maximum(texts.n_ref - 1, 0)
        counted[variant] = BatchCounts(hits, n_pred, n_ref)
    return counted


def _count_weighted(variant: WeightedLCS, pairs: Pairs) -> BatchCounts:
    """Count W, in sentences or whole texts as its definition has it."""
    weight = variant.weight
    pred_length, ref_length = weighted_length(pairs, weight)
    if variant.definition == "lin2004":
        return BatchCounts(weighted_lcs(pairs, weight), pred_length, ref_length, weight)
    hits = weighted_union_hits(pairs, weight)
    sentence_lengths = weighted_sentence_lengths(pairs, weight)
    return BatchCounts(hits, pred_length, sentence_lengths**weight, weight, sentence_lengths)


def summary_hits(layout: Layout, lcs: np.ndarray | None) -> np.ndarray:
    """Count the hits of rougeLsum, which is rougeL where both texts are one sentence.

    Args:
        lcs: (n_pairs,) int64, the LCS lengths of the same pairs where they are known.
    """
    pairs = layout.pairs
    is_plain = (pairs.n_sentences(pairs.pred) <= 1) & (pairs.n_sentences(pairs.ref) <= 1)
    if lcs is None:
        lcs = lcs_lengths(layout, is_plain)
    if is_plain.all():
        return lcs
    return np.where(is_plain, lcs, union_lcs_hits(layout, ~is_plain))
