"""The array engine against rouge_score, pair by pair, to the last bit."""

from __future__ import annotations

import pickle
import re
import string
import threading
import time
import tracemalloc
import weakref
from itertools import starmap

import numpy as np
import pandas
import pytest
from evaluate_rouge import RougeScorer, subsequences
from evaluate_rouge import pairs as pairs_module
from evaluate_rouge import scorer as scorer_module
from evaluate_rouge.columns import rouge_score as score_columns
from evaluate_rouge.options import Adviser, Options, RougeWarning
from evaluate_rouge.text import ENGINE_VARIABLE
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle import GOOGLE_TYPES, google_scores, n_examples, plain_texts, texts
from rouge_score import rouge_scorer, tokenizers

BOTH_ENGINES = True

pairs = st.lists(st.tuples(texts, texts), max_size=6)
options = st.fixed_dictionaries({"use_stemmer": st.booleans()})


def columns(scorer: RougeScorer, preds: list[str], refs: list) -> dict[str, list[list[float]]]:
    found = scorer.score_batch(refs, preds)
    return {name: found[name].tolist() for name in found.rouge_types}


@given(pairs, options)
def test_batch_equals_rouge_score(pairs, options):
    preds, refs = [pred for pred, _ in pairs], [ref for _, ref in pairs]

    found = columns(RougeScorer(GOOGLE_TYPES, **options), preds, refs)

    assert found == google_scores(GOOGLE_TYPES, preds, refs, **options)


@given(pairs, options)
def test_one_pair_equals_the_batch(pairs, options):
    scorer = RougeScorer(GOOGLE_TYPES, **options)
    batch = scorer.score_batch([ref for _, ref in pairs], [pred for pred, _ in pairs])

    assert [scorer.score(ref, pred) for pred, ref in pairs] == list(batch)


@given(st.lists(st.tuples(plain_texts, st.lists(plain_texts, min_size=1, max_size=4)), max_size=4))
def test_several_targets_equal_rouge_score(examples):
    types = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    google = rouge_scorer.RougeScorer(types)
    scorer = RougeScorer(types)
    preds, refs = [pred for pred, _ in examples], [ref for _, ref in examples]

    found = scorer.score_batch(refs, preds)

    for row, (pred, targets) in enumerate(examples):
        expected = google.score_multi(targets, pred)
        assert found[row] == expected
        assert scorer.score_multi(targets, pred) == expected


class ByCharacter:
    """A tokenizer object as rouge_score takes it; tokens are not strings of a-z."""

    def tokenize(self, text: str) -> list[str]:
        return [character for character in text if character != " "]


@given(pairs)
def test_custom_tokenizer_equals_rouge_score(pairs):
    types = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    preds, refs = [pred for pred, _ in pairs], [ref for _, ref in pairs]
    expected = google_scores(types, preds, refs, tokenizer=ByCharacter())

    assert columns(RougeScorer(types, tokenizer=ByCharacter()), preds, refs) == expected
    assert columns(RougeScorer(types, tokenizer=ByCharacter().tokenize), preds, refs) == expected


@given(pairs)
def test_blank_lines_are_sentences_where_a_tokenizer_keeps_them(pairs):
    """rouge_score leaves out lines of no character, and no others."""

    class EveryCharacter:
        def tokenize(self, text: str) -> list[str]:
            asked.append(text)
            return list(text)

    asked: list[str] = []
    types = ["rouge1", "rougeLsum"]
    preds, refs = [pred for pred, _ in pairs], [ref for _, ref in pairs]
    preds, refs = [*preds, "a\n \n\nb", "\n"], [*refs, " \nb\n\n", " "]
    expected = google_scores(types, preds, refs, tokenizer=EveryCharacter())
    by_google = sorted(set(asked))
    asked.clear()

    assert columns(RougeScorer(types, tokenizer=EveryCharacter()), preds, refs) == expected
    assert sorted(set(asked)) == by_google


# --- few pairs: one by one, or as integers in place of lanes -------------------------------

MODES = ["best", "average", "jackknife", "pooled", "best_recall"]


@pytest.fixture
def few_pairs(monkeypatch):
    monkeypatch.setenv(ENGINE_VARIABLE, "numpy")
    monkeypatch.setattr(scorer_module, "FEW_PAIRS", 64)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    examples=st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=3)), max_size=4),
    beta=st.sampled_from([1.0, 2.0]),
    mode=st.sampled_from(MODES),
    options=st.sampled_from([{}, {"split_summaries": True}, {"tokenizer": str.split}]),
)
def test_few_pairs_equal_many(few_pairs, examples, beta, mode, options):
    scorer = RougeScorer(GOOGLE_TYPES, beta=beta, multi_reference=mode, **options)
    preds, refs = [pred for pred, _ in examples], [ref for _, ref in examples]

    few = columns(scorer, preds, refs)
    scorer_module.FEW_PAIRS = 0
    many = columns(scorer, preds, refs)
    scorer_module.FEW_PAIRS = 64

    assert few == many


@pytest.mark.parametrize("n_pairs", [0, 1, 2, 12, 13, 64, 65, 200])
@pytest.mark.parametrize("types", [GOOGLE_TYPES, ["rouge2"], []])
def test_a_batch_of_any_size_is_a_loop_of_score(monkeypatch, types, n_pairs):
    monkeypatch.setattr(scorer_module, "FEW_PAIRS", 64)  # as users have them
    monkeypatch.setattr(scorer_module, "FEW_TALLIES", 48)
    preds = [f"the cat {'sat ' * (row % 4)}\non {row % 3}" for row in range(n_pairs)]
    refs = [f"a cat sat\non {row % 5} the mat" for row in range(n_pairs)]
    scorer = RougeScorer(types)
    alone = [scorer.score(ref, pred) for ref, pred in zip(refs, preds, strict=True)]

    batch = pickle.loads(pickle.dumps(scorer.score_batch(refs, preds)))

    assert len(batch) == n_pairs
    assert batch.rouge_types == types
    assert list(batch) == alone
    assert all(batch[name].shape == (n_pairs, 3) for name in types)


@pytest.mark.parametrize(
    ("types", "row", "n_rows", "goes_alone"),
    [
        pytest.param(GOOGLE_TYPES, "a b", 1, True, id="one short pair"),
        pytest.param(GOOGLE_TYPES, "a b", 65, False, id="too many to be asked"),
        pytest.param(["rouge1"], "a b c " * 30_000, 1, False, id="one long pair"),
        pytest.param(["rougeL"], "a b c " * 300, 2, True, id="an LCS costs as much in a chunk"),
        pytest.param(["rougeLsum"], "a\n" * 8, 1, True, id="some sentences"),
        pytest.param(["rougeLsum"], "a\n" * 12, 1, False, id="many sentences"),
        pytest.param(["rougeW"], "a b", 1, False, id="no way for one pair"),
    ],
)
def test_what_goes_pair_by_pair(few_pairs, monkeypatch, types, row, n_rows, goes_alone):
    asked = []
    whole = RougeScorer._measures_of_pairs
    monkeypatch.setattr(
        RougeScorer,
        "_measures_of_pairs",
        lambda *args: (asked.append(1), whole(*args))[1],
    )

    RougeScorer(types).score_batch([row] * n_rows, [row] * n_rows)

    assert bool(asked) == goes_alone


# --- long n-grams: made of halves -----------------------------------------------------------


@n_examples(30)
@given(
    st.lists(st.tuples(texts, texts), min_size=1, max_size=3).map(
        lambda pairs: [(pred * 3, ref * 3) for pred, ref in pairs]
    )
)
def test_long_n_grams_equal_rouge_score(pairs):
    orders = (17, 8, 9, 3, 10, 31, 32, 33)
    scorer = RougeScorer([f"rouge{n}" for n in orders])
    tokenize = tokenizers.DefaultTokenizer(False).tokenize
    expected = []
    for pred, ref in pairs:
        grams = [
            [rouge_scorer._create_ngrams(tokenize(text), n) for text in (ref, pred)] for n in orders
        ]
        scores = starmap(rouge_scorer._score_ngrams, grams)
        expected.append(dict(zip(scorer.rouge_types, scores, strict=True)))

    preds, refs = [pred for pred, _ in pairs], [ref for _, ref in pairs]
    assert list(scorer.score_batch(refs, preds)) == expected
    assert [scorer.score(ref, pred) for pred, ref in pairs] == expected


def test_n_grams_of_any_length_take_a_logarithm_of_it():
    text = "a " * 60_000
    scorer = RougeScorer("rouge30000")

    begun = time.process_time()
    scores = [scorer.score(text, text), scorer.score_batch([text], [text])[0]]

    assert time.process_time() - begun < 8  # minutes and 14 GB, were each order made of the last
    assert [score["rouge30000"].fmeasure for score in scores] == [1.0, 1.0]


# --- long texts: words of 62 positions, sentences that fill several, many lanes ------------

long_texts = st.builds(
    lambda words, seed, rate: " ".join(
        word + ("\n" if rate and position % rate == seed % rate else "")
        for position, word in enumerate(words)
    ),
    st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), min_size=1, max_size=40).map(
        lambda words: (words * 8)[:260]
    ),
    st.integers(0, 50),
    st.sampled_from([0, 1, 2, 7, 61, 62, 63, 64, 130]),
)


def twin(pred: str, ref: str) -> dict[str, tuple[int, int, int]]:
    """Count one pair with the functions on token lists, which are compared with rouge_score."""
    pred_sentences = [line.split() for line in pred.split("\n")]
    ref_sentences = [line.split() for line in ref.split("\n")]
    return {
        "rougeL": pairs_module.count_lcs(pred.split(), ref.split()).score(),
        "rougeLsum": pairs_module.count_union_lcs(pred_sentences, ref_sentences).score(),
    }


@n_examples(15)
@given(long_texts, long_texts, st.booleans())
def test_texts_of_several_words_of_bits_equal_rouge_score(pred, ref, use_stemmer):
    """Over 62 tokens a row of the table takes more than one word."""
    types = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    expected = google_scores(types, [pred], [ref], use_stemmer=use_stemmer)

    assert columns(RougeScorer(types, use_stemmer), [pred], [ref]) == expected


@given(st.lists(st.tuples(long_texts, long_texts), min_size=1, max_size=4))
def test_long_texts_equal_the_functions_on_token_lists(pairs):
    found = RougeScorer(["rougeL", "rougeLsum"]).score_batch(
        [ref for _, ref in pairs], [pred for pred, _ in pairs]
    )

    assert list(found) == [twin(pred, ref) for pred, ref in pairs]


@n_examples(60)
@given(
    st.lists(st.tuples(long_texts, long_texts), min_size=1, max_size=4),
    st.sampled_from([1, 2, 5, 30]),
    st.sampled_from([1, 7, 64, 500]),
    st.sampled_from([0, 1 << 20]),
    st.sampled_from([0, 1 << 20]),
)
def test_small_blocks_and_windows_change_nothing(
    pairs, most_lanes, most_entries, most_heads, many_cells
):
    """The bounds that keep memory small cut lanes and steps anywhere, and states are saved."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subsequences, "MOST_LANES", most_lanes)
        patch.setattr(subsequences, "MOST_ENTRIES", most_entries)
        patch.setattr(subsequences, "MOST_HEADS", most_heads)
        patch.setattr(subsequences, "MANY_CELLS", many_cells)
        found = RougeScorer(["rougeL", "rougeLsum"]).score_batch(
            [ref for _, ref in pairs], [pred for pred, _ in pairs]
        )

    assert list(found) == [twin(pred, ref) for pred, ref in pairs]


def peak_of(call):
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("line", [5, 3_000], ids=["lines that share a word", "two lines"])
def test_lines_of_very_many_distinct_words_take_little_memory(line, monkeypatch):
    """A mask of each word in the whole reference would take 9 MB."""
    monkeypatch.setattr(subsequences, "MANY_CELLS", 1 << 12)
    monkeypatch.setattr(subsequences, "MOST_ENTRIES", 1 << 13)
    texts = []
    for step in (1, 7):
        words = [f"w{k * step % 6_000}" if k % line else "the" for k in range(6_000)]
        texts.append("\n".join(" ".join(words[k : k + line]) for k in range(0, 6_000, line)))
    scorer = RougeScorer("rougeLsum")
    scorer.score_batch(["a\nb"], ["a\nb"])  # tables that are made once

    assert peak_of(lambda: scorer.score_batch(texts[:1], texts[1:])) < 6e6


def test_few_states_are_kept_for_the_way_back(monkeypatch):
    """One before each window would grow with the cube of a text."""
    monkeypatch.setenv("EVALUATE_ROUGE_ENGINE", "numpy")
    monkeypatch.setattr(subsequences, "MOST_ENTRIES", 8)
    monkeypatch.setattr(subsequences, "MOST_HEADS", 1)
    kept, most, n_windows = [], 0, 0

    class Kept(list):
        """States that can be watched."""

    def saved(states):
        nonlocal most, n_windows
        found = Kept([states.v.copy(), states.carry.copy()])
        kept.append(weakref.ref(found))
        most = max(most, sum(head() is not None for head in kept))
        n_windows += 1
        return found

    monkeypatch.setattr(subsequences.States, "saved", saved)
    text = " ".join(f"w{k % 70}" for k in range(400)) + "\nend"
    assert RougeScorer("rougeLsum").score_batch([text], [text])["rougeLsum"][0, 2] == 1.0

    assert n_windows > 200
    assert most < 60


@pytest.mark.parametrize("is_alone", [True, False])
def test_two_long_lines_go_through_lanes(is_alone, monkeypatch):
    """Integers as long as the reference, one for each word, would take a gigabyte."""
    monkeypatch.setenv("EVALUATE_ROUGE_ENGINE", "numpy")
    calls = []
    alone = subsequences.count_union_lcs
    monkeypatch.setattr(
        subsequences, "count_union_lcs", lambda *pair: calls.append(pair) or alone(*pair)
    )
    monkeypatch.setattr(subsequences, "MOST_CELLS_ALONE", 20 if is_alone else 19)
    ref, pred = "a b c\nd", "a c d\nb a"

    assert RougeScorer("rougeLsum").score(ref, pred) == {"rougeLsum": twin(pred, ref)["rougeLsum"]}
    assert len(calls) == is_alone


@n_examples(40)
@given(
    st.lists(st.tuples(long_texts, long_texts), min_size=1, max_size=4),
    st.sampled_from([1, 5, 64, 1 << 14]),
    st.sampled_from([0, 1 << 22]),
)
def test_integers_equal_lanes(pairs, mask_bits, many_cells):
    """Few long pairs go alone, a block of the reference at a time, and leave the layout."""
    preds, refs = [pred for pred, _ in pairs], [ref for _, ref in pairs]
    scorer = RougeScorer(["rougeL", "rougeLsum"])
    in_lanes = columns(scorer, preds, refs)
    kept = subsequences.LOCKSTEP, pairs_module.MASK_BITS, subsequences.MANY_CELLS
    pairs_module.MASK_BITS, subsequences.MANY_CELLS = mask_bits, many_cells
    try:
        for subsequences.LOCKSTEP in (3, 10**6):  # some alone, all alone
            assert columns(scorer, preds, refs) == in_lanes
    finally:
        subsequences.LOCKSTEP, pairs_module.MASK_BITS, subsequences.MANY_CELLS = kept


@given(st.lists(st.integers(0, 300), max_size=12), st.integers(0, 30), st.integers(0, 400))
def test_pairs_alone_are_those_that_cost_less(lengths, step, start):
    kept = subsequences.LOCKSTEP, subsequences.LOCKSTEP_START
    subsequences.LOCKSTEP, subsequences.LOCKSTEP_START = step, start
    try:
        alone = subsequences.better_alone(np.array(lengths, dtype=np.int64)).tolist()
    finally:
        subsequences.LOCKSTEP, subsequences.LOCKSTEP_START = kept

    def cost(chosen):
        rest = [n for pair, n in enumerate(lengths) if pair not in chosen and n]
        in_lanes = max(rest) * step + start if rest else 0
        return in_lanes + sum(lengths[pair] + 8 for pair in chosen if lengths[pair])

    longest_first = sorted(range(len(lengths)), key=lambda pair: -lengths[pair])
    ways = [longest_first[:k] for k in range(len(lengths) + 1)]
    assert cost(alone) == min(map(cost, ways))


def test_two_texts_of_many_distinct_words_take_little_memory():
    """Masks of the whole reference would take 80 MB, cells of lanes three times that."""
    rng = np.random.default_rng(0)
    pred, ref = (" ".join(map(str, rng.integers(0, 20_000, 30_000))) for _ in range(2))
    scorer = RougeScorer("rougeL")
    assert subsequences.LOCKSTEP == 0
    try:
        subsequences.LOCKSTEP = 28
        assert peak_of(lambda: scorer.score_batch([ref], [pred])) < 40e6
        found = scorer.score_batch([ref], [pred])[0]
    finally:
        subsequences.LOCKSTEP = 0

    assert 0.0 < found["rougeL"].fmeasure < 0.1


@pytest.mark.parametrize("n", [61, 62, 63, 124, 125])
def test_sentences_at_the_edge_of_a_word(n):
    words = [f"w{position % 50}" for position in range(n)]
    ref = " ".join(words) + "\n" + " ".join(reversed(words)) + "\nend"
    pred = " ".join(words[::2]) + "\n" + " ".join(words[1::2])

    found = RougeScorer(["rougeL", "rougeLsum"]).score_batch([ref], [pred])

    assert found[0] == twin(pred, ref)


@pytest.mark.parametrize("n_threads", ["1", "2"])
@pytest.mark.parametrize(
    ("chunk", "split", "long"),
    [
        pytest.param(1, 0, 1, id="an example a chunk, by length"),
        pytest.param(10, 0, 1, id="a few examples a chunk, by length"),
        pytest.param(100, 0, 1 << 30, id="a few chunks, in order"),
        pytest.param(100, 1 << 30, 1 << 30, id="too short for threads"),
    ],
)
def test_chunks_and_threads_change_nothing(monkeypatch, chunk, split, long, n_threads):
    texts = ["", *(f"the cat {'sat ' * (row % 7)}on\nmat {row % 3}" for row in range(60)), ""]
    refs = [texts[(row * 7) % 60 : (row * 7) % 60 + 1 + row % 2] for row in range(62)]
    monkeypatch.setenv("EVALUATE_ROUGE_NUM_THREADS", "1")
    scorer = RougeScorer(GOOGLE_TYPES)
    whole = columns(scorer, texts, refs)
    monkeypatch.setenv("EVALUATE_ROUGE_NUM_THREADS", n_threads)
    monkeypatch.setattr(scorer_module, "CHUNK", chunk)
    monkeypatch.setattr(scorer_module, "CHUNK_OF_TWO", chunk)
    monkeypatch.setattr(scorer_module, "SPLIT", split)
    monkeypatch.setattr(scorer_module, "LONG", long)

    assert columns(scorer, texts, refs) == whole


@pytest.mark.parametrize(("is_custom", "n_pools"), [(True, 0), (False, 1)])
def test_a_tokenizer_of_the_callers_stays_in_its_thread(monkeypatch, is_custom, n_pools):
    """It may be no friend of threads; ours are."""
    monkeypatch.setattr(scorer_module, "threads_to_use", lambda *_: 2)
    monkeypatch.setattr(scorer_module, "SPLIT_COMPILED", 0)
    monkeypatch.setattr(scorer_module, "CHUNK", 10)
    monkeypatch.setattr(scorer_module, "CHUNK_OF_TWO", 10)
    monkeypatch.setattr(scorer_module, "SPLIT", 0)
    pools = []
    whole = scorer_module.for_each

    def for_each(call, chunks, n_threads, *args):
        pools.append(n_threads > 1)
        whole(call, chunks, n_threads, *args)

    monkeypatch.setattr(scorer_module, "for_each", for_each)
    idents = set()

    def tokenize(text):
        idents.add(threading.get_ident())
        return text.split()

    texts = ["the cat sat on the mat"] * 50
    scorer = RougeScorer("rouge1", tokenizer=tokenize if is_custom else None)
    assert (scorer.score_batch(texts, texts)["rouge1"] == 1.0).all()

    assert sum(pools) == n_pools
    assert idents <= {threading.get_ident()}


@pytest.mark.parametrize("tokenizer", ["default", "unicode"])
@pytest.mark.parametrize("letter", ["?", "\u4e2d", "a", " "])
def test_many_characters_of_few_or_many_tokens(letter, tokenizer):
    """Chunks are cut by an estimate of the tokens, which may be none."""
    texts = [letter * 50_000] * 7
    scores = RougeScorer("rouge1", tokenizer=tokenizer).score_batch(texts, texts)["rouge1"]

    has_tokens = letter == "a" or (letter == "\u4e2d" and tokenizer == "unicode")
    assert scores.tolist() == [[float(has_tokens)] * 3] * 7


# --- the object that comes back -----------------------------------------------------------


def test_batch_scores_are_columns_and_rows():
    scores = RougeScorer(["rouge1", "rougeL"]).score_batch(["a b", "a"], ["a c", "a"])

    assert scores["rouge1"].tolist() == [[0.5, 0.5, 0.5], [1.0, 1.0, 1.0]]
    assert scores[1]["rougeL"].fmeasure == scores[-1]["rougeL"].fmeasure == 1.0
    assert len(scores) == len(list(scores)) == 2
    assert len(scores[1:]) == 1
    assert scores.rouge_types == ["rouge1", "rougeL"]
    assert isinstance(scores[0]["rouge1"].precision, float)
    with pytest.raises(IndexError):
        scores[2]


def test_nothing_to_score():
    assert len(RougeScorer(["rouge1"]).score_batch([], [])) == 0
    assert RougeScorer([]).score("a", "a") == {}
    assert RougeScorer([]).score_batch(["a"], ["a"])[0] == {}


def test_scores_are_floats_where_a_side_is_empty():
    for pred, ref in (("", "a"), ("a", ""), ("", ""), ("!", "?")):
        for score in RougeScorer(GOOGLE_TYPES).score(ref, pred).values():
            assert tuple(score) == (0.0, 0.0, 0.0)
            assert all(isinstance(value, float) for value in score)


@pytest.mark.parametrize(
    ("targets", "predictions", "message"),
    [
        pytest.param(["a"], ["a", "b"], "1 targets and 2 predictions", id="unequal numbers"),
        pytest.param(["a", None], ["a", "b"], r"targets\[1\] is None", id="no target"),
        pytest.param(["a", "b"], ["a", 5], r"predictions\[1\] is 5", id="a number"),
        pytest.param([["a"], "b"], ["a", "b"], r"targets\[1\] is 'b'", id="mixed shapes"),
        pytest.param([["a"], []], ["a", "b"], r"targets\[1\] is empty", id="no references"),
        pytest.param([["a", None]], ["a"], r"targets\[", id="no reference in a list"),
    ],
)
def test_bad_rows_are_named(targets, predictions, message):
    with pytest.raises((TypeError, ValueError), match=message):
        RougeScorer(["rouge1"]).score_batch(targets, predictions)


def test_rougel_is_never_above_rouge1():
    rng = np.random.default_rng(0)
    words = np.array(["a", "b", "c", "d\n"])
    texts = [" ".join(rng.choice(words, size=rng.integers(0, 30))) for _ in range(400)]
    scores = RougeScorer(["rouge1", "rougeL", "rougeLsum"]).score_batch(texts, texts[::-1])

    assert (scores["rougeL"] <= scores["rouge1"]).all()
    assert (scores["rougeLsum"] <= scores["rouge1"]).all()


# --- what is taken for something else -----------------------------------------------------


class Piece:
    def __init__(self, text):
        self.text = text


class Morpheme:
    def __init__(self, text):
        self._text = text

    def surface(self):
        return self._text


class Node:  # of fugashi
    def __init__(self, text):
        self.surface = text


class Token:  # of Kiwi
    def __init__(self, text):
        self.form = text


@pytest.mark.parametrize("kind", [Piece, Morpheme, Node, Token])
def test_objects_that_hold_their_word_are_used_as_it(kind):
    scorer = RougeScorer(["rouge1"], tokenizer=lambda text: map(kind, text.split()))

    assert scorer.score("a b", "a b")["rouge1"].fmeasure == 1.0
    assert scorer.score_batch(["a b"], ["a c"])["rouge1"][0, 2] == 0.5


@pytest.mark.parametrize(
    "found",
    [
        *("a b", b"a b", memoryview(b"a b"), {"a": 1}, {"a"}, None, 7, np.array(7)),
        *([["a"]], [{"a": 1}], [None], np.array([[1, 2]]), [np.array([1, 2])]),
        *([("a", 0, 1)], [("a", (0, 1))]),  # with places
        *([object()], [float("nan")], [re.match("a", "a b")]),  # equal to themselves alone
    ],
    ids=lambda found: re.sub(" at 0x[0-9a-f]+", "", repr(found)),
)
def test_a_tokenizer_that_returns_no_list_of_words_is_refused(found):
    def odd(text):
        return found

    scorer = RougeScorer(["rouge1", "rougeLsum"], tokenizer=odd)
    for call in (
        lambda: scorer.score("a b", "a b"),
        lambda: scorer.score_batch(["a b"], ["a b"]),
        lambda: scorer.explain("a b", "a b"),
        lambda: score_columns(["a b"], ["a b"], tokenizer=odd),
    ):
        with pytest.raises(TypeError, match=r"tokenizer custom\(.*odd\) returned"):
            call()


class Cell:
    """An element of an array of PyTorch: equal to others, and yet with a hash of its own."""

    def __init__(self, value):
        self._value = value

    def tolist(self):
        return self._value


@pytest.mark.parametrize(
    "array",
    [np.array, pandas.Series, lambda words: [Cell(word) for word in words]],
    ids=["array", "series", "cells"],
)
def test_arrays_of_words_are_lists_of_them(array):
    scorer = RougeScorer(["rouge1"], tokenizer=lambda text: array([len(w) for w in text.split()]))

    assert scorer.score("a bb", "d cc")["rouge1"].fmeasure == 1.0
    assert scorer.score_batch(["a bb"], ["d ccc"])["rouge1"][0, 2] == 0.5


def test_a_module_is_no_tokenizer():
    with pytest.raises(TypeError, match="tokenizer is the module string"):
        RougeScorer(["rouge1"], tokenizer=string)


def test_a_class_is_no_tokenizer():
    class Treebank:
        def tokenize(self, text):
            return text.split()

    with pytest.raises(TypeError, match=r"is the class Treebank; .* is wanted: Treebank\(\)"):
        RougeScorer(["rouge1"], tokenizer=Treebank)


@pytest.mark.parametrize(
    "column", ["the cat", b"a", {"a": 1}, {"a"}, pandas.DataFrame({"x": ["a"]})]
)
def test_what_is_no_column_is_refused(column):
    scorer = RougeScorer(["rouge1"])
    with pytest.raises(TypeError, match=r"^targets is"):
        scorer.score_batch(column, ["a"])
    with pytest.raises(TypeError, match=r"^predictions is"):
        scorer.score_batch(["a"], column)


def test_one_text_as_targets_counts_by_letters_with_a_warning():
    with pytest.warns(UserWarning, match=r"list of its letters.*pass \[text\]"):
        found = RougeScorer(["rouge1"]).score_multi("ab", "a")

    assert found == RougeScorer(["rouge1"]).score_multi(["a", "b"], "a")


def test_a_chunk_is_gone_when_it_is_counted():
    """What types share must not hold the pairs in a circle: it took 240 MB for 65,000 rows."""
    import gc
    import weakref

    from evaluate_rouge import counting

    scorer = RougeScorer(["rouge1", "rouge2", "rougeL", "rougeLsum", "rougeW", "rougeSU4"])
    chunk = scorer._chunk(["a b c"], ["a c b"], np.arange(2))
    gone = weakref.ref(chunk.texts)
    gc.disable()
    try:
        counting.count(scorer._types.values(), chunk)
        del chunk
        assert gone() is None
    finally:
        gc.enable()


def test_rows_of_which_an_adviser_is_shown():
    adviser = Adviser(Options(rouge_types="rouge1").resolved())

    refs = ["a", "\u0433\u0434\u0435", "\u0436\u0437\u0438", "..."]
    preds = ["\u0430\u0431\u0432", "a", "a", "..."]

    scores = RougeScorer("rouge1").score_rows(refs, preds, adviser)

    assert scores["rouge1"][:, 2].tolist() == [0.0] * 4
    assert [(fact.kind, fact.n_hit) for fact in adviser.facts()] == [("letters", 3), ("tokens", 2)]
    assert adviser.n_texts == 8


def test_more_sentences_than_a_short_number_counts_stand_in_order():
    n = (1 << 16) + 40
    pair = np.zeros(n, dtype=np.int64)

    word, below, n_words = subsequences._pack(np.ones(n, dtype=np.int64), pair, 1)

    places = 64 * word + below
    assert (np.diff(places) > 0).all()
    assert n_words.tolist() == [word[-1] + 1]


def test_references_without_a_token_are_those_of_the_rows_that_score_nothing():
    with pytest.warns(RougeWarning, match="3 of 6 texts are not empty but hold no token"):
        RougeScorer("rouge1").score_batch([["a", "b"], ["...", "!"]], ["a", "-"])


@pytest.mark.filterwarnings("error::evaluate_rouge.options.RougeWarning")
def test_nothing_is_said_where_nothing_is_counted():
    assert len(RougeScorer([]).score_batch(["..."], ["\u0430"])) == 1


@pytest.mark.parametrize("few", [0, 64], ids=["as arrays", "one by one"])
def test_few_pairs_score_as_many_and_are_told_the_same(monkeypatch, few):
    monkeypatch.setattr(scorer_module, "FEW_PAIRS", few)
    monkeypatch.setattr(scorer_module, "FEW_TALLIES", few)
    preds, refs = ["a b", "...", "b a", "b c"], ["a c", "!!!", "b", "d"]
    scorer = RougeScorer(GOOGLE_TYPES, beta=2.0)
    with pytest.warns(RougeWarning, match="2 of 8 texts are not empty but hold no token"):
        batch = scorer.score_batch(refs, preds)

    assert list(batch) == [scorer.score(*pair) for pair in zip(refs, preds, strict=True)]
    assert batch["rougeL"][:, 0].tolist() == [0.5, 0.0, 0.5, 0.0]
    assert batch["rougeL"][:, 1].tolist() == [0.5, 0.0, 1.0, 0.0]


@pytest.mark.parametrize("n_rows", [1, 200])
def test_mark_up_of_see_is_told_of(n_rows):
    see = '<a name="1">[1]</a> <a href="#1" id=1>the cat sat</a>'
    with pytest.warns(RougeWarning, match="HTML of SEE"):
        RougeScorer("rouge1").score_batch(["the cat"] * n_rows, [see] * n_rows)
