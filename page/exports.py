"""A table of headings and rows -> CSV, Markdown and LaTeX, as files to take along."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from pathlib import Path

KINDS = {"csv": "CSV", "md": "Markdown", "tex": "LaTeX"}
_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    }
)


def write(
    folder: Path, name: str, headings: Sequence[str], rows: Sequence[Sequence[str]], note: str
) -> dict[str, str]:
    """Write a table in every kind: for each the path.

    Args:
        note: what the table says nothing of; under it, except in CSV.
    """
    paths = {kind: folder / f"{name}.{kind}" for kind in KINDS}
    with paths["csv"].open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(headings)
        writer.writerows(rows)
    paths["md"].write_text(_markdown(headings, rows, note), encoding="utf-8")
    paths["tex"].write_text(_latex(headings, rows, note), encoding="utf-8")
    return {kind: str(path) for kind, path in paths.items()}


def _markdown(headings: Sequence[str], rows: Sequence[Sequence[str]], note: str) -> str:
    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(_one_line(cell).replace('|', chr(92) + '|') for cell in cells)} |"

    rule = ["---", "---", *["---:"] * (len(headings) - 3), "---"]
    return "\n".join([line(headings), line(rule), *map(line, rows), "", note, ""])


def _latex(headings: Sequence[str], rows: Sequence[Sequence[str]], note: str) -> str:
    def line(cells: Sequence[str]) -> str:
        return " & ".join(_one_line(cell).translate(_LATEX) for cell in cells) + r" \\"

    columns = "ll" + "r" * (len(headings) - 3) + "l"
    return "\n".join(
        [
            f"% {_one_line(note)}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\hline",
            line(headings),
            r"\hline",
            *map(line, rows),
            r"\hline",
            r"\end{tabular}",
            "",
        ]
    )


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text)
