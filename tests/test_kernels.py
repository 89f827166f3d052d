"""Compiled counting equals the arrays, count by count, on texts that repeat, tie and misbehave."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import sysconfig
import textwrap

import numpy as np
import pytest
from evaluate_rouge import RougeScorer, engine, options
from evaluate_rouge import scorer as scorer_module
from evaluate_rouge.counting import count
from evaluate_rouge.text import ENGINE_VARIABLE, ENGINES, find_kernels, why_not_compiled
from oracle import GOOGLE_TYPES, google_scores

kernels = pytest.importorskip(
    "evaluate_rouge.kernels.counts", reason="the extension is not built here"
)

TYPES = ["rouge1", "rouge2", "rouge3", "rouge7", "rouge20", "rougeL", "rougeLsum"]
TYPES += ["rougeW", "rougeW1", "rougeW0.3", "rougeW3.7"]
TYPES += ["rougeS0", "rougeS1", "rougeS4", "rougeS*", "rougeSU4", "rougeSU*"]
NASTY = ["a", "b", "ab", "A", "Z", "0", "9", "@", "[", "`", "{", "/", ":", "\0", "\r", "\u2028"]
NASTY += ["sevenxx", "eightxxx", "ninexxxxx", "ninexxxxy", "q" * 69, "q" * 70, "q" * 71]
NASTY += ["\u0130", "\u212a", "k", "i", "\u00e9", "\u4e2d", "\ud800", "\udfff", "\U0001f600"]


def ways_to_count(types, preds, refs, definition="rouge155"):
    """The counts of each way into the extension, and those of the arrays: (3, n_types, n_pairs)."""
    scorer = RougeScorer(types, definition=definition)
    kinds = list(scorer._types.values())
    counter = kernels.Counter(*zip(*(kind.kernel for kind in kinds), strict=True))
    chunk = scorer._chunk(preds, refs, np.arange(len(preds) + 1))
    counted = count(kinds, chunk)
    ways = {}
    ways["arrays"] = [counted[kind][:3] for kind in kinds]

    shape = (3, len(kinds), len(preds))
    ways["texts"] = np.empty(shape, dtype=np.int64)
    counter.count_texts(preds, refs, None, 0, len(preds), ways["texts"])
    sides = [
        (side.keys, side.begins.view(np.uint8), side.offsets)
        for side in (chunk.texts.pred, chunk.texts.ref)
    ]
    ways["keys"] = np.empty(shape, dtype=np.int64)
    counter.count_keys(*sides[0], *sides[1], ways["keys"])
    columns = []
    for texts in (preds, refs):
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
        columns.append(np.frombuffer(b"".join(encoded), np.uint8))
        columns.append(np.cumsum([0, *map(len, encoded)]))
    ways["bytes"] = np.empty(shape, dtype=np.int64)
    counter.count_bytes(*columns, None, 0, len(preds), ways["bytes"])
    alone = [counter.count_pair(pred, ref) for pred, ref in zip(preds, refs, strict=True)]
    ways["pair"] = np.array(alone).transpose(2, 1, 0)
    for way, counts in ways.items():
        if way != "arrays":
            ways[way] = [kind.of_kernel(counts[:, k])[:3] for k, kind in enumerate(kinds)]
    # Bit by bit: of whole numbers and of rougeW's sums.
    return {way: np.array(counts, np.float64).tolist() for way, counts in ways.items()}


def some_text(rng):
    n_words = rng.choice([0, 1, 3, 10, 30, 63, 64, 65, 150, 300, 600])
    words = NASTY if rng.random() < 0.5 else [f"w{k}" for k in range(rng.choice([2, 5, 40, 400]))]
    newline = rng.choice([0, 0.02, 0.1, 0.4])
    between = " " if rng.random() < 0.8 else ""
    return between.join(
        rng.choice(words) + ("\n" if rng.random() < newline else "") for _ in range(n_words)
    )


def like(rng, text):
    words = text.split(" ")
    for _ in range(rng.randint(0, 1 + len(words) // 3)):
        place = rng.randrange(len(words))
        words[place] = rng.choice(words) if rng.random() < 0.5 else ""
    return " ".join(words)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("definition", ["rouge155", "lin2004"])
def test_every_way_counts_as_the_arrays_do(seed, definition):
    rng = random.Random(seed)
    preds = [some_text(rng) for _ in range(24)]
    refs = [some_text(rng) if rng.random() < 0.3 else like(rng, pred) for pred in preds]
    ways = ways_to_count(TYPES, preds, refs, definition)

    for way, counts in ways.items():
        assert counts == ways["arrays"], way


@pytest.mark.parametrize(
    ("pred", "ref"),
    [
        pytest.param("x" * 1_000_000, "x" * 1_000_000 + " a", id="a word of a megabyte"),
        pytest.param("x" * 999_999 + "y", "x" * 1_000_000, id="one that differs at its end"),
        pytest.param("", "\n\n!?", id="no token"),
        pytest.param("a " * 5000, "\n".join(["a " * 700] * 9), id="sentences of many blocks"),
        pytest.param("\n".join(["a b"] * 500), "b a " * 3000, id="one sentence, many"),
        pytest.param("a" * 64 + " b", "a" * 64 + "\nb", id="a token that ends a block"),
        pytest.param("a" * 63 + "\n" + "b", "a" * 63 + "\nb", id="a newline that ends a block"),
    ],
)
def test_extremes_are_counted_as_the_arrays_count_them(pred, ref):
    types = ["rouge1", "rouge2", "rougeL", "rougeLsum", "rougeS4", "rougeW"]
    ways = ways_to_count(types, [pred], [ref])

    for way, counts in ways.items():
        assert counts == ways["arrays"], way


def test_a_group_of_blocks_is_found_again():
    """As where there are so many columns and blocks that their carries are not all kept."""
    rng = random.Random(0)
    line = [f"w{rng.randrange(50)}" for _ in range(18_000)]
    pred = " ".join(line[:9000]) + "\n" + " ".join(line[9000:])
    ref = " ".join(like(rng, " ".join(line)).split())
    before = kernels.keep_carries(1)
    try:
        ways = ways_to_count(["rougeLsum"], [pred], [ref])
    finally:
        kernels.keep_carries(before)

    assert ways["texts"] == ways["arrays"]


# --- what advice is made of ---------------------------------------------------------------

GLANCED = [
    "plain text",
    "A\nb",
    "One. Two",
    "One.\u2028Two",
    "One.' \t Two",
    "One. ",
    "a.b",
    "?) \u00a0x",
    "Who?me",
]
GLANCED += [
    "Zo\u00eb ate na\u00efve cake",
    "\u043a\u043e\u0442 \u0441\u043f\u0438\u0442",
    "re\u0301sume\u0301",
    "\u212a \u0130x",
    "\u201cq\u201d \u2014",
]
GLANCED += [
    "\ud800a \U0001f600",
    "\u4e2d" * 70 + " a",
    "a" * 130 + "\u00e9",
    "b" * 63 + "\u00e9" + "c" * 64 + "\u00e9 d\u00e9",
]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("few", [0, 1 << 12])
def test_a_glance_sees_what_the_arrays_see(monkeypatch, seed, few):
    monkeypatch.setattr(options, "FEW_LETTERS", few)
    rng = random.Random(seed)
    texts = [
        rng.choice(["", " ", "\t", ". "]).join(rng.choices(GLANCED + NASTY, k=rng.randrange(9)))
        for _ in range(20)
    ]
    for some in (texts, texts[:1], GLANCED, []):
        for of_lines, of_sentences in ((True, True), (True, False), (False, False)):
            search = options.SENTENCE_AFTER_SENTENCE.search if of_sentences else None
            seen = kernels.glance(
                some, options._kinds, options.COUNTED, options.ATTACHED, of_lines, search
            )
            assert options.Glance(*seen) == options.glance(some, True, of_lines, of_sentences)


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("rouge_types", ["rouge1", "rougeLsum"])
def test_texts_of_which_nothing_is_said_are_known_without_a_glance(rouge_types, named):
    record = options.Options(rouge_types=rouge_types).resolved()
    adviser = options.Adviser(record, named)
    said = 0
    few = [
        "it\u2019s \u2013 so\n",
        "so",
        "x\n",
        "\u212a\n",
        "So. It is",
        "So\u2026 it. Is",
        "so? \u00e9",
    ]
    for text in [*GLANCED, *NASTY, *few]:
        for pred, ref, mute in ((text, "a", ()), ("a", text, ()), (text, "a", (text, "a"))):
            is_content = adviser.is_content([pred], [ref], mute, kernels)
            facts = options.Adviser(record, named).look_at([pred, ref], mute).facts()

            assert not (is_content and facts)
            assert is_content == adviser.is_content([pred], [ref], mute)  # as by the arrays
            said += bool(facts)

    assert said
    assert adviser.is_content(["it\u2019s\n"], ["so"], (), kernels)
    assert adviser.is_content(["so, so"], ["so"], (), kernels) != (
        named and rouge_types == "rougeLsum"
    )


@pytest.mark.parametrize("seed", range(3))
def test_rows_of_a_weighted_table_are_found_again(seed):
    """As where a sentence is so long that the moves of its table are not all kept."""
    rng = random.Random(seed)
    preds = [some_text(rng) for _ in range(8)]
    refs = [like(rng, pred) for pred in preds]
    before = kernels.keep_moves(1)
    try:
        ways = ways_to_count(["rougeW", "rougeW2.5"], preds, refs)
    finally:
        kernels.keep_moves(before)

    assert ways["texts"] == ways["arrays"]


def test_ten_thousand_references():
    refs = [f"a b {number % 7} c" for number in range(10_000)]
    scores = RougeScorer(GOOGLE_TYPES).score_batch([refs], ["a 3 c"])

    assert scores[0] == RougeScorer(GOOGLE_TYPES).score_batch([refs[:7]], ["a 3 c"])[0]


# --- which engine -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["numpy", "compiled"])
def test_an_engine_can_be_forced(monkeypatch, name):
    monkeypatch.setenv(ENGINE_VARIABLE, name)
    preds, refs = ["the cat sat\non it", "", "a b a"], ["the cat\nsat on", "x", "b a b"]

    assert engine() == name
    found = RougeScorer(GOOGLE_TYPES).score_batch(refs, preds)
    assert {kind: found[kind].tolist() for kind in GOOGLE_TYPES} == google_scores(
        GOOGLE_TYPES, preds, refs
    )


def test_an_engine_that_does_not_exist(monkeypatch):
    monkeypatch.setenv(ENGINE_VARIABLE, "fortran")

    with pytest.raises(ValueError, match="'fortran'; it must be one of compiled, numpy"):
        engine()


def test_an_extension_of_another_version_is_not_used(monkeypatch):
    monkeypatch.setattr(kernels, "VERSION", "0.0.1")
    find_kernels.cache_clear()
    try:
        assert engine() == "numpy"
        assert "is of version 0.0.1 and this is" in why_not_compiled()
        monkeypatch.setenv(ENGINE_VARIABLE, "compiled")
        with pytest.raises(ImportError, match=r"0\.0\.1"):
            engine()
    finally:
        find_kernels.cache_clear()


@pytest.mark.parametrize(
    "suffix",
    [
        pytest.param(sysconfig.get_config_var("EXT_SUFFIX"), id="of another build"),
        pytest.param(".cpython-36m-x86_64-linux-gnu.so", id="of another Python"),
    ],
)
def test_an_extension_that_does_not_load_is_not_used(monkeypatch, tmp_path, suffix):
    package = sys.modules["evaluate_rouge.kernels"]
    (tmp_path / f"counts{suffix}").write_bytes(b"no extension of this Python")
    monkeypatch.setattr(package, "__path__", [str(tmp_path)])
    monkeypatch.delattr(package, "counts")
    monkeypatch.delitem(sys.modules, kernels.__name__)
    find_kernels.cache_clear()
    try:
        assert engine() == "numpy"
        assert "counts cannot be imported (" in why_not_compiled()
        scores = RougeScorer(["rouge1"]).score_batch(["a b"], ["a b"])
        assert scores[0]["rouge1"].fmeasure == 1.0
        monkeypatch.setenv(ENGINE_VARIABLE, "compiled")
        with pytest.raises(ImportError, match="'compiled', but the extension"):
            engine()
    finally:
        find_kernels.cache_clear()


def test_the_extension_is_of_this_version():
    assert kernels.VERSION == options.VERSION


def test_scores_do_not_depend_on_the_number_of_threads(monkeypatch):
    rng = random.Random(1)
    preds = [some_text(rng) for _ in range(400)]
    refs = [[like(rng, pred)] * (1 + row % 2) for row, pred in enumerate(preds)]
    monkeypatch.setattr(scorer_module, "SPLIT_COMPILED", 0)
    found = []
    for n_threads in ("1", "2"):
        monkeypatch.setenv(scorer_module.THREADS_VARIABLE, n_threads)
        scores = RougeScorer(GOOGLE_TYPES).score_batch(refs, preds)
        found.append({kind: scores[kind].tolist() for kind in GOOGLE_TYPES})

    assert found[0] == found[1]


def test_a_list_may_lose_its_texts_while_they_are_counted(monkeypatch):
    preds = [f"the cat number {row} sat\non a mat" for row in range(100)]
    refs = [f"a cat of number {row}\nsat on it" for row in range(100)]
    expected = RougeScorer(GOOGLE_TYPES).score_batch(refs, preds).to_dict()

    def losing(call, chunks, *others):
        preds.clear()
        refs.clear()
        for_each(call, chunks, *others)

    for_each = scorer_module.for_each
    monkeypatch.setattr(scorer_module, "for_each", losing)
    found = RougeScorer(GOOGLE_TYPES)._columns(
        scorer_module._counter(kernels, RougeScorer(GOOGLE_TYPES)._codes),
        refs,
        preds,
        np.arange(101),
    )

    assert not preds
    assert {name: column[:, 2].tolist() for name, column in found.items()} == {
        name: expected[f"{name}_fmeasure"] for name in GOOGLE_TYPES
    }


def test_a_worker_of_several_processes_uses_one_thread():
    code = """
        import multiprocessing
        from evaluate_rouge import scorer

        if __name__ == "__main__":
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                print(pool.apply(scorer.threads_to_use, (64,)))
    """
    environment = {k: v for k, v in os.environ.items() if k != scorer_module.THREADS_VARIABLE}
    out = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )

    assert out.stdout.strip() == "1"


@pytest.mark.parametrize("forced_engine", ENGINES, indirect=True, scope="module")
def test_a_file_can_be_run_with_each_engine(forced_engine, request):
    assert engine() == request.node.callspec.params["forced_engine"]
