"""render/: golden texts, escaping, and colours that can be told apart."""

from __future__ import annotations

import re
import time
from html.parser import HTMLParser
from itertools import combinations

import numpy as np
import pytest
from evaluate_rouge.counting import parse_types
from evaluate_rouge.pairs import align_pair, default_tokens, line_sentences, located_tokens
from evaluate_rouge.render import to_html, to_page, to_section, to_text
from evaluate_rouge.render.palette import DARK, LIGHT, LINE_STYLES
from hypothesis import given
from hypothesis import strategies as st

REFERENCE = "Seoul has about ten million residents\nand is the capital."
PREDICTION = "Seoul is the capital and has about nine million residents."


def aligned(rouge_type, reference=REFERENCE, prediction=PREDICTION, cut=default_tokens):
    return align_pair(parse_types([rouge_type]), reference, prediction, cut, line_sentences)[
        rouge_type
    ]


# --- terminal text ------------------------------------------------------------------------


def test_whole_text():
    assert (
        to_text(aligned("rougeL"))
        == """\
rougeL  precision 0.5000  recall 0.5000  F 0.5000
hits: 5 of 10 in the prediction, 5 of 10 in the reference

reference
  Seoul has about ten million residents
  a---- b--------     c----------------
  and is the capital.

prediction
  Seoul is the capital and has about nine million residents.
  a----                    b--------      c----------------"""
    )


@pytest.mark.parametrize("colour", [False, True])
def test_long_texts_are_drawn_in_time_that_grows_with_them(colour):
    alignment = aligned("rouge1", "word " * 16_000, "word " * 16_000)

    begun = time.process_time()
    drawn = to_text(alignment, colour=colour)

    assert time.process_time() - begun < 5  # half a minute, were all marks read for each line
    assert drawn.count("word") == 32_000


def foreign(text):
    return located_tokens(text, text.split())


@pytest.mark.parametrize(
    ("alignment", "width", "drawing"),
    [
        pytest.param(
            aligned("rouge2", "a b a b", "a b! b a"),
            80,
            """\
reference
  a b a b
  a-- b

prediction
  a b! b a
  a----- b""",
            id="a word in two bigrams has two partners",
        ),
        pytest.param(
            aligned("rougeLsum", "the cat\nthe dog", "the dog"),
            80,
            """\
reference
  the cat
  a--
  the dog
  ... b--

prediction
  the dog
  a-- b--""",
            id="a clipped word is dotted",
        ),
        pytest.param(
            aligned("rouge1", "one two three four", "two three\tone"),
            12,
            """\
reference
  one two
  a-- b--
  three four
  b----

prediction
  two three
  b--------
  one
  a--""",
            id="lines are broken at spaces",
        ),
        pytest.param(
            aligned("rouge1", "abcdefghijkl", "abcdefghijkl"),
            10,
            """\
reference
  abcdefgh
  a-------
  ijkl
  a---

prediction
  abcdefgh
  a-------
  ijkl
  a---""",
            id="a word longer than a line",
        ),
        pytest.param(
            aligned("rouge1", "\u732b\u304c A", "\u732b A e\u0301 B", foreign),
            80,
            """\
reference
  \u732b\u304c A
       a

prediction
  \u732b A e\u0301 B
     a""",
            id="wide characters take two columns",
        ),
        pytest.param(
            aligned("rouge1", "e\u0301 B", "B", foreign),
            80,
            """\
reference
  e\u0301 B
    a

prediction
  B
  a""",
            id="a mark on a letter takes none",
        ),
        pytest.param(
            aligned("rouge1", "\x1b[31ma\x07", "a\r\u202eb"),
            80,
            """\
reference
  \ufffd[31ma\ufffd

prediction
  a\ufffd\ufffdb""",
            id="escape sequences are shown, not obeyed",
        ),
        pytest.param(
            aligned("rouge1", "Happy cats", "cats", lambda text: located_tokens(text, ["CAT", 1])),
            80,
            """\
reference
  (the tokenizer's own tokens: they do not stand in the text as such)
  CAT 1
  a----

prediction
  (the tokenizer's own tokens: they do not stand in the text as such)
  CAT 1
  a----""",
            id="tokens without a place",
        ),
        pytest.param(
            aligned("rouge1", "", "a"),
            80,
            """\
reference


prediction
  a""",
            id="empty reference",
        ),
    ],
)
def test_text_without_colour(alignment, width, drawing):
    _, body = to_text(alignment, width=width).split("\n\n", 1)

    assert body == drawing


def test_text_with_colour():
    head, body = to_text(aligned("rougeLsum", "the cat\nthe dog", "The dog"), colour=True).split(
        "\n\n", 1
    )

    assert head.startswith("\x1b[1mrougeLsum\x1b[0m  precision 1.0000")
    assert body == (
        "\x1b[1mreference\x1b[0m\n"
        "  \x1b[4;34mthe\x1b[0m cat\n"
        "  \x1b[2;4mthe\x1b[0m \x1b[4;33mdog\x1b[0m\n"
        "\n"
        "\x1b[1mprediction\x1b[0m\n"
        "  \x1b[4;34mThe\x1b[0m \x1b[4;33mdog\x1b[0m"
    )


@given(text=st.text(max_size=40), width=st.integers(1, 20))
def test_text_loses_nothing_and_sends_no_controls(text, width):
    drawing = to_text(aligned("rouge1", text, ""), colour=False, width=width)
    body = drawing.split("reference\n", 2)[-1]

    assert "\x1b" not in drawing
    assert [c for c in body if c.isalpha() and not c.isascii()][: len(text)] == [
        c for c in text if c.isalpha() and not c.isascii()
    ]
    drawing.encode()


# --- HTML ---------------------------------------------------------------------------------


class Page(HTMLParser):
    """What a browser would make of it: tags, and the text of each marked word."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.shown, self.marked = [], [], []
        self.open, self.described_by, self.by_id = [], [], {}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag != "meta":
            self.open.append((tag, dict(attrs)))
        if tag == "mark":
            self.described_by.append(dict(attrs)["aria-describedby"])

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        tags = [tag for tag, _ in self.open]
        if any(attrs.get("class") == "rouge-text" for _, attrs in self.open):
            self.shown.append(data)
        if tags[-1:] == ["mark"]:
            self.marked.append(data)
        if self.open and "id" in self.open[-1][1]:
            self.by_id[self.open[-1][1]["id"]] = data

    @property
    def said(self):
        """What a screen reader says of each marked word."""
        return [" ".join(self.by_id[name] for name in ids.split()) for ids in self.described_by]


def test_html_golden():
    assert to_html(aligned("rouge1", "a <b>", "B!"), name="x", style=False) == (
        "<style>#x:has(.k0:hover,.k0:focus) .k0"
        "{background:var(--focus);color:var(--focus-text)}</style>"
        '<section class="rouge-pair" id="x">'
        '<div class="rouge-side"><h3>Reference</h3><div class="rouge-text" dir="auto">'
        '<span class="missed">a</span> &lt;'
        '<mark tabindex="0" class="s0 k0" aria-describedby="x-reference-0">b</mark>&gt;</div>'
        '<div hidden><span id="x-reference-0">matches the prediction, word 1: B.</span></div></div>'
        '<div class="rouge-side"><h3>Prediction</h3><div class="rouge-text" dir="auto">'
        '<mark tabindex="0" class="s0 k0" aria-describedby="x-prediction-0">B</mark>!</div>'
        '<div hidden><span id="x-prediction-0">matches the reference, word 2: b.</span></div></div>'
        '<p class="rouge-note rouge-said">Point at a word, or go to it with Tab and the arrow '
        "keys: its passage lights up in both texts.</p>"
        '<ul class="rouge-legend"><li><span class="plain">matched</span>: 1 of 2 words of the '
        "reference, 1 of 1 of the prediction</li>"
        '<li><span class="missed">missed</span>: 1 word of the reference</li>'
        '<li><span class="extra">extra</span>: 0 words of the prediction</li></ul></section>'
    )


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<script>alert(1)</script>", id="script"),
        pytest.param("</div></section><img src=x onerror=alert(1)>", id="closing tags"),
        pytest.param("\"' onmouseover='x' &amp; &lt;b&gt; <!-- -->", id="quotes and entities"),
        pytest.param("${1 + 1} {{value}} {% x %}", id="templates"),
        pytest.param("**a** $x$ [a](javascript:b)", id="markdown"),
    ],
)
def test_text_is_escaped_never_interpreted(text):
    page = Page(to_html(aligned("rouge1", text, text)))

    assert "".join(page.shown) == text + text
    assert set(page.tags) <= {
        *("section", "style", "div", "h3", "mark", "p", "span", "ul", "li"),
    }


def test_a_word_that_is_said_is_escaped():
    page = Page(to_html(aligned("rouge1", '"><b>', '"><b>', lambda t: located_tokens(t, [t]))))

    assert page.said[0] == 'matches the prediction, word 1: "><b>.'
    assert "b" not in page.tags


def test_control_characters_and_surrogates_can_be_sent():
    assert Page(to_html(aligned("rouge1", "a\x00\ud800b", ""))).shown == [
        "a\ufffd\ufffdb",
        "(empty)",
    ]


@given(
    st.lists(st.sampled_from(["a", "b", "c", "\n"]), max_size=10).map(" ".join),
    st.lists(st.sampled_from(["a", "b", "c", "\n"]), max_size=10).map(" ".join),
)
def test_marks_in_html_add_up(reference, prediction):
    for rouge_type in ("rouge1", "rougeL", "rougeLsum"):
        alignment = aligned(rouge_type, reference, prediction)
        drawing = to_html(alignment, style=False)
        counted = re.findall(r'<mark tabindex="0" class="(?:s\d|plain) ', drawing)

        assert len(counted) == 2 * alignment.counts.hits


def test_what_was_missed_and_what_is_extra_is_marked_and_counted():
    page = to_html(aligned("rouge1", "the cat sat", "a dog the sat sat"), style=False)

    assert re.findall(r'class="missed">([^<]*)<', page) == ["cat", "missed"]
    assert re.findall(r'class="extra">([^<]*)<', page)[0] == "a dog"
    assert "missed</span>: 1 word of the reference" in page
    assert "matched</span>: 2 of 3 words of the reference, 2 of 5 of the prediction" in page


def test_no_two_passages_share_a_style():
    words = [f"w{k}" for k in range(40)]
    page = to_html(aligned("rouge1", " ".join(words), " ".join(words[::-1])), style=False)
    styled = re.findall(r'class="(s\d) (k\d+)"', page)

    assert len({style for style, _ in styled}) == len({passage for _, passage in styled})
    assert 'class="plain k' in page  # more passages than styles: the others look alike, and plain


def test_section_is_the_fragment_without_its_style():
    alignment = aligned("rouge1")

    whole = to_html(alignment, style=False)
    # With a script one word is a stop of the Tab key, and arrow keys do the rest.
    assert whole.replace('tabindex="0"', "").endswith(
        re.sub('tabindex="-?[01]"', "", to_section(alignment))
    )
    assert "<style" not in to_section(alignment)


def test_the_words_of_a_passage_share_a_class():
    drawing = to_html(aligned("rouge2", "a b a b", "a b b a"), style=False)
    classes = re.findall(r'class="s\d ([k0-9 ]+)"', drawing)

    assert classes == ["k0", "k0", "k1", "k0", "k0", "k0", "k1"]  # a b with a b and b; a with a


def test_whole_page():
    page = Page(to_page([aligned("rouge1"), aligned("rougeL")], title="<b>"))

    assert page.tags.count("section") == 2
    assert "b" not in page.tags
    assert not page.open


# --- colours ------------------------------------------------------------------------------

# Machado, Oliveira and Fernandes 2009: what is left of linear sRGB at full severity.
VISION = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
WHITE = np.array([0.95047, 1.0, 1.08883])


def linear(colour):
    srgb = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def contrast(colour, other):
    """Measure by WCAG 2.1: 1 for equal colours, 21 for black on white."""
    darker, lighter = sorted(float(linear(c) @ TO_XYZ[1]) for c in (colour, other))
    return (lighter + 0.05) / (darker + 0.05)


def cielab(light):
    ratios = TO_XYZ @ light / WHITE
    f = np.where(ratios > 0.008856, np.cbrt(ratios), 7.787 * ratios + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


themes = pytest.mark.parametrize(
    "theme", [pytest.param(LIGHT, id="light"), pytest.param(DARK, id="dark")]
)


@themes
def test_every_theme_has_contrast(theme):
    assert contrast(theme.text, theme.page) >= 7
    assert contrast(theme.quiet, theme.page) >= 4.5
    assert contrast(theme.focus_text, theme.focus) >= 7
    for fill, line in zip(theme.fills, theme.lines, strict=True):
        assert contrast(theme.text, fill) >= 7
        assert contrast(line, theme.page) >= 4.5
        assert contrast(line, fill) >= 4.45
        assert contrast(theme.focus, fill) >= 7


@themes
@pytest.mark.parametrize("vision", VISION)
def test_colours_can_be_told_apart(theme, vision):
    seen = [cielab(np.clip(VISION[vision] @ linear(line), 0, 1)) for line in theme.lines]

    assert min(np.linalg.norm(a - b) for a, b in combinations(seen, 2)) >= 25


def test_colour_is_never_the_only_cue():
    assert len(set(LINE_STYLES)) == len(LIGHT.lines) == len(DARK.lines) == len(LIGHT.fills)
