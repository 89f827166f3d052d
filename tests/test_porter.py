"""The stemmer against NLTK's, word by word."""

from __future__ import annotations

import gzip
import itertools
import random
import re
from pathlib import Path

import pytest
from evaluate_rouge import text
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer
from oracle import SHARED

NLTK = PorterStemmer()

# Letters that make rules meet: vowels and "y" often, few consonants so that they double, digits.
LETTERS = "aaeeiioouuyyyyllssttbbnzwxkgd19"

# Every suffix a rule speaks of, what follows one, and near misses.
SUFFIXES = re.findall(
    r"\w+",
    """
    s ies sses ss ed ied eed ing y ay eying yed ying ally alli bly bli bled bling
    ational tional enci ency anci ancy izer abli ably entli ently eli ely ousli ously fulli fully
    ization ation ator alism iveness fulness ousness aliti ality iviti ivity biliti bility logi logy
    ogi ogy icate ative alize iciti icity ical ful ness al ance ence er ic able ible ant ement ment
    ent ion sion tion xion ou ism ate iti ity ous ive ize e ee le ll lle lles ated izing atings
    nesses fulnesses izations ationalli tionalli ationally icalli ically alizing ables ements ions
    """,
)


def generated_words(n_words: int, seed: int) -> list[str]:
    """Distinct words: short random stems, bare or with one or two suffixes."""
    chance = random.Random(seed)
    words: dict[str, None] = {}
    while len(words) < n_words:
        word = "".join(chance.choices(LETTERS, k=chance.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8))))
        for _ in range(chance.choice((0, 1, 1, 1, 2))):
            word += chance.choice(SUFFIXES)
        if word:
            words[word] = None
    return list(words)


def assert_equals_nltk(words: list[str]) -> None:
    stems = [text.porter_stem(word) for word in words]
    expected = [NLTK.stem(word) for word in words]

    assert stems == expected


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        pytest.param("caresses", "caress", id="1a: sses"),
        pytest.param("ponies", "poni", id="1a: ies"),
        pytest.param("dies", "die", id="1a: four letters keep ie"),
        pytest.param("ies", "i", id="1a: nothing before ies"),
        pytest.param("caress", "caress", id="1a: ss stays"),
        pytest.param("cats", "cat", id="1a: s"),
        pytest.param("agreed", "agre", id="1b: eed"),
        pytest.param("feed", "feed", id="1b: eed fails and ed is not tried"),
        pytest.param("died", "die", id="1b: four letters keep ie"),
        pytest.param("spied", "spi", id="1b: ied"),
        pytest.param("bled", "bled", id="1b: no vowel before ed"),
        pytest.param("sized", "size", id="1b: e comes back"),
        pytest.param("hopping", "hop", id="1b: double consonant"),
        pytest.param("falling", "fall", id="1b: double l stays"),
        pytest.param("filing", "file", id="1b: short stem"),
        pytest.param("owed", "owe", id="1b: a vowel and a consonant are short"),
        pytest.param("a11ed", "a1", id="1b: digits are consonants"),
        pytest.param("happy", "happi", id="1c: y after a consonant"),
        pytest.param("enjoy", "enjoy", id="1c: y after a vowel"),
        pytest.param("by", "by", id="two letters stay"),
        pytest.param("rationally", "ration", id="2: alli goes first"),
        pytest.param("geology", "geolog", id="2: the l of logi is the stem's"),
        pytest.param("sensibility", "sensibl", id="2: biliti"),
        pytest.param("electricity", "electr", id="3: iciti"),
        pytest.param("replacement", "replac", id="4: ement before ment"),
        pytest.param("cement", "cement", id="4: ement fails and ment is not tried"),
        pytest.param("adoption", "adopt", id="4: tion"),
        pytest.param("complexion", "complexion", id="4: xion stays"),
        pytest.param("rate", "rate", id="5a: short stem keeps e"),
        pytest.param("cease", "ceas", id="5a: e"),
        pytest.param("controlling", "control", id="5b: ll"),
        pytest.param("skies", "sky", id="irregular"),
        pytest.param("2010s", "2010", id="number"),
        pytest.param("yyyyyy", "yyyyyi", id="run of y"),
        pytest.param("a", "a", id="one letter"),
    ],
)
def test_each_rule_stems_its_example(word, stem):
    assert NLTK.stem(word) == stem, "the table is wrong"
    assert text.porter_stem(word) == stem


def test_shape_of_y_depends_on_the_letter_before():
    assert text._shape("syzygytoy") == b"cvcvcvcvc"


def test_every_short_word():
    """All words of up to three letters over an alphabet that matters."""
    letters = "aeioyslbdgnt1"
    words = ["".join(word) for n in (1, 2, 3) for word in itertools.product(letters, repeat=n)]

    assert_equals_nltk(words)


@pytest.mark.parametrize("n_words", [30_000, pytest.param(300_000, marks=pytest.mark.slow)])
def test_generated_words(n_words):
    words = generated_words(n_words, seed=1980)

    assert len(set(words)) == n_words
    assert_equals_nltk(words)


@given(word=st.text(alphabet=LETTERS, min_size=1, max_size=12), suffix=st.sampled_from(SUFFIXES))
def test_any_word_with_any_suffix(word, suffix):
    assert_equals_nltk([word, word + suffix])


def test_real_words():
    examples = Path(__file__).parents[1] / "examples"
    texts = [path.read_text(encoding="utf-8") for path in sorted(examples.glob("*.txt"))]
    for path in sorted((SHARED / "data").glob("*/*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            texts.append(lines.read())
    words = sorted({word for text in texts for word in re.findall("[a-z0-9]+", text.lower())})
    if not words:
        pytest.skip("no texts lie beside the project")

    assert_equals_nltk(words)


@pytest.mark.parametrize("ending", ["y", "yy", "s", "ational", "ll", "ed"])
def test_long_words_take_linear_time(ending):
    """A word of a megabyte of "y" would never end if a step were quadratic."""
    word = "y" * 1_000_000 + ending

    assert len(word) - 2 - len(ending) <= len(text.porter_stem(word)) <= len(word)
