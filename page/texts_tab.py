"""The tab "Compare two texts": its controls, and what happens when they change.

Texts come in from the visitor, from an example, from a link or from another
tab; `compare_texts` explains and draws them. What another tab needs to open a
pair here goes out of `texts_tab`; no other tab is known here.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import gradio as gr

from ..render import SCRIPT
from . import compare_texts, workers
from .compare_texts import BEST, N_BOXES
from .controls import Choices, option_controls
from .drawings import message
from .examples import EXAMPLES, Example, lesson_of
from .hints import hints, remedies
from .repository import HUB
from .settings import AUTOMATIC, DEFAULT_TYPES, DEFAULTS, LABELS, NO_LANGUAGE, PageError, Settings

MAX_LINK = 30_000  # characters of an address that servers and browsers still take
# Options that are not at their default go into the address under their own names. In the Hub's
# frame it is the Hub's address of the page: that one hands what stands after ? on to the frame.
_LINK = """
(prediction, ...rest) => {
  const defaults = %s, names = Object.keys(defaults);
  const chosen = rest.slice(-names.length), [shown, extras] = rest.slice(-names.length - 2);
  const references = rest.slice(0, -names.length - 2).concat(extras || []);
  const link = new URL(%s || window.location.href);
  link.search = '';
  link.hash = '';
  link.searchParams.set('prediction', prediction);
  references.filter(text => text).forEach(text => link.searchParams.append('reference', text));
  link.searchParams.set('type', shown);
  names.forEach((name, k) => {
    if (JSON.stringify(chosen[k]) !== JSON.stringify(defaults[name])) {
      link.searchParams.set(name, chosen[k]);
    }
  });
  return link.href.length > %d ? 'These texts are too long for a link.' : link.href;
}
""" % (json.dumps(DEFAULTS), json.dumps(HUB), MAX_LINK)  # noqa: UP031
_EMPTY = (
    '<p class="rouge-placeholder">Write or paste a reference and a prediction: '
    "here you will see which words match.</p>"
)


class Texts(NamedTuple):
    """The controls that other tabs fill in, in this order."""

    prediction: gr.Textbox
    references: list[gr.Textbox]
    n_shown: gr.State  # how many boxes for references are open
    extras: gr.JSON  # references of an opened pair that have no box
    choices: Choices

    def all(self) -> list[Any]:
        """List the controls."""
        return [self.prediction, *self.references, self.n_shown, self.extras, *self.choices]


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
    with gr.Row(elem_classes="rouge-verdict"):
        shown_type = gr.Radio(
            list(DEFAULT_TYPES),
            value=first.shown_type,
            label="F of each type",
            container=False,
            elem_id="shown-type",
            elem_classes="rouge-chips",
        )
        shown_reference = gr.Radio(
            [BEST], value=BEST, label="Against", visible=False, elem_id="shown-reference"
        )
    scores = gr.HTML(elem_id="scores", elem_classes="rouge-block")
    with gr.Row():
        with gr.Column():
            references = [
                gr.Textbox(
                    first.references[0] if k == 0 else "",
                    label="Reference" if k == 0 else f"Reference {k + 1}",
                    placeholder="The text to compare with",
                    lines=2,
                    max_lines=8,
                    visible=k == 0,
                    elem_id=f"reference-{k}",
                )
                for k in range(N_BOXES)
            ]
        with gr.Column():
            prediction = gr.Textbox(
                first.prediction,
                label="Prediction",
                placeholder="The text to score",
                lines=2,
                max_lines=8,
                elem_id="prediction",
            )
    with gr.Row(elem_classes="rouge-tools"):
        more = gr.Button("Add a reference", size="sm", elem_id="add-reference")
        swap = gr.Button("Swap", size="sm", elem_id="swap")
        clear = gr.Button("Clear", size="sm", elem_id="clear")
    words = gr.HTML(_EMPTY, elem_id="words", elem_classes="rouge-block", js_on_load=SCRIPT)
    notice = gr.HTML(elem_id="texts-message", elem_classes="rouge-notice")
    with gr.Row(elem_classes="rouge-tools"):
        use_unicode = gr.Button("Use unicode", size="sm", visible=False, elem_id="use-unicode")
        find_sentences = gr.Button(
            "Find sentences", size="sm", visible=False, elem_id="find-sentences"
        )
    choices = option_controls("texts")
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
                placeholder="It holds the texts and every option.",
                interactive=False,
                buttons=["copy"],
                elem_id="link",
            )
            make_link = gr.Button("Make a link", size="sm", elem_id="make-link")

    n_shown = gr.State(1)
    extras = gr.JSON([], visible=False)
    texts = Texts(prediction, references, n_shown, extras, choices)
    outputs = [lesson, notice, use_unicode, find_sentences, shown_type, shown_reference]
    outputs += [words, scores, signature, link]
    inputs = [prediction, *references, extras, *choices, shown_type, shown_reference]
    quiet: dict[str, Any] = {
        "fn": _show,
        "inputs": inputs,
        "outputs": outputs,
        "api_visibility": "private",
        "show_progress": "hidden",
        "trigger_mode": "always_last",
        # Gradio would send each of two dozen values through a thread of its own, and change none.
        "preprocess": False,
        "postprocess": False,
        "concurrency_id": "texts",
        "concurrency_limit": workers.SHORT_AT_ONCE,
    }

    def show(event: Any) -> None:
        """Show the comparison after an event."""
        event(**quiet)

    def fill(event: Any, fn: Callable[..., Any], fill_inputs: Any, filled: list[Any]) -> Any:
        """Fill controls at an event, without a word about it."""
        return event(fn, fill_inputs, filled, api_visibility="private", show_progress="hidden")

    typed: list[Any] = [prediction, *references, *choices]
    changed = [control.change for control in typed]  # pasted text, too, is a change
    changed += [shown_type.input, shown_reference.input]
    # One listener for them all: of two changes in a row, the answer to the first never comes last.
    gr.on(changed, **quiet)
    filled = [*texts.all(), shown_type, shown_reference]
    for button, example in zip(buttons, EXAMPLES, strict=True):
        event = fill(
            button.click,
            lambda *chosen, example=example: _example(example, chosen),
            [*choices],
            filled,
        )
        show(event.then)
    fill(more.click, _one_more, n_shown, [n_shown, *references])
    boxes = [prediction, *references, n_shown, extras]
    show(fill(clear.click, _cleared, None, boxes).then)
    fill(swap.click, lambda one, other: (other, one), boxes[:2], boxes[:2])
    fill(
        use_unicode.click, lambda: ("unicode", NO_LANGUAGE), None,
        [choices.tokenizer, choices.language],
    )  # fmt: skip
    fill(find_sentences.click, lambda: True, None, [choices.split_summaries])
    make_link.click(
        None,
        [prediction, *references, shown_type, extras, *choices],
        link,
        js=_LINK,
        api_visibility="private",
    )
    event = fill(page.load, _from_link, [prediction, *references], filled)
    show(event.then)
    return show, texts, shown_type


def _show(prediction: str, *rest: Any) -> list[Any]:
    """Explain, and draw what is asked for."""
    boxes, extras = rest[:N_BOXES], rest[N_BOXES]
    *chosen, shown_type, shown_reference = rest[N_BOXES + 1 :]
    references = [*boxes, *(extras or [])]
    lesson = message(lesson_of(prediction, references), is_error=False)
    hidden = gr.Button(visible=False)
    nothing = [hidden, hidden, gr.skip(), gr.skip()]
    if not prediction.strip() or not any(text.strip() for text in references):
        return [lesson, "", *nothing, _EMPTY, "", "", ""]
    try:
        settings = Settings.of(*chosen)
        explained = compare_texts.explain(prediction, references, settings)
    except PageError as problem:
        return [lesson, message(str(problem)), *nothing, "", "", "", ""]
    types = list(explained.scores)
    if shown_type not in types:
        shown_type = types[0]
    names: dict[str, int | None] = {BEST: None}
    names |= {f"reference {n}": k for k, n in enumerate(explained.numbers) if n <= N_BOXES}
    # Only what is no choice any more is chosen anew: the visitor may have gone on choosing.
    reference_update: dict[str, Any] = {"choices": list(names), "visible": len(names) > 2}
    if shown_reference not in names:
        shown_reference = reference_update["value"] = BEST
    position = names[shown_reference]
    scores, words = compare_texts.drawn(explained, shown_type, position)
    type_update: dict[str, Any] = {
        "choices": [
            (f"{name} {(score if position is None else row[position]).fmeasure:.2f}", name)
            for (name, score), row in zip(
                explained.scores.items(), explained.of_reference.values(), strict=True
            )
        ]
    }
    if shown_type != rest[-2]:
        type_update["value"] = shown_type
    given = [prediction, *filter(None, references)]
    hint, advised = hints(given, settings), remedies(given, settings)
    if extras:
        hint = f"{len(extras):,} more references of this pair have no box, and count. {hint}"
    return [
        lesson,
        message(hint, is_error=False),
        gr.Button(visible=bool(advised & {"letters", "words"})),
        gr.Button(visible="lines" in advised),
        gr.Radio(**type_update),
        gr.Radio(**reference_update),
        words,
        scores,
        explained.signature,
        "",
    ]


def _example(example: Example, chosen: tuple[Any, ...]) -> list[Any]:
    """Put an example into the controls; say so if it changes options."""
    filled = _filled_with(example)
    now = [AUTOMATIC if value in ("default", None) else value for value in chosen]
    names = [
        label
        for label, value, is_set in zip(LABELS.values(), filled[-2 - len(LABELS) : -2], now)  # noqa: B905
        if value != is_set
    ]
    if names:
        gr.Info(f"The example has set these options: {', '.join(names)}.")
    return filled


def _filled_with(example: Example) -> list[Any]:
    """Put an example into the controls."""
    settings = Settings(tokenizer=example.tokenizer)
    return [
        *values_of_texts(example.prediction, example.references, settings),
        gr.Radio(list(settings.rouge_types), value=example.shown_type),
        BEST,
    ]


def values_of_texts(prediction: str, references: tuple[str, ...], settings: Settings) -> list[Any]:
    """Values for the controls of Texts."""
    return [*_boxes(prediction, references), *settings.values()]


def _boxes(prediction: str, references: tuple[str, ...]) -> list[Any]:
    """Values for the boxes of Texts, and for what has no box."""
    shown = references[:N_BOXES]
    boxes = [
        gr.Textbox(shown[k] if k < len(shown) else "", visible=k < max(len(shown), 1))
        for k in range(N_BOXES)
    ]
    return [prediction, *boxes, max(len(shown), 1), list(references[N_BOXES:])]


def _cleared() -> list[Any]:
    """Empty every box."""
    return _boxes("", ())


def _one_more(n_shown: int) -> list[Any]:
    """Open one more box for a reference."""
    n_shown = min(n_shown + 1, N_BOXES)
    return [n_shown, *(gr.Textbox(visible=k < n_shown) for k in range(N_BOXES))]


def _from_link(request: gr.Request, prediction: str, *references: str) -> list[Any]:
    """Fill the controls from the page's address, as "Make a link" wrote it.

    What the visitor has typed meanwhile stays, and so does the first example without a link.
    """
    parameters = request.query_params
    untouched = (prediction, references[0]) == (EXAMPLES[0].prediction, EXAMPLES[0].references[0])
    if not parameters.get("prediction") or not untouched:
        return [gr.skip()] * (N_BOXES + 3 + len(LABELS) + 2)
    named: dict[str, Any] = {name: parameters[name] for name in LABELS if name in parameters}
    shown_type = parameters.get("type", DEFAULT_TYPES[0])
    known = shown_type in DEFAULT_TYPES
    types = named.pop("rouge_types", list(DEFAULT_TYPES if known else (*DEFAULT_TYPES, shown_type)))
    for name in ("use_stemmer", "split_summaries"):
        named[name] = named.get(name) == "true"
    try:
        named["beta"] = float(named.get("beta", 1.0))
        settings = Settings.of(types, **named)
    except (PageError, ValueError) as problem:
        gr.Warning(f"The link holds an option that does not exist: {problem}")
        settings = Settings()
    if shown_type not in settings.rouge_types:
        shown_type = settings.rouge_types[0]
    return [
        *values_of_texts(
            parameters["prediction"], tuple(parameters.getlist("reference")), settings
        ),
        gr.Radio(list(settings.rouge_types), value=shown_type),
        BEST,
    ]
