"""The Gradio page: four tabs, and an API of three functions."""

from .layout import LAUNCH, build

__all__ = ["LAUNCH", "build"]
