"""The tab "Compare systems": its controls, and what happens when they change.

Uploaded files come in; a process of its own scores and tests them, and the
visitor's session keeps what came of it. No other tab is known here.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any

import gradio as gr

from . import charts, compare_systems, exports, pair_list, running, samples, stored, workers
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
from .drawings import message, stale
from .drawings import pair_list as pair_table
from .files import LIMITS
from .score_file import Asked
from .settings import PageError, Settings

# A point of the scatter opens its pair, as the button of a list does.
_POINTS = (
    NAME_MENUS
    + OPEN_ROWS
    + """
document.addEventListener('click', event => {
  const pair = event.target.closest('#systems-scatter') && event.target.__data__?.datum?.pair;
  if (element.isConnected && Number.isInteger(pair)) open(pair);
});
"""
)


def systems_tab() -> None:
    """Build the tab."""
    gr.Markdown(
        "The predictions of two or more systems, a file for each, and the references they share: "
        "in a file of their own, or in a column of the first system's table. All are compared "
        f"with one of them, the baseline; it can be chosen anew afterwards. {LIMITS}",
        elem_classes="rouge-hint",
    )
    with gr.Row(elem_classes="rouge-tools"):
        sample = gr.Button("Try a sample of three systems", size="sm", elem_id="systems-sample")
    with gr.Row():
        systems = gr.File(
            label="Systems",
            file_count="multiple",
            allow_reordering=True,
            height=220,
            elem_id="systems-predictions",
        )
        references = gr.File(
            label="References, if they are in a file of their own",
            height=220,
            elem_id="systems-references",
        )
    columns = column_controls("systems")
    choices = option_controls("systems")
    run = gr.Button("Compare systems", variant="primary", elem_id="compare-systems")
    with gr.Row(elem_classes="rouge-running"):
        bar = gr.HTML(elem_id="systems-progress", elem_classes="rouge-block", min_height=40)
        cancel = gr.Button("Cancel", visible=False, size="sm", elem_id="systems-cancel", scale=0)
    notice = gr.HTML(elem_id="systems-message", elem_classes="rouge-notice")
    contest = gr.State(time_to_live=SESSION_SECONDS, delete_callback=_forget)
    row = gr.State(0)
    with gr.Column(visible=False, elem_classes="rouge-results") as results:
        changed = gr.HTML(elem_id="systems-changed", elem_classes="rouge-notice")
        with gr.Row():
            shown_type = gr.Radio([], label="Show", elem_id="systems-type")
            baseline = gr.Dropdown([], label="Baseline", elem_id="systems-baseline")
        table = gr.HTML(
            elem_id="systems-differences",
            elem_classes="rouge-block",
            js_on_load=f"{ANNOUNCE} soon();",
        )
        with gr.Row(elem_classes="rouge-tools"):
            downloads = [
                gr.DownloadButton(f"Download as {name}", size="sm", elem_id=f"systems-{kind}")
                for kind, name in exports.KINDS.items()
            ]
        with gr.Row():
            forest = plot("systems-forest", "Differences")
            lengths = plot("systems-lengths", "By length")
        gr.Markdown("## Pair by pair")
        against = gr.Dropdown([], label="The baseline against", elem_id="systems-against")
        with gr.Column() as listing, gr.Row():
            with gr.Column(scale=2, min_width=320):
                scatter = plot("systems-scatter", "Pair by pair")
            with gr.Column(scale=3, min_width=320):
                ends = gr.HTML(
                    elem_id="systems-ends",
                    elem_classes=["rouge-block", "rouge-ends"],
                    js_on_load=_POINTS,
                )
        with gr.Column(visible=False) as opened:
            head = gr.HTML(elem_id="systems-opened-head", elem_classes="rouge-block")
            with gr.Row(elem_classes="rouge-tools"):
                close = gr.Button("Back to the lists", size="sm", elem_id="systems-close")
            marks = gr.HTML(elem_id="systems-marks", elem_classes="rouge-block")
        signature, python, command = copies("systems")

    files = [systems, references]
    asked = [*files, *columns, *choices]
    quiet: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
    offer: dict[str, Any] = {
        "fn": lambda paths, reference: offer_columns(paths[0] if paths else None, reference),
        "inputs": files,
        "outputs": [notice, *columns],
        **quiet,
    }
    for file in files:
        gr.on([file.upload, file.clear], **offer)
    found = [bar, cancel, notice, results, contest, shown_type, baseline, against, changed]
    long: dict[str, Any] = {
        "outputs": found,
        "api_visibility": "private",
        "concurrency_id": workers.QUEUE,
        "concurrency_limit": workers.AT_ONCE,
        "show_progress": "minimal",
        "show_progress_on": bar,
    }
    drawing: dict[str, Any] = {
        "fn": _draw,
        "inputs": [contest, shown_type],
        "outputs": [table, forest, lengths, signature, python, command, *downloads],
        **quiet,
    }
    pairwise: dict[str, Any] = {
        "fn": _pairwise,
        "inputs": [contest, shown_type, against],
        "outputs": [scatter, ends, listing, opened],
        **quiet,
    }

    def compare(event: Any, fn: Any, inputs: list[Any]) -> Any:
        """Compare after an event, and draw what came of it."""
        waiting = event(
            lambda: [running.progress(0, running.WAITING), gr.Button(visible=True)],
            None,
            [bar, cancel],
            queue=False,
            **quiet,
        )
        compared = waiting.then(fn, inputs, **long)
        compared.then(**drawing).then(**pairwise)
        return compared

    filled = sample.click(samples.systems, None, files, **quiet).then(**offer)
    runs = [
        compare(run.click, _compare, asked),
        compare(filled.then, _compare, asked),
        compare(baseline.input, _rebase, [contest, baseline, shown_type]),
    ]
    stopped = cancel.click(None, cancels=runs, queue=False, **quiet)
    stopped.then(_stopped, contest, [bar, cancel, notice, baseline], queue=False, **quiet)
    gr.on(
        [control.change for control in asked],
        _changed,
        [contest, *asked],
        changed,
        trigger_mode="always_last",
        **quiet,
    )
    shown_type.input(**drawing).then(**pairwise)
    against.input(**pairwise)
    clicked = ends.click(_clicked, None, row, **quiet)
    clicked.then(
        _open, [contest, shown_type, against, row], [listing, opened, head, marks], **quiet
    ).then(None, None, None, js=focus_opened("systems-opened-head"), api_visibility="private")
    number = gr.Number(visible=False)
    close.click(
        lambda row: [gr.Column(visible=True), gr.Column(visible=False), row + 1],
        row,
        [listing, opened, number],
        **quiet,
    ).then(
        None,
        number,
        None,
        js=focus_list(".rouge-ends", "#systems-against input"),
        api_visibility="private",
    )


def _asked(
    systems: list[str] | None,
    references: str | None,
    prediction_column: str | None,
    reference_columns: list[str] | None,
    *chosen: Any,
) -> Asked:
    """Put together what the visitor asks for."""
    return Asked(
        tuple(map(str, systems or ())),  # Gradio's own texts would bring Gradio to the process
        str(references) if references else None,
        prediction_column or None,
        tuple(reference_columns or ()),
        Settings.of(*chosen),
    )


def _compare(*given: Any) -> Iterator[list[Any]]:
    """Score and compare the systems, and tell how far it is."""
    try:
        asked = _asked(*given)
    except PageError as problem:
        yield _failed(problem)
        return
    yield from _run(
        compare_systems.compare_systems,
        None,
        asked.predictions,
        asked.references,
        asked.prediction_column,
        asked.reference_columns,
        asked.settings,
    )


def _rebase(
    contest: compare_systems.Contest | None, baseline: int, rouge_type: str
) -> Iterator[list[Any]]:
    """Compare with another baseline."""
    if contest is None:
        yield _failed(PageError(pair_list.GONE))
        return
    yield from _run(compare_systems.with_baseline, rouge_type, contest, baseline)


def _run(task: Any, rouge_type: str | None, *arguments: Any) -> Iterator[list[Any]]:
    skipped = [gr.skip()] * 6
    contest: Any = None
    try:
        yield [gr.skip(), gr.skip(), "", *skipped]
        for told, result in running.steps(task, *arguments):
            contest = result
            yield [gr.skip() if told is None else told, gr.skip(), gr.skip(), *skipped]
    except PageError as problem:
        yield _failed(problem)
        return
    types = list(contest.limits)
    named = [(name, system) for system, name in enumerate(contest.names)]
    others = [named[system] for system in contest.others]
    yield [
        "",
        gr.Button(visible=False),
        message(contest.hint, is_error=False),
        gr.Column(visible=True),
        contest,
        gr.Radio(types, value=rouge_type or types[0]),
        gr.Dropdown(named, value=contest.baseline),
        gr.Dropdown(others, value=others[0][1]),
        "",
    ]


def _failed(problem: PageError) -> list[Any]:
    return ["", gr.Button(visible=False), message(str(problem)), *[gr.skip()] * 6]


def _stopped(contest: compare_systems.Contest | None) -> list[Any]:
    said = message("Cancelled: nothing of this run is kept.", is_error=False)
    chosen = gr.skip() if contest is None else gr.Dropdown(value=contest.baseline)
    return ["", gr.Button(visible=False), said, chosen]


def _forget(contest: compare_systems.Contest | None) -> None:
    if contest is not None:
        stored.drop(contest.folder)


def _changed(contest: compare_systems.Contest | None, *given: Any) -> str:
    """Say that the results are of other files or settings than those chosen now, if they are."""
    if contest is None:
        return ""
    try:
        is_same = _asked(*given) == contest.asked
    except PageError:
        is_same = False
    return "" if is_same else stale(contest.asked.files)


def _draw(contest: compare_systems.Contest | None, rouge_type: str) -> list[Any]:
    """Draw one type of a comparison."""
    if contest is None:
        return ["", None, None, "", "", "", *[None] * len(exports.KINDS)]
    try:
        labels, means = compare_systems.by_length(contest, rouge_type)
    except FileNotFoundError:
        return [message(pair_list.GONE), None, None, "", "", "", *[None] * len(exports.KINDS)]
    name = contest.names[contest.baseline]
    return [
        compare_systems.drawn(contest, rouge_type),
        charts.shown(
            charts.differences(
                compare_systems.differences(contest, rouge_type),
                f"{rouge_type}: differences from {name}, with their 95% intervals",
            )
        ),
        charts.shown(charts.buckets(labels, means, contest.names, rouge_type, contest.lengths_in)),
        contest.signature,
        contest.python,
        contest.command,
        *(contest.downloads[kind] for kind in exports.KINDS),
    ]


def _pairwise(
    contest: compare_systems.Contest | None, rouge_type: str, system: int | None
) -> list[Any]:
    """Draw two systems pair by pair, and list where they are farthest apart."""
    shown = [gr.Column(visible=True), gr.Column(visible=False)]
    if contest is None or system is None:
        return [None, "", *shown]
    try:
        first = contest.fmeasures(contest.baseline, rouge_type)
        second = contest.fmeasures(system, rouge_type)
        wins, losses = compare_systems.ends(contest, rouge_type, system)
        tables = []
        names = contest.names[system], contest.names[contest.baseline]
        for rows, what in ((wins, "wins"), (losses, "loses")):
            texts = stored.rows_of(contest.folder, rows.tolist())
            lines = [
                (
                    row + 1,
                    f"{second[row] - first[row]:+.4f}",
                    pair_list.cut(pair.predictions[system]),
                    pair_list.cut(pair.references[0]),
                )
                for row, pair in zip(rows.tolist(), texts, strict=True)
            ]
            caption = f"Where {names[0]} {what} most against {names[1]}, by the difference in F"
            nothing = f"{names[0]} {what} on no pair against {names[1]}."
            tables.append(
                pair_table(lines, caption, "difference")
                if lines
                else message(nothing, is_error=False)
            )
    except FileNotFoundError:
        return [None, message(pair_list.GONE), *shown]
    chart = charts.scatter(first, second, (names[1], names[0]), rouge_type)
    return [charts.shown(chart), "".join(tables), *shown]


def _clicked(event: gr.EventData) -> int:
    return int((event._data or {})["row"]) - 1


def _open(
    contest: compare_systems.Contest | None, rouge_type: str, system: int, row: int
) -> list[Any]:
    """Open one pair: what the system wrote, and below it what the baseline wrote."""
    if contest is None:
        return [gr.skip()] * 4
    parts = []
    try:
        pair = pair_list.texts_of(contest.folder, row)
        for k in (system, contest.baseline):
            columns = [compare_systems.column_of(k, name) for name in contest.limits]
            scores = pair_list.scores_of_row(contest.folder, columns, row)
            by_type = dict(zip(contest.limits, scores.values(), strict=True))
            drawn = pair_list.opened(pair, by_type, rouge_type, contest.asked.settings, k)
            parts.append((contest.names[k], drawn))
    except PageError as problem:
        parts = [("", message(str(problem)))]
    head = f'<h2 tabindex="-1">Pair {row + 1:,} of {contest.n_pairs:,}</h2>'
    body = "".join(
        f'<h3 class="rouge-name">{html.escape(name)}</h3><div>{drawn}</div>'
        for name, drawn in parts
    )
    return [gr.Column(visible=False), gr.Column(visible=True), head, body]
