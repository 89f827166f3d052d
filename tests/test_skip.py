"""Skip-bigrams: batches of arrays against the definition, pair by pair."""

from __future__ import annotations

import pytest
from evaluate_rouge import RougeScorer, counting
from evaluate_rouge.counting import Pairs
from evaluate_rouge.text import custom_tokens
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import clipped, skip_units

BOTH_ENGINES = True

texts = st.lists(st.sampled_from(["a", "b", "ab", "."]), max_size=9)
batches = st.lists(st.tuples(texts, texts), max_size=6)
distances = st.sampled_from([0, 1, 2, 4, 50, None])


def pairs_of(batch):
    tokens = custom_tokens([[text] for side in zip(*batch, strict=True) for text in side])
    return Pairs(tokens.slice(0, len(batch)), tokens.slice(len(batch), 2 * len(batch)))


@pytest.mark.parametrize(
    ("batch_size", "most_grams"),
    [
        pytest.param(1 << 16, 1 << 25, id="one batch"),
        pytest.param(12, 1 << 25, id="batches"),
        pytest.param(1, 1, id="by kind"),
    ],
)
@settings(deadline=None)
@given(batch=batches, distance=distances)
def test_matches_are_those_of_the_definition(batch_size, most_grams, batch, distance):
    expected = [clipped(*(skip_units(text, distance, None) for text in pair)) for pair in batch]
    pairs = pairs_of(batch)
    before = counting.BATCH, counting.MOST_GRAMS
    counting.BATCH, counting.MOST_GRAMS = batch_size, most_grams
    try:
        found = counting.skip_matches(pairs, distance)
    finally:
        counting.BATCH, counting.MOST_GRAMS = before

    assert found.tolist() == [hits for hits, _, _ in expected]
    assert counting.n_skip_bigrams(pairs.n_pred, distance).tolist() == [n for _, n, _ in expected]
    assert counting.n_skip_bigrams(pairs.n_ref, distance).tolist() == [n for _, _, n in expected]


@settings(deadline=None)
@given(batch=batches)
def test_unigrams_of_su_leave_out_the_last_token(batch):
    expected = [clipped(pred[:-1], ref[:-1])[0] for pred, ref in batch]

    assert counting.skip_unigram_matches(pairs_of(batch)).tolist() == expected


@pytest.mark.parametrize(("definition", "unigrams"), [("rouge155", "but last"), ("lin2004", "all")])
@settings(deadline=None)
@given(batch=batches, distance=distances)
def test_scorer_divides_once(definition, unigrams, batch, distance):
    reach = "*" if distance is None else distance
    names = {f"rougeS{reach}": None, f"rougeSU{reach}": unigrams}
    scorer = RougeScorer(list(names), tokenizer=str.split, definition=definition)
    preds = [" ".join(pred) for pred, _ in batch]
    refs = [" ".join(ref) for _, ref in batch]

    scores = scorer.score_batch(refs, preds)

    for name, kind in names.items():
        counts = [clipped(*(skip_units(text, distance, kind) for text in pair)) for pair in batch]
        precision = [hits / max(n_pred, 1) for hits, n_pred, _ in counts]
        recall = [hits / max(n_ref, 1) for hits, _, n_ref in counts]
        assert scores[name][:, :2].T.tolist() == [precision, recall]


@pytest.mark.parametrize(
    ("kind", "pred", "ref", "precision", "recall"),
    [
        pytest.param("rougeS*", "police kill the gunman", "police killed the gunman", 3, 3, id="1"),
        pytest.param("rougeS*", "the gunman kill police", "police killed the gunman", 1, 1, id="2"),
        pytest.param("rougeS0", "a b c d", "a b d c", 1, 1, id="no skip is bigrams"),
        pytest.param("rougeSU*", "harbour", "harbour", 0, 0, id="one word scores nothing"),
        pytest.param("rougeS4", "a", "", 0, 0, id="empty reference"),
    ],
)
def test_worked_pairs(kind, pred, ref, precision, recall):
    score = RougeScorer([kind]).score(ref, pred)[kind]
    n_grams = {"rougeS*": 6, "rougeS0": 3}.get(kind, 1)

    assert (score.precision, score.recall) == (precision / n_grams, recall / n_grams)


@pytest.mark.parametrize("distance", [4, 700, None])
def test_a_long_pair_gives_the_same_both_ways(monkeypatch, distance):
    rows = [str(k * k % 211) for k in range(1500)], [str(k * 7 % 223) for k in range(1500)]
    found = []
    for is_by_kind in (True, False):
        monkeypatch.setattr(counting, "_is_cheaper_by_kind", lambda *_: is_by_kind)  # noqa: B023
        found.append(counting.skip_matches(pairs_of([rows]), distance).tolist())

    assert found[0] == found[1] == [clipped(*(skip_units(row, distance, None) for row in rows))[0]]


@pytest.mark.parametrize("text", ["", "a", "a b", "a b c"])
@pytest.mark.parametrize("definition", ["rouge155", "lin2004"])
def test_what_is_shown_of_few_words_is_what_is_counted(definition, text):
    scorer = RougeScorer("rougeSU1", definition=definition)

    shown = scorer.explain("a b", text)["rougeSU1"]

    assert shown.counts.n_pred == {"": 0, "a": 0, "a b": 2, "a b c": 5}[text] + (
        definition == "lin2004" and text != ""
    )
    assert shown.score == scorer.score("a b", text)["rougeSU1"]
