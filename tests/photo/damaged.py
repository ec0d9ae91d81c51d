"""Pictures without a readable sheet, or almost without: inputs for a reader that trusts nothing.

Each has a kind and, if a whole sheet of ours is on it, its totals. A score with another total, or for a picture
without totals, is wrong. `spoiled.py` damages photos of sheets and their files.
"""

import io
import random
from collections.abc import Callable
from typing import Any

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tests.photo.camera import Paper, Pose
from tests.photo.filled import STATES, Filling, filling
from tests.photo.grades import GRADES
from tests.photo.picture import packed
from tests.photo.seeds import grains, stream
from tests.photo.sheets import Printed, page_of, printed
from tests.photo.strokes import LETTERS
from tests.photo.tables import drawn_table
from tests.photo.taking import Lying, taken

MEGAPIXELS = 2.0
Result = tuple[bytes, list[int] | None]


def damaged(seed: int) -> tuple[bytes, dict[str, Any]]:
    """Return a picture and its truth: its `kind`, and the `totals` that a reader may give, or None without a score."""
    kind = list(KINDS)[seed % len(KINDS)]
    content, totals = KINDS[kind](seed, stream(seed, "damage"))
    return content, {"seed": seed, "kind": kind, "totals": totals}


def _sheet(
    seed: int, chance: random.Random, megapixels: float = MEGAPIXELS, **shape: Any
) -> tuple[Image.Image, list[int]]:
    """Return a fair photo of a player sheet before compression."""
    form = printed("paper-dungeons", "", chance.choice(("en", "pl", "cs")), "a4", "", chance.choice("abc"))
    state = filling(form.game, form.sheet, form.dungeon, form.boxes, chance)
    grade = GRADES["fair"]._replace(thumb=0.0, turned=0.0, **shape)
    picture = taken([Lying(form, state, Paper(form.size, grade, chance), seed)], grade, megapixels, seed)
    return picture.image, picture.truths[0]["totals"]


def _jpeg(image: Image.Image, chance: random.Random) -> bytes:
    return packed(image, GRADES["fair"], chance)


def no_picture(_seed: int, chance: random.Random) -> Result:
    """A file named .jpg that is not a JPEG."""
    heads = (
        b"", b"\xff\xd8", b"\xff\xd8\xff\xe0\x00\x10JFIF", b"%PDF-1.7\n", b"GIF89a", b"PK\x03\x04", b"<html>", b"\x89PNG\r\n\x1a\n",
        b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", b"RIFF\x10\x00\x00\x00WEBPVP8 ", b"game: paper-dungeons\n",
    )  # fmt: skip
    return chance.choice(heads) + chance.randbytes(chance.choice((0, 10, 2000))), None


def huge(_seed: int, chance: random.Random) -> Result:
    """A small file that claims to be a picture of billions of pixels."""
    file = io.BytesIO()
    Image.new("L", (16, 16)).save(file, "JPEG")
    content = bytearray(file.getvalue())
    at = content.index(b"\xff\xc0") + 5
    content[at : at + 4] = chance.choice(
        (b"\xff\xff\xff\xff", b"\xea\x60\xea\x60", b"\x00\x00\x00\x00", b"\xff\xff\x00\x01")
    )
    return bytes(content), None


def one_colour(_seed: int, chance: random.Random) -> Result:
    """Black, white, grey, or any colour."""
    size = chance.choice(((1, 1), (8, 3000), (640, 480), (1200, 1600)))
    return _jpeg(Image.new("RGB", size, chance.choice(("black", "white", "grey", "#804020"))), chance), None


def only_noise(seed: int, chance: random.Random) -> Result:
    """Noise, coarse or fine."""
    step = chance.choice((1, 4, 40))
    pixels = grains(seed, "noise").integers(0, 256, (1600 // step, 1200 // step, 3), dtype=np.uint8)
    return _jpeg(Image.fromarray(pixels).resize((1200, 1600)), chance), None


def empty_table(_seed: int, chance: random.Random) -> Result:
    """A table without a sheet."""
    tile = Image.fromarray(drawn_table(chance)).point([round(255 * (each / 255) ** 0.45) for each in range(256)] * 3)
    corners = (0, 0, 150, 1000, 850, 1000, 1000, 0)
    return _jpeg(tile.transform((1200, 1600), Image.Transform.QUAD, corners, Image.Resampling.BILINEAR), chance), None


def far_away(seed: int, chance: random.Random) -> Result:
    """A sheet so small in the picture that its boxes are a few pixels."""
    image, totals = _sheet(seed, chance, fills=(0.08, 0.2))
    return _jpeg(image, chance), totals


def slanted(seed: int, chance: random.Random) -> Result:
    """A sheet seen along the table."""
    image, totals = _sheet(seed, chance, tilt=(62, 76))
    return _jpeg(image, chance), totals


def torn(seed: int, chance: random.Random) -> Result:
    """A sheet torn into two pieces."""
    image, totals = _sheet(seed, chance)
    wide, high = image.size
    edge = [(x, high * (0.5 + chance.gauss(0, 0.01)) + 0.1 * (x - wide / 2)) for x in range(0, wide + 40, 40)]
    mask = Image.new("L", image.size)
    ImageDraw.Draw(mask).polygon([(0, 0), *edge, (wide, 0)], fill=255)
    apart = ImageChops.offset(image, chance.randint(-90, 90), chance.randint(40, 200))
    return _jpeg(Image.composite(image, apart, mask), chance), totals


def foreign_page(seed: int, chance: random.Random) -> Result:
    """A letter, a form, a table: not ours."""
    page = Image.new("L", (1240, 1754), 255)
    pen = ImageDraw.Draw(page)
    kind = chance.choice(("letter", "table", "boxes", "scrawl"))
    if kind == "letter":
        for row in range(24):
            x = 120
            while x < chance.uniform(900, 1120):
                long = chance.randint(20, 130)
                pen.rectangle((x, 160 + 60 * row, x + long, 176 + 60 * row), fill=40)
                x += long + 16
    elif kind == "table":
        for at in range(100, 1700, 80):
            pen.line((100, at, 1140, at), fill=0, width=3)
        for at in range(100, 1200, chance.choice((104, 130, 208))):
            pen.line((at, 100, at, 1700), fill=0, width=3)
    elif kind == "boxes":
        for y in range(100, 1650, 70):
            for x in range(100, 1150, 70):
                pen.rectangle((x, y, x + 40, y + 40), outline=0, width=3)
                if chance.random() < 0.3:
                    pen.line((x, y, x + 40, y + 40), fill=30, width=4)
    else:
        for _ in range(160):
            x, y, size = chance.uniform(50, 1150), chance.uniform(50, 1650), chance.uniform(30, 90)
            for stroke in LETTERS[chance.choice(list(LETTERS))]:
                pen.line([(x + size * a, y + size * b) for a, b in stroke], fill=20, width=5)
    return _jpeg(_photo_of(page_of(page), Filling({}, {}), seed, chance), chance), None


def _photo_of(
    form: Printed, state: Filling, seed: int, chance: random.Random, megapixels: float = MEGAPIXELS
) -> Image.Image:
    """Return a page as a fair photo shows it."""
    grade = GRADES["fair"]
    return taken([Lying(form, state, Paper(form.size, grade, chance), seed)], grade, megapixels, seed).image


def other_page(seed: int, chance: random.Random) -> Result:
    """A page of ours without boxes to fill in: rules, help."""
    from generator.api import open_game

    game, page = chance.choice(
        (("paper-dungeons", "help"), ("paper-dungeons", "items"), ("platformer", "help"), ("yacht", "rules"))
    )
    form = printed(game, "", "en", "a4", "", "")
    content = open_game(game, "en").page(page).pdf()
    form = form._replace(pdf=content, ticked={}, written={})
    return _jpeg(_photo_of(form, Filling({}, {}), seed, chance), chance), None


def other_game(seed: int, chance: random.Random) -> Result:
    """A filled sheet of another game. A reader may read it as that game."""
    game, sheet = chance.choice([each for each in STATES if each[0] != "paper-dungeons"])
    form = printed(game, sheet, "en", "a4", "", "")
    state = filling(form.game, form.sheet, "", form.boxes, chance)
    return _jpeg(_photo_of(form, state, seed, chance), chance), list(state.totals)


def overlapping(seed: int, chance: random.Random) -> Result:
    """Two sheets, one half over the other."""
    form = printed("paper-dungeons", "", "en", "a4", "", "a")
    grade = GRADES["fair"]
    poses = (Pose(), Pose(chance.uniform(-110, 110), chance.uniform(70, 130), chance.uniform(-0.5, 0.5)))
    sheets = []
    for number, pose in enumerate(poses):
        state = filling(form.game, form.sheet, "a", form.boxes, chance)
        sheets.append(Lying(form, state, Paper(form.size, grade, chance, pose), seed + number))
    return _jpeg(taken(sheets, grade, 3 * MEGAPIXELS, seed).image, chance), None


def nothing_marked(seed: int, chance: random.Random) -> Result:
    """A sheet without any marks."""
    form = printed("paper-dungeons", "", "en", "a4", "", "a")
    return _jpeg(_photo_of(form, Filling({}, {}), seed, chance, 4.0), chance), None


def on_a_screen(seed: int, chance: random.Random) -> Result:
    """A photo of a sheet on a screen, with the lines of its pixels."""
    sheet, totals = _sheet(seed, chance)
    image = np.asarray(sheet).astype(np.float32)
    y, x = np.mgrid[0 : image.shape[0], 0 : image.shape[1]]
    waves = 1 + 0.35 * np.sin(x * chance.uniform(1.5, 2.5) + 0.02 * y) * np.sin(y * chance.uniform(1.5, 2.5))
    image = np.clip(image * waves[..., None], 0, 255).astype(np.uint8)
    return _jpeg(Image.fromarray(image).filter(ImageFilter.GaussianBlur(3.5)), chance), totals


def other_format(seed: int, chance: random.Random) -> Result:
    """A sheet in another format, or in colours that are rare in JPEG."""
    image, totals = _sheet(seed, chance, 4.0)
    file = io.BytesIO()
    kind = chance.choice(("PNG", "GIF", "CMYK", "grey", "palette"))
    if kind == "CMYK":
        image.convert("CMYK").save(file, "JPEG")
    elif kind == "grey":
        image.convert("L").save(file, "JPEG", quality=85)
    elif kind == "palette":
        image.convert("P").save(file, "PNG")
    else:
        image.save(file, kind)
    return file.getvalue(), totals


KINDS: dict[str, Callable[[int, random.Random], Result]] = {
    each.__name__: each
    for each in (
        no_picture, huge, one_colour, only_noise, empty_table, far_away, slanted, torn, foreign_page, other_page, other_game,
        overlapping, nothing_marked, on_a_screen, other_format,
    )
}  # fmt: skip
"""The function that makes each kind, in the order in which seeds use them."""
