"""How fast the page is: the app as a Space starts it, a real browser, forty visitors.

Usage: python benchmarks/page.py [--visitors 40] [--seconds 20]

Needs Chromium and Playwright (`make test-all` installs both). Everything stays on this
machine, and browser, visitors and server share its cores: what is printed is an upper
bound. Visitors have the page open before they type; with a long file, quantiles are over
what was typed while it was being scored, again and again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from common import ROOT, about, read_pairs

sys.path.insert(0, str(ROOT / "tests"))
from browser import chromium, open_tab
from serving import running_app

PAUSE = 1.5  # seconds between two words of a visitor: 40 words a minute
KEYSTROKES = 15  # of each length; the first two are left out
N_ROWS, N_LONG = 10_000, 78_000
# Changes one word, and waits until scores and marks are those of the new text.
TYPE = """
async (text) => {
  const box = document.querySelector('#prediction textarea');
  const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set;
  const seen = () => document.querySelector('#scores .rouge-bars')?.textContent;
  const before = seen(), start = performance.now();
  set.call(box, text);
  box.dispatchEvent(new Event('input', {bubbles: true}));
  while (seen() === before && performance.now() - start < 20000) {
    await new Promise(done => requestAnimationFrame(done));
  }
  return performance.now() - start;
}
"""
KINDS = {".js": "scripts", ".css": "styles", ".woff2": "fonts", ".woff": "fonts", ".ttf": "fonts"}


def keystrokes(page: Any, n_words: int) -> list[float]:
    """Milliseconds from a keystroke to the marks, in texts of so many words a side."""
    words = [f"word{k % 97}" for k in range(n_words)]
    page.click("#reference-view label:has-text('Edit')")
    page.fill("#reference-0 textarea", " ".join(words))
    page.click("#reference-view label:has-text('Marked')")
    page.evaluate(TYPE, " ".join(words))
    page.wait_for_timeout(500)
    took = []
    for k in range(KEYSTROKES):
        # Some words less that match: another score each time, to four digits.
        text = " ".join(["x"] * (3 * k + 3) + words[3 * k + 3 :])
        took.append(page.evaluate(TYPE, text))
        page.wait_for_timeout(150)
    return took[2:]


def first_visit(browser: Any, address: str) -> tuple[float, dict[str, int]]:
    """Seconds until the first marks, and bytes on the wire by kind, with an empty cache."""
    context = browser.new_context()
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    urls: dict[str, str] = {}
    weights: dict[str, int] = {}

    def begun(event: dict[str, Any]) -> None:
        urls[event["requestId"]] = event["request"]["url"]

    def ended(event: dict[str, Any]) -> None:
        path = urls.get(event["requestId"], "").partition("?")[0]
        kind = KINDS.get(Path(path).suffix, "page and data")
        weights[kind] = weights.get(kind, 0) + int(event["encodedDataLength"])

    network.on("Network.requestWillBeSent", begun)
    network.on("Network.loadingFinished", ended)
    start = time.perf_counter()
    page.goto(address)
    page.wait_for_selector("#words mark")
    seconds = time.perf_counter() - start
    page.wait_for_timeout(1500)
    context.close()
    return seconds, weights


def score_file(page: Any, path: Path) -> float:
    """Seconds from the click to the scores of a file that is uploaded."""
    open_tab(page, "Score a file")
    page.set_input_files("#file-predictions input[type=file]", path)
    page.locator("#file-predictions a[href]").first.wait_for()
    page.get_by_label("Column of predictions").wait_for()
    start = time.perf_counter()
    page.click("#score-file")
    page.locator("#file-scores tbody tr").first.wait_for()
    return time.perf_counter() - start


def written(path: Path, n_rows: int) -> Path:
    """Write a file of news of one sentence."""
    predictions, references = read_pairs("xsum_edinburgh/ptgen", n_rows)
    with path.open("w", encoding="utf-8") as file:
        for pred, ref in zip(predictions[:n_rows], references[:n_rows], strict=True):
            file.write(json.dumps({"prediction": pred[:300], "reference": ref[:300]}) + "\n")
    return path


class Visitor:
    """One who types: asks as the browser does, over the queue, and waits for each answer."""

    def __init__(self, client: httpx.AsyncClient, config: dict[str, Any]) -> None:
        """Find what the browser calls when the prediction changes."""
        ids = {part["props"].get("elem_id"): part["id"] for part in config["components"]}
        values = {part["id"]: part["props"].get("value") for part in config["components"]}
        target = [ids["prediction"], "change"]
        (event,) = (event for event in config["dependencies"] if target in event["targets"])
        self._client = client
        self._event = event["id"]
        self._values = [values[part] for part in event["inputs"]]
        self._place = event["inputs"].index(ids["prediction"])
        self._session = uuid.uuid4().hex[:10]

    async def type(self, text: str) -> float:
        """Send a prediction: seconds until its marks are here."""
        data = [*self._values]
        data[self._place] = text
        body = {"data": data, "fn_index": self._event, "session_hash": self._session}
        start = time.perf_counter()
        await self._client.post("gradio_api/queue/join", json=body)
        answers = f"gradio_api/queue/data?session_hash={self._session}"
        async with self._client.stream("GET", answers) as stream:
            async for line in stream.aiter_lines():
                if '"process_completed"' in line:
                    if '"success":true' not in line:
                        raise RuntimeError(line[:500])
                    return time.perf_counter() - start
        raise RuntimeError("no answer came")


async def typing(address: str, n_visitors: int, seconds: float, long: Path | None) -> list[float]:
    """Seconds of every answer, while the long file is being scored, if there is one."""
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=address, timeout=120, limits=limits) as client:
        config = (await client.get("config")).json()
        stopped, took = asyncio.Event(), []

        visitors = [Visitor(client, config) for _ in range(n_visitors)]
        for visitor in visitors:  # each has opened the page: the first answer makes a session
            await visitor.type("a fox")

        async def visit(k: int) -> None:
            visitor = visitors[k]
            await asyncio.sleep(PAUSE * k / n_visitors)
            n = 0
            while not stopped.is_set():
                n += 1
                took.append(await visitor.type(f"the quick fox number {k} jumped {n} times"))
                await asyncio.sleep(max(PAUSE - took[-1], 0))

        visits = [asyncio.create_task(visit(k)) for k in range(n_visitors)]
        start = time.perf_counter()
        if long is None:
            await asyncio.sleep(seconds)
        else:
            with long.open("rb") as file:
                (place,) = (
                    await client.post("gradio_api/upload", files={"files": (long.name, file)})
                ).json()
            took.clear()
            start = time.perf_counter()
            while time.perf_counter() - start < seconds:
                await _score(client, place)
        stopped.set()
        await asyncio.gather(*visits)
    return took


async def _score(client: httpx.AsyncClient, place: str) -> None:
    file = {"path": place, "meta": {"_type": "gradio.FileData"}}
    asked = await client.post("gradio_api/call/v2/score_file", json={"prediction_file": file})
    event = asked.json()["event_id"]
    answer = (await client.get(f"gradio_api/call/score_file/{event}")).text
    if "event: complete" not in answer:
        raise RuntimeError(answer[:500])


def quantiles(seconds: list[float]) -> str:
    """Say median and 95th percentile, in milliseconds."""
    middle, high = np.quantile(seconds, [0.5, 0.95]) * 1000
    return f"median {middle:.0f} ms, 95th percentile {high:.0f} ms of {len(seconds)}"


def main() -> None:
    """Print one line for each thing that is measured, beside its goal."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--visitors", type=int, default=40, choices=range(1, 101), metavar="N")
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args()
    print(about())
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        short, long = written(folder / "short.jsonl", N_ROWS), written(folder / "l.jsonl", N_LONG)
        with running_app(folder / "space") as address:
            with chromium() as browser:
                first_visit(browser, address)
                seconds, weights = min(first_visit(browser, address) for _ in range(3))
                print(f"first marks: {seconds:.2f} s (goal 3)")
                parts = ", ".join(f"{kind} {n / 1000:.0f}" for kind, n in sorted(weights.items()))
                print(f"page weight: {sum(weights.values()) / 1000:.0f} kB (goal 700): {parts}")
                page = browser.new_context().new_page()
                page.goto(address)
                page.wait_for_selector("#words mark")
                for n_words, goal in ((100, 100), (1000, 300)):
                    took = [milliseconds / 1000 for milliseconds in keystrokes(page, n_words)]
                    print(f"keystroke to marks, {n_words} words: {quantiles(took)} (goal {goal})")
                took = [score_file(page, short) for _ in range(1)]
                print(f"{N_ROWS:,} rows: {took[0]:.2f} s (goal 2)")
                page.context.close()
            for file, name in ((None, "nothing else"), (long, f"{N_LONG:,} rows being scored")):
                took = asyncio.run(typing(address, options.visitors, options.seconds, file))
                print(f"{options.visitors} visitors, {name}: {quantiles(took)} (goal 1000)")


if __name__ == "__main__":
    main()
