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
from typing import Any

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


@dataclass(frozen=True)
class Bounds:
    """How much of a file may be decoded: what holds more is refused before it is.

    Small files can hold much: a parquet file of 10 kB, 20 times a text of 300 MB.

    Attributes:
        n_rows: of a table.
        n_bytes: of the texts asked for, as UTF-8.
        n_values: single texts in the columns asked for, and values in one record.
        n_columns: of a table.
    """

    n_rows: int
    n_bytes: int
    n_values: int = 5_000_000
    n_columns: int = 10_000

    def check(self, path: str, found: int, most: int, what: str) -> None:
        """Refuse a file that holds more of something than it may.

        Raises:
            DataError: says what, how many and how many it may be.
        """
        if found > most:
            raise DataError(f"{shown(path)}: {found:,} {what}; here at most {most:,} are read")


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


def columns_of(path: str, bounds: Bounds) -> list[str] | None:
    """Name the columns of a table; None for a file without, as one of a text a line.

    Raises:
        DataError: the file is damaged, its first line is no record, or there are too many.
    """
    kind = format_of(path)
    if kind == "text":
        return None
    if kind == "parquet":
        pyarrow = import_pyarrow(f"reading {shown(path)}, a parquet file,")
        from pyarrow import parquet

        try:
            names = parquet.read_schema(path).names
        except (pyarrow.ArrowException, OSError):
            raise DataError(f"{shown(path)}: not a parquet file") from None
    elif kind == "jsonl":
        record = next((record for _, record in _json_records(path, None, bounds)), None)
        if not isinstance(record, dict):
            return None
        names = list(record)
    else:
        delimiter = "," if kind == "csv" else "\t"
        lines = _Lines(path, None, delimiter, bounds)
        try:
            names = next(csv.reader(lines, delimiter=delimiter, strict=True), [])
        except csv.Error as error:
            raise DataError(f"{place(shown(path), 1, 1)}: {error}") from None
    bounds.check(path, len(names), bounds.n_columns, "columns")
    return names


def chunks(
    path: str,
    wanted: Sequence[Wanted],
    given: str | None = None,
    watch: Watch | None = None,
    bounds: Bounds | None = None,
) -> Iterator[Chunk]:
    """Read the wanted columns of a file, a bounded number of rows at a time.

    Args:
        bounds: how much may be decoded; None for any amount.

    Raises:
        DataError: the file or a value in it cannot be used; names file, line and column.
    """
    kind = format_of(path, given)
    LOG.info("reading %s as %s", shown(path), kind)
    if kind == "text":
        return _text(path, watch)
    if kind == "jsonl":
        return _json_lines(path, wanted, watch, bounds)
    if kind == "parquet":
        return _parquet(path, wanted, watch, bounds)
    return _delimited(path, wanted, "," if kind == "csv" else "\t", watch, bounds)


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


def _json_lines(
    path: str, wanted: Sequence[Wanted], watch: Watch | None, bounds: Bounds | None
) -> Iterator[Chunk]:
    names: list[str] | None = None
    chunk: Chunk = [[] for _ in wanted]
    for number, record in _json_records(path, watch, bounds):
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


def _json_records(
    path: str, watch: Watch | None, bounds: Bounds | None
) -> Iterator[tuple[int, object]]:
    """Yield line number and record; blank lines are let pass at the end alone."""
    blank = 0
    for number, line in enumerate(_lines(path, watch), start=1):
        if not line.strip():
            blank = blank or number
            continue
        if blank:
            raise DataError(f"{place(shown(path), blank, 1)}: a blank line; a record is wanted")
        if bounds is not None and len(line) > bounds.n_values:
            # Every value but the first stands behind one of these.
            n_values = sum(map(line.count, ",[{"))
            bounds.check(path, n_values, bounds.n_values, f"values in line {number}")
        try:
            yield number, json.loads(line)
        except json.JSONDecodeError as error:
            at = place(shown(path), number, error.colno)
            raise DataError(f"{at}: not JSON: {error.msg}") from None
        except RecursionError:
            at = place(shown(path), number, 1)
            raise DataError(f"{at}: not a record: nested too deeply") from None


class _Lines:
    """Lines of a table, and how many fields the record in hand may have by now."""

    def __init__(
        self, path: str, watch: Watch | None, delimiter: str, bounds: Bounds | None
    ) -> None:
        self.n_fields = 0
        self._path = path
        self._delimiter = delimiter
        self._bounds = bounds
        self._lines = _lines(path, watch)
        self._most = bounds.n_columns if bounds is not None else 0

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        if self._bounds is not None:
            self.n_fields += line.count(self._delimiter)
            self._bounds.check(self._path, self.n_fields, self._most, "fields in one record")
        return line

    def next_record(self) -> None:
        """Count anew; a text may hold more delimiters than a table has columns."""
        self.n_fields = 0
        if self._bounds is not None:
            self._most = self._bounds.n_values


def _delimited(
    path: str,
    wanted: Sequence[Wanted],
    delimiter: str,
    watch: Watch | None,
    bounds: Bounds | None,
) -> Iterator[Chunk]:
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    lines = _Lines(path, watch, delimiter, bounds)
    rows = csv.reader(lines, delimiter=delimiter, strict=True)
    try:
        columns = next(rows, None)
        if columns is None:
            raise DataError(f"{place(shown(path), 1, 1)}: empty; a line of column names is wanted")
        names = [column.find(path, columns, len(wanted) == 1) for column in wanted]
        fields = [columns.index(name) for name in names]
        chunk: Chunk = [[] for _ in wanted]
        first_line = rows.line_num + 1
        lines.next_record()
        for row in rows:
            lines.next_record()
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


def _parquet(
    path: str, wanted: Sequence[Wanted], watch: Watch | None, bounds: Bounds | None
) -> Iterator[Chunk]:
    pyarrow = import_pyarrow(f"reading {shown(path)}, a parquet file,")
    from pyarrow import parquet

    with open_seekable(path, watch) as file:
        try:
            table = parquet.ParquetFile(file)
            columns = table.schema_arrow.names
            names = [column.find(path, columns, len(wanted) == 1) for column in wanted]
            if bounds is not None:
                # Equal texts stay one text until it is known how long they are together.
                leaves = _bounded_leaves(path, table.metadata, set(names), bounds)
                file.seek(0)
                table = parquet.ParquetFile(file, read_dictionary=leaves)
            n_rows = n_bytes = 0
            for batch in table.iter_batches(batch_size=ROWS, columns=sorted(set(names))):
                if bounds is not None:
                    n_bytes += sum(map(_n_bytes, batch.columns))
                    bounds.check(path, n_bytes, bounds.n_bytes, "bytes of text")
                chunk: Chunk = []
                for column, name in zip(wanted, names, strict=True):
                    array = batch.column(batch.schema.get_field_index(name))
                    if pyarrow.types.is_dictionary(array.type):
                        array = array.dictionary_decode()
                    chunk.append(
                        [
                            _value(value, column, path, n_rows + k, name)
                            for k, value in enumerate(array.to_pylist(), start=1)
                        ]
                    )
                n_rows += len(batch)
                yield chunk
        except (pyarrow.ArrowException, OSError) as error:
            reason = str(error).splitlines()[0]
            raise DataError(f"{shown(path)}: not a parquet file: {reason}") from None


def _bounded_leaves(path: str, metadata: Any, names: set[str], bounds: Bounds) -> list[str]:
    """Check what a parquet file says of its columns; name the columns of bytes in it.

    A decoder holds the dictionary of a column, and one page of it, as large as said here.

    Raises:
        DataError: there are more rows, values or bytes than may be.
    """
    bounds.check(path, metadata.num_rows, bounds.n_rows, "rows")
    bounds.check(path, metadata.num_columns, bounds.n_columns, "columns")
    leaves: dict[str, bool] = {}
    n_values = n_bytes = 0
    for group in range(metadata.num_row_groups):
        for k in range(metadata.num_columns):
            column = metadata.row_group(group).column(k)
            leaf = column.path_in_schema
            if not any(leaf == name or leaf.startswith(f"{name}.") for name in names):
                continue
            leaves[leaf] = column.physical_type == "BYTE_ARRAY"
            n_values += column.num_values
            n_bytes += column.total_uncompressed_size
    bounds.check(path, n_values, bounds.n_values, "values")
    bounds.check(path, n_bytes, bounds.n_bytes, "bytes when unpacked")
    return [leaf for leaf, is_bytes in leaves.items() if is_bytes]


def _n_bytes(array: Any) -> int:
    """Count the bytes that the texts of an array have once each is written out."""
    from pyarrow import compute, types

    if types.is_dictionary(array.type):
        lengths = compute.binary_length(array.dictionary)
        return compute.sum(compute.take(lengths, array.indices).cast("int64")).as_py() or 0
    if types.is_list(array.type) or types.is_large_list(array.type):
        return _n_bytes(array.flatten())
    return array.nbytes


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
