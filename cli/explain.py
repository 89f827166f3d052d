"""`evaluate-rouge explain`: one pair, drawn for the terminal with what matched marked."""

from __future__ import annotations

import sys

from ..files.sources import rewritten
from ..options import NAMES as OPTIONS
from ..options import advice_on_pair
from ..render.terminal import to_text
from ..scorer import RougeScorer
from .options import Command, Parser, add_options, add_texts
from .scoring import options_of
from .terminal import Progress, has_colour, width

USAGE = "--prediction TEXT --reference TEXT [options]"
EXAMPLES = """\
  evaluate-rouge explain --prediction "the cat ran" --reference "the cat sat"
  evaluate-rouge explain --prediction "the cat ran" --reference "the cat sat" \\
      --types rouge2 rougeL
"""


def add_arguments(parser: Parser) -> None:
    """Add the two texts, and how they are scored."""
    for name in ("prediction", "reference"):
        parser.add_argument(f"--{name}", required=True, metavar="TEXT", help="the text itself")
    add_options(parser, [name for name in OPTIONS if name != "multi_reference"])
    add_texts(parser)


def run(command: Command, progress: Progress) -> str:
    """Draw the alignment of every type that was asked for."""
    options = options_of(command, use_aggregator=False)
    reference, prediction = (
        rewritten(text, options.sentence_separator, options.strip_tags)
        for text in (command.arguments.reference, command.arguments.prediction)
    )
    alignments = RougeScorer.of(options).explain(reference, prediction)
    colour = has_colour(sys.stdout)
    drawn = [
        to_text(alignments[name], colour=colour, width=width(sys.stdout))
        for name in options.rouge_types
    ]
    said = advice_on_pair(options, prediction, reference)
    notes = ["\n".join(f"Note: {line}." for line in said)] if said else []
    return "\n\n\n".join([*drawn, *notes, options.signature()]) + "\n"
