"""`python -m evaluate_rouge`, and `evaluate-rouge`: the command line as a process of its own.

While libraries are imported, and while Python shuts down, no file is open: Ctrl-C
and SIGTERM end the process at once, so that no library answers with a traceback. In
between they raise: see `cli`.
"""

import os
import signal
import sys
from types import FrameType


def main() -> int:
    """Run the command of this process: its exit status."""
    for signum in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(signum) != signal.SIG_IGN:
            signal.signal(signum, _leave)
    from .cli import main as run

    return run()


def _leave(signum: int, frame: FrameType | None) -> None:
    done = b"interrupted" if signum == signal.SIGINT else b"terminated"
    try:
        os.write(2, b"evaluate-rouge: " + done + b"\n")
    finally:  # whether or not somebody listens
        os._exit(128 + signum)


if __name__ == "__main__":
    sys.exit(main())
