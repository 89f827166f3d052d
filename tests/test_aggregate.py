"""The bootstrap against rouge_score's: the same draws, the same sums, the same doubles."""

from __future__ import annotations

import math

import numpy as np
import pytest
from evaluate_rouge import AggregateScore, BootstrapAggregator, Score, scores
from evaluate_rouge.scores import bootstrap
from rouge_score import scoring

BOTH_ENGINES = True


def scores_of(n: int, seed: int) -> np.ndarray:
    """Draw scores of which many are equal or 0: (n, 3)."""
    rng = np.random.default_rng(seed)
    return rng.choice(np.append(rng.random(5), [0.0, 1.0, 1 / 3]), size=(n, 3))


def both(n: int, types: list[str], seed: int, **options: float) -> tuple[dict, dict]:
    """Aggregate the same scores with rouge_score and ours, and compare the generator afterwards."""
    rows = {name: scores_of(n, index).tolist() for index, name in enumerate(types)}
    results, states = [], []
    for aggregator, make in (
        (scoring.BootstrapAggregator(**options), scoring.Score),
        (BootstrapAggregator(**options), Score),
    ):
        for row in range(n):
            aggregator.add_scores({name: make(*rows[name][row]) for name in types})
        np.random.seed(seed)
        results.append(aggregator.aggregate())
        states.append(np.random.get_state()[1:3])
    assert states[0][1] == states[1][1]
    assert (states[0][0] == states[1][0]).all()
    return results[0], results[1]


@pytest.mark.parametrize("n", [1, 2, 3, 10, 64, 65, 1_000])
@pytest.mark.parametrize("seed", [0, 42])
def test_aggregates_equal_rouge_score(n, seed):
    google, ours = both(n, ["rougeL", "rouge1"], seed)

    assert list(ours) == ["rougeL", "rouge1"]
    assert ours == google


@pytest.mark.parametrize(
    ("n", "n_samples"),
    [
        pytest.param(100, 60, id="several resamples a block, and a last one"),
        pytest.param(5_000, 2, id="one resample a block"),
        pytest.param(1_300, 5, id="three resamples a block, and two more"),
    ],
)
def test_many_examples_equal_rouge_score(monkeypatch, n, n_samples):
    monkeypatch.setattr(scores, "_BLOCK", 1 << 12)

    google, ours = both(n, ["rouge1"], 7, n_samples=n_samples)

    assert ours == google


def test_another_global_generator_is_drawn_from_as_rouge_score_does():
    kept = np.random.get_bit_generator()
    try:
        found = []
        for aggregator in (scoring.BootstrapAggregator(), BootstrapAggregator()):
            np.random.set_bit_generator(np.random.PCG64(3))
            for row in scores_of(20, 1):
                aggregator.add_scores({"rouge1": Score(*row.tolist())})
            found.append((aggregator.aggregate()["rouge1"].mid.fmeasure, np.random.random()))

        assert found[0] == found[1]
    finally:
        np.random.set_bit_generator(kept)


@pytest.mark.parametrize("confidence_interval", [0, 0.5, 0.9, 0.95, 0.99, 1])
@pytest.mark.parametrize("n_samples", [1, 2, 1_000])
def test_intervals_equal_rouge_score(confidence_interval, n_samples):
    google, ours = both(
        9, ["rouge1"], 1, confidence_interval=confidence_interval, n_samples=n_samples
    )

    assert ours == google


def test_one_measure_draws_as_three_do():
    """The metric asks for F alone; it must get the F of the whole."""
    rows = scores_of(37, 3)
    np.random.seed(5)
    whole = bootstrap(rows, 0.95, 100)
    np.random.seed(5)

    assert (bootstrap(rows[:, 2:], 0.95, 100) == whole[:, 2:]).all()


def test_results_are_of_the_class_that_was_added():
    aggregator = BootstrapAggregator()
    aggregator.add_scores({"rouge1": scoring.Score(0.5, 1.0, 2 / 3)})

    assert aggregator.aggregate() == {
        "rouge1": AggregateScore(*[scoring.Score(0.5, 1.0, 2 / 3)] * 3)
    }


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"confidence_interval": 1.5}, "confidence_interval is .* a share from 0 to 1"),
        ({"confidence_interval": -0.1}, "confidence_interval is .* a share from 0 to 1"),
        ({"n_samples": 0}, "n_samples is 0"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        BootstrapAggregator(**options)


@pytest.mark.parametrize("n_rows", [1, 2, 700, 70_000])
def test_resamples_that_are_watched_are_the_same(n_rows):
    rows = np.random.default_rng(n_rows).random((n_rows, 2))
    drawn = []
    np.random.seed(3)
    plain = scores.resample_means(rows, 41), np.random.random()
    np.random.seed(3)
    watched = scores.resample_means(rows, 41, drawn.append), np.random.random()

    assert (watched[0] == plain[0]).all() and watched[1] == plain[1]
    assert sum(drawn) == 41


@pytest.mark.parametrize(("alpha", "beta"), [(1, 0.0), (0.5, 1.0), (0.2, 2.0), (0, math.inf)])
def test_alpha_to_beta(alpha, beta):
    assert scores.alpha_to_beta(alpha) == beta
