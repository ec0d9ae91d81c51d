"""Test icons of any editor: outlines look right; other drawings are quickly rejected, with their place."""

import contextlib
import math
import re
import subprocess
import sys
import time

import pytest

from generator.diagnostics import Diagnostic, InvalidInput
from generator.draw.pdf.document import pdf_bytes
from generator.draw.pdf.press import press_job
from generator.draw.raster import pictures
from generator.fonts.faces import Fonts
from generator.frame import Frame, Paint, ShapeItem
from generator.geometry import Rect, Size
from generator.layout.engine import LayoutEngine
from generator.layout.icons import MAX_BYTES, Icons, read_icon
from generator.layout.spec import LayoutSpec
from generator.reading.structure import structure
from generator.reading.yaml_nodes import parse_yaml
from tests.conftest import ROOT
from tests.layout.laying import fonts
from tests.tables import tables, write_files

TABLES = tables(__file__)

XMLNS = 'xmlns="http://www.w3.org/2000/svg"'


def svg(body, box="0 0 512 512", more=""):
    return f'<svg {XMLNS} viewBox="{box}"{more}>{body}</svg>'.encode()


def path(data, more=""):
    return svg(f'<path d="{data}"{more}/>')


def whole(body):
    """Return a drawing of the table: a body without a root element has the usual box."""
    return body.encode() if re.match(r"<(svg xmlns|svg viewBox|!DOCTYPE|html)", body) else svg(body)


def commands(data):
    """Return the commands of an icon as text, with whole numbers where possible."""
    outline = read_icon("test", data, "icons/test.svg")
    return " ".join(
        " ".join([letter, *(f"{number:g}" for number in numbers)]) for letter, numbers in outline.commands()
    )


def darkness(data, size=64):
    """Draw an icon as PDF and return its dark pixels, as rows of # and blanks."""
    outline = read_icon("test", data, "icons/test.svg")
    box = ShapeItem("outline", Rect(0, 0, size, size), Paint("#000000"), 0.0, outline)
    (image,) = pictures(pdf_bytes([Frame(Size(size, size), (box,))], fonts=Fonts({}), title="icon"), 72.0, grey=True)
    bits = image.tobytes()
    return ["".join("#" if bits[y * size + x] < 128 else " " for x in range(size)) for y in range(size)]


def differing(one, other):
    return sum(a != b for row, twin in zip(one, other, strict=True) for a, b in zip(row, twin, strict=True))


SQUARE = svg('<path d="M 128 128 L 384 128 L 384 384 L 128 384 Z"/>')
DISC = svg('<circle cx="256" cy="256" r="200"/>')

CLIPPED = '<path clip-path="url(#c)" d="M128 128h256v256h-256z"/>'
FAN = "".join(f"M256 256L{n} 130h.5z" for n in range(150, 360))

SAME_SQUARE = {name: whole(body) for name, body in TABLES["same_square"].items()} | {
    "a clip of many that are drawn twice": svg(
        '<clipPath id="c">'
        + "".join(f'<path d="M{n} 0h32v512h-32z"/>' * 2 for n in range(0, 512, 32))
        + f"</clipPath>{CLIPPED}"
    ),
    "a fan in a clip": svg(f'<clipPath id="c"><path d="M128 128h256v256h-256z{FAN}"/></clipPath>{CLIPPED}'),
    "a file with a declaration": b'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n'
    + path("M128 128h256v256h-256z"),
}


@pytest.mark.parametrize("name", SAME_SQUARE)
def test_one_square_written_in_many_ways(name):
    assert differing(darkness(SAME_SQUARE[name]), darkness(SQUARE)) == 0


MIDDLE = '<clipPath id="c"><path d="M128 128h256v256h-256z"/></clipPath>'

SAME_DISC = {name: whole(body) for name, body in TABLES["same_disc"].items()}


@pytest.mark.parametrize("name", SAME_DISC)
def test_one_disc_written_in_many_ways(name):
    assert differing(darkness(SAME_DISC[name]), darkness(DISC)) <= 8


def test_a_line_has_the_caps_and_joins_that_it_asks_for():
    disc = path("M256 256h0", ' stroke="#000" stroke-width="400" stroke-linecap="round"')
    assert differing(darkness(disc), darkness(DISC)) <= 8
    butt, square = (
        darkness(path("M128 256h256", f' stroke="#000" stroke-width="100" stroke-linecap="{cap}"'))[32]
        for cap in ("butt", "square")
    )
    assert (butt.count("#"), square.count("#")) == (32, 44)
    corner = "M156 356V156H356"
    miter, bevel = (
        darkness(path(corner, f' fill="none" stroke="#000" stroke-width="100" stroke-linejoin="{join}"'))[14][14]
        for join in ("miter", "bevel")
    )
    assert (miter, bevel) == ("#", " ")


def test_dots_along_a_curve_stand_where_its_length_tells():
    gap = 2 * math.pi * 200 / 12
    dots = f'stroke="#000" stroke-width="20" stroke-linecap="round" stroke-dasharray="0 {gap}"'
    outline = read_icon("dots", svg(f'<circle cx="256" cy="256" r="200" fill="none" {dots}/>'), "icons/dots.svg")
    assert outline.letters.count("Z") == 13, "the last where the first is"
    runs, at, places = outline.letters.split("Z")[:-1], 0, []
    for run in runs:
        count = sum({"M": 2, "L": 2, "C": 6}[letter] for letter in run)
        xs, ys = outline.path[at : at + count : 2], outline.path[at + 1 : at + count : 2]
        places.append(((min(xs) + max(xs)) / 2 - 256, (min(ys) + max(ys)) / 2 - 256))
        at += count
    steps = [round(math.atan2(y, x) / (math.pi / 6)) for x, y in places]
    assert {step % 12 for step in steps} == set(range(12))
    expected = [(200 * math.cos(step * math.pi / 6), 200 * math.sin(step * math.pi / 6)) for step in steps]
    assert [math.dist(*pair) < 0.3 for pair in zip(places, expected, strict=True)] == [True] * 13


def test_a_ground_behind_one_figure_is_left_out_when_asked():
    game_icons = svg('<path d="M0 0h512v512H0z" fill="#fff"/><path fill="#000" d="M128 128h256v256h-256z"/>')
    figure = read_icon("mine", game_icons, "icons/mine.svg", without_ground=True)
    assert figure == read_icon("mine", svg('<path d="M128 128h256v256h-256z"/>'), "icons/mine.svg")
    ring = '<circle cx="256" cy="256" r="250"/><circle cx="256" cy="256" r="200" stroke="#fff" stroke-width="20"/>'
    badge = read_icon("bolt", svg(f'{ring}<path fill="#fff" d="M200 99h99l-50 99z"/>'), "a.svg", without_ground=True)
    assert badge.letters.count("Z") == 3, "both edges of the ring, and the figure in it"
    three = svg('<path d="M0 0h512v512H0z" fill="#fff"/><path d="M9 9h9v9z"/><path fill="red" d="M9 9h9v9z"/>')
    with pytest.raises(InvalidInput, match="more than one colour") as caught:
        read_icon("mine", three, "icons/mine.svg", without_ground=True)
    assert "icon_grounds" not in (caught.value.diagnostics[0].hint or "")
    plain = svg('<path d="M0 0h512v512H0z"/><path d="M9 9h9v9z"/>')
    assert read_icon("mine", plain, "a.svg", without_ground=True) == read_icon("mine", plain, "a.svg")


def test_the_even_odd_rule_leaves_a_hole_and_the_other_rule_none():
    two = "M128 128h256v256h-256zM192 192h128v128h-128z"
    assert darkness(path(two))[32][32] == "#"
    hole = darkness(path(two, ' fill-rule="evenodd"'))
    assert (hole[32][32], hole[18][32]) == (" ", "#")


def test_holes_that_run_the_other_way_stay_holes_under_another_part():
    ring = '<path d="M128 128h256v256h-256zM192 192v128h128v-128z"/>'
    both = darkness(svg(f'{ring}<path d="M224 300v-60h60v60z"/>'))
    assert (both[32][32], both[25][25], both[18][18]) == ("#", " ", "#")


def test_quadratic_curves_and_skews_are_followed():
    assert (
        commands(path("M0 0Q150 300 300 0T600 0", ' transform="translate(0 100) scale(.5)"'))
        == "M 0 100 C 50 200 100 200 150 100 C 200 0 250 0 300 100 Z"
    )
    assert (
        commands(svg('<rect transform="skewX(45)" width="100" height="100"/>'))
        == "M 0 0 L 100 0 L 200 100 L 100 100 L 0 0 Z"
    )


REFUSED = {name: (whole(body), message) for name, (body, message) in TABLES["refused"].items()} | {
    "sides on each other": (
        svg(f'{MIDDLE}<path clip-path="url(#c)" d="{"M9 9L500 20 250 500z" * 60}"/>'),
        "too many of its sides cross or lie on each other",
    ),
    "sides of many lengths on one line": (
        svg(f'{MIDDLE}<path clip-path="url(#c)" d="{" ".join(f"M9 9H{n}V{n}z" for n in range(200, 260))}"/>'),
        "too many of its sides",
    ),
    "a clip of sides on each other": (
        svg('<clipPath id="c">' + '<path d="M9 9L500 20 250 500z"/>' * 60 + f"</clipPath>{CLIPPED}"),
        "too many of its sides",
    ),
    "curves on each other": (
        svg(f'{MIDDLE}<path clip-path="url(#c)" d="{"M9 9C900 9 9 900 500 500C9 900 900 9 9 9z" * 24}"/>'),
        "too many of its sides",
    ),
    "a tangle in a clip": (
        svg(
            f'{MIDDLE}<path clip-path="url(#c)" d="M9 9{"".join(f"L{n * n % 509} {n * 83 % 503}" for n in range(700))}"/>'
        ),
        "too many of its sides",
    ),
    "a box of four hundred digits": (svg('<path d="M0 0L5 5Z"/>', "0 0 9 " + "9" * 400), "too large"),
    "no marks": (b"\x89PNG", "not a sound SVG"),
    "deep groups": (svg("<g>" * 5000 + "</g>" * 5000), "nested"),
    "too many numbers": (path("M0 0L" + "1 " * 50_000), "numbers"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_an_outline_cannot_show_is_refused_with_its_place(name):
    data, expected = REFUSED[name]
    with pytest.raises(InvalidInput) as caught:
        read_icon("mine", data, "icons/mine.svg")
    (fault,) = caught.value.diagnostics
    assert fault.code == "L019"
    assert expected in fault.message
    assert f"{fault.place.line}:{fault.place.column} {fault.message} ({fault.hint})" == TABLES["told"][name]
    assert fault.place.path == "icons/mine.svg"


def test_a_refusal_names_line_and_column_of_the_element():
    with pytest.raises(InvalidInput) as caught:
        read_icon(
            "mine", f'<svg {XMLNS} viewBox="0 0 9 9">\n<g>\n  <text>A</text></g></svg>'.encode(), "icons/mine.svg"
        )
    (fault,) = caught.value.diagnostics
    assert (str(fault.place), fault.hint) == ("icons/mine.svg:3:3", "turn letters into paths")


HEAVY = {
    "many open tags": b"<path " * 49_000,
    "many elements": svg("<path/>" * 40_000),
    "an arc of one word": path("M0 0a1 1 0 " + "0" * 299_000),
    "digits": path("M" + "1" * 299_000),
    "dots": path("M" + "." * 299_000),
    "blanks": path("M" + " " * 299_000),
    "a transform of brackets": svg('<path transform="' + "(" * 299_000 + '" d=""/>'),
    "many transforms": svg('<path transform="' + "scale(2)" * 37_000 + '" d="M0 0h9v9z"/>'),
    "many parts": svg('<path d="M0 0h9v9z"/>' * 11_000),
    "many even-odd parts that lie apart": svg(
        '<g fill-rule="evenodd">' + "".join(f'<path d="M{n % 100} {n // 100}h.5v.5z"/>' for n in range(9_000)) + "</g>"
    ),
    "many even-odd parts": svg('<g fill-rule="evenodd">' + '<path d="M0 0h9v9z"/>' * 11_000 + "</g>"),
}


@pytest.mark.parametrize("name", HEAVY)
def test_no_drawing_takes_long(name):
    assert len(HEAVY[name]) <= MAX_BYTES + 100
    begin = time.process_time()
    with contextlib.suppress(InvalidInput):
        read_icon("heavy", HEAVY[name], "icons/heavy.svg")
    assert time.process_time() - begin < 2


READ_ALL = """
import sys
from pathlib import Path
from generator.layout.icons import Icons
icons = Icons((Path("fonts/icons"),))
print(len([icons.find(name).height for name in icons.names()]), "generator.layout.svg_drawings" in sys.modules)
"""


def test_every_icon_of_ours_is_read_without_the_reader_of_drawings():
    result = subprocess.run([sys.executable, "-c", READ_ALL], cwd=ROOT, capture_output=True, text=True, check=True)
    count, is_imported = result.stdout.split()
    assert int(count) > 150
    assert is_imported == "False"


def test_ours_and_any_other_way_of_writing_give_the_same_outline():
    for name in ("gem", "frame_goal", "rays_power"):
        ours = (ROOT / "fonts" / "icons" / f"{name}.svg").read_bytes()
        one, other = read_icon(name, ours, "a.svg"), read_icon(name, ours.replace(b" viewBox", b"  viewBox"), "a.svg")
        assert differing(darkness(ours), darkness(ours.replace(b" viewBox", b"  viewBox"))) == 0
        assert one.width / one.height == pytest.approx(other.width / other.height)


CARD = "extends: ../common/styles.yaml\nfront: {column: [{icon: mine, size: 20mm}]}\n"
SUN = '<linearGradient id="sun"><stop/><stop offset="1" stop-color="red"/></linearGradient>'


def test_an_icon_that_cannot_be_drawn_is_a_fault_of_its_own_file(scrawl, tmp_path):
    files = {"icons/mine.svg": svg('<path d="M0 0h9v9z" fill="url(#sun)"/>' + SUN), "layouts/mine/card.yaml": CARD}
    result = scrawl("check", write_files(tmp_path, files) / "layouts/mine/card.yaml")
    assert (result.returncode, "Traceback" in result.stderr) == (1, False)
    assert "icons/mine.svg:1:63" in result.stdout + result.stderr
    assert "L019 icon 'mine' cannot be drawn: it is filled with a gradient" in result.stdout + result.stderr


def test_a_large_file_and_a_link_out_of_the_folder_are_no_icons(tmp_path):
    folder = tmp_path / "icons"
    write_files(tmp_path, {"icons/large.svg": path("M0 0h9v9z") + b" " * MAX_BYTES, "outside.svg": SQUARE})
    (folder / "link.svg").symlink_to(tmp_path / "outside.svg")
    icons = Icons((folder,))
    large = icons.find("large")
    assert isinstance(large, Diagnostic)
    assert "at most 300,000 are read" in large.message
    assert icons.find("link") is None
    assert icons.find("x" * 4000) is None


TWO_TONES = svg(
    '<g opacity=".4"><path d="M0 0h256v512h-256z"/><path d="M0 0h256v256h-256z"/></g><path d="M256 256h256v256h-256z"/>'
)


def colours_of(layout, folder, *points, press=None):
    """Lay out a face of 100 points with the icon `two`, and return its colours at points, or its faults."""
    (folder / "two.svg").write_bytes(TWO_TONES)
    text = f"colors: {{ink: '#000000', red: '#ff0000', gold: '#ffff00'}}\nfonts: {{}}\n{layout}"
    node = parse_yaml(text, "layout.yaml")
    program = LayoutEngine(structure(node, LayoutSpec, "a layout"), fonts(), Icons((folder,)), "en")
    face = program.face(program.layout.front, {}, Size(100, 100), "")
    if face.faults:
        return face.faults
    (image,) = pictures(pdf_bytes([face.frame], fonts=fonts(), title="icon", press=press), 72.0)
    return [image.convert("RGB").getpixel(point) for point in points]


def test_parts_in_a_paler_tone_show_what_lies_behind_them_each_part_once(tmp_path):
    ground = "front:\n  stack:\n    - {shape: rect, fill: gold, x: 0pt, y: 0pt, right: 0pt, bottom: 0pt}\n"
    icon = ground + "    - {icon: two, color: red, x: 0pt, y: 0pt, width: 100pt, height: 100pt}"
    assert [tone.alpha for tone in read_icon("two", TWO_TONES, "two.svg").tones] == [0.4]
    assert read_icon("one", SQUARE, "one.svg").tones == ()
    full, pale, none, twice = colours_of(icon, tmp_path, (75, 75), (25, 75), (75, 25), (25, 25))
    assert (full, none) == ((255, 0, 0), (255, 255, 0))
    assert pale == twice == (255, 153, 0)


def test_parts_in_a_paler_tone_stand_in_texts_too(tmp_path):
    text = "front: {text: ':two:', font: text.regular, size: 60pt, color: red}"
    pixels = {
        pixel for pixel in colours_of(text, tmp_path, *((x, y) for x in range(0, 100, 3) for y in range(0, 100, 3)))
    }
    assert {(255, 0, 0), (255, 255, 255)} < pixels
    assert any(pixel[0] == 255 and 145 < pixel[1] < 160 for pixel in pixels)


def test_parts_in_a_paler_tone_make_no_shape_and_go_to_no_printing_house(tmp_path):
    (fault,) = colours_of("front: {shape: two, fill: red}", tmp_path)
    assert (fault.code, fault.message) == ("L019", "icon 'two' is see-through in parts, and no shape")
    with pytest.raises(InvalidInput, match="P047"):
        colours_of("front: {icon: two, color: red, size: 50pt}", tmp_path, (1, 1), press=press_job(2.4))
