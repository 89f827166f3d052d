"""Several files -> blocks of pairs, kept in step: what belongs together comes out together.

Row i of every file belongs to row i of every other, unless a key joins them;
files of unequal length are refused with both counts. A folder is a table of its
documents, whose key is the name. Knows files and columns, and no score.
"""

from __future__ import annotations

import glob
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

from ..options import LOOK_FOR_MARKUP, is_see
from .problems import DataError, UsageError, place
from .readers import BUDGET, COMPRESSED, Chunk, Reading, Value, Wanted, chunks, size_of
from .streams import MAX_LINE, STDIN, Watch, shown, text_pieces

BLOCK = 4096  # pairs at a time
NAME = "{name}"  # in the path of several references of a document


@dataclass(frozen=True)
class Source:
    """A file, or a folder of documents, and the columns to take from it.

    Attributes:
        path: a folder's path, or a pattern with {name} in it, stands for all its files.
        wanted: the columns; one alone of a text, a folder or a pattern.
    """

    path: str
    wanted: tuple[Wanted, ...]

    @property
    def is_folder(self) -> bool:
        """Whether each text is a file of its own."""
        return self.path != STDIN and (NAME in self.path or Path(self.path).is_dir())


@dataclass(frozen=True)
class Block:
    """Some pairs in a row: what each system wrote, and the references.

    Attributes:
        predictions: (n_systems,) lists of (n_pairs,) texts.
        references: (n_pairs,) texts or lists of texts.
        carried: what goes with them as it is, (n_pairs,) for each such column.
        nulls: positions of pairs of which a text is missing; "" stands in its place.
    """

    predictions: list[list[str]]
    references: list[str] | list[list[str]]
    carried: dict[str, list[object]] = field(default_factory=dict)
    nulls: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.references)


class _Rows:
    """The rows of one source, handed out in the numbers asked for."""

    def __init__(self, source: Source, reading: Reading, watch: Watch | None) -> None:
        self.source = source
        self.names: list[str | None] = [None] * len(source.wanted)  # once the first row is read
        self.n_taken = 0
        self._chunks = chunks(source.path, source.wanted, reading, watch, self._choose)
        self._columns: Chunk = [[] for _ in source.wanted]
        self._start = 0  # rows before it are handed out

    def _choose(self, names: list[str | None]) -> None:
        self.names = names

    def fill(self) -> int:
        """Read until a block is there, or many characters, or the end; tells the rows there are."""
        n_rows = len(self._columns[0]) - self._start
        if n_rows >= BLOCK:
            return n_rows
        self._columns = [column[self._start :] for column in self._columns]
        self._start = 0
        n_characters = sum(size_of(value) for column in self._columns for value in column)
        while n_rows < BLOCK and (n_characters < BUDGET or not n_rows):
            chunk = next(self._chunks, None)
            if chunk is None:
                break
            for column, values in zip(self._columns, chunk, strict=True):
                column.extend(values)
                n_characters += sum(map(size_of, values))
            n_rows = len(self._columns[0])
        return n_rows

    def take(self, n_rows: int) -> Chunk:
        """Hand out rows that are there: one list per column."""
        stop = self._start + n_rows
        taken = [column[self._start : stop] for column in self._columns]
        self._start = stop
        self.n_taken += n_rows
        return taken

    def count_rest(self) -> int:
        """Read on to the end; tells how many rows there are in all."""
        while n_rows := self.fill():
            self.take(n_rows)
        return self.n_taken


def blocks(
    sources: Sequence[Source],
    separators: Sequence[str] = (),
    reading: Reading | None = None,
    watch: Watch | None = None,
    key: str | None = None,
    tags: Sequence[str] = (),
) -> Iterator[Block]:
    """Read all sources side by side.

    Args:
        sources: in any order; a wanted column's role says what it is.
        separators: marks that stand for the end of a sentence.
        reading: how to read all files, where their names do not tell.
        watch: told how far the first source is read.
        key: the column that says which rows belong together, if not their order. The
            first source is read in pieces, all others are held in memory.
        tags: names of tags to take out of texts, with all that stands in them.

    Raises:
        DataError: a file cannot be used, the files differ in length or keys, or columns
            to check differ.
        UsageError: stdin is asked for twice, or folders stand beside files.
    """
    reading = reading or Reading()
    merged, spots = _merged(sources)
    if sum(source.path == STDIN for source in merged) > 1 or (
        sum(source.path == STDIN for source in sources) > 1
    ):
        raise UsageError('"-" (standard input) can be read only once')
    if any(source.is_folder for source in merged):
        rows = _documents(merged, reading, watch)
    elif key is not None:
        rows = _by_key(merged, reading, watch, key)
    else:
        rows = _in_step(merged, reading, watch)
    n_rows = 0
    agreement = _Agreement()
    for columns_of, names_of in rows:
        if not n_rows:
            _refuse_see(merged, columns_of)
        agreement.check(merged, columns_of, names_of, n_rows)
        yield _block(sources, spots, columns_of, separators, tags)
        n_rows += len(columns_of[0][0])


# For each source its columns, of as many rows in each; and the names of the columns.
Rows = Iterator[tuple[list[Chunk], list[list[str | None]]]]


def _merged(sources: Sequence[Source]) -> tuple[list[Source], list[tuple[int, int]]]:
    """Let what several sources take from one file be columns of one source.

    So a file is read once, and a column that would be held against itself shows.

    Returns:
        The sources, and for each wanted column of those given where it stands now:
        which source, which of its columns.
    """
    merged: list[Source] = []
    spots = []
    by_file: dict[object, int] = {}
    for source in sources:
        file = _file_of(source.path)
        place_of = by_file.get(file) if source.path != STDIN else None
        if place_of is None:
            place_of = by_file[file] = len(merged)
            merged.append(Source(source.path, ()))
        before = merged[place_of].wanted
        spots += [(place_of, len(before) + k) for k in range(len(source.wanted))]
        merged[place_of] = replace(merged[place_of], wanted=before + source.wanted)
    return merged, spots


def _file_of(path: str) -> object:
    """Tell a file by what it is, since several paths may lead to it: "a.txt", "./a.txt", a link."""
    try:
        found = Path(path).stat()
    except (OSError, ValueError):  # a pattern, stdin, or what will be told of when it is opened
        return path
    return found.st_dev, found.st_ino


def _in_step(sources: Sequence[Source], reading: Reading, watch: Watch | None) -> Rows:
    """Row i of every source beside row i of every other."""
    readers = [
        _Rows(source, reading, watch if k == 0 else None) for k, source in enumerate(sources)
    ]
    while True:
        lengths = [reader.fill() for reader in readers]
        n_rows = min(*lengths, BLOCK) if len(lengths) > 1 else min(lengths[0], BLOCK)
        if not n_rows:
            if any(lengths):
                raise _unequal(readers)
            return
        yield [reader.take(n_rows) for reader in readers], [reader.names for reader in readers]


def _unequal(readers: Sequence[_Rows]) -> DataError:
    counts = [f"{shown(rows.source.path)} has {rows.count_rest():,}" for rows in readers]
    return DataError(f"unequal numbers of texts: {', '.join(counts)}; row i belongs to row i")


def _by_key(sources: Sequence[Source], reading: Reading, watch: Watch | None, key: str) -> Rows:
    """Rows of the first source, each beside those of the others that have its key."""
    keyed = [replace(source, wanted=(*source.wanted, Wanted("key", key))) for source in sources]
    others = [_held(source, reading) for source in keyed[1:]]
    first = _Rows(keyed[0], reading, watch)
    seen: dict[str, int] = {}
    while n_rows := min(first.fill(), BLOCK):
        *columns, keys = first.take(n_rows)
        for k, name in enumerate(keys, start=first.n_taken - n_rows + 1):
            if name in seen:
                raise _twice(sources[0].path, key, name, seen[name], k)
            seen[name] = k
        columns_of = [columns]
        for (held, _), source in zip(others, sources[1:], strict=True):
            missing = next((name for name in keys if name not in held), None)
            if missing is not None:
                raise DataError(
                    f"{shown(source.path)}: no row whose {key} is {_quoted(missing)}, as row "
                    f"{seen[missing]:,} of {shown(sources[0].path)} has it"
                )
            rows = [held[name][1] for name in keys]
            columns_of.append([list(column) for column in zip(*rows, strict=True)])
        yield columns_of, [first.names[:-1], *(names[:-1] for _, names in others)]
    for (held, _), source in zip(others, sources[1:], strict=True):
        extra = next((name for name in held if name not in seen), None)
        if extra is not None:
            raise DataError(
                f"{shown(sources[0].path)}: no row whose {key} is {_quoted(extra)}, as row "
                f"{held[extra][0]:,} of {shown(source.path)} has it"
            )


Held = dict[str, tuple[int, tuple[Value, ...]]]  # key -> number of the row, its values


def _held(source: Source, reading: Reading) -> tuple[Held, list[str | None]]:
    """Read a source whole, by its last column, which is the key."""
    rows = _Rows(source, reading, None)
    held: Held = {}
    while n_rows := rows.fill():
        *columns, keys = rows.take(n_rows)
        for k, (name, *values) in enumerate(
            zip(keys, *columns, strict=True), start=rows.n_taken - n_rows + 1
        ):
            if name in held:
                raise _twice(source.path, str(source.wanted[-1].name), name, held[name][0], k)
            held[name] = (k, tuple(values))
    return held, rows.names


def _twice(path: str, key: str, name: str, first: int, second: int) -> DataError:
    return DataError(
        f"{shown(path)}: rows {first:,} and {second:,} have the same {key}, {_quoted(name)}; "
        "a key names one row"
    )


def _quoted(text: object, n_shown: int = 60) -> str:
    if isinstance(text, list):
        return _quoted(text[0] if text else "", n_shown)
    whole = "null" if text is None else str(text)
    return json.dumps(whole if len(whole) <= n_shown else f"{whole[:n_shown]}…", ensure_ascii=False)


# --- folders ------------------------------------------------------------------------


def _documents(sources: Sequence[Source], reading: Reading, watch: Watch | None) -> Rows:
    """Documents of all folders that have the same name, in the order of the names."""
    file = next((source.path for source in sources if not source.is_folder), None)
    if file is not None:
        folder = next(source.path for source in sources if source.is_folder)
        raise UsageError(
            f"{folder} is a folder of documents, and {shown(file)} is a file: give two of a kind"
        )
    for source in sources:
        if len(source.wanted) > 1:
            raise UsageError(f"{source.path} is given twice, and holds one text a file")
        if source.wanted[0].name is not None:
            raise UsageError(
                f"{source.path} is a folder of texts, so it has no column "
                f"{_quoted(source.wanted[0].name)}"
            )
    plain = [source.path for source in sources if NAME not in source.path]
    if not plain:
        raise UsageError(f"{NAME} stands for the names of the files in a folder, and there is none")
    by_path = {path: _named(path) for path in plain}
    first = by_path[plain[0]]
    for path, found in by_path.items():
        _same_names(plain[0], first, path, found)
    files_of = [
        by_path[source.path]
        if source.path in by_path
        else _by_pattern(source.path, list(first), plain[0])
        for source in sources
    ]
    names = list(first)
    columns: list[list[Value]] = [[] for _ in sources]
    n_characters = 0
    for k, name in enumerate(names, start=1):
        paths = [path for files in files_of for path in files[name]]
        if len(set(map(_file_of, paths))) < len(paths):
            raise DataError(f"{', '.join(paths)} for {_quoted(name)}: one file is taken twice")
        for column, files, source in zip(columns, files_of, sources, strict=True):
            texts = [_document(path, reading) for path in files[name]]
            if len(texts) > 1 and not source.wanted[0].may_be_list:
                raise DataError(
                    f"{source.path}: {len(texts)} files for {_quoted(name)}; one is wanted"
                )
            column.append(texts if len(texts) > 1 else texts[0])
            n_characters += sum(map(len, texts))
        if watch is not None:
            watch(k, len(names))
        if len(columns[0]) == BLOCK or n_characters > BUDGET or k == len(names):
            yield [[column] for column in columns], [[None] for _ in sources]
            columns, n_characters = [[] for _ in sources], 0


def _named(folder: str) -> dict[str, list[str]]:
    """Files of a folder by their names without the ending; hidden ones are left out."""
    found: dict[str, list[str]] = {}
    for path in sorted(Path(folder).iterdir()):
        if path.name.startswith(".") or not path.is_file():
            continue
        name = _without_ending(path.name)
        if name in found:
            raise DataError(f"{folder}: {path.name} and {Path(found[name][0]).name} have one name")
        found[name] = [str(path)]
    if not found:
        raise DataError(f"{folder}: no files in this folder")
    return found


def _without_ending(name: str) -> str:
    path = PurePath(name)
    return PurePath(path.stem).stem if path.suffix.lower() in COMPRESSED else path.stem


def _same_names(
    folder: str, names: dict[str, list[str]], other_folder: str, others: dict[str, list[str]]
) -> None:
    for here, there, where in ((names, others, other_folder), (others, names, folder)):
        missing = [name for name in here if name not in there]
        if missing:
            raise DataError(
                f"{where}: no file for {', '.join(map(_quoted, missing[:3]))}"
                f"{f' and {len(missing) - 3} more' if len(missing) > 3 else ''}, which "
                f"{folder if where == other_folder else other_folder} has",
                f"where names differ or there are several references, give a pattern such as "
                f"'{other_folder.rstrip('/')}/{NAME}.*.txt'",
            )


def _by_pattern(pattern: str, names: Sequence[str], folder: str) -> dict[str, list[str]]:
    """Find for each name the files of a pattern, each of them for one name alone."""
    found: dict[str, list[str]] = {}
    owner: dict[str, str] = {}
    for name in names:
        paths = sorted(glob.glob(pattern.replace(NAME, glob.escape(name))))  # noqa: PTH207
        if not paths:
            raise DataError(
                f"no file matches {pattern.replace(NAME, name)}, for {_quoted(name)} of {folder}"
            )
        for path in paths:
            if path in owner:
                raise DataError(
                    f"{path} matches {pattern} for {_quoted(owner[path])} and for {_quoted(name)}; "
                    "one is wanted: put what stands between into the pattern"
                )
            owner[path] = name
        found[name] = paths
    for path in sorted(glob.glob(pattern.replace(NAME, "*"))):  # noqa: PTH207
        if path not in owner:
            raise DataError(f"{path} matches {pattern}, and {folder} has no file for it")
    return found


def _document(path: str, reading: Reading) -> str:
    pieces = []
    n_characters = 0
    for piece in text_pieces(path, None, reading.encoding, reading.n_bytes):
        pieces.append(piece)
        n_characters += len(piece)
        if n_characters > MAX_LINE:
            raise DataError(f"{place(path)}: a text of more than {MAX_LINE >> 20} MB")
    return "".join(pieces).replace("\r\n", "\n").removesuffix("\n")


# --- what is checked ----------------------------------------------------------------


class _Agreement:
    """Sees that tables which hold the same references hold them in the same order."""

    def check(
        self,
        sources: Sequence[Source],
        columns_of: Sequence[Chunk],
        names_of: Sequence[Sequence[str | None]],
        n_before: int,
    ) -> None:
        """Compare the columns that have one name and are references, or to be checked.

        Raises:
            DataError: names the first row that differs, with both texts.
        """
        first: dict[str, tuple[str, str, list[Value]]] = {}
        for source, columns, names in zip(sources, columns_of, names_of, strict=True):
            for wanted, values, name in zip(source.wanted, columns, names, strict=True):
                if name is None or wanted.role not in ("reference", "check"):
                    continue
                role, path, others = first.setdefault(name, (wanted.role, source.path, values))
                if others is values or role == wanted.role == "reference":
                    continue
                for k, (here, there) in enumerate(zip(values, others, strict=True)):
                    if _as_list(here) != _as_list(there):
                        raise DataError(
                            f"row {n_before + k + 1:,}: {name} is {_quoted(here)} in "
                            f"{shown(source.path)} and {_quoted(there)} in {shown(path)}, so their "
                            "rows do not belong together",
                            "--key COLUMN joins them by a column",
                        )


def _as_list(value: Value) -> Value:
    return [value] if isinstance(value, str) else value


def _refuse_see(sources: Sequence[Source], columns_of: Sequence[Chunk]) -> None:
    """Refuse mark-up that would count as words, and make strangers alike.

    Raises:
        DataError: says how to take the sentences out.
    """
    for source, columns in zip(sources, columns_of, strict=True):
        for wanted, values in zip(source.wanted, columns, strict=True):
            if wanted.role not in ("prediction", "reference"):
                continue
            for value in values[:LOOK_FOR_MARKUP]:
                for text in _as_list(value) or []:
                    if is_see(text):
                        raise DataError(
                            f"{shown(source.path)}: HTML of SEE, as ROUGE-1.5.5 takes it; its "
                            "mark-up would count as words",
                            "take the sentences out first, one a line: "
                            r"sed -n 's|.*<a href=[^>]*>\(.*\)</a>.*|\1|p' FILE",
                        )


# --- blocks -------------------------------------------------------------------------


def _block(
    sources: Sequence[Source],
    spots: Sequence[tuple[int, int]],
    columns_of: Sequence[Chunk],
    separators: Sequence[str],
    tags: Sequence[str],
) -> Block:
    predictions: list[list[str]] = []
    references: list[list[Value]] = []  # columns
    carried: dict[str, list[object]] = {}
    nulls: set[int] = set()
    wanted_of = [wanted for source in sources for wanted in source.wanted]
    for wanted, (source, k) in zip(wanted_of, spots, strict=True):
        column = columns_of[source][k]
        if wanted.role == "carried":
            carried[str(wanted.name)] = column
            continue
        if wanted.role == "check":
            continue
        if None in column:
            nulls.update(row for row, value in enumerate(column) if value is None)
            column = ["" if value is None else value for value in column]
        is_marked = bool(separators or tags)
        marked = [rewritten(value, separators, tags) for value in column] if is_marked else column
        if wanted.role == "prediction":
            predictions.append(marked)
        else:
            references.append(marked)
    return Block(predictions, _joined(references), carried, sorted(nulls))


def _joined(columns: list[list[Value]]) -> list[str] | list[list[str]]:
    """Columns of references -> a text per pair, or a list of texts if any pair has several.

    Example:
        [["a", "b"]]                  ["a", "b"]
        [["a", "b"], ["c", "d"]]      [["a", "c"], ["b", "d"]]
        [["a", ["b", "c"]]]           [["a"], ["b", "c"]]
    """
    (first, *more) = columns
    if not more and all(isinstance(value, str) for value in first):
        return first
    return [
        [text for value in values for text in ([value] if isinstance(value, str) else value)]
        for values in zip(*columns, strict=True)
    ]


def rewritten(value: Value, separators: Sequence[str], tags: Sequence[str]) -> Value:
    """Take tags out, and put a line break in the place of each mark of a sentence end."""
    if isinstance(value, list):
        return [rewritten(text, separators, tags) for text in value]
    for name in tags:
        value = without_tags(value, name)
    for separator in separators:
        value = value.replace(separator, "\n")
    return value


def without_tags(text: str, name: str) -> str:
    """Take <name>...</name> out of a text, wherever it stands, and the space around what is left.

    A block that the prompt opened ends with the first closing tag; one that was
    cut off goes on to the end.

    Example (name = "think"):
        <think>a b</think> c     c
        a b</think> c            c
        c <think>a b             c
    """
    mark = re.escape(name)
    opening, closing = rf"<{mark}(?:\s[^<>]*)?>", rf"</{mark}\s*>"
    pieces = []
    at = 0
    first = re.compile(f"{opening}|{closing}", re.IGNORECASE).search(text)
    if first is not None and text[first.start() + 1] == "/":
        at = first.end()
    find, end = re.compile(opening, re.IGNORECASE), re.compile(closing, re.IGNORECASE)
    while (found := find.search(text, at)) is not None:
        pieces.append(text[at : found.start()])
        closed = end.search(text, found.end())
        at = closed.end() if closed is not None else len(text)
    if not at:
        return text
    pieces.append(text[at:])
    return "".join(pieces).strip()
