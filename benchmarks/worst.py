"""Every door with the shapes that cost most, doubled three times: time, memory, slopes.

    python benchmarks/worst.py             every shape, three minutes
    python benchmarks/worst.py explain     doors and shapes that hold the word
    python benchmarks/worst.py --markdown  the table of docs/bounds.md

A slope is the power of the size with which the last doubling grew: 1 is linear, 2 square.
Each call runs in a process of its own; one that takes more than half a minute is ended.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import math
import multiprocessing
import random
import resource
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from evaluate_rouge import (
    BootstrapAggregator,
    RougeScorer,
    Score,
    columns,
    compare,
    for_trainer,
    rouge_lsum,
    rouge_n,
)
from evaluate_rouge.options import RougeWarning
from evaluate_rouge.rouge155 import Rouge155

LIMIT = 30  # seconds
DEFAULT = ["rouge1", "rouge2", "rougeL", "rougeLsum"]

Texts = tuple[str, str]


class Case(NamedTuple):
    """A door, a shape, the smallest size of it, and what is allowed to grow faster than n log n."""

    door: str
    shape: str
    size: int
    call: Callable[..., Any]
    allowed: str = ""

    def of(self, shape: Callable[[int], Texts]) -> Case:
        """Call with the two texts of a shape, not with a size."""
        return self._replace(call=lambda n: self.call(*shape(n)))


# --- shapes: a size in, two texts out -----------------------------------------------------


def words(n: int, seed: int = 0, kinds: int = 20_000) -> list[str]:
    """Give n random words."""
    rng = random.Random(seed)
    return [f"w{rng.randrange(kinds)}" for _ in range(n)]


def long_line(n: int) -> Texts:
    """Two lines of n words."""
    return " ".join(words(n)), " ".join(words(n, 1))


def lines(n: int) -> Texts:
    """Two texts of n lines of a word."""
    return "\n".join(words(n)), "\n".join(words(n, 1))


def equal_lines(n: int) -> Texts:
    """One word on every line."""
    return "a\n" * n, "a\n" * n


def sentences(n: int) -> Texts:
    """Lines of five words, "the" among them."""
    pair = (words(n * 4, seed) for seed in (0, 1))
    return tuple(  # type: ignore[return-value]
        "\n".join("the " + " ".join(side[k : k + 4]) for k in range(0, 4 * n, 4)) for side in pair
    )


def huge_word(n: int) -> Texts:
    """A word of n letters."""
    return "ab" * (n // 2), "ab" * (n // 2 - 1) + "c"


def equal(n: int) -> Texts:
    """Two equal texts."""
    text = " ".join(words(n))
    return text, text


def one_word(n: int) -> Texts:
    """The same word again and again."""
    return "a " * n, "a " * n


def periodic(n: int) -> Texts:
    """Two words in turns, one of them missing now and then."""
    return "a b " * (n // 2), "a b b " * (n // 3)


def apart(n: int) -> Texts:
    """Texts that share nothing."""
    return " ".join(words(n)), " ".join(f"v{word}" for word in words(n))


def run_of(piece: str) -> Callable[[int], Texts]:
    """A letter, and n characters of a run after it."""
    return lambda n: ("a" + piece * (n // len(piece)), "a")


def dots(n: int) -> Texts:
    """Ends of sentences without sentences."""
    return "." * n, ". " * (n // 2)


def giant(n: int) -> tuple[list[str], list[str]]:
    """Rows of three words, and one of n in the middle."""
    refs, preds = ["the cat sat"] * n, ["a cat sat"] * n
    refs[n // 2], preds[n // 2] = long_line(n)
    return refs, preds


PLAIN: dict[str, Callable[[int], Texts]] = {
    "one line": long_line,
    "lines of a word": lines,
    "equal lines": equal_lines,
    "lines that share a word": sentences,
    "one huge word": huge_word,
    "equal texts": equal,
    "one word repeated": one_word,
    "periodic": periodic,
    "nothing shared": apart,
    "dots": dots,
}
RUNS: dict[str, Callable[[int], Texts]] = {
    "marks of two classes": run_of("\u0301\u0323"),
    "marks that come apart": run_of("\u0f73"),
    "zero-width joiners": run_of("\u200d"),
    "non-joiners": run_of("\u200c\u0651"),
    "flags": run_of("\U0001f1e6"),
    "family emoji": run_of("\U0001f468\u200d"),
    "parts of syllables": run_of("\u1100\u1161"),
    "Thai": run_of("\u0e01\u0e34\u0e48"),
    "no spaces": run_of("\u4e2d"),
}


# --- doors: what is called ----------------------------------------------------------------


def scored(types: list[str] | str, shape: Callable[[int], Texts], **options: Any) -> Any:
    """Call ``score``."""
    scorer = RougeScorer(types, **options)
    return lambda n: scorer.score(*shape(n))


def batched(types: list[str] | str, shape: Callable[[int], Texts], **options: Any) -> Any:
    """Call ``score_batch`` with one pair."""
    scorer = RougeScorer(types, **options)
    return lambda n: scorer.score_batch(*([text] for text in shape(n)))


def drawn(rouge_type: str, shape: Callable[[int], Texts], **options: Any) -> Any:
    """Call ``explain`` and draw it in a terminal and on a page; a refusal counts as an answer."""

    def call(n: int) -> None:
        from evaluate_rouge.render import to_section, to_text

        try:
            alignment = RougeScorer(rouge_type, **options).explain(*shape(n))[rouge_type]
        except ValueError as refused:
            if "at most" not in str(refused):
                raise
            raise RefusedError from None
        to_text(alignment)
        to_section(alignment)

    return call


def shown(shape: Callable[[int], Texts]) -> Any:
    """Draw an alignment in a terminal."""

    def call(n: int) -> None:
        from evaluate_rouge.render import to_text

        to_text(RougeScorer("rouge1").explain(*shape(n))["rouge1"])

    return call


class RefusedError(Exception):
    """The call was refused before it started, saying the bound."""


def cases() -> Iterator[Case]:
    """List what is measured."""
    lcs = "n*m/62"
    for name, shape in PLAIN.items():
        yield Case("score", name, 2_500, scored(DEFAULT, shape), lcs)
        yield Case("score_batch", name, 5_000, batched(DEFAULT, shape), lcs)
    for name, shape in (PLAIN | RUNS).items():
        unicode = {"tokenizer": "unicode"}
        yield Case('score_batch, "unicode"', name, 25_000, batched("rouge1", shape, **unicode))
        character = {"tokenizer": "character"}
        yield Case('score_batch, "character"', name, 25_000, batched("rouge1", shape, **character))
        yield Case('explain, "unicode"', name, 2_000, drawn("rouge1", shape, **unicode))
    for name in ("one line", "one huge word", "dots", "lines of a word"):
        shape = PLAIN[name]
        found = {"split_summaries": True}
        yield Case("split_summaries", name, 12_500, batched("rouge1", shape, **found))
        stems = {"use_stemmer": True}
        yield Case("use_stemmer", name, 25_000, batched("rouge1", shape, **stems))
        custom = {"tokenizer": str.split}
        yield Case("custom tokenizer", name, 25_000, batched("rouge1", shape, **custom))
        yield Case("explain, custom tokenizer", name, 2_000, drawn("rouge1", shape, **custom))
    for rouge_type in ("rouge1", "rouge2", "rouge500", "rougeL", "rougeLsum"):
        for name in (
            "one line",
            "lines of a word",
            "equal lines",
            "one word repeated",
            "equal texts",
        ):
            shape = PLAIN[name]
            allowed = lcs if rouge_type.startswith("rougeL") else ""
            size = 64 if rouge_type == "rougeLsum" and "lines" in name else 1_000
            yield Case(f"explain {rouge_type}", name, size, drawn(rouge_type, shape), allowed)
    for rouge_type in ("rougeW", "rougeS4", "rougeSU4", "rougeS*"):
        for name in ("one line", "one word repeated", "lines of a word"):
            shape = PLAIN[name]
            allowed = "" if "4" in rouge_type else ("n*m" if rouge_type == "rougeW" else "n*kinds")
            yield Case(rouge_type, name, 1_000, batched(rouge_type, shape), allowed)
            yield Case(f"explain {rouge_type}", name, 125, drawn(rouge_type, shape), "n*m")
    for name in ("equal texts", "one word repeated", "lines of a word"):
        yield Case("render.to_text", name, 2_000, shown(PLAIN[name]))
    for n in (3, 500, 20_000):
        for name in ("one word repeated", "equal texts", "periodic"):
            shape = PLAIN[name]
            yield Case(f"score rouge{n}", name, 10_000, scored(f"rouge{n}", shape))
            yield Case(f"score_batch rouge{n}", name, 10_000, batched(f"rouge{n}", shape))
    scorer = RougeScorer(DEFAULT)
    yield Case(
        "score_batch", "rows, one giant", 10_000, lambda n: scorer.score_batch(*giant(n)), lcs
    )
    for mode in ("best", "average", "jackknife", "pooled", "best_recall"):
        of_mode = RougeScorer(DEFAULT, multi_reference=mode)
        yield Case(
            f"score_multi, {mode}",
            "many references",
            2_000,
            lambda n, of_mode=of_mode: of_mode.score_multi(["a cat sat\non it"] * n, "the cat sat"),
        )
    yield Case("rouge_n", "token lists", 50_000, lambda n: rouge_n(words(n), words(n, 1), 2))
    yield Case(
        "rouge_n, n of the text's half",
        "token lists",
        10_000,
        lambda n: rouge_n([1] * n, [1] * n, n // 2),
    )
    for method in ("union", "best_match"):
        yield Case(
            f"rouge_lsum, {method}",
            "token lists of a word",
            250,
            lambda n, method=method: rouge_lsum(*[[[word] for word in words(n)]] * 2, method),  # type: ignore[call-arg, arg-type]
            "sentences squared",
        )
    yield from other_doors()
    for name in ("one line", "lines of a word", "equal lines"):
        shape = PLAIN[name]
        script = Rouge155(max_n=2, n_resamples=1)
        yield Case(
            "rouge155",
            name,
            5_000,
            lambda n, shape=shape, script=script: script.evaluate(*([text] for text in shape(n))),
            lcs,
        )


class Words:
    """What a Trainer decodes ids with: a word for each."""

    pad_token_id = 0

    def batch_decode(
        self, sequences: list[list[int]], skip_special_tokens: bool = False
    ) -> list[str]:
        """Spell rows of ids."""
        return [" ".join(map(str, row)) for row in sequences]


def other_doors() -> Iterator[Case]:
    """List the doors around the scorer, with the shapes that each of them could mind."""
    lcs = "n*m/62"
    rouge = load_metric()
    arrow_function = spark_function()
    for name, shape in PLAIN.items():
        yield Case("compute()", name, 2_500, one_row(rouge.compute), lcs).of(shape)
        yield Case("columns", name, 2_500, one_pair(column_of_l), lcs).of(shape)
        yield Case("Spark's function", name, 2_500, one_pair(arrow_function), lcs).of(shape)
        yield Case("page: explain", name, 250, on_page, lcs).of(shape)
    yield Case(
        "compute()", "rows, one giant", 2_500, lambda n: one_row(rouge.compute)(*giant(n)), lcs
    )
    yield Case("columns", "rows, one giant", 10_000, lambda n: column_of_l(*giant(n)), lcs)
    yield Case("score_batch", "rows of many references", 250, many_references)
    yield Case("for_trainer", "rows of 20 ids", 2_000, lambda n: trained(n, 20))
    yield Case("for_trainer", "a row of n ids", 5_000, lambda n: trained(1, n), lcs)
    yield Case("BootstrapAggregator", "rows", 10_000, aggregated)
    yield Case("compare", "pairs", 12_500, lambda n: compared(2, n))
    yield Case("compare", "equal systems", 12_500, lambda n: compared(2, n, kinds=1))
    yield Case("compare", "systems of 100 pairs", 25, lambda n: compared(n, 100))
    yield Case("page: columns of a file", "one line of n letters", 125_000, header)
    yield Case("command: score", "rows, one giant", 10_000, commanded, lcs)


def load_metric() -> Any:
    """Load the metric from this folder, keeping its rows in memory."""
    import evaluate

    evaluate.config.HF_EVALUATE_OFFLINE = True
    return evaluate.load(str(Path(__file__).parents[1] / "rouge.py"), keep_in_memory=True)


def spark_function() -> Callable[..., Any]:
    """Make what the function that Spark calls does with its Arrow arrays."""
    plan = columns.plan_of("rougeLsum", None, None, scorer=None)
    return lambda prediction, target: columns.score_columns(prediction, target, plan)


def column_of_l(prediction: Any, target: Any) -> Any:
    """Score columns by rougeL."""
    return columns.rouge_score(prediction, target, "rougeL")


def one_row(compute: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """Call ``compute`` with a row, or with rows."""
    return lambda ref, pred: compute(
        predictions=[pred] if isinstance(pred, str) else pred,
        references=[ref] if isinstance(ref, str) else ref,
    )


def one_pair(function: Callable[..., Any]) -> Callable[[str, str], Any]:
    """Call a function of columns with a row."""
    return lambda ref, pred: function(pa.array([pred]), pa.array([ref]))


def on_page(ref: str, pred: str) -> None:
    """Show a pair as the page and its API do, in every way; a refusal counts as an answer."""
    from evaluate_rouge.page import compare_texts
    from evaluate_rouge.page.settings import PageError, Settings

    try:
        explained = compare_texts.explain(pred, [ref], Settings(rouge_types=DEFAULT))
    except PageError:
        raise RefusedError from None
    compare_texts.as_json(explained)
    for rouge_type in DEFAULT:
        compare_texts.drawn(explained, rouge_type, 0)


def many_references(n: int) -> Any:
    """Score ten rows of n references."""
    return RougeScorer(DEFAULT).score_batch([["a cat sat\non it"] * n] * 10, ["the cat sat"] * 10)


def trained(n_rows: int, n_ids: int) -> Any:
    """Score ids as a Trainer has it."""
    ids = np.random.default_rng(0).integers(1, 9_000, (2, n_rows, n_ids))
    return for_trainer(Words())((ids[0], ids[1]))


def aggregated(n: int) -> Any:
    """Resample n scores."""
    scores = np.random.default_rng(0).random((n, 3))
    aggregator = BootstrapAggregator()
    for row in scores.tolist():
        aggregator.add_scores({"rouge1": Score(*row)})
    return aggregator.aggregate()


def compared(n_systems: int, n_pairs: int, kinds: int = 1_000) -> Any:
    """Compare systems, and print the table."""
    rng = np.random.default_rng(0)
    systems = {f"s{k}": rng.integers(0, kinds, n_pairs) / 1_000 for k in range(n_systems)}
    return str(compare(systems))


def header(n: int) -> Any:
    """Ask for the columns of a file whose first line never ends."""
    from evaluate_rouge.page.files import columns_of
    from evaluate_rouge.page.settings import PageError

    with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
        file.write("ab," * (n // 3) + "\n1\n")
        file.flush()
        try:
            return columns_of(file.name)
        except PageError:
            raise RefusedError from None


def commanded(n: int) -> Any:
    """Score two files with a long line among short ones."""
    from evaluate_rouge.cli import main as command

    refs, preds = giant(n)
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(Path(folder) / name) for name in ("p.txt", "r.txt", "s.csv")]
        Path(paths[0]).write_text("\n".join(preds) + "\n")
        Path(paths[1]).write_text("\n".join(refs) + "\n")
        with contextlib.redirect_stdout(io.StringIO()):
            command(["score", *paths[:2], "--output", paths[2]])


# --- measuring ----------------------------------------------------------------------------


def measured(call: Callable[[int], Any], n: int) -> tuple[float, float] | str:
    """Run a call in a fork: CPU seconds and MB more than before, or why there are none."""
    receive, send = multiprocessing.Pipe(duplex=False)

    def run() -> None:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        begun = cpu_seconds()
        try:
            call(n)
        except RefusedError:
            send.send("refused")
            return
        taken = cpu_seconds() - begun
        more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        send.send((taken, more / 1024))

    child = multiprocessing.get_context("fork").Process(target=run)
    child.start()
    answer: tuple[float, float] | str = (
        receive.recv() if receive.poll(LIMIT) else "over half a minute"
    )
    child.kill()
    child.join()
    return answer


def cpu_seconds() -> float:
    """Tell what this process and those that it waited for have used."""
    of_children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + of_children.ru_utime + of_children.ru_stime


def slope(values: list[float], least: float) -> float:
    """Say with which power of the size the last doubling grew; nothing below ``least`` counts."""
    last = [max(value, least) for value in values[-2:]]
    return math.log2(last[1] / last[0]) if len(last) == 2 else 0.0


def row_of(case: Case) -> list[str]:
    """Measure a case at four sizes."""
    seconds, megabytes, note = [], [], case.allowed
    n = case.size
    for doubling in range(4):
        n = case.size << doubling
        answer = measured(case.call, n)
        if isinstance(answer, str):
            note = (
                f"{answer} at {n:,}"
                if not note or answer != "refused"
                else f"{note}; {answer} at {n:,}"
            )
            break
        seconds.append(answer[0])
        megabytes.append(answer[1])
    by_time, by_memory = slope(seconds, 0.05), slope(megabytes, 20.0)
    is_over = ((by_time > 1.35 or by_memory > 1.35) and not case.allowed) or "minute" in note
    shown = " ".join(f"{value:.2f}" for value in seconds)
    mb = f"{megabytes[-1]:.0f}" if megabytes else ""
    return [
        case.door,
        case.shape,
        f"{n:,}",
        shown,
        f"{by_time:.1f}",
        mb,
        f"{by_memory:.1f}",
        note + (" (!)" if is_over else ""),
    ]


def main() -> None:
    """Print a row for each case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("door", nargs="?", default="")
    parser.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", RougeWarning)
    heads = ["door", "shape", "n", "CPU seconds", "slope", "MB", "slope", "grows as"]
    if arguments.markdown:
        print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    else:
        print("  ".join(heads))
    for case in cases():
        if arguments.door in f"{case.door}, {case.shape}":
            row = row_of(case)
            print(
                "| " + " | ".join(row) + " |" if arguments.markdown else "  ".join(row), flush=True
            )


if __name__ == "__main__":
    main()
