"""One file -> its columns of texts, in chunks: text, jsonl, csv, tsv and parquet.

Each reader yields chunks, and a chunk is one list of values for each column
that was asked for. A value is a text, or a list of texts where a column may hold
several references. Whatever else stands there is refused with file, line and
column. Nothing is known here of pairs or of scores.
"""

from __future__ import annotations

import csv
import json
import logging
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from .problems import DataError, UsageError, place
from .streams import Watch, import_pyarrow, open_seekable, shown, text_pieces

LOG = logging.getLogger(__name__)

FORMATS = ("text", "jsonl", "csv", "tsv", "parquet")
SUFFIXES = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
}
COMPRESSED = (".gz", ".zst")
ROWS = 4096  # of a chunk of records

# What columns are called when nobody says; the first that a file has is taken.
PREDICTION_NAMES = [
    *("prediction", "predictions", "pred", "preds", "hypothesis", "hypotheses", "hyp"),
    *("candidate", "candidates", "generated", "generated_text", "generated_summary"),
    *("system", "system_summary", "decoded", "output", "outputs"),
]
REFERENCE_NAMES = [
    *("reference", "references", "ref", "refs", "target", "targets", "gold", "label", "labels"),
    *("highlights", "reference_summary", "ground_truth", "summary", "abstract"),
]

Value = str | list[str]
Chunk = list[list[Value]]  # one list of values per column asked for


@dataclass(frozen=True)
class Wanted:
    """One column to find in a table: by its name, or by the usual ones."""

    role: str  # "prediction" or "reference": how errors and options call it
    name: str | None = None
    may_be_list: bool = False

    def find(self, path: str, columns: Sequence[str], is_only: bool) -> str:
        """Choose among the columns that a file has.

        Args:
            is_only: no other column is wanted of this file, so that a table of one column will do.

        Raises:
            DataError: there is no such column; names those there are.
        """
        name = self._choose(path, columns, is_only)
        LOG.info("%s: %ss from column %s", shown(path), self.role, json.dumps(name))
        return name

    def _choose(self, path: str, columns: Sequence[str], is_only: bool) -> str:
        if self.name is not None:
            if self.name in columns:
                return self.name
            raise DataError(
                f"{shown(path)}:1: no column {json.dumps(self.name, ensure_ascii=False)}; "
                f"the columns are {_listed(columns)}"
            )
        by_lower = {column.lower(): column for column in reversed(columns)}
        usual = PREDICTION_NAMES if self.role == "prediction" else REFERENCE_NAMES
        for name in usual:
            if name in by_lower:
                return by_lower[name]
        if is_only and len(columns) == 1:
            return columns[0]
        raise DataError(
            f"{shown(path)}:1: no column of {self.role}s; the columns are {_listed(columns)}: "
            f"choose one with --{self.role}-column"
        )


def format_of(path: str, given: str | None = None) -> str:
    """Tell the format of a file from its name, unless it is given."""
    if given is not None:
        return given
    name = PurePath(path)
    suffixes = [suffix.lower() for suffix in name.suffixes if suffix.lower() not in COMPRESSED]
    last = suffixes[-1] if suffixes else ""
    if last == ".json":
        raise UsageError(
            f"{path}: .json is not read; write one record a line (.jsonl), "
            "or say --input-format jsonl if it has them"
        )
    return SUFFIXES.get(last, "text")


def is_table(path: str, given: str | None = None) -> bool:
    """Whether a file has named columns."""
    return format_of(path, given) != "text"


def chunks(
    path: str, wanted: Sequence[Wanted], given: str | None = None, watch: Watch | None = None
) -> Iterator[Chunk]:
    """Read the wanted columns of a file, a bounded number of rows at a time.

    Raises:
        DataError: the file or a value in it cannot be used; names file, line and column.
    """
    kind = format_of(path, given)
    LOG.info("reading %s as %s", shown(path), kind)
    if kind == "text":
        return _text(path, watch)
    if kind == "jsonl":
        return _json_lines(path, wanted, watch)
    if kind == "parquet":
        return _parquet(path, wanted, watch)
    return _delimited(path, wanted, "," if kind == "csv" else "\t", watch)


def _text(path: str, watch: Watch | None) -> Iterator[Chunk]:
    """Only "\\n" and "\\r\\n" end a line: other breaks that Unicode knows stand in texts."""
    for piece in text_pieces(path, watch):
        lines = piece.split("\n")
        if lines[-1] == "":
            lines.pop()
        if "\r" in piece:
            lines = [line.removesuffix("\r") for line in lines]
        yield [lines]  # type: ignore[list-item]


def _lines(path: str, watch: Watch | None) -> Iterator[str]:
    for piece in text_pieces(path, watch):
        *lines, rest = piece.split("\n")
        for line in lines:
            yield line + "\n"
        if rest:
            yield rest


def _json_lines(path: str, wanted: Sequence[Wanted], watch: Watch | None) -> Iterator[Chunk]:
    names: list[str] | None = None
    chunk: Chunk = [[] for _ in wanted]
    for number, record in _json_records(path, watch):
        if not isinstance(record, dict):
            # A line that is a text or a list of texts is its own only column.
            if len(wanted) > 1 or wanted[0].name is not None:
                raise DataError(
                    f"{place(shown(path), number, 1)}: an object with named columns is wanted, "
                    f"found {_kind(record)}"
                )
            chunk[0].append(_value(record, wanted[0], path, number, None))
        else:
            if names is None:
                columns = list(record)
                names = [column.find(path, columns, len(wanted) == 1) for column in wanted]
            for values, column, name in zip(chunk, wanted, names, strict=True):
                if name not in record:
                    raise DataError(
                        f"{place(shown(path), number, name)}: missing; this line has "
                        f"{_listed(list(record))}"
                    )
                values.append(_value(record[name], column, path, number, name))
        if len(chunk[0]) == ROWS:
            yield chunk
            chunk = [[] for _ in wanted]
    yield chunk


def _json_records(path: str, watch: Watch | None) -> Iterator[tuple[int, object]]:
    """Yield line number and record; blank lines are let pass at the end alone."""
    blank = 0
    for number, line in enumerate(_lines(path, watch), start=1):
        if not line.strip():
            blank = blank or number
            continue
        if blank:
            raise DataError(f"{place(shown(path), blank, 1)}: a blank line; a record is wanted")
        try:
            yield number, json.loads(line)
        except json.JSONDecodeError as error:
            at = place(shown(path), number, error.colno)
            raise DataError(f"{at}: not JSON: {error.msg}") from None
        except RecursionError:
            at = place(shown(path), number, 1)
            raise DataError(f"{at}: not a record: nested too deeply") from None


def _delimited(
    path: str, wanted: Sequence[Wanted], delimiter: str, watch: Watch | None
) -> Iterator[Chunk]:
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    rows = csv.reader(_lines(path, watch), delimiter=delimiter, strict=True)
    try:
        columns = next(rows, None)
        if columns is None:
            raise DataError(f"{place(shown(path), 1, 1)}: empty; a line of column names is wanted")
        names = [column.find(path, columns, len(wanted) == 1) for column in wanted]
        fields = [columns.index(name) for name in names]
        chunk: Chunk = [[] for _ in wanted]
        first_line = rows.line_num + 1
        for row in rows:
            if len(row) != len(columns):
                if not row and len(columns) == 1:
                    row = [""]  # a blank line is an empty text in a table of one column
                else:
                    raise DataError(
                        f"{place(shown(path), first_line)}: {len(row)} columns, but line 1 "
                        f"names {len(columns)}"
                    )
            for values, field in zip(chunk, fields, strict=True):
                values.append(row[field])
            first_line = rows.line_num + 1
            if len(chunk[0]) == ROWS:
                yield chunk
                chunk = [[] for _ in wanted]
        yield chunk
    except csv.Error as error:
        raise DataError(f"{place(shown(path), rows.line_num, 1)}: {error}") from None


def _parquet(path: str, wanted: Sequence[Wanted], watch: Watch | None) -> Iterator[Chunk]:
    pyarrow = import_pyarrow(f"reading {shown(path)}, a parquet file,")
    from pyarrow import parquet

    with open_seekable(path, watch) as file:
        try:
            table = parquet.ParquetFile(file)
            columns = table.schema_arrow.names
            names = [column.find(path, columns, len(wanted) == 1) for column in wanted]
            n_rows = 0
            for batch in table.iter_batches(batch_size=ROWS, columns=sorted(set(names))):
                chunk: Chunk = []
                for column, name in zip(wanted, names, strict=True):
                    found = batch.column(batch.schema.get_field_index(name)).to_pylist()
                    chunk.append(
                        [
                            _value(value, column, path, n_rows + k, name)
                            for k, value in enumerate(found, start=1)
                        ]
                    )
                n_rows += len(batch)
                yield chunk
        except (pyarrow.ArrowException, OSError) as error:
            reason = str(error).splitlines()[0]
            raise DataError(f"{shown(path)}: not a parquet file: {reason}") from None


def _value(value: object, column: Wanted, path: str, line: int, name: str | None) -> Value:
    """Let a text pass, and a list of texts where the column may hold one."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and column.may_be_list:
        if not value:
            raise DataError(
                f"{place(shown(path), line, name or 1)}: an empty list; a reference is wanted"
            )
        for text in value:
            if not isinstance(text, str):
                raise DataError(
                    f"{place(shown(path), line, name or 1)}: {_kind(text)} in a list of texts"
                )
        return value
    expected = "a text or a list of texts" if column.may_be_list else "a text"
    raise DataError(f"{place(shown(path), line, name or 1)}: {_kind(value)}; {expected} is wanted")


def _kind(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, dict):
        return "an object"
    return "a list" if isinstance(value, list) else type(value).__name__


def _listed(columns: Iterable[str]) -> str:
    """Name columns in one line, whatever stands in them; not more than a dozen."""
    names = [json.dumps(column, ensure_ascii=False) for column in columns]
    if len(names) > 12:
        names = [*names[:12], f"and {len(names) - 12} more"]
    return ", ".join(names) if names else "none"
