"""`evaluate-rouge tokens`: what is shown of a text, and what is said where nothing can be."""

from __future__ import annotations

import cli_samples
import pytest
from evaluate_rouge.cli import main


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        pytest.param(["Don't pay 3.50"], "don | t | pay | 3 | 50\n", id="default"),
        pytest.param(["running dogs", "--use-stemmer"], "run | dog\n", id="Porter"),
        pytest.param(["The CAT.", "--tokenizer", "whitespace"], "The | CAT.\n", id="whitespace"),
        pytest.param(["ab 1", "--tokenizer=character"], "a | b | 1\n", id="character"),
        pytest.param(["Don't\n\nx y", "--tokenizer=unicode"], "don't\n\nx | y\n", id="lines"),
        pytest.param(["столах", "--language=ru", "--use-stemmer"], "стол\n", id="language"),
        pytest.param([""], "\n", id="empty"),
    ],
)
def test_tokens_are_shown_between_bars(capsys, arguments, shown):
    assert main(["tokens", *arguments]) == 0
    assert capsys.readouterr().out == shown


def test_tokens_of_standard_input_line_by_line(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", cli_samples.stdin_of("one two\nthree\n"))

    assert main(["tokens", "-"]) == 0
    assert capsys.readouterr().out == "one | two\nthree\n"


def test_dropped_letters_are_told(capsys):
    assert main(["tokens", "кот 3"]) == 0
    printed = capsys.readouterr()

    assert printed.out == "3\n"
    assert "--tokenizer unicode" in printed.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        pytest.param(["--language=xx"], "--language is 'xx'", id="unknown language"),
        pytest.param(["--tokenizer=words"], "tokenizer", id="unknown tokenizer"),
        pytest.param(["--language=zh", "--use-stemmer"], "there is no stemmer", id="no stemmer"),
    ],
)
def test_options_without_a_meaning(capsys, options, said):
    assert main(["tokens", "a", *options]) == 2
    assert said in capsys.readouterr().err
