"""How fast it is, against compiled packages (rouge-score-rs, rouge-rust) and rouge_score.

    python benchmarks/speed.py [part ...]

Prints a table of targets and measured figures. Each figure is the best of at
least five turns, taken in alternation with what it is compared with, after all
were seen to give equal scores; CPU time, unless it says wall time. Both engines
are measured where the compiled one runs. Each part runs in a process of its own,
so that caches start cold and peak memory is its own.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
import timeit
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

Row = tuple[str, str, str]  # what, target, measured


# The types of a cell, and what the compiled engine is held to on each set of common.SETS.
GRID = {
    "rouge1": (["rouge1"], (1.2, 1.2, 1.2, 1.2)),
    "rouge1+2+L": (["rouge1", "rouge2", "rougeL"], (1.3, 1.3, 1.3, 1.3)),
    "all four": (["rouge1", "rouge2", "rougeL", "rougeLsum"], (2.0, 2.0, 3.0, 3.0)),
}


def pin(n_cores: int) -> None:
    """Give this process so many cores, and both programs so many threads."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, set(cores[:n_cores]))
    os.environ["RAYON_NUM_THREADS"] = str(min(n_cores, len(cores)))


def with_engine(name: str, call: Callable[[], object]) -> Callable[[], object]:
    """Make a call that counts with one of our engines."""

    def forced() -> object:
        os.environ["EVALUATE_ROUGE_ENGINE"] = name
        try:
            return call()
        finally:
            del os.environ["EVALUATE_ROUGE_ENGINE"]

    return forced


def engines() -> list[str]:
    """Name the engines that run here, the fastest first."""
    from evaluate_rouge.text import why_not_compiled

    return ["numpy"] if why_not_compiled() else ["compiled", "numpy"]


def against_peers(
    what: str, target: str, calls: dict[str, Callable[[], object]], n_pairs: int
) -> Row:
    """Time our engines against peers, CPU time of the best of five: one row of the table."""
    from common import best_of_turns

    seconds = best_of_turns(calls, clock=time.process_time)
    micros = {who: value / n_pairs * 1e6 for who, value in seconds.items()}
    peers = {who: value for who, value in micros.items() if who not in ("compiled", "numpy")}
    fastest = min(peers, key=lambda who: peers[who])
    ratios = [f"{peers[fastest] / micros[name]:.2f}x {name}" for name in engines()]
    shown = ", ".join(f"{who} {value:.1f}" for who, value in micros.items())
    return what, target, f"{', '.join(ratios)} ({shown} us a pair)"


def grid() -> Iterator[Row]:
    """Types, sets and both engines, one core, against the faster of two compiled packages."""
    pin(1)
    from common import SETS, equal_scores, read_pairs
    from evaluate_rouge import RougeScorer
    from fast_rouge import score_batch_flat
    from rouge_score_rs import rouge_scorer as compiled

    for position, (title, name) in enumerate(SETS.items()):
        preds, refs = read_pairs(name, at_least=2_000 if "pubmed" in name else 0)
        for types_shown, (types, targets) in GRID.items():
            ours, theirs = RougeScorer(types), compiled.RougeScorer(types)
            calls: dict[str, Callable[[], object]] = {
                name: with_engine(name, partial(ours.score_batch, refs, preds))
                for name in engines()
            }
            calls["rouge-score-rs"] = partial(theirs.score_batch, refs, preds)
            expected = theirs.score_batch(refs, preds)
            for name in engines():
                equal_scores(calls[name](), expected, types)
            if "rougeLsum" not in types:
                # It counts three types always, and this is the quickest way it has.
                calls["rouge-rust"] = partial(score_batch_flat, refs, preds)
                equal_flat(ours.score_batch(refs, preds), score_batch_flat(refs, preds), types)
            target = f"{targets[position]}x"
            yield against_peers(f"{title}, {types_shown}", target, calls, len(preds))


def equal_flat(ours: Any, theirs: Any, types: list[str]) -> None:
    """Refuse to time two programs that disagree: as `equal_scores`, for rouge-rust's columns."""
    for name in types:
        for position, measure in enumerate(("precision", "recall", "fmeasure")):
            if ours[name][:, position].tolist() != getattr(theirs, f"{name}_{measure}"):
                raise SystemExit(f"never time two programs that disagree: {name}, rouge-rust")


def few_pairs() -> Iterator[Row]:
    """One pair, and batches of a few, of four sentences and four types, one core."""
    pin(1)
    from common import SETS, TYPES, equal_scores, read_pairs
    from evaluate_rouge import RougeScorer
    from rouge_score_rs import rouge_scorer as compiled

    preds, refs = read_pairs(list(SETS.values())[1], at_least=500)
    ours, theirs = RougeScorer(TYPES), compiled.RougeScorer(TYPES)
    for n_pairs in (0, 1, 8, 64, 500):  # 0 is `score`, whose pairs are told one by one
        some = list(zip(refs[: n_pairs or 64], preds[: n_pairs or 64], strict=True))
        batch = [list(texts) for texts in zip(*some, strict=True)]
        repeats = range(max(2_000 // len(some), 1))

        def calls_of(
            scorer: Any, n_pairs: int = n_pairs, some: Any = some, batch: Any = batch
        ) -> Callable[[], object]:
            if n_pairs:
                return lambda: scorer.score_batch(*batch)
            return lambda: [scorer.score(*pair) for pair in some]

        def repeated(call: Callable[[], object], repeats: range = repeats) -> Callable[[], object]:
            return lambda: [call() for _ in repeats]

        expected: Any = theirs.score_batch(*batch)
        for name in engines():
            found: Any = with_engine(name, calls_of(ours))()
            if n_pairs:
                equal_scores(found, expected, TYPES)
                continue
            for one, other in zip(found, expected, strict=True):
                assert all(tuple(one[kind]) == tuple(other[kind]) for kind in TYPES)
        timed = {name: with_engine(name, repeated(calls_of(ours))) for name in engines()}
        timed["rouge-score-rs"] = repeated(calls_of(theirs))
        what = f"score_batch of {n_pairs}" if n_pairs else "score() of one pair"
        n_timed = len(some) * len(repeats)
        yield against_peers(f"{what}, four sentences, all four types", "1.5x", timed, n_timed)


def two_cores() -> Iterator[Row]:
    """Two threads against one, wall time; and against rouge-score-rs with two."""
    pin(2)
    from common import SETS, TYPES, best_of_turns, equal_scores, read_pairs
    from evaluate_rouge import RougeScorer
    from rouge_score_rs import rouge_scorer as compiled

    preds, refs = read_pairs(SETS["abstracts (pubmed, 387 tokens)"], at_least=2_000)
    preds, refs = preds[:2_000], refs[:2_000]
    ours, theirs = RougeScorer(TYPES), compiled.RougeScorer(TYPES)

    def on(n_threads: int, name: str) -> Callable[[], object]:
        def call() -> object:
            os.environ["EVALUATE_ROUGE_NUM_THREADS"] = str(n_threads)
            return ours.score_batch(refs, preds)

        return with_engine(name, call)

    for name in engines():
        equal_scores(on(2, name)(), theirs.score_batch(refs, preds), TYPES)
        seconds = best_of_turns(
            {
                "one": on(1, name),
                "two": on(2, name),
                "theirs": lambda: theirs.score_batch(refs, preds),
            },
            turns=9,
        )
        one, two, peer = (seconds[who] for who in ("one", "two", "theirs"))
        yield (
            f"two cores against our own one, 2,000 abstracts, {name}, wall time",
            "1.8x" if name == "compiled" else "",
            f"{one / two:.2f}x ({one * 1e3:.0f} and {two * 1e3:.0f} ms); "
            f"{peer / two:.2f}x rouge-score-rs with two",
        )


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
        },
        clock=time.process_time,
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
        calls: dict[str, Callable[[], object]] = {
            "theirs": partial(theirs._bootstrap_resample, scores)
        }
        for name in engines():
            for shown, columns in (("three", scores), ("F", scores[:, 2:])):
                call = with_engine(name, partial(bootstrap, columns, 0.95, 1000))
                np.random.seed(1)
                assert (call() == expected[:, -columns.shape[1] :]).all()
                calls[f"{name} {shown}"] = call
        seconds = best_of_turns(calls, clock=time.process_time)
        for name in engines():
            three, one = (seconds["theirs"] / seconds[f"{name} {k}"] for k in ("three", "F"))
            millis = [seconds[who] * 1e3 for who in (f"{name} three", f"{name} F", "theirs")]
            yield (
                f"bootstrap of {n:,} rows, three measures / F alone, {name}, against rouge_score's",
                "12x for F" if n == 10_000 and name == "compiled" else "",
                f"{three:.1f}x / {one:.1f}x ({', '.join(f'{ms:.1f}' for ms in millis)} ms)",
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
    calls: dict[str, Callable[[], Any]] = {
        name: with_engine(name, lambda: ours.compute(predictions=preds, references=refs))
        for name in engines()
    }
    calls["theirs"] = lambda: theirs.compute(predictions=preds, references=refs)
    expected = calls["theirs"]()
    for name in engines():
        assert calls[name]() == expected
    seconds = best_of_turns(calls)
    for name in engines():
        yield (
            f"compute() of 10,000 pairs, {name}, against the metric with rouge-score-rs inside",
            "6x" if name == "compiled" else "",
            f"{seconds['theirs'] / seconds[name]:.1f}x "
            f"({seconds[name] * 1e3:.0f} and {seconds['theirs'] * 1e3:.0f} ms, wall time)",
        )


STEMMER = """
import sys, time
sys.path.insert(0, {folder!r})
from common import SETS, TYPES, read_pairs
from {module} import {scorer}
preds, refs = read_pairs(list(SETS.values())[1], at_least=10_000)
preds, refs = preds[:10_000], refs[:10_000]
scorer = {scorer}(TYPES, use_stemmer=True)
start = time.process_time()
scorer.score_batch(refs, preds)
print(time.process_time() - start)
"""


def stemmer() -> Iterator[Row]:
    pin(1)
    folder = str(Path(__file__).resolve().parent)
    script = STEMMER.format(folder=folder, module="evaluate_rouge", scorer="RougeScorer")
    scripts = dict.fromkeys(engines(), script)
    scripts["theirs"] = STEMMER.format(
        folder=folder, module="rouge_score_rs.rouge_scorer", scorer="RougeScorer"
    )
    seconds = dict.fromkeys(scripts, float("inf"))
    for _ in range(5):
        for who, script in scripts.items():
            environment = {**os.environ, "EVALUATE_ROUGE_ENGINE": who.replace("theirs", "numpy")}
            out = subprocess.run(
                [sys.executable, "-c", script], capture_output=True, check=True, env=environment
            )
            seconds[who] = min(seconds[who], float(out.stdout))
    for name in engines():
        yield (
            f"use_stemmer=True, first call, 10,000 pairs, one core, {name}",
            "1.5x" if name == "compiled" else "",
            f"{seconds['theirs'] / seconds[name]:.2f}x "
            f"({seconds[name] * 1e3:.0f} and {seconds['theirs'] * 1e3:.0f} ms)",
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
from evaluate_rouge import RougeScorer
seconds = time.perf_counter() - start
import sys
heavy = [name for name in ("nltk", "absl", "pyarrow", "datasets") if name in sys.modules]
assert not heavy, heavy
print(seconds)
"""


def imports() -> Iterator[Row]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    runs = [
        subprocess.run(
            [sys.executable, "-c", IMPORT], capture_output=True, check=True, env=kept
        ).stdout
        for _ in range(8)  # the first may compile
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
        *(grid, few_pairs, two_cores, python_scorer, bootstraps, end_to_end, stemmer),
        *(one_pair, long_lines, longer_lines, million, imports),
    )
}


def main() -> None:
    """Run the parts, each in its own process, and print the table."""
    if len(sys.argv) == 3 and sys.argv[1] == "--part":
        warnings.simplefilter("ignore")  # advice about the texts of the sets
        for row in PARTS[sys.argv[2]]():
            print("| " + " | ".join(row) + " |", flush=True)
        return
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from common import about

    print(f"{about()}\n\n| what | at least, or at most | measured |\n|---|---|---|", flush=True)
    for name in sys.argv[1:] or PARTS:
        subprocess.run([sys.executable, __file__, "--part", name], check=True)


if __name__ == "__main__":
    main()
