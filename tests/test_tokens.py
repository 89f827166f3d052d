"""Texts to keys: equal keys exactly where rouge_score's tokens are equal."""

from __future__ import annotations

import numpy as np
import pytest
from evaluate_rouge import text
from evaluate_rouge.text import (
    ASCII,
    Runs,
    custom_tokens,
    default_runs,
    default_tokenizer,
    run_keys,
)
from hypothesis import given
from hypothesis import strategies as st
from oracle import assert_same_partition, nasty_texts, texts
from rouge_score import tokenizers


def words_of(text: str, use_stemmer: bool = False) -> list[str]:
    return default_tokenizer(use_stemmer).words(text)[0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("?!", [], id="only separators"),
        pytest.param("The cat-sat_on 42", ["the", "cat", "sat", "on", "42"], id="plain"),
        pytest.param("\u0130stanbul", ["i", "stanbul"], id="dotted capital i separates"),
        pytest.param("300 \u212aelvin", ["300", "kelvin"], id="Kelvin sign joins"),
        pytest.param("caf\u00e9 na\u00efve", ["caf", "na", "ve"], id="accents separate"),
        pytest.param("a\ud800b", ["a", "b"], id="lone surrogates separate"),
        pytest.param("a\x00b", ["a", "b"], id="NUL separates"),
    ],
)
def test_worked_texts_are_cut_as_rouge_score_cuts_them(text, words):
    assert words_of(text) == words
    assert tokenizers.DefaultTokenizer(False).tokenize(text) == words


@given(texts)
def test_words_are_those_of_rouge_score(text):
    assert words_of(text) == tokenizers.DefaultTokenizer(False).tokenize(text)
    assert words_of(text, use_stemmer=True) == tokenizers.DefaultTokenizer(True).tokenize(text)


@given(st.lists(texts, max_size=5), st.booleans())
def test_batch_keys_are_equal_exactly_where_words_are(batch, use_stemmer):
    found = default_tokenizer(use_stemmer).tokens(batch)
    words = [words_of(text, use_stemmer) for text in batch]
    flat = [word for row in words for word in row]

    assert np.diff(found.offsets).tolist() == [len(row) for row in words]
    assert_same_partition(found.keys.tolist(), flat)


@given(st.lists(nasty_texts, max_size=4))
def test_sentences_begin_behind_newlines(batch):
    found = default_tokenizer(False).tokens(batch)
    expected = []
    for each in batch:
        for line in each.split("\n"):
            count = len(words_of(line))
            expected += [True] * bool(count) + [False] * (count - 1)

    assert found.begins.tolist() == expected


# Lengths around a piece (7), two pieces, ten pieces; alphabet of two, so that prefixes agree.
lengthy = st.lists(
    st.tuples(
        st.sampled_from([1, 6, 7, 8, 13, 14, 15, 69, 70, 71, 200]), st.sampled_from("ab")
    ).map(lambda spec: spec[1] * spec[0] + "a"),
    max_size=12,
)


def runs_of(words: list[bytes]) -> Runs:
    lengths = np.array([len(word) for word in words], dtype=np.int64)
    stops = np.cumsum(lengths)
    starts = stops - lengths
    ranks = np.frombuffer(b"".join(words), np.uint8)
    return Runs(ranks, ASCII, starts, stops, np.array([0, len(words)]), stops[:0])


@given(lengthy)
def test_keys_of_long_words(words):
    assert_same_partition(run_keys(runs_of([word.encode() for word in words])).tolist(), words)


def test_a_nul_at_the_end_is_part_of_a_word():
    words = [b"a", b"a\x00", b"a\x00\x00", b"abcdefgh", b"abcdefgh\x00"]

    assert_same_partition(run_keys(runs_of(words)).tolist(), words)


@pytest.mark.parametrize(
    "words",
    [
        pytest.param([b"abcdefgh", b"abcdefgi", b"abcdefgh"], id="second pieces differ"),
        pytest.param([b"abcdefgh", b"bbcdefgh", b"abcdefgh"], id="first pieces differ"),
        pytest.param([b"x" * 15 + b"a", b"x" * 15 + b"b"], id="third pieces differ"),
        pytest.param([b"abcdefgh", b"x" * 30, b"x" * 31], id="lengths differ"),
    ],
)
def test_words_that_share_a_hash_are_told_apart(monkeypatch, words):
    """A multiplier of 0 gives all long words one hash, and the comparison must find that out."""
    monkeypatch.setattr(text, "MULTIPLIER", np.uint64(0))

    assert_same_partition(run_keys(runs_of(words)).tolist(), words)


@pytest.mark.parametrize("length", [6, 7, 8, 9, 13, 14, 15, 16])
def test_words_that_differ_in_one_letter(length):
    """The letters differ in one bit, for each bit and place: none of them is lost to a count."""
    words = [b"a" * length]
    for place in range(length):
        for bit in range(7):
            other = bytearray(words[0])
            other[place] ^= 1 << bit
            words.append(bytes(other))

    assert_same_partition(run_keys(runs_of(words)).tolist(), words)


def test_words_that_differ_in_one_piece_are_told_apart():
    """Long words are read piece by piece: of each length, one for each letter that may differ."""
    words = []
    for length in range(1, 70):
        words.append("a" * length)
        words += ["a" * k + "b" + "a" * (length - k - 1) for k in range(length)]

    keys = run_keys(default_runs([" ".join(words), " ".join(words)]))

    assert len(np.unique(keys)) == len(words)
    assert (keys[: len(words)] == keys[len(words) :]).all()


def test_one_word_of_ten_megabytes():
    huge = "a" * 10_000_000
    found = default_tokenizer(False).tokens([huge, huge, huge + "b"]).keys.tolist()

    assert_same_partition(found, [huge, huge, huge + "b"])


def test_custom_tokens_need_only_be_hashable():
    found = custom_tokens([[["a", 1, ("b", 2)], [1.0, None]], [], [["a"]]])

    assert_same_partition(found.keys.tolist(), ["a", 1, ("b", 2), 1.0, None, "a"])
    assert found.begins.tolist() == [True, False, False, True, False, True]
    assert found.offsets.tolist() == [0, 5, 5, 6]


def test_take_and_slice():
    found = default_tokenizer(False).tokens(["a b\nc", "", "d"])
    a, b, c, d = found.keys.tolist()

    assert found.take(np.array([2, 0, 2, 1])).keys.tolist() == [d, a, b, c, d]
    assert found.take(np.array([2, 0])).begins.tolist() == [True, True, False, True]
    assert found.slice(1, 3).offsets.tolist() == [0, 0, 1]


def test_no_texts():
    assert default_runs([]).offsets.tolist() == [0]
    assert default_tokenizer(True).tokens([]).keys.tolist() == []


@pytest.mark.parametrize("between", [chr(code) for code in range(128)], ids=ascii)
def test_every_ascii_character_between_letters(between):
    given = f"a{between}z"
    runs = text.joined_runs(f"\n{given}\n".encode(), np.array([3]))

    assert runs.stops[0] - runs.starts[0] == len(tokenizers.tokenize.tokenize(given, None)[0])
