"""A picture of one or more sheets, filled in by hand, on a table, taken by a phone, and the truth about them."""

import math
import random
from typing import Any, NamedTuple

import numpy as np
from PIL import Image, ImageDraw

from tests.photo.camera import Camera, Paper
from tests.photo.filled import Filling
from tests.photo.grades import Grade
from tests.photo.hands import Hand, Page
from tests.photo.picture import Scene
from tests.photo.printer import Printer
from tests.photo.seeds import stream
from tests.photo.sheets import Printed, raster
from tests.photo.tables import drawn_table

DPIS = (75, 100, 125, 150, 200, 250, 300, 350)
ERASED = 0.02  # share of the empty boxes, if the hand has a pencil
WALKED = 0.6  # share of the players who draw their way through the rooms
THINGS = 0.5  # share of the tables with things on them
LANDSCAPE = 0.8  # share of the phones that are turned for a page on its side


class Lying(NamedTuple):
    """A sheet on the table: its print, its marks, its bend and place, and its own seed."""

    form: Printed
    state: Filling
    paper: Paper
    seed: int


class Taken(NamedTuple):
    """A picture before compression, and the truth about each of its sheets."""

    image: Image.Image
    truths: list[dict[str, Any]]


def quarters(grade: Grade, chance: random.Random) -> int:
    """Draw by how many quarters a page is turned in the picture."""
    return chance.choices((1, -1, 2), (2, 2, 1))[0] if chance.random() < grade.turned else 0


def picture_size(megapixels: float, is_wide: bool) -> tuple[int, int]:
    """Return the size in pixels of a 3 by 4 picture, upright or wide."""
    unit = math.sqrt(megapixels * 1e6 / 12)
    size = 8 * round(3 * unit / 8), 8 * round(4 * unit / 8)
    return size[::-1] if is_wide else size


def taken(sheets: list[Lying], grade: Grade, megapixels: float, seed: int) -> Taken:
    """Take a picture of sheets on a table."""
    chance = stream(seed, "scene")
    turns = quarters(grade, chance)
    is_wide = (sheets[0].form.size[0] > sheets[0].form.size[1]) != (turns % 2 == 1 and chance.random() < LANDSCAPE)
    picture = picture_size(megapixels, is_wide)
    camera = Camera([each.paper for each in sheets], grade, picture, stream(seed, "camera"), turns)
    scene = Scene(picture, drawn_table(chance))
    scene.lay_table(camera, (chance.uniform(0, 400), chance.uniform(0, 400)))
    scale = max(scale_of(camera, each.paper) for each in sheets)
    if chance.random() < THINGS:
        scene.lay_things(camera, chance, scale)
    sun = (chance.uniform(0.3, 0.8), chance.uniform(0, 2 * math.pi))
    truths = [_add_sheet(scene, camera, each, sun) for each in sheets]
    if chance.random() < grade.thumb:
        outline = scene.thumb(camera, sheets[0].paper, grade, chance, scale)
        for truth in truths:
            truth["covered"] = _covered(truth["places"], outline, picture)
    scene.lamp(grade, chance)
    if chance.random() < grade.shadowed:
        scene.cast_shadow(grade, chance, scale)
    return Taken(scene.inked(grade, chance, seed), truths)


def _add_sheet(scene: Scene, camera: Camera, sheet: Lying, sun: tuple[float, float]) -> dict[str, Any]:
    """Fill a sheet in, lay it on the table, and return the truth about it."""
    form, state, seed = sheet.form, sheet.state, sheet.seed
    scale = scale_of(camera, sheet.paper)
    dpi = next((dpi for dpi in DPIS if dpi / 25.4 >= 0.97 * scale), DPIS[-1])
    printer = Printer(form.size, stream(seed, "printer"))
    page = Page(printer.printed(raster(form.pdf, dpi), dpi, seed), dpi, seed)
    boxes = write_down(page, form, state, seed)
    page.crease(sheet.paper, printer)
    scene.lay_page(camera, sheet.paper, page.pixels, dpi, printer, sun)
    return {
        "game": form.game,
        "sheet": form.sheet,
        "language": form.language,
        "paper": form.paper,
        "edition": form.edition,
        "dungeon": form.dungeon,
        "boxes": boxes,
        "counted": list(state.counted),
        "written": dict(state.written),
        "totals": list(state.totals),
        "covered": [],
        "corners": _corners(camera, sheet.paper),
        "places": _places(form, camera, sheet.paper, printer),
    }


def write_down(page: Page, form: Printed, state: Filling, seed: int) -> dict[str, str]:
    """Fill in a sheet by hand; return the state of each tick box: marked, empty or erased."""
    chance = stream(seed, "hand")
    hand = Hand.drawn(chance)
    kinds, weights = list(hand.marks), list(hand.marks.values())
    states = {}
    if chance.random() < WALKED:
        _walk(page, hand, form, state, chance)
    for id, box in form.ticked.items():
        kind = state.marks.get(id, "")
        states[id] = "marked" if kind else "empty"
        if kind:
            page.mark(hand, chance.choices(kinds, weights)[0] if kind == "fill" else kind, box, chance)
        elif hand.tool.erased and not id.startswith("room.") and chance.random() < ERASED:
            page.erase(hand, chance.choices(kinds, weights)[0], box, chance)
            states[id] = "erased"
    for id, box in form.written.items():
        if id in state.written:
            page.write(hand, state.written[id].replace("\u2212", "-"), box, chance)
    return states


def _walk(page: Page, hand: Hand, form: Printed, state: Filling, chance: random.Random) -> None:
    """Draw the way through the rooms as a line. It ends when it leaves the map or jumps."""
    way: list[tuple[float, float]] = []
    for start, end in state.path:
        middles = [form.ticked[f"room.{room}"].middle for room in (start, end) if f"room.{room}" in form.ticked]
        if not middles:
            continue
        to = (middles[-1][0] + chance.gauss(0, 1.6), middles[-1][1] + chance.gauss(0, 1.6))
        near = way and math.dist(way[-1], middles[0]) < 12 and math.dist(middles[0], middles[-1]) < 26
        if not near:
            if len(way) > 1:
                page.draw(hand, [way], chance)
            way = [middles[0]] if len(middles) == 2 and math.dist(*middles) < 26 else [(to[0], to[1] + 11)]
        way.append(to)
    if len(way) > 1:
        page.draw(hand, [way], chance)


def scale_of(camera: Camera, paper: Paper) -> float:
    """Return pixels to a mm in the middle of a page."""
    x, y = camera.seen(paper, np.array([-20.0, 20.0, 0.0, 0.0]), np.array([0.0, 0.0, -20.0, 20.0]))
    return max(math.hypot(x[1] - x[0], y[1] - y[0]), math.hypot(x[3] - x[2], y[3] - y[2])) / 40


def _corners(camera: Camera, paper: Paper) -> list[list[float]]:
    wide, high = paper.size
    x, y = camera.seen(paper, np.array([-wide, wide, wide, -wide]) / 2, np.array([-high, -high, high, high]) / 2)
    return [[round(float(a), 1), round(float(b), 1)] for a, b in zip(x, y, strict=True)]


def _places(form: Printed, camera: Camera, paper: Paper, printer: Printer) -> dict[str, list[float]]:
    points = np.array([printer.on_paper(*box.middle) for box in form.boxes.values()]).reshape(-1, 2)
    x, y = camera.seen(paper, points[:, 0], points[:, 1])
    return {id: [round(float(a), 1), round(float(b), 1)] for id, a, b in zip(form.boxes, x, y, strict=True)}


def _covered(places: dict[str, list[float]], outline: list, picture: tuple[int, int]) -> list[str]:
    mask = Image.new("L", picture)
    ImageDraw.Draw(mask).polygon(outline, fill=255, outline=255)
    mask_pixels = np.asarray(mask)
    wide, high = picture
    return [id for id, (x, y) in places.items() if 0 <= x < wide and 0 <= y < high and mask_pixels[int(y), int(x)]]
