"""What Gradio's server is told: errors in words, the page packed, tools let in.

Nothing of the page itself is known here.
"""

from __future__ import annotations

from importlib import metadata
from typing import Any

from gradio.route_utils import FnIndexInferError
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

PACKED = ("/", "/config", "/gradio_api/info")  # Gradio packs what has an ending
SMALLEST = 10_000  # bytes that are worth it


class Packing:
    """Pack the page itself: ten times smaller, before the first mark can be drawn."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before an app."""
        self._app = app
        self._packed = GZipMiddleware(app, minimum_size=SMALLEST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        is_page = scope["type"] == "http" and scope["path"] in PACKED
        await (self._packed if is_page else self._app)(scope, receive, send)


async def said(request: Request, problem: Exception) -> JSONResponse:
    """Answer a call of an endpoint or an argument that does not exist, or without one it needs."""
    if "/call/" not in request.url.path:
        raise problem  # no fault of the caller
    name = request.url.path.rsplit("/", 1)[-1]
    if isinstance(problem, TypeError):  # as gradio_client says it of the names of arguments
        return JSONResponse({"error": f"{name}: {problem}"}, 422)
    unknown = f"There is no endpoint {name!r}; /gradio_api/info lists all."
    return JSONResponse({"error": unknown}, 404)


def speaks_mcp() -> bool:
    """Whether the library of the Model Context Protocol is there, as Gradio 6 knows it: 1.x."""
    try:
        major = metadata.version("mcp").partition(".")[0]
    except metadata.PackageNotFoundError:
        return False
    return major == "1"


LAUNCH: dict[str, Any] = {
    "mcp_server": speaks_mcp(),
    "show_error": True,  # what Gradio finds wrong is no "None"
    "app_kwargs": {
        # What would be "Internal Server Error".
        "exception_handlers": dict.fromkeys((FnIndexInferError, KeyError, TypeError), said),
        "middleware": [Middleware(Packing)],
    },
}
