"""Files and systems on the running page, in a real browser: found, opened, cancelled, repeated."""

from __future__ import annotations

import csv
import json
import re
import time
from pathlib import Path

import pytest

pytest.importorskip("gradio", reason="the page needs gradio")

from browser import (
    DESK,
    PHONE,
    TABS,
    compare_sample,
    open_page,
    open_tab,
    score_sample,
    type_pair,
)

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def long_file(tmp_path_factory):
    """20,000 pairs of 80 words: a run of many seconds."""
    path = tmp_path_factory.mktemp("long") / "long.jsonl"
    words = [f"w{k % 97}x{k % 31}" for k in range(400)]
    with path.open("w") as file:
        for k in range(20_000):
            pred, ref = words[k % 300 : k % 300 + 80], words[k % 290 + 5 : k % 290 + 85]
            record = {"prediction": " ".join(pred), "reference": " ".join(ref)}
            file.write(json.dumps(record) + "\n")
    return path


def listed(page, where="#file-pairs"):
    return [int(text) for text in page.locator(f"{where} tbody button").all_inner_texts()]


def wait_for_list(page, rows):
    page.wait_for_function(
        """rows => JSON.stringify([...document.querySelectorAll('#file-pairs tbody button')]
          .map(button => Number(button.textContent))) === rows""",
        arg=json.dumps(rows).replace(" ", ""),
    )


# Every bar that is drawn: what it says, and how far it is.
WATCHED = """
() => {
  window.bars = [];
  new MutationObserver(() => {
    const bar = document.querySelector('.rouge-progress');
    if (bar) window.bars.push([bar.getAttribute('aria-valuetext'), Number(bar.ariaValueNow)]);
  }).observe(document.querySelector('#file-progress'), {
    subtree: true, childList: true, attributes: true,
  });
}
"""


def start_long_run(page, long_file):
    open_tab(page, "Score a file")
    page.set_input_files("#file-predictions input[type=file]", long_file)
    page.locator("#file-predictions a[href]").first.wait_for()
    page.get_by_label("Column of predictions").wait_for()
    page.click("#score-file")
    page.locator(".rouge-progress").wait_for()


def workers_of(folder):
    """Processes that were forked to score: those whose working folder is the app's."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").readlink() == folder:
                found.append(process.name)
        except OSError:
            continue
    return found


# --- a file ---------------------------------------------------------------------------------


def test_a_sample_shows_name_counts_mean_and_median_first(page):
    score_sample(page)

    caption = page.locator("#file-scores .rouge-caption").inner_text()
    assert "sample.jsonl: 24 pairs, 1 reference each; all options at their defaults" in caption
    heads = page.locator("#file-scores thead th").all_inner_texts()
    assert heads == ["type", "mean F", "95% interval", "median F", "precision", "recall"]
    scores, download = (
        page.locator(f"#file-{name}").bounding_box() for name in ("scores", "download")
    )
    assert abs(scores["y"] - download["y"]) < 30
    assert listed(page)[:3] == [23, 17, 19]  # worst first


def test_a_bar_lists_its_pairs(page):
    score_sample(page)
    page.locator("#file-histogram svg.marks .mark-rect path").first.click()
    wait_for_list(page, [23])

    assert page.input_value("#file-low input") == "0.6"
    page.locator("#file-bins summary").click()
    page.locator("#file-bins").get_by_label("List the pairs from 0.70 to 0.75").click()
    wait_for_list(page, [17])


def test_values_on_hover(page):
    score_sample(page)
    page.locator("#file-histogram svg.marks .mark-rect path").first.hover()
    tooltip = page.locator("#vg-tooltip-element")
    tooltip.wait_for()

    assert "F from" in tooltip.inner_text()
    assert page.locator("#file-histogram svg.marks").get_by_text("F of rouge1").count()
    assert page.locator("#file-histogram [aria-label*='mean 0.88']").count()  # said in words


@pytest.mark.parametrize("kind", ["SVG", "PNG"])
def test_charts_are_saved(page, kind):
    score_sample(page)
    page.locator("#file-chart summary").click()
    link = page.locator("#file-chart .vega-actions").get_by_text(f"Save as {kind}")
    with page.expect_download() as download:
        link.click()

    assert download.value.suggested_filename.endswith(kind.lower())
    assert page.locator("#file-chart .vega-actions a:visible").count() == 2


def test_sort_filter_and_turn_the_page(page):
    score_sample(page)
    page.click("#file-page-on")
    page.locator("#file-pairs").get_by_text("Pairs 11 to 20 of 24").first.wait_for()
    page.fill("#file-words textarea, #file-words input", "BRIDGE")
    page.keyboard.press("Enter")
    wait_for_list(page, [1])
    page.fill("#file-words textarea, #file-words input", "")
    page.keyboard.press("Enter")
    page.fill("#file-low input", "0.99")
    page.keyboard.press("Enter")
    page.locator("#file-pairs").get_by_text("Pairs 1 to").first.wait_for()
    page.click("#file-sort input")
    page.get_by_role("option", name="by number").click()
    page.wait_for_timeout(500)

    assert listed(page) == sorted(listed(page))


def test_a_pair_opens_in_place_and_focus_comes_back(page):
    score_sample(page)
    page.locator("#file-pairs").get_by_label("Open pair 19").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Pair 19 of 24").wait_for()
    page.locator("#file-marks mark").first.wait_for()
    page.wait_for_function("document.activeElement.tagName === 'H2'")
    assert "F of rouge1 0.8000" in page.locator("#file-marks").inner_text()
    page.click("#file-after")
    page.get_by_role("heading", name="Pair 2 of 24").wait_for()
    page.click("#file-before")
    page.get_by_role("heading", name="Pair 19 of 24").wait_for()
    page.click("#file-close")
    page.wait_for_function("document.activeElement.dataset.row === '19'")


def test_any_pair_by_its_number(page):
    score_sample(page)
    page.fill("#file-number input", "8")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Pair 8 of 24").wait_for()
    page.click("#file-after")
    page.get_by_role("heading", name="Pair 9 of 24").wait_for()


def test_an_open_pair_goes_to_the_first_tab(page):
    score_sample(page)
    page.locator("#file-pairs").get_by_label("Open pair 23").click()
    page.locator("#file-marks mark").first.wait_for()
    page.click("#file-edit")
    page.get_by_role("tab", name=TABS[0], selected=True).wait_for()
    page.wait_for_function(
        "document.querySelector('#prediction textarea').value.startsWith('Last winter beekeepers')"
    )


def test_an_opened_pair_scores_as_it_is_listed(page, tmp_path):
    """With all of its references, on both tabs; and whatever its length."""
    many = [f"word{k} x y z" for k in range(200)] + ["a b c"]
    long = "word " * 6_000
    path = tmp_path / "pairs.jsonl"
    pairs = {"prediction": "a b c d", "references": many}, {"prediction": long, "references": long}
    path.write_text("\n".join(map(json.dumps, pairs)))
    open_tab(page, "Score a file")
    page.set_input_files("#file-predictions input[type=file]", path)
    page.locator("#file-predictions a[href]").first.wait_for()
    page.click("#score-file")
    page.locator("#file-pairs").get_by_text("0.8571").wait_for()
    page.locator("#file-pairs").get_by_label("Open pair 2").click()
    page.get_by_text("The first 20,000 characters of a text are drawn").last.wait_for()
    page.click("#file-before")
    page.get_by_text("F of rouge1 0.8571, reference 201 of 201 shown").wait_for()
    page.click("#file-edit")
    page.get_by_text("189 more references of this pair have no box, and count").wait_for()

    page.locator("#scores").get_by_text("0.8571").first.wait_for()


def test_comparisons_name_their_files_and_are_dimmed_when_something_changes(page):
    compare_sample(page)
    said = page.locator("#systems-differences .rouge-caption").first.inner_text()
    assert "hasty.jsonl and careful.jsonl" in said
    assert "all options at their defaults" in said
    page.click("#systems-options button")
    page.locator("#systems-stemmer input").check()
    page.get_by_text("Changed since").wait_for()
    opacity = "element => getComputedStyle(element).opacity"

    assert float(page.locator("#systems-differences").evaluate(opacity)) < 0.6


def test_perfect_scores_and_long_names_are_drawn_within_bounds(page, tmp_path):
    """No axis goes beyond 1, and no name is longer than its place."""
    names = [f"{'a-very-' * 8}long-name-{k}" for k in range(2)]
    *systems, references = [tmp_path / f"{name}.txt" for name in [*names, "references"]]
    for path in [*systems, references]:
        path.write_text("a b\nc d\n")
    open_tab(page, "Compare systems")
    page.set_input_files("#systems-predictions input[type=file]", systems)
    page.set_input_files("#systems-references input[type=file]", references)
    page.locator("#systems-references a[href]").first.wait_for()
    page.locator("#systems-predictions a[href]").nth(1).wait_for()
    page.click("#compare-systems")
    page.locator("#systems-scatter svg.marks").wait_for()
    texts = []
    for chart in ("#systems-forest", "#systems-lengths", "#systems-scatter"):
        drawn = page.locator(f"{chart} svg.marks")
        frame = page.locator(chart).bounding_box()
        assert drawn.bounding_box()["width"] <= frame["width"]
        for text in drawn.locator("text:visible").all():
            box, name = text.bounding_box(), text.text_content()
            assert box["x"] >= frame["x"] - 1, name
            assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1, name
            texts.append(name)
    numbers = [float(text) for text in texts if re.fullmatch(r"\d\.\d+", text)]

    assert max(numbers) == 1.0
    assert any("a-very" in text for text in texts)


def test_results_are_dimmed_when_something_changes(page):
    score_sample(page)
    page.click("#file-options button")
    page.locator("#file-stemmer input").check()
    page.get_by_text("Changed since").wait_for()
    opacity = "element => getComputedStyle(element).opacity"
    assert float(page.locator("#file-scores").evaluate(opacity)) < 0.6
    page.locator("#file-stemmer input").uncheck()
    page.get_by_text("Changed since").wait_for(state="detached")
    assert page.locator("#file-scores").evaluate(opacity) == "1"
    page.locator("#file-stemmer input").check()
    page.get_by_text("Changed since").wait_for()
    page.click("#score-file")
    page.get_by_text("Changed since").wait_for(state="detached")
    page.locator("#file-scores").get_by_text("use_stemmer True").first.wait_for()


def test_list_and_download_number_pairs_alike(page, tmp_path):
    score_sample(page)
    with page.expect_download() as download:
        page.click("#file-download")
    download.value.save_as(tmp_path / "scores.csv")
    with (tmp_path / "scores.csv").open(newline="") as file:
        found = {row["row"]: f"{float(row['rouge1_fmeasure']):.4f}" for row in csv.DictReader(file)}

    for line in page.locator("#file-pairs tbody tr").all():
        assert line.locator("td").first.inner_text() == found[line.locator("button").inner_text()]


def test_a_long_run_shows_its_stages_and_its_memory_comes_back(page, long_file, space_folder):
    """What a run took is gone with its process; the server itself holds little more than before."""
    stages = ["Reading", "Scoring", "Resampling"]

    def resident():
        """Bytes of the app's own process and of all that it started."""
        pages = (
            Path(f"/proc/{pid}/statm").read_text().split()[1] for pid in workers_of(space_folder)
        )
        return sum(map(int, pages)) * 4096

    start_long_run(page, long_file)
    page.click("#file-cancel")
    page.get_by_text("Cancelled").wait_for()
    time.sleep(1)
    before = resident()
    page.evaluate(WATCHED)
    page.click("#score-file")
    page.locator("#file-pairs tbody tr").first.wait_for(timeout=110_000)
    time.sleep(1)
    held = resident() - before
    seen = page.evaluate("window.bars")
    percents = {stage: [n for said, n in seen if said.startswith(stage)] for stage in stages}

    assert all(len(set(found)) > 1 for found in percents.values()), seen  # each moves
    assert [n for _, n in seen] == sorted(n for _, n in seen)
    assert held < 60 * 2**20, held


def test_results_can_be_repeated_elsewhere(browser, address):
    page = open_page(browser, address)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    score_sample(page)
    for name, said in (
        ("python", "evaluate.load("),
        ("command", "evaluate-rouge score sample.jsonl"),
    ):
        page.click(f"#file-copy-{name}")
        page.locator(f"#file-copy-{name}").get_by_text("Copied").wait_for()
        assert said in page.evaluate("navigator.clipboard.readText()")
    page.context.close()


# --- long runs --------------------------------------------------------------------------------


def test_progress_moves_and_cancel_stops_the_work(page, long_file, space_folder):
    before = set(workers_of(space_folder))
    start_long_run(page, long_file)
    seen = set()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and len(seen) < 4:
        bar = page.locator(".rouge-progress")
        if not bar.count():
            break
        box = bar.bounding_box()
        assert box["height"] > 10
        assert box["width"] > 200
        seen.add(bar.get_attribute("aria-valuenow"))
        page.wait_for_timeout(50)
    assert len(seen) >= 4, seen
    assert set(workers_of(space_folder)) - before
    beside = page.locator("#file-cancel").bounding_box()
    assert abs(beside["y"] + beside["height"] / 2 - box["y"] - box["height"] / 2) < 30
    page.click("#file-cancel")
    page.get_by_text("Cancelled").wait_for()
    deadline = time.monotonic() + 5
    while set(workers_of(space_folder)) - before and time.monotonic() < deadline:
        time.sleep(0.1)

    assert not set(workers_of(space_folder)) - before
    assert page.locator(".rouge-progress").count() == 0
    assert not page.locator("#file-cancel").is_visible()


def test_a_visitor_in_the_queue_is_told_and_typing_goes_on(browser, address, long_file):
    pages = [open_page(browser, address) for _ in range(4)]
    for page in pages[:3]:  # two are scored at once
        start_long_run(page, long_file)
    said = pages[2].locator("#file-progress")
    said.get_by_text(re.compile(r"queue: \d+/\d+")).wait_for()
    typing = pages[3]
    started = time.monotonic()
    type_pair(typing, "a b c", "a b d")
    typing.locator("#scores").get_by_text("0.6667").first.wait_for()

    assert time.monotonic() - started < 5
    for page in pages:
        page.context.close()


def test_a_small_file_of_much_text_is_refused_at_once(page, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    column = pyarrow.DictionaryArray.from_arrays(
        pyarrow.array([0] * 20, "int32"), ["a" * 300_000_000]
    )
    table = pyarrow.table({"prediction": column, "reference": ["x"] * 20})
    path = tmp_path / "small.parquet"
    parquet.write_table(table, path, compression="zstd", dictionary_pagesize_limit=2**30)
    open_tab(page, "Score a file")
    page.set_input_files("#file-predictions input[type=file]", path)
    page.locator("#file-predictions a[href]").first.wait_for()
    page.click("#score-file")

    page.get_by_role("alert").get_by_text("bytes when unpacked").wait_for()


# --- systems ------------------------------------------------------------------------------------


def test_a_sample_of_systems_and_another_baseline(page):
    compare_sample(page)
    forest = page.locator("#systems-forest svg.marks")
    assert forest.get_by_text("better").count() >= 2
    assert page.locator("#systems-differences").get_by_text("baseline").count() == 1
    page.click("#systems-baseline input")
    page.get_by_role("option", name="careful").click()
    page.locator("#systems-differences").get_by_text("Differences from careful").first.wait_for()
    page.locator("#systems-forest svg.marks").get_by_text("worse").first.wait_for()


def test_wins_and_points_open(page):
    compare_sample(page)
    first = listed(page, "#systems-ends")[0]
    page.locator("#systems-ends").get_by_label(f"Open pair {first}").click()
    page.get_by_role("heading", name=f"Pair {first} of 24").wait_for()
    names = page.locator("#systems-marks .rouge-name").all_inner_texts()
    assert names == ["careful", "hasty"]
    page.click("#systems-close")
    page.wait_for_function(f"document.activeElement.dataset.row === '{first}'")
    page.locator("#systems-scatter svg.marks .mark-symbol path").nth(5).click(force=True)
    page.locator("#systems-opened-head h2").wait_for()


@pytest.mark.parametrize("kind", ["csv", "md", "tex"])
def test_comparisons_are_downloaded(page, kind, tmp_path):
    compare_sample(page)
    with page.expect_download() as download:
        page.click(f"#systems-{kind}")
    download.value.save_as(tmp_path / "found")

    assert "careful" in (tmp_path / "found").read_text()


# --- looks --------------------------------------------------------------------------------------


def test_names_of_files_are_whole_on_a_phone(browser, address):
    page = open_page(browser, address, viewport=PHONE)
    compare_sample(page)
    stems = page.locator("#systems-predictions .stem").evaluate_all(
        "stems => stems.map(stem => [stem.textContent, stem.scrollWidth - stem.clientWidth])"
    )
    page.context.close()

    assert stems == [["hasty", 0], ["careful", 0], ["first-eight-words", 0]]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "viewport", [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")]
)
def test_charts_fit_and_can_be_read(browser, address, theme, viewport):
    page = open_page(browser, address, theme, viewport)
    for show, charts in (
        (score_sample, ["#file-chart", "#file-histogram"]),
        (compare_sample, ["#systems-forest", "#systems-lengths", "#systems-scatter"]),
    ):
        show(page)
        page.wait_for_timeout(500)
        for chart in charts:
            drawn = page.locator(f"{chart} svg.marks")
            box, frame = drawn.bounding_box(), page.locator(chart).bounding_box()
            assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1, chart
            assert box["width"] > 200, chart
            fill = drawn.locator("text").first.evaluate("element => getComputedStyle(element).fill")
            assert (sum(map(int, fill[4:-1].split(","))) > 380) == (theme == "dark"), chart
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.context.close()
