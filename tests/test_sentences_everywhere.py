"""Sentences of other languages, through every door that scores: one rougeLsum for all."""

# ruff: noqa: RUF001 - letters of every script

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from evaluate_rouge import RougeScorer, for_trainer, scripts
from evaluate_rouge.cli import main
from evaluate_rouge.columns import add_rouge_scores, rouge_score, rouge_scores
from loading import load_metric

# Two sentences of each language, whose places may be changed.
SENTENCES = {
    "zh": ("猫在睡觉。", "狗跑了！"),
    "ja": ("猫が寝る。", "犬が走る！"),
    "hi": ("बिल्ली सो रही है।", "कुत्ता भागा।"),
    "hy": ("Կատուն քնած է։", "Շունը վազեց։"),
    "ur": ("بلی سو رہی ہے۔", "کتا بھاگا۔"),
    "am": ("ድመቷ ተኝታለች።", "ውሻው ሮጠ።"),
    "my": ("ကြောင်အိပ်သည်။", "ခွေးပြေးသည်။"),
    "de": ("Das war z. B. am 31. August so.", "Danach kam Dr. Low."),
}
NEEDED = {"zh": ["jieba"], "ja": ["sudachipy"], "de": ["sentencex"]}
WANTED = {"rouge_types": ["rougeL", "rougeLsum"], "split_summaries": True}


def swapped(language: str) -> tuple[str, str]:
    """A text of two sentences, and the same with the second first."""
    first, second = SENTENCES[language]
    return f"{first} {second}", f"{second} {first}"


def by_scorer(prediction, reference, language, folder):
    return RougeScorer(language=language, **WANTED).score(reference, prediction)


def by_batch(prediction, reference, language, folder):
    scorer = RougeScorer(language=language, **WANTED)
    return scorer.score_batch([reference], [prediction])[0]


def by_references(prediction, reference, language, folder):
    scorer = RougeScorer(language=language, **WANTED)
    return scorer.score_multi([reference, "x"], prediction)


def by_explanation(prediction, reference, language, folder):
    found = RougeScorer(language=language, **WANTED).explain(reference, prediction)
    return {name: found[name].score for name in WANTED["rouge_types"]}


def by_metric(prediction, reference, language, folder):
    rouge = load_metric(folder, keep_in_memory=True)
    return rouge.compute(
        predictions=[prediction], references=[reference], language=language, **WANTED
    )


def by_columns(prediction, reference, language, folder):
    rows = rouge_scores(pa.array([prediction]), pa.array([reference]), language=language, **WANTED)
    return rows[0].as_py()


def by_one_column(prediction, reference, language, folder):
    found = {}
    for name in WANTED["rouge_types"]:
        rows = rouge_score([prediction], [reference], name, language=language, split_summaries=True)
        found[name] = rows[0].as_py()
    return found


def by_detecting_column(prediction, reference, language, folder):
    """The type that other systems name for it finds sentences by itself."""
    found = {}
    for name, as_here in {"rouge_l": "rougeL", "rouge_lsum_sentences": "rougeLsum"}.items():
        found[as_here] = rouge_score([prediction], [reference], name, language=language)[0].as_py()
    return found


def by_table(prediction, reference, language, folder):
    table = pa.table({"prediction": [prediction], "target": [reference]})
    (row,) = add_rouge_scores(table, language=language, **WANTED).to_pylist()
    return row


def written(path):
    """F of the one pair in a table of scores."""
    (row,) = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    return {name: float(row[f"{name}_fmeasure"]) for name in WANTED["rouge_types"]}


def by_command(prediction, reference, language, folder):
    path = folder / "pairs.jsonl"
    path.write_text(json.dumps({"prediction": prediction, "reference": reference}))
    out = folder / "scores.csv"
    asked = ["score", str(path), "--types", "rougeL,rougeLsum", "--split-summaries"]
    assert main([*asked, "--language", language, "--output", str(out)]) == 0
    return written(out)


def by_page(prediction, reference, language, folder):
    """The functions that "Use via API" offers."""
    pytest.importorskip("gradio", reason="the page needs gradio")
    from evaluate_rouge.page import api
    from evaluate_rouge.page.settings import Settings

    settings = Settings(language=language, **WANTED)
    path = folder / "pairs.jsonl"
    path.write_text(json.dumps({"prediction": prediction, "reference": reference}))
    explained = api.explain(prediction, [reference], settings)["types"]
    _, out = api.score_file_api(str(path), None, "", [], settings)
    found = {name: explained[name]["fmeasure"] for name in explained}
    assert found == written(Path(out))
    return found


class Texts:
    """A tokenizer of texts: each row is the number of a text."""

    pad_token_id = 0

    def __init__(self, *texts):
        self.texts = texts

    def batch_decode(self, rows, skip_special_tokens=True):
        return [self.texts[row[0] - 1] for row in rows]


def by_trainer(prediction, reference, language, folder):
    scorer = RougeScorer(language=language, **WANTED)
    texts = Texts(prediction, reference)
    rows = np.array([[1]]), np.array([[2]])
    found = for_trainer(texts, scorer)(rows)
    assert found == for_trainer(texts, scorer, references=[reference])(rows)
    return found


DOORS = {
    name.removeprefix("by_"): door for name, door in globals().items() if name.startswith("by_")
}


def fmeasures(found):
    """F of each type, whatever shape a door gives its scores in."""
    scores = {}
    for name in WANTED["rouge_types"]:
        score = found[name]
        score = score["fmeasure"] if isinstance(score, dict) else score
        scores[name] = getattr(score, "fmeasure", score)
    return scores


def expected(language):
    """rougeLsum of texts whose sentences stand on lines of their own already."""
    for module in NEEDED.get(language, []):
        pytest.importorskip(module, reason="an extra of the package")
    split = scripts.named_splitter("unicode", language)
    prediction, reference = swapped(language)
    assert len(split(prediction)) == len(split(reference)) == 2
    lines = ["\n".join(split(text)) for text in (reference, prediction)]
    scores = RougeScorer(WANTED["rouge_types"], language=language).score(*lines)
    assert scores["rougeLsum"].fmeasure == 1.0 > scores["rougeL"].fmeasure
    return fmeasures(scores)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("language", SENTENCES)
def test_every_door_finds_the_sentences_of_a_language(language, door, tmp_path):
    wanted = expected(language)

    assert fmeasures(DOORS[door](*swapped(language), language, tmp_path)) == wanted
