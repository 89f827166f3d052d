"""The command line of `python -m rouge_score.rouge`: its flags, its files, its CSV to the byte.

Two patterns of files go in, paired in the order of their names; texts are
parted by a delimiter. One flag is added: --seed, for the resamples.
"""

from __future__ import annotations

import glob
import logging
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import chain

import numpy as np
from absl import flags

from ..files.outputs import aside
from ..files.problems import DataError, UsageError
from ..files.sources import Block
from ..files.streams import text_pieces
from ..options import option
from ..scorer import RougeScorer
from ..scores import bootstrap, seeded
from .options import SEED
from .scoring import score_batch

LOG = logging.getLogger(__name__)

REQUIRED = ("target_filepattern", "prediction_filepattern", "output_filename")
MEASURES = (("R", 1), ("P", 0), ("F", 2))  # rows of the aggregate CSV, and columns of scores


def is_meant(arguments: Sequence[str]) -> bool:
    """Whether these arguments are rouge_score's, from its three required flags, also misspelt."""
    names = {
        argument.lstrip("-").partition("=")[0] for argument in arguments if argument[:1] == "-"
    }
    return "flagfile" in names or any(
        "_" in name and get_close_matches(name, REQUIRED, n=1, cutoff=0.85) for name in names
    )


def run(arguments: Sequence[str]) -> str:
    """Score the files and write the CSV; nothing is printed.

    Raises:
        UsageError: a flag that is unknown, missing or has no meaning.
        DataError: files or texts that do not pair up.
    """
    values = _parsed(arguments)
    try:
        scorer = RougeScorer(
            values.rouge_types, values.use_stemmer, split_summaries=values.split_summaries
        )
    except ValueError as error:
        raise UsageError(str(error)) from None
    targets, predictions = _texts(values)
    scores = score_batch(scorer, Block([predictions], targets))
    names = list(dict.fromkeys(values.rouge_types))
    columns = {name: scores[name] for name in names}  # (n_pairs, 3) each
    if not values.aggregate and not targets:
        LOG.warning("No scores to write")
        return ""
    with aside(values.output_filename) as file:
        LOG.info("Writing results to %s.", values.output_filename)
        lines = _aggregated(columns, values.seed) if values.aggregate else _per_pair(columns)
        file.writelines(line + "\n" for line in lines)
    return ""


def _parsed(arguments: Sequence[str]) -> flags.FlagValues:
    """Parse by absl alone, so that every spelling that absl takes is taken here."""
    values = flags.FlagValues()
    for name, summary in (
        ("target_filepattern", "Files of references."),
        ("prediction_filepattern", "Files of predictions."),
        ("output_filename", "CSV to write."),
    ):
        flags.DEFINE_string(name, None, summary, flag_values=values)
    flags.DEFINE_string("delimiter", "\n", "Ends a text.", flag_values=values)
    types = ["rouge1", "rouge2", "rougeL"]
    flags.DEFINE_list("rouge_types", types, "Types to score.", flag_values=values)
    flags.DEFINE_boolean("use_stemmer", False, "Stem words first.", flag_values=values)
    flags.DEFINE_boolean("aggregate", True, "Write aggregates.", flag_values=values)
    flags.DEFINE_boolean("split_summaries", False, "Find sentences.", flag_values=values)
    flags.DEFINE_integer("seed", SEED, "Of the resamples.", lower_bound=0, flag_values=values)
    try:
        _, *rest = values(["evaluate-rouge", *arguments])
    except flags.Error as error:
        raise UsageError(str(error)) from None
    if rest:
        raise UsageError(f"too many arguments: {rest[0]!r}; these flags go without files")
    missing = [name for name in REQUIRED if values[name].value is None]
    if missing:
        raise UsageError(f"--{missing[0]} is missing")
    return values


def _texts(values: flags.FlagValues) -> tuple[list[str], list[str]]:
    """Read the files of both patterns, paired in the order of their names."""
    target_files = sorted(glob.glob(values.target_filepattern))  # noqa: PTH207
    prediction_files = sorted(glob.glob(values.prediction_filepattern))  # noqa: PTH207
    if not target_files or len(target_files) != len(prediction_files):
        raise DataError(
            f"{len(target_files)} target files match {values.target_filepattern} and "
            f"{len(prediction_files)} prediction files match {values.prediction_filepattern}; "
            "the same number of one or more is wanted"
        )
    targets: list[list[str]] = []
    predictions: list[list[str]] = []
    for target_file, prediction_file in zip(target_files, prediction_files, strict=True):
        LOG.info("Reading targets from %s.", target_file)
        LOG.info("Reading predictions from %s.", prediction_file)
        targets.append(_records(target_file, values.delimiter))
        predictions.append(_records(prediction_file, values.delimiter))
        if len(targets[-1]) != len(predictions[-1]):
            raise DataError(
                f"unequal numbers of texts: {target_file} has {len(targets[-1]):,}, "
                f"{prediction_file} has {len(predictions[-1]):,}"
            )
    return list(chain.from_iterable(targets)), list(chain.from_iterable(predictions))


def _records(path: str, delimiter: str) -> list[str]:
    """Split a file at the delimiter; what follows the last one is a text unless it is empty."""
    # Line ends as Python's text files have them, and rouge_score reads.
    text = "".join(text_pieces(path)).replace("\r\n", "\n").replace("\r", "\n")
    records = text.split(delimiter)
    if records[-1]:
        LOG.warning("Expected delimiter at end of file")
        return records
    return records[:-1]


def _aggregated(columns: dict[str, np.ndarray], seed: int) -> list[str]:
    with seeded(seed):
        limits = {
            name: bootstrap(
                scores, 0.95, option("n_resamples")[0]
            )  # (3, 3): low, mid, high by measure
            for name, scores in columns.items()
            if len(scores)
        }
    lines = ["score_type,low,mid,high"]
    for name in sorted(limits):
        for letter, measure in MEASURES:
            low, mid, high = limits[name][:, measure].tolist()
            lines.append(f"{name}-{letter},{low:f},{mid:f},{high:f}")
    return lines


def _per_pair(columns: dict[str, np.ndarray]) -> list[str]:
    names = sorted(columns)
    lines = [",".join(["id", *(f"{name}-P,{name}-R,{name}-F" for name in names)])]
    rows = np.concatenate([columns[name] for name in names], axis=1)  # (n_pairs, 3 * n_types)
    for k, row in enumerate(rows.tolist()):
        lines.append(",".join([str(k), *(f"{score:f}" for score in row)]))
    return lines
