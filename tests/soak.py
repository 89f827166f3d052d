"""A long run against rouge_score with faults thrown in: not a test, but a program to leave alone.

Random sizes, options and nasty texts go through the metric, RougeScorer, the
aggregator and columns; every answer is compared with rouge_score's. In between,
rows are wrong, tokenizers raise, files may not grow, and an alarm goes off in
the middle of a call; threads, forks, a spawned process and an event loop use
the same scorers and the same metric at once, and children are killed. Each call
is counted by either engine. Counts are printed every minute; at the end wrong
answers, crashes, memory that grew, files left open and locks left held make
it fail. Where a call takes a minute, the stacks of all threads are printed, and
the run ends.

    python tests/soak.py --minutes 20
    python tests/soak.py --minutes 3 --only alarm    what comes out of interrupted calls
"""

from __future__ import annotations

import argparse
import asyncio
import faulthandler
import gc
import json
import linecache
import multiprocessing
import os
import pickle
import random
import resource
import select
import signal
import sys
import tempfile
import threading
import time
import traceback
import warnings
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

HOME = tempfile.TemporaryDirectory(prefix="evaluate_rouge_soak_")
os.environ["HF_HOME"] = HOME.name
os.environ["HF_UPDATE_DOWNLOAD_COUNTS"] = "0"
os.environ["HF_EVALUATE_OFFLINE"] = "1"
os.environ["EVALUATE_ROUGE_ADVICE"] = "off"  # texts are odd on purpose

import evaluate  # noqa: E402
import evaluate_rouge  # noqa: E402
import numpy as np  # noqa: E402
from evaluate_rouge import columns, text  # noqa: E402
from loading import copy_metric  # noqa: E402
from rouge_score import rouge_scorer, scoring  # noqa: E402

TYPES = ["rouge1", "rouge2", "rouge3", "rougeL", "rougeLsum"]
SILENT = 60  # seconds that a call may take; the longest that was seen took one
N_RESAMPLES = 40  # rouge_score takes half a second for each 1,000
WORDS = ["the", "cat", "sat", "on", "a", "mat", "it", "running", "runners", "agreed", "dying"]
NASTY = [
    "\u0130",
    "\u212a",
    "\u00e9",
    "\u4e2d\u6587",
    "\r",
    "\x00",
    "\u2028",
    "\U0001f600",
    "A",
    "I'm",
]
NASTY += [
    "x" * 7,
    "x" * 8,
    "x" * 70,
    "x" * 71,
    "$5.00",
    "__",
    "\u00df",
    "\ufb01",
    "\u0301",
    "e\u0301",
]


class AlarmError(Exception):
    """Raised in the middle of whatever runs when the alarm goes off."""


class Words:
    """A custom tokenizer: case kept."""

    def tokenize(self, text: str) -> list[str]:
        return text.split()


class Failing:
    """A custom tokenizer that fails at one of its calls."""

    def __init__(self, n_good: int) -> None:
        self.n_left = n_good

    def tokenize(self, text: str) -> list[str]:
        self.n_left -= 1
        if self.n_left < 0:
            raise ArithmeticError("the tokenizer failed")
        return text.split()


def follow_parent() -> None:
    """Print this process's stacks when asked for, and end with the one that started it."""
    faulthandler.register(signal.SIGUSR1)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def scored(scorer: evaluate_rouge.RougeScorer, refs: list[str], preds: list[str]) -> list:
    """Score a batch, pair by pair in the result: what processes of every kind are asked for."""
    return [
        {name: tuple(score) for name, score in row.items()}
        for row in scorer.score_batch(refs, preds)
    ]


class Soak:
    """What is used again and again, and what has been counted."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.swallowed: list[str] = []  # where an alarm of this call went that nobody could raise
        self.cache = Path(HOME.name) / "cache"
        self.path = str(copy_metric(Path(HOME.name) / "metric"))
        self.rouge = self.loaded()
        # Rows that are added go through locks of libraries, written in Python, which an alarm may
        # leave taken; in memory there are none.
        self.interrupted = self.loaded(keep_in_memory=True)
        self.scorers = [
            (ours(types, **options), rouge_scorer.RougeScorer(types, **options))
            for types in (TYPES, ["rougeLsum"], ["rouge2", "rougeL"])
            for options in ({}, {"use_stemmer": True}, {"tokenizer": Words()})
            for ours in (evaluate_rouge.RougeScorer,)
        ]
        self.engines = [
            name for name in text.ENGINES if name == "numpy" or not text.why_not_compiled()
        ]
        spawn = multiprocessing.get_context("spawn")
        self.spawned = ProcessPoolExecutor(1, spawn, initializer=follow_parent)
        self.spawned.submit(scored, self.scorers[0][0], ["a"], ["a"]).result()

    def loaded(self, **options: bool) -> evaluate.Metric:
        return evaluate.load(self.path, seed=42, cache_dir=str(self.cache), **options)

    # --- texts ---

    def text(self) -> str:
        chance = self.chance
        n_words = chance.choice((0, 1, 3, 10, 10, 20, 30, 60, chance.randrange(150)))
        words = WORDS if chance.random() < 0.6 else WORDS[:4] + NASTY
        separators = [" "] * 12 + ["\n", ". ", "", "\n\n"]
        return "".join(chance.choice(words) + chance.choice(separators) for _ in range(n_words))

    def rows(self) -> tuple[list[str], list]:
        n_rows = self.chance.choice((1, 1, 2, 5, 10, self.chance.randrange(1, 40)))
        preds = [self.text() for _ in range(n_rows)]
        if self.chance.random() < 0.3:
            refs = [[self.text() for _ in range(self.chance.randint(1, 3))] for _ in preds]
        else:
            refs = [self.text() for _ in preds]
        self.counts["rows"] += n_rows
        return preds, refs

    def check(self, found: object, expected: object, given: object) -> None:
        self.counts["answers compared"] += 1
        if found != expected:
            self.counts["WRONG ANSWERS"] += 1
            print(f"WRONG: given {given!r}\nfound {found!r}\nexpected {expected!r}", flush=True)

    # --- doors ---

    def score(self) -> None:
        ours, google = self.chance.choice(self.scorers)
        preds, refs = self.rows()
        for pred, ref in zip(preds[:5], refs[:5], strict=True):
            if isinstance(ref, list):
                self.check(ours.score_multi(ref, pred), google.score_multi(ref, pred), (ref, pred))
            else:
                self.check(ours.score(ref, pred), google.score(ref, pred), (ref, pred))

    def score_batch(self) -> None:
        ours, google = self.chance.choice(self.scorers)
        preds, refs = self.rows()
        of_row = google.score_multi if isinstance(refs[0], list) else google.score
        expected = [of_row(ref, pred) for ref, pred in zip(refs, preds, strict=True)]
        self.check([*ours.score_batch(refs, preds)], expected, (refs, preds))

    def threads(self) -> None:
        ours, google = self.chance.choice(self.scorers)
        preds, refs = [self.text() for _ in range(6)], [self.text() for _ in range(6)]
        expected = [google.score(ref, pred) for ref, pred in zip(refs, preds, strict=True)]
        with ThreadPoolExecutor(max_workers=4) as pool:
            batches = pool.map(lambda _: [*ours.score_batch(refs, preds)], range(8))
            for found in batches:
                self.check(found, expected, (refs, preds))

    def at_once(self) -> None:
        """Threads, an event loop, a spawned process, forks, a killed one: on the same objects."""
        ours, google = self.chance.choice(self.scorers)
        preds, refs = [self.text() for _ in range(6)], [self.text() for _ in range(6)]
        rows = [google.score(ref, pred) for ref, pred in zip(refs, preds, strict=True)]
        expected = [{name: tuple(score) for name, score in row.items()} for row in rows]
        theirs = rouge_scorer.RougeScorer(["rouge1"])
        by_metric = {
            "rouge1": [
                theirs.score(ref, pred)["rouge1"].fmeasure
                for ref, pred in zip(refs, preds, strict=True)
            ]
        }
        options = {"rouge_types": ["rouge1"], "use_aggregator": False}

        async def in_loop() -> list[list]:
            calls = [asyncio.to_thread(scored, ours, refs, preds) for _ in range(3)]
            return await asyncio.gather(*calls)

        with ThreadPoolExecutor(max_workers=4) as pool:
            batches = [pool.submit(scored, ours, refs, preds) for _ in range(4)]
            metrics = [
                pool.submit(self.rouge.compute, predictions=preds, references=refs, **options)
                for _ in range(2)
            ]
            spawned = self.spawned.submit(scored, ours, refs, preds)
            self.killed(ours, refs, preds)
            found = [self.forked(ours, refs, preds), *asyncio.run(in_loop())]
            found += [batch.result() for batch in batches]
        try:
            found.append(spawned.result(SILENT / 2))
        except TimeoutError:
            for child in multiprocessing.active_children():
                os.kill(child.pid or 0, signal.SIGUSR1)
            raise
        for answer in found:
            self.check(answer, expected, (refs, preds))
        for metric in metrics:
            self.check(metric.result(), by_metric, (refs, preds))

    def forked(self, ours: evaluate_rouge.RougeScorer, refs: list[str], preds: list[str]) -> list:
        """Score in a fork of this process, whose threads are in the middle of anything."""
        self.counts["forks"] += 1
        read, write = os.pipe()
        child = os.fork()
        if not child:
            try:
                os.write(write, pickle.dumps(scored(ours, refs, preds)))
            finally:
                os._exit(0)
        os.close(write)
        octets = b""
        while select.select([read], [], [], SILENT / 2)[0] and (piece := os.read(read, 1 << 16)):
            octets += piece
        os.close(read)
        if not octets:
            os.kill(child, signal.SIGUSR1)
            time.sleep(1)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if not octets:
            raise ChildProcessError("a fork gave no answer within half a minute")
        return pickle.loads(octets)

    def killed(self, ours: evaluate_rouge.RougeScorer, refs: list[str], preds: list[str]) -> None:
        """Kill a fork in the middle of its work."""
        self.counts["faults: killed"] += 1
        parent = os.getpid()
        child = os.fork()
        while not child:
            scored(ours, refs, preds)
            if os.getppid() != parent:
                os._exit(1)
        time.sleep(self.chance.random() * 0.03)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)

    def aggregate(self) -> None:
        _, google = self.chance.choice(self.scorers)
        preds, refs = [self.text() for _ in range(12)], [self.text() for _ in range(12)]
        theirs = scoring.BootstrapAggregator(n_samples=N_RESAMPLES)
        ours = evaluate_rouge.BootstrapAggregator(n_samples=N_RESAMPLES)
        for ref, pred in zip(refs, preds, strict=True):
            scores = google.score(ref, pred)
            theirs.add_scores(scores)
            ours.add_scores(scores)
        np.random.seed(self.counts["rows"])
        expected = theirs.aggregate()
        np.random.seed(self.counts["rows"])
        self.check(ours.aggregate(), expected, (refs, preds))

    def metric(self) -> None:
        preds, refs = self.rows()
        types = self.chance.sample(TYPES, k=self.chance.randint(1, 4))
        use_stemmer = self.chance.random() < 0.3
        google = rouge_scorer.RougeScorer(types, use_stemmer=use_stemmer)
        of_row = google.score_multi if isinstance(refs[0], list) else google.score
        rows = [of_row(ref, pred) for ref, pred in zip(refs, preds, strict=True)]
        options = {"rouge_types": types, "use_stemmer": use_stemmer}
        if self.chance.random() < 0.5:
            expected = {name: [row[name].fmeasure for row in rows] for name in types}
            options["use_aggregator"] = False
        else:
            options["n_resamples"] = N_RESAMPLES
            aggregator = scoring.BootstrapAggregator(n_samples=N_RESAMPLES)
            for row in rows:
                aggregator.add_scores(row)
            state = np.random.get_state()
            np.random.seed(42)
            expected = {name: x.mid.fmeasure for name, x in aggregator.aggregate().items()}
            np.random.set_state(state)
        if self.chance.random() < 0.5:
            found = self.rouge.compute(predictions=preds, references=refs, **options)
        else:
            middle = len(preds) // 2
            self.rouge.add_batch(predictions=preds[:middle], references=refs[:middle])
            for pred, ref in zip(preds[middle:], refs[middle:], strict=True):
                self.rouge.add(prediction=pred, reference=ref)
            found = self.rouge.compute(**options)
        self.check(found, expected, (refs, preds, options))

    def arrow(self) -> None:
        use_stemmer = self.chance.random() < 0.3
        rouge_type = self.chance.choice(TYPES)
        google = rouge_scorer.RougeScorer([rouge_type], use_stemmer=use_stemmer)
        preds = [self.text() if self.chance.random() < 0.9 else None for _ in range(20)]
        refs = [self.text() if self.chance.random() < 0.9 else None for _ in range(20)]
        found = columns.rouge_score(preds, refs, rouge_type, use_stemmer).to_pylist()
        expected = [
            None if None in (ref, pred) else google.score(ref, pred)[rouge_type]._asdict()
            for ref, pred in zip(refs, preds, strict=True)
        ]
        self.check(found, expected, (refs, preds))

    # --- faults ---

    def refused(self) -> None:
        """Rows and options that are wrong: a TypeError or ValueError, and nothing kept."""
        preds, refs = self.rows()
        wrong = self.chance.choice((None, 3, float("nan"), b"bytes", {"a": 1}, ["s"], object()))
        spoilt = list(preds)
        spoilt[self.chance.randrange(len(spoilt))] = wrong
        calls = [
            lambda: self.rouge.compute(predictions=spoilt, references=refs),
            lambda: self.rouge.compute(predictions=preds, references=[*refs, refs[0]]),
            lambda: self.rouge.compute(predictions=preds, references=refs, rouge_types=["rouge"]),
            lambda: self.rouge.compute(predictions=preds, references=refs, beta="a"),
            lambda: self.rouge.add_batch(predictions=spoilt, references=refs),
            lambda: self.scorers[0][0].score_batch(refs, spoilt),
            lambda: self.scorers[0][0].score("a", wrong),
        ]
        self.counts["faults: refused input"] += 1
        try:
            self.chance.choice(calls)()
        except (TypeError, ValueError):
            return
        self.counts["WRONG ANSWERS"] += 1
        print(f"NOT REFUSED: {wrong!r} in {spoilt!r}", flush=True)

    def failing_tokenizer(self) -> None:
        preds, refs = self.rows()
        self.counts["faults: tokenizer raised"] += 1
        failing = Failing(self.chance.randrange(len(preds)))
        try:
            self.rouge.compute(predictions=preds, references=refs, tokenizer=failing)
        except ArithmeticError:
            return
        self.counts["WRONG ANSWERS"] += 1
        print("the tokenizer's error was lost", flush=True)

    def full_disk(self) -> None:
        self.counts["faults: file may not grow"] += 1
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.chance.randrange(50_000), hard))
        try:
            self.rouge.add_batch(predictions=["too much " * 50] * 400, references=["a"] * 400)
            self.rouge.compute()
        except OSError:
            return
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        self.counts["WRONG ANSWERS"] += 1
        print("nobody noticed that the file was cut short", flush=True)

    def alarm(self) -> None:
        """An exception out of nowhere, at any moment of a call that then is not finished."""
        preds, refs = self.rows()
        rouge = self.interrupted

        def added() -> None:
            rouge.add_batch(predictions=preds, references=refs)
            rouge.compute()

        calls = [
            lambda: rouge.compute(predictions=preds, references=refs),
            added,
            lambda: self.scorers[0][0].score_batch(refs, preds),
        ]
        self.counts["faults: interrupted"] += 1
        self.swallowed.clear()
        try:
            signal.setitimer(signal.ITIMER_REAL, self.chance.random() * 0.03 + 1e-6)
            self.chance.choice(calls)()
            signal.setitimer(signal.ITIMER_REAL, 0)
        except Exception as error:
            if not self.is_of_alarm(error):
                raise
            self.counts["faults: interrupted in the middle"] += 1
            if not isinstance(error, AlarmError):
                self.counts[
                    f"what came out of an alarm: {type(error).__name__}: {error!s:.40}"
                ] += 1
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        if len(rouge):
            # Rows of a call that was interrupted while it added; as a user would, start afresh.
            self.interrupted = self.loaded(keep_in_memory=True)

    def is_of_alarm(self, error: Exception) -> bool:
        """Tell the alarm, also where Python or Arrow put an error of their own in its place."""
        several = getattr(error, "exceptions", [])  # of filelock: that letting go failed as well
        if AlarmError in map(type, (error, error.__context__, *several)):
            return True  # the second in the start of a thread, where it leaves a KeyError
        *_, (frame, line) = traceback.walk_tb(error.__traceback__)
        place = linecache.getline(frame.f_code.co_filename, line).strip()
        if str(error) == "expected a message argument":
            # `from os import missing` alone does it, and tqdm says that in each call: Python 3.11
            # looks for signals while it quotes the name in an ImportError, and then raises this,
            # for want of a message.
            return place.startswith(("from ", "import "))
        # Arrow asks a Python file whether it is closed, and takes an error there for a yes.
        return bool(self.swallowed) and str(error) == "I/O operation on closed file"

    def note_unraisable(self, unraisable: sys.UnraisableHookArgs) -> None:
        """Keep an alarm that hit what cannot raise, a ``__del__`` say; show anything else."""
        value = unraisable.exc_value
        if isinstance(value, AlarmError):
            self.swallowed.append(repr(unraisable.object))
            self.counts["alarms where nothing can be raised"] += 1
        elif isinstance(value, KeyError) and isinstance(value.args[0], threading.Thread):
            self.counts["threads whose start was interrupted"] += 1  # it finds itself not listed
        else:
            self.counts["CRASHES"] += 1
            sys.__unraisablehook__(unraisable)

    # --- the run ---

    def run(self, minutes: float, only: str) -> int:
        doors = [
            self.score,
            self.score_batch,
            self.threads,
            self.at_once,
            self.aggregate,
            self.metric,
            self.arrow,
        ]
        faults = [self.refused, self.failing_tokenizer, self.full_disk, self.alarm]
        chosen = [getattr(self, only)] if only else doors * 3 + [self.metric] * 4 + faults
        begin = time.monotonic()
        looks = []
        while (elapsed := time.monotonic() - begin) < 60 * minutes:
            faulthandler.dump_traceback_later(SILENT, exit=True)
            door = self.chance.choice(chosen)
            self.counts["calls"] += 1
            engine = self.chance.choice(self.engines)
            os.environ[text.ENGINE_VARIABLE] = engine
            self.counts[f"calls with {engine}"] += 1
            try:
                door()
            except Exception as error:
                self.counts["CRASHES"] += 1
                print(f"CRASH in {door.__name__}:\n{''.join(traceback.format_exception(error))}")
            if elapsed > min(60, 6 * minutes) * len(looks):
                gc.collect()
                looks.append(self.look(elapsed))
                print(json.dumps(looks[-1]), flush=True)
        gc.collect()
        looks.append(self.look(elapsed))
        self.spawned.shutdown()
        faulthandler.cancel_dump_traceback_later()
        return self.verdict(looks)

    def look(self, elapsed: float) -> dict[str, float]:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        left = [file.suffix for file in self.cache.rglob("*") if file.is_file()]
        held = Path("/proc/locks").read_text().count(f" {os.getpid()} ")
        return {
            "minutes": round(elapsed / 60, 2),
            "megabytes": round(pages * resource.getpagesize() / 2**20, 1),
            "open files": len(list(Path("/proc/self/fd").iterdir())),
            "threads": threading.active_count(),
            "locks held": held,
            "rows left on disk": left.count(".arrow"),
            **self.counts,
        }

    def verdict(self, looks: list[dict[str, float]]) -> int:
        """Print the end and the complaints; return their number."""
        third = max(len(looks) // 3, 1)
        early, late = looks[third : 2 * third] or looks[:1], looks[-third:]
        growth = max(row["megabytes"] for row in late) - max(row["megabytes"] for row in early)
        first, last = early[0], looks[-1]
        complaints = {
            "wrong answers": self.counts["WRONG ANSWERS"],
            "crashes": self.counts["CRASHES"],
            "megabytes grown from the second third to the last": growth if growth > 30 else 0,
            "more open files": max(last["open files"] - first["open files"] - 1, 0),
            "more threads": max(last["threads"] - first["threads"], 0),
            "locks held": max(last["locks held"] - len(self.rouge), 0),
        }
        print(json.dumps({**last, "megabytes grown": round(growth, 1)}, indent=2))
        print("complaints:", {name: n for name, n in complaints.items() if n} or "none")
        return sum(1 for n in complaints.values() if n)


def raise_alarm(*_: object) -> None:
    raise AlarmError


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--only", default="", help="one door or fault, such as alarm")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, raise_alarm)
    faulthandler.register(signal.SIGUSR1)
    soak = Soak(arguments.seed)
    sys.unraisablehook = soak.note_unraisable
    return soak.run(arguments.minutes, arguments.only)


if __name__ == "__main__":
    sys.exit(main())
