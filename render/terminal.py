"""An alignment -> plain text for a terminal, with or without colour.

In goes an Alignment and the width of the terminal, out comes a string. Where
colours are not to be had, a second line under each line of text carries the
marks. Text is shown, never obeyed: control characters, escape sequences among
them, come out as U+FFFD.
"""

from __future__ import annotations

import string
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from ..pairs import Alignment
from .marks import Mark, Side, sides_of
from .palette import N_STYLES

_LABELS = string.ascii_lowercase + string.ascii_uppercase
_NOT_COUNTED = "."
_UNSAFE = "\ufffd"
# Embeddings, overrides and isolates would reorder what stands after the text.
_REORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

# Bright foregrounds that read on black and on white, underlined.
_COLOURS = ("\x1b[4;34m", "\x1b[4;33m", "\x1b[4;35m", "\x1b[4;36m")
_FAINT = "\x1b[2;4m"
_BOLD = "\x1b[1m"
_RESET = "\x1b[0m"


def to_text(alignment: Alignment, colour: bool = False, width: int = 80) -> str:
    """Draw an alignment for a terminal.

    Args:
        alignment: from ``RougeScorer.explain``.
        colour: mark with ANSI colours; otherwise with a line of marks under
            each line of text. A passage carries the same letter in both
            texts; dots are words that match but are clipped, so not counted.
        width: columns of the terminal.

    Returns:
        Lines joined by "\\n", without a last one.

    Example (colour=False):
        rouge1  precision 0.6667  recall 0.6667  F 0.6667
        hits: 2 of 3 in the prediction, 2 of 3 in the reference

        reference
          the cat sat
          a------

        prediction
          The cat ran!
          a------
    """
    lines = [_headline(alignment, colour)]
    for side in sides_of(alignment):
        lines.append("")
        lines.append(_styled(side.name, _BOLD, colour))
        if not side.as_written:
            lines.append("  (the tokenizer's own tokens: they do not stand in the text as such)")
        drawn = _drawn_marks(side)
        stops = [mark.stop for mark in drawn]
        starts = [mark.start for mark in drawn]
        for first, last in _lines_of(side, max(width - 2, 8)):
            # Marks ascend and lie apart.
            here = drawn[bisect_right(stops, first) : bisect_left(starts, last)]
            lines.append(("  " + _text_line(side, here, first, last, colour)).rstrip())
            marks = "" if colour else _mark_line(side, here, first, last)
            if marks:
                lines.append("  " + marks)
    return "\n".join(lines)


def _headline(alignment: Alignment, colour: bool) -> str:
    """Say the scores and what they are made of."""
    score, counts = alignment.score, alignment.counts
    name = _styled(alignment.rouge_type, _BOLD, colour)
    return (
        f"{name}  precision {score.precision:.4f}  recall {score.recall:.4f}  "
        f"F {score.fmeasure:.4f}\n"
        f"hits: {counts.hits:g} of {counts.n_pred:g} in the prediction, "
        f"{counts.hits:g} of {counts.n_ref:g} in the reference"
    )


def _lines_of(side: Side, width: int) -> Iterator[tuple[int, int]]:
    """Break a text into lines, (first, last) character of each; at spaces where there are any."""
    text = side.text
    first = 0
    last_space = -1
    columns = 0
    for place, character in enumerate(text):
        if character == "\n":
            yield first, place
            first, last_space, columns = place + 1, -1, 0
            continue
        if character in " \t":
            last_space = place
        columns += _columns(character)
        if columns > width:
            last = last_space if last_space > first else place
            yield first, last
            first = last + 1 if text[last] in " \t" else last
            last_space = -1
            columns = sum(map(_columns, text[first : place + 1]))
    yield first, len(text)


def _text_line(side: Side, marks: Sequence[Mark], first: int, last: int, colour: bool) -> str:
    """Draw the characters of a line, marked words in their colours."""
    if not colour:
        return _safe(side.text[first:last])
    pieces = []
    at = first
    for mark in marks:
        start, stop = max(mark.start, first), min(mark.stop, last)
        style = _COLOURS[mark.chunk % N_STYLES] if mark.counted else _FAINT
        pieces.append(_safe(side.text[at:start]))
        pieces.append(_styled(_safe(side.text[start:stop]), style, True))
        at = stop
    pieces.append(_safe(side.text[at:last]))
    return "".join(pieces)


def _mark_line(side: Side, marks_here: Sequence[Mark], first: int, last: int) -> str:
    """Draw the marks under a line: a letter where a passage begins, a dash where it goes on."""
    columns = list(accumulate(map(_columns, side.text[first:last]), initial=0))
    marks = [" "] * columns[-1]
    drawn_to = 0
    previous: Mark | None = None
    for mark in marks_here:
        start = columns[max(mark.start - first, 0)]
        stop = columns[min(mark.stop, last) - first]
        sign = "-" if mark.counted else _NOT_COUNTED
        goes_on = (
            previous is not None
            and previous.chunk == mark.chunk
            and previous.counted
            and mark.counted
        )
        begin = drawn_to if goes_on else start
        marks[begin:stop] = sign * (stop - begin)
        if not goes_on and mark.counted and stop > start:
            marks[start] = _LABELS[mark.chunk % len(_LABELS)]
        drawn_to, previous = stop, mark
    return "".join(marks).rstrip()


def _drawn_marks(side: Side) -> list[Mark]:
    """List the marks of matched words; where words share a place, the first."""
    marks = []
    for positions in side.groups():
        matched = [side.marks[k] for k in positions if side.marks[k].chunk >= 0]
        marks += matched[:1]
    return marks


def _styled(text: str, style: str, colour: bool) -> str:
    return f"{style}{text}{_RESET}" if colour else text


def _safe(text: str) -> str:
    """Replace what a terminal would obey instead of showing."""
    spaced = text.replace("\t", " ")
    return "".join(_UNSAFE if _is_unsafe(character) else character for character in spaced)


def _is_unsafe(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs") or character in _REORDERING


def _columns(character: str) -> int:
    """Count the columns a character takes: 0 for a mark on another, 2 for a wide one."""
    if _is_unsafe(character):
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
