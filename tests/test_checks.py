"""Row checks: which containers pass, which rows are refused and in what words."""

from __future__ import annotations

import re
import tempfile
import time
import warnings

import datasets
import numpy as np
import pandas as pd
import polars
import pyarrow as pa
import pytest
from evaluate_rouge import (
    RougeScorer,
    columns,
    for_trainer,
    options,
    overlap,
    rouge_l,
    rouge_lsum,
    rouge_n,
    scripts,
)
from evaluate_rouge.rouge155 import Rouge155
from hypothesis import given
from hypothesis import strategies as st
from loading import load_metric


class Name(str):
    """A text of another type, whose own str() says something else."""

    __slots__ = ()

    def __str__(self) -> str:
        return "something else"


TWO = ["a b", "c"]


@pytest.mark.parametrize(
    "column",
    [
        pytest.param(TWO, id="list"),
        pytest.param(tuple(TWO), id="tuple"),
        pytest.param((text for text in TWO), id="generator"),
        pytest.param({1: "a b", 2: "c"}.values(), id="values of a dict"),
        pytest.param(np.array(TWO), id="NumPy array"),
        pytest.param(np.array(TWO, dtype=object), id="NumPy array of objects"),
        pytest.param(pa.array(TWO), id="Arrow array"),
        pytest.param(pa.chunked_array([["a b"], ["c"]]), id="Arrow chunked array"),
        pytest.param(pa.array(TWO).dictionary_encode(), id="Arrow dictionary array"),
        pytest.param(pd.Series(TWO, index=[7, 9]), id="Series without label 0"),
        pytest.param(pd.Series(TWO, dtype="string"), id="Series of strings"),
        pytest.param(pd.Series(TWO, dtype="category"), id="Series of categories"),
        pytest.param(datasets.Dataset.from_dict({"x": TWO})["x"], id="column of a dataset"),
        pytest.param([Name("a b"), np.str_("c")], id="subclasses of str"),
    ],
)
def test_any_ordered_container_becomes_a_list_of_plain_texts(column):
    pred, ref = options.check_rows(column, TWO)

    assert pred == ref == TWO
    assert set(map(type, pred)) == {str}


@pytest.mark.parametrize(
    "references",
    [
        pytest.param([["a", "b"], ["c"]], id="lists"),
        pytest.param([("a", "b"), ("c",)], id="tuples"),
        pytest.param([np.array(["a", "b"]), np.array(["c"])], id="NumPy arrays"),
        pytest.param(pa.array([["a", "b"], ["c"]]), id="Arrow lists"),
        pytest.param(pd.Series([["a", "b"], ["c"]], index=[3, 4]), id="Series of lists"),
        pytest.param(
            datasets.Dataset.from_dict({"x": [["a", "b"], ["c"]]})["x"], id="column of a dataset"
        ),
        pytest.param([[Name("a"), np.str_("b")], ["c"]], id="subclasses of str"),
        pytest.param((list(row) for row in ("ab", "c")), id="generator of lists"),
    ],
)
def test_several_references(references):
    _, ref = options.check_rows(TWO, references)

    assert ref == [["a", "b"], ["c"]]
    assert {type(text) for row in ref for text in row} == {str}


def test_several_references_in_an_array():
    assert options.check_rows(TWO, np.array([["a", "b"], ["c", "d"]]))[1] == [
        ["a", "b"],
        ["c", "d"],
    ]


def test_polars_series():
    assert options.check_rows(polars.Series(TWO), polars.Series([["a"], ["b"]])) == (
        TWO,
        [["a"], ["b"]],
    )


NULLS = [
    pytest.param(None, "null (None)", id="None"),
    pytest.param(float("nan"), "null (nan)", id="NaN"),
    pytest.param(np.float32("nan"), f"null ({np.float32('nan')!r})", id="NumPy's NaN"),
    pytest.param(pd.NA, "null (<NA>)", id="pandas' NA"),
    pytest.param(pd.NaT, "null (NaT)", id="pandas' NaT"),
]
NO_TEXTS = [
    pytest.param(5, "int 5", id="int"),
    pytest.param(0.5, "float 0.5", id="float"),
    pytest.param(True, "bool True", id="bool"),
    pytest.param(b"a", "bytes b'a'", id="bytes"),
    pytest.param({"text": "a"}, "dict {'text': 'a'}", id="dict"),
    pytest.param({"a"}, "set {'a'}", id="set"),
    pytest.param(object, "type <class 'object'>", id="type"),
]
PLACES = [
    pytest.param(lambda bad: ([bad, "b"], TWO), "predictions[0]", id="first prediction"),
    pytest.param(lambda bad: (["a", bad], TWO), "predictions[1]", id="later prediction"),
    pytest.param(lambda bad: (TWO, [bad, "b"]), "references[0]", id="first reference"),
    pytest.param(lambda bad: (TWO, ["a", bad]), "references[1]", id="later reference"),
    pytest.param(lambda bad: (TWO, [[bad, "b"], ["a"]]), "references[0][0]", id="first of a list"),
    pytest.param(
        lambda bad: (TWO, [["a"], ["b", bad]]), "references[1][1]", id="inside a later list"
    ),
    pytest.param(lambda bad: (TWO, [["a"], bad]), "references[1]", id="in place of a list"),
]


def starts(text: str) -> str:
    return "^" + re.escape(text)


@pytest.mark.parametrize(("place", "name"), PLACES)
@pytest.mark.parametrize(("null", "found"), NULLS)
def test_null_is_refused(null, found, place, name):
    with pytest.raises(ValueError, match=starts(f"{name} is {found}; drop the row or fill it")):
        options.check_rows(*place(null))


@pytest.mark.parametrize(("place", "name"), PLACES)
@pytest.mark.parametrize(("bad", "found"), NO_TEXTS)
def test_what_is_no_text_is_refused(bad, found, place, name):
    with pytest.raises(TypeError, match=starts(f"{name} is {found}; a text (str) is wanted")):
        options.check_rows(*place(bad))


@pytest.mark.parametrize(("place", "name"), PLACES)
@pytest.mark.parametrize(("null", "found"), NULLS)
def test_null_is_let_through(null, found, place, name):
    pred, ref = options.check_rows(*place(null), on_null="null")
    is_null = [row in (None, [None]) for row in (pred if "predictions" in name else ref)]
    row = int(name.split("[")[1][0])

    assert is_null == [k == row for k in range(2)]


@pytest.mark.parametrize(
    ("column", "found"),
    [
        pytest.param("abc", "str 'abc'", id="text"),
        pytest.param(np.str_("abc"), f"str_ {np.str_('abc')!r}", id="NumPy's text"),
        pytest.param(b"abc", "bytes b'abc'", id="bytes"),
        pytest.param({"a": "b"}, "dict {'a': 'b'}", id="dict"),
        pytest.param({"a"}, "set {'a'}", id="set, which has no order"),
        pytest.param(5, "int 5", id="number"),
        pytest.param(None, "NoneType None", id="None"),
        pytest.param(np.array("abc"), "ndarray array('abc'", id="array without a row"),
        pytest.param(pd.DataFrame({"a": ["b"]}), "DataFrame ", id="table"),
        pytest.param(datasets.Dataset.from_dict({"a": ["b"]}), "Dataset ", id="data set"),
    ],
)
@pytest.mark.parametrize("argument", ["predictions", "references"])
def test_what_is_no_column_is_refused(column, found, argument):
    columns = {"predictions": ["a"], "references": ["a"], argument: column}

    with pytest.raises(TypeError, match=starts(f"{argument} is {found}")):
        options.check_rows(**columns)


@pytest.mark.parametrize(
    ("references", "message"),
    [
        pytest.param(
            ["a", ["b"]], "references[1] is a list of texts (list ['b'])", id="list later"
        ),
        pytest.param([["a"], "b"], "references[1] is one text (str 'b')", id="text later"),
        pytest.param([["a"], []], "references[1] is empty", id="no reference later"),
        pytest.param([[], ["a"]], "references[0] is empty", id="no reference first"),
        pytest.param([["a"], [["b"]]], "references[1][0] is list ['b']", id="too deep"),
        pytest.param(["a"], "Mismatch in the number of predictions (2)", id="too few"),
        pytest.param(["a"] * 3, "Mismatch in the number of predictions (2)", id="too many"),
    ],
)
def test_shape_is_refused(references, message):
    with pytest.raises((ValueError, TypeError), match=starts(message)):
        options.check_rows(TWO, references)


@pytest.mark.parametrize(
    ("several", "references"),
    [
        pytest.param(True, ["a", "b"], id="texts after lists"),
        pytest.param(False, [["a"], ["b"]], id="lists after texts"),
    ],
)
def test_shape_of_earlier_batches_holds(several, references):
    with pytest.raises(
        ValueError, match=starts("references[0] is ") + ".*but earlier batches hold"
    ):
        options.check_rows(TWO, references, several=several)


def test_tokens_as_a_prediction_are_refused():
    with pytest.raises(TypeError, match=starts("predictions[0] is list ['a', 'b']; a text (str)")):
        options.check_rows([["a", "b"]], ["a b"])


def test_one_row_is_named_without_a_row_number():
    with pytest.raises(ValueError, match=starts("prediction is null (None)")):
        options.check_row(None, "a")
    with pytest.raises(TypeError, match=starts("reference[1] is int 5")):
        options.check_row("a", ["a", 5])


def test_no_rows_are_fine_here():
    assert options.check_rows([], []) == ([], [])


def test_long_values_are_cut():
    with pytest.raises(TypeError) as error:
        options.check_rows([{"text": "x" * 1000}], ["a"])

    assert len(str(error.value)) < 150


def test_a_list_of_texts_costs_well_under_a_microsecond_a_row():
    rows = ["some text of a row"] * 10_000
    seconds = []
    for _ in range(5):
        start = time.perf_counter()
        options.check_rows(rows, rows)
        seconds.append(time.perf_counter() - start)

    assert min(seconds) / len(rows) < 0.5e-6


# --- rows in an Arrow file -------------------------------------------------------------

# The mark itself, what it is followed by, and surrogates at both ends of their range.
nasty = st.sampled_from(["a", "\ufdd0", "\0", "\ue000", "\ud800", "\udfff", "\ud83d", "\U0001f600"])
nasty_texts = st.lists(nasty, max_size=5).map("".join)


@given(st.lists(st.none() | nasty_texts))
def test_stored_rows_come_back(rows):
    stored = options.storable(rows)

    assert pa.array(stored, pa.string()).to_pylist() == stored
    assert options.restored(stored) == rows


@given(st.lists(st.lists(nasty_texts, min_size=1) | st.just([None])))
def test_stored_lists_come_back(rows):
    stored = options.storable(rows)

    assert pa.array(stored, pa.list_(pa.string())).to_pylist() == stored
    assert options.restored(stored) == rows


def test_plain_rows_are_not_copied():
    rows = ["a", "\u00e9\U0001f600"]

    assert options.storable(rows) is rows
    assert options.restored(rows) is rows


# --- options ---------------------------------------------------------------------------


def test_choice_names_the_nearest():
    with pytest.raises(ValueError, match=starts("on_null is 'nul'; did you mean 'null'? Valid: ")):
        options.check_choice("on_null", "nul", ("raise", "null"))


@pytest.mark.parametrize(
    ("measures", "listed"),
    [
        pytest.param(None, ["fmeasure"], id="none"),
        pytest.param("recall", ["recall"], id="one text"),
        pytest.param(("recall", "precision"), ["recall", "precision"], id="order kept"),
    ],
)
def test_measures_are_listed_in_the_order_asked_for(measures, listed):
    assert options.check_measures(measures) == listed


@pytest.mark.parametrize("measures", [[], ["f1"], [None], "p"])
def test_measures_are_refused(measures):
    with pytest.raises(ValueError, match=r"^measures"):
        options.check_measures(measures)


@pytest.mark.parametrize(
    ("n_resamples", "interval", "use_aggregator", "message"),
    [
        pytest.param(0, None, True, "n_resamples is 0", id="no resamples"),
        pytest.param(1.5, None, True, "n_resamples is 1.5", id="half a resample"),
        pytest.param(True, None, True, "n_resamples is True", id="a flag"),
        pytest.param(10, 95, True, "confidence_interval is 95", id="per cent"),
        pytest.param(10, "0.9", True, "confidence_interval is '0.9'", id="text"),
        pytest.param(10, True, True, "confidence_interval is True", id="a flag for an interval"),
        pytest.param(10, float("nan"), True, "confidence_interval is nan", id="NaN"),
        pytest.param(10, 0.9, False, "confidence_interval needs use_aggregator", id="of one row"),
    ],
)
def test_resampling_is_refused(n_resamples, interval, use_aggregator, message):
    with pytest.raises(ValueError, match=starts(message)):
        options.ReportOptions(
            n_resamples=n_resamples, confidence_interval=interval, use_aggregator=use_aggregator
        ).check()


@pytest.mark.parametrize("interval", [None, 0, 0.0, 0.95, 1, np.float32(0.5)])
def test_resampling_passes(interval):
    options.ReportOptions(n_resamples=np.int64(10), confidence_interval=interval).check()


# --- warnings --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "share"),
    [
        pytest.param(
            ["кот спит", "a cat"],
            "dropped 100% of the letters of 1 of 2 texts (50.0%)",
            id="one of two",
        ),
        pytest.param(
            ["我买了3本书 GPT"], "dropped 56% of the letters of 1 of 1 texts (100.0%)", id="mixed"
        ),
        pytest.param(["हिन्दी"], "1 of 1 texts", id="vowel signs"),
    ],
)
def test_dropped_letters_warn(texts, share):
    with pytest.warns(UserWarning, match=re.escape(share)) as caught:
        options.advise(options.advice(DEFAULT, texts), 1)

    assert len(caught) == 1
    assert 'tokenizer="unicode"' in str(caught[0].message)
    assert caught[0].filename == __file__


DEFAULT = options.Options(rouge_types=("rouge1",)).resolved()
ENGLISH = "The mayor of the town spoke for an hour about money, roads and schools. " * 20


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("plain text", id="ASCII"),
        pytest.param("\u201cquoted\u201d \u2014 and dashed\u2026", id="typography"),
        pytest.param(ENGLISH + "Zo\u00eb and Ren\u00e9", id="a few names in English news"),
        pytest.param("", id="empty"),
        pytest.param("\u2014 1984 \u2014", id="digits are kept"),
        pytest.param("300 \u212a", id="the Kelvin sign is a letter k"),
    ],
)
def test_nothing_to_say(text):
    assert options.advice(DEFAULT, [text]) == []


@pytest.mark.parametrize(
    ("texts", "n_hit", "n_all"),
    [
        pytest.param(["Zo\u00eb ate na\u00efve cake"], 2, 4, id="inside and at the end"),
        pytest.param(["re\u0301sume\u0301 cafe"], 1, 2, id="marks that stand alone"),
        pytest.param(["\u0130stanbul is big"], 1, 3, id="the Turkish I with a dot"),
        pytest.param(["Das H\u00e4uschen", "a plain text of six words"], 1, 8, id="two texts"),
        pytest.param(["\u4e00 nineteen"], 1, 2, id="one foreign letter"),
    ],
)
def test_cut_words_are_told(texts, n_hit, n_all):
    (fact,) = options.advice(DEFAULT, texts)

    assert (fact.kind, fact.n_hit, fact.n_all) == ("words", n_hit, n_all)
    assert f"{n_hit} of {n_all} words" in fact.told()
    assert (
        options.advice(options.Options(tokenizer="unicode", rouge_types=()).resolved(), texts) == []
    )


def test_a_blank_at_the_end_of_a_text_begins_no_sentence():
    """Texts are joined to be looked at, and the next one does not go on from the last."""
    record = options.Options(rouge_types=("rougeLsum",)).resolved()

    assert options.advice(record, ["One. ", "Two. "]) == []
    (fact,) = options.advice(record, ["One. Two."])
    assert fact.kind == "lines"


def test_plain_texts_count_wherever_they_stand():
    """Texts are looked at some thousands at a time; one name at the end is no per cent of them."""
    texts = ["a plain text"] * options.LOOK + ["Zo\u00eb"]

    assert options.advice(DEFAULT, texts) == []
    assert options.advice(DEFAULT, texts[::-1]) == []


@pytest.mark.parametrize("tokenizer", ["default", "unicode", "character"])
def test_texts_without_tokens_are_told(tokenizer):
    record = options.Options(rouge_types=("rouge1",), tokenizer=tokenizer).resolved()

    (fact,) = options.advice(record, ["...", "a", " \n", "", "\u2014 _ \U0001f600", "1"])

    assert (fact.kind, fact.n_hit, fact.n_all) == ("tokens", 2, 6)
    assert all(
        not scripts.named_tokenizer(tokenizer).words(text)[0] for text in ["...", "\u2014 _"]
    )
    assert options.advice(options.Options(tokenizer="whitespace").resolved(), ["...", "..."]) == []


@pytest.mark.parametrize(
    ("prediction", "reference", "said"),
    [
        pytest.param(
            "Zo\u00eb", "Zo\u00e9", ['"Zo\u00eb" matches "Zo\u00e9" by "Zo"'], id="by what is left"
        ),
        pytest.param("Zo\u00eb", "zo", ['"Zo\u00eb" matches "zo" by "Zo"'], id="a whole word"),
        pytest.param("zo", "Zo\u00eb", ['"zo" matches "Zo\u00eb" by "zo"'], id="the other way"),
        pytest.param("Zo\u00eb", "zo\u00eb", [], id="the same word"),
        pytest.param("...", "a", ['the prediction, "...", holds no token'], id="no token"),
        pytest.param(
            "\u043a\u043e\u0442 a", "a", ['"\u043a\u043e\u0442" is dropped'], id="dropped"
        ),
        pytest.param("the cat", "a cat", [], id="ASCII"),
    ],
)
def test_advice_on_a_pair(prediction, reference, said):
    assert options.advice_on_pair(DEFAULT, prediction, reference) == said
    unicode = options.Options(tokenizer="unicode").resolved()
    if prediction != "...":
        assert options.advice_on_pair(unicode, prediction, reference) == []


@pytest.mark.parametrize(
    ("texts", "asked", "warns"),
    [
        pytest.param(["one sentence"], True, True, id="asked for"),
        pytest.param(["one sentence"], False, False, id="one sentence, by default"),
        pytest.param(["One. Two."], False, True, id="two sentences, by default"),
        pytest.param(["One. Two.", "One.\nTwo."], True, False, id="a newline somewhere"),
        pytest.param([], True, False, id="no texts"),
        pytest.param(["version 3.5"], False, False, id="a point inside a number"),
    ],
)
def test_missing_newlines(texts, asked, warns):
    record = options.Options(rouge_types=("rougeLsum",)).resolved()
    found = options.advice(record, texts, has_named_types=asked)

    assert [fact.kind for fact in found] == ["lines"] * warns
    split = options.Options(rouge_types=("rougeLsum",), split_summaries=True).resolved()
    assert options.advice(split, texts, has_named_types=asked) == []


# Every door that is told something by one of the texts, and the call that does it.
def of_scorer():
    RougeScorer(["rouge1"]).score_batch(["\u043a\u043e\u0442"], ["a cat"])


def of_one_pair():
    RougeScorer(["rouge1"]).score("\u043a\u043e\u0442", "a cat")


def of_several():
    RougeScorer(["rouge1"]).score_multi(["\u043a\u043e\u0442"], "a cat")


def of_columns():
    columns.rouge_score(["a cat"], ["\u043a\u043e\u0442"])


def of_trainer():
    class Decoder:
        def batch_decode(self, sequences, skip_special_tokens=False):
            return ["\u043a\u043e\u0442" for _ in sequences]

    for_trainer(Decoder(), RougeScorer(["rouge1"]))((np.array([[1]]), np.array([[2]])))


DOORS = [of_scorer, of_one_pair, of_several, of_columns, of_trainer]


@pytest.mark.parametrize("door", DOORS)
def test_every_door_gives_advice_once_a_call(door):
    with pytest.warns(options.RougeWarning, match="dropped 100% of the letters") as caught:
        door()

    assert len(caught) == 1


@pytest.mark.parametrize("door", DOORS)
def test_advice_is_silenced_by_the_environment_and_by_a_filter(door, monkeypatch):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", category=options.RougeWarning)
        door()
    monkeypatch.setenv(options.ADVICE_VARIABLE, "off")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        door()


def test_a_scorer_tells_each_thing_once_where_pairs_are_scored_one_by_one():
    scorer = RougeScorer(["rouge1", "rougeLsum"])
    with pytest.warns(options.RougeWarning) as caught:
        for _ in range(50):
            scorer.score("\u043a\u043e\u0442", "One. Two.")

    assert len(caught) == 2
    assert all(found.filename == __file__ for found in caught)


def test_a_batch_points_at_its_caller():
    with pytest.warns(options.RougeWarning) as caught:
        of_scorer()

    assert caught[0].filename == __file__


class Ids:
    """What a Trainer decodes ids with."""

    pad_token_id = 0

    def batch_decode(self, rows, skip_special_tokens=False):
        return [" ".join(map(str, row)) for row in rows]


NO_ROWS = [
    pytest.param({"a", "b"}, id="set"),
    pytest.param(frozenset("ab"), id="frozenset"),
    pytest.param({"a": 1, "b": 2}, id="dict"),
    pytest.param(pd.DataFrame({"a": TWO, "b": TWO}), id="DataFrame"),
    pytest.param(polars.DataFrame({"a": TWO, "b": TWO}), id="Polars"),
    pytest.param(pa.table({"a": TWO, "b": TWO}), id="Arrow table"),
]


@pytest.mark.parametrize("given", NO_ROWS)
@pytest.mark.parametrize(
    ("argument", "call"),
    [
        ("targets", lambda x: RougeScorer("rouge1").score_batch(x, TWO)),
        ("predictions", lambda x: RougeScorer("rouge1").score_batch(TWO, x)),
        ("targets[0]", lambda x: RougeScorer("rouge1").score_batch([x, ["a"]], TWO)),
        ("targets", lambda x: RougeScorer("rouge1").score_multi(x, "a")),
        ("prediction", lambda x: columns.rouge_score(x, TWO)),
        ("target", lambda x: columns.rouge_score(TWO, x)),
        ("predictions", lambda x: Rouge155().evaluate(x, TWO)),
        ("references", lambda x: Rouge155().evaluate(TWO, x)),
        ("references[0]", lambda x: Rouge155().evaluate(TWO, [x, ["a"]])),
        ("candidate", lambda x: rouge_n(x, TWO)),
        ("reference", lambda x: rouge_l(TWO, x)),
        ("candidate_sentences", lambda x: rouge_lsum(x, [TWO])),
        ("candidate_sentences[0]", lambda x: rouge_lsum([x], [TWO])),
        ("a", lambda x: overlap(x, TWO)),
        ("the tokenizer", lambda x: RougeScorer("rouge1", tokenizer=lambda _: x).score("a", "a")),
        ("references", lambda x: for_trainer(Ids(), references=x)),
        ("references[0]", lambda x: for_trainer(Ids(), references=[x, ["a"]])),
    ],
)
def test_what_has_no_order_or_is_a_table_is_refused_by_every_door(given, argument, call):
    with pytest.raises(TypeError, match=rf"^{re.escape(argument)} .*(is|returned)"):
        call(given)


class Counting:
    """A sequence whose items differ at every look."""

    def __init__(self):
        self.n_looks = 0

    def __len__(self):
        return 2

    def __getitem__(self, place):
        if place >= 2:
            raise IndexError
        self.n_looks += 1
        return f"w{self.n_looks}"


@pytest.mark.parametrize(
    "call",
    [
        lambda x: RougeScorer("rouge1").score_batch(x, ["w1", "w2"])["rouge1"][:, 2].tolist(),
        lambda x: RougeScorer("rouge1").score_batch(["w1", "w2"], x)["rouge1"][:, 2].tolist(),
        lambda x: RougeScorer("rouge1").score_multi(x, "w1")["rouge1"][2:],
        lambda x: options.check_rows(x, TWO)[0] == ["w1", "w2"],
        lambda x: Rouge155(max_n=1).evaluate(x, ["w1", "w2"]).averages["ROUGE-1"].recall[:1],
        lambda x: Rouge155(max_n=1).evaluate(["w1", "w2"], x).averages["ROUGE-1"].recall[:1],
    ],
    ids=["targets", "predictions", "score_multi", "compute", "rouge155", "rouge155 references"],
)
def test_what_changes_between_two_looks_is_looked_at_once(call):
    changing = Counting()

    assert call(changing) in ([1.0, 1.0], (1.0,), True)
    assert changing.n_looks == 2


LAZY = {
    "generator": lambda rows: (row for row in rows),
    "map": lambda rows: map(str, rows),
    "reversed": lambda rows: reversed([*reversed(rows)]),
    "keys of a dict": lambda rows: dict.fromkeys(rows).keys(),
    "values of a dict": lambda rows: dict(enumerate(rows)).values(),
    "part of a NumPy array": lambda rows: np.array([*rows, "z"])[:-1],
    "Series cut from a frame": lambda rows: pd.DataFrame({"x": ["z", *rows]})[1:]["x"],
    "Arrow array cut": lambda rows: pa.array(["z", *rows])[1:],
    "Arrow array in chunks": lambda rows: pa.chunked_array([rows[:1], rows[1:]]),
    "Polars": polars.Series,
    "column of a dataset": lambda rows: datasets.Dataset.from_dict({"x": rows})["x"],
    "column read from a stream": lambda rows: datasets.Dataset.from_dict(
        {"x": rows}
    ).to_iterable_dataset()["x"],
    "changes between two looks": lambda rows: Once(rows),
    "memory map": lambda rows: mapped(rows),
}


class Once:
    """A container whose items are gone after one look."""

    def __init__(self, rows):
        self.rows = [*rows]

    def __iter__(self):
        while self.rows:
            yield self.rows.pop(0)


def mapped(rows):
    """Rows in a file, as NumPy maps it."""
    with tempfile.TemporaryFile() as file:
        found = np.memmap(file, dtype="U8", mode="w+", shape=len(rows))
    found[:] = rows
    return found


@pytest.fixture(scope="module")
def metric(tmp_path_factory):
    return load_metric(tmp_path_factory.mktemp("metric"))


def computed(metric, predictions, references):
    options = {"rouge_types": ["rouge1"], "use_aggregator": False}
    return metric.compute(predictions=predictions, references=references, **options)


ROWS = ["a b", "c d e", "f"]
IDS = np.array([[1, 2], [3, 4], [5, 6]])


@pytest.mark.parametrize("lazy", LAZY.values(), ids=LAZY)
@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda m, x: [*RougeScorer("rouge1").score_batch(ROWS, x)], id="predictions"),
        pytest.param(lambda m, x: [*RougeScorer("rouge1").score_batch(x, ROWS)], id="targets"),
        pytest.param(
            lambda m, x: [*RougeScorer("rouge1").score_batch([x], ["a"])], id="targets[0]"
        ),
        pytest.param(lambda m, x: RougeScorer("rouge1").score_multi(x, "a b"), id="score_multi"),
        pytest.param(lambda m, x: computed(m, x, ROWS), id="compute"),
        pytest.param(lambda m, x: computed(m, ROWS, x), id="compute, references"),
        pytest.param(lambda m, x: computed(m, ["a b"], [x]), id="compute, references[0]"),
        pytest.param(lambda m, x: columns.rouge_score(x, ROWS, "rouge1").to_pylist(), id="columns"),
        pytest.param(
            lambda m, x: columns.rouge_score(ROWS, x, "rouge1").to_pylist(), id="columns, target"
        ),
        pytest.param(lambda m, x: Rouge155(max_n=1).evaluate(x, ROWS).averages, id="rouge155"),
        pytest.param(
            lambda m, x: Rouge155(max_n=1).evaluate(ROWS, x).averages, id="rouge155, references"
        ),
        pytest.param(lambda m, x: Rouge155().evaluate(ROWS, ROWS, ids=x).averages, id="ids"),
        pytest.param(lambda m, x: rouge_n(x, ROWS, 1), id="rouge_n"),
        pytest.param(lambda m, x: rouge_l(ROWS, x), id="rouge_l"),
        pytest.param(lambda m, x: rouge_lsum([x], [ROWS]), id="rouge_lsum"),
        pytest.param(lambda m, x: overlap(x, ROWS), id="overlap"),
        pytest.param(lambda m, x: for_trainer(Ids(), references=x)((IDS, IDS)), id="for_trainer"),
    ],
)
def test_what_can_be_looked_at_once_is_used_rightly(metric, call, lazy):
    assert call(metric, lazy(ROWS)) == call(metric, ROWS)


def test_a_row_that_is_a_table_or_has_no_order_is_refused_in_a_column(metric):
    for row in ({"a", "b"}, pd.DataFrame({"a": TWO})):
        with pytest.raises(
            TypeError, match=r"(?s)^references\[0\] is .*; a text \(str\) is wanted"
        ):
            computed(metric, ["a"], [row])


@pytest.mark.parametrize("text", ["a b", "a b\nc", "über"], ids=["plain", "lines", "letters"])
@pytest.mark.parametrize("tokenizer", ["whitespace", "character"])
def test_a_stemmer_without_effect_is_told_of_whatever_the_texts_are(text, tokenizer):
    scorer = RougeScorer("rouge1", use_stemmer=True, tokenizer=tokenizer)

    with pytest.warns(options.RougeWarning, match="use_stemmer=True has no effect"):
        scorer.score_batch([text], [text])
