"""The running page in a real browser: what a visitor does, and what the visitor then sees."""

from __future__ import annotations

import csv
import json
import time

import pytest

pytest.importorskip("gradio", reason="the page needs gradio")

from browser import DESK, PHONE, TABS, open_page, open_tab, type_pair, view
from serving import running_app

pytestmark = pytest.mark.browser

PAIRS = [
    ("The cat sat.", "The cat slept."),
    ("A dog ran home.", "A dog ran away."),
    ("<script>window.hit=1</script>", "<img src=x onerror='window.hit=1'>"),
]

# Of every visible text: its contrast with what lies behind it (WCAG 2.1).
CONTRASTS = """
() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgba = colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => top.slice(0, 3).map((c, k) => c * top[3] + below[k] * (1 - top[3]));
  const behind = element => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      layers.push(rgba(getComputedStyle(e).backgroundColor));
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
  };
  const linear = c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = colour => {
    const [r, g, b] = colour.map(c => linear(c / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim();
    const element = texts.currentNode.parentElement;
    const box = element.getBoundingClientRect();
    const is_hidden = !element.checkVisibility({opacityProperty: true, visibilityProperty: true});
    if (!text || is_hidden || box.width < 2 || box.height < 2) continue;
    if (element.closest('[disabled], style, script, noscript')) continue;
    const style = getComputedStyle(element);
    const below = behind(element);
    const ink = element.namespaceURI.endsWith('svg') ? style.fill : style.color;
    const [a, b] = [light(over(rgba(ink), below)), light(below)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    found.push({text: text.slice(0, 40), ratio: (a + 0.05) / (b + 0.05), size: size});
  }
  return found;
}
"""


@pytest.fixture(scope="module")
def uploads(tmp_path_factory):
    """The same pairs in each kind of file."""
    parquet = pytest.importorskip("pyarrow.parquet")
    import pyarrow

    folder = tmp_path_factory.mktemp("uploads")
    for suffix, delimiter in ((".csv", ","), (".tsv", "\t")):
        with (folder / f"pairs{suffix}").open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, delimiter=delimiter)
            writer.writerows([["prediction", "reference"], *PAIRS])
    lines = [json.dumps({"prediction": pred, "reference": ref}) for pred, ref in PAIRS]
    (folder / "pairs.jsonl").write_text("\n".join(lines))
    (folder / "pairs.json").write_text(f"[{','.join(lines)}]")
    columns = {"prediction": [p for p, _ in PAIRS], "reference": [r for _, r in PAIRS]}
    parquet.write_table(pyarrow.table(columns), folder / "pairs.parquet")
    (folder / "predictions.txt").write_text("\n".join(p for p, _ in PAIRS))
    (folder / "worse.txt").write_text("\n".join("x" for _ in PAIRS))
    (folder / "references.txt").write_text("\n".join(r for _, r in PAIRS))
    return folder


def background(page, selector):
    return page.locator(selector).evaluate("element => getComputedStyle(element).backgroundColor")


def wait_for_row(page, selector, first, *others):
    """Wait until a table has a row that begins so, also one that is folded away."""
    row = page.locator(f"{selector} tbody tr", has=page.locator(f'th:text-is("{first}")'))
    for text in others:
        row.get_by_text(text, exact=True).first.wait_for(state="attached")


# --- tab 1 --------------------------------------------------------------------------------


def test_type_and_score(page):
    type_pair(page, "Two cats, sleeping!", "The CATS sleep.")
    wait_for_row(page, "#scores", "rouge1", "0.3333")

    assert page.locator("#words mark").all_inner_texts() == ["CATS", "cats"]
    assert page.locator("#words .rouge-text").all_inner_texts() == [
        "The CATS sleep.",
        "Two cats, sleeping!",
    ]
    assert page.input_value("#texts-signature textarea").startswith("evaluate_rouge:")


def test_scores_follow_the_typing(page):
    type_pair(page, "a b c", "a b d")
    wait_for_row(page, "#scores", "rouge2", "0.5000")


def test_options_change_the_scores(page):
    type_pair(page, "sleeping cats", "a cat sleeps")
    page.click("#texts-options button")
    page.get_by_label("Stem words").locator("visible=true").check()
    wait_for_row(page, "#scores", "rouge1", "0.8000")

    assert "stemmer:porter" in page.input_value("#texts-signature textarea")


def test_switch_type(page):
    type_pair(page, "a b c", "c a b")
    page.click("#shown-type label:has-text('rouge1 ')")
    page.wait_for_function("document.querySelectorAll('#words mark').length === 6")
    page.click("#shown-type label:has-text('rougeL ')")
    page.wait_for_function("document.querySelectorAll('#words mark').length === 4")

    assert page.locator("#words mark").all_inner_texts() == ["a", "b", "a", "b"]


def test_switch_type_by_keyboard(page):
    page.get_by_text("rougeL: ").wait_for()
    page.locator("#shown-type input").first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.get_by_text("rouge2: ").wait_for()


def test_pointing_at_a_word_shows_its_partner(page):
    type_pair(page, "one two three", "three one")
    page.click("#shown-type label:has-text('rouge1 ')")
    page.wait_for_function("document.querySelectorAll('#words mark').length === 4")
    partner, other = (
        "#words .rouge-side:nth-of-type(1) mark >> text=one",
        "#words mark >> text=three",
    )
    plain = background(page, partner)
    page.hover("#words .rouge-side:nth-of-type(2) mark >> text=one")

    assert background(page, partner) != plain
    assert page.locator(other).first.evaluate(
        "e => getComputedStyle(e).backgroundColor"
    ) != background(page, partner)
    said = page.locator("#words .rouge-side:nth-of-type(2) mark >> text=one").get_attribute(
        "aria-describedby"
    )
    assert page.locator(f"#{said}").text_content() == "matches the reference, word 2: one."
    page.get_by_text("one: matches the reference, word 2: one.").wait_for()


def test_focus_shows_a_words_partner(page):
    type_pair(page, "two one", "one two")
    page.click("#shown-type label:has-text('rouge1 ')")
    page.wait_for_function("document.querySelectorAll('#words mark').length === 4")
    page.locator("#words mark").first.focus()
    page.keyboard.press("ArrowRight")

    focused = page.evaluate("document.activeElement.textContent")
    colours = page.locator(f"#words mark >> text={focused}").evaluate_all(
        "marks => marks.map(mark => getComputedStyle(mark).backgroundColor)"
    )
    assert focused == "two"
    assert len(set(colours)) == 1
    assert colours[0] == "rgb(27, 27, 31)"


def test_words_of_a_text_are_one_stop_of_the_tab_key(page):
    type_pair(page, "a b c d", "a b c d")
    page.wait_for_function("document.querySelectorAll('#words mark').length === 8")
    wait_for_row(page, "#scores", "rouge1", "1.0000")
    page.locator("#words .rouge-side:nth-of-type(1) mark").first.focus()
    stops = []
    for _ in range(5):
        page.keyboard.press("Tab")
        stops.append(
            page.evaluate(
                "[...document.querySelectorAll('#words mark')].indexOf(document.activeElement)"
            )
        )

    assert [stop for stop in stops if stop >= 0] == [4]  # -1: the switch over it, what comes after


def test_long_texts_stay_quick(page):
    """Pointing at a passage of 2,500 words takes less than a second, and lights all of it."""
    text = " ".join(f"w{k % 500} x{k % 499}" for k in range(1_250))
    type_pair(page, text, text)
    page.wait_for_function("document.querySelectorAll('#words mark').length === 5000")
    took = page.evaluate(
        """async () => {
          const word = document.querySelectorAll('#words mark')[7];
          const start = performance.now();
          word.dispatchEvent(new PointerEvent('pointerover', {bubbles: true}));
          await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
          return performance.now() - start;
        }"""
    )

    assert page.locator("#words mark.lit").count() == 5000
    assert took < 1_000


def test_text_is_never_interpreted(page):
    text = "<script>window.hit=1</script><img src=x onerror='window.hit=1'> ${window.hit=1} {{7*7}}"
    type_pair(page, text, text)
    page.wait_for_function("document.querySelectorAll('#words mark').length > 20")

    assert page.locator("#words .rouge-text").all_inner_texts() == [text, text]
    assert page.evaluate("window.hit") is None
    assert page.locator("#words img, #words script").count() == 0


def test_right_to_left_text_reads_right(page):
    page.click("#example-4")
    page.wait_for_function("document.querySelectorAll('#words mark').length === 6")
    words = page.locator("#words .rouge-side:nth-of-type(1) mark").evaluate_all(
        "marks => marks.map(mark => mark.getBoundingClientRect().x)"
    )

    assert page.locator("#words .rouge-text:dir(rtl)").count() == 2
    assert words == sorted(words, reverse=True)


def test_examples_say_what_they_show(page):
    page.click("#example-1")
    page.get_by_text("One small word turns the sentence around").wait_for()
    wait_for_row(page, "#scores", "rouge1", "0.9474")


def test_several_references(page):
    type_pair(page, "a b c d", "a b")
    page.click("#add-reference")
    page.fill("#reference-1 textarea", "a b c")
    page.get_by_text("(reference 2)").wait_for()
    wait_for_row(page, "#scores", "rouge1", "0.8571")
    page.get_by_label("reference 1", exact=True).check()
    page.get_by_text("(reference 1)").wait_for()
    wait_for_row(page, "#scores", "rouge1", "0.6667")  # its own, and no more the best

    assert page.locator("#words .rouge-text").first.inner_text() == "a b"


def test_link_opens_the_same_comparison(page, browser, address):
    type_pair(page, "a & b?\n<c>", "\u732b a")
    page.click("#add-reference")
    page.fill("#reference-1 textarea", "b c=d")
    page.get_by_text("(reference 2)").wait_for()
    page.wait_for_timeout(500)  # a link is gone when an answer comes after it
    page.click("#make-link")
    page.wait_for_function("document.querySelector('#link textarea').value")
    visitor = open_page(browser, page.input_value("#link textarea"))
    visitor.wait_for_function("document.querySelector('#reference-1 textarea')?.value")

    assert visitor.input_value("#prediction textarea") == "a & b?\n<c>"
    assert visitor.input_value("#reference-0 textarea") == "\u732b a"
    assert visitor.input_value("#reference-1 textarea") == "b c=d"
    visitor.context.close()


@pytest.mark.parametrize(
    ("prediction", "reference", "said"),
    [
        pytest.param("a", "a" * 1_000_001, "1,000,001 characters", id="too long"),
    ],
)
def test_errors_are_said_in_words(page, prediction, reference, said):
    type_pair(page, prediction, reference)

    page.get_by_role("alert").get_by_text(said).wait_for()
    assert page.locator("#words mark").count() == 0


@pytest.mark.parametrize("box", ["#prediction", "#reference-0"])
def test_an_empty_box_is_no_fault(page, box):
    view(page, "Edit")
    page.fill(f"{box} textarea", "")
    page.get_by_text("here you will see which words match").wait_for()

    assert page.get_by_role("alert").count() == 0


def test_a_link_carries_every_option(page, browser, address):
    """And is gone as soon as it is true no more."""
    type_pair(page, "Dogs bark. Cats sleep.", "Cats sleep. A dog barks.")
    page.click("#find-sentences")
    page.click("#texts-options button")
    page.get_by_label("Stem words").locator("visible=true").check()
    page.locator("#texts-beta input").fill("2")
    page.keyboard.press("Tab")
    page.wait_for_function(
        "document.querySelector('#texts-signature textarea').value.includes('beta:2')"
    )
    page.wait_for_function(
        "document.querySelector('#texts-signature textarea').value.includes('punkt')"
    )
    said = page.input_value("#texts-signature textarea")
    page.click("#make-link")
    page.wait_for_function("document.querySelector('#link textarea').value")
    link = page.input_value("#link textarea")
    visitor = open_page(browser, link)
    visitor.wait_for_function(
        "document.querySelector('#texts-signature textarea').value.includes('beta:2')"
    )

    assert visitor.input_value("#texts-signature textarea") == said
    visitor.context.close()
    page.get_by_label("Stem words").locator("visible=true").uncheck()
    page.wait_for_function("!document.querySelector('#link textarea').value")


def test_use_unicode_is_a_button_of_the_hint(page):
    type_pair(page, "\u043a\u043e\u0442 \u0441\u043f\u0438\u0442", "\u043a\u043e\u0442")
    page.click("#use-unicode")
    wait_for_row(page, "#scores", "rouge1", "0.6667")

    page.locator("#use-unicode").wait_for(state="hidden")


def test_an_example_says_which_options_it_sets(page):
    page.click("#texts-options button")
    page.get_by_label("Stem words").locator("visible=true").check()
    page.click("#example-1")

    page.get_by_text("The example has set these options: Stem words.").wait_for()


def test_swap_and_clear(page):
    type_pair(page, "a b", "a b c d")
    page.click("#swap")
    wait_for_row(page, "#scores", "rouge1", "0.5000")
    assert page.input_value("#prediction textarea") == "a b c d"
    page.click("#clear")
    page.get_by_text("here you will see which words match").wait_for()

    assert page.input_value("#prediction textarea") == ""


def test_the_switch_shows_marks_in_place_of_the_box(page):
    type_pair(page, "a b", "a c")
    wait_for_row(page, "#scores", "rouge1", "0.5000")
    assert not page.locator("#prediction textarea").is_visible()
    view(page, "Edit", "prediction")

    assert page.locator("#prediction textarea").is_visible()
    assert not page.locator("#words .rouge-side:nth-of-type(2) mark").first.is_visible()
    assert page.locator("#words .rouge-side:nth-of-type(1) mark").first.is_visible()
    view(page, "Marked", "prediction")
    assert page.locator("#words .rouge-side:nth-of-type(2) mark").first.is_visible()


def test_what_was_missed_and_what_is_extra_is_seen_and_counted(page):
    type_pair(page, "the dog sat", "the cat sat down")
    wait_for_row(page, "#scores", "rouge1", "0.5714")

    assert page.locator("#words .missed").first.text_content() == "cat"
    assert page.locator("#words .extra").first.text_content() == "dog"
    page.get_by_text("missed: 2 words of the reference").wait_for()


def test_a_partner_out_of_sight_is_scrolled_into_view(page):
    filler = " ".join(f"w{k}" for k in range(900))
    type_pair(page, "needle", f"{filler} needle")
    page.wait_for_function("document.querySelectorAll('#words mark').length === 2")
    page.hover("#words .rouge-side:nth-of-type(2) mark")

    assert page.locator("#words .rouge-side:nth-of-type(1) .rouge-text").evaluate(
        "text => text.scrollTop > 0"
    )


def test_the_marks_can_be_taken_along(page):
    type_pair(page, "a b", "a c")
    wait_for_row(page, "#scores", "rouge1", "0.5000")
    with page.expect_download() as download:
        page.click("#save-marks")
    saved = download.value.path().read_text(encoding="utf-8")

    assert saved.startswith("<!DOCTYPE html>")
    assert "<mark" in saved and "missed" in saved


def test_a_comparison_is_copied_as_what_repeats_it(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    type_pair(page, "a b", "a c")
    wait_for_row(page, "#scores", "rouge1", "0.5000")

    for name, part in (("python", "evaluate.load("), ("command", "evaluate-rouge")):
        page.click(f"#texts-copy-{name}")
        page.locator(f"#texts-copy-{name}").get_by_text("Copied").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert part in copied and "a b" in copied


def test_scores_that_came_to_rest_are_announced(page):
    type_pair(page, "a b", "a c")

    page.get_by_role("status").get_by_text("precision 0.50, recall 0.50, F 0.50").wait_for(
        state="attached"
    )


def test_advice_on_the_pair_is_seen(page):
    type_pair(page, "Zo\u00eb sang", "Zo\u00e9 sang")
    page.locator("#legend").get_by_text('"Zo\u00eb" matches "Zo\u00e9" by "Zo"').wait_for()
    type_pair(page, "...", "Zo\u00e9 sang")
    page.locator("#legend").get_by_text('the prediction, "...", holds no token').wait_for()


def test_find_sentences_is_a_button_of_the_hint(page):
    type_pair(page, "Dogs bark. Cats sleep.", "Cats sleep. Dogs bark.")
    page.click("#find-sentences")
    page.wait_for_function(
        "document.querySelector('#texts-signature textarea').value.includes('sentences:punkt')"
    )

    page.locator("#find-sentences").wait_for(state="hidden")
    wait_for_row(page, "#scores", "rougeLsum", "1.0000")


def test_no_button_where_scoring_is_live(page):
    names = page.get_by_role("button").all_inner_texts()

    assert not [name for name in names if name.startswith(("Compare", "Score", "Run", "Submit"))]


def test_languages_are_chosen_by_their_names(page):
    page.click("#texts-options button")
    page.click("#texts-language input")
    page.get_by_role("option", name="German (de)").click()

    page.wait_for_function(
        "document.querySelector('#texts-signature textarea').value.includes('language:de')"
    )


# The first call, that of the page's loading, waits for `release`; `joins` counts all calls.
HELD = """
  const plain = window.fetch, held = new Promise(done => { window.release = done; });
  window.joins = 0;
  window.fetch = async (target, ...rest) => {
    const is_call = String(target.url ?? target).includes('queue/join');
    if (is_call && ++window.joins === 1) await held;
    return plain(target, ...rest);
  };
"""


def test_what_loads_late_overwrites_no_typing(browser, address):
    """The link's texts arrive after the visitor has begun to write."""
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    page.add_init_script(HELD)
    page.goto(f"{address}?prediction=from+the+link&reference=of+the+link")
    type_pair(page, "typed by hand", "written by hand")
    wait_for_row(page, "#scores", "rouge2", "0.5000")
    joins = page.evaluate("window.joins")
    page.evaluate("window.release()")
    page.wait_for_function("joins => window.joins > joins", arg=joins)  # what follows the loading
    page.wait_for_timeout(500)

    assert joins > 1
    assert page.input_value("#prediction textarea") == "typed by hand"
    assert page.input_value("#reference-0 textarea") == "written by hand"
    context.close()


def test_passages_far_apart_do_not_look_alike(page):
    """Five passages: four have a look of their own, and the fifth the plain one."""
    reference = "a b c x d e f x g h i x j k l x m"
    type_pair(page, "m y j k l y g h i y d e f y a b c", reference)
    page.click("#shown-type label:has-text('rouge1 ')")
    page.wait_for_function("document.querySelectorAll('#words mark').length === 26")
    looks = page.locator("#words .rouge-side:nth-of-type(1) mark").evaluate_all(
        """marks => marks.map(mark => [
          mark.className.split(' ')[1], getComputedStyle(mark).borderBottomStyle
            + getComputedStyle(mark).borderBottomColor + getComputedStyle(mark).backgroundColor])"""
    )

    look_of = dict(looks)
    assert len(look_of) == len(set(look_of.values())) == 5
    page.hover("#words .rouge-side:nth-of-type(1) mark >> text=h")
    assert page.locator("#words mark.lit").all_inner_texts() == ["g", "h", "i", "g", "h", "i"]


PASTE = """
(box, text) => {
  box.value = text;
  box.dispatchEvent(new Event('input', {bubbles: true}));
}
"""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(" ".join(f"w{k % 5_003}" for k in range(40_000)), id="many words"),
        pytest.param("yes\n" * 5_200, id="many lines"),
    ],
)
def test_long_texts_keep_no_other_visitor_waiting(page, browser, address, text):
    """They are scored and drawn in another process; two words are answered meanwhile."""
    other = open_page(browser, address)
    for box in ("#prediction textarea", "#reference-0 textarea"):
        page.locator(box).evaluate(PASTE, text)  # typing it costs the browser many seconds
    started = time.monotonic()
    type_pair(other, "a b c", "a b d")
    other.locator("#scores").get_by_text("0.6667").first.wait_for()
    took = time.monotonic() - started
    page.get_by_text("The first 20,000 characters of a text are drawn").wait_for()
    other.context.close()

    assert took < 3


def test_scores_come_first_on_a_phone(browser, address):
    page = open_page(browser, address, viewport=PHONE)
    tops = [
        page.locator(selector).first.bounding_box()["y"]
        for selector in ("#shown-type", "#scores .rouge-bars", ".rouge-examples", "#words")
    ]

    assert tops == sorted(tops)
    assert tops[1] < 300
    assert tops[3] < PHONE["height"]
    page.context.close()


def test_scores_and_marks_are_seen_at_once(browser, address):
    page = open_page(browser, address, viewport={"width": 1280, "height": 720})
    page.get_by_text("rouge1 1.00").wait_for()
    for selector in (
        "#scores .rouge-bars",
        "#words .rouge-text >> nth=0",
        "#words .rouge-text >> nth=1",
    ):
        box = page.locator(selector).bounding_box()
        assert box["y"] + box["height"] <= 720, selector
    one, other = (side.bounding_box() for side in page.locator("#words .rouge-side").all())
    assert one["y"] == other["y"]  # side by side
    assert one["width"] == other["width"] > 0.45 * 1280
    page.context.close()


def test_an_unknown_type_is_said_in_words(page):
    page.click("#texts-options button")
    page.locator("#texts-types input").fill("rougeX")
    page.keyboard.press("Enter")

    page.get_by_role("alert").get_by_text("rougeX").wait_for()


# --- tab 2 --------------------------------------------------------------------------------


def upload(page, uploads, *names):
    open_tab(page, "Score a file")
    for slot, name in zip(("predictions", "references"), names, strict=False):
        page.set_input_files(f"#file-{slot} input[type=file]", uploads / name)
        page.locator(f"#file-{slot} a[href]").first.wait_for()  # there when it is uploaded


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(["pairs.csv"], id="csv"),
        pytest.param(["pairs.tsv"], id="tsv"),
        pytest.param(["pairs.jsonl"], id="jsonl"),
        pytest.param(["pairs.json"], id="json"),
        pytest.param(["pairs.parquet"], id="parquet"),
        pytest.param(["predictions.txt", "references.txt"], id="two text files"),
    ],
)
def test_upload_each_kind_and_download(page, uploads, names, tmp_path):
    upload(page, uploads, *names)
    page.click("#score-file")
    page.locator("#file-scores tbody tr").first.wait_for()
    page.locator("#file-histogram svg.marks").wait_for()
    with page.expect_download() as download:
        page.click("#file-download")
    download.value.save_as(tmp_path / "scores.csv")
    with (tmp_path / "scores.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))

    assert [round(float(row["rouge1_fmeasure"]), 4) for row in rows] == [0.6667, 0.75, 0.5]
    assert page.locator("#file-chart svg.marks").count() == 1
    assert page.locator("#file-histogram svg.marks").count() == 1
    assert page.evaluate("window.hit") is None


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        pytest.param("empty.csv", "", "empty.csv is empty", id="empty"),
        pytest.param("a.pdf", "%PDF-1.4", "not of a kind that is read here", id="wrong kind"),
        pytest.param(
            "null.jsonl",
            '{"prediction": "a", "reference": null}\n',
            'null.jsonl:1: column "reference": null',
            id="null",
        ),
        pytest.param("alone.txt", "a\nb\n", "give a second file", id="no references"),
        pytest.param("header.csv", "prediction,reference\n", "no pairs to score", id="no pairs"),
        pytest.param("big.txt", None, "has 51 MB", id="too big"),
    ],
)
def test_file_errors_are_said_in_words(page, tmp_path, name, content, said):
    path = tmp_path / name
    if content is None:
        with path.open("wb") as file:
            file.truncate(51 * 2**20)
    else:
        path.write_text(content)
    open_tab(page, "Score a file")
    page.set_input_files("#file-predictions input[type=file]", path)
    page.locator("#file-predictions a[href]").first.wait_for()
    page.click("#score-file")

    page.get_by_role("alert").get_by_text(said).first.wait_for()


def test_files_of_unequal_length(page, uploads, tmp_path):
    (tmp_path / "short.txt").write_text("a\n")
    open_tab(page, "Score a file")
    page.set_input_files("#file-predictions input[type=file]", uploads / "predictions.txt")
    page.set_input_files("#file-references input[type=file]", tmp_path / "short.txt")
    page.locator("#file-references a[href]").first.wait_for()
    page.click("#score-file")

    page.get_by_role("alert").get_by_text("predictions.txt has 3, short.txt has 1").wait_for()


def test_no_file(page):
    open_tab(page, "Score a file")
    page.click("#score-file")

    page.get_by_role("alert").get_by_text("There is no file").wait_for()


# --- tabs 3 and 4 ---------------------------------------------------------------------------


def test_compare_systems(page, uploads):
    open_tab(page, "Compare systems")
    page.set_input_files(
        "#systems-predictions input[type=file]",
        [uploads / "predictions.txt", uploads / "worse.txt"],
    )
    page.set_input_files("#systems-references input[type=file]", uploads / "references.txt")
    page.locator("#systems-references a[href]").first.wait_for()
    page.locator("#systems-predictions a[href]").nth(1).wait_for()
    page.click("#compare-systems")
    wait_for_row(page, "#systems-differences", "worse", "not significant")
    wait_for_row(page, "#systems-differences", "predictions", "baseline")
    page.locator("#systems-type").get_by_label("rougeL", exact=True).check()
    page.locator("#systems-forest svg.marks").get_by_text("rougeL: differences").wait_for()


def test_one_system_is_too_few(page, uploads):
    open_tab(page, "Compare systems")
    page.set_input_files("#systems-predictions input[type=file]", [uploads / "pairs.csv"])
    page.locator("#systems-predictions a[href]").first.wait_for()
    page.click("#compare-systems")

    page.get_by_role("alert").get_by_text("at least two systems").wait_for()


def test_about_is_written_for_the_page(page):
    open_tab(page, "About")

    about = page.locator(".rouge-about").first
    about.get_by_role("heading", name="What ROUGE measures").wait_for()  # after the tab opens
    links = about.locator("a")
    assert links.count() > 8
    for link in links.all():
        assert link.get_attribute("href").startswith("https://")
        assert link.get_attribute("target") == "_blank"  # the Hub's own pages refuse a frame
    assert "](" not in about.inner_text()


def test_about_can_be_read_on_a_phone(browser, address):
    page = open_page(browser, address, viewport=PHONE)
    open_tab(page, "About")
    table = page.locator(".rouge-about table").first
    table.wait_for()

    cell = table.get_by_role("cell").last.bounding_box()
    assert cell["width"] >= 200
    assert cell["x"] + cell["width"] <= PHONE["width"]


def test_a_link_made_in_the_hubs_frame_leads_to_the_hub(browser, tmp_path_factory):
    """The Hub hands what stands after ? on to the frame when the page is opened there."""
    with running_app(tmp_path_factory.mktemp("hub"), SPACE_ID="someone/rouge") as address:
        page = open_page(browser, address)
        type_pair(page, "a b", "a c")
        wait_for_row(page, "#scores", "rouge1", "0.5000")
        page.click("#make-link")
        page.wait_for_function("document.querySelector('#link textarea').value")
        link = page.input_value("#link textarea")
        hub = "https://huggingface.co/spaces/someone/rouge?prediction="
        assert link.startswith(hub)
        visitor = open_page(browser, address + link.removeprefix(hub.partition("?")[0]))
        wait_for_row(visitor, "#scores", "rouge1", "0.5000")
        assert visitor.input_value("#prediction textarea") == "a b"
        page.context.close()
        visitor.context.close()


# --- everybody ------------------------------------------------------------------------------


def test_two_visitors_at_once(browser, address):
    visitors = [open_page(browser, address) for _ in range(2)]
    for k, page in enumerate(visitors):
        type_pair(page, "a b c d"[: 2 * k + 1], "a b c d")
    for page, recall in zip(visitors, ("0.2500", "0.5000"), strict=True):
        wait_for_row(page, "#scores", "rouge1", recall)
        page.context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "viewport", [pytest.param(None, id="desk"), pytest.param(PHONE, id="phone")]
)
def test_every_tab_is_readable_and_fits_the_screen(browser, address, uploads, theme, viewport):
    """No text has too little contrast, and no page is wider than the screen."""
    page = open_page(browser, address, theme, viewport)
    for tab in TABS:
        if tab == "Score a file":
            upload(page, uploads, "pairs.csv")
            page.click("#score-file")
            page.locator("#file-scores tbody tr").first.wait_for()
        open_tab(page, tab)
        page.wait_for_timeout(500)
        faint = [
            text
            for text in page.evaluate(CONTRASTS)
            if text["ratio"] < (3 if text["size"] >= 24 else 4.5)
        ]

        assert not faint, tab
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), tab
    page.context.close()


def test_page_asks_nobody_else(browser, address):
    context = browser.new_context()
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.wait_for_selector("#words mark")
    context.close()

    assert not [url for url in asked if not url.startswith((address, "data:", "blob:"))]
