"""An alignment -> something to look at: HTML for a page, text for a terminal."""

from .terminal import to_text
from .webpage import STYLE, to_html, to_page

__all__ = ["STYLE", "to_html", "to_page", "to_text"]
