"""Texts as they stream by -> warnings, once a run, where scores say less than they seem to."""

from __future__ import annotations

from itertools import chain

from ..files.sources import Block
from ..options import (
    ReportOptions,
    warn_of_dropped_letters,
    warn_of_idle_stemmer,
    warn_of_missing_newlines,
)
from .options import Command


class Advice:
    """Looks at all texts for sentence ends, and at the first block for letters."""

    def __init__(self, command: Command, options: ReportOptions) -> None:
        self._options = options
        self._asks_for_sentences = "rougeLsum" in options.rouge_types
        self._has_named_types = command.given("rouge_types")
        self._sample: list[str] = []  # texts of the first block
        self._has_newline = False

    def look_at(self, block: Block) -> None:
        """Note what there is to say about a block."""
        texts = texts_of(block)
        self._sample = self._sample or texts
        self._has_newline = self._has_newline or any("\n" in text for text in texts)

    def give(self) -> None:
        """Warn of what was seen."""
        tokenizer = self._options.tokenizer
        if tokenizer == "default":
            warn_of_dropped_letters(self._sample)
        if self._options.use_stemmer and tokenizer not in ("default", "unicode"):
            warn_of_idle_stemmer(str(tokenizer))
        is_split = self._options.split_summaries or self._has_newline
        if self._asks_for_sentences and not is_split:
            warn_of_missing_newlines(self._sample, self._has_named_types)


def texts_of(block: Block) -> list[str]:
    """All texts of a block in one list."""
    references = (
        [reference] if isinstance(reference, str) else reference for reference in block.references
    )
    return [*chain.from_iterable(block.predictions), *chain.from_iterable(references)]
