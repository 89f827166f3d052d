"""The figures of docs/languages.md: scored anew, so that the page cannot rot."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from evaluate_rouge import RougeScorer, scripts
from oracle import shared_pairs

PAGE = Path(__file__).resolve().parents[1] / "docs" / "languages.md"
SETS = {
    "Arabic": ("xquad_scripts/ar", "ar"),
    "Chinese": ("xquad_scripts/zh", "zh"),
    "Greek": ("xquad_scripts/el", "el"),
    "Hindi": ("xquad_scripts/hi", "hi"),
    "Korean": ("korsts_korean/sts_test", "ko"),
    "Russian": ("webnlg2020/ru", "ru"),
    "Thai": ("xquad_scripts/th", "th"),
    "Vietnamese": ("xquad_scripts/vi", None),
}
TOKENIZERS = ("default", "whitespace", "unicode", "character")


def mean_scores(pairs: list[dict], **options: object) -> str:
    """Mean recall and F of rouge1 over all references, in per cent: "98.7 / 4.1"."""
    scores = RougeScorer(["rouge1"], multi_reference="average", **options).score_batch(
        [pair["references"] for pair in pairs], [pair["prediction"] for pair in pairs]
    )
    _, recall, fmeasure = scores["rouge1"].mean(axis=0) * 100
    return f"{recall:.1f} / {fmeasure:.1f}"


def row_of(name: str) -> list[str]:
    """A row of the table: scores by tokenizer, then with the language and with its stemmer."""
    data, language = SETS[name]
    pairs = shared_pairs(data)
    cells = [mean_scores(pairs, tokenizer=tokenizer) for tokenizer in TOKENIZERS]
    is_segmented = language in scripts.SEGMENTERS
    is_stemmed = language is not None and not is_segmented
    cells.append(mean_scores(pairs, language=language) if is_segmented else "")
    cells.append(mean_scores(pairs, language=language, use_stemmer=True) if is_stemmed else "")
    return cells


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_table_of_mean_scores(name):
    pytest.importorskip("kiwipiepy", reason="an extra of the package")
    expected = row_of(name)
    row = re.search(
        rf"^\| {name} \(.*?\) \|(.*)\|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )

    assert row is not None
    assert [cell.strip() for cell in row[1].split("|")] == expected


@pytest.mark.slow
def test_table_of_pairs():
    pytest.importorskip("kiwipiepy", reason="an extra of the package")
    names = "|".join(SETS)
    rows = re.findall(rf"^\| ({names}) \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    rows = [(name, cells) for name, cells in rows if cells.count("|") == 7]
    assert len(rows) == 2 * len(SETS)
    for name, cells in rows:
        prediction, reference, *found, _ = (cell.strip() for cell in cells.split("|"))
        language = SETS[name][1]
        scorers = [RougeScorer(["rouge1"], tokenizer=tokenizer) for tokenizer in TOKENIZERS]
        if language is not None:
            use_stemmer = language not in scripts.SEGMENTERS
            scorers.append(RougeScorer(["rouge1"], use_stemmer, language=language))
        scores = [scorer.score(reference, prediction)["rouge1"] for scorer in scorers]

        assert found == [f"{score.fmeasure:.2f}" for score in scores] + [""] * (language is None)
