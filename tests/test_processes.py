"""Rows spread over several processes: the programs of docs/processes.md, and a share of none."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from loading import ROOT, copy_metric, load_metric
from warm import warm

PAGE = (ROOT / "docs" / "processes.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```py\n(.*?)```\n\n    ([^\n]+)\n    ([^\n]+)", PAGE, re.DOTALL)
BY_FILES, BY_ACCELERATE, BY_TORCHRUN = range(3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("metric")


@pytest.fixture
def score_all(folder, tmp_path):
    """Score shares of rows as that many processes do, each run by a thread."""

    def score(shares, **options):
        load_metric(folder)  # compiled once, before the threads begin
        found: list = [None] * len(shares)

        def run(process_id):
            rouge = load_metric(
                folder,
                num_process=len(shares),
                process_id=process_id,
                experiment_id="one",
                cache_dir=str(tmp_path),
                timeout=10,
                seed=42,
            )
            try:
                predictions, references = shares[process_id]
                rouge.add_batch(predictions=predictions, references=references)
                found[process_id] = rouge.compute(rouge_types=["rouge1"], **options)
            except Exception as error:
                found[process_id] = error

        threads = [threading.Thread(target=run, args=(k,)) for k in range(len(shares))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return found

    return score


NONE = ([], [])
ROWS = (["the cat sat", "a dog"], ["the cat sat", "a cat"])
LISTS = (["the cat sat", "a dog"], [["the cat sat", "x"], ["a cat"]])


@pytest.mark.parametrize("rows", [ROWS, LISTS], ids=["texts", "lists of references"])
@pytest.mark.parametrize("empty", [0, 1, 2])
def test_a_process_without_rows_ends_with_the_others(score_all, rows, empty):
    shares = [rows, rows]
    shares.insert(empty, NONE)

    found = score_all(shares, use_aggregator=False)
    assert found == [{"rouge1": [1.0, 0.5, 1.0, 0.5]}, None, None]


def test_shares_may_differ_in_shape(score_all):
    found = score_all([ROWS, LISTS], use_aggregator=False)

    assert found == [{"rouge1": [1.0, 0.5, 1.0, 0.5]}, None]


def test_nulls_stay_nulls(score_all):
    shares = [NONE, (["a cat"], ["a cat"])]

    assert score_all(shares, use_aggregator=False, on_null="null")[0] == {"rouge1": [1.0]}


def test_no_rows_anywhere(score_all):
    error, nothing = score_all([NONE, NONE])

    assert "there are no rows to score" in str(error)
    assert nothing is None
    assert score_all([NONE, NONE], use_aggregator=False) == [{"rouge1": []}, None]


# ---------------------------------------------------------------- the page


def written(tmp_path, folder, program):
    """Write a program of the page as a file; the metric is that of a folder."""
    code, command, result = PROGRAMS[program]
    path = tmp_path / "score.py"
    path.write_text(code.replace("ORGANISATION/rouge", str(copy_metric(folder))))
    return path, command, result


def environment(tmp_path):
    return {**os.environ, "HF_HOME": str(tmp_path / "home"), "OMP_NUM_THREADS": "1"}


@pytest.mark.fresh
def test_num_process_by_two_processes(folder, tmp_path):
    path, _, result = written(tmp_path, folder, BY_FILES)
    with ThreadPoolExecutor(2) as pool:
        processes = [pool.submit(warm().run, str(path), str(k), "2") for k in range(2)]

    assert [process.result().stdout for process in processes] == [f"{result}\n", ""]


@pytest.mark.torch
@pytest.mark.parametrize(
    ("program", "launcher"),
    [
        pytest.param(
            BY_ACCELERATE,
            "accelerate.commands.launch --cpu --num_processes 2 --num_machines 1"
            " --mixed_precision no --dynamo_backend no",
            id="accelerate",
        ),
        pytest.param(BY_TORCHRUN, "torch.distributed.run --nproc-per-node 2", id="torchrun"),
    ],
)
def test_launched_by_two_processes(folder, tmp_path, program, launcher):
    pytest.importorskip("torch")
    pytest.importorskip("accelerate")
    path, command, result = written(tmp_path, folder, program)
    assert command.split()[-1] == "score.py"
    arguments = ["--cpu"] if program == BY_ACCELERATE else []
    found = subprocess.run(
        [sys.executable, "-m", *launcher.split(), str(path), *arguments],
        capture_output=True,
        env=environment(tmp_path),
        text=True,
    )

    assert found.stdout.splitlines()[-1:] == [result], found.stderr
