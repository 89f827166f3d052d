"""Time the tokenizers for every script against the default one, character by character.

    python benchmarks/words.py [characters of each text set]

A tokenizer is timed from texts to the keys that the engine counts. Whitespace
is compared with ``str.split`` before anything is timed. Prints nanoseconds a
character, the best of fifteen turns taken by all in alternation, and in
brackets how many times the default costs on the same texts, then on English
ones: where it drops all letters it has little to do.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from functools import partial

from common import about, best_of_turns, read_pairs
from evaluate_rouge.scorer import keep_freed_memory
from evaluate_rouge.scripts import TOKENIZERS, named_tokenizer

ENGLISH = "English"
SETS = {
    ENGLISH: "xsum_edinburgh/ptgen",
    "Vietnamese": "xquad_scripts/vi",
    "Greek": "xquad_scripts/el",
    "Russian": "webnlg2020/ru",
    "Arabic": "xquad_scripts/ar",
    "Hindi": "xquad_scripts/hi",
    "Thai": "xquad_scripts/th",
    "Chinese": "xquad_scripts/zh",
    "Korean": "korsts_korean/sts_test",
}


def read_texts(name: str, n_chars: int) -> list[str]:
    """Repeat the texts of a set until they have about as many characters."""
    texts = []
    for text in itertools.cycle(read_pairs(name)[0]):
        texts.append(text)
        n_chars -= len(text)
        if n_chars <= 0:
            return texts
    raise SystemExit(f"{name} has no texts")


def main() -> None:
    """Compare, then time."""
    keep_freed_memory()  # as score_batch does
    n_chars = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    print(about())
    print(f"{'':<12}" + "".join(f"{name:>24}" for name in TOKENIZERS))
    english = 0.0
    for language, name in SETS.items():
        texts = read_texts(name, n_chars)
        split = named_tokenizer("whitespace").runs(texts)
        if len(split.starts) != sum(len(text.split()) for text in texts):
            raise SystemExit("never time two programs that disagree: whitespace")
        calls: dict[str, Callable[[], object]] = {
            name: partial(named_tokenizer(name).tokens, texts) for name in TOKENIZERS
        }
        n_read = sum(map(len, texts))
        cost = {name: took / n_read * 1e9 for name, took in best_of_turns(calls, 15).items()}
        english = english or cost["default"]
        shown = (
            f"{took:.1f} ({took / cost['default']:.1f}x, {took / english:.1f}x)"
            for took in cost.values()
        )
        print(f"{language:<12}" + "".join(f"{cell:>24}" for cell in shown))


if __name__ == "__main__":
    main()
