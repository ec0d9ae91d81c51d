"""A sheet owns its paper: it keeps its size in kits, forms, exports and photos, and larger paper has several of it."""

import json

import pypdf
import pytest
from PIL import Image, ImageDraw

from generator.diagnostics import InvalidInput
from generator.draw.raster import pictures
from generator.frame import GroupItem, ShapeItem, fields_on
from generator.geometry import A4, LETTER, Size
from generator.products.faces_on_paper import pack_pdf
from generator.products.print_pack import open_pack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.products.sheets import own_page, sheet_pages
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT
from tests.tables import tables, write_files

TABLES = tables(__file__)

LANDSCAPE = (210, 148)
FILES = TABLES["files"]


@pytest.fixture
def home(tmp_path):
    return write_files(tmp_path, FILES)


def move_paper_to_layout(home):
    game, layout = home / "cards/ferry/game.yaml", home / "layouts/ferry/log.yaml"
    game.write_text(game.read_text().replace(", paper: a5-landscape", ""))
    layout.write_text(layout.read_text().replace("front:", "paper: a5-landscape\nfront:"))


def sides(path):
    return [tuple(round(float(side) / mm(1)) for side in page.mediabox[2:]) for page in pypdf.PdfReader(path).pages]


def pages(home, paper, *, language="en", edition=None, **options):
    pack = open_pack(GameCatalogue((home, ROOT)), "ferry", language, edition)
    frames = list(sheet_pages(pack, SheetOptions(**options), PaperOptions(paper=paper)))
    pack.raise_faults()
    return frames


@pytest.mark.parametrize("at_layout", [False, True])
def test_a_sheet_keeps_its_paper_unless_another_is_asked_for(scrawl, home, at_layout):
    if at_layout:
        move_paper_to_layout(home)
    assert scrawl("check").stdout == "ferry: no faults\n"
    for words, name, size in (
        (["print", "sheets", "-o", "own.pdf"], "own.pdf", LANDSCAPE),
        (["print", "sheets", "--fillable", "--lang", "pl", "-o", "form.pdf"], "form.pdf", LANDSCAPE),
        (["print", "sheets", "--paper", "a4", "-o", "two.pdf"], "two.pdf", (210, 297)),
        (["print", "kit", "-o", "kit"], "kit/0-log.pdf", LANDSCAPE),
        (["print", "kit", "-o", "kit"], "kit/1-crew.pdf", (210, 297)),
        (["print", "kit", "--paper", "a4", "-o", "asked"], "asked/0-log.pdf", (210, 297)),
        (["export", "press", "--pages", "-o", "press"], "press/sheet-log.pdf", LANDSCAPE),
    ):
        result = scrawl(*words)
        assert result.returncode == 0, result.stderr
        assert sides(home / name) == [size], words


def test_exports_draw_a_sheet_as_wide_as_its_paper(scrawl, home):
    assert scrawl("export", "png", "--pages", "--dpi", "50", "-o", "pictures").returncode == 0
    assert scrawl("export", "tts", "-o", "tts").returncode == 0
    for picture in (home / "pictures/log.png", home / "tts/log.png"):
        with Image.open(picture) as image:
            width, height = image.size
        assert width / height == pytest.approx(200 / 132, rel=0.02)


@pytest.mark.parametrize(
    ("paper", "page", "sheets"),
    [
        (A4, A4, 2),
        (A4.turned, A4, 2),
        (LETTER, LETTER, 1),
        (Size(mm(297), mm(420)), Size(mm(420), mm(297)), 4),
        (Size(mm(210), mm(148)), Size(mm(210), mm(148)), 1),
        (Size(mm(200), mm(190)), Size(mm(200), mm(190)), 1),
    ],
)
def test_as_many_sheets_as_fit_stand_on_a_larger_page(home, paper, page, sheets):
    (frame,) = pages(home, paper)
    assert frame.size == pytest.approx(page)
    boxes = [box for field, box in fields_on(frame) if field.id == "box.1"]
    assert (len(boxes), len(frame.identities)) == (sheets, sheets)
    if paper.width > mm(200):  # smaller paper has a new layout of the sheet
        assert {round(box.width / mm(1), 1) for box in boxes} == {13.6}


def test_a_line_to_cut_along_stands_between_two_sheets(home):
    (frame,) = pages(home, A4)
    cuts = [item for item in frame.items if isinstance(item, ShapeItem)]
    assert [round(cut.rect.y / mm(1), 1) for cut in cuts] == [148.5]
    assert [item.matrix[4:] for item in frame.items if isinstance(item, GroupItem)] == [
        pytest.approx((0, mm(0.5))),
        pytest.approx((0, mm(148.5))),
    ]


def test_sheets_with_names_fill_a_page_before_the_next(home):
    first, last = pages(home, A4, players=("Ada", "Bo", "Cy"), language="pl")
    assert [len(first.identities), len(last.identities)] == [2, 1]


@pytest.mark.parametrize(("edition", "size"), [("large-print", (294, 207)), ("ink-saver", LANDSCAPE)])
def test_an_edition_keeps_the_shape_of_the_paper(home, edition, size):
    pack = open_pack(GameCatalogue((home, ROOT)), "ferry", "pl", edition)
    (frame,) = sheet_pages(pack, SheetOptions(), PaperOptions(usual=A4))
    pack.raise_faults()
    assert tuple(round(side / mm(1)) for side in frame.size) == size
    assert own_page(pack, "log") == frame.size
    (on_a4,) = sheet_pages(pack, SheetOptions(), PaperOptions(paper=A4))
    assert on_a4.size == pytest.approx(A4.turned if edition == "large-print" else A4)


def test_both_sheets_of_a_page_are_filled_in_and_scored(scrawl, home):
    assert scrawl("print", "sheets", "--fillable", "--paper", "a4", "-o", "two.pdf").returncode == 0
    writer = pypdf.PdfWriter(clone_from=home / "two.pdf")
    states = {
        name: next((s for s in field.get("/_States_", ()) if s != "/Off"), "")
        for name, field in writer.get_fields().items()
    }
    values = {"player": "Ada", "sheet2.player": "Bo"} | {
        name: states[name] for name in ("box.1", "box.2", "sheet2.box.1", "sheet2.box.2", "sheet2.box.3")
    }
    writer.update_page_form_field_values(writer.pages[0], values, auto_regenerate=False)
    writer.write(home / "filled.pdf")
    result = scrawl("score", "filled.pdf", "--json")
    assert result.returncode == 0, result.stderr
    assert {player["name"]: player["total"] for player in json.loads(result.stdout)["players"]} == {"Ada": 4, "Bo": 6}


@pytest.mark.parametrize(("edition", "marked"), TABLES["a_photo_of_each_sheet_on_the_page_is_read"])
def test_a_photo_of_each_sheet_on_the_page_is_read(scrawl, tmp_path, edition, marked):
    scrawl("new", "game", "lake", "--kind", "hex-crawl", "--lang", "pl")
    manifest = tmp_path / "cards/lake/game.yaml"
    manifest.write_text(manifest.read_text().replace("layout: map,", "layout: map, paper: a5-landscape,"))
    pack = open_pack(GameCatalogue((tmp_path, ROOT)), "lake", "pl", edition)
    (page,) = sheet_pages(pack, SheetOptions(), PaperOptions(paper=A4 if len(marked) > 1 else ""))
    picture = next(iter(pictures(pack_pdf(pack, [page], ""), 200.0))).convert("RGB")
    pen, per_point, fields = ImageDraw.Draw(picture), 200 / 72, list(fields_on(page))
    for number, ids in enumerate(marked):
        for id in ids:
            box = [box for field, box in fields if field.id == id][number]
            x, y, right, bottom = (side * per_point for side in (box.x, box.y, box.right, box.bottom))
            pen.line((x + 8, y + 8, right - 8, bottom - 8), fill="navy", width=6)
            pen.line((right - 8, y + 8, x + 8, bottom - 8), fill="navy", width=6)
    picture.save(tmp_path / "taken.png")
    result = scrawl("score", "--game", "lake", "taken.png", "--json")
    assert result.returncode == 0, result.stderr
    sheets = json.loads(result.stdout)["sheets"]
    assert {(sheet["language"], sheet["edition"]) for sheet in sheets} == {("pl", edition or "")}
    ticked_ids = [[id for id, ticked in sheet["boxes"].items() if ticked] for sheet in sheets]
    assert sorted(ticked_ids) == sorted(marked)


@pytest.mark.parametrize(
    ("kind", "paper", "owns"),
    [
        ("river", "", "a5-landscape"),
        ("", "a5-landscape", "a5-landscape"),
        ("river", "any", ""),
        ("path", "a4-landscape", "a4-landscape"),
        ("hero", "", ""),
    ],
)
def test_a_new_game_begins_with_the_paper_that_is_asked_for(scrawl, tmp_path, kind, paper, owns):
    result = scrawl("new", "game", "lake", "--kind", kind, *(["--paper", paper] if paper else []))
    assert result.returncode == 0, result.stderr
    assert scrawl("check").stdout == "lake: no faults\n"
    manifest = (tmp_path / "cards/lake/game.yaml").read_text()
    assert f"paper: {owns}," in manifest if owns else "paper:" not in manifest


@pytest.mark.parametrize(
    ("file", "before", "after", "message"), TABLES["a_paper_that_nothing_reads_is_reported_where_it_stands"]
)
def test_a_paper_that_nothing_reads_is_reported_where_it_stands(scrawl, home, file, before, after, message):
    path = home / file
    path.write_text(path.read_text().replace(before, after))
    assert message in scrawl("check").stderr


def test_a_paper_of_a_layout_that_there_is_not_is_reported_there(home):
    move_paper_to_layout(home)
    layout = home / "layouts/ferry/log.yaml"
    layout.write_text(layout.read_text().replace("a5-landscape", "a9"))
    with pytest.raises(InvalidInput, match=r"log\.yaml:2:8"):
        pages(home, A4)
