"""page/workers.py: long work can be stopped, is stopped at its limits, and leaves nothing."""

from __future__ import annotations

import os
import threading
import time

import pytest
from evaluate_rouge.page import workers
from evaluate_rouge.page.settings import PageError
from worker_tasks import broken, counting, greedy, killed, sleeping, vanishing, wrong

Tell = workers.Tell


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def finished(run):
    with run:
        told = [value for value in run if value is not None]
        return told, run.result


def test_a_task_tells_and_returns():
    told, (n, pid) = finished(workers.Run(counting, 3))

    assert (told, n) == ([0, 1, 2], 3)
    assert pid != os.getpid()
    assert not alive(pid)


def test_a_run_can_be_stopped():
    """As when a visitor cancels: Gradio closes the generator that passes the ticks on."""

    def passing_on():
        with workers.Run(sleeping) as run:
            yield from run

    steps = passing_on()
    pid = next(value for value in steps if value is not None)
    assert alive(pid)
    started = time.monotonic()
    steps.close()

    assert time.monotonic() - started < 2
    assert not alive(pid)


def test_a_run_ends_at_its_deadline():
    with pytest.raises(PageError, match=r"longer than 0\.5 seconds"):
        finished(workers.Run(sleeping, seconds=0.5))


def test_a_run_that_takes_too_much_memory_is_refused():
    pytest.importorskip("resource", reason="this system has no limits of memory")

    with pytest.raises(PageError, match="more memory than the 1 GB"):
        finished(workers.Run(greedy, memory=2**30))


def test_a_task_says_what_is_wrong():
    with pytest.raises(PageError, match="the third row is empty"):
        finished(workers.Run(wrong))


def test_a_fault_of_ours_is_said_and_logged(caplog):
    with pytest.raises(PageError, match="no fault of yours"):
        finished(workers.Run(broken))
    assert "RuntimeError: a fault of ours" in caplog.text


def test_a_process_that_ends_by_itself_is_not_taken_for_a_lack_of_memory():
    with pytest.raises(PageError, match="no fault of yours: its process ended with code 3"):
        finished(workers.Run(vanishing))


def test_a_process_that_the_system_kills_had_no_memory():
    with pytest.raises(PageError, match="more memory"):
        finished(workers.Run(killed))


def test_what_a_visitor_waits_for_is_returned_or_refused_at_once(monkeypatch):
    assert workers.promptly(divmod, 7, 2) == (3, 1)
    monkeypatch.setattr(workers, "_PROMPT_OR_WAITING", threading.BoundedSemaphore(1))
    with workers._PROMPT_OR_WAITING, pytest.raises(PageError, match="Several visitors"):
        workers.promptly(divmod, 7, 2)
    assert workers.promptly(divmod, 7, 2) == (3, 1)
