import io
import random
from struct import pack

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

from generator.truetype import DAMAGED, TrueType
from tests.conftest import ROOT, often

FILES = ("FiraSansCondensed-Italic.ttf", "GrenzeGotisch-Bold.ttf")


def file(name):
    return (ROOT / "fonts" / name).read_bytes()


def drawn(font, glyph):
    pen = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()[glyph].draw(pen)
    return pen.value, font["hmtx"][glyph]


def square(side):
    pen = TTGlyphPen(None)
    for step, point in ((pen.moveTo, (0, 0)), (pen.lineTo, (side, 0)), (pen.lineTo, (side, side)), (pen.lineTo, (0, side))):
        step(point)
    pen.closePath()
    return pen.glyph()


def built(*tables, units=1000, widths=(300, 500, 600, 600), name="Squares", licence=0):
    """Return a font of three squares with tables of letters, each as (format, platform, encoding, {letter: glyph})."""
    builder = FontBuilder(units, isTTF=True)
    names = [".notdef", "a", "b", "c"]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({0x61: "a"})
    builder.setupGlyf({each: square(100 * at + 100) for at, each in enumerate(names)})
    builder.setupHorizontalMetrics({each: (width, 10) for each, width in zip(names, widths, strict=True)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sCapHeight=700, usWeightClass=700, fsType=licence, version=4)
    builder.setupPost(italicAngle=-12)
    builder.setupNameTable({"psName": name})
    found = []
    for form, platform, encoding, letters in tables:
        table = CmapSubtable.newSubtable(form)
        table.platformID, table.platEncID, table.language, table.cmap = platform, encoding, 0, letters
        found.append(table)
    if found:
        builder.font["cmap"].tables = found
    sink = io.BytesIO()
    builder.save(sink)
    return sink.getvalue()


@pytest.mark.parametrize("name", FILES)
def test_every_letter_is_as_wide_as_fonttools_says(name):
    ours, theirs = TrueType(file(name)), TTFont(io.BytesIO(file(name)))
    known = theirs.getBestCmap()
    assert {*ours.letters} == {*known, 0xA0}
    assert all(ours.width(letter) == theirs["hmtx"][glyph][0] for letter, glyph in known.items() if letter != 0xA0)
    assert ours.width(0xA0) == ours.width(0x20)
    assert ours.width(0x10FFFF) == ours.default_width == theirs["hmtx"][".notdef"][0]


@pytest.mark.parametrize("name", FILES)
def test_a_part_of_a_font_draws_its_letters_as_the_whole_does(name):
    ours, whole = TrueType(file(name)), TTFont(io.BytesIO(file(name)))
    composed = [ord(sign) for sign in "ŻżĄěůŐ"]
    letters = [*composed, *random.Random(name).sample(sorted(ours.letters), often(40, 400)), 0x10FFFF]
    part = TTFont(io.BytesIO(ours.subset(letters)), checkChecksums=2)
    codes = part["cmap"].getcmap(1, 0).cmap
    known = {**whole.getBestCmap(), 0xA0: whole.getBestCmap()[0x20]}
    for code, letter in enumerate(letters):
        assert drawn(part, codes.get(code, ".notdef")) == drawn(whole, known.get(letter, ".notdef")), chr(letter)
    assert len(part.getGlyphOrder()) < len(whole.getGlyphOrder())


def test_a_part_may_be_as_large_as_the_whole():
    ours = TrueType(file(FILES[0]))
    part = TTFont(io.BytesIO(ours.subset(sorted(ours.letters))), checkChecksums=2)
    assert part["head"].indexToLocFormat == 1
    assert drawn(part, part["cmap"].getcmap(1, 0).cmap[sorted(ours.letters).index(0x17B)]) == drawn(TTFont(io.BytesIO(file(FILES[0]))), "Zdotaccent")


@pytest.mark.parametrize(("tables", "letters"), [
    ([(4, 3, 1, {0x61: "a", 0x62: "b", 0x107: "c"})], {0x61: 1, 0x62: 2, 0x107: 3}),
    ([(4, 3, 1, {0x61: "b", 0x62: "a", 0x63: "c"})], {0x61: 2, 0x62: 1, 0x63: 3}),
    ([(6, 0, 3, {0x61: "c", 0x62: "a"})], {0x61: 3, 0x62: 1}),
    ([(12, 3, 10, {0x61: "a", 0x1F3B2: "b"}), (4, 3, 1, {0x61: "c"})], {0x61: 1, 0x1F3B2: 2}),
    ([(4, 0, 3, {0x20: "a"})], {0x20: 1, 0xA0: 1}),
    ([(4, 3, 1, {0xA0: "b", 0x63: ".notdef"})], {0x20: 2, 0xA0: 2}),
])
def test_letters_are_read_from_the_table_that_reaches_furthest(tables, letters):
    assert TrueType(built(*tables)).letters == letters


def test_measures_are_told_in_thousandths_of_the_size():
    font = TrueType(built(units=2000, widths=(200, 500, 600, 600)))
    assert (font.width(0x61), font.default_width) == (250, 100)
    assert (font.ascent, font.descent, font.cap, font.slant) == (400, -100, 350, -12)
    assert font.box == (0, 0, 200, 200)


@pytest.mark.parametrize(("told", "name"), [("Squares Bold", "Squares-Bold"), ("Sq/ua(res)<>#", "Squares"), ("źółw", "w"), ("<>", "Font")])
def test_a_name_holds_nothing_that_means_something_in_a_pdf(told, name):
    assert TrueType(built(name=told)).name == name


@pytest.mark.parametrize("licence", [0x0002, 0x0100, 0x0200])
def test_a_font_that_may_not_be_embedded_is_refused(licence):
    with pytest.raises(DAMAGED, match="may not be embedded"):
        TrueType(built(licence=licence))
    assert TrueType(built(licence=0x0008)).letters


def test_a_table_of_more_letters_than_there_are_is_refused_at_once():
    groups = pack(">4H", 0, 1, 3, 10) + pack(">L2HLLL", 12, 12, 0, 28, 0, 1) + pack(">3L", 0, 0xFFFFFFFF, 1)
    font = TTFont(io.BytesIO(built()))
    font.reader.tables["cmap"].length = len(groups)
    data = bytearray(built())
    at = font.reader.tables["cmap"].offset
    data[at : at + len(groups)] = groups
    directory = data.index(b"cmap")
    data[directory + 12 : directory + 16] = pack(">L", len(groups))
    with pytest.raises(DAMAGED, match="more letters"):
        TrueType(bytes(data))


def test_a_file_that_is_damaged_anywhere_ends_in_a_known_error():
    draw, whole = random.Random(1), built((4, 3, 1, {0x61: "a", 0x62: "c", 0x107: "b"}))
    for _ in range(often(200, 5000)):
        data = bytearray(whole[: draw.randrange(len(whole))] if draw.random() < 0.3 else whole)
        for _ in range(draw.randrange(1, 6)):
            if data:
                data[draw.randrange(len(data))] = draw.randrange(256)
        try:
            TrueType(bytes(data)).subset([0x61, 0x62, 0x107])
        except DAMAGED:
            continue
