"""The tools for comparing pages: they draw the difference of two pages."""

import pytest
from PIL import Image

from generator.draw.pdf.document import pdf_bytes
from generator.fonts.faces import Fonts
from generator.frame import Frame, Paint, ShapeItem
from generator.geometry import Rect, Size
from tests.observed import assert_same_file


def test_a_page_that_differs_is_drawn_with_its_difference(tmp_path):
    for name, x in (("one", 10), ("two", 40)):
        item = ShapeItem("rect", Rect(x, 10, 20, 20), Paint("#000000"), 0.0, None)
        content = pdf_bytes(
            [Frame(Size(90, 90), (), "same"), Frame(Size(90, 90), (item,), "page")], fonts=Fonts({}), title="x"
        )
        (tmp_path / f"{name}.pdf").write_bytes(content)
    assert_same_file(tmp_path / "one.pdf", tmp_path / "one.pdf")
    with pytest.raises(AssertionError, match=r"one-differs-2\.png"):
        assert_same_file(tmp_path / "one.pdf", tmp_path / "two.pdf")
    assert [path.name for path in tmp_path.glob("*.png")] == ["one-differs-2.png"]
    with Image.open(tmp_path / "one-differs-2.png") as picture:
        assert picture.getpixel((15, 15)) == picture.getpixel((50, 20)) == (200, 0, 0)
