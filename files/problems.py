"""What goes wrong for a reason the user can mend: told in one line, never as a traceback."""

from __future__ import annotations


class ProblemError(Exception):
    """A fact, and what mends it in the words of the command line; doors may word that themselves.

    Attributes:
        fact: what was found, and where.
        remedy: what to do, naming flags; empty if the fact says it all.
    """

    def __init__(self, fact: str, remedy: str = "") -> None:
        super().__init__(f"{fact}: {remedy}" if remedy else fact)
        self.fact = fact
        self.remedy = remedy


class UsageError(ProblemError):
    """The command itself cannot be carried out as given: exit status 2."""


class DataError(ProblemError):
    """A file or what stands in it cannot be used: exit status 1."""


def place(path: str, line: int | str | None = None, column: int | str | None = None) -> str:
    """Name a spot in a file: the column is a number in a line, or the name of a field.

    Example:
        place("a.txt", 3, 7)                    a.txt:3:7
        place("a.csv", 3, "summary")            a.csv:3: column "summary"
        place("a.json", "record 3", "summary")  a.json: record 3: column "summary"
    """
    blank = " " if isinstance(line, str) else ""
    spot = path if line is None else f"{path}:{blank}{line}"
    if isinstance(column, int):
        return f"{spot}:{column}"
    return spot if column is None else f'{spot}: column "{column}"'


def of_os(path: str, error: OSError) -> DataError:
    """Say what the operating system said of a file."""
    reason = error.strerror or str(error)
    return DataError(f"{path}: {reason[:1].lower()}{reason[1:]}")
