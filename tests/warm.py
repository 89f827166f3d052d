"""One warm interpreter for all tests of a session, and ways to run code in a fork of it."""

from __future__ import annotations

import atexit
import functools
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import forks
import pytest

EVALUATE = f"""
import runpy
runpy.run_path({str(Path(__file__).with_name("evaluate_alone.py"))!r})
"""
IMPORTS = f"""{EVALUATE}
import nltk.data, rouge_score.rouge_scorer, rouge_score.io, rouge_score.scoring
import datasets
import evaluate_rouge.cli, evaluate_rouge.cli.inputs, evaluate_rouge.cli.tables
"""


class Warm:
    """An interpreter that has imported something, for `run` to fork from."""

    def __init__(self, imports: str = IMPORTS, **environment: str) -> None:
        if not hasattr(os, "fork"):
            pytest.skip("processes are forked as POSIX has it")
        self._folder = tempfile.TemporaryDirectory(prefix="warm_")
        self.address = str(Path(self._folder.name) / "door")
        self._interpreter = subprocess.Popen(
            [sys.executable, "-c", forks.WARM.format(imports=imports), self.address],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env={**os.environ, **environment},
        )
        assert self._interpreter.stdout.readline() == b"warm\n"
        atexit.register(self.close)

    def run(
        self,
        *arguments: str,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float = 120,
    ) -> subprocess.CompletedProcess[str]:
        """Do what subprocess.run does with the interpreter and arguments, captured as text."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            with open(os.devnull) as nothing:  # noqa: PTH123
                streams = (nothing.fileno(), out.fileno(), err.fileno())
                folder = str(cwd) if cwd else None
                status = forks.call(self.address, [*arguments], streams, folder, env, timeout)
            printed = []
            for file in (out, err):
                file.seek(0)
                printed.append(file.read().decode())
        return subprocess.CompletedProcess(arguments, status, *printed)

    def close(self) -> None:
        """End the interpreter; forks that run go on."""
        self._interpreter.kill()
        self._interpreter.wait()
        self._interpreter.stdout.close()
        self._folder.cleanup()


@functools.cache
def warm() -> Warm:
    """The session's, started when it is first asked for."""
    return Warm()
