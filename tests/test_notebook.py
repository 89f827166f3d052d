"""examples/notebook.ipynb, run as a reader runs it: every cell, in order, in a fresh kernel."""

from __future__ import annotations

import json
import shutil
import sys
import warnings

import pytest
from loading import ROOT

NOTEBOOK = ROOT / "examples" / "notebook.ipynb"


def test_it_is_kept_without_outputs():
    """What a cell shows is made anew, so that a change of a number is no change of the file."""
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]

    assert code and not [cell for cell in code if cell["outputs"] or cell["execution_count"]]


@pytest.mark.slow
def test_every_cell_runs_and_shows_what_it_should(tmp_path, monkeypatch):
    nbformat = pytest.importorskip("nbformat", reason="the notebook needs nbformat")
    nbclient = pytest.importorskip("nbclient", reason="the notebook is run by nbclient")
    pytest.importorskip("ipykernel", reason="the notebook needs a kernel of Python")
    shutil.copytree(NOTEBOOK.parent, tmp_path / "examples")
    # A kernel of this environment, whatever others the machine has.
    kernels = tmp_path / "jupyter" / "kernels" / "python3"
    kernels.mkdir(parents=True)
    command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec = {"argv": command, "display_name": "Python 3", "language": "python"}
    (kernels / "kernel.json").write_text(json.dumps(spec))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "jupyter"))
    notebook = nbformat.read(NOTEBOOK, as_version=4)

    client = nbclient.NotebookClient(
        notebook, timeout=120, resources={"metadata": {"path": str(tmp_path / "examples")}}
    )
    with warnings.catch_warnings():  # those of Jupyter's own libraries are none of ours
        warnings.simplefilter("ignore")
        client.execute()

    shown = [
        output["data"]
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "data" in output
    ]
    pages = [data["text/html"] for data in shown if "text/html" in data]
    assert any("Means over 46 examples" in page for page in pages)
    assert any("rouge-pair" in page for page in pages)
    assert any("p randomization" in page for page in pages)
    assert any("image/png" in data for data in shown)
