"""A table of results -> text: for people, or as json, csv, markdown or latex.

Formats for programs carry every digit; those for people round to four places.
The notes below a table say what made it, the signature first of all.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from ..render import tables
from .terminal import FAINT, PLAIN, has_colour, width

FORMATS = ("table", "json", "csv", "markdown", "latex")
PLACES = 4
GAP = 2  # columns of the terminal between two of a table
MAX_WIDTH = 1 << 16  # columns of a table that nobody has to fit

Cell = str | int | float | None


@dataclass(frozen=True)
class Table:
    """Results in the shapes that the formats need.

    Attributes:
        headers: for people, one per column.
        rows: for people, a cell per header; None where there is nothing to say.
        notes: for people, lines below the table.
        records: for csv, a flat record per line, all with the same keys.
        document: for json.
        signature: of the scores, a part of every format.
        n_names: how many of the first columns are names.
    """

    headers: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str]
    records: Sequence[dict[str, Cell]]
    document: dict[str, object]
    signature: str
    n_names: int


def printed(table: Table, kind: str | None) -> str:
    """Write a table in one of FORMATS, the first by default, for stdout: its colours, its width."""
    stream = sys.stdout
    is_terminal = stream is not None and stream.isatty()
    return render(
        table, kind or FORMATS[0], has_colour(stream), width(stream) if is_terminal else None
    )


def render(table: Table, kind: str, colour: bool = False, columns: int | None = None) -> str:
    """Write a table in one of FORMATS, with a line break at the end.

    Args:
        colour: whether a table for people may be coloured.
        columns: of the terminal, which a table for people is fitted to; None for any number.
    """
    if kind == "json":
        return json.dumps({**table.document, "signature": table.signature}, indent=2) + "\n"
    if kind == "csv":
        return _csv(table)
    if kind in ("markdown", "latex"):
        aligned = "l" * table.n_names + "r" * (len(table.headers) - table.n_names)
        rows = [[shown(cell) for cell in row] for row in table.rows]
        if kind == "latex":
            return tables.latex(table.headers, rows, aligned, [*table.notes, table.signature])
        return tables.markdown(table.headers, rows, aligned, [*table.notes, f"`{table.signature}`"])
    return _fitted(table, colour, columns or MAX_WIDTH)


def shown(cell: Cell) -> str:
    """Round a cell for people: 0.12345 -> 0.1235, 1234 -> 1,234, None -> nothing."""
    if cell is None:
        return ""
    if isinstance(cell, float):
        rounded = f"{cell:.{PLACES}f}"
        return rounded.removeprefix("-") if float(rounded) == 0 else rounded
    return f"{cell:,}" if isinstance(cell, int) else cell


def _fitted(table: Table, colour: bool, columns: int) -> str:
    """Draw for people: columns that do not fit into the width stand below, after the names again.

    Headers go on in the next line at spaces, and long names at any letter; a number never.
    """
    from rich.cells import cell_len

    cells = [[shown(cell) for cell in column] for column in zip(*table.rows, strict=True)]
    least = [  # columns of the terminal, and what stands between two
        max(map(cell_len, [*cells[k], *header.split()])) + GAP
        for k, header in enumerate(table.headers)
    ]
    names = range(table.n_names)
    others = range(table.n_names, len(least))
    # Names may take half of the width, and leave room for the widest column of numbers.
    half = min(columns // 2, columns - max(least[k] for k in others))
    while sum(least[: table.n_names]) > half and max(least[: table.n_names]) > GAP + 1:
        least[least.index(max(least[: table.n_names]))] -= 1
    room = columns - sum(least[: table.n_names])
    blocks: list[list[int]] = [[]]
    for k in others:
        if blocks[-1] and sum(least[j] for j in blocks[-1]) + least[k] > room:
            blocks.append([])
        blocks[-1].append(k)
    lines = []
    for block in blocks:
        lines += [*_drawn(table, [*names, *block], cells, least, colour, columns), ""]
    notes = [*table.notes, table.signature]
    if colour:
        notes = [f"{FAINT}{note}{PLAIN}" for note in notes]
    return "\n".join([*lines, *notes]) + "\n"


def _drawn(
    table: Table,
    chosen: Sequence[int],
    cells: list[list[str]],
    least: list[int],
    colour: bool,
    columns: int,
) -> list[str]:
    """Draw some columns, a line each."""
    from rich.console import Console
    from rich.table import Table as Drawing
    from rich.text import Text

    text = io.StringIO()
    console = Console(
        file=text, width=columns, force_terminal=colour, no_color=not colour, legacy_windows=False,
        color_system="standard" if colour else None, _environ={},
    )  # fmt: skip
    drawing = Drawing(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for k in chosen:
        is_name = _is_name(table, k)
        width = least[k] - GAP
        drawing.add_column(
            Text(table.headers[k]),
            justify="left" if is_name else "right",
            overflow="fold",
            min_width=width,
            max_width=width if is_name else None,
        )
    for row in zip(*(cells[k] for k in chosen), strict=True):
        drawing.add_row(*map(Text, row))
    console.print(drawing)
    return [re.sub(r" +((\x1b\[0?m)?)$", r"\1", line) for line in text.getvalue().splitlines()]


def _is_name(table: Table, column: int) -> bool:
    """Names stand on the left of their column, numbers and intervals on the right."""
    return column < table.n_names


def _csv(table: Table) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, [*table.records[0], "signature"], lineterminator="\n")
    writer.writeheader()
    writer.writerows({**record, "signature": table.signature} for record in table.records)
    return text.getvalue()
