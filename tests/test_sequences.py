"""Token lists: every count and score against rouge_score's own functions, with ==."""

from __future__ import annotations

import math
import re

import pytest
from evaluate_rouge import pairs
from evaluate_rouge.pairs import (
    count_ngrams,
    f1,
    lcs_length,
    lcs_positions,
    overlap,
    rouge_l,
    rouge_lsum,
    rouge_n,
    union_positions,
)
from evaluate_rouge.scores import Score, f_beta
from hypothesis import given
from hypothesis import strategies as st
from rouge_score import rouge_scorer as google

words = str.split

# A handful of short words: texts must repeat and tie, that is where bugs are.
tokens = st.lists(st.sampled_from(["a", "b", "ab", "."]), max_size=9)
sentences = st.lists(tokens, max_size=4)
# Equal across types, equal only by value, surrogates, marks that combine.
nasty_tokens = st.lists(
    st.sampled_from([1, True, 1.0, "1", ("a",), "\ud800", "e\u0301", "\u00e9", "", None, b"a"]),
    max_size=9,
)

PERCHED = (
    words("the owl is perching on the barn"),
    words("the owl sat on the barn"),
)


@given(st.one_of(tokens, nasty_tokens), st.one_of(tokens, nasty_tokens), st.integers(1, 4))
def test_rouge_n_is_google_s(candidate, reference, n):
    grams = [google._create_ngrams(side, n) for side in (reference, candidate)]

    assert rouge_n(candidate, reference, n) == google._score_ngrams(*grams)
    assert count_ngrams(candidate, reference, n)[1:] == (grams[1].total(), grams[0].total())


@given(st.one_of(tokens, nasty_tokens), st.one_of(tokens, nasty_tokens))
def test_rouge_l_is_google_s(candidate, reference):
    assert rouge_l(candidate, reference) == google._score_lcs(reference, candidate)


@given(sentences, sentences)
def test_rouge_lsum_is_google_s(candidate, reference):
    assert rouge_lsum(candidate, reference) == google._summary_level_lcs(reference, candidate)


@pytest.mark.parametrize("kept_bits", [1 << 28, 30, 0], ids=["whole", "blocks", "square root"])
@given(reference=tokens, candidate=tokens)
def test_positions_are_those_of_google_s_backtracking(kept_bits, reference, candidate):
    before = pairs.KEPT_STATE_BITS
    pairs.KEPT_STATE_BITS = kept_bits
    try:
        in_reference, in_candidate = lcs_positions(reference, candidate)
    finally:
        pairs.KEPT_STATE_BITS = before

    assert in_reference == google.lcs_ind(reference, candidate)
    assert in_candidate == sorted(set(in_candidate))
    assert [reference[i] for i in in_reference] == [candidate[j] for j in in_candidate]
    assert len(in_reference) == lcs_length(candidate, reference)


@given(tokens, sentences)
def test_union_is_google_s(reference, candidates):
    found = [reference[i] for i in union_positions(reference, candidates)]

    assert found == google._union_lcs(reference, candidates)


@given(sentences, sentences)
def test_unclipped_union_counts_every_position(candidate, reference):
    hits = sum(len(google._union_lcs(sentence, candidate)) for sentence in reference)
    n_pred, n_ref = sum(map(len, candidate)), sum(map(len, reference))
    precision, recall = hits / max(n_pred, 1), hits / max(n_ref, 1)

    found = rouge_lsum(candidate, reference, "union_unclipped")

    assert found == Score(precision, recall, f1(precision, recall))


@given(sentences, sentences)
def test_best_match_sums_the_longest(candidate, reference):
    hits = 0
    for pred in candidate:
        tables = [google._lcs_table(ref, pred) for ref in reference]
        hits += max((table[-1][-1] for table in tables), default=0)
    precision = hits / max(sum(map(len, candidate)), 1)
    recall = hits / max(sum(map(len, reference)), 1)

    found = rouge_lsum(candidate, reference, "best_match")

    assert found == Score(precision, recall, f1(precision, recall))


@given(tokens, tokens)
def test_overlap_and_lcs_are_symmetric(a, b):
    assert overlap(a, b) == overlap(b, a) == rouge_n(a, b).precision * max(len(a), 1)
    assert lcs_length(a, b) == lcs_length(b, a) <= overlap(a, b)


@pytest.mark.parametrize(
    ("score", "rounded"),
    [
        pytest.param(rouge_n(*PERCHED), (0.7143, 0.8333, 0.7692), id="unigrams"),
        pytest.param(rouge_l(*PERCHED), (0.7143, 0.8333, 0.7692), id="subsequence"),
        pytest.param(rouge_n(*PERCHED, n=2), (0.5, 0.6, 0.5455), id="bigrams"),
        pytest.param(rouge_n(["a"], ["a"], n=3), (0.0, 0.0, 0.0), id="no trigram at all"),
        pytest.param(rouge_l([], ["a"]), (0.0, 0.0, 0.0), id="empty candidate"),
        pytest.param(rouge_l(["a"], []), (0.0, 0.0, 0.0), id="empty reference"),
        pytest.param(rouge_l(words("a b c"), words("c b a")), (0.3333,) * 3, id="reversed"),
    ],
)
def test_worked_scores(score, rounded):
    assert tuple(round(value, 4) for value in score) == rounded
    assert all(isinstance(value, float) for value in score)


@pytest.mark.parametrize(
    ("method", "hits", "n_pred", "n_ref"),
    [
        # Two reference sentences that both begin with "oslo"; one candidate sentence.
        pytest.param("union", 8, 10, 13, id="oslo stands once in the candidate"),
        pytest.param("union_unclipped", 9, 10, 13, id="the paper counts it twice"),
        pytest.param("best_match", 5, 10, 13, id="one sentence only"),
    ],
)
def test_lsum_methods_on_one_example(method, hits, n_pred, n_ref):
    reference = [
        words("oslo holds nearly one million people"),
        words("oslo is the seat of norway s"),
    ]
    candidate = [words("oslo is the seat and holds nearly two million people")]

    found = rouge_lsum(candidate, reference, method)

    assert (found.precision, found.recall) == (hits / n_pred, hits / n_ref)


def test_best_match_takes_each_candidate_sentence_to_its_best_reference():
    candidate = [words("the hen is in the yard"), words("it is small")]
    reference = [
        words("the cow is in the yard"),
        words("the beast is small"),
        words("the bird eats much"),
    ]

    found = rouge_lsum(candidate, reference, "best_match")

    assert tuple(round(value, 4) for value in found) == (0.7778, 0.5, 0.6087)


@pytest.mark.parametrize("method", pairs.LSUM_METHODS)
@pytest.mark.parametrize(
    ("candidate", "reference"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([[]], [["a"]], id="an empty sentence"),
        pytest.param([["a"]], [[], []], id="empty reference sentences"),
        pytest.param([["a"]], [], id="no reference sentence"),
    ],
)
def test_lsum_of_an_empty_side_is_zero(method, candidate, reference):
    assert rouge_lsum(candidate, reference, method) == Score(0.0, 0.0, 0.0)


def test_long_lists_finish():
    reference = [str(k * k % 1009) for k in range(20_000)]
    candidate = [str(k * 7 % 1013) for k in range(20_000)]

    in_reference, _ = lcs_positions(reference, candidate)

    assert len(in_reference) == lcs_length(candidate, reference)


@given(st.floats(0, 1), st.floats(0, 1))
def test_f1_is_google_s(precision, recall):
    assert f1(precision, recall) == google.scoring.fmeasure(precision, recall)


@pytest.mark.parametrize(
    ("precision", "recall", "beta", "expected"),
    [
        pytest.param(0.5, 1.0, 2.0, 5 * 0.5 / 3, id="recall counts four times"),
        pytest.param(0.25, 0.75, 0.0, 0.25, id="zero is precision"),
        pytest.param(0.25, 0.75, math.inf, 0.75, id="infinite is recall"),
        pytest.param(0.25, 0.75, 1e300, 0.75, id="a square that overflows"),
        pytest.param(0.0, 0.0, 3.0, 0.0, id="nothing matched"),
        pytest.param(0.5, 0.0, 0.0, 0.0, id="nothing recalled"),
    ],
)
def test_f_beta(precision, recall, beta, expected):
    assert f_beta(precision, recall, beta) == expected


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        pytest.param(
            lambda: rouge_n("the cat", ["the"]),
            TypeError,
            "candidate is a bare str, 'the cat'; tokens are expected: split it first",
            id="a string as candidate",
        ),
        pytest.param(
            lambda: rouge_l(["the"], b"the"), TypeError, "reference is a bare bytes", id="bytes"
        ),
        pytest.param(lambda: lcs_length(["a"], "a"), TypeError, "b is a bare str", id="lcs_length"),
        pytest.param(lambda: overlap("a", ["a"]), TypeError, "a is a bare str", id="overlap"),
        pytest.param(
            lambda: rouge_lsum(["the cat"], [["a"]]),
            TypeError,
            "candidate_sentences[0] is a bare str, 'the cat'",
            id="a string as sentence",
        ),
        pytest.param(
            lambda: rouge_lsum([["a"]], "a"),
            TypeError,
            "reference_sentences is a str; a list of sentences is expected",
            id="a string as summary",
        ),
        pytest.param(
            lambda: rouge_l(None, ["a"]),
            TypeError,
            "candidate is a NoneType; a list of tokens is expected",
            id="None",
        ),
        pytest.param(
            lambda: rouge_l(["a"], ["a", ["b"]]),
            TypeError,
            "reference[1] is a list; tokens must be hashable",
            id="sentences where tokens belong",
        ),
        pytest.param(lambda: rouge_n(["a"], ["a"], 0), ValueError, "n is 0;", id="n of zero"),
        pytest.param(lambda: rouge_n(["a"], ["a"], 1.5), ValueError, "n is 1.5;", id="half an n"),
        pytest.param(
            lambda: rouge_lsum([["a"]], [["a"]], "best"),
            ValueError,
            "method is 'best'; valid: 'union', 'best_match', 'union_unclipped'",
            id="unknown method",
        ),
    ],
)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=re.escape(message)):
        call()


def test_any_iterable_of_tokens_will_do():
    assert rouge_l(iter(words("a b")), (token for token in words("a b"))).fmeasure == 1.0


@pytest.mark.parametrize("n", [2, 16, 17, 20, 33])
def test_long_grams_of_repeats(n):
    found = pairs.rouge_n(["a"] * 60, ["a"] * 40, n)

    assert found[:2] == ((41 - n) / (61 - n), 1.0)
