"""Exact grouping: equal keys of a row share a name, whatever the keys are."""

from __future__ import annotations

import numpy as np
import pytest
from evaluate_rouge import text
from evaluate_rouge.text import Slots, last_equal, offsets_of
from hypothesis import given
from hypothesis import strategies as st

keys = st.lists(st.integers(0, 5) | st.integers(2**64 - 3, 2**64 - 1), max_size=30)


def slots_of(rows: list[list[int]]) -> Slots:
    lengths = np.array([len(row) for row in rows], dtype=np.int64)
    first = offsets_of(2 * lengths)
    return Slots(
        np.repeat(first[:-1], lengths),
        np.repeat((2 * lengths).astype(np.uint64), lengths),
        int(first[-1]),
    )


def check(rows: list[list[int]]) -> None:
    flat = [(row, key) for row, members in enumerate(rows) for key in members]
    named = last_equal(np.array([key for _, key in flat], dtype=np.uint64), slots_of(rows)).tolist()

    assert [flat[name] for name in named] == flat  # a name is the index of an equal
    assert len(set(named)) == len(set(flat))  # and all equals have the same


@given(st.lists(keys, max_size=6))
def test_equals_of_a_row_and_only_those_share_a_name(rows):
    check(rows)


@given(early=keys, late=keys)
def test_a_late_equal_gives_the_name(early, late):
    named = last_equal(
        np.array(early + late, dtype=np.uint64), Slots.one_row(len(early + late)), len(early)
    )

    for name, key in zip(named.tolist(), early + late, strict=True):
        assert (name >= len(early)) == (key in late)


@pytest.mark.parametrize(
    "row",
    [
        pytest.param([7] * 1_000_000, id="a million equal keys"),
        pytest.param(list(range(1_000_000)), id="a million distinct keys"),
        pytest.param([key << 44 for key in range(100_000)], id="keys that differ at the top"),
    ],
)
def test_large_rows(row):
    check([row])


def test_keys_that_collide_in_every_round_are_sorted(monkeypatch):
    """With the multipliers known, an attacker's keys all want one slot; the result is right."""
    multiplier = 0x9E3779B97F4A7C15
    monkeypatch.setattr(text, "MULTIPLIERS", (np.uint64(multiplier),) * 4)
    inverse = pow(multiplier, -1, 2**64)
    hostile = [(product * inverse) % 2**64 for product in range(5_000)]  # all hash to slot 0

    check([hostile * 3, hostile])
