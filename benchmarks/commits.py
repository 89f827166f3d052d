"""What another commit takes for the same, cell by cell: has any become slower?

    git worktree add ../other COMMIT
    python benchmarks/commits.py ../other [engine [types ...]]

Each of the two checkouts counts in a process of its own, on one core, and they take
turns; the figure is the best turn's CPU time, and scores are compared before. The
engine is that of this checkout, "numpy" by default.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from common import ROOT, SETS, about

TYPES = {
    **{name: [name] for name in ("rouge1", "rouge2", "rougeL", "rougeLsum")},
    **{name: [name] for name in ("rouge4", "rougeS4", "rougeSU4", "rougeW")},
    "all four": ["rouge1", "rouge2", "rougeL", "rougeLsum"],
}
SIZES = 1, 2, 8, 64, 500, 0  # pairs of a batch; 0 is a loop of `score`
TURNS = 7
SECONDS = 0.02  # of a turn at least
ASKED = """
import json, os, sys, time, warnings
warnings.simplefilter("ignore")
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])
sys.path[:0] = [sys.argv[1], sys.argv[2]]
from common import read_pairs
from evaluate_rouge import RougeScorer
for line in sys.stdin:
    types, name, size, options, seconds = json.loads(line)
    preds, refs = read_pairs(name, at_least=500)
    preds, refs = preds[: size or 32], refs[: size or 32]
    scorer = RougeScorer(types, **options)
    if size:
        call = lambda: scorer.score_batch(refs, preds)
    else:
        call = lambda: [scorer.score(ref, pred) for ref, pred in zip(refs, preds)]
    found, repeats, taken = call(), 0, 0.0
    start = time.process_time()
    while not repeats or taken < seconds:
        call()
        repeats += 1
        taken = time.process_time() - start
    rows = found if size else [list(map(tuple, row.values())) for row in found]
    shown = {name: found[name].tolist() for name in types} if size else rows
    print(json.dumps([taken / repeats / len(preds) * 1e6, hash(json.dumps(shown))]), flush=True)
"""
OPTIONS = {"": {}, ", unicode": {"tokenizer": "unicode"}, ", stemmer": {"use_stemmer": True}}


class Checkout:
    """A process that counts with one checkout, asked a line at a time."""

    def __init__(self, folder: Path, engine: str, named: str) -> None:
        link = Path(named) / "evaluate_rouge"
        link.parent.mkdir()
        link.symlink_to(folder)
        environment = {**os.environ, "EVALUATE_ROUGE_ENGINE": engine, "PYTHONHASHSEED": "0"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", ASKED, named, str(ROOT / "benchmarks")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        )

    def ask(self, *cell: object) -> tuple[float, int]:
        """Count a cell: microseconds a pair, and a hash of the scores."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(cell) + "\n")
        self._process.stdin.flush()
        micros, scores = json.loads(self._process.stdout.readline())
        return micros, scores


def main() -> None:
    """Time every cell with both checkouts."""
    other, engine = Path(sys.argv[1]).resolve(), (*sys.argv[2:], "numpy")[0]
    labels = sys.argv[3:] or TYPES
    with tempfile.TemporaryDirectory() as folder:
        ours = Checkout(ROOT, engine, f"{folder}/ours")
        theirs = Checkout(other, engine, f"{folder}/theirs")
        print(f"{about()}; compared with {other.name}, engine {engine}")
        print("| texts | types | pairs | us a pair | theirs | ratio |\n|---|---|---|---|---|---|")
        for title, name in list(SETS.items())[:3]:
            for shown, options in OPTIONS.items():
                for label in labels:
                    types = TYPES[label]
                    for size in SIZES:
                        cell = types, name, size, options, SECONDS
                        turns = [(ours.ask(*cell), theirs.ask(*cell)) for _ in range(TURNS)]
                        if len({scores for turn in turns for _, scores in turn}) > 1:
                            raise SystemExit(f"never time two programs that disagree: {cell}")
                        our, their = (min(turn[k][0] for turn in turns) for k in (0, 1))
                        mark = " (!)" if our > 1.05 * their else ""
                        print(
                            f"| {title} | {label}{shown} | {size or 'score()'} | {our:.1f} "
                            f"| {their:.1f} | {their / our:.2f}x{mark} |",
                            flush=True,
                        )


if __name__ == "__main__":
    main()
