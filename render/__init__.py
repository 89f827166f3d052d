"""An alignment -> something to look at: HTML for a page, text for a terminal."""

from .script import SCRIPT
from .terminal import to_text
from .webpage import STYLE, to_cell, to_html, to_legend, to_page, to_panels, to_section

__all__ = [
    "SCRIPT",
    "STYLE",
    "to_cell",
    "to_html",
    "to_legend",
    "to_page",
    "to_panels",
    "to_section",
    "to_text",
]
