"""The running page for those who do not see it, or use no mouse, in a real browser."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("gradio", reason="the page needs gradio")

from browser import (
    DESK,
    PHONE,
    compare_sample,
    open_page,
    open_tab,
    score_sample,
    type_pair,
    view,
)
from serving import ROOT

pytestmark = pytest.mark.browser

GRAVE = ("moderate", "serious", "critical")


def open_still(browser, address, theme, viewport=None):
    """Open the page without what fades in: colours are what they will be."""
    page = open_page(browser, address, theme, viewport)
    page.add_style_tag(content="* {transition: none !important; animation: none !important}")
    return page


# --- what axe finds ------------------------------------------------------------------------------


def brought_by_gradio():
    """The rules that docs/space.md lists: {rule: part of what the element's HTML holds}."""
    docs = (ROOT / "docs" / "space.md").read_text(encoding="utf-8")
    table = docs.partition("| rule of axe |")[2].partition("\n\n")[0]
    return dict(re.findall(r"^\| `([a-z-]+)` \|.*`([^`]+)` \|$", table, re.MULTILINE))


def texts_in_every_state(page):
    yield "first"
    page.locator("#words mark").first.hover()
    yield "a passage lit"
    view(page, "Edit")
    page.click("#add-reference")
    page.click("#texts-options button")
    page.click("#texts-copy-python + div button, #texts-signature ~ * .label-wrap >> nth=0")
    yield "two boxes, options and code open"
    page.fill("#prediction textarea", "na\u00efve. One. Two.")
    page.fill("#reference-0 textarea", "na\u00efve. One. Three.")
    page.locator("#use-unicode").wait_for()
    page.fill("#reference-1 textarea", "One. Four.")
    page.locator("#shown-reference").wait_for()
    view(page, "Marked")
    page.locator(".rouge-all summary").click()
    yield "hints, and several references"
    page.locator("#texts-beta input").fill("-1")
    page.keyboard.press("Tab")
    page.get_by_role("alert").wait_for()
    yield "an error"
    page.click("#clear")
    page.get_by_text("here you will see which words match").wait_for()
    yield "empty"


def files_in_every_state(page):
    open_tab(page, "Score a file")
    yield "first"
    page.click("#score-file")
    page.get_by_role("alert").wait_for()
    yield "an error"
    score_sample(page)
    page.locator("#file-bins summary").click()
    yield "scored"
    page.locator("#file-pairs tbody button").first.click()
    page.locator("#file-marks mark").first.wait_for()
    yield "a pair open"
    page.click("#file-options button")
    page.locator("#file-stemmer input").check()
    page.get_by_text("Changed since").wait_for()
    yield "dimmed"


def systems_in_every_state(page):
    open_tab(page, "Compare systems")
    yield "first"
    compare_sample(page)
    yield "compared"
    page.locator("#systems-ends tbody button").first.click()
    page.locator("#systems-marks mark").first.wait_for()
    yield "a pair open"


def about_in_every_state(page):
    open_tab(page, "About")
    page.get_by_role("heading", name="What ROUGE measures").wait_for()
    yield "first"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "viewport", [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")]
)
def test_axe_finds_what_gradio_brings_and_nothing_else(browser, address, theme, viewport):
    """On every tab, in every state of it: what docs/space.md lists, and all of that."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe").Axe()
    listed, found, ours = brought_by_gradio(), set(), set()
    page = open_still(browser, address, theme, viewport)
    for states in (
        texts_in_every_state,
        files_in_every_state,
        systems_in_every_state,
        about_in_every_state,
    ):
        for state in states(page):
            page.wait_for_timeout(100)
            for violation in axe.run(page).response["violations"]:
                if violation["impact"] not in GRAVE:
                    continue
                rule = violation["id"]
                for node in violation["nodes"]:
                    if listed.get(rule, "\0") in node["html"]:
                        found.add(rule)
                    else:
                        ours.add(f"{states.__name__}, {state}: {rule}: {node['html'][:200]}")
    page.context.close()

    assert not ours
    assert found == set(listed)


# --- the keyboard --------------------------------------------------------------------------------

# The ring around what has the focus, or around the label that stands for it: its contrast with
# what lies around it, or null where there is none.
RING = """
() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgba = colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const linear = c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) =>
    0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
  const around = element => {
    for (let e = element.parentElement; e; e = e.parentElement) {
      const colour = rgba(getComputedStyle(e).backgroundColor);
      if (colour[3] === 1) return colour;
    }
    return [255, 255, 255, 1];
  };
  const focused = document.activeElement;
  if (focused === document.body) return null;
  const says = focused.outerHTML.slice(0, 120);
  const ringed = [focused, focused.closest('label')].find(element => {
    if (!element?.checkVisibility({opacityProperty: true})) return false;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && box.width > 4;
  });
  if (!ringed) return {says, ratio: 0};
  const [a, b] = [light(rgba(getComputedStyle(ringed).outlineColor)), light(around(ringed))]
    .sort((x, y) => y - x);
  return {says, ratio: (a + 0.05) / (b + 0.05)};
}
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_whatever_has_the_focus_has_a_ring_that_is_seen(browser, address, theme):
    page = open_still(browser, address, theme)
    faint, n_stops = set(), 0
    for prepare in (
        lambda page: view(page, "Edit", "prediction"),
        score_sample,
        compare_sample,
        lambda page: open_tab(page, "About"),
    ):
        prepare(page)
        page.get_by_role("tab", selected=True).focus()
        for _ in range(70):
            page.keyboard.press("Tab")
            ring = page.evaluate(RING)
            if ring is None:
                break
            n_stops += 1
            if ring["ratio"] < 3:
                faint.add(ring["says"])
    page.context.close()

    assert not faint
    assert n_stops > 80


def test_focus_and_scroll_survive_a_pair(page):
    """Of a list on its second page: the pair opens, and the list comes back as it was left."""
    score_sample(page)
    page.click("#file-page-on")
    page.locator("#file-pairs").get_by_text("Pairs 11 to 20 of 24").first.wait_for()
    button = page.locator("#file-pairs tbody button").nth(7)
    row = button.get_attribute("data-row")
    button.scroll_into_view_if_needed()
    button.focus()
    before = page.evaluate("window.scrollY")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.tagName === 'H2'")
    page.locator("#file-marks mark").first.wait_for()
    top = page.locator("#file-opened-head h2").evaluate("e => e.getBoundingClientRect().top")
    assert 0 <= top < DESK["height"]
    page.click("#file-close")
    page.wait_for_function(f"document.activeElement.dataset.row === '{row}'")
    page.wait_for_timeout(300)

    assert page.locator("#file-pairs").get_by_text("Pairs 11 to 20 of 24").first.is_visible()
    assert abs(page.evaluate("window.scrollY") - before) < 5


def test_focus_survives_a_pair_of_two_systems(page):
    compare_sample(page)
    button = page.locator("#systems-ends tbody button").nth(4)
    row = button.get_attribute("data-row")
    button.focus()
    before = page.evaluate("window.scrollY")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.tagName === 'H2'")
    page.click("#systems-close")
    page.wait_for_function(f"document.activeElement.dataset.row === '{row}'")
    page.wait_for_timeout(300)

    assert abs(page.evaluate("window.scrollY") - before) < 5


# --- a screen reader -----------------------------------------------------------------------------


def said(page, text):
    """Wait until a live region says a text."""
    page.locator("[role=status]", has_text=text).first.wait_for(state="attached")


def test_new_scores_are_announced_on_every_tab(page):
    type_pair(page, "a b", "a c")
    said(page, "rougeL: precision 0.50, recall 0.50, F 0.50")
    score_sample(page)
    said(page, "24 pairs scored. Mean F: rouge1 0.8858, rouge2")
    compare_sample(page)
    said(page, "rouge1, differences from hasty: careful +0.4894, better")
    page.locator("#systems-type").get_by_label("rougeL", exact=True).check()
    said(page, "rougeL, differences from hasty: careful")


def test_a_partner_is_text_that_a_screen_reader_reaches(page):
    """The browser's own tree of what it tells them describes each matched word."""
    type_pair(page, "three one", "one two three")
    page.click("#shown-type label:has-text('rouge1 ')")
    page.wait_for_function("document.querySelectorAll('#words mark').length === 4")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Accessibility.enable")
    nodes = devtools.send("Accessibility.getFullAXTree")["nodes"]
    described = [
        node["description"]["value"]
        for node in nodes
        if node.get("role", {}).get("value") == "mark" and node.get("description")
    ]

    assert described == [
        "matches the prediction, word 2: one.",
        "matches the prediction, word 1: three.",
        "matches the reference, word 3: three.",
        "matches the reference, word 1: one.",
    ]
