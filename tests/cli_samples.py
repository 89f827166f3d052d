"""The files that the help and the docs speak of, and ways to run the command on them."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import forks
from warm import warm

PREDICTIONS = ["the cat ran", "a dog barks loudly", "it rained", "we went home", "she sings"]
REFERENCES = ["the cat sat", "a dog barks", "it rained all day", "we went home", "he sings well"]
MORE_REFERENCES = ["a cat ran", "the dog barks", "rain fell", "we walked home", "she sings songs"]
BASELINE = ["a cat", "dogs bark", "rain", "home we go", "singing"]


def lines_of(texts: list[str]) -> str:
    return "".join(text + "\n" for text in texts)


def write_samples(folder: Path) -> None:
    """Write the texts in every format, each under the name that the examples use."""
    (folder / "predictions.txt").write_text(lines_of(PREDICTIONS), encoding="utf-8")
    (folder / "system.txt").write_text(lines_of(PREDICTIONS), encoding="utf-8")
    (folder / "baseline.txt").write_text(lines_of(BASELINE), encoding="utf-8")
    (folder / "references.txt").write_text(lines_of(REFERENCES), encoding="utf-8")
    (folder / "more_references.txt").write_text(lines_of(MORE_REFERENCES), encoding="utf-8")
    (folder / "exercise.txt").write_text("1\nthe cat sat on the mat\nthe cat sat\n")
    with gzip.open(folder / "references.txt.gz", "wt", encoding="utf-8") as file:
        file.write(lines_of(REFERENCES))
    pairs = list(zip(PREDICTIONS, REFERENCES, MORE_REFERENCES, strict=True))
    with (folder / "pairs.jsonl").open("w", encoding="utf-8") as file:
        for pred, *refs in pairs:
            file.write(json.dumps({"prediction": pred, "references": refs}) + "\n")
    for name, delimiter in (("pairs.csv", ","), ("pairs.tsv", "\t")):
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file, delimiter=delimiter)
            rows.writerow(["answer", "reference", "second"])
            rows.writerows(pairs)

    topics = ["animals", "animals", "weather", "people", "people"]
    with (folder / "topics.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "topic", "prediction", "reference"])
        rows.writerows(
            (f"d{k}", topic, pred, refs[0])
            for k, (topic, (pred, *refs)) in enumerate(zip(topics, pairs, strict=True), start=1)
        )
    with (folder / "systems.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["reference", "old", "new"])
        rows.writerows(zip(REFERENCES, BASELINE, PREDICTIONS, strict=True))
    for name, texts in (("old", BASELINE), ("new", PREDICTIONS), ("newer", MORE_REFERENCES)):
        (folder / f"{name}.out").write_text(lines_of(texts), encoding="utf-8")
    for name in ("written", "gold"):
        (folder / name).mkdir(exist_ok=True)
    for k, (pred, *refs) in enumerate(pairs, start=1):
        (folder / "written" / f"D{k}.txt").write_text(pred + "\n", encoding="utf-8")
        for letter, ref in zip("AB", refs, strict=True):
            (folder / "gold" / f"D{k}.{letter}.txt").write_text(ref + "\n", encoding="utf-8")


def run_program(
    *arguments: str, folder: Path, **options: object
) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "evaluate_rouge", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        **options,  # type: ignore[call-overload]
    )


def stdin_of(text: str | bytes) -> io.TextIOWrapper:
    """Make a stand-in for sys.stdin."""
    octets = text.encode() if isinstance(text, str) else text
    return io.TextIOWrapper(io.BytesIO(octets), encoding="utf-8")


def plain_environment() -> dict[str, str]:
    """The environment without what changes colours."""
    return {name: value for name, value in os.environ.items() if name != "NO_COLOR"}


def run_shell(line: str, folder: Path, fresh: bool = True) -> subprocess.CompletedProcess[str]:
    """Run a line of the docs as a shell would, with this Python under the command's name.

    If not fresh, with a fork of a warm Python.
    """
    python = f'"{sys.executable}"'
    if not fresh:
        python += f' -I -S "{forks.__file__}" "{warm().address}"'
    function = f'evaluate-rouge() {{ {python} -m evaluate_rouge "$@"; }}'
    return subprocess.run(
        ["bash", "-c", f"{function}\nset -o pipefail\n{line}"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )
