"""The metric as ``evaluate.load`` gives it: a drop-in for the official one, and our options."""

from __future__ import annotations

import ast
import json
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from datasets.utils.py_utils import temp_seed
from evaluate_rouge.options import parse
from filelock import FileLock
from hypothesis import given
from hypothesis import strategies as st
from loading import ROOT, load_metric, named_siblings
from oracle import n_examples, shared_pairs
from rouge_score import rouge_scorer, scoring

TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
PREDICTIONS = ["the cat sat on the mat\nit slept", "a dog barked", "", "no one came"]
REFERENCES = ["the cat slept\non the mat", "the dog barked a lot", "nothing", "no one left"]
LISTS = [["the cat slept", "on the mat\nit sat"], ["a dog"], ["x", ""], ["no one came", "left"]]


class Splitter:
    """A custom tokenizer object, as rouge_score's users write them."""

    def __init__(self, tokenize):
        self.tokenize = tokenize


def official(
    predictions,
    references,
    seed,
    rouge_types=None,
    use_aggregator=True,
    use_stemmer=False,
    tokenizer=None,
):
    """What evaluate's own rouge metric answers: rouge_score under evaluate's seed."""
    scorer = rouge_scorer.RougeScorer(
        TYPES if rouge_types is None else rouge_types,
        use_stemmer=use_stemmer,
        tokenizer=None if tokenizer is None else Splitter(tokenizer),
    )
    several = isinstance(references[0], list)
    score = scorer.score_multi if several else scorer.score
    scores = [score(ref, pred) for ref, pred in zip(references, predictions, strict=True)]
    if not use_aggregator:
        return {name: [row[name].fmeasure for row in scores] for name in scores[0]}
    aggregator = scoring.BootstrapAggregator()
    for row in scores:
        aggregator.add_scores(row)
    with temp_seed(seed):
        return {name: limits.mid.fmeasure for name, limits in aggregator.aggregate().items()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("metric")


@pytest.fixture
def rouge(folder):
    return load_metric(folder, seed=42, keep_in_memory=True)


@pytest.fixture
def on_disk(folder, tmp_path):
    return load_metric(folder, seed=42, cache_dir=str(tmp_path))


def floats(results):
    """All numbers of a result, in order."""
    return [x for value in results.values() for x in (value if type(value) is list else [value])]


# --- the files -------------------------------------------------------------------------


def siblings(name: str) -> set[str]:
    """The files of ours that one of them imports, wherever in it the import stands.

    Folders are not among them: the Hub has none, and every test here loads the metric without.
    """
    tree = ast.parse((ROOT / f"{name}.py").read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level]
    found = {name for node in imports for name in _names(node)}
    return {name for name in found if not (ROOT / name.partition(".")[0]).is_dir()}


def _names(node: ast.ImportFrom) -> list[str]:
    return [node.module] if node.module else [alias.name for alias in node.names]


def test_rouge_names_every_sibling_that_is_needed():
    needed, todo = set(), {"rouge"}
    while todo:
        found = siblings(todo.pop())
        todo |= found - needed
        needed |= found

    assert needed == named_siblings()


def test_imports_are_such_as_the_loader_reads():
    text = (ROOT / "rouge.py").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if re.match(r"\s*(from|import)\s", line)]

    assert not [line for line in lines if line.startswith(" ")], "an import is not at column 0"
    assert not [line for line in lines if "#" in line], "a comment is taken for an address"
    assert not [line for line in lines if re.match(r"import .*,", line)]


def test_names_do_not_hide_other_modules():
    names = {path.stem for path in ROOT.glob("*.py")} | {
        path.name for path in ROOT.iterdir() if path.is_dir()
    }
    taken = """tokenize tokenizers token string types typing statistics queue code regex nltk
    datasets evaluate rouge_score gradio absl numpy io copy test select random numbers"""

    assert not names & set(taken.split())


# --- a drop-in for the official metric ---------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, id="defaults"),
        pytest.param({"use_aggregator": False}, id="a number a row"),
        pytest.param({"use_stemmer": True}, id="stemmer"),
        pytest.param({"tokenizer": str.split}, id="tokenizer"),
        pytest.param({"rouge_types": ["rougeL", "rouge1"]}, id="order of types"),
        pytest.param({"rouge_types": ["rouge9"], "use_aggregator": False}, id="long n-grams"),
        pytest.param({"rouge_types": []}, id="no types"),
    ],
)
@pytest.mark.parametrize("references", [REFERENCES, LISTS], ids=["one reference", "several"])
@pytest.mark.parametrize("seed", [42, 0])
def test_official_arguments_give_the_official_result(folder, options, references, seed):
    rouge = load_metric(folder, seed=seed, keep_in_memory=True)
    found = rouge.compute(predictions=PREDICTIONS, references=references, **options)
    expected = official(PREDICTIONS, references, seed, **options)

    assert found == expected
    assert list(found) == list(expected)
    assert {type(x) for x in floats(found)} <= {float}


# A handful of short words, so that texts repeat and tie.
texts = st.lists(st.sampled_from(["a", "b", "ab", ".", "cats", "\n"]), max_size=8).map(" ".join)
rows = st.lists(st.tuples(texts, texts), min_size=1, max_size=6)
several = st.lists(
    st.tuples(texts, st.lists(texts, min_size=1, max_size=3)), min_size=1, max_size=4
)
nasty = st.text(st.sampled_from("aK\u0130\u212a\0\r\n\u2028\u0301 \u4e00\U0001f600.z9"), max_size=9)
nasty_rows = st.lists(st.tuples(nasty, nasty), min_size=1, max_size=4)


@n_examples(60)
@given(
    pairs=rows | several | nasty_rows,
    types=st.lists(st.sampled_from([*TYPES, "rouge3"]), min_size=1, max_size=4, unique=True),
    use_stemmer=st.booleans(),
    use_aggregator=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_generated_batches_give_the_official_result(
    folder, pairs, types, use_stemmer, use_aggregator, seed
):
    rouge = load_metric(folder, seed=seed, keep_in_memory=True)
    columns = [list(column) for column in zip(*pairs, strict=True)]
    options = {
        "rouge_types": types,
        "use_stemmer": use_stemmer,
        "use_aggregator": use_aggregator,
    }
    found = rouge.compute(predictions=columns[0], references=columns[1], **options)

    assert found == official(*columns, seed, **options)


@pytest.mark.parametrize(
    "name",
    [
        "summeval_11refs/summeval",
        "realsumm_multisentence/newline_sentences",
        "xsum_edinburgh/ptgen",
        "e2e_multiref/cleaned_test",
        "korsts_korean/sts_test",
        "google_rouge_small/google_small",
    ],
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_real_text_gives_the_official_result(rouge, name):
    pairs = shared_pairs(name)[:60]
    predictions = [row["prediction"] for row in pairs]
    references = [row["references"] for row in pairs]

    assert rouge.compute(predictions=predictions, references=references) == official(
        predictions, references, 42
    )


def test_the_seed_comes_from_the_generator_where_none_is_given(folder):
    np.random.seed(5)
    rouge = load_metric(folder, keep_in_memory=True)
    found = rouge.compute(predictions=PREDICTIONS, references=REFERENCES)

    assert found == official(PREDICTIONS, REFERENCES, rouge.seed)


def test_global_generator_is_untouched(rouge):
    before = np.random.get_state()
    rouge.compute(predictions=PREDICTIONS, references=REFERENCES)
    after = np.random.get_state()

    assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True))


def test_results_go_into_json(rouge):
    results = rouge.compute(
        predictions=PREDICTIONS, references=REFERENCES, confidence_interval=0.9, signature=True
    )

    assert json.loads(json.dumps(results)) == results


def test_help_lists_the_options(rouge):
    for method in (rouge.compute, rouge.add, rouge.add_batch):
        assert "confidence_interval" in method.__doc__
    assert "lin-2004-rouge" in rouge.citation


# --- our options -------------------------------------------------------------------------


def aggregated(seed, interval=0.95, n_samples=1000, **options):
    """rouge_score's aggregates of all measures, with limits."""
    scorer = rouge_scorer.RougeScorer(TYPES, **options)
    aggregator = scoring.BootstrapAggregator(interval, n_samples)
    for ref, pred in zip(REFERENCES, PREDICTIONS, strict=True):
        aggregator.add_scores(scorer.score(ref, pred))
    with temp_seed(seed):
        return aggregator.aggregate()


@pytest.mark.parametrize("interval", [0.95, 0.5, 0.0, 1.0])
@pytest.mark.parametrize("n_resamples", [1, 10, 1000])
def test_intervals_of_all_measures(rouge, interval, n_resamples):
    found = rouge.compute(
        predictions=PREDICTIONS,
        references=REFERENCES,
        measures=["precision", "recall", "fmeasure"],
        confidence_interval=interval,
        n_resamples=n_resamples,
    )
    expected = {}
    for name, limits in aggregated(42, interval, n_resamples).items():
        for measure in ("precision", "recall", "fmeasure"):
            expected[f"{name}_{measure}"] = getattr(limits.mid, measure)
            expected[f"{name}_{measure}_low"] = getattr(limits.low, measure)
            expected[f"{name}_{measure}_high"] = getattr(limits.high, measure)

    assert found == expected
    assert list(found) == list(expected)


@pytest.mark.parametrize(
    ("options", "keys"),
    [
        pytest.param({}, ["rouge1"], id="F under the type's own name"),
        pytest.param(
            {"confidence_interval": 0.9}, ["rouge1", "rouge1_low", "rouge1_high"], id="interval"
        ),
        pytest.param({"measures": "recall"}, ["rouge1_recall"], id="one measure"),
        pytest.param(
            {"measures": ["fmeasure", "precision"]},
            ["rouge1_fmeasure", "rouge1_precision"],
            id="order of measures",
        ),
        pytest.param({"signature": True}, ["rouge1", "signature"], id="signature"),
    ],
)
def test_keys_name_type_measure_and_limit(rouge, options, keys):
    found = rouge.compute(
        predictions=PREDICTIONS, references=REFERENCES, rouge_types="rouge1", **options
    )

    assert list(found) == keys


def test_measures_of_each_row(rouge):
    found = rouge.compute(
        predictions=["a b c"],
        references=["a b"],
        rouge_types="rouge1",
        use_aggregator=False,
        measures=["precision", "recall"],
    )

    assert found == {"rouge1_precision": [2 / 3], "rouge1_recall": [1.0]}


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        pytest.param("best", 1.0, id="best"),
        pytest.param("average", 0.5, id="average"),
        pytest.param("jackknife", 0.5, id="jackknife"),
        pytest.param("pooled", 0.5, id="pooled"),
        pytest.param("best_recall", 1.0, id="best recall"),
    ],
)
def test_several_references_in_every_mode(rouge, mode, expected):
    # P = 1 of 1 and R = 1 of 1 for "a", nothing for "b"; pooled: P = 1 of 2, R = 1 of 2.
    found = rouge.compute(
        predictions=["a"], references=[["a", "b"]], rouge_types="rouge1", multi_reference=mode
    )

    assert found == {"rouge1": expected}


def test_types_beyond_the_official_ones(rouge):
    types = ["rouge10", "rougeW1", "rougeS4", "rougeSU4", "rougeS*", "rougeSU*"]
    words = "a b c d e f g h i j k"
    pair = {"predictions": [words], "references": [words]}

    assert rouge.compute(**pair, rouge_types=types, definition="lin2004") == dict.fromkeys(
        types, 1.0
    )
    # ROUGE-1.5.5 weighs the length of the reference twice, so that equal texts score below 1.
    assert rouge.compute(**pair, rouge_types="rougeW1.2")["rougeW1.2"] < 0.9


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param({"tokenizer": "unicode"}, 0.5, id="unicode"),
        pytest.param({"tokenizer": "whitespace"}, 0.5, id="whitespace"),
        pytest.param({"tokenizer": "default"}, 0.0, id="default"),
        pytest.param({"language": "ru", "use_stemmer": True}, 1.0, id="language"),
    ],
)
@pytest.mark.filterwarnings("ignore:the default tokenizer")
def test_tokenizers_by_name(rouge, options, expected):
    pair = {"predictions": ["кошки спят"], "references": ["кошка спят"]}

    assert rouge.compute(**pair, rouge_types="rouge1", **options) == {"rouge1": expected}


def test_explain_equals_the_score(rouge):
    pair = {"prediction": "The cats sat.", "reference": "the cat sat"}
    found = rouge.explain(**pair, rouge_types=["rouge1"], use_stemmer=True)["rouge1"]

    assert [match.prediction for match in found.matches] == [(0,), (1,), (2,)]
    assert found.score.fmeasure == 1.0


def test_explain_takes_one_reference(rouge):
    with pytest.raises(TypeError, match=r"^reference is \['a'\]; one reference text"):
        rouge.explain(prediction="a", reference=["a"])
    with pytest.raises(ValueError, match=r"^prediction is null"):
        rouge.explain(prediction=None, reference="a")
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'use_stemer'"):
        rouge.explain(prediction="a", reference="a", use_stemer=True)


def test_beta_weighs_recall(rouge):
    # (1 + 4) * 2/3 * 1 / (4 * 2/3 + 1)
    found = rouge.compute(predictions=["a b c"], references=["a b"], rouge_types="rouge1", beta=2)

    assert found["rouge1"] == pytest.approx(10 / 11, rel=1e-15)


def test_split_summaries(rouge):
    pred, ref = "The dog ran. The cat sat.", "The cat sat. The dog ran."
    scorer = rouge_scorer.RougeScorer(["rougeLsum"])
    expected = scorer.score(ref.replace(". ", ".\n"), pred.replace(". ", ".\n"))["rougeLsum"]
    found = rouge.compute(
        predictions=[pred], references=[ref], rouge_types=["rougeLsum"], split_summaries=True
    )

    assert found == {"rougeLsum": expected.fmeasure} == {"rougeLsum": 1.0}


def test_tokenizer_object(rouge):
    tokenizer = Splitter(lambda text: text.split("-"))
    found = rouge.compute(
        predictions=["A-b"], references=["A-c"], rouge_types="rouge1", tokenizer=tokenizer
    )

    assert found == {"rouge1": 0.5}


def test_signature_reproduces_the_score(rouge, folder):
    found = rouge.compute(
        predictions=PREDICTIONS, references=REFERENCES, n_resamples=10, signature=True
    )
    options = parse(found["signature"])
    again = load_metric(folder, seed=options.pop("seed"), keep_in_memory=True)
    repeated = again.compute(
        predictions=PREDICTIONS, references=REFERENCES, signature=True, **options
    )

    assert repeated == found


# --- nulls -------------------------------------------------------------------------------


@pytest.mark.parametrize("null", [None, float("nan"), pd.NA], ids=["None", "NaN", "NA"])
@pytest.mark.parametrize(
    "place",
    [
        pytest.param(lambda null: ([null, "b"], ["a", "b"]), id="first prediction"),
        pytest.param(lambda null: (["a", "b"], [null, "b"]), id="first reference"),
        pytest.param(lambda null: ([null, "b"], [["a"], ["b"]]), id="prediction, several"),
        pytest.param(lambda null: (["a", "b"], [["a", null], ["b"]]), id="inside a list"),
        pytest.param(lambda null: (["a", "b"], [null, ["b"]]), id="in place of a list"),
    ],
)
def test_null_rows_get_none_and_are_left_out(rouge, null, place):
    pred, ref = place(null)
    options = {"rouge_types": ["rouge1"], "on_null": "null"}

    assert rouge.compute(predictions=pred, references=ref, use_aggregator=False, **options) == {
        "rouge1": [None, 1.0]
    }
    with pytest.warns(UserWarning, match="^1 of 2 rows are null and left out") as caught:
        assert rouge.compute(predictions=pred, references=ref, **options) == {"rouge1": 1.0}
    assert [found.filename for found in caught] == [__file__]


def test_null_rows_that_were_added(rouge):
    rouge.add(prediction=None, reference="a", on_null="null")
    rouge.add_batch(predictions=["a", "b"], references=["a", None], on_null="null")
    found = rouge.compute(use_aggregator=False, rouge_types="rouge1")

    assert found == {"rouge1": [None, 1.0, None]}


def test_nothing_but_null_rows(rouge):
    options = {"rouge_types": "rouge1", "on_null": "null", "confidence_interval": 0.9}
    with pytest.warns(UserWarning, match="^1 of 1 rows are null"):
        found = rouge.compute(predictions=[None], references=["a"], **options)

    assert found == {"rouge1": None, "rouge1_low": None, "rouge1_high": None}


# --- inputs that evaluate itself trips over ------------------------------------------------


@pytest.mark.parametrize(
    "column",
    [
        pytest.param(lambda rows: (row for row in rows), id="generator"),
        pytest.param(lambda rows: pd.Series(rows, index=range(5, 5 + len(rows))), id="Series"),
        pytest.param(tuple, id="tuple"),
        pytest.param(np.array, id="NumPy array"),
    ],
)
def test_columns_of_other_kinds(rouge, column):
    found = rouge.compute(predictions=column(PREDICTIONS), references=column(REFERENCES))

    assert found == official(PREDICTIONS, REFERENCES, 42)


def test_lone_surrogates_separate_words(rouge):
    pairs = {"predictions": ["a\ud83db", "\udfff"], "references": [["a b", "x"], ["\ud800 c"]]}
    options = {"rouge_types": ["rouge1"], "use_aggregator": False}

    assert rouge.compute(**pairs, **options) == {"rouge1": [1.0, 0.0]}
    assert rouge.compute(**pairs, tokenizer=list, **options) == official(
        pairs["predictions"], pairs["references"], 42, tokenizer=list, **options
    )


def test_no_rows(rouge):
    assert rouge.compute(predictions=[], references=[], use_aggregator=False) == {
        name: [] for name in TYPES
    }
    for rows in ({"predictions": [], "references": []}, {}):
        with pytest.raises(ValueError, match=r"^there are no rows to score"):
            rouge.compute(**rows)
    rouge.add_batch(predictions=[], references=[])
    rouge.add(prediction="a", reference="a")

    assert rouge.compute(predictions=[], references=[])["rouge1"] == 1.0


# --- bad input: refused before anything is written -------------------------------------------

BAD = [
    pytest.param(None, ValueError, "null (None)", id="None"),
    pytest.param(float("nan"), ValueError, "null (nan)", id="NaN"),
    pytest.param(pd.NA, ValueError, "null (<NA>)", id="NA"),
    pytest.param(5, TypeError, "int 5", id="number"),
    pytest.param(b"a", TypeError, "bytes b'a'", id="bytes"),
    pytest.param({"a": 1}, TypeError, "dict {'a': 1}", id="dict"),
]
ROWS = [
    pytest.param(lambda bad: ([bad, "b"], ["a", "b"]), "predictions[0]", id="first"),
    pytest.param(lambda bad: (["a", bad], ["a", "b"]), "predictions[1]", id="later"),
    pytest.param(lambda bad: (["a", "b"], [bad, "b"]), "references[0]", id="first reference"),
    pytest.param(lambda bad: (["a", "b"], ["a", bad]), "references[1]", id="later reference"),
    pytest.param(lambda bad: (["a", "b"], [["a"], ["b", bad]]), "references[1][1]", id="in a list"),
]


def refused(method, error, message, **arguments):
    """Check that a call is refused in these words."""
    with pytest.raises(error, match="^" + re.escape(message)):
        method(**arguments)


def no_lock_is_held(folder):
    """Check that the next metric would not wait for another's lock."""
    locks = list(folder.rglob("*.lock"))
    assert locks, "nothing was ever written"
    for lock in locks:
        FileLock(lock).acquire(timeout=0).lock.release()


@pytest.mark.parametrize(("place", "name"), ROWS)
@pytest.mark.parametrize(("bad", "error", "found"), BAD)
@pytest.mark.parametrize("method", ["add_batch", "compute"])
def test_bad_rows_are_refused_and_earlier_batches_stay(
    on_disk, tmp_path, method, bad, error, found, place, name
):
    pred, ref = place(bad)
    several = isinstance(ref[0], list)
    on_disk.add_batch(predictions=["x y"], references=[["x"]] if several else ["x"])
    refused(getattr(on_disk, method), error, f"{name} is {found}", predictions=pred, references=ref)

    assert on_disk.compute(use_aggregator=False, rouge_types="rouge1") == {"rouge1": [2 / 3]}
    no_lock_is_held(tmp_path)


@pytest.mark.parametrize(("bad", "error", "found"), BAD)
@pytest.mark.parametrize(
    ("place", "name"),
    [
        pytest.param(lambda bad: (bad, "a"), "prediction", id="prediction"),
        pytest.param(lambda bad: ("a", bad), "reference", id="reference"),
        pytest.param(lambda bad: ("a", ["b", bad]), "reference[1]", id="in a list"),
    ],
)
def test_bad_row_is_refused_by_add(on_disk, bad, error, found, place, name):
    pred, ref = place(bad)
    on_disk.add(prediction="x y", reference=["x"] if isinstance(ref, list) else "x")
    refused(on_disk.add, error, f"{name} is {found}", prediction=pred, reference=ref)

    assert on_disk.compute(use_aggregator=False, rouge_types="rouge1") == {"rouge1": [2 / 3]}


@pytest.mark.parametrize("method", ["add_batch", "compute"])
@pytest.mark.parametrize(
    ("columns", "error", "message"),
    [
        pytest.param({"predictions": "abc"}, TypeError, "predictions is str", id="a text"),
        pytest.param({"references": "abc"}, TypeError, "references is str", id="reference text"),
        pytest.param({"predictions": b"abc"}, TypeError, "predictions is bytes", id="bytes"),
        pytest.param({"predictions": {"a": 1}}, TypeError, "predictions is dict", id="dict"),
        pytest.param({"predictions": 5}, TypeError, "predictions is int", id="number"),
        pytest.param({"references": None}, TypeError, "references is None", id="one column"),
        pytest.param({"references": ["a"]}, ValueError, "Mismatch in the number of", id="short"),
        pytest.param({"references": ["a", ["b"]]}, ValueError, "references[1] is a list", id="mix"),
        pytest.param(
            {"references": [["a"], "b"]}, ValueError, "references[1] is one text", id="xim"
        ),
        pytest.param({"references": [["a"], []]}, ValueError, "references[1] is empty", id="none"),
    ],
)
def test_bad_columns_are_refused_and_the_instance_stays_usable(
    on_disk, method, columns, error, message
):
    columns = {"predictions": ["a", "b"], "references": ["a", "b"], **columns}
    refused(getattr(on_disk, method), error, message, **columns)

    assert len(on_disk) == 0
    assert on_disk.compute(predictions=["a"], references=["a"])["rouge1"] == 1.0


@pytest.mark.parametrize(
    "add",
    [
        pytest.param(lambda r: r.add(prediction="a", reference=["b", "c"]), id="add"),
        pytest.param(lambda r: r.add_batch(predictions=["a"], references=[["b"]]), id="add_batch"),
        pytest.param(lambda r: r.compute(predictions=["a"], references=[["b"]]), id="compute"),
    ],
)
def test_another_shape_than_earlier_batches_is_refused(on_disk, add):
    on_disk.add(prediction="a", reference="a")
    with pytest.raises(ValueError, match=r"list of texts .* but earlier batches hold one text"):
        add(on_disk)

    assert on_disk.compute()["rouge1"] == 1.0


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        pytest.param(
            {"use_agregator": False},
            TypeError,
            "compute() got an unexpected keyword argument 'use_agregator'; did you mean "
            "'use_aggregator'?",
            id="old spelling",
        ),
        pytest.param(
            {"xyz": 1},
            TypeError,
            "compute() got an unexpected keyword argument 'xyz'; valid: predictions, references",
            id="unknown option",
        ),
        pytest.param({"rouge_types": ["rougel"]}, ValueError, "Invalid rouge type", id="type"),
        pytest.param({"rouge_types": ["rouge0"]}, ValueError, "rouge_types[0] is 'rouge0'", id="0"),
        pytest.param({"measures": ["f1"]}, ValueError, "measures[0] is 'f1'", id="measure"),
        pytest.param({"confidence_interval": 95}, ValueError, "confidence_interval is 95", id="95"),
        pytest.param({"n_resamples": 0}, ValueError, "n_resamples is 0", id="resamples"),
        pytest.param({"on_null": "drop"}, ValueError, "on_null is 'drop'", id="on_null"),
        pytest.param({"multi_reference": "max"}, ValueError, "multi_reference is 'max'", id="mode"),
        pytest.param({"tokenizer": "words"}, ValueError, "tokenizer is 'words'", id="tokenizer"),
        pytest.param({"tokenizer": 5}, ValueError, "tokenizer is 5", id="no tokenizer"),
    ],
)
def test_bad_options_are_refused_before_rows_are_written(on_disk, options, error, message):
    on_disk.add(prediction="a", reference="a")
    refused(on_disk.compute, error, message, predictions=["b"], references=["c"], **options)

    assert len(on_disk) == 1
    assert on_disk.compute()["rouge1"] == 1.0


def test_a_tokenizer_that_fails_leaves_no_lock_and_no_file(on_disk, tmp_path):
    def fail(text):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        on_disk.add_batch(predictions=["a"], references=["a"])
        on_disk.compute(tokenizer=fail)
    no_lock_is_held(tmp_path)

    assert on_disk.compute(predictions=["a"], references=["a"])["rouge1"] == 1.0
    assert not list(tmp_path.rglob("*.arrow"))


# --- warnings --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "options", "remedy"),
    [
        pytest.param(("кот спит", "кот"), {}, 'tokenizer="unicode"', id="dropped letters"),
        pytest.param(
            ("a b", "a c"), {"rouge_types": ["rougeLsum"]}, "split_summaries=True", id="newlines"
        ),
        pytest.param(
            ("a b", "a c"),
            {"use_stemmer": True, "tokenizer": str.split},
            "use_stemmer=True has no effect with tokenizer=custom(builtins.str.split)",
            id="stemmer",
        ),
    ],
)
@pytest.mark.parametrize("way", ["compute", "add"])
def test_warnings_come_once_and_point_at_the_call(rouge, rows, options, remedy, way):
    pred, ref = rows
    given = {"predictions": [pred, pred], "references": [ref, ref]}
    if way == "add":
        rouge.add_batch(**given)
        given = {}
    with pytest.warns(UserWarning, match=re.escape(remedy)) as caught:
        rouge.compute(**given, **options)

    assert [found.filename for found in caught] == [__file__]


@pytest.mark.parametrize(
    ("rows", "options"),
    [
        pytest.param(("hello there", "hello"), {}, id="plain call"),
        pytest.param(("кот", "кот"), {"tokenizer": str.split}, id="own tokenizer"),
        pytest.param(("One. Two.", "One."), {"split_summaries": True}, id="sentences found"),
        pytest.param(("cats", "cat"), {"use_stemmer": True}, id="stemmer"),
        pytest.param(("One. Two.", "One."), {"rouge_types": ["rougeL"]}, id="no rougeLsum"),
    ],
)
def test_no_warning(rouge, rows, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rouge.compute(predictions=[rows[0]], references=[rows[1]], **options)
