"""An SVG looks like the PDF, is small and fast to make, and can share a page with others."""

import io
import re
from xml.etree import ElementTree

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageFilter

from generator.diagnostics import SourceLocation
from generator.draw.pdf.document import pdf_bytes
from generator.draw.raster import pictures
from generator.draw.svg import svg_text
from generator.fonts.faces import Fonts
from generator.frame import (
    FieldItem,
    Frame,
    GroupItem,
    LetterOutline,
    Paint,
    ReusableDrawing,
    ShapeItem,
    TextItem,
    VectorOutline,
    make_outline,
)
from generator.geometry import Rect, Size
from generator.products.cards import deck_faces
from generator.products.handout_pages import page_face
from generator.products.print_pack import open_pack
from generator.products.sheets import sheet_face
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT, least_seconds

ID = "{http://www.w3.org/1999/xlink}href"


@pytest.fixture(scope="module")
def pack():
    return open_pack(GameCatalogue((ROOT,)), "paper-dungeons", "cs")


def faces(pack):
    yield sheet_face(pack, Size(566, 796))
    yield page_face(pack, "help", Size(566, 796))
    for deck in ("bosses", "dungeons", "missions"):
        front, back = deck_faces(pack, deck, Size(178, 249)).cards[0]
        yield front
        yield back


def raster(svg, size, dpi=144):
    """Return an SVG as a raster image; the crop cuts off half a pixel of difference in size."""
    png = resvg_py.svg_to_bytes(svg_string=svg, dpi=dpi)
    return Image.open(io.BytesIO(bytes(png))).convert("L").crop((0, 0, *size))


def test_svg_and_pdf_look_the_same(pack):
    for face in faces(pack):
        (from_pdf,) = pictures(pdf_bytes([face], fonts=pack.fonts, title="t"), 288.0, grey=True)
        from_svg = raster(svg_text(face, fonts=pack.fonts), from_pdf.size, dpi=288)
        # small letters are on whole pixels in one and between them in the other: draw twice as fine, then halve
        from_pdf, from_svg = from_pdf.reduce(2), from_svg.reduce(2)
        soft, other = (each.filter(ImageFilter.BoxBlur(2)) for each in (from_pdf, from_svg))
        unlike = sum(ImageChops.difference(soft, other).histogram()[72:]) / (from_pdf.width * from_pdf.height)
        assert unlike < 0.00015, face.name


def test_every_kind_of_shape_looks_as_in_the_pdf():
    roof = make_outline("roof", "M 0 100 L 50 0 C 60 10 70 20 100 100 Z", 100, 100)
    ring = VectorOutline(
        "ring", "MLLLZMLLLZ", (0, 0, 90, 0, 90, 90, 0, 90, 30, 30, 60, 30, 60, 60, 30, 60), 90, 90, True
    )
    inner = ReusableDrawing(Size(40, 40), (ShapeItem("ellipse", Rect(0, 0, 40, 30), Paint("#008800")),), "inner")
    frame = Frame(
        Size(200, 100),
        (
            ShapeItem("rect", Rect(5, 5, 40, 20), Paint("#cc0000", "#000000", 2, (4, 2)), 6),
            ShapeItem("rect", Rect(120, 60, 60, 16), Paint("#007700"), 20),
            ShapeItem("rect", Rect(184, 55, 12, 40), Paint("#000077"), 20),
            ShapeItem("line", Rect(50, 5, 20, 30), Paint(None, "#0000cc", 3)),
            ShapeItem("outline", Rect(80, 5, 30, 40), Paint("#000000"), 0, roof),
            ShapeItem("outline", Rect(120, 5, 30, 40), Paint("#ffee00", "#000000", 2), 0, roof),
            ShapeItem("outline", Rect(160, 5, 30, 40), Paint("#000000"), 0, ring),
            FieldItem("a.1", ShapeItem("rect", Rect(5, 60, 20, 20), Paint(None, "#000000")), True, "#888888"),
            GroupItem(inner, (0.8, 0.6, -0.6, 0.8, 80, 50), Rect(5, 5, 20, 50)),
        ),
    )
    fonts = Fonts({})
    (from_pdf,) = pictures(pdf_bytes([frame], fonts=fonts, title="t"), 144.0, grey=True)
    from_svg = raster(svg_text(frame, fonts=fonts), from_pdf.size)
    assert sum(ImageChops.difference(from_pdf, from_svg).histogram()[96:]) < 40


def test_a_player_sheet_is_small_and_made_at_once(pack):
    face = sheet_face(pack, Size(566, 796))

    def draw():
        return [svg_text(face, fonts=pack.fonts, live_text=is_live) for is_live in (False, True)]

    whole, live = draw()
    assert least_seconds(draw) < 0.3
    picture = 140_000  # bytes of the pictures at the top and on the map
    assert len(whole) < 300_000 + picture
    assert len(live) < 208 * 1024 + picture


def ids_and_uses(svg):
    tree = ElementTree.fromstring(svg)
    ids = [each.get("id") for each in tree.iter() if each.get("id")]
    uses = {each.get(ID)[1:] for each in tree.iter() if each.get(ID)}
    return ids, uses | set(re.findall(r"url\(#([^)]+)\)", svg))


def test_two_pictures_stand_in_one_page_by_their_prefixes(pack):
    face = deck_faces(pack, "bosses", Size(178, 249)).cards[0][0]
    one, other = (svg_text(face, fonts=pack.fonts, prefix=prefix) for prefix in ("a-", "b-"))
    for svg, prefix in ((one, "a-"), (other, "b-")):
        ids, uses = ids_and_uses(svg)
        assert len(ids) == len(set(ids))
        assert uses <= set(ids)
        assert [each for each in ids if not each.startswith(prefix)] == []


def test_items_can_show_their_places_in_the_source(pack):
    place = SourceLocation("layouts/a & b.yaml", 3, 7)
    items = (
        TextItem(1, 9, "A <b>", "text.regular", 8, "#000000", 20, place),
        ShapeItem("rect", Rect(0, 0, 9, 9), Paint("#000000"), place=place),
        FieldItem("a.1", ShapeItem("rect", Rect(0, 0, 9, 9), Paint("#000000")), place=place),
        GroupItem(ReusableDrawing(Size(9, 9), ()), (1, 0, 0, 1, 0, 0), None, place),
        ShapeItem("rect", Rect(0, 0, 9, 9), Paint("#000000")),
    )
    frame = Frame(Size(50, 50), items)
    data_places = [
        each.get("data-place")
        for each in ElementTree.fromstring(svg_text(frame, fonts=pack.fonts, places=True)).iter()
        if each.get("data-place")
    ]
    assert data_places == ["layouts/a & b.yaml:3:7"] * 4
    assert "data-place" not in svg_text(frame, fonts=pack.fonts)


def test_live_text_keeps_words_as_words(pack):
    line = LetterOutline("#445566", 0.75)
    frame = Frame(Size(50, 50), (TextItem(1, 9, "Žluťoučký <kůň>", "text.bold", 8, "#112233", 20, outline=line),))
    (text,) = ElementTree.fromstring(svg_text(frame, fonts=pack.fonts, live_text=True)).iter(
        "{http://www.w3.org/2000/svg}text"
    )
    looks = {
        "font-family": "text-bold",
        "font-size": "8",
        "textLength": "20",
        "stroke": "#445566",
        "stroke-width": "1.5",
    }
    assert (text.text, {key: text.get(key) for key in looks}) == ("Žluťoučký <kůň>", looks)
