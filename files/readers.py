"""One file -> its columns of texts, in chunks: text, jsonl, json, csv, tsv and parquet.

Each reader yields chunks, and a chunk is one list of values for each column
that was asked for. A value is a text, or a list of texts where a column may hold
several references. Whatever else stands there is refused with file, line and
column. Nothing is known here of pairs or of scores.
"""

from __future__ import annotations

import csv
import json
import logging
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import PurePath
from typing import Any

from .problems import DataError, UsageError, place
from .streams import MAX_LINE, PIECE, Watch, import_pyarrow, open_seekable, shown, text_pieces

LOG = logging.getLogger(__name__)

FORMATS = ("text", "jsonl", "json", "csv", "tsv", "parquet")
SUFFIXES = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
}
COMPRESSED = (".gz", ".zst")
ROWS = 4096  # of a chunk of records
BUDGET = 1 << 24  # characters of a chunk of records: beyond, it is handed out before ROWS are full
QUOTINGS = ("minimal", "none")
# The field's TSV has no quotes and no line breaks in a text, CSV has both (RFC 4180).
QUOTING_OF = {"csv": "minimal", "tsv": "none"}
DELIMITERS = {"csv": (",", ";", "\t"), "tsv": ("\t",)}  # tried in this order
MAGIC = b"PAR1"  # of parquet
MAX_RATIO = 1000  # unpacked by packed: what is far beyond was made to fill a memory

# What columns are called when nobody says; the first that a file has is taken.
PREDICTION_NAMES = [
    *("prediction", "predictions", "pred", "preds", "hypothesis", "hypotheses", "hyp"),
    *("candidate", "candidates", "generated", "generated_text", "generated_summary"),
    *("system", "system_summary", "decoded", "output", "outputs"),
    *("predict", "response", "filtered_resps"),
]
REFERENCE_NAMES = [
    *("reference", "references", "ref", "refs", "target", "targets", "gold", "label", "labels"),
    *("highlights", "reference_summary", "ground_truth", "summary", "abstract"),
]

Value = Any  # a text, a list of texts where several references may stand, None where it may lack
Chunk = list[list[Value]]  # one list of values per column asked for
Chosen = Callable[[list[str | None]], None]  # told which columns were found


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


@dataclass(frozen=True)
class Reading:
    """How files are read where their names and first bytes do not tell.

    Attributes:
        kind: one of FORMATS.
        delimiter: between the fields of csv and tsv.
        encoding: of text, as Python names it.
        quoting: "minimal" (a field may stand in quotes) or "none", of csv and tsv.
        bounds: how much may be decoded; None for any amount, though never much at a time.
        has_nulls: whether a text may be missing.
    """

    kind: str | None = None
    delimiter: str | None = None
    encoding: str | None = None
    quoting: str | None = None
    bounds: Bounds | None = None
    has_nulls: bool = False

    def is_literal(self, kind: str) -> bool:
        """Whether a quote is a letter as any in a table of this kind."""
        return (self.quoting or QUOTING_OF[kind]) == "none"

    @property
    def n_bytes(self) -> int | None:
        """How many bytes of text a file may hold unpacked, names and marks among them."""
        return None if self.bounds is None else 4 * self.bounds.n_bytes


@dataclass(frozen=True)
class Wanted:
    """One column to find in a table: by its name, or by the usual ones.

    Attributes:
        role: "prediction" or "reference", as errors and options call it; "key" for a
            column that joins, "carried" for one that goes to the output as it is,
            "check" for references that only have to be the same as those of others.
        name: as the table has it; dots lead into records, "doc.summary". None for the usual.
        may_be_list: whether several texts may stand in a row.
    """

    role: str
    name: str | None = None
    may_be_list: bool = False

    def find(self, path: str, columns: Sequence[str], is_only: bool) -> str | None:
        """Choose among the columns that a file has.

        Args:
            is_only: no other column is wanted of this file, so that a table of one column will do.

        Returns:
            The name; None where a column to check is not there.

        Raises:
            DataError: there is no such column; names those there are.
        """
        name = self._choose(path, columns, is_only)
        if name is not None and self.role in ("prediction", "reference"):
            LOG.info("%s: %ss from column %s", shown(path), self.role, json.dumps(name))
        if name is not None and list(columns).count(name) > 1:
            raise DataError(
                f"{shown(path)}:1: {list(columns).count(name)} columns have the name "
                f"{json.dumps(name, ensure_ascii=False)}; give each a name of its own"
            )
        return name

    def _choose(self, path: str, columns: Sequence[str], is_only: bool) -> str | None:
        if self.name is not None:
            # Of records only the first name of a path can be seen here.
            if self.name in columns or self.name.partition(".")[0] in columns:
                return self.name
            if self.role == "check":
                return None
            raise DataError(
                f"{shown(path)}:1: no column {json.dumps(self.name, ensure_ascii=False)}; "
                f"the columns are {_quoted(columns)}"
            )
        by_lower = {column.lower(): column for column in reversed(columns)}
        usual = PREDICTION_NAMES if self.role == "prediction" else REFERENCE_NAMES
        for name in usual:
            if name in by_lower:
                return by_lower[name]
        if self.role == "check":
            return None
        if is_only and len(columns) == 1:
            return columns[0]
        is_uncut = len(columns) == 1 and any(mark in columns[0] for mark in ",;|\t")
        raise DataError(
            f"{shown(path)}:1: no column of {self.role}s; the columns are {_quoted(columns)}",
            "if that is several names, say what stands between them with --delimiter"
            if is_uncut
            else f"choose one with --{self.role}-column",
        )


def _found(path: str, columns: Sequence[str], wanted: Sequence[Wanted]) -> list[str | None]:
    """Find all wanted columns, each of them another.

    Raises:
        DataError: one is missing, or two are the same: it would be scored against itself.
    """
    is_only = sum(column.role in ("prediction", "reference") for column in wanted) == 1
    names = [column.find(path, columns, is_only) for column in wanted]
    taken: dict[str | None, Wanted] = {}
    for column, name in zip(wanted, names, strict=True):
        if column.role not in ("prediction", "reference"):
            continue
        if name in taken:
            both = " and ".join(dict.fromkeys(f"{c.role}s" for c in (taken[name], column)))
            raise DataError(
                f"{shown(path)}:1: column {json.dumps(name, ensure_ascii=False)} is taken twice, "
                f"as {both}"
            )
        taken[name] = column
    return names


def format_of(path: str, given: str | None = None) -> str:
    """Tell the format of a file from its name, unless it is given."""
    if given is not None:
        return given
    name = PurePath(path)
    suffixes = [suffix.lower() for suffix in name.suffixes if suffix.lower() not in COMPRESSED]
    return SUFFIXES.get(suffixes[-1] if suffixes else "", "text")


def is_table(path: str, given: str | None = None) -> bool:
    """Whether a file has named columns."""
    return format_of(path, given) != "text"


def columns_of(path: str, reading: Reading) -> list[str] | None:
    """Name the columns of a table; None for a file without, as one of a text a line.

    Raises:
        DataError: the file is damaged, its first line is no record, or there are too many.
    """
    kind = format_of(path, reading.kind)
    if kind == "text":
        return None
    if kind == "parquet":
        pyarrow = import_pyarrow(f"reading {shown(path)}, a parquet file,")
        from pyarrow import parquet

        try:
            with open_seekable(path, "parquet", MAGIC) as file:
                names = parquet.read_schema(file).names
        except (pyarrow.ArrowException, OSError, DataError):
            raise DataError(f"{shown(path)}: not a parquet file") from None
    elif kind in ("jsonl", "json"):
        records = _json_lines if kind == "jsonl" else _json_array
        record = next((record for _, record in records(path, reading, None)), None)
        if not isinstance(record, dict):
            return None
        names = list(record)
    else:
        lines = _Recorded(path, reading, None)
        try:
            names = _header(path, kind, lines, reading)[0]
        except csv.Error as error:
            raise DataError(f"{place(shown(path), 1, 1)}: {error}") from None
    if reading.bounds is not None:
        reading.bounds.check(path, len(names), reading.bounds.n_columns, "columns")
    return names


def chunks(
    path: str,
    wanted: Sequence[Wanted],
    reading: Reading | None = None,
    watch: Watch | None = None,
    chosen: Chosen | None = None,
) -> Iterator[Chunk]:
    """Read the wanted columns of a file, a bounded number of rows and characters at a time.

    Args:
        chosen: told which columns were found, before the first chunk; not of text.

    Raises:
        DataError: the file or a value in it cannot be used; names file, line and column.
    """
    reading = reading or Reading()
    kind = format_of(path, reading.kind)
    LOG.info("reading %s as %s", shown(path), kind)
    tell = chosen or (lambda _: None)
    if kind == "text":
        return _text(path, wanted, reading, watch)
    if kind in ("jsonl", "json"):
        return _json(path, kind, wanted, reading, watch, tell)
    if kind == "parquet":
        return _parquet(path, wanted, reading, watch, tell)
    return _delimited(path, kind, wanted, reading, watch, tell)


def _text(
    path: str, wanted: Sequence[Wanted], reading: Reading, watch: Watch | None
) -> Iterator[Chunk]:
    """Only "\n" and "\r\n" end a line: other breaks that Unicode knows stand in texts."""
    named = next((column for column in wanted if column.name is not None), None)
    if named is not None:
        raise UsageError(
            f"{shown(path)} holds a text a line, so it has no column "
            f"{json.dumps(named.name, ensure_ascii=False)}"
        )
    taken = [f"{c.role}s" for c in wanted if c.role in ("prediction", "reference")]
    if len(taken) > 1:
        raise DataError(
            f"{shown(path)}: its texts are taken twice, as {' and '.join(dict.fromkeys(taken))}"
        )
    for piece in text_pieces(path, watch, reading.encoding, reading.n_bytes):
        lines = piece.split("\n")
        if lines[-1] == "":
            lines.pop()
        if "\r" in piece:
            lines = [line.removesuffix("\r") for line in lines]
        yield [lines if column.role != "check" else [None] * len(lines) for column in wanted]


def _lines(path: str, reading: Reading, watch: Watch | None) -> Iterator[str]:
    for piece in text_pieces(path, watch, reading.encoding, reading.n_bytes):
        *lines, rest = piece.split("\n")
        for line in lines:
            yield line + "\n"
        if rest:
            yield rest


class _Growing:
    """A chunk that is handed out once it holds enough rows or characters."""

    def __init__(self, n_columns: int) -> None:
        self._n_columns = n_columns
        self.n_characters = 0
        self.columns: Chunk = [[] for _ in range(n_columns)]

    def add(self, values: Sequence[Value]) -> bool:
        """Append a row; tells whether the chunk is full."""
        for column, value in zip(self.columns, values, strict=True):
            column.append(value)
            self.n_characters += size_of(value)
        return len(self.columns[0]) >= ROWS or self.n_characters >= BUDGET

    def take(self) -> Chunk:
        """Hand out what there is, and begin anew."""
        taken = self.columns
        self.columns, self.n_characters = [[] for _ in range(self._n_columns)], 0
        return taken


def size_of(value: Value) -> int:
    """Count the characters of a value."""
    if isinstance(value, str):
        return len(value)
    return sum(map(len, value)) if isinstance(value, list) else 1


# --- JSON ---------------------------------------------------------------------------


def _json(
    path: str,
    kind: str,
    wanted: Sequence[Wanted],
    reading: Reading,
    watch: Watch | None,
    chosen: Chosen,
) -> Iterator[Chunk]:
    names: list[str | None] | None = None
    chunk = _Growing(len(wanted))
    records = _json_lines if kind == "jsonl" else _json_array
    for spot, record in records(path, reading, watch):
        if not isinstance(record, dict):
            # A line that is a text or a list of texts is its own only column.
            if len(wanted) > 1 or wanted[0].name is not None:
                raise DataError(
                    f"{place(shown(path), spot)}: an object with named columns is wanted, "
                    f"found {_kind(record)}"
                )
            values = [_value(record, wanted[0], path, spot, None, reading)]
        else:
            if names is None:
                names = _found(path, list(record), wanted)
                chosen(names)
            values = [
                None
                if name is None
                else _value(_reached(record, name, path, spot), column, path, spot, name, reading)
                for column, name in zip(wanted, names, strict=True)
            ]
        if chunk.add(values):
            yield chunk.take()
    yield chunk.take()


def _reached(record: dict[str, Any], name: str, path: str, spot: int | str) -> object:
    """Give what stands under a name, or under a path of names with dots between."""
    if name in record:
        return record[name]
    value: Any = record
    if "." in name:
        for part in name.split("."):
            if isinstance(value, dict) and part in value:
                value = value[part]
            elif isinstance(value, list) and part.isdecimal() and int(part) < len(value):
                value = value[int(part)]
            else:
                break
        else:
            return value
    listed = _quoted(list(value)) if isinstance(value, dict) else _kind(value)
    raise DataError(f"{place(shown(path), spot, name)}: missing; this line has {listed}")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"two values have the name {json.dumps(twice, ensure_ascii=False)}")
    return record


_DECODER = json.JSONDecoder(object_pairs_hook=_unique)
_CUT_WORD = re.compile(r"(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-|\.|[eE][+-]?)\s*\Z")


def _is_cut_off(text: str, error: json.JSONDecodeError) -> bool:
    """Whether a record is right as far as it goes, and only its end is missing."""
    rest = text[error.pos :]
    return (
        error.msg.startswith("Unterminated string")
        or not rest.strip()
        or (error.msg.startswith("Invalid \\u") and len(rest) < 6)
        or bool(_CUT_WORD.match(rest))
    )


def _json_lines(
    path: str, reading: Reading, watch: Watch | None
) -> Iterator[tuple[int | str, object]]:
    """Yield line number and record; blank lines are let pass at the end alone."""
    blank = 0
    for number, line in enumerate(_lines(path, reading, watch), start=1):
        if not line.strip():
            blank = blank or number
            continue
        if blank:
            raise DataError(f"{place(shown(path), blank, 1)}: a blank line; a record is wanted")
        _check_values(path, line, reading, f"values in line {number}")
        try:
            yield number, _DECODER.decode(line)
        except json.JSONDecodeError as error:
            if _is_cut_off(line, error):
                at = place(shown(path), number, len(line.rstrip("\r\n")) + 1)
                raise DataError(f"{at}: the line ends within a record: cut off?") from None
            at = place(shown(path), number, error.colno)
            remedy = (
                "an array of records is read as --input-format json" if line.strip() == "[" else ""
            )
            raise DataError(f"{at}: not JSON: {error.msg}", remedy) from None
        except RecursionError:
            at = place(shown(path), number, 1)
            raise DataError(f"{at}: not a record: nested too deeply") from None
        except ValueError as error:
            raise DataError(f"{place(shown(path), number)}: {error}") from None


def _check_values(path: str, text: str, reading: Reading, what: str) -> None:
    """Refuse a record of more values than may be, before it is taken apart."""
    if reading.bounds is not None and len(text) > reading.bounds.n_values:
        # Every value but the first stands after one of these.
        n_values = sum(map(text.count, ",[{"))
        reading.bounds.check(path, n_values, reading.bounds.n_values, what)


def _json_array(
    path: str, reading: Reading, watch: Watch | None
) -> Iterator[tuple[int | str, object]]:
    """Yield "record 1" and the first record of an array, and so on, without holding all of it."""
    pieces = text_pieces(path, watch, reading.encoding, reading.n_bytes, end=b'"')
    text, at, n_records = "", 0, 0  # what is read and not yet used stands from `at` on
    line, column = 1, 1  # of the first character of `text`

    def where(offset: int) -> tuple[int, int]:
        """Tell line and column of a character of `text`."""
        n_breaks = text.count("\n", 0, offset)
        before = text.rfind("\n", 0, offset) + 1
        return line + n_breaks, offset - before + (1 if n_breaks else column)

    def spot_at(offset: int) -> str:
        """Name a place within the record at hand."""
        return f"{place(shown(path), *where(offset))}: record {n_records + 1}"

    def more(at_least: int = 1) -> bool:
        """Read on; what was used is let go."""
        nonlocal text, at, line, column
        line, column = where(at)
        read = [text[at:]]
        n_read = 0
        for piece in pieces:
            read.append(piece)
            n_read += len(piece)
            if n_read >= at_least:
                break
        text, at = "".join(read), 0
        return n_read > 0

    def mark() -> str:
        """Look at the next character that is no space; "" at the end of the file."""
        nonlocal at
        while True:
            found = _SPACE.match(text, at)
            at = found.end() if found else at
            if at < len(text):
                return text[at]
            if not more():
                return ""

    if mark() != "[":
        raise DataError(
            f"{shown(path)}: an array of records is wanted, which starts with [; "
            f"found {json.dumps(text[at : at + 10]) if text[at:] else 'nothing'}",
            "one record a line is read as --input-format jsonl",
        )
    at += 1
    is_start = True
    while True:
        spot = f"record {n_records + 1}"
        found = mark()
        if found == "]":
            at += 1
            if mark():
                at_ = place(shown(path), *where(at))
                raise DataError(f"{at_}: text after the end of the array")
            return
        if found and not is_start:
            if found != ",":
                raise DataError(f"{spot_at(at)}: a comma is wanted before it")
            at += 1
            found = mark()
        is_start = False
        if not found:
            raise DataError(f"{spot_at(at)}: the file ends here, within the array")
        while True:
            try:
                record, end = _DECODER.raw_decode(text, at)
                break
            except json.JSONDecodeError as error:
                if not _is_cut_off(text, error):
                    raise DataError(
                        f"{spot_at(error.pos)}: not JSON: {error.msg}, "
                        f"at {json.dumps(text[error.pos : error.pos + 20], ensure_ascii=False)}"
                    ) from None
                if len(text) - at > MAX_LINE:
                    at_ = place(shown(path), spot)
                    raise DataError(f"{at_}: more than {MAX_LINE >> 20} MB") from None
                if len(text) - at > PIECE:
                    _check_values(path, text[at:], reading, f"values from {spot} on")
                if not more(max(PIECE, len(text) - at)):  # twice as much, for a few attempts
                    raise DataError(
                        f"{spot_at(len(text))}: the file ends within it, after "
                        f"{json.dumps(text[-20:], ensure_ascii=False)}"
                    ) from None
            except RecursionError:
                raise DataError(f"{place(shown(path), spot)}: nested too deeply") from None
            except ValueError as error:
                raise DataError(f"{place(shown(path), spot)}: {error}") from None
        n_records += 1
        yield spot, record
        at = end


_SPACE = re.compile(r"[ \t\r\n]*")


# --- CSV and TSV --------------------------------------------------------------------


class _Recorded:
    """Lines of a table: remembers those of the row at hand, and counts what it may hold."""

    def __init__(self, path: str, reading: Reading, watch: Watch | None) -> None:
        self._path = path
        self._lines = _lines(path, reading, watch)
        self._bounds = reading.bounds
        self._n_fields = 0
        self._most = reading.bounds.n_columns if reading.bounds is not None else 0
        self.delimiter = ""
        self.n_lines = 0
        self.of_row: list[str] = []

    def __iter__(self) -> _Recorded:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self.n_lines += 1
        self.of_row.append(line)
        if self.delimiter:
            self._count(line)
        return line

    def _count(self, line: str) -> None:
        if self._bounds is not None:
            self._n_fields += line.count(self.delimiter)
            self._bounds.check(self._path, self._n_fields, self._most, "fields in one record")

    def cut_at(self, delimiter: str) -> None:
        """Count the delimiters from the first line on."""
        self.delimiter = delimiter
        for line in self.of_row:
            self._count(line)

    def next_row(self) -> None:
        """Begin anew; a text may hold more delimiters than a table has columns."""
        self.of_row.clear()
        self._n_fields = 0
        if self._bounds is not None:
            self._most = self._bounds.n_values

    @property
    def first_line(self) -> int:
        """The number of the line in which the row at hand starts."""
        return self.n_lines - len(self.of_row) + 1


def _header(
    path: str, kind: str, lines: _Recorded, reading: Reading
) -> tuple[list[str], Iterator[list[str]]]:
    """Read the names of the columns: gives them, and the rows that follow.

    A csv of semicolons, as Excel writes it in half of Europe, or of tabs is
    found by its first line, unless a delimiter is given.
    """
    first = next(lines, None)
    told = reading.delimiter
    if first is not None and re.fullmatch(r"sep=.\r?\n", first):  # Excel's own way to say it
        told = told or first[4]
        lines.next_row()
        first = next(lines, None)
    if first is None:
        raise DataError(f"{place(shown(path), 1, 1)}: empty; a line of column names is wanted")
    is_literal = reading.is_literal(kind)
    tried = (told,) if told else DELIMITERS[kind]
    by_number = {first.count(delimiter): delimiter for delimiter in reversed(tried)}
    delimiter = tried[0]
    if len(tried) > 1 and first.count(delimiter) == 0:
        delimiter = by_number[max(by_number)]
    lines.cut_at(delimiter)
    rest = chain([first], lines)  # names may stand in quotes, with line breaks in them
    if is_literal:
        rows = _literal(rest, delimiter)
    else:
        rows = csv.reader(rest, delimiter=delimiter, strict=True)
    return next(rows), rows


def _delimited(
    path: str,
    kind: str,
    wanted: Sequence[Wanted],
    reading: Reading,
    watch: Watch | None,
    chosen: Chosen,
) -> Iterator[Chunk]:
    csv.field_size_limit(min(sys.maxsize, MAX_LINE))
    lines = _Recorded(path, reading, watch)
    is_literal = reading.is_literal(kind)
    chunk = _Growing(len(wanted))
    try:
        columns, rows = _header(path, kind, lines, reading)
        line_of_names = lines.first_line
        names = _found(path, columns, wanted)
        chosen(names)
        fields = [None if name is None else _field(path, columns, name) for name in names]
        is_told = False
        lines.next_row()
        for row in rows:
            if len(row) != len(columns):
                if not row and len(columns) == 1:
                    row = [""]  # a blank line is an empty text in a table of one column
                else:
                    at = place(shown(path), lines.first_line)
                    raise DataError(
                        f"{at}: {len(row)} columns, but line {line_of_names} names {len(columns)}",
                        "if its texts stand in quotes, say --quoting minimal"
                        if is_literal and any('"' in field for field in row)
                        else "",
                    )
            if not is_told:
                doubt = _doubt(row, lines, is_literal)
                if doubt:
                    LOG.warning("%s: %s", place(shown(path), lines.first_line), doubt)
                    is_told = True
            lines.next_row()
            if chunk.add([None if field is None else row[field] for field in fields]):
                yield chunk.take()
        yield chunk.take()
    except csv.Error as error:
        line = _line_of_quote(lines)
        if line is None:
            raise DataError(f"{place(shown(path), lines.n_lines, 1)}: {error}") from None
        raise DataError(
            f"{place(shown(path), line)}: a quote opens here, and then: {error}",
            "if quotes are nothing but letters of the texts, say --quoting none",
        ) from None


def _field(path: str, columns: Sequence[str], name: str) -> int:
    if name not in columns:  # the first part of a path was, and a field holds no records
        raise DataError(
            f"{shown(path)}:1: no column {json.dumps(name, ensure_ascii=False)}; "
            f"the columns are {_quoted(columns)}"
        )
    return list(columns).index(name)


def _literal(lines: Iterator[str], delimiter: str) -> Iterator[list[str]]:
    """Cut lines at the delimiter and nowhere else: a quote is a letter as any."""
    for line in lines:
        text = line.removesuffix("\n").removesuffix("\r")
        yield text.split(delimiter) if text else []


def _doubt(row: list[str], lines: _Recorded, is_literal: bool) -> str:
    """Say if a row may have been meant otherwise: in quotes, or without."""
    if is_literal:
        if any(_is_written_in_quotes(field) for field in row):
            return "texts in quotes, which count as letters; --quoting minimal reads them as csv"
        return ""
    whole = lines.of_row[1:-1]  # lines that lie within a text
    if len(whole) > 2 and all(line.count(lines.delimiter) == len(row) - 1 for line in whole):
        return (
            f"{len(lines.of_row)} lines are one row, since a quote opens in the first and closes "
            "in the last; --quoting none reads quotes as letters"
        )
    return ""


def _is_written_in_quotes(field: str) -> bool:
    inner = field[1:-1]
    return (
        len(field) > 2
        and field[0] == field[-1] == '"'
        and ('""' in inner)
        and '"' not in inner.replace('""', "")
    )


def _line_of_quote(lines: _Recorded) -> int | None:
    """Find the line where the last quote opened in the row at hand; None if none did."""
    opened: int | None = None
    is_open, is_field_start = False, True
    for number, line in enumerate(lines.of_row, start=lines.first_line):
        k = 0
        while k < len(line):
            c = line[k]
            if is_open:
                if c == '"' and line[k + 1 : k + 2] == '"':
                    k += 1
                elif c == '"':
                    is_open = False
            elif c == '"' and is_field_start:
                is_open, opened = True, number
            is_field_start = not is_open and c in (lines.delimiter, "\n")
            k += 1
    return opened


# --- Parquet ------------------------------------------------------------------------


def _parquet(
    path: str, wanted: Sequence[Wanted], reading: Reading, watch: Watch | None, chosen: Chosen
) -> Iterator[Chunk]:
    pyarrow = import_pyarrow(f"reading {shown(path)}, a parquet file,")
    from pyarrow import parquet

    try:
        with open_seekable(path, "parquet", MAGIC, watch) as file:
            table = parquet.ParquetFile(file)
            columns = table.schema_arrow.names
            names = _found(path, columns, wanted)
            chosen(names)
            tops = sorted({_top(name, columns) for name in names if name is not None})
            leaves = _checked_leaves(path, table.metadata, tops, reading.bounds)
            # Equal texts stay one text until it is known how long they are together.
            file.seek(0)
            table = parquet.ParquetFile(
                file, read_dictionary=leaves, buffer_size=PIECE, pre_buffer=False
            )
            yield from _parquet_chunks(path, table, tops, names, wanted, reading, columns)
    except (pyarrow.ArrowException, OSError) as error:
        reason = str(error).splitlines()[0]
        raise DataError(f"{shown(path)}: not a parquet file: {reason}") from None


def _top(name: str, columns: Sequence[str]) -> str:
    return name if name in columns else name.partition(".")[0]


def _checked_leaves(
    path: str, metadata: Any, tops: Sequence[str], bounds: Bounds | None
) -> list[str]:
    """Check what a parquet file says of its columns; name the columns of bytes in it.

    A decoder holds the dictionary of a column, and one page of it, as large as said here.

    Raises:
        DataError: more rows, values or bytes than may be, or out of all proportion.
    """
    leaves: dict[str, bool] = {}
    n_values = n_bytes = n_packed = 0
    if bounds is not None:
        bounds.check(path, metadata.num_rows, bounds.n_rows, "rows")
        bounds.check(path, metadata.num_columns, bounds.n_columns, "columns")
    for group in range(metadata.num_row_groups):
        for k in range(metadata.num_columns):
            column = metadata.row_group(group).column(k)
            leaf = column.path_in_schema
            if not any(leaf == top or leaf.startswith(f"{top}.") for top in tops):
                continue
            leaves[leaf] = column.physical_type == "BYTE_ARRAY"
            n_values += column.num_values
            n_bytes += column.total_uncompressed_size
            n_packed += column.total_compressed_size
    if bounds is not None:
        bounds.check(path, n_values, bounds.n_values, "values")
        bounds.check(path, n_bytes, bounds.n_bytes, "bytes when unpacked")
    if n_bytes > MAX_LINE and n_bytes > MAX_RATIO * n_packed:
        raise DataError(
            f"{shown(path)}: {n_packed:,} bytes that unpack to {n_bytes:,}; allowed: {MAX_RATIO:,} "
            f"times as many, or {MAX_LINE >> 20} MB"
        )
    return [leaf for leaf, is_bytes in leaves.items() if is_bytes]


def _n_bytes(array: Any) -> int:
    """Count the bytes that the texts of an array have once each is written out."""
    from pyarrow import compute, types

    if types.is_dictionary(array.type):
        lengths = compute.binary_length(array.dictionary)
        return compute.sum(compute.take(lengths, array.indices).cast("int64")).as_py() or 0
    if types.is_list(array.type) or types.is_large_list(array.type):
        return _n_bytes(array.flatten())
    if types.is_struct(array.type):
        return sum(map(_n_bytes, array.flatten()))
    return array.nbytes


def _parquet_chunks(
    path: str,
    table: Any,
    tops: Sequence[str],
    names: Sequence[str | None],
    wanted: Sequence[Wanted],
    reading: Reading,
    columns: Sequence[str],
) -> Iterator[Chunk]:
    n_rows = n_bytes = 0
    chunk = _Growing(len(wanted))
    # One group after the other: pyarrow cannot join the dictionaries of two within lists.
    batches = (
        batch
        for group in range(table.num_row_groups)
        for batch in table.iter_batches(ROWS, row_groups=[group], columns=list(tops))
    )
    for batch in batches:
        if reading.bounds is not None:
            n_bytes += sum(map(_n_bytes, batch.columns))
            reading.bounds.check(path, n_bytes, reading.bounds.n_bytes, "bytes of text")
        found = [
            None if name is None else batch.column(batch.schema.get_field_index(_top(name, tops)))
            for name in names
        ]
        for row in range(len(batch)):
            n_rows += 1
            values = []
            for column, name, array in zip(wanted, names, found, strict=True):
                value = None
                if name is not None and array is not None:
                    record = array[row].as_py()
                    if name not in columns:
                        record = _reached({_top(name, tops): record}, name, path, n_rows)
                    value = _value(record, column, path, n_rows, name, reading)
                values.append(value)
            if chunk.add(values):
                yield chunk.take()
    yield chunk.take()


# --- values -------------------------------------------------------------------------


def _value(
    value: object,
    column: Wanted,
    path: str,
    line: int | str,
    name: str | None,
    reading: Reading,
) -> Value:
    """Let a text pass, and a list of texts where the column may hold one."""
    if isinstance(value, str):
        return value
    if column.role == "carried" and not isinstance(value, dict | list):
        return value
    if column.role == "key" and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    spot = (shown(path), line, name or (1 if isinstance(line, int) else None))
    while isinstance(value, list) and len(value) == 1 and isinstance(value[0], list | str):
        if column.may_be_list and isinstance(value[0], str):
            return value
        value = value[0]  # as harnesses log: [["text"]] is the text
    if isinstance(value, str):
        return value
    if value is None and reading.has_nulls and column.role in ("prediction", "reference", "check"):
        return None
    if isinstance(value, list) and column.may_be_list:
        if not value:
            raise DataError(f"{place(*spot)}: an empty list; a reference is wanted")
        for text in value:
            if not isinstance(text, str):
                raise DataError(f"{place(*spot)}: {_kind(text)} in a list of texts")
        return value
    expected = "a text or a list of texts" if column.may_be_list else "a text"
    found = f"a list of {len(value)}" if isinstance(value, list) else _kind(value)
    raise DataError(f"{place(*spot)}: {found}; {expected} is wanted")


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


def _quoted(columns: Iterable[str]) -> str:
    """Name columns in one line, whatever stands in them; not more than a dozen."""
    names = [json.dumps(column, ensure_ascii=False) for column in columns]
    if len(names) > 12:
        names = [*names[:12], f"and {len(names) - 12} more"]
    return ", ".join(names) if names else "none"
