"""Texts and scores of one run -> a folder on disk, from which any pair is read again.

A run leaves its folder to the visitor who made it; nothing of it stays in memory.
What the scores are, and who looks at them, is never known here.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

ROOT = Path(tempfile.gettempdir()) / "evaluate-rouge-page"
KEPT_SECONDS = 3600  # the server makes a copy of its own when it sends a file
MAX_BYTES = 8 * 2**30  # of all runs together: beyond it the oldest go first
_TEXTS, _PLACES, _SCORES = "texts.jsonl", "places.npy", "scores"
_PIECE = 1 << 22  # bytes searched at a time


class Row(NamedTuple):
    """The texts of one pair: what each system wrote, and its references."""

    predictions: list[str]
    references: list[str]


def new_folder() -> Path:
    """Make a folder that no other run has, and drop those of an hour ago."""
    ROOT.mkdir(mode=0o700, exist_ok=True)
    _sweep()
    return Path(tempfile.mkdtemp(dir=ROOT))


def drop(folder: str | None) -> None:
    """Forget a run."""
    if folder is not None and Path(folder).parent == ROOT:
        shutil.rmtree(folder, ignore_errors=True)


def write(
    folder: Path,
    predictions: Sequence[Sequence[str]],
    references: Sequence[str | Sequence[str]],
    scores: Mapping[str, np.ndarray],
) -> None:
    """Write the texts of a run, a line for each pair, and its scores.

    Args:
        predictions: for each system (n_pairs,) texts.
        references: (n_pairs,) texts, or lists of them.
        scores: arrays of any shape under names.
    """
    places = np.zeros(len(references) + 1, np.int64)  # where each line begins, and the end
    with (folder / _TEXTS).open("wb") as file:
        for row, (listed, *written) in enumerate(zip(references, *predictions, strict=True)):
            texts = [listed] if isinstance(listed, str) else list(listed)
            line = json.dumps([written, texts], ensure_ascii=False) + "\n"
            places[row + 1] = places[row] + file.write(line.encode("utf-8", "surrogatepass"))
    np.save(folder / _PLACES, places)
    np.savez(folder / _SCORES, **dict(scores))  # type: ignore[arg-type]


def scores_of(folder: str, name: str) -> np.ndarray:
    """Read one array of a run.

    Raises:
        FileNotFoundError: the run has been dropped.
    """
    with np.load(Path(folder) / f"{_SCORES}.npz") as found:
        return found[name]


def rows_of(folder: str, rows: Sequence[int]) -> list[Row]:
    """Read the texts of some pairs, in the order asked for.

    Raises:
        FileNotFoundError: the run has been dropped.
    """
    places = np.load(Path(folder) / _PLACES, mmap_mode="r")
    found = []
    with (Path(folder) / _TEXTS).open("rb") as file:
        for row in rows:
            file.seek(int(places[row]))
            found.append(_row(file.read(int(places[row + 1] - places[row]))))
    return found


def n_bytes(folder: str) -> int:
    """Size of the texts of a run.

    Raises:
        FileNotFoundError: the run has been dropped.
    """
    return (Path(folder) / _TEXTS).stat().st_size


def search(folder: str, words: str) -> np.ndarray:
    """Find the pairs that hold these words in any of their texts, in any case: (n,) rows."""
    wanted = words.casefold()
    # As it stands within a line; a hit is looked at closer, for a line holds quotes and commas too.
    escaped = json.dumps(words, ensure_ascii=False)[1:-1].casefold()
    hits = [
        number
        for number, line in enumerate(_lines(folder))
        if escaped in line.casefold() and _holds(line, wanted)
    ]
    return np.array(hits, np.int64)


def _lines(folder: str) -> Iterator[str]:
    with (Path(folder) / _TEXTS).open("rb", _PIECE) as file:
        for line in file:
            yield line.decode("utf-8", "surrogatepass")


def _holds(line: str, wanted: str) -> bool:
    return any(wanted in text.casefold() for texts in json.loads(line) for text in texts)


def _row(line: bytes) -> Row:
    return Row(*json.loads(line.decode("utf-8", "surrogatepass")))


def _sweep() -> None:
    """Drop what is older than an hour, and the oldest of what is too much."""
    folders = []
    for folder in ROOT.iterdir():
        try:
            age = time.time() - folder.stat().st_mtime
            n_bytes = sum(file.stat().st_size for file in folder.iterdir())
        except OSError:  # another run has just dropped it
            continue
        folders.append((age, n_bytes, folder))
    n_kept = 0
    for age, n_bytes, folder in sorted(folders):
        n_kept += n_bytes
        if age > KEPT_SECONDS or n_kept > MAX_BYTES:
            shutil.rmtree(folder, ignore_errors=True)
