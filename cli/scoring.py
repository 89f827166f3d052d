"""Options -> a scorer, its signature, and seeded aggregates of what it gives.

The one file of the command line that calls the engine.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np

from ..counting import Definition, parse_types
from ..files.problems import DataError, UsageError
from ..files.sources import Block, Source
from ..options import ReportOptions, RunOptions, parse
from ..scorer import BatchScores, RougeScorer
from ..scores import MEASURES, Done, bootstrap
from .options import CONFIDENCE, SEED, Command, spelled
from .terminal import LOG

IN_MEMORY = 1 << 24  # bytes of a type's scores before they go to disk


def options_of(command: Command, **defaults: Any) -> RunOptions:
    """Collect what the command line says, or what the signature to check says.

    Args:
        defaults: what this command takes where nothing is given.

    Raises:
        UsageError: an option is out of range or without use, or contradicts the signature.
    """
    chosen = command.chosen
    if not chosen.get("rouge_types", True):
        raise UsageError("--types names no type")
    if not chosen.get("use_aggregator", True):
        for name in ("n_resamples", "confidence_interval", "seed"):
            if name in chosen:
                raise UsageError(
                    f"{spelled(name)} has no use with --no-aggregate, which draws no resamples"
                )
    _check_use(command)
    aggregates = defaults.setdefault("use_aggregator", True)
    if aggregates:
        defaults["seed"] = SEED
        if chosen.get("use_aggregator", True):
            defaults["confidence_interval"] = CONFIDENCE
    given = RunOptions(**{**defaults, **chosen})
    line = getattr(command.arguments, "check", None)
    options = _wanted(line, given, chosen) if line is not None else given
    try:
        options = options.resolved(spelled)
    except (ImportError, LookupError, TypeError, ValueError) as error:
        hint = ""
        if any(Path(name).exists() for name in options.rouge_types):
            hint = " (name files before --types, or join the types with commas)"
        raise UsageError(f"{' '.join(str(error).split())}{hint}") from None
    if line is not None and (problems := unmet(line, options.signature())):
        raise UsageError(f"--check: cannot be met: {'; '.join(problems)}")
    _tell_of_no_effect(options, chosen)
    return options


def _check_use(command: Command) -> None:
    """Refuse what decides the table alone where none is printed.

    Raises:
        UsageError: names the flag.
    """
    if getattr(command.arguments, "output", None) != "-":
        return
    of_table = ("format", "baseline", "all_pairs", "n_resamples", "confidence_interval", "seed")
    for name in (*of_table, "test_resamples"):
        if command.given(name) or getattr(command.arguments, name, None):
            raise UsageError(
                f"{spelled(name)} has no use with --output -, which prints the scores of every "
                "pair and no table: leave it out, or name a file for the scores"
            )


def _tell_of_no_effect(options: RunOptions, chosen: Iterable[str]) -> None:
    """Say which of the given options no type goes by; runs over several types may share them."""
    types = parse_types(options.rouge_types, cast(Definition, options.definition))
    listed = ", ".join(types)
    if (
        "split_summaries" in chosen
        and options.split_summaries
        and not any(kind.by_sentence for kind in types.values())
    ):
        LOG.warning(
            "%s has no effect on %s: rougeLsum and rougeW alone go by sentence",
            spelled("split_summaries"),
            listed,
        )
    if "definition" in chosen and not any(hasattr(kind, "definition") for kind in types.values()):
        LOG.warning(
            "%s has no effect on %s: it decides how W, S and SU count",
            spelled("definition"),
            listed,
        )


def has_several(block: Block) -> bool:
    """Whether a pair of a block has several references."""
    return any(isinstance(texts, list) and len(texts) > 1 for texts in block.references)


def tell_of_one_reference(command: Command, several: bool) -> None:
    """Say that there was nothing to combine, where it was said how."""
    if command.given("multi_reference") and not several:
        LOG.warning("%s has no effect: no pair has several references", spelled("multi_reference"))


def check_rows(source: Source, n_rows: int, n_nulls: int) -> None:
    """Refuse a source that had no pair to score.

    Args:
        n_rows: read, of which ``n_nulls`` lack a text.
    """
    if n_rows == n_nulls:
        reason = "a text is missing in every row" if n_rows else "the file is empty"
        raise DataError(f"{source.path}: no pairs to score: {reason}")


def _wanted(line: str, given: RunOptions, chosen: Iterable[str]) -> RunOptions:
    """Take the options from a signature, or say which of its parts cannot be met."""
    try:
        wanted = parse(line)
    except ValueError as error:
        raise UsageError(f"--check: {error}") from None
    problems = []
    for name in sorted(wanted.keys() & set(chosen)):
        here, there = getattr(given, name), wanted[name]
        here, there = (list(x) if isinstance(x, tuple) else x for x in (here, there))
        if here != there:
            problems.append(
                f"{spelled(name)} is given as {here!r}, but the signature has {there!r}"
            )
    # Of a comparison: where the command is none, a difference is told with those of the lines.
    unknown = () if given.measure is not None else ("measure", "test_resamples")
    taken = {name: value for name, value in wanted.items() if name not in unknown}
    options = replace(given, **{"confidence_interval": None, **taken})
    problems += [
        f"{name} {value} (a signature cannot carry code)"
        for name, value in wanted.items()
        if str(value).startswith("custom(")
    ]
    if options.use_aggregator and options.seed is None:
        problems.append("seed none (those resamples were drawn without a seed)")
    if problems:
        raise UsageError(f"--check: cannot be met: {'; '.join(problems)}")
    return options


def unmet(wanted: str, found: str) -> list[str]:
    """Name the fields of two signatures that differ."""
    wanted_fields, found_fields = (
        dict(field.partition(":")[::2] for field in line.strip().split("|"))
        for line in (wanted, found)
    )
    return [
        f"{name} {wanted_fields.get(name, 'absent')} (here: {found_fields.get(name, 'absent')})"
        for name in dict.fromkeys([*wanted_fields, *found_fields])
        if wanted_fields.get(name) != found_fields.get(name)
    ]


def score_batch(scorer: RougeScorer, block: Block, system: int = 0) -> BatchScores:
    """Score what one system wrote for a block of pairs.

    Raises:
        UsageError: sentences are to be found, and what finds them is not installed.
    """
    try:
        return scorer.score_rows(block.references, block.predictions[system])
    except (ImportError, LookupError) as error:
        if type(error) not in (ImportError, ModuleNotFoundError, LookupError):
            raise  # an IndexError or KeyError is no missing model
        raise UsageError(f"--split-summaries: {' '.join(str(error).split())}") from None


class Spool:
    """Per-pair scores of one type, added block by block; on disk once they are many."""

    def __init__(self) -> None:
        self._file: Any = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115

    def add(self, scores: np.ndarray) -> None:
        """Append (n_pairs, 3) float64."""
        self._file.write(np.ascontiguousarray(scores, dtype=np.float64).tobytes())

    def all(self) -> np.ndarray:
        """Read back everything: (n_pairs, 3) float64."""
        self._file.seek(0)
        return np.frombuffer(self._file.read(), dtype=np.float64).reshape(-1, len(MEASURES))

    def close(self) -> None:
        """Free the memory or the disk."""
        self._file.close()


def limits(column: np.ndarray, options: ReportOptions, done: Done) -> np.ndarray:
    """Low, mid and high of one type: (3, n_measures); three times the mean without a bootstrap.

    Draws from NumPy's global generator as it stands, so types are taken in their order.

    Args:
        column: (n_pairs, n_measures) float64.
        done: told of resamples as they are drawn.
    """
    if not options.use_aggregator:
        # Over the outer axis NumPy adds row after row, so that every machine rounds alike.
        mean = np.add.reduce(np.ascontiguousarray(column), axis=0) / len(column)
        return np.stack([mean] * 3)
    return bootstrap(column, options.confidence_interval or 0.0, options.n_resamples, done)
