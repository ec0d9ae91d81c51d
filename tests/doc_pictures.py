"""The pictures of docs/ that show pages: `python -m tests.doc_pictures` prints a sheet, opens the workshop, and shows both.

It needs a browser, as the tests of the pages do. Look at what it writes.
"""

import io
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from generator.draw.raster import png_pages
from tests.conftest import ROOT
from tests.workshop.browsers import browser_path
from tests.workshop.programs import Program

SHEET, WORKSHOP = ROOT / "docs/sheet.png", ROOT / "docs/workshop.png"
SHEET_DPI, COLOURS = 82, 160
LONG_ENOUGH = 6000  # milliseconds, for the map and its sheet to be drawn
WINDOW = {"width": 1180, "height": 860}


def small(png):
    """Return a picture in few colours, as PNG."""
    file = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def sheet(folder):
    """Return the player sheet of the first dungeon, with a name."""
    order = ("--dungeon", "a", "--player", "Ada", "--lang", "en", "--paper", "a4", "-o", folder / "sheet.pdf")
    subprocess.run([sys.executable, "-m", "generator", "print", "sheets", *map(str, order)], check=True, cwd=ROOT)
    return next(png_pages((folder / "sheet.pdf").read_bytes(), SHEET_DPI))


def workshop(folder):
    """Return what the workshop shows of a dungeon: its map, and the sheet beside it."""
    program = Program(folder)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
            page = browser.new_page(viewport=WINDOW, locale="en-GB")
            page.goto(program.link)
            page.get_by_text("Dungeons", exact=True).first.click()
            page.wait_for_timeout(LONG_ENOUGH)
            return page.screenshot()
    finally:
        program.kill()


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        SHEET.write_bytes(small(sheet(folder)))
        WORKSHOP.write_bytes(small(workshop(folder)))


if __name__ == "__main__":
    main()
