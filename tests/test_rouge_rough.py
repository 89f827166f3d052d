"""Copies, threads, processes and cache files: what a long-lived metric goes through."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from operator import methodcaller

import evaluate
import numpy as np
import pytest
from loading import copy_metric, load_metric
from tqdm import tqdm

ROWS = {"predictions": ["a b", "c d", "e"], "references": ["a c", "c d", "f"]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("metric")


@pytest.fixture(params=[False, True], ids=["on disk", "in memory"])
def rouge(request, folder, tmp_path):
    return load_metric(folder, seed=42, keep_in_memory=request.param, cache_dir=str(tmp_path))


@pytest.fixture(scope="module")
def expected(folder):
    return load_metric(folder, seed=42, keep_in_memory=True).compute(**ROWS)


# --- copies --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "duplicate",
    [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))],
    ids=["copy", "deepcopy", "pickle"],
)
@pytest.mark.parametrize("computed", [False, True], ids=["before compute", "after compute"])
def test_copies_score_alike(rouge, expected, duplicate, computed):
    if computed:
        rouge.compute(**ROWS)
    twin = duplicate(rouge)
    twin.add_batch(**ROWS)

    assert rouge.compute(**ROWS) == twin.compute() == expected
    assert twin.compute.__self__ is twin
    assert twin.seed == rouge.seed and twin.experiment_id == rouge.experiment_id


def test_a_copy_with_rows_waiting_is_refused(rouge, expected):
    rouge.add_batch(**ROWS)
    for duplicate in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError, match=r"^this metric holds 3 rows that are not computed yet"):
            duplicate(rouge)

    assert rouge.compute() == expected


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_a_metric_goes_into_worker_processes(folder, expected, method):
    rouge = load_metric(folder, seed=42, keep_in_memory=True)
    rouge.compute(**ROWS)
    with ProcessPoolExecutor(1, multiprocessing.get_context(method)) as pool:
        assert pool.submit(methodcaller("compute", **ROWS), rouge).result(60) == expected


# --- threads -------------------------------------------------------------------------------


def test_eight_threads_that_share_one_get_right_answers(rouge, expected):
    with ThreadPoolExecutor(8) as pool:
        futures = [pool.submit(rouge.compute, **ROWS) for _ in range(64)]

    assert [future.result() for future in futures] == [expected] * 64


def test_compute_waits_for_no_lock_that_an_interrupt_may_leave_taken(
    folder, expected, tmp_path, monkeypatch
):
    """Ctrl-C within a lock written in Python leaves it with its thread: those of libraries."""
    rouge = load_metric(folder, seed=42, cache_dir=str(tmp_path))
    monkeypatch.delattr(evaluate.module, "FileLock")
    with ThreadPoolExecutor(1) as pool, tqdm.get_lock():
        assert pool.submit(rouge.compute, **ROWS).result(30) == expected


def test_threads_with_a_metric_each_do_not_disturb_each_other(folder, expected):
    metrics = [load_metric(folder, seed=42, keep_in_memory=True) for _ in range(8)]
    before = np.random.get_state()
    with ThreadPoolExecutor(8) as pool:
        futures = [pool.submit(metrics[k % 8].compute, **ROWS) for k in range(64)]
    after = np.random.get_state()

    assert [future.result() for future in futures] == [expected] * 64
    assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True))


def test_rows_of_running_threads_are_not_mixed(rouge, expected):
    added, done = threading.Event(), threading.Event()

    def other() -> None:
        rouge.add(prediction="x", reference="x")
        added.set()
        done.wait()

    thread = threading.Thread(target=other)
    thread.start()
    added.wait()
    calls = [
        lambda: rouge.add(prediction="a", reference="a"),
        lambda: rouge.add_batch(**ROWS),
        lambda: rouge.compute(**ROWS),
        lambda: rouge.compute(),
    ]
    try:
        for call in calls:
            with pytest.raises(RuntimeError, match=r"^1 rows that another thread added wait in"):
                call()
    finally:
        done.set()
        thread.join()

    # The thread is gone, so its rows are there to be taken over.
    assert rouge.compute(rouge_types="rouge1") == {"rouge1": 1.0}
    assert rouge.compute(**ROWS) == expected


def test_a_tokenizer_may_use_the_metric(folder):
    inner = load_metric(folder, keep_in_memory=True)

    def tokenizer(text: str) -> list[str]:
        inner.compute(predictions=["a"], references=["a"])
        return text.split()

    outer = load_metric(folder, keep_in_memory=True)

    assert outer.compute(tokenizer=tokenizer, **ROWS)["rouge1"] > 0


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_fork_during_a_computation_can_compute(folder, expected):
    rouge = load_metric(folder, seed=42, keep_in_memory=True)
    inside, forked = threading.Event(), threading.Event()

    def tokenizer(text: str) -> list[str]:
        inside.set()
        forked.wait(10)
        return text.split()

    thread = threading.Thread(target=rouge.compute, kwargs={"tokenizer": tokenizer, **ROWS})
    thread.start()
    inside.wait()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            code = 0 if pickle.loads(pickle.dumps(rouge)).compute(**ROWS) == expected else 2
        finally:
            os._exit(code)
    forked.set()
    thread.join()
    deadline = time.monotonic() + 10
    ended, status = 0, 0
    while not ended and time.monotonic() < deadline:
        ended, status = os.waitpid(pid, os.WNOHANG)
        time.sleep(0.01)
    if not ended:
        os.kill(pid, 9)

    assert ended and os.waitstatus_to_exitcode(status) == 0


# --- evaluate's own ways ---------------------------------------------------------------------


def test_rows_added_one_by_one_and_in_batches_keep_their_order(rouge):
    rouge.add(prediction="a", reference="a")
    rouge.add_batch(predictions=["b", "c"], references=["x", "c"])
    rouge.add(prediction="d", reference="y")
    found = rouge.compute(
        predictions=["e"], references=["e"], rouge_types="rouge1", use_aggregator=False
    )

    assert found == {"rouge1": [1.0, 0.0, 1.0, 0.0, 1.0]}


def test_combined_metrics_give_flat_values(rouge, folder, expected):
    other = load_metric(folder, seed=42, keep_in_memory=True)
    combined = evaluate.combine({"x": rouge, "y": other}, force_prefix=True)

    assert combined.compute(**ROWS) == {
        f"{name}_{key}": value for name in "xy" for key, value in expected.items()
    }
    combined.add_batch(**ROWS)
    combined.add(prediction="a", reference="a")
    assert set(combined.compute()) == {f"{name}_{key}" for name in "xy" for key in expected}


def test_nothing_is_left_in_the_cache(folder, tmp_path):
    rouge = load_metric(folder, cache_dir=str(tmp_path))
    for _ in range(3):
        rouge.compute(**ROWS)

    assert not list(tmp_path.rglob("*.arrow"))


RUN = """
import sys, time, evaluate
rouge = evaluate.load({path!r}, seed=42, cache_dir={cache!r}, experiment_id="one", {options})
rouge.add_batch(predictions={predictions!r}, references={references!r})
print("added", flush=True)
sys.stdin.readline()
print(rouge.compute(), flush=True)
"""


def start(folder, cache, options="", rows=ROWS):
    """Start a process that adds rows, says so, and computes when it gets a line."""
    path = str(copy_metric(folder))
    code = RUN.format(path=path, cache=str(cache), options=options, **rows)
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "HF_HOME": str(folder / "home")},
        text=True,
    )


@pytest.mark.slow
def test_two_processes_with_one_experiment_id(folder, tmp_path, expected):
    processes = []
    for _ in range(2):  # the second one finds the first one's file locked
        processes.append(start(folder, tmp_path))
        assert processes[-1].stdout.readline() == "added\n"

    assert [process.communicate("\n")[0] for process in processes] == [f"{expected}\n"] * 2


@pytest.mark.slow
def test_a_killed_process_leaves_the_experiment_usable(folder, tmp_path, expected):
    killed = start(folder, tmp_path)
    assert killed.stdout.readline() == "added\n"
    killed.kill()
    killed.communicate()

    assert start(folder, tmp_path).communicate("\n")[0] == f"added\n{expected}\n"


@pytest.mark.slow
def test_rows_spread_over_two_processes(folder, tmp_path, expected):
    halves = [
        {name: column[:2] for name, column in ROWS.items()},
        {name: column[2:] for name, column in ROWS.items()},
    ]
    processes = [
        start(folder, tmp_path, f"num_process=2, process_id={k}", rows)
        for k, rows in enumerate(halves)
    ]
    outputs = [process.communicate("\n")[0] for process in reversed(processes)][::-1]

    assert outputs == [f"added\n{expected}\n", "added\nNone\n"]
