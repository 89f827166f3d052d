"""Spark columns of text -> score columns, and their means and intervals without collecting rows.

Scoring is a column expression around one of Spark's Arrow UDFs: batches of rows
go to ``columns`` as they are. Aggregating adds up whole numbers per partition
(see ``significance.poisson``); the driver sees one row per resample, however many rows there
are. Nothing here knows how a score is counted.

Needs PySpark 4.1 or later. The package has to be importable on the executors.
"""

from __future__ import annotations

import os
import re
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf
from pyspark.sql.functions import arrow_udf
from pyspark.sql.types import DoubleType, LongType, StructType

from .. import columns
from ..scorer import THREADS_VARIABLE, RougeScorer
from ..scores import AggregateScore, Score, check_confidence, check_resamples
from ..significance import poisson

_ADVISED: set[str] = set()  # jobs that this process gave advice on

SCORE_TYPE = StructType()
for _measure in columns.MEASURES:
    SCORE_TYPE = SCORE_TYPE.add(_measure, DoubleType())


def rouge_score(
    prediction_column: Column | str,
    target_column: Column | str,
    rouge_type: str | None = None,
    use_stemmer: bool = False,
    max_tokens: int | None = None,
    *,
    scorer: RougeScorer | None = None,
    **options: Any,
) -> Column:
    """Score every row: a column of ``struct<precision: double, recall: double, fmeasure: double>``.

    Args and nulls are those of ``columns.rouge_score``; columns are given by name or expression,
    and that of the targets may hold arrays of strings.

    Raises:
        TypeError, ValueError: at once, for options that are wrong. A column of another type than
            string and binary, or text that is not valid UTF-8, fails the query with one message
            that says so.

    Example:
        frame.withColumn("rouge_l", rouge_score("prediction", "target", "rougeL"))
    """
    _refuse_a_row("rouge_score")
    (name,) = columns.one_type(rouge_type, scorer)
    score = rouge_udf(name, use_stemmer, max_tokens, scorer=scorer, **options)
    return score(prediction_column, target_column).alias(name)


def rouge_scores(
    prediction_column: Column | str,
    target_column: Column | str,
    rouge_types: Sequence[str] | str | None = None,
    use_stemmer: bool = False,
    max_tokens: int | None = None,
    *,
    scorer: RougeScorer | None = None,
    **options: Any,
) -> Column:
    """Score every row by several types in one pass: a struct of one score struct per type.

    Args and errors are those of ``rouge_score``.

    Example:
        frame.select("id", rouge_scores("prediction", "target").alias("scores")).select("scores.*")
    """
    _refuse_a_row("rouge_scores")
    plan = columns.plan_of(rouge_types, use_stemmer, max_tokens, scorer=scorer, **options)
    return _udf(plan, is_one=False)(prediction_column, target_column)


def rouge_udf(
    rouge_types: Sequence[str] | str = "rouge1",
    use_stemmer: bool = False,
    max_tokens: int | None = None,
    *,
    scorer: RougeScorer | None = None,
    **options: Any,
) -> Callable[[Column | str, Column | str], Column]:
    """Make a function of two columns for Spark SQL, which calls functions by a name.

    Args:
        rouge_types: one type as a str makes a function that gives its score struct, as
            ``rouge_score``; a list one that gives a struct of them, as ``rouge_scores``.

    The other args and errors are those of ``rouge_score``.

    Example:
        session.udf.register("rouge_l", rouge_udf("rougeL"))
        session.sql("SELECT avg(rouge_l(prediction, target).fmeasure) FROM pairs")
    """
    plan = columns.plan_of(rouge_types, use_stemmer, max_tokens, scorer=scorer, **options)
    return _udf(plan, is_one=isinstance(rouge_types, str))


def _udf(plan: columns.Plan, is_one: bool) -> Callable[[Column | str, Column | str], Column]:
    """Make Spark's function of a plan: of its one score, or of a struct of its scores."""
    by_type = StructType()
    for name in plan.names:
        by_type = by_type.add(name, SCORE_TYPE)
    job = uuid.uuid4().hex

    # Spark heads a column by the name of its function.
    def rouge_scores(prediction: pa.Array, target: pa.Array) -> pa.Array:
        # A task has one core; a second thread would take that of its neighbour.
        os.environ.setdefault(THREADS_VARIABLE, "1")
        try:
            # Advice goes to the log of each worker once, not with each batch.
            is_first = job not in _ADVISED
            _ADVISED.add(job)
            scores = columns.score_columns(prediction, target, plan, gives_advice=is_first)
        except Exception:
            # The worker ends with this error. Without its traceback, most of which is Spark's,
            # what reaches the user is the message.
            os.environ["SPARK_HIDE_TRACEBACK"] = "1"
            raise
        return scores.field(0) if is_one else scores

    return arrow_udf(rouge_scores, SCORE_TYPE if is_one else by_type)


def _refuse_a_row(name: str) -> None:
    """Say what to register, where Spark calls a function of columns for the texts of a row.

    Raises:
        TypeError: the call comes from a task.
    """
    if TaskContext.get() is not None:
        os.environ["SPARK_HIDE_TRACEBACK"] = "1"
        raise TypeError(
            f"{name} makes a column expression and cannot be called for each row; register what "
            'rouge_udf makes: session.udf.register("rouge_l", rouge_udf("rougeL"))'
        )


def mean(score_column: Column | str) -> Column:
    """Average a score column over its rows that are not null: an aggregate expression.

    The same doubles for every partitioning and order of the rows, since scores
    are summed as whole numbers; within one unit in the last place of the true
    mean. Null where there is nothing to average.

    Args:
        score_column: what ``rouge_score`` returned, by name or expression.

    Returns:
        A struct like the score, for ``agg``, grouped or not, named ``avg(rouge1)``.

    Example:
        scored.groupBy("system").agg(mean("rouge1").alias("rouge1"))
    """
    score = sf.col(score_column) if isinstance(score_column, str) else score_column
    means = (_exact_mean(score.getField(name)).alias(name) for name in columns.MEASURES)
    average = sf.when(sf.count(score) > 0, sf.struct(*means))
    return average.alias(f"avg({_short_name(score_column)})")


def _short_name(score_column: Column | str) -> str:
    """Name a score column as Spark heads it, but without the expression it is made of.

    Example:
        "scores.rouge1"                          "scores.rouge1"
        Column<'scores['rouge1']'>               "scores.rouge1"
        Column<'rouge_scores(...) AS rouge1'>    "rouge1"
        Column<'rouge_scores(...)['rouge1']'>    "rouge1"
    """
    if isinstance(score_column, str):
        return score_column
    shown = str(score_column).removeprefix("Column<'").removesuffix("'>")
    name = re.sub(r"\['(.+?)'\]", r".\1", shown.rpartition(" AS ")[2])
    return name if re.fullmatch(r"[\w.`]+", name) else name.rpartition(".")[2]


def _exact_mean(value: Column) -> Column:
    """Sum limbs of 20 bits, three to a value, which bigint holds for 8 * 10^12 rows."""
    total = sf.lit(0.0)
    limb_sums = []
    for _ in range(3):
        value = value * float(1 << 20)
        limb = sf.floor(value)
        limb_sums.append(sf.sum(limb))
        value = value - limb
    for limb_sum in reversed(limb_sums):
        total = (total + limb_sum) / float(1 << 20)
    return total / sf.count(value)


def bootstrap(
    scored: DataFrame,
    score_columns: str | Sequence[str],
    key: Column | str,
    *,
    confidence_interval: float = 0.95,
    n_resamples: int = 1000,
    seed: int = 0,
) -> dict[str, AggregateScore]:
    """Find confidence intervals of the mean by a Poisson bootstrap.

    A row's weight in a resample depends on seed, key and resample alone, and
    sums are exact: the result does not depend on how the rows are partitioned,
    ordered or retried.

    Args:
        scored: any frame with score columns.
        score_columns: names of what ``rouge_score`` returned; ``"scores.rouge1"`` reaches into a
            struct.
        key: what tells rows apart, by name or expression; rows of equal keys are drawn together.
            Several columns make a key as ``sf.struct("shard", "id")``.
        confidence_interval: within [0, 1].
        n_resamples: 1 or more.
        seed: any integer.

    Returns:
        {name: AggregateScore(low, mid, high)}; mid is the median of the resampled means.

    Raises:
        TypeError: a column is no score.
        ValueError: no names, a column without a score, or an option that is wrong. A null key
            fails the query with one message that says so.
    """
    check_confidence("confidence_interval", confidence_interval)
    check_resamples("n_resamples", n_resamples)
    names = _names(score_columns)
    sums = _total_sums(scored, names, _checked_key(key), seed, n_resamples)
    resampled = poisson.means(sums)[1:]  # (n_resamples, n_types, 3)
    tail = (1 - confidence_interval) / 2
    result = {}
    for index, name in enumerate(names):
        low, mid, high = poisson.quantiles(resampled[:, index], [tail, 0.5, 1 - tail]).tolist()
        result[name] = AggregateScore(Score(*low), Score(*mid), Score(*high))
    return result


def _names(score_columns: str | Sequence[str]) -> list[str]:
    names = [score_columns] if isinstance(score_columns, str) else list(score_columns)
    if not names:
        raise ValueError("score_columns is empty; name at least one score column")
    return names


def _checked_key(key: Column | str) -> Column:
    """Refuse null keys, which would all be drawn together."""
    key = sf.col(key) if isinstance(key, str) else key
    is_null = sf.raise_error(sf.lit("key is null in a row; every row needs a key of its own"))
    return sf.when(key.isNull(), is_null).otherwise(sf.xxhash64(key))


def _total_sums(
    scored: DataFrame, names: Sequence[str], key: Column, seed: int, n_resamples: int
) -> np.ndarray:
    """Sum per partition, then over partitions: (1 + n_resamples, n_types, 7) int64.

    What crosses the network is one row per partition and resample, and what
    reaches the driver one row per resample.
    """
    rows = scored.select(
        key.cast("long").alias("key"),
        *(sf.col(name).alias(f"score{index}") for index, name in enumerate(names)),
    )
    for name, field in zip(names, rows.schema.fields[1:], strict=True):
        found = field.dataType
        if not isinstance(found, StructType) or found.names != list(columns.MEASURES):
            raise TypeError(
                f"{name} is a column of {found.simpleString()}; rouge_score makes "
                f"{SCORE_TYPE.simpleString()}"
            )
    n_sums = len(names) * poisson.SUMS_PER_TYPE
    schema = StructType().add("resample", LongType())
    for index in range(n_sums):
        schema = schema.add(f"sum{index}", LongType())
    sums = rows.mapInArrow(_partition_sums(len(names), seed, n_resamples), schema)
    totals = sums.groupBy("resample").agg(*(sf.sum(name).alias(name) for name in schema.names[1:]))
    table = totals.toArrow().sort_by("resample")
    total = np.zeros((1 + n_resamples, n_sums), dtype=np.int64)
    for index in range(n_sums):
        total[: len(table), index] = table.column(1 + index).to_numpy()
    total = poisson.carried(total.reshape(-1, len(names), poisson.SUMS_PER_TYPE))
    for index, name in enumerate(names):
        if total[0, index, 0] == 0:
            raise ValueError(f"{name} holds no score: it has no rows, or all are null")
    return total


def _partition_sums(
    n_types: int, seed: int, n_resamples: int
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Make the function that turns the batches of one partition into one batch of sums."""

    def partition_sums(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        total = np.zeros((1 + n_resamples, n_types, poisson.SUMS_PER_TYPE), dtype=np.int64)
        for batch in batches:
            scores = np.zeros((batch.num_rows, n_types, 3))
            present = np.zeros((batch.num_rows, n_types), dtype=bool)
            for index in range(n_types):
                column = batch.column(1 + index)
                present[:, index] = column.is_valid().to_numpy(zero_copy_only=False)
                for measure, values in enumerate(column.flatten()):
                    scores[:, index, measure] = values.to_numpy(zero_copy_only=False)
            keys = batch.column(0).to_numpy(zero_copy_only=False).view(np.uint64)
            total += poisson.bootstrap_sums(scores, present, keys, seed, n_resamples)
            total = poisson.carried(total)
        resamples = pa.array(np.arange(1 + n_resamples))
        sums = [pa.array(column) for column in total.reshape(1 + n_resamples, -1).T]
        names = ["resample", *(f"sum{index}" for index in range(len(sums)))]
        yield pa.RecordBatch.from_arrays([resamples, *sums], names=names)

    return partition_sums
