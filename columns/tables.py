"""Whole tables in, the same tables with scores beside the texts out.

Each kind of table comes back as its own kind; streams stay streams, so that a
table of any length passes through memory a part at a time. It knows the
libraries that tables come from, none of which is imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pyarrow as pa

from ..scorer import RougeScorer
from . import MEASURES, PART_ROWS, Plan, bar_of, plan_of, score_columns

Done = Callable[[int], object]  # is told how many rows are done
_SCORE = pa.struct([(measure, pa.float64()) for measure in MEASURES])


def add_rouge_scores(
    table: Any,
    prediction: str = "prediction",
    target: str = "target",
    rouge_types: Sequence[str] | str | None = None,
    use_stemmer: bool | None = False,
    max_tokens: int | None = None,
    *,
    scorer: RougeScorer | None = None,
    progress: bool = False,
    **options: Any,
) -> Any:
    """Append a score column for each type to a table, in one pass over its texts.

    Args:
        table: with two columns of text: a pyarrow Table, RecordBatch or RecordBatchReader, a
            pandas or Polars DataFrame, or a relation of DuckDB.
        prediction: the name of one column.
        target: the name of the other.
        rouge_types: names of types, which the new columns take.
        progress: show a bar of the rows scored, by tqdm, on the standard error.

    Returns:
        A table of the same kind, with a struct of precision, recall and fmeasure for each type.
        pandas has no structs: there it is three columns of floats, ``rouge1_precision``, ... A
        reader and a relation give a RecordBatchReader, which scores each part as it is read and
        holds no more than one.

    Raises:
        TypeError, ValueError: as ``rouge_scores``; also for a column that is missing, and for one
            that is there already. A reader tells of a wrong text when it is read.

    Example:
        table    id, prediction, target
        result   id, prediction, target, rouge1, rouge2, rougeL, rougeLsum
    """
    plan = plan_of(rouge_types, use_stemmer, max_tokens, scorer=scorer, **options)
    columns = (prediction, target)
    home = type(table).__module__.partition(".")[0].lstrip("_")
    if isinstance(table, pa.RecordBatchReader):
        return _stream(table, columns, plan, progress)
    if home == "duckdb" and hasattr(table, "fetch_record_batch"):
        # Its newer versions spell it otherwise, and warn of the older name.
        read = getattr(table, "to_arrow_reader", None) or table.fetch_record_batch
        return _stream(read(PART_ROWS), columns, plan, progress)
    score: Callable[..., Any] | None = None
    if isinstance(table, pa.Table):
        score = _with_scores
    elif isinstance(table, pa.RecordBatch):
        score = _batch_with_scores
    elif home == "pandas" and hasattr(table, "iloc") and hasattr(table, "columns"):
        score = _pandas_with_scores
    elif home == "polars" and hasattr(table, "hstack"):
        score = _polars_with_scores
    if score is not None:
        with bar_of(progress, len(table)) as done:
            return score(table, columns, plan, done)
    hint = "; collect() it first" if home == "polars" else ""
    raise TypeError(
        f"table is a {type(table).__name__}; a pyarrow Table, RecordBatch or RecordBatchReader, a "
        f"pandas or Polars DataFrame or a DuckDB relation is expected{hint}"
    )


def _check_names(present: Sequence[str], columns: tuple[str, str], added: Sequence[str]) -> None:
    """Refuse a table without the texts, or with what would be added."""
    for name in columns:
        if name not in present:
            raise ValueError(f"no column {name!r}; the table has {', '.join(map(str, present))}")
    for name in added:
        if name in present:
            raise ValueError(f"the table has a column {name!r} already; drop or rename it first")


def _with_scores(table: pa.Table, columns: tuple[str, str], plan: Plan, done: Done) -> pa.Table:
    _check_names(table.column_names, columns, plan.names)
    scored = _scored(table[columns[0]], table[columns[1]], plan, done)
    for name, column in zip(plan.names, scored, strict=True):
        table = table.append_column(name, column)
    return table


def _batch_with_scores(
    batch: pa.RecordBatch, columns: tuple[str, str], plan: Plan, done: Done
) -> pa.RecordBatch:
    scored = _with_scores(pa.Table.from_batches([batch]), columns, plan, done)
    arrays = [column.combine_chunks() for column in scored.columns]
    return pa.RecordBatch.from_arrays(arrays, schema=scored.schema)


def _scored(prediction: Any, target: Any, plan: Plan, done: Done) -> list[pa.ChunkedArray]:
    """Score two columns at once: for each type (n_rows,) struct."""
    scores = score_columns(prediction, target, plan, progress=done)
    return [pa.chunked_array([scores.field(k)], _SCORE) for k in range(len(plan.names))]


def _stream(
    reader: pa.RecordBatchReader, columns: tuple[str, str], plan: Plan, progress: bool
) -> pa.RecordBatchReader:
    """Score batch by batch, as somebody reads."""
    _check_names(reader.schema.names, columns, plan.names)
    schema = reader.schema
    for name in plan.names:
        schema = schema.append(pa.field(name, _SCORE))

    def batches() -> Iterator[pa.RecordBatch]:
        with bar_of(progress, None) as done:
            for batch in reader:
                # A batch may be as long as its file: no more than a part is scored at once.
                for start in range(0, batch.num_rows, PART_ROWS):
                    part = pa.table(batch.slice(start, PART_ROWS))
                    yield from _with_scores(part, columns, plan, done).cast(schema).to_batches()

    return pa.RecordBatchReader.from_batches(schema, batches())


def _pandas_with_scores(frame: Any, columns: tuple[str, str], plan: Plan, done: Done) -> Any:
    """Join three columns of floats for each type, on the frame's own index."""
    flat = [f"{name}_{measure}" for name in plan.names for measure in MEASURES]
    _check_names(list(frame.columns), columns, flat)
    scored = _scored(frame[columns[0]], frame[columns[1]], plan, done)
    numbers = {}
    for name, column in zip(plan.names, scored, strict=True):
        for measure, values in zip(MEASURES, column.combine_chunks().flatten(), strict=True):
            numbers[f"{name}_{measure}"] = values.to_numpy(zero_copy_only=False)
    return frame.assign(**numbers)


def _polars_with_scores(frame: Any, columns: tuple[str, str], plan: Plan, done: Done) -> Any:
    """Append a column of structs for each type, a part of the rows at a time."""
    import polars

    _check_names(frame.columns, columns, plan.names)
    texts = frame.select(*columns)
    parts = []
    for part in texts.iter_slices(PART_ROWS):
        scored = _scored(part[columns[0]], part[columns[1]], plan, done)
        parts.append(polars.DataFrame(pa.table(dict(zip(plan.names, scored, strict=True)))))
    if not parts:
        empty = pa.table({name: pa.array([], _SCORE) for name in plan.names})
        parts = [polars.DataFrame(empty)]
    return frame.hstack(polars.concat(parts, rechunk=False))
