"""Tasks for page/workers.py: in a module that a process of its own can import by its name."""

from __future__ import annotations

import os
import signal
import time

from evaluate_rouge.page.settings import PageError


def counting(n, tell):
    for k in range(n):
        tell(k)
    return n, os.getpid()


def sleeping(tell):
    tell(os.getpid())
    time.sleep(60)


def greedy(tell):
    return len(bytearray(2**30))


def wrong(tell):
    raise PageError("the third row is empty")


def broken(tell):
    raise RuntimeError("a fault of ours")


def vanishing(tell):
    os._exit(3)


def killed(tell):
    os.kill(os.getpid(), signal.SIGKILL)
