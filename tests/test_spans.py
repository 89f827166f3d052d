"""spans.py: tokens carry the places where they stand in the text as written."""

from __future__ import annotations

import sys

import pytest
from evaluate_rouge.pairs import default_tokens, find_places, located_tokens, named_tokens
from evaluate_rouge.scripts import named_tokenizer
from evaluate_rouge.text import porter_stem
from hypothesis import given
from hypothesis import strategies as st
from rouge_score import tokenize

# U+0130 and U+212A lower-case into ASCII, U+017F and U+00DF upper-case into it,
# the final sigma depends on its neighbours, and a surrogate stands alone.
nasty = st.text(
    st.sampled_from(
        "aAiIk\u0130\u212a\u0131\u0307\u017f\u00df\u03a3\u0141 \n\r.,-'0\ud800\U0001f600"
    )
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("The 3 Cats.", ["The", "3", "Cats"], id="case and punctuation stay"),
        pytest.param("\u0130stanbul", ["\u0130", "stanbul"], id="dotted capital I ends its word"),
        pytest.param("A\u0130\u0130b", ["A\u0130", "\u0130", "b"], id="dotted capitals in a row"),
        pytest.param("300 \u212as", ["300", "\u212as"], id="the Kelvin sign is a k"),
        pytest.param("don't e.g. x_y", ["don", "t", "e", "g", "x", "y"], id="ASCII marks separate"),
        pytest.param("a\ud800b", ["a", "b"], id="a lone surrogate separates"),
        pytest.param("\u4f60\u597d", [], id="other scripts leave nothing"),
    ],
)
def test_default_tokens_show_what_was_written(text, words):
    tokens = default_tokens(text)

    assert [text[token.start : token.stop] for token in tokens] == words


@given(text=nasty)
def test_default_keys_equal_rouge_score(text):
    assert [token.key for token in default_tokens(text)] == tokenize.tokenize(text, None)


def test_default_keys_of_every_character():
    for code in range(sys.maxunicode + 1):
        text = f"x{chr(code)}y"
        if text.lower() != text or code < 0x3000:
            assert [token.key for token in default_tokens(text)] == tokenize.tokenize(text, None)


def test_stems_show_the_word_as_written():
    text = "Running, the Cats' happiness"

    assert [
        (token.key, text[token.start : token.stop]) for token in default_tokens(text, porter_stem)
    ] == [
        ("run", "Running"),
        ("the", "the"),
        ("cat", "Cats"),
        ("happi", "happiness"),
    ]


@pytest.mark.parametrize(
    ("text", "keys", "places"),
    [
        pytest.param("that A cat", ["a", "cat"], [(5, 6), (7, 10)], id="a whole word is better"),
        pytest.param("unhappy", ["un", "##happy"], [(0, 2), (2, 7)], id="word pieces"),
        pytest.param("a cat", ["\u2581a", "\u2581cat"], [(0, 1), (2, 5)], id="sentence pieces"),
        pytest.param("a cat", ["a", "\u0120cat"], [(0, 1), (2, 5)], id="byte pairs"),
        pytest.param("## x", ["##", "x"], [(0, 2), (3, 4)], id="a mark that is a word"),
        pytest.param("\u6211\u7684\u732b", ["\u6211", "\u732b"], [(0, 1), (2, 3)], id="no spaces"),
        pytest.param("\u0130X y", ["i\u0307x", "y"], [(0, 2), (3, 4)], id="lower-casing lengthens"),
        pytest.param("a b", ["b", "a"], None, id="another order"),
        pytest.param("happy", ["happi"], None, id="a stem that is no beginning"),
        pytest.param("a b", [1, 2], None, id="numbers"),
        pytest.param("a b", ["a", ""], None, id="an empty token"),
        pytest.param("a b", [], [], id="no tokens"),
    ],
)
def test_places_of_foreign_tokens(text, keys, places):
    assert find_places(text, keys) == places


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        pytest.param(
            "Stra\u00dfe \uff21\uff22!", None, ["Stra\u00dfe", "\uff21\uff22"], id="width"
        ),
        pytest.param("e\u0301a x\u00ady", None, ["e\u0301a", "x\u00ady"], id="accent, soft hyphen"),
        pytest.param("\u00bd", None, ["\u00bd"], id="a fraction"),
        pytest.param("\ufdfa", None, ["\ufdfa"] * 4, id="four words in one character"),
        pytest.param("ISPARTA \u0130z", "tr", ["ISPARTA", "\u0130z"], id="Turkish capitals"),
    ],
)
def test_named_tokenizers_show_what_was_written(text, language, words):
    tokens = named_tokens(text, named_tokenizer("unicode", language))

    assert [text[token.start : token.stop] for token in tokens] == words


def test_a_stem_stands_where_its_whole_word_was_written():
    text = "Ponies ran; Ponys run"
    tokens = named_tokens(text, named_tokenizer("unicode", "en", use_stemmer=True))

    assert [token.key for token in tokens] == ["poni", "ran", "poni", "run"]
    assert [text[token.start : token.stop] for token in tokens] == ["Ponies", "ran", "Ponys", "run"]


@given(text=st.text(st.sampled_from("ab AB.\n\u0130")))
def test_words_split_at_whitespace_are_found_where_they_are(text):
    tokens = located_tokens(text, text.split())

    assert [text[token.start : token.stop] for token in tokens] == text.split()
