"""Names that code written for rouge_score imports and that the engine itself does not need.

With them ``import evaluate_rouge as rouge_scorer`` (or ``as scoring``, or ``as
tokenizers``) is all that such code has to change.
"""

from __future__ import annotations

import abc

from ..text import default_tokenizer


class Tokenizer(abc.ABC):
    """What a custom tokenizer may derive from; any object with such a method serves."""

    @abc.abstractmethod
    def tokenize(self, text: str) -> list:
        """Split a text into tokens, strings or any other hashables."""


class DefaultTokenizer(Tokenizer):
    """The tokenizer that a scorer uses where none is given, for code that wants its tokens.

    Example:
        DefaultTokenizer(use_stemmer=True).tokenize("The cats' hats!") -> ["the", "cat", "hat"]
    """

    def __init__(self, use_stemmer: bool = False) -> None:
        """Choose whether tokens of more than three characters become their Porter stems."""
        self._tokenizer = default_tokenizer(use_stemmer)

    def tokenize(self, text: str) -> list[str]:
        """Split a text into lower-case runs of a-z and 0-9."""
        return self._tokenizer.words(text)[0]


def install() -> None:
    """Put this package in the place of `rouge_score` for every import that comes after.

    For libraries whose import cannot be changed. Call it first: what an import
    has bound stays as it is. Calling it again changes nothing. Private names of
    rouge_score, its command line and the version of its distribution are not
    there; processes started by spawn call it anew.

    Raises:
        RuntimeError: rouge_score is imported already, and programs may hold its classes.

    Example:
        from evaluate_rouge import compat
        compat.install()
        from rouge_score import rouge_scorer   # its RougeScorer is evaluate_rouge's
    """
    from . import shim

    shim.install()


def uninstall() -> None:
    """Take `install` back: later imports find the installed rouge_score, or none."""
    from . import shim

    shim.uninstall()
