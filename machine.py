"""What arrays ask of the machine: cores to work on, and memory that is kept.

It knows nothing of what is computed. NumPy lets go of the interpreter's lock in
most of the work on arrays, so two threads pay; more would only wait for each
other at the lock.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from functools import cache
from threading import Lock
from types import TracebackType
from typing import TypeVar

import numpy as np

Chunk = TypeVar("Chunk")

MOST_THREADS = 2
VARIABLE = "EVALUATE_ROUGE_NUM_THREADS"  # of the environment: fewer threads, 1 for none


def n_threads() -> int:
    """Count the threads to use: as many as cores are free to this process, two at most.

    Raises:
        ValueError: the environment asks for no number of threads.
    """
    wanted = os.environ.get(VARIABLE, str(MOST_THREADS))
    if not wanted.isdecimal() or int(wanted) < 1:
        raise ValueError(f"{VARIABLE} is {wanted!r}; it must be a whole number, 1 or more")
    if hasattr(os, "sched_getaffinity"):
        n_cores = len(os.sched_getaffinity(0))
    else:
        n_cores = os.cpu_count() or 1
    return min(int(wanted), MOST_THREADS, n_cores)


def for_each(call: Callable[[Chunk], None], chunks: Iterable[Chunk], n_threads: int) -> None:
    """Call a function on every chunk, in any order; the first error ends it and is raised."""
    if n_threads <= 1:
        for chunk in chunks:
            call(chunk)
        return
    from concurrent.futures import ThreadPoolExecutor

    _mind_forks()
    with _QUICK_SWITCHES, ThreadPoolExecutor(n_threads) as pool:
        for done in [pool.submit(call, chunk) for chunk in chunks]:
            done.result()


class _QuickSwitches:
    """Lets threads take turns quickly, for as long as any batch is scored by several.

    A thread in a loop of small operations gives the lock back too briefly for
    another to wake up and take it, until the other's patience ends: after 5 ms
    by default, for every operation. With 0.1 ms two threads take three quarters
    of the time of one; with 5 ms they take longer.
    """

    def __init__(self) -> None:
        self._guard = Lock()
        self._n_inside = 0
        self._usual = 0.0

    def forget(self) -> None:
        """Count no batch any more."""
        if self._n_inside:
            sys.setswitchinterval(self._usual)
        self._guard = Lock()
        self._n_inside = 0

    def __enter__(self) -> None:
        with self._guard:
            if self._n_inside == 0:
                self._usual = sys.getswitchinterval()
                sys.setswitchinterval(min(self._usual, 1e-4))
            self._n_inside += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._guard:
            self._n_inside -= 1
            if self._n_inside == 0:
                sys.setswitchinterval(self._usual)


_QUICK_SWITCHES = _QuickSwitches()


@cache
def _mind_forks() -> None:
    """Let a child forked in the middle of a batch begin anew: the threads stayed behind."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_QUICK_SWITCHES.forget)


@cache
def keep_freed_memory() -> None:
    """Let the C library keep the memory of arrays that are freed for those that come next.

    glibc hands large arrays back to the system, and each page that comes again costs a fault:
    a third of the time. It learns to keep them from the first one freed (mallopt(3),
    M_MMAP_THRESHOLD), which is never touched here and so costs nothing.
    """
    np.empty(30 << 20, dtype=np.uint8)
