"""Score columns and their aggregates in a real local Spark session of two cores."""

import json
import os
import signal
import subprocess
import sys
import threading
from fractions import Fraction
from pathlib import Path

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed")

import pyarrow as pa
from evaluate_rouge import RougeScorer, Score, columns, spark
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql import functions as sf
from pyspark.sql.functions import arrow_udf
from test_sentences_everywhere import SENTENCES, WANTED, expected, fmeasures, swapped

pytestmark = pytest.mark.spark

TEXTS = "prediction string, target string"
MODES = ["best", "average", "jackknife", "pooled", "best_recall"]
PAIRS = [
    ("the cat sat", "the cat slept"),
    (None, "target"),
    ("cars ran\nto the city", "the city\na car ran"),
    ("prediction", None),
    ("", ""),
    ("İstanbul 300 K", "i stanbul 300 k"),
    (None, None),
]


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """Two cores, and four attempts at a task (a local session gives up at the first failure).

    Relative paths, of examples in the docs too, are of the folder that Java was started in.
    """
    os.environ["PYSPARK_PYTHON"] = sys.executable
    root = str(Path(columns.__file__).parent.parent)
    builder = (
        SparkSession.builder.master("local[2, 4]")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "3")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "1000")
        .config("spark.executorEnv.PYTHONPATH", root)
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("spark"))
        session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.mark.parametrize("language", SENTENCES)
def test_sentences_of_other_languages(session, language):
    wanted = expected(language)
    frame = session.createDataFrame([swapped(language)], TEXTS)
    scores = spark.rouge_scores("prediction", "target", language=language, **WANTED)
    one = spark.rouge_score("prediction", "target", "rouge_lsum_sentences", language=language)
    (row,) = frame.select(scores.alias("scores"), one.alias("one")).collect()

    assert fmeasures(row["scores"].asDict(recursive=True)) == wanted
    assert row["one"]["fmeasure"] == wanted["rougeLsum"]


def test_options_several_references_and_a_ready_scorer(session):
    rows = [("the cat", ["a cat", "the dog"]), ("a b", None), ("a", ["a", None]), (None, ["x"])]
    frame = session.createDataFrame(rows, "prediction string, target array<string>").coalesce(1)
    options = {"multi_reference": "average", "beta": 2.0, "definition": "lin2004"}
    ready = RougeScorer(["rougeSU4"], **options)

    expected = ready.score_batch([rows[0][1]], ["the cat"])["rougeSU4"][0].tolist()
    for column in (
        spark.rouge_score("prediction", "target", "rougeSU4", **options),
        spark.rouge_score("prediction", "target", scorer=ready),
    ):
        first, *others = scores_of(frame, column)
        assert list(first.values()) == expected
        assert others == [None] * 3
    with pytest.raises(ValueError, match="beta is -1"):
        spark.rouge_score("prediction", "target", beta=-1)


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_of_several_references(session, mode):
    rows = [("the cat sat", ["a cat sat", "the dog"]), ("a b c", ["b c a", "c", "a b"])]
    frame = session.createDataFrame(rows, "prediction string, target array<string>").coalesce(1)
    types = ["rouge1", "rougeLsum"]
    expected = RougeScorer(types, multi_reference=mode).score_batch(
        [targets for _, targets in rows], [prediction for prediction, _ in rows]
    )

    column = spark.rouge_scores("prediction", "target", types, multi_reference=mode)
    scored = frame.select(column.alias("s")).select("s.*")

    for name in types:
        assert [[*score.values()] for score in scores_of(scored, name)] == expected[name].tolist()


def test_sql_by_name(session):
    """One type gives its score, a list a struct of them; both take arrays of references."""
    rows = [("the cat sat", ["a cat sat", "the dog"]), (None, ["a"])]
    frame = session.createDataFrame(rows, "prediction string, target array<string>")
    frame.createOrReplaceTempView("pairs")
    options = {"use_stemmer": True, "multi_reference": "average"}
    session.udf.register("rouge_l", spark.rouge_udf("rougeL", **options))
    session.udf.register("rouges", spark.rouge_udf(["rouge1", "rougeL"], **options))

    found = session.sql(
        "SELECT avg(rouge_l(prediction, target).fmeasure), max(rouges(prediction, target).rougeL),"
        " avg(rouges(prediction, target).rouge1.recall) FROM pairs"
    ).first()

    scores = RougeScorer(["rouge1", "rougeL"], **options).score_batch([rows[0][1]], [rows[0][0]])
    f, whole, recall = found
    assert [f, *whole, recall] == [
        *(scores["rougeL"][0, 2], *scores["rougeL"][0]),
        scores["rouge1"][0, 1],
    ]


@pytest.mark.parametrize("name", ["rouge_score", "rouge_scores"])
def test_a_function_of_columns_registered_by_name_says_what_to_register(session, name):
    session.udf.register("by_row", getattr(spark, name))

    with pytest.raises(PySparkException, match=rf"{name} makes a column.*register.*rouge_udf"):
        session.sql("SELECT by_row('a', 'b')").collect()


def test_short_names(session):
    """Of a score its type, of its mean that in avg(), whatever it was made of."""
    frame = session.createDataFrame(PAIRS, TEXTS)
    scored = frame.withColumn("s", spark.rouge_scores("prediction", "target"))
    one = spark.rouge_score("prediction", "target", "rougeL")

    assert frame.select(one, one.fmeasure).columns[0] == "rougeL"
    assert frame.select(spark.rouge_scores("prediction", "target")).columns == [
        "rouge_scores(prediction, target)"
    ]
    means = [
        ("s.rouge2", "avg(s.rouge2)"),
        (scored.s.rouge1, "avg(s.rouge1)"),
        (sf.col("s.rougeLsum"), "avg(s.rougeLsum)"),
        (one, "avg(rougeL)"),
        (one.alias("mine"), "avg(mine)"),
        (spark.rouge_scores("prediction", "target").rouge1, "avg(rouge1)"),
    ]
    grouped = scored.groupBy("target").agg(*(spark.mean(column) for column, _ in means))
    assert grouped.columns == ["target", *(name for _, name in means)]


def scores_of(frame, column):
    return [row[0].asDict() if row[0] else None for row in frame.select(column).collect()]


@pytest.mark.parametrize(
    ("rouge_type", "use_stemmer"),
    [
        pytest.param("rouge1", False, id="rouge1"),
        pytest.param("rouge2", True, id="rouge2 stemmed"),
        pytest.param("rougeL", False, id="rougeL"),
        pytest.param("rougeLsum", False, id="rougeLsum"),
        pytest.param("rougeW1.2", False, id="a type with a dot in its name"),
        pytest.param("rougeSU*", False, id="a type with a star in its name"),
        pytest.param("rouge_lsum_sentences", False, id="detected sentences"),
    ],
)
def test_column_expression(session, rouge_type, use_stemmer):
    frame = session.createDataFrame(PAIRS, TEXTS)
    predictions, targets = zip(*PAIRS, strict=True)

    scored = frame.select(
        spark.rouge_score("prediction", frame.target, rouge_type, use_stemmer).alias("score")
    )

    assert scored.schema["score"].dataType.simpleString() == (
        "struct<precision:double,recall:double,fmeasure:double>"
    )
    expected = columns.rouge_score(list(predictions), list(targets), rouge_type, use_stemmer)
    assert scores_of(scored, "score") == expected.to_pylist()


def test_many_types_in_one_pass(session):
    frame = session.createDataFrame(PAIRS, TEXTS)
    types = ["rouge1", "rouge_l", "rougeLsum"]

    scored = frame.select(
        spark.rouge_scores("prediction", "target", types, max_tokens=4).alias("scores")
    ).select("scores.*")

    assert scored.columns == types
    predictions, targets = zip(*PAIRS, strict=True)
    for name in types:
        expected = columns.rouge_score(list(predictions), list(targets), name, max_tokens=4)
        assert scores_of(scored, name) == expected.to_pylist()


def test_binary_columns_and_large_types(session):
    frame = session.createDataFrame(PAIRS, TEXTS)
    plain = scores_of(frame, spark.rouge_score("prediction", "target"))
    binary = frame.select(sf.col("prediction").cast("binary"), "target")
    session.conf.set("spark.sql.execution.arrow.useLargeVarTypes", True)
    try:
        assert scores_of(binary, spark.rouge_score("prediction", "target")) == plain
    finally:
        session.conf.unset("spark.sql.execution.arrow.useLargeVarTypes")


def generated(session, n_rows, n_partitions=4):
    """Sentences of 3 to 20 words out of 50, some null: the same rows for any partitioning."""
    words = sf.transform(
        sf.sequence(sf.lit(0), sf.lit(19)),
        lambda place: sf.concat(sf.lit("word"), (sf.xxhash64("id", place) % 50).cast("string")),
    )
    length = sf.pmod(sf.xxhash64("id", sf.lit("length")), sf.lit(18)) + 3
    prediction = sf.concat_ws(" ", sf.slice(words, sf.lit(1), length.cast("int")))
    target = sf.regexp_replace(prediction, "word-?1", "other")
    return session.range(0, n_rows, 1, n_partitions).select(
        "id",
        sf.when(sf.col("id") % 11 != 5, prediction).alias("prediction"),
        target.alias("target"),
    )


def test_partitioning_does_not_matter(session):
    """Even, skewed with empty partitions, and one partition: equal to the last bit."""
    frame = generated(session, 4_000)
    skewed = frame.repartition(40, sf.when(sf.col("id") < 3_900, 0).otherwise(sf.col("id") % 3))
    sizes = skewed.groupBy(sf.spark_partition_id()).count().collect()
    assert len(sizes) < 5, "most of the 40 partitions are empty"
    assert max(row[1] for row in sizes) >= 3_900

    results = []
    for rows in (frame, skewed, frame.orderBy(sf.desc("target")).coalesce(1)):
        scored = rows.withColumn("rouge1", spark.rouge_score("prediction", "target"))
        scored = scored.withColumn("rougeL", spark.rouge_score("prediction", "target", "rougeL"))
        pairs = [row.asDict() for row in scored.orderBy("id").collect()]
        aggregate = spark.bootstrap(
            scored, ["rouge1", "rougeL"], "id", n_resamples=50, confidence_interval=0.9, seed=3
        )
        means = scored.agg(spark.mean("rouge1"), spark.mean("rougeL")).first()
        results.append((pairs, means, aggregate))

    assert results[0] == results[1] == results[2]


def true_means(scores):
    """Rounded once, from sums of fractions."""
    return [float(sum(map(Fraction, values)) / len(scores)) for values in zip(*scores, strict=True)]


def test_means_are_within_a_unit_in_the_last_place(session):
    """Within one unit in the last place, grouped or not, of a column or of an expression."""
    frame = generated(session, 500).withColumn("part", sf.col("id") % 3)
    scored = frame.withColumn("s", spark.rouge_scores("prediction", "target"))
    kept = [tuple(row) for row in scored.select("part", "s.rougeL").collect() if row[1]]
    assert 0 < len(kept) < 500

    whole = scored.agg(spark.mean("s.rougeL"), spark.mean(scored.s.rougeL)).first()
    alone = frame.agg(spark.mean(spark.rouge_score("prediction", "target", "rougeL"))).first()
    by_part = scored.groupBy("part").agg(spark.mean("s.rougeL").alias("rougeL")).collect()

    assert whole[0] == whole[1] == alone[0]
    assert whole[0] == pytest.approx(true_means([score for _, score in kept]), rel=2**-52)
    assert [row.part for row in sorted(by_part)] == [0, 1, 2]
    for row in by_part:
        expected = true_means([score for part, score in kept if part == row.part])
        assert row.rougeL == pytest.approx(expected, rel=2**-52)


def test_the_mean_itself_is_no_resample(session):
    """Of one resample all quantiles are its mean, which is not that of the rows."""
    scored = generated(session, 200)
    scored = scored.withColumn("rouge1", spark.rouge_score("prediction", "target"))
    low, mid, high = spark.bootstrap(scored, "rouge1", "id", n_resamples=1)["rouge1"]

    assert low == mid == high
    assert mid != tuple(scored.agg(spark.mean("rouge1")).first()[0])


def test_bootstrap_surrounds_the_mean(session):
    """The interval is that of the exact bootstrap (the agreement itself: test_poisson.py)."""
    frame = generated(session, 3_000)
    scored = frame.withColumn("rouge1", spark.rouge_score("prediction", "target"))

    result = spark.bootstrap(scored, "rouge1", "id", seed=1)["rouge1"]

    mean = scored.agg(spark.mean("rouge1")).first()[0]
    rows = scored.where("rouge1 is not null").select(
        *(sf.stddev_pop(f"rouge1.{measure}") for measure in Score._fields), sf.count("rouge1")
    )
    *deviations, n_rows = rows.first()
    for low, mid, high, centre, deviation in zip(*result, mean, deviations, strict=True):
        standard_error = deviation / n_rows**0.5
        # sampling errors of 1,000 resamples: 2.67 and 1.25 standard errors over sqrt(1000)
        assert low == pytest.approx(centre - 1.96 * standard_error, abs=0.34 * standard_error)
        assert mid == pytest.approx(centre, abs=0.16 * standard_error)
        assert high == pytest.approx(centre + 1.96 * standard_error, abs=0.34 * standard_error)
    assert result != spark.bootstrap(scored, "rouge1", "id", seed=2)["rouge1"]


def test_aggregates_of_one_row_and_of_nulls(session):
    frame = session.createDataFrame([("a b", "a", 1), (None, "a", 2)], f"{TEXTS}, id int")
    scored = frame.withColumn("rouge1", spark.rouge_score("prediction", "target"))

    score = Score(0.5, 1.0, 2 / 3)
    assert scored.agg(spark.mean("rouge1")).first()[0] == score
    assert spark.bootstrap(scored, "rouge1", "id")["rouge1"] == (score, score, score)
    for nothing in (scored.where("id = 2"), scored.where("id = 3")):
        assert nothing.agg(spark.mean("rouge1")).first()[0] is None
        with pytest.raises(ValueError, match="rouge1 holds no score"):
            spark.bootstrap(nothing, "rouge1", "id")


DISTRIBUTED = """
import json, sys
import evaluate

path, cache, part = sys.argv[1], sys.argv[2], int(sys.argv[3])
rouge = evaluate.load(path, cache_dir=cache, experiment_id="e", num_process=2, process_id=part)
rouge.add_batch(**json.load(sys.stdin))
scores = rouge.compute(use_aggregator=False, measures=["precision", "recall", "fmeasure"])
print(json.dumps(scores))
"""


def test_same_doubles_as_evaluate_in_two_processes(session, tmp_path):
    pytest.importorskip("evaluate", reason="evaluate is not installed")
    from loading import copy_metric

    frame = generated(session, 300).where("prediction is not null").orderBy("id")
    rows = frame.withColumn("scores", spark.rouge_scores("prediction", "target")).collect()
    parts = [
        {
            "predictions": [row.prediction for row in rows[start:stop]],
            "references": [row.target for row in rows[start:stop]],
        }
        for start, stop in ((0, 100), (100, len(rows)))
    ]

    path = str(copy_metric(tmp_path / "metric"))
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", DISTRIBUTED, path, str(tmp_path / "cache"), str(part)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "HF_HOME": str(tmp_path / "home")},
            text=True,
        )
        for part in range(2)
    ]
    for process, part in zip(processes, parts, strict=True):
        process.stdin.write(json.dumps(part))
        process.stdin.close()
        process.stdin = None
    first, second = (json.loads(process.communicate()[0]) for process in processes)

    assert second is None, "the first process gathers the rows of both"
    assert first == {
        f"{name}_{measure}": [row.scores[name][measure] for row in rows]
        for name in columns.DEFAULT_TYPES
        for measure in columns.MEASURES
    }


def dies_once(marker):
    """A column that kills its own Python worker, the way the kernel would, the first time."""

    @arrow_udf("long")
    def die(ids: pa.Array) -> pa.Array:
        try:
            os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return ids
        os.kill(os.getpid(), signal.SIGKILL)
        return ids

    return die


def test_killed_worker(session, tmp_path):
    """Spark runs the task again, and nothing is counted twice or lost."""
    frame = generated(session, 5_000)
    calm = frame.withColumn("rouge1", spark.rouge_score("prediction", "target"))
    marker = tmp_path / "killed"
    killed = frame.withColumn("rouge1", spark.rouge_score("prediction", "target")).withColumn(
        "id", sf.when(sf.col("id") < 3_000, sf.col("id")).otherwise(dies_once(str(marker))("id"))
    )

    aggregate = spark.bootstrap(killed, "rouge1", "id", n_resamples=50)

    assert marker.exists(), "a worker was killed"
    assert aggregate == spark.bootstrap(calm, "rouge1", "id", n_resamples=50)
    marker.unlink()
    rows = killed.orderBy("id").collect()
    assert marker.exists()
    assert rows == calm.orderBy("id").collect()


@pytest.mark.parametrize(
    ("column", "message"),
    [
        pytest.param("1", "TypeError: prediction is a column of int32; string", id="int"),
        pytest.param("array('a')", "TypeError: prediction is a column of list", id="array"),
        pytest.param("map('a', 'b')", "TypeError: prediction is a column of map", id="map"),
        pytest.param(
            "named_struct('a', 'b')", "TypeError: prediction is a column of struct", id="struct"
        ),
        pytest.param("unhex('61FF')", "prediction, row 0: not valid UTF-8", id="binary"),
        pytest.param("cast(unhex('FF') as string)", "not valid UTF-8", id="broken string"),
    ],
)
def test_bad_columns_fail_with_one_message(session, column, message):
    frame = session.createDataFrame([("a",)], "target string").selectExpr(
        f"{column} as prediction", "target"
    )

    with pytest.raises(PySparkException, match=message) as caught:
        frame.select(spark.rouge_score("prediction", "target")).collect()

    assert len(str(caught.value).strip().splitlines()) == 2, "Spark's own line, and the message"

    @arrow_udf("string")
    def fails(texts: pa.Array) -> pa.Array:
        raise RuntimeError(str(texts.type))

    # the error went with its worker: others still show where they failed
    with pytest.raises(PySparkException, match="Traceback"):
        frame.select(fails("target")).collect()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        pytest.param({"rouge_type": "rouge_n"}, ValueError, "rouge_n", id="unknown type"),
        pytest.param({"max_tokens": -1}, ValueError, "max_tokens", id="max_tokens"),
        pytest.param({"tokenizer": "klingon"}, ValueError, "klingon", id="tokenizer"),
    ],
)
def test_bad_options_fail_at_once(session, options, error, message):
    with pytest.raises(error, match=message):
        spark.rouge_score("prediction", "target", **options)


def test_bad_aggregates(session):
    frame = session.createDataFrame([("a", "a", None)], f"{TEXTS}, id int")
    scored = frame.withColumn("rouge1", spark.rouge_score("prediction", "target"))

    with pytest.raises(TypeError, match="prediction is a column of string"):
        spark.bootstrap(scored, ["rouge1", "prediction"], "target")
    with pytest.raises(ValueError, match="score_columns is empty"):
        spark.bootstrap(scored, [], "target")
    with pytest.raises(ValueError, match="confidence_interval"):
        spark.bootstrap(scored, "rouge1", "id", confidence_interval=2)
    with pytest.raises(PySparkException, match="key is null in a row"):
        spark.bootstrap(scored, "rouge1", "id")


def resident(kind):
    """MiB of the largest process of this kind among those that this one started."""
    sizes, parents, kinds = {}, {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:  # it has ended
            continue
        process = int(folder.name)
        parents[process], kinds[process] = int(fields[1]), command
        sizes[process] = int(fields[21]) * os.sysconf("SC_PAGE_SIZE") >> 20

    def is_ours(process):
        while process in parents and process != os.getpid():
            process = parents[process]
        return process == os.getpid()

    return max((sizes[p] for p in sizes if kind in kinds[p] and is_ours(p)), default=0)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="memory is read from /proc")
def test_two_million_rows(session):
    """Every row is scored once, the driver gets one, and the workers do not grow."""
    n_rows = 2_000_000
    words = sf.transform(
        sf.sequence(sf.lit(0), sf.lit(11)),
        lambda place: sf.conv(
            sf.pmod(sf.xxhash64("id", place), sf.lit(900)).cast("string"), 10, 36
        ),
    )
    frame = session.range(0, n_rows, 1, 64).select(
        sf.array_join(words, " ").alias("prediction"),
        sf.array_join(sf.slice(words, 4, 12), " ").alias("target"),
    )
    scored = frame.select(spark.rouge_scores("prediction", "target").alias("scores"))
    sizes, stop = [], threading.Event()

    def watch():
        while not stop.wait(1.0):
            sizes.append(resident(b"pyspark.daemon"))

    watcher = threading.Thread(target=watch)
    watcher.start()
    session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "10000")
    try:
        row = scored.agg(sf.count("scores"), spark.mean("scores.rougeLsum")).first()
    finally:
        session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "1000")
        stop.set()
        watcher.join()

    assert row[0] == n_rows
    # nine of twelve words are shared; words that repeat within a text move few scores
    assert row[1].precision == pytest.approx(0.75, abs=0.01)
    assert row[1].recall == pytest.approx(1.0, abs=0.01)
    # a worker has loaded its libraries when it has a hundred MiB or so; from then on it is flat
    working = [size for size in sizes if size > 0.8 * max(sizes)]
    half = len(working) // 2
    assert max(working[half:]) - max(working[:half]) < 30, sizes
    assert max(sizes) < 400, sizes
