"""Numbers -> small pieces of HTML: tables, lists, messages.

In go scores and labels, out come strings that carry their own text, so that
nothing is said by colour or position alone. Every text is escaped.
"""

from __future__ import annotations

import html
from collections.abc import Sequence

from ..scores import Score


def message(text: str, is_error: bool = True) -> str:
    """Draw a notice that screen readers announce; nothing if there is nothing to say."""
    if not text:
        return ""
    role, kind = ("alert", "rouge-error") if is_error else ("status", "rouge-info")
    return f'<div class="rouge-message {kind}" role="{role}">{html.escape(text)}</div>'


def table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], caption: str, said: str = ""
) -> str:
    """Draw a table: the first cell of a row names it.

    Args:
        said: what is announced of it.
    """
    head = "".join(f'<th scope="col">{html.escape(text)}</th>' for text in headings)
    body = []
    for first, *others in rows:
        cells = "".join(f"<td>{html.escape(text)}</td>" for text in others)
        body.append(f'<tr><th scope="row">{html.escape(first)}</th>{cells}</tr>')
    table_html = (
        f'<table class="rouge-table"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table>"
    )
    announced = f'<div data-said="{html.escape(said)}"></div>' if said else ""
    return announced + _scrolled(table_html, caption)


def score_table(scores: dict[str, Score], shown: str, caption: str) -> str:
    """Draw the scores of every type, those of the type shown as bars, and as what is announced."""
    bars = "".join(
        f'<span class="rouge-bar"><span>{name}</span><b>{value:.4f}</b>'
        f'<i style="--share:{100 * min(value, 1):.1f}%"></i></span>'
        for name, value in zip(("precision", "recall", "F"), scores[shown], strict=True)
    )
    listed = table(["type", "precision", "recall", "F"], score_rows(scores), "Every type")
    said = ", ".join(
        f"{name} {value:.2f}"
        for name, value in zip(("precision", "recall", "F"), scores[shown], strict=True)
    )
    return (
        f'<div class="rouge-bars" data-said="{html.escape(shown)}: {said}">{bars}</div>'
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


def pair_list(rows: Sequence[tuple[int, str, str, str]], caption: str, heading: str = "F") -> str:
    """List pairs, each with a button that says which one it opens.

    Args:
        rows: (number of the pair, what it scores, prediction, reference).
        heading: what the second of these is.
    """
    body = []
    for number, score, prediction, reference in rows:
        body.append(
            f'<tr><th scope="row"><button type="button" data-row="{number}" '
            f'aria-label="Open pair {number}">{number:,}</button></th>'
            f"<td>{html.escape(score)}</td>"
            f'<td dir="auto" class="rouge-long" data-side="prediction">'
            f"{html.escape(prediction)}</td>"
            f'<td dir="auto" class="rouge-long" data-side="reference">'
            f"{html.escape(reference)}</td></tr>"
        )
    table_html = (
        '<table class="rouge-table rouge-pairs"><thead><tr><th scope="col">open</th>'
        f'<th scope="col">{heading}</th><th scope="col" class="rouge-long">prediction</th>'
        '<th scope="col" class="rouge-long">reference</th></tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table>"
    )
    return _scrolled(table_html, caption)


def bins_table(counts: Sequence[int], rouge_type: str) -> str:
    """Say in a table what the bars of a distribution show; a button lists the pairs of a bar.

    Args:
        counts: pairs in each of the equal parts of 0 to 1.
    """
    n_bins = len(counts)
    body = [
        f'<tr><th scope="row">{k / n_bins:.2f} to {(k + 1) / n_bins:.2f}</th><td>{count:,}</td>'
        f'<td><button type="button" data-bin="{k}" aria-label="List the pairs from '
        f'{k / n_bins:.2f} to {(k + 1) / n_bins:.2f}">list</button></td></tr>'
        for k, count in enumerate(counts)
        if count
    ]
    return (
        "<details><summary>The distribution as a table</summary>"
        + _scrolled(
            '<table class="rouge-table rouge-bins"><thead><tr><th scope="col">F</th>'
            '<th scope="col">pairs</th><th scope="col">open</th></tr></thead>'
            f"<tbody>{''.join(body)}</tbody></table>",
            f"Pairs by their F of {rouge_type}",
        )
        + "</details>"
    )


def stale(files: str) -> str:
    """Say that what is shown is not what is chosen."""
    text = html.escape(files)
    return (
        '<div class="rouge-message rouge-info rouge-stale" role="status">Changed since: these are '
        f"the results of {text} as it was scored before. Run it again for new ones.</div>"
    )
