"""Make the pictures of docs/: `python -m tools.doc_pictures` prints cards, pieces and sheets, and opens the workshop.

It needs a browser, as the tests of the pages do. Look at the pictures that it writes.
"""

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml
from PIL import Image, ImageDraw, ImageOps
from playwright.sync_api import sync_playwright

from generator.authoring.new_files import STARTERS
from generator.draw.pdf.document import pdf_bytes
from generator.draw.raster import page_png, pictures
from generator.fonts.faces import Fonts
from generator.frame import ShapeItem
from generator.geometry import A4, Size
from generator.layout.engine import LayoutEngine
from generator.layout.icons import Icons
from generator.layout.spec import LayoutSpec
from generator.layout.svg_drawings import read_vector_picture
from generator.products.faces_on_paper import face_size, printable
from generator.products.print_pack import open_pack
from generator.products.sheets import sheet_face
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.pictures import PictureFile
from generator.reading.structure import structure
from generator.reading.yaml_nodes import parse_yaml
from tests.conftest import ROOT
from tests.page_session import Session
from tests.tables import write_files
from tests.workshop.browsers import browser_path
from tests.workshop.programs import Program

CARDS, PIECES = ROOT / "docs/cards.png", ROOT / "docs/pieces.png"
TABLE, LAMPLIGHTER, FIRST_DECK = ROOT / "docs/table.png", ROOT / "docs/lamplighter.png", ROOT / "docs/first-deck.png"
TABLE_SIZE, WOOD, WOOD_LINE, PLANK = (1180, 830), "#b98d5f", "#a97f54", 104
ON_THE_TABLE = {  # x, y and turn of a card on the table
    "dungeons-*-a-front": (8, 40, 4),
    "bosses-*-bandit_chief-front": (14, 380, -3),
    "missions-*-potions_8-front": (870, 20, -2),
    "missions-*-rooms_15-front": (985, 250, 3),
    "powers-*-psionic-front": (870, 320, 2),
    "goals-*-rooms-front": (985, 545, -4),
}
WORKSHOP = ROOT / "docs/workshop.png"
TURNS = ROOT / "docs/turns.png"
GALLERY, SHEET_PARTS = ROOT / "docs/gallery", ROOT / "layouts/common/sheet_parts.yaml"
LOOKS, FONTS = ROOT / "docs/looks.png", ROOT / "fonts"
SHEET_DPI, PART_DPI, LOOKS_DPI, DECK_DPI, COLOURS = 82, 120, 180, 50, 160
AROUND, ROOMY = 3, 60  # points: of the page around a part that is cut out; only a panel is higher than the second
FRONTS = (
    "dungeons-*-c",
    "bosses-*-dragon",
    "missions-*-potions_8",
    "powers-*-treasure_hunter",
    "goals-*-heroes_level_5",
)
BACKS = ("dungeons-*-c", "bosses-*-dragon", "missions", "powers", "goals")
GROUND, GAP = "#d9d4c8", 10  # the colour behind the cards; pixels between pictures
FOOT = 0.94  # of a page: below it are rulers
LONG_ENOUGH = 60_000  # milliseconds to draw the map and its sheet
WINDOW = {"width": 1180, "height": 860}


def small(picture):
    """Return a picture in few colours, as PNG."""
    file = io.BytesIO()
    picture = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def scrawl(*order):
    subprocess.run([sys.executable, "-m", "generator", *map(str, order)], check=True, cwd=ROOT)


def laid_out(rows, ground):
    """Return rows of pictures on a ground; each row is centred."""
    widths = [sum(picture.width for picture in row) + GAP * (len(row) + 1) for row in rows]
    heights = [max(picture.height for picture in row) + GAP for row in rows]
    picture_of_rows, y = Image.new("RGB", (max(widths), sum(heights) + GAP), ground), GAP
    for row, width, height in zip(rows, widths, heights, strict=True):
        x = (picture_of_rows.width - width) // 2 + GAP
        for picture in row:
            picture_of_rows.paste(picture, (x, y))
            x += picture.width + GAP
        y += height
    return picture_of_rows


def table(folder):
    """Return a table during a game: a sheet with pencil marks, and cards around it."""
    season = ROOT / "cards/paper-dungeons/examples/season.yaml"
    scrawl("print", "sheets", "--record", season, "--lang", "en", "--paper", "a4", "-o", folder / "season.pdf")
    page = Image.open(io.BytesIO(page_png((folder / "season.pdf").read_bytes(), 0, SHEET_DPI)))
    tabletop = Image.new("RGB", TABLE_SIZE, WOOD)
    planks = ImageDraw.Draw(tabletop)
    for y in range(0, tabletop.height, PLANK):
        planks.line((0, y, tabletop.width, y), fill=WOOD_LINE, width=2)
    placed = [(page, 228, -70, 1.5)]
    placed += [(Image.open(*(folder / "cards").glob(f"{name}.png")), *place) for name, place in ON_THE_TABLE.items()]
    for picture, x, y, turn in placed:
        paper = picture.convert("RGBA").rotate(turn, Image.Resampling.BICUBIC, expand=True)
        shadow = Image.new("RGBA", paper.size, "#000000")
        shadow.putalpha(paper.getchannel("A").point(lambda alpha: alpha // 3))
        tabletop.paste(shadow, (x + 4, y + 5), shadow)
        tabletop.paste(paper, (x, y), paper)
    return tabletop


def lamplighter(folder):
    """Return the card that the README's layout draws."""
    (layout,) = re.findall(r"```yaml\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
    files = {
        "cards/town/game.yaml": "game: town\ndecks: {people: {layout: people, fields: {name: text, text: text, power: number}}}\n",
        "cards/town/words/en.yaml": "game: {title: Town}\n",
        "cards/town/people.yaml": "cards: {lamp: {name: Lamplighter, text: Light one dark street. Draw a card., power: 3}}\n",
        "layouts/town/people.yaml": layout,
    }
    write_files(folder / "town", files)
    scrawl("export", "png", "--home", folder / "town", "--game", "town", "--dpi", PART_DPI, "-o", folder / "people")
    return Image.open(next((folder / "people").glob("*front.png")))


def first_deck(folder):
    """Return the page that docs/first-deck.md prints in its last step."""

    def run(*words, env, **_):
        command = [sys.executable, "-m", "generator", *words]
        settings = {**os.environ, **env, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
        return subprocess.run(command, cwd=home, env=settings, capture_output=True, text=True, check=False)

    home = folder / "night-market"
    home.mkdir(exist_ok=True)
    Session(run, home, "first-deck.md").follow((ROOT / "docs/first-deck.md").read_text(encoding="utf-8"))
    return Image.open(io.BytesIO(page_png((home / "deck.pdf").read_bytes(), 0, DECK_DPI)))


def cards(folder):
    """Return a card of each deck, front and back."""
    scrawl("export", "png", "--dpi", SHEET_DPI, "--lang", "en", "-o", folder / "cards")
    names = [[f"{name}-{side}.png" for name in keys] for side, keys in (("front", FRONTS), ("back", BACKS))]
    faces = [[Image.open(*(folder / "cards").glob(name)) for name in row] for row in names]
    return laid_out(faces, GROUND)


def pieces(folder):
    """Return both sides of the counters, a box for a deck and a pocket, each cut out of its page."""
    order = ("--lang", "en", "--paper", "a4", "--duplex", "long-edge")
    cutouts = []
    for name in ("counters", "bosses_box", "pocket"):
        scrawl("print", "pieces", name, *order, "-o", folder / f"{name}.pdf")
        for page in pictures((folder / f"{name}.pdf").read_bytes(), SHEET_DPI):
            picture = page.convert("RGB")
            picture = picture.crop((0, 0, picture.width, round(picture.height * FOOT)))
            cutouts.append(picture.crop(ImageOps.invert(picture.convert("L")).getbbox()))
    return laid_out((cutouts[:2], cutouts[2:]), "white")


def turns(folder):
    """Return two worked examples, as strips of boards."""
    scrawl("print", "page", "examples", "--lang", "en", "--paper", "a4", "-o", folder / "turns.pdf")
    page = Image.open(io.BytesIO(page_png((folder / "turns.pdf").read_bytes(), 0, SHEET_DPI)))
    return page.crop((0, round(0.28 * page.height), page.width, round(0.79 * page.height)))


COIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="19" fill="#8a5a00"/>'
    '<circle cx="20" cy="20" r="16" fill="#ffcf3f"/><path d="M17 10h6v20h-6z" fill="#8a5a00"/></svg>'
)


def looks():
    """Return the card in docs/looks.md as PNG, in all its colours."""
    art, *_ = re.findall(r"```yaml\n(.*?)```", LOOKS.with_suffix(".md").read_text(encoding="utf-8"), re.S)
    layout = structure(parse_yaml(art, "looks.yaml"), LayoutSpec, "a layout")
    coin = PictureFile("coin.svg", Size(40, 40), read_vector_picture("coin", COIN.encode(), "coin.svg"))
    files = {f"{family}.{cut}": FONTS / file for family, cuts in layout.fonts.items() for cut, file in cuts.items()}
    engine = LayoutEngine(layout, files, Icons((FONTS / "icons",)), "en", lambda name: coin)
    face = engine.face(layout.front, {}, Size(layout.size.width, layout.size.height), "looks")
    if face.faults:
        raise SystemExit("\n".join(map(str, face.faults)))
    return page_png(pdf_bytes([face.frame], fonts=Fonts(files), title="looks"), 0, LOOKS_DPI)


def sheet_parts(folder):
    """Return the parts of sheets by the file names of their pictures, each cut out of the sheet with all parts."""
    order = ("--home", STARTERS, "--game", "parts", "--lang", "en", "--paper", "a4", "-o", folder / "parts.pdf")
    scrawl("print", "sheets", *order)
    page = Image.open(io.BytesIO(page_png((folder / "parts.pdf").read_bytes(), 0, PART_DPI)))
    pack, room = open_pack(GameCatalogue((STARTERS, ROOT)), "parts", "en"), printable(A4)
    face, scale = sheet_face(pack, face_size(pack, A4)), page.width / A4.width
    panels = [
        item.rect for item in face.items if isinstance(item, ShapeItem) and item.radius and item.rect.height > ROOMY
    ]
    parts = {}
    for name, panel in zip(yaml.safe_load(SHEET_PARTS.read_text(encoding="utf-8"))["parts"], panels, strict=True):
        x, y = room.x + panel.x - AROUND, room.y + panel.y - AROUND
        sides = (x, y, x + panel.width + 2 * AROUND, y + panel.height + 2 * AROUND)
        parts[f"part_{name}.png"] = page.crop(tuple(round(side * scale) for side in sides))
    return parts


def workshop(folder):
    """Return a screenshot of a dungeon in the workshop: its map, and the sheet beside it."""
    program = Program(folder)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
            page = browser.new_page(viewport=WINDOW, locale="en-GB")
            page.goto(program.link)
            page.get_by_text("Dungeons", exact=True).first.click()
            page.wait_for_selector(".board[data-previewed]", timeout=LONG_ENOUGH)
            return Image.open(io.BytesIO(page.screenshot()))
    finally:
        program.kill()


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        CARDS.write_bytes(small(cards(folder)))
        TABLE.write_bytes(small(table(folder)))
        LAMPLIGHTER.write_bytes(small(lamplighter(folder)))
        FIRST_DECK.write_bytes(small(first_deck(folder)))
        PIECES.write_bytes(small(pieces(folder)))
        TURNS.write_bytes(small(turns(folder)))
        for picture, part_picture in sheet_parts(folder).items():
            (GALLERY / picture).write_bytes(small(part_picture))
        LOOKS.write_bytes(looks())
        WORKSHOP.write_bytes(small(workshop(folder)))


if __name__ == "__main__":
    main()
