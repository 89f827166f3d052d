"""Every data set that lies beside the project, pair by pair, against two oracles.

rouge_score scores a sample of each (it takes seconds for a pair of long texts), rouge-score-rs,
which agrees with it everywhere it was compared, a larger one; the slow part leaves nothing out.
"""

from __future__ import annotations

import numpy as np
import pytest
from evaluate_rouge import RougeScorer
from oracle import GOOGLE_TYPES, SHARED, google_scores, shared_pairs
from rouge_score_rs import rouge_scorer as compiled

FOLDER = SHARED / "data"
NAMES = sorted(
    str(path.relative_to(FOLDER)).removesuffix(".jsonl.gz") for path in FOLDER.glob("*/*.jsonl.gz")
)
LONG = ("squality_long", "booookscore_long", "pubmed_longeval", "article_vs_highlights")


def is_long(name: str) -> bool:
    return any(part in name for part in LONG)


def pairs_of(name: str) -> tuple[list[str], list[str]]:
    """List every prediction with each of its references."""
    rows = shared_pairs(name)
    preds = [row["prediction"] for row in rows for _ in row["references"]]
    return preds, [ref for row in rows for ref in row["references"]]


def compare_with_google(name: str, step: int, use_stemmer: bool) -> None:
    preds, refs = pairs_of(name)
    preds, refs = preds[::step], refs[::step]
    found = RougeScorer(GOOGLE_TYPES, use_stemmer).score_batch(refs, preds)
    expected = google_scores(GOOGLE_TYPES, preds, refs, use_stemmer=use_stemmer)

    for name_of_type in GOOGLE_TYPES:
        assert found[name_of_type].tolist() == expected[name_of_type]


@pytest.mark.skipif(not NAMES, reason="no data sets lie beside the project")
@pytest.mark.parametrize("use_stemmer", [False, True], ids=["as it is", "stemmed"])
@pytest.mark.parametrize(
    "most", [pytest.param(200, id="some"), pytest.param(None, id="all", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("name", NAMES)
def test_pairs_equal_the_compiled_scorer(name, most, use_stemmer):
    preds, refs = pairs_of(name)
    step = max(len(preds) // (most or len(preds)), 1)
    preds, refs = preds[::step], refs[::step]
    found = RougeScorer(GOOGLE_TYPES, use_stemmer).score_batch(refs, preds)
    expected = compiled.RougeScorer(GOOGLE_TYPES, use_stemmer=use_stemmer).score_batch(refs, preds)

    for name_of_type in GOOGLE_TYPES:
        rows = np.array([list(row[name_of_type]) for row in expected])
        assert (found[name_of_type] == rows).all()


@pytest.mark.skipif(not NAMES, reason="no data sets lie beside the project")
@pytest.mark.parametrize("name", [name for name in NAMES if not is_long(name)])
def test_a_sample_equals_rouge_score(name):
    preds, _ = pairs_of(name)
    compare_with_google(name, max(len(preds) // 60, 1), use_stemmer=True)


@pytest.mark.slow
@pytest.mark.skipif(not NAMES, reason="no data sets lie beside the project")
@pytest.mark.parametrize("use_stemmer", [False, True], ids=["as it is", "stemmed"])
@pytest.mark.parametrize("name", NAMES)
def test_many_pairs_equal_rouge_score(name, use_stemmer):
    preds, _ = pairs_of(name)
    n_wanted = 3 if is_long(name) else 1_000
    if name.endswith("_vs_text_story"):
        n_wanted = 1  # rouge_score takes some ten seconds for two stories
    compare_with_google(name, max(len(preds) // n_wanted, 1), use_stemmer)
