"""What a batch's scores and an alignment give to people: means, tables, notebooks."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest
from evaluate_rouge import BatchScores, RougeScorer, Score
from loading import copy_metric, load_metric
from warm import warm

TYPES = ["rouge1", "rougeL"]
PREDICTIONS = ["the cat sat", "a b c", "", "x"]
TARGETS = ["the cat slept", "a c b", "words", "x"]
COLUMNS = [f"{name}_{measure}" for name in TYPES for measure in Score._fields]


@pytest.fixture(scope="module")
def scores():
    return RougeScorer(TYPES).score_batch(TARGETS, PREDICTIONS)


def test_columns_are_those_of_a_dict(scores):
    assert list(scores.keys()) == TYPES
    assert [(name, column.shape) for name, column in scores.items()] == [
        ("rouge1", (4, 3)),
        ("rougeL", (4, 3)),
    ]
    assert dict(scores).keys() == scores.keys()
    with pytest.raises(KeyError, match="'rouge2' was not scored; the types are rouge1, rougeL"):
        scores["rouge2"]


def test_rows_and_runs_of_rows(scores):
    assert scores[np.int64(1)] == scores[1] == list(scores)[1]
    assert scores[-1]["rougeL"] == Score(1.0, 1.0, 1.0)
    assert list(scores[1:3]) == list(scores)[1:3]
    with pytest.raises(IndexError):
        scores[4]


def test_means_are_plain_means(scores):
    expected = {
        name: Score(*(sum(row[name][k] for row in scores) / 4 for k in range(3))) for name in TYPES
    }

    assert scores.mean() == expected
    assert all(type(number) is float for score in scores.mean().values() for number in score)
    with pytest.raises(ValueError, match="no rows"):
        scores[:0].mean()


def test_every_table_holds_the_same_numbers(scores):
    flat = scores.to_dict()

    assert list(flat) == COLUMNS
    assert flat["rougeL_recall"] == scores["rougeL"][:, 1].tolist()
    assert json.loads(json.dumps(flat)) == flat
    assert scores.to_arrow().to_pydict() == flat
    assert scores.to_polars().to_dict(as_series=False) == flat
    assert scores.to_pandas().to_dict("list") == flat
    assert scores.to_pandas(index=list("wxyz")).loc["z", "rouge1_fmeasure"] == 1.0
    assert scores[:0].to_arrow().column_names == COLUMNS


def test_tables_do_not_change_with_the_scores(scores):
    twin = BatchScores({name: column.copy() for name, column in scores.items()}, len(scores))
    frames = twin.to_pandas(), twin.to_polars(), twin.to_arrow().to_pandas()
    twin["rouge1"][:] = 7.0

    assert all(frame["rouge1_recall"][0] == scores["rouge1"][0, 1] for frame in frames)


def test_a_notebook_shows_means_and_spread(scores):
    drawn = scores._repr_html_()

    assert "Means over 4 examples" in drawn
    assert f"<td>{scores.mean()['rougeL'].fmeasure:.4f}</td>" in drawn
    assert f"<td>{scores['rouge1'][:, 2].std(ddof=1):.4f}</td>" in drawn
    assert f"<td>{np.median(scores['rouge1'][:, 2]):.4f}</td>" in drawn
    assert "nan" not in scores[:1]._repr_html_()
    assert "Means over 0 examples" in scores[:0]._repr_html_()


def test_an_alignment_shows_itself_as_render_draws_it():
    explained = RougeScorer(TYPES).explain("the <cat> sat", "the cat & dog")
    drawn = {name: alignment._repr_html_() for name, alignment in explained.items()}

    assert "<mark" in drawn["rouge1"] and "rouge1" in drawn["rouge1"]
    assert "<cat>" not in drawn["rouge1"]
    ids = {text.partition('id="')[2].partition('"')[0] for text in drawn.values()}
    assert len(ids) == 2, "two drawings on one page would light up each other's words"
    assert explained["rouge1"]._repr_html_() == drawn["rouge1"]


def test_an_alignment_from_the_hub_shows_its_fields(tmp_path):
    """There is no render/ beside what `evaluate.load` fetches."""
    copy_metric(tmp_path / "space")
    code = (
        "import evaluate\n"
        "rouge = evaluate.load('./rouge.py')\n"
        "found = rouge.explain(prediction='a b', reference='a', rouge_types='rouge1')['rouge1']\n"
        "print(found._repr_html_(), found.counts.hits)\n"
    )
    shown = warm().run("-c", code, cwd=tmp_path / "space")

    assert shown.stdout == "None 1\n", shown.stderr


def test_progress_counts_every_example_and_changes_no_score(scores, capsys):
    texts = TARGETS * 3_000, PREDICTIONS * 3_000
    plain = RougeScorer(TYPES).score_batch(*texts)
    assert capsys.readouterr() == ("", "")
    shown = RougeScorer(TYPES).score_batch(*texts, progress=True)
    out, err = capsys.readouterr()

    assert out == "" and "ROUGE" in err and "12000/12000" in err
    assert all((plain[name] == shown[name]).all() for name in TYPES)


def test_compute_shows_progress_too(tmp_path, capsys):
    rouge = load_metric(tmp_path / "metric")
    rows = {"predictions": PREDICTIONS * 500, "references": TARGETS * 500}
    plain = rouge.compute(**rows, use_aggregator=False)
    capsys.readouterr()

    assert rouge.compute(**rows, use_aggregator=False, progress=True) == plain
    assert "2000/2000" in capsys.readouterr().err


@pytest.mark.parametrize("n_rows", [1, 700], ids=["one row", "many rows"])
def test_compute_shows_the_resampling_and_draws_the_same(tmp_path, capsys, n_rows):
    rouge = load_metric(tmp_path / "metric")
    rows = {"predictions": PREDICTIONS[:1] * n_rows, "references": TARGETS[:1] * n_rows}
    rows |= {"rouge_types": TYPES, "n_resamples": 45, "confidence_interval": 0.9}
    plain = rouge.compute(**rows)
    capsys.readouterr()

    assert rouge.compute(**rows, progress=True) == plain
    total = 45 * len(TYPES)
    assert f"{total}/{total}" in capsys.readouterr().err


def test_progress_without_tqdm_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)

    with pytest.raises(ImportError, match="progress=True needs tqdm: pip install tqdm"):
        RougeScorer(TYPES).score_batch(TARGETS * 500, PREDICTIONS * 500, progress=True)
