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
from . import compare_texts, reproduce, workers
from .compare_texts import BEST, N_BOXES, Explained
from .controls import ANNOUNCE, Choices, copies, option_controls
from .drawings import message
from .examples import EXAMPLES, Example, lesson_of
from .hints import said_of
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
    '<p class="rouge-note">Write or paste a reference and a prediction: '
    "here you will see which words match.</p>"
)
EDIT, MARKED = "Edit", "Marked"
# What loads late is put into the controls if they still hold what they held at first.
_FILL_UNTOUCHED = """
(filled, prediction, reference) => {
  const isUntouched = JSON.stringify([prediction, reference]) === JSON.stringify(%s);
  const kept = Array.from({length: %d}, () => ({__type__: 'update'}));
  return filled && isUntouched ? filled : kept;
}
"""
_ONE_MORE = """
(n) => {
  const shown = Math.min(n + 1, %d);
  const boxes = Array.from({length: %d}, (_, k) => ({__type__: 'update', visible: k < shown}));
  return [shown, '%s', ...boxes];
}
""" % (N_BOXES, N_BOXES, EDIT)  # noqa: UP031
_SAVE = """
(page) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([page], {type: 'text/html'}));
  link.download = 'rouge-marks.html';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
"""


class Texts(NamedTuple):
    """The controls that other tabs fill in, in this order."""

    prediction: gr.Textbox
    references: list[gr.Textbox]
    n_shown: gr.Number  # how many boxes for references are open
    extras: gr.JSON  # references of an opened pair that have no box
    views: tuple[gr.Radio, gr.Radio]  # of the references and of the prediction: to edit, or marked
    choices: Choices

    def boxes(self) -> list[Any]:
        """List what the texts stand in."""
        return [self.prediction, *self.references, self.n_shown, self.extras, *self.views]

    def all(self) -> list[Any]:
        """List the controls."""
        return [*self.boxes(), *self.choices]


def texts_tab(page: gr.Blocks) -> tuple[Callable[..., Any], Texts, gr.Radio]:
    """Build the tab: what shows the comparison after an event, and the controls to fill first."""
    first = EXAMPLES[0]
    settings = Settings(tokenizer=first.tokenizer)
    explained = compare_texts.explain(first.prediction, first.references, settings)
    drawn = compare_texts.drawn(explained, first.shown_type, None)
    with gr.Row(elem_classes="rouge-verdict"):
        shown_type = gr.Radio(
            _with_f(explained, None),
            value=first.shown_type,
            label="F of each type",
            container=False,
            elem_id="shown-type",
            elem_classes="rouge-chips",
        )
        shown_reference = gr.Radio(
            [BEST], value=BEST, label="Against", visible=False, elem_id="shown-reference"
        )
    scores = gr.HTML(
        drawn.scores, elem_id="scores", elem_classes="rouge-block", js_on_load=ANNOUNCE
    )
    with gr.Row(elem_classes="rouge-examples"):
        buttons = [
            gr.Button(example.label, size="sm", elem_id=f"example-{k}")
            for k, example in enumerate(EXAMPLES)
        ]
    lesson = gr.HTML(
        message(first.lesson, is_error=False), elem_id="lesson", elem_classes="rouge-notice"
    )
    with gr.Row(elem_id="words", elem_classes="rouge-pair rouge-panels"):
        with gr.Column(elem_classes="rouge-side", min_width=0):
            reference_view = _view("Reference")
            with gr.Column(elem_classes="rouge-boxes"):
                references = [
                    gr.Textbox(
                        first.references[0] if k == 0 else "",
                        label=f"Reference {k + 1}",
                        placeholder="The text to compare with",
                        lines=4,
                        max_lines=12,
                        visible=k == 0,
                        elem_id=f"reference-{k}",
                    )
                    for k in range(N_BOXES)
                ]
            reference_words = gr.HTML(
                drawn.reference,
                elem_id="reference-words",
                elem_classes="rouge-block",
                js_on_load=SCRIPT,
            )
        with gr.Column(elem_classes="rouge-side", min_width=0):
            prediction_view = _view("Prediction")
            with gr.Column(elem_classes="rouge-boxes"):
                prediction = gr.Textbox(
                    first.prediction,
                    label="Prediction",
                    placeholder="The text to score",
                    lines=4,
                    max_lines=12,
                    elem_id="prediction",
                )
            prediction_words = gr.HTML(
                drawn.prediction, elem_id="prediction-words", elem_classes="rouge-block"
            )
        legend = gr.HTML(drawn.legend, elem_id="legend", elem_classes="rouge-block")
    with gr.Row(elem_classes="rouge-tools"):
        more = gr.Button("Add a reference", size="sm", elem_id="add-reference")
        swap = gr.Button("Swap", size="sm", elem_id="swap")
        clear = gr.Button("Clear", size="sm", elem_id="clear")
        save = gr.Button("Download the marks", size="sm", elem_id="save-marks")
    notice = gr.HTML(elem_id="texts-message", elem_classes="rouge-notice")
    with gr.Row(elem_classes="rouge-tools"):
        use_unicode = gr.Button("Use unicode", size="sm", visible=False, elem_id="use-unicode")
        find_sentences = gr.Button(
            "Find sentences", size="sm", visible=False, elem_id="find-sentences"
        )
    choices = option_controls("texts")
    signature, python, command = copies("texts", _repeating(explained, 0))
    with gr.Row():
        link = gr.Textbox(
            label="Link to this comparison",
            placeholder="It holds the texts and every option.",
            interactive=False,
            buttons=["copy"],
            elem_id="link",
            scale=4,
        )
        make_link = gr.Button("Make a link", size="sm", elem_id="make-link", scale=1)

    n_shown = gr.Number(1, visible=False)
    extras = gr.JSON([], visible=False)
    from_link = gr.JSON(visible=False)
    page_of_marks = gr.Textbox(visible=False)
    texts = Texts(
        prediction, references, n_shown, extras, (reference_view, prediction_view), choices
    )
    outputs = [lesson, notice, use_unicode, find_sentences, shown_type, shown_reference]
    outputs += [reference_view, reference_words, prediction_words, legend, scores]
    outputs += [signature, python, command, link]
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
    here: dict[str, Any] = {"fn": None, "api_visibility": "private"}  # done by the browser alone
    more.click(inputs=n_shown, outputs=[n_shown, reference_view, *references], js=_ONE_MORE, **here)
    show(
        clear.click(
            outputs=texts.boxes(), js=f"() => {json.dumps(_boxes('', (), EDIT))}", **here
        ).then
    )
    swapped = [prediction, references[0]]
    swap.click(inputs=swapped, outputs=swapped, js="(one, other) => [other, one]", **here)
    fill(
        use_unicode.click, lambda: ("unicode", NO_LANGUAGE), None,
        [choices.tokenizer, choices.language],
    )  # fmt: skip
    fill(find_sentences.click, lambda: True, None, [choices.split_summaries])
    fill(save.click, _page_of_marks, inputs, page_of_marks).then(
        inputs=page_of_marks, js=_SAVE, **here
    )
    make_link.click(
        None,
        [prediction, *references, shown_type, extras, *choices],
        link,
        js=_LINK,
        api_visibility="private",
    )
    loaded = fill(page.load, _from_link, None, from_link)
    untouched = json.dumps([first.prediction, first.references[0]])
    event = loaded.then(
        inputs=[from_link, prediction, references[0]],
        outputs=filled,
        js=_FILL_UNTOUCHED % (untouched, len(filled)),
        **here,
    )
    show(event.then)
    return show, texts, shown_type


def _view(name: str) -> gr.Radio:
    """Place the switch over a text: the style sheet shows its box, or its marks."""
    return gr.Radio(
        [EDIT, MARKED],
        value=MARKED,
        label=name,
        interactive=True,  # no function asks for it: Gradio would take it for a mere output
        elem_id=f"{name.lower()}-view",
        elem_classes="rouge-view",
        min_width=0,
    )


class _Asked(NamedTuple):
    """What the controls hold."""

    prediction: str
    references: list[str]
    n_extras: int  # of the references: those without a box
    chosen: list[Any]  # values of the options
    shown_type: str
    shown_reference: str

    @classmethod
    def of(cls, prediction: str, *rest: Any) -> _Asked:
        boxes, extras = rest[:N_BOXES], rest[N_BOXES] or []
        *chosen, shown_type, shown_reference = rest[N_BOXES + 1 :]
        references = [*boxes, *extras]
        return cls(prediction, references, len(extras), chosen, shown_type, shown_reference)

    def explain(self) -> Explained:
        """Explain the scores.

        Raises:
            PageError: an option does not exist, or the texts are too long.
        """
        return compare_texts.explain(self.prediction, self.references, Settings.of(*self.chosen))

    def shown(self, explained: Explained) -> tuple[str, dict[str, int | None], str]:
        """Which type is shown, which references can be chosen, and which one is."""
        types = list(explained.scores)
        names: dict[str, int | None] = {BEST: None}
        names |= {f"reference {n}": k for k, n in enumerate(explained.numbers) if n <= N_BOXES}
        return (
            self.shown_type if self.shown_type in types else types[0],
            names,
            self.shown_reference if self.shown_reference in names else BEST,
        )


def _with_f(explained: Explained, position: int | None) -> list[tuple[str, str]]:
    """Name each type with its F: over all references, or against that at a position."""
    return [
        (f"{name} {(score if position is None else row[position]).fmeasure:.2f}", name)
        for (name, score), row in zip(
            explained.scores.items(), explained.of_reference.values(), strict=True
        )
    ]


def _show(*given: Any) -> list[Any]:
    """Explain, and draw what is asked for."""
    asked = _Asked.of(*given)
    lesson = message(lesson_of(asked.prediction, asked.references), is_error=False)
    hidden = gr.Button(visible=False)
    plain = compare_texts.unmarked(asked.prediction, asked.references)

    def nothing(said: str, legend: str) -> list[Any]:
        marks = [gr.Radio(label="Reference"), plain.reference, plain.prediction, legend]
        return [lesson, said, hidden, hidden, gr.skip(), gr.skip(), *marks, *[""] * 5]

    if not asked.prediction.strip() or not any(text.strip() for text in asked.references):
        return nothing("", _EMPTY)
    try:
        explained = asked.explain()
    except PageError as problem:
        return nothing(message(str(problem)), "")
    shown_type, names, shown_reference = asked.shown(explained)
    position = names[shown_reference]
    # Only what is no choice any more is chosen anew: the visitor may have gone on choosing.
    type_update: dict[str, Any] = {"choices": _with_f(explained, position)}
    if shown_type != asked.shown_type:
        type_update["value"] = shown_type
    reference_update: dict[str, Any] = {"choices": list(names), "visible": len(names) > 2}
    if shown_reference != asked.shown_reference:
        reference_update["value"] = shown_reference
    drawn = compare_texts.drawn(explained, shown_type, position)
    reference = explained.best[shown_type] if position is None else position
    number = f" {explained.numbers[reference]}" if len(explained.references) > 1 else ""
    hint = said_of(explained.facts)
    advised = {fact.kind for fact in explained.facts}
    if asked.n_extras:
        hint = f"{asked.n_extras:,} more references of this pair have no box, and count. {hint}"
    return [
        lesson,
        message(hint, is_error=False),
        gr.Button(visible=bool(advised & {"letters", "words"})),
        gr.Button(visible="lines" in advised),
        gr.Radio(**type_update),
        gr.Radio(**reference_update),
        gr.Radio(label=f"Reference{number}"),
        drawn.reference,
        drawn.prediction,
        drawn.legend,
        drawn.scores,
        *_repeating(explained, reference),
        "",
    ]


def _repeating(explained: Explained, reference: int) -> tuple[str, str, str]:
    """Write what repeats the scores: signature, lines of Python, command for one reference."""
    prediction, references = explained.prediction, explained.references
    return (
        explained.signature,
        reproduce.python_of_texts(prediction, references, explained.settings),
        reproduce.command_of_texts(prediction, references[reference], explained.settings),
    )


def _page_of_marks(*given: Any) -> str:
    """Draw what is shown as a page to be kept.

    Raises:
        gr.Error: there is nothing to draw; says why.
    """
    asked = _Asked.of(*given)
    try:
        explained = asked.explain()
        shown_type, names, shown_reference = asked.shown(explained)
        position = names[shown_reference]
        reference = explained.best[shown_type] if position is None else position
        return compare_texts.page_of_marks(explained, shown_type, reference)
    except PageError as problem:
        raise gr.Error(str(problem)) from problem


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
        gr.update(choices=_plainly(settings), value=example.shown_type),
        BEST,
    ]


def _plainly(settings: Settings) -> list[tuple[str, str]]:
    """Name the types, before there are scores of theirs."""
    return [(name, name) for name in settings.rouge_types]


def values_of_texts(prediction: str, references: tuple[str, ...], settings: Settings) -> list[Any]:
    """Values for the controls of Texts."""
    return [*_boxes(prediction, references, MARKED), *settings.values()]


def _boxes(prediction: str, references: tuple[str, ...], view: str) -> list[Any]:
    """Values for the boxes of Texts, for what has no box, and for the switches over them."""
    shown = references[:N_BOXES]
    boxes = [
        gr.update(value=shown[k] if k < len(shown) else "", visible=k < max(len(shown), 1))
        for k in range(N_BOXES)
    ]
    return [prediction, *boxes, max(len(shown), 1), list(references[N_BOXES:]), view, view]


def _from_link(request: gr.Request) -> list[Any] | None:
    """Read the page's address as "Make a link" wrote it: values for the controls, or None."""
    parameters = request.query_params
    if not parameters.get("prediction"):
        return None
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
        gr.update(choices=_plainly(settings), value=shown_type),
        BEST,
    ]
