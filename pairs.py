"""One chunk of pairs as arrays, and what all counting starts from.

Tokens of every pair come in as keys; the names of equal tokens and the number
of times each stands on either side come out. It knows no type of ROUGE.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .grouping import Slots, last_equal
from .ragged import offsets_of, rows_of
from .tokens import Tokens


@dataclass(frozen=True, eq=False)
class Pairs:
    """Predictions and references, text by text: pair ``i`` is row ``i`` of both.

    Arrays over *positions* hold the tokens of all predictions, then those of
    all references.
    """

    pred: Tokens
    ref: Tokens

    def __len__(self) -> int:
        return len(self.pred.offsets) - 1

    @property
    def n_pred(self) -> np.ndarray:  # (n_pairs,) int64
        """Tokens of each prediction."""
        return np.diff(self.pred.offsets)

    @property
    def n_ref(self) -> np.ndarray:  # (n_pairs,) int64
        """Tokens of each reference."""
        return np.diff(self.ref.offsets)

    @staticmethod
    def n_sentences(side: Tokens) -> np.ndarray:
        """Count the sentences of each text that hold a token: (n_pairs,) int64."""
        return np.diff(offsets_of(side.begins)[side.offsets])

    @property
    def first_ref(self) -> int:
        """The position of the first reference token."""
        return len(self.pred.keys)

    @cached_property
    def pair_of_pred(self) -> np.ndarray:  # (n_pred_positions,) int64
        """The pair of each prediction token."""
        return rows_of(self.pred.offsets)

    @cached_property
    def pair_of_ref(self) -> np.ndarray:  # (n_ref_positions,) int64
        """The pair of each reference token."""
        return rows_of(self.ref.offsets)

    @cached_property
    def opens_text(self) -> np.ndarray:  # (n_positions,) bool
        """Whether the position is the first of its text."""
        opens = np.zeros(self.first_ref + len(self.ref.keys) + 1, dtype=bool)
        opens[self.pred.offsets] = True
        opens[self.ref.offsets + self.first_ref] = True
        return opens[:-1]

    @cached_property
    def slots(self) -> Slots:
        """Table regions for one key at each position, twice as large as a pair has keys."""
        n_slots = 2 * (self.n_pred + self.n_ref)
        first = offsets_of(n_slots)
        pair = np.concatenate([self.pair_of_pred, self.pair_of_ref])
        return Slots(first[pair], n_slots.astype(np.uint64)[pair], int(first[-1]))

    @cached_property
    def names(self) -> np.ndarray:  # (n_positions,) int64
        """The position of an equal token of the same pair, the same for all equals.

        Where a reference token equals it, a reference position.
        """
        keys = np.concatenate([self.pred.keys, self.ref.keys])
        return last_equal(keys, self.slots, self.first_ref)

    @cached_property
    def token_counts(self) -> tuple[np.ndarray, np.ndarray]:
        """How often the token that each reference position names stands on either side.

        Returns:
            Two (n_ref_positions,) int64, 0 at positions that name no token:
            in the prediction, in the reference.
        """
        return counts_by_name(self.names, self.first_ref)

    @cached_property
    def is_shared(self) -> np.ndarray:  # (n_positions,) bool
        """Whether the token also stands on the other side of its pair."""
        return shared_names(self.names, self.first_ref, self.token_counts[0])

    def sum_by_pair(self, values: np.ndarray) -> np.ndarray:
        """Sum one value per reference position over the pair it stands in: (n_pairs,)."""
        return np.diff(offsets_of(values)[self.ref.offsets])


def counts_by_name(names: np.ndarray, n_early: int) -> tuple[np.ndarray, np.ndarray]:
    """Count each late name among the early and among the late: two (n_late,) int64.

    Example (n_early = 3):
        names     [3 4 3 | 3 4 4]
        early     [2 1 0]
        late      [1 2 0]
    """
    n_late = len(names) - n_early
    early = np.bincount(names[:n_early], minlength=len(names))[n_early:]
    late = np.bincount(names[n_early:] - n_early, minlength=n_late)
    return early, late


def shared_names(names: np.ndarray, n_early: int, in_early: np.ndarray) -> np.ndarray:
    """Say which names stand in both parts: (n_names,) bool."""
    is_shared = np.empty(len(names), dtype=bool)
    np.greater_equal(names[:n_early], n_early, out=is_shared[:n_early])
    np.greater(in_early[names[n_early:] - n_early], 0, out=is_shared[n_early:])
    return is_shared
