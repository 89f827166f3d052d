"""Runs every Python block of README.md and docs/*.md, as a reader would type them.

The blocks of a page share one namespace, top to bottom, in a folder that holds
the metric's files, so that ``evaluate.load("./rouge.py")`` works. A block with
``>>>`` is a doctest (``...`` in its output stands for anything); any other runs
as a script. A block that needs an optional part says so after the language, as
in "python spark", and runs where tests of that marker run; or names a library,
as in "python dask", and runs with the slow tests where that is installed.
"""

from __future__ import annotations

import doctest
import re
import shutil
from pathlib import Path

import pytest
from loading import ROOT, copy_metric

FENCE = re.compile(r"^```python(?: (?P<marker>\w+))?\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
LIBRARIES = ("dask", "ray")
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]


def blocks(page: Path) -> list[tuple[int, str, str]]:
    """The Python blocks of a page: line where the code starts, marker or "", code."""
    text = page.read_text(encoding="utf-8")
    return [
        (text.count("\n", 0, found.start("code")) + 1, found["marker"] or "", found["code"])
        for found in FENCE.finditer(text)
    ]


def runs() -> list:
    """A run of each page without its marked blocks, and one more for each marker in it."""
    params = []
    for page in PAGES:
        markers = sorted({marker for _, marker, _ in blocks(page)})
        for marker in markers:
            if marker in LIBRARIES:  # what these warn of is none of ours
                marks = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
            else:
                marks = [getattr(pytest.mark, marker)] if marker else []
            name = f"{page.relative_to(ROOT)}{marker and ' with '}{marker}"
            params.append(pytest.param(page, marker, id=name, marks=marks))
    return params


def run_block(code: str, namespace: dict, name: str, line: int) -> None:
    """Run one block; names that it defines stay in the namespace."""
    if ">>> " not in code:
        # Blank lines in front, so that a traceback shows the page's line numbers.
        exec(compile("\n" * (line - 1) + code, name, "exec"), namespace)
        return
    test = doctest.DocTestParser().get_doctest(code, namespace, name, name, line - 1)
    output: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
        test, out=output.append, clear_globs=False
    )
    namespace.update(test.globs)
    if output:
        pytest.fail("".join(output), pytrace=False)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the metric and the example texts, which is the current one for the test."""
    copy_metric(tmp_path)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("page", "marker"), runs())
def test_python_blocks(page, marker, folder):
    if marker in LIBRARIES:
        pytest.importorskip(marker, reason=f"{marker} is not installed")
    namespace = {"__name__": "__main__"}
    for line, needs, code in blocks(page):
        if needs in ("", marker):
            run_block(code, namespace, page.name, line)


def test_every_link_to_a_file_leads_somewhere():
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        targets = re.findall(r"\]\((?!https?:|mailto:|#)([^)#\s]+)", text)
        missing = [target for target in targets if not (page.parent / target).exists()]

        assert not missing, f"{page.name} links to {missing}"


def test_every_page_is_linked_from_the_readme():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    missing = [page.name for page in PAGES[1:] if f"(docs/{page.name}" not in text]

    assert not missing


def test_front_matter_is_one_that_a_space_accepts():
    import yaml

    _, matter, _ = (ROOT / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    fields = yaml.safe_load(matter)
    colors = {"red", "yellow", "green", "blue", "indigo", "purple", "pink", "gray"}

    assert fields["title"] and fields["emoji"] and fields["description"]
    assert {fields["colorFrom"], fields["colorTo"]} <= colors
    assert fields["sdk"] == "gradio"
    assert re.fullmatch(r"6\.\d+\.\d+", fields["sdk_version"])
    assert type(fields["python_version"]) is str
    assert fields["app_file"] == "app.py"
    assert fields["license"] == "apache-2.0"
    assert {"evaluate", "metric"} <= set(fields["tags"])


@pytest.mark.parametrize(
    ("code", "passes"),
    [
        pytest.param(">>> 1 + 1\n2\n", True, id="right output"),
        pytest.param(">>> 1 + 1\n3\n", False, id="wrong output"),
        pytest.param(">>> x\n7\n", True, id="a name of an earlier block"),
        pytest.param("assert x == 7\n", True, id="script"),
    ],
)
def test_a_wrong_block_fails(code, passes):
    if passes:
        run_block(code, {"x": 7}, "page", 1)
    else:
        with pytest.raises(pytest.fail.Exception, match="Expected:"):
            run_block(code, {"x": 7}, "page", 1)
