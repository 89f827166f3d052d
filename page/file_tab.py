"""The tab "Score a file": its controls, and what happens when they change.

Uploaded files come in; `score_file` scores them and draws the report, which the
visitor's session keeps. A pair that the report lists can be opened in the tab of
two texts, through the controls that come in with it. How anything is scored is
never known here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gradio as gr

from . import score_file
from .controls import SESSION_SECONDS, column_controls, offer_columns, option_controls
from .drawings import message
from .files import LIMITS
from .settings import PageError, Settings
from .texts_tab import Texts, values_of_texts

_OPEN_PAIR = """
element.addEventListener('click', event => {
  const button = event.target.closest('button[data-end]');
  if (button) trigger('click', {end: button.dataset.end, place: Number(button.dataset.place)});
});
"""


def file_tab(tabs: gr.Tabs, show: Callable[..., Any], texts: Texts, texts_type: gr.Radio) -> None:
    """Build the tab; a pair it lists is filled into `texts` and shown by `show`."""
    gr.Markdown(
        "Predictions and references in one table (CSV, TSV, JSON lines, Parquet), or in two files; "
        f"a .txt file holds one text a line. {LIMITS}",
        elem_classes="rouge-hint",
    )
    with gr.Row():
        predictions = gr.File(label="Predictions", height=140, elem_id="file-predictions")
        references = gr.File(
            label="References, if they are in a file of their own",
            height=140,
            elem_id="file-references",
        )
    columns = column_controls("file")
    choices = option_controls("file")
    run = gr.Button("Score", variant="primary", elem_id="score-file")
    notice = gr.HTML(elem_id="file-message", elem_classes="rouge-notice")
    report = gr.State(time_to_live=SESSION_SECONDS)
    with gr.Column(visible=False) as results:
        scores = gr.HTML(elem_id="file-scores", elem_classes="rouge-block")
        chart = gr.HTML(elem_id="file-chart", elem_classes="rouge-block")
        shown_type = gr.Radio([], label="Show", elem_id="file-type")
        spread = gr.HTML(elem_id="file-spread", elem_classes="rouge-block")
        best = gr.HTML(elem_id="file-best", elem_classes="rouge-block", js_on_load=_OPEN_PAIR)
        worst = gr.HTML(elem_id="file-worst", elem_classes="rouge-block", js_on_load=_OPEN_PAIR)
        download = gr.DownloadButton("Download the scores of every pair", elem_id="file-download")
        signature = gr.Textbox(
            label="Signature, to report with the scores",
            interactive=False,
            buttons=["copy"],
            elem_id="file-signature",
        )

    files = [predictions, references]
    for file in files:
        gr.on(
            [file.upload, file.clear],
            offer_columns,
            files,
            [notice, *columns],
            api_visibility="private",
            show_progress="hidden",
        )
    drawn = [scores, chart, spread, best, worst]
    run.click(
        _score_file,
        [*files, *columns, *choices],
        [notice, results, report, shown_type, *drawn, download, signature],
        api_visibility="private",
        show_progress_on=notice,
    )
    shown_type.input(
        _show_report, [report, shown_type], drawn, api_visibility="private", show_progress="hidden"
    )
    for listed in (best, worst):
        event = listed.click(
            _open_pair,
            [report, shown_type],
            [tabs, *texts.all(), texts_type],
            api_visibility="private",
            show_progress="hidden",
        )
        show(event.then)


def _score_file(
    predictions: str | None,
    references: str | None,
    prediction_column: str | None,
    reference_columns: list[str] | None,
    *chosen: Any,
    progress: gr.Progress = gr.Progress(),  # noqa: B008
) -> list[Any]:
    """Score the files, and draw the report."""

    def tell(share: float, n_pairs: int) -> None:
        progress(share, desc=f"{n_pairs:,} pairs scored")

    try:
        if predictions is None:
            raise PageError("There is no file: put one into \u201cPredictions\u201d.")
        report = score_file.score_file(
            predictions,
            references,
            prediction_column,
            reference_columns or [],
            Settings.of(*chosen),
            tell,
        )
    except PageError as problem:
        empty = ["", "", "", "", ""]
        return [message(str(problem)), gr.Column(visible=False), None, gr.skip(), *empty, None, ""]
    types = list(report.limits)
    return [
        message(report.hint, is_error=False),
        gr.Column(visible=True),
        report,
        gr.Radio(types, value=types[0]),
        *_show_report(report, types[0]),
        report.download,
        report.signature,
    ]


def _show_report(report: score_file.Report | None, rouge_type: str) -> list[str]:
    """Draw one type of a report."""
    if report is None:
        return [
            message("This report has been dropped after an hour: score the file again."),
            *[""] * 4,
        ]
    return [*score_file.drawn(report, rouge_type), *score_file.drawn_pairs(report, rouge_type)]


def _open_pair(report: score_file.Report, rouge_type: str, event: gr.EventData) -> list[Any]:
    """Open one of the listed pairs in the tab of two texts, scored as it was."""
    clicked = event._data or {}
    pairs = (report.best if clicked.get("end") == "best" else report.worst)[rouge_type]
    pair = pairs[int(clicked["place"])]
    return [
        gr.Tabs(selected="texts"),
        *values_of_texts(pair.prediction, pair.references, report.settings),
        gr.Radio(list(report.settings.rouge_types), value=rouge_type),
    ]
