"""Input made to be slow or large: right scores, in bounded time and memory.

Bounds are wide, since they tell linear from quadratic and not one machine from another.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable

import pytest
from evaluate_rouge import RougeScorer
from evaluate_rouge.text import ENGINE_VARIABLE, why_not_compiled

TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
BOUND = 60.0  # seconds, each; each takes less than a tenth of it on a quiet machine


def timed(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def score(pred: str, ref: str, types: list[str] = TYPES) -> dict[str, tuple[float, float, float]]:
    seconds = timed(lambda: RougeScorer(types).score_batch([ref], [pred]))
    assert seconds < BOUND
    (row,) = RougeScorer(types).score_batch([ref], [pred])
    return {name: tuple(value) for name, value in row.items()}


def test_a_million_equal_words():
    text = "a " * 1_000_000

    assert score(text, text, ["rouge1", "rouge2"]) == {"rouge1": (1, 1, 1), "rouge2": (1, 1, 1)}
    assert score(text, "a b", ["rouge1"]) == {"rouge1": (1e-6, 0.5, 2 * 1e-6 * 0.5 / (1e-6 + 0.5))}


def test_a_million_distinct_words():
    words = [f"w{number}" for number in range(1_000_000)]
    found = score(" ".join(words), " ".join(words[500_000:]), ["rouge1", "rouge2", "rouge3"])

    assert found["rouge1"][:2] == (0.5, 1.0)
    assert found["rouge2"][:2] == (499_999 / 999_999, 1.0)


def test_one_word_of_ten_megabytes():
    huge = "a" * 10_000_000

    assert score(huge, huge) == {
        "rouge1": (1, 1, 1),
        "rouge2": (0, 0, 0),
        "rougeL": (1, 1, 1),
        "rougeLsum": (1, 1, 1),
    }
    assert score(huge, huge + "b")["rouge1"] == (0, 0, 0)


def test_one_huge_text_among_many_small_ones():
    small = [f"the cat {number % 10} sat" for number in range(20_000)]
    huge = " ".join(f"w{number % 5_000}" for number in range(20_000))
    preds = [*small[:10_000], huge, *small[10_000:]]
    scorer = RougeScorer(TYPES)

    assert timed(lambda: scorer.score_batch(preds, preds)) < BOUND
    scores = scorer.score_batch(preds, preds)
    assert all((scores[name] == 1).all() for name in TYPES)


def test_many_sentences_against_one_long_sentence():
    """Each of 3,000 short sentences runs past a sentence that fills 100 words of bits."""
    ref = " ".join(f"w{number % 500}" for number in range(6_000))
    pred = "\n".join(f"w{number % 500} w{(number + 1) % 500}" for number in range(3_000))
    found = score(pred, ref)

    assert found["rougeLsum"] == tuple(RougeScorer(["rougeLsum"]).score(ref, pred)["rougeLsum"])


def test_newlines_and_nothing_else():
    assert score("\n" * 1_000_000, "a")["rougeLsum"] == (0, 0, 0)
    assert score("a\n" * 20_000, "a\n" * 20_000)["rougeLsum"][:2] == (1, 1)


MEMORY = """
import resource, sys
from evaluate_rouge import RougeScorer
texts = [" ".join(f"w{(number * step) % 3001}" for number in range(LENGTH)) for step in (1, 7)]
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
getattr(RougeScorer(["rougeL", "rougeLsum"]), CALL)(*ARGUMENTS)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print((after - before) / (1024 if sys.platform == "linux" else 2**20))
"""


@pytest.mark.parametrize(
    ("call", "arguments"),
    [("score", "texts"), ("score_batch", "([texts[0]], [texts[1]])")],
    ids=["one pair", "a batch of one"],
)
@pytest.mark.parametrize(
    ("length", "most_mb"),
    [
        pytest.param(20_000, 300, id="20,000 words"),
        pytest.param(100_000, 1_500, id="100,000 words", marks=pytest.mark.slow),
    ],
)
def test_memory_of_two_long_lines(length, most_mb, call, arguments):
    script = (
        MEMORY.replace("LENGTH", str(length))
        .replace("CALL", repr(call))
        .replace("ARGUMENTS", arguments)
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert float(ran.stdout) < most_mb


@pytest.mark.slow
def test_memory_of_two_long_texts_of_two_lines():
    """With two lines on a side rougeLsum must trace back, with all states it needs for that."""
    script = (
        MEMORY.replace("LENGTH", "50_000")
        .replace("CALL", "'score_batch'")
        .replace("ARGUMENTS", "([texts[0] + chr(10) + 'end'], [texts[1] + chr(10) + 'end'])")
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert float(ran.stdout) < 1_500


@pytest.mark.slow
@pytest.mark.parametrize("name", ["compiled", "numpy"])
def test_memory_of_texts_of_very_many_different_words(name):
    """A mask for each word of a whole reference would be a gigabyte: blocks of it are not."""
    if name == "compiled" and (reason := why_not_compiled()):
        pytest.skip(reason)
    script = MEMORY.replace("% 3001", "% 50_021").replace("LENGTH", "140_000")
    script = script.replace("CALL", "'score_batch'").replace("ARGUMENTS", "(texts[:1], texts[1:])")
    environment = {**os.environ, ENGINE_VARIABLE: name}
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment
    )

    assert float(ran.stdout) < 300
