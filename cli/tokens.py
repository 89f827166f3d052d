"""`evaluate-rouge tokens`: what a tokenizer makes of a text, a line for each line of it."""

from __future__ import annotations

from ..files.problems import UsageError
from ..files.streams import STDIN, text_pieces
from ..options import Options, advice
from ..scripts import named_tokenizer
from .advice import give
from .options import TOKENIZER_OPTIONS, Command, Parser, add_options, spelled
from .terminal import Progress

USAGE = "TEXT [options]"
EXAMPLES = """\
  evaluate-rouge tokens "Don't panic"
  evaluate-rouge tokens "Don't panic" --tokenizer unicode
  evaluate-rouge tokens - --language ru < predictions.txt
"""
MARK = " | "


def add_arguments(parser: Parser) -> None:
    """Add the text, and what cuts it."""
    parser.add_argument("text", metavar="TEXT", help="the text itself; - is stdin")
    add_options(parser, TOKENIZER_OPTIONS)


def run(command: Command, progress: Progress) -> str:
    """Cut a text as the options say, and show its tokens between marks.

    Raises:
        UsageError: an option has no meaning; says which are allowed.

    Example (--tokenizer unicode):
        Don't pay 3.50 EUR!    ->  don't | pay | 3.50 | eur
    """
    text = command.arguments.text
    if text == STDIN:
        text = "".join(text_pieces(STDIN)).removesuffix("\n")
    try:
        options = Options(rouge_types=(), **command.chosen).resolved(spelled)
        tokenizer = named_tokenizer(options.tokenizer, options.language, options.use_stemmer)
    except (ValueError, ImportError) as error:
        raise UsageError(str(error)) from None
    # Words that are cut are there to be seen.
    give(fact for fact in advice(options, [text]) if fact.kind != "words")
    lines = [tokenizer.words(line)[0] for line in text.split("\n")]
    return "".join(MARK.join(words) + "\n" for words in lines)
