"""`evaluate-rouge compare`: several systems against the same references, the first the baseline."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np

from ..files.problems import DataError, UsageError
from ..files.readers import Reading, Wanted
from ..files.sources import Source, blocks
from ..options import Adviser, ReportOptions
from ..scorer import RougeScorer
from ..scores import MEASURES, seeded
from ..significance import Comparison, compare_differences
from .advice import give, texts_of
from .options import Command
from .scoring import limits, options_of, score_batch
from .tables import Cell, Table, shown
from .terminal import Progress


def run(command: Command, progress: Progress) -> Table:
    """Score all systems, then hold each against the first on the same resamples."""
    arguments = command.arguments
    options = options_of(command)
    scorer = RougeScorer.of(options)
    references, systems = _files_of(arguments)
    separators = list(options.sentence_separator)
    sources = _sources(arguments, references, systems)
    measure = MEASURES.index(arguments.measure)
    adviser = Adviser(options, command.given("rouge_types"))
    # One array per block for each type of each system.
    parts: list[dict[str, list[np.ndarray]]] = [
        {name: [] for name in options.rouge_types} for _ in systems
    ]
    for block in blocks(sources, separators, Reading(arguments.input_format), progress):
        adviser.look_at(texts_of(block))
        for system, by_type in enumerate(parts):
            scores = score_batch(scorer, block, system)
            for name, columns in by_type.items():
                columns.append(scores[name][:, measure].copy())
        progress.n_pairs += len(block)
    if not progress.n_pairs:
        raise DataError(f"{references[0]}: no pairs to score: the file is empty")
    give(adviser.facts())
    progress.note("comparing")
    # (n_systems, n_types, n_pairs)
    table = np.array([[np.concatenate(part) for part in by_type.values()] for by_type in parts])
    differences = (table[1:] - table[:1]).reshape(-1, progress.n_pairs)  # a system's types in a row
    comparisons = compare_differences(
        differences, arguments.test_resamples, options.confidence_interval or 0.0, options.seed or 0
    )
    aggregated = [_limits_of(system, options) for system in table]
    return _table(systems, options, arguments.measure, aggregated, comparisons)


def _limits_of(system: np.ndarray, options: ReportOptions) -> list[tuple[float, float, float]]:
    """Low, mid and high for each type, the same that `score` gives for this system alone."""
    with seeded(options.seed):
        return [tuple(limits(column[:, None], options)[:, 0].tolist()) for column in system]


def _files_of(arguments: argparse.Namespace) -> tuple[list[str], list[str]]:
    """Tell references from systems."""
    files = list(arguments.files)
    references = list(arguments.references or files[:1])
    if not arguments.references:
        files = files[1:]
    systems = [*files, *(arguments.systems or [])]
    if not references:
        raise UsageError("no files: give REFERENCES BASELINE SYSTEM [SYSTEM ...]")
    if len(systems) < 2:
        raise UsageError(
            f"{len(systems)} system given; a comparison needs a baseline and a system: "
            "REFERENCES BASELINE SYSTEM [SYSTEM ...]"
        )
    return references, systems


def _sources(
    arguments: argparse.Namespace, references: Sequence[str], systems: Sequence[str]
) -> list[Source]:
    refs = tuple(
        Wanted("reference", name, may_be_list=True) for name in arguments.reference_column or [None]
    )
    pred = (Wanted("prediction", arguments.prediction_column),)
    return [
        *(Source(path, refs) for path in references),
        *(Source(path, pred) for path in systems),
    ]


def _table(
    systems: Sequence[str],
    options: ReportOptions,
    measure: str,
    aggregated: Sequence[Sequence[tuple[float, float, float]]],
    comparisons: Sequence[Comparison],
) -> Table:
    """Set out type by type, the systems in their order.

    Args:
        aggregated: (n_systems, n_types) of low, mid, high.
        comparisons: (n_systems - 1) * n_types, a system's types in a row.
    """
    n_types = len(options.rouge_types)
    rows: list[list[Cell]] = []
    records: list[dict[str, Cell]] = []
    for k, name in enumerate(options.rouge_types):
        for j, system in enumerate(systems):
            low, mid, high = aggregated[j][k]
            comparison = comparisons[(j - 1) * n_types + k] if j else None
            rows.append([name, system, mid, _interval(low, high), *_cells(comparison)])
            scored: dict[str, Cell] = {
                "type": name,
                "system": system,
                measure: mid,
                "low": low,
                "high": high,
            }
            records.append(scored | _record(comparison))
    first = comparisons[0]
    percent = f"{100 * first.confidence:g}%"
    headers = [
        *("type", "system", "F" if measure == "fmeasure" else measure, f"{percent} interval"),
        *(
            "difference",
            f"{percent} interval",
            "p (bootstrap)",
            "Holm",
            "p (randomization)",
            "Holm",
        ),
    ]
    document: dict[str, object] = {
        "baseline": systems[0],
        "measure": measure,
        "rows": records,
        "pairs": first.n_pairs,
        "resamples": first.n_resamples,
        "confidence": first.confidence,
        "seed": first.seed,
        "comparisons": len(comparisons),
    }
    notes = _notes(systems[0], comparisons)
    return Table(headers, rows, notes, records, document, options.signature())


def _interval(low: float, high: float) -> str:
    return f"[{shown(low)}, {shown(high)}]"


def _cells(comparison: Comparison | None) -> list[Cell]:
    """Difference, interval, and both p-values with their corrected ones."""
    if comparison is None:
        return [None] * 6
    return [
        f"{comparison.difference:+.4f}",
        _interval(comparison.low, comparison.high),
        comparison.p_bootstrap,
        comparison.p_bootstrap_holm,
        comparison.p_randomization,
        comparison.p_randomization_holm,
    ]


def _record(comparison: Comparison | None) -> dict[str, Cell]:
    names = (
        *("difference", "p_bootstrap", "p_bootstrap_holm"),
        *("p_randomization", "p_randomization_holm", "exact", "n_assignments"),
    )
    found: dict[str, Cell] = {
        name: None if comparison is None else getattr(comparison, name) for name in names
    }
    found["difference_low"] = None if comparison is None else comparison.low
    found["difference_high"] = None if comparison is None else comparison.high
    return found


def _notes(baseline: str, comparisons: Sequence[Comparison]) -> list[str]:
    """Say what was compared, on how many pairs, and what was fixed."""
    first = comparisons[0]
    n_exact = sum(comparison.exact for comparison in comparisons)
    if n_exact == len(comparisons):
        randomization = "exact: every sign assignment of the pairs that differ"
    elif n_exact:
        randomization = (
            f"exact where at most 20 pairs differ, else {first.n_resamples:,} sign assignments"
        )
    else:
        randomization = f"{first.n_resamples:,} sign assignments"
    corrected = (
        f"Holm: corrected for {len(comparisons)} comparisons."
        if len(comparisons) > 1
        else "One comparison: nothing to correct."
    )
    return [
        f"{first.n_pairs:,} pairs; differences from {baseline}; seed {first.seed}.",
        f"Paired bootstrap: {first.n_resamples:,} resamples. "
        f"Approximate randomization: {randomization}. Both two-sided.",
        corrected,
    ]
