"""The command line: arguments in, an exit status out. It computes nothing itself.

0: done. 1: a file or what stands in it cannot be used. 2: the command makes no
sense. 130: interrupted. Whatever goes wrong is one line on stderr.
"""

from __future__ import annotations

import importlib
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any

from ..files.problems import DataError, UsageError, of_os

if TYPE_CHECKING:
    from .options import Parser

PROGRAM = "evaluate-rouge"
DONE, BAD_DATA, BAD_USAGE = 0, 1, 2
INTERRUPTED = 130  # 128 + SIGINT, as shells have it
CLOSED = 141  # 128 + SIGPIPE: whoever read our output has read enough
TERMINATED = 143  # 128 + SIGTERM

# A command is an entry here and a file of its name, which has USAGE, EXAMPLES,
# add_arguments(parser) and run(command, progress) -> what is printed.
COMMANDS = {
    "score": "Score predictions against references.",
    "compare": "Compare systems with the first of them, or all with each other.",
    "explain": "Show which words of one pair matched.",
    "tokens": "Show the tokens of a text, a line for each of its lines.",
    "recall": "ROUGE-N recall of three lines on stdin: n, reference, candidate.",
}

HELP = """\
usage: evaluate-rouge COMMAND [options]

Exact ROUGE scores of files, and fair comparisons of systems.

commands:
{commands}

options:
  -h, --help  show this help message and exit
  --version   show program's version number and exit

examples:
  evaluate-rouge score predictions.txt references.txt
  evaluate-rouge compare references.txt baseline.txt system.txt
  evaluate-rouge explain --prediction "the cat ran" --reference "the cat sat"
  evaluate-rouge tokens "Don't panic"
  evaluate-rouge recall < exercise.txt
  evaluate-rouge --target_filepattern=references.txt \\
      --prediction_filepattern=predictions.txt --output_filename=scores.csv

"evaluate-rouge COMMAND --help" tells all of a command. The last form is that
of "python -m rouge_score.rouge": the same flags, and the same file is written.
"""


class Terminated(BaseException):
    """SIGTERM: ends the run as Ctrl-C does, so that nothing half-written is left."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: the arguments without the program's name; those of the process if None.

    Returns:
        The exit status.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    clear = _no_bar
    try:
        from . import terminal

        progress = terminal.Progress()
        clear = progress.clear
        with terminal.messages(progress, "-v" in arguments or "--verbose" in arguments):
            work = _understood(arguments, progress)
            with _signals_that_raise():
                text = work()
                progress.clear()
                _print(text)
    except (UsageError, DataError) as problem:
        clear()
        sys.stderr.write(f"{PROGRAM}: {terminal.one_line(str(problem))}\n")
        return BAD_USAGE if isinstance(problem, UsageError) else BAD_DATA
    except BrokenPipeError:
        # What is left in the buffer would fail once more when Python exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED
    except KeyboardInterrupt:
        clear()
        sys.stderr.write(f"{PROGRAM}: interrupted\n")
        return INTERRUPTED
    except Terminated:
        clear()
        sys.stderr.write(f"{PROGRAM}: terminated\n")
        return TERMINATED
    return DONE


def _no_bar() -> None:
    pass


def _terminate(signum: int, frame: FrameType | None) -> None:
    raise Terminated


@contextmanager
def _signals_that_raise() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM raise while files are open; before and after, see `__main__`."""
    before: dict[int, Any] = {}
    try:
        for signum, handler in (
            (signal.SIGINT, signal.default_int_handler),
            (signal.SIGTERM, _terminate),
        ):
            if signal.getsignal(signum) not in (signal.SIG_IGN, None):
                before[signum] = signal.signal(signum, handler)
    except ValueError:  # not the main thread, where alone that can be done
        pass
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)


def parser_of(name: str) -> Parser:
    """Make the parser of a command; only this command is imported: some need more than others."""
    from .options import Parser

    module = importlib.import_module(f".{name}", __name__)
    parser = Parser(name, module.USAGE, COMMANDS[name], f"examples:\n{module.EXAMPLES}")
    module.add_arguments(parser)
    return parser


def _understood(arguments: Sequence[str], progress: object) -> Callable[[], str]:
    """Import what a command needs: the work that is left, which gives what it prints."""
    from . import options

    name = arguments[0] if arguments else ""
    rest = arguments[1:]
    if name == "score" or name.startswith("-"):
        from . import google

        given = rest if name == "score" else arguments
        if google.is_meant(given):
            return partial(google.run, given)
    if name in ("-h", "--help"):
        listed = "\n".join(f"  {name:8} {summary}" for name, summary in COMMANDS.items())
        return partial(HELP.format, commands=listed)
    if name == "--version":
        from ..text import VERSION, engine

        return partial("{} {} ({})\n".format, PROGRAM, VERSION, engine())
    if name not in COMMANDS:
        near = options.nearest(name, (*COMMANDS, "--help", "--version")) if name else ""
        found = f"{name!r} is no command" if name else "a command is missing"
        hint = f"did you mean {near}?" if near else f"they are {', '.join(COMMANDS)}"
        raise UsageError(f"{found}; {hint} (see {PROGRAM} --help)")

    try:
        command = options.parse(parser_of(name), rest)
    except SystemExit:  # help, printed already
        return str
    return partial(importlib.import_module(f".{name}", __name__).run, command, progress)


def _print(text: str) -> None:
    if not text:
        return
    if sys.stdout is None:
        raise DataError("standard output is closed")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a letter shows a "?"
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # As with a closed pipe: do not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise of_os("standard output", error) from None
