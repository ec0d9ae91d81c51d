"""Lines of ideographs end where Unicode allows it, and none begins with a closing character."""

from generator.fonts.faces import Fonts
from generator.layout.line_breaks import breakable
from generator.layout.text import TextFonts, WrappedText
from tests.conftest import ROOT

DATA = ROOT / "tests" / "data"


def test_lines_of_ideographs_end_where_unicode_allows_it():
    for line in (DATA / "unicode" / "LineBreakTest-part.txt").read_text(encoding="utf-8").splitlines():
        if line[0] != "#":
            signs = "".join("|" if sign == "÷" else "" if sign == "×" else chr(int(sign, 16)) for sign in line.split())
            assert breakable(signs.replace("|", "")) == [part for part in signs.split("|") if part], line


def test_no_line_of_japanese_begins_with_a_closing_character():
    text = "勇者は「地下迷宮」で、宝石５個を集めると、勝利！"
    face = TextFonts(*[Fonts({"text": DATA / "fonts" / "NotoSansJP-part.ttf"}).font("text")] * 2)
    for width in range(24, 140, 4):
        wrapped = WrappedText(text, face, 12, width)
        lines = ["".join(piece.text for piece in line.pieces) for line in wrapped.lines]
        assert "".join(lines) == text
        assert not [line for line in lines if line[0] in "、」！"]
        assert all(line.width <= width + 0.1 for line in wrapped.lines) or not wrapped.fits
