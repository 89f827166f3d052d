"""What the benchmarks share: texts, turns taken in alternation, a line about the machine."""

from __future__ import annotations

import gzip
import json
import os
import platform
import subprocess
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
# Where the data sets are: beside the project, unless the environment names another folder.
SHARED = Path(os.environ.get("SHARED_DATA", ROOT.parent / "shared" / "data"))
TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
SETS = {
    "one-sentence news (xsum, 43 tokens)": "xsum_edinburgh/ptgen",
    "4-sentence news (realsumm, 115 tokens)": "realsumm_multisentence/newline_sentences",
    "abstracts (pubmed, 387 tokens)": "pubmed_longeval/beam_3",
    "story against story (squality, 10,936 tokens)": "squality_long/html_story_vs_text_story",
}


def read_pairs(name: str, at_least: int = 0) -> tuple[list[str], list[str]]:
    """Read predictions and first references, repeated until there are enough.

    Without the data sets, the project's own examples stand in: all sets are alike then, which
    ``about`` says.
    """
    path = SHARED / f"{name}.jsonl.gz"
    if path.exists():
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
    else:
        examples = (ROOT / "examples" / "texts.jsonl").read_text(encoding="utf-8")
        rows = [json.loads(line) for line in examples.splitlines()]
    repeats = max(-(-at_least // len(rows)), 1)
    preds = [row["prediction"] for row in rows] * repeats
    refs = [row["references"][0] for row in rows] * repeats
    return preds, refs


def best_of_turns(
    calls: dict[str, Callable[[], object]],
    turns: int = 5,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, float]:
    """Let every call have its turn, several times over: seconds of the best turn of each."""
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(turns):
        for name, call in calls.items():
            start = clock()
            call()
            best[name] = min(best[name], clock() - start)
    return best


def about() -> str:
    """Name machine, commit, versions, engine and texts, for the head of a table of results."""
    from evaluate_rouge import engine

    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()
    model = platform.processor() or platform.machine()
    if (info := Path("/proc/cpuinfo")).exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0].split(":")[1].strip() if names else model
    packages = ("numpy", "rouge-score", "rouge-score-rs", "rouge-rust", "evaluate")
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in packages)
    texts = "texts: the data sets"
    if missing := [name for name in SETS.values() if not (SHARED / f"{name}.jsonl.gz").exists()]:
        texts = f"NO DATA SETS: for {', '.join(missing)} the few texts of examples/ stand in"
    return (
        f"{model}, Python {platform.python_version()}, {versions}; commit {commit or 'none'}; "
        f"engine: {engine()}; {texts}"
    )


def equal_scores(ours: object, theirs: list, types: list[str]) -> None:
    """Refuse to time two programs that disagree."""
    for name in types:
        rows = np.array([list(row[name]) for row in theirs])
        if not (ours[name] == rows).all():  # type: ignore[index]
            raise SystemExit(f"never time two programs that disagree: {name}")
