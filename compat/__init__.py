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
