"""Letters become glyphs as HarfBuzz sets them, and readers get the same letters back."""

import io

import pikepdf
import pypdf
import pypdfium2
import pytest
import uharfbuzz

from generator.draw.pdf.document import pdf_bytes
from generator.draw.svg import svg_text
from generator.fonts.faces import Fonts
from generator.fonts.shaping import Shaper
from generator.frame import Frame, ShapeItem, TextItem
from generator.geometry import Size
from generator.layout.engine import LayoutEngine
from generator.layout.icons import Icons
from generator.layout.spec import LayoutSpec
from generator.reading.structure import structure
from generator.reading.yaml_nodes import parse_yaml
from tests.conftest import ROOT
from tests.observed import calls_of
from tests.tables import tables

TABLES = tables(__file__)

PARTS = ROOT / "tests" / "data" / "fonts"
SCRIPTS = TABLES["scripts"]
FONTS = {"text": ROOT / "fonts" / "FiraSansCondensed-Regular.ttf", "title": ROOT / "fonts" / "GrenzeGotisch-Bold.ttf"}
FONTS |= {name: PARTS / f"{file}-part.ttf" for name, file in SCRIPTS.items()}
TEXTS = TABLES["texts"]
WORDS = ("Yesterday", "fight", "Unofficial", "AVATAR", "Tom", "łóżko", "příliš", "+1", "−2", "1/2")
SIZE = 30


def pdf_with(text, font="text", **more):
    """Return a PDF with one line of text."""
    return pdf_bytes(
        [Frame(Size(2000, 200), (TextItem(10, 120, text, font, SIZE, "#000000", 0),))],
        fonts=Fonts(FONTS, **more),
        title="Test",
    )


def bare(word, path, features, language):
    """Return the width of a word, in thousandths, only by HarfBuzz."""
    font = uharfbuzz.Font(uharfbuzz.Face(path.read_bytes()))
    buffer = uharfbuzz.Buffer()
    buffer.add_str(word)
    buffer.guess_segment_properties()
    buffer.language = language
    uharfbuzz.shape(font, buffer, features)
    return sum(at.x_advance for at in buffer.glyph_positions) * 1000 / font.face.upem


def on_paper(data):
    """Return the width of the text on the first page, in thousandths, by the widths of its fonts and its shifts."""
    document = pikepdf.open(io.BytesIO(data))
    page, reach, font = document.pages[0], 0.0, None
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) == "Tf":
            font = page.Resources.Font[str(operands[0])]
        for part in [operands[0]] if str(operator) == "Tj" else operands[0] if str(operator) == "TJ" else ():
            if isinstance(part, pikepdf.String):
                reach += sum(float(font.Widths[code - int(font.FirstChar)]) for code in bytes(part))
            else:
                reach -= float(part)
    return reach


@pytest.mark.parametrize("font", ["text", "title"])
@pytest.mark.parametrize("word", WORDS)
def test_a_word_reaches_as_far_as_harfbuzz_sets_it_on_paper_too(word, font):
    expected = bare(word, FONTS[font], {}, "pl")
    assert Fonts(FONTS, language="pl").font(font).thousandths(word) == pytest.approx(expected, abs=0.5)
    blank = Fonts(FONTS).font(font).thousandths(" ")
    assert on_paper(pdf_with(word, font, language="pl")) == pytest.approx(expected + blank, abs=1)


def test_kerning_and_ligatures_are_set_and_can_be_switched_off():
    fonts = Fonts(FONTS)
    plain, bare_ = fonts.font("text"), fonts.font("text+-kern+-liga")
    assert plain.thousandths("Yesterday") < bare_.thousandths("Yesterday") - 30
    assert [glyph.letters for glyph in plain.word("fight").runs[0].glyphs] == ["fi", "g", "h", "t"]
    assert len(bare_.word("fight").runs[0].glyphs) == 5
    assert "ff" in "".join(glyph.letters for glyph in plain.word("Unofficial").runs[0].glyphs)


def test_figures_of_one_width_stand_under_each_other():
    tabular = Fonts(FONTS).font("text+tnum")
    assert len({tabular.thousandths(figure) for figure in "0123456789"}) == 1
    assert tabular.thousandths("111") == 3 * tabular.thousandths("0")


def test_words_are_set_one_by_one_and_blanks_are_as_wide_as_those_that_tie():
    font = Fonts(FONTS).font("text")
    assert (
        font.thousandths("To Yew")
        == font.thousandths("To") + font.thousandths(" ") + font.thousandths("Yew")
        == font.thousandths("To\xa0Yew")
    )


@pytest.mark.parametrize("font", ["text", "text+ss01+tnum", "title", "title+ss01"])
def test_text_is_read_back_as_its_letters(font):
    words = " ".join(WORDS)
    data = pdf_with(words, font, language="cs")
    assert pypdfium2.PdfDocument(data)[0].get_textpage().get_text_bounded().split() == [*WORDS]
    assert pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text().split() == [*WORDS]


def test_a_letter_may_have_two_glyphs_in_a_file():
    page = Frame(
        Size(900, 200),
        tuple(TextItem(10, 120, "Anna 11", name, 30, "#000000", 0) for name in ("title", "title+ss01", "title+tnum")),
    )
    data = pdf_bytes([page], fonts=Fonts(FONTS), title="Test")
    assert pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text().split() == ["Anna", "11"] * 3


def test_a_picture_shows_the_glyphs_of_the_paper():
    item = TextItem(10, 120, "fight", "text", SIZE, "#000000", 0)
    svg = svg_text(Frame(Size(900, 200), (item,)), fonts=Fonts(FONTS))
    assert svg.count("<use") == 4
    loose = svg_text(Frame(Size(900, 200), (item._replace(font="text+-liga"),)), fonts=Fonts(FONTS))
    assert loose.count("<use") == 5


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_is_joined_and_turned_as_harfbuzz_sets_it(script):
    fonts = Fonts(FONTS)
    direct, behind = fonts.font(script), fonts.font(f"text|{script}")
    for word in TEXTS[script].split():
        expected = bare(word, FONTS[script], {}, "en")
        assert direct.thousandths(word) == pytest.approx(expected, abs=0.5)
        if not word.isascii():
            assert behind.thousandths(word) == pytest.approx(expected, abs=0.5)
            glyphs = [[(font.name, glyph.number) for font, glyph in each.glyphs_of(word)] for each in (direct, behind)]
            assert glyphs[0] == glyphs[1]
            assert {name for name, _ in glyphs[1]} == {script}


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_layout_sets_a_script_and_it_is_read_back(script):
    layout = f"colors: {{ink: '#000000'}}\nfallback: [{', '.join(SCRIPTS)}]\nfront: {{text: '{TEXTS[script]}', font: text, size: 20pt}}"
    engine = LayoutEngine(
        structure(parse_yaml(layout, "layout.yaml"), LayoutSpec, "a layout"), Fonts(FONTS), Icons(()), "en"
    )
    face = engine.face(engine.layout.front, {}, Size(600, 60), "face")
    assert not face.faults
    data = pdf_bytes([face.frame], fonts=Fonts(FONTS), title="Test")
    assert pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range().split() == TEXTS[script].split()


def test_plain_letters_take_the_fallback_where_the_first_font_lacks_them():
    fonts = Fonts(FONTS)
    font = fonts.font("hebrew|text")
    plain = [(one.name, glyph.number) for one, glyph in font.glyphs_of("plain")]
    assert {name for name, _ in plain} == {"text"}
    assert 0 not in [number for _, number in plain]
    assert font.missing_signs("plain 3") == []


def test_a_line_in_both_directions_stands_as_it_is_read():
    layout = "colors: {ink: '#000000'}\nfallback: [hebrew]\nfront: {text: 'Dragon הגיבור 3, **:gem: מטיל**', font: text, size: 20pt, align: start}"
    engine = LayoutEngine(
        structure(parse_yaml(layout, "layout.yaml"), LayoutSpec, "a layout"),
        Fonts(FONTS),
        Icons((ROOT / "fonts" / "icons",)),
        "en",
    )
    face = engine.face(engine.layout.front, {}, Size(600, 60), "face")
    items = {item.text: item for item in face.frame.items if isinstance(item, TextItem)}
    assert items["Dragon"].x < items["3"].x < items["הגיבור"].x, (
        "a number belongs to what is read from right to left before it"
    )
    (icon,) = [item for item in face.frame.items if isinstance(item, ShapeItem)]
    assert items["מטיל"].x < icon.rect.x < items["3"].x


def test_a_word_is_shaped_once_for_its_measure_and_for_paper():
    fonts = Fonts({"text.regular": ROOT / "fonts" / "FiraSansCondensed-Regular.ttf"})
    layout = structure(
        parse_yaml("colors: {ink: '#000000'}\nfront: {text: 'Ten little dragons'}", "x.yaml"), LayoutSpec, "x"
    )
    engine = LayoutEngine(layout, fonts, Icons(()), "en")
    with calls_of(Shaper.shape) as calls:
        face = engine.face(engine.layout.front, {}, Size(200, 60))
        pdf_bytes([face.frame], fonts=fonts, title="x")
    texts = [call["text"] for call in calls]
    assert {"Ten", "little", "dragons"} <= set(texts)
    assert len(texts) == len(set(texts))
