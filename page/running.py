"""A long run as the visitor sees it: a bar that moves, and what came of it in the end.

A task of this page goes to a process of its own; its steps come out as HTML, one
after the other, and at last its result. Which task it is, is never known here.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from typing import Any

from . import workers

# Shares of the bar: what each stage takes of a run of 10,000 pairs, roundly.
_STAGES = {"reading": (0.0, 0.15), "scoring": (0.15, 0.65), "resampling": (0.8, 0.2)}
WAITING = "Waiting for its turn"


def progress(done: float, said: str) -> str:
    """Draw the bar: how much is done of all, and of what."""
    percent = round(100 * done)
    text = html.escape(said)
    return (
        f'<div class="rouge-progress" role="progressbar" aria-valuemin="0" aria-valuemax="100" '
        f'aria-valuenow="{percent}" aria-valuetext="{text}" aria-label="Progress">'
        f'<span class="rouge-progress-said">{text}</span>'
        f'<span class="rouge-progress-bar"><i style="width:{percent}%"></i></span></div>'
    )


def progress_of(step: Any) -> str:
    """Draw the bar of one step of a task."""
    start, width = _STAGES[step.stage]
    return progress(start + width * step.share, f"{step.stage.capitalize()}: {step.said}")


def steps(task: Callable[..., Any], *arguments: Any) -> Iterator[tuple[str | None, Any]]:
    """Run a task; give the bar at each step, None where nothing has changed, at last the result.

    Whoever closes this generator stops the task.

    Yields:
        (bar, None), and once ("", result).

    Raises:
        PageError: the task says what is wrong, or has reached a limit.
    """
    yield progress(0.0, "Reading"), None
    with workers.Run(task, *arguments) as run:
        for told in run:
            yield (None if told is None else progress_of(told)), None
    yield "", run.result


def result_of(task: Callable[..., Any], *arguments: Any) -> Any:
    """Run a task to its end, for callers that are no page.

    Raises:
        PageError: as `steps`.
    """
    result = None
    for _, result in steps(task, *arguments):  # noqa: B007 - the last one is wanted
        pass
    return result
