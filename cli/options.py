"""The command line itself: commands, options, help.

What decides a score is an absl flag, shared by all commands and spelled as in
`python -m rouge_score.rouge` where that has it; files and formats are arguments
of their command. Every call makes flags of its own, so that nothing leaks
from one run into the next or into another program's absl flags.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from absl import flags
from absl.flags import argparse_flags

from ..files.problems import UsageError
from ..files.readers import FORMATS as INPUT_FORMATS
from ..options import VERSION
from . import tables
from .terminal import PROGRAM

METRIC_TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
TOKENIZERS = ["default", "unicode", "character", "whitespace"]
MULTI_REFERENCE = ["best", "average", "jackknife", "pooled", "best_recall"]
DEFINITIONS = ["rouge155", "lin2004"]
SEED = 42

DESCRIPTION = """\
Exact ROUGE scores of files, and fair comparisons of systems."""

MAIN_EXAMPLES = """\
examples:
  evaluate-rouge score predictions.txt references.txt
  evaluate-rouge compare references.txt baseline.txt system.txt
  evaluate-rouge explain --prediction "the cat ran" --reference "the cat sat"
  evaluate-rouge tokens "Don't panic"
  evaluate-rouge recall < exercise.txt
  evaluate-rouge --target_filepattern=references.txt \\
      --prediction_filepattern=predictions.txt --output_filename=scores.csv

"evaluate-rouge COMMAND --help" tells all of a command. The last form is that of
"python -m rouge_score.rouge", which takes the same flags and writes the same file.
"""

SCORE_EXAMPLES = """\
examples:
  evaluate-rouge score predictions.txt references.txt
  evaluate-rouge score predictions.txt --references references.txt more_references.txt
  evaluate-rouge score pairs.jsonl --types rouge1 rougeL --format json
  evaluate-rouge score pairs.csv --prediction-column answer --output scores.csv
  evaluate-rouge score predictions.txt references.txt --sentence-separator "<q>"
  evaluate-rouge score - references.txt.gz < predictions.txt
"""

COMPARE_EXAMPLES = """\
examples:
  evaluate-rouge compare references.txt baseline.txt system.txt
  evaluate-rouge compare references.txt baseline.txt system.txt --types rougeL --format latex
  evaluate-rouge compare --references references.txt more_references.txt \\
      --systems baseline.txt system.txt
"""

EXPLAIN_EXAMPLES = """\
examples:
  evaluate-rouge explain --prediction "the cat ran" --reference "the cat sat"
  evaluate-rouge explain --prediction "the cat ran" --reference "the cat sat" --types rouge2 rougeL
"""

TOKENS_EXAMPLES = """\
examples:
  evaluate-rouge tokens "Don't panic"
  evaluate-rouge tokens "Don't panic" --tokenizer unicode
  evaluate-rouge tokens - --language zh < predictions.txt
"""

RECALL_EXAMPLES = """\
examples:
  printf '1\\nthe cat sat on the mat\\nthe cat sat\\n' | evaluate-rouge recall
"""


@dataclass(frozen=True)
class Command:
    """A command line that was understood."""

    arguments: argparse.Namespace
    flags: flags.FlagValues

    def given(self, flag: str) -> bool:
        """Whether the user gave a flag, as opposed to its default standing."""
        return not self.flags[flag].using_default_value


class _Parser(argparse_flags.ArgumentParser):
    """Reports a wrong command line in one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


def parse(argv: Sequence[str]) -> Command:
    """Understand a command line that starts with a command.

    Raises:
        UsageError: it cannot be understood.
        SystemExit: help or the version was asked for, and printed.
    """
    values = scoring_flags()
    parser = _parser(values)
    try:
        arguments, rest = parser.parse_known_args(_spelled(argv, values))
    except flags.Error as error:
        raise UsageError(f"{error} (see {PROGRAM} --help)") from None
    # argparse takes files in one run; those behind an option are left over.
    files = getattr(arguments, "files", None)
    if rest and (files is None or any(re.match("-.", argument) for argument in rest)):
        raise UsageError(
            f"unrecognized arguments: {' '.join(rest)} (see {PROGRAM} {arguments.command} --help)"
        )
    if files is not None:
        files.extend(rest)
    return Command(arguments, values)


def scoring_flags() -> flags.FlagValues:
    """Define what decides the digits of a score."""
    values = flags.FlagValues()
    flags.DEFINE_list(
        "rouge_types", METRIC_TYPES, "types to score, joined by commas.", flag_values=values
    )
    flags.DEFINE_boolean(
        "use_stemmer", False, "reduce words to their stems first.", flag_values=values
    )
    flags.DEFINE_boolean(
        "split_summaries", False, "find the sentences for rougeLsum.", flag_values=values
    )
    flags.DEFINE_enum(
        "tokenizer", "default", TOKENIZERS, "how texts become tokens.", flag_values=values
    )
    flags.DEFINE_string(
        "language", None, "language of the texts, for its own words.", flag_values=values
    )
    flags.DEFINE_float(
        "beta", 1.0, "how much more recall weighs in F.", lower_bound=0.0, flag_values=values
    )
    flags.DEFINE_enum(
        "multi_reference", "best", MULTI_REFERENCE, "what several references give.",
        flag_values=values,
    )  # fmt: skip
    flags.DEFINE_enum(
        "definition", "rouge155", DEFINITIONS, "of rougeW, S and SU.", flag_values=values
    )
    flags.DEFINE_integer("seed", SEED, "of all resamples.", lower_bound=0, flag_values=values)
    for name in values:
        # Flags of the main module are those that help shows.
        values.register_key_flag_for_module(sys.argv[0], values[name])
    return values


def _spelled(argv: Sequence[str], values: flags.FlagValues) -> list[str]:
    """Let absl's flags be spelled with hyphens too: --multi-reference, --no-use-stemmer."""
    spelled = []
    for argument in argv:
        name, equals, value = argument.partition("=")
        flag = name.removeprefix("--").replace("-", "_")
        positive = flag.removeprefix("no_")
        if name.startswith("--") and positive in values:
            negation = "no" if flag != positive else ""
            spelled.append(f"--{negation}{positive}{equals}{value}")
        else:
            spelled.append(argument)
    return spelled


def _parser(values: flags.FlagValues) -> _Parser:
    parser = _Parser(
        prog=PROGRAM,
        description=DESCRIPTION,
        epilog=MAIN_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        inherited_absl_flags=None,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(name: str, files: str, summary: str, examples: str, inherited: Any) -> Any:
        command = commands.add_parser(
            name,
            usage=f"{PROGRAM} {name} {files}",
            help=summary,
            description=summary,
            epilog=examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            inherited_absl_flags=inherited,
            allow_abbrev=False,
        )
        command.add_argument(
            "-v", "--verbose", action="store_true", help="say what is being read and how"
        )
        return command

    files = "PREDICTIONS REFERENCES [REFERENCES ...] [options]"
    _add_score(add("score", files, "Score predictions against references.", SCORE_EXAMPLES, values))
    files = "REFERENCES BASELINE SYSTEM [SYSTEM ...] [options]"
    summary = "Compare systems with the first of them."
    _add_compare(add("compare", files, summary, COMPARE_EXAMPLES, values))
    files = "--prediction TEXT --reference TEXT [options]"
    summary = "Show which words of one pair matched."
    _add_explain(add("explain", files, summary, EXPLAIN_EXAMPLES, values))
    summary = "Show the tokens of a text, a line for each of its lines."
    _add_tokens(add("tokens", "TEXT [options]", summary, TOKENS_EXAMPLES, values))
    summary = "ROUGE-N recall of three lines on stdin: n, reference, candidate."
    add("recall", "< FILE", summary, RECALL_EXAMPLES, None)
    return parser


def _add_score(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "files", nargs="*", metavar="FILE",
        help="PREDICTIONS REFERENCES [REFERENCES ...], or one table with columns of both; "
        "text, .jsonl, .csv, .tsv or .parquet, also .gz or .zst; - is stdin",
    )  # fmt: skip
    command.add_argument("--predictions", metavar="FILE", help="the predictions")
    command.add_argument("--references", nargs="+", metavar="FILE", help="one file or several")
    _add_types(command)
    _add_inputs(command)
    command.add_argument(
        "--prediction-column", metavar="NAME", help="in a table; the usual names are found"
    )
    command.add_argument(
        "--noaggregate", dest="aggregate", action="store_false",
        help="plain means instead of the bootstrap's median and interval",
    )  # fmt: skip
    command.add_argument("--aggregate", action="store_true", default=True, help=argparse.SUPPRESS)
    command.add_argument(
        "--resamples", type=int, default=1000, metavar="N", help="of the bootstrap (1000)"
    )
    _add_confidence(command)
    _add_format(command)
    command.add_argument(
        "--output", metavar="FILE", help="write the scores of every pair: .csv, .jsonl, .parquet"
    )
    command.add_argument(
        "--check", metavar="SIGNATURE", help="score exactly as this signature says, or refuse"
    )


def _add_compare(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "files", nargs="*", metavar="FILE", help="REFERENCES BASELINE SYSTEM [SYSTEM ...]"
    )
    command.add_argument("--references", nargs="+", metavar="FILE", help="one file or several")
    command.add_argument(
        "--systems", nargs="+", metavar="FILE", help="the first is the baseline of all others"
    )
    _add_types(command)
    _add_inputs(command)
    command.add_argument("--prediction-column", metavar="NAME", help="in tables of systems")
    command.add_argument(
        "--measure", choices=["precision", "recall", "fmeasure"], default="fmeasure",
        help="what is compared (fmeasure)",
    )  # fmt: skip
    command.add_argument(
        "--resamples", type=int, default=10_000, metavar="N", help="of the paired tests (10000)"
    )
    _add_confidence(command)
    _add_format(command)


def _add_explain(command: argparse.ArgumentParser) -> None:
    command.add_argument("--prediction", required=True, metavar="TEXT")
    command.add_argument("--reference", required=True, metavar="TEXT")
    _add_types(command)
    command.add_argument(
        "--sentence-separator", action="append", default=[], metavar="MARK",
        help="mark that ends a sentence, as <q>",
    )  # fmt: skip


def _add_tokens(command: argparse.ArgumentParser) -> None:
    command.add_argument("text", metavar="TEXT", help="the text itself; - is stdin")


def _add_types(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--types", nargs="+", metavar="TYPE",
        help="types to score (rouge1 rouge2 rougeL rougeLsum); the same as --rouge_types",
    )  # fmt: skip


def _add_inputs(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--reference-column", action="append", metavar="NAME",
        help="in a table; repeat it for several references",
    )  # fmt: skip
    command.add_argument(
        "--input-format", choices=INPUT_FORMATS, help="where names do not tell, as on stdin"
    )
    command.add_argument(
        "--sentence-separator", action="append", default=[], metavar="MARK",
        help='mark that ends a sentence, as "<q>" or "<t> </t>"; becomes a line break',
    )  # fmt: skip


def _add_confidence(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--confidence", type=float, default=0.95, metavar="SHARE", help="of the interval (0.95)"
    )


def _add_format(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--format", choices=tables.FORMATS, default="table", help="of what is printed (table)"
    )
