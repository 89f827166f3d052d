"""Processes that start at once: forks of one interpreter that has imported what they need.

A fresh interpreter imports evaluate for seconds. Where a test needs a process and not a fresh
one (to be killed, to run out of disk, to print), it forks from a warm one, which is single and
idle. What a process must see before anything is imported (environment variables that libraries
read once, flags of the interpreter, an empty `sys.modules`) is no work for this module.

As a program, `python forks.py ADDRESS ARGUMENT...` is such a process in the place of a command.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from collections.abc import Mapping

# Runs in the warm interpreter, and goes on past the loop in the fork that a request is for.
WARM = """
import gc, json, os, runpy, socket, sys
{imports}
gc.collect()
gc.freeze()
door = socket.socket(socket.AF_UNIX)
door.bind(sys.argv[1])
door.listen(64)
print("warm", flush=True)
n_running = 0
while True:
    caller, _ = door.accept()
    if os.fork():
        caller.close()
        n_running += 1
        while n_running and os.waitpid(-1, os.WNOHANG)[0]:
            n_running -= 1
        continue
    asked, streams, _, _ = socket.recv_fds(caller, 1 << 20, 3)
    while not asked.endswith(b"\\n"):
        asked += caller.recv(1 << 20)
    child = os.fork()
    if not child:
        break
    for stream in (0, 1, 2, *streams):
        os.close(stream)
    caller.sendall(b"%d\\n" % child)
    caller.sendall(b"%d\\n" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    os._exit(0)
door.close()
caller.close()
for number, stream in enumerate(streams):
    os.dup2(stream, number)
    os.close(stream)
sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)
sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)
arguments, folder, environment = json.loads(asked)
os.chdir(folder)
os.environ.clear()
os.environ.update(environment)
sys.path[0] = ""
if arguments[0] == "-m":
    sys.argv = arguments[1:]
    runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
elif arguments[0] == "-c":
    sys.argv = ["-c", *arguments[2:]]
    exec(compile(arguments[1], "<string>", "exec"), {{"__name__": "__main__"}})
else:
    sys.argv = arguments
    runpy.run_path(arguments[0], run_name="__main__")
"""


def call(
    address: str,
    arguments: list[str],
    streams: tuple[int, int, int] = (0, 1, 2),
    folder: str | None = None,
    environment: Mapping[str, str] | None = None,
    seconds: float = 120,
) -> int:
    """Run arguments of the interpreter (-c CODE, -m MODULE, FILE) in a fork: its exit code.

    Its streams, folder and environment are the caller's if not given; it is killed after seconds.
    """
    asked = [arguments, folder or os.getcwd(), dict(environment or os.environ)]  # noqa: PTH109
    with socket.socket(socket.AF_UNIX) as caller:
        caller.settimeout(seconds)
        caller.connect(address)
        octets = json.dumps(asked).encode() + b"\n"
        n_sent = socket.send_fds(caller, [octets], list(streams))
        caller.sendall(octets[n_sent:])
        with caller.makefile() as answers:
            child = int(answers.readline())
            try:
                return int(answers.readline())
            except TimeoutError:
                os.kill(child, signal.SIGKILL)
                raise


if __name__ == "__main__":
    sys.exit(call(sys.argv[1], sys.argv[2:]) & 255)
