"""The paired tests: SciPy where it has the test, exact fractions where it has not."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from evaluate_rouge import significance
from evaluate_rouge.significance import approximate_randomization, compare, holm, paired_bootstrap
from hypothesis import given
from hypothesis import strategies as st
from oracle import SHARED

# Few values, so that sums tie; thirds and sixths are no doubles, so that ties get lost.
differences = st.lists(st.sampled_from([-1 / 3, -1 / 6, 0.0, 1 / 6, 1 / 3, 0.5]), min_size=1)


def exact_p(row):
    """All sign assignments, one by one, in fractions: the definition."""
    fractions = [Fraction(value).limit_denominator(1000) for value in row]
    observed = abs(sum(fractions))
    n_extreme = sum(
        abs(sum(sign * value for sign, value in zip(signs, fractions, strict=True))) >= observed
        for signs in itertools.product([1, -1], repeat=len(fractions))
    )
    return n_extreme / 2 ** len(fractions)


def test_five_pairs_by_hand():
    system = [1.0, 1.0, 1.0, 1.0, 1.0]
    baseline = [0.6666666666666666, 0.5, 0.6666666666666666, 1.0, 0.5]

    (result,) = compare([baseline, system])

    assert result.p_randomization == 0.125
    assert result.difference == 0.33333333333333337
    assert result.exact
    assert result.n_pairs == 5
    assert result.n_assignments == 16  # the fourth pair does not differ


def test_the_shared_case_of_exact_permutation():
    path = SHARED / "cases" / "cases.jsonl"
    if not path.exists():
        pytest.skip("the shared cases do not lie beside the project")
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    (case,) = [case for case in cases if case["kind"] == "significance"]
    expected = case["expected"]

    (result,) = compare([expected["f_b"], expected["f_a"]])

    assert result.p_randomization == expected["p_value"]
    assert result.difference == expected["mean_difference"]


@given(row=differences.filter(lambda row: len(row) <= 9))
def test_enumeration_is_the_definition(row):
    result = approximate_randomization([row])

    assert result.p_value.tolist() == [exact_p(row)]
    assert result.exact.all()


def test_up_to_twenty_pairs_that_differ_are_enumerated():
    rows = np.zeros((4, 30))
    for row, n_differing in enumerate([1, 19, 20, 21]):
        rows[row, 3 : 3 + n_differing] = 0.25

    found = approximate_randomization(rows, n_resamples=99)

    assert found.exact.tolist() == [True, True, True, False]
    assert found.n_assignments.tolist() == [2, 2**19, 2**20, 99]
    # All equal: only the two assignments of one sign part the means as far.
    assert found.p_value[:3].tolist() == [1.0, 2 / 2**19, 2 / 2**20]


@pytest.mark.parametrize("n_pairs", [2, 7, 12])
def test_enumeration_equals_scipy(n_pairs):
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(n_pairs)
    first, second = rng.random((2, n_pairs))

    theirs = stats.permutation_test(
        (first, second),
        lambda x, y, axis: np.mean(x - y, axis=axis),
        permutation_type="samples",
        n_resamples=np.inf,
        vectorized=True,
    )

    assert approximate_randomization([first - second]).p_value[0] == theirs.pvalue


def test_sampling_agrees_with_scipy():
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(3)
    row = rng.normal(0.02, 0.1, 200)

    theirs = stats.permutation_test(
        (row,),
        lambda x, axis: np.mean(x, axis=axis),
        permutation_type="samples",
        n_resamples=20_000,
        vectorized=True,
        rng=np.random.default_rng(1),
    )
    ours = approximate_randomization([row], n_resamples=20_000)

    # Two samples of a share p of 20,000 draws: five standard errors of their difference.
    error = 5 * np.sqrt(2 * theirs.pvalue * (1 - theirs.pvalue) / 20_000)
    assert not ours.exact[0]
    assert abs(ours.p_value[0] - theirs.pvalue) < error


def test_interval_agrees_with_scipy():
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(4)
    first, second = rng.random((2, 500))

    theirs = stats.bootstrap(
        (first, second),
        lambda x, y, axis: np.mean(x - y, axis=axis),
        paired=True,
        method="percentile",
        n_resamples=20_000,
        rng=np.random.default_rng(2),
    ).confidence_interval
    ours = paired_bootstrap([first - second], n_resamples=20_000)

    # The two bounds are sampled: they wander by a few hundredths of the standard error.
    error = 0.1 * np.std(first - second) / np.sqrt(500)
    assert abs(ours.low[0] - theirs.low) < error
    assert abs(ours.high[0] - theirs.high) < error


@given(row=differences, seed=st.integers(0, 3))
def test_bootstrap_is_the_definition_on_its_own_draws(row, seed):
    n_resamples = 50
    blocks = significance.resamples(n_resamples, len(row), seed)
    draws = np.concatenate([counts.copy() for _, counts in blocks]).astype(int).tolist()
    fractions = [Fraction(value).limit_denominator(1000) for value in row]
    observed = sum(fractions)
    sums = [sum(k * f for k, f in zip(counts, fractions, strict=True)) for counts in draws]

    result = paired_bootstrap([row], n_resamples=n_resamples, seed=seed)

    n_strayed = sum(abs(drawn - observed) >= abs(observed) for drawn in sums)
    low, high = np.percentile([float(drawn / len(row)) for drawn in sums], [2.5, 97.5])
    assert all(sum(counts) == len(row) for counts in draws)
    assert result.p_value[0] == (n_strayed + 1) / (n_resamples + 1)
    assert result.low[0] == pytest.approx(low, abs=1e-12)
    assert result.high[0] == pytest.approx(high, abs=1e-12)


def test_every_pair_is_drawn_equally_often():
    counts = np.concatenate([c.copy() for _, c in significance.resamples(30_000, 7, seed=5)])

    per_pair = counts.sum(axis=0)

    # Chi-square with 6 degrees of freedom lies below 22.5 with probability 0.999.
    expected = counts.sum() / 7
    assert ((per_pair - expected) ** 2 / expected).sum() < 22.5


@pytest.mark.parametrize("n_pairs", [1, 2, 3, 63, 64, 65, 1000, 1024])
def test_multiples_have_as_many_bits_as_sums_leave_room_for(n_pairs):
    bits = significance._bits(n_pairs)

    assert n_pairs << bits <= 1 << 52 < n_pairs << (bits + 1)


@pytest.mark.parametrize("n_pairs", [1, 63, 64, 65, 1000])
def test_sums_are_whole_numbers_whatever_the_order(n_pairs):
    rng = np.random.default_rng(n_pairs)
    rows = rng.normal(0, 0.1, (3, n_pairs))
    whole, exponent = significance.whole_multiples(rows)
    integers = whole.astype(np.int64)

    for _, counts in significance.resamples(20, n_pairs, seed=1):
        by_blas = counts @ whole.T
        by_integers = counts.astype(np.int64) @ integers.T

        assert by_blas.tolist() == by_integers.tolist()
    assert np.abs(whole).sum(axis=1).max() < 2**53
    assert np.ldexp(whole, exponent[:, None]) == pytest.approx(rows, abs=1e-11)


def test_digits_are_pinned():
    """The same on every machine and NumPy version: these were written down once."""
    baseline = [((7 * k) % 101) / 101 for k in range(300)]
    system = [((7 * k + 5 * (k % 3)) % 101) / 101 for k in range(300)]

    (result,) = compare([baseline, system], n_resamples=2000, seed=7)

    interval = (result.difference, result.low, result.high)
    assert (result.p_bootstrap, result.p_randomization) == (0.8085957021489255, 0.8045977011494253)
    assert interval == (0.00283828382838285, -0.021650165016493892, 0.025055280528058135)


def test_blocks_change_nothing(monkeypatch):
    rows = np.random.default_rng(6).normal(0.01, 0.1, (2, 100))
    whole = significance.compare_differences(rows, n_resamples=300)

    monkeypatch.setattr(significance, "BLOCK", 1)

    assert significance.compare_differences(rows, n_resamples=300) == whole


def test_the_global_generator_is_left_alone():
    np.random.seed(1)
    before = np.random.get_state()[1].tolist()

    compare(np.random.default_rng(0).random((3, 50)), n_resamples=100)

    assert np.random.get_state()[1].tolist() == before


def test_a_seed_repeats_and_another_does_not():
    rows = np.random.default_rng(0).random((3, 50))

    first = compare(rows, n_resamples=200, seed=1)

    assert compare(rows, n_resamples=200, seed=1) == first
    assert compare(rows, n_resamples=200, seed=2) != first


def test_rows_do_not_depend_on_their_company():
    rows = np.random.default_rng(8).normal(0, 1, (4, 40))

    together = paired_bootstrap(rows, n_resamples=100)
    alone = paired_bootstrap(rows[2:3], n_resamples=100)

    assert together.p_value[2] == alone.p_value[0]
    assert together.low[2] == alone.low[0]


def test_a_true_null_is_rejected_as_often_as_promised():
    rng = np.random.default_rng(9)
    rows = rng.normal(0, 1, (400, 30))  # 400 experiments in which nothing differs

    rejected = approximate_randomization(rows, n_resamples=999).p_value <= 0.05

    # 20 expected; a binomial(400, 0.05) stays within 7..36 with probability 0.999.
    assert 7 <= rejected.sum() <= 36


def test_nothing_differs():
    (result,) = compare([[0.5, 0.25], [0.5, 0.25]])

    assert (result.difference, result.low, result.high) == (0.0, 0.0, 0.0)
    assert (result.p_bootstrap, result.p_randomization) == (1.0, 1.0)


@pytest.mark.parametrize("scale", [5e-324, 1e-300, 1.0, 1e300])
def test_scale_does_not_matter(scale):
    (result,) = compare([[0.0] * 4, [scale, scale, scale, 0.0]])

    assert result.p_randomization == 0.25


def test_large_differences_are_never_given_p_zero():
    (result,) = compare([np.zeros(1000), np.ones(1000)], n_resamples=999)

    assert (result.p_bootstrap, result.p_randomization) == (0.001, 0.001)


@pytest.mark.parametrize(
    ("p_values", "adjusted"),
    [
        pytest.param([], [], id="none"),
        pytest.param([0.03], [0.03], id="one is left as it is"),
        pytest.param([0.01, 0.04, 0.03], [0.03, 0.06, 0.06], id="lifted to its predecessor"),
        pytest.param([0.5, 0.9], [1.0, 1.0], id="never above 1"),
        pytest.param([0.02, 0.02], [0.04, 0.04], id="ties"),
        pytest.param([0.25, 0.0], [0.25, 0.0], id="zero stays"),
    ],
)
def test_holm_adjusts_worked_examples(p_values, adjusted):
    assert holm(p_values).tolist() == pytest.approx(adjusted)


@given(p_values=st.lists(st.sampled_from([0.0, 0.001, 0.01, 0.04, 0.05, 0.3, 1.0]), max_size=8))
def test_holm_rejects_as_the_step_down_procedure(p_values):
    """Walk from the smallest p and stop at the first that misses alpha / how many are left."""
    in_order = sorted(range(len(p_values)), key=p_values.__getitem__)
    rejected = set()
    for k, row in enumerate(in_order):
        if p_values[row] * (len(p_values) - k) > 0.05:
            break
        rejected.add(row)

    adjusted = holm(p_values)

    assert {row for row in in_order if adjusted[row] <= 0.05} == rejected
    assert (adjusted >= np.asarray(p_values)).all()


def test_comparisons_are_corrected_together():
    rows = np.random.default_rng(10).normal(0.03, 0.1, (3, 60))

    results = significance.compare_differences(rows, n_resamples=500)

    expected = holm([result.p_bootstrap for result in results]).tolist()
    assert [result.p_bootstrap_holm for result in results] == expected


@pytest.mark.parametrize(
    ("table", "options", "message"),
    [
        pytest.param([[0.5]], {}, "needs a baseline and a system", id="one system"),
        pytest.param([], {}, r"shape \(0,\)", id="no systems"),
        pytest.param([[], []], {}, r"shape \(2, 0\)", id="no pairs"),
        pytest.param([[0.5, 1.0], [0.5]], {}, r"unequal length: \[1, 2\]", id="ragged"),
        pytest.param([[0.5], [float("nan")]], {}, r"scores\[1\]\[0\] is nan", id="nan"),
        pytest.param([[0.5], [0.5]], {"n_resamples": 0}, "n_resamples is 0", id="no resamples"),
        pytest.param([[0.5], [0.5]], {"confidence": 1.0}, "confidence is 1.0", id="confidence"),
        pytest.param([[0.5], [0.5]], {"seed": -1}, "seed is -1", id="seed"),
    ],
)
def test_tables_that_cannot_be_compared_are_refused(table, options, message):
    with pytest.raises(ValueError, match=message):
        compare(table, **options)


@pytest.mark.parametrize("p_values", [[-0.1], [1.1], [float("nan")], [[0.1]]])
def test_holm_refuses_what_is_no_p_value(p_values):
    with pytest.raises(ValueError, match="p_values"):
        holm(p_values)


@pytest.mark.slow
def test_ten_systems_in_bounded_memory():
    """10 systems x 10,000 pairs x 10,000 resamples, in a process of its own."""
    if not Path("/proc/self/status").exists():
        pytest.skip("the peak of memory is read from /proc")
    program = (
        "import numpy, evaluate_rouge.significance as s\n"
        "s.compare(numpy.random.default_rng(0).random((10, 10_000)))\n"
        "print(*[line.split()[1] for line in open('/proc/self/status') if 'VmHWM' in line])\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert int(done.stdout) < 150_000  # KiB
