"""An alignment -> HTML: both texts side by side, passages lit up by pointing at a word.

In goes an Alignment, out comes a fragment for any page (to_html), a whole page
(to_page), a fragment for a page with a script (to_section), or its pieces for a
page with a layout of its own (to_panels, to_legend). The words of a passage share
a class in both texts. In to_html there is no script: one rule of CSS for each
passage lights it up under the pointer and under the keyboard's focus. The texts
are escaped, never interpreted.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import groupby

from ..pairs import Alignment
from .marks import Mark, Side, sides_of
from .palette import DARK, LIGHT, LINE_STYLES, N_STYLES

# Lone surrogates cannot be sent, control characters cannot stand in HTML.
_UNSENDABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")

_HEADINGS = {"reference": "Reference", "prediction": "Prediction"}
_ALONE = {"reference": "missed", "prediction": "extra"}  # what no word of the other text matches
_LONGEST = 120  # characters of a passage that are said of it
_HELP = (
    "Point at a word, or go to it with Tab and the arrow keys: its passage lights up in both texts."
)


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
    sides = sides_of(alignment)
    passages = {passage for side in sides for mark in side.marks for passage in mark.passages}
    rules = "".join(_passage_rule(name, passage) for passage in sorted(passages))
    sheet = (STYLE if style else "") + rules
    return f"<style>{sheet}</style>{_section(alignment, sides, name, has_script=False)}"


def to_section(alignment: Alignment, name: str = "rouge-pair") -> str:
    """Draw an alignment for a page that has ``STYLE`` and ``SCRIPT``.

    For long texts: a browser takes seconds for thousands of rules, and no
    time at all for the script.
    """
    return _section(alignment, sides_of(alignment), name, has_script=True)


def to_panels(alignment: Alignment, name: str = "rouge-pair") -> tuple[str, str]:
    """Draw the two texts alone, reference and prediction, for a page with ``STYLE`` and ``SCRIPT``.

    They belong into elements of the class rouge-side within one of the class rouge-pair.
    """
    reference, prediction = _texts(sides_of(alignment), name, has_script=True)
    return reference, prediction


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
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{_escaped(title)}</title><style>{_PAGE_STYLE}{STYLE}</style></head>"
        f"<body><h1>{_escaped(title)}</h1>{''.join(sections)}</body></html>"
    )


def to_legend(alignment: Alignment) -> str:
    """Say what the marks mean, and how many words are matched, missed, extra and not counted.

    Example (rouge1, "a b c" and "a x"):
        matched: 1 of 3 words of the reference, 1 of 2 of the prediction
        missed: 2 words of the reference
        extra: 1 word of the prediction
    """
    links = alignment.links()
    ref_linked, pred_linked = {i for i, _ in links}, {j for _, j in links}
    ref_hit = {i for match in alignment.matches for i in match.reference}
    pred_hit = {j for match in alignment.matches for j in match.prediction}
    n_ref, n_pred = len(alignment.reference_tokens), len(alignment.prediction_tokens)
    looks = [
        (
            "plain",
            "matched",
            f"{len(ref_hit):,} of {_words(n_ref)} of the reference, "
            f"{len(pred_hit):,} of {n_pred:,} of the prediction",
        ),
        ("missed", "missed", f"{_words(n_ref - len(ref_linked))} of the reference"),
        ("extra", "extra", f"{_words(n_pred - len(pred_linked))} of the prediction"),
    ]
    n_ref_clipped, n_pred_clipped = len(ref_linked - ref_hit), len(pred_linked - pred_hit)
    if n_ref_clipped or n_pred_clipped:
        looks.append(
            (
                "clipped",
                "not counted",
                f"{_words(n_ref_clipped)} of the reference, {n_pred_clipped:,} of the "
                "prediction, whose partners are taken",
            )
        )
    listed = "".join(
        f'<li><span class="{look}">{name}</span>: {said}</li>' for look, name, said in looks
    )
    note = "" if alignment.matches else "No words match. "
    return (
        f'<p class="rouge-note rouge-said">{note}{_HELP if links else ""}</p>'
        f'<ul class="rouge-legend">{listed}</ul>'
    )


def _words(n: int) -> str:
    return f"{n:,} word{'s' * (n != 1)}"


def _section(alignment: Alignment, sides: tuple[Side, Side], name: str, has_script: bool) -> str:
    """Put both texts side by side, and the legend under them."""
    panels = "".join(
        f'<div class="rouge-side"><h3>{_HEADINGS[side.name]}</h3>{text}</div>'
        for side, text in zip(sides, _texts(sides, name, has_script), strict=True)
    )
    return f'<section class="rouge-pair" id="{name}">{panels}{to_legend(alignment)}</section>'


def _texts(sides: tuple[Side, Side], name: str, has_script: bool) -> list[str]:
    """Draw both texts with their marks."""
    style_of = _styles(sides)
    return [
        _text(side, other, style_of, name, has_script)
        for side, other in zip(sides, sides[::-1], strict=True)
    ]


def _styles(sides: tuple[Side, Side]) -> dict[int, int]:
    """Give the longest passages a style each, of equal ones the first: no two share one."""
    lengths = Counter(
        mark.chunk for side in sides for mark in side.marks if mark.counted and mark.chunk >= 0
    )
    longest = sorted(lengths, key=lambda passage: (-lengths[passage], passage))[:N_STYLES]
    return {passage: style for style, passage in enumerate(sorted(longest))}


def _text(side: Side, other: Side, style_of: dict[int, int], name: str, has_script: bool) -> str:
    """Draw one text: matched words marked one by one, and stretches of others as a whole."""
    note = (
        ""
        if side.as_written
        else (
            '<p class="rouge-note">These are the tokenizer\'s own tokens: '
            "they do not stand in the text as such.</p>"
        )
    )
    pieces = []
    at = 0
    n_marks = 0
    for is_matched, groups in groupby(
        side.groups(), lambda group: any(side.marks[k].chunk >= 0 for k in group)
    ):
        stretches = list(groups)
        if not is_matched:
            stretches = [[stretches[0][0], stretches[-1][-1]]]
        for positions in stretches:
            start, stop = side.marks[positions[0]].start, side.marks[positions[-1]].stop
            pieces.append(_escaped(side.text[at:start]))
            words = _escaped(side.text[start:stop])
            if is_matched:
                matched = [side.marks[k] for k in positions if side.marks[k].chunk >= 0]
                is_stop = not has_script or n_marks == 0
                pieces.append(_marked(words, matched, style_of, f"{name}-{side.name}", is_stop))
                n_marks += 1
            else:
                pieces.append(f'<span class="{_ALONE[side.name]}">{words}</span>')
            at = stop
    pieces.append(_escaped(side.text[at:]))
    text = "".join(pieces) or '<span class="rouge-note">(empty)</span>'
    # A text that can be scrolled can be so by keyboard: by its words, or as a whole.
    scrolled = "" if n_marks else f' tabindex="0" role="group" aria-label="{_HEADINGS[side.name]}"'
    return (
        f'{note}<div class="rouge-text" dir="auto"{scrolled}>{text}</div>'
        f"{_partners(side, other, f'{name}-{side.name}')}"
    )


def _marked(
    word: str, marks: list[Mark], style_of: dict[int, int], name: str, is_stop: bool
) -> str:
    """Draw a matched word; what it matches is said in the text that describes it."""
    passages = dict.fromkeys(passage for mark in marks for passage in mark.passages)
    counted = [mark for mark in marks if mark.counted]
    described = [f"{name}-{passage}" for passage in passages]
    if counted:
        style = style_of.get(counted[0].chunk)
        kind = "plain" if style is None else f"s{style}"
    else:
        kind = "clipped"
        described.insert(0, f"{name}-clipped")
    classes = " ".join([kind, *(f"k{passage}" for passage in passages)])
    return (
        f'<mark tabindex="{0 if is_stop else -1}" class="{classes}" '
        f'aria-describedby="{" ".join(described)}">{word}</mark>'
    )


def _partners(side: Side, other: Side, name: str) -> str:
    """Say of each passage what it matches in the other text, for those who cannot see it lit.

    Example (of the prediction "a b x" beside "c a b"):
        <span id="NAME-0">matches the reference, words 2 to 3: a b.</span>
    """
    positions_of: dict[int, list[int]] = defaultdict(list)
    for k, mark in enumerate(other.marks):
        for passage in mark.passages:
            positions_of[passage].append(k)
    said = [
        f'<span id="{name}-{passage}">matches the {other.name}, '
        f"{_escaped(_places(other, positions))}.</span>"
        for passage, positions in sorted(positions_of.items())
    ]
    if any(mark.chunk >= 0 and not mark.counted for mark in side.marks):
        said.append(f'<span id="{name}-clipped">not counted, since its partner is taken;</span>')
    return f"<div hidden>{''.join(said)}</div>" if said else ""


def _places(side: Side, positions: list[int]) -> str:
    """Name words by their numbers, counted from 1, and by what they are."""
    first, last = positions[0], positions[-1]
    if last - first + 1 == len(positions):
        numbers = f"word {first + 1}" if first == last else f"words {first + 1} to {last + 1}"
        text = side.text[side.marks[first].start : side.marks[last].stop]
    else:
        numbers = "words " + ", ".join(str(k + 1) for k in positions[:10])
        text = " \u2026 ".join(
            side.text[side.marks[k].start : side.marks[k].stop] for k in positions[:10]
        )
    return f"{numbers}: {text if len(text) <= _LONGEST else text[: _LONGEST - 1] + chr(0x2026)}"


def _passage_rule(name: str, passage: int) -> str:
    """Light up a passage in both texts when a word of it is pointed at or has the focus."""
    return (
        f"#{name}:has(.k{passage}:hover,.k{passage}:focus) .k{passage}"
        "{background:var(--focus);color:var(--focus-text)}"
    )


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
        "plain-line": (LIGHT.plain_line, DARK.plain_line),
        "plain-fill": (LIGHT.plain_fill, DARK.plain_fill),
        "missed": (LIGHT.missed, DARK.missed),
    }
    for k in range(N_STYLES):
        pairs[f"line{k}"] = (LIGHT.lines[k], DARK.lines[k])
        pairs[f"fill{k}"] = (LIGHT.fills[k], DARK.fills[k])
    return "".join(f"--{name}:light-dark({light},{dark});" for name, (light, dark) in pairs.items())


def _style_rules() -> str:
    """Underline and fill each passage style in a way of its own."""
    return "".join(
        f".rouge-pair .s{k}"
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
    ".rouge-pair .rouge-note,.rouge-pair .rouge-legend{margin:0;font-size:.85rem;"
    "color:var(--quiet)}"
    ".rouge-pair>.rouge-note,.rouge-pair>.rouge-legend{grid-column:1/-1}"
    ".rouge-pair .rouge-legend{list-style:none;padding:0;display:flex;flex-wrap:wrap;"
    "gap:.25rem 1.5rem}"
    ".rouge-pair .rouge-legend span{color:var(--text)}"
    ".rouge-pair mark{color:inherit;cursor:default}"
    ".rouge-pair :is(mark,.rouge-legend .plain){border-radius:3px 3px 0 0;padding:1px 0}"
    f"{_style_rules()}"
    ".rouge-pair .plain{background:var(--plain-fill);border-bottom:1px solid var(--plain-line)}"
    ".rouge-pair .missed{text-decoration:underline wavy var(--missed) 1px;"
    "text-underline-offset:.25em;text-decoration-skip-ink:none}"
    ".rouge-pair .extra{border:1px dotted var(--quiet);border-radius:4px;padding:1px 2px;"
    "box-decoration-break:clone;-webkit-box-decoration-break:clone}"
    ".rouge-pair .clipped{background:none;border-bottom:1px dotted var(--quiet);"
    "text-decoration:line-through}"
    ".rouge-pair mark.lit{background:var(--focus);color:var(--focus-text)}"
    ".rouge-pair mark:focus-visible{outline:2px solid var(--text);outline-offset:2px}"
)

_PAGE_STYLE = (
    ":root{color-scheme:light dark}"
    "body{font-family:system-ui,sans-serif;max-width:70rem;margin:0 auto;padding:1rem}"
)
