"""Options -> a scorer, its signature, and seeded aggregates of what it gives.

The one file of the command line that calls the engine.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from ..files.problems import UsageError
from ..files.sources import Block
from ..options import parse as parse_signature
from ..options import signature
from ..scorer import BatchScores, RougeScorer
from ..scores import bootstrap
from .options import Command

MEASURES = ("precision", "recall", "fmeasure")
N_RESAMPLES = 1000  # of rouge_score and of the metric
IN_MEMORY = 1 << 24  # bytes of a type's scores before they go to disk


@dataclass(frozen=True)
class Options:
    """All that decides the digits, under the names that the signature's parts have."""

    rouge_types: list[str]
    tokenizer: str | None
    language: str | None
    use_stemmer: bool
    split_summaries: bool
    multi_reference: str
    definition: str
    beta: float
    seed: int | None
    use_aggregator: bool = True
    n_resamples: int = N_RESAMPLES
    confidence_interval: float | None = 0.95

    @property
    def has_interval(self) -> bool:
        """Whether the scores come with limits."""
        return self.use_aggregator and self.confidence_interval is not None

    def signature(self) -> str:
        """One line that makes the scores repeatable."""
        return signature(**{name: getattr(self, name) for name in names_of(self)})

    def scorer(self) -> RougeScorer:
        """Make the scorer.

        Raises:
            UsageError: an option has no meaning, or needs what is not installed.
        """
        try:
            return RougeScorer(
                self.rouge_types,
                use_stemmer=self.use_stemmer,
                split_summaries=self.split_summaries,
                tokenizer=self.tokenizer,
                beta=self.beta,
                multi_reference=self.multi_reference,
                definition=self.definition,  # type: ignore[arg-type]
                language=self.language,
            )
        except (ImportError, ValueError) as error:
            hint = ""
            if any(Path(name).exists() for name in self.rouge_types):
                hint = " (name files before --types, or join the types with commas)"
            raise UsageError(f"{' '.join(str(error).split())}{hint}") from None


def names_of(options: Options) -> list[str]:
    """The names of all options."""
    return [field.name for field in fields(options)]


def options_of(command: Command) -> Options:
    """Collect what the command line says, or what the signature to check says.

    Raises:
        UsageError: an option is out of range, or contradicts the signature.
    """
    arguments, flags = command.arguments, command.flags
    listed = getattr(arguments, "types", None)
    types = [name for names in listed for name in names.split(",")] if listed else flags.rouge_types
    is_score = arguments.command == "score"
    confidence = getattr(arguments, "confidence", None)
    if confidence is not None and not 0 < confidence < 1:
        raise UsageError(f"--confidence is {confidence}; a share between 0 and 1 is wanted")
    if getattr(arguments, "resamples", 1) < 1:
        raise UsageError(f"--resamples is {arguments.resamples}; 1 or more are wanted")
    options = Options(
        rouge_types=list(dict.fromkeys(name for name in types if name)),
        tokenizer=None if flags.tokenizer == "default" else flags.tokenizer,
        language=flags.language,
        use_stemmer=flags.use_stemmer,
        split_summaries=flags.split_summaries,
        multi_reference=flags.multi_reference,
        definition=flags.definition,
        beta=flags.beta,
        seed=flags.seed,
        use_aggregator=getattr(arguments, "aggregate", arguments.command == "compare"),
        n_resamples=arguments.resamples if is_score else N_RESAMPLES,
        confidence_interval=confidence,
    )
    if not options.rouge_types:
        raise UsageError("--types names no type")
    if getattr(arguments, "check", None) is not None:
        return _checked(arguments.check, options, _given(command))
    return options


def _given(command: Command) -> set[str]:
    """Options that stand on the command line, as opposed to their defaults."""
    arguments = command.arguments
    given = {name for name in command.flags if command.given(name)}
    if arguments.types:
        given.add("rouge_types")
    given.update(
        name
        for name, is_given in (
            ("use_aggregator", not arguments.aggregate),
            ("n_resamples", arguments.resamples != N_RESAMPLES),
            ("confidence_interval", arguments.confidence != 0.95),
        )
        if is_given
    )
    return given


def _checked(line: str, options: Options, given: set[str]) -> Options:
    """Take the options from a signature, or say which of its parts cannot be met."""
    try:
        wanted = parse_signature(line)
    except ValueError as error:
        raise UsageError(f"--check: {error}") from None
    known = {name: value for name, value in wanted.items() if name in names_of(options)}
    problems = [
        f"{name} is given as {getattr(options, name)!r}, but the signature has {known[name]!r}"
        for name in sorted(given & set(known))
        if getattr(options, name) != known[name]
    ]
    checked = replace(options, **known)  # type: ignore[arg-type]
    if (checked.tokenizer or "").startswith("custom("):
        problems.append(f"tokenizer {checked.tokenizer} (a signature cannot carry code)")
    if checked.use_aggregator and checked.seed is None:
        problems.append("seed none (those resamples were drawn without a seed)")
    problems += unmet(line, checked.signature())
    if problems:
        raise UsageError(f"--check: cannot be met: {'; '.join(problems)}")
    return checked


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
        return scorer.score_batch(block.references, block.predictions[system])
    except (ImportError, LookupError) as error:
        if type(error) not in (ImportError, ModuleNotFoundError, LookupError):
            raise  # an IndexError or KeyError is no missing model
        raise UsageError(f"--split_summaries: {' '.join(str(error).split())}") from None


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


@contextmanager
def spooled(rouge_types: list[str]) -> Iterator[dict[str, Spool]]:
    """A spool for each type, freed in the end."""
    with ExitStack() as stack:
        yield {name: stack.enter_context(closing(Spool())) for name in rouge_types}


def limits(column: np.ndarray, options: Options) -> np.ndarray:
    """Low, mid and high of one type: (3, n_measures); three times the mean without a bootstrap.

    Draws from NumPy's global generator as it stands, so types are taken in their order.

    Args:
        column: (n_pairs, n_measures) float64.
    """
    if not options.use_aggregator:
        # Over the outer axis NumPy adds row after row, so that every machine rounds alike.
        mean = np.add.reduce(np.ascontiguousarray(column), axis=0) / len(column)
        return np.stack([mean] * 3)
    return bootstrap(column, options.confidence_interval or 0.0, options.n_resamples)
