"""Where the page's own repository lives: the one setting that its links are made of.

A Space of the Hub knows its name, SPACE_ID. Elsewhere the links lead to the address
that pyproject.toml names as the project's; where neither is there, none are made.
"""

from __future__ import annotations

import os
import re
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPACE = os.environ.get("SPACE_ID", "")  # owner/name, set by the Hub
HUB = f"https://huggingface.co/spaces/{SPACE}" if SPACE else ""  # the page in the Hub's frame
_HOMEPAGE = re.compile(r'^Homepage *[=,] *"?([^"\n]+)"?$', re.MULTILINE)


def repository() -> str:
    """Address of the repository, without a slash at its end; empty if it is not known."""
    if HUB:
        return HUB
    settings = ROOT / "pyproject.toml"
    if settings.exists():
        named = settings.read_text(encoding="utf-8")
    else:
        try:
            named = "\n".join(metadata.metadata("evaluate-rouge").get_all("Project-URL") or [])
        except metadata.PackageNotFoundError:
            named = ""
    found = _HOMEPAGE.search(named)
    return found[1].rstrip("/") if found else ""


def link(path: str) -> str:
    """Address at which a file or folder of the repository can be read; empty if not known."""
    address = repository()
    return f"{address}/blob/main/{path}" if address else ""
