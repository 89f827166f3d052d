"""Time a table of strings against ``score_batch`` on the same texts as Python lists.

    python benchmarks/columns.py [data set of JSON lines, gzip'd] [rows] [tokenizer]

Scores are compared before anything is timed. Prints microseconds a row, the
best of nine turns taken by both in alternation.
"""

from __future__ import annotations

import gzip
import itertools
import json
import platform
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import evaluate_rouge
import numpy as np
import pyarrow as pa
from evaluate_rouge import RougeScorer, columns

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
TYPES = list(columns.DEFAULT_TYPES)


def read_rows(path: Path, n_rows: int) -> tuple[list[str], list[str]]:
    """Repeat the rows of a data set until there are ``n_rows``: predictions, references."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    taken = list(itertools.islice(itertools.cycle(rows), n_rows))
    return [row["prediction"] for row in taken], [row["references"][0] for row in taken]


def best_of_turns(calls: dict[str, Callable[[], object]], turns: int = 9) -> dict[str, float]:
    """Let every call have its turn, several times over: seconds of the best turn of each."""
    seconds = dict.fromkeys(calls, float("inf"))
    for _ in range(turns):
        for name, call in calls.items():
            start = time.process_time()
            call()
            seconds[name] = min(seconds[name], time.process_time() - start)
    return seconds


def main() -> None:
    """Compare, then time."""
    default = DATA / "realsumm_multisentence" / "newline_sentences.jsonl.gz"
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else default
    n_rows = int(sys.argv[2]) if len(sys.argv) > 2 else 5_000
    tokenizer = sys.argv[3] if len(sys.argv) > 3 else "default"
    predictions, references = read_rows(path, n_rows)
    scorer = RougeScorer(TYPES, tokenizer=tokenizer)
    add_scores = partial(columns.add_rouge_scores, tokenizer=tokenizer)
    table = pa.table({"prediction": predictions, "target": references})
    views = table.cast(pa.schema([("prediction", pa.string_view()), ("target", pa.string_view())]))

    batch = scorer.score_batch(references, predictions)
    scored = add_scores(table)
    for name in TYPES:
        measures = [values.to_numpy() for values in scored[name].flatten()]
        assert np.array_equal(np.stack(measures, axis=1), batch[name]), "never time a disagreement"

    print(f"{path.name}: {n_rows} rows; {', '.join(TYPES)}; tokenizer {tokenizer}")
    print(
        f"Python {platform.python_version()}, numpy {np.__version__}, pyarrow {pa.__version__}, "
        f"evaluate_rouge {evaluate_rouge.__version__}, {platform.machine()}"
    )
    calls: dict[str, Callable[[], object]] = {
        "score_batch of lists": lambda: scorer.score_batch(references, predictions),
        "score_batch of table.to_pylist": lambda: scorer.score_batch(
            table["target"].to_pylist(), table["prediction"].to_pylist()
        ),
        "columns of string": partial(add_scores, table),
        "columns of string_view": partial(add_scores, views),
    }
    for name, seconds in best_of_turns(calls).items():
        print(f"{name:32} {seconds / n_rows * 1e6:8.2f} us a row")


if __name__ == "__main__":
    main()
