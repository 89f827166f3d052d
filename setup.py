"""What pyproject.toml cannot say: README.md as a package index shows it.

Without the card's front matter and the lines for a clone, and with links that
lead to the files of the Space, since an index has none of them beside the text.
"""

from __future__ import annotations

import re
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent


class Modules(build_py):
    """The root is the package and the project's folder at once: this file is no part of it."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """Find the modules of a package: (package, module, path)."""
        found = super().find_package_modules(package, package_dir)
        return [module for module in found if module[:2] != ("evaluate_rouge", "setup")]


def long_description() -> str:
    """Cut the front of README.md off, and make its links absolute."""
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    settings = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    (source,) = re.findall(r'^Source = "(.+?)(?:/tree/main)?"$', settings, re.MULTILINE)
    text = readme[readme.index("# ROUGE\n") :]
    return re.sub(
        r"(!?)\[([^\]]*)\]\((?!https?:|mailto:|#)([^)\s]+)\)",
        lambda link: (
            f"{link[1]}[{link[2]}]({source}/{'resolve' if link[1] else 'blob'}/main/{link[3]})"
        ),
        text,
    )


if __name__ == "__main__":
    setup(
        cmdclass={"build_py": Modules},
        long_description=long_description(),
        long_description_content_type="text/markdown",
    )
