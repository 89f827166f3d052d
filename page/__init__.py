"""The Gradio page: four tabs, and an API of three functions."""

from __future__ import annotations

from typing import Any

__all__ = ["LAUNCH", "build"]


def __getattr__(name: str) -> Any:
    """Import Gradio when the page is built: the processes that only score do without."""
    if name in __all__:
        from . import layout

        return getattr(layout, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
