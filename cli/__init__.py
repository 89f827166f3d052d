"""The command line: arguments in, an exit status out. It computes nothing itself.

0: done. 1: a file or what stands in it cannot be used. 2: the command makes no
sense. 130: interrupted. Whatever goes wrong is one line on stderr.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from ..files.problems import DataError, UsageError, of_os
from . import google, options, tables, terminal

DONE, BAD_DATA, BAD_USAGE = 0, 1, 2
INTERRUPTED = 130  # 128 + SIGINT, as shells have it
CLOSED = 141  # 128 + SIGPIPE: whoever read our output has read enough


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: the arguments without the program's name; those of the process if None.

    Returns:
        The exit status.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    progress = terminal.Progress()
    try:
        with terminal.messages(progress, "-v" in arguments or "--verbose" in arguments):
            text = _run(arguments, progress)
            progress.clear()
            _print(text)
    except (UsageError, DataError) as problem:
        progress.clear()
        sys.stderr.write(f"{terminal.PROGRAM}: {terminal.one_line(str(problem))}\n")
        return BAD_USAGE if isinstance(problem, UsageError) else BAD_DATA
    except BrokenPipeError:
        # What is left in the buffer would fail once more when Python exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED
    except KeyboardInterrupt:
        progress.clear()
        sys.stderr.write(f"{terminal.PROGRAM}: interrupted\n")
        return INTERRUPTED
    return DONE


def _run(arguments: Sequence[str], progress: terminal.Progress) -> str:
    """Carry out a command and give what it prints."""
    command_name = arguments[0] if arguments else ""
    rest = arguments[1:] if command_name == "score" else arguments
    if (command_name == "score" or command_name.startswith("-")) and google.is_meant(rest):
        return google.run(rest)
    try:
        command = options.parse(arguments)
    except SystemExit:  # help or the version, printed already
        return ""
    # Only the command asked for is imported: some need more than others.
    if command.arguments.command == "recall":
        from . import recall

        return recall.run()
    if command.arguments.command == "explain":
        from . import explain

        return explain.run(command)
    if command.arguments.command == "tokens":
        from . import tokens

        return tokens.run(command)
    if command.arguments.command == "compare":
        from . import compare

        table = compare.run(command, progress)
    else:
        from . import score

        table = score.run(command, progress)
    return tables.render(table, command.arguments.format, terminal.has_colour(sys.stdout))


def _print(text: str) -> None:
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
