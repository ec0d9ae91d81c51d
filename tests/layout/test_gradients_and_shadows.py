"""Gradients, see-through colours, shadows and lines around letters: alike in PDF and SVG; a fault names its place."""

import io

import pikepdf
import pytest
from PIL import Image, ImageChops
from resvg_py import svg_to_bytes

from generator.diagnostics import InvalidInput
from generator.draw.pdf.document import opacity_by, pdf_bytes
from generator.draw.pdf.press import X1A, X4, press_job
from generator.draw.raster import pictures
from generator.draw.silhouettes import FINEST, draw_shadow
from generator.draw.svg import svg_text
from generator.frame import ShadowItem
from generator.geometry import Size
from generator.layout.frame_checks import frame_faults
from generator.layout.gradients_and_shadows import parse_gradient
from generator.layout.svg_drawings import read_vector_picture
from generator.reading.pictures import PictureFile
from tests.draw.pdfx import violations
from tests.layout.laying import fonts, lay
from tests.tables import table, tables

TABLES = tables(__file__)

COLORS = "colors: {ink: '#000000', sky: '#8ec5ff', sea: '#0b2a4a', dusk: 'linear-gradient(to right, sea, sky 60%, #ffd08000)'}"
GROUND = "{shape: rect, fill: sky, x: 0, y: 0, width: 100%, height: 40pt}"
BOX = "x: 10pt, y: 10pt, width: 70pt, height: 40pt"
EFFECTS = TABLES["effects"]


def face_of(element, values=None):
    return lay(
        f"{COLORS}\nfront:\n  stack:\n    - {GROUND}\n    - {{{element}}}\n", values, size=(100, 60), name="card"
    )


@pytest.mark.parametrize("element", EFFECTS.values(), ids=EFFECTS)
def test_an_effect_is_drawn_alike_in_pdf_and_svg_and_stands_in_files_of_late_rules(element):
    face = face_of(element)
    assert face.faults == ()
    pdf = pdf_bytes([face.frame], fonts=fonts(), title="t")
    picture = next(pictures(pdf, 144))
    plain = next(pictures(pdf_bytes([face_of("space: 0").frame], fonts=fonts(), title="t"), 144))
    png = svg_to_bytes(svg_string=svg_text(face.frame, fonts=fonts()), dpi=144)
    other = Image.open(io.BytesIO(bytes(png))).convert("RGB")
    assert part_that_differs(picture, other) < 0.02
    assert part_that_differs(picture, plain) > 0.02  # there is something to compare
    assert violations(pdf_bytes([face.frame], fonts=fonts(), title="t", press=press_job(3, X4))) == []


def part_that_differs(one, other):
    levels = ImageChops.difference(one, other).convert("L").histogram()
    return sum(levels[40:]) / sum(levels)


@pytest.mark.parametrize("element", [effect for name, effect in EFFECTS.items() if name != "lines around letters"])
def test_early_rules_take_what_is_full_and_name_the_place_of_what_is_not(element):
    face = face_of(element)
    is_full = "gradient(" in element
    if is_full:
        with pikepdf.open(
            io.BytesIO(pdf_bytes([face.frame], fonts=fonts(), title="t", press=press_job(3, X1A)))
        ) as pdf:
            assert not [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and "/SMask" in thing]
        return
    with pytest.raises(InvalidInput) as error:
        pdf_bytes([face.frame], fonts=fonts(), title="t", press=press_job(3, X1A))
    (fault,) = error.value.diagnostics
    assert (fault.code, fault.place.line) == ("P047", 5)
    assert "opacity: 1" in fault.hint


def test_words_with_a_line_around_them_are_read_once():
    face = face_of(EFFECTS["lines around letters with a shadow"])
    with pikepdf.open(io.BytesIO(pdf_bytes([face.frame], fonts=fonts(), title="t"))) as pdf:
        pdf.pages[0].contents_coalesce()
        code = pdf.pages[0].Contents.read_bytes()
    assert code.count(b"Tj") + code.count(b"TJ") == 1


ROW, SHARP = TABLES["row"], TABLES["sharp"]


@pytest.mark.parametrize(("element", "row", "code"), ROW.values(), ids=ROW)
def test_an_effect_may_come_from_the_row_and_is_reported_there(element, row, code):
    faults = face_of(f"{element}, {BOX}", row).faults
    assert [fault.code for fault in faults] == ([code] if code else [])


@pytest.mark.parametrize("element", SHARP.values(), ids=SHARP)
def test_a_sharp_shadow_that_is_not_moved_has_the_shape_of_what_casts_it(element, tmp_path):
    art = Image.new("LA", (400, 200))
    art.paste((0, 255), (100, 0, 400, 200))
    art.save(tmp_path / "art.png")
    drawing = read_vector_picture("art.svg", TABLES["drawing"].encode(), "art.svg")
    art = {"art": PictureFile(str(tmp_path / "art.png"), Size(2, 1)), "svg": PictureFile("", drawing.size, drawing)}
    frame = lay(f"{COLORS}\nfront: {{stack: [{{{element}}}]}}\n", images=art.__getitem__).frame
    box, mask = draw_shadow(ShadowItem(frame.items, (0, 0), 0, "#000000"), opacity_by(fonts()))
    picture = ImageChops.invert(next(pictures(pdf_bytes([frame], fonts=fonts(), title="t"), 300)).convert("L"))
    across, down = mask.width / box.width, mask.height / box.height
    spot = (across / FINEST, 0, -across * box.x, 0, down / FINEST, -down * box.y)
    shape = mask.transform(picture.size, Image.Transform.AFFINE, spot, Image.Resampling.BILINEAR)
    assert part_that_differs(shape, picture) < 0.02
    assert sum(picture.histogram()[128:]) > 1000


@table("fill, color, is_reported")
def test_words_on_what_runs_or_is_see_through_are_measured_on_what_is_seen(fill, color, is_reported):
    fill = fill.strip("'")
    face = face_of(f"box: [{{text: Middle words, align: center, color: {color}}}], fill: '{fill}', {BOX}")
    assert ("L040" in [fault.code for fault in frame_faults(face.frame)]) == is_reported


def test_a_gradient_without_places_is_parted_evenly():
    assert parse_gradient("linear-gradient(a, b, c 50%, d, e)").places == (0.0, 0.25, 0.5, 0.75, 1.0)
    assert parse_gradient("radial-gradient(rgb(0, 0, 0), #fff)").names == ("rgb(0, 0, 0)", "#fff")
