"""A table of cells -> Markdown or LaTeX, for a command, a page and a paper alike."""

from __future__ import annotations

from collections.abc import Sequence

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


def markdown(
    headings: Sequence[str], rows: Sequence[Sequence[str]], aligned: str, notes: Sequence[str]
) -> str:
    """Write a table of Markdown, with notes below it.

    Args:
        headings: a title per column.
        rows: a cell per column; white space of any kind is one space.
        aligned: "l" (names) or "r" (numbers) per column.
        notes: lines of Markdown.
    """

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(_one_line(cell).replace("|", "\\|") for cell in cells) + " |"

    rule = [":--" if side == "l" else "--:" for side in aligned]
    return "\n".join([line(headings), line(rule), *map(line, rows), "", *notes]) + "\n"


def latex(
    headings: Sequence[str], rows: Sequence[Sequence[str]], aligned: str, notes: Sequence[str]
) -> str:
    """Write a ``tabular`` that needs no package, with notes as comments above it.

    Args are those of ``markdown``.
    """

    def line(cells: Sequence[str]) -> str:
        return "  " + " & ".join(_one_line(cell).translate(_LATEX) for cell in cells) + r" \\"

    return "\n".join(
        [
            *(f"% {_one_line(note)}" for note in notes),
            rf"\begin{{tabular}}{{{aligned}}}",
            r"  \hline",
            line(headings),
            r"  \hline",
            *map(line, rows),
            r"  \hline",
            r"\end{tabular}",
            "",
        ]
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())
