"""Long work in a process of its own: it can be stopped, and its memory comes back.

A task and its arguments come in, what it tells on the way and what it returns come
out. Whoever started it may stop it at any time; past its deadline or its memory it
is stopped. Two words are compared without any of this; they share no interpreter with
a long run, nor with long texts. What a task does is never known here.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from typing import Any

from .settings import PageError

LOG = logging.getLogger(__name__)

SECONDS = 120.0  # of a run, from its start
MEMORY = 3 * 2**30  # bytes of a run, what the files hold included
AT_ONCE = 2  # runs of all visitors; further ones wait in the queue
QUEUE = "long"  # name of the queue they wait in
SHORT_AT_ONCE = 16  # comparisons of two texts
PROMPT_SECONDS = 10.0  # of what a visitor waits for, from its start
PROMPT_WAITING = 8  # of the comparisons; further ones are refused, so that short texts go on
TICK_SECONDS = 0.25  # how often a waiting visitor's wish to stop is seen

# A task is called with its arguments and with this: it tells the visitor something.
Tell = Callable[[Any], None]

_PROMPT = threading.BoundedSemaphore(AT_ONCE)
_PROMPT_OR_WAITING = threading.BoundedSemaphore(PROMPT_WAITING)
_METHOD = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


class Run:
    """One task at work in a process of its own.

    Iterating gives what the task tells, and None about four times a second while it
    tells nothing: a generator that passes these on to Gradio can be stopped there.
    Leaving the ``with`` block, however it is left, ends the process.

    Example:
        with Run(score_file, path, settings) as run:
            for told in run:
                yield progress_of(told)
            report = run.result
    """

    def __init__(
        self,
        task: Callable[..., Any],
        *arguments: Any,
        seconds: float = SECONDS,
        memory: int = MEMORY,
    ) -> None:
        """Start a task: a function of a module, called as ``task(*arguments, tell)``.

        Args:
            task: what is pickled by its name.
            arguments: picklable.
            seconds: after which it is stopped.
            memory: bytes that it may take.
        """
        context: Any = multiprocessing.get_context(_METHOD)
        self._seconds = seconds
        self._memory = memory
        self._deadline = time.monotonic() + seconds
        self._pipe, theirs = context.Pipe(duplex=False)
        self._process = context.Process(
            target=_work, args=(theirs, memory, task, arguments), daemon=True
        )
        self._process.start()
        theirs.close()
        self.result: Any = None

    def __enter__(self) -> Run:
        """Give the run itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process, at once and for certain."""
        self.stop()

    def __iter__(self) -> Iterator[Any]:
        """Give what the task tells, until ``result`` is there.

        Raises:
            PageError: raised by the task; or the deadline or the memory is passed.
        """
        try:
            while True:
                if time.monotonic() > self._deadline:
                    raise PageError(
                        f"This took longer than {self._seconds:g} seconds and was stopped. The "
                        "command line and the Python package have no limit."
                    )
                if not self._pipe.poll(TICK_SECONDS):
                    yield None
                    continue
                kind, value = self._received()
                if kind == "told":
                    yield value
                elif kind == "done":
                    self.result = value
                    return
                elif kind == "failed":
                    raise value
                else:
                    problem, trace = value
                    LOG.error("a run failed\n%s", trace)
                    raise problem
        finally:
            self.stop()

    def stop(self) -> None:
        """End the process if it still runs."""
        if self._process.is_alive():
            self._process.kill()
        self._process.join()
        self._pipe.close()

    def _received(self) -> tuple[str, Any]:
        try:
            return self._pipe.recv()
        except EOFError:
            self._process.join()
            if self._process.exitcode == -signal.SIGKILL:
                # Killed from outside: the system had no memory left.
                raise _too_big(self._memory) from None
            raise PageError(
                "This failed, by no fault of yours: its process ended with code "
                f"{self._process.exitcode}"
            ) from None


def promptly(task: Callable[..., Any], *arguments: Any) -> Any:
    """Run a task that a visitor waits for, and give what it returns.

    Args:
        task: called as ``task(*arguments)``; it tells nothing.

    Raises:
        PageError: as by ``Run``; or others' tasks take up all the time there is.
    """
    if not _PROMPT_OR_WAITING.acquire(blocking=False):
        raise PageError("Several visitors compare long texts now: try again in a moment.")
    try:
        with _PROMPT, Run(_silent, task, *arguments, seconds=PROMPT_SECONDS) as run:
            for _ in run:
                pass
            return run.result
    finally:
        _PROMPT_OR_WAITING.release()


def _silent(task: Callable[..., Any], *arguments: Any) -> Any:
    """Call a task that takes no ``tell``, which comes last."""
    return task(*arguments[:-1])


def warm_up() -> None:
    """Make ready what runs are forked from, so that the first one need not wait for it."""
    if _METHOD != "forkserver":
        return
    # "__main__" first: app.py makes the package out of its own folder.
    tasks = ("compare_texts", "score_file", "compare_systems")
    preload = ["__main__", __name__, *(f"{__package__}.{name}" for name in tasks)]
    multiprocessing.get_context("forkserver").set_forkserver_preload(preload)
    forkserver.ensure_running()


def _work(pipe: Connection, memory: int, task: Callable[..., Any], arguments: tuple) -> None:
    """Do a task in the process made for it, and send back what becomes of it."""
    _limit(memory)

    def tell(value: Any) -> None:
        pipe.send(("told", value))

    with contextlib.suppress(BrokenPipeError):  # nobody waits for it any more
        try:
            pipe.send(("done", task(*arguments, tell)))
        except BrokenPipeError:
            raise
        except MemoryError:
            pipe.send(("failed", _too_big(memory)))
        except PageError as problem:
            pipe.send(("failed", PageError(str(problem))))
        except Exception as error:
            said = PageError(f"This failed, by no fault of yours: {error!r}")
            pipe.send(("broken", (said, traceback.format_exc())))


def _too_big(memory: int) -> PageError:
    return PageError(
        f"This needs more memory than the {memory / 2**30:.0f} GB that a visitor has here. "
        "The command line and the Python package have no limit."
    )


def _limit(memory: int) -> None:
    """Let the system refuse this process more memory than that."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
