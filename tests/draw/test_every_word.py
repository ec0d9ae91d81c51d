"""Each word of the kits is on paper as HarfBuzz sets it: the tests read the file back, glyph by glyph."""

import io
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pikepdf
import pytest
import uharfbuzz
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from generator.draw.pdf.document import pdf_bytes
from generator.frame import FieldItem, Frame, GroupItem, TextItem, walk
from generator.geometry import Size
from generator.products.faces_on_paper import pack_pdf
from generator.products.kit import kit_documents
from generator.products.print_pack import open_pack
from generator.products.print_request import KitRequest, PaperOptions
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT, often
from tests.page_texts import page_texts

A4 = Size(mm(210), mm(297))
KITS = often(
    [("yacht", "pl", "large-print"), ("dungeon-fighter", "cs", "ink-saver")],
    [
        (game, language, edition)
        for game in ("paper-dungeons", "dungeon-fighter", "platformer", "labirynt-smierci", "yacht")
        for language in ("en", "pl", "cs")
        for edition in (None, "ink-saver", "colour-blind", "large-print", "dry-erase")
    ],
)
CLOSE = 0.01  # em
HYPHENS = dict.fromkeys(map(ord, "\u00ad\ufffe\x02"))  # hyphens at the end of a line, as PDF readers report them


def words_of(pack):
    """Return every word of a kit with its font, once; extras too."""
    request = KitRequest(on=PaperOptions(usual=A4), extras=bool(pack.manifest.extras))
    return sorted(
        {
            (item.font, word)
            for document in kit_documents(pack, request)
            for frame in document.frames
            for item, _ in walk(frame.items)
            if isinstance(item, TextItem)
            for word in item.text.split(" ")
            if word
        }
    )


def as_harfbuzz_has_it(path, features, word, language):
    """Return (lines of a glyph, its place in em) for each glyph of a word, and the width of the word in em."""
    font, glyphs = open_font(path)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(word)
    buffer.guess_segment_properties()
    buffer.language = language
    uharfbuzz.shape(font, buffer, {name.removeprefix("-"): not name.startswith("-") for name in features})
    reach, placed = 0, []
    for info, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        placed.append((glyph_lines(path, glyphs[info.codepoint]), (reach + at.x_offset) / font.face.upem))
        reach += at.x_advance
    return placed, reach / font.face.upem


@lru_cache(maxsize=100)
def open_font(path):
    return uharfbuzz.Font(uharfbuzz.Face(Path(path).read_bytes())), TTFont(path).getGlyphOrder()


@lru_cache(maxsize=20_000)
def glyph_lines(path, glyph):
    """Return the lines and curves of a glyph."""
    return outline(glyph_set(path), glyph)


@lru_cache(maxsize=100)
def glyph_set(path):
    return TTFont(path).getGlyphSet()


def outline(glyphs, name):
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    return repr(pen.value)


class EmbeddedFont:
    """A font as it is in a PDF: the letters, width and outline of each code."""

    def __init__(self, font):
        self.first = int(font.FirstChar)
        self.widths = [float(width) for width in font.Widths]
        self.file = TTFont(io.BytesIO(font.FontDescriptor.FontFile2.read_bytes()))
        self.glyphs = self.file.getGlyphSet()
        self.letters = dict(self._letters(font.ToUnicode.read_bytes().decode("ascii")))
        self.outline = lru_cache(maxsize=None)(self._outline)

    @staticmethod
    def _letters(to_unicode):
        for line in to_unicode.splitlines():
            if line.startswith("<") and line.count("<") == 2 and "00> <FF" not in line:
                code, letters = line.strip("<>").split("> <")
                yield int(code, 16), bytes.fromhex(letters).decode("utf-16-be")

    def width(self, code):
        return self.widths[code - self.first]

    def _outline(self, code):
        table = next(each for each in self.file["cmap"].tables if code in each.cmap or 0xF000 + code in each.cmap)
        return outline(self.glyphs, table.cmap.get(code) or table.cmap[0xF000 + code])


def lines_on_paper(data):
    """Yield for each run of text its letters, (outline, place in em) of its glyphs, and its width in em."""
    fonts = {}
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            letters, placed, at, font = "", [], 0.0, None
            for operands, operator in pikepdf.parse_content_stream(page):
                match str(operator):
                    case "BT":
                        letters, placed, at = "", [], 0.0
                    case "Tf":
                        name = str(operands[0])
                        font = (
                            fonts[name]
                            if name in fonts
                            else fonts.setdefault(name, EmbeddedFont(page.Resources.Font[name]))
                        )
                    case "Tj" | "TJ":
                        for part in [operands[0]] if str(operator) == "Tj" else operands[0]:
                            if not isinstance(part, pikepdf.String):
                                at -= float(part) / 1000
                                continue
                            for code in bytes(part):
                                letters += font.letters[code]
                                placed.append((font.outline(code), at))
                                at += font.width(code) / 1000
                    case "ET":
                        yield letters, placed, at


def words_seen(frame):
    """Yield the visible words of a page, and the spoken words of its icons."""
    texts = []
    for item, matrix in walk(frame.items):
        box = item.rect.around(matrix)
        if box.right < 0 or box.bottom < 0 or box.x > frame.size.width or box.y > frame.size.height:
            continue
        if isinstance(item, TextItem) and item.opens == "+":
            texts[-1] += item.text
        elif isinstance(item, TextItem) and texts and texts[-1][-1:] == "-" and item.text[:1].islower():
            texts[-1] = texts[-1][:-1] + item.text  # join a word that was split
        elif not isinstance(item, FieldItem | GroupItem):
            texts.append(item.text if isinstance(item, TextItem) else item.spoken)
    for text in texts:
        yield from text.split()


@pytest.mark.parametrize(("game", "language", "edition"), KITS)
def test_every_word_of_a_kit_lies_as_harfbuzz_sets_it(game, language, edition):
    pack = open_pack(GameCatalogue((ROOT,)), game, language, edition)
    words = words_of(pack)[:: often(3, 1)]
    assert len(words) > 60
    # a text with opens="+" joins the word before it without a blank
    items = tuple(TextItem(0, 20 * at, word, font, 9, "#000000", 0, opens="+") for at, (font, word) in enumerate(words))
    page = Frame(Size(1000, 20 * len(items)), (*items, items[-1]))
    runs = list(lines_on_paper(pdf_bytes([page], fonts=pack.fonts, title="words", lang=language)))[:-1]
    for (name, word), (letters, placed, reach) in zip(words, runs, strict=True):
        assert letters == word, (name, word)
        path, *features = name.split("+")
        expected, wide = as_harfbuzz_has_it(pack.fonts.paths[path].path, features, word, language)
        assert [glyph for glyph, _ in placed] == [glyph for glyph, _ in expected], (name, word)
        assert [at for _, at in placed] == pytest.approx([at for _, at in expected], abs=CLOSE), (name, word)
        assert reach == pytest.approx(wide, abs=CLOSE), (name, word)


@pytest.mark.parametrize(("game", "language", "edition"), KITS)
def test_every_word_of_a_kit_is_read_back_as_it_is(game, language, edition):
    pack = open_pack(GameCatalogue((ROOT,)), game, language, edition)
    for document in kit_documents(pack, KitRequest(on=PaperOptions(usual=A4), extras=bool(pack.manifest.extras))):
        expected = Counter(word for frame in document.frames for word in words_seen(frame))
        text = " ".join(page_texts(pack_pdf(pack, document.frames, document.title)))
        assert Counter(text.translate(HYPHENS).split()) == expected, document.name
