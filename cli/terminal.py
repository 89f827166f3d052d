"""What is shown on a terminal alone: colour and the progress of a long run.

Everything else goes to people and programs alike. What the package logs reads
as the rest of the command's messages do.
"""

from __future__ import annotations

import logging
import os
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

PROGRAM = "evaluate-rouge"
LOG = logging.getLogger(__name__.partition(".")[0])  # of the whole package
BOLD, FAINT, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
ERASE_LINE = "\r\x1b[K"
PATIENCE = 1.0  # seconds before a bar appears
REFRESH = 0.1  # seconds between two drawings
BAR = 30  # characters


def has_colour(stream: IO[str]) -> bool:
    """Only on a terminal that can, and unless NO_COLOR says not (no-color.org)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def width(stream: IO[str]) -> int:
    """Columns of the terminal, or 80 where there is none."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


class Progress:
    """A bar on stderr, on a terminal, once a run takes long; a `Watch` of files."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()
        self._next = time.monotonic() + PATIENCE
        self._is_drawn = False
        self.n_pairs = 0

    def __call__(self, n_read: int, n_bytes: int | None) -> None:
        """Note how far the file has been read; draw from time to time."""
        now = time.monotonic()
        if not self._is_shown or now < self._next:
            return
        self._next = now + REFRESH
        self._is_drawn = True
        sys.stderr.write(ERASE_LINE + bar(n_read, n_bytes, self.n_pairs))
        sys.stderr.flush()

    def note(self, doing: str) -> None:
        """Say in the place of the bar what goes on after all has been read."""
        if self._is_drawn:
            sys.stderr.write(f"{ERASE_LINE}{self.n_pairs:,} pairs; {doing}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Take the bar away."""
        if self._is_drawn:
            sys.stderr.write(ERASE_LINE)
            sys.stderr.flush()
            self._is_drawn = False


def bar(n_read: int, n_bytes: int | None, n_pairs: int) -> str:
    """Draw how much of a file is read, or only the pairs where nobody knows how many come.

    Example:
        bar(50, 100, 8192)    [###############...............]  50%  8,192 pairs
    """
    if not n_bytes:
        return f"{n_pairs:,} pairs"
    share = min(n_read / n_bytes, 1.0)
    done = int(share * BAR)
    return f"[{'#' * done}{'.' * (BAR - done)}] {share:4.0%}  {n_pairs:,} pairs"


@contextmanager
def messages(progress: Progress, is_verbose: bool) -> Iterator[None]:
    """Send logging and warnings to stderr, a line each, for as long as the command runs."""
    logger = LOG
    handler = _Lines(progress)
    before = (logger.level, logger.propagate)
    logger.addHandler(handler)
    logger.propagate = False
    logger.setLevel(logging.INFO if is_verbose else logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", UserWarning)
            warnings.showwarning = _show_warning
            yield
    finally:
        logger.removeHandler(handler)
        logger.level, logger.propagate = before


class _Lines(logging.Handler):
    def __init__(self, progress: Progress) -> None:
        super().__init__()
        self._progress = progress

    def emit(self, record: logging.LogRecord) -> None:
        self._progress.clear()
        level = "" if record.levelno <= logging.INFO else f"{record.levelname.lower()}: "
        sys.stderr.write(f"{PROGRAM}: {level}{one_line(record.getMessage())}\n")


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    LOG.warning("%s", message)


def one_line(message: str) -> str:
    """Keep a message on its line, and control characters out of the terminal."""
    return "".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in message)
