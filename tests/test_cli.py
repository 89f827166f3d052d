"""The commands: what they print, what they write, and that help tells the truth."""

from __future__ import annotations

import csv
import functools
import importlib
import io
import json
import re
import runpy
import shutil
import sys
from pathlib import Path

import cli_samples
import numpy as np
import pytest
from evaluate_rouge import RougeScorer, cli, engine, significance
from evaluate_rouge.cli import COMMANDS, main, tables
from evaluate_rouge.files.sources import without_tags
from evaluate_rouge.options import option
from evaluate_rouge.options import parse as parse_signature
from evaluate_rouge.render.terminal import to_text
from rouge_score import rouge_scorer, scoring
from warm import warm

METRIC_TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]


@pytest.fixture(autouse=True)
def samples(tmp_path, monkeypatch):
    """A folder of sample files, which every test runs in."""
    cli_samples.write_samples(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capsys):
    """Run a command that must succeed without a word on stderr: what it printed."""

    def run(*arguments: str) -> str:
        status = main(arguments)
        printed = capsys.readouterr()
        assert (status, printed.err) == (0, "")
        return printed.out

    return run


def google_aggregates(types, predictions, references, seed, **options):
    scorer = rouge_scorer.RougeScorer(types, **options)
    aggregator = scoring.BootstrapAggregator()
    for ref, pred in zip(references, predictions, strict=True):
        aggregator.add_scores(scorer.score(ref, pred))
    np.random.seed(seed)
    return aggregator.aggregate()


# --- score -----------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 42])
@pytest.mark.parametrize("use_stemmer", [False, True])
def test_scores_are_those_of_rouge_score(run, seed, use_stemmer):
    stemming = ["--use-stemmer"] if use_stemmer else []

    found = json.loads(
        run("score", "predictions.txt", "references.txt", "--format", "json", "--seed", str(seed),
            *stemming)
    )  # fmt: skip

    expected = google_aggregates(
        METRIC_TYPES,
        cli_samples.PREDICTIONS,
        cli_samples.REFERENCES,
        seed,
        use_stemmer=use_stemmer,
    )
    assert list(found["scores"]) == METRIC_TYPES
    for name, by_measure in found["scores"].items():
        for measure, limits in by_measure.items():
            for limit, value in limits.items():
                assert value == getattr(getattr(expected[name], limit), measure)
    assert found["pairs"] == 5
    assert parse_signature(found["signature"])["seed"] == seed


def test_a_table_shows_measures_intervals_and_pairs(run):
    text = run("score", "predictions.txt", "references.txt", "--types", "rouge1", "rougeL")

    lines = text.splitlines()
    assert lines[:3] == [
        "type    precision  recall       F  95% interval of F  pairs",
        "rouge1     0.7833  0.7000  0.7181   [0.5448, 0.8762]      5",
        "rougeL     0.7833  0.7000  0.7181   [0.5596, 0.8762]      5",
    ]
    assert lines[4] == "Median of the means of 1,000 bootstrap resamples, seed 42."
    assert lines[5].startswith("evaluate_rouge:")
    assert len(lines) == 6


@pytest.mark.parametrize("kind", tables.FORMATS)
@pytest.mark.parametrize(
    "command",
    [
        ("score", "predictions.txt", "references.txt"),
        ("compare", "references.txt", "baseline.txt", "system.txt"),
    ],
    ids=lambda command: command[0],
)
def test_every_format_carries_the_signature(run, command, kind):
    text = run(*command, "--format", kind)

    signature = json.loads(run(*command, "--format", "json"))["signature"]
    assert signature in text


def test_csv_and_json_hold_the_same_digits(run):
    arguments = ("score", "predictions.txt", "references.txt", "--format")

    (record, *_) = csv.DictReader(io.StringIO(run(*arguments, "csv")))
    scores = json.loads(run(*arguments, "json"))["scores"]["rouge1"]

    assert float(record["fmeasure"]) == scores["fmeasure"]["mid"]
    assert float(record["recall_low"]) == scores["recall"]["low"]
    assert record["pairs"] == "5"


def test_markdown_is_a_table_of_the_same(run):
    text = run("score", "predictions.txt", "references.txt", "--types", "rouge1", "--format",
               "markdown")  # fmt: skip

    assert text.splitlines()[:3] == [
        "| type | precision | recall | F | 95% interval of F | pairs |",
        "| :-- | --: | --: | --: | --: | --: |",
        "| rouge1 | 0.7833 | 0.7000 | 0.7181 | [0.5448, 0.8762] | 5 |",
    ]


def test_latex_escapes_what_latex_reads(run, samples):
    shutil.copy(samples / "system.txt", samples / "my_system_50%.txt")

    text = run("compare", "references.txt", "baseline.txt", "my_system_50%.txt", "--format",
               "latex")  # fmt: skip

    assert r"my\_system\_50\%.txt" in text
    assert r"95\% interval" in text
    assert r"\begin{tabular}{llrrrrrrrr}" in text


def test_plain_means(run):
    found = json.loads(
        run("score", "predictions.txt", "references.txt", "--noaggregate", "--format", "json")
    )

    google = rouge_scorer.RougeScorer(["rouge2"])
    recalls = [
        google.score(ref, pred)["rouge2"].recall
        for pred, ref in zip(cli_samples.PREDICTIONS, cli_samples.REFERENCES, strict=True)
    ]
    assert found["scores"]["rouge2"]["recall"] == pytest.approx(sum(recalls) / 5)
    assert "aggregate:none" in found["signature"]


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["predictions.txt", "references.txt", "more_references.txt"], id="positional"),
        pytest.param(
            ["predictions.txt", "--references", "references.txt", "more_references.txt"],
            id="flag of several",
        ),
        pytest.param(
            ["--predictions", "predictions.txt", "--references", "references.txt",
             "more_references.txt"], id="flags alone",
        ),
        pytest.param(["pairs.jsonl"], id="list column"),
        pytest.param(
            ["pairs.csv", "--prediction-column", "answer", "--reference-column", "reference",
             "--reference-column", "second"], id="two columns of a csv",
        ),
        pytest.param(
            ["predictions.txt", "pairs.tsv", "--reference-column", "reference",
             "--reference-column", "second"], id="two columns of another file",
        ),
    ],
)  # fmt: skip
def test_several_references(run, arguments):
    found = json.loads(run("score", *arguments, "--noaggregate", "--format", "json"))

    google = rouge_scorer.RougeScorer(["rouge1"])
    best = [
        google.score_multi([ref, more], pred)["rouge1"].fmeasure
        for pred, ref, more in zip(
            cli_samples.PREDICTIONS,
            cli_samples.REFERENCES,
            cli_samples.MORE_REFERENCES,
            strict=True,
        )
    ]
    assert found["scores"]["rouge1"]["fmeasure"] == pytest.approx(sum(best) / 5)


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["predictions.txt", "--seed", "42", "references.txt"], id="option between"),
        pytest.param(["--seed", "42", "predictions.txt", "references.txt"], id="option before"),
        pytest.param(
            ["--no-use-stemmer", "predictions.txt", "references.txt", "--nosplit_summaries"],
            id="negations",
        ),
    ],
)
def test_options_may_stand_anywhere(run, arguments):
    assert run("score", *arguments) == run("score", "predictions.txt", "references.txt")


@pytest.mark.parametrize("kind", ["jsonl", "csv", "tsv", "parquet"])
def test_a_table_on_stdin(run, samples, monkeypatch, kind):
    if kind == "parquet":
        pyarrow = pytest.importorskip("pyarrow")
        from pyarrow import parquet

        table = pyarrow.table({"answer": cli_samples.PREDICTIONS, "ref": cli_samples.REFERENCES})
        parquet.write_table(table, samples / "pairs.parquet")
    column = [] if kind == "jsonl" else ["--prediction-column", "answer"]
    expected = run("score", f"pairs.{kind}", *column)
    octets = (samples / f"pairs.{kind}").read_bytes()
    monkeypatch.setattr(sys, "stdin", cli_samples.stdin_of(octets))

    assert run("score", "-", "--input-format", kind, *column) == expected


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_scores_of_every_pair(run, samples, monkeypatch, kind):
    monkeypatch.setattr("evaluate_rouge.files.sources.BLOCK", 2)  # written in three parts
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    types = ["rouge1", "rougeL"]

    text = run("score", "predictions.txt", "references.txt", "--types", *types, "--output",
               f"scores.{kind}", "--format", "json")  # fmt: skip

    signature = json.loads(text)["signature"]
    rows = read_rows(samples / f"scores.{kind}", signature)
    batch = RougeScorer(types).score_batch(cli_samples.REFERENCES, cli_samples.PREDICTIONS)
    assert [row.pop("row") for row in rows] == [1, 2, 3, 4, 5]
    assert rows == [
        {
            f"{name}_{measure}": value
            for name, score in scores.items()
            for measure, value in score._asdict().items()
        }
        for scores in batch
    ]
    assert list(samples.glob(".*")) == []  # nothing is left beside it


def read_rows(path, signature):
    """Read per-pair scores back, and see that they carry the signature, once."""
    if path.suffix == ".parquet":
        from pyarrow import parquet

        table = parquet.read_table(path)
        assert table.schema.metadata[b"signature"].decode() == signature
        return table.to_pylist()
    if path.suffix == ".jsonl":
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        assert rows[0].pop("signature") == signature
        return rows
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    assert [row.pop("signature") for row in rows] == [signature, "", "", "", ""]
    return [{k: int(v) if k == "row" else float(v) for k, v in row.items()} for row in rows]


def test_an_output_that_exists_is_replaced_and_keeps_its_mode(run, samples):
    output = samples / "scores.csv"
    output.write_text("old")
    output.chmod(0o640)

    run("score", "predictions.txt", "references.txt", "--output", "scores.csv")

    assert output.read_text().startswith("row,")
    assert output.stat().st_mode & 0o777 == 0o640


def test_a_linked_output_is_written_where_the_link_points(run, samples):
    (samples / "link.csv").symlink_to("real.csv")

    run("score", "predictions.txt", "references.txt", "--output", "link.csv")

    assert (samples / "link.csv").is_symlink()
    assert (samples / "real.csv").read_text().startswith("row,")


def test_tokenizer_and_beta_reach_the_scorer(run, samples):
    (samples / "a.txt").write_text("The cat sat\n")
    (samples / "b.txt").write_text("the cat\n")

    found = json.loads(
        run("score", "a.txt", "b.txt", "--types", "rouge1", "--tokenizer", "whitespace",
            "--beta", "2", "--format", "json")
    )  # fmt: skip

    precision, recall = 1 / 3, 1 / 2  # "The" is not "the"
    f_2 = 5 * precision * recall / (4 * precision + recall)
    assert found["scores"]["rouge1"]["fmeasure"]["mid"] == pytest.approx(f_2)


@pytest.mark.parametrize("mode", option("multi_reference")[1].choices)
def test_modes_of_several_references(run, mode):
    found = json.loads(
        run("score", "pairs.jsonl", "--multi-reference", mode, "--noaggregate", "--format", "json")
    )

    refs = list(zip(cli_samples.REFERENCES, cli_samples.MORE_REFERENCES, strict=True))
    scorer = RougeScorer(METRIC_TYPES, multi_reference=mode)
    batch = scorer.score_batch(refs, cli_samples.PREDICTIONS)
    for name in METRIC_TYPES:
        assert found["scores"][name]["fmeasure"] == pytest.approx(batch[name][:, 2].mean())


@pytest.mark.parametrize("definition", option("definition")[1].choices)
def test_all_types(run, definition):
    types = ["rouge3", "rougeW", "rougeW1.5", "rougeS*", "rougeSU4"]

    found = json.loads(
        run("score", "predictions.txt", "references.txt", "--types", *types, "--definition",
            definition, "--noaggregate", "--format", "json")
    )  # fmt: skip

    scorer = RougeScorer(types, definition=definition)
    batch = scorer.score_batch(cli_samples.REFERENCES, cli_samples.PREDICTIONS)
    for name in types:
        assert found["scores"][name]["recall"] == pytest.approx(batch[name][:, 1].mean())


def test_a_language_decides_words_and_stems(run, samples):
    (samples / "de.txt").write_text("Die Häuser am Zürichsee\n", encoding="utf-8")
    (samples / "gold.txt").write_text("Das Haus am Zürichsee\n", encoding="utf-8")

    found = json.loads(
        run("score", "de.txt", "gold.txt", "--language", "de", "--use-stemmer", "--types", "rouge1",
            "--format", "json")
    )  # fmt: skip

    assert found["scores"]["rouge1"]["recall"]["mid"] == 0.75
    assert "language:de" in found["signature"]
    signature = ("--check", found["signature"])
    assert json.loads(run("score", "de.txt", "gold.txt", *signature, "--format", "json")) == found


@pytest.mark.parametrize(
    ("texts", "arguments", "warning"),
    [
        pytest.param(
            ["Ζυρίχη και Αθήνα"], [], "--tokenizer unicode counts words", id="letters"
        ),
        pytest.param(["A cat."], ["--types", "rougeLsum"], "--split-summaries finds", id="asked"),
        pytest.param(["A cat. A dog."], [], "--split-summaries finds", id="two sentences"),
        pytest.param(
            ["a"], ["--tokenizer", "whitespace", "--use-stemmer"], "--use-stemmer has no effect",
            id="stemmer",
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "command", [("score", "t.txt", "u.txt"), ("compare", "t.txt", "u.txt", "v.txt")]
)
def test_warnings_are_one_line_with_the_remedy(capsys, samples, command, texts, arguments, warning):
    for name in command[1:]:
        (samples / name).write_text(cli_samples.lines_of(texts), encoding="utf-8")

    assert main([*command, *arguments]) == 0

    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("evaluate-rouge: warning: ")
    assert warning in line


@pytest.mark.parametrize(
    ("arguments", "warning"),
    [
        (["--types", "rouge1,rougeL", "--split-summaries"], "--split-summaries has no effect on "),
        (["--types", "rouge1,rougeLsum", "--split-summaries"], None),
        (["--types", "rougeW", "--split-summaries"], None),
        (["--types", "rougeL", "--no-split-summaries"], None),
        (["--types", "rouge1", "--definition", "lin2004"], "--definition has no effect on rouge1:"),
        (["--types", "rouge1,rougeS4", "--definition", "lin2004"], None),
        (["--types", "rouge1", "--multi-reference", "average"], "--multi-reference has no effect:"),
        (["others.txt", "--types", "rouge1", "--multi-reference", "average"], None),
    ],
)
@pytest.mark.parametrize("command", ["score", "compare", "explain"])
def test_options_that_no_type_goes_by_are_told(capsys, samples, command, arguments, warning):
    """A line, and no error: runs over several types share their options."""
    for name in ("texts.txt", "others.txt", "one.txt", "two.txt"):
        (samples / name).write_text("A cat sat. It ran.\n", encoding="utf-8")
    several = [name for name in arguments if name == "others.txt"]
    flags = [argument for argument in arguments if argument not in several]
    texts = {
        "score": ["--references", "texts.txt", *several, "--predictions", "one.txt"],
        "compare": ["--references", "texts.txt", *several, "--systems", "one.txt", "two.txt"],
        "explain": ["--prediction", "A cat sat.", "--reference", "A cat sat."],
    }[command]
    if command == "explain" and "--multi-reference" in flags:
        pytest.skip("it has no such flag")

    assert main([command, *texts, *flags]) == 0
    told = capsys.readouterr().err.splitlines()
    if warning is None:
        assert told == []
    else:
        (line,) = told
        assert line.startswith(f"evaluate-rouge: warning: {warning}")


def test_a_sentence_end_anywhere_is_enough(capsys, samples, monkeypatch):
    monkeypatch.setattr("evaluate_rouge.files.sources.BLOCK", 2)
    for name in ("t.txt", "u.txt"):
        (samples / name).write_text("A cat. A dog.\n" * 5 + "A cat.<q>A dog.\n")

    main(["score", "t.txt", "u.txt", "--types", "rougeLsum", "--sentence-separator", "<q>"])

    assert capsys.readouterr().err == ""


def test_the_global_generator_is_left_alone(run):
    np.random.seed(3)
    before = np.random.get_state()[1].tolist()

    run("score", "predictions.txt", "references.txt")
    run("compare", "references.txt", "baseline.txt", "system.txt")

    assert np.random.get_state()[1].tolist() == before


# --- the signature ----------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        pytest.param([], id="defaults"),
        pytest.param(
            ["--types", "rougeL", "rouge3", "--use-stemmer", "--seed", "7", "--resamples", "50",
             "--confidence", "0.9", "--beta", "0.5", "--multi-reference", "average"],
            id="everything else",
        ),
        pytest.param(["--noaggregate"], id="plain means"),
        pytest.param(["--tokenizer", "whitespace"], id="another tokenizer"),
    ],
)  # fmt: skip
def test_check_runs_again_with_the_same_parameters(run, given):
    first = run("score", "pairs.jsonl", "--format", "json", *given)
    signature = json.loads(first)["signature"]

    assert run("score", "pairs.jsonl", "--format", "json", "--check", signature) == first


def test_check_takes_a_signature_of_the_metric(run):
    text = run("score", "predictions.txt", "references.txt", "--types", "rouge1", "--format",
               "json")  # fmt: skip
    signature = json.loads(text)["signature"].replace("interval:0.95", "interval:none")

    found = json.loads(
        run("score", "predictions.txt", "references.txt", "--check", signature, "--format", "json")
    )

    mid = json.loads(text)["scores"]["rouge1"]["fmeasure"]["mid"]
    assert found["scores"]["rouge1"]["fmeasure"] == mid
    assert found["signature"] == signature


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        pytest.param("evaluate_rouge:", "evaluate_rouge:0.", "evaluate_rouge 0.", id="version"),
        pytest.param("seed:42", "seed:none", "without a seed", id="no seed"),
        pytest.param("evaluate_rouge:", "sacrebleu:", "not a signature", id="not ours"),
        pytest.param("types:rouge1", "types:rougeX", "rougeX", id="unknown type"),
        pytest.param(
            "tokenizer:default", "tokenizer:custom(my.words)", "custom(my.words)", id="tokenizer"
        ),
    ],
)
def test_check_says_what_cannot_be_met(capsys, old, new, message):
    main(["score", "predictions.txt", "references.txt", "--format", "json"])
    signature = json.loads(capsys.readouterr().out)["signature"]
    assert old in signature

    status = main(
        ["score", "predictions.txt", "references.txt", "--check", signature.replace(old, new)]
    )

    printed = capsys.readouterr()
    assert (status, printed.out) == (2, "")
    assert message in printed.err
    assert printed.err.count("\n") == 1


def test_check_refuses_flags_that_contradict_it(capsys):
    main(["score", "predictions.txt", "references.txt", "--format", "json"])
    signature = json.loads(capsys.readouterr().out)["signature"]

    status = main(
        ["score", "predictions.txt", "references.txt", "--check", signature, "--seed", "1"]
    )

    assert status == 2
    assert "seed is given as 1, but the signature has 42" in capsys.readouterr().err


def test_the_signature_names_the_marks_of_sentences(run, capsys):
    given = ("score", "predictions.txt", "references.txt", "--sentence-separator", ". <q>")
    signature = run(*given).splitlines()[-1]
    score = ("score", "predictions.txt", "references.txt", "--check", signature)

    assert "|separators:. <q>" in signature
    assert run(*score).splitlines()[-1] == signature
    assert run(*score, "--sentence-separator", ". <q>") == run(*score)
    plain = run("score", "predictions.txt", "references.txt").splitlines()[-1]
    for refused in ([*score, "--sentence-separator", "!"], [*given, "--check", plain]):
        assert main(refused) == 2
        assert "separator" in capsys.readouterr().err


def test_the_signature_of_a_comparison_names_its_measure_and_tests(run, capsys):
    given = ("compare", "references.txt", "baseline.txt", "predictions.txt", "--types", "rouge1")
    lines = [
        run(*given, *more).splitlines()[-1]
        for more in ([], ["--measure", "recall"], ["--resamples", "99"])
    ]

    assert len(set(lines)) == 3
    assert lines[0].endswith("|measure:fmeasure|tests:bootstrap+randomization-10000")
    assert main(["score", "predictions.txt", "references.txt", "--check", lines[0]]) == 2
    assert "measure fmeasure (here: absent)" in capsys.readouterr().err


# --- compare ----------------------------------------------------------------------


def test_compare_is_significance_on_the_scores(run):
    found = json.loads(
        run("compare", "references.txt", "baseline.txt", "system.txt", "more_references.txt",
            "--baseline", "baseline.txt",
            "--types", "rouge1", "rougeL", "--resamples", "500", "--seed", "5", "--format", "json")
    )  # fmt: skip

    scorer = RougeScorer(["rouge1", "rougeL"])
    systems = (cli_samples.BASELINE, cli_samples.PREDICTIONS, cli_samples.MORE_REFERENCES)
    by_system = [scorer.score_batch(cli_samples.REFERENCES, texts) for texts in systems]
    differences = [
        batch[name][:, 2] - by_system[0][name][:, 2]
        for batch in by_system[1:]
        for name in ("rouge1", "rougeL")
    ]
    expected = significance.compare_differences(differences, n_resamples=500, seed=5)
    by_key = {(row["system"], row["type"]): row for row in found["rows"]}
    keys = [
        (system, name)
        for system in ("system.txt", "more_references.txt")
        for name in ("rouge1", "rougeL")
    ]
    for key, comparison in zip(keys, expected, strict=True):
        row = by_key[key]
        assert row["difference"] == comparison.difference
        assert row["difference_low"] == comparison.low
        assert row["p_bootstrap_holm"] == comparison.p_bootstrap_holm
        assert row["p_randomization"] == comparison.p_randomization
    assert by_key["baseline.txt", "rouge1"]["difference"] is None
    assert (found["pairs"], found["comparisons"], found["resamples"]) == (5, 4, 500)


def test_compare_scores_as_score_does(run):
    compared = json.loads(
        run("compare", "references.txt", "baseline.txt", "system.txt", "--format", "json")
    )
    scored = json.loads(run("score", "system.txt", "references.txt", "--format", "json"))

    for row in compared["rows"]:
        if row["system"] == "system.txt":
            limits = scored["scores"][row["type"]]["fmeasure"]
            assert (row["low"], row["fmeasure"], row["high"]) == tuple(limits.values())
    ours = "|measure:fmeasure|tests:bootstrap+randomization-10000"
    assert compared["signature"] == scored["signature"] + ours


def test_compare_says_what_was_fixed(run):
    text = run("compare", "references.txt", "baseline.txt", "system.txt", "--types", "rouge1")

    assert "5 pairs; differences from baseline.txt; seed 42." in text
    assert "Paired bootstrap: 10,000 resamples." in text
    assert "exact: every sign assignment of the pairs that differ" in text
    assert "One comparison: nothing to correct." in text


def test_compare_enumerates_the_case_of_five_pairs(run, samples):
    (samples / "r.txt").write_text("a b c\nd e\nf g h\ni j\nk l m n\n")
    (samples / "a.txt").write_text("a b c\nd e\nf g h\ni j\nk l m n\n")
    (samples / "b.txt").write_text("a x c\nd y\nf g z\ni j\nk q m r\n")

    found = json.loads(
        run("compare", "r.txt", "b.txt", "a.txt", "--types", "rouge1", "--format", "json")
    )

    (_, row) = found["rows"]
    assert (row["p_randomization"], row["exact"]) == (0.125, True)
    assert row["difference"] == 0.33333333333333337


@pytest.mark.parametrize("measure", ["precision", "recall"])
def test_compare_other_measures(run, measure):
    found = json.loads(
        run("compare", "references.txt", "baseline.txt", "system.txt", "--measure", measure,
            "--types", "rouge1", "--format", "json")
    )  # fmt: skip
    scored = json.loads(
        run("score", "system.txt", "references.txt", "--types", "rouge1", "--format", "json")
    )

    assert found["rows"][1][measure] == scored["scores"]["rouge1"][measure]["mid"]


# --- explain ----------------------------------------------------------------------


def test_explain_draws_each_type(run):
    text = run("explain", "--prediction", "the cat ran", "--reference", "the cat sat", "--types",
               "rouge1", "rouge2")  # fmt: skip

    alignments = RougeScorer(["rouge1", "rouge2"]).explain("the cat sat", "the cat ran")
    *drawn, signature = text.rstrip("\n").split("\n\n\n")
    assert drawn == [to_text(alignment) for alignment in alignments.values()]
    assert signature.startswith("evaluate_rouge:1")


def test_explain_with_sentences(run):
    text = run("explain", "--prediction", "b c <q> a", "--reference", "a <q> b c", "--types",
               "rougeLsum", "--sentence-separator", "<q>")  # fmt: skip

    assert "recall 1.0000" in text


# --- recall -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("1\nthe cat sat on the mat\nthe cat sat\n", "0.5000", id="the exercise"),
        pytest.param("1\nthe cat sat on the mat\nthe cat sat", "0.5000", id="no last line break"),
        pytest.param("1\r\nthe cat sat on the mat\r\nthe cat sat\r\n", "0.5000", id="CRLF"),
        pytest.param("\ufeff1\nthe cat\nthe\n", "0.5000", id="byte order mark"),
        pytest.param("2\nthe cat sat\nthe cat ran\n", "0.5000", id="bigrams"),
        pytest.param("4\na b c d\na b c d\n", "1.0000", id="n of 4"),
        pytest.param("1\nThe cat\nthe cat\n", "0.5000", id="case is kept"),
        pytest.param("1\ncat, sat\ncat sat\n", "0.5000", id="punctuation is kept"),
        pytest.param("1\na a b\na\n", "0.3333", id="repeats are clipped"),
        pytest.param("1\n\nthe cat\n", "0.0000", id="empty reference"),
        pytest.param("3\nthe cat\nthe cat\n", "0.0000", id="reference shorter than n"),
        pytest.param("1\nthe cat\n\n", "0.0000", id="empty candidate"),
        pytest.param("1\na b\na\n\n \n", "0.5000", id="blank lines after"),
    ],
)
def test_recall_is_printed_with_four_decimals(run, monkeypatch, text, expected):
    monkeypatch.setattr(sys, "stdin", cli_samples.stdin_of(text))

    assert run("recall") == expected + "\n"


# --- rouge_score's own command line --------------------------------------------------


def original_csv(arguments, output, seed):
    """Run rouge_score's program itself, in a process of its own with a seeded generator."""
    program = (
        "import runpy, sys, nltk, numpy\n"
        "from evaluate_rouge.text import split_sentences\n"
        "nltk.sent_tokenize = split_sentences\n"  # the same model, wherever it is installed
        f"numpy.random.seed({seed})\n"
        f"sys.argv = ['rouge', *{arguments!r}, '--output_filename={output}']\n"
        "runpy.run_module('rouge_score.rouge', run_name='__main__', alter_sys=True)\n"
    )
    done = warm().run("-c", program)
    assert done.returncode == 0, done.stderr


FILES = ["--target_filepattern=references.txt", "--prediction_filepattern=predictions.txt"]
ORIGINAL_CALLS = [
    pytest.param(FILES, id="defaults"),
    pytest.param([*FILES, "--noaggregate"], id="every pair"),
    pytest.param([*FILES, "--aggregate=false", "--use_stemmer=true"], id="values of booleans"),
    pytest.param(["-target_filepattern", "references.txt", "-prediction_filepattern",
                  "predictions.txt", "-use_stemmer"], id="single hyphens"),
    pytest.param([*FILES, "--rouge_types=rougeLsum,rouge2", "--split_summaries"], id="sentences"),
    pytest.param(["--target_filepattern=*references.txt", "--prediction_filepattern=[ps]*s*.txt"],
                 id="patterns of two files"),
    pytest.param([*FILES, "--delimiter= ", "--noaggregate", "--rouge_types=rouge1"],
                 id="delimiter"),
    pytest.param([*FILES, "--rouge_types=rouge1, rougeL"], id="types with a space"),
]  # fmt: skip


@pytest.mark.parametrize("arguments", ORIGINAL_CALLS)
def test_same_csv_as_rouge_score(run, samples, arguments):
    # As many words in both, and a last line without its end, for the delimiter of the table
    (samples / "predictions.txt").write_text("the cat ran\nthe dogs were running home\nb")
    (samples / "references.txt").write_text("The cat sat\nthe dog, ran for home\n")
    if "--delimiter= " not in arguments:
        cli_samples.write_samples(samples)
    original_csv(arguments, "theirs.csv", seed=42)

    for command in ([], ["score"]):
        (samples / "ours.csv").unlink(missing_ok=True)
        main([*command, *arguments, "--output_filename=ours.csv"])

        assert (samples / "ours.csv").read_bytes() == (samples / "theirs.csv").read_bytes()


def test_same_csv_for_another_seed(run, samples):
    original_csv(FILES, "theirs.csv", seed=7)

    run(*FILES, "--output_filename=ours.csv", "--seed=7")

    assert (samples / "ours.csv").read_bytes() == (samples / "theirs.csv").read_bytes()


def test_same_csv_of_many_real_lines(run, samples):
    rng = np.random.default_rng(0)
    words = ["cat", "dog", "runs", "running", "home", "The", "a", "b.", ""]
    for name in ("predictions.txt", "references.txt"):
        lengths = rng.integers(0, 12, 400)
        texts = [" ".join(rng.choice(words, size=length)) for length in lengths]
        (samples / name).write_text(cli_samples.lines_of(texts))
    arguments = [*FILES, "--use_stemmer", "--rouge_types=rouge1,rouge2,rougeL,rougeLsum"]
    original_csv(arguments, "theirs.csv", seed=42)

    run(*arguments, "--output_filename=ours.csv")

    assert (samples / "ours.csv").read_bytes() == (samples / "theirs.csv").read_bytes()


def test_a_flagfile_holds_flags(run, samples):
    original_csv(FILES, "theirs.csv", seed=42)
    (samples / "flags.txt").write_text("\n".join(FILES))

    run("--flagfile=flags.txt", "--output_filename=ours.csv")

    assert (samples / "ours.csv").read_bytes() == (samples / "theirs.csv").read_bytes()


def test_no_pairs_give_what_they_give_there(capsys, samples):
    for name in ("predictions.txt", "references.txt"):
        (samples / name).write_text("")
    original_csv(FILES, "theirs.csv", seed=42)

    assert main([*FILES, "--output_filename=ours.csv"]) == 0
    assert main([*FILES, "--noaggregate", "--output_filename=none.csv"]) == 0

    assert (samples / "ours.csv").read_bytes() == (samples / "theirs.csv").read_bytes()
    assert not (samples / "none.csv").exists()
    assert "No scores to write" in capsys.readouterr().err


def test_a_missing_delimiter_at_the_end_is_told(capsys, samples):
    (samples / "predictions.txt").write_text("\n".join(cli_samples.PREDICTIONS))

    assert main([*FILES, "--output_filename=ours.csv"]) == 0

    warning = "evaluate-rouge: warning: Expected delimiter at end of file\n"
    assert capsys.readouterr().err == warning


def test_absl_flags_of_other_programs_do_not_clash(run):
    """rouge_score's module defines the same names in absl's global flags."""
    runpy.run_module("rouge_score.rouge", run_name="not_main")

    run(*FILES, "--output_filename=ours.csv")
    run("score", "predictions.txt", "references.txt", "--rouge_types=rouge1")


# --- help -------------------------------------------------------------------------


def examples():
    """Every example line of every help text."""
    texts = [cli.HELP.partition("examples:")[2]]
    texts += [importlib.import_module(f"evaluate_rouge.cli.{name}").EXAMPLES for name in COMMANDS]
    for text in texts:
        lines = text.replace("\\\n", " ").splitlines()
        yield from (" ".join(line.split()) for line in lines if line.startswith("  "))


@functools.cache
def examples_in_fresh_processes():
    """One example of each command, for a process that starts as a user's does."""
    by_command = {line.partition("evaluate-rouge ")[2].split()[0]: line for line in examples()}
    return set(by_command.values())


@pytest.mark.parametrize("example", [pytest.param(text, id=text) for text in examples()])
def test_examples_of_the_help_run(samples, example):
    is_fresh = example in examples_in_fresh_processes()
    done = cli_samples.run_shell(example, samples, fresh=is_fresh)

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_examples_and_fits_a_terminal(capsys, command):
    assert main([*command.split(), "--help"]) == 0

    text = capsys.readouterr().out
    assert "examples:" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_every_flag_with_its_default_and_spells_them_alike(capsys, command):
    main([command, "--help"])
    options_told = capsys.readouterr().out.partition("options:")[2].partition("examples:")[0]

    told = re.split(r"\n  (?=-)", options_told)[1:]
    flags = [entry.split()[0].rstrip(",") for entry in told]
    assert [flag for flag in flags if flag not in ("-h", "-v")] == [
        flag for flag in cli.parser_of(command).flags() if flag not in ("--help", "--verbose")
    ]
    for flag, entry in zip(flags, told, strict=True):
        assert "_" not in flag
        if flag not in ("-h", "--prediction", "--reference"):
            assert "(default: " in " ".join(entry.split()), flag


def test_version_names_the_engine(run):
    from evaluate_rouge.text import VERSION

    assert run("--version") == f"evaluate-rouge {VERSION} ({engine()})\n"


def test_verbose_says_what_is_read(capsys):
    main(["score", "pairs.csv", "--prediction-column", "answer", "-v"])

    assert capsys.readouterr().err.splitlines() == [
        "evaluate-rouge: reading pairs.csv as csv",
        'evaluate-rouge: pairs.csv: predictions from column "answer"',
        'evaluate-rouge: pairs.csv: references from column "reference"',
    ]


# --- what decides a digit is in the signature ------------------------------------------


def pair(prediction, reference):
    Path("p.txt").write_text(prediction + "\n")
    Path("r.txt").write_text(reference + "\n")
    return "p.txt", "r.txt"


@pytest.mark.parametrize(
    ("flag", "field", "prediction", "reference"),
    [
        pytest.param(
            ("--sentence-separator", "<q>"), "separators:<q>", "a b<q>c", "c<q>a b", id="marks"
        ),
        pytest.param(
            ("--sentence-separator", "| %"), "separators:", "a b|c%d", "d%a b|c", id="odd marks"
        ),
        pytest.param(
            ("--strip-tags", "think"), "stripped:think", "<think>x y</think> c", "c", id="tags"
        ),
    ],
)
@pytest.mark.parametrize("command", ["score", "compare", "explain"])
def test_what_is_done_to_texts_first_is_in_the_signature(
    run, capsys, command, flag, field, prediction, reference
):
    files = pair(prediction, reference)
    types = ("--types", "rougeL")
    if command == "explain":
        texts = ("--prediction", prediction, "--reference", reference)
        text = run("explain", *texts, *types, *flag)
        assert field in text.splitlines()[-1]
        return
    if command == "compare":
        shutil.copy("p.txt", "q.txt")
        files = ("r.txt", "p.txt", "q.txt")
    found = json.loads(run(command, *files, *types, *flag, "--format", "json"))
    without = json.loads(run(command, *files, *types, "--format", "json"))

    assert field in found["signature"]
    if command == "score" and "think" in flag:
        assert found["scores"]["rougeL"]["fmeasure"]["mid"] == 1.0
    again = run(command, *files, "--check", found["signature"], "--format", "json")
    assert json.loads(again) == found
    # The line of one run is not met by what another was given.
    assert main([command, *files, "--check", without["signature"], *flag]) == 2
    assert field.partition(":")[0] in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "stripped"),
    [
        ("<think>a b</think> c", "c"),
        ("<think>\na\n</think>\nb\nc", "b\nc"),
        ("a</think> b", "b"),
        ("a <think>b", "a"),
        ("a <think>b</think>c<think x='1'>d</think > e", "a c e"),
        ("<thinking>a</thinking>", "<thinking>a</thinking>"),
        ("a < b", "a < b"),
        ("", ""),
    ],
)
def test_tags_are_taken_out(text, stripped):
    assert without_tags(text, "think") == stripped


# --- groups, columns, ids, missing texts ------------------------------------------------


def test_groups_score_as_their_rows_alone(run):
    found = json.loads(run("score", "topics.csv", "--group-by", "topic", "--format", "json"))
    rows = list(csv.DictReader(Path("topics.csv").read_text().splitlines()))

    assert list(found["groups"]) == ["animals", "weather", "people"]
    assert found["scores"] == json.loads(run("score", "topics.csv", "--format", "json"))["scores"]
    for topic, group in found["groups"].items():
        members = [row for row in rows if row["topic"] == topic]
        pair(
            "\n".join(r["prediction"] for r in members), "\n".join(r["reference"] for r in members)
        )
        alone = json.loads(run("score", "p.txt", "r.txt", "--format", "json"))
        assert group == {"scores": alone["scores"], "pairs": len(members)}
    table = run("score", "topics.csv", "--group-by", "topic", "--types", "rouge1")
    assert [line.split()[0] for line in table.splitlines()[:5]] == [
        "topic", "(all)", "animals", "weather", "people",
    ]  # fmt: skip


def test_systems_as_columns_of_one_table(run):
    columns = ("--prediction-column", "old", "--prediction-column", "new")
    found = json.loads(run("compare", "systems.csv", *columns, "--format", "json"))
    of_files = json.loads(
        run("compare", "references.txt", "old.out", "new.out", "--format", "json")
    )
    beside = json.loads(
        run("compare", "references.txt", "systems.csv", *columns, "--format", "json")
    )

    def without_names(document):
        return [{**row, "system": None} for row in document["rows"]]

    assert without_names(found) == without_names(of_files) == without_names(beside)
    assert [row["system"] for row in found["rows"][:2]] == ["old", "new"]
    assert found["baseline"] == "old"


SYSTEMS = ("compare", "references.txt", "old.out", "new.out", "newer.out")


def test_the_baseline_is_named_or_told(run, capsys):
    found = json.loads(run(*SYSTEMS, "--baseline", "new.out", "--format", "json"))

    assert found["baseline"] == "new.out"
    assert [row["system"] for row in found["rows"][:3]] == ["new.out", "old.out", "newer.out"]
    assert main([*SYSTEMS]) == 0
    assert "the baseline is old.out, the first of 3 systems" in capsys.readouterr().err


def test_all_pairs(run):
    found = json.loads(run(*SYSTEMS, "--all-pairs", "--types", "rouge1", "--format", "json"))
    compared = [(row["baseline"], row["system"]) for row in found["rows"]]

    assert compared == [
        (None, "old.out"), ("old.out", "new.out"), ("old.out", "newer.out"),
        ("new.out", "newer.out"),
    ]  # fmt: skip
    assert found["comparisons"] == 3
    two = json.loads(
        run("compare", "references.txt", "new.out", "newer.out", "--types", "rouge1",
            "--format", "json")
    )  # fmt: skip
    assert found["rows"][3]["difference"] == two["rows"][1]["difference"]
    assert found["rows"][3]["p_randomization"] == two["rows"][1]["p_randomization"]


def test_no_two_columns_are_headed_alike(run):
    headers = run(*SYSTEMS, "--all-pairs", "--format", "markdown").splitlines()[0]
    cells = [cell.strip() for cell in headers.strip("|").split("|")]

    assert len(set(cells)) == len(cells)


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet", "-"])
def test_an_id_goes_along_with_the_scores_of_a_pair(run, kind):
    path = kind if kind == "-" else f"scores.{kind}"
    text = run("score", "topics.csv", "--id-column", "id", "--types", "rouge1", "--output", path)
    if kind == "parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
        ids = parquet.read_table(path)["id"].to_pylist()
    elif kind == "jsonl":
        ids = [json.loads(line)["id"] for line in Path(path).read_text().splitlines()]
    else:
        written = text if kind == "-" else Path(path).read_text()
        ids = [row["id"] for row in csv.DictReader(written.splitlines())]

    assert ids == ["d1", "d2", "d3", "d4", "d5"]


def test_parquet_is_written_in_row_groups_of_usual_size(run, samples, monkeypatch):
    """Whatever the blocks are that it is scored in: one of nulls alone has no type of its own."""
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("evaluate_rouge.files.sources.BLOCK", 10)
    monkeypatch.setattr("evaluate_rouge.files.outputs.GROUP_ROWS", 100)
    ids = [None if k < 20 or 100 <= k < 200 else f"d{k}" for k in range(250)]
    rows = [{"id": name, "prediction": "a", "reference": "a b"} for name in ids]
    (samples / "long.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    run("score", "long.jsonl", "--types", "rouge1", "--id-column", "id", "--output", "s.parquet")

    with parquet.ParquetFile("s.parquet") as file:
        groups = [file.metadata.row_group(k) for k in range(file.num_row_groups)]
        assert [group.num_rows for group in groups] == [100, 100, 50]
        table = file.read()
    assert table["id"].to_pylist() == ids
    assert table["row"].to_pylist() == list(range(1, 251))
    assert b"evaluate_rouge:" in table.schema.metadata[b"signature"]


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_compare_writes_the_scores_of_every_system(run, kind):
    path = f"scores.{kind}"
    run("compare", "references.txt", "old.out", "new.out", "--types", "rouge1", "rougeL",
        "--output", path)  # fmt: skip
    if kind == "parquet":
        rows = pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()
    elif kind == "jsonl":
        rows = [json.loads(line) for line in Path(path).read_text().splitlines()]
    else:
        rows = list(csv.DictReader(Path(path).read_text().splitlines()))
    expected = RougeScorer("rougeL").score_batch(cli_samples.REFERENCES, cli_samples.PREDICTIONS)

    assert [float(row["new.out_rougeL"]) for row in rows] == expected["rougeL"][:, 2].tolist()
    assert "old.out_rouge1" in rows[0]


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_pairs_without_a_text_are_left_out_and_counted(samples, capsys, kind):
    rows = [
        {"prediction": "a b", "reference": "a b"},
        {"prediction": None, "reference": "a"},
        {"prediction": "a", "reference": "c"},
    ]
    Path("nulls.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    options = ("--types", "rouge1", "--noaggregate", "--format", "json")

    assert main(["score", "nulls.jsonl", *options]) == 1
    assert 'nulls.jsonl:2: column "prediction": null' in capsys.readouterr().err
    path = f"scores.{kind}"
    assert main(["score", "nulls.jsonl", *options, "--on-null", "null", "--output", path]) == 0
    printed = capsys.readouterr()
    assert "1 of 3 pairs lack a text and are left out" in printed.err
    assert json.loads(printed.out)["pairs"] == 2
    assert json.loads(printed.out)["scores"]["rouge1"]["fmeasure"] == 0.5
    if kind == "parquet":
        found = pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()
    elif kind == "jsonl":
        found = [json.loads(line) for line in Path(path).read_text().splitlines()]
    else:
        found = list(csv.DictReader(Path(path).read_text().splitlines()))
    values = [row["rouge1_fmeasure"] for row in found]
    assert [value if value in (None, "") else float(value) for value in values] == [
        1.0, "" if kind == "csv" else None, 0.0,
    ]  # fmt: skip


def test_tables_out_of_step_are_refused_and_a_key_joins_them(run, capsys):
    rows = [
        {"id": k, "prediction": f"a {k}", "reference": f"b {k}" if k else "a 0"} for k in range(4)
    ]
    for name, order in (("A", rows), ("B", [rows[2], rows[0], rows[3], rows[1]])):
        Path(f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in order))
    command = ("compare", "A.jsonl", "A.jsonl", "B.jsonl", "--types", "rouge1")

    assert main(command) == 1
    told = capsys.readouterr().err
    assert 'row 1: reference is "b 2" in B.jsonl and "a 0" in A.jsonl' in told
    assert "--key COLUMN" in told
    found = json.loads(run(*command, "--key", "id", "--format", "json"))
    assert found["rows"][1]["difference"] == 0.0


def test_folders_score_as_files_do(run):
    of_folders = json.loads(run("score", "written", "gold/{name}.*.txt", "--format", "json"))
    of_files = json.loads(
        run("score", "predictions.txt", "references.txt", "more_references.txt", "--format", "json")
    )

    assert of_folders == of_files
