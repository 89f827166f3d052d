"""Time scoring in a local Spark session of two cores against ``score_batch`` on both.

    python benchmarks/spark.py [rows, 2000000 if not given] [words a text, 60 if not given]

Rows are generated in Spark and written to Parquet. Three jobs are timed: one
reads the rows and drops them; one reads them, moves them to Python through
Arrow, scores four types, moves the scores back and drops those; one averages
them as well. The second less the first is what scoring costs in Spark, where
``score_batch`` has its texts in memory too. Some of the same rows are then
scored by ``score_batch``, in a process on each core, and must have the same
scores.

All is given per row and core, in wall time and in CPU time of all processes
involved (a machine that is busy otherwise disturbs the former more), with the
memory of the processes over the second job.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import evaluate_rouge
import numpy as np
import pyspark
from evaluate_rouge import RougeScorer, columns, scorer, spark
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as sf

TYPES = list(columns.DEFAULT_TYPES)
# Arrow's Java library checks the bounds of every access unless told not to (docs/scale.md says
# more of this, and of the socket).
JAVA_OPTIONS = "-Darrow.enable_unsafe_memory_access=true -Darrow.enable_null_check_for_get=false"
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def generated(session: SparkSession, n_rows: int, n_words: int) -> DataFrame:
    """Texts of 20,000 words, few of them frequent, a new line after each 15.

    The middle half of a prediction stands in its target, among other words.
    """

    def words(salt: str) -> Column:
        def word(place: Column) -> Column:
            draw = sf.pmod(sf.xxhash64("id", place, sf.lit(salt)), sf.lit(1 << 20)) / (1 << 20)
            rank = sf.floor(sf.pow(draw, 3) * 20_000)
            letters = sf.lower(sf.hex(sf.xxhash64(rank)))
            mark = sf.when(place % 15 == 0, "\n").otherwise(" ")
            return sf.concat(sf.substring(letters, sf.lit(1), (rank % 8 + 2).cast("int")), mark)

        return sf.transform(sf.sequence(sf.lit(1), sf.lit(n_words)), word)

    prediction = words("prediction")
    half = sf.slice(prediction, n_words // 4 + 1, n_words // 2)
    return session.range(0, n_rows, 1, 16).select(
        "id",
        sf.array_join(prediction, "").alias("prediction"),
        sf.concat(
            sf.array_join(half, ""), sf.array_join(sf.slice(words("target"), 1, n_words // 2), "")
        ).alias("target"),
    )


def processes() -> dict[int, tuple[str, float, int]]:
    """This process and all below it: {id: (kind, CPU seconds, resident bytes)}."""
    found: dict[int, tuple[int, str, float, int]] = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            stat = (path / "stat").read_text().rpartition(")")[2].split()
            command = (path / "cmdline").read_bytes()
        except OSError:
            continue
        kind = "JVM" if b"java" in command.split(b"\0")[0] else "Python worker"
        seconds = (int(stat[11]) + int(stat[12])) / TICKS
        found[int(path.name)] = (int(stat[1]), kind, seconds, int(stat[21]) * PAGE)

    def is_ours(pid: int) -> bool:
        while pid in found:
            if pid == os.getpid():
                return True
            pid = found[pid][0]
        return False

    return {pid: entry[1:] for pid, entry in found.items() if is_ours(pid) and pid != os.getpid()}


class Watch:
    """Look at the processes every second: CPU seconds used, and resident memory over time."""

    def __init__(self) -> None:
        """Start looking."""
        self.samples = [processes()]
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self._thread.start()

    def _look(self) -> None:
        while not self._stop.wait(1.0):
            self.samples.append(processes())

    def stop(self) -> None:
        """Stop looking."""
        self._stop.set()
        self._thread.join()
        self.samples.append(processes())

    def cpu_seconds(self, kind: str) -> float:
        """CPU seconds that processes of this kind used, as far as they were seen."""
        used: dict[int, float] = {}
        for sample in self.samples:
            used |= {pid: seconds for pid, (of, seconds, _) in sample.items() if of == kind}
        before = {pid: seconds for pid, (_, seconds, _) in self.samples[0].items()}
        return sum(seconds - before.get(pid, 0.0) for pid, seconds in used.items())

    def largest(self, kind: str) -> list[int]:
        """Resident MiB of the largest process of this kind, at ten moments of the run."""
        sizes = [
            max((size >> 20 for of, _, size in sample.values() if of == kind), default=0)
            for sample in self.samples
        ]
        return sizes[:: max(len(sizes) // 10, 1)]


def timed(job: Callable[[], Any]) -> tuple[Any, float, Watch]:
    """Run a job: its result, its seconds, and what was seen of its processes."""
    watch = Watch()
    start = time.perf_counter()
    result = job()
    seconds = time.perf_counter() - start
    watch.stop()
    return result, seconds, watch


def score_alone(targets: list[str], predictions: list[str]) -> tuple[float, float]:
    """Score the sample three times: the best, in microseconds a row of wall and CPU time."""
    scorer = RougeScorer(TYPES)
    wall = cpu = float("inf")
    for _ in range(3):
        start, cpu_start = time.perf_counter(), time.process_time()
        scorer.score_batch(targets, predictions)
        wall = min(wall, time.perf_counter() - start)
        cpu = min(cpu, time.process_time() - cpu_start)
    return wall * 1e6 / len(targets), cpu * 1e6 / len(targets)


def main() -> None:
    """Generate, read, score in Spark, score here, print."""
    n_rows = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
    n_words = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ[scorer.THREADS_VARIABLE] = "1"  # one core for a task, and one for score_batch
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.memory", "2g")
        .config("spark.driver.extraJavaOptions", JAVA_OPTIONS)
        .config("spark.python.unix.domain.socket.enabled", "true")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")

    def read(frame: DataFrame) -> None:
        frame.write.format("noop").mode("overwrite").save()

    with tempfile.TemporaryDirectory() as folder:
        generated(session, n_rows, n_words).write.parquet(f"{folder}/rows")
        frame = session.read.parquet(f"{folder}/rows")
        scored = frame.withColumn("scores", spark.rouge_scores("prediction", "target", TYPES))
        means = [spark.mean(f"scores.{name}") for name in TYPES]
        averages = scored.agg(*means)
        read(scored.where("id % 4 = 0").select("scores"))  # workers start, the JVM compiles
        read(frame)

        _, reading, reading_watch = timed(lambda: read(frame))
        _, scoring, scoring_watch = timed(lambda: read(scored.select("scores")))
        mean, averaging, averaging_watch = timed(lambda: averages.first()[0].fmeasure)
        sample = scored.where(f"id < {min(n_rows, 50_000)}").toArrow()
        session.stop()

    predictions, targets = sample["prediction"].to_pylist(), sample["target"].to_pylist()
    batch = RougeScorer(TYPES).score_batch(targets, predictions)
    for name in TYPES:
        column = sample["scores"].combine_chunks().field(name)
        measures = np.stack([values.to_numpy() for values in column.flatten()], axis=1)
        assert np.array_equal(measures, batch[name]), "never time a disagreement"

    with ProcessPoolExecutor(2) as pool:  # both cores are busy, as in Spark
        turns = [pool.submit(score_alone, targets, predictions) for _ in range(2)]
        alone, alone_cpu = (
            sum(times) / 2 for times in zip(*(turn.result() for turn in turns), strict=True)
        )
    per_row = 1e6 / n_rows

    def row(name: str, seconds: float, watch: Watch) -> float:
        jvm, python = (watch.cpu_seconds(kind) * per_row for kind in ("JVM", "Python worker"))
        print(f"{name:34}{2 * seconds * per_row:10.2f}{jvm + python:8.2f}{jvm:8.2f}{python:8.2f}")
        return jvm + python

    print(f"{n_rows} rows of {n_words} words, as {predictions[0]!r}; {', '.join(TYPES)}")
    print(f"PySpark {pyspark.__version__}, evaluate_rouge {evaluate_rouge.__version__}; us a row:")
    print(f"{'':34}{'wall':>10}{'CPU':>8}{'JVM':>8}{'Python':>8}")
    read_cpu = row("Spark reads", reading, reading_watch)
    scored_cpu = row("Spark reads and scores", scoring, scoring_watch)
    row("Spark reads, scores and averages", averaging, averaging_watch)
    by_wall, by_cpu = 2 * (scoring - reading) * per_row, scored_cpu - read_cpu
    print(f"{'scores: the second less the first':34}{by_wall:10.2f}{by_cpu:8.2f}")
    print(f"{'score_batch in two processes':34}{alone:10.2f}{alone_cpu:8.2f}")
    print(f"{'throughput, score_batch = 1':34}{alone / by_wall:10.2f}{alone_cpu / by_cpu:8.2f}")
    print(f"mean F of rouge1: {mean}")
    print(f"MiB of the largest Python worker: {scoring_watch.largest('Python worker')}")
    print(f"MiB of the JVM: {scoring_watch.largest('JVM')}")


if __name__ == "__main__":
    main()
