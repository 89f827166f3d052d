"""The signature line: what is in it, and that it reads back."""

from __future__ import annotations

import functools

import pytest
from evaluate_rouge.options import parse, signature, tokenizer_name
from evaluate_rouge.text import VERSION
from hypothesis import given
from hypothesis import strategies as st

OPTIONS = {
    "rouge_types": ["rouge1", "rougeW1.2", "rougeSU*", "rougeLsum"],
    "tokenizer": "unicode",
    "language": "german",
    "use_stemmer": True,
    "split_summaries": True,
    "multi_reference": "jackknife",
    "definition": "lin2004",
    "beta": 1.2,
    "on_null": "null",
    "use_aggregator": True,
    "n_resamples": 500,
    "confidence_interval": 0.9,
    "seed": 7,
}


class Splitter:
    def tokenize(self, text: str) -> list[str]:
        return text.split()


def words(text: str) -> list[str]:
    return text.split()


def test_default_line():
    assert signature(rouge_types=["rouge1", "rougeL"], seed=42) == (
        f"evaluate_rouge:{VERSION}|types:rouge1,rougeL|tokenizer:default|language:none"
        "|stemmer:none|sentences:newline|references:best|definition:rouge155|beta:1.0"
        "|null:raise|aggregate:bootstrap|resamples:1000|interval:none|seed:42"
    )


def test_line_without_aggregate_names_no_resampling():
    line = signature(rouge_types=["rouge1"], use_aggregator=False, seed=1)

    assert line.endswith("|aggregate:none")


@pytest.mark.parametrize("option", [name for name in OPTIONS if name != "rouge_types"])
def test_each_option_changes_the_line(option):
    plain = signature(rouge_types=["rouge1"])
    changed = False if option == "use_aggregator" else OPTIONS[option]

    assert signature(rouge_types=["rouge1"], **{option: changed}) != plain


def test_order_of_types_changes_the_line():
    assert signature(rouge_types=["rouge1", "rouge2"]) != signature(
        rouge_types=["rouge2", "rouge1"]
    )


def test_versions_are_named_only_where_they_can_change_a_digit():
    plain = signature(rouge_types=["rouge1"])
    split = signature(rouge_types=["rougeLsum"], split_summaries=True)
    scripts = signature(rouge_types=["rouge1"], tokenizer="unicode")

    assert "nltk:" not in plain and "unicode:" not in plain
    assert "|nltk:" in split and "|unicode:" in split
    assert "|nltk:" not in scripts and "|unicode:" in scripts


def test_parse_gives_the_options_back():
    assert parse(signature(**OPTIONS)) == OPTIONS


def test_what_separates_fields_comes_back_from_a_name():
    name = "custom(a|b.c%7Cd:e\nf)"
    line = signature(rouge_types=["rouge1"], tokenizer=name)

    assert parse(line)["tokenizer"] == name
    assert "\n" not in line and "a|b" not in line


names = st.sampled_from(["rouge1", "rouge12", "rougeL", "rougeS4", "rougeW1.2"])
options = st.fixed_dictionaries(
    {"rouge_types": st.lists(names)},
    optional={
        "tokenizer": st.sampled_from([None, "unicode", "whitespace"]),
        "use_stemmer": st.booleans(),
        "split_summaries": st.booleans(),
        "language": st.sampled_from([None, "german", "a|b%7C:c"]),
        "beta": st.floats(0, 100),
        "use_aggregator": st.booleans(),
        "n_resamples": st.integers(1, 10**6),
        "confidence_interval": st.none() | st.floats(0, 1),
        "seed": st.none() | st.integers(0, 2**32 - 1),
    },
)


@given(options)
def test_line_is_the_signature_of_what_it_parses_to(options):
    line = signature(**options)

    assert signature(**parse(line)) == line
    assert "\n" not in line


@pytest.mark.parametrize(
    ("tokenizer", "name"),
    [
        pytest.param(None, "default", id="none"),
        pytest.param("default", "default", id="default by name"),
        pytest.param("unicode", "unicode", id="one of ours"),
        pytest.param(words, f"custom({__name__}.words)", id="function"),
        pytest.param(str.split, "custom(builtins.str.split)", id="method of a builtin"),
        pytest.param(Splitter(), f"custom({__name__}.Splitter)", id="object"),
        pytest.param(
            Splitter().tokenize, f"custom({__name__}.Splitter.tokenize)", id="bound method"
        ),
        pytest.param(functools.partial(words), "custom(functools.partial)", id="partial"),
    ],
)
def test_tokenizer_name(tokenizer, name):
    assert tokenizer_name(tokenizer) == name
    assert parse(signature(rouge_types=["rouge1"], tokenizer=tokenizer))["tokenizer"] == (
        None if name == "default" else name
    )


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("", id="empty"),
        pytest.param("nrefs:1|case:mixed|version:2.0", id="another tool's"),
        pytest.param(signature(rouge_types=["rouge1"]).rpartition("|seed")[0], id="cut off"),
        pytest.param(signature(rouge_types=["rouge1"]).replace("1000", "many"), id="no number"),
        pytest.param(
            signature(rouge_types=["rouge1"]).partition("|")[2], id="implementation missing"
        ),
    ],
)
def test_parse_refuses(line):
    with pytest.raises(ValueError, match="not a signature of evaluate_rouge"):
        parse(line)
