"""The console examples of the docs, run as a reader would run them."""

from __future__ import annotations

import re
from pathlib import Path

import cli_samples
import pytest

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = ("cli.md", "reporting.md")


def blocks_of(page):
    """Console blocks of a page, each as (number, lines)."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(number, block) for number, block in enumerate(found, start=1)]


def commands_of(block):
    """Split a block at its prompts, into the commands and all that they print."""
    lines = block.splitlines(keepends=True)
    commands = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
    printed = [line for line in lines if not line.startswith("$ ")]
    return commands, "".join(printed)


@pytest.mark.parametrize(
    ("page", "block"),
    [
        pytest.param(page, block, id=f"{page}-{number}")
        for page in PAGES
        for number, block in blocks_of(page)
    ],
)
def test_console_example(tmp_path, page, block):
    cli_samples.write_samples(tmp_path)
    commands, expected = commands_of(block)

    done = cli_samples.run_shell("".join(commands), tmp_path, fresh=False)

    assert done.stdout == expected
    assert done.stderr == ""


def test_every_page_has_examples():
    assert all(len(blocks_of(page)) >= 3 for page in PAGES)
