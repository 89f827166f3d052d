"""add_rouge_scores: every kind of table comes back as its own kind, streams as streams."""

from __future__ import annotations

import subprocess
import sys

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from evaluate_rouge import columns
from evaluate_rouge.columns import add_rouge_scores, rouge_scores

TYPES = ["rouge1", "rougeL"]
ROWS = {
    "id": [3, 1, 2, 5],
    "prediction": ["the cat sat", None, "x", "a b"],
    "target": ["the cat", "b", "x", "b a"],
}
EXPECTED = {
    name: rouge_scores(ROWS["prediction"], ROWS["target"], TYPES).field(name).to_pylist()
    for name in TYPES
}


def scores_of(table: pa.Table) -> dict[str, list]:
    assert table["id"].to_pylist() == ROWS["id"]
    return {name: table[name].to_pylist() for name in TYPES}


def test_arrow_tables_and_batches():
    table, batch = pa.table(ROWS), pa.RecordBatch.from_pydict(ROWS)
    scored = add_rouge_scores(table, rouge_types=TYPES)
    of_batch = add_rouge_scores(batch, rouge_types=TYPES)

    assert type(of_batch) is pa.RecordBatch
    assert scores_of(scored) == scores_of(pa.table(of_batch)) == EXPECTED
    assert add_rouge_scores(batch.slice(0, 0), rouge_types=TYPES).num_rows == 0


def test_a_frame_of_polars_gets_columns():
    scored = add_rouge_scores(pl.DataFrame(ROWS), rouge_types=TYPES)

    assert type(scored) is pl.DataFrame
    assert {name: scored[name].to_list() for name in TYPES} == EXPECTED
    empty = add_rouge_scores(pl.DataFrame(ROWS).clear(), rouge_types=TYPES)
    assert empty.schema == scored.schema


def test_parts_of_polars_are_joined_in_order(monkeypatch):
    monkeypatch.setattr("evaluate_rouge.columns.tables.PART_ROWS", 3)
    scored = add_rouge_scores(pl.DataFrame(ROWS), rouge_types=TYPES)

    assert {name: scored[name].to_list() for name in TYPES} == EXPECTED


def test_pandas_keeps_its_index():
    frame = pd.DataFrame(ROWS, index=[9, 9, 4, 0])
    scored = add_rouge_scores(frame, rouge_types=TYPES)

    assert list(scored.columns) == [
        *ROWS,
        *(f"{name}_{measure}" for name in TYPES for measure in columns.MEASURES),
    ]
    assert scored.index.tolist() == [9, 9, 4, 0]
    assert scored["rouge1_recall"].tolist()[0] == EXPECTED["rouge1"][0]["recall"]
    assert pd.isna(scored["rougeL_fmeasure"].tolist()[1])
    assert list(frame.columns) == list(ROWS), "the frame given stays as it is"


def test_a_reader_is_scored_as_it_is_read(monkeypatch):
    monkeypatch.setattr("evaluate_rouge.columns.tables.PART_ROWS", 3)
    read = []

    def batches():
        for start in (0, 2):
            read.append(start)
            yield pa.RecordBatch.from_pydict({k: v[start : start + 2] for k, v in ROWS.items()})

    schema = pa.table(ROWS).schema
    reader = add_rouge_scores(
        pa.RecordBatchReader.from_batches(schema, batches()), rouge_types=TYPES
    )
    assert type(reader) is pa.RecordBatchReader and read == []
    first = reader.read_next_batch()
    assert read == [0]
    rest = reader.read_all()

    assert scores_of(pa.concat_tables([pa.table(first), rest])) == EXPECTED


def test_long_batches_are_cut(monkeypatch):
    monkeypatch.setattr("evaluate_rouge.columns.tables.PART_ROWS", 3)
    scored = add_rouge_scores(pa.table(ROWS).to_reader(), rouge_types=TYPES)

    assert [batch.num_rows for batch in scored] == [3, 1]


def test_a_relation_of_duckdb():
    connection = duckdb.connect()
    connection.register("rows", pa.table(ROWS))
    scored = add_rouge_scores(connection.sql("SELECT * FROM rows"), rouge_types=TYPES)

    assert scores_of(scored.read_all()) == EXPECTED


@pytest.mark.parametrize("kind", ["table", "batch", "reader", "pandas", "polars"])
def test_progress_counts_the_rows(kind, monkeypatch, capsys):
    """In parts, nulls too; a reader's as they are read, whose number nobody knows."""
    pytest.importorskip("tqdm", reason="tqdm is not installed")
    monkeypatch.setattr("evaluate_rouge.columns.PART_ROWS", 3)
    monkeypatch.setattr("evaluate_rouge.columns.tables.PART_ROWS", 3)
    table = {
        "table": pa.table(ROWS), "batch": pa.RecordBatch.from_pydict(ROWS),
        "reader": pa.table(ROWS).to_reader(), "pandas": pd.DataFrame(ROWS),
        "polars": pl.DataFrame(ROWS),
    }[kind]  # fmt: skip
    scored = add_rouge_scores(table, rouge_types="rouge1", progress=True)
    if kind == "reader":
        assert capsys.readouterr().err == ""
        scored.read_all()
    shown = capsys.readouterr().err

    assert ("4 examples" if kind == "reader" else "4/4") in shown
    rouge_scores(ROWS["prediction"], ROWS["target"], progress=True)
    assert "4/4" in capsys.readouterr().err
    rouge_scores(ROWS["prediction"], ROWS["target"])
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "table",
    [pa.table(ROWS), pa.table(ROWS).to_reader(), pd.DataFrame(ROWS), pl.DataFrame(ROWS)],
    ids=["table", "reader", "pandas", "polars"],
)
def test_errors_name_the_column(table):
    with pytest.raises(ValueError, match="no column 'summary'; the table has id, prediction"):
        add_rouge_scores(table, prediction="summary")
    with pytest.raises(ValueError, match=r"has a column 'rouge(1|1_precision)' already"):
        add_rouge_scores(
            pd.DataFrame({**ROWS, "rouge1_precision": 0})
            if isinstance(table, pd.DataFrame)
            else pa.table({**ROWS, "rouge1": [0] * 4})
        )


def test_what_is_no_table_is_refused():
    with pytest.raises(TypeError, match=r"table is a LazyFrame.*; collect.. it first"):
        add_rouge_scores(pl.LazyFrame(ROWS))
    with pytest.raises(TypeError, match="table is a dict; a pyarrow Table"):
        add_rouge_scores(ROWS)


@pytest.mark.slow
def test_a_million_rows_of_polars_take_less_than_500_megabytes():
    code = """
import polars as pl
from evaluate_rouge.columns import add_rouge_scores
words = "the cat sat on a mat and it rained all day long while dogs ran by the river".split()
texts = [" ".join(words[k % 7 : k % 7 + 9]) for k in range(50)]
n = 1_000_000
frame = pl.DataFrame({"prediction": texts * (n // 50), "target": texts[::-1] * (n // 50)})
def kilobytes(field):
    (line,) = (line for line in open("/proc/self/status") if line.startswith(field))
    return int(line.split()[1])
before = kilobytes("VmRSS")
open("/proc/self/clear_refs", "w").write("5")
add_rouge_scores(frame)
print((kilobytes("VmHWM") - before) / 1000)
"""
    if not sys.platform.startswith("linux"):
        pytest.skip("memory is read from /proc")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert float(done.stdout) < 500, done.stderr


def test_dask_scores_its_partitions():
    dataframe = pytest.importorskip("dask.dataframe", reason="Dask is not installed")
    frame = pd.DataFrame(ROWS)
    meta = add_rouge_scores(frame.head(1), rouge_types=TYPES).iloc[:0]
    parts = dataframe.from_pandas(frame, npartitions=2, sort=False)

    found = parts.map_partitions(add_rouge_scores, rouge_types=TYPES, meta=meta).compute(
        scheduler="synchronous"
    )

    recalls = [None if pd.isna(x) else x for x in found["rouge1_recall"]]
    assert recalls == [row and row["recall"] for row in EXPECTED["rouge1"]]


@pytest.mark.slow
def test_ray_scores_its_batches(tmp_path):
    """In a process of its own: Ray starts servers, and warns of much."""
    pytest.importorskip("ray", reason="Ray is not installed")
    code = f"""
import pyarrow as pa, ray
from evaluate_rouge.columns import add_rouge_scores
ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
rows = ray.data.from_arrow(pa.table({ROWS!r}))
scored = rows.map_batches(
    add_rouge_scores, batch_format="pyarrow", fn_kwargs={{"rouge_types": {TYPES!r}}}
)
print([row["rouge1"] for row in scored.sort("id").take_all()])
ray.shutdown()
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True
    )
    order = sorted(range(4), key=ROWS["id"].__getitem__)

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == str([EXPECTED["rouge1"][k] for k in order])
