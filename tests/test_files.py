"""Files of every kind -> the texts that stand in them, and the line and column of what is wrong."""

from __future__ import annotations

import ast
import gzip
import json
import subprocess
import sys
import tracemalloc
from pathlib import Path

import cli_samples
import pytest
from evaluate_rouge.files import readers, sources, streams
from evaluate_rouge.files.problems import DataError, UsageError
from evaluate_rouge.files.readers import Wanted
from hypothesis import given
from hypothesis import strategies as st

PREDICTION = Wanted("prediction")
REFERENCE = Wanted("reference", may_be_list=True)


def read(path, *wanted, given=None):
    """All values of the wanted columns, one list each."""
    columns = [[] for _ in wanted]
    for chunk in readers.chunks(str(path), wanted, given):
        for column, values in zip(columns, chunk, strict=True):
            column.extend(values)
    return columns


def read_text(path):
    return read(path, PREDICTION)[0]


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
    ],
)
def test_text(tmp_path, octets, texts):
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
        pytest.param("a\n".encode("utf-16"), "a.txt:1:1: UTF-16 text", id="UTF-16"),
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


def test_zstd(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    frames = [pyarrow.compress(part, codec="zstd", asbytes=True) for part in (b"a\nb\n", b"c\n")]
    path = tmp_path / "a.jsonl.zst"
    path.write_bytes(b"".join(frames))

    assert readers.format_of(str(path)) == "jsonl"
    assert read(path, PREDICTION, given="text") == [["a", "b", "c"]]
    path.write_bytes(frames[0][:-3])
    with pytest.raises(DataError, match="damaged zstd data"):
        read(path, PREDICTION, given="text")


def test_stdin(monkeypatch):
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


def test_jsonl(tmp_path):
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


def test_tsv(tmp_path):
    path = tmp_path / "a.tsv"
    path.write_text("target\tpred\na, b\tc d\n")

    assert read(path, PREDICTION, REFERENCE) == [["c d"], ["a, b"]]


def test_parquet(tmp_path):
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
        pytest.param("a.csv", 'prediction\n"a\n', "a.csv:2:1: unexpected end", id="open quote"),
        pytest.param("a.csv", 'prediction\n"a"b\n', "a.csv:2:1: ", id="text after a quote"),
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
        pytest.param("a.jsonl", '{"prediction": ["a"]}', "a list; a text", id="list"),
        pytest.param("a.jsonl", "5", "a.jsonl:1:1: the number 5", id="bare number"),
        pytest.param("a.jsonl", "[" * 100_000, "a.jsonl:1:1: ", id="nested without end"),
        pytest.param("a.parquet", "no parquet", "a.parquet: not a parquet file", id="no parquet"),
    ],
)  # fmt: skip
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


def test_a_json_file_is_not_taken_for_text():
    with pytest.raises(UsageError, match=r"a\.json: \.json is not read"):
        readers.format_of("a.json")


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
    marks = sources.separator_marks(given)

    (block,) = sources.blocks(sources_of(tmp_path, [text], [text]), marks)

    assert block.predictions == [[expected]]
    assert block.references == [expected]


def test_an_empty_separator_is_refused():
    with pytest.raises(UsageError, match="--sentence-separator is empty"):
        sources.separator_marks([""])


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
    """Neither cli nor absl is behind files or the page, by name or by way of another import."""
    root = Path(readers.__file__).parents[1]
    for folder in ("files", "page"):
        for file in (root / folder).glob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom):
                    first = (node.module or "").partition(".")[0]
                    assert first not in ("cli", "absl"), file
                    assert folder == "page" or node.level < 2, f"{file} reaches out of files"
    code = (
        "import sys, evaluate_rouge.files.outputs, evaluate_rouge.files.sources\n"
        "print(*sorted({'absl', 'pyarrow', 'evaluate_rouge.cli'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


# --- bounds: what a file decodes to is known before it is decoded ---------------------------------

BOUNDS = readers.Bounds(n_rows=1000, n_bytes=2**20, n_values=3000, n_columns=100)


def repeated(path, text, n_times=20):
    """A parquet file that holds a text once, and has it in every row."""
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    column = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * n_times, "int32"), [text])
    table = pyarrow.table({"prediction": column, "reference": ["x"] * n_times})
    parquet.write_table(table, path, compression="zstd", dictionary_pagesize_limit=2**30)
    return path


def bounded(path, *wanted):
    return sum(
        len(chunk[0]) for chunk in readers.chunks(str(path), wanted or [PREDICTION], bounds=BOUNDS)
    )


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

    (chunk,) = readers.chunks(str(path), [PREDICTION], bounds=BOUNDS)
    assert chunk == [["a" * 1000] * 20]


def test_lists_in_parquet_are_bounded(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    wanted = readers.Wanted("reference", may_be_list=True)
    for n_texts in (2, 4000):
        table = pyarrow.table({"references": [["a"] * n_texts, ["b"]]})
        parquet.write_table(table, tmp_path / f"{n_texts}.parquet")
    (chunk,) = readers.chunks(str(tmp_path / "2.parquet"), [wanted], bounds=BOUNDS)

    assert chunk == [[["a", "a"], ["b"]]]
    with pytest.raises(DataError, match="4,001 values"):
        bounded(tmp_path / "4000.parquet", wanted)


def test_rows_of_parquet_are_bounded_before_they_are_read(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    parquet.write_table(pyarrow.table({"prediction": ["a"] * 1001}), tmp_path / "a.parquet")

    with pytest.raises(DataError, match="1,001 rows; here at most 1,000"):
        bounded(tmp_path / "a.parquet")
