"""PDF and SVG show drawings in colours as resvg does, or a fault names the element that cannot be drawn."""

import io

import pytest
from PIL import Image, ImageChops
from resvg_py import svg_to_bytes

from generator.diagnostics import InvalidInput
from generator.draw.pdf.document import pdf_bytes
from generator.draw.pdf.press import press_job
from generator.draw.raster import pictures
from generator.draw.svg import svg_text
from generator.fonts.faces import Fonts
from generator.frame import Frame, ImageItem
from generator.geometry import Rect, Size
from generator.layout.svg_drawings import read_vector_picture
from tests.layout.frame_listing import list_items
from tests.tables import tables

TABLES = tables(__file__)
XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
SIDE = 100


def svg(body, box="0 0 100 100", more=""):
    return f'<svg {XMLNS} viewBox="{box}" {more}>{body}</svg>'


def whole(body):
    """Return a drawing of the table: a body without `<svg` gets the usual box; repeated parts are in guillemets."""
    for name, part in TABLES["parts"].items():
        body = body.replace(f"«{name}»", part)
    return body if body.startswith("<svg") else svg(body)


DRAWN = {name: whole(body) for name, body in TABLES["drawn"].items()}


def resvg_image(text):
    image = Image.open(io.BytesIO(bytes(svg_to_bytes(svg_string=text, width=SIDE, height=SIDE)))).convert("RGBA")
    white = Image.new("RGBA", image.size, "white")
    white.alpha_composite(image)
    return white.convert("RGB")


def frame(text):
    drawing = read_vector_picture("test.svg", text.encode(), "art/test.svg")
    return Frame(Size(SIDE, SIDE), (ImageItem(Rect(0, 0, SIDE, SIDE), "test.svg", drawing=drawing),), "face")


def through_pdf(text):
    (image,) = pictures(pdf_bytes([frame(text)], fonts=Fonts({}), title="art"), 288.0)
    return image.convert("RGB").resize((SIDE, SIDE), Image.Resampling.BOX)


def through_svg(text):
    return resvg_image(svg_text(frame(text), fonts=Fonts({})).replace('width="100pt" height="100pt"', ""))


def apart(one, other):
    """Return the difference of two pictures, as a part of the largest possible difference."""
    difference = ImageChops.difference(one, other).tobytes()
    return sum(difference) / (255 * len(difference))


@pytest.mark.parametrize("through", [through_pdf, through_svg])
@pytest.mark.parametrize("name", DRAWN)
def test_a_drawing_looks_as_another_program_draws_it(name, through):
    text = DRAWN[name]
    assert apart(through(text), resvg_image(text)) < 0.01


@pytest.mark.parametrize("name", TABLES["listed"])
def test_a_drawing_is_made_of_what_is_listed(name):
    drawing = read_vector_picture("test.svg", DRAWN[name].encode(), "art/test.svg")
    assert (
        list_items(Frame(Size(SIDE, SIDE), drawing.items, "")).splitlines()[1:] == TABLES["listed"][name].splitlines()
    )


def test_pictures_that_differ_are_told_apart_by_the_measure():
    assert apart(resvg_image(DRAWN["a gradient"]), resvg_image(DRAWN["steps"])) > 0.02


CUT = f'<pattern id="a" width=".5" height=".5"><path d="M9 9{"l90 20-70 50z" * 12}"/></pattern>'
REFUSED = {name: (whole(body), message) for name, (body, message) in TABLES["refused"].items()}
REFUSED["patterns that are cut again and again"] = (
    svg(CUT + '<circle cx="50" cy="50" r="40" fill="url(#a)"/>' * 14),
    "too many of its sides cross",
)


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_be_drawn_wrong_is_refused_with_its_element(name):
    text, expected = REFUSED[name]
    with pytest.raises(InvalidInput) as error:
        frame(text)
    (fault,) = error.value.diagnostics
    assert fault.code == "L016"
    assert expected in fault.message
    assert f"{fault.place.line}:{fault.place.column} {fault.message} ({fault.hint})" == TABLES["told"][name]
    assert fault.place.path == "art/test.svg"


def test_a_drawing_is_written_once_and_shown_often():
    drawing = read_vector_picture("test.svg", DRAWN["copies in colours"].encode(), "art/test.svg")
    items = tuple(ImageItem(Rect(10 * at, 0, 10, 10), "test.svg", drawing=drawing) for at in range(50))
    many = pdf_bytes([Frame(Size(500, 10), items)], fonts=Fonts({}), title="art")
    one = pdf_bytes([Frame(Size(500, 10), items[:1])], fonts=Fonts({}), title="art")
    assert len(many) < len(one) + 1000


def test_a_printing_house_gets_gradients_in_inks_and_nothing_see_through():
    solid = pdf_bytes([frame(DRAWN["a gradient"])], fonts=Fonts({}), title="art", press=press_job(2.4))
    assert b"/DeviceCMYK" in solid
    assert b"/DeviceRGB" not in solid
    for name in ("half ink", "a gradient to nothing", "a group seen through as one"):
        with pytest.raises(InvalidInput, match="see-through"):
            pdf_bytes([frame(DRAWN[name])], fonts=Fonts({}), title="art", press=press_job(2.4))


def test_a_drawing_is_as_wide_as_it_says_on_its_own_ground():
    drawing = read_vector_picture(
        "a.svg",
        svg(
            '<circle cx="50" cy="50" r="50" fill="gold"/>', more='width="2in" height="4in" style="background: navy"'
        ).encode(),
        "a.svg",
    )
    assert drawing.size == (256, 512)
    face = Frame(Size(50, 100), (ImageItem(Rect(0, 0, 50, 100), "a.svg", drawing=drawing),))
    (image,) = pictures(pdf_bytes([face], fonts=Fonts({}), title="art"), 72.0)
    assert [image.convert("RGB").getpixel(point) for point in ((25, 10), (25, 50), (25, 90))] == [
        (0, 0, 128),
        (255, 215, 0),
        (0, 0, 128),
    ]


def test_a_cut_drawing_shows_nothing_beyond_its_box():
    drawing = read_vector_picture("test.svg", DRAWN["more than its edge"].encode(), "art/test.svg")
    face = Frame(Size(200, 200), (ImageItem(Rect(0, 0, 100, 100), "test.svg", drawing=drawing),))
    (image,) = pictures(pdf_bytes([face], fonts=Fonts({}), title="art"), 72.0)
    assert image.convert("RGB").getpixel((90, 90)) == (128, 0, 128)
    assert image.convert("RGB").getpixel((104, 104)) == (255, 255, 255)
