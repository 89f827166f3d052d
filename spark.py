"""Spark columns of text -> score columns, and their means and intervals without collecting rows.

Scoring is a column expression around one of Spark's Arrow UDFs: batches of rows
go to ``columns`` as they are. Aggregating adds up whole numbers per partition
(see ``poisson``); the driver sees one row per resample, however many rows there
are. Nothing here knows how a score is counted.

Needs PySpark 4.1 or later. The package has to be importable on the executors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf
from pyspark.sql.functions import arrow_udf
from pyspark.sql.types import DoubleType, LongType, StructType

from . import columns, poisson
from .aggregate import AggregateScore, check_bootstrap
from .scores import Score

SCORE_TYPE = StructType()
for _measure in columns.MEASURES:
    SCORE_TYPE = SCORE_TYPE.add(_measure, DoubleType())


def rouge_score(
    prediction_column: Column | str,
    target_column: Column | str,
    rouge_type: str = "rouge1",
    use_stemmer: bool = False,
    max_tokens: int | None = None,
    *,
    tokenizer: Any = None,
) -> Column:
    """Score every row: a column of ``struct<precision: double, recall: double, fmeasure: double>``.

    Args and nulls are those of ``columns.rouge_score``; columns are given by name or expression,
    and hold strings or binary.

    Raises:
        TypeError, ValueError: at once, for options that are wrong. A column of another type, or
            text that is not valid UTF-8, fails the query with one message that says so.

    Example:
        frame.withColumn("rouge_l", rouge_score("prediction", "target", "rougeL"))
    """
    scores = rouge_scores(
        prediction_column,
        target_column,
        columns.one_type(rouge_type),
        use_stemmer,
        max_tokens,
        tokenizer=tokenizer,
    )
    return scores.getField(rouge_type)


def rouge_scores(
    prediction_column: Column | str,
    target_column: Column | str,
    rouge_types: Sequence[str] = columns.DEFAULT_TYPES,
    use_stemmer: bool = False,
    max_tokens: int | None = None,
    *,
    tokenizer: Any = None,
) -> Column:
    """Score every row by several types in one pass: a struct of one score struct per type.

    Args and errors are those of ``rouge_score``.

    Example:
        frame.select("id", rouge_scores("prediction", "target").alias("scores")).select("scores.*")
    """
    names = columns.check_options(rouge_types, use_stemmer, max_tokens, tokenizer)
    return_type = StructType()
    for name in names:
        return_type = return_type.add(name, SCORE_TYPE)

    def score_batch(prediction: pa.Array, target: pa.Array) -> pa.Array:
        return columns.rouge_scores(
            prediction, target, names, use_stemmer, max_tokens, tokenizer=tokenizer
        )

    score = arrow_udf(score_batch, return_type)
    return score(
        _checked_text(prediction_column, "prediction"), _checked_text(target_column, "target")
    )


def _checked_text(column: Column | str, name: str) -> Column:
    """Let Spark itself refuse what is no text, before any of it reaches Python.

    The type is known when the query is planned, so that for a string column the
    first test is gone from the plan.
    """
    column = sf.col(column) if isinstance(column, str) else column
    kind = sf.typeof(column)
    text = column.cast("string")
    is_text = kind.startswith("string") | kind.isin("binary", "void")
    return (
        sf.when(
            ~is_text,
            sf.raise_error(
                sf.concat(sf.lit(f"{name} is a column of "), kind, sf.lit("; string is needed"))
            ),
        )
        .when(
            ~sf.is_valid_utf8(text),
            sf.raise_error(
                sf.lit(f"{name} holds a row that is not valid UTF-8; make_valid_utf8 mends it")
            ),
        )
        .otherwise(text)
    )


def mean(scored: DataFrame, score_columns: str | Sequence[str]) -> dict[str, Score]:
    """Average score columns over their rows that are not null.

    The same doubles for every partitioning: sums are exact, and divided once.

    Args:
        scored: any frame with score columns.
        score_columns: names of what ``rouge_score`` returned; ``"scores.rouge1"`` reaches into a
            struct.

    Returns:
        {name: Score of means}.

    Raises:
        TypeError: a column is no score.
        ValueError: no names, or a column without a score.
    """
    names = _names(score_columns)
    sums = _total_sums(scored, names, key=sf.lit(0), seed=0, n_resamples=0)
    means = poisson.means(sums)[0]  # (n_types, 3)
    return {name: Score(*row) for name, row in zip(names, means.tolist(), strict=True)}


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
        score_columns: as for ``mean``.
        key: what tells rows apart, by name or expression; rows of equal keys are drawn together.
            Several columns make a key as ``sf.struct("shard", "id")``.
        confidence_interval: within [0, 1].
        n_resamples: 1 or more.
        seed: any integer.

    Returns:
        {name: AggregateScore(low, mid, high)}; mid is the median of the resampled means.

    Raises:
        TypeError, ValueError: as ``mean``, and for options that are wrong. A null key fails the
            query with one message that says so.
    """
    check_bootstrap(confidence_interval, n_resamples)
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
