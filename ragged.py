"""Rows of unequal length, stored end to end.

The one container between the stages: tokens of a text, sentences of a text
and references of an example are all rows of it. It knows nothing of text.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Ragged:
    """Rows of unequal length, stored end to end (Arrow's list layout).

    Row ``i`` is ``values[offsets[i]:offsets[i + 1]]``.

    Example:
        values  [7 8 | | 9]    offsets [0 2 2 3]    lengths [2 0 1]
    """

    values: np.ndarray  # (n_values,)
    offsets: np.ndarray  # (n_rows + 1,) int64: starts at 0, never falls

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> np.ndarray:  # (n_rows,) int64
        return np.diff(self.offsets)

    @property
    def row_of(self) -> np.ndarray:  # (n_values,) int64
        """Row of each value: offsets [0 2 5] -> [0 0 1 1 1]."""
        return rows_of(self.offsets)

    def take(self, rows: np.ndarray) -> Ragged:
        """Gather rows, in the order given and as often as named.

        Example:
            values [a b | c | d e f]    rows [2 0]    result [d e f | a b]
        """
        source, offsets = gathered(self.offsets, rows)
        return Ragged(self.values[source], offsets)


# These two are written so that NumPy lets go of the interpreter's lock while it
# works: np.repeat, and np.cumsum into a slice or from other types, do not.


def offsets_of(lengths: np.ndarray) -> np.ndarray:
    """Sum what stands before each row, and in all: [2 0 3] -> [0 2 2 5]."""
    offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
    offsets[1:] = lengths
    return np.cumsum(offsets)


def rows_of(offsets: np.ndarray) -> np.ndarray:
    """Name the row of each value: [0 2 2 5] -> [0 0 2 2 2]."""
    begun = np.zeros(offsets[-1] + 1, dtype=np.int64)
    np.add.at(begun, offsets[1:-1], 1)
    return np.cumsum(begun)[:-1]


def gathered(offsets: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Find the values of some rows: their indices, and the offsets of the rows taken."""
    taken = offsets_of(offsets[rows + 1] - offsets[rows])
    shift = offsets[rows] - taken[:-1]
    return np.arange(taken[-1]) + shift[rows_of(taken)], taken
