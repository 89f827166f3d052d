"""What a reward costs: one step of GRPO, all completions of a batch against their references."""

from __future__ import annotations

import json
import statistics
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "examples" / "harnesses"))

from evaluate_rouge import RougeScorer, engine  # noqa: E402
from grpo_reward import rouge_reward  # noqa: E402

STEPS = 200


def main() -> None:
    """Time a step for several sizes of it, with one reference and with all."""
    lines = (HERE.parent / "examples" / "texts.jsonl").read_text(encoding="utf-8").splitlines()
    examples = [json.loads(line) for line in lines]
    print(f"engine: {engine()}")
    print("completions  type       references  ms a step: best  median  us a completion at best")
    for rouge_type in ("rougeL", "rougeLsum"):
        reward = rouge_reward(RougeScorer(rouge_type), rouge_type)
        for n_completions in (8, 64, 512):
            for what in ("one", "all"):
                rows = [examples[k % len(examples)] for k in range(n_completions)]
                texts = [row["prediction"] for row in rows]
                references = [
                    row["references"][0] if what == "one" else row["references"] for row in rows
                ]
                times = []
                for _ in range(STEPS):
                    start = time.perf_counter()
                    reward(completions=texts, reference=references)
                    times.append(time.perf_counter() - start)
                best, median = min(times), statistics.median(times)
                print(
                    f"{n_completions:11}  {rouge_type:9}  {what:10}  {best * 1e3:15.2f}  "
                    f"{median * 1e3:6.2f}  {best / n_completions * 1e6:23.1f}"
                )


if __name__ == "__main__":
    main()
