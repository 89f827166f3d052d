"""One pair of texts -> which words matched which, so that people can see a score.

In go the tokens of one reference and one prediction (spans.py), out comes an
Alignment for one type: every hit that the score counts, as positions in both
token lists. Which repeat pairs with which is settled from left to right, so
the same pair always looks the same. It knows nothing of batches, of colours
or of pages; the hits that it marks are the hits that the array engine counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np

from .scores import BatchCounts, Score, prf
from .sequences import Tokens, lcs_positions
from .spans import Token
from .variants import LCS, NGram, SkipBigram, UnionLCS, Variant, WeightedLCS
from .weighted_pair import weigh_common_runs, weigh_reference_runs, weighted_positions

Gram = tuple[int, ...]  # positions of an n-gram's tokens in their text
Cut = Callable[[str], list[Token]]
Split = Callable[[str], list[str]]
# Reference and prediction tokens -> positions of a common subsequence in both, ascending.
FindPath = Callable[[Tokens, Tokens], tuple[list[int], list[int]]]


class Tally(NamedTuple):
    """What a score is made of, in the units that the type counts: words, n-grams.

    Whole numbers, but for rougeW, which weighs runs of words.
    """

    hits: float
    n_pred: float
    n_ref: float


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


def align_pair(
    variants: Mapping[str, Variant],
    reference: str,
    prediction: str,
    cut: Cut,
    split: Split,
    beta: float = 1.0,
) -> dict[str, Alignment]:
    """Find what each type matches between one reference and one prediction.

    Args:
        variants: the types by name, in the order of the result.
        cut: text -> its tokens.
        split: text -> its sentences, for rougeLsum.
    """
    alignments = {}
    texts: tuple[list[Token], list[Token]] | None = None
    sentences: tuple[list[list[Token]], list[list[Token]]] | None = None
    for name, variant in variants.items():
        if variant.by_sentence:
            # A tokenizer may cut a sentence otherwise than the text around it.
            if sentences is None:
                sentences = (
                    sentence_tokens(reference, cut, split),
                    sentence_tokens(prediction, cut, split),
                )
            ref_sentences, pred_sentences = sentences
        else:
            if texts is None:
                texts = cut(reference), cut(prediction)
            ref_sentences, pred_sentences = [texts[0]], [texts[1]]
        matched = _match(variant, _keys(ref_sentences), _keys(pred_sentences))
        alignments[name] = Alignment(
            name,
            reference,
            prediction,
            tuple(chain.from_iterable(ref_sentences)),
            tuple(chain.from_iterable(pred_sentences)),
            tuple(matched.matches),
            tuple(matched.clipped),
            matched.tally,
            _score(variant, matched.tally, beta),
        )
    return alignments


# ---------------------------------------------------------------------------
# Which words matched: positions in, matches out


class _Matched(NamedTuple):
    """What one type matched, and how it counts that."""

    matches: list[Match]
    clipped: list[Match]
    tally: Tally


def _match(
    variant: Variant,
    ref_sentences: Sequence[Sequence[Hashable]],
    pred_sentences: Sequence[Sequence[Hashable]],
) -> _Matched:
    """Match as one type does; types that know no sentences get each text as a single one."""
    n_ref = sum(map(len, ref_sentences))
    n_pred = sum(map(len, pred_sentences))
    if isinstance(variant, UnionLCS):
        matches, clipped = match_union(ref_sentences, pred_sentences, lcs_positions)
        return _Matched(matches, clipped, Tally(len(matches), n_pred, n_ref))
    if isinstance(variant, WeightedLCS):
        return _match_weighted(variant, ref_sentences, pred_sentences)
    (ref,), (pred,) = ref_sentences, pred_sentences
    if isinstance(variant, LCS):
        matches = match_lcs(ref, pred)
        return _Matched(matches, [], Tally(len(matches), n_pred, n_ref))
    if isinstance(variant, NGram):
        ref_grams, pred_grams = windows(n_ref, variant.n), windows(n_pred, variant.n)
    else:
        ref_grams, pred_grams = skip_grams(n_ref, variant), skip_grams(n_pred, variant)
    matches = match_grams(ref, pred, ref_grams, pred_grams)
    return _Matched(matches, [], Tally(len(matches), len(pred_grams), len(ref_grams)))


def _score(variant: Variant, tally: Tally, beta: float) -> Score:
    """Divide as the array engine does, in an array of one pair."""
    hits, n_pred, n_ref = (np.array([units]) for units in tally)
    weight = variant.weight if isinstance(variant, WeightedLCS) else 1.0
    return Score(*prf(BatchCounts(hits, n_pred, n_ref, weight), beta)[0].tolist())


def _keys(sentences: Sequence[Sequence[Token]]) -> list[list[Hashable]]:
    """Leave the places away: what the types compare."""
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


def skip_grams(n_tokens: int, variant: SkipBigram) -> list[Gram]:
    """List the skip-bigrams of a text as positions, each word's own unigram in front of them.

    Example (rougeSU1, 4 tokens; ROUGE-1.5.5 leaves the last unigram out):
        (0,) (0, 1) (0, 2)   (1,) (1, 2) (1, 3)   (2,) (2, 3)
    """
    reach = n_tokens if variant.distance is None else variant.distance + 1
    n_unigrams = 0
    if variant.with_unigrams:
        n_unigrams = n_tokens if variant.definition == "lin2004" else n_tokens - 1
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
    ref_sentences: Sequence[Sequence[Hashable]],
    pred_sentences: Sequence[Sequence[Hashable]],
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
    for ref_start, ref_sentence in _with_starts(ref_sentences):
        for pred_start, pred_sentence in _with_starts(pred_sentences):
            for i, j in zip(*find_path(ref_sentence, pred_sentence), strict=True):
                givers[ref_start + i].append(pred_start + j)

    n_left = Counter(pred)
    counted = []
    clipped = []
    for position in sorted(givers):
        word = ref[position]
        if n_left[word]:
            n_left[word] -= 1
            counted.append(position)
        else:
            given_by = tuple(givers[position])
            clipped.append(Match((position,), given_by[:1], given_by))

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
    sentences: Sequence[Sequence[Hashable]],
) -> Iterable[tuple[int, Sequence[Hashable]]]:
    """Give each sentence with the position of its first word in the whole text."""
    starts = accumulate(map(len, sentences), initial=0)
    return zip(starts, sentences, strict=False)


# ---------------------------------------------------------------------------
# rougeW: runs weigh more


def _match_weighted(
    variant: WeightedLCS,
    ref_sentences: Sequence[Sequence[Hashable]],
    pred_sentences: Sequence[Sequence[Hashable]],
) -> _Matched:
    """Match as rougeW does, and weigh the runs among the marks."""
    weight = variant.weight
    find_path = partial(weighted_positions, weight=weight)
    matches, clipped = match_union(ref_sentences, pred_sentences, find_path)
    lengths = [len(sentence) for sentence in ref_sentences]
    n_pred = float(sum(map(len, pred_sentences))) ** weight
    n_ref = sum((float(length) ** weight for length in lengths), 0.0)
    if not variant.by_sentence:
        links = [(match.reference[0], match.prediction[0]) for match in matches]
        return _Matched(matches, clipped, Tally(weigh_common_runs(links, weight), n_pred, n_ref))
    counted = {match.reference[0] for match in matches}
    union = counted.union(match.reference[0] for match in clipped)
    hits = weigh_reference_runs(counted, union, lengths, weight)
    # By NumPy's power, as the engine takes it: Python's may differ in the last bit.
    (twice_weighted,) = (np.array([n_ref]) ** weight).tolist()
    return _Matched(matches, clipped, Tally(hits, n_pred, twice_weighted))


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
