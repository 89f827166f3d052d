"""`evaluate-rouge explain`: one pair, drawn for the terminal with what matched marked."""

from __future__ import annotations

import sys

from ..options import advice_on_pair
from ..render.terminal import to_text
from ..scorer import RougeScorer
from .options import Command
from .scoring import options_of
from .terminal import has_colour, width


def run(command: Command) -> str:
    """Draw the alignment of every type that was asked for."""
    arguments = command.arguments
    options = options_of(command)
    prediction, reference = arguments.prediction, arguments.reference
    for mark in options.sentence_separator:
        prediction = prediction.replace(mark, "\n")
        reference = reference.replace(mark, "\n")
    alignments = RougeScorer.of(options).explain(reference, prediction)
    colour = has_colour(sys.stdout)
    drawn = [
        to_text(alignments[name], colour=colour, width=width(sys.stdout))
        for name in options.rouge_types
    ]
    said = advice_on_pair(options, prediction, reference)
    notes = ["\n".join(f"Note: {line}." for line in said)] if said else []
    return "\n\n\n".join([*drawn, *notes, options.signature()]) + "\n"
