"""What MkDocs needs beside docs/: the first page, the pages of other folders, the reference.

README.md, CHANGELOG.md and the benchmarks' results have one source each, where
a reader of the repository looks for them; here they become pages, and links are
bent to where a page stands on the site. The reference is made of the modules'
public names, so that none can be forgotten.
"""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path
from typing import Any

import tomllib
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
# Pages of the site, by where their text stands in the repository.
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "benchmarks/results.md": "results.md",
}
# What the reference tells, module by module; docstrings of the modules stand above their names.
MODULES = [
    *("evaluate_rouge", "evaluate_rouge.columns", "evaluate_rouge.spark"),
    *("evaluate_rouge.significance", "evaluate_rouge.significance.systems"),
    *("evaluate_rouge.rouge155", "evaluate_rouge.render", "evaluate_rouge.trainer"),
    "evaluate_rouge.compat",
]
_LINK = re.compile(r"(!?\[[^\]]*\]\()(?!https?:|mailto:|#)([^)#\s]+)([^)\s]*\))")


def on_startup(**_: Any) -> None:
    """Let the package be found by its name: a folder of links to what belongs to it.

    A link to the whole root would hold itself, and all that a virtual environment holds. The
    folder is there before a plugin asks: one that is missing then is never looked into, and what
    is installed to be edited, which is the root, would be searched instead.
    """
    named = ROOT / "build" / "named" / "evaluate_rouge"
    shutil.rmtree(named, ignore_errors=True)
    named.mkdir(parents=True)
    packages = settings()["tool"]["setuptools"]["packages"]
    folders = {name.split(".")[1] for name in packages if "." in name}
    for part in [*ROOT.glob("*.py"), *(ROOT / folder for folder in folders)]:
        (named / part.name).symlink_to(part)


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that stand outside docs/, the figures they show, and the reference."""
    for source, page in PAGES.items():
        if (ROOT / source).exists():
            text = (ROOT / source).read_text(encoding="utf-8")
            if source == "README.md":
                text = text[text.index("# ROUGE\n") :]  # after the front matter of the card
            files.append(File.generated(config, page, content=moved(text, Path(source).parent)))
    for figure in (ROOT / "benchmarks").glob("*.png"):
        files.append(File.generated(config, figure.name, content=figure.read_bytes()))
    files.append(File.generated(config, "reference.md", content=reference()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Bend the links of a page of docs/."""
    if page.file.generated_by:
        return markdown
    return moved(markdown, Path("docs"))


def moved(text: str, folder: Path) -> str:
    """Bend links from one file of the repository to another: to a page, or to the repository."""

    def bent(link: re.Match[str]) -> str:
        target = (ROOT / folder / link[2]).resolve().relative_to(ROOT).as_posix()
        if target in PAGES:
            target = PAGES[target]
        elif target.startswith("docs/"):
            target = target.removeprefix("docs/")
        elif target.startswith("benchmarks/") and target.endswith(".png"):
            target = target.removeprefix("benchmarks/")
        else:
            target = f"{source_address()}/{target}"
        return f"{link[1]}{target}{link[3]}"

    return _LINK.sub(bent, text)


def source_address() -> str:
    """Where the files of the repository can be read, by pyproject.toml."""
    return settings()["project"]["urls"]["Source"].replace("/tree/", "/blob/")


def settings() -> dict[str, Any]:
    """Read pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def reference() -> str:
    """List the public names of every module, for mkdocstrings to describe."""
    parts = ["# Reference\n\nEvery public name, from its docstring.\n"]
    for module in MODULES:
        file = ROOT.joinpath(*module.split(".")[1:], "__init__.py")
        if not file.exists():
            file = ROOT.joinpath(*module.split(".")[1:]).with_suffix(".py")
        tree = ast.parse(file.read_text(encoding="utf-8"))
        first = (ast.get_docstring(tree) or "").partition("\n\n")[0].replace("\n", " ")
        parts.append(f"## {module}\n\n{first}\n")
        parts += [f"::: {module}.{name}\n" for name in public_names(tree)]
    return "\n".join(parts)


def public_names(tree: ast.Module) -> list[str]:
    """The names in __all__, or else the functions and classes without an underscore."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return list(ast.literal_eval(node.value))
    made = (ast.FunctionDef, ast.ClassDef)
    names = [node.name for node in tree.body if isinstance(node, made)]
    return [name for name in names if not name.startswith("_")]
