"""`evaluate-rouge score`: files in, a table of scores out, and per-pair scores in a file."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from typing import Any

import numpy as np

from ..files.outputs import check_output, row_writer
from ..files.problems import UsageError
from ..files.readers import Wanted, is_table
from ..files.sources import NAME, Block, Source
from ..options import NAMES as OPTIONS
from ..options import Adviser, RunOptions
from ..scorer import BatchScores, RougeScorer
from ..scores import MEASURES, seeded
from .advice import give, texts_of
from .inputs import add_inputs, read, references_of
from .options import Command, Parser, add_format, add_options, add_texts
from .scoring import (
    Spool,
    check_rows,
    has_several,
    limits,
    options_of,
    score_batch,
    tell_of_one_reference,
)
from .tables import Cell, Table, printed
from .terminal import LOG, Progress

USAGE = "PREDICTIONS REFERENCES [REFERENCES ...] [options]"
EXAMPLES = """\
  evaluate-rouge score predictions.txt references.txt
  evaluate-rouge score predictions.txt references.txt more_references.txt
  evaluate-rouge score pairs.jsonl --types rouge1 rougeL --format json
  evaluate-rouge score pairs.csv --prediction-column answer --output scores.csv
  evaluate-rouge score topics.csv --group-by topic
  evaluate-rouge score predictions.txt references.txt --sentence-separator "<q>"
  evaluate-rouge score written "gold/{name}.*.txt"
  evaluate-rouge score - references.txt.gz < predictions.txt
"""
MAX_GROUPS = 1000
ALL = ""  # the group of all pairs

Found = dict[str, np.ndarray]  # type -> (3, 3): low, mid, high by measure


def add_arguments(parser: Parser) -> None:
    """Add the files, how they are read and scored, and what comes out."""
    parser.add_argument(
        "files", nargs="*", metavar="FILE",
        help="PREDICTIONS REFERENCES [REFERENCES ...], or one table with columns of both; "
        "text, .jsonl, .json, .csv, .tsv or .parquet, also .gz or .zst; - is stdin; a folder "
        "holds a document a file",
    )  # fmt: skip
    parser.add_argument("--predictions", metavar="FILE", help="the predictions")
    parser.add_argument("--references", nargs="+", metavar="FILE", help="one file or several")
    add_options(
        parser,
        [*OPTIONS, "use_aggregator", "n_resamples", "confidence_interval", "seed", "on_null"],
    )
    add_texts(parser)
    add_inputs(parser)
    parser.add_argument(
        "--prediction-column", metavar="NAME",
        help="in a table, found by its usual names",
    )  # fmt: skip
    parser.add_argument(
        "--group-by", metavar="NAME", help="column: scores of each of its values too"
    )
    add_format(parser)


class _Groups:
    """Per-pair scores of all pairs and of each group, type by type."""

    def __init__(self, types: Sequence[str], stack: ExitStack) -> None:
        self._types = types
        self._stack = stack
        self.spools: dict[str, dict[str, Spool]] = {}
        self.n_pairs: dict[str, int] = {}

    def add(self, name: str, scores: BatchScores, rows: np.ndarray | slice) -> None:
        """Append some rows of a block to a group."""
        if name not in self.spools:
            if len(self.spools) > MAX_GROUPS:
                raise UsageError(f"--group-by: more than {MAX_GROUPS:,} groups")
            self.spools[name] = {}
            for rouge_type in self._types:
                spool = self.spools[name][rouge_type] = Spool()
                self._stack.callback(spool.close)
            self.n_pairs[name] = 0
        for rouge_type, spool in self.spools[name].items():
            taken = scores[rouge_type][rows]
            spool.add(taken)
        self.n_pairs[name] += len(taken)


def run(command: Command, progress: Progress) -> str:
    """Score all pairs, in memory that does not grow with their number, except their scores."""
    arguments = command.arguments
    options = options_of(command)
    scorer = RougeScorer.of(options)
    sources = sources_of(arguments)
    signature = options.signature()
    writer: Any = nullcontext()
    if arguments.output:
        kind = check_output(arguments.output, [source.path for source in sources])
        writer = row_writer(arguments.output, kind, signature)
    elif arguments.id_column is not None:
        raise UsageError("--id-column goes into --output, and there is none")
    adviser = Adviser(options, command.given("rouge_types"))
    several = False
    n_rows = n_nulls = 0
    with ExitStack() as stack:
        groups = _Groups(options.rouge_types, stack)
        with writer as rows:
            for block in read(arguments, options, sources, progress):
                adviser.look_at(texts_of(block))
                several = several or has_several(block)
                scores = score_batch(scorer, block)
                kept = np.ones(len(block), dtype=bool)
                kept[block.nulls] = False
                groups.add(ALL, scores, kept if block.nulls else slice(None))
                if arguments.group_by is not None:
                    for name, chosen in _by_group(block.carried[arguments.group_by]).items():
                        groups.add(name, scores, chosen & kept)
                if rows is not None:
                    rows.write(_columns(scores, options, n_rows, block, arguments.id_column))
                n_rows += len(block)
                n_nulls += len(block.nulls)
                progress.n_pairs = n_rows
            check_rows(sources[0], n_rows, n_nulls)
        if n_nulls:
            LOG.warning(
                "%s of %s pairs lack a text and are left out", f"{n_nulls:,}", f"{n_rows:,}"
            )
        give(adviser.facts())
        tell_of_one_reference(command, several)
        if arguments.output == "-":
            return ""
        found: dict[str, Found] = {}
        n_groups = sum(map(bool, groups.n_pairs.values()))
        n_draws = n_groups * len(options.rouge_types) * options.n_resamples
        for name, spools in groups.spools.items():
            found[name] = {}
            if not groups.n_pairs[name]:
                continue  # of this group every pair lacks a text
            with seeded(options.seed):
                for rouge_type, spool in spools.items():
                    progress.now(f"aggregating {rouge_type}", n_draws)
                    found[name][rouge_type] = limits(spool.all(), options, progress.drawn)
    table = _table(found, options, groups.n_pairs, signature, arguments.group_by)
    return printed(table, arguments.format)


def _by_group(values: Sequence[object]) -> dict[str, np.ndarray]:
    """Which pairs of a block belong to each group: (n_pairs,) bool."""
    names = ["none" if value is None else str(value) or "(empty)" for value in values]
    numbers = {name: k for k, name in enumerate(dict.fromkeys(names))}
    of_row = np.array([numbers[name] for name in names])
    return {name: of_row == k for name, k in numbers.items()}


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
    if len(set(references)) < len(references):
        raise UsageError("a file of references is given twice")
    carried = [
        Wanted("carried", name)
        for name in dict.fromkeys((arguments.id_column, arguments.group_by))
        if name is not None
    ]
    pred = (Wanted("prediction", arguments.prediction_column), *carried)
    refs = references_of(arguments)
    if references:
        return [Source(predictions, pred), *(Source(path, refs) for path in references)]
    if Source(predictions, pred).is_folder or not is_table(predictions, given):
        raise UsageError(
            f"no references: give a file of them after {predictions}, or a table "
            "(.jsonl, .json, .csv, .tsv, .parquet) with columns of both; of folders a folder, or "
            f"a pattern such as 'references/{NAME}.*.txt'"
        )
    return [Source(predictions, (*pred, *refs))]


def _columns(
    scores: BatchScores, options: RunOptions, n_before: int, block: Block, id_column: str | None
) -> dict[str, Any]:
    """Per-pair scores as named columns; rows count from 1, as lines do."""
    columns: dict[str, Any] = {"row": np.arange(n_before + 1, n_before + 1 + len(scores))}
    if id_column is not None:
        columns[id_column] = block.carried[id_column]
    for name in options.rouge_types:
        for k, measure in enumerate(MEASURES):
            column = scores[name][:, k]
            if block.nulls:
                column = column.copy()
                column[block.nulls] = np.nan
            columns[f"{name}_{measure}"] = column
    return columns


def _table(
    found: dict[str, Found],
    options: RunOptions,
    n_pairs: dict[str, int],
    signature: str,
    group_by: str | None,
) -> Table:
    """Set out what was found for each group, all pairs first."""
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
    documents: dict[str, dict[str, object]] = {}
    for group, by_type in found.items():
        of_group: list[Cell] = [] if group_by is None else [group or "(all)"]
        scores: dict[str, object] = {}
        for name, (low, mid, high) in by_type.items():
            interval = [f"[{low[-1]:.4f}, {high[-1]:.4f}]"] if options.has_interval else []
            rows.append([*of_group, name, *mid.tolist(), *interval, n_pairs[group]])
            record: dict[str, Cell] = {} if group_by is None else {group_by: group or "(all)"}
            record["type"] = name
            by_measure: dict[str, object] = {}
            for k, measure in enumerate(MEASURES):
                record[measure] = by_measure[measure] = float(mid[k])
                if options.has_interval:
                    record[f"{measure}_low"] = float(low[k])
                    record[f"{measure}_high"] = float(high[k])
                    three = (float(low[k]), float(mid[k]), float(high[k]))
                    by_measure[measure] = dict(zip(("low", "mid", "high"), three, strict=True))
            records.append({**record, "pairs": n_pairs[group]})
            scores[name] = by_measure
        documents[group] = {"scores": scores, "pairs": n_pairs[group]}
    document = documents.pop(ALL)
    names = 1
    if group_by is not None:
        headers = [group_by, *headers]
        names = 2
        document |= {"group_by": group_by, "groups": documents}
    return Table([*headers, "pairs"], rows, [note], records, document, signature, names)
