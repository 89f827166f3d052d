"""What ``evaluate.load`` costs from a Hub that answers in 100 ms: requests, and seconds.

The Hub is a server on this machine that waits before each answer. A load is
timed inside a fresh interpreter, after ``import evaluate``: the first with an
empty cache, the later one with what the first left there.

    python benchmarks/hub.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from common import ROOT, about

sys.path.insert(0, str(ROOT / "tests"))
from loading import copy_metric
from loopback_hub import Hub

DELAY = 0.1  # seconds
LOAD = """
import time
import evaluate
start = time.perf_counter()
evaluate.load("org/rouge")
print(time.perf_counter() - start)
"""


def load(hub: Hub, home: Path) -> tuple[int, float]:
    """Load the metric in a fresh interpreter: the requests it took, and the seconds."""
    n_before = len(hub.answers)
    environment = {
        **os.environ,
        "HF_ENDPOINT": hub.address,
        "HF_HOME": str(home),
        "HF_EVALUATE_OFFLINE": "0",
        "HF_UPDATE_DOWNLOAD_COUNTS": "0",
        "NO_PROXY": "127.0.0.1",
    }
    done = subprocess.run(
        [sys.executable, "-c", LOAD],
        env=environment,
        cwd=hub.folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return len(hub.answers) - n_before, float(done.stdout)


def main() -> None:
    """Print a table of both loads."""
    print(about())
    with tempfile.TemporaryDirectory() as folder:
        space = Path(folder) / "space"
        copy_metric(space)
        hub = Hub(space, DELAY)
        print(f"\n{len(list(space.glob('*.py')))} files, {1000 * DELAY:.0f} ms an answer\n")
        print("| load | requests | seconds |\n|---|---|---|")
        for name in ("first", "later"):
            n_requests, seconds = load(hub, Path(folder) / "home")
            print(f"| {name} | {n_requests} | {seconds:.1f} |")
        hub.shutdown()
        hub.server_close()


if __name__ == "__main__":
    main()
