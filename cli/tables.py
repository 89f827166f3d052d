"""A table of results -> text: for people, or as json, csv, markdown or latex.

Formats for programs carry every digit; those for people round to four places.
The notes below a table say what made it, the signature first of all.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass

from .terminal import BOLD, FAINT, PLAIN

FORMATS = ("table", "json", "csv", "markdown", "latex")
PLACES = 4

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
    """

    headers: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str]
    records: Sequence[dict[str, Cell]]
    document: dict[str, object]
    signature: str


def render(table: Table, kind: str, has_colour: bool = False) -> str:
    """Write a table in one of FORMATS, with a line break at the end."""
    if kind == "json":
        return json.dumps({**table.document, "signature": table.signature}, indent=2) + "\n"
    if kind == "csv":
        return _csv(table)
    if kind == "markdown":
        return _markdown(table)
    if kind == "latex":
        return _latex(table)
    return _aligned(table, has_colour)


def shown(cell: Cell) -> str:
    """Round a cell for people: 0.12345 -> 0.1235, 1234 -> 1,234, None -> nothing."""
    if cell is None:
        return ""
    if isinstance(cell, float):
        rounded = f"{cell:.{PLACES}f}"
        return rounded.removeprefix("-") if float(rounded) == 0 else rounded
    return f"{cell:,}" if isinstance(cell, int) else cell


def _aligned(table: Table, has_colour: bool) -> str:
    lines = [list(table.headers), *([shown(cell) for cell in row] for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    is_name = [_is_name(table, k) for k in range(len(widths))]
    drawn = [
        "  ".join(
            text.ljust(width) if left else text.rjust(width)
            for text, width, left in zip(line, widths, is_name, strict=True)
        ).rstrip()
        for line in lines
    ]
    notes = [*table.notes, table.signature]
    if has_colour:
        drawn[0] = f"{BOLD}{drawn[0]}{PLAIN}"
        notes = [f"{FAINT}{note}{PLAIN}" for note in notes]
    return "\n".join([*drawn, "", *notes]) + "\n"


def _is_name(table: Table, column: int) -> bool:
    """Names stand on the left of their column, numbers and intervals on the right."""
    return column == 0 or table.headers[column] in ("system", "baseline")


def _csv(table: Table) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, [*table.records[0], "signature"], lineterminator="\n")
    writer.writeheader()
    writer.writerows({**record, "signature": table.signature} for record in table.records)
    return text.getvalue()


def _markdown(table: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    rule = [":--" if _is_name(table, k) else "--:" for k in range(len(table.headers))]
    rows = [line([shown(cell) for cell in row]) for row in table.rows]
    notes = [*table.notes, f"`{table.signature}`"]
    return "\n".join([line(table.headers), line(rule), *rows, "", *notes]) + "\n"


def _latex(table: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return "  " + " & ".join(map(_escaped, cells)) + r" \\"

    columns = "".join("l" if _is_name(table, k) else "r" for k in range(len(table.headers)))
    rows = [line([shown(cell) for cell in row]) for row in table.rows]
    notes = [f"% {note}" for note in (*table.notes, table.signature)]
    return (
        "\n".join(
            [
                *notes,
                rf"\begin{{tabular}}{{{columns}}}",
                r"  \hline",
                line(table.headers),
                r"  \hline",
                *rows,
                r"  \hline",
                r"\end{tabular}",
            ]
        )
        + "\n"
    )


_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    **{c: "\\" + c for c in "&%$#_{}"},
}


def _escaped(cell: str) -> str:
    return "".join(_LATEX.get(c, c) for c in cell)
