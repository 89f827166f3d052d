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


def printed(table: Table, kind: str) -> str:
    """Write a table in one of FORMATS for stdout as it is: its colours, its width."""
    stream = sys.stdout
    is_terminal = stream is not None and stream.isatty()
    return render(table, kind, has_colour(stream), width(stream) if is_terminal else None)


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
    """Draw for people; cells that do not fit into the width go on in the next line."""
    from rich.console import Console
    from rich.table import Table as Drawing
    from rich.text import Text

    text = io.StringIO()
    console = Console(
        file=text, width=columns, force_terminal=colour, no_color=not colour, legacy_windows=False,
        color_system="standard" if colour else None, _environ={},
    )  # fmt: skip
    drawing = Drawing(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for k, header in enumerate(table.headers):
        drawing.add_column(
            Text(header), justify="left" if _is_name(table, k) else "right", overflow="fold"
        )
    for row in table.rows:
        drawing.add_row(*(Text(shown(cell)) for cell in row))
    console.print(drawing)
    lines = [re.sub(r" +((\x1b\[0?m)?)$", r"\1", line) for line in text.getvalue().splitlines()]
    notes = [*table.notes, table.signature]
    if colour:
        notes = [f"{FAINT}{note}{PLAIN}" for note in notes]
    return "\n".join([*lines, "", *notes]) + "\n"


def _is_name(table: Table, column: int) -> bool:
    """Names stand on the left of their column, numbers and intervals on the right."""
    return column < table.n_names


def _csv(table: Table) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, [*table.records[0], "signature"], lineterminator="\n")
    writer.writeheader()
    writer.writerows({**record, "signature": table.signature} for record in table.records)
    return text.getvalue()
