"""The bootstrap that adds up: its draws, its sums, and its agreement with the exact one."""

from fractions import Fraction

import numpy as np
import pytest
from evaluate_rouge.significance import poisson
from hypothesis import given
from hypothesis import strategies as st
from oracle import n_examples


def some_scores(n_rows, seed=0):
    """Scores as ROUGE makes them: quotients of small counts, with zeros and ones among them."""
    generator = np.random.default_rng(seed)
    n_words = generator.integers(1, 40, size=(n_rows, 1, 3))
    hits = generator.integers(0, 40, size=(n_rows, 1, 3))
    return np.minimum(hits, n_words) / n_words


def some_keys(n_rows):
    return np.arange(n_rows, dtype=np.uint64)


def everywhere(scores):
    return np.ones(scores.shape[:2], dtype=bool)


def test_words_are_those_of_splitmix64():
    # the first outputs of the published generator from the state 1234567
    state = np.uint64(1234567)
    steps = np.arange(1, 4, dtype=np.uint64) * np.uint64(poisson.GOLDEN)

    words = poisson.mix(state + steps)

    assert words.tolist() == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_weights_are_poisson():
    weights = poisson.poisson_weights(some_keys(4_000), seed=1, n_resamples=1_000)

    counts = np.bincount(weights.astype(int).ravel(), minlength=9)
    # 2^-16 is the grid of the draws, so this is what 65536 draws hold
    expected = np.array([24109, 24110, 12054, 4019, 1004, 201, 34, 4, 1]) * weights.size / 65536
    chi_square = ((counts - expected) ** 2 / expected).sum()
    assert chi_square < 26.1  # 8 degrees of freedom, p = 0.001


@pytest.mark.parametrize("axis", [pytest.param(0, id="rows"), pytest.param(1, id="resamples")])
def test_weights_are_independent(axis):
    """Neighbouring rows, and neighbouring resamples of a row, do not know of each other."""
    weights = poisson.poisson_weights(some_keys(1_000), seed=2, n_resamples=1_000)
    first = np.moveaxis(weights, axis, 0)
    for lag in (1, 2, 3, 4, 5, 8):
        correlation = np.corrcoef(first[:-lag].ravel(), first[lag:].ravel())[0, 1]
        assert abs(correlation) < 4 / 1_000  # standard error 1 / sqrt(10^6)


def test_keys_in_steps_of_the_generator_share_no_draws():
    """splitmix64 counts in this step, so rows so far apart would draw from one stream."""
    keys = some_keys(1_000) * np.uint64(poisson.GOLDEN)

    weights = poisson.poisson_weights(keys, seed=2, n_resamples=1_000)

    correlation = np.corrcoef(weights[:-1, 4:].ravel(), weights[1:, :-4].ravel())[0, 1]
    assert abs(correlation) < 4 / 1_000


def test_weights_depend_on_seed_and_key_alone():
    keys = np.array([7, 2**64 - 1, 7], dtype=np.uint64)

    weights = poisson.poisson_weights(keys, seed=3, n_resamples=10)

    assert weights[0].tolist() == weights[2].tolist() != weights[1].tolist()
    assert poisson.poisson_weights(keys, seed=4, n_resamples=10).tolist() != weights.tolist()
    longer = poisson.poisson_weights(keys, seed=3, n_resamples=13)
    assert longer[:, :10].tolist() == weights.tolist()
    assert poisson.poisson_weights(keys, 3 + 2**64, 10).tolist() == weights.tolist()


@pytest.mark.parametrize(
    ("score", "high", "low"),
    [
        pytest.param(0.0, 0, 0, id="zero"),
        pytest.param(0.5, 2**19, 0, id="half"),
        pytest.param(1.0, 2**20, 0, id="one"),
        pytest.param(2.0**-20 + 2.0**-60, 1, 1, id="one unit of each"),
        pytest.param(1 - 2.0**-53, 2**20 - 1, 2**40 - 2**7, id="just below one"),
        pytest.param(2.0**-61, 0, 0, id="below the grid"),
    ],
)
def test_limbs_are_whole_numbers_of_a_score(score, high, low):
    assert poisson.limbs(np.array([score])).tolist() == [high, low]


@given(st.lists(st.floats(min_value=2.0**-7, max_value=1.0), min_size=1, max_size=600))
@n_examples(60)
def test_mean_is_the_rounded_true_mean(scores):
    """No double of 2^-7 or more has bits below 2^-60: the mean is rounded once."""
    rows = np.array(scores).reshape(-1, 1, 1).repeat(3, axis=2)

    sums = poisson.bootstrap_sums(rows, everywhere(rows), some_keys(len(rows)), 0, 0)

    mean = float(sum(map(Fraction, scores)) / len(scores))
    assert poisson.means(sums).tolist() == [[[mean] * 3]]


def test_resample_is_its_rows_as_often_as_drawn():
    scores, keys = some_scores(700), some_keys(700)

    sums = poisson.bootstrap_sums(scores, everywhere(scores), keys, seed=5, n_resamples=9)

    weights = poisson.poisson_weights(keys, seed=5, n_resamples=9).astype(int)
    for resample in range(9):
        drawn = np.repeat(scores, weights[:, resample], axis=0)
        alone = poisson.bootstrap_sums(drawn, everywhere(drawn), some_keys(len(drawn)), 0, 0)
        assert poisson.means(sums)[1 + resample].tolist() == poisson.means(alone)[0].tolist()


def test_sums_of_many_rows_are_exact():
    """Low limbs with all bits set, of more rows than float64 could add up at once."""
    n_rows, high, low = 20_000, 2**13 - 1, 2**40 - 1
    scores = np.full((n_rows, 1, 3), 2.0**-7 - 2.0**-60)

    sums = poisson.bootstrap_sums(scores, everywhere(scores), some_keys(n_rows), 1, 3)

    weights = poisson.poisson_weights(some_keys(n_rows), 1, 3).astype(int)
    for total, n_drawn in zip(sums[:, 0], [n_rows, *weights.sum(axis=0)], strict=True):
        carry, rest = divmod(int(n_drawn) * low, 2**40)
        assert total.tolist() == [n_drawn] + [int(n_drawn) * high + carry, rest] * 3


@given(
    st.integers(min_value=0, max_value=900),
    st.lists(st.integers(min_value=0, max_value=900), max_size=6),
    st.randoms(use_true_random=False),
)
@n_examples(40)
def test_sums_do_not_depend_on_partitions(n_rows, cuts, random):
    """Any order of the rows, cut anywhere, empty parts included: the same integers."""
    scores, keys = some_scores(n_rows), some_keys(n_rows)
    present = scores[:, :, 0] > 0.1
    whole = poisson.bootstrap_sums(scores, present, keys, seed=6, n_resamples=7)
    order = np.array(random.sample(range(n_rows), n_rows), dtype=int)

    parts = [
        poisson.bootstrap_sums(scores[rows], present[rows], keys[rows], seed=6, n_resamples=7)
        for rows in np.split(order, sorted(cuts))
    ]

    merged = poisson.carried(np.sum(parts, axis=0))
    assert merged.tolist() == whole.tolist()


def test_rows_left_out_do_not_count():
    scores = np.array([[[0.25] * 3], [[np.nan] * 3]])
    present = np.array([[True], [False]])

    sums = poisson.bootstrap_sums(scores, present, some_keys(2), seed=0, n_resamples=50)

    resampled = poisson.means(sums)[1:, 0]
    assert sums[0, 0, 0] == 1
    assert set(resampled[~np.isnan(resampled)]) == {0.25}
    assert np.isnan(resampled).any(), "a single row is left out of a third of the resamples"
    assert poisson.quantiles(resampled, [0.025, 0.5]).tolist() == [[0.25] * 3] * 2


def test_agrees_with_the_exact_bootstrap():
    """The same interval as drawing rows with replacement, within the sampling error of both.

    The quantile q of k draws from a distribution with density f at that quantile
    has the standard error sqrt(q (1 - q) / k) / f; for bootstrap means, which are
    near normal, that is 2.67 standard errors of the mean over sqrt(k) at q =
    0.025 and 0.975, and 1.25 at the median. Both bootstraps are drawn, which
    makes it sqrt(2) times as much; four of these are allowed.
    """
    scores, n_resamples = some_scores(2_000), 4_000
    generator = np.random.default_rng(8)
    fractions = [0.025, 0.5, 0.975]
    drawn = generator.integers(0, 2_000, size=(n_resamples, 2_000))
    exact = np.percentile(scores[drawn, 0].mean(axis=1), [2.5, 50, 97.5], axis=0)

    sums = poisson.bootstrap_sums(scores, everywhere(scores), some_keys(2_000), 9, n_resamples)

    ours = poisson.quantiles(poisson.means(sums)[1:, 0], fractions)
    standard_error = scores[:, 0].std(axis=0) / np.sqrt(2_000)  # (3,)
    allowed = 4 * np.sqrt(2 / n_resamples) * np.array([[2.67], [1.25], [2.67]]) * standard_error
    assert (abs(ours - exact) < allowed).all()
    # narrow enough to tell a wrong variance: the half-width is 1.96 standard errors
    assert (allowed < 0.25 * 1.96 * standard_error).all()
