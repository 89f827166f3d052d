"""The same doubles from every engine, however it cuts the rows into batches.

Working examples of each engine are run from docs/engines.md; here many rows,
with nulls, go through several batches and processes.
"""

from functools import partial

import pytest

pa = pytest.importorskip("pyarrow", reason="columns need pyarrow")

from evaluate_rouge import columns  # noqa: E402

N_ROWS = 5_000
MEASURES = ("precision", "recall", "fmeasure")


@pytest.fixture(scope="module")
def table():
    words = [f"word{number}" for number in range(7)]
    predictions = [
        None if row % 13 == 4 else " ".join(words[row % 3 : row % 8]) for row in range(N_ROWS)
    ]
    targets = [None if row % 17 == 9 else "\n".join(words[: row % 6 + 1]) for row in range(N_ROWS)]
    return pa.table({"id": range(N_ROWS), "prediction": predictions, "target": targets})


@pytest.fixture(scope="module")
def expected(table):
    return columns.rouge_score(table["prediction"], table["target"], "rougeLsum").to_pylist()


def test_pandas_calls_it_on_series(table, expected):
    pytest.importorskip("pandas", reason="pandas is not installed")
    frame = table.to_pandas().set_index("id").sort_index(ascending=False)

    scored = columns.rouge_score(frame["prediction"], frame["target"], "rougeLsum")

    assert scored.to_pylist() == expected[::-1]


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_polars_calls_it_in_an_expression(table, expected, engine):
    pl = pytest.importorskip("polars", reason="Polars is not installed")
    score = pl.map_batches(
        ["prediction", "target"],
        lambda texts: pl.Series(columns.rouge_score(*texts, rouge_type="rougeLsum")),
        return_dtype=pl.Struct(dict.fromkeys(MEASURES, pl.Float64)),
    )

    frame = pl.from_arrow(table).lazy().with_columns(score.alias("score"))

    assert frame.collect(engine=engine).sort("id")["score"].to_list() == expected


def test_duckdb_calls_it_in_sql(table, expected):
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    connection = duckdb.connect()
    connection.register("pairs", table)
    connection.create_function(
        "rouge_lsum",
        lambda prediction, target: columns.rouge_score(prediction, target, "rouge_lsum"),
        ["VARCHAR", "VARCHAR"],
        "STRUCT(precision DOUBLE, recall DOUBLE, fmeasure DOUBLE)",
        type="arrow",
        null_handling="special",
    )

    rows = connection.sql("SELECT rouge_lsum(prediction, target) FROM pairs ORDER BY id").fetchall()

    assert [score for (score,) in rows] == expected


def test_datasets_map_adds_columns(table, expected):
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    dataset = datasets.Dataset(table).with_format("arrow")

    scored = dataset.map(
        partial(columns.add_rouge_scores, rouge_types=["rouge1", "rougeLsum"]),
        batched=True,
        batch_size=300,
        num_proc=2,
    )

    assert scored.with_format(None)["rougeLsum"][:] == expected
