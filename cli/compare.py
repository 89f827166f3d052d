"""`evaluate-rouge compare`: several systems against the same references, the first the baseline."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

import numpy as np

from ..files.outputs import check_output, row_writer
from ..files.problems import UsageError
from ..files.readers import Wanted, is_table
from ..files.sources import NAME, Source
from ..options import NAMES as OPTIONS
from ..options import Adviser, RunOptions
from ..scorer import RougeScorer
from ..scores import MEASURES, Done, seeded
from ..significance import Comparison, compare_differences
from .advice import give, texts_of
from .inputs import add_inputs, read, references_of
from .options import (
    Command,
    Parser,
    add_format,
    add_options,
    add_texts,
)
from .scoring import (
    check_rows,
    has_several,
    limits,
    options_of,
    score_batch,
    tell_of_one_reference,
)
from .tables import Cell, Table, printed, shown
from .terminal import LOG, Progress

USAGE = "REFERENCES BASELINE SYSTEM [SYSTEM ...] [options]"
EXAMPLES = """\
  evaluate-rouge compare references.txt baseline.txt system.txt
  evaluate-rouge compare references.txt baseline.txt system.txt --format latex
  evaluate-rouge compare --references references.txt more_references.txt \\
      --systems baseline.txt system.txt
  evaluate-rouge compare references.txt *.out --baseline old.out
  evaluate-rouge compare references.txt old.out new.out system.txt --all-pairs
  evaluate-rouge compare systems.csv --prediction-column old \\
      --prediction-column new
"""

MEASURE = "fmeasure"
TEST_RESAMPLES = 10_000


def add_arguments(parser: Parser) -> None:
    """Add the files, how they are read and scored, and what comes out."""
    parser.add_argument(
        "files", nargs="*", metavar="FILE",
        help="REFERENCES BASELINE SYSTEM [SYSTEM ...], or one table with columns of all",
    )  # fmt: skip
    parser.add_argument("--references", nargs="+", metavar="FILE", help="one file or several")
    parser.add_argument("--systems", nargs="+", metavar="FILE", help="the first is the baseline")
    parser.add_argument(
        "--baseline", metavar="NAME",
        help="the system that all others are compared with; the first if not given",
    )  # fmt: skip
    parser.add_argument("--all-pairs", action="store_true", help="compare each with each")
    add_options(parser, [*OPTIONS, "confidence_interval", "seed", "on_null"])
    add_texts(parser)
    add_inputs(parser)
    parser.add_argument(
        "--prediction-column", action="append", default=[], metavar="NAME",
        help="in tables of systems; repeat it where one table holds several systems",
    )  # fmt: skip
    measure = parser.add_argument(
        "--measure", choices=MEASURES, default=argparse.SUPPRESS, help="what is compared"
    )
    measure.const_default = MEASURE  # type: ignore[attr-defined]
    resamples = parser.add_argument(
        "--resamples", dest="test_resamples", type=int, default=argparse.SUPPRESS, metavar="N",
        help="of the paired tests",
    )  # fmt: skip
    resamples.const_default = TEST_RESAMPLES  # type: ignore[attr-defined]
    add_format(parser)


def run(command: Command, progress: Progress) -> str:
    """Score all systems, then hold them against each other on the same resamples."""
    arguments = command.arguments
    options = options_of(command, measure=MEASURE, test_resamples=TEST_RESAMPLES)
    scorer = RougeScorer.of(options)
    sources, names = sources_of(arguments)
    order = _order(arguments, names)
    measure = MEASURES.index(str(options.measure))
    adviser = Adviser(options, command.given("rouge_types"))
    writer: Any = nullcontext()
    if arguments.output:
        kind = check_output(arguments.output, [source.path for source in sources])
        writer = row_writer(arguments.output, kind, options.signature())
    elif arguments.id_column is not None:
        raise UsageError("--id-column goes into --output, and there is none")
    # One array per block for each type of each system.
    parts: list[dict[str, list[np.ndarray]]] = [
        {name: [] for name in options.rouge_types} for _ in names
    ]
    several = False
    n_rows = n_nulls = 0
    with writer as rows:
        for block in read(arguments, options, sources, progress):
            adviser.look_at(texts_of(block))
            several = several or has_several(block)
            kept = np.ones(len(block), dtype=bool)
            kept[block.nulls] = False
            columns: dict[str, Any] = {"row": np.arange(n_rows + 1, n_rows + 1 + len(block))}
            if arguments.id_column is not None:
                columns[arguments.id_column] = block.carried[arguments.id_column]
            for system, by_type in enumerate(parts):
                scores = score_batch(scorer, block, system)
                for name, kept_scores in by_type.items():
                    column = scores[name][:, measure].copy()
                    kept_scores.append(column[kept])
                    column[block.nulls] = np.nan
                    columns[f"{names[system]}_{name}"] = column
            if rows is not None:
                rows.write(columns)
            n_rows += len(block)
            n_nulls += len(block.nulls)
            progress.n_pairs = n_rows
        check_rows(sources[0], n_rows, n_nulls)
    if n_nulls:
        LOG.warning("%s of %s pairs lack a text and are left out", f"{n_nulls:,}", f"{n_rows:,}")
    give(adviser.facts())
    tell_of_one_reference(command, several)
    if arguments.output == "-":
        return ""
    # (n_systems, n_types, n_pairs), the baseline first
    table = np.array(
        [[np.concatenate(part) for part in parts[system].values()] for system in order]
    )
    systems = [names[system] for system in order]
    last = len(systems) if arguments.all_pairs else 1
    pairs = [(j, k) for k in range(1, len(systems)) for j in range(min(k, last))]
    # (n_comparisons, n_pairs), the types of a comparison in a row
    differences = np.concatenate([table[k] - table[j] for j, k in pairs])
    n_tests = options.test_resamples or TEST_RESAMPLES
    n_draws = 2 * n_tests + table.shape[0] * table.shape[1] * options.n_resamples
    progress.now("comparing", n_draws)
    comparisons = compare_differences(
        differences, n_tests, options.confidence_interval or 0.0, options.seed or 0, progress.drawn
    )
    progress.now("aggregating", n_draws)
    aggregated = [_limits_of(scores_of, options, progress.drawn) for scores_of in table]
    return printed(
        _table(systems, options, aggregated, pairs, comparisons, arguments.all_pairs),
        arguments.format,
    )


def _limits_of(
    system: np.ndarray, options: RunOptions, done: Done
) -> list[tuple[float, float, float]]:
    """Low, mid and high for each type, the same that `score` gives for this system alone."""
    with seeded(options.seed):
        return [tuple(limits(column[:, None], options, done)[:, 0].tolist()) for column in system]


def _order(arguments: argparse.Namespace, names: Sequence[str]) -> list[int]:
    """Put the baseline first; where many were given, say which it is.

    Raises:
        UsageError: it is none of the systems.
    """
    order = list(range(len(names)))
    if arguments.baseline is not None:
        if arguments.all_pairs:
            raise UsageError(
                "--baseline has no use with --all-pairs, which compares each with each"
            )
        if arguments.baseline not in names:
            raise UsageError(
                f"--baseline {arguments.baseline} is none of the systems: {', '.join(names)}"
            )
        first = list(names).index(arguments.baseline)
        return [first, *(k for k in order if k != first)]
    if len(names) > 2 and not arguments.all_pairs:
        # A pattern of the shell names files by the alphabet, whichever of them is the baseline.
        LOG.warning(
            "the baseline is %s, the first of %d systems; --baseline names another", names[0],
            len(names),
        )  # fmt: skip
    return order


def sources_of(arguments: argparse.Namespace) -> tuple[list[Source], list[str]]:
    """Tell references from systems, and name the systems: by their files, or their columns.

    Raises:
        UsageError: too few or too many files.
    """
    wanted_refs = references_of(arguments)
    names = arguments.prediction_column
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"--prediction-column {twice} is given twice")
    files = list(arguments.files)
    carried = () if arguments.id_column is None else (Wanted("carried", arguments.id_column),)
    if len(names) > 1:
        return _of_one_table(arguments, files, names, wanted_refs, carried)
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
    if len(set(references)) < len(references):
        raise UsageError("a file of references is given twice")
    pred = Wanted("prediction", names[0] if names else None)
    # Tables of systems may hold references too: these must be the same, row by row.
    checked = [Wanted("check", wanted.name) for wanted in wanted_refs]
    sources = [Source(path, wanted_refs) for path in references]
    for k, path in enumerate(systems):
        holds_more = (
            path not in references
            and NAME not in path
            and not Source(path, ()).is_folder
            and is_table(path, arguments.input_format)
        )
        columns = (pred, *(checked if holds_more else ()), *(() if k else carried))
        sources.append(Source(path, columns))
    return sources, systems


def _of_one_table(
    arguments: argparse.Namespace,
    files: list[str],
    names: Sequence[str],
    wanted_refs: tuple[Wanted, ...],
    carried: tuple[Wanted, ...],
) -> tuple[list[Source], list[str]]:
    """Several systems as columns of one table, which may hold the references too."""
    tables = [*files, *(arguments.systems or [])]
    references = list(arguments.references or tables[:-1])
    if arguments.references:
        references, tables = list(arguments.references), tables
    if not tables or len(tables) - (0 if arguments.references else len(references)) != 1:
        raise UsageError(
            f"{len(names)} columns of systems need one table, after files of references if it "
            "holds none"
        )
    systems = [Wanted("prediction", name) for name in names]
    if not references:
        return [Source(tables[-1], (*systems, *wanted_refs, *carried))], list(names)
    return [
        *(Source(path, wanted_refs) for path in references),
        Source(tables[-1], (*systems, *carried)),
    ], list(names)


def _table(
    systems: Sequence[str],
    options: RunOptions,
    aggregated: Sequence[Sequence[tuple[float, float, float]]],
    pairs: Sequence[tuple[int, int]],
    comparisons: Sequence[Comparison],
    is_all_pairs: bool,
) -> Table:
    """Set out type by type, the systems in their order, each with its comparisons.

    Args:
        aggregated: (n_systems, n_types) of low, mid, high.
        pairs: (n_comparisons,) of which system was the baseline of which.
        comparisons: n_comparisons * n_types, the types of a comparison in a row.
    """
    n_types = len(options.rouge_types)
    rows: list[list[Cell]] = []
    records: list[dict[str, Cell]] = []
    for k, name in enumerate(options.rouge_types):
        for j, system in enumerate(systems):
            low, mid, high = aggregated[j][k]
            of_system: list[tuple[int | None, int | None]] = [
                (i, c) for c, (i, other) in enumerate(pairs) if other == j
            ]
            for baseline, c in of_system or [(None, None)]:
                comparison = None if c is None else comparisons[c * n_types + k]
                against: list[Cell] = []
                record: dict[str, Cell] = {"type": name, "system": system}
                if is_all_pairs:
                    against = [None if baseline is None else systems[baseline]]
                    record["baseline"] = against[0]
                rows.append(
                    [name, system, *against, mid, _interval(low, high), *_cells(comparison)]
                )
                scored: dict[str, Cell] = {str(options.measure): mid, "low": low, "high": high}
                records.append(record | scored | _record(comparison))
    first = comparisons[0]
    percent = f"{100 * first.confidence:g}%"
    headers = [
        *("type", "system", *(["baseline"] if is_all_pairs else [])),
        "F" if options.measure == MEASURE else str(options.measure),
        f"{percent} interval",
        "difference",
        f"{percent} interval of it",
        *("p (bootstrap)", "Holm (bootstrap)", "p (randomization)", "Holm (randomization)"),
    ]
    document: dict[str, object] = {
        "baseline": None if is_all_pairs else systems[0],
        "measure": options.measure,
        "rows": records,
        "pairs": first.n_pairs,
        "resamples": first.n_resamples,
        "confidence": first.confidence,
        "seed": first.seed,
        "comparisons": len(comparisons),
    }
    notes = _notes("the baseline in its column" if is_all_pairs else systems[0], comparisons)
    n_names = 3 if is_all_pairs else 2
    return Table(headers, rows, notes, records, document, options.signature(), n_names)


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
