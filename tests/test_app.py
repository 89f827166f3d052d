"""page/ and app.py without a browser: what the tabs compute, say and offer to programs."""

from __future__ import annotations

import csv
import email.message
import gzip
import html
import importlib.util
import json
import os
import pickle
import re
import shlex
import shutil
import threading
import time
from dataclasses import replace
from operator import attrgetter
from pathlib import Path

import numpy as np
import pytest
from rouge_score import rouge_scorer

pytest.importorskip("gradio", reason="the page needs gradio")
pyarrow = pytest.importorskip("pyarrow", reason="parquet files need pyarrow")

from evaluate_rouge.options import NAMES  # noqa: E402
from evaluate_rouge.page import (  # noqa: E402
    about,
    charts,
    compare_systems,
    compare_texts,
    drawings,
    exports,
    pair_list,
    repository,
    reproduce,
    samples,
    score_file,
    server,
    stored,
    workers,
)
from evaluate_rouge.page.controls import Choices  # noqa: E402
from evaluate_rouge.page.examples import EXAMPLES  # noqa: E402
from evaluate_rouge.page.files import MAX_PAIRS, columns_of, guess, pairs_of  # noqa: E402
from evaluate_rouge.page.hints import hints  # noqa: E402
from evaluate_rouge.page.pair_list import Query  # noqa: E402
from evaluate_rouge.page.settings import (  # noqa: E402
    LABELS,
    PageError,
    Settings,
    languages,
    limits_of,
)
from evaluate_rouge.scores import Score  # noqa: E402
from evaluate_rouge.scripts import LANGUAGES  # noqa: E402
from evaluate_rouge.significance import compare  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
PREDICTIONS = ["The cat sat.", "A dog ran home.", "Nothing", "the end"]
REFERENCES = ["The cat slept.", "A dog ran away.", "Something else", "the end"]


@pytest.fixture
def files(tmp_path):
    """The same four pairs in each kind of file."""
    rows = list(zip(PREDICTIONS, REFERENCES, strict=True))
    for suffix, delimiter in ((".csv", ","), (".tsv", "\t")):
        with (tmp_path / f"pairs{suffix}").open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, delimiter=delimiter)
            writer.writerows(
                [["id", "Output", "highlights"], *([k, *row] for k, row in enumerate(rows))]
            )
    lines = [json.dumps({"prediction": pred, "reference": ref}) for pred, ref in rows]
    (tmp_path / "pairs.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "pairs.json").write_text(f"[{','.join(lines)}]", encoding="utf-8")
    from pyarrow import parquet

    table = pyarrow.table({"generated": PREDICTIONS, "target": REFERENCES})
    parquet.write_table(table, tmp_path / "pairs.parquet")
    (tmp_path / "predictions.txt").write_text("\n".join(PREDICTIONS), encoding="utf-8")
    (tmp_path / "references.txt").write_text("\n".join(REFERENCES), encoding="utf-8")
    return tmp_path


def fmeasures(report, name):
    return stored.scores_of(report.folder, name)[:, 2].tolist()


def rows_of_csv(path):
    with Path(path).open(newline="") as file:
        return list(csv.DictReader(file))


def google(rouge_types):
    scorer = rouge_scorer.RougeScorer(rouge_types)
    return [
        {name: tuple(score) for name, score in scorer.score(ref, pred).items()}
        for pred, ref in zip(PREDICTIONS, REFERENCES, strict=True)
    ]


# --- tab 1 --------------------------------------------------------------------------------


def test_scores_are_those_of_the_best_reference():
    explained = compare_texts.explain("a b c", ["x", "a b", "a b c d"], Settings())
    google_scores = rouge_scorer.RougeScorer(list(explained.scores)).score_multi(
        ["x", "a b", "a b c d"], "a b c"
    )

    assert {name: tuple(score) for name, score in explained.scores.items()} == {
        name: tuple(score) for name, score in google_scores.items()
    }
    assert explained.best["rouge1"] == 2
    assert explained.aligned("rouge1", 2, attrgetter("score")) == explained.scores["rouge1"]


@pytest.mark.parametrize("example", [pytest.param(e, id=e.label) for e in EXAMPLES])
def test_examples_show_what_they_say(example):
    settings = Settings(tokenizer=example.tokenizer)
    scores = compare_texts.explain(example.prediction, example.references, settings).scores

    if example.label.startswith("Order"):
        assert scores["rouge1"].fmeasure == 1.0
        assert scores["rougeL"].fmeasure < 0.5
    elif "not truth" in example.label:
        assert scores["rouge1"].fmeasure > 0.9
    elif "paraphrase" in example.label:
        assert scores["rouge1"].fmeasure == 0.0
    elif "rougeLsum" in example.label:
        assert scores["rougeLsum"].fmeasure > scores["rougeL"].fmeasure
    elif "script" in example.label:
        default = compare_texts.explain(example.prediction, example.references, Settings())
        assert scores["rouge1"].fmeasure > 0 == default.scores["rouge1"].fmeasure
    else:
        assert scores["rouge1"].precision == 2 / 6


@pytest.mark.parametrize(
    ("prediction", "references", "options", "said"),
    [
        pytest.param("a", [""], {}, "no reference", id="no reference"),
        pytest.param(" \n", ["a"], {}, "no prediction", id="no prediction"),
        pytest.param("a", ["a" * 1_000_001], {}, "1,000,001 characters", id="too long"),
        pytest.param(
            "a " * 20_000,
            ["a " * 20_000],
            {"rouge_types": ["rougeW1.2"]},
            "20,000 and 20,000 words",
            id="too much work",
        ),
        pytest.param("a", [7], {}, "a list of texts", id="a number"),
        pytest.param("a", None, {}, "a list of texts", id="no list"),
        pytest.param(7, ["a"], {}, "must be a text", id="prediction is a number"),
        pytest.param("a", ["a"] * 1_001, {}, "1,001 references", id="too many references"),
        pytest.param("a", ["a"], {"rouge_types": ["rougeX"]}, "rougeX", id="unknown type"),
        pytest.param("a", ["a"], {"rouge_types": []}, "at least one type", id="no type"),
        pytest.param(
            "a", ["a"], {"rouge_types": [f"rouge{n}" for n in range(1, 14)]}, "13 types", id="many"
        ),
        pytest.param("a", ["a"], {"tokenizer": "klingon"}, "klingon", id="unknown tokenizer"),
        pytest.param("a", ["a"], {"multi_reference": "x"}, "Several references", id="mode"),
        pytest.param("a", ["a"], {"beta": -1}, "Weight of recall", id="beta"),
        pytest.param(
            "a", ["a"], {"tokenizer": "default", "language": "ru"},
            "\u201cLanguage\u201d is 'ru' and \u201cTokenizer\u201d is 'default'", id="language",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_is_said_in_words(prediction, references, options, said):
    with pytest.raises(PageError, match=re.escape(said)):
        compare_texts.explain(
            prediction, references, Settings.of(**{"rouge_types": ["rouge1"], **options})
        )


@pytest.mark.parametrize(
    ("mode", "best"),
    [pytest.param("best", 1, id="best"), pytest.param("best_recall", 0, id="best recall")],
)
def test_the_reference_shown_is_the_one_that_counts(mode, best):
    settings = Settings(("rouge1",), multi_reference=mode)
    explained = compare_texts.explain("a b c", ["a", "a b"], settings)

    assert explained.best["rouge1"] == best
    assert explained.aligned("rouge1", best, attrgetter("score")) == explained.scores["rouge1"]


def test_a_bare_text_is_one_reference():
    assert compare_texts.explain("a b", "a b", Settings()).references == ["a b"]


def test_a_reference_is_shown_with_its_own_scores_and_number():
    """An empty box between them changes no number."""
    explained = compare_texts.explain("a b c d", ["a", "", "a b c"], Settings(("rouge1",)))
    scores = compare_texts.drawn(explained, "rouge1", 0).scores
    best = compare_texts.drawn(explained, "rouge1", None).scores

    assert explained.numbers == [1, 3]
    assert "(reference 1)" in scores
    assert "0.4000" in scores
    assert "(reference 3)" in best
    assert "0.8571" in best


def test_long_texts_are_cut_where_drawn_and_scored_whole():
    prediction, reference = "a b " * 10_000, "b a " * 9_000
    explained = compare_texts.explain(prediction, [reference], Settings(("rouge1",)))
    drawn = compare_texts.drawn(explained, "rouge1", None)

    assert explained.scores["rouge1"].precision == 0.9
    assert "18000 hits of 20000" in drawn.scores
    assert "scores and numbers are those of the whole texts" in drawn.legend
    assert (drawn.reference + drawn.prediction).count("<mark") == 2 * 10_000


def test_texts_without_marks_have_scores():
    """What takes too long to be aligned is said, and scored all the same."""
    text = "a b c d e " * 200
    explained = compare_texts.explain(text, [text], Settings(("rougeS*",)))
    drawn = compare_texts.drawn(explained, "rougeS*", None)

    assert "1.0000" in drawn.scores
    assert "cannot be shown" in drawn.legend
    assert "<mark" not in drawn.reference + drawn.prediction


def test_the_answer_to_a_program_is_bounded():
    text = "a " * 6_000
    found = compare_texts.as_json(compare_texts.explain(text, [text], Settings(("rouge1",))))

    assert len(found["types"]["rouge1"]["matches"]) == 5_000
    assert found["types"]["rouge1"]["matches_left_out"] == 1_000


def test_a_program_gets_scores_where_no_matches_can_be_shown():
    """2,000 characters had 42 MB of matches in rougeS*."""
    text = "word " * 400
    found = compare_texts.as_json(compare_texts.explain(text, [text], Settings(("rougeS*",))))

    assert found["types"]["rougeS*"]["fmeasure"] == 1.0
    assert found["types"]["rougeS*"]["matches"] is None
    assert "cannot be shown" in found["types"]["rougeS*"]["said"]
    assert len(json.dumps(found)) < 1_000


@pytest.mark.parametrize(
    ("text", "types"),
    [
        pytest.param("yes\n" * 5_000, ["rougeL", "rougeLsum"], id="lines"),
        pytest.param("a " * 10_000, ["rouge1"], id="words"),
        pytest.param("a b " * 1_000, ["rougeW1.2"], id="weighted"),
    ],
)
def test_what_takes_long_is_done_in_another_process(text, types, monkeypatch):
    asked = []
    monkeypatch.setattr(workers, "promptly", lambda task, *given: asked.append(task))
    compare_texts.explain(text, [text], Settings.of(types))

    assert asked == [compare_texts._explained]


def test_long_texts_are_drawn_in_another_process(monkeypatch):
    """This one stays free for others: it takes in what is drawn, and no alignment of all words."""
    text = " ".join(f"w{k % 5_003}" for k in range(30_000))
    explained = compare_texts.explain(text, [text[: len(text) // 2]], Settings(("rouge1",)))
    sent, promptly = [], workers.promptly

    def weighed(*given):
        found = promptly(*given)
        sent.append(len(pickle.dumps(found)))
        return found

    monkeypatch.setattr(workers, "promptly", weighed)
    drawn = compare_texts.drawn(explained, "rouge1", None)
    found = compare_texts.as_json(explained)
    page = compare_texts.page_of_marks(explained, "rouge1", 0)

    assert drawn.prediction.count("<mark") > 1_000
    assert page.startswith("<!DOCTYPE html>")
    assert found["types"]["rouge1"]["matches_left_out"] > 5_000
    assert len(sent) == 3
    assert max(sent) < 1_000_000  # bytes; an alignment of all words takes 2.2 million


@pytest.mark.parametrize(
    ("prediction", "reference", "said"),
    [
        pytest.param(
            "Zo\u00eb", "Zo\u00e9", 'Of this pair: "Zo\u00eb" matches "Zo\u00e9" by "Zo".', id="cut"
        ),
        pytest.param("...", "a", 'the prediction, "...", holds no token.', id="no token"),
        pytest.param("a b", "a b", "", id="nothing to say"),
    ],
)
def test_advice_on_the_pair_is_drawn_with_it(prediction, reference, said):
    explained = compare_texts.explain(prediction, [reference], Settings(("rouge1",)))
    legend = html.unescape(compare_texts.drawn(explained, "rouge1", None).legend)

    assert said in legend if said else "Of this pair" not in legend


def test_long_texts_end_at_the_deadline(monkeypatch):
    monkeypatch.setattr(workers, "PROMPT_SECONDS", 0.5)
    monkeypatch.setattr(compare_texts, "WEIGHTED_PAIR", (0, 0))
    text = "a b " * 2_500

    with pytest.raises(PageError, match=r"longer than 0\.5 seconds"):
        compare_texts.explain(text, [text], Settings(("rougeW1.2", "rougeW1.3", "rougeW1.4")))


def test_texts_of_any_size_are_compared_or_refused_in_time():
    """What was typed or pasted when the page stood still for a minute and more."""
    for text in ("yes\n" * 2_000, "yes\n" * 5_000, "a " * 100_000, "x" * 1_000_000):
        started = time.monotonic()
        explained = compare_texts.explain(text, [text], Settings(("rouge1", "rougeL")))
        compare_texts.drawn(explained, "rougeL", None)
        assert time.monotonic() - started < 2 * workers.PROMPT_SECONDS
        assert explained.scores["rougeL"].fmeasure == 1.0


def test_languages_are_listed_by_name_and_say_what_they_lack(monkeypatch):
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "pythainlp" else found(name)
    )
    listed = {code: name for name, code in languages()}

    assert listed.keys() == {"", *LANGUAGES}
    assert listed["de"] == "German (de)" and listed["th"].startswith("Thai (th)")
    assert listed["th"].endswith("needs pip install pythainlp")
    with pytest.raises(PageError, match="pip install pythainlp"):
        Settings.of(["rouge1"], language="th").scorer()


def test_a_language_brings_its_tokenizer_and_stemmer():
    settings = Settings.of(["rouge1"], use_stemmer=True, language="de")
    explained = compare_texts.explain("H\u00e4user", ["H\u00e4usern"], settings)

    assert settings.tokenizer == "unicode"
    assert explained.scores["rouge1"].fmeasure == 1.0
    assert "language:de" in explained.signature


def test_every_option_reaches_the_scorer_and_goes_back_into_the_controls():
    chosen = ["rouge1"], True, False, "unicode", "average", "de", "lin2004", 2.0
    settings = Settings.of(*chosen)

    assert list(LABELS) == list(Choices._fields)
    assert set(LABELS) == set(NAMES)
    assert settings.values() == list(chosen)
    assert Settings.of(*Settings().values()) == Settings()
    assert settings.scorer().options == settings.options
    assert {"beta:2.0", "definition:lin2004"} <= set(settings.signature(False).split("|"))


def test_types_may_be_typed_with_commas_and_spaces():
    assert Settings.of(["rouge4, rougeL", "rouge4"]).rouge_types == ("rouge4", "rougeL")


@pytest.mark.parametrize(
    ("texts", "options", "said"),
    [
        pytest.param(["\u732b\u304c\u5bdd\u308b", "a"], {}, "1 of 2 texts", id="dropped letters"),
        pytest.param(["\u732b"], {"tokenizer": "unicode"}, "", id="every script"),
        pytest.param(["na\u00efve cafe"], {}, "cut 1 of 2 words", id="a cut word"),
        pytest.param(["na\u00efve cafe " + "plain " * 99], {}, "", id="a few accents"),
        pytest.param(["..."], {}, "hold no token", id="no token"),
        pytest.param(["One. Two."], {}, "\u201cFind sentences\u201d finds", id="no lines"),
        pytest.param(["One. Two."], {"split_summaries": True}, "", id="sentences are found"),
        pytest.param(["One.\nTwo."], {}, "", id="lines"),
        pytest.param(["", "a"], {}, "1 of 2 texts are empty", id="empty texts"),
        pytest.param(
            ["a"], {"tokenizer": "whitespace", "use_stemmer": True}, "no effect", id="idle stemmer"
        ),
        pytest.param(["a"], {"tokenizer": "unicode", "use_stemmer": True}, "", id="a stemmer"),
    ],
)
def test_hints_say_what_the_pair_lacks(texts, options, said):
    found = hints(texts, Settings(**options))

    assert said in found if said else not found


# --- tab 2 --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "columns"),
    [
        pytest.param(["pairs.csv"], ("Output", "highlights"), id="csv"),
        pytest.param(["pairs.tsv"], ("Output", "highlights"), id="tsv"),
        pytest.param(["pairs.jsonl"], ("prediction", "reference"), id="jsonl"),
        pytest.param(["pairs.json"], ("prediction", "reference"), id="json"),
        pytest.param(["pairs.parquet"], ("generated", "target"), id="parquet"),
        pytest.param(["predictions.txt", "references.txt"], (None, None), id="two text files"),
        pytest.param(["predictions.txt", "pairs.csv"], (None, "highlights"), id="text and table"),
    ],
)
def test_every_kind_of_file_gives_the_same_scores(files, names, columns):
    paths = [str(files / name) for name in names]
    told = []
    report = score_file.score_file(
        paths[0],
        paths[1] if len(paths) > 1 else None,
        columns[0],
        [columns[1]] if columns[1] else [],
        Settings(("rouge1", "rougeL")),
        told.append,
    )
    expected = google(["rouge1", "rougeL"])

    for name in ("rouge1", "rougeL"):
        assert fmeasures(report, name) == [row[name][2] for row in expected]
    assert report.n_pairs == 4
    assert [step.stage for step in told] == ["reading", "scoring", "resampling", "resampling"]
    assert told[1].said == "4 of 4 pairs"
    assert [row["row"] for row in rows_of_csv(report.download)] == ["1", "2", "3", "4"]
    with Path(report.download).open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["rougeL_recall"]) for row in rows] == [row["rougeL"][1] for row in expected]
    assert rows[0]["signature"].startswith("evaluate_rouge:")


@pytest.mark.parametrize(
    ("name", "prediction", "reference"),
    [
        pytest.param("pairs.csv", "Output", "highlights", id="csv"),
        pytest.param("pairs.tsv", "Output", "highlights", id="tsv"),
        pytest.param("pairs.jsonl", "prediction", "reference", id="jsonl"),
        pytest.param("pairs.parquet", "generated", "target", id="parquet"),
    ],
)
def test_usual_columns_are_guessed(files, name, prediction, reference):
    columns = columns_of(str(files / name))

    assert (guess(columns, "prediction"), guess(columns, "reference")) == (prediction, reference)


def test_several_columns_of_references(tmp_path):
    path = tmp_path / "several.jsonl"
    rows = [{"out": "a b", "one": "x", "two": "a b"}, {"out": "a b", "one": "a", "two": ["x", "y"]}]
    path.write_text("\n".join(map(json.dumps, rows)))
    report = score_file.score_file(str(path), None, "out", ["one", "two"], Settings(("rouge1",)))

    assert fmeasures(report, "rouge1") == [1.0, 2 / 3]
    assert stored.rows_of(report.folder, [0])[0].references == ["x", "a b"]
    assert report.n_references == (2, 3)


def test_best_and_worst_pairs_are_in_order(files):
    report = score_file.score_file(
        str(files / "pairs.jsonl"), None, None, [], Settings(("rouge1",))
    )

    for sort, rows in (("best", [3, 1, 0, 2]), ("worst", [2, 0, 1, 3]), ("number", [0, 1, 2, 3])):
        assert pair_list.found(report.folder, "rouge1", Query(sort)).tolist() == rows


def test_score_files_are_not_kept_for_ever(files, tmp_path, monkeypatch):
    monkeypatch.setattr(stored, "ROOT", tmp_path / "scores")
    path = str(files / "pairs.jsonl")
    first, second = (
        Path(score_file.score_file(path, None, None, [], Settings()).download) for _ in range(2)
    )
    assert first.exists()
    os.utime(first.parent, (0, 0))
    score_file.score_file(path, None, None, [], Settings())

    assert not first.exists()
    assert second.exists()


def written(path, content):
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        pytest.param("a.csv", "", "a.csv is empty", id="empty"),
        pytest.param("a.csv", "prediction,reference\n", "no pairs to score", id="only a header"),
        pytest.param("a.pdf", "%PDF", "not of a kind that is read", id="another kind"),
        pytest.param("a.json", "[]", "no named columns", id="no records"),
        pytest.param("a.json", '{"prediction": "a"}', "a.json: an array", id="no array"),
        pytest.param("a", "x", "no ending", id="no ending"),
        pytest.param("a.csv", gzip.compress(b"x"), "packed (gzip)", id="gzip"),
        pytest.param("a.parquet", b"PK\x03\x04zip", "packed (zip)", id="a spreadsheet"),
        pytest.param("a.parquet", b"PAR0....", "not a parquet file", id="no parquet file"),
        pytest.param("a.csv", b"prediction,reference\n\xff,a\n", "a.csv:2:1", id="not UTF-8"),
        pytest.param("a.csv", "prediction,reference\na\n", "a.csv:2", id="a short row"),
        pytest.param("a.csv", "x,y,z\n1,2,3\n", "which column holds", id="unusual columns"),
        pytest.param(
            "a.jsonl", "{", "a.jsonl:1:2: the line ends within a record", id="broken json"
        ),
        pytest.param(
            "a.jsonl",
            '{"prediction": "a", "reference": "b"}\n{"prediction": null, "reference": "b"}\n',
            'a.jsonl:2: column "prediction": null',
            id="null",
        ),
        pytest.param(
            "a.jsonl",
            '{"prediction": 3, "reference": "b"}\n',
            "the number 3",
            id="a number",
        ),
        pytest.param("a.txt", "one\ntwo\n", "give a second file", id="text alone"),
    ],
)
def test_what_cannot_be_scored_is_said_in_words(tmp_path, name, content, said):
    path = written(tmp_path / name, content)

    with pytest.raises(PageError, match=re.escape(said)) as caught:
        score_file.score_file(path, None, None, [], Settings())
    assert str(tmp_path) not in str(caught.value)


def test_nulls_in_parquet_are_named(tmp_path):
    from pyarrow import parquet

    path = tmp_path / "nulls.parquet"
    parquet.write_table(pyarrow.table({"prediction": ["a", None], "reference": ["a", "b"]}), path)

    with pytest.raises(PageError, match=r'nulls\.parquet:2: column "prediction": null'):
        score_file.score_file(str(path), None, None, [], Settings())


def test_files_of_unequal_length_name_both_counts(files):
    short = written(files / "short.txt", "one\n")

    with pytest.raises(PageError, match=r"predictions\.txt has 4.*short\.txt has 1"):
        score_file.score_file(str(files / "predictions.txt"), short, None, [], Settings())


def test_a_file_that_is_too_big_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "big.txt"
    with path.open("wb") as file:
        file.truncate(51 * 2**20)

    with pytest.raises(PageError, match=r"big\.txt has 51 MB.*up to 50 MB"):
        columns_of(str(path))


def test_too_many_pairs_are_refused(tmp_path):
    paths = [
        written(tmp_path / name, "a\n" * (MAX_PAIRS + 1)) for name in ("many.txt", "others.txt")
    ]

    with pytest.raises(PageError, match="more than 100,000 pairs"):
        list(pairs_of(paths[:1], paths[1], None, []))


def test_aggregate_is_that_of_the_metric(files):
    from rouge_score import scoring

    report = score_file.score_file(
        str(files / "pairs.jsonl"), None, None, [], Settings(("rouge1", "rougeL"))
    )
    state = np.random.get_state()
    np.random.seed(42)
    aggregator = scoring.BootstrapAggregator()
    scorer = rouge_scorer.RougeScorer(["rouge1", "rougeL"])
    for pred, ref in zip(PREDICTIONS, REFERENCES, strict=True):
        aggregator.add_scores(scorer.score(ref, pred))
    expected = aggregator.aggregate()
    np.random.set_state(state)

    for name, aggregate in expected.items():
        assert report.limits[name].tolist() == [list(limit) for limit in aggregate]


def test_visitors_at_once_get_their_own_results(files):
    """Threads aggregate at the same time, and NumPy's global generator stays as it was."""
    columns = [{"rouge1": np.random.default_rng(k).random((200 + k, 3))} for k in range(8)]
    alone = [limits_of(column)["rouge1"].tolist() for column in columns]
    before = np.random.get_state()[1].tolist()
    found = [None] * 8

    def visit(k):
        found[k] = limits_of(columns[k])["rouge1"].tolist()

    threads = [threading.Thread(target=visit, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == alone
    assert np.random.get_state()[1].tolist() == before


# --- tab 3 --------------------------------------------------------------------------------


def test_compare_systems(files):
    worse = written(files / "worse.txt", "\n".join(["x"] * 4))
    same = shutil.copy(files / "predictions.txt", files / "same.txt")
    contest = compare_systems.compare_systems(
        [str(files / "predictions.txt"), worse, str(same)],
        str(files / "references.txt"),
        None,
        [],
        Settings(("rouge1",)),
    )

    assert contest.names == ["predictions", "worse", "same"]
    first, second = contest.comparisons["rouge1"]
    assert first.difference < 0 == second.difference
    assert first.exact
    assert compare_systems.verdict(second) == "not significant"
    table = compare_systems.drawn(contest, "rouge1")
    assert "baseline" in table
    assert "not significant" in table
    assert [row[0] for row in compare_systems.differences(contest, "rouge1")] == ["worse", "same"]


@pytest.mark.parametrize(
    ("n_systems", "said"),
    [pytest.param(1, "at least two", id="one"), pytest.param(11, "at most 10", id="eleven")],
)
def test_number_of_systems(files, n_systems, said):
    path = str(files / "predictions.txt")

    with pytest.raises(PageError, match=said):
        compare_systems.compare_systems(
            [path] * n_systems, str(files / "references.txt"), None, [], Settings()
        )


def test_a_system_is_not_compared_with_itself(files):
    path = str(files / "pairs.jsonl")

    with pytest.raises(PageError, match=r"pairs\.jsonl is given twice"):
        compare_systems.compare_systems([path, path], None, None, [], Settings())


@pytest.mark.parametrize("chosen", [("typo", []), (None, ["reference", "typo"])])
def test_a_column_that_is_not_there_is_never_replaced_by_another(files, chosen):
    with pytest.raises(PageError, match=r"no column 'typo' .* prediction, reference"):
        score_file.score_file(str(files / "pairs.jsonl"), None, *chosen, Settings())


def test_a_clear_difference_is_significant(tmp_path):
    references = written(tmp_path / "references.txt", "\n".join(["a b c d"] * 40))
    good = written(tmp_path / "good.txt", "\n".join(["a b c d", "a b c x"] * 20))
    bad = written(tmp_path / "bad.txt", "\n".join(["a x y z", "a b y z"] * 20))
    contest = compare_systems.compare_systems(
        [bad, good], references, None, [], Settings(("rouge1",))
    )

    assert compare_systems.verdict(contest.comparisons["rouge1"][0]) == "better"


@pytest.mark.parametrize(
    ("p_bootstrap", "p_randomization", "said"),
    [
        pytest.param(0.01, 0.01, "better", id="both"),
        pytest.param(0.01, 0.06, "not significant", id="bootstrap only"),
        pytest.param(0.06, 0.01, "not significant", id="randomization only"),
        pytest.param(0.05, 0.01, "not significant", id="at the level"),
    ],
)
def test_both_tests_must_agree(p_bootstrap, p_randomization, said):
    found = compare([[0.0, 0.0], [1.0, 1.0]])[0]
    found = replace(found, p_bootstrap_holm=p_bootstrap, p_randomization_holm=p_randomization)

    assert compare_systems.verdict(found) == said


# --- drawings and the card ------------------------------------------------------------------


def test_drawings_escape_texts():
    drawn = [
        drawings.message("<b>"),
        drawings.table(["<b>"], [["<b>", "<b>"]], "<b>"),
        drawings.pair_list([(1, "0.5", "<b>", "<b>")], "<b>"),
        drawings.bins_table([1, 2], "<b>"),
        drawings.stale("<b>"),
        pair_list.opened(
            stored.Row(["<b>"], ["<b> " * 6000]), {"rouge1": Score(0, 0, 0)}, "rouge1", Settings()
        ),
    ]

    assert not any("<b>" in text for text in drawn)


def test_messages_are_announced():
    assert drawings.message("") == ""
    assert 'role="alert"' in drawings.message("x")


def domain_of(chart):
    return chart["layer"][-1]["encoding"]["x"]["scale"]["domain"]


@pytest.mark.parametrize(
    ("low", "high", "domain"),
    [
        pytest.param(0.1, 0.32, [0.0, 0.35], id="from zero"),
        pytest.param(0.36, 0.42, [0.3, 0.45], id="just below"),
        pytest.param(1.0, 1.0, [0.9, 1.0], id="perfect"),
        pytest.param(0.0, 0.0, [0.0, 0.1], id="nothing"),
    ],
)
def test_axes_end_where_scores_do(low, high, domain):
    chart = charts.intervals([("x", low, (low + high) / 2, high)], "F")

    assert domain_of(chart) == pytest.approx(domain)


def test_differences_are_drawn_around_zero_with_their_verdicts():
    chart = charts.differences([("a", -0.3, -0.2, -0.1, "worse")], "F")
    low, high = domain_of(chart)

    assert low == -high
    assert chart["data"]["values"][0]["name"] == "a\nworse"
    assert chart["layer"][0]["data"]["values"] == [{"zero": 0}]
    assert "a worse: -0.2000, -0.3000 to -0.1000" in chart["description"]


def contrast(one, other):
    """Of two colours, as WCAG 2.1 has it."""
    lights = []
    for colour in (one, other):
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return (max(lights) + 0.05) / (min(lights) + 0.05)


@pytest.mark.parametrize("page", ["#ffffff", "#27272a"])
def test_colours_of_charts_are_seen_in_light_and_dark(page):
    """One picture serves both themes; each system has a colour of its own."""
    colours = [charts._LINE, charts._ZERO, *charts.COLOURS.values(), *charts.SYSTEMS]

    assert all(contrast(colour, page) >= 3 for colour in colours)
    assert len(set(charts.SYSTEMS)) == compare_systems.MAX_SYSTEMS


def test_titles_of_charts_fit_a_phone():
    titles = charts.intervals([("x", 0, 0, 0)], "Mean F of each type, with its 95% interval")

    assert max(map(len, titles["title"]["text"])) <= 34


def test_long_names_are_wrapped():
    name = charts.intervals([("a-long-name " * 9, 0, 0, 0)], "F")["data"]["values"][0]["name"]

    assert max(map(len, name.split("\n"))) <= 22
    assert name.count("\n") == 2


@pytest.mark.parametrize(
    "values",
    [
        pytest.param([0.0], id="zero"),
        pytest.param([1.0, 1.0], id="one"),
        pytest.param([1.5], id="above"),
        pytest.param([k / 20 for k in range(21)], id="edges"),
    ],
)
def test_bars_hold_what_their_filter_lists(values):
    """A click on a bar lists as many pairs as it is high."""
    scores = np.array(values)
    bins = charts.bins_of(scores)
    for k in range(charts.N_BINS):
        low, high = charts.edges_of(k)
        listed = (scores >= low) & ((scores < high) | (high >= 1))
        assert listed.tolist() == (bins == k).tolist()
    assert "NaN" not in charts.shown(charts.histogram(scores, "rouge1", 0.5, 0.5)).plot


def test_charts_are_what_altair_knows():
    """They are written by hand, so the schema of the library reads them."""
    altair = pytest.importorskip("altair", reason="needs altair")
    rows = [("a", 0.1, 0.2, 0.3), ("b", 0.1, 0.2, 0.3)]
    scores = np.array([0.1, 0.5, 1.0])
    drawn = [
        charts.intervals(rows, "F"),
        charts.differences([(*row, "better") for row in rows], "F"),
        charts.histogram(scores, "rouge1", 0.5, 0.5),
        charts.scatter(scores, scores[::-1], ("a", "b"), "rouge1"),
        charts.buckets(["1 to 3", "4"], [[0.1, 0.2]], ["a"], "rouge1", "words"),
    ]
    for chart in drawn:
        altair.Chart.from_dict(chart)


def test_a_scatter_of_many_pairs_is_small():
    scores = np.linspace(0, 1, 78_000)
    chart = charts.shown(charts.scatter(scores, scores, ("a", "b"), "rouge1"))

    assert len(chart.plot) < 150_000
    assert "2,000 of 78,000" in chart.plot


# --- any pair of a run ------------------------------------------------------------------------


@pytest.fixture
def report(files):
    return score_file.score_file(str(files / "pairs.jsonl"), None, None, [], Settings(("rouge1",)))


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        pytest.param(Query(low=0.7), [1, 3], id="score"),
        pytest.param(Query(low=0.0, high=0.75), [2, 0], id="up to, without"),
        pytest.param(Query(words="dog"), [1], id="word of the prediction"),
        pytest.param(Query(words="SLEPT"), [0], id="word of the reference, any case"),
        pytest.param(Query(words='", "'), [], id="not what stands between texts"),
        pytest.param(Query(words="the", high=0.7), [0], id="both"),
        pytest.param(Query(words="zebra"), [], id="none"),
    ],
)
def test_pairs_can_be_looked_for(report, query, rows):
    assert pair_list.found(report.folder, "rouge1", query).tolist() == rows


def test_texts_are_found_and_read_as_they_were(tmp_path, monkeypatch):
    monkeypatch.setattr(stored, "ROOT", tmp_path)
    texts = ['say "hi"\n\\', "\ud800 \u732b", "Stra\xdfe"]
    folder = stored.new_folder()
    stored.write(folder, [texts], [["a", "b"], "c", ["d"]], {})

    rows = stored.rows_of(str(folder), [2, 0, 1])
    assert [row.predictions[0] for row in rows] == [texts[2], texts[0], texts[1]]
    assert [row.references for row in rows] == [["d"], ["a", "b"], ["c"]]
    assert stored.search(str(folder), 'say "HI"\n').tolist() == [0]
    assert stored.search(str(folder), "strasse").tolist() == [2]


def test_an_opened_pair_scores_as_it_is_listed_whatever_its_references(tmp_path):
    path = tmp_path / "many.jsonl"
    references = [f"word{k} x y z" for k in range(200)] + ["a b c"]
    path.write_text(json.dumps({"prediction": "a b c d", "references": references}))
    settings = Settings(("rouge1",))
    report = score_file.score_file(str(path), None, None, [], settings)
    scores = pair_list.scores_of_row(report.folder, ["rouge1"], 0)
    drawn = pair_list.opened(pair_list.texts_of(report.folder, 0), scores, "rouge1", settings)

    assert scores["rouge1"].fmeasure == fmeasures(report, "rouge1")[0] == pytest.approx(6 / 7)
    assert "F of rouge1 0.8571, reference 201 of 201 shown" in drawn
    assert drawn.count("<mark") == 6


def test_long_pairs_open(tmp_path):
    settings = Settings(("rouge1",))
    pair = stored.Row(["word " * 30_000], ["word " * 30_000])
    drawn = pair_list.opened(pair, {"rouge1": Score(1, 1, 1)}, "rouge1", settings)

    assert "F of rouge1 1.0000" in drawn
    assert len(drawn) < 2**23


def test_a_dropped_run_says_so(report):
    stored.drop(report.folder)

    with pytest.raises(PageError, match="after an hour"):
        pair_list.found(report.folder, "rouge1", Query())


def test_only_folders_of_runs_are_dropped(tmp_path):
    stored.drop(str(tmp_path))

    assert tmp_path.exists()


# --- what repeats a result ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "columns"),
    [
        pytest.param(["pairs.csv"], ("Output", ["highlights"]), id="csv"),
        pytest.param(["pairs.tsv"], ("Output", ["highlights"]), id="tsv"),
        pytest.param(["pairs.jsonl"], (None, []), id="jsonl"),
        pytest.param(["pairs.json"], (None, []), id="json"),
        pytest.param(["predictions.txt", "references.txt"], (None, []), id="text"),
    ],
)
def test_python_and_command_give_the_same_scores(files, names, columns, monkeypatch, capsys):
    from evaluate_rouge.cli import main

    settings = Settings(("rouge1", "rougeL"), use_stemmer=True)
    paths = [str(files / name) for name in names]
    report = score_file.score_file(paths[0], [*paths, None][1], *columns, settings)
    found = [report.limits[name][1, 2] for name in ("rouge1", "rougeL")]

    monkeypatch.chdir(files)
    monkeypatch.setenv("HF_DATASETS_CACHE", str(files / "cache"))
    lines = report.python.replace(reproduce.METRIC, str(ROOT / "rouge.py"))
    values = {}
    exec(lines, values)
    scores = values["scores"]
    assert [scores[f"{name}_fmeasure"] for name in ("rouge1", "rougeL")] == found

    words = shlex.split(report.command)
    assert words[0] == "evaluate-rouge"
    assert main([*words[1:], "--format=json"]) == 0
    scores = json.loads(capsys.readouterr().out)["scores"]
    assert [scores[name]["fmeasure"]["mid"] for name in ("rouge1", "rougeL")] == found


def test_python_and_command_give_the_same_comparison(monkeypatch, capsys, tmp_path):
    from evaluate_rouge.cli import main

    monkeypatch.setattr(stored, "ROOT", tmp_path / "runs")
    paths, references = samples.systems()
    contest = compare_systems.compare_systems(paths, references, None, [], Settings(("rouge1",)))
    contest = compare_systems.with_baseline(contest, 1)
    found = contest.comparisons["rouge1"]

    monkeypatch.chdir(Path(paths[0]).parent)
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    values = {}
    exec(contest.python, values)
    assert values["found"] == found
    assert main([*shlex.split(contest.command)[1:], "--format=json"]) == 0
    printed = capsys.readouterr().out
    assert all(repr(comparison.p_bootstrap_holm) in printed for comparison in found)


def test_texts_are_quoted():
    prediction, reference = 'it\'s "so"; $(rm) \n`x`', "-- 'y'"
    values = {}
    lines = reproduce.python_of_texts(prediction, [reference], Settings())
    exec(lines.replace("evaluate.load", "print").split("scores =")[0], values)
    words = shlex.split(reproduce.command_of_texts(prediction, reference, Settings()))

    assert f"--prediction={prediction}" in words
    assert f"--reference={reference}" in words
    assert repr([prediction]) in lines


# --- systems, looked at closer -------------------------------------------------------------------


@pytest.fixture(scope="module")
def contest():
    paths, references = samples.systems()
    settings = Settings(("rouge1", "rougeL"))
    return compare_systems.compare_systems(paths, references, None, [], settings)


def test_any_system_may_be_the_baseline(contest):
    other = compare_systems.with_baseline(contest, 1)

    assert contest.comparison(1, "rouge1").difference > 0 > other.comparison(0, "rouge1").difference
    assert [row[-1] for row in compare_systems.differences(other, "rouge1")] == ["worse", "worse"]
    assert "Differences from careful" in compare_systems.drawn(other, "rouge1")


def test_wins_and_losses_are_the_biggest(contest):
    wins, losses = compare_systems.ends(contest, "rouge1", 1)
    gain = contest.fmeasures(1, "rouge1") - contest.fmeasures(0, "rouge1")

    assert gain[wins].tolist() == sorted(gain, reverse=True)[:10]
    assert not len(losses)


def test_buckets_hold_every_pair_once(contest):
    labels, means = compare_systems.by_length(contest, "rouge1")

    assert labels == ["10 to 11", "12", "13", "14 to 15"]
    assert len(means) == 3
    assert all(0 < mean < 1 for row in means for mean in row)


def test_texts_without_spaces_are_measured_in_characters():
    lengths, unit = compare_systems._lengths(["\u732b" * 30, ["\u732b" * 40]])

    assert (lengths.tolist(), unit) == ([30, 40], "characters")


def test_a_table_can_be_taken_along(contest, tmp_path):
    csv_path, markdown, latex = (Path(contest.downloads[kind]) for kind in ("csv", "md", "tex"))

    rows = rows_of_csv(csv_path)
    assert [row["system"] for row in rows[:2]] == ["hasty", "careful"]
    assert len(rows) == 6
    assert "| rouge1 | careful |" in markdown.read_text()
    assert latex.read_text().count("\\\\") == 7
    found = exports.write(tmp_path, "x", ["a_b", "c", "d"], [["1%", "x|y", "\n~"]], "note")
    assert r"1\% & x|y &" in Path(found["tex"]).read_text()
    assert r"x\|y" in Path(found["md"]).read_text()


@pytest.fixture
def space(monkeypatch):
    """The page as it knows itself in a Space."""
    monkeypatch.setattr(repository, "SPACE", "someone/rouge")
    monkeypatch.setattr(repository, "HUB", "https://huggingface.co/spaces/someone/rouge")


def test_links_of_about_are_whole_and_lead_to_files_that_are_there(space):
    """In the Hub's frame a link that is not whole would look for a page of the app."""
    links = re.findall(r"\]\(([^)]*)\)", about.about())
    ours = [link for link in links if "/someone/rouge/" in link]

    assert all(link.startswith("https://") for link in links)
    assert len(ours) > 8
    for link in ours:
        path = link.partition("/someone/rouge/")[2].partition("/main/")[2]
        assert (ROOT / path).exists(), link


def test_the_repository_is_named_in_one_place(space, monkeypatch, tmp_path):
    """By the Hub; elsewhere by pyproject.toml, or what is installed; or by nobody."""
    assert repository.link("docs") == "https://huggingface.co/spaces/someone/rouge/blob/main/docs"
    monkeypatch.setattr(repository, "HUB", "")
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'Homepage = "{repository.repository()}"' in settings
    monkeypatch.setattr(repository, "ROOT", tmp_path)
    installed = email.message.Message()
    monkeypatch.setattr(repository.metadata, "metadata", lambda name: installed)
    installed["Project-URL"] = "Homepage, https://example.org/rouge"
    assert repository.repository() == "https://example.org/rouge"
    del installed["Project-URL"]
    assert repository.repository() == repository.link("docs") == ""
    assert "](docs" not in about.about()


def test_the_card_of_the_space_says_what_it_is_and_shows_it():
    """What the Hub takes from the front of README.md."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    front = dict(re.findall(r"^(\w+): (.+)$", readme.split("---\n")[1], re.MULTILINE))
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    address, _, picture = front["thumbnail"].partition("/resolve/main/")

    assert len(front["short_description"]) <= 60
    assert f'Homepage = "{address}"' in settings
    assert 5_000 < (ROOT / picture).stat().st_size < 150_000


@pytest.mark.parametrize(("version", "speaks"), [("1.30.0", True), ("2.3.0", False), (None, False)])
def test_tools_are_served_where_gradio_knows_their_library(monkeypatch, version, speaks):
    def found(name):
        if version is None:
            raise server.metadata.PackageNotFoundError(name)
        return version

    monkeypatch.setattr(server.metadata, "version", found)

    assert server.speaks_mcp() is speaks
