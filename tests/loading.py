"""How the tests load the metric: from a folder that holds only what the loader would fetch."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import evaluate

ROOT = Path(__file__).resolve().parents[1]


def named_siblings() -> set[str]:
    """The files that evaluate's loader finds named in rouge.py, without their suffix."""
    text = (ROOT / "rouge.py").read_text(encoding="utf-8")
    return set(re.findall(r"^from \.(\w+) import ", text, re.MULTILINE))


def copy_metric(folder: Path) -> Path:
    """Copy rouge.py and the siblings it names, and nothing else; return the copy's path."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ["rouge", *named_siblings()]:
        shutil.copy(ROOT / f"{name}.py", folder)
    return folder / "rouge.py"


def load_metric(folder: Path, **options: object) -> evaluate.Metric:
    """Load the metric out of such a folder."""
    path = folder / "rouge.py"
    return evaluate.load(str(path if path.exists() else copy_metric(folder)), **options)
