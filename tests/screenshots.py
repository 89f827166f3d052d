"""Pictures of every tab, light and dark, on a desk and on a phone: ``make screenshots``.

Usage: python tests/screenshots.py FOLDER

Starts the app, fills each tab, and writes one PNG for each combination into the
folder; what the README and the Hub show of them goes into docs/.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from browser import DESK, PHONE, TABS, chromium, open_page, open_tab
from PIL import Image
from serving import ROOT, running_app

THEMES = ("light", "dark")
WIDTHS = {"desk": DESK, "phone": PHONE}
# (picture, its name in docs/, pixels of its height): for the README, and as the Hub shows a Space
FOR_DOCS = (
    ("compare-two-texts-light-desk.png", "page-texts.png", 1300),
    ("score-a-file-dark-desk.png", "page-file.png", 1300),
    ("compare-two-texts-light-desk.png", "page-thumbnail.png", 630),
)
COLOURS = 128  # of a picture in docs/, to keep it small


def main(folder: Path) -> None:
    """Make all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        uploads = _uploads(Path(place))
        with running_app(Path(place) / "space") as address, chromium() as browser:
            for theme in THEMES:
                for width, viewport in WIDTHS.items():
                    page = open_page(browser, address, theme, viewport)
                    _take_all(page, folder, f"{theme}-{width}", uploads)
                    page.context.close()
    for name, in_docs, height in FOR_DOCS:
        picture = Image.open(folder / name).convert("RGB")
        picture = picture.crop((0, 0, picture.width, min(picture.height, height)))
        picture.quantize(COLOURS).save(ROOT / "docs" / in_docs, optimize=True)


def _take_all(page: Any, folder: Path, kind: str, uploads: dict[str, Path]) -> None:
    """Fill and photograph the tabs one after the other."""
    for tab in TABS:
        open_tab(page, tab)
        if tab == "Compare two texts":
            page.click("#example-3")
            page.get_by_text("rougeLsum: ").wait_for()
            page.locator("#words mark").nth(1).hover()
        elif tab == "Score a file":
            page.set_input_files("#file-predictions input[type=file]", uploads["texts"])
            page.locator("#file-predictions a[href]").first.wait_for()
            page.click("#score-file")
            page.locator("#file-pairs tbody tr").first.wait_for()
            page.locator("#file-histogram svg.marks").wait_for()
        elif tab == "Compare systems":
            systems = [uploads["baseline"], uploads["shortened"], uploads["shuffled"]]
            page.set_input_files("#systems-predictions input[type=file]", systems)
            page.set_input_files("#systems-references input[type=file]", uploads["references"])
            page.locator("#systems-references a[href]").first.wait_for()
            page.locator("#systems-predictions a[href]").nth(2).wait_for()
            page.click("#compare-systems")
            page.locator("#systems-ends tbody tr").first.wait_for()
            page.locator("#systems-scatter svg.marks").wait_for()
        page.wait_for_timeout(700)
        name = f"{tab.lower().replace(' ', '-')}-{kind}.png"
        page.screenshot(path=folder / name, full_page=True)


def _uploads(folder: Path) -> dict[str, Path]:
    """Write the files to upload: the example texts, and three systems made of them."""
    lines = (ROOT / "examples" / "texts.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    predictions = [row["prediction"].replace("\n", " ") for row in rows]
    references = [row["references"][0].replace("\n", " ") for row in rows]
    texts = {
        "references": references,
        "baseline": predictions,
        "shortened": [" ".join(text.split()[: len(text.split()) // 2]) for text in predictions],
        "shuffled": [" ".join(sorted(text.split())) for text in predictions],
    }
    paths = {"texts": ROOT / "examples" / "texts.jsonl"}
    for name, column in texts.items():
        paths[name] = folder / f"{name}.txt"
        paths[name].write_text("\n".join(column), encoding="utf-8")
    return paths


if __name__ == "__main__":
    main(Path(sys.argv[1]))
