"""Several references: every mode for every type, whatever the order of references."""

from __future__ import annotations

import json
import re

import pytest
from evaluate_rouge import RougeScorer
from evaluate_rouge.scores import MODES
from hypothesis import given
from hypothesis import strategies as st
from oracle import SHARED, best, jackknife, n_examples

BOTH_ENGINES = True

TYPES = [
    *("rouge1", "rouge2", "rouge3", "rougeL", "rougeLsum"),
    *("rougeW", "rougeS4", "rougeSU4", "rougeS*", "rougeSU*"),
]
texts = st.lists(st.sampled_from(["a", "b", "ab", "c", "\n"]), max_size=8).map(" ".join)
examples = st.lists(
    st.tuples(st.lists(texts, min_size=1, max_size=4), texts), min_size=1, max_size=4
)


def batch(multi_reference, examples, **options):
    scorer = RougeScorer(TYPES, multi_reference=multi_reference, **options)
    refs, preds = map(list, zip(*examples, strict=True))
    return scorer.score_batch(refs, preds)


@n_examples(40)
@given(examples=examples, beta=st.sampled_from([0.5, 1.0, 2.0]))
def test_modes_follow_from_the_scores_of_each_pair(examples, beta):
    scorer = RougeScorer(TYPES, beta=beta)
    found = {mode: batch(mode, examples, beta=beta) for mode in MODES}
    for row, (refs, pred) in enumerate(examples):
        by_ref = [scorer.score(ref, pred) for ref in refs]
        for name in TYPES:
            scores = [tuple(score[name]) for score in by_ref]
            means = tuple(sum(column) / len(scores) for column in zip(*scores, strict=True))
            assert found["best"][row][name] == best(scores)
            assert found["average"][row][name] == pytest.approx(means, abs=1e-15)
            assert found["jackknife"][row][name] == pytest.approx(jackknife(scores), abs=1e-15)
            if name != "rougeW":  # compared before its second weighting
                recalled = max(scores, key=lambda score: score[1])
                assert found["best_recall"][row][name] == recalled


@n_examples(40)
@given(examples=examples)
def test_one_reference_is_the_same_in_all_modes(examples):
    single = [([refs[0]], pred) for refs, pred in examples]
    mixed = [*single, (["a b", "b"], "a")]  # so that the modes are asked at all
    expected = RougeScorer(TYPES).score_batch(
        [refs[0] for refs, _ in single], [p for _, p in single]
    )

    for mode in MODES:
        for scores in (batch(mode, single), batch(mode, mixed)):
            for name in TYPES:
                assert scores[name][: len(single)].tolist() == expected[name].tolist()


@pytest.mark.parametrize("mode", ["average", "pooled"])
@n_examples(40)
@given(examples=examples, seed=st.randoms(use_true_random=False))
def test_order_of_references_does_not_matter(mode, examples, seed):
    shuffled = [(seed.sample(refs, len(refs)), pred) for refs, pred in examples]
    before, after = batch(mode, examples), batch(mode, shuffled)

    for name in TYPES:
        assert before[name].tolist() == after[name].tolist()


@pytest.mark.parametrize("mode", ["best", "jackknife"])
@n_examples(40)
@given(examples=examples, seed=st.randoms(use_true_random=False))
def test_order_decides_no_more_than_which_tie_wins(mode, examples, seed):
    shuffled = [(seed.sample(refs, len(refs)), pred) for refs, pred in examples]
    before, after = batch(mode, examples), batch(mode, shuffled)

    for name in TYPES:
        assert before[name][:, 2].tolist() == after[name][:, 2].tolist()


@pytest.mark.parametrize(
    ("mode", "precision", "recall", "fmeasure"),
    [
        # Shared words 1, 3 and 2 of 4; references of 1, 3 and 5 words.
        pytest.param("best", 3 / 4, 1.0, 6 / 7, id="best F"),
        pytest.param("average", (1 / 4 + 3 / 4 + 2 / 4) / 3, (1 + 1 + 2 / 5) / 3, None, id="mean"),
        pytest.param("jackknife", (3 / 4 + 3 / 4 + 2 / 4) / 3, (1 + 1 + 2 / 5) / 3, None, id="jk"),
        pytest.param("pooled", 6 / 12, 6 / 9, 4 / 7, id="pooled"),
        pytest.param("best_recall", 1 / 4, 1.0, 0.4, id="the first of the highest recalls"),
    ],
)
def test_one_example_in_every_mode(mode, precision, recall, fmeasure):
    pred = "a b c d"
    refs = ["a", "b c d", "a b u v x"]

    found = RougeScorer(["rouge1"], multi_reference=mode).score_multi(refs, pred)["rouge1"]

    assert found.precision == pytest.approx(precision, abs=1e-15)
    assert found.recall == pytest.approx(recall, abs=1e-15)
    assert fmeasure is None or found.fmeasure == pytest.approx(fmeasure, abs=1e-15)


def test_best_recall_of_w_compares_before_the_second_weighting():
    # hits 4 of 2 * 2 + 1 and 36 of 7 * 7; R = 2 / 5 and 6 / 49
    pred = "a b c d e f"
    refs = ["a b\nx", "a b c d e f x"]
    short, long = (RougeScorer(["rougeW2"]).score(ref, pred)["rougeW2"] for ref in refs)
    assert (short.recall, long.recall) == (2 / 5, 6 / 49)

    # 4 / 5 beats 36 / 49, whichever comes first
    scorer = RougeScorer(["rougeW2"], multi_reference="best_recall")
    assert scorer.score_multi(refs[::-1], pred)["rougeW2"] == short

    # 9 / 16 loses to 36 / 49, though its R of 3 / 16 is the larger
    refs[0] = "a b c x"
    (short,) = RougeScorer(["rougeW2"]).score(refs[0], pred).values()
    assert short.recall == 3 / 16 > long.recall
    assert scorer.score_multi(refs, pred)["rougeW2"] == long


def test_an_empty_reference_never_divides_by_zero():
    for mode in MODES:
        scores = batch(mode, [(["", ""], "a b"), (["", "a b"], "a b"), ([""], "")])
        for name in TYPES:
            assert not scores[name][0].any()
            assert not scores[name][2].any()


def golden_cases():
    """Collected runs of ROUGE-1.5.5 with no options but -n, -2, -u, -U, -w and -f."""
    path = SHARED / "cases" / "perl_golden.json"
    if not path.exists():
        return []
    golden = json.loads(path.read_text(encoding="utf-8"))
    runs = []
    for case in golden["cases"]:
        options = case["options"].split()
        if case["rc"] == 0 and not {"-l", "-b", "-s", "-m", "-p", "-t"} & set(options):
            runs.append(pytest.param(golden["texts"][case["text"]], case, id=case["id"]))
    return runs


@pytest.mark.parametrize(("text", "case"), golden_cases())
def test_pooled_and_best_recall_are_formulas_a_and_b(text, case):
    mode = "best_recall" if "-f B" in case["options"] else "pooled"
    spelled = {"ROUGE-L": "rougeLsum"}
    spelled |= {
        metric: metric.replace("ROUGE-W-", "rougeW") for metric in case["scores"] if "W" in metric
    }
    names = {m: spelled.get(m, m.replace("ROUGE-", "rouge")) for m in case["scores"]}
    # The script reads bytes, in which a dotted capital I and a Kelvin sign hold no letter.
    pred, *refs = (
        re.sub("[\u0130\u212a]", " ", part) for part in (text["candidate"], *text["references"])
    )

    found = RougeScorer(names.values(), multi_reference=mode).score_multi(refs, pred)

    for metric, printed in case["scores"].items():
        expected = [printed["P"], printed["R"], printed["F"]]
        assert list(found[names[metric]]) == pytest.approx(expected, abs=1.5e-5), metric
