"""Scores -> files, never half-written: each is written aside and renamed when it is whole.

Knows formats and file systems; what the numbers mean is none of its business.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np

from .problems import DataError, UsageError, of_os
from .readers import SUFFIXES
from .streams import import_pyarrow

FORMATS = ("csv", "jsonl", "parquet")


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
    kind = SUFFIXES.get(Path(path).suffix.lower(), "csv" if _is_device(path) else "")
    if kind not in FORMATS:
        raise UsageError(f"--output {path}: the name must end in .csv, .jsonl or .parquet")
    for given in inputs:
        if os.path.exists(path) and os.path.exists(given) and os.path.samefile(path, given):  # noqa: PTH110, PTH121
            raise UsageError(f"--output {path} is also read; give another name")
    return kind


def _is_device(path: str) -> bool:
    return Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir()


class RowWriter(Protocol):
    """Takes per-pair scores block by block."""

    def write(self, columns: dict[str, np.ndarray]) -> None:
        """Append rows: a (n_rows,) array for each column, always the same columns."""


@contextmanager
def row_writer(path: str, kind: str, signature: str) -> Iterator[RowWriter]:
    """Open a writer of per-pair scores.

    The signature goes where a reader of rows does not trip over it: into the
    metadata of a parquet file, else into the first row's own column or key.
    """
    if kind == "parquet":
        pyarrow = import_pyarrow(f"writing {path}")
        with aside(path, "wb") as file, _Parquet(file, pyarrow, signature) as writer:
            yield writer
    elif kind == "csv":
        with aside(path) as file:
            yield _Csv(file, signature)
    else:
        with aside(path) as file:
            yield _JsonLines(file, signature)


class _Csv:
    def __init__(self, file: IO[str], signature: str) -> None:
        self._rows = csv.writer(file, lineterminator="\n")
        self._signature = signature
        self._is_start = True

    def write(self, columns: dict[str, np.ndarray]) -> None:
        if self._is_start:
            self._rows.writerow([*columns, "signature"])
        lists = [column.tolist() for column in columns.values()]
        marks = [""] * len(lists[0])
        if self._is_start and marks:
            marks[0] = self._signature
            self._is_start = False
        self._rows.writerows(zip(*lists, marks, strict=True))


class _JsonLines:
    def __init__(self, file: IO[str], signature: str) -> None:
        self._file = file
        self._start = {"signature": signature}

    def write(self, columns: dict[str, np.ndarray]) -> None:
        lists = [column.tolist() for column in columns.values()]
        for row in zip(*lists, strict=True):
            record = {**dict(zip(columns, row, strict=True)), **self._start}
            self._start = {}
            self._file.write(json.dumps(record) + "\n")


class _Parquet:
    def __init__(self, file: IO[bytes], pyarrow: Any, signature: str) -> None:
        self._file = file
        self._arrow = pyarrow
        self._metadata = {"signature": signature}
        self._writer: Any = None

    def __enter__(self) -> _Parquet:
        return self

    def __exit__(self, *error: object) -> None:
        if self._writer is not None:
            self._writer.close()

    def write(self, columns: dict[str, np.ndarray]) -> None:
        from pyarrow import parquet

        table = self._arrow.table(columns).replace_schema_metadata(self._metadata)
        if self._writer is None:
            self._writer = parquet.ParquetWriter(self._file, table.schema)
        self._writer.write_table(table)
