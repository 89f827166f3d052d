"""One chunk of pairs as arrays, and what all counting starts from.

Tokens of every pair come in as keys; the names of equal tokens and the number
of times each stands on either side come out. It knows no type of ROUGE.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .grouping import Slots, last_equal
from .ragged import offsets_of
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
        total = np.zeros(len(side.begins) + 1, dtype=np.int64)
        np.cumsum(side.begins, out=total[1:])
        return np.diff(total[side.offsets])

    @property
    def first_ref(self) -> int:
        """The position of the first reference token."""
        return len(self.pred.keys)

    @cached_property
    def slots(self) -> Slots:
        """Table regions for one key at each position, twice as large as a pair has keys."""
        n_pred, n_ref = self.n_pred, self.n_ref
        n_slots = 2 * (n_pred + n_ref)
        first = offsets_of(n_slots)
        size = n_slots.astype(np.uint64)
        return Slots(
            np.concatenate([np.repeat(first[:-1], n_pred), np.repeat(first[:-1], n_ref)]),
            np.concatenate([np.repeat(size, n_pred), np.repeat(size, n_ref)]),
            int(first[-1]),
        )

    def name(self, keys: np.ndarray) -> np.ndarray:
        """Name one key at each position by the position of an equal key of its pair.

        Where a reference key equals it, the name is a reference position.
        """
        return last_equal(keys, self.slots, self.first_ref)

    @cached_property
    def names(self) -> np.ndarray:  # (n_positions,) int64
        """The name of each token."""
        return self.name(np.concatenate([self.pred.keys, self.ref.keys]))

    def counts(self, names: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Count how often each name stands in the prediction and in the reference.

        Returns:
            Two (n_ref_positions,) int64: for the name at each reference position.
        """
        first_ref = self.first_ref
        in_pred = np.bincount(names[:first_ref], minlength=len(names))[first_ref:]
        in_ref = np.bincount(names[first_ref:] - first_ref, minlength=len(names) - first_ref)
        return in_pred, in_ref

    @cached_property
    def token_counts(self) -> tuple[np.ndarray, np.ndarray]:
        """``counts`` of the tokens themselves."""
        return self.counts(self.names)

    def sum_by_pair(self, values: np.ndarray) -> np.ndarray:
        """Sum one value per reference position over the pair it stands in: (n_pairs,)."""
        total = np.zeros(len(values) + 1, dtype=values.dtype)
        np.cumsum(values, out=total[1:])
        return np.diff(total[self.ref.offsets])
