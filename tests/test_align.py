"""align.py: what is marked adds up to the score, and repeats pair from left to right."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from evaluate_rouge import RougeScorer
from evaluate_rouge.counting import count, parse_types
from evaluate_rouge.pairs import (
    align_pair,
    default_tokens,
    lcs_positions,
    line_sentences,
    located_tokens,
    match_lcs,
    match_ngrams,
    match_union,
)
from evaluate_rouge.text import porter_stem
from hypothesis import given
from hypothesis import strategies as st
from oracle import shared_pairs
from rouge_score import rouge_scorer

TYPES = ["rouge1", "rouge2", "rouge3", "rougeL", "rougeLsum"]

# Few words, so that texts share, repeat and tie; "\n" ends a sentence.
words = st.sampled_from(["a", "b", "ab", "Running", "runs", ".", "\n"])
texts = st.lists(words, max_size=12).map(" ".join)
nasty_texts = st.text(st.sampled_from("ab\n \r.\u0130\u212a\ud800\u00e9\u0307"), max_size=20)


def explained(reference, prediction, types=TYPES, cut=default_tokens):
    return align_pair(parse_types(types), reference, prediction, cut, line_sentences)


@pytest.mark.parametrize(
    ("ref", "pred", "n", "pairs"),
    [
        pytest.param("a b", "b a", 1, [("0", "1"), ("1", "0")], id="order does not matter"),
        pytest.param("a a a", "a a", 1, [("0", "0"), ("1", "1")], id="repeats are clipped"),
        pytest.param("a b a b", "a b b a", 2, [("01", "01"), ("12", "23")], id="bigrams"),
        pytest.param("a", "a", 2, [], id="too short"),
        pytest.param("", "a", 1, [], id="empty reference"),
    ],
)
def test_match_ngrams(ref, pred, n, pairs):
    matches = match_ngrams(ref.split(), pred.split(), n)

    found = [("".join(map(str, m.reference)), "".join(map(str, m.prediction))) for m in matches]
    assert found == pairs


@pytest.mark.parametrize(
    ("ref", "pred", "pairs"),
    [
        pytest.param("a b c b", "a b d", [(0, 0), (1, 1)], id="ties drop the reference word"),
        pytest.param("a a", "a", [(1, 0)], id="from the end"),
        pytest.param("a b", "b a", [(0, 1)], id="one of two"),
        pytest.param("", "", [], id="both empty"),
    ],
)
def test_match_lcs(ref, pred, pairs):
    matches = match_lcs(ref.split(), pred.split())

    assert [(*m.reference, *m.prediction) for m in matches] == pairs


@pytest.mark.parametrize(
    ("ref", "pred", "counted", "clipped"),
    [
        pytest.param("a b|a c", "a c", [(0, 0), (3, 1)], [2], id="one a for two"),
        pytest.param("a|a", "a a", [(0, 1), (1, 0)], [], id="another occurrence counts too"),
        pytest.param("a|b", "b|a", [(0, 1), (1, 0)], [], id="sentences in another order"),
        pytest.param("a", "a|a", [(0, 0)], [], id="given twice, counted once"),
        pytest.param("", "a", [], [], id="empty reference"),
    ],
)
def test_match_union(ref, pred, counted, clipped):
    sentences = [[line.split() for line in text.split("|")] for text in (ref, pred)]

    matches, left_over = match_union(*sentences, lcs_positions)
    assert [(*m.reference, *m.prediction) for m in matches] == counted
    assert [m.reference[0] for m in left_over] == clipped


def test_union_names_all_words_that_gave_one():
    (match,), _ = match_union([["a"]], [["a"], ["b", "a"]], lcs_positions)

    assert match.given_by == (0, 2)


@given(reference=texts, prediction=texts)
def test_scores_equal_google(reference, prediction):
    google = rouge_scorer.RougeScorer(TYPES).score(reference, prediction)

    found = {name: tuple(a.score) for name, a in explained(reference, prediction).items()}
    assert found == {name: tuple(score) for name, score in google.items()}


@given(reference=texts, prediction=texts)
def test_stemmed_scores_equal_google(reference, prediction):
    google = rouge_scorer.RougeScorer(TYPES, use_stemmer=True).score(reference, prediction)

    alignments = explained(
        reference, prediction, cut=lambda text: default_tokens(text, porter_stem)
    )
    found = {name: tuple(a.score) for name, a in alignments.items()}
    assert found == {name: tuple(score) for name, score in google.items()}


@given(reference=nasty_texts, prediction=nasty_texts)
def test_scores_of_nasty_text_equal_google(reference, prediction):
    google = rouge_scorer.RougeScorer(TYPES).score(reference, prediction)

    found = {name: tuple(a.score) for name, a in explained(reference, prediction).items()}
    assert found == {name: tuple(score) for name, score in google.items()}


@given(reference=texts, prediction=texts)
def test_marks_add_up(reference, prediction):
    for name, alignment in explained(reference, prediction).items():
        ref = [token.key for token in alignment.reference_tokens]
        pred = [token.key for token in alignment.prediction_tokens]
        marked_ref = Counter(match.reference for match in alignment.matches)
        marked_pred = Counter(match.prediction for match in alignment.matches)

        assert len(marked_ref) == len(marked_pred) == alignment.counts.hits, name
        for match in alignment.matches:
            assert [ref[i] for i in match.reference] == [pred[j] for j in match.prediction]


@given(reference=texts, prediction=texts)
def test_lcs_path_goes_forward_in_both_texts(reference, prediction):
    path = [
        (m.reference[0], m.prediction[0])
        for m in explained(reference, prediction)["rougeL"].matches
    ]

    assert all(a < c and b < d for (a, b), (c, d) in pairwise(path))


@given(reference=texts, prediction=texts)
def test_marked_text_says_the_same_word(reference, prediction):
    for alignment in explained(reference, prediction).values():
        for i, j in alignment.links():
            left, right = alignment.reference_tokens[i], alignment.prediction_tokens[j]
            assert reference[left.start : left.stop].lower() == left.key
            assert prediction[right.start : right.stop].lower() == right.key


def test_tokenizers_may_cut_sentences_otherwise_than_texts():
    """A tokenizer that looks at the whole text gives rougeLsum other tokens than rouge1."""

    def cut(text):
        return located_tokens(text, [f"{len(text)}", *text.split()])

    alignments = explained("a\nb", "a\nb", ["rouge1", "rougeLsum"], cut)
    assert alignments["rouge1"].counts == (3, 3, 3)
    assert alignments["rougeLsum"].counts == (4, 4, 4)
    assert alignments["rouge1"].reference_tokens[0].start is None


def test_blank_lines_are_sentences_and_empty_ones_are_not():
    assert line_sentences("a\n\n \nb\r\n") == ["a", " ", "b\r"]


# --- RougeScorer.explain against the batch engine ------------------------------------------

pairs = st.lists(st.tuples(texts, texts), min_size=1, max_size=5)
script_texts = st.text(
    st.sampled_from(
        "aAb \n.'\u0130\u212a\u00df\uff21\u00bd\ufdfa\u0301\u0e33\u0e4d\u0e32\u200c\u06cc"
        "\ud55c\u1112\u1161\u672c\u30ab\u3099\u00ad\ud800\U0001f600"
    ),
    max_size=12,
)


FAMILY = [
    *TYPES,
    *("rougeS0", "rougeS2", "rougeS*", "rougeSU1", "rougeSU*"),
    *("rougeW", "rougeW1", "rougeW2.5"),
]


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, id="default"),
        pytest.param({"definition": "lin2004"}, id="lin2004"),
        pytest.param({"use_stemmer": True}, id="stemmed"),
        pytest.param({"beta": 2.0}, id="beta"),
        pytest.param({"tokenizer": str.split}, id="custom"),
        pytest.param({"tokenizer": lambda text: list(map(hash, text.split()))}, id="numbers"),
        pytest.param({"split_summaries": True}, id="sentences found"),
    ],
)
@given(pairs=pairs)
def test_marks_equal_the_engine(options, pairs):
    """Scores and counts of each pair are those of the batch, to the last bit."""
    scorer = RougeScorer(FAMILY, **options)
    refs, preds = zip(*pairs, strict=True)
    scores = scorer.score_batch(refs, preds)
    types = parse_types(FAMILY, options.get("definition", "rouge155"))
    chunk = scorer._chunk(list(preds), list(refs), np.arange(len(pairs) + 1))
    counts = count(types.values(), chunk)

    for row, (ref, pred) in enumerate(pairs):
        explained = scorer.explain(ref, pred)
        assert list(explained) == FAMILY
        for name, alignment in explained.items():
            of_batch = counts[types[name]]
            assert alignment.score == scores[row][name], name
            expected = [of_batch.hits[row], of_batch.n_pred[row], of_batch.n_ref[row]]
            assert list(alignment.counts) == expected, name
            if not name.startswith("rougeW"):
                assert len(alignment.matches) == expected[0], name


@pytest.mark.parametrize(
    ("name", "ref", "pred", "pairs", "hits"),
    [
        pytest.param("rougeS*", "a b c", "a c b", ["01:02", "02:01"], 2, id="skip-bigrams"),
        pytest.param("rougeS0", "a b c", "a b x c", ["01:01"], 1, id="bigrams"),
        pytest.param("rougeSU*", "a b", "a b", ["0:0", "01:01"], 2, id="not the last word"),
        pytest.param("rougeSU*", "a", "a", [], 0, id="one word"),
        pytest.param(
            "rougeW2",
            "a b c d e f",
            "a b x d e f",
            ["0:0", "1:1", "3:3", "4:4", "5:5"],
            13.0,
            id="runs weigh more",
        ),
        pytest.param("rougeW2", "a b a", "a b", ["0:0", "1:1"], 4.0, id="the longer run"),
    ],
)
def test_family_marks_what_it_counts(name, ref, pred, pairs, hits):
    alignment = RougeScorer([name], tokenizer=str.split).explain(ref, pred)[name]

    found = [
        f"{''.join(map(str, m.reference))}:{''.join(map(str, m.prediction))}"
        for m in alignment.matches
    ]
    assert found == pairs
    assert alignment.counts.hits == hits


@pytest.mark.parametrize("tokenizer", ["unicode", "character", "whitespace"])
@given(ref=script_texts, pred=script_texts)
def test_marks_equal_the_engine_in_every_script(tokenizer, ref, pred):
    scorer = RougeScorer(TYPES, tokenizer=tokenizer)
    explained = scorer.explain(ref, pred)

    assert {name: a.score for name, a in explained.items()} == scorer.score(ref, pred)
    for alignment in explained.values():
        for text, tokens in (
            (ref, alignment.reference_tokens),
            (pred, alignment.prediction_tokens),
        ):
            spans = [(token.start, token.stop) for token in tokens]
            assert spans == sorted(spans)
            assert all(start is not None and text[start:stop] for start, stop in spans)


REAL_PAIRS = 60  # of each set, spread over it


@pytest.mark.parametrize(
    ("name", "options"),
    [
        pytest.param("xsum_edinburgh/ptgen", {"use_stemmer": True}, id="news"),
        pytest.param("realsumm_multisentence/newline_sentences", {}, id="sentences"),
        pytest.param("xquad_scripts/ar", {"tokenizer": "unicode"}, id="Arabic"),
        pytest.param("xquad_scripts/hi", {"tokenizer": "unicode"}, id="Hindi"),
        pytest.param("xquad_scripts/th", {"tokenizer": "unicode"}, id="Thai"),
        pytest.param("xquad_scripts/zh", {"language": "zh"}, id="Chinese"),
        pytest.param("webnlg2020/ru", {"language": "ru", "use_stemmer": True}, id="Russian"),
        pytest.param("korsts_korean/sts_test", {"tokenizer": "character"}, id="Korean"),
    ],
)
def test_marks_equal_the_engine_on_real_text(name, options):
    """Every word has its place in the text, and all marks add up to the batch's score."""
    if options.get("language") == "zh":
        pytest.importorskip("jieba", reason="Chinese words need jieba")
    rows = shared_pairs(name)
    rows = rows[:: max(len(rows) // REAL_PAIRS, 1)]
    refs = [row["references"][0] for row in rows]
    preds = [row["prediction"] for row in rows]
    scorer = RougeScorer([*TYPES, "rougeSU4", "rougeW"], **options)
    scores = scorer.score_batch(refs, preds)

    for row, (ref, pred) in enumerate(zip(refs, preds, strict=True)):
        for rouge_type, alignment in scorer.explain(ref, pred).items():
            assert alignment.score == scores[row][rouge_type]
            assert all(token.start is not None for token in alignment.reference_tokens)


@pytest.mark.parametrize(
    ("argument", "call"),
    [
        pytest.param("target", lambda s: s.explain(None, "a"), id="target"),
        pytest.param("prediction", lambda s: s.explain("a", 3), id="prediction"),
        pytest.param("target", lambda s: s.explain(["a"], "a"), id="several targets"),
    ],
)
def test_explain_names_what_is_no_text(argument, call):
    with pytest.raises(TypeError, match=argument):
        call(RougeScorer("rouge1"))


# --- bounds of what is shown ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        pytest.param("rougeS*", "a " * 257, "32,896 skip-bigrams of one text", id="skip-bigrams"),
        pytest.param("rougeS4", "a " * 6_557, "32,770 skip-bigrams of one text", id="distance"),
        pytest.param("rouge2100", "a " * 4_200, "4,412,100 words in n-grams", id="long n-grams"),
        pytest.param("rougeLsum", "a\n" * 513, "263,169 pairs of sentences", id="lines"),
        pytest.param("rougeW", "a\n" * 513, "263,169 pairs of sentences", id="weighted lines"),
        pytest.param("rougeW", "a " * 2_900, "8,410,000 cells", id="weighted"),
        pytest.param("rougeL", "a " * 65_600, "4,303,360,000 cells", id="a book"),
        pytest.param("rougeLsum", "a " * 65_600, "4,303,360,000 cells", id="a book of a line"),
    ],
)
def test_too_much_to_show_is_refused_before_it_starts(name, text, message):
    scorer = RougeScorer(["rouge1", name])

    with pytest.raises(ValueError, match=f"{re.escape(name)} of this pair cannot be shown") as no:
        scorer.explain(text, text)

    assert message in str(no.value)
    assert "at most" in str(no.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("rougeS*", "a " * 256, id="skip-bigrams"),
        pytest.param("rougeLsum", "a\n" * 512, id="lines"),
        pytest.param("rouge2000", "a " * 4_000, id="long n-grams"),
    ],
)
def test_all_that_is_allowed_is_shown(name, text):
    alignment = RougeScorer(name).explain(text, text)[name]

    assert alignment.score == RougeScorer(name).score(text, text)[name]
    assert len(alignment.matches) == alignment.counts.hits


def test_equal_lines_are_compared_once():
    """Each of 1,000 words gives each: the links grow with the square, the work does not."""
    calls = []

    def find_path(ref, pred):
        calls.append(1)
        return lcs_positions(ref, pred)

    matches, clipped = match_union([["a"]] * 300 + [["x"]], [["a"], ["b", "a"]] * 150, find_path)

    assert len(calls) == 2
    assert len(matches) == 300
    assert not clipped
    assert matches[7].given_by == tuple(k for k in range(450) if k % 3 != 1)
