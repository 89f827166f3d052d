"""Columns of text in, one struct column out: in any layout, the scores are those of the pair."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import n_examples

pa = pytest.importorskip("pyarrow", reason="columns need pyarrow")

from evaluate_rouge import RougeScorer, columns, scorer, scripts, text  # noqa: E402
from evaluate_rouge.scores import MODES  # noqa: E402

BOTH_ENGINES = True


def prf(precision, recall, fmeasure):
    return {"precision": precision, "recall": recall, "fmeasure": fmeasure}


def same(score):
    return prf(score, score, score)


# A published description of the expression, example by example: type, stemmer, prediction,
# target, output.
EXAMPLES = [
    pytest.param("rouge1", None, "你好", "你好", same(0.0), id="1 no tokens, though identical"),
    pytest.param("rouge1", None, "cat你好dog", "cat dog", same(1.0), id="1 others separate"),
    pytest.param("rouge1", None, "CAT 42", "cat 42", same(1.0), id="1 lowercased"),
    pytest.param("rouge1", None, "", "", same(0.0), id="1 empty"),
    pytest.param("rouge2", None, "the cat sat", "the cat slept", same(0.5), id="2 pairs of words"),
    pytest.param("rouge1", None, "the cat sat", "the cat sat", same(1.0), id="3 identical"),
    pytest.param("rouge_l", None, "cat sat", "sat cat", same(0.5), id="4 same order"),
    pytest.param(
        "rouge_lsum",
        None,
        "cat sat.\ndog ran.",
        "dog ran.\ncat sat.",
        same(1.0),
        id="5 newlines separate sentences",
    ),
    pytest.param(
        "rouge_lsum",
        None,
        "cat sat. dog ran.",
        "dog ran. cat sat.",
        same(0.5),
        id="5 punctuation does not",
    ),
    pytest.param(
        "rouge1",
        None,
        "the cat sat",
        "the cat slept",
        same(0.6666666666666666),
        id="6 single words",
    ),
    pytest.param("rouge1", True, "cars", "car", same(1.0), id="7 stemmed"),
    pytest.param(
        "rouge_lsum_sentences",
        None,
        "The dog ran. The cat sat.",
        "The cat sat. The dog ran.",
        same(1.0),
        id="8 detected sentences",
    ),
    pytest.param(
        "rouge_lsum_sentences",
        None,
        "Cat sat. Dog ran.",
        "Dog ran. Cat sat.",
        same(1.0),
        id="8 detected short sentences",
    ),
    pytest.param(
        "rouge3", None, "the cat sat down", "the cat sat still", same(0.5), id="9 three words"
    ),
    pytest.param("rouge3", None, "the cat", "the cat", same(0.0), id="9 too short"),
    pytest.param("rouge1", None, None, "target", None, id="10 null prediction"),
    pytest.param("rouge1", None, "prediction", None, None, id="10 null target"),
    pytest.param("rouge1", None, None, None, None, id="10 both null"),
]


@pytest.mark.parametrize(("rouge_type", "use_stemmer", "prediction", "target", "output"), EXAMPLES)
def test_worked_examples_of_each_type(rouge_type, use_stemmer, prediction, target, output):
    scored = columns.rouge_score([prediction], [target], rouge_type, use_stemmer)

    assert scored.to_pylist() == [output]


def test_type_of_the_result():
    scored = columns.rouge_score(["a"], ["b"])

    assert scored.type == pa.struct(
        [("precision", pa.float64()), ("recall", pa.float64()), ("fmeasure", pa.float64())]
    )
    assert isinstance(scored, pa.StructArray)


PREDICTIONS = ["the cat", None, "", "ab", "cd\nthe cat sat", "İstanbul K", "the the the", "x", None]
TARGETS = ["the cat sat", "a", "", "abcd", "the cat\ncd", "i stanbul k", None, "", None]


def pair_by_pair(predictions, targets, rouge_type, **options):
    scorer = RougeScorer([rouge_type], **options)
    return [
        None if None in pair else scorer.score(pair[1], pair[0])[rouge_type]._asdict()
        for pair in zip(predictions, targets, strict=True)
    ]


def encoded(texts):
    return [None if text is None else text.encode() for text in texts]


def dictionary_with_a_null_value(texts):
    """Nulls both in the indices and in the dictionary, as filters and joins leave them."""
    values = [*dict.fromkeys(text for text in texts if text is not None), None]
    first_null = texts.index(None)
    indices = [None if row == first_null else values.index(text) for row, text in enumerate(texts)]
    return pa.DictionaryArray.from_arrays(pa.array(indices, pa.int16()), pa.array(values))


def sliced(texts):
    """A view that starts in the middle of a byte of the validity bitmap, with texts around it."""
    padded = ["before", None, "the cat"] * 5 + texts + ["after", None]
    return pa.array(padded).slice(15, len(texts))


def with_text_under_nulls(texts):
    """Arrow allows any bytes under a null; they belong to nobody."""
    visible = pa.array(
        [text if text is not None else "ghost the cat" for text in texts], pa.string()
    )
    validity = pa.array([text is not None for text in texts], pa.bool_()).buffers()[1]
    return pa.StringArray.from_buffers(
        len(texts), visible.buffers()[1], visible.buffers()[2], validity
    )


def chunked(texts):
    return pa.chunked_array([texts[:1], [], texts[1:6], texts[6:]], type=pa.string())


LAYOUTS = {
    "list": list,
    "tuple": tuple,
    "numpy objects": lambda texts: np.array(texts, dtype=object),
    "string": pa.array,
    "large_string": lambda texts: pa.array(texts, pa.large_string()),
    "string_view": lambda texts: pa.array(texts, pa.string_view()),
    "binary": lambda texts: pa.array(encoded(texts), pa.binary()),
    "large_binary": lambda texts: pa.array(encoded(texts), pa.large_binary()),
    "binary_view": lambda texts: pa.array(encoded(texts), pa.binary_view()),
    "dictionary": lambda texts: pa.array(texts).dictionary_encode(),
    "dictionary of large_string": lambda texts: pa.array(
        texts, pa.large_string()
    ).dictionary_encode(),
    "dictionary with a null value": dictionary_with_a_null_value,
    "chunked": chunked,
    "chunked dictionary": lambda texts: chunked(texts).dictionary_encode(),
    "sliced": sliced,
    "sliced large_string": lambda texts: sliced(texts).cast(pa.large_string()),
    "sliced dictionary": lambda texts: (
        pa.array(["other", None, *texts]).dictionary_encode().slice(2)
    ),
    "chunk slices": lambda texts: pa.chunked_array([["x"], [None, *texts]]).slice(2),
    "text under nulls": with_text_under_nulls,
}


@pytest.mark.parametrize("prediction_layout", LAYOUTS.values(), ids=LAYOUTS.keys())
@pytest.mark.parametrize("target_layout", [pa.array, chunked, sliced])
def test_every_layout_of_strings_scores_the_same(prediction_layout, target_layout):
    scored = columns.rouge_score(prediction_layout(PREDICTIONS), target_layout(TARGETS), "rougeL")

    assert scored.to_pylist() == pair_by_pair(PREDICTIONS, TARGETS, "rougeL")


@pytest.mark.parametrize(
    "layout", [layout for name, layout in LAYOUTS.items() if "null value" not in name]
)
@pytest.mark.parametrize("texts", [[], ["", "", ""], ["a\n", "\na", "\n"], ["ab", "cd", "ab cd"]])
def test_layouts_of_edge_texts(layout, texts):
    scored = columns.rouge_score(layout(texts), layout(texts[::-1]), "rougeLsum")

    assert scored.to_pylist() == pair_by_pair(texts, texts[::-1], "rougeLsum")


@pytest.mark.parametrize(
    "nulls",
    [
        pytest.param([None, None], id="list"),
        pytest.param(pa.nulls(2), id="null type"),
        pytest.param(pa.nulls(2, pa.string()), id="string"),
        pytest.param(pa.nulls(2, pa.string_view()), id="string_view"),
        pytest.param(pa.nulls(3, pa.large_string())[1:], id="sliced"),
        pytest.param(pa.nulls(2, pa.dictionary(pa.int8(), pa.string())), id="dictionary"),
    ],
)
def test_all_null(nulls):
    assert columns.rouge_score(nulls, ["a", "b"]).to_pylist() == [None, None]
    assert columns.rouge_score(["a", "b"], nulls).to_pylist() == [None, None]


@pytest.mark.parametrize(
    "empty",
    [
        pytest.param([], id="list"),
        pytest.param(pa.array([], pa.string()), id="string"),
        pytest.param(pa.array(["a"])[1:], id="sliced"),
        pytest.param(pa.chunked_array([], pa.string()), id="no chunks"),
        pytest.param(pa.chunked_array([[], []], pa.string()), id="empty chunks"),
    ],
)
def test_an_empty_column_keeps_its_type(empty):
    scored = columns.rouge_score(empty, empty)

    assert scored.to_pylist() == []
    assert scored.type == columns.rouge_score(["a"], ["a"]).type


few_words = st.lists(st.sampled_from(["the", "cat", "Cats", "ran", "\n", ".", "42"]), max_size=8)
plain_texts = few_words.map(" ".join)
nasty_texts = st.text(alphabet="aZ0 \n\tİ\u212a\u017fé你👍\u0301\x00", max_size=12)
optional_texts = st.none() | plain_texts | nasty_texts


@given(
    st.lists(st.tuples(optional_texts, optional_texts), max_size=12),
    st.integers(min_value=0, max_value=12),
    st.integers(min_value=0, max_value=12),
    st.sampled_from([pa.string(), pa.large_string(), pa.string_view()]),
    st.booleans(),
    st.sampled_from(["default", "unicode", "character", "whitespace"]),
    st.sampled_from([1, 1 << 10]),
)
@n_examples(200)
def test_scores_are_those_of_the_pair(pairs, cut, start, layout, use_stemmer, tokenizer, long):
    """Cut into chunks at one place and sliced at another, on one side only.

    Rows of long texts are scored in the order of their length, and ``long`` says which are.
    """
    predictions = pa.array([pred for pred, _ in pairs], layout)
    targets = pa.array([ref for _, ref in pairs], pa.string())
    chunks = pa.chunked_array([predictions[:cut], predictions[cut:]], layout)
    kept = pairs[start:]

    for rouge_type in ("rouge1", "rougeLsum"):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(scorer, "LONG", long)
            scored = columns.rouge_score(
                chunks.slice(start), targets[start:], rouge_type, use_stemmer, tokenizer=tokenizer
            ).to_pylist()

        expected = pair_by_pair(
            [pred for pred, _ in kept],
            [ref for _, ref in kept],
            rouge_type,
            use_stemmer=use_stemmer,
            tokenizer=tokenizer,
        )
        assert scored == expected


@pytest.mark.parametrize("tokenizer", ["default", "unicode", "character", "whitespace"])
@pytest.mark.parametrize("layout", [pa.string(), pa.string_view()])
def test_no_string_is_made_for_a_row(monkeypatch, tokenizer, layout):
    """Except the few from which the size of chunks is estimated, when there are many rows."""
    module, name = (text, "default_runs") if tokenizer == "default" else (scripts, "_runs")
    cut, n_strings = getattr(module, name), []

    def counted(texts, *args):
        n_strings.append(len(texts))
        return cut(texts, *args)

    texts = [f"der Hund\nund caf\u00e9 \u4e2d\u6587 {row % 7}" for row in range(20_000)]
    others = texts[3:] + texts[:3]
    expected = RougeScorer("rougeLsum", tokenizer=tokenizer).score_batch(others, texts)
    monkeypatch.setattr(module, name, counted)
    scored = columns.rouge_score(
        pa.array(texts, layout), pa.array(others, layout), "rougeLsum", tokenizer=tokenizer
    )

    measures = [values.to_numpy() for values in scored.flatten()]
    assert np.array_equal(np.stack(measures, axis=1), expected["rougeLsum"])
    assert sum(n_strings) < 20


@pytest.mark.parametrize("layout", [pa.string(), pa.large_string(), pa.string_view()])
@pytest.mark.parametrize("tokenizer", ["default", "unicode"])
def test_long_texts_of_a_slice_are_scored_out_of_order(layout, tokenizer):
    words_of = [f"caf\u00e9 {row} the\ncat " * (40 * (row * 7 % 5 + 1)) for row in range(12)]
    predictions, targets = pa.array(words_of, layout), pa.array(words_of[::-1], layout)
    scored = columns.rouge_score(
        predictions[3:10], targets[3:10], "rougeLsum", tokenizer=tokenizer
    ).to_pylist()

    expected = pair_by_pair(words_of, words_of[::-1], "rougeLsum", tokenizer=tokenizer)
    assert scored == expected[3:10]


@pytest.mark.parametrize(
    ("text", "same_as"),
    [("\u212aelvin", "kelvin"), ("9\u0130n9", "9i n9"), ("\u4eaa\u212aat", "kat")],
)
def test_letters_that_lower_case_to_ascii(text, same_as):
    scored = columns.rouge_score(["", text, "x"], ["", same_as, "x"])

    assert scored.to_pylist() == [same(0.0), same(1.0), same(1.0)]


@pytest.mark.parametrize("rows", [[0, 1, 2], [2, 0], [1], [0, 2]])
def test_pieces_of_a_slice(rows):
    texts = pa.array(["a", "b", "caf\u00e9", "", "d e", "f"], pa.large_string())
    pieces = columns._pieces(texts[2:5], np.array(rows))

    assert b"\n".join(pieces).decode() == "\n".join(["caf\u00e9", "", "d e"][row] for row in rows)


def test_many_rows_are_scored_in_parts():
    """More text than one part holds: parts join up, nulls stay in their places."""
    predictions = [f"word{row} the cat" if row % 7 else None for row in range(60_000)]
    targets = [f"word{row // 2 * 2} the cat" for row in range(60_000)]

    scored = columns.rouge_score(predictions, targets)

    fmeasures = scored.field("fmeasure").to_pylist()
    expected = [None if row % 7 == 0 else (1.0 if row % 2 == 0 else 2 / 3) for row in range(60_000)]
    assert [None if row % 7 == 0 else value for row, value in enumerate(fmeasures)] == expected
    assert scored.null_count == expected.count(None)


@pytest.mark.parametrize(
    ("prediction", "target", "max_tokens", "is_null"),
    [
        pytest.param("a b c", "a", 3, False, id="prediction just fits"),
        pytest.param("a b c", "a", 2, True, id="prediction too long"),
        pytest.param("a", "a b c", 3, False, id="target just fits"),
        pytest.param("a", "a b c", 2, True, id="target too long"),
        pytest.param("...!?", "你好", 0, False, id="no tokens"),
        pytest.param("a", "", 0, True, id="one token is too many"),
        pytest.param("a\nb c", "a", 2, True, id="tokens of all sentences count"),
        pytest.param(None, "a", 1, True, id="null"),
    ],
)
@pytest.mark.parametrize("rouge_type", ["rouge1", "rougeLsum", "rouge_lsum_sentences"])
def test_max_tokens(prediction, target, max_tokens, is_null, rouge_type):
    scored = columns.rouge_score(
        ["x", prediction, "x y z w"], ["x", target, "x"], rouge_type, max_tokens=max_tokens
    )

    plain = columns.rouge_score([prediction], [target], rouge_type)
    assert scored[1].as_py() == (None if is_null else plain[0].as_py())
    assert scored[2].is_valid == (max_tokens >= 4)


def test_many_types_in_one_pass():
    types = ["rouge2", "rouge_l", "rougeLsum", "rouge_lsum_sentences"]

    scored = columns.rouge_scores(PREDICTIONS, TARGETS, types, use_stemmer=True)

    assert [field.name for field in scored.type] == types
    for name in types:
        alone = columns.rouge_score(PREDICTIONS, TARGETS, name, use_stemmer=True)
        together = scored.field(name)
        assert together.type == alone.type
        assert together.to_pylist() == alone.to_pylist()
    assert [score is None for score in scored.to_pylist()] == [
        None in pair for pair in zip(PREDICTIONS, TARGETS, strict=True)
    ]


def test_a_table_gets_a_column_for_each_type():
    table = pa.table({"id": range(9), "answer": PREDICTIONS, "gold": chunked(TARGETS)})

    scored = columns.add_rouge_scores(table, "answer", "gold", ["rouge1", "rougeL"])

    assert scored.column_names == ["id", "answer", "gold", "rouge1", "rougeL"]
    for name in ("rouge1", "rougeL"):
        expected = pair_by_pair(PREDICTIONS, TARGETS, name)
        assert scored[name].to_pylist() == expected
    assert scored["id"].to_pylist() == list(range(9))


@pytest.mark.parametrize("tokenizer", ["unicode", "character", "whitespace"])
def test_named_tokenizers(tokenizer):
    scored = columns.rouge_score(PREDICTIONS, TARGETS, "rouge1", tokenizer=tokenizer)

    assert scored.to_pylist() == pair_by_pair(PREDICTIONS, TARGETS, "rouge1", tokenizer=tokenizer)


def test_what_a_custom_tokenizer_gave_is_kept_for_one_part(monkeypatch):
    """Else the tokens of all rows would be held at the end."""
    monkeypatch.setattr(columns, "PART_ROWS", 2)
    asked = []
    columns.rouge_score(["a"] * 5, ["a"] * 5, tokenizer=lambda text: asked.append(text) or [text])

    assert asked == ["a"] * 3


@pytest.mark.parametrize("max_tokens", [None, 3])
def test_a_custom_tokenizer_is_asked_once_for_a_text_and_a_sentence(max_tokens):
    asked = []

    def tokenize(text):
        asked.append(text)
        return iter(text.split())

    predictions = ["A b.\nC d.", "e f", "g. H i j."]
    names = ["rouge1", "rougeL", "rougeLsum", "rouge_lsum_sentences"]
    scored = columns.rouge_scores(
        predictions, predictions, names, max_tokens=max_tokens, tokenizer=tokenize
    )

    assert len(asked) == len(set(asked))
    assert set(asked) >= {*predictions, "e f"}
    is_short = [max_tokens is None, True, max_tokens is None]
    assert scored.is_valid().to_pylist() == is_short


def test_a_language_decides_words():
    scored = columns.rouge_score(["кот спит", None], ["кот бежит", "a"], language="ru")

    assert scored.to_pylist() == [same(0.5), None]


def split_at_spaces(text):
    return text.split(" ")


def test_custom_tokenizer():
    scored = columns.rouge_score(["a-b c", None], ["c a-b d", "x"], tokenizer=split_at_spaces)

    assert scored.to_pylist() == [prf(1.0, 2 / 3, 0.8), None]


def test_polars_series():
    pl = pytest.importorskip("polars", reason="Polars is not installed")

    for kind in (pl.String, pl.Categorical):
        scored = columns.rouge_score(pl.Series(PREDICTIONS, dtype=kind), pl.Series(TARGETS))
        assert scored.to_pylist() == pair_by_pair(PREDICTIONS, TARGETS, "rouge1")


@pytest.mark.parametrize("kind", ["str", "object", "string", "string[pyarrow]", "category"])
def test_pandas_series(kind):
    """Any index, and every way pandas has to say that a text is missing."""
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    predictions = pd.Series(PREDICTIONS, index=range(9, 0, -1), dtype=kind)
    targets = pd.Series(TARGETS, index=list("abcdefghi"))

    scored = columns.rouge_score(predictions, targets)

    assert scored.to_pylist() == pair_by_pair(PREDICTIONS, TARGETS, "rouge1")


def test_pandas_nan_is_null():
    pd = pytest.importorskip("pandas", reason="pandas is not installed")

    scored = columns.rouge_score(pd.Series(["a", float("nan")], dtype=object), ["a", "nan"])

    assert scored.to_pylist() == [same(1.0), None]


BROKEN = pa.StringArray.from_buffers(
    2, pa.array([b"ok", b"a\xff"], pa.binary()).buffers()[1], pa.py_buffer(b"oka\xff")
)


@pytest.mark.parametrize(
    ("prediction", "target", "error", "message"),
    [
        pytest.param([1], ["a"], TypeError, "prediction.*int64", id="integers"),
        pytest.param(["a"], [1.5], TypeError, "target.*double", id="floats"),
        pytest.param([["a"]], ["a"], TypeError, "prediction.*list<item: string>", id="lists"),
        pytest.param(["a"], [[["a"]]], TypeError, "target.*list<item: list", id="lists of lists"),
        pytest.param(["a"], [[1]], TypeError, "target.*int64", id="lists of numbers"),
        pytest.param(["a", "b"], [["a"], []], ValueError, "target, row 1: an empty", id="no refs"),
        pytest.param(
            ["a"] * 3,
            [[b"a"], None, [b"b", b"x\xc0"]],
            ValueError,
            r"target, row 2.*UTF-8.*b'x\\xc0'",
            id="binary in lists",
        ),
        pytest.param(
            pa.array([1]).dictionary_encode(), ["a"], TypeError, "dictionary.*int64", id="codes"
        ),
        pytest.param(["a", 1], ["a", "b"], TypeError, "prediction", id="mixed"),
        pytest.param("ab", ["a", "b"], TypeError, "prediction is one str", id="bare string"),
        pytest.param(b"ab", ["a", "b"], TypeError, "prediction is one bytes", id="bare bytes"),
        pytest.param({"a": 1}, ["a"], TypeError, "prediction is a dict", id="dict"),
        pytest.param(None, ["a"], TypeError, "prediction is a NoneType", id="None"),
        pytest.param(7, ["a"], TypeError, "prediction is a int", id="number"),
        pytest.param(pa.table({"x": ["a"]}), ["a"], TypeError, "prediction is a Table", id="table"),
        pytest.param(["a"], ["a", "b"], ValueError, "1 and 2 rows", id="unequal lengths"),
        pytest.param([], ["a"], ValueError, "0 and 1 rows", id="empty against one"),
        pytest.param(
            [b"ok", None, b"a\xff"], ["a"] * 3, ValueError, r"prediction, row 2.*UTF-8", id="binary"
        ),
        pytest.param(
            ["a"] * 3,
            pa.array([b"\xe2\x82", b"ok", None, b"x\xc0"], pa.binary_view())[1:],
            ValueError,
            r"target, row 2.*UTF-8.*b'x\\xc0'",
            id="sliced binary view",
        ),
        pytest.param(["a", "b"], BROKEN, ValueError, "target, row 1.*UTF-8", id="broken string"),
        pytest.param(["\ud800"], ["a"], ValueError, "prediction.*surrogate", id="lone surrogate"),
    ],
)
def test_bad_columns(prediction, target, error, message):
    with pytest.raises(error, match=message):
        columns.rouge_score(prediction, target)


@pytest.mark.parametrize("prediction", [BROKEN, pa.array([b"ok", b"a\xff"])])
@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"tokenizer": "unicode"}, id="unicode"),
        pytest.param({"tokenizer": "whitespace"}, id="whitespace"),
        pytest.param({"tokenizer": str.split}, id="custom"),
        pytest.param({"rouge_type": "rouge_lsum_sentences"}, id="detected sentences"),
    ],
)
def test_broken_text_is_named_by_row_whatever_reads_it(prediction, options):
    for columns_of in ((prediction, ["a", "b"]), (["a", "b"], prediction)):
        with pytest.raises(ValueError, match="row 1: not valid UTF-8 at byte 1"):
            columns.rouge_score(*columns_of, **options)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        pytest.param({"rouge_type": "rouge_n"}, ValueError, "rouge_n", id="unknown type"),
        pytest.param({"rouge_type": "rougeLSum"}, ValueError, "rougeLsum", id="nearest type"),
        pytest.param({"rouge_type": ["rouge1"]}, TypeError, "rouge_type.*list", id="list"),
        pytest.param({"max_tokens": -1}, ValueError, "max_tokens.*-1", id="negative"),
        pytest.param({"max_tokens": "9"}, TypeError, "max_tokens.*str", id="text as a number"),
        pytest.param({"max_tokens": True}, TypeError, "max_tokens.*bool", id="truth as a number"),
        pytest.param({"tokenizer": "klingon"}, ValueError, "klingon", id="unknown tokenizer"),
        pytest.param({"language": "tlh"}, ValueError, "tlh", id="unknown language"),
    ],
)
def test_bad_options(options, error, message):
    """Refused whatever the rows are, even when there are none."""
    with pytest.raises(error, match=message):
        columns.rouge_score([], [], **options)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        pytest.param(("p", "x", ["rouge1"]), ValueError, "'x'.*p, t, rouge2", id="no such column"),
        pytest.param(("p", "t", ["rouge2"]), ValueError, "rouge2.*already", id="name taken"),
        pytest.param(("p", "t", []), ValueError, "rouge_types is empty", id="no types"),
        pytest.param(("p", "t", ["rouge1", "rouge1"]), ValueError, "rouge1.*twice", id="twice"),
        pytest.param(("p", "t", "rouge9x"), ValueError, "rouge9x", id="unknown type"),
        pytest.param(("p", "t", [["rouge1"]]), ValueError, "rouge_types.0.", id="nested types"),
    ],
)
def test_bad_table_calls(arguments, error, message):
    table = pa.table({"p": ["a"], "t": ["a"], "rouge2": [1]})

    with pytest.raises(error, match=message):
        columns.add_rouge_scores(table, *arguments)


def test_package_does_not_load_pyarrow():
    code = "import sys, evaluate_rouge; sys.exit('pyarrow' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- several references ------------------------------------------------------------------

LIST_PREDICTIONS = ["the cat sat", "a b\nc", None, "x", "q", "the old man", "K\u212a \u0130", ""]
LIST_TARGETS = [
    ["the cat", "a cat sat down", "the dog sat"],
    ["a b\nc"],
    ["never seen"],
    None,
    ["q", None],
    ["the man", "an old man and the sea"],
    ["kk", "i\u0307 kk"],
    ["a", ""],
]
SEEN = [0, 1, 5, 6, 7]


@pytest.mark.parametrize("mode", list(MODES))
@pytest.mark.parametrize("tokenizer", [None, "unicode", "whitespace", str.split])
def test_several_references_are_those_of_the_scorer(mode, tokenizer):
    types = ["rouge1", "rouge2", "rougeL", "rougeLsum", "rougeW1.2", "rougeSU4"]
    options = {"multi_reference": mode, "tokenizer": tokenizer, "beta": 2.0}

    found = columns.rouge_scores(LIST_PREDICTIONS, LIST_TARGETS, types, **options)

    expected = RougeScorer(types, **options).score_batch(
        [LIST_TARGETS[row] for row in SEEN], [LIST_PREDICTIONS[row] for row in SEEN]
    )
    assert np.flatnonzero(found.is_valid().to_numpy(False)).tolist() == SEEN
    for name in types:
        rows = found.field(name).drop_null().to_pylist()
        assert [list(row.values()) for row in rows] == expected[name].tolist()


@pytest.mark.parametrize(
    "kind",
    [
        pa.list_(pa.string()),
        pa.large_list(pa.large_string()),
        pa.list_(pa.string_view()),
        pa.list_(pa.binary()),
        pa.list_(pa.dictionary(pa.int8(), pa.string())),
        pa.list_view(pa.string()),
    ],
    ids=str,
)
def test_layouts_of_lists_and_slices_of_them(kind):
    whole = pa.array([["skipped"], *LIST_TARGETS], pa.list_(pa.string()))
    if pa.types.is_list_view(kind):
        targets = pa.array(whole.to_pylist(), kind)
    elif pa.types.is_dictionary(kind.value_type):
        targets = pa.array(whole.to_pylist(), pa.list_(kind.value_type))
    else:
        targets = whole.cast(kind)
    chunked = pa.chunked_array([targets[1:4], targets[4:]])

    found = columns.rouge_score(LIST_PREDICTIONS, chunked, "rougeL")

    assert (
        found.to_pylist()
        == columns.rouge_score(LIST_PREDICTIONS, LIST_TARGETS, "rougeL").to_pylist()
    )


def test_a_long_reference_of_several_makes_the_row_null():
    for tokenizer in (None, str.split):
        found = columns.rouge_score(
            ["a b", "a b", "a b c d"],
            [["a", "a b c"], ["a"], ["a"]],
            max_tokens=2,
            tokenizer=tokenizer,
        )

        assert found.is_valid().to_pylist() == [False, True, False]


# --- options -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"beta": 0.5},
        {"definition": "lin2004"},
        {"split_summaries": True},
        {"split_summaries": str.splitlines},
        {"language": "de", "use_stemmer": True},
    ],
    ids=str,
)
def test_options_and_a_ready_scorer_give_what_the_scorer_gives(options):
    types = ["rouge1", "rougeL", "rougeLsum", "rougeSU4"]
    pairs = ["The cat sat. It slept.", "Ein Haus"], ["It slept. The cat sat.", "Zwei H\u00e4user"]
    ready = RougeScorer(types, **options)
    expected = ready.score_batch(pairs[1], pairs[0])

    for found in (
        columns.rouge_scores(*pairs, types, **options),
        columns.rouge_scores(*pairs, scorer=ready),
    ):
        for name in types:
            rows = found.field(name).to_pylist()
            assert [list(row.values()) for row in rows] == expected[name].tolist()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        pytest.param({"beta": -1}, ValueError, "beta is -1", id="beta"),
        pytest.param({"betta": 1}, TypeError, "'betta'; did you mean 'beta'", id="unknown"),
        pytest.param(
            {"tokenizer": "default", "language": "ru"},
            ValueError,
            "a language goes with 'unicode'",
            id="language of the default",
        ),
        pytest.param({"scorer": "rouge1"}, TypeError, "a RougeScorer is wanted", id="no scorer"),
        pytest.param(
            {"scorer": RougeScorer("rouge1"), "beta": 2.0},
            ValueError,
            "beta given beside a scorer",
            id="beside a scorer",
        ),
        pytest.param(
            {"scorer": RougeScorer(["rouge1", "rouge2"])},
            ValueError,
            "rouge_score gives one type",
            id="scorer of two",
        ),
    ],
)
def test_wrong_options_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        columns.rouge_score(["a"], ["a"], **options)
