"""What an aggregate and its interval cost: CPU time of ``compute()``, by engine.

    python benchmarks/intervals.py

And the resamples alone, of more pairs: where an analytic interval (docs/scale.md) is enough.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

os.environ["HF_EVALUATE_OFFLINE"] = "1"
os.environ["HF_UPDATE_DOWNLOAD_COUNTS"] = "0"

import evaluate
from common import ROOT, SETS, TYPES, about, best_of_turns, read_pairs
from evaluate_rouge import scores
from evaluate_rouge.text import ENGINE_VARIABLE, ENGINES

N_PAIRS, N_RESAMPLES = 100_000, 1_000
ASKED: dict[str, dict[str, Any]] = {
    "use_aggregator=False": {"use_aggregator": False},
    "as it is": {},
    "confidence_interval=0.95": {"confidence_interval": 0.95},
}


def main() -> None:
    """Print a table of seconds for each engine."""
    print(about())
    for engine in ENGINES:
        os.environ[ENGINE_VARIABLE] = engine
        _compute(engine)
        generator = np.random.default_rng(0)
        for n_pairs in (1_000, 10_000, 100_000, 1_000_000):
            f = generator.random((n_pairs, 1))
            best = best_of_turns(
                {"resamples": partial(scores.resample_means, f, N_RESAMPLES)},
                turns=3 if n_pairs <= N_PAIRS else 1,
                clock=time.process_time,
            )
            print(f"  {N_RESAMPLES:,} resamples of {n_pairs:9,} F: {best['resamples']:7.3f} s")


def _compute(engine: str) -> None:
    """Time the metric, loaded as ``evaluate`` loads it, for one type and for four."""
    rouge = evaluate.load(str(ROOT / "rouge.py"))
    preds, refs = (column[:N_PAIRS] for column in read_pairs(next(iter(SETS.values())), N_PAIRS))
    calls: dict[str, Callable[[], object]] = {
        f"{', '.join(types)}: {name}": partial(
            rouge.compute, predictions=preds, references=refs, rouge_types=types, **options
        )
        for types in (TYPES[:1], TYPES)
        for name, options in ASKED.items()
    }
    print(f"{engine}, {N_PAIRS:,} pairs, CPU seconds of compute()")
    for name, seconds in best_of_turns(calls, turns=3, clock=time.process_time).items():
        print(f"  {name:60} {seconds:6.2f}")


if __name__ == "__main__":
    main()
