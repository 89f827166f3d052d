"""Comparisons of two systems -> what people look at.

A table for a terminal, a notebook or a paper, and a drawing. Everywhere ``rows`` are the
comparisons, and ``measure`` names what was compared: "" where arrays were given.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from ..render import tables
from . import Comparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEVEL = 0.05  # below it a point of the drawing is filled
_MEASURES = {"fmeasure": "F", "": "mean"}
_N_NAMES = 3  # the first columns hold names, and stand on the left


@dataclass(frozen=True)
class SystemComparison:
    """One system against another, by one type of score."""

    rouge_type: str  # "score" where arrays were given
    baseline: str
    system: str
    baseline_mean: float
    system_mean: float
    comparison: Comparison

    def to_dict(self) -> dict[str, Any]:
        """Flatten to one record, the comparison's fields after the others."""
        found = {field.name: getattr(self, field.name) for field in fields(self)[:-1]}
        tested = {
            field.name: getattr(self.comparison, field.name) for field in fields(self.comparison)
        }
        return {**found, **tested}


def text(rows: Sequence[SystemComparison], measure: str) -> str:
    """Set out the rows in columns, with what made them below."""
    lines = [heads(rows, measure), *map(_cells, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    drawn = [
        "  ".join(
            cell.ljust(width) if k < _N_NAMES else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    return "\n".join([*drawn, "", *notes(rows)])


def latex(rows: Sequence[SystemComparison], measure: str) -> str:
    """Write a ``tabular``, and the notes as comments above it."""
    titles = heads(rows, measure)
    aligned = "l" * _N_NAMES + "r" * (len(titles) - _N_NAMES)
    return tables.latex(titles, [_cells(row) for row in rows], aligned, notes(rows))


def web(rows: Sequence[SystemComparison], measure: str) -> str:
    """Draw the rows as a table of HTML."""
    titles = "".join(f"<th>{html.escape(head)}</th>" for head in heads(rows, measure))
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in _cells(row)) + "</tr>"
        for row in rows
    )
    below = "<br>".join(map(html.escape, notes(rows)))
    return (
        f"<table><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table><p><small>{below}"
        "</small></p>"
    )


def plot(rows: Sequence[SystemComparison], measure: str, ax: Axes | None = None) -> Axes:
    """Draw each difference with its interval, the first at the top."""
    if ax is None:
        try:
            import matplotlib.pyplot as plt
        except ImportError as error:
            raise ImportError(
                "drawing a comparison needs matplotlib: pip install matplotlib"
            ) from error
        _, ax = plt.subplots(figsize=(7, 1.2 + 0.4 * len(rows)), layout="constrained")
    for place, row in enumerate(rows):
        tested = row.comparison
        is_found = tested.p_randomization_holm < LEVEL
        ax.plot([tested.low, tested.high], [place, place], color="C0")
        ax.plot(tested.difference, place, "o", color="C0", mfc="C0" if is_found else "white")
    ax.axvline(0, color="0.5", linewidth=1, linestyle="--")
    labels = [f"{row.rouge_type}: {row.system} - {row.baseline}" for row in rows]
    ax.set_yticks(range(len(rows)), labels)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    confidence = rows[0].comparison.confidence
    ax.set_xlabel(
        f"difference in {_MEASURES.get(measure, measure)}, with its {100 * confidence:g}% interval"
    )
    return ax


def notes(rows: Sequence[SystemComparison]) -> list[str]:
    """Say what was compared, on how many pairs, and what was fixed."""
    tested = [row.comparison for row in rows]
    first = tested[0]
    drawn = f"{first.n_resamples:,} sign assignments"
    n_exact = sum(comparison.exact for comparison in tested)
    if n_exact == len(tested):
        drawn = "exact, every sign assignment of the pairs that differ"
    elif n_exact:
        drawn = f"exact where at most 20 pairs differ, else {drawn}"
    corrected = (
        f"Holm: corrected for {len(tested)} comparisons."
        if len(tested) > 1
        else "One comparison: nothing to correct."
    )
    return [
        f"{first.n_pairs:,} pairs; seed {first.seed}. Both tests are two-sided.",
        f"Paired bootstrap: {first.n_resamples:,} resamples. Randomization: {drawn}.",
        corrected,
    ]


def heads(rows: Sequence[SystemComparison], measure: str) -> list[str]:
    measure = _MEASURES.get(measure, measure)
    return [
        *("type", "baseline", "system", f"{measure} of baseline", f"{measure} of system"),
        *("difference", f"{100 * rows[0].comparison.confidence:g}% interval"),
        *("p bootstrap", "p bootstrap, Holm", "p randomization", "p randomization, Holm"),
    ]


def _cells(row: SystemComparison) -> list[str]:
    tested = row.comparison
    return [
        *(row.rouge_type, row.baseline, row.system),
        *(_rounded(row.baseline_mean), _rounded(row.system_mean)),
        f"{tested.difference:+.4f}",
        f"[{_rounded(tested.low)}, {_rounded(tested.high)}]",
        *(_rounded(tested.p_bootstrap), _rounded(tested.p_bootstrap_holm)),
        *(_rounded(tested.p_randomization), _rounded(tested.p_randomization_holm)),
    ]


def _rounded(number: float) -> str:
    """Round to four places, without the sign of a zero."""
    shown = f"{number:.4f}"
    return shown.removeprefix("-") if float(shown) == 0 else shown
