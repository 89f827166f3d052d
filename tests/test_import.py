"""`import evaluate_rouge`: what it costs, and which libraries it leaves alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import evaluate_rouge
import pytest
from loading import ROOT

# What a job that only scores should neither wait for nor need.
LEFT_ALONE = {
    *("absl", "concurrent.futures", "datasets", "evaluate", "IPython", "matplotlib", "nltk"),
    *("pandas", "polars", "pyarrow", "pyspark", "rich", "torch", "tqdm"),
}


def python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_libraries_that_scoring_does_not_need_are_left_alone():
    code = "import json, sys; from evaluate_rouge import RougeScorer as scorer, engine; engine();"
    code += "scorer('rouge1').score('a', 'a'); print(json.dumps(list(sys.modules)))"

    assert not LEFT_ALONE & set(json.loads(python(code)))


def test_the_package_alone_imports_nothing_that_takes_long():
    """So that the command line can see to Ctrl-C first."""
    code = (
        "import sys; before = {*sys.modules}; import evaluate_rouge; print({*sys.modules} - before)"
    )

    assert not {"numpy", "evaluate_rouge.text", "argparse"} & eval(python(code))


def test_public_names_are_there_when_asked_for():
    for name in evaluate_rouge.__all__:
        assert getattr(evaluate_rouge, name) is not None
    assert set(evaluate_rouge.__all__) <= set(dir(evaluate_rouge))
    with pytest.raises(AttributeError, match="has no attribute 'rouge_scorer'"):
        evaluate_rouge.rouge_scorer  # noqa: B018


def test_the_version_is_that_of_the_extension_and_of_the_newest_changes():
    """It stands in options.py; what cannot read it there says the same."""
    source = (ROOT / "kernels" / "counts.pyx").read_text(encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")

    assert re.findall(r'^VERSION = "(.+)"$', source, re.M) == [evaluate_rouge.__version__]
    assert re.findall(r"^## (.+)$", changes, re.M)[0] == evaluate_rouge.__version__


def test_a_star_brings_every_public_name():
    code = "from evaluate_rouge import *; print(compare, rouge_n, for_trainer, Tokenizer)"

    assert "function compare" in python(code)
