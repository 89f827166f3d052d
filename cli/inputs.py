"""The files of a command line -> sources of texts, and blocks of pairs ready to be scored."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from ..files.problems import UsageError
from ..files.readers import FORMATS, QUOTING_OF, QUOTINGS, Reading, Wanted, format_of
from ..files.sources import Block, Source, blocks
from ..files.streams import checked_encoding
from ..options import RunOptions
from .terminal import Progress


def add_inputs(command: argparse.ArgumentParser) -> None:
    """Add how files are read, and which columns of tables."""
    command.add_argument(
        "--reference-column", action="append", default=[], metavar="NAME",
        help="in a table, found by its usual names; dots lead into records; repeat it for several",
    )  # fmt: skip
    command.add_argument(
        "--key", metavar="NAME", help="column that joins the rows of several tables"
    )
    command.add_argument("--id-column", metavar="NAME", help="column to carry into --output")
    command.add_argument(
        "--input-format", choices=FORMATS,
        help="where names do not tell, as on stdin",
    )  # fmt: skip
    command.add_argument(
        "--delimiter", metavar="MARK",
        help="between the fields of csv and tsv; found if not given",
    )  # fmt: skip
    command.add_argument("--encoding", metavar="NAME", help="of text; UTF-8 if not given")
    command.add_argument(
        "--quoting", choices=QUOTINGS,
        help="of csv and tsv: whether a field may stand in quotes; minimal for csv, none for tsv",
    )  # fmt: skip


def references_of(arguments: argparse.Namespace) -> tuple[Wanted, ...]:
    """The columns of references that were asked for."""
    names = arguments.reference_column
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"--reference-column {twice} is given twice")
    return tuple(Wanted("reference", name, may_be_list=True) for name in names or [None])


def reading_of(
    arguments: argparse.Namespace, options: RunOptions, sources: Sequence[Source]
) -> Reading:
    """Collect how files are read; what none of them needs is refused.

    Raises:
        UsageError: a flag that has no meaning, or none for these files.
    """
    kinds = {
        "folder" if source.is_folder else format_of(source.path, arguments.input_format)
        for source in sources
    }
    delimiter = arguments.delimiter
    for flag, value in (("--delimiter", delimiter), ("--quoting", arguments.quoting)):
        if value is not None and not kinds & set(QUOTING_OF):
            raise UsageError(f"{flag} is for csv and tsv, and no such file is given")
    if delimiter is not None:
        delimiter = {"\\t": "\t"}.get(delimiter, delimiter)
        if len(delimiter) != 1 or delimiter in '"\r\n':
            raise UsageError(f"--delimiter is {delimiter!r}; one character is wanted")
    if arguments.encoding is not None:
        if kinds == {"parquet"}:
            raise UsageError("--encoding is for text, and parquet has its own")
        checked_encoding(arguments.encoding)
    if arguments.key is not None and len({source.path for source in sources}) < 2:
        raise UsageError("--key joins tables, and one file alone is given")
    return Reading(
        arguments.input_format,
        delimiter,
        arguments.encoding,
        arguments.quoting,
        has_nulls=options.on_null == "null",
    )


def read(
    arguments: argparse.Namespace,
    options: RunOptions,
    sources: Sequence[Source],
    progress: Progress,
) -> Iterator[Block]:
    """Read the pairs of all sources, as the options say."""
    reading = reading_of(arguments, options, sources)
    return blocks(
        sources,
        options.sentence_separator,
        reading,
        progress,
        arguments.key,
        options.strip_tags,
    )
