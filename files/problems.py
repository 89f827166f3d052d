"""What goes wrong for a reason the user can mend: told in one line, never as a traceback."""

from __future__ import annotations


class UsageError(Exception):
    """The command itself cannot be carried out as given: exit status 2."""


class DataError(Exception):
    """A file or what stands in it cannot be used: exit status 1."""


def place(path: str, line: int | None = None, column: int | str | None = None) -> str:
    """Name a spot in a file: the column is a number in a line, or the name of a field.

    Example:
        place("a.txt", 3, 7)            a.txt:3:7
        place("a.csv", 3, "summary")    a.csv:3: column "summary"
    """
    spot = path if line is None else f"{path}:{line}"
    if isinstance(column, int):
        return f"{spot}:{column}"
    return spot if column is None else f'{spot}: column "{column}"'


def of_os(path: str, error: OSError) -> DataError:
    """Say what the operating system said of a file."""
    reason = error.strerror or str(error)
    return DataError(f"{path}: {reason[:1].lower()}{reason[1:]}")
