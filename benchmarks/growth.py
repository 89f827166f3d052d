"""How the cost grows: tokens a text from 32 to 16,384, pairs from 1 to 1,000,000.

    python benchmarks/growth.py [figure.png]

Prints seconds and the slope between neighbours (1 is linear, 2 quadratic) beside
rouge_score and rouge-score-rs, each as far as it stays under a minute, one
core each, and draws both sweeps. Needs matplotlib.
"""

from __future__ import annotations

import math
import os
import sys
import timeit
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ["RAYON_NUM_THREADS"] = "1"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import numpy as np
from common import TYPES, about, equal_scores
from evaluate_rouge import RougeScorer
from rouge_score import rouge_scorer
from rouge_score_rs import rouge_scorer as compiled

LONGEST = 5.0  # seconds: a program whose last point took more stops here
Score = Callable[[list[str], list[str]], object]


def make_texts(n_texts: int, n_tokens: int, seed: int) -> list[str]:
    """Write texts of Zipf-like words, in sentences of 20."""
    rng = np.random.default_rng(seed)
    words = np.minimum(rng.zipf(1.3, size=(n_texts, n_tokens)), 20_000)
    texts = []
    for row in words.tolist():
        spelled = [f"w{word}" for word in row]
        lines = [" ".join(spelled[start : start + 20]) for start in range(0, n_tokens, 20)]
        texts.append("\n".join(lines))
    return texts


def programs() -> dict[str, Score]:
    """The three programs, each scoring a list of pairs."""
    google = rouge_scorer.RougeScorer(TYPES)
    return {
        "evaluate_rouge": RougeScorer(TYPES).score_batch,
        "rouge-score-rs": compiled.RougeScorer(TYPES).score_batch,
        "rouge_score": lambda refs, preds: [
            google.score(ref, pred) for ref, pred in zip(refs, preds, strict=True)
        ],
    }


def sweep(sizes: list[int], make: Callable[[int], tuple[list[str], list[str]]]) -> dict:
    """Time all programs at all sizes: {program: [seconds]}, shorter where one became too slow."""
    seconds: dict[str, list[float]] = {name: [] for name in programs()}
    for size in sizes:
        refs, preds = make(size)
        runs = programs()
        if size == sizes[0]:
            equal_scores(
                runs["evaluate_rouge"](refs, preds), runs["rouge-score-rs"](refs, preds), TYPES
            )
        line = [f"{size:>9,}"]
        for name, run in runs.items():
            done = seconds[name]
            if len(done) == sizes.index(size) and (not done or done[-1] < LONGEST):
                repeat = 3 if not done or done[-1] < 1 else 1
                call = partial(run, refs, preds)
                done.append(min(timeit.repeat(call, number=1, repeat=repeat)))
                step = math.log2(sizes[len(done) - 1] / sizes[len(done) - 2]) if done[1:] else 0
                slope = math.log2(done[-1] / done[-2]) / step if step else math.nan
                line.append(f"{done[-1]:12.6f} s  {slope:5.2f}")
            else:
                line.append(f"{'':>21}")
        print("  ".join(line), flush=True)
    return seconds


def draw(sweeps: list[tuple[str, list[int], dict]], path: Path) -> None:
    """Draw the sweeps side by side, both axes logarithmic."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, len(sweeps), figsize=(11, 4.2), layout="constrained")
    styles = {"evaluate_rouge": "o-", "rouge-score-rs": "s--", "rouge_score": "^:"}
    for axis, (title, sizes, seconds) in zip(axes, sweeps, strict=True):
        for name, done in seconds.items():
            axis.plot(sizes[: len(done)], done, styles[name], label=name)
        axis.set(xscale="log", yscale="log", xlabel=title, ylabel="seconds")
        axis.grid(alpha=0.3)
    axes[0].legend()
    figure.savefig(path, dpi=110)
    print(f"wrote {path}")


def main() -> None:
    """Run both sweeps, one core each."""
    print(about())
    names = "  ".join(f"{name + ', slope':>21}" for name in programs())
    tokens = [32 << step for step in range(10)]
    print(f"\none pair, tokens a text\n{'':9}  {names}")
    by_tokens = sweep(tokens, lambda n: (make_texts(1, n, seed=1), make_texts(1, n, seed=2)))
    pairs = [10**step for step in range(7)]
    some = make_texts(1_000, 40, seed=1), make_texts(1_000, 40, seed=2)
    print(f"\npairs of 40 tokens a text\n{'':9}  {names}")
    by_pairs = sweep(
        pairs,
        lambda n: tuple((texts * (n // 1_000 + 1))[:n] for texts in some),  # type: ignore
    )
    path = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_name("growth.png"))
    draw([("tokens a text", tokens, by_tokens), ("pairs", pairs, by_pairs)], path)


if __name__ == "__main__":
    main()
