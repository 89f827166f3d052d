"""What is right: rouge_score itself, and slow readable twins of our own stages.

Nothing here is fast and nothing here is shared with the package, so that one
mistake cannot hide in both.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


def shared_pairs(name: str) -> list[dict]:
    """Rows of ``shared/data/<name>.jsonl.gz``, or a skip where there is no such data."""
    path = SHARED / "data" / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"the data set {name} does not lie beside the project")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
