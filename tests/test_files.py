"""Files of every kind -> the texts that stand in them, and the line and column of what is wrong."""

from __future__ import annotations

import ast
import gc
import gzip
import json
import os
import re
import subprocess
import sys
import tracemalloc
from pathlib import Path

import cli_samples
import pytest
from evaluate_rouge.cli import options
from evaluate_rouge.files import readers, sources, streams
from evaluate_rouge.files.problems import DataError, UsageError
from evaluate_rouge.files.readers import Reading, Wanted
from hypothesis import given
from hypothesis import strategies as st

PREDICTION = Wanted("prediction")
REFERENCE = Wanted("reference", may_be_list=True)


def read(path, *wanted, given=None, **how):
    """All values of the wanted columns, one list each."""
    columns = [[] for _ in wanted]
    for chunk in readers.chunks(str(path), wanted, Reading(given, **how)):
        for column, values in zip(columns, chunk, strict=True):
            column.extend(values)
    return columns


def read_text(path):
    return read(path, PREDICTION)[0]


@pytest.fixture
def no_collection():
    """Collect no garbage: at the bottom of a recursion, what hypothesis then calls has no room."""
    gc.disable()
    yield
    gc.enable()


# --- text -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("octets", "texts"),
    [
        pytest.param(b"", [], id="nothing"),
        pytest.param(b"\n", [""], id="one empty text"),
        pytest.param(b"a", ["a"], id="no last line break"),
        pytest.param(b"a\nb\n", ["a", "b"], id="lines"),
        pytest.param(b"a\n\n\nb\n\n", ["a", "", "", "b", ""], id="empty lines are texts"),
        pytest.param(b"a\r\nb\r\n", ["a", "b"], id="CRLF"),
        pytest.param(b"a\rb\n", ["a\rb"], id="a lone CR ends no line"),
        pytest.param(b"\xef\xbb\xbfa\n", ["a"], id="byte order mark"),
        pytest.param(b"\xef\xbb\xbf", [], id="byte order mark alone"),
        pytest.param(b"a\n\xef\xbb\xbfb\n", ["a", "\ufeffb"], id="a mark later is text"),
        pytest.param(
            "a\u2028b\x85c\x0bd\x0ce\x1cf\n".encode(),
            ["a\u2028b\x85c\x0bd\x0ce\x1cf"],
            id="other breaks of Unicode",
        ),
        pytest.param("zwölf Bäume 猫\n".encode(), ["zwölf Bäume 猫"], id="beyond ASCII"),
        pytest.param("ab\né猫".encode("utf-16"), ["ab", "é猫"], id="UTF-16 with its mark"),
    ],
)
def test_a_text_file_is_a_text_a_line(tmp_path, octets, texts):
    path = tmp_path / "a.txt"
    path.write_bytes(octets)

    assert read_text(path) == texts


nasty = st.text(st.sampled_from("ab \r\x0b\x85\u2028é猫😀\ufeff"), max_size=6)


@given(texts=st.lists(nasty, max_size=8), piece=st.integers(1, 9), ends=st.booleans())
def test_pieces_of_any_size_give_the_same_lines(tmp_path_factory, texts, piece, ends):
    path = tmp_path_factory.mktemp("texts") / "a.txt"
    octets = "\n".join(texts).encode() + (b"\n" if ends and texts else b"")
    path.write_bytes(octets)
    decoded = octets.decode().removeprefix("\ufeff")
    lines = decoded.split("\n")
    expected = [line.removesuffix("\r") for line in (lines[:-1] if lines[-1] == "" else lines)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams, "PIECE", piece)
        assert read_text(path) == expected


@pytest.mark.parametrize(
    ("octets", "message"),
    [
        pytest.param(b"ok\nab\xffc\n", "a.txt:2:3: not UTF-8 text (byte 0xff)", id="no UTF-8"),
        pytest.param("é猫".encode() + b"\xc3\n", "a.txt:1:3: not UTF-8", id="in characters"),
        pytest.param(b"a\nb\0c\n", "a.txt:2:2: a null byte", id="binary"),
        pytest.param(b"\0" * 5000, "a.txt:1:1: a null byte", id="binary in one line"),
        pytest.param("a\n".encode("utf-16-le"), "a.txt:1:2: a null byte", id="UTF-16, no mark"),
        pytest.param(b"\x1f\x8bnonsense", "a.txt: damaged gzip data", id="no gzip after all"),
        pytest.param(b"\x28\xb5\x2f\xfdnonsense", "a.txt: damaged zstd data", id="no zstd"),
    ],
)  # fmt: skip
def test_what_is_no_text_is_refused_with_its_place(tmp_path, octets, message):
    if "zstd" in message:
        pytest.importorskip("pyarrow")
    path = tmp_path / "a.txt"
    path.write_bytes(octets)

    with pytest.raises(DataError) as raised:
        read_text(path)

    assert message in str(raised.value)


def test_the_place_counts_lines_of_earlier_pieces(tmp_path, monkeypatch):
    monkeypatch.setattr(streams, "PIECE", 16)
    path = tmp_path / "a.txt"
    path.write_bytes(b"some words\n" * 20 + b"bad: \xff\n")

    with pytest.raises(DataError, match=r"a\.txt:21:6: not UTF-8"):
        read_text(path)


def test_gzip_by_content_not_name(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(gzip.compress(b"a\nb\n") + gzip.compress(b"c\n"))  # two members

    assert read_text(path) == ["a", "b", "c"]


def test_a_cut_gzip_file(tmp_path):
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(b"abc\n" * 1000)[:-9])

    with pytest.raises(DataError, match=r"a\.txt\.gz: damaged gzip data"):
        read_text(path)


def test_frames_of_zstd_are_read_one_after_the_other(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    frames = [pyarrow.compress(part, codec="zstd", asbytes=True) for part in (b"a\nb\n", b"c\n")]
    path = tmp_path / "a.jsonl.zst"
    path.write_bytes(b"".join(frames))

    assert readers.format_of(str(path)) == "jsonl"
    assert read(path, PREDICTION, given="text") == [["a", "b", "c"]]
    path.write_bytes(frames[0][:-3])
    with pytest.raises(DataError, match="damaged zstd data"):
        read(path, PREDICTION, given="text")


def test_standard_input_may_be_compressed(monkeypatch):
    monkeypatch.setattr(sys, "stdin", cli_samples.stdin_of(gzip.compress(b"a\nb\n")))

    assert read_text("-") == ["a", "b"]
    assert not sys.stdin.buffer.closed


def test_long_input_is_read_in_pieces(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"some words in a line\n" * 400_000)  # 8.4 MB, 400,000 texts

    tracemalloc.start()
    n_texts = sum(len(texts) for (texts,) in readers.chunks(str(path), [PREDICTION]))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert n_texts == 400_000
    assert peak < 16 << 20


# --- tables -----------------------------------------------------------------------


def test_fields_of_json_lines_are_found_by_name(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(
        '{"id": 1, "prediction": "a\\nb", "references": ["c", "d"]}\r\n'
        '{"references": "e", "prediction": ""}\n\n',
        encoding="utf-8-sig",
    )

    assert read(path, PREDICTION, REFERENCE) == [["a\nb", ""], [["c", "d"], "e"]]


def test_jsonl_of_bare_texts(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('"a"\n["b", "c"]\n')

    assert read(path, REFERENCE) == [["a", ["b", "c"]]]


def test_csv_with_line_breaks_in_texts(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b'\xef\xbb\xbfreference,prediction\r\n"a ""b""\nc","d,e"\r\n,f\r\n')

    assert read(path, PREDICTION, REFERENCE) == [["d,e", "f"], ['a "b"\nc', ""]]


def test_csv_with_very_long_texts(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("prediction\n" + "x " * 200_000 + "\n")

    assert len(read(path, PREDICTION)[0][0]) == 400_000


def test_csv_of_one_column_has_empty_texts(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("text\na\n\nb\n")

    assert read(path, PREDICTION) == [["a", "", "b"]]


def test_columns_of_tsv_are_found_by_name(tmp_path):
    path = tmp_path / "a.tsv"
    path.write_text("target\tpred\na, b\tc d\n")

    assert read(path, PREDICTION, REFERENCE) == [["c d"], ["a, b"]]


def test_columns_of_parquet_are_found_by_name(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path = tmp_path / "a.parquet"
    table = pyarrow.table({"summary": [["a"], ["b", "c"]], "n": [1, 2], "Prediction": ["d", "e"]})
    parquet.write_table(table, path, row_group_size=1)

    assert read(path, PREDICTION, REFERENCE) == [["d", "e"], [["a"], ["b", "c"]]]


@pytest.mark.parametrize(
    ("columns", "wanted", "found"),
    [
        pytest.param(["id", "pred", "prediction"], PREDICTION, "prediction", id="by rank"),
        pytest.param(["PRED"], PREDICTION, "PRED", id="in any case"),
        pytest.param(["x", "gold"], REFERENCE, "gold", id="gold"),
        pytest.param(["x", "prediction"], Wanted("prediction", "x"), "x", id="as told"),
    ],
)
def test_columns_are_found_by_name(columns, wanted, found):
    assert wanted.find("a.csv", columns, is_only=False) == found


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        pytest.param(
            "a.jsonl", '{"text": "a", "id": "b"}',
            'a.jsonl:1: no column of predictions; the columns are "text", "id": choose one with '
            "--prediction-column", id="none of the usual names",
        ),
        pytest.param("a.csv", "x,y\n1,2\n", 'the columns are "x", "y"', id="csv without it"),
        pytest.param("a.csv", "", "a.csv:1:1: empty", id="empty csv"),
        pytest.param(
            "a.csv", "prediction,x\na\n", "a.csv:2: 1 columns, but line 1 names 2", id="short row"
        ),
        pytest.param(
            "a.csv", 'prediction,x\n"a\nb",c\nd,e,f\n', "a.csv:4: 3 columns", id="long row"
        ),
        pytest.param("a.csv", 'prediction\n"a\n', "a.csv:2: a quote opens here", id="open quote"),
        pytest.param("a.csv", 'prediction\n"a"b\n', "a.csv:2: a quote", id="text after a quote"),
        pytest.param(
            "a.jsonl", '{"prediction": "a"}\n{"prediction": }\n', "a.jsonl:2:16: not JSON",
            id="no JSON",
        ),
        pytest.param(
            "a.jsonl", '{"prediction": "a"}\n\n{"prediction": "b"}\n', "a.jsonl:2:1: a blank line",
            id="blank line",
        ),
        pytest.param(
            "a.jsonl", '{"prediction": "a"}\n{"other": "b"}\n',
            'a.jsonl:2: column "prediction": missing; this line has "other"', id="missing key",
        ),
        pytest.param(
            "a.jsonl", '{"prediction": null}', 'a.jsonl:1: column "prediction": null; a text',
            id="null",
        ),
        pytest.param("a.jsonl", '{"prediction": 5}', "the number 5; a text", id="number"),
        pytest.param("a.jsonl", '{"prediction": true}', "true; a text", id="boolean"),
        pytest.param("a.jsonl", '{"prediction": {}}', "an object; a text", id="object"),
        pytest.param("a.jsonl", '{"prediction": ["a", "b"]}', "a list of 2; a text", id="list"),
        pytest.param("a.jsonl", "5", "a.jsonl:1:1: the number 5", id="bare number"),
        pytest.param("a.jsonl", "[" * 100_000, "a.jsonl:1:1: ", id="nested without end"),
        pytest.param("a.parquet", "no parquet", "a.parquet: not a parquet file", id="no parquet"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("no_collection")
def test_tables_that_are_refused(tmp_path, name, content, message):
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    path = tmp_path / name
    path.write_text(content)

    with pytest.raises(DataError) as raised:
        read(path, PREDICTION)

    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        pytest.param([], "an empty list; a reference is wanted", id="no reference"),
        pytest.param(["a", None], "null in a list of texts", id="null among references"),
        pytest.param(None, "null; a text or a list of texts is wanted", id="null"),
    ],
)
def test_references_that_are_refused(tmp_path, value, message):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"reference": value}))

    with pytest.raises(DataError) as raised:
        read(path, REFERENCE)

    assert f'a.jsonl:1: column "reference": {message}' in str(raised.value)


def test_a_parquet_column_of_numbers(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path = tmp_path / "a.parquet"
    parquet.write_table(pyarrow.table({"prediction": [1, 2]}), path)

    with pytest.raises(DataError, match=r"""a\.parquet:1: column "prediction": the number 1"""):
        read(path, PREDICTION)


# --- pairs ------------------------------------------------------------------------


def sources_of(folder, predictions, references):
    (folder / "p.txt").write_text(cli_samples.lines_of(predictions))
    (folder / "r.txt").write_text(cli_samples.lines_of(references))
    return [
        sources.Source(str(folder / "p.txt"), (PREDICTION,)),
        sources.Source(str(folder / "r.txt"), (REFERENCE,)),
    ]


def test_pairs_stay_together_over_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "BLOCK", 3)
    monkeypatch.setattr(streams, "PIECE", 5)
    predictions = [f"p{k}" for k in range(10)]
    references = [f"a longer reference {k}" for k in range(10)]

    found = list(sources.blocks(sources_of(tmp_path, predictions, references)))

    assert [len(block) for block in found] == [3, 3, 3, 1]
    assert [text for block in found for text in block.predictions[0]] == predictions
    assert [text for block in found for text in block.references] == references


@pytest.mark.parametrize(("n_pred", "n_ref"), [(2, 3), (10, 9), (0, 1), (9, 3)])
def test_unequal_numbers_name_both(tmp_path, monkeypatch, n_pred, n_ref):
    monkeypatch.setattr(sources, "BLOCK", 3)

    with pytest.raises(DataError) as raised:
        list(sources.blocks(sources_of(tmp_path, ["a"] * n_pred, ["b"] * n_ref)))

    assert f"p.txt has {n_pred}" in str(raised.value)
    assert f"r.txt has {n_ref}" in str(raised.value)


@pytest.mark.parametrize(
    ("given", "text", "expected"),
    [
        pytest.param(["<q>"], "a<q>b <q> c", "a\nb \n c", id="one mark"),
        pytest.param(["<t> </t>"], "<t> a </t> <t> b </t>", "\n a \n \n b \n", id="two in one"),
        pytest.param(["<n>", "|"], "a<n>b|c", "a\nb\nc", id="two options"),
        pytest.param([" "], "a b", "a\nb", id="a space"),
    ],
)
def test_separators_become_line_breaks(tmp_path, given, text, expected):
    marks = options._marks(given)

    (block,) = sources.blocks(sources_of(tmp_path, [text], [text]), marks)

    assert block.predictions == [[expected]]
    assert block.references == [expected]


def test_an_empty_separator_is_refused():
    with pytest.raises(UsageError, match="--sentence-separator is empty"):
        options._marks([""])


@pytest.mark.parametrize(
    ("columns", "joined"),
    [
        pytest.param([["a", "b"]], ["a", "b"], id="one reference each"),
        pytest.param([["a", "b"], ["c", "d"]], [["a", "c"], ["b", "d"]], id="two columns"),
        pytest.param([["a", ["b", "c"]]], [["a"], ["b", "c"]], id="mixed"),
        pytest.param([[["a", "b"]], ["c"]], [["a", "b", "c"]], id="a list and a text"),
    ],
)
def test_references_are_joined_by_row(columns, joined):
    assert sources._joined(columns) == joined


def test_stdin_cannot_be_read_twice():
    given = [sources.Source("-", (PREDICTION,)), sources.Source("-", (REFERENCE,))]

    with pytest.raises(UsageError, match="only once"):
        next(sources.blocks(given))


def test_files_are_a_layer_below_both_doors():
    """Neither cli nor absl is behind files or the page, by name or by way of another import.

    Of the rest, files know what options know of texts.
    """
    root = Path(readers.__file__).parents[1]
    for folder in ("files", "page"):
        for file in (root / folder).glob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom):
                    first = (node.module or "").partition(".")[0]
                    assert first not in ("cli", "absl"), file
                    reaches_out = node.level > 1 and node.module != "options"
                    assert folder == "page" or not reaches_out, f"{file} reaches out of files"
    code = (
        "import sys, evaluate_rouge.files.outputs, evaluate_rouge.files.sources\n"
        "print(*sorted({'absl', 'pyarrow', 'evaluate_rouge.cli'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


# --- bounds: what a file decodes to is known before it is decoded ---------------------------------

BOUNDS = readers.Reading(
    bounds=readers.Bounds(n_rows=1000, n_bytes=2**20, n_values=3000, n_columns=100)
)


def repeated(path, text, n_times=20):
    """A parquet file that holds a text once, and has it in every row."""
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    column = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * n_times, "int32"), [text])
    table = pyarrow.table({"prediction": column, "reference": ["x"] * n_times})
    parquet.write_table(table, path, compression="zstd", dictionary_pagesize_limit=2**30)
    return path


def bounded(path, *wanted):
    return sum(len(chunk[0]) for chunk in readers.chunks(str(path), wanted or [PREDICTION], BOUNDS))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        pytest.param(
            "a.csv", "prediction," + "," * 200 + "\n", "fields in one record", id="header"
        ),
        pytest.param("a.csv", "prediction,b\n" + "," * 4000, "fields in one record", id="a record"),
        pytest.param(
            "a.csv", "prediction,b\n" + ',"\n"' * 4000, "fields in one record", id="many lines"
        ),
        pytest.param("a.tsv", "prediction\t" + "\t" * 200, "fields in one record", id="tsv"),
        pytest.param(
            "a.jsonl", '{"prediction": ' + "[" * 4000, "values in line 1", id="a nested record"
        ),
        pytest.param(
            "a.jsonl", '{"prediction": [' + "0," * 4000, "values in line 1", id="a long record"
        ),
    ],
)
def test_a_record_is_bounded_before_it_is_read(tmp_path, name, content, said):
    (tmp_path / name).write_text(content)

    with pytest.raises(DataError, match=f"{said}; here at most"):
        bounded(tmp_path / name)
    if said != "fields in one record" or "b\n" not in content:
        with pytest.raises(DataError, match=f"{said}; here at most"):
            readers.columns_of(str(tmp_path / name), BOUNDS)


def test_texts_may_hold_more_commas_than_a_table_has_columns(tmp_path):
    (tmp_path / "a.csv").write_text("prediction,b\n" + f'"{"x," * 2000}",y\n' * 3)

    assert bounded(tmp_path / "a.csv") == 3


@pytest.mark.parametrize(
    ("n_characters", "said"),
    [
        pytest.param(2**21, "bytes when unpacked", id="one text is too long"),
        pytest.param(2**18, "bytes of text", id="only together are they too long"),
    ],
)
def test_a_small_parquet_file_of_much_text_is_refused(tmp_path, n_characters, said):
    path = repeated(tmp_path / "a.parquet", "a" * n_characters)

    assert path.stat().st_size < 10_000
    with pytest.raises(DataError, match=said):
        bounded(path)


def test_repeated_texts_within_bounds_are_read(tmp_path):
    path = repeated(tmp_path / "a.parquet", "a" * 1000)

    (chunk,) = readers.chunks(str(path), [PREDICTION], BOUNDS)
    assert chunk == [["a" * 1000] * 20]


def test_lists_in_parquet_are_bounded(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    wanted = readers.Wanted("reference", may_be_list=True)
    for n_texts in (2, 4000):
        table = pyarrow.table({"references": [["a"] * n_texts, ["b"]]})
        parquet.write_table(table, tmp_path / f"{n_texts}.parquet")
    (chunk,) = readers.chunks(str(tmp_path / "2.parquet"), [wanted], BOUNDS)

    assert chunk == [[["a", "a"], ["b"]]]
    with pytest.raises(DataError, match="4,001 values"):
        bounded(tmp_path / "4000.parquet", wanted)


def test_rows_of_parquet_are_bounded_before_they_are_read(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    parquet.write_table(pyarrow.table({"prediction": ["a"] * 1001}), tmp_path / "a.parquet")

    with pytest.raises(DataError, match="1,001 rows; here at most 1,000"):
        bounded(tmp_path / "a.parquet")


# --- what gave a wrong number without a word ----------------------------------------------


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("a.csv", "prediction;reference\na, b;c\n", id="semicolons"),
        pytest.param("a.csv", "sep=;\r\nprediction;reference\r\na, b;c\r\n", id="Excel's line"),
        pytest.param("a.csv", '"prediction"\t"reference"\n"a, b"\tc\n', id="tabs"),
        pytest.param("a.tsv", "prediction\treference\na, b\tc\n", id="tsv"),
        pytest.param("a.json", '[{"prediction": "a, b", "reference": "c"}]', id="array"),
        pytest.param(
            "a.json", ' [\n{"prediction": "a, b",\n "reference": "c"}\n ] \n', id="array in lines"
        ),
    ],
)
def test_columns_of_every_kind(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content.encode())

    assert read(path, PREDICTION, REFERENCE) == [["a, b"], ["c"]]
    assert readers.columns_of(str(path), Reading()) == ["prediction", "reference"]


def test_a_delimiter_that_is_given(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("prediction|reference\na,;b|c\n")

    assert read(path, PREDICTION, REFERENCE, delimiter="|") == [["a,;b"], ["c"]]


@pytest.mark.parametrize("content", ["text\na\nb\n", "x;y\na;b\n"])
@pytest.mark.parametrize("roles", [(PREDICTION, REFERENCE), (REFERENCE, PREDICTION)])
def test_a_column_is_not_scored_against_itself(tmp_path, content, roles):
    path = tmp_path / "a.csv"
    path.write_text(content)
    of_one = [sources.Source(str(path), (wanted,)) for wanted in roles]  # the file given twice

    with pytest.raises(DataError, match="no column of"):
        list(sources.blocks(of_one))
    named = [Wanted(wanted.role, content[: content.index("\n")].split(";")[0]) for wanted in roles]
    with pytest.raises(DataError, match=r'column "\w+" is taken twice, as (pred|ref)\w+ and'):
        read(path, *named)


@pytest.mark.parametrize("again", ["a.txt", "./a.txt", "link.txt", "hard.txt"])
def test_a_text_is_not_scored_against_itself(tmp_path, monkeypatch, again):
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("a\nb\n")
    Path("b.txt").write_text("a\nc\n")
    Path("link.txt").symlink_to("a.txt")
    Path("hard.txt").hardlink_to("a.txt")
    for paths, roles in (
        (["a.txt", again], "predictions and references"),
        (["b.txt", "a.txt", again], "references"),
    ):
        wanted = [PREDICTION, REFERENCE, REFERENCE]
        given = [sources.Source(path, (wanted[k],)) for k, path in enumerate(paths)]
        with pytest.raises(DataError, match=f"a.txt: its texts are taken twice, as {roles}$"):
            list(sources.blocks(given))


def test_a_path_tells_no_table_from_another(tmp_path, monkeypatch):
    """One column is no reference for itself, by whatever paths its file is given."""
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text("text\na\n")
    given = [sources.Source("a.csv", (PREDICTION,)), sources.Source("./a.csv", (REFERENCE,))]

    with pytest.raises(DataError, match="no column of"):
        list(sources.blocks(given))


def test_a_table_of_one_column_with_a_mark_in_it_may_want_another_delimiter(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("prediction|reference\na|b\n")

    with pytest.raises(DataError) as raised:
        read(path, PREDICTION, REFERENCE)
    assert "--delimiter" in raised.value.remedy


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", "prediction,prediction\na,b\n"),
        ("a.tsv", "prediction\tprediction\na\tb\n"),
        ("a.jsonl", '{"prediction": "a", "prediction": "b"}\n'),
        ("a.json", '[{"prediction": "a", "prediction": "b"}]\n'),
    ],
)
def test_two_columns_of_one_name_are_refused(tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content)

    with pytest.raises(DataError, match=r'(2 columns|two values) have the name "prediction"'):
        read(path, PREDICTION)


def quoted_tsv(path):
    """100 rows; a quote opens in line 12 and closes in line 62."""
    odd = {10: 'p10\t"quote opens', 60: 'p60\tquote closes"'}
    rows = [odd.get(k, f"same {k}\tsame {k}") for k in range(100)]
    path.write_text("\n".join(["prediction\treference", *rows]) + "\n")
    return path


def test_quotes_in_tsv_are_letters(tmp_path):
    path = quoted_tsv(tmp_path / "m.tsv")
    (predictions, references) = read(path, PREDICTION, REFERENCE)

    assert len(predictions) == len(references) == 100
    assert references[10] == '"quote opens'


def test_lines_that_a_quote_swallows_are_told(tmp_path, caplog):
    path = quoted_tsv(tmp_path / "m.tsv")
    (predictions, _) = read(path, PREDICTION, REFERENCE, quoting="minimal")

    assert len(predictions) == 50
    assert "m.tsv:12: 51 lines are one row" in caplog.text


def test_tsv_that_a_csv_writer_wrote_is_told(tmp_path, caplog):
    path = tmp_path / "a.tsv"
    path.write_text('prediction\n"he said ""no"""\n')

    assert read(path, PREDICTION) == [['"he said ""no"""']]
    assert "a.tsv:2: texts in quotes" in caplog.text
    assert read(path, PREDICTION, quoting="minimal") == [['he said "no"']]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        pytest.param('prediction,b\na,b\nc,"open\nd,e\n', 3, id="to the end"),
        pytest.param('prediction,b\n"a\nb","open\nd,e\n', 3, id="after one that closed"),
        pytest.param('prediction,b\n"a ""b""\nb","op""en\nd,e\n', 3, id="doubled quotes"),
        pytest.param('prediction,b\na,"b" c\n', 2, id="text after it"),
    ],
)
def test_an_error_names_the_line_where_a_quote_opened(tmp_path, content, line):
    path = tmp_path / "a.csv"
    path.write_text(content)

    with pytest.raises(DataError, match=rf"a\.csv:{line}: a quote opens here") as raised:
        read(path, PREDICTION)
    assert "--quoting none" in raised.value.remedy
    assert "--quoting" not in raised.value.fact


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16", "utf-16-le", "utf-8-sig"])
@pytest.mark.parametrize("piece", [1, 7, 1 << 20])
def test_any_encoding_is_read_in_pieces_of_any_size(tmp_path, monkeypatch, encoding, piece):
    monkeypatch.setattr(streams, "PIECE", piece)
    path = tmp_path / "a.txt"
    path.write_bytes("über\nñandú\n".encode(encoding))

    assert read(path, PREDICTION, encoding=encoding) == [["über", "ñandú"]]


@pytest.mark.parametrize("name", ["utf-99", "rot13", "base64", "a b\0"])
def test_what_is_no_encoding(tmp_path, name):
    (tmp_path / "a.txt").write_text("a\n")

    with pytest.raises(UsageError, match="is no encoding"):
        read(tmp_path / "a.txt", PREDICTION, encoding=name)


def test_bytes_that_an_encoding_has_not(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"a\nb\n\x81\n")

    with pytest.raises(DataError, match=r"a\.txt:3: no text in the encoding cp1252"):
        read(tmp_path / "a.txt", PREDICTION, encoding="cp1252")
    with pytest.raises(DataError, match=r"a\.txt:3:1: not UTF-8 .*--encoding"):
        read(tmp_path / "a.txt", PREDICTION)


LOGGED = {"doc": {"summary": "a b", "tags": ["x"]}, "resps": [["a c"]], "filtered_resps": ["a c"]}


@pytest.mark.parametrize("kind", ["jsonl", "json", "parquet"])
def test_dotted_paths_and_lists_of_one(tmp_path, kind):
    path = tmp_path / f"samples.{kind}"
    if kind == "parquet":
        pyarrow = pytest.importorskip("pyarrow")
        from pyarrow import parquet

        parquet.write_table(pyarrow.Table.from_pylist([LOGGED, LOGGED]), path, row_group_size=1)
    else:
        text = json.dumps(LOGGED)
        path.write_text(f"{text}\n{text}\n" if kind == "jsonl" else f"[{text},{text}]")
    summary = Wanted("reference", "doc.summary", may_be_list=True)

    for wanted in (PREDICTION, Wanted("prediction", "resps"), Wanted("prediction", "resps.0.0")):
        assert read(path, wanted, summary) == [["a c"] * 2, ["a b"] * 2]
    with pytest.raises(DataError, match=r'column "doc\.x": missing; this line has "summary"'):
        read(path, Wanted("prediction", "doc.x"))


@pytest.mark.parametrize("name", ["predict", "response", "filtered_resps"])
def test_names_that_tools_give_their_outputs(name):
    assert PREDICTION.find("a", ["x", name], is_only=False) == name


@given(
    st.lists(st.text(max_size=5), max_size=9), st.integers(1, 9), st.sampled_from([None, 1]),
)  # fmt: skip
def test_arrays_in_pieces_of_any_size(tmp_path_factory, texts, piece, indent):
    path = tmp_path_factory.mktemp("arrays") / "a.json"
    path.write_text(json.dumps([{"prediction": text} for text in texts], indent=indent))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams, "PIECE", piece)
        patch.setattr(readers, "PIECE", piece)
        assert read_text(path) == texts


@pytest.mark.parametrize("kind", ["jsonl", "json"])
def test_json_that_is_cut_off_is_reported_where_it_ends(tmp_path, kind):
    """Cut anywhere within its last record, and never read as if it were whole."""
    first, last = '{"prediction": "a"}', '{"prediction": "b\\u00e9", "n": [true, 1.5]}'
    whole = f"{first}\n{last}\n" if kind == "jsonl" else f"[{first}, {last}]"
    path = tmp_path / f"a.{kind}"
    start = whole.index(last)
    for stop in range(start + 1, start + len(last)):
        path.write_text(whole[:stop])
        with pytest.raises(DataError) as raised:
            read_text(path)
        if kind == "jsonl":
            assert str(raised.value).startswith(f"{path}:2:{stop - start + 1}: the line ends")
        else:
            told = f"{path}:1:{stop + 1}: record 2: the file ends within it"
            assert str(raised.value).startswith(told)


@pytest.mark.parametrize("piece", [1, 7, 1 << 20])
def test_json_that_is_cut_off_is_placed_by_line_and_column(tmp_path, monkeypatch, piece):
    """However it is read: lines and columns count from 1, in characters."""
    monkeypatch.setattr(streams, "PIECE", piece)
    monkeypatch.setattr(readers, "PIECE", piece)
    path = tmp_path / "a.json"
    path.write_text('[\n  {"prediction": "é\u2028"},\n  {"prediction":\n    "abc', encoding="utf-8")

    with pytest.raises(DataError) as raised:
        read_text(path)

    assert str(raised.value).startswith(f"{path}:4:9: record 2: the file ends within it, after")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param("", "found nothing", id="nothing"),
        pytest.param('{"prediction": "a"}', "an array of records is wanted", id="a record"),
        pytest.param('["a"\n"b"]', ":2:1: record 2: a comma is wanted", id="no comma"),
        pytest.param('["a",]', ":1:6: record 2: not JSON", id="a comma too many"),
        pytest.param('["a"', ":1:5: record 2: the file ends here", id="no end"),
        pytest.param('["a"] b', ":1:7: text after the end", id="more"),
        pytest.param('["a", 5]', "record 2: the number 5", id="a number"),
        pytest.param("[" * 100_000, "nested too deeply", id="deep"),
    ],
)
@pytest.mark.usefixtures("no_collection")
def test_arrays_that_are_refused(tmp_path, content, message):
    path = tmp_path / "a.json"
    path.write_text(content)

    with pytest.raises(DataError) as raised:
        read_text(path)
    assert message in str(raised.value)


# --- rows that belong together ------------------------------------------------------


def jsonl(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


ROWS = [{"id": k, "prediction": f"p{k}", "reference": f"r{k}"} for k in range(10)]


def test_a_key_joins_rows_in_any_order(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "BLOCK", 3)
    given = [
        sources.Source(jsonl(tmp_path / "a.jsonl", ROWS), (PREDICTION,)),
        sources.Source(jsonl(tmp_path / "b.jsonl", ROWS[::-1]), (REFERENCE,)),
    ]
    found = list(sources.blocks(given, key="id"))

    assert [text for block in found for text in block.predictions[0]] == [
        f"p{k}" for k in range(10)
    ]
    assert [text for block in found for text in block.references] == [f"r{k}" for k in range(10)]
    assert len(found) == 4


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        pytest.param(ROWS, ROWS[:9], 'b.jsonl: no row whose id is "9", as row 10 of', id="lacks"),
        pytest.param(ROWS[:9], ROWS, 'a.jsonl: no row whose id is "9", as row 10 of', id="more"),
        pytest.param([*ROWS, ROWS[0]], ROWS, "a.jsonl: rows 1 and 11 have the same id", id="twice"),
        pytest.param(ROWS, [*ROWS, ROWS[3]], "b.jsonl: rows 4 and 11 have the same id", id="and b"),
        pytest.param(ROWS, [{"reference": "a"}], 'no column "id"', id="no key"),
        pytest.param([{**ROWS[0], "id": None}], ROWS, 'column "id": null', id="null"),
    ],
)
def test_keys_that_do_not_join(tmp_path, first, second, message):
    given = [
        sources.Source(jsonl(tmp_path / "a.jsonl", first), (PREDICTION,)),
        sources.Source(jsonl(tmp_path / "b.jsonl", second), (REFERENCE,)),
    ]

    with pytest.raises(DataError) as raised:
        list(sources.blocks(given, key="id"))
    assert message in str(raised.value)


def test_references_that_differ_are_found_before_they_are_scored(tmp_path):
    """The same system with its rows in another order is no worse system."""
    check = Wanted("check")
    first = jsonl(tmp_path / "a.jsonl", ROWS)
    shuffled = jsonl(tmp_path / "b.jsonl", [ROWS[0], ROWS[2], ROWS[1], *ROWS[3:]])
    given = [
        sources.Source(first, (REFERENCE,)),
        sources.Source(first, (PREDICTION,)),
        sources.Source(shuffled, (PREDICTION, check)),
    ]

    with pytest.raises(DataError, match=r'row 2: reference is "r2" in .*b\.jsonl and "r1" in'):
        list(sources.blocks(given))
    (block,) = sources.blocks(given, key="id")
    assert block.predictions[0] == block.predictions[1]


def test_missing_texts(tmp_path):
    rows = [{"prediction": "a", "reference": "b"}, {"prediction": None, "reference": "c"}]
    path = jsonl(tmp_path / "a.jsonl", rows)
    (block,) = sources.blocks(
        [sources.Source(path, (PREDICTION, REFERENCE))], reading=Reading(has_nulls=True)
    )

    assert block.nulls == [1]
    assert block.predictions == [["a", ""]]


def test_columns_are_carried_as_they_are(tmp_path):
    path = jsonl(tmp_path / "a.jsonl", ROWS[:2])
    (block,) = sources.blocks(
        [sources.Source(path, (PREDICTION, REFERENCE, Wanted("carried", "id")))]
    )

    assert block.carried == {"id": [0, 1]}


@pytest.fixture
def folders(tmp_path):
    """Two documents: what a system wrote, and two references of each."""
    for name, text in {
        "sys/D1.txt": "a b\nc\n", "sys/D2.txt": "d", "sys/.DS_Store": "\0",
        "ref/D1.txt": "a b\n", "ref/D2.txt": "e\n",
        "refs/D1.A.txt": "a", "refs/D1.B.txt": "b", "refs/D2.A.txt": "d", "refs/D2.B.txt": "e",
    }.items():  # fmt: skip
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def of_folders(folder, references):
    return list(
        sources.blocks(
            [
                sources.Source(str(folder / "sys"), (PREDICTION,)),
                sources.Source(str(folder / references), (REFERENCE,)),
            ]
        )
    )


def test_a_folder_holds_a_document_a_file(folders):
    (block,) = of_folders(folders, "ref")

    assert block.predictions == [["a b\nc", "d"]]
    assert block.references == ["a b", "e"]


def test_several_references_of_a_document(folders):
    (block,) = of_folders(folders, "refs/{name}.*.txt")

    assert block.references == [["a", "b"], ["d", "e"]]


@pytest.mark.parametrize(
    ("extra", "references", "message"),
    [
        pytest.param("ref/D3.txt", "ref", 'sys: no file for "D3"', id="one more reference"),
        pytest.param("sys/D3.txt", "ref", 'ref: no file for "D3"', id="one reference less"),
        pytest.param("sys/D3.txt", "refs/{name}.*.txt", "no file matches", id="none matches"),
        pytest.param("refs/D3.A.txt", "refs/{name}.*.txt", "has no file for it", id="one too many"),
        pytest.param("sys/D2.md", "ref", "D2.txt and D2.md have one name", id="two of a name"),
        pytest.param("sys/D1.A.txt", "refs/{name}*.txt", "and for", id="a file for two"),
        pytest.param("sys/.x", "sys/{name}.*", "one file is taken twice", id="itself"),
    ],
)
def test_folders_that_do_not_pair_up(folders, extra, references, message):
    (folders / extra).write_text("x")

    with pytest.raises(DataError) as raised:
        of_folders(folders, references)
    assert message in str(raised.value) or "have one name" in message in str(raised.value)


def test_a_folder_beside_a_file_is_refused(folders):
    (folders / "r.txt").write_text("a\nb\n")

    with pytest.raises(UsageError, match=r"sys is a folder of documents, and .*r\.txt is a file"):
        of_folders(folders, "r.txt")


SEE = """<html>
<head><title>D1</title></head>
<body bgcolor="white">
<a name="1">[1]</a> <a href="#1" id=1>the cat sat</a>
<a name="2">[2]</a> <a href="#2" id=2>it rained</a>
</body>
</html>
"""


def test_html_of_see_is_refused_with_a_remedy_that_works(folders):
    for name in ("sys/D1.txt", "lines.txt"):
        (folders / name).write_text(SEE)

    with pytest.raises(DataError, match="HTML of SEE") as raised:
        of_folders(folders, "ref")
    command = raised.value.remedy.partition(": ")[2].replace("FILE", str(folders / "lines.txt"))
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout == "the cat sat\nit rained\n"


# --- bombs: small files that hold much, without any bound given ---------------------


def bomb(path, kind):
    """Write a small file that holds 512 MB."""
    from pyarrow import parquet

    pyarrow = pytest.importorskip("pyarrow")
    if kind == "parquet":
        repeated(path, "a" * (100 << 20))
    elif kind == "dense parquet":
        table = pyarrow.table({"prediction": pyarrow.array(["a" * (1 << 27)] * 4, "large_string")})
        parquet.write_table(table, path, compression="zstd", use_dictionary=False)
    else:
        codec = kind.partition(" ")[0]
        piece = b'"' if kind.endswith("quote") else b"a"
        with (
            pyarrow.OSFile(str(path), "wb") as raw,
            pyarrow.CompressedOutputStream(raw, codec) as out,
        ):
            out.write(
                {".csv": b"prediction\n", ".jsonl": b'"', ".json": b'["'}.get(path.suffix, b"")
            )
            for _ in range(512):
                out.write(piece * (1 << 20))
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("gzip", "a.txt"),
        ("zstd", "a.txt"),
        ("gzip quote", "a.csv"),
        ("zstd", "a.jsonl"),
        ("zstd", "a.json"),
        ("parquet", "a.parquet"),
        ("dense parquet", "a.parquet"),
    ],
)
def test_a_bomb_ends_in_bounded_memory(tmp_path, kind, name):
    """Refused, or read a bounded amount at a time, without any bound of the caller's."""
    resource = pytest.importorskip("resource")
    if not Path("/proc/self/status").exists():
        pytest.skip("the peak of a process is read from /proc")
    path = bomb(tmp_path / name, kind)
    assert path.stat().st_size < 4 << 20
    code = (
        "import sys\n"
        "from evaluate_rouge.files import readers, problems\n"
        "said = 'read'\n"
        "try:\n"
        "    for chunk in readers.chunks(sys.argv[1], [readers.Wanted('prediction')]): pass\n"
        "except problems.DataError as error: said = str(error)\n"
        "status = open('/proc/self/status').read()\n"
        "print(status.partition('VmHWM:')[2].split()[0], said)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30)),
    )  # fmt: skip
    peak, _, said = done.stdout.partition(" ")

    assert int(peak) < 350_000, said  # KiB
    assert said.strip() == "read" or " 64 MB" in said


@pytest.mark.fresh
@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("gzip", "a.txt"),
        ("gzip", "a.txt.gz"),
        ("zstd", "a.txt.zst"),
        ("zstd", "a.jsonl"),
        ("parquet", "a.parquet"),
        ("dense parquet", "a.parquet"),
    ],
)
@pytest.mark.parametrize("side", ["predictions", "references"])
def test_a_command_given_a_bomb_ends_and_names_the_bound(tmp_path, kind, name, side):
    """A gigabyte of address space is all that it may take; half of that is its own libraries."""
    resource = pytest.importorskip("resource")
    path = bomb(tmp_path / name, kind)
    (tmp_path / "lines.txt").write_text("a\n")
    files = [str(path), str(tmp_path / "lines.txt")]
    options = [] if ".txt" in name else [f"--{side[:-1]}-column=prediction"]
    done = subprocess.run(
        [sys.executable, "-m", "evaluate_rouge", "score", *options]
        + (files if side == "predictions" else files[::-1]),
        capture_output=True, text=True, env={**os.environ, "ARROW_DEFAULT_MEMORY_POOL": "system"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)),
    )  # fmt: skip

    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert re.search(r"a text of more than 64 MB|allowed: 1,000 times as many, or 64 MB", line)
