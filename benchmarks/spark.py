"""Time scoring in a local Spark session of two cores against ``score_batch`` on one.

    python benchmarks/spark.py [rows, 2000000 if not given] [words a text, 20 if not given]

Rows are generated in Spark and written to Parquet first, so that the timed job
reads, moves rows to Python through Arrow, scores four types, moves scores back
and averages them. The same rows are then scored by ``score_batch`` in this
process. Both are given per core, in wall time and in CPU time of all processes
involved (a machine that is busy otherwise disturbs the former more), with the
memory of each process over the run.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from pathlib import Path

import evaluate_rouge
import pyspark
from evaluate_rouge import RougeScorer, columns, spark
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf

TYPES = list(columns.DEFAULT_TYPES)
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def generated(session: SparkSession, n_rows: int, n_words: int) -> DataFrame:
    """Sentences over 20,000 words, a few of them frequent; targets repeat half the prediction."""

    def text(salt: str) -> sf.Column:
        def word(place: sf.Column) -> sf.Column:
            draw = sf.pmod(sf.xxhash64("id", place, sf.lit(salt)), sf.lit(1 << 20)) / (1 << 20)
            rank = sf.floor(sf.pow(draw, 3) * 20_000)
            letters = sf.lower(sf.hex(sf.xxhash64(rank)))
            return sf.substring(letters, sf.lit(1), (rank % 8 + 2).cast("int"))

        return sf.transform(sf.sequence(sf.lit(1), sf.lit(n_words)), word)

    prediction = text("prediction")
    half = sf.slice(prediction, n_words // 4 + 1, n_words // 2)
    return session.range(0, n_rows, 1, 16).select(
        "id",
        sf.concat_ws(" ", prediction).alias("prediction"),
        sf.concat_ws(" ", half, sf.slice(text("target"), 1, n_words // 2)).alias("target"),
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


def main() -> None:
    """Generate, score in Spark, score here, print."""
    n_rows = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
    n_words = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.memory", "2g")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    with tempfile.TemporaryDirectory() as folder:
        generated(session, n_rows, n_words).write.parquet(f"{folder}/rows")
        frame = session.read.parquet(f"{folder}/rows")
        scored = frame.withColumn("scores", spark.rouge_scores("prediction", "target", TYPES))
        names = [f"scores.{name}" for name in TYPES]
        means = [spark.mean(name) for name in names]
        scored.where("id % 50 = 0").agg(*means).collect()  # workers start, the JVM compiles

        watch = Watch()
        start = time.perf_counter()
        mean = scored.agg(*means).first()[0].fmeasure
        wall = time.perf_counter() - start
        watch.stop()

        sample = frame.limit(100_000).toArrow()
    predictions, targets = sample["prediction"].to_pylist(), sample["target"].to_pylist()
    scorer = RougeScorer(TYPES)
    scorer.score_batch(targets[:5_000], predictions[:5_000])
    start, cpu_start = time.perf_counter(), time.process_time()
    scorer.score_batch(targets, predictions)
    alone = (time.perf_counter() - start) / len(targets)
    alone_cpu = (time.process_time() - cpu_start) / len(targets)

    jvm = watch.cpu_seconds("JVM") / n_rows * 1e6
    python = watch.cpu_seconds("Python worker") / n_rows * 1e6
    by_wall = wall * 2 / n_rows * 1e6
    print(f"{n_rows} rows of {n_words} words, as {predictions[0]!r}; {', '.join(TYPES)}")
    print(f"PySpark {pyspark.__version__}, evaluate_rouge {evaluate_rouge.__version__}")
    print(f"mean F of rouge1: {mean}")
    print(f"Spark on two cores: {wall:.1f} s, {by_wall:.2f} us a row and core")
    print(f"  in CPU time {jvm + python:.2f} us a row: JVM {jvm:.2f}, Python {python:.2f}")
    print(f"score_batch on one: {alone * 1e6:.2f} us a row; in CPU time {alone_cpu * 1e6:.2f}")
    print(
        f"Spark to score_batch: {by_wall / 1e6 / alone:.2f} by wall time, "
        f"{(jvm + python) / 1e6 / alone_cpu:.2f} by CPU time"
    )
    print(f"MiB of the largest Python worker: {watch.largest('Python worker')}")
    print(f"MiB of the JVM: {watch.largest('JVM')}")
    session.stop()


if __name__ == "__main__":
    main()
