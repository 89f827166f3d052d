"""What the benchmarks share: texts, turns taken in alternation, a line about the machine."""

from __future__ import annotations

import gzip
import json
import platform
import subprocess
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared" / "data"
TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
SETS = {
    "one-sentence news (xsum, 43 tokens)": "xsum_edinburgh/ptgen",
    "4-sentence news (realsumm, 115 tokens)": "realsumm_multisentence/newline_sentences",
    "abstracts (pubmed, 387 tokens)": "pubmed_longeval/beam_3",
    "story against story (squality, 10,936 tokens)": "squality_long/html_story_vs_text_story",
}


def read_pairs(name: str, at_least: int = 0) -> tuple[list[str], list[str]]:
    """Read predictions and first references, repeated until there are enough.

    Without the data sets beside the project, the project's own examples stand in.
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


def best_of_turns(calls: dict[str, Callable[[], object]], turns: int = 5) -> dict[str, float]:
    """Let every call have its turn, several times over: seconds of the best turn of each."""
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(turns):
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            best[name] = min(best[name], time.perf_counter() - start)
    return best


def about() -> str:
    """Name machine, commit and versions, for the head of a table of results."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()
    model = platform.processor() or platform.machine()
    if (info := Path("/proc/cpuinfo")).exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0].split(":")[1].strip() if names else model
    packages = ("numpy", "rouge-score", "rouge-score-rs", "evaluate")
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in packages)
    return f"{model}, Python {platform.python_version()}, {versions}; commit {commit or 'none'}"


def equal_scores(ours: object, theirs: list, types: list[str]) -> None:
    """Refuse to time two programs that disagree."""
    for name in types:
        rows = np.array([list(row[name]) for row in theirs])
        if not (ours[name] == rows).all():  # type: ignore[index]
            raise SystemExit(f"never time two programs that disagree: {name}")
