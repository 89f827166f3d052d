"""Time the sums of the Poisson bootstrap: CPU time of one core, best of five.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python benchmarks/poisson.py

The sums of a partition are checked against those of its two halves first.
"""

from __future__ import annotations

import time

import numpy as np
from evaluate_rouge.significance import poisson

N_ROWS, N_RESAMPLES = 10_000, 1_000


def main() -> None:
    """Compare, then time for one type and for four."""
    generator = np.random.default_rng(0)
    keys = generator.integers(0, 2**63, N_ROWS).astype(np.uint64)
    for n_types in (1, 4):
        scores = generator.random((N_ROWS, n_types, 3))
        present = np.ones((N_ROWS, n_types), dtype=bool)

        def sums(
            rows: slice, scores: np.ndarray = scores, here: np.ndarray = present
        ) -> np.ndarray:
            return poisson.bootstrap_sums(scores[rows], here[rows], keys[rows], 0, N_RESAMPLES)

        whole, half = slice(0, N_ROWS), N_ROWS // 2
        halves = sums(slice(0, half)) + sums(slice(half, N_ROWS))
        assert np.array_equal(poisson.carried(halves), sums(whole)), "never time a disagreement"

        best = float("inf")
        for _ in range(5):
            start = time.process_time()
            sums(whole)
            best = min(best, time.process_time() - start)
        print(f"{n_types} type(s), {N_RESAMPLES} resamples: {best / N_ROWS * 1e6:.2f} us a row")


if __name__ == "__main__":
    main()
