"""Coverage-guided fuzzing against rouge_score: not a test, but a program to run for a while.

Atheris grows inputs that reach new code; whatever they say, our tokens and
our scores must be rouge_score's. A disagreement or an exception ends the run
and leaves the input in a file, which this program replays if it is named.

    pip install atheris
    python tests/fuzz.py tokens -max_total_time=300
    python tests/fuzz.py engine -max_total_time=300
    python tests/fuzz.py kernels -max_total_time=300
    python tests/fuzz.py kernels --random 300
    python tests/fuzz.py engine crash-0123abcd

"kernels" compares the extension with the arrays, count by count and sum by sum.
KERNELS in the environment names another build of the extension to be used, as
`make fuzz` does with one that checks bounds and one with AddressSanitizer.
"""

from __future__ import annotations

import importlib.util
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import atheris
import numpy as np

with atheris.instrument_imports(include=["evaluate_rouge"]):
    import evaluate_rouge
    import evaluate_rouge.kernels
    from evaluate_rouge import pairs
    from evaluate_rouge.text import default_tokenizer, porter_stem

if path := os.environ.get("KERNELS"):
    # In place of the one installed, before anything asks for it.
    spec = importlib.util.spec_from_file_location("evaluate_rouge.kernels.counts", path)
    assert spec is not None and spec.loader is not None
    sys.modules[spec.name] = evaluate_rouge.kernels.counts = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[spec.name])

from nltk.stem.porter import PorterStemmer
from rouge_score import rouge_scorer, tokenize
from test_draws import sums_by_engine
from test_kernels import TYPES as KERNEL_TYPES
from test_kernels import ways_to_count

STEMMER = PorterStemmer()
TYPES = ["rouge1", "rouge2", "rouge3", "rouge5", "rougeL", "rougeLsum"]

# Few and short, so that texts repeat and tie; some long enough for every path a token can take.
WORDS = ["a", "b", "ab", "a", "b", "c", "\n", "\n", ".", "", "running", "runner", "agreed", "0"]
WORDS += ["sevenxx", "eightxxx", "sevenxxsevenxx", "sevenxxsevenxy", "q" * 69, "q" * 70, "q" * 71]
WORDS += [
    "\u0130",
    "\u212a",
    "\u00e9",
    "\u4e2d",
    "\ud800",
    "\x00",
    "\r",
    "\u2028",
    "A",
    "\U0001f600",
]


def nasty_text(data: atheris.FuzzedDataProvider) -> str:
    """Any code points, lone surrogates too; or words that repeat."""
    if data.ConsumeBool():
        return data.ConsumeUnicode(data.ConsumeIntInRange(0, 40))
    between = " " if data.ConsumeBool() else ""
    n_words = data.ConsumeIntInRange(0, 60)
    return between.join(data.PickValueInList(WORDS) for _ in range(n_words))


def fuzz_tokens(raw: bytes) -> None:
    """One text's tokens, stems and sentences; and the keys of a batch, equal as tokens are."""
    data = atheris.FuzzedDataProvider(raw)
    texts = [nasty_text(data) for _ in range(data.ConsumeIntInRange(1, 4))]
    use_stemmer = data.ConsumeBool()
    stemmer = STEMMER if use_stemmer else None
    expected = [tokenize.tokenize(text, stemmer) for text in texts]
    tokenizer = default_tokenizer(use_stemmer)
    for text, tokens in zip(texts, expected, strict=True):
        words, sentences = tokenizer.words(text)
        check(words, tokens, text)
        lines = [tokenize.tokenize(line, stemmer) for line in text.split("\n")]
        check(sentences, [line for line in lines if line], text)
        for token in tokens:
            check(porter_stem(token), STEMMER.stem(token), token)
    batch = tokenizer.tokens(texts)
    check([int(n) for n in batch.offsets[1:] - batch.offsets[:-1]], [*map(len, expected)], texts)
    keys = batch.keys.tolist()
    flat = [token for tokens in expected for token in tokens]
    check(len(set(zip(keys, flat, strict=True))), len(set(flat)), texts)
    check(len(set(keys)), len(set(flat)), texts)


def fuzz_engine(raw: bytes) -> None:
    """A batch's scores, pair by pair and in one call; token lists by the sequence functions."""
    data = atheris.FuzzedDataProvider(raw)
    options = {"use_stemmer": data.ConsumeBool()}
    if data.ConsumeIntInRange(0, 3) == 0:
        options["tokenizer"] = Split()
    types = [name for name in TYPES if data.ConsumeBool()] or ["rougeLsum"]
    google = rouge_scorer.RougeScorer(types, **options)
    ours = evaluate_rouge.RougeScorer(types, **options)
    n_rows = data.ConsumeIntInRange(1, 5)
    preds = [nasty_text(data) for _ in range(n_rows)]
    if data.ConsumeBool():
        refs = [[nasty_text(data) for _ in range(data.ConsumeIntInRange(1, 3))] for _ in preds]
        expected = [google.score_multi(*row) for row in zip(refs, preds, strict=True)]
    else:
        refs = [nasty_text(data) for _ in preds]
        expected = [google.score(*row) for row in zip(refs, preds, strict=True)]
        for row, scores in zip(zip(refs, preds, strict=True), expected, strict=True):
            check(ours.score(*row), scores, row)
    check([*ours.score_batch(refs, preds)], expected, (refs, preds, options))
    pred, ref = preds[0].split(), preds[-1].split()
    google_lcs = rouge_scorer._score_lcs(ref, pred)
    check(pairs.rouge_l(pred, ref), google_lcs, (pred, ref))


def fuzz_kernels(raw: bytes) -> None:
    """Every way into the extension counts as the arrays do, and draws and sums as they do."""
    data = atheris.FuzzedDataProvider(raw)
    definition = "rouge155" if data.ConsumeBool() else "lin2004"
    types = [name for name in KERNEL_TYPES if data.ConsumeBool()] or ["rougeLsum"]
    preds = [nasty_text(data) for _ in range(data.ConsumeIntInRange(1, 5))]
    refs = [nasty_text(data) for _ in preds]
    for way, counts in (ways := ways_to_count(types, preds, refs, definition)).items():
        check(counts, ways["arrays"], (way, types, definition, preds, refs))
    shape = data.ConsumeIntInRange(1, 90), data.ConsumeIntInRange(1, 3)
    rows = np.random.default_rng(data.ConsumeInt(4) & 0xFFFF).random(shape)
    n_resamples = data.ConsumeIntInRange(1, 9)
    found = sums_by_engine(rows, n_resamples)
    check(found["compiled"], found["numpy"], (rows.tolist(), n_resamples))


class Split:
    """A custom tokenizer: case kept, tokens of any characters."""

    def tokenize(self, text: str) -> list[str]:
        return text.split()


def check(found: object, expected: object, given: object) -> None:
    if found != expected:
        raise AssertionError(f"given {given!r}\nfound {found!r}\nexpected {expected!r}")


def run_at_random(target: Callable[[bytes], None], seconds: float) -> None:
    """Run on random bytes, where nothing can tell which code is new: under AddressSanitizer."""
    rng = random.Random()
    begun, n_runs = time.monotonic(), 0
    while time.monotonic() < begun + seconds:
        raw = rng.randbytes(rng.randrange(601))
        try:
            target(raw)
        except BaseException:
            Path("crash-at-random").write_bytes(raw)
            raise
        n_runs += 1
    print(f"Done {n_runs} runs of random bytes in {seconds:.0f} seconds")


def main() -> None:
    targets = {"tokens": fuzz_tokens, "engine": fuzz_engine, "kernels": fuzz_kernels}
    name = sys.argv.pop(1) if len(sys.argv) > 1 else ""
    if name not in targets:
        sys.exit(f"usage: {sys.argv[0]} {{{','.join(targets)}}} [--random SECONDS|libFuzzer's]")
    if sys.argv[1:2] == ["--random"]:
        run_at_random(targets[name], float(sys.argv[2]))
        return
    atheris.Setup(sys.argv, targets[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
