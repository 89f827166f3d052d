"""Weighted LCS: tables of many lanes against the table of one, cell by cell."""

from __future__ import annotations

import numpy as np
import pytest
from evaluate_rouge import RougeScorer, subsequences
from evaluate_rouge.counting import Pairs
from evaluate_rouge.text import custom_tokens
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import weighted_table, weighted_union_hits

BOTH_ENGINES = True

sentences = st.lists(
    st.lists(st.sampled_from(["a", "b", "ab", ".", "x"]), min_size=1, max_size=12), max_size=4
)
batches = st.lists(st.tuples(sentences, sentences), max_size=5)
weights = st.sampled_from([0.5, 1.0, 1.2, 1.3, 2.0])
parts = pytest.mark.parametrize("most_cells", [1 << 23, 40, 1], ids=["whole", "parts", "steps"])


def pairs_of(batch):
    tokens = custom_tokens([text for side in zip(*batch, strict=True) for text in side])
    return Pairs(tokens.slice(0, len(batch)), tokens.slice(len(batch), 2 * len(batch)))


def flat(sentences):
    return [token for sentence in sentences for token in sentence]


@pytest.fixture(autouse=True)
def _restore():
    before = subsequences.MOST_CELLS
    yield
    subsequences.MOST_CELLS = before


@settings(deadline=None)
@given(batch=batches, n_listed=st.sampled_from([1, 2, 5]))
def test_lanes_listed_in_parts_change_nothing(batch, n_listed):
    pairs = pairs_of(batch)
    hits = subsequences.weighted_union_hits(pairs, 1.2), subsequences.weighted_lcs(pairs, 1.2)
    kept, subsequences.MOST_LISTED = subsequences.MOST_LISTED, n_listed
    try:
        assert subsequences.weighted_union_hits(pairs, 1.2).tolist() == hits[0].tolist()
        assert subsequences.weighted_lcs(pairs, 1.2).tolist() == hits[1].tolist()
    finally:
        subsequences.MOST_LISTED = kept


@parts
@settings(deadline=None)
@given(batch=batches, weight=weights)
def test_union_hits_are_those_of_the_definition(most_cells, batch, weight):
    subsequences.MOST_CELLS = most_cells

    found = subsequences.weighted_union_hits(pairs_of(batch), weight)

    assert found.tolist() == [weighted_union_hits(ref, pred, weight) for pred, ref in batch]


@parts
@settings(deadline=None)
@given(batch=batches, weight=weights)
def test_worth_of_whole_texts_is_the_last_cell(most_cells, batch, weight):
    subsequences.MOST_CELLS = most_cells
    whole = [[flat(side) for side in pair] for pair in batch]
    expected = [weighted_table(ref, pred, weight)[0][-1][-1] for pred, ref in whole]

    assert subsequences.weighted_lcs(pairs_of(batch), weight).tolist() == expected


@settings(deadline=None)
@given(batch=batches)
def test_weight_of_one_in_whole_texts_is_rouge_l(batch):
    texts = [[" ".join(flat(side)) for side in pair] for pair in batch]
    scorer = RougeScorer(["rougeL", "rougeW1"], tokenizer=str.split, definition="lin2004")

    scores = scorer.score_batch([ref for _, ref in texts], [pred for pred, _ in texts])

    assert scores["rougeW1"].tolist() == scores["rougeL"].tolist()


@pytest.mark.parametrize(
    ("definition", "pred", "ref", "precision", "recall"),
    [
        # Six words: the script weights the reference's length twice, so R is not 1.
        pytest.param(
            "rouge155", "a b c d e f", "a b c d e f", 1.0, 6.0 ** (1 - 1.2), id="identical"
        ),
        pytest.param("lin2004", "a b c d e f", "a b c d e f", 1.0, 1.0, id="identical, as Lin"),
        pytest.param("lin2004", "", "a", 0.0, 0.0, id="empty prediction"),
        pytest.param("rouge155", "a", "", 0.0, 0.0, id="empty reference"),
        pytest.param("rouge155", "\n", "\n", 0.0, 0.0, id="nothing at all"),
    ],
)
def test_worked_pairs(definition, pred, ref, precision, recall):
    score = RougeScorer(["rougeW"], definition=definition).score(ref, pred)["rougeW"]

    assert score.precision == precision
    assert score.recall == pytest.approx(recall, abs=1e-15)


def test_runs_that_hold_together_are_worth_more():
    # The pair that Lin 2004 opens section 3.3 with: equal under ROUGE-L.
    ref, together, apart = "a b c d e f g", "a b c d h i k", "a h b k c i d"
    scores = RougeScorer(["rougeL", "rougeW2"], definition="lin2004").score_batch(
        [ref, ref], [together, apart]
    )

    assert scores["rougeL"][:, 2].tolist() == [4 / 7, 4 / 7]
    assert scores["rougeW2"][:, 1].tolist() == [4 / 7, 2 / 7]


def test_no_score_is_above_one():
    """The sum of eleven steps of k ** 1.2 ends one bit above 11 ** 1.2."""
    text = " ".join("abcdefghijk")
    for definition in ("rouge155", "lin2004"):
        scorer = RougeScorer(["rougeW1.2"], definition=definition)
        assert max(scorer.score(text, text)["rougeW1.2"]) <= 1.0


def test_bits_are_counted_by_halves():
    words = np.array([0, 1, 2**62 - 1, 2**61, 0x5555_5555_5555_5555, 2**64 - 1], dtype=np.uint64)

    counted = subsequences._count_bits_by_halves(words)

    assert counted.tolist() == [int(word).bit_count() for word in words]
