"""The ways to mark passages, and words without a partner, in light and in dark.

A colour alone says nothing to some readers, so every colour comes with an
underline style of its own. The colours were searched for: under normal vision
and under full protanopia, deuteranopia and tritanopia (Machado, Oliveira and
Fernandes 2009) any two of a theme are at least 25 apart in CIELAB, and each
line stands out from its fill and from the page by a contrast of 4.5 or more
(WCAG 2.1). The tests measure both again.

A look names one passage: the longest have one each, and all others share a plain
look, which says no more than that a word is matched.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Theme:
    """Colours of one theme, as #rrggbb.

    Attributes:
        page: background of the text.
        text: the text itself, also where it is marked.
        quiet: headings and notes.
        rule: thin lines around and between.
        lines: underline of each passage style.
        fills: background of each passage style.
        plain_line: underline of the other passages.
        plain_fill: their background.
        missed: wavy underline of what no word of the prediction matches.
        focus: background of a word pointed at, and of its partners.
        focus_text: the text on it.
    """

    page: str
    text: str
    quiet: str
    rule: str
    lines: tuple[str, str, str, str]
    fills: tuple[str, str, str, str]
    plain_line: str
    plain_fill: str
    missed: str
    focus: str
    focus_text: str


LIGHT = Theme(
    page="#ffffff",
    text="#1b1b1f",
    quiet="#55555f",
    rule="#d4d4dc",
    lines=("#1746e0", "#8a6414", "#c00f8c", "#06382b"),
    fills=("#dfe9ff", "#fbeacb", "#fde0f3", "#d3f0e4"),
    plain_line="#59616e",
    plain_fill="#e9ebef",
    missed="#b3261e",
    focus="#1b1b1f",
    focus_text="#ffffff",
)

DARK = Theme(
    page="#18181b",
    text="#f2f2f5",
    quiet="#b4b4be",
    rule="#45454f",
    lines=("#6595ff", "#ff7a33", "#d39ac0", "#4df2b4"),
    fills=("#1b2f63", "#57290f", "#4b2f44", "#0d4733"),
    plain_line="#a9b2bf",
    plain_fill="#33363d",
    missed="#ff8a80",
    focus="#f2f2f5",
    focus_text="#18181b",
)

LINE_STYLES = ("solid", "dashed", "dotted", "double")  # one for each passage style
N_STYLES = len(LINE_STYLES)
