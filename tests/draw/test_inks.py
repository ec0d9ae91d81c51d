"""Process inks look like the design, stay within a shop's limit, and print words only in black."""

import re

import pytest

from generator.draw.pdf.inks import PressColors, parts_of
from tests.conftest import ROOT

STYLES = (ROOT / "layouts" / "common" / "styles.yaml").read_text(encoding="utf-8")
COLORS = sorted(set(re.findall(r'"(#[0-9a-f]{6})"', STYLES)))


@pytest.fixture(scope="module")
def press():
    return PressColors(2.4)


@pytest.mark.parametrize("color", COLORS)
def test_every_colour_of_ours_is_mixed_within_the_limit(press, color):
    assert press.miss(color) < 3
    assert sum(press.inks(color)) <= 2.4 * 255


@pytest.mark.parametrize("most", [1.8, 2.2, 2.4, 3.0])
def test_no_colour_takes_more_ink_than_is_allowed(most):
    press = PressColors(most)
    steps = ("00", "55", "aa", "ff")
    colors = [f"#{r}{g}{b}" for r in steps for g in steps for b in steps]
    assert max(sum(press.inks(color)) for color in colors) <= most * 255


def test_grey_words_are_black_alone_and_dark_ones_all_of_it(press):
    assert press.text("#1c1a17") == press.text("#000000") == "0 0 0 1 k"
    cyan, magenta, yellow, black = press.inks_of_text("#5a544b")
    assert (cyan, magenta, yellow) == (0, 0, 0)
    assert 180 < black < 235
    assert press.text("#7a1f1f") == press.fill("#7a1f1f")
    assert press.fill("#ffffff") == "0 0 0 0 k"


def test_what_no_ink_can_show_is_known(press):
    assert press.miss("#00ff00") > 20
    assert press.miss("#ffffff") < 1


def test_a_picture_looks_as_its_colours_would(press):
    from PIL import Image

    colors = ("#8f1d1d", "#204175", "#f4eee2")
    for color in colors:
        inks = press.picture(Image.new("RGB", (1, 1), parts_of(color))).getpixel((0, 0))
        light, a, b = press._lab("CMYK", [inks])[0]
        target = press._lab("RGB", [parts_of(color)])[0]
        assert abs(light - target[0]) + abs(a - target[1]) + abs(b - target[2]) < 24
        assert sum(inks) <= 2.5 * 255
