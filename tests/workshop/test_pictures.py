"""Test uploaded pictures: the workshop stores printable ones under their names and rejects others with one sentence."""

import asyncio
import io
import os

import pytest
from PIL import Image

from generator.frame import VectorOutline
from generator.layout.icons import Icons
from generator.products.print_pack import PictureFinder
from generator.reading.game_catalogue import GameCatalogue
from generator.workshop.editor_routes import MOST_PICTURE
from generator.workshop.http import STATIC
from tests.conftest import ROOT
from tests.observed import failing_sync
from tests.workshop.desks import files_of
from tests.workshop.scripts import Scripts

MOON = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#123456" d="M1 1h6v6H1z"/></svg>'


def raster(form="PNG", size=(9, 6), **more):
    out = io.BytesIO()
    Image.new("RGB", size, "#804020").save(out, form, **more)
    return out.getvalue()


@pytest.fixture
def home(own):
    return own.folder / "home"


def bring(house, content, **query):
    return asyncio.run(house.ask("POST", "/pictures", content, {"game": "yacht", **query}))


@pytest.mark.parametrize(
    ("content", "kind", "file", "use"),
    [
        (raster(), "picture", "cards/yacht/art/moon.png", "art/moon.png"),
        (raster("JPEG"), "picture", "cards/yacht/art/moon.jpg", "art/moon.jpg"),
        (raster("GIF"), "picture", "cards/yacht/art/moon.gif", "art/moon.gif"),
        (MOON, "picture", "cards/yacht/art/moon.svg", "art/moon.svg"),
        (b"\xef\xbb\xbf" + MOON, "icon", "icons/moon.svg", "moon"),
    ],
)
def test_a_picture_lies_where_layouts_find_it_with_the_suffix_of_what_it_is(own, home, content, kind, file, use):
    name = "moon" if kind == "picture" else "paper_moon"
    file, use = (text.replace("moon", name) for text in (file, use))
    answer = bring(own, content, name=name, kind=kind)
    assert answer.json == {"file": file, "name": use}
    assert files_of(home) == {file: content}
    assert bring(own, content, name=name, kind=kind).json == answer.json, "its answer was lost, and it is sent again"
    again = bring(own, content + b" ", name=name, kind=kind)
    assert (again.status, "already" in again.json["fault"]) == (409, True)
    assert files_of(home) == {file: content}


def test_a_stored_picture_is_found_as_the_page_tells_its_name(own, home):
    bring(own, raster("JPEG", (40, 30)), name="dunes")
    bring(own, MOON, name="paper_moon", kind="icon")
    picture_file = PictureFinder(GameCatalogue((home, ROOT)), "yacht").file("art/dunes.jpg")
    assert (picture_file.path, picture_file.size) == (str(home / "cards/yacht/art/dunes.jpg"), (40, 30))
    assert isinstance(Icons(GameCatalogue((home, ROOT)).icon_folders).find("paper_moon"), VectorOutline)


@pytest.mark.parametrize("name", ["", "../x", "con", "a b", "Moon", "a/b", "--o", "x" * 61, "moon.png", "☃", "\x00"])
def test_a_name_that_no_file_has_everywhere_is_refused_at_its_field(own, home, name):
    (fault,) = bring(own, raster(), name=name).json["faults"]
    assert (fault["code"], fault["option"]) == ("D013", "name")
    assert files_of(home) == {}


@pytest.mark.parametrize(
    ("content", "kind", "message"),
    [
        (b"", "picture", "none of PNG"),
        (b"not a picture", "picture", "none of PNG"),
        (raster(size=(400, 400), compress_level=0)[:300], "picture", "damaged"),
        (raster("JPEG", (200, 200))[:400], "picture", "damaged"),
        (raster(), "icon", "not an SVG drawing"),
        (b"<svg", "picture", ""),
        (b"<html><body/></html>", "picture", ""),
        (MOON.replace(b"<path", b"<script>x</script><text>x</text><path"), "picture", ""),
        (b'<!DOCTYPE x [<!ENTITY a "aaaa">]>' + MOON, "picture", ""),
        (MOON + b" " * 400_000, "icon", "at most 300,000 bytes"),
        (b"%PDF-1.4", "picture", "none of PNG"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_one_sentence_and_not_stored(own, home, content, kind, message):
    answer = bring(own, content, name="moon", kind=kind)
    assert answer.status == 422, answer.body
    (fault,) = answer.json["faults"]
    assert message in fault["message"]
    assert "/tmp" not in answer.body.decode()
    assert files_of(home) == {}


def test_an_icon_of_the_box_and_a_picture_of_another_kind_keep_their_names(own, home):
    icon = min(Icons(GameCatalogue((ROOT,)).icon_folders).files())
    assert f"an icon {icon!r}" in bring(own, MOON, name=icon, kind="icon").json["fault"]
    bring(own, raster(), name="moon")
    assert "'art/moon.png'" in bring(own, MOON, name="moon").json["fault"]
    assert list(files_of(home)) == ["cards/yacht/art/moon.png"]


def test_nothing_leads_out_of_the_folder_and_a_full_disk_leaves_nothing(own, home, tmp_path, monkeypatch):
    (tmp_path / "out").mkdir()
    (home / "cards/yacht").mkdir(parents=True)
    (home / "cards/yacht/art").symlink_to(tmp_path / "out")
    assert "leads out" in bring(own, raster(), name="moon").json["fault"]
    (home / "cards/yacht/art").unlink()

    monkeypatch.setattr(os, "fsync", failing_sync(1))
    answer = bring(own, raster(), name="moon")
    assert (answer.status, "No space left" in answer.json["fault"]) == (409, True)
    assert files_of(home) == files_of(tmp_path / "out") == {}


def halves(form="PNG", mode="RGB", **more):
    """Return a picture of 40 x 20 pixels, red on its left and blue on its right."""
    out, left, right = io.BytesIO(), (200, 30, 30), (30, 30, 200)
    if mode == "CMYK":
        left, right = (0, 200, 200, 0), (200, 200, 0, 0)
    image = Image.new(mode, (40, 20), left)
    image.paste(right, (20, 0, 40, 20))
    image.save(out, form, **more)
    return out.getvalue()


@pytest.mark.parametrize(
    ("form", "mode", "suffix"),
    [
        ("PNG", "RGB", "png"),
        ("JPEG", "RGB", "jpg"),
        ("JPEG", "CMYK", "jpg"),
        ("TIFF", "CMYK", "tif"),
        ("WEBP", "RGB", "png"),
    ],
)
def test_a_part_of_a_picture_is_stored_and_what_was_brought_stays_as_it_was(own, home, form, mode, suffix):
    whole = halves(form, mode)
    answer = bring(own, whole, name="moon", crop="0.5,0.25,0.25,0.5")
    assert answer.json["file"] == f"cards/yacht/art/moon.{suffix}"
    with Image.open(home / answer.json["file"]) as stored, Image.open(io.BytesIO(whole)) as image:
        assert (stored.size, stored.mode) == ((10, 10), mode)
        assert stored.getpixel((5, 5)) == pytest.approx(image.getpixel((35, 15)), abs=12)
    assert list(files_of(home)) == [answer.json["file"]]
    assert bring(own, whole, name="moon", crop="0,0,1,1").status == 409, "it is written over"


def test_a_part_is_of_the_picture_as_it_is_seen_upright(own, home):
    turned = Image.Exif()
    turned[0x0112] = 6  # the camera was on its side: the left of the image is on top
    answer = bring(own, halves("JPEG", exif=turned), name="moon", crop="0,0,1,0.5")
    with Image.open(home / answer.json["file"]) as stored:
        assert stored.size == (20, 20)
        assert stored.getexif().get(0x0112, 1) == 1
        red, _, blue = stored.getpixel((10, 10))
        assert red > 2 * blue


def test_the_least_part_is_a_pixel_and_what_can_be_seen_through_stays_so(own, home):
    out = io.BytesIO()
    Image.new("RGBA", (9, 6), (10, 20, 30, 40)).save(out, "PNG")
    answer = bring(own, out.getvalue(), name="moon", crop="0.999,0.999,0.0001,0.0001")
    with Image.open(home / answer.json["file"]) as stored:
        assert (stored.size, stored.getpixel((0, 0))) == ((1, 1), (10, 20, 30, 40))


@pytest.mark.parametrize(
    "crop", ["1", "a,b,c,d", "0,0,0,1", "0,0,1.5,1", "-0.1,0,1,1", "nan,0,1,1", "0,0,inf,1", "0,0,1,1,1"]
)
def test_what_is_no_part_of_a_picture_is_refused(own, home, crop):
    assert bring(own, raster(), name="moon", crop=crop).status == 400
    assert bring(own, MOON, name="moon", crop="0,0,1,0.5").status == 400
    assert bring(own, b"not a picture", name="moon", crop="0,0,1,0.5").status == 422
    assert files_of(home) == {}


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        ((3, 1, 1, 0.5, 0.5), [1 / 3, 0, 1 / 3, 1]),
        ((3, 1, 1, 1, 0), [2 / 3, 0, 1 / 3, 1]),
        ((0.5, 1, 1, 0.5, 0), [0, 0, 1, 0.5]),
        ((0.5, 1, 0.5, 0, 1), [0, 0.75, 0.5, 0.25]),
        ((1.5, 1.5, 1, 0.3, 0.7), [0, 0, 1, 1]),
    ],
)
def test_the_page_keeps_as_much_as_has_the_shape_that_is_chosen(asked, part):
    text = (STATIC / "crop.js").read_text(encoding="utf-8").replace("export ", "").partition('html.js";')[2]
    scripts = Scripts(f"{text}; Object.assign(globalThis, {{ partOf }}); 0")
    try:
        assert scripts.run(f"partOf({', '.join(map(str, asked))})") == pytest.approx(part)
    finally:
        scripts.close()


def test_larger_files_are_taken_at_this_door_alone(own, house):
    large = raster("BMP", (800, 700))
    assert len(large) > 1_500_000
    assert bring(own, large, name="moon").status == 200
    assert bring(own, b"\0" * (MOST_PICTURE + 1), name="more").status == 413
    assert asyncio.run(own.ask("POST", "/print", large)).status == 413
    (fault,) = bring(house, raster(), name="moon").json["faults"]
    assert "no folder to save into" in fault["message"]
