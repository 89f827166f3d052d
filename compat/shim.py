"""This package under the name `rouge_score`, for libraries whose import cannot be changed."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from ..scorer import BaseScorer, RougeScorer
from ..scores import AggregateScore, BootstrapAggregator, Score
from . import DefaultTokenizer, Tokenizer

NAME = "rouge_score"


def install() -> None:
    """Make the modules that `compat.install` promises."""
    present = sys.modules.get(NAME)
    if isinstance(present, _Stand):
        return
    if present is not None:
        raise RuntimeError(
            f"{NAME} is imported already, from {getattr(present, '__file__', 'somewhere')}; call "
            "evaluate_rouge.compat.install() before the library that imports it"
        )
    modules: dict[str, dict[str, Any]] = {
        "rouge_scorer": {"RougeScorer": RougeScorer},
        "scoring": {
            "AggregateScore": AggregateScore,
            "BaseScorer": BaseScorer,
            "BootstrapAggregator": BootstrapAggregator,
            "Score": Score,
        },
        "tokenize": {"tokenize": _tokenize},
        "tokenizers": {"DefaultTokenizer": DefaultTokenizer, "Tokenizer": Tokenizer},
    }
    package = _Stand(NAME, {"__path__": []})
    sys.modules[NAME] = package
    for name, contents in modules.items():
        module = _Stand(f"{NAME}.{name}", contents)
        setattr(package, name, module)
        sys.modules[module.__name__] = module
    for name in ("scoring", "tokenizers"):  # as the original's file imports them
        setattr(package.rouge_scorer, name, getattr(package, name))


def uninstall() -> None:
    """Take them out again."""
    for name, module in list(sys.modules.items()):
        if isinstance(module, _Stand):
            del sys.modules[name]


class _Stand(ModuleType):
    """A module that stands where one of rouge_score's would."""

    def __init__(self, name: str, contents: dict[str, Any]) -> None:
        super().__init__(name, f"{name}, by evaluate_rouge.compat.install()")
        self.__spec__ = ModuleSpec(name, None, is_package="__path__" in contents)
        vars(self).update(contents)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"{self.__name__} is evaluate_rouge here, which has no {name!r} of rouge_score's; "
            "rouge_n, rouge_l, rouge_lsum and lcs_length of evaluate_rouge count token lists"
        )


def _tokenize(text: str, stemmer: Any) -> list[str]:
    """Split a text as rouge_score.tokenize does; any stemmer stands for Porter's."""
    return DefaultTokenizer(use_stemmer=stemmer is not None).tokenize(text)
