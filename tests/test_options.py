"""The record of options: every door takes its options from the fields."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
import re

import pytest
from evaluate_rouge import RougeScorer
from evaluate_rouge.options import (
    NAMES,
    Options,
    ReportOptions,
    RougeWarning,
    letters_beyond_ascii,
    option,
)
from evaluate_rouge.scores import MODES
from evaluate_rouge.scripts import TOKENIZERS, named_tokenizer
from evaluate_rouge.text import ENGINE_VARIABLE, ENGINES, why_not_compiled

FIELDS = {field.name: field for field in dataclasses.fields(ReportOptions)}

WRONG = {
    "rouge_types": "rougeX",
    "tokenizer": "word",
    "language": "xx",
    "use_stemmer": "no",
    "split_summaries": "en",
    "multi_reference": "bets",
    "definition": "rouge",
    "beta": -1,
    "on_null": "skip",
    "use_aggregator": "no",
    "n_resamples": 0,
    "confidence_interval": 95,
    "seed": -1,
}


def words(text: str) -> list[str]:
    return text.split()


def test_scorer_spells_out_the_fields():
    parameters = dict(inspect.signature(RougeScorer.__init__).parameters)
    del parameters["self"]

    assert parameters.keys() == set(NAMES)
    assert parameters.pop("rouge_types").default is inspect.Parameter.empty
    assert {name: found.default for name, found in parameters.items()} == {
        name: FIELDS[name].default for name in parameters
    }


def test_metric_spells_out_the_fields():
    from evaluate_rouge.rouge import Rouge

    parameters = inspect.signature(Rouge._compute).parameters
    # The seed is evaluate.load's; no types given are the default ones.
    expected = {name: field.default for name, field in FIELDS.items() if name != "seed"}
    expected["rouge_types"] = None

    assert {name: parameters[name].default for name in expected} == expected
    others = parameters.keys() - expected.keys() - {"self", "predictions", "references"}
    assert others == {"measures", "signature", "progress"}


def test_modes_and_tokenizers_are_those_of_the_engine():
    assert list(option("multi_reference")[1].choices) == list(MODES)
    for name in TOKENIZERS:
        assert named_tokenizer(name).name == name


@pytest.mark.parametrize("name", FIELDS)
def test_each_field_is_told_in_one_line_and_has_a_sound_default(name):
    default, described = option(name)

    assert described.help and "\n" not in described.help
    assert described.mark
    ReportOptions(**{name: default}).check()


@pytest.mark.parametrize("name", FIELDS)
def test_each_check_has_the_spelling_of_the_door(name):
    assert WRONG.keys() == FIELDS.keys()
    record = ReportOptions(**{name: WRONG[name]})

    for spelled in (str, lambda name: f"--{name}!"):
        with pytest.raises((TypeError, ValueError), match=re.escape(spelled(name))):
            record.resolved(spelled)


@pytest.mark.parametrize(
    ("given", "tokenizer"),
    [
        pytest.param({}, "default", id="nothing named"),
        pytest.param({"language": "ru"}, "unicode", id="a language"),
        pytest.param({"tokenizer": "unicode", "language": "ru"}, "unicode", id="both"),
        pytest.param({"tokenizer": words}, words, id="the caller's"),
    ],
)
def test_resolving_settles_the_tokenizer(given, tokenizer):
    resolved = Options(**given).resolved()

    assert resolved.tokenizer == tokenizer
    assert resolved.resolved() == resolved


def test_resolving_makes_equal_what_means_the_same():
    one = Options(rouge_types="rouge1", use_stemmer=1, beta=2, tokenizer=None)
    other = Options(rouge_types=["rouge1"], use_stemmer=True, beta=2.0, tokenizer="default")

    assert one.resolved() == other.resolved()


def test_default_with_a_language_is_refused_by_the_scorer():
    with pytest.raises(ValueError, match="a language goes with 'unicode'"):
        RougeScorer("rouge1", tokenizer="default", language="ru")


def test_a_scorer_is_made_of_a_record_and_carries_it():
    options = Options(rouge_types=("rouge1",), beta=2.0, tokenizer=words).resolved()
    scorer = RougeScorer.of(options)

    assert scorer.options == options
    assert pickle.loads(pickle.dumps(scorer)).options == options


def test_an_unknown_option_is_refused_with_the_nearest():
    with pytest.raises(TypeError, match="'use_stemer'; did you mean 'use_stemmer'"):
        Options.from_keywords(use_stemer=True)


def test_a_callable_finds_the_sentences():
    def halves(text: str) -> list[str]:
        return text.split("|")

    scorer = RougeScorer(["rougeLsum"], split_summaries=halves)
    lines = RougeScorer(["rougeLsum"])
    texts = ["a b|c d", "c d|a b"], ["c d|a b", "x|a"]

    found = scorer.score_batch(*texts)["rougeLsum"]
    expected = lines.score_batch(*([text.replace("|", "\n") for text in side] for side in texts))

    assert found.tolist() == expected["rougeLsum"].tolist()
    assert scorer.score(texts[0][0], texts[1][0]) == lines.score("a b\nc d", "c d\na b")
    assert "sentences:custom(" in ReportOptions(split_summaries=halves).signature()


@pytest.mark.parametrize("n_texts", [1, 2_000], ids=["a few", "many"])
def test_letters_beyond_ascii(n_texts):
    found = letters_beyond_ascii(["plain, \u2014 \u00bb", "\u00fcber", "", "e\u0301"] * n_texts)

    assert found.tolist() == [False, True, False, True] * n_texts


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("given", "said"),
    [
        pytest.param("\u0441\u043b\u043e\u0432\u043e", "dropped", id="letters"),
        pytest.param("A cat sat. A dog ran.", "newline", id="newlines"),
    ],
)
def test_advice_is_given_with_each_engine(monkeypatch, engine, given, said):
    if engine == "compiled" and (reason := why_not_compiled()):
        pytest.skip(reason)
    monkeypatch.setenv(ENGINE_VARIABLE, engine)

    with pytest.warns(RougeWarning, match=said):
        RougeScorer(["rouge1", "rougeLsum"]).score_batch([given] * 3, ["a cat"] * 3)
