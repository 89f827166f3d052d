"""What the tabs do, for programs: three functions under names that stay.

JSON and files come in, JSON and files go out; a mistake in the input comes out
as an error with the page's own message. No tab is known here.
"""

from __future__ import annotations

from typing import Any

import gradio as gr

from . import compare_systems, compare_texts, running, score_file, workers
from .settings import AUTOMATIC, DEFAULT_TYPES, NO_LANGUAGE, PageError, Settings


def offer_api() -> None:
    """Offer what the tabs do to programs, as JSON, under names that stay."""
    gr.api(explain, api_name="explain")
    with gr.Row(visible=False):
        file, reference_file = gr.File(), gr.File()
        files = gr.File(file_count="multiple")
        column, columns = gr.Textbox(), gr.JSON()
        types, stemmer, sentences = gr.JSON(), gr.Checkbox(), gr.Checkbox()
        tokenizer, mode, language = gr.Textbox(AUTOMATIC), gr.Textbox("best"), gr.Textbox("")
        definition, beta = gr.Textbox("rouge155"), gr.Number(1.0)
        answer, download = gr.JSON(), gr.File()
        chosen = [types, stemmer, sentences, tokenizer, mode, language, definition, beta]
        options = [column, columns, *chosen]
        long = {"concurrency_id": workers.QUEUE, "concurrency_limit": workers.AT_ONCE}
        gr.Button().click(
            score_file_api,
            [file, reference_file, *options],
            [answer, download],
            api_name="score_file",
            **long,
        )
        gr.Button().click(
            compare_systems_api,
            [files, reference_file, *options],
            answer,
            api_name="compare_systems",
            **long,
        )


def explain(
    prediction: str,
    references: list[str] | str,
    rouge_types: list[str] | None = None,
    use_stemmer: bool = False,
    split_summaries: bool = False,
    tokenizer: str = AUTOMATIC,
    multi_reference: str = "best",
    language: str = NO_LANGUAGE,
    definition: str = "rouge155",
    beta: float = 1.0,
) -> dict:
    """Score one prediction and say which words matched.

    Returns:
        "types": for each type precision, recall, fmeasure, hits, the position of
        the best reference, and its matches as [start, stop] of characters in
        both texts; "signature".
    """
    try:
        settings = _settings(
            rouge_types,
            use_stemmer,
            split_summaries,
            tokenizer,
            multi_reference,
            language,
            definition,
            beta,
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
    definition: str,
    beta: float,
) -> tuple[dict, str]:
    """Score a file of pairs, or two files: the aggregate, and a CSV of per-pair scores."""
    try:
        settings = _settings(
            rouge_types,
            use_stemmer,
            split_summaries,
            tokenizer,
            multi_reference,
            language,
            definition,
            beta,
        )
        report = running.result_of(
            score_file.score_file,
            str(prediction_file),
            _path(reference_file),
            prediction_column,
            reference_columns or [],
            settings,
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
    definition: str,
    beta: float,
) -> dict:
    """Score systems on the same pairs and compare each with the first."""
    try:
        settings = _settings(
            rouge_types,
            use_stemmer,
            split_summaries,
            tokenizer,
            multi_reference,
            language,
            definition,
            beta,
        )
        contest = running.result_of(
            compare_systems.compare_systems,
            list(map(str, prediction_files)),
            _path(reference_file),
            prediction_column,
            reference_columns or [],
            settings,
        )
    except PageError as problem:
        raise gr.Error(str(problem)) from problem
    return compare_systems.as_json(contest)


def _settings(rouge_types: list[str] | None, *options: Any) -> Settings:
    """Settings of a call of the API; no types mean the usual ones."""
    return Settings.of(rouge_types or DEFAULT_TYPES, *options)


def _path(file: str | None) -> str | None:
    """Name a file plainly: Gradio's own kind of text would bring Gradio to the process."""
    return str(file) if file else None
