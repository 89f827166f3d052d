"""Systems by name -> a table of paired tests: what `evaluate_rouge.compare` does.

In go the scores of several systems on the same pairs, out come both paired tests
for each type of score, with intervals and Holm's correction over all that is asked
at once. It knows the shapes in which scores are kept; the tests know none of them,
and how a table is written stands in `report`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from ..scores import BatchScores, Score
from . import compare_differences, report
from .report import SystemComparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Measure = Literal["precision", "recall", "fmeasure"]

_ONE_COLUMN = "score"  # what an array holds has no name of its own


@dataclass(frozen=True, repr=False)
class Comparisons(Sequence[SystemComparison]):
    """Comparisons of systems: rows to read, a table to print.

    Example:
        found = compare({"baseline": scores_a, "new": scores_b})
        print(found)                          the table, with what made it below
        found[0].comparison.p_randomization   one number
        pandas.DataFrame(found.to_dicts())    all of them
    """

    rows: tuple[SystemComparison, ...]
    systems: tuple[str, ...]
    measure: str  # "" where arrays were given

    @overload
    def __getitem__(self, key: int) -> SystemComparison: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[SystemComparison, ...]: ...
    def __getitem__(self, key: int | slice) -> SystemComparison | tuple[SystemComparison, ...]:
        """Get one comparison, or a run of them."""
        return self.rows[key]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[SystemComparison]:
        return iter(self.rows)

    def to_dicts(self) -> list[dict[str, Any]]:
        """List a flat record of each comparison, with every digit."""
        return [row.to_dict() for row in self.rows]

    def to_latex(self) -> str:
        """Write a ``tabular`` that needs no package; what made it stands above as comments."""
        return report.latex(self.rows, self.measure)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw each difference with its interval, and the line of no difference.

        A point is filled where randomization, after Holm's correction, gives less than 0.05.

        Args:
            ax: of matplotlib, to draw on; default a new figure.

        Raises:
            ImportError: matplotlib is not installed.
        """
        return report.plot(self.rows, self.measure, ax)

    def __str__(self) -> str:
        return report.text(self.rows, self.measure)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return report.web(self.rows, self.measure)


def compare(
    systems: Mapping[str, Any],
    *,
    rouge_types: Sequence[str] | str | None = None,
    measure: Measure = "fmeasure",
    all_pairs: bool = False,
    n_resamples: int = 10_000,
    confidence: float = 0.95,
    seed: int = 42,
) -> Comparisons:
    """Compare systems that scored the same pairs: is one better, or was it luck of the test set?

    Args:
        systems: two or more by name, the baseline first. Of each the scores of all pairs, in the
            same order: ``BatchScores``, what ``compute(..., use_aggregator=False)`` returned,
            or (n,) numbers of any kind for which more is better.
        rouge_types: which types to compare; default all. Decide before looking: each one more
            makes every corrected p-value larger.
        measure: of BatchScores, which measure to compare.
        all_pairs: compare every two systems, not each with the first.
        n_resamples: test sets drawn by the bootstrap, and sign assignments drawn where they are
            too many to enumerate.
        confidence: of the intervals, between 0 and 1.
        seed: 0 or more; the same seed gives the same digits anywhere.

    Returns:
        A row for each comparison, type by type. Holm's correction runs over all of them.

    Raises:
        TypeError: systems is no mapping, or a system's scores are of no kind named above.
        ValueError: fewer than two systems, systems of unequal length, a type that a system was
            not scored by, a score that is missing; names the system.

    Example:
        >>> found = compare({"baseline": [0.2, 0.4, 0.3], "new": [0.5, 0.6, 0.9]})
        >>> found[0].comparison.p_randomization
        0.25
    """
    if not isinstance(systems, Mapping):
        raise TypeError(
            f"systems is a {type(systems).__name__}; a dict of names and scores is expected, such "
            'as {"baseline": scores_a, "new": scores_b}'
        )
    if len(systems) < 2:
        raise ValueError(
            f"systems names {len(systems)}; a comparison needs a baseline and a system"
        )
    if measure not in Score._fields:
        raise ValueError(f"measure is {measure!r}; it must be one of {', '.join(Score._fields)}")
    columns = {
        str(name): _columns(str(name), scores, Score._fields.index(measure))
        for name, scores in systems.items()
    }
    types = _common_types(columns, rouge_types)
    names = list(columns)
    _check_lengths(columns, types)
    paired = list(combinations(names, 2))
    if not all_pairs:
        paired = paired[: len(names) - 1]  # those of the first
    asked = [(kind, *two) for kind in types for two in paired]
    differences = np.array([columns[b][kind] - columns[a][kind] for kind, a, b in asked])
    found = compare_differences(differences, n_resamples, confidence, seed)
    means = {(name, kind): float(columns[name][kind].mean()) for name in names for kind in types}
    rows = tuple(
        SystemComparison(kind, a, b, means[a, kind], means[b, kind], comparison)
        for (kind, a, b), comparison in zip(asked, found, strict=True)
    )
    has_measure = any(isinstance(scores, BatchScores) for scores in systems.values())
    return Comparisons(rows, tuple(names), measure if has_measure else "")


def _columns(name: str, scores: Any, measure: int) -> dict[str, np.ndarray]:
    """Find the columns of one system: by type (n_pairs,) float64, all finite."""
    if isinstance(scores, BatchScores):
        given: dict[str, Any] = {kind: column[:, measure] for kind, column in scores.items()}
    elif isinstance(scores, Mapping):  # of the metric: its signature is no score
        given = {str(kind): column for kind, column in scores.items() if kind != "signature"}
    else:
        given = {_ONE_COLUMN: scores}
    columns = {}
    for kind, values in given.items():
        what = f"the scores of {name!r}" + ("" if kind == _ONE_COLUMN else f" by {kind}")
        try:
            column = np.asarray(values, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise TypeError(
                f"{what} are {type(values).__name__}, which are no numbers ({error}); give "
                "BatchScores, a dict of lists by type, or one number for each pair"
            ) from error
        if column.ndim == 0:
            raise TypeError(
                f"{what} are one number; a paired test needs one for each pair: BatchScores, or "
                "compute(..., use_aggregator=False)"
            )
        if column.ndim != 1:
            raise ValueError(
                f"{what} have shape {column.shape}; give (n,), one number for each pair, such as "
                "[:, 2] of a type of BatchScores for F, or the BatchScores themselves"
            )
        missing = np.flatnonzero(~np.isfinite(column))
        if len(missing):
            raise ValueError(
                f"{what} have {column[missing[0]]} in row {missing[0]}; every pair needs a score: "
                "leave the row out of every system"
            )
        columns[kind] = column
    return columns


def _common_types(
    columns: dict[str, dict[str, np.ndarray]], rouge_types: Sequence[str] | str | None
) -> list[str]:
    """List the types to compare, which every system must have."""
    first, *others = columns
    if rouge_types is None:
        types = list(columns[first])
    else:
        types = [rouge_types] if isinstance(rouge_types, str) else list(rouge_types)
    if not types:
        raise ValueError("rouge_types is empty; name at least one type")
    for name in columns:
        for kind in types:
            if kind not in columns[name]:
                raise ValueError(
                    f"{name!r} has no scores by {kind}; it has {', '.join(columns[name])}"
                )
    if rouge_types is None:
        for name in others:
            more = [kind for kind in columns[name] if kind not in types]
            if more:
                raise ValueError(
                    f"{name!r} has scores by {', '.join(more)}, which {first!r} has not; name the "
                    "types to compare in rouge_types"
                )
    return types


def _check_lengths(columns: dict[str, dict[str, np.ndarray]], types: list[str]) -> None:
    """Refuse systems that did not score the same number of pairs."""
    first = next(iter(columns))
    n_pairs = len(columns[first][types[0]])
    if n_pairs == 0:
        raise ValueError(f"{first!r} has no scores; a comparison needs pairs")
    for name, by_type in columns.items():
        for kind in types:
            if len(by_type[kind]) != n_pairs:
                raise ValueError(
                    f"{name!r} has {len(by_type[kind])} scores and {first!r} has {n_pairs}; all "
                    "systems must be scored on the same pairs, in the same order"
                )
