"""Scores -> files, never half-written: each is written aside and renamed when it is whole.

Knows formats and file systems; what the numbers mean is none of its business.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np

from .problems import DataError, UsageError, of_os
from .readers import SUFFIXES
from .streams import STDIN, import_pyarrow

FORMATS = ("csv", "jsonl", "parquet")
# A row group of parquet: readers skip and share out whole groups, and each costs a header.
GROUP_ROWS, GROUP_BYTES = 100_000, 1 << 26


@contextmanager
def aside(path: str, mode: str = "w") -> Iterator[IO[Any]]:
    """Open a file to write; it appears under its name only when all has been written.

    After an error, or Ctrl-C, nothing is left of it and what was there before
    still is. A device or a pipe is written to as it is.

    Raises:
        DataError: the file cannot be written: no such folder, read-only,
            locked by another program, disk full.
    """
    text = {} if "b" in mode else {"encoding": "utf-8", "errors": "surrogatepass", "newline": ""}
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not stat.S_ISREG(target.stat().st_mode):
            with target.open(mode, **text) as file:  # type: ignore[call-overload]
                yield file
            return
        _check_free(target)
        partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
        try:
            with partial.open(mode.replace("w", "x"), **text) as file:  # type: ignore[call-overload]
                yield file
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, partial)
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise of_os(path, error) from None


def _check_free(target: Path) -> None:
    """Refuse a file that a rename would replace although nobody may write to it."""
    if not target.exists():
        return
    with target.open("ab") as file:  # raises where it is read-only or locked, and changes nothing
        try:
            import fcntl
        except ImportError:  # Windows: open() has said it already
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DataError(f"{target}: locked by another program") from None


def check_output(path: str, inputs: Sequence[str]) -> str:
    """Tell the format of an output from its name, before any work is done.

    Raises:
        UsageError: an unknown ending, or a file that is read as well.
    """
    if path == STDIN:  # and stdout
        return "csv"
    kind = SUFFIXES.get(Path(path).suffix.lower(), "csv" if _is_device(path) else "")
    if kind not in FORMATS:
        raise UsageError(
            f"--output {path}: the name must end in .csv, .jsonl or .parquet, or be - for stdout"
        )
    for given in inputs:
        if os.path.exists(path) and os.path.exists(given) and os.path.samefile(path, given):  # noqa: PTH110, PTH121
            raise UsageError(f"--output {path} is also read; give another name")
    return kind


def _is_device(path: str) -> bool:
    return Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir()


Columns = Mapping[str, "np.ndarray | list[object]"]


class RowWriter(Protocol):
    """Takes per-pair scores block by block."""

    def write(self, columns: Columns) -> None:
        """Append rows: (n_rows,) values for each column, always the same columns.

        What is not a number (NaN) is written as missing.
        """


@contextmanager
def row_writer(path: str, kind: str, signature: str) -> Iterator[RowWriter]:
    """Open a writer of per-pair scores.

    The signature goes where a reader of rows does not trip over it: into the
    metadata of a parquet file, else into the first row's own column or key.
    """
    if path == STDIN:
        yield _Csv(_Stdout(), signature)
    elif kind == "parquet":
        pyarrow = import_pyarrow(f"writing {path}")
        with aside(path, "wb") as file, _Parquet(file, pyarrow, signature) as writer:
            yield writer
    elif kind == "csv":
        with aside(path) as file:
            yield _Csv(file, signature)
    else:
        with aside(path) as file:
            yield _JsonLines(file, signature)


class _Stdout:
    """Standard output, whose errors are told as those of a file."""

    def write(self, text: str) -> int:
        if sys.stdout is None:
            raise DataError("standard output is closed")
        try:
            n_written = sys.stdout.write(text)
            sys.stdout.flush()
            return n_written
        except BrokenPipeError:
            raise
        except OSError as error:
            # As with a closed pipe: do not fail again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise of_os("standard output", error) from None


def _values(column: np.ndarray | list[object]) -> list[object]:
    """Values as Python has them, None for what is not a number."""
    if isinstance(column, list):
        return column
    listed = column.tolist()
    if column.dtype.kind == "f" and np.isnan(column).any():
        return [None if value != value else value for value in listed]
    return listed


class _Csv:
    def __init__(self, file: IO[str] | _Stdout, signature: str) -> None:
        self._rows = csv.writer(file, lineterminator="\n")
        self._signature = signature
        self._is_start = True

    def write(self, columns: Columns) -> None:
        if self._is_start:
            self._rows.writerow([*columns, "signature"])
        lists = [_values(column) for column in columns.values()]
        marks = [""] * len(lists[0])
        if self._is_start and marks:
            marks[0] = self._signature
            self._is_start = False
        self._rows.writerows(zip(*lists, marks, strict=True))


class _JsonLines:
    def __init__(self, file: IO[str], signature: str) -> None:
        self._file = file
        self._start = {"signature": signature}

    def write(self, columns: Columns) -> None:
        lists = [_values(column) for column in columns.values()]
        for row in zip(*lists, strict=True):
            record = {**dict(zip(columns, row, strict=True)), **self._start}
            self._start = {}
            self._file.write(json.dumps(record) + "\n")


class _Parquet:
    """Gathers blocks until they make a row group of usual size."""

    def __init__(self, file: IO[bytes], pyarrow: Any, signature: str) -> None:
        self._file = file
        self._arrow = pyarrow
        self._metadata = {"signature": signature}
        self._writer: Any = None
        self._blocks: list[Any] = []
        self._n_rows = self._n_bytes = 0  # of the blocks

    def __enter__(self) -> _Parquet:
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        if kind is None:
            self._write_group()
        if self._writer is not None:
            self._writer.close()

    def write(self, columns: Columns) -> None:
        block = self._arrow.table({name: self._array(name, columns[name]) for name in columns})
        self._blocks.append(block)
        self._n_rows += block.num_rows
        self._n_bytes += block.nbytes
        if self._n_rows >= GROUP_ROWS or self._n_bytes >= GROUP_BYTES:
            self._write_group()

    def _array(self, name: str, column: np.ndarray | list[object]) -> Any:
        try:
            return self._arrow.array(column, from_pandas=not isinstance(column, list))
        except (self._arrow.ArrowInvalid, self._arrow.ArrowTypeError):
            raise self._mixed(name) from None

    def _write_group(self) -> None:
        """Write the blocks as one row group."""
        from pyarrow import parquet

        if not self._blocks:
            return
        columns = {
            name: self._joined(name, [block[name] for block in self._blocks])
            for name in self._blocks[0].column_names
        }
        table = self._arrow.table(columns).replace_schema_metadata(self._metadata)
        if self._writer is None:
            self._writer = parquet.ParquetWriter(self._file, table.schema)
        self._writer.write_table(table, row_group_size=table.num_rows)
        self._blocks, self._n_rows, self._n_bytes = [], 0, 0

    def _joined(self, name: str, parts: list[Any]) -> Any:
        """Join the parts of a column, in the type of the first values that the file has of it."""
        kinds = [] if self._writer is None else [self._writer.schema.field(name).type]
        kinds += [part.type for part in parts]
        # Nulls alone have no type, and what comes later may be anything: text.
        kind = next((k for k in kinds if not self._arrow.types.is_null(k)), self._arrow.string())
        try:
            chunks = [chunk for part in parts for chunk in part.cast(kind).chunks]
        except self._arrow.ArrowInvalid:
            raise self._mixed(name) from None
        return self._arrow.chunked_array(chunks, kind)

    def _mixed(self, name: str) -> DataError:
        return DataError(
            f"column {name!r} holds values of several kinds, and a column of Parquet has one; "
            "write .csv or .jsonl"
        )
