"""Several files -> blocks of pairs, kept in step: what belongs together comes out together.

Row i of every file belongs to row i of every other; files of unequal length
are refused with both counts. Knows files and columns, and no score.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .problems import DataError, UsageError
from .readers import Bounds, Value, Wanted, chunks
from .streams import STDIN, Watch, shown

BLOCK = 4096  # pairs at a time


@dataclass(frozen=True)
class Source:
    """A file and the columns to take from it."""

    path: str
    wanted: tuple[Wanted, ...]


@dataclass(frozen=True)
class Block:
    """Some pairs in a row: what each system wrote, and the references."""

    predictions: list[list[str]]  # (n_systems,) lists of (n_pairs,) texts
    references: list[str] | list[list[str]]  # (n_pairs,)

    def __len__(self) -> int:
        return len(self.references)


class _Rows:
    """The rows of one source, handed out in the numbers asked for."""

    def __init__(
        self, source: Source, given: str | None, watch: Watch | None, bounds: Bounds | None
    ) -> None:
        self.source = source
        self.n_taken = 0
        self._chunks = chunks(source.path, source.wanted, given, watch, bounds)
        self._columns: list[list[Value]] = [[] for _ in source.wanted]

    def take(self, n_rows: int) -> list[list[Value]]:
        """Give up to n_rows, fewer only at the end: one list per column."""
        while len(self._columns[0]) < n_rows:
            chunk = next(self._chunks, None)
            if chunk is None:
                break
            for column, values in zip(self._columns, chunk, strict=True):
                column.extend(values)
        taken = [column[:n_rows] for column in self._columns]
        self._columns = [column[n_rows:] for column in self._columns]
        self.n_taken += len(taken[0])
        return taken

    def count_rest(self) -> int:
        """Read on to the end; tells how many rows there are in all."""
        while taken := len(self.take(BLOCK)[0]):
            del taken
        return self.n_taken


def blocks(
    sources: Sequence[Source],
    separators: Sequence[str] = (),
    given: str | None = None,
    watch: Watch | None = None,
    bounds: Bounds | None = None,
) -> Iterator[Block]:
    """Read all sources side by side.

    Args:
        sources: in any order; a wanted column's role says what it is.
        separators: marks that stand for the end of a sentence.
        given: the format of all files, where their names do not tell.
        watch: told how far the first source is read.
        bounds: how much may be decoded of each file; None for any amount.

    Raises:
        DataError: a file cannot be used, or the files differ in length.
        UsageError: stdin is asked for twice.
    """
    if sum(source.path == STDIN for source in sources) > 1:
        raise UsageError('"-" (standard input) can be read only once')
    readers = [
        _Rows(source, given, watch if k == 0 else None, bounds) for k, source in enumerate(sources)
    ]
    while True:
        columns_of = [reader.take(BLOCK) for reader in readers]
        lengths = {len(columns[0]) for columns in columns_of}
        if len(lengths) > 1:
            raise _unequal(readers)
        if lengths == {0}:
            return
        yield _block(sources, columns_of, separators)


def _unequal(readers: Sequence[_Rows]) -> DataError:
    counts = [f"{shown(rows.source.path)} has {rows.count_rest():,}" for rows in readers]
    return DataError(f"unequal numbers of texts: {', '.join(counts)}; row i belongs to row i")


def _block(
    sources: Sequence[Source], columns_of: Sequence[list[list[Value]]], separators: Sequence[str]
) -> Block:
    predictions: list[list[str]] = []
    references: list[list[Value]] = []  # columns
    for source, columns in zip(sources, columns_of, strict=True):
        for wanted, column in zip(source.wanted, columns, strict=True):
            marked = [_with_breaks(value, separators) for value in column] if separators else column
            if wanted.role == "prediction":
                predictions.append(marked)  # type: ignore[arg-type]
            else:
                references.append(marked)
    return Block(predictions, _joined(references))


def _joined(columns: list[list[Value]]) -> list[str] | list[list[str]]:
    """Columns of references -> a text per pair, or a list of texts if any pair has several.

    Example:
        [["a", "b"]]                  ["a", "b"]
        [["a", "b"], ["c", "d"]]      [["a", "c"], ["b", "d"]]
        [["a", ["b", "c"]]]           [["a"], ["b", "c"]]
    """
    (first, *more) = columns
    if not more and all(isinstance(value, str) for value in first):
        return first  # type: ignore[return-value]
    return [
        [text for value in values for text in ([value] if isinstance(value, str) else value)]
        for values in zip(*columns, strict=True)
    ]


def _with_breaks(value: Value, separators: Sequence[str]) -> Value:
    """Put a line break in the place of each mark: rougeLsum's sentences end there."""
    if isinstance(value, list):
        return [_with_breaks(text, separators) for text in value]  # type: ignore[misc]
    for separator in separators:
        value = value.replace(separator, "\n")
    return value


def separator_marks(given: Sequence[str]) -> list[str]:
    """Marks of sentence ends, as given: one an option, or several with spaces between.

    Example:
        ["<q>"]           ["<q>"]
        ["<t> </t>"]      ["<t>", "</t>"]
        [" "]             [" "]             nothing but space is a mark itself
    """
    if "" in given:
        raise UsageError("--sentence-separator is empty; give the mark that ends a sentence")
    return [mark for marks in given for mark in (marks.split() or [marks])]
