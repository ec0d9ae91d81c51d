"""Test `scrawl check --paper`: it reports printing faults with their place, and nothing else."""

import json

import pytest
from PIL import Image

from generator.check.preflight import face_faults
from generator.diagnostics import SourceLocation
from generator.draw.pdf.inks import PressColors
from generator.frame import FieldItem, Frame, GroupItem, ImageItem, Paint, ReusableDrawing, ShapeItem, TextItem
from generator.geometry import Rect, Size
from generator.units import mm
from tests.conftest import often

PLACE = SourceLocation("layouts/x.yaml", 7, 3)
BLEED = mm(3)
TRIM = Rect(BLEED, BLEED, mm(63), mm(88))
SAFE = TRIM.outset(-mm(4))
FULL = Size(mm(69), mm(94))


def faults_on(*items):
    return [
        (fault.code, fault.severity, fault.place)
        for fault in face_faults(Frame(FULL, items, "card 'x'", TRIM, safe=SAFE), BLEED, PressColors())
    ]


def ground(**change):
    box = {"x": 0.0, "y": 0.0, "width": FULL.width, "height": FULL.height, **change}
    return ShapeItem("rect", Rect(**box), Paint("#204175"), 0.0, None, PLACE)


def text(x, y, size=9.0):
    return TextItem(x, y, "Words", "t", size, "#000000", 20, PLACE)


def test_a_sound_card_has_no_faults(tmp_path):
    path = tmp_path / "fine.png"
    Image.new("RGB", (600, 600)).save(path)
    picture = ImageItem(Rect(60, 60, mm(25), mm(25)), str(path), PLACE)
    assert (
        faults_on(ground(), picture, text(60, 60), FieldItem("a", ShapeItem("rect", Rect(50, 50, 20, 20), Paint())))
        == []
    )


@pytest.mark.parametrize(
    ("change", "side"),
    [
        ({"x": TRIM.x, "width": FULL.width - TRIM.x}, "left"),
        ({"width": TRIM.right}, "right"),
        ({"height": TRIM.bottom + mm(1)}, "bottom"),
    ],
)
def test_art_that_ends_at_the_cut_is_reported_with_its_side(change, side):
    frame = Frame(FULL, (ground(**change),), "card 'x'", TRIM)
    (fault,) = face_faults(frame, BLEED, PressColors())
    assert (fault.code, fault.place) == ("L048", PLACE)
    assert f"at the {side} of card 'x'" in fault.message


def test_a_panel_inside_the_card_needs_no_bleed():
    assert faults_on(ground(x=mm(6), y=mm(6), width=mm(50), height=mm(70))) == []


@pytest.mark.parametrize(("pixels", "severity"), [(200, "warning"), (60, "error")])
def test_a_coarse_picture_is_reported_with_the_pixels_it_needs(tmp_path, pixels, severity):
    path = tmp_path / "coarse.png"
    Image.new("RGB", (pixels, pixels)).save(path)
    frame = Frame(FULL, (ImageItem(Rect(60, 60, 72, 72), str(path), PLACE),), "card 'x'", TRIM)
    (fault,) = face_faults(frame, BLEED, PressColors())
    assert (fault.code, fault.severity, fault.place) == ("P040", severity, PLACE)
    assert f"{pixels} dpi" in fault.message
    assert "300 x 300 pixels" in fault.hint


def test_words_and_fields_near_the_cut_are_reported():
    near_text = text(TRIM.x + mm(2), 60)
    near_field = FieldItem("box.1", ShapeItem("rect", Rect(60, TRIM.bottom - mm(5), 20, mm(4)), Paint()), place=PLACE)
    assert faults_on(near_text) == [("P042", "warning", PLACE)]
    assert faults_on(near_field) == [("P042", "warning", PLACE)]
    beyond = near_field._replace(shape=ShapeItem("rect", Rect(60, TRIM.bottom - mm(1), 20, mm(4)), Paint()))
    assert faults_on(beyond) == [("P042", "error", PLACE)]


def test_type_made_small_by_a_scale_is_reported():
    small = GroupItem(ReusableDrawing(Size(50, 50), (text(20, 20),)), (0.5, 0, 0, 0.5, 60, 60))
    assert faults_on(small) == [("L032", "warning", PLACE)]


def test_the_game_itself_passes_in_every_edition(scrawl):
    for edition in ((), *often([], [("--edition", "ink-saver")])):
        result = scrawl("check", "--printed", *edition, "--format", "json")
        assert result.returncode == 0, result.stderr
        records = json.loads(result.stdout)
        assert {each["severity"] for each in records} == {"note"}
        assert {each["code"] for each in records} <= {"P045", "P049"}
        records = [each for each in records if each["code"] == "P045"]
        paths = {each["path"] for each in records}
        assert len(records) == len(paths)
        assert {"goals", "Player sheet", "counters", "goals_box", "pocket"} < paths
        if edition:
            assert [each for each in records if not (float(each["message"].split()[2]) < 25)] == []


def test_a_users_own_card_is_looked_over(scrawl, tmp_path):
    folder = tmp_path / "layouts/paper-dungeons/cards"
    folder.mkdir(parents=True)
    (folder / "goal.yaml").write_text(
        "extends: common.yaml\n"
        "front:\n"
        "  stack:\n"
        "    - {shape: rect, fill: goals, x: 0mm, y: 0mm, right: 0mm, bottom: 0mm}\n"
        '    - {text: "{name}", style: body, color: on_dark, x: 1mm, y: 40mm, width: 60mm, height: 5mm}\n'
        "    - {image: blur.png, x: 10mm, y: 50mm, width: 40mm, height: 20mm}\n",
        encoding="utf-8",
    )
    Image.new("RGB", (80, 40)).save(tmp_path / "blur.png")
    result = scrawl("check", "--printed", cwd=tmp_path)
    assert result.returncode == 1
    for line, code in ((4, "L048"), (5, "P042"), (6, "P040")):
        assert f"goal.yaml:{line}:" in result.stderr
        assert code in result.stderr
    assert "51 dpi" in result.stderr
