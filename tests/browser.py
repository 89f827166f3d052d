"""Debian's Chromium, driven by Playwright, for the tests of the page and its screenshots."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

# No background traffic: the tests are about this page alone.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1200, "height": 900}
TABS = ("Compare two texts", "Score a file", "Compare systems", "About")


@contextmanager
def chromium() -> Iterator[Any]:
    """Start the browser, or skip where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs the package playwright")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("Chromium is not installed (Debian: apt-get install chromium)")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, headless=True, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def open_page(
    browser: Any, address: str, theme: str = "light", viewport: dict | None = None
) -> Any:
    """Open the page for one visitor, and wait until its first comparison is drawn."""
    context = browser.new_context(viewport=viewport or DESK, color_scheme=theme)
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.goto(address)
    page.wait_for_selector("#words mark")
    return page


def open_tab(page: Any, name: str) -> None:
    """Choose a tab, on a phone from the menu that the last ones fold into."""
    tab = page.get_by_role("tab", name=name)
    if tab.first.is_visible():
        tab.first.click()
        return
    page.click(".overflow-menu > button")
    page.locator(".overflow-dropdown").get_by_text(name).click()


def view(page: Any, choice: str, *sides: str) -> None:
    """Switch texts to "Edit" or "Marked"; both, if no side is named."""
    for side in sides or ("reference", "prediction"):
        page.click(f"#{side}-view label:has-text('{choice}')")


def type_pair(page: Any, prediction: str, reference: str) -> None:
    """Write two texts into their boxes, and look at their marks again."""
    view(page, "Edit")
    page.fill("#prediction textarea", prediction)
    page.fill("#reference-0 textarea", reference)
    view(page, "Marked")


def score_sample(page: Any) -> None:
    """Score the sample of "Score a file", and wait until all of it is drawn."""
    open_tab(page, "Score a file")
    page.click("#file-sample")
    page.locator("#file-pairs tbody tr").first.wait_for()
    page.locator("#file-histogram svg.marks").wait_for()


def compare_sample(page: Any) -> None:
    """Compare the sample of "Compare systems", and wait until all of it is drawn."""
    open_tab(page, "Compare systems")
    page.click("#systems-sample")
    page.locator("#systems-ends tbody tr").first.wait_for()
    page.locator("#systems-scatter svg.marks").wait_for()
