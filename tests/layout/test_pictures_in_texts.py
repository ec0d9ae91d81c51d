"""Test pictures and coloured icons in text: as high as the type, on the baseline, read aloud, with their faults."""

import io

import pikepdf
import pytest
from PIL import Image, ImageDraw

from generator.diagnostics import NOWHERE, refuse
from generator.draw.pdf.document import pdf_bytes
from generator.draw.raster import pictures
from generator.frame import ImageItem, ShapeItem, TextItem, walk
from generator.geometry import Size
from generator.reading.pictures import PictureFile
from tests.layout.laying import fonts, lay
from tests.tables import tables

TABLES = tables(__file__)

CODES = "colors: {ink: '#000000'}\nicons: {gem: {image: coin}, fire: {icon: skull, colors: '#cc2200'}}"


@pytest.fixture(scope="module")
def art(tmp_path_factory):
    path = tmp_path_factory.mktemp("art") / "coin.png"
    coin = Image.new("RGBA", (60, 40))
    ImageDraw.Draw(coin).ellipse((0, 0, 59, 39), fill="#d4a017")
    coin.save(path)

    def images(name):
        if name.lower() not in ("coin", "coin.png"):
            raise refuse("L015", f"there is no picture {name!r}", NOWHERE, None)
        return PictureFile(str(path), Size(60, 40))

    return images


def lay_text(text, art, values=None, more="size: 10pt", **options):
    return lay(f"{CODES}\nfront: {{text: '{text}', {more}}}\n", values, size=(100, 60), name="c", images=art, **options)


def items_of(face):
    return [item for item, _ in walk(face.frame.items)]


def test_a_picture_stands_on_the_baseline_as_high_as_the_type(art):
    face = lay_text("Pay {image: coin} now", art)
    assert face.faults == ()
    before, coin, behind = items_of(face)
    assert (type(before), type(coin), type(behind)) == (TextItem, ImageItem, TextItem)
    assert coin.rect.bottom == pytest.approx(before.y)
    assert (coin.rect.height, coin.rect.width) == pytest.approx((9.2, 13.8), abs=0.02)
    assert before.x + before.width < coin.rect.x < coin.rect.right < behind.x
    small = items_of(lay_text("Pay <small>{image: coin}</>", art))[1]
    assert small.rect.height == pytest.approx(0.78 * 9.2)


@pytest.mark.parametrize("text", ["2 {image: coin} here", "2 {image: {art}} here", "{words.pay}", "2 :gem: here"])
def test_a_picture_is_read_aloud_by_its_name(text, art):
    from generator.layout.binding import as_template

    values = {"art": "coin.png", "words": {"pay": as_template("2 {image: coin} here", lambda number: "other")}}
    face = lay_text(text, art, values, spoken={"coin": "a coin", "gem": "a coin"})
    assert face.faults == ()
    (coin,) = [item for item in items_of(face) if isinstance(item, ImageItem)]
    assert coin.spoken == "a coin"
    assert [item.spoken for item in items_of(lay_text("2 :gem: here", art)) if isinstance(item, ImageItem)] == ["gem"]
    with pikepdf.open(io.BytesIO(pdf_bytes([face.frame], fonts=fonts(), title="t"))) as pdf:
        assert any(b"a coin" in thing.read_bytes() for thing in pdf.objects if isinstance(thing, pikepdf.Stream))


def test_a_code_of_the_layout_has_its_own_colour_wherever_it_stands(art):
    face = lay(
        f"{CODES}\nfront: {{column: [{{text: 'a <navy>:fire:</>'}}, {{icon: fire, size: 9pt}}]}}",
        size=(60, 60),
        images=art,
    )
    signs = [item for item in items_of(face) if isinstance(item, ShapeItem)]
    assert [(sign.outline.name, sign.paint.fill) for sign in signs] == [("skull", "#cc2200")] * 2
    assert signs[0].spoken == "fire"


def test_pictures_stand_in_tables_lists_capitals_and_lines_of_both_directions(art):
    face = lay(
        "front: {table: [{row: [{text: 'a {image: coin}'}, {text: '{image: coin}', case: upper}]}], columns: 2}",
        size=(100, 60),
        images=art,
    )
    assert [fault.message for fault in face.faults] == []
    coins = [item for item in items_of(face) if isinstance(item, ImageItem)]
    assert [coin.opens for coin in coins] == ["", "TD 0 1 1"]
    list_face = lay("front: {row: [{text: '1.'}, {text: '{image: coin} a'}], listed: true}", size=(100, 60), images=art)
    assert [getattr(item, "opens", "") for item in items_of(list_face)] == ["Lbl", "LBody", ""]


WRONG = TABLES["wrong"]


@pytest.mark.parametrize(("text", "row", "code", "message"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_with_a_picture_in_a_text_is_reported(text, row, code, message, art):
    faults = lay_text(text, art, row).faults
    assert code in [fault.code for fault in faults]
    assert any(message in fault.message for fault in faults)
    assert not any("\ufdd2" in fault.message for fault in faults)


def test_a_picture_in_a_text_is_seen_in_pdf(art):
    page = next(pictures(pdf_bytes([lay_text("{image: coin}", art).frame], fonts=fonts(), title="t"), 144))
    assert (212, 160, 23) in {color for _, color in page.getcolors(100_000)}


@pytest.mark.parametrize("code", ["Coin: {icon: skull}", "coin: {image: coin, colors: red}"])
def test_a_code_that_nothing_reads_is_reported(code, art):
    face = lay(f"icons: {{{code}}}\nfront: {{text: a, color: black}}", size=(60, 60), images=art)
    assert [fault.code for fault in face.faults] == ["L063"]
