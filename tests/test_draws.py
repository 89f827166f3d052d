"""Compiled draws and sums equal those of the arrays, bit by bit, and leave the generator alike."""

from __future__ import annotations

import os
from contextlib import contextmanager

import numpy as np
import pytest
from evaluate_rouge import scores, significance
from evaluate_rouge.rouge155.resampling import resampled_sums
from evaluate_rouge.text import ENGINE_VARIABLE, ENGINES

kernels = pytest.importorskip(
    "evaluate_rouge.kernels.counts", reason="the extension is not built here"
)


@contextmanager
def forced(name):
    """Draw and sum with one engine."""
    before = os.environ.get(ENGINE_VARIABLE)
    os.environ[ENGINE_VARIABLE] = name
    yield
    os.environ.pop(ENGINE_VARIABLE)
    if before is not None:
        os.environ[ENGINE_VARIABLE] = before


def by_engine(work):
    """What work() gives with each engine, and the global generator's state after it."""
    found = {}
    for name in ENGINES:
        with forced(name):
            np.random.seed(5)
            np.random.normal()  # so that the second half of a pair of normal draws waits
            result = work()
            _, key, *rest = np.random.get_state()
            found[name] = (result.tolist(), key.tolist(), rest)
    return found


def sums_by_engine(rows, n_resamples):
    """All that is drawn and summed, by each engine."""
    means = by_engine(lambda: scores.resample_means(rows, n_resamples))
    found = {}
    for name in ENGINES:
        with forced(name):
            compared = significance.compare_differences(rows.T - 0.5, n_resamples)
            found[name] = (means[name], compared, resampled_sums(rows, n_resamples).tolist())
    return found


# Of 2**k rows every word gives one; of 2**k + 1 nearly every other is passed over.
@pytest.mark.parametrize("n_examples", [1, 2, 3, 64, 65, 623, 624, 625, 5_000, 65_536, 65_537])
@pytest.mark.parametrize("n_resamples", [1, 3, 4, 7])
def test_resampled_means(n_examples, n_resamples):
    rows = np.random.default_rng(n_examples).random((n_examples, 1 + n_resamples % 3)) - 0.5

    found = by_engine(lambda: scores.resample_means(rows, n_resamples))

    assert found["compiled"] == found["numpy"]


@pytest.mark.parametrize("used", [0, 1, 200, 622, 623, 624, 625])
def test_wherever_in_its_state_the_generator_stands(used):
    rows = np.random.default_rng(0).random((10, 3))

    def work():
        np.random.seed(7)
        np.random.randint(0, 1 << 32, size=used)
        return scores.resample_means(rows, 9)

    found = by_engine(work)

    assert found["compiled"] == found["numpy"]


@pytest.mark.parametrize("special", [-0.0, np.inf, np.nan, 5e-324])
def test_odd_numbers_are_summed_alike(special):
    rows = np.full((5, 2), special)

    found = by_engine(lambda: scores.resample_means(rows, 6).view(np.int64))

    assert found["compiled"] == found["numpy"]


@pytest.mark.parametrize("n_pairs", [1, 3, 4, 5, 21, 63, 64, 65, 300])
@pytest.mark.parametrize("n_rows", [1, 3])
def test_paired_tests(n_pairs, n_rows):
    table = np.random.default_rng(n_pairs).normal(0.01, 0.1, (n_rows, n_pairs)).round(3)
    found = []
    for name in ENGINES:
        with forced(name):
            found.append(significance.compare_differences(table, n_resamples=101, seed=3))

    assert found[0] == found[1]


def test_paired_tests_in_several_blocks(monkeypatch):
    table = np.random.default_rng(0).normal(0.01, 0.1, (2, 50))
    whole = significance.compare_differences(table, n_resamples=101)
    monkeypatch.setattr(significance, "BLOCK", 120)
    monkeypatch.setattr(significance, "_FEW", 120)

    for name in ENGINES:
        with forced(name):
            assert significance.compare_differences(table, n_resamples=101) == whole


@pytest.mark.parametrize("n_rows", [1, 2, 700])
def test_resamples_of_rouge155(n_rows):
    rows = np.random.default_rng(n_rows).random((n_rows, 9))[:, ::2]

    found = by_engine(lambda: resampled_sums(rows, 50))

    assert found["compiled"] == found["numpy"]


def test_buffers_that_do_not_fit_are_refused():
    ones = np.ones((3, 2))
    key = np.zeros(624, dtype=np.uint32)
    words = np.zeros(6, dtype=np.uint64)
    for call in (
        lambda: kernels.resample_sums(ones, key, 625, np.empty((4, 3))),
        lambda: kernels.resample_sums(ones, key[1:], 0, np.empty((4, 3))),
        lambda: kernels.resample_sums(ones, key, 0, np.empty((4, 2))),
        lambda: kernels.resample_sums(ones[:, :1].copy(), key, 0, np.empty((4, 3))),
        lambda: kernels.sums_of_drawn(words, ones, np.empty((3, 2))),
        lambda: kernels.sums_of_drawn(words, ones, np.empty((2, 3))),
        lambda: kernels.sums_of_kept(words.reshape(6, 1), ones, np.empty((5, 2))),
        lambda: kernels.sums_of_kept(words.reshape(6, 1), np.ones((65, 2)), np.empty((6, 2))),
        lambda: kernels.drand48_sums(ones, np.empty((4, 3))),
    ):
        with pytest.raises(ValueError, match=r"fit each other|no state"):
            call()


@pytest.mark.parametrize("n_pairs", [5, 300], ids=["enumerated", "sampled"])
@pytest.mark.parametrize("engine", ENGINES)
def test_paired_tests_tell_of_every_resample(n_pairs, engine):
    table = np.random.default_rng(n_pairs).normal(0.01, 0.1, (2, n_pairs))
    drawn = []
    with forced(engine):
        plain = significance.compare_differences(table, 1_000)
        watched = significance.compare_differences(table, 1_000, done=drawn.append)

    assert watched == plain
    assert sum(drawn) == 2 * 1_000


def test_many_comparisons_have_the_digits_of_each_alone():
    table = np.random.default_rng(2).normal(0.01, 0.1, (30, 300))
    with forced("compiled"):
        together = (
            significance.paired_bootstrap(table, 200),
            (significance.approximate_randomization(table, 200)),
        )
        for row in range(len(table)):
            one = significance.paired_bootstrap(table[[row]], 200)
            swapped = significance.approximate_randomization(table[[row]], 200)

            assert one.low[0] == together[0].low[row]
            assert one.p_value[0] == together[0].p_value[row]
            assert swapped.p_value[0] == together[1].p_value[row]
