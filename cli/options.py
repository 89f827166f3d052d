"""The command line itself: commands, options, help.

What decides a digit is a flag made of a field of the record of options; files and
formats are arguments of their command.
"""

from __future__ import annotations

import argparse
import dataclasses
import re
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from ..files.problems import UsageError
from ..files.readers import FORMATS as INPUT_FORMATS
from ..files.sources import separator_marks
from ..options import NAMES, VERSION, RunOptions, option
from ..scores import MEASURES
from . import tables
from .terminal import PROGRAM

SEED = 42
CONFIDENCE = 0.95
TOKENIZER_OPTIONS = ("tokenizer", "language", "use_stemmer")
# Fields with another spelling than their own.
_SPELLED = {
    "rouge_types": "--types",
    "n_resamples": "--resamples",
    "confidence_interval": "--confidence",
    "use_aggregator": "--aggregate",
    "test_resamples": "--resamples",
}
_METAVARS = {int: "N", float: "NUMBER", str: "NAME"}
_FIELDS = frozenset(field.name for field in dataclasses.fields(RunOptions))

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


@dataclasses.dataclass(frozen=True)
class Command:
    """A command line that was understood."""

    arguments: argparse.Namespace
    chosen: dict[str, Any]  # the options that were given, by the names of their fields

    def given(self, name: str) -> bool:
        """Whether the user gave an option, as opposed to its default standing."""
        return name in self.chosen


class _Parser(argparse.ArgumentParser):
    """Reports a wrong command line in one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


def parse(argv: Sequence[str]) -> Command:
    """Understand a command line that starts with a command.

    Raises:
        UsageError: it cannot be understood.
        SystemExit: help or the version was asked for, and printed.
    """
    parser = _parser()
    arguments, rest = parser.parse_known_args(_hyphened(argv))
    # argparse takes files in one run; those after an option are left over.
    files = getattr(arguments, "files", None)
    if rest and (files is None or any(re.match("-.", argument) for argument in rest)):
        raise UsageError(
            f"unrecognized arguments: {' '.join(rest)} (see {PROGRAM} {arguments.command} --help)"
        )
    if files is not None:
        files.extend(rest)
    chosen = {name: value for name, value in vars(arguments).items() if name in _FIELDS}
    if "rouge_types" in chosen:
        listed = [name for names in chosen["rouge_types"] for name in names.split(",")]
        chosen["rouge_types"] = tuple(dict.fromkeys(name.strip() for name in listed if name))
    if marks := separator_marks(chosen.pop("sentence_separator", ())):
        chosen["sentence_separator"] = tuple(marks)
    return Command(arguments, chosen)


def spelled(name: str) -> str:
    """How the command line spells an option."""
    return _SPELLED.get(name, "--" + name.replace("_", "-"))


def _hyphened(argv: Sequence[str]) -> list[str]:
    """Let flags be spelled with underscores too: --multi_reference."""
    return [
        re.sub("^--[a-z_-]+", lambda name: name[0].replace("_", "-"), argument) for argument in argv
    ]


def _add_options(command: argparse.ArgumentParser, names: Iterable[str]) -> None:
    """Make a flag of each field of the record of options."""
    for name in names:
        default, described = option(name)
        flag, help_line = spelled(name), described.help
        if name == "seed":
            default = SEED
        if described.choices and name != "rouge_types":
            help_line += f": {', '.join(described.choices)}"
        keywords: dict[str, Any] = {"dest": name, "default": argparse.SUPPRESS, "help": help_line}
        if default is False:
            command.add_argument(flag, action="store_true", **keywords)
            command.add_argument(
                f"--no{flag[1:]}", f"--no{flag[2:]}", action="store_false", dest=name,
                default=argparse.SUPPRESS, help=argparse.SUPPRESS,
            )  # fmt: skip
            continue
        if name == "rouge_types":
            keywords |= {"nargs": "+", "metavar": "TYPE"}
            keywords["help"] += f" ({' '.join(default)})"
            # One argument with commas, as rouge_score's tool takes it.
            command.add_argument(
                "--rouge-types", dest=name, default=argparse.SUPPRESS, metavar="TYPE,TYPE",
                type=lambda text: [text], help=argparse.SUPPRESS,
            )  # fmt: skip
        else:
            kind = type(default) if isinstance(default, int | float) else str
            keywords |= {"type": kind, "metavar": _METAVARS[kind]}
            if default is not None:
                keywords["help"] += f" ({default})"
        command.add_argument(flag, **keywords)


def _parser() -> _Parser:
    parser = _Parser(
        prog=PROGRAM,
        description=DESCRIPTION,
        epilog=MAIN_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(name: str, files: str, summary: str, examples: str) -> Any:
        command = commands.add_parser(
            name,
            usage=f"{PROGRAM} {name} {files}",
            help=summary,
            description=summary,
            epilog=examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.add_argument(
            "-v", "--verbose", action="store_true", help="say what is being read and how"
        )
        return command

    files = "PREDICTIONS REFERENCES [REFERENCES ...] [options]"
    _add_score(add("score", files, "Score predictions against references.", SCORE_EXAMPLES))
    files = "REFERENCES BASELINE SYSTEM [SYSTEM ...] [options]"
    summary = "Compare systems with the first of them."
    _add_compare(add("compare", files, summary, COMPARE_EXAMPLES))
    files = "--prediction TEXT --reference TEXT [options]"
    summary = "Show which words of one pair matched."
    _add_explain(add("explain", files, summary, EXPLAIN_EXAMPLES))
    summary = "Show the tokens of a text, a line for each of its lines."
    _add_tokens(add("tokens", "TEXT [options]", summary, TOKENS_EXAMPLES))
    summary = "ROUGE-N recall of three lines on stdin: n, reference, candidate."
    add("recall", "< FILE", summary, RECALL_EXAMPLES)
    return parser


def _add_score(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "files", nargs="*", metavar="FILE",
        help="PREDICTIONS REFERENCES [REFERENCES ...], or one table with columns of both; "
        "text, .jsonl, .csv, .tsv or .parquet, also .gz or .zst; - is stdin",
    )  # fmt: skip
    command.add_argument("--predictions", metavar="FILE", help="the predictions")
    command.add_argument("--references", nargs="+", metavar="FILE", help="one file or several")
    _add_options(command, [*NAMES, "n_resamples", "seed"])
    _add_inputs(command)
    command.add_argument(
        "--prediction-column", metavar="NAME", help="in a table; the usual names are found"
    )
    command.add_argument(
        "--noaggregate", "--no-aggregate", dest="use_aggregator", action="store_false",
        default=argparse.SUPPRESS,
        help="plain means instead of the bootstrap's median and interval",
    )  # fmt: skip
    command.add_argument(
        "--aggregate", dest="use_aggregator", action="store_true", default=argparse.SUPPRESS,
        help=argparse.SUPPRESS,
    )  # fmt: skip
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
    _add_options(command, [*NAMES, "seed"])
    _add_inputs(command)
    command.add_argument("--prediction-column", metavar="NAME", help="in tables of systems")
    command.add_argument(
        "--measure", choices=MEASURES, default="fmeasure",
        help="what is compared (fmeasure)",
    )  # fmt: skip
    command.add_argument(
        "--resamples",
        dest="test_resamples",
        type=int,
        default=10_000,
        metavar="N",
        help="of the paired tests (10000)",
    )
    _add_confidence(command)
    _add_format(command)


def _add_explain(command: argparse.ArgumentParser) -> None:
    command.add_argument("--prediction", required=True, metavar="TEXT")
    command.add_argument("--reference", required=True, metavar="TEXT")
    _add_options(command, NAMES)
    command.add_argument(
        "--sentence-separator", action="append", default=[], metavar="MARK",
        help="mark that ends a sentence, as <q>",
    )  # fmt: skip


def _add_tokens(command: argparse.ArgumentParser) -> None:
    command.add_argument("text", metavar="TEXT", help="the text itself; - is stdin")
    _add_options(command, TOKENIZER_OPTIONS)


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
        "--confidence",
        dest="confidence_interval",
        type=float,
        default=argparse.SUPPRESS,
        metavar="SHARE",
        help=f"of the interval ({CONFIDENCE})",
    )


def _add_format(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--format", choices=tables.FORMATS, default="table", help="of what is printed (table)"
    )
