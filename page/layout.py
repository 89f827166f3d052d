"""The page itself: its four tabs, its API, and how it is launched.

Nothing is computed here, and each tab has a file: `*_tab.py` holds its controls
and which function each of them calls. Every call makes its own scorer from what
the visitor's browser sent, and what is kept between calls lies in that visitor's
own session.
"""

from __future__ import annotations

from typing import Any

import gradio as gr

from . import about, api, server, workers
from .file_tab import file_tab
from .style import CSS
from .systems_tab import systems_tab
from .texts_tab import texts_tab

TITLE = "ROUGE: see which words matched"
LAUNCH: dict[str, Any] = {
    **server.LAUNCH,
    "css": CSS,
    "theme": gr.themes.Default(
        primary_hue="blue", neutral_hue="zinc", font=["system-ui", "sans-serif"]
    ).set(
        # The theme's own greys and its blue have less contrast than can be read by all.
        block_info_text_color="*neutral_600",
        input_placeholder_color="*neutral_500",
        input_placeholder_color_dark="*neutral_400",
        button_primary_background_fill="*primary_600",
        button_primary_background_fill_hover="*primary_700",
        color_accent="*primary_600",
        checkbox_background_color_selected="*primary_600",
    ),
    "max_file_size": "60mb",
    "ssr_mode": False,
    "footer_links": ["api", "gradio", "settings"],
}


def build() -> gr.Blocks:
    """Build the page."""
    with gr.Blocks(
        title=TITLE, analytics_enabled=False, delete_cache=(3600, 3600), fill_width=True
    ) as page:
        gr.Markdown(f"# {TITLE}")
        with gr.Tabs(selected="texts") as tabs:
            with gr.Tab("Compare two texts", id="texts"):
                show, texts, shown_type = texts_tab(page)
            with gr.Tab("Score a file", id="file"):
                file_tab(tabs, show, texts, shown_type)
            with gr.Tab("Compare systems", id="systems"):
                systems_tab()
            with gr.Tab("About", id="about"):
                gr.Markdown(about.about(), elem_classes="rouge-about")
        api.offer_api()
    # Short work is bounded before it starts; long work waits in a queue of its own.
    page.queue(default_concurrency_limit=workers.SHORT_AT_ONCE)
    workers.warm_up()
    return page
