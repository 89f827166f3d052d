"""Uploaded files -> pairs of texts, or a sentence that says why not.

Reading itself is done by the layer of files below; here are the
limits of the page, and its way to say what is wrong. Nothing is scored here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ..files import readers
from ..files.problems import DataError, UsageError
from ..files.readers import PREDICTION_NAMES, REFERENCE_NAMES, Bounds, Reading, Wanted
from ..files.sources import Block, Source, blocks
from ..files.streams import Watch
from .settings import PageError

KINDS = (*readers.SUFFIXES, ".txt")
MAX_BYTES = 50 * 2**20
MAX_PAIRS = 100_000
MAX_CHARACTERS = 200_000_000  # of all texts together: a small parquet file can hold many
READING = Reading(bounds=Bounds(n_rows=MAX_PAIRS, n_bytes=MAX_CHARACTERS))
LIMITS = (
    f"Files of up to {MAX_BYTES // 2**20} MB and {MAX_PAIRS:,} pairs; UTF-8. For more, use the "
    "command line or the Python package, which have no limit."
)

_PACKED = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd", b"PK\x03\x04": "zip"}


def columns_of(path: str) -> list[str] | None:
    """Name the columns of a table; None for a file of one text a line.

    Raises:
        PageError: the file is too big, empty, or of a kind that is not read.
    """
    _checked(path)
    try:
        return readers.columns_of(path, READING)
    except (DataError, UsageError) as error:
        raise in_words(error, [path]) from error


def guess(columns: Sequence[str], role: str) -> str | None:
    """Choose the column that is usually called so; None if no name is usual."""
    by_lower = {column.lower(): column for column in reversed(columns)}
    usual = PREDICTION_NAMES if role == "prediction" else REFERENCE_NAMES
    return next((by_lower[name] for name in usual if name in by_lower), None)


def pairs_of(
    prediction_paths: Sequence[str],
    reference_path: str | None,
    prediction_column: str | None,
    reference_columns: Sequence[str],
    watch: Watch | None = None,
) -> Iterator[Block]:
    """Read predictions of one or more systems side by side with their references.

    Args:
        prediction_paths: one file for each system.
        reference_path: the file of the references; None if they are columns of the first.
        prediction_column: name of the column in each table of predictions.
        reference_columns: names of the columns that hold references.
        watch: told how much of the first file is read.

    Yields:
        Blocks of pairs, in the order of the files.

    Raises:
        PageError: a file cannot be used; says which, where and why.
    """
    paths = [*prediction_paths, *([reference_path] if reference_path else [])]
    references = _wanted(reference_path or prediction_paths[0], "reference", reference_columns)
    sources = []
    for position, path in enumerate(prediction_paths):
        wanted = _wanted(path, "prediction", [prediction_column] if prediction_column else [])
        if position == 0 and reference_path is None:
            if columns_of(path) is None:
                raise PageError(
                    f"{Path(path).name} has no named columns, so it holds no references: "
                    "give a second file with as many texts."
                )
            wanted += references
        sources.append(Source(path, wanted))
    if reference_path:
        sources.append(Source(reference_path, references))

    n_pairs = n_characters = 0
    try:
        for block in blocks(sources, reading=READING, watch=watch):
            n_pairs += len(block)
            n_characters += _characters(block)
            if n_pairs > MAX_PAIRS:
                raise PageError(f"There are more than {MAX_PAIRS:,} pairs. {LIMITS}")
            if n_characters > MAX_CHARACTERS:
                raise PageError(f"There are more than {MAX_CHARACTERS:,} characters. {LIMITS}")
            yield block
    except (DataError, UsageError) as error:
        raise in_words(error, paths) from error
    if not n_pairs:
        names = " and ".join(dict.fromkeys(Path(path).name for path in paths))
        raise PageError(f"{names}: there are no pairs to score.")


def columns_used(
    prediction_path: str,
    reference_path: str | None,
    prediction_column: str | None,
    reference_columns: Sequence[str],
) -> tuple[str | None, list[str]]:
    """Name the columns that are read: of the predictions, None in a file without; the references'.

    Raises:
        PageError: no column is called as is usual.
    """
    asked = [prediction_column] if prediction_column else []
    (prediction,) = _wanted(prediction_path, "prediction", asked)
    references = _wanted(reference_path or prediction_path, "reference", reference_columns)
    return prediction.name, [wanted.name for wanted in references if wanted.name is not None]


def in_words(error: Exception, paths: Sequence[str]) -> PageError:
    """Say what the readers say, under the names that the visitor's files have."""
    text = str(error)
    for path in paths:
        text = text.replace(path, Path(path).name)
    return PageError(text)


def _checked(path: str) -> Path:
    """Refuse what is too big, empty, packed or of another kind, before it is read."""
    file = Path(path)
    n_bytes = file.stat().st_size
    if n_bytes > MAX_BYTES:
        raise PageError(f"{file.name} has {n_bytes / 2**20:,.0f} MB. {LIMITS}")
    if n_bytes == 0:
        raise PageError(f"{file.name} is empty.")
    if file.suffix.lower() not in KINDS:
        kind = file.suffix or "no ending"
        raise PageError(
            f"{file.name} ({kind}) is not of a kind that is read here: CSV (.csv), TSV (.tsv), "
            "JSON lines (.jsonl), a JSON array of records (.json), Parquet (.parquet) or a text a "
            "line (.txt)."
        )
    with file.open("rb") as opened:
        start = opened.read(4)
    for mark, name in _PACKED.items():
        if start.startswith(mark):
            raise PageError(f"{file.name} is packed ({name}): unpack it first.")
    return file


def _wanted(path: str, role: str, names: Sequence[str]) -> tuple[Wanted, ...]:
    """Ask for columns by name; in a table without one chosen, by the usual names.

    Raises:
        PageError: a column that is chosen is not there, or none is called as is usual.
    """
    columns = columns_of(path)
    if columns is None:
        return (Wanted(role, may_be_list=role == "reference"),)
    usual = columns[0] if len(columns) == 1 else guess(columns, role)
    chosen = list(names)
    if not chosen and usual is not None:
        chosen = [usual]
    listed = ", ".join(columns[:12]) or "none"
    if not chosen:
        raise PageError(
            f"{Path(path).name}: which column holds the {role}s? The columns are: {listed}."
        )
    for name in chosen:
        if name not in columns:
            raise PageError(
                f"{Path(path).name} has no column {name!r} for the {role}s. The columns are: "
                f"{listed}."
            )
    return tuple(Wanted(role, name, may_be_list=role == "reference") for name in chosen)


def _characters(block: Block) -> int:
    texts = [text for column in block.predictions for text in column]
    for reference in block.references:
        texts += [reference] if isinstance(reference, str) else reference
    return sum(map(len, texts))
