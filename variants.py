"""The types of ROUGE: names parsed once into small objects that count themselves.

A new type is one more object here and one counting function in a stage below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np

from .lanes import Layout, lay_out
from .lcs import lcs_lengths
from .ngrams import clipped_matches
from .pairs import Pairs
from .scores import BatchCounts
from .union import union_lcs_hits

VALID = "rouge1, rouge2, ... (any n from 1), rougeL, rougeLsum"
_EXAMPLES = ("rouge1", "rouge2", "rouge3", "rouge4", "rougeL", "rougeLsum")


@dataclass(frozen=True)
class NGram:
    """ROUGE-N: n-grams that both texts share (Lin 2004, sec. 2)."""

    n: int


@dataclass(frozen=True)
class LCS:
    """ROUGE-L: the longest common subsequence of the whole texts (Lin 2004, sec. 3.1)."""


@dataclass(frozen=True)
class UnionLCS:
    """ROUGE-Lsum: union of LCS, sentence by sentence (Lin 2004, sec. 3.2)."""


Variant = NGram | LCS | UnionLCS


def parse_type(name: object, position: int = 0) -> Variant:
    """Turn the name of a type into the object that counts it.

    Raises:
        ValueError: if no type has this name; names the nearest that exist.
    """
    if name == "rougeL":
        return LCS()
    if name == "rougeLsum":
        return UnionLCS()
    match = re.fullmatch(r"rouge([0-9]+)", name, re.ASCII) if isinstance(name, str) else None
    if match and len(match[1]) < 10:
        if int(match[1]) == 0:
            raise ValueError(f"rouge_types[{position}] is {name!r}: rougen requires positive n")
        return NGram(int(match[1]))
    nearest = _nearest(str(name))
    hint = f"; did you mean {' or '.join(nearest)}?" if nearest else "."
    raise ValueError(
        f"Invalid rouge type: rouge_types[{position}] is {name!r}{hint} Valid: {VALID}."
    )


def _nearest(name: str) -> list[str]:
    """Find valid names that look alike, whatever the case and the hyphens."""
    plain = {example.lower(): example for example in _EXAMPLES}
    wanted = re.sub(r"[^a-z0-9]", "", name.lower())
    return [repr(plain[close]) for close in get_close_matches(wanted, plain, n=2, cutoff=0.75)]


def parse_types(names: Iterable[str] | str) -> dict[str, Variant]:
    """Parse the names of types, in order; a single string counts as a list of one."""
    listed: Sequence[str] = [names] if isinstance(names, str) else list(names)
    return {name: parse_type(name, position) for position, name in enumerate(listed)}


def count(
    variants: Iterable[Variant], texts: Pairs | None, sentences: Pairs | None
) -> dict[Variant, BatchCounts]:
    """Count every type in one chunk of pairs.

    Args:
        texts: tokens of the whole texts; needed by all types but ``UnionLCS``.
        sentences: tokens sentence by sentence, marked; needed by ``UnionLCS``. The
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
    return counted


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
