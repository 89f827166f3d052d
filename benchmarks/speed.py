"""How fast it is, against rouge-score-rs (compiled, parallel) and rouge_score.

    python benchmarks/speed.py [part ...]

Prints a table of targets and measured figures; the parts are named in it.
Each figure is the best of at least five turns, taken in alternation with what
it is compared with, after both were seen to give equal scores. Each part runs
in a process of its own, so that caches start cold and peak memory is its own.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import timeit
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

Row = tuple[str, str, str]  # what, target, measured


def pin(n_cores: int) -> None:
    """Give this process so many cores, and both programs so many threads."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, set(cores[:n_cores]))
    os.environ["RAYON_NUM_THREADS"] = str(min(n_cores, len(cores)))


def batches(n_cores: int, target: str) -> Iterator[Row]:
    pin(n_cores)
    from common import SETS, TYPES, best_of_turns, equal_scores, read_pairs
    from evaluate_rouge import RougeScorer
    from rouge_score_rs import rouge_scorer as compiled

    for title, name in SETS.items():
        preds, refs = read_pairs(name, at_least=2_000 if "pubmed" in name else 0)
        ours, theirs = RougeScorer(TYPES), compiled.RougeScorer(TYPES)
        equal_scores(ours.score_batch(refs, preds), theirs.score_batch(refs, preds), TYPES)
        calls: dict[str, Callable[[], object]] = {
            "ours": partial(ours.score_batch, refs, preds),
            "theirs": partial(theirs.score_batch, refs, preds),
        }
        seconds = best_of_turns(calls, turns=7)
        micros = {who: value / len(preds) * 1e6 for who, value in seconds.items()}
        ratio = seconds["theirs"] / seconds["ours"]
        cores = f"{n_cores} core{'s' if n_cores > 1 else ''} each"
        yield (
            f"{title}, {cores}",
            target,
            f"{ratio:.2f}x ({micros['ours']:.1f} and {micros['theirs']:.1f} us a pair)",
        )


def one_core() -> Iterator[Row]:
    yield from batches(1, "1.5x")


def two_cores() -> Iterator[Row]:
    yield from batches(2, "1x")


def python_scorer() -> Iterator[Row]:
    pin(1)
    from common import SETS, TYPES, best_of_turns, read_pairs
    from evaluate_rouge import RougeScorer
    from rouge_score import rouge_scorer

    preds, refs = read_pairs(list(SETS.values())[1])
    google, scorer = rouge_scorer.RougeScorer(TYPES), RougeScorer(TYPES)
    every = slice(None, None, max(len(preds) // 300, 1))
    some = list(zip(refs[every], preds[every], strict=True))
    expected = [google.score(ref, pred) for ref, pred in some]
    assert list(scorer.score_batch(refs[every], preds[every])) == expected
    seconds = best_of_turns(
        {
            "ours": lambda: scorer.score_batch(refs, preds),
            "theirs": lambda: [google.score(ref, pred) for ref, pred in some],
        }
    )
    ours, theirs = seconds["ours"] / len(preds), seconds["theirs"] / len(some)
    yield (
        "4-sentence news against rouge_score",
        "100x",
        f"{theirs / ours:.0f}x ({ours * 1e6:.1f} and {theirs * 1e6:.0f} us a pair)",
    )


def bootstraps() -> Iterator[Row]:
    pin(1)
    import numpy as np
    from common import best_of_turns
    from evaluate_rouge.scores import bootstrap
    from rouge_score import scoring

    for n in (1_000, 10_000):
        scores = np.random.default_rng(0).random((n, 3))
        theirs = scoring.BootstrapAggregator()
        np.random.seed(1)
        expected = theirs._bootstrap_resample(scores)
        np.random.seed(1)
        assert (bootstrap(scores, 0.95, 1000) == expected).all()
        seconds = best_of_turns(
            {
                "theirs": lambda theirs=theirs, scores=scores: theirs._bootstrap_resample(scores),
                "three": lambda scores=scores: bootstrap(scores, 0.95, 1000),
                "one": lambda scores=scores: bootstrap(scores[:, 2:], 0.95, 1000),
            }
        )
        three, one = (seconds["theirs"] / seconds[which] for which in ("three", "one"))
        millis = ", ".join(f"{seconds[who] * 1e3:.1f}" for who in ("three", "one", "theirs"))
        yield (
            f"bootstrap of {n:,} examples, three measures / F alone, against rouge_score's",
            "3x / 4x",
            f"{three:.1f}x / {one:.1f}x ({millis} ms)",
        )


def end_to_end() -> Iterator[Row]:
    import tempfile

    os.environ["HF_HOME"] = tempfile.mkdtemp()
    os.environ["HF_EVALUATE_OFFLINE"] = "1"
    pin(len(os.sched_getaffinity(0)))
    import datasets
    import evaluate
    from common import ROOT, SETS, TYPES, best_of_turns, read_pairs
    from rouge_score_rs import rouge_scorer, scoring

    class Compiled(evaluate.Metric):
        """The official metric with rouge-score-rs for its scorer, and that package's aggregator."""

        def _info(self) -> evaluate.MetricInfo:
            text = datasets.Value("string")
            features = datasets.Features({"predictions": text, "references": text})
            return evaluate.MetricInfo(
                description="", citation="", inputs_description="", features=features
            )

        def _compute(self, predictions: list[str], references: list[str]) -> dict[str, float]:
            scorer = rouge_scorer.RougeScorer(TYPES)
            aggregator = scoring.BootstrapAggregator()
            for scores in scorer.score_batch(references, predictions):
                aggregator.add_scores(scores)
            aggregated = aggregator.aggregate()
            return {name: aggregated[name].mid.fmeasure for name in aggregated}

    preds, refs = read_pairs(list(SETS.values())[1], at_least=10_000)
    preds, refs = preds[:10_000], refs[:10_000]
    ours = evaluate.load(str(ROOT / "rouge.py"), seed=42, keep_in_memory=True)
    theirs = Compiled(seed=42, keep_in_memory=True)
    assert ours.compute(predictions=preds, references=refs) == theirs.compute(
        predictions=preds, references=refs
    )
    seconds = best_of_turns(
        {
            "ours": lambda: ours.compute(predictions=preds, references=refs),
            "theirs": lambda: theirs.compute(predictions=preds, references=refs),
        }
    )
    yield (
        "compute() of 10,000 pairs, against the same metric with rouge-score-rs inside",
        "3x",
        f"{seconds['theirs'] / seconds['ours']:.1f}x "
        f"({seconds['ours'] * 1e3:.0f} and {seconds['theirs'] * 1e3:.0f} ms)",
    )


STEMMER = """
import sys, time
sys.path.insert(0, {folder!r})
from common import SETS, TYPES, read_pairs
from {module} import {scorer}
preds, refs = read_pairs(list(SETS.values())[1], at_least=10_000)
preds, refs = preds[:10_000], refs[:10_000]
scorer = {scorer}(TYPES, use_stemmer=True)
start = time.perf_counter()
scorer.score_batch(refs, preds)
print(time.perf_counter() - start)
"""


def stemmer() -> Iterator[Row]:
    pin(1)
    folder = str(Path(__file__).resolve().parent)
    scripts = {
        "ours": STEMMER.format(folder=folder, module="evaluate_rouge", scorer="RougeScorer"),
        "theirs": STEMMER.format(
            folder=folder, module="rouge_score_rs.rouge_scorer", scorer="RougeScorer"
        ),
    }
    seconds = dict.fromkeys(scripts, float("inf"))
    for _ in range(5):
        for who, script in scripts.items():
            out = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
            seconds[who] = min(seconds[who], float(out.stdout))
    yield (
        "use_stemmer=True, first call, 10,000 pairs, one core each",
        "1x",
        f"{seconds['theirs'] / seconds['ours']:.2f}x "
        f"({seconds['ours'] * 1e3:.0f} and {seconds['theirs'] * 1e3:.0f} ms)",
    )


def one_pair() -> Iterator[Row]:
    pin(1)
    from common import TYPES
    from evaluate_rouge import RougeScorer

    scorer = RougeScorer(TYPES)
    words = [f"word{position * 7 % 23}" for position in range(60)]
    target = " ".join(words)
    prediction = " ".join([*words[10:50], "new", "words", "here", *words[:17]])
    for title, texts in (
        ("one line", (target, prediction)),
        ("five lines", tuple(text.replace("word7 ", "word7\n") for text in (target, prediction))),
    ):
        best = min(timeit.repeat(partial(scorer.score, *texts), number=200, repeat=7)) / 200
        yield f"score() of one pair of 60 tokens a side, {title}", "150 us", f"{best * 1e6:.0f} us"


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def long_pair(n_tokens: int) -> tuple[float, float]:
    pin(1)
    import random

    from evaluate_rouge import RougeScorer

    rng = random.Random(0)
    texts = [" ".join(f"w{rng.randrange(3_000)}" for _ in range(n_tokens)) for _ in range(2)]
    scorer = RougeScorer(["rougeL", "rougeLsum"])
    before = peak_mb()
    seconds = min(
        timeit.repeat(lambda: scorer.score_batch(texts[:1], texts[1:]), number=1, repeat=3)
    )
    single = min(timeit.repeat(lambda: scorer.score(*texts), number=1, repeat=3))
    return max(seconds, single), peak_mb() - before


def long_lines() -> Iterator[Row]:
    seconds, megabytes = long_pair(20_000)
    yield (
        "one pair of 20,000-token lines, rougeL + rougeLsum, score() or score_batch()",
        "1 s, 300 MB",
        f"{seconds:.2f} s, {megabytes:.0f} MB",
    )


def longer_lines() -> Iterator[Row]:
    seconds, megabytes = long_pair(100_000)
    yield (
        "one pair of 100,000-token lines, the same",
        "it finishes, under 1,500 MB",
        f"{seconds:.1f} s, {megabytes:.0f} MB",
    )


def million() -> Iterator[Row]:
    from common import SETS, TYPES, read_pairs
    from evaluate_rouge import RougeScorer

    preds, refs = read_pairs(next(iter(SETS.values())), at_least=1_000_000)
    preds, refs = preds[:1_000_000], refs[:1_000_000]
    before = peak_mb()
    scores = RougeScorer(TYPES).score_batch(refs, preds)
    results = sum(scores[name].nbytes for name in TYPES) / 2**20
    yield (
        "a million one-sentence pairs: peak memory over inputs and results",
        "300 MB",
        f"{peak_mb() - before - results:.0f} MB",
    )


IMPORT = """
import time
start = time.perf_counter()
import evaluate_rouge
seconds = time.perf_counter() - start
import sys
heavy = [name for name in ("nltk", "absl", "pyarrow", "datasets") if name in sys.modules]
assert not heavy, heavy
print(seconds)
"""


def imports() -> Iterator[Row]:
    runs = [
        subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, check=True).stdout
        for _ in range(7)
    ]
    best = min(map(float, runs))
    yield (
        "import evaluate_rouge (no nltk, absl, pyarrow, datasets)",
        "150 ms",
        f"{best * 1e3:.0f} ms",
    )


PARTS: dict[str, Callable[[], Iterator[Row]]] = {
    part.__name__: part
    for part in (
        *(one_core, two_cores, python_scorer, bootstraps, end_to_end, stemmer),
        *(one_pair, long_lines, longer_lines, million, imports),
    )
}


def main() -> None:
    """Run the parts, each in its own process, and print the table."""
    if len(sys.argv) == 3 and sys.argv[1] == "--part":
        for row in PARTS[sys.argv[2]]():
            print("| " + " | ".join(row) + " |", flush=True)
        return
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from common import about

    print(f"{about()}\n\n| what | at least, at most | measured |\n|---|---|---|", flush=True)
    for name in sys.argv[1:] or PARTS:
        subprocess.run([sys.executable, __file__, "--part", name], check=True)


if __name__ == "__main__":
    main()
