"""What the tabs do, for programs: three functions under names that stay.

JSON and files come in, JSON and files go out; a mistake in the input comes out
as an error with the page's own message. Each argument is described once, here or by
its option: its default, its type, its check and the words of "Use via API" follow
from that. No tab is known here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr
from gradio.components.api_component import Api
from gradio_client.utils import is_file_obj_with_meta

from ..options import option
from . import compare_systems, compare_texts, running, score_file, workers
from .settings import DEFAULTS, PageError, Settings, choices, languages, tokenizers

REQUIRED = Parameter.empty


class _Kind(NamedTuple):
    """What an argument may be."""

    wanted: str
    schema: dict[str, Any]
    is_right: Callable[[Any], bool]


class _Argument(NamedTuple):
    """An argument of an endpoint, as programs see it."""

    name: str
    kind: _Kind
    said: str  # what it is for, in a line
    default: Any = REQUIRED

    def checked(self, value: Any) -> Any:
        """Take a value; null stands for the default.

        Raises:
            PageError: the value is of another kind, or missing.
        """
        if value is None and self.default is not REQUIRED:
            return self.default
        if not self.kind.is_right(value):
            shown = json.dumps(value, ensure_ascii=False)
            shown = shown if len(shown) <= 60 else f"{shown[:60]}\u2026"
            raise PageError(f"{self.name} is {shown}; {self.kind.wanted} is wanted: {self.said}.")
        if self.kind is _FILE:
            return _uploaded(self.name, value)
        if self.kind is _FILES:
            files = [value] if isinstance(value, dict) else value
            return [_uploaded(f"{self.name}[{k}]", file) for k, file in enumerate(files)]
        if self.kind is _TEXTS and isinstance(value, str):
            return [value] if value else []
        return value


def _uploaded(name: str, file: dict[str, Any]) -> str:
    """Path of an uploaded file. That it is one, and none of the server's, Gradio has checked."""
    path = Path(file["path"])
    if not path.is_file():
        raise PageError(f"{name} is not on the server any more: upload {path.name} again.")
    return str(path)


def _is_texts(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list) and all(isinstance(text, str) for text in value)
    )


def _is_files(value: Any) -> bool:
    files = value if isinstance(value, list) else [value]
    return all(map(is_file_obj_with_meta, files))


def _schema_of_files(file_count: str) -> dict[str, Any]:
    schema = dict(gr.File(file_count=file_count, render=False).api_info())
    schema.pop("additional_description", None)
    return schema


_TEXT = _Kind("a text", {"type": "string"}, lambda value: isinstance(value, str))
_TEXTS = _Kind(
    "a text or a list of texts",
    {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]},
    _is_texts,
)
_FLAG = _Kind("true or false", {"type": "boolean"}, lambda value: isinstance(value, bool))
_NUMBER = _Kind(
    "a number",
    {"type": "number"},
    lambda value: isinstance(value, int | float) and not isinstance(value, bool),
)
_UPLOADED = "uploaded as gradio_client's handle_file does,"
_FILE = _Kind(f"a file, {_UPLOADED}", _schema_of_files("single"), is_file_obj_with_meta)
_FILES = _Kind(f"a list of files, {_UPLOADED}", _schema_of_files("multiple"), _is_files)


def _options() -> list[_Argument]:
    """Describe the options of the page, with the page's defaults."""
    offered = {"tokenizer": tokenizers(), "language": languages()}
    found = []
    for name, default in DEFAULTS.items():
        values = [value for _, value in offered.get(name) or choices(name)]
        kind = {bool: _FLAG, float: _NUMBER, list: _TEXTS, str: _TEXT}[type(default)]
        said = option(name)[1].help
        if name == "rouge_types":
            said += f", as {', '.join(values)}"
        elif values:
            said += f": {', '.join(value or 'empty' for value in values)}"
        if name in offered:
            said += f"; empty is {offered[name][0][0]}"
        found.append(_Argument(name, kind, said, default))
    return found


_OPTIONS = _options()
_REFERENCE_FILE = _Argument(
    "reference_file",
    _FILE,
    "the file of the references; null where they are columns of the predictions' file",
    None,
)
_COLUMNS = [
    _Argument(
        "prediction_column",
        _TEXT,
        "the column of the predictions; null or empty for the one of a usual name",
        "",
    ),
    _Argument(
        "reference_columns",
        _TEXTS,
        "the columns of the references; null or none for the one of a usual name",
        [],
    ),
]
_OF_EXPLAIN = [
    _Argument("prediction", _TEXT, "the text to score"),
    _Argument("references", _TEXTS, "the texts to compare it with; a single text is one reference"),
]
_OF_SCORE_FILE = [
    _Argument(
        "prediction_file",
        _FILE,
        "the file of the predictions: CSV, TSV, JSON lines, a JSON array, Parquet, text",
    ),
    _REFERENCE_FILE,
    *_COLUMNS,
]
_OF_COMPARE_SYSTEMS = [
    _Argument(
        "prediction_files",
        _FILES,
        "a file of predictions for each system; the others are compared with the first",
    ),
    _REFERENCE_FILE,
    *_COLUMNS,
]


def offer_api() -> None:
    """Offer what the tabs do to programs, as JSON, under names that stay."""
    long = {"concurrency_id": workers.QUEUE, "concurrency_limit": workers.AT_ONCE}
    with gr.Row(visible=False):
        scores = gr.JSON(label="scores and matches of each type, and the signature")
        _offer(explain, _OF_EXPLAIN, [scores])
        aggregate = gr.JSON(label="the aggregate of each type, and the signature")
        table = gr.File(label="the scores of every pair, as CSV")
        _offer(score_file_api, _OF_SCORE_FILE, [aggregate, table], "score_file", **long)
        compared = gr.JSON(label="the systems of each type, and the signature")
        _offer(compare_systems_api, _OF_COMPARE_SYSTEMS, [compared], "compare_systems", **long)


def explain(prediction: str, references: list[str], settings: Settings) -> dict:
    """Score one prediction and say which words matched.

    Returns:
        "types": for each type precision, recall, fmeasure, hits, the position of
        the best reference, and its matches as [start, stop] of characters in
        both texts; "signature".
    """
    return compare_texts.as_json(compare_texts.explain(prediction, references, settings))


def score_file_api(
    prediction_file: str,
    reference_file: str | None,
    prediction_column: str,
    reference_columns: Sequence[str],
    settings: Settings,
) -> tuple[dict, str]:
    """Score a file of pairs, or two files: the aggregate, and a CSV of per-pair scores."""
    report = running.result_of(
        score_file.score_file,
        prediction_file,
        reference_file,
        prediction_column,
        reference_columns,
        settings,
    )
    return score_file.as_json(report), report.download


def compare_systems_api(
    prediction_files: list[str],
    reference_file: str | None,
    prediction_column: str,
    reference_columns: Sequence[str],
    settings: Settings,
) -> dict:
    """Score systems on the same pairs and compare each with the first."""
    contest = running.result_of(
        compare_systems.compare_systems,
        prediction_files,
        reference_file,
        prediction_column,
        reference_columns,
        settings,
    )
    return compare_systems.as_json(contest)


def _offer(
    function: Callable[..., Any],
    own: Sequence[_Argument],
    outputs: list[Any],
    name: str | None = None,
    **queue: Any,
) -> None:
    """Offer a function: its own arguments, then the options, each checked before it is called."""
    arguments = [*own, *_OPTIONS]

    def endpoint(*values: Any) -> Any:
        try:
            checked = [
                argument.checked(value) for argument, value in zip(arguments, values, strict=True)
            ]
            return function(*checked[: len(own)], Settings.of(*checked[len(own) :]))
        except PageError as problem:
            raise gr.Error(str(problem), print_exception=False) from problem

    # Gradio reads names, defaults and descriptions from these.
    endpoint.__name__ = name or function.__name__
    endpoint.__doc__ = "\n".join(
        [
            (function.__doc__ or "").split("\n")[0],
            "Args:",
            *(f"    {argument.name}: {argument.said}" for argument in arguments),
        ]
    )
    endpoint.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter(argument.name, Parameter.POSITIONAL_OR_KEYWORD, default=argument.default)
            for argument in arguments
        ]
    )
    inputs = [
        Api(
            None if argument.default is REQUIRED else argument.default,
            {**argument.kind.schema, "additional_description": argument.said},
            argument.name,
        )
        for argument in arguments
    ]
    gr.Button().click(
        endpoint,
        inputs,
        outputs,
        api_name=endpoint.__name__,
        preprocess=False,
        **queue,
    )
