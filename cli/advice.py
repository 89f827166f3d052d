"""Texts as they stream by -> warnings, once a run, where scores say less than they seem to."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from itertools import chain
from typing import Any

from ..files.sources import Block
from ..options import Advice, advice_is_wanted
from .options import spelled

LOG = logging.getLogger(__name__)


def as_flag(name: str, value: Any) -> str:
    """Write an option as on the command line."""
    return spelled(name) if value is True else f"{spelled(name)} {value}"


def give(facts: Iterable[Advice]) -> None:
    """Warn of facts, a line each."""
    if advice_is_wanted():
        for fact in facts:
            LOG.warning("%s", fact.told(as_flag))


def texts_of(block: Block) -> list[str]:
    """All texts of a block in one list."""
    references = (
        [reference] if isinstance(reference, str) else reference for reference in block.references
    )
    return [*chain.from_iterable(block.predictions), *chain.from_iterable(references)]
