"""What is shown on a terminal alone: colour and the progress of a long run.

Everything else goes to people and programs alike. What the package logs reads
as the rest of the command's messages do.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from . import PROGRAM

LOG = logging.getLogger(__name__.partition(".")[0])  # of the whole package
FAINT, PLAIN = "\x1b[2m", "\x1b[0m"
PATIENCE = 1.0  # seconds before a bar appears
REFRESH = 0.1  # seconds between two drawings
BAR = 30  # characters


def has_colour(stream: IO[str] | None) -> bool:
    """Only on a terminal that can, and unless NO_COLOR says not (no-color.org)."""
    if stream is None or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def width(stream: IO[str] | None) -> int:
    """Columns of the terminal, or 80 where there is none."""
    if stream is None:
        return 80
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


class Progress:
    """A bar on stderr, on a terminal, once a run takes long; a `Watch` of files."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr is not None and sys.stderr.isatty()
        self._start = time.monotonic() + PATIENCE
        self._next = self._start
        self._bar: Any = None
        self._after = ("", 0, 0)  # what is done after reading, how much of it, of how much
        self.n_pairs = 0

    def __call__(self, n_read: int, n_bytes: int | None) -> None:
        """Note how far the file has been read; draw from time to time."""
        if self._is_shown and time.monotonic() >= self._next:
            self._draw("reading", n_read, n_bytes)

    def now(self, doing: str, n_resamples: int) -> None:
        """Say in the same bar what goes on after reading, of how many resamples in all."""
        self._after = (doing, self._after[1], n_resamples)
        if self._is_shown:
            # A call may be long: the bar's own thread begins and keeps it moving.
            self._draw(*self._after)

    def drawn(self, n_resamples: int) -> None:
        """Note that some more resamples were drawn."""
        doing, n_done, n_all = self._after
        self._after = (doing, n_done + n_resamples, n_all)
        if self._is_shown and time.monotonic() >= self._next:
            self._draw(*self._after)

    def _draw(self, doing: str, n_done: int, n_all: int | None) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        self._next = time.monotonic() + REFRESH
        fields = {"description": f"{doing}, {self.n_pairs:,} pairs", "total": n_all or None}
        if self._bar is None:
            columns = (BarColumn(BAR), TextColumn("{task.description}"), TimeElapsedColumn())
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task(**fields)
            # Not before the run has taken long: a thread waits for that.
            patience = self._start - time.monotonic()
            self._waiting = threading.Timer(max(patience, 0.0), self._bar.start)
            self._waiting.daemon = True
            self._waiting.start()
            if patience <= 0:
                self._waiting.join()
        self._bar.update(self._task, completed=n_done, **fields)
        if self._bar.live.is_started:
            self._bar.refresh()  # what is over before the bar's own thread draws is seen as well

    def clear(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._waiting.cancel()
            self._waiting.join()
            self._bar.stop()
            self._bar = None


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
