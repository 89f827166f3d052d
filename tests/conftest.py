"""What every test runs under: a cache folder of its own, and no word to the outside."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import chromium, open_page
from hypothesis import settings
from marks import (
    MARKS,
    leaves_out_extras,
    missing_from_test,
    names_reached,
    packages_of,
    skipped_without,
)
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


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Import evaluate as `make test` has it, which is sooner, where no test needs it otherwise."""
    if leaves_out_extras(collector.config.option.markexpr):
        import evaluate_alone  # noqa: F401


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out a file that skips without an extra package where -m leaves out all such tests.

    Importing it imports that package, for seconds.
    """
    if collection_path.suffix != ".py" or not leaves_out_extras(config.option.markexpr):
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
