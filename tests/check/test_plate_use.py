"""The proof's figures for the four inks match the file for a press: areas, letters, gradients, pictures."""

import pytest
from PIL import Image

from generator.check.preflight import INKS, SinglePlateColors, plate_use
from generator.draw.pdf.inks import PressColors
from generator.draw.pdf.press import X4, press_job
from generator.fonts.faces import Fonts
from generator.frame import Frame, Gradient, GradientStop, ImageItem, Paint, ShapeItem, TextItem
from generator.geometry import Rect, Size
from tests.conftest import ROOT

SAND, DARK, RED = "#ffcc66", "#201008", "#c03020"
FACE = Size(144.0, 216.0)
FONTS = Fonts({"text": ROOT / "fonts" / "FiraSansCondensed-Bold.ttf"})


def use_of(*items, most=3.0):
    return plate_use(Frame(FACE, items), FONTS, press_job(most, X4))


def upper_half(color, **more):
    return ShapeItem("rect", Rect(0, 0, FACE.width, FACE.height / 2), Paint(color, **more))


def words(color):
    return TextItem(20, 80, "MMM", "text", 60, color, 100)


def ink_shares(color):
    """Return the percent of each ink in a colour, as in the exports for a press."""
    return dict(zip(INKS, (ink / 2.55 for ink in PressColors(3.0).inks(color)), strict=True))


def test_each_ink_covers_what_the_export_gives_to_a_colour():
    use = use_of(upper_half(SAND))
    assert use.inks == pytest.approx({ink: part / 2 for ink, part in ink_shares(SAND).items()}, abs=0.3)
    assert use.most == pytest.approx(sum(ink_shares(SAND).values()), abs=1)
    assert (0 < use.x < FACE.width, 0 < use.y < FACE.height / 2) == (True, True)
    spot = use_of(upper_half(SAND), ShapeItem("rect", Rect(100, 150, 20, 20), Paint(DARK)))
    assert (100 < spot.x < 120, 150 < spot.y < 170) == (True, True)
    assert use_of().most == sum(use_of().inks.values()) == 0


@pytest.mark.parametrize("most", [1.6, 2.2, 3.0])
def test_a_bound_is_kept(most):
    assert 140 < use_of(upper_half(DARK), most=most).most <= 100 * most + 0.5


def test_black_letters_lie_over_what_is_below_them_and_coloured_ones_in_its_place():
    ground = upper_half(RED)
    bare, black, green = use_of(ground), use_of(ground, words("#000000")), use_of(ground, words("#20a040"))
    assert black.most == pytest.approx(bare.most + 100 - ink_shares(RED)["black"], abs=1)
    for ink in ("cyan", "magenta", "yellow"):
        assert black.inks[ink] == pytest.approx(bare.inks[ink], abs=0.1)
    assert black.inks["black"] > bare.inks["black"] + 3
    assert green.inks["magenta"] < bare.inks["magenta"] - 2
    after = use_of(ground, words("#000000"), words("#ffffff"))
    for ink in INKS:
        assert after.inks[ink] < bare.inks[ink] or ink_shares(RED)[ink] < 1, "white letters leave a gap in each plate"


def test_gradients_and_pictures_are_told_as_they_are_exported(tmp_path):
    stops = (GradientStop(0.0, SAND), GradientStop(1.0, SAND))
    shaded = use_of(upper_half(None, gradient=Gradient((0, 0, 0, 100), stops)))
    assert shaded.inks == pytest.approx(use_of(upper_half(SAND)).inks, abs=0.3)
    Image.new("RGB", (20, 20), SAND).save(tmp_path / "sand.png")
    Image.new("CMYK", (20, 20), (51, 0, 102, 0)).save(tmp_path / "inks.tif")
    whole = Rect(0, 0, *FACE)
    assert use_of(ImageItem(whole, str(tmp_path / "sand.png"))).inks == pytest.approx(ink_shares(SAND), abs=6)
    inks = use_of(ImageItem(whole, str(tmp_path / "inks.tif"))).inks
    assert inks == pytest.approx({"cyan": 20, "magenta": 0, "yellow": 40, "black": 0}, abs=1)


def test_a_plate_is_white_where_none_of_its_ink_lies():
    plate = SinglePlateColors(PressColors(), 0)
    assert (plate.fill("#ffffff"), plate.stroke("#000000"), plate.text("#000000")) == ("1 g", "1 G", "3 Tr")
    assert SinglePlateColors(PressColors(), 3).text("#000000") == "0 Tr 0 g"
