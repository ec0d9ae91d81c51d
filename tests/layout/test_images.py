"""Test pictures in their boxes: whole, covering, stretched, mirrored, faint, cut to a shape; gaps are faults."""

import pytest
from PIL import Image

from generator.diagnostics import InvalidInput
from generator.draw.pdf.document import pdf_bytes
from generator.draw.pdf.press import press_job
from generator.draw.raster import pictures
from generator.draw.svg import svg_text
from generator.fonts.faces import Fonts
from generator.geometry import Size
from generator.reading.pictures import PictureFile, picture_size
from tests.layout.frame_listing import list_items
from tests.layout.laying import engine, lay
from tests.tables import table

RED, BLUE, GREEN, GOLD, WHITE = (204, 34, 34), (34, 34, 204), (34, 136, 34), (204, 170, 34), (255, 255, 255)
QUARTERS = ((RED, BLUE), (GREEN, GOLD))


@pytest.fixture
def art(tmp_path):
    """A picture that is twice as wide as high, with a colour in each quarter."""
    path = tmp_path / "art.png"
    image = Image.new("RGB", (80, 40))
    for row, colors in enumerate(QUARTERS):
        for column, color in enumerate(colors):
            image.paste(color, (40 * column, 20 * row, 40 * column + 40, 20 * row + 20))
    image.save(path)
    return path


def lay_image(path, keys, *, size=(40, 40), bleed=0.0):
    """Lay a picture out over a whole face."""
    program = engine(f"front:\n  image: art.png\n  {keys}", images=lambda _: PictureFile(str(path), picture_size(path)))
    return program.face(program.layout.front, {"spot": "top"}, Size(*size), "card", bleed=bleed)


def colors(path, keys, *points, size=(40, 40)):
    """Draw a picture as PDF and return its colours at points."""
    face = lay_image(path, keys, size=size)
    assert face.faults == ()
    (image,) = pictures(pdf_bytes([face.frame], fonts=Fonts({}), title="art"), 72.0)
    return [image.convert("RGB").getpixel(point) for point in points]


def near(actual, expected):
    return all(
        abs(one - other) <= 12 for pair in zip(actual, expected, strict=True) for one, other in zip(*pair, strict=True)
    )


CORNERS = ((3, 3), (36, 3), (3, 36), (36, 36))


@table("keys, expected")
def test_a_picture_fills_its_box_as_it_is_reported(keys, expected, art):
    assert near(colors(art, keys, *CORNERS), expected)


def test_a_faint_picture_far_from_the_corner_is_shown_whole(art):
    program = engine(
        "front:\n  stack:\n    - {image: art.png, opacity: 0.999, x: -30pt, y: 70pt, width: 40pt, height: 20pt}",
        images=lambda _: PictureFile(str(art), picture_size(art)),
    )
    face = program.face(program.layout.front, {}, Size(100, 100), "card")
    (image,) = pictures(pdf_bytes([face.frame], fonts=Fonts({}), title="art"), 72.0)
    assert near([image.convert("RGB").getpixel(point) for point in ((8, 72), (8, 88), (12, 80))], (BLUE, GOLD, WHITE))


def test_a_picture_is_cut_to_a_shape_of_ours_where_it_is_seen(art):
    assert near(colors(art, "fit: contain\n  mask: ellipse", (2, 12), (10, 15), (30, 25)), (WHITE, RED, GOLD))
    assert near(
        colors(art, "fit: cover\n  mask: heart", (1, 39), (20, 14)), (WHITE, colors(art, "fit: cover", (20, 14))[0])
    )


def test_what_is_laid_out_is_listed_with_its_clip_and_svg_shows_the_same(art):
    frame = lay_image(art, "fit: cover\n  opacity: 0.25\n  focus: '{spot}'").frame
    assert list_items(frame).splitlines()[3:] == [
        "  group at 0,0 clip 0,0 40 x 40 opacity 0.25",
        "    image -20,0 80 x 40 art.png",
    ]
    text = svg_text(frame, fonts=Fonts({}))
    assert 'opacity="0.25"' in text
    assert 'preserveAspectRatio="none"' in text


def test_a_file_for_a_printing_house_refuses_what_is_see_through_at_its_place(art):
    with pytest.raises(InvalidInput) as caught:
        pdf_bytes([lay_image(art, "opacity: 0.5").frame], fonts=Fonts({}), title="art", press=press_job(2.4))
    (fault,) = caught.value.diagnostics
    assert (fault.code, str(fault.place)) == ("P047", "layout.yaml:3:3")
    assert pdf_bytes([lay_image(art, "opacity: 1").frame], fonts=Fonts({}), title="art", press=press_job(2.4))


@pytest.mark.parametrize("text", ["middle", "20", "120 % 4", "top-left"])
def test_a_point_that_cannot_be_read_is_a_fault(text, art):
    (fault,) = lay_image(art, f"fit: cover\n  focus: '{text}'").faults
    assert (fault.code, fault.message) == ("L066", f"{text!r} is not a point of a picture on card")


WHOLE = "x: -5pt\n      y: -5pt\n      right: -5pt\n      bottom: -5pt"


@table("keys, sides")
def test_a_picture_at_the_cut_covers_the_bleed_or_is_a_fault(keys, sides, art):
    program = engine(
        f"front:\n  stack:\n    - image: art.png\n      {keys}",
        images=lambda _: PictureFile(str(art), picture_size(art)),
    )
    face = program.face(program.layout.front, {}, Size(40, 40), "card", bleed=5.0)
    faults = [(fault.code, fault.message, str(fault.place)) for fault in face.faults]
    message = f"picture 'art.png' does not cover the bleed at the {sides} of card"
    assert faults == ([("L048", message, "layout.yaml:4:7")] if sides else [])
    assert not program.face(program.layout.front, {}, Size(40, 40), "card").faults


@pytest.mark.parametrize("form", ["JPEG", "PNG", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_stands_as_the_camera_was_held(orientation, form, tmp_path):
    upright = Image.new("RGB", (40, 20))
    for row, colors_of_row in enumerate(QUARTERS):
        for column, color in enumerate(colors_of_row):
            upright.paste(color, (20 * column, 10 * row, 20 * column + 20, 10 * row + 10))
    back = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}
    stored = upright.transpose(Image.Transpose(back[orientation])) if orientation > 1 else upright
    facts = Image.Exif()
    facts[0x0112] = orientation
    path = tmp_path / "photo"
    stored.save(path, form, exif=facts, **({"quality": 100, "subsampling": 0} if form == "JPEG" else {}))
    assert picture_size(path) == (40, 20)
    frame = lay_image(path, "fit: contain", size=(40, 20)).frame
    (image,) = pictures(pdf_bytes([frame], fonts=Fonts({}), title="art"), 72.0)
    assert near(
        [image.convert("RGB").getpixel(point) for point in ((3, 3), (36, 3), (3, 16), (36, 16))],
        (RED, BLUE, GREEN, GOLD),
    )


def test_a_layout_without_a_game_has_no_pictures():
    (fault,) = lay("front: {image: art.png}").faults
    assert (fault.code, fault.hint) == ("L015", "pictures are in the folders of a game")
