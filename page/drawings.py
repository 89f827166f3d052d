"""Numbers -> small pieces of HTML and SVG: tables, intervals, distributions, messages.

In go scores and labels, out come strings that carry their own text, so that
nothing is said by colour or position alone. Every text is escaped.
"""

from __future__ import annotations

import html
from collections.abc import Sequence

import numpy as np

from ..scores import Score

_WIDTH = 440  # units of the drawings; they are scaled to the page, a phone's too
_ROW = 30
_LABELS = 112  # room on the left for names
_RIGHT = 62  # room on the right for numbers
_BINS = 20


def message(text: str, is_error: bool = True) -> str:
    """Draw a notice that screen readers announce; nothing if there is nothing to say."""
    if not text:
        return ""
    role, kind = ("alert", "rouge-error") if is_error else ("status", "rouge-info")
    return f'<div class="rouge-message {kind}" role="{role}">{html.escape(text)}</div>'


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], caption: str) -> str:
    """Draw a table: the first cell of a row names it."""
    head = "".join(f'<th scope="col">{html.escape(text)}</th>' for text in headings)
    body = []
    for first, *others in rows:
        cells = "".join(f"<td>{html.escape(text)}</td>" for text in others)
        body.append(f'<tr><th scope="row">{html.escape(first)}</th>{cells}</tr>')
    table_html = (
        f'<table class="rouge-table"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table>"
    )
    return _scrolled(table_html, caption)


def score_table(scores: dict[str, Score], shown: str, caption: str) -> str:
    """Draw the scores of every type, those of the type shown as bars, and announce them."""
    bars = "".join(
        f'<span class="rouge-bar"><span>{name}</span><b>{value:.4f}</b>'
        f'<i style="width:{100 * min(value, 1):.1f}%"></i></span>'
        for name, value in zip(("precision", "recall", "F"), scores[shown], strict=True)
    )
    listed = table(["type", "precision", "recall", "F"], score_rows(scores), "Every type")
    return (
        f'<div class="rouge-bars" role="status" aria-label="{html.escape(shown)}">{bars}</div>'
        f'<p class="rouge-caption">{html.escape(caption)}</p>'
        f'<details class="rouge-all"><summary>Scores of every type</summary>{listed}</details>'
    )


def _scrolled(table_html: str, caption: str) -> str:
    """Put a table under its caption, to be scrolled sideways where it is too wide."""
    text = html.escape(caption)
    return (
        f'<p class="rouge-caption" aria-hidden="true">{text}</p>'
        f'<div class="rouge-scroll" tabindex="0" role="region" aria-label="{text}">'
        f"{table_html}</div>"
    )


def score_rows(scores: dict[str, Score]) -> list[list[str]]:
    """Print one row a type: name, P, R, F."""
    return [[name, *(f"{value:.4f}" for value in score)] for name, score in scores.items()]


def pair_list(rows: Sequence[tuple[int, float, str, str]], caption: str, end: str) -> str:
    """List pairs, each with a button that says which one it opens.

    Args:
        rows: (number of the pair, F, prediction, reference).
        end: name of the list; the buttons carry it, and their place in it.
    """
    body = []
    for place, (number, fmeasure, prediction, reference) in enumerate(rows):
        body.append(
            f'<tr><th scope="row"><button type="button" data-end="{end}" data-place="{place}" '
            f'aria-label="Open pair {number}">{number:,}</button></th><td>{fmeasure:.4f}</td>'
            f'<td dir="auto" class="rouge-long" data-side="prediction">'
            f"{html.escape(prediction)}</td>"
            f'<td dir="auto" class="rouge-long" data-side="reference">'
            f"{html.escape(reference)}</td></tr>"
        )
    table_html = (
        '<table class="rouge-table rouge-pairs"><thead><tr><th scope="col">open</th>'
        '<th scope="col">F</th><th scope="col" class="rouge-long">prediction</th>'
        '<th scope="col" class="rouge-long">reference</th></tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table>"
    )
    return _scrolled(table_html, caption)


def intervals(rows: Sequence[tuple[str, float, float, float]], title: str) -> str:
    """Draw intervals under each other on one axis.

    The axis begins at 0, but where all intervals lie in its upper half, just below them.

    Args:
        rows: (label, low, mid, high), each between 0 and 1.
    """
    lowest = min(low for _, low, _, _ in rows)
    highest = max(high for *_, high in rows)
    begin = np.floor(lowest * 20) / 20 if lowest > highest / 2 else 0.0
    end = max(np.ceil(highest * 20) / 20, begin + 0.05)
    height = _ROW * len(rows) + 30
    span = _WIDTH - _LABELS - _RIGHT

    def x_of(value: float) -> float:
        return round(_LABELS + span * (value - begin) / (end - begin), 1)

    parts = []
    for tick in _ticks(begin, end):
        x = x_of(float(tick))
        parts.append(f'<line class="grid" x1="{x}" y1="4" x2="{x}" y2="{height - 24}"/>')
        parts.append(
            f'<text class="tick" x="{x}" y="{height - 8}" text-anchor="middle">{tick:.2f}</text>'
        )
    for row, (label, low, mid, high) in enumerate(rows):
        y = _ROW * row + _ROW / 2 + 4
        parts.append(
            f'<text x="{_LABELS - 12}" y="{y + 4}" text-anchor="end">'
            f"{html.escape(_short(label))}</text>"
            f'<line class="whisker" x1="{x_of(low)}" y1="{y}" x2="{x_of(high)}" y2="{y}"/>'
            f'<line class="whisker" x1="{x_of(low)}" y1="{y - 7}" x2="{x_of(low)}" y2="{y + 7}"/>'
            f'<line class="whisker" x1="{x_of(high)}" y1="{y - 7}" x2="{x_of(high)}" y2="{y + 7}"/>'
            f'<circle class="point" cx="{x_of(mid)}" cy="{y}" r="4"/>'
            f'<text x="{_WIDTH - _RIGHT + 14}" y="{y + 4}">{mid:.4f}</text>'
        )
    said = "; ".join(
        f"{label} {mid:.4f}, {low:.4f} to {high:.4f}" for label, low, mid, high in rows
    )
    return _svg(parts, height, title, said)


def _ticks(begin: float, end: float) -> np.ndarray:
    """Choose round numbers on an axis: (0.35, 0.6) -> 0.35 0.4 0.45 0.5 0.55 0.6."""
    step = next(step for step in (0.01, 0.05, 0.1) if (end - begin) / step < 7 or step == 0.1)
    first, last = np.ceil(begin / step - 1e-9), np.floor(end / step + 1e-9)
    return np.arange(first, last + 1) * step + 0.0  # -0 is printed with its sign


def distribution(values: np.ndarray, title: str) -> str:
    """Draw how many pairs have which score: 20 bars from 0 to 1.

    Args:
        values: (n_pairs,) float64, clipped into the axis.
    """
    counts, edges = np.histogram(np.clip(values, 0, 1), bins=_BINS, range=(0, 1))
    height, floor, left = 170, 140, 46
    most = max(int(counts.max()), 1)
    step = (_WIDTH - left - 20) / _BINS
    parts = [
        f'<text class="tick" x="{left - 8}" y="20" text-anchor="end">{most:,}</text>',
        f'<text class="tick" x="{left - 8}" y="{floor}" text-anchor="end">0</text>',
        f'<line class="grid" x1="{left}" y1="16" x2="{_WIDTH - 20}" y2="16"/>',
        f'<line class="axis" x1="{left}" y1="{floor}" x2="{_WIDTH - 20}" y2="{floor}"/>',
    ]
    for bar, n_pairs in enumerate(counts.tolist()):
        x = left + step * bar
        length = (floor - 16) * n_pairs / most
        parts.append(
            f'<rect class="bar" x="{x + 1:.1f}" y="{floor - length:.1f}" width="{step - 2:.1f}" '
            f'height="{length:.1f}"><title>{n_pairs:,} pairs from {edges[bar]:.2f} '
            f"to {edges[bar + 1]:.2f}</title></rect>"
        )
    for tick in range(0, 11, 2):
        x = left + step * _BINS * tick / 10
        parts.append(
            f'<text class="tick" x="{x:.1f}" y="{floor + 18}" text-anchor="middle">'
            f"{tick / 10:.1f}</text>"
        )
    low, middle, high = np.percentile(values, [25, 50, 75])
    said = f"half of the pairs lie between {low:.2f} and {high:.2f}, the middle one at {middle:.2f}"
    return _svg(parts, height, title, said)


def _svg(parts: Sequence[str], height: float, title: str, said: str) -> str:
    """Frame a drawing with its title, and say in words what it shows."""
    label = html.escape(f"{title}: {said}")
    return (
        f'<figure class="rouge-chart"><figcaption>{html.escape(title)}</figcaption>'
        f'<svg viewBox="0 0 {_WIDTH} {height:g}" role="img" aria-label="{label}">'
        f"{''.join(parts)}</svg></figure>"
    )


def _short(label: str) -> str:
    """Keep a name within its room, both ends of it."""
    return label if len(label) <= 15 else f"{label[:7]}\u2026{label[-7:]}"
