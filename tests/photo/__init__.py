"""Simulated paper: printed sheets are filled in by hand and photographed, and the truth about each is known.

Nothing of it knows how a photo is read. The same seed gives the same bytes with the same versions of the libraries;
`seeds` tells which seeds are for fitting a reader and which for judging it.
"""

import math
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from tests.photo.camera import Camera, Paper
from tests.photo.filled import Filling, counts, filling
from tests.photo.grades import GRADES
from tests.photo.hands import Hand, Page
from tests.photo.picture import Placing, Scene, packed
from tests.photo.seeds import stream
from tests.photo.sheets import Printed, printed, raster
from tests.photo.tables import drawn_table

DUNGEONS = "abcdefghijkl"
DPIS = (100, 125, 150, 200, 250, 300, 350)
ERASED = 0.02  # of the boxes left empty


def photo(
    seed: int,
    game: str = "paper-dungeons",
    language: str = "en",
    paper: str = "a4",
    edition: str = "",
    grade: str = "good",
    megapixels: float = 5.0,
    sheet: str = "",
) -> tuple[bytes, dict[str, Any]]:
    """Return a photo of a filled sheet as JPEG, and the truth about it as values of JSON.

    The truth: what the sheet is (`game`, `sheet`, `language`, `paper`, `edition`, `dungeon`), `boxes` ("marked",
    "empty" or "erased" by id), `counted` (the ids that the total follows from), `written` (what stands in boxes to
    write in), `totals`, `covered` (ids that a thumb hides), `corners` of the page (upper left, upper right, lower
    right, lower left as it is read) and `places` of all boxes, in pixels of the picture turned as EXIF says.
    """
    chance = stream(seed, "sheet")
    dungeon = chance.choice(DUNGEONS) if game == "paper-dungeons" else ""
    form = printed(game, sheet, language, paper, edition, dungeon)
    state = filling(form.game, form.sheet, dungeon, form.boxes, chance)
    picture = _size(megapixels)
    how = GRADES[grade]
    scene_chance = stream(seed, "scene")
    bent = Paper(form.size, how, stream(seed, "paper"))
    camera = Camera(bent, how, picture, stream(seed, "camera"))
    placing = Placing(form.size, stream(seed, "printer"))
    scale = _scale(camera)
    dpi = next((dpi for dpi in DPIS if dpi / 25.4 >= 0.97 * scale), DPIS[-1])
    page = Page(raster(form.pdf, dpi).copy(), dpi, seed)
    boxes = write_down(page, form, state, seed)
    scene = Scene(picture, drawn_table(scene_chance))
    scene.lay_table(camera, (scene_chance.uniform(0, 400), scene_chance.uniform(0, 400)))
    sun = (scene_chance.uniform(0.3, 0.8), scene_chance.uniform(0, 2 * math.pi))
    scene.lay_page(camera, page.pixels, dpi, placing, sun)
    covering = scene.thumb(camera, how, scene_chance, scale) if scene_chance.random() < how.thumb else []
    scene.lamp(how, scene_chance)
    if scene_chance.random() < how.shadowed:
        scene.cast_shadow(how, scene_chance, scale)
    content = packed(scene.developed(how, scene_chance, seed), how, scene_chance)
    places = _places(form, camera, placing)
    truth = {
        "seed": seed,
        "game": form.game,
        "sheet": form.sheet,
        "language": language,
        "paper": paper,
        "edition": edition,
        "dungeon": dungeon,
        "grade": grade,
        "picture": list(picture),
        "boxes": boxes,
        "counted": [id for id in form.ticked if counts(id)],
        "written": {id: text for id, text in state.written.items() if id in form.written},
        "totals": list(state.totals),
        "covered": _covered(places, covering, picture),
        "corners": _corners(camera),
        "places": places,
    }
    return content, truth


def write_down(page: Page, form: Printed, state: Filling, seed: int) -> dict[str, str]:
    """Fill a sheet in by hand; returns what each box to tick is: marked, empty or erased."""
    chance = stream(seed, "hand")
    hand = Hand.drawn(chance)
    kinds, weights = list(hand.marks), list(hand.marks.values())
    told = {}
    for id, box in form.ticked.items():
        kind = state.marks.get(id, "")
        told[id] = "marked" if kind else "empty"
        if kind:
            page.mark(hand, chance.choices(kinds, weights)[0] if kind == "fill" else kind, box, chance)
        elif hand.tool.erased and counts(id) and chance.random() < ERASED:
            page.erase(hand, chance.choices(kinds, weights)[0], box, chance)
            told[id] = "erased"
    for id, box in form.written.items():
        if id in state.written:
            page.write(hand, state.written[id].replace("\u2212", "-"), box, chance)
    return told


def _size(megapixels: float) -> tuple[int, int]:
    """Return the pixels of an upright picture of 3 to 4."""
    unit = math.sqrt(megapixels * 1e6 / 12)
    return 8 * round(3 * unit / 8), 8 * round(4 * unit / 8)


def _scale(camera: Camera) -> float:
    """Return pixels to a mm in the middle of the page."""
    x, y = camera.seen(np.array([-20.0, 20.0, 0.0, 0.0]), np.array([0.0, 0.0, -20.0, 20.0]))
    return max(math.hypot(x[1] - x[0], y[1] - y[0]), math.hypot(x[3] - x[2], y[3] - y[2])) / 40


def _corners(camera: Camera) -> list[list[float]]:
    wide, high = camera.paper.size
    x, y = camera.seen(np.array([-wide, wide, wide, -wide]) / 2, np.array([-high, -high, high, high]) / 2)
    return [[round(float(a), 1), round(float(b), 1)] for a, b in zip(x, y, strict=True)]


def _places(form: Printed, camera: Camera, placing: Placing) -> dict[str, list[float]]:
    points = np.array([placing.on_paper(*box.middle) for box in form.boxes.values()])
    x, y = camera.seen(points[:, 0], points[:, 1])
    return {id: [round(float(a), 1), round(float(b), 1)] for id, a, b in zip(form.boxes, x, y, strict=True)}


def _covered(places: dict[str, list[float]], outline: list, picture: tuple[int, int]) -> list[str]:
    if not outline:
        return []
    mask = Image.new("L", picture)
    ImageDraw.Draw(mask).polygon(outline, fill=255, outline=255)
    hidden = np.asarray(mask)
    wide, high = picture
    return [id for id, (x, y) in places.items() if 0 <= x < wide and 0 <= y < high and hidden[int(y), int(x)]]
