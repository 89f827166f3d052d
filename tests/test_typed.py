"""`py.typed` and the annotations, as the type checkers of a user's project read them.

The package stands in an environment as an installed one does, so that it is
the marker py.typed that makes its annotations count.
"""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import evaluate_rouge
import pytest
from loading import ROOT

USE = ROOT / "tests" / "typed_use.py"

# Each a line that is wrong, and that a user might write.
PLANTED = [
    'wrong: str = RougeScorer("rouge1").score("a", "b")["rouge1"].fmeasure',
    'RougeScorer("rouge1").score("a")',
    'RougeScorer("rouge1").score_batch("a", 5)',
    'RougeScorer("rouge1", steming=True)',
    'RougeScorer("rouge1").score_batch(["a"], ["b"])["rouge1"].fmeasure',
    'RougeScorer("rouge1").score_batch(["a"], ["b"])[0].shape',
    'RougeScorer("rouge1").score_batch(["a"], ["b"])[0:1].fmeasure',
    'RougeScorer("rouge1").score_batch(["a"], ["b"]).mean()["rouge1"].f1',
    "compare([[1.0], [2.0]])",
    'compare({"a": [1.0], "b": [2.0]}, measure="f1")',
    'compare({"a": [1.0], "b": [2.0]})[0].p_value',
    'rouge_lsum([["a"]], [["a"]], method="unions")',
    "for_trainer(object())",
    "BootstrapAggregator().add_scores([Score(1.0, 1.0, 1.0)])",
    "evaluate_rouge.rouge_scorer",
]


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """An environment that holds the package as installed, and the libraries of this one."""
    folder = tmp_path_factory.mktemp("typed") / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "evaluate_rouge").symlink_to(ROOT, target_is_directory=True)
    libraries = [path for path in sys.path if Path(path).name == "site-packages"]
    (site / "libraries.pth").write_text("\n".join(libraries))
    return folder / "bin" / "python"


def mypy(python: Path, file: Path) -> str:
    pytest.importorskip("mypy", reason="mypy is not installed")
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", python]
    quiet = ["--config-file", os.devnull, "--no-incremental", "--hide-error-context"]
    return told([*command, *quiet, file], file)


def pyright(python: Path, file: Path) -> str:
    pytest.importorskip("pyright", reason="pyright is not installed")
    command = [sys.executable, "-m", "pyright", "--pythonpath", python, file]
    found = told(command, file)
    if re.search(r"ERR!|getaddrinfo|urlopen error|No such file .*node", found):
        pytest.skip("pyright needs node and its own package, and cannot fetch them here")
    return found


def told(command: list, file: Path) -> str:
    """What a type checker says, from a folder where it finds nothing but what is installed."""
    environment = {name: value for name, value in os.environ.items() if name != "MYPYPATH"}
    result = subprocess.run(
        [*map(str, command)], capture_output=True, text=True, cwd=file.parent, env=environment
    )
    return result.stdout + result.stderr


def test_the_marker_is_part_of_the_package():
    import tomllib

    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    assert (ROOT / "py.typed").exists()
    assert "py.typed" in settings["tool"]["setuptools"]["package-data"]["evaluate_rouge"]


def test_the_typed_program_uses_every_public_name():
    text = USE.read_text(encoding="utf-8")

    assert [n for n in evaluate_rouge.__all__ if not re.search(rf"\b{n}\b", text)] == []


def test_the_typed_program_runs():
    runpy.run_path(str(USE))


@pytest.mark.slow
@pytest.mark.parametrize("check", [mypy, pyright])
def test_a_type_checker_passes_it_and_finds_planted_errors(check, python, tmp_path):
    """One run: what it finds are the planted lines, and nothing above them."""
    program = USE.read_text(encoding="utf-8")
    file = tmp_path / "program.py"
    file.write_text("\n".join([program, *PLANTED, ""]))

    found = check(python, file)

    first = program.count("\n") + 2
    lines = {int(line) for line in re.findall(r"program\.py:(\d+):.*error", found)}
    assert lines == set(range(first, first + len(PLANTED))), found
