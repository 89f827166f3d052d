"""What was scored -> the lines of Python, and the command, that score it again.

Names of files and options come in as the visitor gave them, and text comes out
that can be pasted: quoted for Python, and for a shell. Nothing is scored here.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from ..files.readers import SUFFIXES
from .repository import SPACE
from .settings import CONFIDENCE, LABELS, N_RESAMPLES, SEED, Settings

METRIC = SPACE or "./rouge.py"
# What the package datasets calls the kinds of files that it has under another name.
_READERS = {"tsv": "csv", "jsonl": "json"}


def options_of(settings: Settings) -> dict[str, Any]:
    """Name the options that are not at their default, as the metric spells them."""
    defaults = Settings()
    chosen = {}
    for name in LABELS:
        value = getattr(settings, name)
        if value != getattr(defaults, name):
            chosen[name] = list(value) if isinstance(value, tuple) else value
    return chosen


def python_of_file(
    prediction_file: str,
    reference_file: str | None,
    prediction_column: str | None,
    reference_columns: Sequence[str],
    settings: Settings,
) -> str:
    """Write the lines that score a file, or two, through evaluate."""
    lines = ["import evaluate"]
    names = {prediction_file, reference_file or prediction_file}
    if any(_is_table(name) for name in names):
        lines.append("from datasets import load_dataset")
    if any(not _is_table(name) for name in names):
        lines.append("from pathlib import Path")
    lines.append("")
    lines += _reading("predictions", prediction_file, [prediction_column])
    lines += _reading("references", reference_file or prediction_file, reference_columns)
    arguments = {
        **options_of(settings),
        "measures": ["precision", "recall", "fmeasure"],
        "confidence_interval": CONFIDENCE,
        "n_resamples": N_RESAMPLES,
    }
    return "\n".join(
        [
            *lines,
            "",
            f'rouge = evaluate.load("{METRIC}", seed={SEED})',
            "scores = rouge.compute(",
            "    predictions=predictions,",
            "    references=references,",
            *(f"    {name}={value!r}," for name, value in arguments.items()),
            ")",
            "",
        ]
    )


def python_of_systems(
    system_files: Sequence[str],
    names: Sequence[str],
    reference_file: str | None,
    prediction_column: str | None,
    reference_columns: Sequence[str],
    settings: Settings,
    n_resamples: int,
) -> str:
    """Write the lines that compare systems; the first is the baseline."""
    files = [*system_files, reference_file or system_files[0]]
    lines = []
    if any(map(_is_table, files)):
        lines.append("from datasets import load_dataset")
    if not all(map(_is_table, files)):
        lines.append("from pathlib import Path")
    lines += [
        "from evaluate_rouge import RougeScorer",
        "from evaluate_rouge.significance import compare_differences",
        "import numpy as np",
        "",
    ]
    lines += _reading("references", files[-1], reference_columns)
    lines += ["predictions = {}"]
    for name, file in zip(names, system_files, strict=True):
        lines += _reading(f"predictions[{name!r}]", file, [prediction_column])
    options = "".join(
        f", {name}={value!r}"
        for name, value in options_of(settings).items()
        if name != "rouge_types"
    )
    lines += [
        "",
        f"types = {list(settings.rouge_types)!r}",
        f"scorer = RougeScorer(types{options})",
        "batches = [scorer.score_batch(references, texts) for texts in predictions.values()]",
        "scores = np.array([[batch[name][:, 2] for name in types] for batch in batches])",
        "differences = scores[1:] - scores[:1]  # (n_systems - 1, n_types, n_pairs)",
        "found = compare_differences(",
        f"    differences.reshape(-1, scores.shape[2]), n_resamples={n_resamples}, seed={SEED}",
        ")",
        "",
    ]
    return "\n".join(lines)


def command_of_file(
    prediction_file: str,
    reference_file: str | None,
    prediction_column: str | None,
    reference_columns: Sequence[str],
    settings: Settings,
) -> str:
    """Write the command that scores a file, or two."""
    words = ["evaluate-rouge", "score", _path(prediction_file)]
    if reference_file:
        words.append(_path(reference_file))
    words += _columns(
        prediction_column if _is_table(prediction_file) else None,
        reference_columns if _is_table(reference_file or prediction_file) else (),
    )
    return shlex.join([*words, *_flags(settings)])


def command_of_systems(
    system_files: Sequence[str],
    reference_file: str | None,
    prediction_column: str | None,
    reference_columns: Sequence[str],
    settings: Settings,
    n_resamples: int,
) -> str:
    """Write the command that compares systems; the first is the baseline."""
    words = ["evaluate-rouge", "compare", _path(reference_file or system_files[0])]
    words += [_path(file) for file in system_files]
    words += _columns(
        prediction_column if any(map(_is_table, system_files)) else None,
        reference_columns if _is_table(reference_file or system_files[0]) else (),
    )
    words += [*_flags(settings), f"--resamples={n_resamples}"]
    return shlex.join(words)


def python_of_texts(prediction: str, references: Sequence[str], settings: Settings) -> str:
    """Write the lines that score one pair of texts through evaluate."""
    arguments = "".join(f"    {name}={value!r},\n" for name, value in options_of(settings).items())
    return (
        "import evaluate\n\n"
        f'rouge = evaluate.load("{METRIC}")\n'
        "scores = rouge.compute(\n"
        f"    predictions={[prediction]!r},\n    references={[list(references)]!r},\n{arguments}"
        "    use_aggregator=False,\n"
        ")\n"
    )


def command_of_texts(prediction: str, reference: str, settings: Settings) -> str:
    """Write the command that shows which words of one pair match."""
    return shlex.join(
        [
            *("evaluate-rouge", "explain"),
            f"--prediction={prediction}",
            f"--reference={reference}",
            *_flags(settings, but=("multi_reference",)),
        ]
    )


def _reading(name: str, file: str, columns: Sequence[str | None]) -> list[str]:
    """Write the lines that read the columns of a file; several make a list for each pair."""
    path = PurePath(file)
    kind = SUFFIXES.get(path.suffix.lower())
    if kind is None:
        return [
            f"text = Path({path.name!r}).read_bytes().decode()",
            f'{name} = text.replace("\\r\\n", "\\n").removesuffix("\\n").split("\\n")',
        ]
    reader = _READERS.get(kind, kind)
    delimiter = ', sep="\\t"' if kind == "tsv" else ""
    empty = ", keep_default_na=False" if reader == "csv" else ""
    rows = f'load_dataset({reader!r}, data_files={path.name!r}{delimiter}{empty})["train"]'
    names = [column for column in columns if column is not None]
    if len(names) == 1:
        return [f"{name} = {rows}[{names[0]!r}]"]
    return [
        f"rows = {rows}",
        f"{name} = [[row[column] for column in {names!r}] for row in rows]",
    ]


def _columns(prediction: str | None, references: Sequence[str]) -> list[str]:
    words = [f"--prediction-column={prediction}"] if prediction else []
    return words + [f"--reference-column={name}" for name in references]


def _flags(settings: Settings, but: Sequence[str] = ()) -> list[str]:
    flags = []
    for name, value in options_of(settings).items():
        flag = f"--{name.replace('_', '-')}"
        if name in but:
            continue
        if name == "rouge_types":
            flags.append(f"--rouge-types={','.join(value)}")
        else:
            flags.append(flag if value is True else f"{flag}={value}")
    return flags


def _path(file: str) -> str:
    """Name a file as the visitor has it; a name that begins with a hyphen is no option."""
    name = PurePath(file).name
    return f"./{name}" if name.startswith("-") else name


def _is_table(file: str) -> bool:
    return PurePath(file).suffix.lower() in SUFFIXES
