"""Tab 4: the metric card, which is README.md without its front matter."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]]*\]\((?!https?:)[^)]*\)\n?")
_LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#]+)(#[^)]*)?\)")


def card() -> str:
    """Read the metric card as Markdown; a sentence where the folder has none.

    Pictures of the page itself are left out, and links to files that the page
    does not serve become plain text.
    """
    readme = ROOT / "README.md"
    if not readme.exists():
        return "The metric card, README.md, does not lie in this folder."
    text = _FRONT_MATTER.sub("", readme.read_text(encoding="utf-8"))
    text = _IMAGE.sub("", text)
    return _LINK.sub(r"] (`\1`)", text)
