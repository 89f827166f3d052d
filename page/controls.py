"""Controls that several tabs hold: the options, and the columns of uploaded tables.

A tab's name comes in, and its controls go out; their ids begin with that name.
Which tab they stand in, and what is scored with them, is never known here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import gradio as gr

from .drawings import message
from .files import columns_of, guess
from .settings import (
    DEFAULTS,
    LABELS,
    PageError,
    choices,
    languages,
    tokenizers,
)

SESSION_SECONDS = 3600  # how long a visitor's session keeps what a tab computed


# A list of pairs tells which of them was clicked, and keeps where it stood on the screen.
OPEN_ROWS = """
const open = row => {
  window.rougeLeft = {row, top: window.scrollY};
  trigger('click', {row});
};
element.addEventListener('click', event => {
  const button = event.target.closest('button[data-row]');
  if (button) open(Number(button.dataset.row));
});
"""


def focus_opened(place: str) -> str:
    """Write the script that takes the focus to a pair that was opened, in an element."""
    return f"() => setTimeout(() => document.querySelector('#{place} h2')?.focus(), 50)"


def focus_list(place: str, otherwise: str) -> str:
    """Write the script that gives it back to a pair's button: the list stands where it was left.

    Args:
        place: selector of the list.
        otherwise: selector of what has the focus where the list holds the pair no more.
    """
    return f"""
    (row) => setTimeout(() => {{
      const button = document.querySelector(`{place} [data-row="${{row}}"]`);
      const left = window.rougeLeft?.row === row ? window.rougeLeft : null;
      (button ?? document.querySelector('{otherwise}'))?.focus({{preventScroll: !!left}});
      if (left) window.scrollTo(0, left.top);
    }}, 100)
    """


# A screen reader hears what a result says of itself (data-said) once it has come to rest, not at
# every keystroke.
ANNOUNCE = """
const said = document.createElement('p');
said.setAttribute('role', 'status');
said.className = 'rouge-unseen';
element.after(said);
const box = element.parentElement;  // what stands in it is drawn anew with every answer
let timer = 0;
const soon = () => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const text = box.querySelector('[data-said]')?.getAttribute('data-said') ?? '';
    if (text !== said.textContent) said.textContent = text;
  }, 700);
};
new MutationObserver(soon).observe(box, {childList: true, subtree: true, attributes: true});
"""
# The menus that save charts have three dots for a name.
NAME_MENUS = """
const nameless = '.vega-embed summary:not([aria-label])';
const name = () => document.querySelectorAll(nameless).forEach(menu => {
  menu.setAttribute('aria-label', 'Save this chart');
});
new MutationObserver(name).observe(
  element.closest('.rouge-results'), {childList: true, subtree: true}
);
name();
"""
_COPY = """
(text) => navigator.clipboard.writeText(text).then(() => 'Copied', () => 'Open it and copy by hand')
"""


class Choices(NamedTuple):
    """The controls that make up Settings, in the order of LABELS."""

    rouge_types: gr.Dropdown
    use_stemmer: gr.Checkbox
    split_summaries: gr.Checkbox
    tokenizer: gr.Dropdown
    multi_reference: gr.Dropdown
    language: gr.Dropdown
    definition: gr.Dropdown
    beta: gr.Number


def option_controls(name: str) -> Choices:
    """Place the options of a tab."""
    with gr.Accordion("Options", open=False, elem_id=f"{name}-options"):
        with gr.Row():
            rouge_types = gr.Dropdown(
                choices("rouge_types"),
                value=DEFAULTS["rouge_types"],
                multiselect=True,
                allow_custom_value=True,
                label=LABELS["rouge_types"],
                info="Others can be typed in: rouge4, ...",
                elem_id=f"{name}-types",
            )
            tokenizer = gr.Dropdown(
                tokenizers(),
                value=DEFAULTS["tokenizer"],
                label=LABELS["tokenizer"],
                elem_id=f"{name}-tokenizer",
            )
            multi_reference = gr.Dropdown(
                choices("multi_reference"),
                value=DEFAULTS["multi_reference"],
                label=LABELS["multi_reference"],
                elem_id=f"{name}-mode",
            )
        with gr.Row():
            use_stemmer = gr.Checkbox(
                DEFAULTS["use_stemmer"],
                label=LABELS["use_stemmer"],
                info="cats counts as cat",
                elem_id=f"{name}-stemmer",
            )
            split_summaries = gr.Checkbox(
                DEFAULTS["split_summaries"],
                label=LABELS["split_summaries"],
                info="for rougeLsum; otherwise a line is a sentence",
                elem_id=f"{name}-sentences",
            )
            language = gr.Dropdown(
                languages(),
                value=DEFAULTS["language"],
                label=LABELS["language"],
                info="chooses the stemmer, and finds words where no spaces stand",
                elem_id=f"{name}-language",
            )
        with gr.Row():
            definition = gr.Dropdown(
                choices("definition"),
                value=DEFAULTS["definition"],
                label=LABELS["definition"],
                elem_id=f"{name}-definition",
            )
            beta = gr.Number(
                value=DEFAULTS["beta"],
                minimum=0.0,
                label=LABELS["beta"],
                info="how many times as much as precision recall weighs in F",
                elem_id=f"{name}-beta",
            )
    return Choices(
        rouge_types,
        use_stemmer,
        split_summaries,
        tokenizer,
        multi_reference,
        language,
        definition,
        beta,
    )


def column_controls(name: str) -> tuple[gr.Dropdown, gr.Dropdown]:
    """Place the columns of a tab: of predictions, of references; hidden until there is a table."""
    with gr.Row():
        prediction = gr.Dropdown(
            [],
            label="Column of predictions",
            visible=False,
            allow_custom_value=True,
            min_width=300,
            elem_id=f"{name}-prediction-column",
        )
        references = gr.Dropdown(
            [],
            label="Columns of references",
            multiselect=True,
            visible=False,
            allow_custom_value=True,
            min_width=300,
            elem_id=f"{name}-reference-columns",
        )
    return prediction, references


def offer_columns(predictions: str | None, references: str | None) -> list[Any]:
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


def plot(name: str, label: str) -> gr.Plot:
    """Place a chart."""
    return gr.Plot(
        label=label, show_label=False, elem_id=name, elem_classes="rouge-plot", min_width=320
    )


def copies(
    name: str, values: tuple[str, str, str] = ("", "", "")
) -> tuple[gr.Textbox, gr.Textbox, gr.Textbox]:
    """Place what repeats a result: its signature, the lines of Python, the command."""
    signature = gr.Textbox(
        values[0],
        label="Signature, to report with the scores",
        interactive=False,
        buttons=["copy"],
        elem_id=f"{name}-signature",
    )
    boxes = []
    with gr.Row():
        for language, value in zip(("Python", "command"), values[1:], strict=True):
            with gr.Column(min_width=300):
                said = f"Copy as {language}"
                button = gr.Button(said, size="sm", elem_id=f"{name}-copy-{language.lower()}")
                with gr.Accordion(f"As {language}", open=False):
                    box = gr.Textbox(
                        value,
                        show_label=False,
                        label=f"As {language}",
                        lines=3,
                        max_lines=24,
                        interactive=False,
                        elem_id=f"{name}-{language.lower()}",
                        elem_classes="rouge-code",
                    )
                copied = button.click(None, box, button, js=_COPY, api_visibility="private")
                copied.then(
                    None, None, button, api_visibility="private",
                    js=f"() => new Promise(done => setTimeout(() => done('{said}'), 2000))",
                )  # fmt: skip
                boxes.append(box)
    return signature, boxes[0], boxes[1]
