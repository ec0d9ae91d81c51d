"""Simulated paper: photos of printed sheets that are filled in by hand, with the truth about each.

Nothing here depends on how a photo is read. The same seed gives the same bytes with the same versions of the
libraries; `seeds` lists the seeds for fitting a reader and those for judging it.
"""

import math
from typing import Any

from tests.photo.camera import Paper, Pose
from tests.photo.filled import filling, together
from tests.photo.grades import GRADES
from tests.photo.picture import packed
from tests.photo.seeds import stream
from tests.photo.sheets import printed
from tests.photo.taking import Lying, taken

DUNGEONS = "abcdefghijkl"


def photo(
    seed: int,
    game: str = "paper-dungeons",
    language: str = "en",
    paper: str = "a4",
    edition: str = "",
    grade: str = "good",
    megapixels: float = 5.0,
    sheet: str = "",
    dungeon: str | None = None,
) -> tuple[bytes, dict[str, Any]]:
    """Return a photo of a filled sheet as JPEG, and the truth about it as values of JSON.

    The truth: the identity of the sheet (`game`, `sheet`, `language`, `paper`, `edition`, `dungeon`), `boxes`
    ("marked", "empty" or "erased" by id), `counted` (the ids that the totals follow from), `written` (the text in
    boxes to write in), `totals`, `covered` (ids that a thumb hides), `corners` of the page (upper left, upper right,
    lower right, lower left, as a reader sees it) and `places` of all boxes, in pixels of the picture after its EXIF
    rotation. A `dungeon` that is not given is drawn at random if the game has any.
    """
    chance = stream(seed, "sheet")
    if dungeon is None:
        dungeon = chance.choice(DUNGEONS) if game == "paper-dungeons" else ""
    form = printed(game, sheet, language, paper, edition, dungeon)
    state = filling(form.game, form.sheet, dungeon, form.boxes, chance)
    lying = Lying(form, state, Paper(form.size, GRADES[grade], stream(seed, "paper")), seed)
    picture = taken([lying], GRADES[grade], megapixels, seed)
    content = packed(picture.image, GRADES[grade], stream(seed, "file"))
    return content, {"seed": seed, "grade": grade, "picture": list(picture.image.size), **picture.truths[0]}


def four_sheets(
    seed: int, language: str = "en", paper: str = "a4", edition: str = "", grade: str = "good", megapixels: float = 12.0
) -> tuple[bytes, dict[str, Any]]:
    """Return a photo of the four sheets of one game of Paper Dungeons, and the truth about each under `sheets`.

    Its players sit around the table: some sheets are upside down or on their side.
    """
    chance = stream(seed, "four")
    dungeon = chance.choice(DUNGEONS)
    form = printed("paper-dungeons", "", language, paper, edition, dungeon)
    sheets = []
    for number, state in enumerate(together(dungeon, form.boxes, chance, 4)):
        bent = Paper(form.size, GRADES[grade], stream(seed, f"paper {number}"), _place(number, form.size, chance))
        sheets.append(Lying(form, state, bent, 10 * seed + number))
    picture = taken(sheets, GRADES[grade], megapixels, seed)
    content = packed(picture.image, GRADES[grade], stream(seed, "file"))
    truth = {"seed": seed, "grade": grade, "picture": list(picture.image.size), "sheets": picture.truths}
    return content, truth


def _place(number: int, size: tuple[float, float], chance: Any) -> Pose:
    """Return the place of one of four sheets: apart from the others, a little askew, some turned to the far side."""
    x, y = (number % 2 - 0.5) * (size[0] + 30), (number // 2 - 0.5) * (size[1] + 34)
    turn = math.radians(chance.uniform(-5, 5)) + math.pi * (chance.random() < 0.25)
    return Pose(x + chance.uniform(-4, 4), y + chance.uniform(-5, 5), turn)
