"""A server on this machine with the paths under which the Hub serves the metric's files."""

from __future__ import annotations

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PREFIX = "/spaces/org/rouge/resolve/main/"


class Hub(ThreadingHTTPServer):
    """Serves the files of one folder as the main branch of the Space org/rouge."""

    def __init__(self, folder: Path, delay: float = 0.0, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), Answer)
        self.folder = folder
        self.delay = delay  # seconds before each answer, as over a network
        self.answers: list[tuple[str, int]] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Answer(BaseHTTPRequestHandler):
    server: Hub

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def _answer(self, with_body: bool) -> None:
        time.sleep(self.server.delay)
        name = self.path.removeprefix(PREFIX)
        path = self.server.folder / name
        found = self.path.startswith(PREFIX) and "/" not in name and path.is_file()
        body = path.read_bytes() if found else b"Entry not found"
        status = 200 if found else 404
        self.server.answers.append((self.path, status))
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", f'"{hash(body)}"')
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Keep quiet."""
