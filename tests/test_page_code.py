"""The code of a page: its format never changes, a damaged code has no value, and every sheet has its own."""

import pytest

from generator.frame import walk
from generator.geometry import Rect, Size
from generator.page_code import (
    BITS,
    COLUMNS,
    HEIGHT,
    ROWS,
    WIDTH,
    PageCode,
    code_item,
    digest,
    is_code,
    read_code,
)
from generator.products.dungeon_values import open_dungeon
from generator.products.print_pack import open_pack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.products.sheets import map_digest, sheet_pages
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT, often
from tests.layout.laying import lay

A4 = Size(mm(210), mm(297))
PRINTED = {  # never change these: printed paper has them
    "100000111100010010001110000100010001011000001110001100000010111010110111001001101111101010111000": PageCode(),
    "100010001010001001010111101110010111111110001010110010101101010001001101110111010101011111111000": PageCode(
        1, 2918, 54, 13, 8, 27012, 4210752251
    ),
}
GAMES = ("paper-dungeons", "yacht", "dungeon-fighter", "platformer", "labirynt-smierci")
EDITIONS = (None, "ink-saver", "colour-blind", "large-print", "dry-erase")


def cells(item):
    """Return the bits of a drawn code, from its outline."""
    bits = [0] * BITS
    numbers = item.outline.numbers
    for at in range(0, len(numbers), 8):
        start, row, end = int(numbers[at]), int(numbers[at + 1]), int(numbers[at + 2])
        for column in range(start, end):
            bits[row * COLUMNS + column] = 1
    return tuple(bits)


def codes_on(frame):
    return [(read_code(cells(item)), item.rect.around(matrix)) for item, matrix in walk(frame.items) if is_code(item)]


def pages(game, language="en", edition=None, paper=A4, **options):
    pack = open_pack(GameCatalogue((ROOT,)), game, language, edition)
    doubled = options.pop("doubled", False)
    return list(sheet_pages(pack, SheetOptions(**options), PaperOptions(usual="a5" if doubled else paper)))


@pytest.mark.parametrize(("bits", "code"), PRINTED.items())
def test_codes_of_the_first_format_are_read_for_ever(bits, code):
    assert read_code(tuple(map(int, bits))) == code
    assert "".join(map(str, code.bits)) == bits


def test_digests_of_words_stay():
    assert (digest(12, "paper-dungeons", "player_sheet", "standard"), digest(6, "en"), digest(5, "ink-saver")) == (
        2918,
        54,
        13,
    )


def test_a_code_with_one_two_or_three_wrong_cells_tells_nothing():
    bits = PageCode(sheet=99, fields=1234, map=77).bits
    for at in range(BITS):
        for further in (0, 1, 7):
            wrong = list(bits)
            for cell in {at, (at + further) % BITS, (at + 3 * further) % BITS}:
                wrong[cell] ^= 1
            assert read_code(wrong) is None


def test_cells_are_drawn_where_the_bits_are():
    code = PageCode(sheet=1, map=5)
    item = code_item(Rect(10, 20, WIDTH, HEIGHT), code)
    assert cells(item) == code.bits
    assert (item.outline.width, item.outline.height) == (COLUMNS, ROWS)
    assert tuple(item.rect) == pytest.approx((10, 20, mm(38.4), mm(1.6)))


LEAST = [("paper-dungeons", "pl", None), ("yacht", "cs", "ink-saver"), ("labirynt-smierci", "en", "dry-erase")]


@pytest.mark.parametrize(
    ("game", "language", "edition"),
    often(LEAST, [(game, lang, edition) for game in GAMES for lang in ("en", "pl", "cs") for edition in EDITIONS]),
)
def test_every_sheet_has_a_code_that_nothing_else_meets(game, language, edition):
    pack = open_pack(GameCatalogue((ROOT,)), game, language, edition)
    for sheet in pack.manifest.sheets:
        for page in sheet_pages(pack, SheetOptions(sheet=sheet), PaperOptions(usual=A4)):
            ((code, box),) = codes_on(page)
            assert code.version == 1
            assert Rect(0, 0, *page.size).holds(box)
            assert (box.width, box.height) == pytest.approx((mm(38.4), mm(1.6)))


def test_what_is_played_on_tells_sheets_apart_and_names_do_not():
    (plain,) = pages("paper-dungeons", players=("Ada",))
    (other,) = pages("paper-dungeons", players=("Bo",))
    assert codes_on(plain) == codes_on(other)
    different = [
        pages("paper-dungeons", "pl")[0],
        pages("paper-dungeons", edition="ink-saver")[0],
        pages("paper-dungeons", paper=Size(612, 792))[0],
        pages("paper-dungeons", maps=("a",))[0],
        pages("paper-dungeons", maps=("b",))[0],
        pages("paper-dungeons", mode="first-game")[0],
        *pages("paper-dungeons", edition="large-print"),
    ]
    codes = {codes_on(page)[0][0] for page in (plain, *different)}
    assert len(codes) == 1 + len(different)


def test_two_sheets_on_a_page_have_a_code_each_in_their_own_half():
    (page,) = pages("paper-dungeons", maps=("a", "b"), players=("Ada",), doubled=True)
    (left, at_left), (right, at_right) = codes_on(page)
    assert left.map != right.map
    assert left.fields == right.fields
    assert at_left.right < page.size.width / 2 < at_right.x


def test_the_digest_of_a_map_changes_with_its_walls_alone(tmp_path):
    pack = open_pack(GameCatalogue((ROOT,)), "paper-dungeons", "en")
    text = (ROOT / "cards/paper-dungeons/dungeons/a.yaml").read_text(encoding="utf-8")
    same, moved = tmp_path / "same.yaml", tmp_path / "moved.yaml"
    same.write_text(text + "\n# a remark\n", encoding="utf-8")
    moved.write_text(text.replace("|2                |", "|2 |              |", 1), encoding="utf-8")
    digests = [map_digest(open_dungeon(pack, name)) for name in ("a", str(same), str(moved))]
    assert digests[0] == digests[1]
    assert digests[2] != digests[0]


def test_a_layout_may_keep_room_for_the_code_elsewhere():
    result = lay("front: {stack: [{page-code: sheet, x: 5mm, y: 5mm}]}", size=Size(mm(60), mm(30)))
    assert not result.faults
    (item,) = [item for item, _ in walk(result.frame.items) if is_code(item)]
    assert (item.rect.x, item.rect.width) == pytest.approx((mm(5), mm(38.4)))
    assert not any(cells(item))


def test_a_code_without_room_is_reported():
    result = lay("front: {stack: [{page-code: sheet, width: 20mm, height: 1mm}]}", size=Size(mm(60), mm(30)))
    assert [fault.code for fault in result.faults] == ["L031"]
