"""Change one small thing of the engine at a time: do the tests of its file notice?

    python tools/mutants.py --minutes 20               a sample of all files
    python tools/mutants.py --minutes 5 pairs.py       of one file
    python tools/mutants.py --show pairs.py            what could be changed, and where

Survivors are printed with their line. Each is a test that is missing, or a change of speed alone:
those that were looked at stand in tools/speed_alone.txt, each with its reason, and are left out.
The tests of a file run once, to learn which lines each of them runs. A change then goes through
those that run its line, quickest first, with few examples, in a fork that has what is not ours
imported; what they do not notice goes through them again with all examples.
Files of Cython are changed word by word, and built again for each change.
mutmut and cosmic-ray import what they change from a folder of the package's name, which the
root, being the Space as well, has not; a link does it here, in a copy.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
KNOWN = ROOT / "tools" / "speed_alone.txt"
LIMIT = 120  # seconds that the tests of a file may take: a change may loop for ever
FEW = 60  # tests of a line that are tried with few examples
MEMORY = 8 << 30  # bytes of address space that they may take

TESTS = {
    "text.py": ["tokens", "grouping", "porter", "sentences"],
    "scripts.py": ["words", "languages"],
    "counting.py": ["skip", "types", "batch"],
    "subsequences.py": ["weighted", "batch"],
    "kernels/counts.pyx": ["kernels", "batch"],
    "pairs.py": ["sequences", "align", "spans"],
    "scores.py": ["aggregate", "references"],
    "scorer.py": ["batch", "types", "machine"],
    "options.py": ["options", "signature", "checks", "splitters"],
    "significance/__init__.py": ["significance"],
    "significance/systems.py": ["compare"],
    "significance/poisson.py": ["poisson"],
}

_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
# Of files that ast cannot read: a word in its place, and what it becomes.
_WORDS = {
    r" < ": " <= ",
    r" <= ": " < ",
    r" > ": " >= ",
    r" >= ": " > ",
    r" == ": " != ",
    r" != ": " == ",
    r" \+ (?!=)": " - ",
    r" - (?!=)": " + ",
    r" & ": " | ",
    r" and ": " or ",
    r" or ": " and ",
    r"\b0\b": "1",
    r"\b1\b": "2",
    r"\bTrue\b": "False",
    r"\bFalse\b": "True",
    r"\bbreak\b": "continue",
}
# What a fork has imported before pytest is not rewritten: none of it is ours.
_UNREWRITTEN = "ignore::pytest.PytestAssertRewriteWarning"
_PYTEST = ["-q", "-x", "-p", "no:cacheprovider", "-W", _UNREWRITTEN, "-m"]
_LONG = "slow or browser or spark or torch"
_NAMES = {"min": "max", "max": "min", "minimum": "maximum", "maximum": "minimum"}


class Mutant(NamedTuple):
    """A change: the expression at a place of a file becomes another one."""

    file: str
    line: int
    before: str
    after: str
    source: str  # of the whole file, changed


def mutants_of(file: str) -> Iterator[Mutant]:
    """List the changes of a file, but those known to change speed alone."""
    known = known_of(file)
    found = _of_cython(file) if file.endswith(".pyx") else _of_python(file)
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return (m for m in found if (lines[m.line - 1].strip(), m.before, m.after) not in known)


def known_of(file: str) -> set[tuple[str, str, str]]:
    """List what was found to change speed alone: the line, the expression, and what it becomes.

    Each is four lines of the file of them: ``file``, ``line``, ``before  ->  after`` and why.
    """
    known = set()
    for block in KNOWN.read_text(encoding="utf-8").split("\n\n"):
        name, line, change, *_ = [*block.strip().splitlines(), "", "", ""]
        if name == file:
            before, _, after = change.partition("  ->  ")
            known.add((line, before, after))
    return known


def _of_cython(file: str) -> Iterator[Mutant]:
    source = (ROOT / file).read_text(encoding="utf-8")
    blank = lambda found: re.sub(r"[^\n]", "~", found[0])  # noqa: E731
    code = re.sub(r'"""[\s\S]*?"""|#[^\n]*|"[^"\n]*"', blank, source)
    first = 0
    for number, line in enumerate(code.splitlines(keepends=True), start=1):
        is_code = re.match(r" +(?!from |import |cimport |raise |@|~|int PyUnicode)", line)
        for word, after in _WORDS.items() if is_code else ():
            for place in re.finditer(word, line):
                start, stop = first + place.start(), first + place.end()
                changed = source[:start] + after + source[stop:]
                shown = changed.splitlines()[number - 1].strip()
                yield Mutant(file, number, source.splitlines()[number - 1].strip(), shown, changed)
        first += len(line)


def _of_python(file: str) -> Iterator[Mutant]:
    source = (ROOT / file).read_text(encoding="utf-8")
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in _expressions(ast.parse(source)):
        first = starts[node.lineno - 1] + node.col_offset
        last = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        before = f"{ast.unparse(node)} at {node.col_offset}"
        for after in _changed(node):
            text = source.encode()
            changed = text[:first] + f"({after})".encode() + text[last:]
            yield Mutant(file, node.lineno, before, after, changed.decode())


def _expressions(tree: ast.AST) -> Iterator[ast.expr]:
    """Walk what decides a result: no annotation, no message, no constant of a module or class."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST):
                continue
            is_constant = isinstance(tree, ast.Module | ast.ClassDef)
            is_constant &= isinstance(child, ast.Assign | ast.AnnAssign)
            is_strict = isinstance(child, ast.keyword) and child.arg == "strict"
            if is_constant or is_strict or isinstance(child, ast.Raise | ast.JoinedStr):
                continue
            if isinstance(child, ast.expr):
                yield child
            yield from _expressions(child)


def _changed(node: ast.expr) -> Iterator[str]:
    """Write the changes of one expression, its parts as they are."""
    if isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in _SWAPS:
        kept, node.op = node.op, _SWAPS[type(node.op)]()  # type: ignore[assignment]
        yield ast.unparse(node)
        node.op = kept
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in _SWAPS:
        first = node.ops[0]
        node.ops[0] = _SWAPS[type(first)]()  # type: ignore[call-overload]
        yield ast.unparse(node)
        node.ops[0] = first
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert):
        yield ast.unparse(node.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield repr(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield repr(node.value + 1)
    elif isinstance(node, ast.Name) and node.id in _NAMES:
        yield _NAMES[node.id]
    elif isinstance(node, ast.Attribute) and node.attr in _NAMES:
        yield f"{ast.unparse(node.value)}.{_NAMES[node.attr]}"


class Watching:
    """A plugin of pytest: which lines of the engine each test ran, and how long it took."""

    def __init__(self, copy: Path) -> None:
        """Watch the files of a copy."""
        self.names = {str(copy / "evaluate_rouge" / file): file for file in TESTS}
        self.seconds: dict[str, float] = {}
        self.lines: dict[str, set[str]] = defaultdict(set)  # of a test: "file:line"

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Trace a test, its fixtures too."""
        found = self.lines[item.nodeid]
        names = self.names

        def in_file(frame: FrameType, event: str, _: object) -> Any:
            found.add(f"{names[frame.f_code.co_filename]}:{frame.f_lineno}")
            return in_file

        def trace(frame: FrameType, event: str, _: object) -> Any:
            return in_file if frame.f_code.co_filename in names else None

        begun = time.perf_counter()
        threading.settrace(trace)
        sys.settrace(trace)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            self.seconds[item.nodeid] = time.perf_counter() - begun


class Chosen:
    """A plugin of pytest: runs some tests, in an order."""

    def __init__(self, nodes: list[str]) -> None:
        """Take the names of tests."""
        self.place = {node: k for k, node in enumerate(nodes)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave the others out."""
        kept = [item for item in items if item.nodeid in self.place]
        items[:] = sorted(kept, key=lambda item: self.place[item.nodeid])


class Bench:
    """A copy of the package, what its tests run, and forks to run them in."""

    def __init__(self, folder: Path) -> None:
        """Copy the package, and move there."""
        self.copy = folder
        self.root = folder / "evaluate_rouge"
        skipped = shutil.ignore_patterns(".*", "build", "__pycache__")
        shutil.copytree(ROOT, self.root, ignore=skipped, symlinks=True)
        self.reached: dict[str, dict[str, list[str]]] = {}  # of a file: tests by line, quick first
        (folder / "temporary").mkdir()
        tempfile.tempdir = os.environ["TMPDIR"] = str(folder / "temporary")
        os.chdir(self.root)
        sys.path.insert(0, str(folder))
        sys.dont_write_bytecode = True
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        self._import_what_is_not_ours()

    def _import_what_is_not_ours(self) -> None:
        """Import what the tests import, so that no fork has to; of ours nothing."""
        tests = sorted({f"tests/test_{name}.py" for names in TESTS.values() for name in names})
        told = self.copy / "imported.json"

        def collect() -> int:
            pytest.main([*_PYTEST, "not slow", "--collect-only", *tests])
            places = {
                name: str(getattr(module, "__file__", None) or "")
                for name, module in list(sys.modules.items())
            }
            told.write_text(json.dumps(places))
            return 0

        _in_fork(collect, 10 * LIMIT)
        for name, place in json.loads(told.read_text()).items():
            if place and not place.startswith(str(self.copy)):
                with contextlib.suppress(Exception):
                    importlib.import_module(name)

    def learn(self, file: str) -> None:
        """Run the tests of a file as it is: which of them run which line?"""
        told = self.copy / "reached.json"

        def run() -> int:
            os.environ["HYPOTHESIS_PROFILE"] = "quick"
            watching = Watching(self.copy)
            code = pytest.main([*_PYTEST, f"not ({_LONG} or fresh)", *_tests_of(file)], [watching])
            by_line: dict[str, list[str]] = defaultdict(list)
            for node in sorted(watching.seconds, key=watching.seconds.__getitem__):
                by_line["all"].append(node)
                for line in watching.lines[node]:
                    by_line[line].append(node)
            told.write_text(json.dumps(by_line))
            return int(code)

        if code := _in_fork(run, 10 * LIMIT):
            raise SystemExit(f"the tests of {file} fail as it is: status {code} of pytest")
        self.reached[file] = json.loads(told.read_text())

    def survives(self, mutant: Mutant) -> bool:
        """Run the tests of the file with the change in it."""
        file = mutant.file
        if file not in self.reached:
            self.learn(file)
        target = self.root / file
        kept = {
            path: (path.read_bytes(), path.stat().st_mtime)
            for path in (target, *target.parent.glob("*.so"))
        }
        by_line = self.reached[file]
        near = by_line.get(f"{file}:{mutant.line}", by_line["all"])

        def run(nodes: list[str], profile: str) -> int:
            os.environ["HYPOTHESIS_PROFILE"] = profile
            files = {node.partition("::")[0] for node in nodes}
            return int(pytest.main([*_PYTEST, f"not ({_LONG} or fresh)", *files], [Chosen(nodes)]))

        target.write_text(mutant.source, encoding="utf-8")
        try:
            if file.endswith(".pyx") and not _built(target):
                return False
            os.environ["PYTHONPATH"] = str(self.copy)
            return not (
                _in_fork(lambda: run(near[:FEW], "quick"), LIMIT)
                or _in_fork(lambda: run(near, "project"), LIMIT)
            )
        finally:
            for path, (octets, changed) in kept.items():
                path.write_bytes(octets)
                os.utime(path, (changed, changed))


def _tests_of(file: str) -> list[str]:
    return [f"tests/test_{name}.py" for name in TESTS[file]]


def _in_fork(call: Callable[[], int], seconds: float) -> int:
    """Call in a fork, nothing printed: its status, or 1 where it was ended or took too long."""
    child = os.fork()
    if not child:
        status = 1
        try:
            os.setpgid(0, 0)
            signal.alarm(int(seconds))  # ends it, since nobody handles it
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            status = call()
            home = getattr(sys.modules.get("conftest"), "_HOME", None)
            if home is not None:
                home.cleanup()
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what its tests started
    return os.waitstatus_to_exitcode(ended) and 1


def _built(target: Path) -> bool:
    """Build an extension in its place; a change that is no code is no change."""
    command = [sys.executable, "-m", "Cython.Build.Cythonize", "-q", "-i", "-f", target.name]
    quickly = {**os.environ, "CFLAGS": "-O0 -g0"}
    done = subprocess.run(command, cwd=target.parent, capture_output=True, env=quickly)
    return done.returncode == 0


def main() -> None:
    """Sample changes until the time is up; exit with 1 if one survived."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="*", help=f"of {', '.join(TESTS)}; all if none")
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="list the changes and leave")
    arguments = parser.parse_args()
    files = arguments.files or list(TESTS)
    by_file = {file: list(mutants_of(file)) for file in files}
    if arguments.show:
        for mutant in (mutant for file in files for mutant in by_file[file]):
            print(f"{mutant.file}:{mutant.line}: {mutant.before}  ->  {mutant.after}")
        return
    rng = random.Random(arguments.seed)
    for mutants in by_file.values():
        rng.shuffle(mutants)
    deadline = time.monotonic() + 60 * arguments.minutes
    tried: Counter[str] = Counter()
    survivors: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        while time.monotonic() < deadline and any(by_file.values()):
            for file in files:  # in turns, so that every file has its share
                if not by_file[file] or time.monotonic() >= deadline:
                    continue
                mutant = by_file[file].pop()
                tried[file] += 1
                if bench.survives(mutant):
                    survivors[file] += 1
                    print(f"{file}:{mutant.line}: {mutant.before}  ->  {mutant.after}", flush=True)
    for file in files:
        print(f"{file}: {survivors[file]} of {tried[file]} changes were not noticed")
    sys.exit(bool(survivors))


if __name__ == "__main__":
    main()
