"""On sheets, cards and pictures of any map nothing covers anything, and the rings of targets touch nothing."""

import re
from itertools import pairwise

import pytest

from generator.authoring.dungeon_file_authoring import generated_text
from generator.chance import RandomStream, code_of
from generator.diagnostics import NOWHERE, SourceLocation
from generator.frame import MAP, GroupItem, ReusableDrawing, ShapeItem, TextItem, runs_of, walk
from generator.geometry import Size
from generator.layout.covering import covered_items, struck_texts
from generator.layout.drawn_items import DrawnPage
from generator.layout.frame_checks import LEAST_ON_MAP, small_type, small_type_on_maps
from generator.maps.grid import Dungeon
from generator.maps.share_code import MapOptions
from generator.products.cards import deck_faces
from generator.products.dungeon_sentences import MapPicture
from generator.products.dungeon_values import map_view
from generator.products.print_pack import open_pack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.products.sheets import sheet_face, sheet_pages
from generator.reading.decks import CardRecord
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT, often
from tests.maps.base import CATALOGUE, GAME, RULES
from tests.tables import write_files

PACKS = {language: open_pack(CATALOGUE, GAME, language) for language in ("en", "pl", "cs")}
FACE = Size(mm(200), mm(281))
CARD = Size(mm(63), mm(88))
AMOUNTS = ("few", "some", "many")
RING = 1.9  # points: rings have thicker lines than all other round shapes


def faces_of(path, language):
    """Return the sheet, the card and the picture of a dungeon."""
    pack = PACKS[language]
    (card,) = deck_faces(pack, "dungeons", CARD, chosen=[CardRecord(str(path), {}, 1, NOWHERE)]).cards
    return [sheet_face(pack, FACE, str(path), "standard"), *card, MapPicture(pack, str(path), titled=True).frame]


def cover_faults(frame):
    return [str(fault) for check in (covered_items, struck_texts) for fault in check(DrawnPage(frame))]


def touched_rings(frame):
    """Yield a message for each wall, water, triangle or ring that runs into a ring, by their boxes and lines."""
    shapes = [(item, matrix) for item, matrix in walk(frame.items) if isinstance(item, ShapeItem)]
    rings = [(item, matrix) for item, matrix in shapes if item.kind == "ellipse" and item.paint.stroke_width > 1.3]
    lines = [
        (item, matrix)
        for item, matrix in shapes
        if item.kind == "line"
        or (item.outline and (item.outline.name.startswith("wave") or item.outline.name == "triangle_shape"))
    ]
    for ring, matrix in rings:
        box = ring.rect.around(matrix)
        x, y, far = box.x + box.width / 2, box.y + box.height / 2, box.width / 2
        for other, other_matrix in lines:
            if other.rect.around(other_matrix).outset(2).meets(box):
                for ends in (side for run in runs_of(other, other_matrix) for side in pairwise(run)):
                    near = min(((x - px) ** 2 + (y - py) ** 2) ** 0.5 for px, py in ends)
                    if near < far:
                        yield f"{other.kind} at {other.place} runs into a ring on {frame.name}"


@pytest.mark.parametrize("part", range(4))
def test_nothing_covers_anything_on_generated_maps_of_every_size(part, tmp_path):
    tries = often(8, 500) // 4
    for number in range(part * tries, part * tries + tries):
        chance = RandomStream(number, "paper")
        size = (6, 7) if number % 3 == 0 else (3 + chance.below(10), 3 + chance.below(10))
        amounts = [chance.choice(AMOUNTS) for _ in range(3)]
        wishes = MapOptions(*size, chance.choice(("easy", "standard", "hard")), *amounts, new_map=number % 4 != 0)
        path = tmp_path / f"map{number}.yaml"
        path.write_text(generated_text(CATALOGUE, GAME, code_of(number * 7919 + 11), wishes), encoding="utf-8")
        for frame in faces_of(path, ("en", "pl", "cs")[number % 3]):
            assert cover_faults(frame) == []
            assert list(touched_rings(frame)) == []


THINGS = ("trap", "orc 3", "zombie 6", "ghost 4", "goblin 5", "gem {}", "potion", "item_half", "level_up")


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_nothing_covers_anything_whatever_lies_in_a_room(language, tmp_path):
    chance = RandomStream(5, language)
    for number in range(often(2, 60)):
        letters = iter("ABCDEFGH")
        monsters, rooms = 0, []
        for name in [f"{column}{row}" for row in range(1, 8) for column in "ABCDEF"]:
            things = []
            for thing in chance.shuffled(THINGS)[: chance.below(6)]:
                has_no_monster = not any(each[-1].isdigit() for each in things)
                if thing[-1].isdigit():
                    if has_no_monster and monsters < 12:
                        monsters += 1
                        things.append(thing)
                elif thing != "gem {}" or (letter := next(letters, "")):
                    things.append(thing.format(letter) if thing == "gem {}" else thing)
            rooms += [f"  {name}: [{', '.join(things)}]"] if things else []
        text = generated_text(CATALOGUE, GAME, code_of(number * 31 + 7), MapOptions(6, 7, "easy", new_map=True))
        path = tmp_path / f"full{number}.yaml"
        path.write_text(text.partition("rooms:")[0] + "rooms:\n" + "\n".join(rooms) + "\n", encoding="utf-8")
        for frame in faces_of(path, language):
            assert cover_faults(frame) == []
    PACKS[language].raise_faults()


@pytest.mark.parametrize("size", [(3, 3), (6, 7), (12, 3)])
def test_a_picture_has_space_for_the_longest_names(size, tmp_path):
    text = generated_text(CATALOGUE, GAME, "AACA-JYF", MapOptions(*size, new_map=True))
    path = tmp_path / "crypt.yaml"
    path.write_text(f"name: {'The Long Way Down to the Crypt of the Old King ' * 2}\n{text}", encoding="utf-8")
    words = (ROOT / "cards/paper-dungeons/words/en.yaml").read_text(encoding="utf-8")
    long_named = re.sub(r"\bname: [\w' ]+", "name: Terrible Grandmother of All the Creatures in the Deep", words)
    write_files(tmp_path, {"cards/paper-dungeons/words/en.yaml": long_named})
    pack = open_pack(GameCatalogue((tmp_path, ROOT)), GAME, "en")
    picture = MapPicture(pack, str(path), titled=True)
    assert "Grandmother" in "".join([item.text for item, _ in walk(picture.frame.items) if isinstance(item, TextItem)])
    assert cover_faults(picture.frame) == []
    assert picture.frame.size.width == pytest.approx(mm(20) * size[0])


def test_small_letters_of_a_map_are_reported_where_it_is_written():
    letter = TextItem(0, 9, "A", "text.bold", 14.0, "#000000", 9.0)
    place = SourceLocation("d.yaml", 3, 3)
    drawn_map = GroupItem(ReusableDrawing(Size(60, 60), (letter,), MAP), (0.49, 0, 0, 0.49, 0, 0), None, place)
    sheet = ReusableDrawing(Size(99, 99), (drawn_map,), "sheet")
    faults = [str(fault) for fault in small_type_on_maps(sheet, 1.0, LEAST_ON_MAP, "")]
    assert faults == ["d.yaml:3:3: L044 the smallest letters of the map are 6.9pt high on sheet"]
    assert list(small_type_on_maps(sheet, 1.1, LEAST_ON_MAP, "")) == list(small_type(sheet, 0.1, "")) == []


@pytest.mark.parametrize(
    ("size", "wraps", "numbers", "words"),
    [
        ((6, 7), {2, 4}, {"II", "IV"}, "A2–F2, A4–F4"),
        ((6, 7), {2, 7}, {"2", "7"}, "A2–F2, A7–F7"),
        ((8, 8), {1, 3, 5, 6, 7}, {"1", "3", "5", "6", "7"}, "1, 3, 5–7"),
    ],
)
def test_numbers_of_joined_rows_fit_into_their_open_ends(size, wraps, numbers, words):
    view = map_view(Dungeon(*size, wraps=frozenset(wraps)), RULES)
    assert {cell["row_number"] for cell in view["cells"] if cell["wrap_left"]} == numbers
    assert view["wrap_text"] == words


FULL_ROOMS = (
    "trap, orc {level}, gem {letter}, potion, item_half, level_up",
    "zombie {level}, gem {letter}, trap",
    "ghost {level}, potion, trap",
    "gem {letter}, level_up",
    "goblin {level}",
)


@pytest.mark.parametrize("size", [(3, 3), (6, 7), (8, 8), (10, 10), (12, 12), (12, 3), (3, 12)])
def test_letters_of_maps_have_seven_points_or_a_warning(size, tmp_path):
    """No map is too large for A4 and letter. A first-game sheet has less space, so some maps get a warning."""
    text = generated_text(CATALOGUE, GAME, code_of(size[0] * 97 + size[1]), MapOptions(*size, "easy", new_map=True))
    head = text.partition("rooms:")[0]
    last = chr(ord("A") + size[0] - 1)
    rooms = [
        f"  {(last, 'A', 'B')[number % 3]}{size[1] - number // 3}: "
        f"[{things.format(level=number % 6 + 1, letter='ABCDEFGH'[number])}]"
        for number, things in enumerate(FULL_ROOMS[: 3 * size[1]])
    ]
    path = tmp_path / "full.yaml"
    path.write_text(f"{head}rooms:\n" + "\n".join(rooms) + "\n", encoding="utf-8")
    for paper, mode in (("a4", "standard"), ("letter", "standard"), ("a4", "first-game"), ("letter", "first-game")):
        pack = open_pack(CATALOGUE, GAME, "en")
        list(sheet_pages(pack, SheetOptions(maps=(str(path),), mode=mode), PaperOptions(paper=paper)))
        assert cover_faults(sheet_face(pack, FACE, str(path), mode)) == []
        small = [fault for fault in pack.faults if fault.code == "L044"]
        if (paper, mode) == ("letter", "first-game") and size[1] > 9:
            assert {fault.place.path for fault in small} == {str(path)}
        else:
            assert small == []
        pack.raise_faults()
