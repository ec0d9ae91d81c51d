"""Drawings in colours are drawn as resvg draws them, in PDF and in SVG, or refused with the element that cannot be."""

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
from generator.layout.svg_picture import read_vector_picture

XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
SIDE = 100
STOPS = '<stop offset="0" stop-color="red"/><stop offset=".4" stop-color="gold"/><stop offset="1" stop-color="navy"/>'
FAINT = '<stop offset="0" stop-color="red" stop-opacity="0"/><stop offset="1" stop-color="navy"/>'
STEP = '<stop offset="0" stop-color="red"/><stop offset=".5" stop-color="red"/><stop offset=".5" stop-color="navy"/>'
GROUND = '<rect width="100" height="50" fill="#8c8"/>'


def svg(body, box="0 0 100 100", more=""):
    return f'<svg {XMLNS} viewBox="{box}" {more}>{body}</svg>'


def linear(more="", stops=STOPS, shape='<rect x="10" y="10" width="80" height="60"'):
    return svg(f'<defs><linearGradient id="a" {more}>{stops}</linearGradient></defs>{GROUND}{shape} fill="url(#a)"/>')


TILE = '<rect width="6" height="6" fill="#864"/><circle cx="12" cy="12" r="6" fill="teal"/>'


def tiled(more="", inside=TILE, shape='<circle cx="50" cy="50" r="40"'):
    return svg(f'<pattern id="a" {more}>{inside}</pattern>{GROUND}{shape} fill="url(#a) red"/>')


def radial(more="", stops=STOPS):
    return svg(
        f'<radialGradient id="a" {more}>{stops}</radialGradient>{GROUND}<circle cx="50" cy="50" r="40" fill="url(#a)"/>'
    )


DRAWN = {
    "colours over each other": svg(
        '<circle cx="40" cy="40" r="30" fill="tomato"/><path d="M20 90 50 20 90 90z" fill="rgb(0 90 160)" stroke="#123" stroke-width="4"/>'
    ),
    "half ink": svg(
        GROUND
        + '<circle cx="40" cy="50" r="30" fill="#f00" fill-opacity="50%"/><rect x="40" y="40" width="50" height="50" fill="#00f8"/>'
    ),
    "a group seen through as one": svg(
        GROUND
        + '<g opacity=".5"><circle cx="40" cy="50" r="30" fill="red"/><circle cx="60" cy="50" r="30" fill="blue"/></g>'
    ),
    "groups in groups": svg(
        GROUND
        + '<g opacity=".8"><g opacity=".5"><circle cx="40" cy="50" r="30"/><circle cx="60" cy="50" r="30" fill="blue"/></g><rect width="30" height="30"/></g>'
    ),
    "a gradient": linear(),
    "a gradient along a slope": linear('x1="0" y1="0" x2="1" y2="1" gradientTransform="rotate(20)"'),
    "a gradient in units of the page": linear('gradientUnits="userSpaceOnUse" x1="20" x2="50%" y2="80"'),
    "a gradient again and again": linear('x1=".4" x2=".6" spreadMethod="repeat"'),
    "a gradient to and fro": linear('x1=".3" x2=".45" spreadMethod="reflect"'),
    "steps": linear(stops=STEP),
    "a gradient to nothing": linear(stops=FAINT),
    "a gradient from nothing, faint as a whole": linear(
        stops=FAINT, shape='<rect x="10" y="10" width="80" height="60" opacity=".6"'
    ),
    "a gradient of one colour": linear(stops='<stop stop-color="teal"/>'),
    "a gradient without a colour, and its fallback": svg(
        '<linearGradient id="a"/><rect width="60" height="60" fill="url(#a) teal"/>'
    ),
    "a gradient that takes over": svg(
        f'<linearGradient id="b">{STOPS}</linearGradient><linearGradient id="a" xlink:href="#b" x2="0" y2="1"/><rect width="90" height="90" fill="url(#a)"/>'
    ),
    "a gradient on a line": svg(
        f'<linearGradient id="a">{STOPS}</linearGradient><path d="M10 80 50 20 90 80" fill="none" stroke="url(#a)" stroke-width="12" stroke-linejoin="round"/>'
    ),
    "rings": radial(),
    "rings with a focus": radial('fx=".3" fy=".4" fr=".1"'),
    "rings again and again": radial('r=".2" spreadMethod="reflect"'),
    "rings to nothing": radial(stops=FAINT),
    "a pattern": tiled('patternUnits="userSpaceOnUse" x="2" y="3" width="16" height="16"'),
    "a pattern by its box": tiled(
        'width=".25" height=".5" patternContentUnits="objectBoundingBox"',
        '<rect width=".125" height=".25" fill="teal"/>',
    ),
    "a pattern that turns": tiled(
        'patternUnits="userSpaceOnUse" width="16" height="16" patternTransform="rotate(30) translate(3)"',
        shape='<rect x="10" y="20" width="80" height="60" transform="rotate(-20 50 50)"',
    ),
    "a pattern with units of its own": tiled(
        'patternUnits="userSpaceOnUse" width="20%" height="10" viewBox="0 0 20 20" preserveAspectRatio="xMinYMid"'
    ),
    "a pattern that takes over, faint": tiled(
        'patternUnits="userSpaceOnUse" width="10" height="10" xlink:href="#b"',
        "",
        '<pattern id="b" width="7"><path d="M0 5h10" stroke="navy" stroke-width="4"/></pattern>'
        '<rect fill-opacity=".5" width="90" height="90"',
    ),
    "a pattern of colours that run": tiled(
        'patternUnits="userSpaceOnUse" width="20" height="20"',
        f'<linearGradient id="g">{STOPS}</linearGradient><g opacity=".7"><rect width="16" height="9" fill="url(#g)"/>'
        '<circle cx="8" cy="9" r="5"/></g>',
    ),
    "a pattern on a line": svg(
        f'<pattern id="a" patternUnits="userSpaceOnUse" width="16" height="16">{TILE}</pattern>'
        '<circle cx="50" cy="50" r="35" fill="none" stroke="url(#a)" stroke-width="20"/>'
    ),
    "a pattern without room, and its fallback": tiled('width="0" height="1"'),
    "a gradient that turns about its middle": linear(
        'gradientUnits="userSpaceOnUse" x1="0" x2="100" gradientTransform="rotate(40)" transform-origin="50 50"'
    ),
    "a gradient of itself": linear('xlink:href="#a"'),
    "a clip": svg(
        '<clipPath id="c"><circle cx="50" cy="50" r="30"/></clipPath><rect clip-path="url(#c)" width="100" height="100" fill="green"/>'
    ),
    "a clip of two": svg(
        '<clipPath id="c"><circle cx="35" cy="50" r="30"/><circle cx="65" cy="50" r="30"/></clipPath><g clip-path="url(#c)"><rect width="100" height="50" fill="green"/><rect y="50" width="100" height="50" fill="red"/></g>'
    ),
    "a clip in a clip": svg(
        '<clipPath id="d"><path d="M0 0h60v100H0z"/></clipPath><clipPath id="c" clip-path="url(#d)"><circle cx="50" cy="50" r="40" clip-rule="evenodd"/></clipPath><rect clip-path="url(#c)" width="100" height="100" fill="green"/>'
    ),
    "an even-odd clip": svg(
        '<clipPath id="c"><path clip-rule="evenodd" d="M10 10h80v80h-80zM30 30h40v40h-40z"/></clipPath><rect clip-path="url(#c)" width="100" height="100" fill="green"/>'
    ),
    "a clip of nothing": svg(
        '<clipPath id="c"/><rect clip-path="url(#c)" width="100" height="100" fill="green"/><rect width="30" height="30"/>'
    ),
    "copies in colours": svg(
        '<defs><g id="a"><rect width="20" height="20"/><circle r="8" fill="red"/></g></defs><use xlink:href="#a" x="20" y="20" fill="blue"/><use href="#a" x="60" y="60" fill="green" opacity=".5"/>'
    ),
    "a style sheet": svg(
        '<style>.a {fill: orange; stroke: #000} #b .a {fill: blue} rect {stroke-width: 5px}</style><rect class="a" x="10" y="10" width="30" height="30"/><g id="b"><rect class="a" x="50" y="50" width="40" height="40" style="stroke: lime"/></g>'
    ),
    "more than its edge": svg('<circle cx="100" cy="100" r="60" fill="purple"/>'),
    **{
        f"what turns about {origin}": svg(
            f'<g transform="scale(.8)" transform-origin="90 10"><rect x="30" y="30" width="40" height="20" fill="teal" '
            f'transform="rotate(25)" style="transform-origin: {origin}"/></g>'
        )
        for origin in ("center", "top", "left", "bottom right", "25% 40px", "right 30%")
    },
    "a clip that turns about its middle": svg(
        '<clipPath id="c" transform="rotate(45)" transform-origin="center"><rect x="30" y="30" width="40" height="40" '
        'transform="scale(.8)" transform-origin="30 30"/></clipPath><rect clip-path="url(#c)" width="100" height="100"/>'
    ),
    "corners with a limit that is none": svg(
        '<path d="M20 35 60 45 20 55" fill="none" stroke="teal" stroke-width="15" stroke-miterlimit="-10"/>'
    ),
    "lines before grounds": svg(
        '<circle cx="50" cy="50" r="30" fill="gold" stroke="red" stroke-width="20" paint-order="stroke"/>'
    ),
}


def theirs(text):
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
    return theirs(svg_text(frame(text), fonts=Fonts({})).replace('width="100pt" height="100pt"', ""))


def apart(one, other):
    """Return how much two pictures differ, as a part of all that could."""
    found = ImageChops.difference(one, other).tobytes()
    return sum(found) / (255 * len(found))


@pytest.mark.parametrize("through", [through_pdf, through_svg])
@pytest.mark.parametrize("name", DRAWN)
def test_a_drawing_looks_as_another_program_draws_it(name, through):
    text = DRAWN[name]
    assert apart(through(text), theirs(text)) < 0.01


def test_pictures_that_differ_are_told_apart_by_the_measure():
    assert apart(theirs(DRAWN["a gradient"]), theirs(DRAWN["steps"])) > 0.02


REFUSED = {
    "a pattern of itself": (
        tiled('width=".5" height=".5"', '<rect width="9" height="9" fill="url(#a)"/>'),
        "its pattern uses itself",
    ),
    "a pattern without end": (
        tiled('patternUnits="userSpaceOnUse" width="1e-5" height="9"'),
        "more than 10,000 times",
    ),
    "a pattern of very much": (
        tiled('patternUnits="userSpaceOnUse" width=".9" height=".9"', '<circle cx=".4" cy=".4" r=".3"/>'),
        "more than 200,000 numbers",
    ),
    "sides on each other over the edge of a tile": (
        tiled('width=".5" height=".5"', f'<path d="M9 9{"l90 20-70 50z" * 40}"/>'),
        "too many of its sides cross",
    ),
    "patterns that are cut again and again": (
        tiled(
            'width=".5" height=".5"',
            f'<path d="M9 9{"l90 20-70 50z" * 12}"/>',
            '<circle cx="50" cy="50" r="40" fill="url(#a)"/>' * 14 + "<path",
        ),
        "too many of its sides cross",
    ),
    "a pattern moved to nothing": (tiled('width=".5" height=".5" patternTransform="scale(0)"'), "no room"),
    "a pattern beyond its tiles": (tiled('width=".5" height=".5" overflow="visible"'), "more than its tile"),
    "letters in a pattern": (tiled('width=".5" height=".5"', "<text>A</text>"), "<text>"),
    "a clip by a circle": (svg('<rect width="9" height="9" clip-path="circle()"/>'), "clip-path is 'circle()'"),
    "a mask": (svg('<rect width="9" height="9" mask="url(#a)"/>'), "mask"),
    "a filter": (svg('<rect width="9" height="9" filter="blur(2px)"/>'), "filter"),
    "letters": (svg("<text>A</text>"), "<text>"),
    "a picture": (svg('<image href="x.png"/>'), "<image>"),
    "a focus outside": (radial('fx="2"'), "outside of its circle"),
    "a gradient without room": (linear('gradientTransform="scale(0)"'), "no room"),
    "a gradient a thousand times": (linear('x1="0" x2=".001" spreadMethod="repeat"'), "more than 200 times"),
    "rings around an inner circle again": (radial('fr=".1" spreadMethod="repeat"'), "inner circle"),
    "a clip of letters": (
        svg('<clipPath id="c"><text>A</text></clipPath><rect clip-path="url(#c)" width="9" height="9"/>'),
        "<text>",
    ),
    "blends": (svg('<g style="mix-blend-mode: screen"><rect width="9" height="9"/></g>'), "blends"),
    "what turns about its own box": (
        svg('<rect width="9" height="9" transform="rotate(9)" style="transform-box: fill-box"/>'),
        "its own box",
    ),
    "what turns about nothing": (
        svg('<rect width="9" height="9" transform="rotate(9)" transform-origin="left right"/>'),
        "cannot be read",
    ),
    "dashes by another measure": (
        svg('<path d="M0 0h9" stroke="red" stroke-dasharray="2" pathLength="4"/>'),
        "pathLength",
    ),
    "important looks": (svg("<style>rect {fill: red !important}</style>"), "!important"),
    "a language": (svg("<g/>", more='systemLanguage="pl"'), "each language"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_be_drawn_wrong_is_refused_with_its_element(name):
    text, expected = REFUSED[name]
    with pytest.raises(InvalidInput) as refused:
        frame(text)
    (fault,) = refused.value.diagnostics
    assert fault.code == "L016"
    assert expected in fault.message
    assert fault.place.path == "art/test.svg"
    assert fault.place.line == 1


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
