"""Chunks on threads: every chunk once, errors raised, forks survived."""

from __future__ import annotations

import multiprocessing.process
import os

import pytest
from evaluate_rouge import scorer
from marks import leaves_out_extras
from warm import warm


@pytest.mark.parametrize("n_threads", [0, 1, 2])
@pytest.mark.parametrize("n_chunks", [0, 1, 5])
def test_every_chunk_is_called_once(n_threads, n_chunks):
    called = []
    scorer.for_each(called.append, range(n_chunks), n_threads)

    assert sorted(called) == list(range(n_chunks))


@pytest.mark.parametrize("n_threads", [1, 2])
def test_the_first_error_is_raised(n_threads):
    with pytest.raises(ZeroDivisionError):
        scorer.for_each(lambda chunk: 1 // chunk, [1, 0, 1], n_threads)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_child_forked_in_the_middle_of_a_batch_can_score():
    codes = []

    def fork(_: int) -> None:
        child = os.fork()
        if child == 0:
            called: list[int] = []
            scorer.for_each(called.append, [0, 1], 2)
            os._exit(0 if sorted(called) == [0, 1] else 3)
        codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))

    scorer.for_each(fork, [0], 2)

    assert codes == [0]


@pytest.mark.parametrize(
    ("value", "least"), [(None, 1), ("1", 1), ("2", 1), ("64", 1)], ids=["unset", "1", "2", "many"]
)
def test_threads_are_few(monkeypatch, value, least):
    monkeypatch.delenv(scorer.THREADS_VARIABLE, raising=False)
    if value is not None:
        monkeypatch.setenv(scorer.THREADS_VARIABLE, value)

    assert least <= scorer.threads_to_use() <= min(int(value or 2), scorer.MOST_THREADS)


@pytest.mark.parametrize("value", ["0", "-1", "two", ""])
def test_no_number_of_threads_is_refused(monkeypatch, value):
    monkeypatch.setenv(scorer.THREADS_VARIABLE, value)
    with pytest.raises(ValueError, match="EVALUATE_ROUGE_NUM_THREADS is"):
        scorer.threads_to_use()


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system tells no cores")
def test_cores_are_those_of_this_process(monkeypatch):
    monkeypatch.delenv(scorer.THREADS_VARIABLE, raising=False)
    monkeypatch.setattr(os, "sched_getaffinity", {0: {1, 5, 6}}.__getitem__)

    assert scorer.threads_to_use(8) == 3


def test_one_of_several_processes_uses_one_thread(monkeypatch):
    monkeypatch.delenv(scorer.THREADS_VARIABLE, raising=False)
    monkeypatch.setattr(multiprocessing.process, "parent_process", object)

    assert scorer.threads_to_use(8) == 1


def test_what_would_skip_for_want_of_a_package_is_left_to_the_long_tests(request):
    assert request.node.get_closest_marker("extra"), "no make target would run it"

    pytest.importorskip("gradio")


def test_what_forks_from_a_warm_interpreter_is_left_out_of_the_quick_tests(request):
    assert callable(warm)  # named, and so found
    assert request.node.get_closest_marker("fresh"), "make quick would run it"


@pytest.mark.parametrize(
    ("expression", "leaves_out"),
    [
        ("not (slow or browser or spark or torch or extra)", True),
        ("slow and not extra", True),
        ("slow or browser or spark or torch or extra", False),
        ("not slow", False),
        ("browser", False),  # such a test may need a package as well
        ("", False),
    ],
)
def test_files_that_need_a_package_are_left_out_only_where_all_their_tests_are(
    expression, leaves_out
):
    assert leaves_out_extras(expression) == leaves_out
