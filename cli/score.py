"""`evaluate-rouge score`: files in, a table of scores out, and per-pair scores in a file."""

from __future__ import annotations

import argparse
from contextlib import nullcontext

import numpy as np

from ..files.outputs import check_output, row_writer
from ..files.problems import DataError, UsageError
from ..files.readers import Reading, Wanted, is_table
from ..files.sources import Source, blocks
from ..options import Adviser, ReportOptions
from ..scorer import BatchScores, RougeScorer
from ..scores import MEASURES, seeded
from .advice import give, texts_of
from .options import Command
from .scoring import limits, options_of, score_batch, spooled
from .tables import Cell, Table
from .terminal import Progress


def run(command: Command, progress: Progress) -> Table:
    """Score all pairs, in memory that does not grow with their number but for their scores."""
    arguments = command.arguments
    options = options_of(command)
    scorer = RougeScorer.of(options)
    sources = sources_of(arguments)
    signature = options.signature()
    writer = nullcontext()
    if arguments.output:
        kind = check_output(arguments.output, [source.path for source in sources])
        writer = row_writer(arguments.output, kind, signature)  # type: ignore[assignment]
    separators = list(options.sentence_separator)
    adviser = Adviser(options, command.given("rouge_types"))
    with spooled(list(options.rouge_types)) as spools:
        with writer as rows:
            for block in blocks(sources, separators, Reading(arguments.input_format), progress):
                adviser.look_at(texts_of(block))
                scores = score_batch(scorer, block)
                for name, spool in spools.items():
                    spool.add(scores[name])
                if rows is not None:
                    rows.write(_columns(scores, options, progress.n_pairs))
                progress.n_pairs += len(block)
            if not progress.n_pairs:
                raise DataError(f"{sources[0].path}: no pairs to score: the file is empty")
        give(adviser.facts())
        found: dict[str, np.ndarray] = {}  # (3, 3) each: low, mid, high by measure
        with seeded(options.seed):
            for name, spool in spools.items():
                progress.note(f"aggregating {name}")
                found[name] = limits(spool.all(), options)
    return _table(found, options, progress.n_pairs, signature)


def sources_of(arguments: argparse.Namespace) -> list[Source]:
    """Tell from the arguments which file holds what: the predictions' file comes first.

    Raises:
        UsageError: too few or too many files.
    """
    files = list(arguments.files)
    given = arguments.input_format
    predictions = arguments.predictions or (files.pop(0) if files else None)
    references = [*files, *(arguments.references or [])]
    if predictions is None:
        raise UsageError("no files: give PREDICTIONS REFERENCES, or a table with columns of both")
    pred = Wanted("prediction", arguments.prediction_column)
    refs = tuple(
        Wanted("reference", name, may_be_list=True) for name in arguments.reference_column or [None]
    )
    if references:
        return [Source(predictions, (pred,)), *(Source(path, refs) for path in references)]
    if not is_table(predictions, given):
        raise UsageError(
            f"no references: give a file of them after {predictions}, or a table "
            "(.jsonl, .csv, .tsv, .parquet) with columns of both"
        )
    return [Source(predictions, (pred, *refs))]


def _columns(scores: BatchScores, options: ReportOptions, n_before: int) -> dict[str, np.ndarray]:
    """Per-pair scores as named columns; rows count from 1, as lines do."""
    columns: dict[str, np.ndarray] = {"row": np.arange(n_before + 1, n_before + 1 + len(scores))}
    for name in options.rouge_types:
        for k, measure in enumerate(MEASURES):
            columns[f"{name}_{measure}"] = scores[name][:, k]
    return columns


def _table(
    found: dict[str, np.ndarray], options: ReportOptions, n_pairs: int, signature: str
) -> Table:
    """Set out what was found: (3, n_measures) of low, mid and high for each type."""
    headers = ["type", "precision", "recall", "F"]
    note = "Plain means over the pairs."
    if options.has_interval:
        headers.append(f"{100 * (options.confidence_interval or 0.0):g}% interval of F")
    if options.use_aggregator:
        note = (
            f"Median of the means of {options.n_resamples:,} bootstrap resamples, "
            f"seed {options.seed}."
        )
    rows: list[list[Cell]] = []
    records: list[dict[str, Cell]] = []
    scores: dict[str, object] = {}
    for name, (low, mid, high) in found.items():
        interval = [f"[{low[-1]:.4f}, {high[-1]:.4f}]"] if options.has_interval else []
        rows.append([name, *mid.tolist(), *interval, n_pairs])
        record: dict[str, Cell] = {"type": name}
        by_measure: dict[str, object] = {}
        for k, measure in enumerate(MEASURES):
            record[measure] = by_measure[measure] = float(mid[k])
            if options.has_interval:
                record[f"{measure}_low"] = float(low[k])
                record[f"{measure}_high"] = float(high[k])
                three = (float(low[k]), float(mid[k]), float(high[k]))
                by_measure[measure] = dict(zip(("low", "mid", "high"), three, strict=True))
        records.append({**record, "pairs": n_pairs})
        scores[name] = by_measure
    document = {"scores": scores, "pairs": n_pairs}
    return Table([*headers, "pairs"], rows, [note], records, document, signature)
