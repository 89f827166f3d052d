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
        return np.repeat(np.arange(len(self)), self.lengths)

    def take(self, rows: np.ndarray) -> Ragged:
        """Gather rows, in the order given and as often as named.

        Example:
            values [a b | c | d e f]    rows [2 0]    result [d e f | a b]
        """
        lengths = self.lengths[rows]
        offsets = offsets_of(lengths)
        # source  start of the row gathered, less its start in the result
        shift = self.offsets[rows] - offsets[:-1]
        source = np.arange(offsets[-1]) + np.repeat(shift, lengths)
        return Ragged(self.values[source], offsets)


def offsets_of(lengths: np.ndarray) -> np.ndarray:
    """Turn row lengths into offsets: [2 0 3] -> [0 2 2 5]."""
    offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets
