"""What arrays ask of the machine: cores to work on, and memory that is kept.

It knows nothing of what is computed. NumPy lets go of the interpreter's lock in
most of the work on arrays, so two threads pay; more would only wait for each
other at the lock.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cache
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

    with ThreadPoolExecutor(n_threads) as pool:
        for done in [pool.submit(call, chunk) for chunk in chunks]:
            done.result()


@cache
def keep_freed_memory() -> None:
    """Let the C library keep the memory of arrays that are freed for those that come next.

    glibc hands large arrays back to the system, and each page that comes again costs a fault:
    a third of the time. It learns to keep them from the first one freed (mallopt(3),
    M_MMAP_THRESHOLD), which is never touched here and so costs nothing.
    """
    np.empty(30 << 20, dtype=np.uint8)
