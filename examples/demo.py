"""Score the example texts with the metric and print a table: ``make demo``."""

from __future__ import annotations

import json
import time
from pathlib import Path

import evaluate

HERE = Path(__file__).resolve().parent
MEASURES = {"precision": "precision", "recall": "recall", "fmeasure": "F"}


def main() -> None:
    """Load the metric as a user does, score every example, and show what came out."""
    lines = (HERE / "texts.jsonl").read_text(encoding="utf-8").splitlines()
    examples = [json.loads(line) for line in lines]
    n_several = sum(len(example["references"]) > 1 for example in examples)
    rouge = evaluate.load(str(HERE.parent / "rouge.py"), seed=42)

    start = time.perf_counter()
    scores = rouge.compute(
        predictions=[example["prediction"] for example in examples],
        references=[example["references"] for example in examples],
        measures=list(MEASURES),
        confidence_interval=0.95,
        signature=True,
    )
    milliseconds = (time.perf_counter() - start) * 1000

    print(f"{len(examples)} summaries, {n_several} of them with several references\n")
    print(f"{'':11}" + "".join(f"{name:<24}" for name in MEASURES.values()).rstrip())
    for rouge_type in ("rouge1", "rouge2", "rougeL", "rougeLsum"):
        cells = [_cell(scores, f"{rouge_type}_{measure}") for measure in MEASURES]
        print(f"{rouge_type:<11}" + "  ".join(cells))
    print("\nmedian of 1,000 bootstrap means, with its 95% interval")
    print(f"signature: {scores['signature']}")
    print(f"time: {milliseconds:.0f} ms, from texts to table")


def _cell(scores: dict, key: str) -> str:
    return f"{scores[key]:.4f} [{scores[f'{key}_low']:.4f}, {scores[f'{key}_high']:.4f}]"


if __name__ == "__main__":
    main()
