"""Rough handling: killed, starved of disk, forbidden to write, under strange interpreters.

Each test runs the metric in a process of its own, as a job would, and asks
that the answer is right or the error plain, and that the next job is none the
worse for it.
"""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import evaluate_rouge
import pytest
from loading import ROOT, copy_metric
from warm import warm

PREDS = ["The cat sat on the mat.\nIt slept.", "a b c", "", "running runners"]
REFS = ["A cat sat there.\nIt slept on the mat.", "c b a", "something", "the runner runs"]
ROWS = f"predictions={PREDS!r}, references={REFS!r}"


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return str(copy_metric(tmp_path_factory.mktemp("rough")))


def run(code, *flags, timeout=120, **environment):
    """Run code in a fresh interpreter: (its JSON answer or None, its error output)."""
    result = subprocess.run(
        [sys.executable, *flags, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=timeout,
        env={**os.environ, **environment},
    )
    return read(result)


def run_warm(code):
    """Run code in a process of its own that has imported evaluate already; answers as run does."""
    return read(warm().run("-c", textwrap.dedent(code)))


def read(result):
    answer = json.loads(result.stdout.splitlines()[-1]) if result.returncode == 0 else None
    return answer, result.stderr


@pytest.fixture(scope="module")
def expected(path):
    answer, error = run_warm(f"""
        import evaluate, json
        rouge = evaluate.load({path!r}, seed=42, keep_in_memory=True)
        print(json.dumps(rouge.compute({ROWS}, use_stemmer=True)))
    """)
    assert answer is not None, error
    return answer


# --- killed -----------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill -9")
def test_killed_at_any_moment(path, expected, tmp_path):
    """Twenty jobs are killed while they add; the next one neither waits nor sees their rows."""
    answer, error = run_warm(f"""
        import evaluate, json, os, random, signal, time
        rouge = evaluate.load({path!r}, seed=42, cache_dir={str(tmp_path)!r}, experiment_id="x")
        chance = random.Random(0)
        killed = []
        for _ in range(20):
            child = os.fork()
            while not child:
                rouge.add_batch(predictions=["left"] * 5000, references=["over"] * 5000)
            time.sleep(0.02 + chance.random() * 0.1)
            os.kill(child, signal.SIGKILL)
            killed.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        left = len(list(os.scandir(rouge.data_dir)))
        rouge.add_batch({ROWS})
        file = os.path.basename(rouge.cache_file_name)
        scores = rouge.compute(use_stemmer=True)
        print(json.dumps([scores, file, left, killed]))
    """)
    assert answer is not None, error
    scores, file, n_left, exit_codes = answer
    assert exit_codes == [-signal.SIGKILL] * 20
    assert n_left > 0, "nothing was killed in the middle"
    assert scores == expected
    assert file == "x-1-0.arrow", "it waited for a lock that nobody holds, and took another file"
    assert not list(tmp_path.rglob("*.arrow")), "what the killed jobs wrote lies there still"


# --- no disk ----------------------------------------------------------------------------------


def test_a_full_disk_is_an_error_and_no_more(path, expected, tmp_path):
    """Files may not grow past 200 kB: adding fails; the same metric then works as before."""
    answer, error = run_warm(f"""
        import evaluate, json, resource
        rouge = evaluate.load({path!r}, seed=42, cache_dir={str(tmp_path)!r})
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
        errors = []
        for _ in range(3):
            try:
                rouge.add_batch(predictions=["too much " * 100] * 2000, references=["a"] * 2000)
                rouge.compute()
            except OSError as error:
                errors.append(str(error))
        direct = rouge.compute({ROWS}, use_stemmer=True)
        rouge.add_batch({ROWS})
        print(json.dumps([errors, direct, rouge.compute(use_stemmer=True)]))
    """)
    assert answer is not None, error
    errors, *scores = answer
    assert len(errors) == 3, "nobody noticed that the file was cut short"
    assert scores == [expected] * 2


def test_a_read_only_cache_is_an_error_that_names_it(path, expected, tmp_path):
    """In memory nothing is written, nor by compute alone, so that nothing can be forbidden."""
    answer, error = run_warm(f"""
        import evaluate, json, os, pathlib
        cache = pathlib.Path({str(tmp_path)!r})
        cache.chmod(0o755)
        on_disk = evaluate.load({path!r}, seed=42, cache_dir=str(cache))
        in_memory = evaluate.load({path!r}, seed=42, cache_dir=str(cache), keep_in_memory=True)
        on_disk.add_batch({ROWS})
        on_disk.compute()
        for folder in [cache, *cache.rglob("*")]:
            folder.chmod(0o555)
        if os.geteuid() == 0:
            os.seteuid(65534)  # permissions do not bind root
        try:
            on_disk.add_batch({ROWS})
            message = "no error"
        except OSError as error:
            message = str(error)
        in_memory.add_batch({ROWS})
        scores = [in_memory.compute(use_stemmer=True), on_disk.compute({ROWS}, use_stemmer=True)]
        print(json.dumps([message, scores]))
    """)
    assert answer is not None, error
    message, scores = answer
    assert str(tmp_path) in message
    assert "ermission" in message
    assert scores == [expected] * 2


def test_an_interruption_leaves_no_half_of_a_call(path, expected):
    """Ctrl-C at eight moments of a call that is long; what is added next is scored alone."""
    answer, error = run_warm(f"""
        import evaluate, json, signal
        rouge = evaluate.load({path!r}, seed=42)
        interrupted, found = 0, []
        for turn in range(8):
            signal.signal(signal.SIGALRM, signal.default_int_handler)
            signal.setitimer(signal.ITIMER_REAL, 0.002 * (1 + turn))
            try:
                rouge.compute(predictions=["a b c"] * 20_000, references=[["b c", "a"]] * 20_000)
            except KeyboardInterrupt:
                interrupted += 1
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            found.append(rouge.compute({ROWS}, use_stemmer=True))
        print(json.dumps([interrupted, found]))
    """)
    assert answer is not None, error
    interrupted, found = answer
    assert interrupted == 8
    assert found == [expected] * 8


# --- strange interpreters ---------------------------------------------------------------------

METRIC = """
    import evaluate, json
    rouge = evaluate.load({path!r}, seed=42)
    print(json.dumps(rouge.compute({rows}, use_stemmer=True)))
"""
PACKAGE = f"""
    import json, numpy
    from evaluate_rouge import BootstrapAggregator, RougeScorer
    numpy.random.seed(42)
    scorer = RougeScorer(["rouge1", "rouge2", "rougeL", "rougeLsum"], use_stemmer=True)
    aggregator = BootstrapAggregator()
    for scores in scorer.score_batch({REFS!r}, {PREDS!r}):
        aggregator.add_scores(scores)
    print(json.dumps({{name: x.mid.fmeasure for name, x in aggregator.aggregate().items()}}))
"""


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_hash_seeds_change_nothing(expected, hash_seed):
    assert run(PACKAGE, PYTHONHASHSEED=hash_seed)[0] == expected


@pytest.mark.parametrize("flags", [["-O"], ["-OO"], ["-W", "error"], ["-X", "dev"], ["-X", "utf8"]])
def test_interpreter_flags_and_the_package(expected, flags):
    answer, error = run(PACKAGE, *flags)

    assert answer == expected, error


@pytest.mark.parametrize(
    "flags",
    [
        pytest.param(["-O", "-W", "error::UserWarning"], marks=pytest.mark.slow),
        pytest.param(["-W", "error"], marks=pytest.mark.slow),
        pytest.param(["-X", "dev"], marks=pytest.mark.slow),
        pytest.param(["-B", "-s", "-X", "utf8"], marks=pytest.mark.slow),
    ],
)
def test_interpreter_flags_and_the_metric(path, expected, flags):
    """-OO is missing: evaluate adds to docstrings, so it can load no metric without them."""
    answer, error = run(METRIC.format(path=path, rows=ROWS), *flags, PYTHONHASHSEED="7")

    assert answer == expected, error


def test_errors_do_not_depend_on_assert():
    answer, error = run(
        """
        import json
        from evaluate_rouge import RougeScorer
        errors = []
        for work in (
            lambda: RougeScorer(["rouge0"]),
            lambda: RougeScorer(["rouge1"], tokenizer=3),
            lambda: RougeScorer(["rouge1"]).score(None, "a"),
            lambda: RougeScorer(["rouge1"]).score_batch(["a"], ["a", "b"]),
            lambda: RougeScorer(["rouge1"]).score_multi([], "a"),
        ):
            try:
                work()
            except (TypeError, ValueError) as error:
                errors.append(type(error).__name__)
        print(json.dumps(errors))
        """,
        "-OO",
    )
    assert answer == ["ValueError", "ValueError", "TypeError", "ValueError", "ValueError"], error


def test_a_clock_that_jumps(path, expected):
    """Hours forth and back at every look; locks count on the clock that only runs forward."""
    answer, error = run(f"""
        import itertools, json, time
        real, turns = time.time, itertools.count()
        time.time = lambda: real() + (-1) ** next(turns) * 3600 * 24
        import evaluate
        rouge = evaluate.load({path!r}, seed=42)
        print(json.dumps([rouge.compute({ROWS}, use_stemmer=True) for _ in range(3)]))
    """)
    assert answer == [expected] * 3, error


# --- what the code may not depend on ----------------------------------------------------------

SHIPPED = [
    file
    for file in sorted(ROOT.rglob("*.py"))
    if not {"tests", "benchmarks", "examples", "build", "dist"} & set(file.relative_to(ROOT).parts)
    and not any(part.startswith(".") for part in file.relative_to(ROOT).parts)
]
ENGINE = [
    file for file in SHIPPED if file.parent == ROOT and file.name not in {"app.py", "rouge.py"}
]


def imported_modules(file):
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module


@pytest.mark.parametrize("file", ENGINE, ids=lambda file: file.name)
def test_the_engine_looks_at_no_clock_and_no_world(file):
    forbidden = {"time", "datetime", "random", "uuid", "socket", "urllib.request", "http"}
    forbidden |= {"requests", "httpx", "subprocess", "tempfile", "ctypes", "pickle"}
    found = set(imported_modules(file))

    assert not forbidden & (found | {name.split(".")[0] for name in found})


def test_the_package_is_the_one_beside_these_tests():
    assert Path(evaluate_rouge.__file__).resolve().parent == ROOT
