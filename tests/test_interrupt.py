"""Ctrl-C ends a call within a second, whatever it is in: a real SIGINT, each engine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest
from evaluate_rouge import scorer
from evaluate_rouge.text import ENGINE_VARIABLE, ENGINES, why_not_compiled

pytestmark = [
    pytest.mark.fresh,
    pytest.mark.skipif(os.name == "nt", reason="signals are sent another way there"),
]

SCORED = """
    import random
    from evaluate_rouge import RougeScorer
    rng = random.Random(0)
    words = [f"w{{k}}" for k in range(9000)]
    texts = [{between!r}.join(rng.choices(words, k={n})) for _ in range(4)]
    call = lambda: RougeScorer({types}).score_batch(texts[:2], texts[2:])
"""
DRAWN = """
    import numpy as np
    from evaluate_rouge import {module}
    rows = np.random.default_rng(0).random({shape})
    call = lambda: {module}.{function}(rows, 100_000)
"""
CALLS = {
    "long texts": SCORED.format(between=" ", n=400_000, types=["rougeL"]),
    "many lines": SCORED.format(between="\n", n=150_000, types=["rougeLsum"]),
    "skip-bigrams": SCORED.format(between=" ", n=100_000, types=["rougeS*", "rougeSU100"]),
    "weighted": SCORED.format(between=" ", n=60_000, types=["rougeW"]),
    "bootstrap": DRAWN.format(module="scores", function="resample_means", shape=(1_000_000, 3)),
    "permutation test": DRAWN.format(
        module="significance", function="approximate_randomization", shape=(5, 200_000)
    ),
}


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize(
    ("call", "n_threads"), [*((call, "2") for call in CALLS), ("long texts", "1")]
)
def test_ctrl_c_ends_a_call(call, n_threads, name):
    if name == "compiled" and (reason := why_not_compiled()):
        pytest.skip(reason)
    code = textwrap.dedent(CALLS[call]) + "print('ready', flush=True)\ncall()"
    environment = {ENGINE_VARIABLE: name, scorer.THREADS_VARIABLE: n_threads}
    calling = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
    )
    try:
        assert calling.stdout.readline() == b"ready\n"
        time.sleep(0.7)
        assert calling.poll() is None, "it was done before"
        begun = time.monotonic()
        calling.send_signal(signal.SIGINT)
        _, errors = calling.communicate(timeout=60)
        took = time.monotonic() - begun
    finally:
        calling.kill()

    assert calling.returncode != 0
    assert b"KeyboardInterrupt" in errors
    assert took < 2  # one second, and a busy machine
