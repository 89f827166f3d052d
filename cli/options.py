"""Command lines -> what was asked for: flags, help, and the record of options.

What decides a digit is a flag made of a field of the record of options; files and
formats are arguments of their command. A command adds its own: see the list in
`__init__`.
"""

from __future__ import annotations

import argparse
import dataclasses
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

from ..files.problems import UsageError
from ..options import NAMES, RunOptions, option
from . import PROGRAM, tables

SEED = 42
CONFIDENCE = 0.95
TOKENIZER_OPTIONS = ("tokenizer", "language", "use_stemmer")
# Fields with another spelling than their own.
_SPELLED = {
    "rouge_types": "--types",
    "n_resamples": "--resamples",
    "test_resamples": "--resamples",
    "confidence_interval": "--confidence",
    "use_aggregator": "--aggregate",
}
_METAVARS = {int: "N", float: "NUMBER", str: "NAME"}


_FIELDS = frozenset(field.name for field in dataclasses.fields(RunOptions))


@dataclasses.dataclass(frozen=True)
class Command:
    """A command line that was understood."""

    arguments: argparse.Namespace
    chosen: dict[str, Any]  # the options that were given, by the names of their fields

    def given(self, name: str) -> bool:
        """Whether the user gave an option, as opposed to its default standing."""
        return name in self.chosen


class Parser(argparse.ArgumentParser):
    """Reports a wrong command line in one line, and shows every default in its help."""

    def __init__(self, name: str, usage: str, summary: str, examples: str) -> None:
        super().__init__(
            prog=f"{PROGRAM} {name}",
            usage=f"{PROGRAM} {name} {usage}",
            description=summary,
            epilog=examples,
            formatter_class=_Help,
            allow_abbrev=False,
        )
        self.register("action", None, _Once)  # what stores a value, unless it says otherwise
        self.add_argument(
            "-v", "--verbose", action="store_true", help="say what is being read and how"
        )

    def error(self, message: str) -> NoReturn:
        flag = re.fullmatch("argument (--.*): expected one argument", message)
        if flag:  # argparse takes what begins with a hyphen for a flag
            message += f" (one that begins with a hyphen is written {flag[1]}=-...)"
        raise UsageError(f"{message} (see {self.prog} --help)")

    def flags(self) -> list[str]:
        """The flags that help shows."""
        return [
            flag
            for action in self._actions
            if action.help != argparse.SUPPRESS
            for flag in action.option_strings
            if flag.startswith("--")
        ]

    def refuse_unknown(self, argv: Sequence[str]) -> None:
        """Refuse flags that the command has not, each with the nearest.

        Before anything else is checked: of a misspelt flag that is required argparse
        would say no more than that the right one is missing.
        """
        known = {flag for action in self._actions for flag in action.option_strings}
        wrong = []
        for argument in argv:
            flag = argument.partition("=")[0]
            if argument == "--":
                break
            if re.fullmatch(r"--?[^\W\d][\w-]*", flag) and flag not in known:
                near = nearest(flag, self.flags())
                wrong.append(flag + (f" (did you mean {near}?)" if near else ""))
        if wrong:
            self.error(f"unrecognized arguments: {', '.join(wrong)}")


class _Help(argparse.RawDescriptionHelpFormatter):
    """Shows each flag's default; of a switch that it is off."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        told = action.help or ""
        if not action.option_strings or action.required or "help" in action.dest:
            return told
        default = action.default
        if default in (None, argparse.SUPPRESS):
            default = action.const_default if hasattr(action, "const_default") else None
        if action.nargs == 0:
            return f"{told} (default: off)"
        if isinstance(default, list | tuple):
            default = " ".join(default)
        shown = "none" if default in (None, "") else str(default).replace("%", "%%")
        return f"{told} (default: {shown})"


class _Once(argparse.Action):
    """Stores a value, and refuses a second: of two, one would be lost without a word."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: Any = None) -> None:
        seen = namespace.__dict__.setdefault("seen_once", set())
        if option_string is not None and self.dest in seen:
            parser.error(f"{option_string} is given twice; give it once")
        seen.add(self.dest)
        setattr(namespace, self.dest, values)


def nearest(written: str, known: Iterable[str]) -> str:
    """Tell which names may have been meant: one misspelt, else those of which it is a part.

    Example (the flags of `score`):
        --predicton    --predictions
        --pred         --predictions or --prediction-column
        -o             --output
        --xyz          ""
    """
    known = list(known)
    near = get_close_matches(written, known, n=1, cutoff=0.85)
    if not near:
        word = written.strip("-")
        start = "" if len(word) > 2 else "--"  # a letter or two begin a name
        near = [name for name in known if start + word in name][:3]
    return " or ".join(near or get_close_matches(written, known, n=1))


def parse(parser: Parser, argv: Sequence[str]) -> Command:
    """Understand what stands after the name of a command.

    Raises:
        UsageError: it cannot be understood; names the nearest flag.
        SystemExit: help was asked for, and printed.
    """
    argv = _hyphened(argv)
    parser.refuse_unknown(argv)
    arguments, rest = parser.parse_known_args(argv)
    # argparse takes files in one run; those after an option are left over.
    files = getattr(arguments, "files", None)
    if rest and files is None:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if files is not None:
        files.extend(rest)
    chosen = {name: value for name, value in vars(arguments).items() if name in _FIELDS}
    if "rouge_types" in chosen:
        listed = [name for names in chosen["rouge_types"] for name in names.split(",")]
        chosen["rouge_types"] = tuple(dict.fromkeys(name.strip() for name in listed if name))
    if "sentence_separator" in chosen:
        chosen["sentence_separator"] = tuple(_marks(chosen["sentence_separator"]))
    if "strip_tags" in chosen:
        chosen["strip_tags"] = tuple(dict.fromkeys(chosen["strip_tags"]))
    return Command(arguments, chosen)


def _marks(given: Sequence[str]) -> list[str]:
    """Marks of sentence ends, as given: one an option, or several with spaces between.

    Example:
        ["<q>"]           ["<q>"]
        ["<t> </t>"]      ["<t>", "</t>"]
        [" "]             [" "]             nothing but space is a mark itself
    """
    if "" in given:
        raise UsageError("--sentence-separator is empty; give the mark that ends a sentence")
    return [mark for marks in given for mark in (marks.split() or [marks])]


def spelled(name: str) -> str:
    """How the command line spells an option."""
    return _SPELLED.get(name, "--" + name.replace("_", "-"))


def _hyphened(argv: Sequence[str]) -> list[str]:
    """Let flags be spelled with underscores too: --multi_reference."""
    return [
        re.sub("^--[a-z_-]+", lambda name: name[0].replace("_", "-"), argument) for argument in argv
    ]


# --- flags that several commands have -----------------------------------------------


def add_options(command: argparse.ArgumentParser, names: Iterable[str] = NAMES) -> None:
    """Make a flag of each field of the record of options."""
    for name in names:
        default, described = option(name)
        flag, help_line = spelled(name), described.help
        default = {"seed": SEED, "confidence_interval": CONFIDENCE}.get(name, default)
        if described.choices and name != "rouge_types":
            help_line += f": {', '.join(described.choices)}"
        keywords: dict[str, Any] = {"dest": name, "default": argparse.SUPPRESS, "help": help_line}
        if isinstance(default, bool):
            yes, no = f"--{flag[2:]}", [f"--no-{flag[2:]}", f"--no{flag[2:]}"]
            on, off = ([yes], no) if not default else ([no[0]], [no[1], yes])
            if default:
                keywords["help"] = "plain means instead of the bootstrap's median and interval"
            shown = "store_false" if default else "store_true"
            command.add_argument(*on, action=shown, **keywords)
            hidden = {**keywords, "help": argparse.SUPPRESS}
            for spelling in off:
                is_no = spelling.startswith("--no")
                action = "store_false" if is_no else "store_true"
                command.add_argument(spelling, action=action, **hidden)
            continue
        if name == "rouge_types":
            keywords |= {"nargs": "+", "metavar": "TYPE"}
            # One argument with commas, as rouge_score's tool takes it.
            command.add_argument(
                "--rouge-types", dest=name, default=argparse.SUPPRESS, metavar="TYPE,TYPE",
                type=lambda text: [text], help=argparse.SUPPRESS,
            )  # fmt: skip
        else:
            kind = type(default) if isinstance(default, int | float) else str
            keywords |= {"type": kind, "metavar": _METAVARS[kind]}
        added = command.add_argument(flag, **keywords)
        added.const_default = default  # type: ignore[attr-defined] # for the help


def add_texts(command: argparse.ArgumentParser) -> None:
    """Add what is done to texts before they are scored."""
    command.add_argument(
        "--sentence-separator", action="append", default=argparse.SUPPRESS, metavar="MARK",
        help='mark that ends a sentence, as "<q>" or "<t> </t>"; becomes a line break',
    )  # fmt: skip
    command.add_argument(
        "--strip-tags", action="append", default=argparse.SUPPRESS, metavar="NAME",
        help="take <NAME>...</NAME> out of texts, as the think blocks of reasoning models",
    )  # fmt: skip


def add_format(command: argparse.ArgumentParser) -> None:
    """Add what is printed, written and checked."""
    printed = command.add_argument("--format", choices=tables.FORMATS, help="of what is printed")
    printed.const_default = tables.FORMATS[0]  # type: ignore[attr-defined]
    command.add_argument(
        "--output", metavar="FILE",
        help="write the scores of every pair: .csv, .jsonl, .parquet, or - for CSV on stdout",
    )  # fmt: skip
    command.add_argument(
        "--check", metavar="SIGNATURE",
        help="score exactly as this signature says, or refuse",
    )  # fmt: skip
