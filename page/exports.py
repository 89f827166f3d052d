"""A table of headings and rows -> CSV, Markdown and LaTeX, as files to take along."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from ..render import tables

KINDS = {"csv": "CSV", "md": "Markdown", "tex": "LaTeX"}


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
    aligned = "ll" + "r" * (len(headings) - 3) + "l"  # names, numbers, a verdict
    paths["md"].write_text(tables.markdown(headings, rows, aligned, [note]), encoding="utf-8")
    paths["tex"].write_text(tables.latex(headings, rows, aligned, [note]), encoding="utf-8")
    return {kind: str(path) for kind, path in paths.items()}
