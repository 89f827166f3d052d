"""Names of types and options: what they mean, and what is refused how."""

from __future__ import annotations

import math
import pickle
import re

import pytest
from evaluate_rouge import RougeScorer, alpha_to_beta, f_beta
from evaluate_rouge.counting import TYPES, NGram, SkipBigram, parse_type, parse_types
from evaluate_rouge.options import Options
from evaluate_rouge.subsequences import LCS, UnionLCS, WeightedLCS

BOTH_ENGINES = True


@pytest.mark.parametrize(
    ("name", "rouge_type"),
    [
        ("rouge1", NGram(1)),
        ("rouge12", NGram(12)),
        ("rougeL", LCS()),
        ("rougeLsum", UnionLCS()),
        ("rougeW", WeightedLCS(1.2)),
        ("rougeW2", WeightedLCS(2.0)),
        ("rougeW1.25", WeightedLCS(1.25)),
        ("rougeW0.1", WeightedLCS(0.1)),
        ("rougeW5.0", WeightedLCS(5.0)),
        ("rougeS4", SkipBigram(4, with_unigrams=False)),
        ("rougeS0", SkipBigram(0, with_unigrams=False)),
        ("rougeSU4", SkipBigram(4, with_unigrams=True)),
        ("rougeS*", SkipBigram(None, with_unigrams=False)),
        ("rougeSU*", SkipBigram(None, with_unigrams=True)),
    ],
)
def test_names_mean(name, rouge_type):
    assert parse_type(name) == rouge_type


@pytest.mark.parametrize("rouge_type", TYPES)
def test_examples_are_names_of_their_type(rouge_type):
    for name in rouge_type.examples:
        assert type(parse_type(name)) is rouge_type
        with pytest.raises(ValueError, match=f"did you mean .*{re.escape(repr(name))}.*Valid"):
            parse_type(name.upper() + "-")


def test_message_lists_every_type():
    with pytest.raises(
        ValueError, match=r"Invalid rouge type: rouge_types\[0\] is 'bleu'"
    ) as refused:
        parse_type("bleu")

    for rouge_type in TYPES:
        assert rouge_type.shown in str(refused.value)


def test_the_order_in_which_types_are_asked_for_changes_nothing():
    """What types share is made by the first that asks."""
    names = ["rouge1", "rouge2", "rouge4", "rougeL", "rougeLsum", "rougeW", "rougeS4", "rougeSU4"]
    refs = ["a b c d e\nf g a b c", "a b", "x y z a b", ""]
    preds = ["a b c\nd e f g a b", "a b", "a b\nz", "a"]
    alone = {name: RougeScorer(name).score_batch(refs, preds)[name] for name in names}

    for order in (names, names[::-1], names[1::2] + names[::2]):
        together = RougeScorer(order).score_batch(refs, preds)
        for name in names:
            assert together[name].tolist() == alone[name].tolist(), (name, order)


def test_definition_reaches_the_types_it_concerns():
    names = ["rouge1", "rougeL", "rougeLsum", "rougeW", "rougeSU4"]

    parsed = parse_types(names, "lin2004")

    assert list(parsed.values()) == [
        *(NGram(1), LCS(), UnionLCS()),
        WeightedLCS(1.2, "lin2004"),
        SkipBigram(4, True, "lin2004"),
    ]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        pytest.param("rouge0", "rouge_types[0] is 'rouge0': rougen requires positive n", id="n"),
        pytest.param(
            "rougeW0", "'rougeW0': the weight must be a number from 0.1 to 5", id="weight of zero"
        ),
        pytest.param("rougeW-1", "'rougeW-1': the weight must be a number", id="negative weight"),
        pytest.param("rougeW1.2.3", "'rougeW1.2.3': the weight must be", id="no number"),
        pytest.param("rougeW99", "'rougeW99': the weight must be", id="weight too large"),
        pytest.param(
            "rougeS-1",
            "'rougeS-1': the skip distance must be a whole number, 0 (bigrams) or more, or *",
            id="negative distance",
        ),
        pytest.param("rougeSU1.5", "'rougeSU1.5': the skip distance must be", id="half a word"),
        pytest.param("rougeS", "did you mean 'rougeS", id="no distance"),
        pytest.param("rougesu4", "did you mean 'rougeSU4'", id="wrong case"),
        pytest.param("ROUGE-W-1.2", "did you mean 'rougeW", id="the script's name"),
        pytest.param("rougeWnan", "Invalid rouge type", id="nan"),
        pytest.param("rougeW1.2\n", "Invalid rouge type", id="newline after it"),
        pytest.param("rougeS\u0664", "Invalid rouge type", id="a digit of another script"),
        pytest.param(4, "rouge_types[0] is 4", id="no string"),
    ],
)
def test_bad_types_are_named(name, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        RougeScorer([name])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param({"beta": -1}, "beta is -1; it must be a number from 0", id="beta"),
        pytest.param({"beta": math.nan}, "beta is nan", id="beta not a number"),
        pytest.param({"beta": "1"}, "beta is '1'", id="beta in quotes"),
        pytest.param(
            {"multi_reference": "median"},
            "'median'; Valid: 'best', 'average', 'jackknife', 'pooled', 'best_recall'",
            id="mode",
        ),
        pytest.param(
            {"definition": "lin2003"},
            "did you mean 'lin2004'? Valid: 'rouge155', 'lin2004'",
            id="definition",
        ),
    ],
)
def test_bad_options_are_named(options, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        RougeScorer(["rouge1"], **options)


@pytest.mark.parametrize(
    ("alpha", "beta"), [(0.5, 1.0), (0.2, 2.0), (0.8, 0.5), (1, 0.0), (1.0, 0.0), (0, math.inf)]
)
def test_alpha_to_beta(alpha, beta):
    precision, recall = 0.25, 0.75
    scripts = precision * recall / ((1 - alpha) * precision + alpha * recall)

    assert alpha_to_beta(alpha) == pytest.approx(beta)
    assert f_beta(precision, recall, alpha_to_beta(alpha)) == pytest.approx(scripts)


@pytest.mark.parametrize("alpha", [-0.1, 1.1, math.nan])
def test_alpha_outside_its_range_is_named(alpha):
    with pytest.raises(ValueError, match=re.escape(f"alpha is {alpha!r}; it must lie in [0, 1]")):
        alpha_to_beta(alpha)


@pytest.mark.parametrize("beta", [0, 0.5, 1, 2, math.inf])
def test_beta_weighs_every_type(beta):
    names = ["rouge2", "rougeL", "rougeLsum", "rougeW", "rougeSU4", "rougeS*"]
    scorer = RougeScorer(names, beta=beta)
    batch = scorer.score_batch(["a b c\nd e", "a"], ["a b d\nc e f", ""])

    for name in names:
        for precision, recall, fmeasure in batch[name].tolist():
            assert fmeasure == f_beta(precision, recall, beta)
    assert scorer.score("a b c\nd e", "a b d\nc e f") == batch[0]


def test_scorers_of_all_options_pickle():
    options = {"definition": "lin2004", "multi_reference": "jackknife", "beta": 2.0}
    scorer = RougeScorer(["rougeW", "rougeSU4"], **options)
    refs, pred = ["a b c", "a c", "b"], "a b d c"

    copy = pickle.loads(pickle.dumps(scorer))

    assert copy.score_multi(refs, pred) == scorer.score_multi(refs, pred)


def test_a_scorer_has_the_defaults_of_the_options():
    assert RougeScorer(["rouge1"]).options == Options(rouge_types=["rouge1"]).resolved()
