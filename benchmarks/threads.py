"""What a second thread gains, and whether the interpreter's switch interval matters to it.

    python benchmarks/threads.py

Prints microseconds a pair for one thread, and for two at each switch interval,
the best of five turns each. Scores are compared before anything is timed.
"""

from __future__ import annotations

import os
import sys
from functools import partial

from common import SETS, TYPES, about, best_of_turns, read_pairs
from evaluate_rouge import RougeScorer, scorer

INTERVALS = (5e-3, 1e-3, 1e-4)  # seconds; the first is Python's own


def score(interval: float | None, refs: list[str], preds: list[str]) -> object:
    """Score a batch with one thread (no interval), or with two."""
    os.environ[scorer.THREADS_VARIABLE] = "1" if interval is None else "2"
    sys.setswitchinterval(interval or INTERVALS[0])
    return RougeScorer(TYPES).score_batch(refs, preds)


def main() -> None:
    """Compare, then time."""
    print(about())
    names = ["1 thread", *(f"2, {interval * 1e3:g} ms" for interval in INTERVALS)]
    print(f"{'':<48}" + "".join(f"{name:>13}" for name in names))
    for title, name in list(SETS.items())[:3]:
        preds, refs = read_pairs(name, at_least=2_000 if "pubmed" in name else 0)
        one, two = score(None, refs, preds), score(1e-4, refs, preds)
        if any((one[kind] != two[kind]).any() for kind in TYPES):  # type: ignore[index]
            raise SystemExit("never time two programs that disagree")
        calls = {
            name: partial(score, interval, refs, preds)
            for name, interval in zip(names, (None, *INTERVALS), strict=True)
        }
        seconds = best_of_turns(calls)
        print(f"{title:<48}" + "".join(f"{seconds[n] / len(preds) * 1e6:13.2f}" for n in names))


if __name__ == "__main__":
    main()
