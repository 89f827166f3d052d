"""`make docs`: built strictly, every page and public name on it, and no request to anybody."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys

import evaluate_rouge
import pytest
import yaml
from loading import ROOT

# Beside the top, whose names are listed in __all__.
MODULES = ["columns", "significance.systems", "rouge155", "render", "trainer", "compat"]


def navigation() -> dict[str, list[str]]:
    """The pages of each group, as mkdocs.yml lists them."""
    listed = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    groups = {}
    for entry in listed:
        ((group, pages),) = entry.items()
        if isinstance(pages, list):
            groups[group] = [p if isinstance(p, str) else next(iter(p.values())) for p in pages]
    return groups


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    pytest.importorskip("mkdocs", reason="the site is built by MkDocs")
    pytest.importorskip("mkdocstrings", reason="the reference is made by mkdocstrings")
    pytest.importorskip("material", reason="the site wears the theme Material")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stdout + done.stderr
    return folder


def test_guides_are_in_four_groups_and_none_is_left_out():
    groups = navigation()
    pages = [page for group in groups.values() for page in group]

    assert list(groups) == ["Use", "Understand", "Operate", "Change"]
    assert {path.name for path in (ROOT / "docs").glob("*.md")} <= set(pages)
    assert len(set(pages)) == len(pages)


def test_every_extra_for_users_is_on_the_page_of_installing():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = re.search(r"(?ms)^\[project.optional-dependencies\]$(.*?)^\[", project)[1]
    extras = set(re.findall(r"(?m)^([\w-]+) = ", listed))
    told = re.findall(r"(?m)^\| `([\w-]+)` \|", (ROOT / "docs" / "install.md").read_text())

    assert set(told) == extras - {"bench", "kernels", "lint", "test", "test-all"}
    spoken_of = re.findall(
        r"extras? `([\w-]+)`|evaluate-rouge\[([\w,-]+)\]",
        "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md")),
    )
    assert {name for two in spoken_of for name in ",".join(two).split(",") if name} <= extras


@pytest.mark.slow
def test_every_public_name_is_on_it(site):
    text = (site / "reference" / "index.html").read_text(encoding="utf-8")
    ids = set(re.findall(r'id="(evaluate_rouge[\w.]*)"', text))
    names = {f"evaluate_rouge.{name}" for name in evaluate_rouge.__all__}
    for path in MODULES:
        module = importlib.import_module(f"evaluate_rouge.{path}")
        made = [
            name
            for name, value in vars(module).items()
            if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
        ]
        names |= {f"evaluate_rouge.{path}.{name}" for name in getattr(module, "__all__", made)}

    assert not names - ids


@pytest.mark.slow
def test_docstrings_are_told_in_full(site):
    text = (site / "reference" / "index.html").read_text(encoding="utf-8")

    assert "Compare systems that scored the same pairs" in text
    assert "names the system" in re.sub(r"<[^>]+>", "", text), "what is raised is left out"


@pytest.mark.slow
def test_it_can_be_searched(site):
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    places = {entry["location"].partition("#")[0] for entry in index["docs"]}

    assert {f"{page.removesuffix('.md')}/" for g in navigation().values() for page in g} <= places


@pytest.mark.slow
def test_it_asks_nobody_for_anything(site):
    """Scripts, styles, fonts and pictures all come from the site itself."""
    asked = re.compile(r"<(?:script|img|iframe|source)[^>]+src=\"(https?:|//)[^>]+>")
    linked = re.compile(r"<link[^>]+rel=\"(?:stylesheet|preconnect|preload|icon)\"[^>]+>")
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not asked.findall(text), page
        assert not [tag for tag in linked.findall(text) if 'href="http' in tag], page


@pytest.mark.slow
def test_the_first_page_is_the_readme(site):
    text = (site / "index.html").read_text(encoding="utf-8")

    assert "ROUGE measures how much of a reference text" in text
    assert "colorFrom" not in text and "make demo" not in text
    for page in ("reporting", "install", "cli"):
        assert f'href="{page}/"' in text
