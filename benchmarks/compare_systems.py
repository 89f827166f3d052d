"""How long a fair comparison takes: 10 systems x 10,000 pairs x 10,000 resamples.

Times `significance.compare` on made-up scores, and SciPy's tests of one system on
the same, after seeing that both find the same. Run it alone on the machine:

    python benchmarks/compare_systems.py [--systems N] [--pairs N] [--resamples N]
"""

from __future__ import annotations

import argparse
import platform
import time
import timeit
from importlib import metadata

import numpy as np
from evaluate_rouge.significance import compare
from scipy import stats


def main() -> None:
    """Print seconds, with what they depend on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--systems", type=int, default=10)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--resamples", type=int, default=10_000)
    sizes = parser.parse_args()
    scores = made_up_scores(sizes.systems, sizes.pairs)
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in ("numpy", "scipy"))
    print(f"{platform.machine()}, Python {platform.python_version()}, {versions}")

    start = time.perf_counter()
    theirs = stats.permutation_test(
        (scores[1] - scores[0],),
        lambda differences, axis: np.mean(differences, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=sizes.resamples,
        batch=100,
        rng=np.random.default_rng(0),
    )
    seconds = time.perf_counter() - start
    print(f"SciPy, permutation test of 1 system: {seconds:.2f} s, p = {theirs.pvalue:.4f}")

    ours = compare(scores, n_resamples=sizes.resamples)
    p_value = ours[0].p_randomization
    assert abs(p_value - theirs.pvalue) < 0.05, "never time two programs that disagree"
    best = min(timeit.repeat(lambda: compare(scores, sizes.resamples), number=1, repeat=5))
    print(
        f"compare, both tests of {sizes.systems} systems x {sizes.pairs:,} pairs x "
        f"{sizes.resamples:,} resamples: {best:.2f} s, p = {p_value:.4f}"
    )


def made_up_scores(n_systems: int, n_pairs: int) -> np.ndarray:
    """Scores in [0, 1] that agree about which pairs are hard: (n_systems, n_pairs)."""
    rng = np.random.default_rng(0)
    difficulty = rng.beta(2, 3, n_pairs)
    noise = rng.normal(0, 0.1, (n_systems, n_pairs))
    gain = 0.0005 * np.arange(n_systems)[:, None]
    return np.clip(difficulty + noise + gain, 0, 1)


if __name__ == "__main__":
    main()
