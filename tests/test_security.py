"""What the package promises to those who run it on texts and machines they must protect."""

from __future__ import annotations

import ast
import gc
import importlib
import json
import os
import random
import re
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from evaluate_rouge import RougeScorer, pairs
from loading import ROOT, copy_metric, named_siblings
from rouge_score import rouge_scorer

TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
UNSHIPPED = {"tests", "benchmarks", "examples", "tools", "build", "dist"}
SHIPPED = [
    file
    for file in sorted(ROOT.rglob("*.py"))
    if not UNSHIPPED & set(file.relative_to(ROOT).parts)
    and not any(part.startswith(".") for part in file.relative_to(ROOT).parts)
]
# What the metric and `import evaluate_rouge` load.
LOADED = [f"{name}.py" for name in (*named_siblings(), "rouge", "__init__")]
LOADED += ["compat/__init__.py", "trainer/__init__.py"]


def run(code, timeout=600, **environment):
    """Run code in a fresh interpreter and return its JSON answer."""
    result = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=timeout,
        env={**os.environ, **environment},
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout.splitlines()[-1])


# --- nothing runs at import -------------------------------------------------------------------

DEFINITIONS = (
    ast.Import,
    ast.ImportFrom,
    ast.FunctionDef,
    ast.ClassDef,
    ast.Assign,
    ast.AnnAssign,
)


@pytest.mark.parametrize("name", sorted(LOADED))
def test_modules_only_define(name):
    """Imports, constants, functions and classes; and what a forked child has to forget."""
    docstring, *body = ast.parse((ROOT / name).read_text(encoding="utf-8")).body

    assert isinstance(docstring, ast.Expr)
    for node in body:
        is_known = isinstance(node, ast.If) and ast.unparse(node.test) in (
            "TYPE_CHECKING",
            "not TYPE_CHECKING",
            "hasattr(os, 'register_at_fork')",
        )
        assert isinstance(node, DEFINITIONS) or is_known, ast.unparse(node)


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: str(file.relative_to(ROOT)))
def test_texts_are_never_run(file):
    """No eval, no exec, no pickle, no shell: texts stay texts."""
    code = ast.parse(file.read_text(encoding="utf-8"))
    calls = {ast.unparse(node.func) for node in ast.walk(code) if isinstance(node, ast.Call)}
    forbidden = {"eval", "exec", "compile", "__import__", "os.system", "os.popen", "pickle.loads"}
    forbidden |= {"pickle.load", "yaml.load", "subprocess.run", "subprocess.Popen"}

    assert not calls & forbidden


# --- no network, no files but evaluate's ------------------------------------------------------

GUARD = """
    import os, sys
    seen = []
    def guard(event, arguments):
        if event.startswith("socket.") or event in ("subprocess.Popen", "os.system", "os.exec"):
            seen.append(event)
        elif event == "open":
            path, mode, flags = arguments
            writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
            if flags & writes and path != os.devnull:
                seen.append(f"write {path}")
        elif event in ("os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.link", "os.symlink"):
            seen.append(f"{event} {arguments[0]}")
    sys.addaudithook(guard)
"""


def test_the_package_opens_no_socket_and_writes_no_file():
    """Not at import and not when scoring, sentences and stems included."""
    seen = run(
        GUARD
        + """
    import json
    from evaluate_rouge import BootstrapAggregator, RougeScorer
    scorer = RougeScorer(["rouge1", "rougeL", "rougeLsum"], True, True)
    aggregator = BootstrapAggregator()
    for scores in scorer.score_batch(["A cat. It sat."], ["The cats. They sat."]):
        aggregator.add_scores(scores)
    aggregator.aggregate()
    print(json.dumps(seen))
    """,
        PYTHONDONTWRITEBYTECODE="1",
    )
    assert seen == []


def test_the_metric_opens_no_socket_and_writes_only_where_evaluate_writes(tmp_path):
    """evaluate copies the module into its folder for modules, and rows into that for metrics."""
    path = copy_metric(tmp_path / "metric")
    home = tmp_path / "home"
    environment = {"HF_HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    # The switches that keep evaluate itself from calling home are not ours to rely on.
    environment |= {"HF_UPDATE_DOWNLOAD_COUNTS": "1", "HF_EVALUATE_OFFLINE": "0"}
    seen = run(
        GUARD
        + f"""
    import json, evaluate
    seen.clear()  # requests, which evaluate imports, binds a local socket to learn of IPv6
    rouge = evaluate.load({str(path)!r}, seed=42)
    rouge.compute(predictions=["A cat. It sat."], references=["The cats."], use_stemmer=True)
    print(json.dumps(seen))
    """,
        **environment,
    )
    writes = [event.split(" ", 1)[1] for event in seen if not event.startswith("socket.")]
    assert [event for event in seen if event.startswith("socket.")] == []
    assert writes, "the guard saw nothing at all"
    assert [name for name in writes if not Path(name).is_relative_to(home)] == []


# --- hostile texts ----------------------------------------------------------------------------

# Pieces that make regular expressions and splitters look again at what they have seen.
PIECES = ["a", ".", " ", "'", '"', ")", "\n", "\t", ". ", ".' ", "a.", "y", "\u0130", "a\u0130"]
PIECES += ["\u00e9", "\u0301", "\u4e2d", "\u200d", "\U0001f1e6", "]", "![", "](", "\ud800", "A1"]


def seconds(work, text):
    """Processor time, the less of two, without the collector: only the work must count."""
    times = []
    gc.disable()
    for _ in range(2):
        begin = time.process_time()
        work(text)
        times.append(time.process_time() - begin)
    gc.enable()
    return min(times)


def assert_grows_with_the_text(work, piece):
    """Eight times the text may take eight times as long, or twice that past a cache, not 64."""
    short, long = piece * (50_000 // len(piece)), piece * (400_000 // len(piece))
    work(short[:100])
    for _ in range(2):
        ratio = (seconds(work, long) + 0.01) / (seconds(work, short) + 0.01)
        if ratio < 30:
            return
    raise AssertionError(f"{work} takes {ratio:.0f} times as long for eight times {piece!r}")


def compiled_patterns():
    for file in SHIPPED:
        if file.name == "app.py" or "cli" in file.parts or "page" in file.parts:
            continue  # their patterns see the project's own README, options, or short texts
        source = file.read_text(encoding="utf-8")
        if "re.compile(" not in source:
            continue
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        module = importlib.import_module(f"evaluate_rouge.{name}")
        for attribute, pattern in vars(module).items():
            if isinstance(pattern, re.Pattern):
                yield pytest.param(pattern, id=f"{name}.{attribute}")


@pytest.mark.slow
@pytest.mark.parametrize("pattern", [*compiled_patterns()])
def test_regular_expressions_are_linear(pattern):
    for piece in PIECES:
        if isinstance(pattern.pattern, bytes):
            piece = piece.encode("utf-8", "surrogatepass")
        assert_grows_with_the_text(lambda text: sum(1 for _ in pattern.finditer(text)), piece)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, id="default"),
        pytest.param({"use_stemmer": True}, id="stemmer"),
        pytest.param({"tokenizer": "unicode"}, id="unicode"),
        pytest.param({"tokenizer": "character"}, id="character"),
        pytest.param({"tokenizer": "whitespace"}, id="whitespace"),
    ],
)
def test_tokenizers_are_linear(options):
    scorer = RougeScorer(["rouge1"], **options)
    for piece in PIECES:
        assert_grows_with_the_text(lambda text: scorer.score("a", text), piece)
        assert_grows_with_the_text(lambda text: scorer.score_batch(["a"], [text]), piece)


def test_long_names_of_types_are_refused_at_once():
    begin = time.perf_counter()
    with pytest.raises(ValueError):
        RougeScorer(["rouge" + "x1" * 50_000])

    assert time.perf_counter() - begin < 5


def test_the_road_of_long_texts_leads_where_the_others_lead(monkeypatch):
    """Past 4,096 tokens a pair's tokens of one side alone are left out; here past three."""
    monkeypatch.setattr(pairs, "MANY_TOKENS", 3)
    google, ours = rouge_scorer.RougeScorer(TYPES), RougeScorer(TYPES)
    chance = random.Random(4096)
    words = ["a", "b", "c", "d", "e", "\n", "\n"]
    for _ in range(500):
        ref = " ".join(chance.choices(words, k=chance.randrange(20)))
        pred = " ".join(chance.choices(words[2:], k=chance.randrange(20)))
        assert ours.score(ref, pred) == google.score(ref, pred)


# --- bounded memory ---------------------------------------------------------------------------

MEMORY = """
    import json, random, resource
    from evaluate_rouge import RougeScorer
    chance = random.Random(0)
    words = [f"w{int(chance.random() ** 3 * 50_000)}" for _ in range(150_000)]
    page = " ".join(words)
    big = "\\n".join([page] * (100_000_000 // len(page) + 1))[:100_000_000]
    types = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    WORK
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps([(after - before) / 1024, sorted(scores)]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("work", "megabytes"),
    [
        pytest.param(
            "scores = RougeScorer(types).score_batch([page[:600]], [big])[0]",
            3000,
            id="a prediction of 100 MB",
        ),
        pytest.param(
            "scores = RougeScorer(types).score(big, page[:600])", 4500, id="a target of 100 MB"
        ),
        pytest.param(
            "scores = RougeScorer(types[:2]).score_batch([big], [big[::-1]])[0]",
            4500,
            id="both of 100 MB",
        ),
        pytest.param(
            "scores = RougeScorer(types, True).score_batch(['a ' + 'y' * len(big)], ['a'])[0]",
            2000,
            id="a token of 100 MB",
        ),
        pytest.param(
            "refs = [' '.join(chance.choices(words, k=40)) for _ in range(10_000)]\n"
            "    scores = RougeScorer(types).score_multi(refs, refs[17])",
            500,
            id="a row of 10,000 references",
        ),
    ],
)
def test_memory_is_bounded(work, megabytes):
    grown, types = run(MEMORY.replace("WORK", work))

    assert types[0] == "rouge1"
    assert grown < megabytes
