"""The page itself: controls, and which function each of them calls.

Nothing is computed here: the four tabs have a file each. Every call makes its
own scorer from what the visitor's browser sent, and what is kept between calls
lies in that visitor's own session.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import gradio as gr

from ..render import SCRIPT
from . import about, compare_systems, compare_texts, score_file
from .drawings import message
from .examples import EXAMPLES, Example, lesson_of
from .files import LIMITS, columns_of, guess
from .hints import hints
from .settings import (
    DEFAULT_TYPES,
    MODES,
    NO_LANGUAGE,
    TOKENIZERS,
    TYPES,
    PageError,
    Settings,
    languages,
)
from .style import CSS

TITLE = "ROUGE: see which words matched"
LAUNCH: dict[str, Any] = {
    "css": CSS,
    "theme": gr.themes.Default(
        primary_hue="blue", neutral_hue="zinc", font=["system-ui", "sans-serif"]
    ).set(
        # The theme's own blue gives white text a contrast of 3.7 only.
        button_primary_background_fill="*primary_600",
        button_primary_background_fill_hover="*primary_700",
        color_accent="*primary_600",
        checkbox_background_color_selected="*primary_600",
    ),
    "max_file_size": "60mb",
    "ssr_mode": False,
    "footer_links": ["api", "gradio", "settings"],
}

_SESSION_SECONDS = 3600
_OPEN_PAIR = """
element.addEventListener('click', event => {
  const button = event.target.closest('button[data-end]');
  if (button) trigger('click', {end: button.dataset.end, place: Number(button.dataset.place)});
});
"""
_LINK = """
(prediction, ...rest) => {
  const references = rest.slice(0, -2), [shown, tokenizer] = rest.slice(-2);
  const link = new URL(window.location.href);
  link.search = '';
  link.hash = '';
  link.searchParams.set('prediction', prediction);
  references.filter(text => text).forEach(text => link.searchParams.append('reference', text));
  link.searchParams.set('type', shown);
  if (tokenizer !== 'default') link.searchParams.set('tokenizer', tokenizer);
  return link.href;
}
"""


class Choices(NamedTuple):
    """The controls that make up Settings, in the order of its fields."""

    rouge_types: gr.Dropdown
    use_stemmer: gr.Checkbox
    split_summaries: gr.Checkbox
    tokenizer: gr.Dropdown
    multi_reference: gr.Dropdown
    language: gr.Dropdown


def build() -> gr.Blocks:
    """Build the page."""
    with gr.Blocks(title=TITLE, analytics_enabled=False, delete_cache=(3600, 3600)) as page:
        gr.Markdown(f"# {TITLE}")
        with gr.Tabs(selected="texts") as tabs:
            with gr.Tab("Compare two texts", id="texts"):
                show, texts, shown_type = _texts_tab(page)
            with gr.Tab("Score a file", id="file"):
                _file_tab(tabs, show, texts, shown_type)
            with gr.Tab("Compare systems", id="systems"):
                _systems_tab()
            with gr.Tab("About", id="about"):
                gr.Markdown(about.card(), elem_classes="rouge-about")
        _api()
    return page


# --- tab 1 --------------------------------------------------------------------------------


class Texts(NamedTuple):
    """The controls of tab 1 that other tabs fill in, in this order."""

    prediction: gr.Textbox
    references: list[gr.Textbox]
    n_shown: gr.State  # how many boxes for references are open
    choices: Choices

    def all(self) -> list[Any]:
        """List the controls."""
        return [self.prediction, *self.references, self.n_shown, *self.choices]


def _texts_tab(page: gr.Blocks) -> tuple[Callable[..., Any], Texts, gr.Radio]:
    first = EXAMPLES[0]
    with gr.Row(elem_classes="rouge-examples"):
        buttons = [
            gr.Button(example.label, size="sm", elem_id=f"example-{k}")
            for k, example in enumerate(EXAMPLES)
        ]
    lesson = gr.HTML(
        message(first.lesson, is_error=False), elem_id="lesson", elem_classes="rouge-notice"
    )
    with gr.Row():
        with gr.Column():
            references = [
                gr.Textbox(
                    first.references[0] if k == 0 else "",
                    label="Reference" if k == 0 else f"Reference {k + 1}",
                    lines=4 if k == 0 else 2,
                    max_lines=12,
                    visible=k == 0,
                    elem_id=f"reference-{k}",
                )
                for k in range(compare_texts.MAX_REFERENCES)
            ]
            more = gr.Button("Add a reference", size="sm", elem_id="add-reference")
        with gr.Column():
            prediction = gr.Textbox(
                first.prediction, label="Prediction", lines=4, max_lines=12, elem_id="prediction"
            )
    choices = _choices("texts")
    run = gr.Button("Compare", variant="primary", elem_id="compare")
    notice = gr.HTML(elem_id="texts-message", elem_classes="rouge-notice")
    with gr.Row():
        shown_type = gr.Radio(
            list(DEFAULT_TYPES), value=first.shown_type, label="Show", elem_id="shown-type"
        )
        shown_reference = gr.Radio(
            [compare_texts.BEST],
            value=compare_texts.BEST,
            label="Against",
            visible=False,
            elem_id="shown-reference",
        )
    words = gr.HTML(elem_id="words", elem_classes="rouge-block", js_on_load=SCRIPT)
    scores = gr.HTML(elem_id="scores", elem_classes="rouge-block")
    with gr.Row():
        signature = gr.Textbox(
            label="Signature, to report with the scores",
            interactive=False,
            buttons=["copy"],
            elem_id="signature",
        )
        with gr.Column():
            link = gr.Textbox(
                label="Link to this comparison",
                interactive=False,
                buttons=["copy"],
                elem_id="link",
            )
            make_link = gr.Button("Make a link", size="sm", elem_id="make-link")

    n_shown = gr.State(1)
    texts = Texts(prediction, references, n_shown, choices)
    outputs = [lesson, notice, shown_type, shown_reference, words, scores, signature]
    inputs = [prediction, *references, *choices, shown_type, shown_reference]
    quiet: dict[str, Any] = {
        "fn": _show,
        "inputs": inputs,
        "outputs": outputs,
        "api_visibility": "private",
        "show_progress": "hidden",
        "trigger_mode": "always_last",
    }

    def show(event: Any) -> None:
        """Show the comparison after an event."""
        event(**quiet)

    typed: list[Any] = [prediction, *references, *choices]
    changed = [control.change for control in typed]  # pasted text, too, is a change
    changed += [shown_type.input, shown_reference.input]
    # One listener for them all: of two changes in a row, the answer to the first never comes last.
    gr.on([*changed, run.click], **quiet)
    filled = [*texts.all(), shown_type, shown_reference]
    for button, example in zip(buttons, EXAMPLES, strict=True):
        event = button.click(
            lambda example=example: _filled_with(example),
            None,
            filled,
            api_visibility="private",
            show_progress="hidden",
        )
        show(event.then)
    more.click(
        _one_more, n_shown, [n_shown, *references], api_visibility="private", show_progress="hidden"
    )
    make_link.click(
        None,
        [prediction, *references, shown_type, choices.tokenizer],
        link,
        js=_LINK,
        api_visibility="private",
    )
    event = page.load(_from_link, None, filled, api_visibility="private", show_progress="hidden")
    show(event.then)
    return show, texts, shown_type


def _show(prediction: str, *rest: Any) -> list[Any]:
    """Explain, and draw what is asked for."""
    references = rest[: compare_texts.MAX_REFERENCES]
    *chosen, shown_type, shown_reference = rest[compare_texts.MAX_REFERENCES :]
    lesson = message(lesson_of(prediction, references), is_error=False)
    try:
        settings = Settings.of(*chosen)
        explained = compare_texts.explain(prediction, references, settings)
    except PageError as problem:
        return [lesson, message(str(problem)), gr.skip(), gr.skip(), "", "", ""]
    types = list(explained.scores)
    names = [compare_texts.BEST, *(f"reference {k + 1}" for k in range(explained.n_references))]
    # Only what is no choice any more is chosen anew: the visitor may have gone on choosing.
    type_update: dict[str, Any] = {"choices": types}
    if shown_type not in types:
        shown_type = type_update["value"] = types[0]
    reference_update: dict[str, Any] = {"choices": names, "visible": len(names) > 2}
    if shown_reference not in names:
        shown_reference = reference_update["value"] = compare_texts.BEST
    position = names.index(shown_reference) - 1
    scores, words = compare_texts.drawn(explained, shown_type, None if position < 0 else position)
    hint = hints([prediction, *filter(None, references)], settings)
    return [
        lesson,
        message(hint, is_error=False),
        gr.Radio(**type_update),
        gr.Radio(**reference_update),
        words,
        scores,
        explained.signature,
    ]


def _filled_with(example: Example) -> list[Any]:
    """Put an example into the controls of tab 1."""
    settings = Settings(tokenizer=example.tokenizer)
    return [
        *_filled(example.prediction, example.references, settings),
        gr.Radio(list(settings.rouge_types), value=example.shown_type),
        compare_texts.BEST,
    ]


def _filled(prediction: str, references: tuple[str, ...], settings: Settings) -> list[Any]:
    """Values for the controls of Texts."""
    shown = references[: compare_texts.MAX_REFERENCES]
    boxes = [
        gr.Textbox(shown[k] if k < len(shown) else "", visible=k < max(len(shown), 1))
        for k in range(compare_texts.MAX_REFERENCES)
    ]
    return [
        prediction,
        *boxes,
        max(len(shown), 1),
        list(settings.rouge_types),
        settings.use_stemmer,
        settings.split_summaries,
        settings.tokenizer,
        settings.multi_reference,
        settings.language,
    ]


def _one_more(n_shown: int) -> list[Any]:
    """Open one more box for a reference."""
    n_shown = min(n_shown + 1, compare_texts.MAX_REFERENCES)
    boxes = [gr.Textbox(visible=k < n_shown) for k in range(compare_texts.MAX_REFERENCES)]
    return [n_shown, *boxes]


def _from_link(request: gr.Request) -> list[Any]:
    """Fill the controls from the page's address, as "Make a link" wrote it; else an example."""
    parameters = request.query_params
    if not parameters.get("prediction"):
        return _filled_with(EXAMPLES[0])
    references = tuple(parameters.getlist("reference"))
    known = [value for _, value in TOKENIZERS]
    tokenizer = parameters.get("tokenizer", "default")
    shown_type = parameters.get("type", DEFAULT_TYPES[0])
    types = DEFAULT_TYPES if shown_type in DEFAULT_TYPES else (*DEFAULT_TYPES, shown_type)
    settings = Settings(types, tokenizer=tokenizer if tokenizer in known else "default")
    return [
        *_filled(parameters["prediction"], references, settings),
        gr.Radio(list(types), value=shown_type),
        compare_texts.BEST,
    ]


# --- tab 2 --------------------------------------------------------------------------------


def _file_tab(tabs: gr.Tabs, show: Callable[..., Any], texts: Texts, texts_type: gr.Radio) -> None:
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
    columns = _columns("file")
    choices = _choices("file")
    run = gr.Button("Score", variant="primary", elem_id="score-file")
    notice = gr.HTML(elem_id="file-message", elem_classes="rouge-notice")
    report = gr.State(time_to_live=_SESSION_SECONDS)
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
            _look,
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


def _look(predictions: str | None, references: str | None) -> list[Any]:
    """Name the columns of what was uploaded, and choose the usual ones."""
    nothing = [gr.Dropdown(visible=False), gr.Dropdown(visible=False)]
    if predictions is None:
        return ["", *nothing]
    try:
        names = columns_of(predictions)
        reference_names = columns_of(references) if references else names
    except PageError as problem:
        return [message(str(problem)), *nothing]
    return [
        "",
        gr.Dropdown(names or [], value=guess(names or [], "prediction"), visible=names is not None),
        gr.Dropdown(
            reference_names or [],
            value=[name for name in [guess(reference_names or [], "reference")] if name],
            visible=reference_names is not None,
        ),
    ]


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
    """Open one of the listed pairs in tab 1, scored as it was."""
    clicked = event._data or {}
    pairs = (report.best if clicked.get("end") == "best" else report.worst)[rouge_type]
    pair = pairs[int(clicked["place"])]
    return [
        gr.Tabs(selected="texts"),
        *_filled(pair.prediction, pair.references, report.settings),
        gr.Radio(list(report.settings.rouge_types), value=rouge_type),
    ]


# --- tab 3 --------------------------------------------------------------------------------


def _systems_tab() -> None:
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
    columns = _columns("systems")
    choices = _choices("systems")
    run = gr.Button("Compare systems", variant="primary", elem_id="compare-systems")
    notice = gr.HTML(elem_id="systems-message", elem_classes="rouge-notice")
    contest = gr.State(time_to_live=_SESSION_SECONDS)
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
            lambda paths, reference: _look(paths[0] if paths else None, reference),
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


# --- controls that tabs share ---------------------------------------------------------------


def _choices(name: str) -> Choices:
    with gr.Accordion("Options", open=False, elem_id=f"{name}-options"):
        with gr.Row():
            rouge_types = gr.Dropdown(
                list(TYPES),
                value=list(DEFAULT_TYPES),
                multiselect=True,
                allow_custom_value=True,
                label="Types",
                info="Others can be typed in: rouge4, ...",
                elem_id=f"{name}-types",
            )
            tokenizer = gr.Dropdown(
                list(TOKENIZERS), value="default", label="Tokenizer", elem_id=f"{name}-tokenizer"
            )
            multi_reference = gr.Dropdown(
                list(MODES), value="best", label="Several references", elem_id=f"{name}-mode"
            )
        with gr.Row():
            use_stemmer = gr.Checkbox(
                label="Stem words", info="cats counts as cat", elem_id=f"{name}-stemmer"
            )
            split_summaries = gr.Checkbox(
                label="Find sentences",
                info="for rougeLsum; otherwise a line is a sentence",
                elem_id=f"{name}-sentences",
            )
            language = gr.Dropdown(
                languages(),
                value=NO_LANGUAGE,
                label="Language",
                info="chooses the stemmer, and finds words where no spaces stand",
                elem_id=f"{name}-language",
            )
    return Choices(rouge_types, use_stemmer, split_summaries, tokenizer, multi_reference, language)


def _columns(name: str) -> tuple[gr.Dropdown, gr.Dropdown]:
    with gr.Row():
        prediction = gr.Dropdown(
            [],
            label="Column of predictions",
            visible=False,
            allow_custom_value=True,
            elem_id=f"{name}-prediction-column",
        )
        references = gr.Dropdown(
            [],
            label="Columns of references",
            multiselect=True,
            visible=False,
            allow_custom_value=True,
            elem_id=f"{name}-reference-columns",
        )
    return prediction, references


# --- the API ------------------------------------------------------------------------------


def _api() -> None:
    """Offer what the tabs do to programs, as JSON, under names that stay."""
    gr.api(explain, api_name="explain")
    with gr.Row(visible=False):
        file, reference_file = gr.File(), gr.File()
        files = gr.File(file_count="multiple")
        column, columns = gr.Textbox(), gr.JSON()
        types, stemmer, sentences = gr.JSON(), gr.Checkbox(), gr.Checkbox()
        tokenizer, mode, language = gr.Textbox("default"), gr.Textbox("best"), gr.Textbox("")
        answer, download = gr.JSON(), gr.File()
        options = [column, columns, types, stemmer, sentences, tokenizer, mode, language]
        gr.Button().click(
            score_file_api,
            [file, reference_file, *options],
            [answer, download],
            api_name="score_file",
        )
        gr.Button().click(
            compare_systems_api,
            [files, reference_file, *options],
            answer,
            api_name="compare_systems",
        )


def explain(
    prediction: str,
    references: list[str],
    rouge_types: list[str] | None = None,
    use_stemmer: bool = False,
    split_summaries: bool = False,
    tokenizer: str = "default",
    multi_reference: str = "best",
    language: str = NO_LANGUAGE,
) -> dict:
    """Score one prediction and say which words matched.

    Returns:
        "types": for each type precision, recall, fmeasure, hits, the position of
        the best reference, and its matches as [start, stop] of characters in
        both texts; "signature".
    """
    try:
        settings = _settings(
            rouge_types, use_stemmer, split_summaries, tokenizer, multi_reference, language
        )
        return compare_texts.as_json(compare_texts.explain(prediction, references, settings))
    except PageError as problem:
        raise gr.Error(str(problem)) from problem


def score_file_api(
    prediction_file: str,
    reference_file: str | None,
    prediction_column: str | None,
    reference_columns: list[str] | None,
    rouge_types: list[str] | None,
    use_stemmer: bool,
    split_summaries: bool,
    tokenizer: str,
    multi_reference: str,
    language: str,
) -> tuple[dict, str]:
    """Score a file of pairs, or two files: the aggregate, and a CSV of per-pair scores."""
    try:
        settings = _settings(
            rouge_types, use_stemmer, split_summaries, tokenizer, multi_reference, language
        )
        report = score_file.score_file(
            prediction_file, reference_file, prediction_column, reference_columns or [], settings
        )
    except PageError as problem:
        raise gr.Error(str(problem)) from problem
    return score_file.as_json(report), report.download


def compare_systems_api(
    prediction_files: list[str],
    reference_file: str | None,
    prediction_column: str | None,
    reference_columns: list[str] | None,
    rouge_types: list[str] | None,
    use_stemmer: bool,
    split_summaries: bool,
    tokenizer: str,
    multi_reference: str,
    language: str,
) -> dict:
    """Score systems on the same pairs and compare each with the first."""
    try:
        settings = _settings(
            rouge_types, use_stemmer, split_summaries, tokenizer, multi_reference, language
        )
        contest = compare_systems.compare_systems(
            prediction_files, reference_file, prediction_column, reference_columns or [], settings
        )
    except PageError as problem:
        raise gr.Error(str(problem)) from problem
    return compare_systems.as_json(contest)


def _settings(rouge_types: list[str] | None, *options: Any) -> Settings:
    """Settings of a call of the API; no types mean the usual ones."""
    return Settings.of(rouge_types or DEFAULT_TYPES, *options)
