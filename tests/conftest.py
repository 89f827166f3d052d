"""What every test runs under: a cache folder of its own, and no word to the outside."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings

# Before anything imports evaluate or datasets, which read these once.
_HOME = tempfile.TemporaryDirectory(prefix="evaluate_rouge_tests_")
os.environ["HF_HOME"] = _HOME.name
os.environ["HF_UPDATE_DOWNLOAD_COUNTS"] = "0"
os.environ["HF_EVALUATE_OFFLINE"] = "1"
os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"

# Tests are small, and would never see what many pairs go through: arrays and lanes.
from evaluate_rouge import scorer, subsequences  # noqa: E402

scorer.FEW_PAIRS = 0
subsequences.LOCKSTEP = subsequences.LOCKSTEP_START = 0

# A busy machine is not a wrong answer.
settings.register_profile("project", deadline=None)
# For the inner loop: enough to see that a change breaks the usual case.
settings.register_profile("quick", deadline=None, max_examples=10)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "project"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a file that says BOTH_ENGINES with each engine in turn."""
    if getattr(metafunc.module, "BOTH_ENGINES", False):
        metafunc.parametrize("forced_engine", scorer.ENGINES, indirect=True, scope="module")


@pytest.fixture(scope="module", autouse=True)
def forced_engine(request: pytest.FixtureRequest) -> Iterator[None]:
    """Count with the engine that a file runs with in turn, or skip where it cannot be used."""
    if not hasattr(request, "param"):
        yield
        return
    if request.param == "compiled" and (reason := scorer.why_not_compiled()):
        pytest.skip(reason)
    before = os.environ.get(scorer.ENGINE_VARIABLE)
    os.environ[scorer.ENGINE_VARIABLE] = request.param
    yield
    os.environ.pop(scorer.ENGINE_VARIABLE)
    if before is not None:
        os.environ[scorer.ENGINE_VARIABLE] = before
