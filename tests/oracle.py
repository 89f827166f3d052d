"""What is right: rouge_score itself, and slow readable twins of our own stages.

Nothing here is fast and nothing here is shared with the package, so that one
mistake cannot hide in both.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from rouge_score import rouge_scorer

SHARED = Path(__file__).resolve().parents[2] / "shared"


def n_examples(n: int) -> settings:
    """Ask for n examples of a property, or for a share of them where the profile is a quick one."""
    return settings(max_examples=max(n * settings.default.max_examples // 100, 1))


def shared_pairs(name: str) -> list[dict]:
    """Rows of ``shared/data/<name>.jsonl.gz``, or a skip where there is no such data."""
    path = SHARED / "data" / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"the data set {name} does not lie beside the project")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def short_texts(words: list[str], max_size: int = 12) -> st.SearchStrategy[str]:
    """Texts of a handful of short words, so that they repeat, share and tie: where bugs are."""
    return st.lists(st.sampled_from(words), max_size=max_size).map("".join)


# Separators and newlines are words of their own; "x" * 70 needs the long path of every stage.
PLAIN = [
    "a ",
    "b ",
    "ab ",
    "the ",
    "The-",
    ". ",
    "\n",
    "running ",
    "abcdefgh ",
    "abcdefghi ",
    "x" * 70,
]
NASTY = [
    *("a", "B", " ", "\n", "\r", "\t", "\x00", "\x0b", "\x1c", "\x85", "\u2028", "\u00a0"),
    *(
        "\u0130",
        "\u212a",
        "\u0131",
        "\u017f",
        "\ufb01",
        "é",
        "e\u0301",
        "ß",
        "Σ",
        "ς",
        "İs",
        "\uff21",
    ),
    *("\ud800", "\udfff", "你", "कि", "🎉", "\u200d", "\u00ad", "\ufeff", "٣", "_", "-", "'s"),
]
plain_texts = short_texts(PLAIN)
nasty_texts = short_texts(NASTY)
texts = st.one_of(plain_texts, nasty_texts)

GOOGLE_TYPES = [*(f"rouge{n}" for n in range(1, 10)), "rougeL", "rougeLsum"]


def google_scores(
    types: list[str], preds: list[str], refs: list[str], **options: object
) -> dict[str, list[list[float]]]:
    """Score pair by pair with rouge_score: for each type, a row per pair."""
    scorer = rouge_scorer.RougeScorer(types, **options)
    rows = [scorer.score(ref, pred) for pred, ref in zip(preds, refs, strict=True)]
    return {name: [list(row[name]) for row in rows] for name in types}


def assert_same_partition(keys: list, words: list) -> None:
    """Check that two lists are equal at the same pairs of places."""
    assert len(keys) == len(words)
    assert len(set(keys)) == len(set(words)) == len(set(zip(keys, words, strict=True)))
