"""Change one small thing of the engine at a time: do the tests of its file notice?

    python tools/mutants.py --minutes 20               a sample of all files
    python tools/mutants.py --minutes 5 pairs.py       of one file
    python tools/mutants.py --show pairs.py            what could be changed, and where

Survivors are printed with their line. Each is a test that is missing, or a change of speed alone:
those that were looked at stand in tools/speed_alone.txt, each with its reason, and are left out.
Files of Cython are changed word by word, and built again for each change.
mutmut and cosmic-ray import what they change from a folder of the package's name, which the
root, being the Space as well, has not; a link does it here, in a copy.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
KNOWN = ROOT / "tools" / "speed_alone.txt"
LIMIT = 120  # seconds that the tests of a file may take: a change may loop for ever
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
_PYTEST = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not (slow or browser)"]
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


def survives(mutant: Mutant, copy: Path) -> bool:
    """Run the tests of the file with the change in it."""
    target = copy / "evaluate_rouge" / mutant.file
    kept = {path: path.read_bytes() for path in (target, *target.parent.glob("*.so"))}
    tests = [f"tests/test_{name}.py" for name in TESTS[mutant.file]]
    target.write_text(mutant.source, encoding="utf-8")
    try:
        if mutant.file.endswith(".pyx") and not _built(target):
            return False
        done = subprocess.run(
            [sys.executable, *_PYTEST, *tests],
            cwd=copy / "evaluate_rouge",
            env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
            timeout=LIMIT,
        )
    except subprocess.TimeoutExpired:
        return False
    finally:
        for path, octets in kept.items():
            path.write_bytes(octets)
    return done.returncode == 0


def _built(target: Path) -> bool:
    """Build an extension in its place; a change that is no code is no change."""
    command = [sys.executable, "-m", "Cython.Build.Cythonize", "-q", "-i", "-f", target.name]
    done = subprocess.run(command, cwd=target.parent, capture_output=True)
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
        copy = Path(folder)
        skipped = shutil.ignore_patterns(".*", "build", "__pycache__")
        shutil.copytree(ROOT, copy / "evaluate_rouge", ignore=skipped, symlinks=True)
        while time.monotonic() < deadline and any(by_file.values()):
            for file in files:  # in turns, so that every file has its share
                if not by_file[file] or time.monotonic() >= deadline:
                    continue
                mutant = by_file[file].pop()
                tried[file] += 1
                if survives(mutant, copy):
                    survivors[file] += 1
                    print(f"{file}:{mutant.line}: {mutant.before}  ->  {mutant.after}", flush=True)
    for file in files:
        print(f"{file}: {survivors[file]} of {tried[file]} changes were not noticed")
    sys.exit(bool(survivors))


if __name__ == "__main__":
    main()
