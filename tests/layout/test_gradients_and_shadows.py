"""Gradients, see-through colours, shadows and lines around letters: the same in PDF and SVG, told where they are wrong."""

import io

import pikepdf
import pytest
from PIL import Image, ImageChops
from resvg_py import svg_to_bytes

from generator.diagnostics import InvalidInput
from generator.draw.pdf.document import pdf_bytes
from generator.draw.pdf.press import X1A, X4, press_job
from generator.draw.raster import pictures
from generator.draw.svg import svg_text
from generator.layout.frame_checks import frame_faults
from generator.layout.gradients_and_shadows import parse_gradient
from tests.draw.pdfx import violations
from tests.layout.laying import fonts, lay

COLORS = "colors: {ink: '#000000', sky: '#8ec5ff', sea: '#0b2a4a', dusk: 'linear-gradient(to right, sea, sky 60%, #ffd08000)'}"
GROUND = "{shape: rect, fill: sky, x: 0, y: 0, width: 100%, height: 40pt}"
BOX = "x: 10pt, y: 10pt, width: 70pt, height: 40pt"
EFFECTS = {
    "a half-clear panel": f"box: [{{text: Words}}], fill: '#ffffff80', stroke: '#80000080', stroke_width: 4pt, {BOX}",
    "half-clear words": f"text: Words, color: '#80000080', size: 22pt, {BOX}",
    "a half-clear icon": f"icon: skull, color: 'rgb(0 0 0 / 50%)', {BOX}",
    "a gradient to a corner": f"shape: rect, fill: 'linear-gradient(to bottom right, sea, gold)', stroke: ink, {BOX}",
    "a gradient at an angle": f"shape: ellipse, fill: 'linear-gradient(30deg, sea, white 20%, gold)', {BOX}",
    "a gradient by name, to nothing": f"shape: rect, radius: 8pt, fill: dusk, {BOX}",
    "rings": f"shape: heart, fill: 'radial-gradient(at 30% 30%, white, gold 40%, #804000)', {BOX}",
    "a panel seen through as one": f"box: [{{text: Words}}, {{icon: heart, size: 12pt}}], fill: tomato, opacity: 0.5, {BOX}",
    "a soft shadow": f"shape: rect, radius: 6pt, fill: white, shadow: '3pt 3pt 4pt #00000099', {BOX}",
    "a sharp shadow of what is turned": f"icon: skull, rotate: 30, shadow: 3pt 2pt 0 navy, {BOX}",
    "lines around letters": f"text: Words, color: gold, size: 24pt, outline: 1.2pt sea, {BOX}",
    "lines around letters with a shadow": f"text: Words, color: gold, size: 24pt, outline: 1pt sea, shadow: 2pt 2pt 3pt ink, {BOX}",
}


def laid(element, values=None):
    return lay(
        f"{COLORS}\nfront:\n  stack:\n    - {GROUND}\n    - {{{element}}}\n", values, size=(100, 60), name="card"
    )


@pytest.mark.parametrize("element", EFFECTS.values(), ids=EFFECTS)
def test_an_effect_is_drawn_alike_in_pdf_and_svg_and_stands_in_files_of_late_rules(element):
    face = laid(element)
    assert face.faults == ()
    pdf = pdf_bytes([face.frame], fonts=fonts(), title="t")
    drawn = next(pictures(pdf, 144))
    plain = next(pictures(pdf_bytes([laid("space: 0").frame], fonts=fonts(), title="t"), 144))
    shown = svg_to_bytes(svg_string=svg_text(face.frame, fonts=fonts()), dpi=144)
    other = Image.open(io.BytesIO(bytes(shown))).convert("RGB")
    assert part_that_differs(drawn, other) < 0.02
    assert part_that_differs(drawn, plain) > 0.02  # there is something to compare
    assert violations(pdf_bytes([face.frame], fonts=fonts(), title="t", press=press_job(3, X4))) == []


def part_that_differs(one, other):
    levels = ImageChops.difference(one, other).convert("L").histogram()
    return sum(levels[40:]) / sum(levels)


@pytest.mark.parametrize("element", [effect for name, effect in EFFECTS.items() if name != "lines around letters"])
def test_early_rules_take_what_is_full_and_name_the_place_of_what_is_not(element):
    face = laid(element)
    is_full = "gradient(" in element
    if is_full:
        with pikepdf.open(
            io.BytesIO(pdf_bytes([face.frame], fonts=fonts(), title="t", press=press_job(3, X1A)))
        ) as pdf:
            assert not [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and "/SMask" in thing]
        return
    with pytest.raises(InvalidInput) as refused:
        pdf_bytes([face.frame], fonts=fonts(), title="t", press=press_job(3, X1A))
    (fault,) = refused.value.diagnostics
    assert (fault.code, fault.place.line) == ("P047", 5)
    assert "opacity: 1" in fault.hint


def test_words_with_a_line_around_them_are_read_once():
    face = laid(EFFECTS["lines around letters with a shadow"])
    with pikepdf.open(io.BytesIO(pdf_bytes([face.frame], fonts=fonts(), title="t"))) as pdf:
        pdf.pages[0].contents_coalesce()
        code = pdf.pages[0].Contents.read_bytes()
    assert code.count(b"Tj") + code.count(b"TJ") == 1


ROW = {
    "a good row": ("shape: rect, fill: '{fill}'", {"fill": "linear-gradient(red, navy)"}, None),
    "a shadow": ("shape: rect, fill: red, shadow: '{x} 1mm {c}'", {"x": "1mm", "c": "navy"}, None),
    "a faint one": ("shape: rect, fill: red, opacity: '{o}'", {"o": "0.4"}, None),
    "a missing cell": ("shape: rect, fill: '{nothing}'", {}, "L020"),
    "no gradient": ("shape: rect, fill: '{fill}'", {"fill": "linear-gradient(red)"}, "L066"),
    "no colour": ("shape: rect, fill: '{fill}'", {"fill": "linear-gradient(red, bleu)"}, "L012"),
    "a side that is none": ("shape: rect, fill: '{fill}'", {"fill": "linear-gradient(to up, red, navy)"}, "L066"),
    "a wrong unit": ("shape: rect, fill: red, shadow: '{x} 1mm'", {"x": "1furlong"}, "L066"),
    "too far": ("shape: rect, fill: red, shadow: '{x} 1mm'", {"x": "1000mm"}, "L066"),
    "a line without a colour": ("text: Words, outline: '{o}'", {"o": "1pt"}, "L066"),
    "a gradient for words": ("text: Words, color: '{c}'", {"c": "linear-gradient(red, navy)"}, "L012"),
    "opacity beyond": ("shape: rect, fill: red, opacity: '{o}'", {"o": "3"}, "S006"),
}


@pytest.mark.parametrize(("element", "row", "code"), ROW.values(), ids=ROW)
def test_an_effect_may_come_from_the_row_and_is_told_there(element, row, code):
    faults = laid(f"{element}, {BOX}", row).faults
    assert [fault.code for fault in faults] == ([code] if code else [])


@pytest.mark.parametrize(
    ("fill", "color", "is_told"),
    [
        ("linear-gradient(to right, black, black 60%, white)", "white", False),
        ("linear-gradient(to right, white, white 60%, black)", "white", True),
        ("radial-gradient(white, black)", "white", True),
        ("'#ffffffe0'", "ink", False),
        ("'#000000e0'", "ink", True),
    ],
)
def test_words_on_what_runs_or_is_see_through_are_measured_on_what_is_seen(fill, color, is_told):
    fill = fill.strip("'")
    face = laid(f"box: [{{text: Middle words, align: center, color: {color}}}], fill: '{fill}', {BOX}")
    assert ("L040" in [fault.code for fault in frame_faults(face.frame)]) == is_told


def test_a_gradient_without_places_is_parted_evenly():
    assert parse_gradient("linear-gradient(a, b, c 50%, d, e)").places == (0.0, 0.25, 0.5, 0.75, 1.0)
    assert parse_gradient("radial-gradient(rgb(0, 0, 0), #fff)").names == ("rgb(0, 0, 0)", "#fff")
