"""`evaluate-rouge recall`: three lines on stdin, one number on stdout."""

from __future__ import annotations

import re

from ..files.problems import DataError, place
from ..files.streams import STDIN, shown, text_pieces
from ..pairs import rouge_n
from .options import Command, Parser
from .terminal import Progress

USAGE = "< FILE"
EXAMPLES = """\
  printf '1\\nthe cat sat on the mat\\nthe cat sat\\n' | evaluate-rouge recall
"""
LINES = ("n", "the reference", "the candidate")
MAX_N = 4


def add_arguments(parser: Parser) -> None:
    """There are none."""


def run(command: Command, progress: Progress) -> str:
    """Read n, a reference and a candidate, and tell the share of the reference's n-grams found.

    Words are split at white space and compared as they are, in their case.

    Raises:
        DataError: a line is missing or too many, or n is no number from 1 to 4.

    Example:
        1
        the cat sat on the mat
        the cat sat                 ->  0.5000
    """
    lines = "".join(text_pieces(STDIN)).split("\n")
    if lines[-1] == "":
        lines.pop()
    if len(lines) < len(LINES):
        at = place(shown(STDIN), len(lines) + 1, 1)
        raise DataError(f"{at}: {LINES[len(lines)]} is missing; the lines are {', '.join(LINES)}")
    extra = next((k for k, line in enumerate(lines) if k >= len(LINES) and line.strip()), None)
    if extra is not None:
        at = place(shown(STDIN), extra + 1, 1)
        raise DataError(f"{at}: one line too many; the lines are {', '.join(LINES)}")
    written, reference, candidate = lines[: len(LINES)]
    if not re.fullmatch(r"\s*[1-4]\s*", written):
        raise DataError(
            f"{place(shown(STDIN), 1, 1)}: n is {written.strip()[:40]!r}; "
            f"a whole number from 1 to {MAX_N} is wanted"
        )
    recall = rouge_n(candidate.split(), reference.split(), int(written)).recall
    return f"{recall:.4f}\n"
