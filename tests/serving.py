"""The app, started as a Space starts it, for the tests that talk to it and the screenshots."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 60


@contextmanager
def running_app(folder: Path, python: str = sys.executable, **variables: str) -> Iterator[str]:
    """Copy the project's files into a folder, start ``python app.py`` there, give its address.

    The package is not on the path of that process: it must come from the folder.

    Args:
        variables: of its environment, beside those here.
    """
    for name in _files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    port = _free_port()
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment |= {
        "GRADIO_SERVER_PORT": str(port),
        "GRADIO_ANALYTICS_ENABLED": "False",
        "GRADIO_TEMP_DIR": str(folder / "uploads"),
        "HF_HUB_OFFLINE": "1",
        **variables,
    }
    log = folder / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [python, "app.py"], cwd=folder, env=environment, stdout=output, stderr=output
        )
    address = f"http://127.0.0.1:{port}/"
    try:
        _wait_for(address, process, log)
        yield address
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(address: str, process: subprocess.Popen, log: Path) -> None:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            urlopen(address, timeout=5).close()
        except (URLError, OSError):
            time.sleep(0.25)
        else:
            return
    raise RuntimeError(f"the app does not answer:\n{log.read_text()}")


def _files() -> list[str]:
    """Name the files of the project, without its tests: what a Space would hold."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    names = listed.stdout.splitlines()
    if listed.returncode:
        names = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*.*")]
    return [name for name in names if (ROOT / name).is_file() and not name.startswith("tests/")]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
