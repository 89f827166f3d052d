"""Small inputs after public bug reports about ROUGE tools, through the metric itself.

A list of our own, compared with rouge_score on the spot, and the project's
collection of such cases where it lies beside the project.
"""

from __future__ import annotations

import json
import re

import pytest
from loading import load_metric
from oracle import SHARED
from rouge_score import rouge_scorer

BOTH_ENGINES = True

TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
MEASURES = ["precision", "recall", "fmeasure"]


def ideographs_and_ascii_runs(text: str) -> list[str]:
    return re.findall(r"[\u4e00-\u9fff]|[a-z0-9]+", text.lower())


TOKENIZERS = {
    "whitespace": str.split,
    "whitespace_lower": lambda text: text.lower().split(),
    "chars_no_space": lambda text: [char for char in text if not char.isspace()],
    "cjk_char_plus_ascii_runs": ideographs_and_ascii_runs,
    "py_re_w_plus": lambda text: re.findall(r"\w+", text.lower()),
    # The marks of the texts in these cases are letters or combine with the letter before.
    "letters_marks_numbers_runs": lambda text: re.findall(r"[^\W_]+", text.lower()),
}

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("metric")


@pytest.fixture(scope="module")
def rouge(folder):
    return load_metric(folder, seed=42, keep_in_memory=True)


def per_pair(rouge, predictions, references, **options):
    """Score each pair: {type: [(precision, recall, fmeasure), ...]}."""
    scores = rouge.compute(
        predictions=predictions,
        references=references,
        use_aggregator=False,
        measures=MEASURES,
        **{"rouge_types": TYPES, **options},
    )
    return {
        name: list(zip(*(scores[f"{name}_{measure}"] for measure in MEASURES), strict=True))
        for name in dict.fromkeys(key.rpartition("_")[0] for key in scores)
    }


OWN = [
    pytest.param("рыба плавает", "рыба тонет", {}, id="script without a-z scores 0"),
    pytest.param("他有2只猫 USB", "她有2只狗 USB", {}, id="only Latin parts survive"),
    pytest.param("ni\u00f1o peque\u00f1o", "ni o pequ e o", {}, id="accents cut words"),
    pytest.param("naive", "nai\u0308ve", {}, id="combining mark cuts a word"),
    pytest.param("\u0130zmit", "i zmit", {}, id="dotted capital I"),
    pytest.param("5 \u212a", "5 k", {}, id="Kelvin sign"),
    pytest.param("\u0130\u212a\u0130", "i k i", {}, id="both, and nothing else"),
    pytest.param("\uff11\uff10 apples", "10 apples", {}, id="full-width digits"),
    pytest.param("\U0001f408\U0001f408", "\U0001f408", {}, id="emoji only"),
    pytest.param("so\u00adft har\u200bd", "soft hard", {}, id="soft hyphen and zero width space"),
    pytest.param("Rain fell. Roads shut.", "Roads shut. Rain fell.", {}, id="one line: Lsum is L"),
    pytest.param("Rain fell.\nRoads shut.", "Roads shut.\nRain fell.", {}, id="two lines swapped"),
    pytest.param("rain<n>roads", "rain\nroads", {}, id="marker for a newline"),
    pytest.param("rain\\nroads", "rain\nroads", {}, id="escaped newline"),
    pytest.param("rain\r\nroads", "roads\r\nrain", {}, id="CRLF"),
    pytest.param("rain\u2028roads", "roads\u2028rain", {}, id="line separator is no newline"),
    pytest.param("\n \n\nrain\n", "rain", {}, id="blank lines"),
    pytest.param("a b\na b\na b", "a b\nc d", {}, id="a repeated line counts once"),
    pytest.param("a b", "a b\na b", {}, id="a line asked for twice"),
    pytest.param("one two\nthree four", "one four and three two", {}, id="union of two lines"),
    pytest.param("dog\ndog eel", "dog dog", {}, id="tie between equal words"),
    pytest.param("b a c\na c b", "a b c a\nc b a", {}, id="ties in several lines"),
    pytest.param("", "truth", {}, id="empty prediction"),
    pytest.param("words", "", {}, id="empty reference"),
    pytest.param("", "", {}, id="both empty"),
    pytest.param(". !", "I like it .", {}, id="punctuation only"),
    pytest.param("hi", "hi", {}, id="shorter than a bigram"),
    pytest.param("bee " * 1500, "fly " * 1500, {}, id="long, nothing shared"),
    pytest.param(
        " ".join(f"v{k % 89}" for k in range(1300)),
        " ".join(f"v{k * 7 % 89}" for k in range(1200)),
        {},
        id="long, periodic",
    ),
    pytest.param("u.k. law, e.g. this", "uk law eg this", {}, id="abbreviations"),
    pytest.param("up-to-date x_y", "up to date x y", {}, id="hyphen and underscore"),
    pytest.param("isn't", "is n't", {}, id="apostrophe"),
    pytest.param("7.5% of $3", "75 of 3", {}, id="decimals and signs"),
    pytest.param("stop stop stop go", "go stop", {}, id="repeats are clipped"),
    pytest.param("x a b c", "a x b c", {}, id="the longest subsequence is not greedy"),
    pytest.param("mice flies", "mouse fly", {"use_stemmer": True}, id="irregular plural"),
    pytest.param("ads ties dies", "ad tie die", {"use_stemmer": True}, id="short words"),
    pytest.param("the 1990s skies", "the 1990 sky", {"use_stemmer": True}, id="year with an s"),
    pytest.param(
        "generously generalizations", "generous generalized", {"use_stemmer": True}, id="suffixes"
    ),
]


@pytest.mark.parametrize(("prediction", "reference", "options"), OWN)
def test_own_cases_equal_rouge_score(rouge, prediction, reference, options):
    expected = rouge_scorer.RougeScorer(TYPES, **options).score(reference, prediction)
    found = per_pair(rouge, [prediction], [reference], **options)

    assert found == {name: [tuple(score)] for name, score in expected.items()}


# --- the collection ------------------------------------------------------------------------

PATH = SHARED / "cases" / "cases.jsonl"
CASES = [json.loads(line) for line in PATH.read_text().splitlines()] if PATH.exists() else []

# What the official metric refuses and ours answers, or the other way round, by intent.
DIFFERENT = {"L02-invalid-rouge10": "any n from 1 is a type here"}
# Inputs that the collection writes as expressions.
WRITTEN_OUT = {
    "D01-long-no-overlap": (["ant " * 1500], ["bee " * 1500]),
    "D02-long-periodic": (
        [" ".join(f"w{i % 97}" for i in range(1200))],
        [" ".join(f"w{(i * 5) % 97}" for i in range(1100))],
    ),
}


def collected(expected: str):
    """Cases against rouge_score whose expectation has a key that starts so."""
    return [
        pytest.param(case, id=case["id"])
        for case in CASES
        if case["oracle"] == "rouge_score"
        and ("references" in case["call"] or case["id"] in WRITTEN_OUT)
        and case["id"] not in DIFFERENT
        and any(key.startswith(expected) for key in case["expected"])
    ]


def columns(case):
    call = case["call"]
    return WRITTEN_OUT.get(case["id"]) or (call["predictions"], call["references"])


def test_the_collection_is_used():
    if not CASES:
        pytest.skip("the collection of cases does not lie beside the project")
    used = {
        param.id for key in ("per_pair", "aggregate", "raises", "low") for param in collected(key)
    }
    left = {
        case["id"] for case in CASES if case["oracle"] == "rouge_score" and case["id"] not in used
    }

    # H09 is a call of a private function of rouge_score.
    assert left == {*DIFFERENT, "H09-score-lcs-on-strings"}


@pytest.mark.parametrize("case", collected("per_pair"))
def test_collected_pairs(rouge, case):
    options = {
        "use_stemmer": case["call"]["options"].get("use_stemmer", False),
        "tokenizer": TOKENIZERS.get(case["call"]["options"].get("tokenizer")),
        "rouge_types": list(case["expected"]["per_pair"]),
    }
    found = per_pair(rouge, *columns(case), **options)

    assert found == {
        name: [tuple(score[measure] for measure in MEASURES) for score in scores]
        for name, scores in case["expected"]["per_pair"].items()
    }


@pytest.mark.parametrize("case", collected("aggregate"))
def test_collected_aggregates(folder, case):
    options = case["call"]["options"]
    (expected,) = (value for key, value in case["expected"].items() if key.startswith("aggregate"))
    found = load_metric(folder, seed=options["seed"], keep_in_memory=True).compute(
        predictions=case["call"]["predictions"],
        references=case["call"]["references"],
        rouge_types=options["rouge_types"],
        measures=MEASURES,
        confidence_interval=options["confidence_interval"],
        n_resamples=options["n_samples"],
    )
    suffixes = {"mid": "", "low": "_low", "high": "_high"}

    assert found == {
        f"{name}_{measure}{suffix}": limits[limit][measure]
        for name, limits in expected.items()
        for measure in MEASURES
        for limit, suffix in suffixes.items()
    }


@pytest.mark.parametrize("case", collected("low"))
def test_collected_interval(rouge, case):
    found = rouge.compute(
        predictions=case["call"]["predictions"],
        references=case["call"]["references"],
        rouge_types=["rouge1"],
        confidence_interval=0.95,
    )
    expected = case["expected"]

    assert found == {
        "rouge1": expected["mid"],
        "rouge1_low": expected["low"],
        "rouge1_high": expected["high"],
    }


@pytest.mark.parametrize("case", collected("raises"))
def test_collected_errors(rouge, case):
    with pytest.raises(ValueError, match=r"^Invalid rouge type"):
        rouge.compute(
            predictions=case["call"]["predictions"],
            references=case["call"]["references"],
            rouge_types=case["call"]["options"]["rouge_types"],
        )
