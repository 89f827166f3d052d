"""The tab "Compare systems": its controls, and what happens when they change.

Uploaded files come in; `compare_systems` scores them and draws how the systems
differ, and the visitor's session keeps its answer. No other tab is known here.
"""

from __future__ import annotations

from typing import Any

import gradio as gr

from . import compare_systems
from .controls import SESSION_SECONDS, column_controls, offer_columns, option_controls
from .drawings import message
from .files import LIMITS
from .settings import PageError, Settings


def systems_tab() -> None:
    """Build the tab."""
    gr.Markdown(
        "The predictions of two or more systems, a file for each, and the references they share: "
        "in a file of their own, or in a column of the first system's table. The first system is "
        f"the one that the others are compared with. {LIMITS}",
        elem_classes="rouge-hint",
    )
    with gr.Row():
        systems = gr.File(
            label="Systems, the baseline first",
            file_count="multiple",
            allow_reordering=True,
            height=180,
            elem_id="systems-predictions",
        )
        references = gr.File(
            label="References, if they are in a file of their own",
            height=180,
            elem_id="systems-references",
        )
    columns = column_controls("systems")
    choices = option_controls("systems")
    run = gr.Button("Compare systems", variant="primary", elem_id="compare-systems")
    notice = gr.HTML(elem_id="systems-message", elem_classes="rouge-notice")
    contest = gr.State(time_to_live=SESSION_SECONDS)
    with gr.Column(visible=False) as results:
        shown_type = gr.Radio([], label="Show", elem_id="systems-type")
        chart = gr.HTML(elem_id="systems-chart", elem_classes="rouge-block")
        differences = gr.HTML(elem_id="systems-differences", elem_classes="rouge-block")
        signature = gr.Textbox(
            label="Signature, to report with the scores",
            interactive=False,
            buttons=["copy"],
            elem_id="systems-signature",
        )

    files = [systems, references]
    for file in files:
        gr.on(
            [file.upload, file.clear],
            lambda paths, reference: offer_columns(paths[0] if paths else None, reference),
            files,
            [notice, *columns],
            api_visibility="private",
            show_progress="hidden",
        )
    run.click(
        _compare_systems,
        [*files, *columns, *choices],
        [notice, results, contest, shown_type, differences, chart, signature],
        api_visibility="private",
        show_progress_on=notice,
    )
    shown_type.input(
        _show_contest,
        [contest, shown_type],
        [differences, chart],
        api_visibility="private",
        show_progress="hidden",
    )


def _compare_systems(
    systems: list[str] | None,
    references: str | None,
    prediction_column: str | None,
    reference_columns: list[str] | None,
    *chosen: Any,
    progress: gr.Progress = gr.Progress(),  # noqa: B008
) -> list[Any]:
    """Score the systems, and draw how they differ."""

    def tell(share: float, n_pairs: int) -> None:
        progress(share, desc=f"{n_pairs:,} pairs scored")

    try:
        contest = compare_systems.compare_systems(
            systems or [],
            references,
            prediction_column,
            reference_columns or [],
            Settings.of(*chosen),
            tell,
        )
    except PageError as problem:
        return [message(str(problem)), gr.Column(visible=False), None, gr.skip(), "", "", ""]
    types = list(contest.limits)
    return [
        message(contest.hint, is_error=False),
        gr.Column(visible=True),
        contest,
        gr.Radio(types, value=types[0]),
        *compare_systems.drawn(contest, types[0]),
        contest.signature,
    ]


def _show_contest(contest: compare_systems.Contest | None, rouge_type: str) -> list[str]:
    """Draw one type of a comparison."""
    if contest is None:
        return [message("This comparison has been dropped after an hour: run it again."), ""]
    return list(compare_systems.drawn(contest, rouge_type))
