"""Tab 3: several systems against the same references -> intervals, and which differ.

Every system is compared with one that the visitor chooses, the baseline. Reading
and scoring as in tab 2; the tests are those of evaluate_rouge.significance, over
all systems and types at once, as the command line does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ..significance import Comparison, compare_differences
from . import exports, reproduce, stored
from .drawings import table
from .files import columns_used
from .hints import hints
from .score_file import (
    Asked,
    Progress,
    Step,
    listed_texts,
    no_progress,
    read,
    scored,
)
from .settings import CONFIDENCE, SEED, PageError, Settings, limits_of

MAX_SYSTEMS = 10
N_RESAMPLES = 10_000
LEVEL = 0.05
N_ENDS = 10  # biggest wins, and losses
_LENGTHS = "lengths"
_LONG_WORD = 12  # characters of a word, on average, from which texts have no spaces between words


@dataclass(frozen=True)
class Contest:
    """Systems side by side.

    Attributes:
        asked: which files, and how they were scored.
        folder: where texts and scores lie.
        names: of the systems, as their files are called.
        baseline: which of them the others are compared with.
        n_pairs: how many pairs each was scored on.
        limits: for each type, for each system (3,): low, mid, high of F.
        comparisons: for each type, one for each system but the baseline, in their order.
        columns: of the predictions, None in files without; and those of the references.
        lengths_in: "words" or "characters": what lengths are counted in.
        downloads: paths of the table as CSV, Markdown and LaTeX.
        signature: one line that makes the scores repeatable.
        hint: what the visitor should know; empty if nothing.
    """

    asked: Asked
    folder: str
    names: list[str]
    baseline: int
    n_pairs: int
    limits: dict[str, list[np.ndarray]]
    comparisons: dict[str, list[Comparison]]
    columns: tuple[str | None, list[str]]
    lengths_in: str
    downloads: dict[str, str]
    signature: str
    hint: str

    @property
    def others(self) -> list[int]:
        """The systems that are compared with the baseline."""
        return [system for system in range(len(self.names)) if system != self.baseline]

    def fmeasures(self, system: int, rouge_type: str) -> np.ndarray:
        """Read what a system scored on each pair: (n_pairs,) float64."""
        return stored.scores_of(self.folder, column_of(system, rouge_type))[:, 2]

    def comparison(self, system: int, rouge_type: str) -> Comparison:
        """Find how a system compares with the baseline."""
        return self.comparisons[rouge_type][self.others.index(system)]

    @property
    def python(self) -> str:
        """Lines that give the same comparison."""
        order = [self.baseline, *self.others]
        return reproduce.python_of_systems(
            [self.asked.predictions[system] for system in order],
            [self.names[system] for system in order],
            self.asked.references or self.asked.predictions[0],
            *self.columns,
            self.asked.settings,
            N_RESAMPLES,
        )

    @property
    def command(self) -> str:
        """A command that gives the same comparison."""
        return reproduce.command_of_systems(
            [self.asked.predictions[system] for system in [self.baseline, *self.others]],
            self.asked.references or self.asked.predictions[0],
            *self.columns,
            self.asked.settings,
            N_RESAMPLES,
        )


def column_of(system: int, rouge_type: str) -> str:
    """Name of the stored scores of a system."""
    return f"{system} {rouge_type}"


def compare_systems(
    system_paths: Sequence[str],
    reference_path: str | None,
    prediction_column: str | None,
    reference_columns: Sequence[str],
    settings: Settings,
    progress: Progress = no_progress,
) -> Contest:
    """Score every system on the same pairs, and compare each with the first.

    Raises:
        PageError: fewer than two systems, too many, or one twice; or a file that cannot be used.
    """
    if len(system_paths) < 2:
        raise PageError("Give the predictions of at least two systems, a file for each.")
    if len(system_paths) > MAX_SYSTEMS:
        raise PageError(f"{len(system_paths)} systems are given; at most {MAX_SYSTEMS} fit.")
    for path in system_paths:
        if system_paths.count(path) > 1:
            raise PageError(f"{Path(path).name} is given twice, as two systems.")
    asked = Asked(
        tuple(system_paths),
        reference_path,
        prediction_column,
        tuple(reference_columns),
        settings,
    )
    scorer = settings.scorer()
    pairs = read(asked, progress)
    by_system = scored(scorer, pairs, settings.rouge_types, progress)
    names = _names(system_paths)
    n_steps = len(names) + 1  # the tests come last
    limits: dict[str, list[np.ndarray]] = {name: [] for name in settings.rouge_types}
    for system, columns in enumerate(by_system):
        progress(Step("resampling", system / n_steps, names[system]))
        for name, limit in limits_of(columns).items():
            limits[name].append(limit[:, 2])
    folder = stored.new_folder()
    lengths, lengths_in = _lengths(pairs.references)
    scores = {
        column_of(system, name): column
        for system, columns in enumerate(by_system)
        for name, column in columns.items()
    }
    stored.write(folder, pairs.predictions, pairs.references, {**scores, _LENGTHS: lengths})
    contest = Contest(
        asked=asked,
        folder=str(folder),
        names=names,
        baseline=0,
        n_pairs=len(pairs.references),
        limits=limits,
        comparisons={},
        columns=columns_used(system_paths[0], reference_path, prediction_column, reference_columns),
        lengths_in=lengths_in,
        downloads={},
        signature=settings.signature(aggregated=True),
        hint=hints(listed_texts(pairs), settings),
    )
    return with_baseline(contest, 0, progress, len(names) / n_steps)


def with_baseline(
    contest: Contest, baseline: int, progress: Progress = no_progress, share: float = 0.0
) -> Contest:
    """Compare every system with another baseline.

    Args:
        share: of the resampling that is done already.

    Raises:
        PageError: the scores have been dropped.
    """
    progress(Step("resampling", share, "paired tests"))
    contest = replace(contest, baseline=baseline)
    types = list(contest.limits)
    try:
        table_of = np.stack(
            [
                [contest.fmeasures(system, name) for name in types]
                for system in [baseline, *contest.others]
            ]
        )  # (n_systems, n_types, n_pairs)
    except FileNotFoundError:
        raise PageError("These results have been dropped after an hour: run it again.") from None
    differences = (table_of[1:] - table_of[:1]).reshape(-1, contest.n_pairs)
    found = compare_differences(differences, N_RESAMPLES, CONFIDENCE, SEED)
    comparisons = {name: found[k :: len(types)] for k, name in enumerate(types)}
    contest = replace(contest, comparisons=comparisons)
    rows = [[name, *row] for name in types for row in _rows(contest, name)]
    downloads = exports.write(
        Path(contest.folder), "systems", ["type", *_headings()], rows, _note(contest)
    )
    return replace(contest, downloads=downloads)


def drawn(contest: Contest, rouge_type: str) -> str:
    """Draw one type as a table of differences, as HTML."""
    asked = contest.asked
    caption = f"{rouge_type}: {asked.files}; {asked.options}. {_note(contest)}"
    verdicts = ", ".join(
        f"{name} {difference:+.4f}, {said}"
        for name, _, difference, _, said in differences(contest, rouge_type)
    )
    announced = f"{rouge_type}, differences from {contest.names[contest.baseline]}: {verdicts}"
    return table(_headings(), _rows(contest, rouge_type), caption, announced)


def differences(contest: Contest, rouge_type: str) -> list[tuple[str, float, float, float, str]]:
    """List (system, low, difference, high, verdict) for the chart."""
    return [
        (contest.names[system], found.low, found.difference, found.high, verdict(found))
        for system, found in zip(contest.others, contest.comparisons[rouge_type], strict=True)
    ]


def ends(contest: Contest, rouge_type: str, system: int) -> tuple[np.ndarray, np.ndarray]:
    """Find the pairs on which a system wins, and loses, most against the baseline.

    Returns:
        Rows of the wins, biggest first, and of the losses; ties are neither.
    """
    gain = contest.fmeasures(system, rouge_type) - contest.fmeasures(contest.baseline, rouge_type)
    wins, losses = (np.argsort(values, kind="stable")[:N_ENDS] for values in (-gain, gain))
    return wins[gain[wins] > 0], losses[gain[losses] < 0]


def by_length(contest: Contest, rouge_type: str) -> tuple[list[str], list[list[float]]]:
    """Average F of each system over the pairs of like length.

    Returns:
        Labels of up to four buckets of about as many pairs, and for each system a mean for each.
    """
    lengths = stored.scores_of(contest.folder, _LENGTHS)
    edges = np.unique(np.quantile(lengths, [0.25, 0.5, 0.75], method="lower"))
    bucket_of = np.searchsorted(edges, lengths)  # up to the first edge, the second, ...
    held = np.unique(bucket_of)
    labels = []
    for bucket in held:
        inside = lengths[bucket_of == bucket]
        low, high = int(inside.min()), int(inside.max())
        labels.append(f"{low:,}" if low == high else f"{low:,} to {high:,}")
    means = [
        [float(fmeasure[bucket_of == bucket].mean()) for bucket in held]
        for fmeasure in (contest.fmeasures(k, rouge_type) for k in range(len(contest.names)))
    ]
    return labels, means


def verdict(comparison: Comparison) -> str:
    """Say in words whether a difference is one: both tests must agree, at 5%."""
    if max(comparison.p_bootstrap_holm, comparison.p_randomization_holm) >= LEVEL:
        return "not significant"
    return "better" if comparison.difference > 0 else "worse"


def as_json(contest: Contest) -> dict:
    """Give the comparison as plain values, for the API."""
    types = {}
    for name, limits in contest.limits.items():
        systems = []
        for system, (label, limit) in enumerate(zip(contest.names, limits, strict=True)):
            low, mid, high = limit.tolist()
            limits_of_system = {"low": low, "mid": mid, "high": high}
            found: dict[str, Any] = {"system": label, "fmeasure": limits_of_system}
            if system != contest.baseline:
                comparison = contest.comparison(system, name)
                found |= {
                    "difference": comparison.difference,
                    "low": comparison.low,
                    "high": comparison.high,
                    "p_bootstrap_holm": comparison.p_bootstrap_holm,
                    "p_randomization_holm": comparison.p_randomization_holm,
                    "verdict": verdict(comparison),
                }
            systems.append(found)
        types[name] = systems
    return {
        "n_pairs": contest.n_pairs,
        "types": types,
        "signature": contest.signature,
        "hint": contest.hint,
    }


def _headings() -> list[str]:
    share = f"{CONFIDENCE:.0%}"
    return [
        "system",
        "mean F",
        f"{share} interval",
        "difference",
        f"its {share} interval",
        "p, bootstrap",
        "p, randomization",
        "verdict",
    ]


def _rows(contest: Contest, rouge_type: str) -> list[list[str]]:
    rows = []
    for system, (name, limit) in enumerate(
        zip(contest.names, contest.limits[rouge_type], strict=True)
    ):
        low, mid, high = limit.tolist()
        cells = [name, f"{mid:.4f}", f"{low:.4f} to {high:.4f}"]
        if system == contest.baseline:
            rows.append([*cells, "baseline", "", "", "", ""])
            continue
        found = contest.comparison(system, rouge_type)
        rows.append(
            [
                *cells,
                f"{found.difference:+.4f}",
                f"{found.low:+.4f} to {found.high:+.4f}",
                _p(found.p_bootstrap_holm),
                _p(found.p_randomization_holm) + (" (exact)" if found.exact else ""),
                verdict(found),
            ]
        )
    return rows


def _note(contest: Contest) -> str:
    return (
        f"{contest.n_pairs:,} pairs. Differences from {contest.names[contest.baseline]}; p-values "
        f"by paired bootstrap and by approximate randomization ({N_RESAMPLES:,} draws, seed "
        f"{SEED}), with Holm's correction for the number of systems and types."
    )


def _lengths(references: Sequence[str | Sequence[str]]) -> tuple[np.ndarray, str]:
    """Count the words of each pair's first reference; characters where no spaces part words."""
    firsts = [listed if isinstance(listed, str) else listed[0] for listed in references]
    words = np.array([len(text.split()) for text in firsts], np.int64)
    characters = np.array([len(text) for text in firsts], np.int64)
    if characters.sum() > _LONG_WORD * words.sum():
        return characters, "characters"
    return words, "words"


def _names(paths: Sequence[str]) -> list[str]:
    """Name systems by their files; files of one name are numbered."""
    stems = [Path(path).stem for path in paths]
    return [stem if stems.count(stem) == 1 else f"{stem} ({k + 1})" for k, stem in enumerate(stems)]


def _p(value: float) -> str:
    return f"{value:.4f}" if value >= 0.0001 else "< 0.0001"
