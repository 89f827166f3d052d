"""Texts and settings -> what a visitor should know before believing the scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..options import Advice, advice
from .settings import Settings, spelled


def hints(texts: Sequence[str], settings: Settings) -> str:
    """Say what the choices leave out of these texts; an empty string if nothing."""
    said = [said_of(advice(settings.options, texts))]
    n_empty = sum(not text.strip() for text in texts)
    if n_empty:
        said.append(f"{n_empty:,} of {len(texts):,} texts are empty, and score 0.")
    return " ".join(filter(None, said))


def said_of(facts: Sequence[Advice]) -> str:
    """Say facts as the page does: it calls options by their controls."""
    return " ".join(_sentence(fact.told(_as_control)) for fact in facts)


def _as_control(name: str, value: Any) -> str:
    """Write an option as its control, with what to choose there."""
    return spelled(name) if value is True else f"{spelled(name)} \u201c{value}\u201d"


def _sentence(told: str) -> str:
    # "rougeLsum" is a name, and stays as it is.
    return (told if told.startswith("rouge") else told[0].upper() + told[1:]) + "."
