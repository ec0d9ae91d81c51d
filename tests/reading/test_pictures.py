"""Test that content decides the format of a picture: rasters are read whole, all else is a fault, and nothing runs."""

import contextlib
import io
import os
import random
import shutil
import subprocess

import pytest
from PIL import Image

from generator.diagnostics import InvalidInput
from generator.draw.pdf.document import pdf_bytes
from generator.draw.pdf.press import press_job
from generator.draw.raster import pictures
from generator.draw.svg import svg_text
from generator.fonts.faces import Fonts
from generator.frame import Frame, ImageItem
from generator.geometry import Rect, Size, transform_point
from generator.products.print_pack import PictureFinder
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.pictures import (
    MOST_PIXELS,
    PictureCrop,
    crop_picture,
    picture_size,
    read_picture,
)
from tests.conftest import ROOT, often
from tests.observed import calls_of

FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")
MODES = ("1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16")


def save_picture(path, form="PNG", mode="RGB", size=(40, 20)):
    image = Image.new("RGB", size, "#cc2222")
    image.paste("#2222cc", (0, size[1] // 2, *size))
    (Image.new("I;16", size, 40_000) if mode == "I;16" else image.convert(mode)).save(path, form)
    return path


@pytest.mark.parametrize("form", FORMATS)
def test_a_picture_of_each_format_is_read_whatever_its_name(form, tmp_path):
    path = save_picture(tmp_path / "art.dat", form)
    picture = read_picture(path)
    assert (picture.size, picture.pixels.mode) == ((40, 20), "RGB")
    assert picture_size(path) == (40, 20)
    assert (picture.jpeg is not None) == (form == "JPEG")


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_that_was_taken_sideways_is_upright_and_so_is_what_turns_its_bytes(orientation, tmp_path):
    stored, facts = Image.new("L", (48, 32), 255), Image.Exif()
    stored.paste(0, (0, 0, 8, 8))  # dark in the upper left corner of the stored bytes
    facts[0x0112] = orientation
    stored.save(tmp_path / "art.jpg", exif=facts)
    picture = read_picture(tmp_path / "art.jpg")
    width, height = picture.size
    assert picture_size(tmp_path / "art.jpg") == (width, height) == ((48, 32) if orientation < 5 else (32, 48))
    turn = picture.turn or (1, 0, 0, 1, 0, 0)
    x, y = transform_point(turn, 4 / 48, 1 - 4 / 32)  # in a square of 1, upwards
    assert picture.pixels.getpixel((int(x * width), int((1 - y) * height))) < 60
    corners = [transform_point(turn, *corner) for corner in ((0, 0), (1, 0), (0, 1), (1, 1))]
    assert sorted(corners) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    part = crop_picture(tmp_path / "art.jpg", PictureCrop(0, 0, 0.5, 0.25))
    assert Image.open(io.BytesIO(part)).size == (width // 2, height // 4)


@pytest.fixture(scope="module")
def press():
    """Process inks that cache the mix of colours."""
    return press_job(2.4)


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_is_printed_on_screen_and_in_process_inks(mode, tmp_path, press):
    path = save_picture(tmp_path / "art.tif", "TIFF", mode)
    frame = Frame(Size(40, 20), (ImageItem(Rect(0, 0, 40, 20), str(path)),))
    for inks in (None, press):
        (image,) = pictures(pdf_bytes([frame], fonts=Fonts({}), title="t", press=inks), 72)
        red = image.getpixel((20, 4))
        assert sum(red) < 600, mode
        assert (red[0] > red[2] + 40) == (mode not in ("1", "L", "LA", "I;16"))
    assert "data:image/png" in svg_text(frame, fonts=Fonts({}))


EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n(/tmp/x) (w) file closefile {} loop\n%%EOF\n"
NO_PICTURES = {
    "a program in PostScript": EPS,
    "a PostScript program with a preview": b"\xc5\xd0\xd3\xc6" + b"\0" * 26 + EPS,
    "a metafile": b"\xd7\xcd\xc6\x9a" + b"\0" * 60,
    "a portable pixmap": b"P6 2 2 255 " + b"\0" * 12,
    "words": b"no picture at all",
    "nothing": b"",
    "a PDF": b"%PDF-1.4\n",
    "an icon": b"\0\0\1\0\1\0",
}


@pytest.mark.parametrize("name", NO_PICTURES)
def test_what_is_no_raster_is_refused_and_no_program_starts(name, tmp_path, monkeypatch):
    def fail_to_start(*words, **more):
        raise AssertionError(f"{words} was started")

    monkeypatch.setattr(subprocess, "Popen", fail_to_start)
    monkeypatch.setattr(os, "system", fail_to_start)
    path = tmp_path / "art.png"
    path.write_bytes(NO_PICTURES[name])
    with pytest.raises(InvalidInput) as caught:
        read_picture(path)
    assert caught.value.diagnostics[0].code == "L016"
    assert "none of PNG, JPEG, GIF, WEBP, BMP, TIFF" in caught.value.diagnostics[0].message


@pytest.mark.parametrize("form", FORMATS)
def test_a_picture_that_was_cut_off_is_damaged(form, tmp_path):
    whole = io.BytesIO()
    noise = Image.frombytes("RGB", (64, 64), random.Random(1).randbytes(64 * 64 * 3))
    noise.save(whole, form)
    path = tmp_path / "art.png"
    path.write_bytes(whole.getvalue()[: len(whole.getvalue()) // 2])
    with pytest.raises(InvalidInput, match=r"damaged|none of"):
        read_picture(path)


@pytest.mark.parametrize("form", FORMATS)
def test_whatever_a_decoder_stumbles_over_is_a_fault(form, tmp_path):
    path = save_picture(tmp_path / "art.png", form)
    data, chance = path.read_bytes(), random.Random(7)
    for _ in range(often(40, 1000)):
        spoiled = bytearray(data)
        for _ in range(chance.randint(1, 12)):
            spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
        path.write_bytes(spoiled)
        with contextlib.suppress(InvalidInput):
            assert read_picture(path).size[0] > 0


def test_pictures_are_opened_in_two_places_that_bound_them():
    sources = {
        path.relative_to(ROOT / "generator").as_posix(): path.read_text(encoding="utf-8")
        for path in (ROOT / "generator").rglob("*.py")
    }
    assert sorted(name for name, text in sources.items() if "Image.open(" in text) == [
        "photo/reader/pages_from_photo.py",
        "reading/pictures.py",
    ]


def test_a_picture_of_too_many_pixels_is_refused_before_it_is_unpacked(tmp_path):
    path = tmp_path / "art.png"
    side = int(MOST_PIXELS**0.5) + 1
    Image.new("1", (side, side)).save(path)
    with pytest.raises(InvalidInput, match=f"{side} x {side} pixels"):
        read_picture(path)


def test_a_sound_picture_is_looked_over_once_and_again_when_it_changes(tmp_path):
    (tmp_path / "cards" / "mine").mkdir(parents=True)
    path = save_picture(tmp_path / "cards" / "mine" / "art.png")
    finder = PictureFinder(GameCatalogue((tmp_path,)), "mine")
    assert finder.file("art.png").size == (40, 20)
    with calls_of(read_picture) as calls:
        assert finder.file("art.png").size == (40, 20)
        assert calls == []
        save_picture(path, "JPEG", size=(3, 2))
        os.utime(path, ns=(1, 1))
        assert finder.file("art.png").size == (3, 2)
    assert [call["path"] for call in calls] == [path]


@pytest.mark.parametrize("art", ["cut off", "a program in PostScript"])
def test_a_card_with_such_a_picture_is_a_fault_at_its_element(art, scrawl, tmp_path):
    folder = tmp_path / "layouts" / "mine"
    folder.mkdir(parents=True)
    whole = save_picture(folder / "art.png", size=(200, 200)).read_bytes()
    (folder / "art.png").write_bytes(whole[:120] if art == "cut off" else EPS)
    (folder / "card.yaml").write_text(
        "front:\n  column:\n    - image: layouts/mine/art.png\n      height: 20mm\n", encoding="utf-8"
    )
    result = scrawl("check", folder / "card.yaml")
    assert result.returncode == 1
    assert "card.yaml:3:7: error L016 cannot use picture 'art.png'" in result.stdout + result.stderr
    assert "Traceback" not in result.stderr
    shutil.rmtree(folder)
