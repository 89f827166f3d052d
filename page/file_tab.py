"""The tab "Score a file": its controls, and what happens when they change.

Uploaded files come in; a process of its own scores them, and the visitor's session
keeps the report. Any pair can be looked for, opened here, and taken along to the tab
of two texts through the controls that come in with it. How anything is scored is
never known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import gradio as gr
import numpy as np

from . import charts, pair_list, running, samples, score_file, stored, workers
from .controls import (
    ANNOUNCE,
    NAME_MENUS,
    OPEN_ROWS,
    SESSION_SECONDS,
    column_controls,
    copies,
    focus_list,
    focus_opened,
    offer_columns,
    option_controls,
    plot,
)
from .drawings import bins_table, message, stale
from .files import LIMITS
from .pair_list import Query
from .settings import PageError, Settings
from .texts_tab import Texts, values_of_texts

EDIT_TAB = "Compare two texts"
# A bar of the drawing does what its row of the table does.
_BARS = (
    NAME_MENUS
    + """
const list = bin => trigger('click', {bin: Number(bin)});
element.addEventListener('click', event => {
  const button = event.target.closest('button[data-bin]');
  if (button) list(button.dataset.bin);
});
document.addEventListener('click', event => {
  const bin = event.target.closest('#file-histogram') && event.target.__data__?.datum?.bin;
  if (element.isConnected && Number.isInteger(bin)) list(bin);
});
"""
)


def file_tab(tabs: gr.Tabs, show: Callable[..., Any], texts: Texts, texts_type: gr.Radio) -> None:
    """Build the tab; a pair it lists is filled into `texts` and shown by `show`."""
    gr.Markdown(
        "Predictions and references in one table (CSV, TSV, JSON lines, a JSON array, Parquet), "
        f"or in two files; a .txt file holds one text a line. {LIMITS}",
        elem_classes="rouge-hint",
    )
    with gr.Row(elem_classes="rouge-tools"):
        sample = gr.Button("Try a sample of 24 pairs", size="sm", elem_id="file-sample")
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
    with gr.Row(elem_classes="rouge-running"):
        bar = gr.HTML(elem_id="file-progress", elem_classes="rouge-block", min_height=40)
        cancel = gr.Button("Cancel", visible=False, size="sm", elem_id="file-cancel", scale=0)
    notice = gr.HTML(elem_id="file-message", elem_classes="rouge-notice")
    report = gr.State(time_to_live=SESSION_SECONDS, delete_callback=_forget)
    rows = gr.State(np.empty(0, np.int64))
    page = gr.State(0)
    position = gr.State(0)  # of the opened pair, in rows
    with gr.Column(visible=False, elem_classes="rouge-results") as results:
        changed = gr.HTML(elem_id="file-changed", elem_classes="rouge-notice")
        with gr.Row():
            with gr.Column(scale=3):
                scores = gr.HTML(
                    elem_id="file-scores",
                    elem_classes="rouge-block",
                    js_on_load=f"{ANNOUNCE} soon();",
                )
            with gr.Column(scale=1, min_width=220):
                download = gr.DownloadButton(
                    "Download the scores of every pair", size="sm", elem_id="file-download"
                )
        shown_type = gr.Radio([], label="Show", elem_id="file-type")
        with gr.Row():
            chart = plot("file-chart", "Intervals")
            histogram = plot("file-histogram", "Distribution")
        bins = gr.HTML(elem_id="file-bins", elem_classes="rouge-block", js_on_load=_BARS)
        with gr.Column() as listing:
            gr.Markdown("## Pairs")
            with gr.Row():
                sort = gr.Dropdown(
                    list(pair_list.SORTS), value="worst", label="Order", elem_id="file-sort"
                )
                low = gr.Number(0, label="F from", minimum=0, maximum=1, elem_id="file-low")
                high = gr.Number(1, label="up to", minimum=0, maximum=1, elem_id="file-high")
                words = gr.Textbox(label="Containing", max_lines=1, elem_id="file-words")
                number = gr.Number(
                    1, label="Open pair number", precision=0, minimum=1, elem_id="file-number"
                )
            pairs = gr.HTML(elem_id="file-pairs", elem_classes="rouge-block", js_on_load=OPEN_ROWS)
            with gr.Row(elem_classes="rouge-tools"):
                back = gr.Button("Previous page", size="sm", elem_id="file-page-back")
                on = gr.Button("Next page", size="sm", elem_id="file-page-on")
        with gr.Column(visible=False) as opened:
            head = gr.HTML(elem_id="file-opened-head", elem_classes="rouge-block")
            with gr.Row(elem_classes="rouge-tools"):
                close = gr.Button("Back to the list", size="sm", elem_id="file-close")
                before = gr.Button("Previous pair", size="sm", elem_id="file-before")
                after = gr.Button("Next pair", size="sm", elem_id="file-after")
                edit = gr.Button(f"Edit in \u201c{EDIT_TAB}\u201d", size="sm", elem_id="file-edit")
            marks = gr.HTML(elem_id="file-marks", elem_classes="rouge-block")
        signature, python, command = copies("file")

    files = [predictions, references]
    asked = [*files, *columns, *choices]
    quiet: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
    offer: dict[str, Any] = {"inputs": files, "outputs": [notice, *columns], **quiet}
    for file in files:
        gr.on([file.upload, file.clear], offer_columns, **offer)
    scoring: dict[str, Any] = {
        "fn": _score,
        "inputs": asked,
        "outputs": [
            *(bar, cancel, notice, results, report, shown_type),
            *(scores, download, signature, python, command, changed),
        ],
        "api_visibility": "private",
        "concurrency_id": workers.QUEUE,
        "concurrency_limit": workers.AT_ONCE,
        "show_progress": "minimal",
        "show_progress_on": bar,
    }
    query = [sort, low, high, words]
    listed = [rows, page, pairs, back, on, listing, opened]
    listing_of: dict[str, Any] = {
        "inputs": [report, shown_type, *query],
        "outputs": listed,
        **quiet,
    }

    def score(event: Any) -> Any:
        """Score after an event, and draw the report."""
        waiting = event(lambda: [running.progress(0, running.WAITING), gr.Button(visible=True)],
                        None, [bar, cancel], queue=False, **quiet)  # fmt: skip
        scored = waiting.then(**scoring)
        drawn = scored.then(_charts, [report, shown_type], [chart, histogram, bins], **quiet)
        drawn.then(_list, **listing_of)
        return scored

    filled = sample.click(samples.file, None, predictions, **quiet)
    filled = filled.then(lambda: None, None, references, **quiet).then(offer_columns, **offer)
    runs = [score(run.click), score(filled.then)]
    stopped = cancel.click(None, cancels=runs, queue=False, **quiet)
    stopped.then(_stopped, None, [bar, cancel, notice], queue=False, **quiet)

    gr.on(
        [control.change for control in asked],
        _changed,
        [report, *asked],
        changed,
        trigger_mode="always_last",
        **quiet,
    )
    shown_type.input(_charts, [report, shown_type], [chart, histogram, bins], **quiet).then(
        _list, **listing_of
    )
    gr.on(
        [sort.input, low.submit, low.blur, high.submit, high.blur, words.submit, words.blur],
        _list,
        **listing_of,
    )
    barred = bins.click(_bar, None, [low, high, words], **quiet)
    barred.then(_list, **listing_of)
    turned = [report, shown_type, rows, page]
    back.click(
        lambda report, shown, rows, page: _turned(report, shown, rows, page, -1),
        turned,
        [page, pairs, back, on],
        **quiet,
    )
    on.click(
        lambda report, shown, rows, page: _turned(report, shown, rows, page, 1),
        turned,
        [page, pairs, back, on],
        **quiet,
    )

    drawing: dict[str, Any] = {
        "inputs": [report, shown_type, rows, position],
        "outputs": [listing, opened, head, marks, before, after],
        **quiet,
    }
    for event, place in (
        (pairs.click(_clicked, rows, position, **quiet), None),
        (number.submit(_numbered, [report, number], [rows, position, notice], **quiet), None),
        (before.click(lambda at: max(at - 1, 0), position, position, **quiet), before),
        (after.click(lambda at: at + 1, position, position, **quiet), after),
    ):
        shown = event.then(_open, **drawing)
        if place is None:
            shown.then(
                None, None, None, js=focus_opened("file-opened-head"), api_visibility="private"
            )
    closed = close.click(
        lambda found, at: [gr.Column(visible=True), gr.Column(visible=False), _row(found, at)],
        [rows, position],
        [listing, opened, number],
        **quiet,
    )
    closed.then(
        _keep_page, [report, shown_type, rows, position], [page, pairs, back, on], **quiet
    ).then(
        None,
        number,
        None,
        js=focus_list("#file-pairs", "#file-sort input"),
        api_visibility="private",
    )
    event = edit.click(
        _edit,
        [report, shown_type, rows, position],
        [tabs, *texts.all(), texts_type],
        **quiet,
    )
    show(event.then)


def _asked(
    predictions: str | None,
    references: str | None,
    prediction_column: str | None,
    reference_columns: list[str] | None,
    *chosen: Any,
) -> score_file.Asked:
    """Put together what the visitor asks for.

    Raises:
        PageError: no file, or no type.
    """
    if predictions is None:
        raise PageError("There is no file: put one into \u201cPredictions\u201d.")
    return score_file.Asked(
        (str(predictions),),  # Gradio's own kind of text would bring Gradio to the process
        str(references) if references else None,
        prediction_column or None,
        tuple(reference_columns or ()),
        Settings.of(*chosen),
    )


def _score(*given: Any) -> Iterator[list[Any]]:
    """Score the files, and tell how far it is."""
    skipped = [gr.skip()] * 9
    try:
        asked = _asked(*given)
        report: Any = None
        yield [gr.skip(), gr.skip(), "", *skipped]
        for told, result in running.steps(
            score_file.score_file,
            asked.predictions[0],
            asked.references,
            asked.prediction_column,
            asked.reference_columns,
            asked.settings,
        ):
            report = result
            yield [gr.skip() if told is None else told, gr.skip(), gr.skip(), *skipped]
    except PageError as problem:
        yield ["", gr.Button(visible=False), message(str(problem)), *skipped]
        return
    types = list(report.limits)
    yield [
        "",
        gr.Button(visible=False),
        message(report.hint, is_error=False),
        gr.Column(visible=True),
        report,
        gr.Radio(types, value=types[0]),
        score_file.summary(report),
        report.download,
        report.signature,
        report.python,
        report.command,
        "",
    ]


def _stopped() -> list[Any]:
    said = message("Cancelled: nothing of this run is kept.", is_error=False)
    return ["", gr.Button(visible=False), said]


def _forget(report: score_file.Report | None) -> None:
    if report is not None:
        stored.drop(report.folder)


def _changed(report: score_file.Report | None, *given: Any) -> str:
    """Say that the results are of other files or settings than those chosen now, if they are."""
    if report is None:
        return ""
    try:
        is_same = _asked(*given) == report.asked
    except PageError:
        is_same = False
    return "" if is_same else stale(report.asked.files)


def _charts(report: score_file.Report | None, rouge_type: str) -> list[Any]:
    """Draw the intervals of all types, and the distribution of one."""
    if report is None:
        return [None, None, ""]
    try:
        fmeasure = stored.scores_of(report.folder, rouge_type)[:, 2]
    except FileNotFoundError:
        return [None, None, message(pair_list.GONE)]
    limits = [(name, *found[:, 2].tolist()) for name, found in report.limits.items()]
    mean, median = float(report.limits[rouge_type][1, 2]), report.medians[rouge_type]
    counts = np.bincount(charts.bins_of(fmeasure), minlength=charts.N_BINS).tolist()
    return [
        charts.shown(charts.intervals(limits, "Mean F of each type, with its 95% interval")),
        charts.shown(charts.histogram(fmeasure, rouge_type, mean, median)),
        bins_table(counts, rouge_type),
    ]


def _list(
    report: score_file.Report | None, rouge_type: str, sort: str, low: Any, high: Any, words: str
) -> list[Any]:
    """Find the pairs asked for, and list the first of them."""
    lists = [gr.Column(visible=True), gr.Column(visible=False)]
    nothing = np.empty(0, np.int64)
    if report is None:
        return [nothing, 0, "", *_turning(nothing, 0), *lists]
    query = Query(sort, 0.0 if low is None else low, 1.0 if high is None else high, words or "")
    try:
        rows = pair_list.found(report.folder, rouge_type, query)
        drawn = pair_list.drawn(report.folder, rouge_type, rows, 0)
    except PageError as problem:
        rows, drawn = nothing, message(str(problem))
    return [rows, 0, drawn, *_turning(rows, 0), *lists]


def _turned(
    report: score_file.Report | None, rouge_type: str, rows: np.ndarray, page: int, by: int
) -> list[Any]:
    """Turn to another page of the list."""
    page = min(max(page + by, 0), pair_list.n_pages(rows) - 1)
    try:
        if report is None:
            raise PageError(pair_list.GONE)
        drawn = pair_list.drawn(report.folder, rouge_type, rows, page)
    except PageError as problem:
        drawn = message(str(problem))
    return [page, drawn, *_turning(rows, page)]


def _keep_page(
    report: score_file.Report | None, rouge_type: str, rows: np.ndarray, position: int
) -> list[Any]:
    """Turn to the page on which the pair stands that was open."""
    return _turned(report, rouge_type, rows, position // pair_list.PER_PAGE, 0)


def _turning(rows: np.ndarray, page: int) -> list[Any]:
    last = pair_list.n_pages(rows) - 1
    return [gr.Button(interactive=page > 0), gr.Button(interactive=page < last)]


def _bar(event: gr.EventData) -> list[Any]:
    """Ask for the pairs of one bar."""
    low, high = charts.edges_of(int((event._data or {})["bin"]))
    return [low, high, ""]


def _clicked(rows: np.ndarray, event: gr.EventData) -> int:
    """Tell where in the list the pair stands that was clicked."""
    row = int((event._data or {})["row"]) - 1
    return int(np.flatnonzero(rows == row)[0])


def _numbered(report: score_file.Report | None, number: int | None) -> list[Any]:
    """Go to a pair by its number; its neighbours are those of the file."""
    if report is None or number is None:
        return [gr.skip(), gr.skip(), gr.skip()]
    if not 1 <= number <= report.n_pairs:
        said = f"There is no pair {number:,}: the pairs are numbered from 1 to {report.n_pairs:,}."
        return [gr.skip(), gr.skip(), message(said)]
    return [np.arange(report.n_pairs), int(number) - 1, ""]


def _row(rows: np.ndarray, position: int) -> int | None:
    return int(rows[position]) + 1 if position < len(rows) else None


def _open(
    report: score_file.Report | None, rouge_type: str, rows: np.ndarray, position: int
) -> list[Any]:
    """Open the pair at a position of the list."""
    if report is None or not 0 <= position < len(rows):
        return [gr.skip()] * 6
    row = int(rows[position])
    try:
        pair = pair_list.texts_of(report.folder, row)
        scores = pair_list.scores_of_row(report.folder, list(report.limits), row)
        drawn = pair_list.opened(pair, scores, rouge_type, report.asked.settings)
    except PageError as problem:
        drawn = message(str(problem))
    head = (
        f'<h2 tabindex="-1">Pair {row + 1:,} of {report.n_pairs:,}</h2>'
        f'<p class="rouge-caption">{position + 1:,} of {len(rows):,} in this list</p>'
    )
    return [
        gr.Column(visible=False),
        gr.Column(visible=True),
        head,
        drawn,
        gr.Button(interactive=position > 0),
        gr.Button(interactive=position < len(rows) - 1),
    ]


def _edit(
    report: score_file.Report | None, rouge_type: str, rows: np.ndarray, position: int
) -> list[Any]:
    """Take the open pair along to the tab of two texts, scored as it was."""
    if report is None:
        raise gr.Error(pair_list.GONE)
    try:
        pair = pair_list.texts_of(report.folder, int(rows[position]))
    except PageError as problem:
        raise gr.Error(str(problem)) from problem
    settings = report.asked.settings
    return [
        gr.Tabs(selected="texts"),
        *values_of_texts(pair.predictions[0], tuple(pair.references), settings),
        gr.Radio(list(settings.rouge_types), value=rouge_type),
    ]
