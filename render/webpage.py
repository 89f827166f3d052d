"""An alignment -> HTML: both texts side by side, partners lit up by pointing at a word.

In goes an Alignment, out comes a fragment for any page (to_html), a whole page
(to_page), or a fragment for a page with a script (to_section). A word and its
partners share a class. In to_html there is no script: one rule of CSS for each
pair lights them up under the pointer and under the keyboard's focus. The texts
are escaped, never interpreted.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections import defaultdict
from collections.abc import Iterable

from ..pairs import Alignment
from .marks import Mark, Side, sides_of
from .palette import DARK, LIGHT, LINE_STYLES, N_STYLES

# Lone surrogates cannot be sent, control characters cannot stand in HTML.
_UNSENDABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")

_HEADINGS = {"reference": "Reference", "prediction": "Prediction"}
_OTHER = {"reference": "prediction", "prediction": "reference"}


def to_html(alignment: Alignment, name: str = "rouge-pair", style: bool = True) -> str:
    """Draw an alignment as a fragment of HTML.

    Args:
        alignment: from ``RougeScorer.explain``.
        name: id of the fragment; two on one page need two names. Letters,
            digits and hyphens.
        style: put the style sheet (``STYLE``) into the fragment; once on a
            page is enough.

    Returns:
        A <style> and a <section>, which becomes one column on a phone.
    """
    rules = "".join(_link_rule(name, k) for k in range(len(alignment.links())))
    sheet = (STYLE if style else "") + rules
    return f"<style>{sheet}</style>{to_section(alignment, name)}"


def to_section(alignment: Alignment, name: str = "rouge-pair") -> str:
    """Draw an alignment for a page that has ``STYLE`` and ``SCRIPT``.

    For long texts: a browser takes seconds for thousands of rules, and no
    time at all for the script.
    """
    sides = sides_of(alignment)
    # A word's classes: one for each pair it is in.
    classes_of: dict[tuple[str, int], list[str]] = defaultdict(list)
    for k, (i, j) in enumerate(alignment.links()):
        classes_of["reference", i].append(f"k{k}")
        classes_of["prediction", j].append(f"k{k}")
    panels = [
        _panel(side, other, classes_of) for side, other in zip(sides, sides[::-1], strict=True)
    ]
    return (
        f'<section class="rouge-pair" id="{name}">{"".join(panels)}{_legend(alignment)}</section>'
    )


def to_cell(alignment: Alignment) -> str:
    """Draw an alignment for a notebook, with its numbers above it.

    The id is made of what is drawn, so that a notebook run again is the same file.
    """
    digest = hashlib.blake2b(repr(alignment).encode("utf-8", "surrogatepass"), digest_size=8)
    heading = f"<p><b>{_escaped(alignment.rouge_type)}</b>: {_numbers(alignment)}</p>"
    return heading + to_html(alignment, name=f"rouge-pair-{digest.hexdigest()}")


def to_page(alignments: Iterable[Alignment], title: str = "Which words matched") -> str:
    """Draw alignments under each other as a whole page, to be saved as a file."""
    sections = []
    for k, alignment in enumerate(alignments):
        sections.append(f"<h2>{_escaped(alignment.rouge_type)}</h2><p>{_numbers(alignment)}</p>")
        sections.append(to_html(alignment, name=f"rouge-pair-{k}", style=False))
    return (
        '<!DOCTYPE html><html><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{_escaped(title)}</title><style>{_PAGE_STYLE}{STYLE}</style></head>"
        f"<body><h1>{_escaped(title)}</h1>{''.join(sections)}</body></html>"
    )


def _panel(side: Side, other: Side, classes_of: dict[tuple[str, int], list[str]]) -> str:
    """Draw one text under its heading."""
    note = (
        ""
        if side.as_written
        else (
            '<p class="rouge-note">These are the tokenizer\'s own tokens: '
            "they do not stand in the text as such.</p>"
        )
    )
    words = []
    at = 0
    for positions in side.groups():
        start, stop = side.marks[positions[0]].start, side.marks[positions[-1]].stop
        words.append(_escaped(side.text[at:start]))
        word = _escaped(side.text[start:stop])
        matched = [side.marks[k] for k in positions if side.marks[k].chunk >= 0]
        if matched:
            classes = [name for k in positions for name in classes_of[side.name, k]]
            words.append(_marked(word, matched, other, classes))
        else:
            words.append(word)
        at = stop
    words.append(_escaped(side.text[at:]))
    text = "".join(words) or '<span class="rouge-note">(empty)</span>'
    return (
        f'<div class="rouge-side"><h3>{_HEADINGS[side.name]}</h3>{note}'
        f'<div class="rouge-text" dir="auto">{text}</div></div>'
    )


def _marked(word: str, marks: list[Mark], other: Side, classes: list[str]) -> str:
    """Draw a matched word: reachable by keyboard, its partners named."""
    partners = [
        f"{other.text[other.marks[k].start : other.marks[k].stop]} (word {k + 1})"
        for mark in marks
        for k in mark.partners
    ]
    counted = [mark for mark in marks if mark.counted]
    what = "matches" if counted else "not counted, since its partner is taken; matches"
    title = _escaped(f"{what} {', '.join(partners)} of the {other.name}")
    kind = f"s{counted[0].chunk % N_STYLES}" if counted else "clipped"
    return f'<mark tabindex="0" class="{" ".join([kind, *classes])}" title="{title}">{word}</mark>'


def _link_rule(name: str, k: int) -> str:
    """Light up both ends of a pair when either is pointed at or has the focus."""
    return (
        f"#{name}:has(.k{k}:hover,.k{k}:focus) .k{k}"
        "{background:var(--focus);color:var(--focus-text)}"
    )


def _legend(alignment: Alignment) -> str:
    """Say what the marks mean."""
    if not alignment.matches:
        return '<p class="rouge-note">No words match.</p>'
    text = (
        "A passage has the same colour and underline in both texts. "
        "Point at a word to see its partner."
    )
    if alignment.clipped or any(len(match.given_by) > 1 for match in alignment.matches):
        text += " Struck through: the word matches but is not counted, since its partner is taken."
    return f'<p class="rouge-note">{text}</p>'


def _numbers(alignment: Alignment) -> str:
    score, counts = alignment.score, alignment.counts
    return (
        f"precision {score.precision:.4f}, recall {score.recall:.4f}, F {score.fmeasure:.4f}: "
        f"{counts.hits:g} hits of {counts.n_pred:g} in the prediction "
        f"and {counts.n_ref:g} in the reference"
    )


def _escaped(text: str) -> str:
    return html.escape(_UNSENDABLE.sub("\ufffd", text))


def _colours() -> str:
    """Declare the palette: the page's colour scheme chooses between light and dark."""
    pairs = {
        "page": (LIGHT.page, DARK.page),
        "text": (LIGHT.text, DARK.text),
        "quiet": (LIGHT.quiet, DARK.quiet),
        "rule": (LIGHT.rule, DARK.rule),
        "focus": (LIGHT.focus, DARK.focus),
        "focus-text": (LIGHT.focus_text, DARK.focus_text),
    }
    for k in range(N_STYLES):
        pairs[f"line{k}"] = (LIGHT.lines[k], DARK.lines[k])
        pairs[f"fill{k}"] = (LIGHT.fills[k], DARK.fills[k])
    return "".join(f"--{name}:light-dark({light},{dark});" for name, (light, dark) in pairs.items())


def _style_rules() -> str:
    """Underline and fill each passage style in a way of its own."""
    return "".join(
        f".rouge-pair mark.s{k}"
        f"{{background:var(--fill{k});border-bottom:3px {line_style} var(--line{k})}}"
        for k, line_style in enumerate(LINE_STYLES)
    )


STYLE = (
    f".rouge-pair{{color-scheme:light dark;{_colours()}"
    "display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:1rem;"
    "color:var(--text)}"
    ".rouge-pair .rouge-side{background:var(--page);border:1px solid var(--rule);"
    "border-radius:8px;padding:.75rem 1rem;min-width:0}"
    ".rouge-pair h3{margin:0 0 .5rem;font-size:.8rem;font-weight:600;color:var(--quiet);"
    "text-transform:uppercase;letter-spacing:.06em}"
    ".rouge-pair .rouge-text{white-space:pre-wrap;overflow-wrap:anywhere;line-height:2;"
    "font-size:1rem;color:var(--text);unicode-bidi:plaintext;text-align:start}"
    ".rouge-pair .rouge-note{margin:0;font-size:.85rem;color:var(--quiet)}"
    ".rouge-pair>.rouge-note{grid-column:1/-1}"
    ".rouge-pair mark{color:inherit;border-radius:3px 3px 0 0;padding:1px 0;cursor:default}"
    f"{_style_rules()}"
    ".rouge-pair mark.clipped{background:none;border-bottom:1px dotted var(--quiet);"
    "text-decoration:line-through}"
    ".rouge-pair mark.lit{background:var(--focus);color:var(--focus-text)}"
    ".rouge-pair mark:focus-visible{outline:2px solid var(--text);outline-offset:2px}"
)

_PAGE_STYLE = (
    ":root{color-scheme:light dark}"
    "body{font-family:system-ui,sans-serif;max-width:70rem;margin:0 auto;padding:1rem}"
)
