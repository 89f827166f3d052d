"""The tab "Compare two texts": its controls, and what happens when they change.

Texts come in from the visitor, from an example, from a link or from another
tab; `compare_texts` explains and draws them. What another tab needs to open a
pair here goes out of `texts_tab`; no other tab is known here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import gradio as gr

from ..render import SCRIPT
from . import compare_texts
from .controls import Choices, option_controls
from .drawings import message
from .examples import EXAMPLES, Example, lesson_of
from .hints import hints
from .settings import DEFAULT_TYPES, PageError, Settings, choices

_LINK = """
(prediction, ...rest) => {
  const references = rest.slice(0, -2), [shown, tokenizer] = rest.slice(-2);
  const link = new URL(window.location.href);
  link.search = '';
  link.hash = '';
  link.searchParams.set('prediction', prediction);
  references.filter(text => text).forEach(text => link.searchParams.append('reference', text));
  link.searchParams.set('type', shown);
  if (tokenizer) link.searchParams.set('tokenizer', tokenizer);
  return link.href;
}
"""


class Texts(NamedTuple):
    """The controls that other tabs fill in, in this order."""

    prediction: gr.Textbox
    references: list[gr.Textbox]
    n_shown: gr.State  # how many boxes for references are open
    choices: Choices

    def all(self) -> list[Any]:
        """List the controls."""
        return [self.prediction, *self.references, self.n_shown, *self.choices]


def texts_tab(page: gr.Blocks) -> tuple[Callable[..., Any], Texts, gr.Radio]:
    """Build the tab: what shows the comparison after an event, and the controls to fill first."""
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
    choices = option_controls("texts")
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
    """Put an example into the controls."""
    settings = Settings(tokenizer=example.tokenizer)
    return [
        *values_of_texts(example.prediction, example.references, settings),
        gr.Radio(list(settings.rouge_types), value=example.shown_type),
        compare_texts.BEST,
    ]


def values_of_texts(prediction: str, references: tuple[str, ...], settings: Settings) -> list[Any]:
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
        *settings.values(),
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
    known = [value for _, value in choices("tokenizer")]
    tokenizer = parameters.get("tokenizer", "default")
    shown_type = parameters.get("type", DEFAULT_TYPES[0])
    types = DEFAULT_TYPES if shown_type in DEFAULT_TYPES else (*DEFAULT_TYPES, shown_type)
    settings = Settings(types, tokenizer=tokenizer if tokenizer in known else "")
    return [
        *values_of_texts(parameters["prediction"], references, settings),
        gr.Radio(list(types), value=shown_type),
        compare_texts.BEST,
    ]
