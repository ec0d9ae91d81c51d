import io
import random
import re
import unicodedata
from struct import pack

import ots
import pikepdf
import pypdfium2
import pytest
import resvg_py
import uharfbuzz
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from PIL import Image, ImageOps

from generator.diagnostics import InvalidInput
from generator.draw.pdf.document import pdf_bytes
from generator.draw.svg import svg_text
from generator.fonts.faces import Fonts, read_face
from generator.fonts.files import FontInstanceSource, read_font, with_letters
from generator.frame import Frame, TextItem
from generator.geometry import Size
from tests.conftest import ROOT, often
from tests.tables import table, write_files

FILES = ("FiraSansCondensed-Italic.ttf", "GrenzeGotisch-Bold.ttf")


def file(name):
    return (ROOT / "fonts" / name).read_bytes()


def outline_of(font, glyph):
    pen = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()[glyph].draw(pen)
    return pen.value, font["hmtx"][glyph]


def font_bytes(font, **more):
    """Return a font, a builder or a collection as bytes."""
    sink = io.BytesIO()
    font.save(sink, **more)
    return sink.getvalue()


def square(side):
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for point in ((side, 0), (side, side), (0, side)):
        pen.lineTo(point)
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
    builder.setupOS2(
        sTypoAscender=800, sTypoDescender=-200, sCapHeight=700, usWeightClass=700, fsType=licence, version=4
    )
    builder.setupPost(italicAngle=-12)
    builder.setupNameTable({"psName": name})
    cmaps = []
    for form, platform, encoding, letters in tables:
        table = CmapSubtable.newSubtable(form)
        table.platformID, table.platEncID, table.language, table.cmap = platform, encoding, 0, letters
        cmaps.append(table)
    if cmaps:
        builder.font["cmap"].tables = cmaps
    return font_bytes(builder)


def face_of(folder, data):
    path = folder / "own.ttf"
    path.write_bytes(data)
    return read_face(FontInstanceSource(path))


def embedded(path, text):
    """Return the font in a document that shows a text, and the code of each letter."""
    data = pdf_bytes(
        [Frame(Size(100, 100), (TextItem(0, 50, text, "text", 9, "#000000", 0),))],
        fonts=Fonts({"text": path}),
        title="Test",
    )
    document = pikepdf.open(io.BytesIO(data))
    (font,) = document.pages[0].Resources.Font.values()
    letters = re.findall(r"<(..)> <(.*)>", font.ToUnicode.read_bytes().decode())
    codes = {bytes.fromhex(letter).decode("utf-16-be"): int(code, 16) for code, letter in letters if len(letter) > 2}
    return TTFont(io.BytesIO(font.FontDescriptor.FontFile2.read_bytes()), checkChecksums=2), codes


@pytest.mark.parametrize("name", FILES)
def test_every_letter_is_as_wide_as_fonttools_says(name):
    face, reference = read_face(FontInstanceSource(ROOT / "fonts" / name)), TTFont(io.BytesIO(file(name)))
    glyph_names = reference.getBestCmap()
    assert {*face.letters} == {*glyph_names, 0xA0}
    assert [
        (letter, glyph)
        for letter, glyph in glyph_names.items()
        if letter != 0xA0
        if face.charWidths[letter] != reference["hmtx"][glyph][0]
    ] == []
    assert face.charWidths[0xA0] == face.charWidths[0x20]
    assert face.defaultWidth == reference["hmtx"][".notdef"][0]


@pytest.mark.parametrize("name", FILES)
def test_a_part_of_a_font_draws_its_letters_as_the_whole_does(name):
    path, whole = ROOT / "fonts" / name, TTFont(io.BytesIO(file(name)))
    glyph_names = {**whole.getBestCmap(), 0xA0: whole.getBestCmap()[0x20]}
    unjoined = [
        letter for letter in sorted(map(chr, glyph_names)) if unicodedata.category(letter)[0] in "LNPS"
    ]  # letters that join no others
    letters = {*"ŻżĄěůŐ", *random.Random(name).sample(unjoined, often(40, 120))}
    part, codes = embedded(path, " ".join(sorted(letters)))
    glyphs = part["cmap"].getcmap(1, 0).cmap
    assert letters <= {*codes}
    for letter in letters:
        assert outline_of(part, glyphs[codes[letter]]) == outline_of(whole, glyph_names[ord(letter)]), letter
    assert len(part.getGlyphOrder()) < len(whole.getGlyphOrder())


@table("tables, letters")
def test_letters_are_read_from_the_table_that_reaches_furthest(tmp_path, tables, letters):
    assert face_of(tmp_path, built(*tables)).letters == letters


def test_letters_that_reportlab_would_take_for_glyphs_are_refused(tmp_path):
    with pytest.raises(InvalidInput, match="old way"):
        face_of(tmp_path, built((6, 0, 3, {0x61: "c", 0x62: "a"})))


def test_measures_are_in_thousandths_of_the_size(tmp_path):
    font = face_of(tmp_path, built(units=2000, widths=(200, 500, 600, 600)))
    assert (font.charWidths[0x61], font.defaultWidth) == (250, 100)
    assert [font.advance(glyph) for glyph in range(4)] == [100, 250, 300, 300]
    assert (font.ascent, font.descent, font.capHeight, font.italicAngle) == (400, -100, 350, -12)
    assert font.bbox == [0, 0, 200, 200]


def test_glyphs_behind_the_last_full_pair_keep_their_advance_in_a_document(tmp_path):
    path = tmp_path / "own.ttf"
    path.write_bytes(built((4, 3, 1, {0x61: "a", 0x62: "b", 0x63: "c"}), units=2000, widths=(200, 600, 600, 600)))
    part, codes = embedded(path, "abc")
    assert {part["hmtx"][part["cmap"].getcmap(1, 0).cmap[codes[letter]]][0] for letter in "abc"} == {600}


def test_a_letter_without_an_outline_is_no_letter_of_the_font(tmp_path):
    empty = TTGlyphPen(None).glyph()
    letters = {0x61: "a", 0x62: "b", 0x20: "b", 0x200B: "b"}
    font = TTFont(io.BytesIO(built((4, 3, 1, letters))))
    font["glyf"]["b"] = empty
    assert {*face_of(tmp_path, font_bytes(font)).letters} == {0x61, 0x20, 0xA0, 0x200B}


@pytest.mark.parametrize("licence", [0x0002, 0x0100, 0x0200])
def test_a_font_that_may_not_be_embedded_is_refused(tmp_path, licence):
    with pytest.raises(InvalidInput, match="does not let it be embedded"):
        face_of(tmp_path, built(licence=licence))
    assert face_of(tmp_path, built(licence=0x0008)).letters


def test_a_table_of_more_letters_than_there_are_is_refused_at_once(tmp_path):
    font = TTFont(io.BytesIO(built((12, 3, 10, {0x61: "a"}))))
    whole = font_bytes(font)
    entry = font.reader.tables["cmap"]
    table = whole[entry.offset : entry.offset + entry.length]
    groups = bytearray(table)
    groups[-12:] = pack(">3L", 0, 0xFFFFFFFF, 1)
    with pytest.raises(InvalidInput, match="more letters"):
        face_of(tmp_path, summed_again(whole.replace(table, bytes(groups))))


def summed_again(data):
    """Return a font with the right checksums for its tables, as after deliberate damage."""
    data = bytearray(data)
    for at in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16):
        offset, length = (int.from_bytes(data[at + place : at + place + 4], "big") for place in (8, 12))
        table = bytearray(data[offset : offset + length])
        if data[at : at + 4] == b"head":
            table[8:12] = bytes(4)
        table += bytes(-len(table) % 4)
        data[at + 4 : at + 8] = pack(
            ">L", sum(int.from_bytes(table[word : word + 4], "big") for word in range(0, len(table), 4)) & 0xFFFFFFFF
        )
    return bytes(data)


def damaged(whole, draw):
    """Return a font with one error: cut short, other bytes, or a table that is moved, resized, renamed or empty."""
    data, tables = bytearray(whole), range(12, 12 + 16 * int.from_bytes(whole[4:6], "big"), 16)
    kind, entry = draw.randrange(6), draw.choice(tables)
    offset, length = (int.from_bytes(data[entry + place : entry + place + 4], "big") for place in (8, 12))
    if kind == 0:
        return bytes(data[: draw.randrange(len(data))])
    if kind == 1:
        for _ in range(draw.randrange(1, 6)):
            data[draw.randrange(len(data))] ^= draw.randrange(1, 256)
    elif kind == 2:
        data[entry + 8 : entry + 12] = pack(
            ">L", draw.choice([offset + 4, draw.randrange(2**32), draw.randrange(len(data))])
        )
    elif kind == 3:
        data[entry + 12 : entry + 16] = pack(">L", draw.choice([length + 4, length // 2, draw.randrange(2**32)]))
    elif kind == 4:
        data[entry + draw.randrange(4)] ^= 1 << draw.randrange(7)
    else:
        data[offset : offset + length] = bytes(length)
    return bytes(data)


def read_by_others(path, letters):
    """Read a font with fontTools and the OpenType sanitiser; raise their exceptions."""
    font = TTFont(path)
    for tag in [
        *["OS/2", "cmap", "head", "hhea", "hmtx", "maxp", "name", "post"],
        *({"glyf", "loca", "CFF "} & {*font.keys()}),
    ]:
        font[tag]
    shapes = font.getGlyphSet()
    for letter in letters:
        shapes[font.getBestCmap()[ord(letter)]].draw(DecomposingRecordingPen(shapes))
    ots.sanitize(path, capture_output=True, check=True)


def curves():
    """Return a font of two cubic outlines, a ring of four curves and a box."""
    builder = FontBuilder(1000, isTTF=False)
    names = [".notdef", "a", "b"]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({0x61: "a", 0x62: "b", 0x20: ".notdef"})
    shapes = {}
    for name, size in zip(names, (100, 400, 600), strict=True):
        pen = T2CharStringPen(size, None)
        pen.moveTo((size / 2, 0))
        for one, two, end in (
            ((size, 0), (size, 0), (size, size / 2)),
            ((size, size), (size, size), (size / 2, size)),
            ((0, size), (0, size), (0, size / 2)),
            ((0, 0), (0, 0), (size / 2, 0)),
        ):
            pen.curveTo(one, two, end)
        pen.closePath()
        shapes[name] = pen.getCharString()
    builder.setupCFF("Curves", {"FullName": "Curves"}, shapes, {})
    builder.setupHorizontalMetrics({name: (size, 0) for name, size in zip(names, (100, 400, 600), strict=True)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sCapHeight=700, version=4)
    builder.setupPost()
    builder.setupNameTable({"familyName": "Curves", "styleName": "Regular", "fullName": "Curves", "psName": "Curves"})
    return font_bytes(builder)


@pytest.mark.parametrize(
    "whole",
    [lambda: built((4, 3, 1, {0x61: "a", 0x62: "c", 0x107: "b"})), lambda: file("GrenzeGotisch-Bold.ttf"), curves],
    ids=["built", "ours", "curves"],
)
def test_a_damaged_font_is_refused_or_prints_as_others_read_it(tmp_path, whole):
    draw, rejections, times = random.Random(1), 0, often(40, 1000)
    for turn in range(times):
        path = tmp_path / f"own{turn}.ttf"
        path.write_bytes(damaged(whole(), draw))
        try:
            embedded(path, "ab")
            read_by_others(path, "ab")
        except InvalidInput as fault:
            rejections += [each.code for each in fault.diagnostics] == ["L029"]
    assert rejections > times / 2


def test_a_font_that_is_cut_short_is_one_fault_wherever_it_is_used(scrawl, tmp_path):
    assert scrawl("new", "game", "tiny").returncode == 0
    name = "FiraSansCondensed-Regular.ttf"
    write_files(tmp_path, {f"fonts/{name}": file(name)[:150_000]})
    for words in ("print cards -o cards.pdf", "export svg -o svg", "export png -o png", "check"):
        run = scrawl(*words.split())
        assert run.returncode == 1, words
        assert run.stdout.count("L029") + run.stderr.count("L029") == 1, (words, run.stdout, run.stderr)
        assert "Traceback" not in run.stderr
    assert not list(tmp_path.glob("cards.pdf")) + list(tmp_path.glob("*/*.svg")) + list(tmp_path.glob("*/*.png"))


def widening():
    """Return a variable font with a box from 100 to 900 units wide."""
    font = TTFont(io.BytesIO(built((4, 3, 1, {0x61: "a"}))))
    builder = FontBuilder(font=font)
    builder.setupNameTable({"familyName": "Wide", "styleName": "Regular", "fullName": "Wide", "psName": "Wide"})
    builder.setupFvar([("wdth", 100, 100, 900, "Width")], [])
    far = [(0, 0), (800, 0), (800, 0), (0, 0), (0, 0), (800, 0), (0, 0), (0, 0)]
    builder.setupGvar(
        {name: [TupleVariation({"wdth": (0, 1, 1)}, far)] if name == "a" else [] for name in font.getGlyphOrder()}
    )
    return font_bytes(builder)


def collection():
    """Return a collection of two fonts, named Squares and Curves."""
    fonts = TTCollection()
    for data, name in ((built((4, 3, 1, {0x61: "a"})), "Squares"), (built((4, 3, 1, {0x61: "c"})), "Others")):
        font = TTFont(io.BytesIO(data))
        FontBuilder(font=font).setupNameTable(
            {"familyName": name, "styleName": "Regular", "fullName": name, "psName": name}
        )
        fonts.fonts.append(font)
    return font_bytes(fonts, shareTables=True)


def ink(source, text="a"):
    """Return the width and height of the ink of a text in PDFium and in our own picture, in thousandths."""
    fonts = Fonts({"text": source})
    frame = Frame(Size(100, 100), (TextItem(10, 90, text, "text", 50, "#000000", 0),))
    page = pypdfium2.PdfDocument(pdf_bytes([frame], fonts=fonts, title="Test"))[0].render(scale=4).to_pil().convert("L")
    svg = Image.open(
        io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg_text(frame, fonts=fonts).replace("100pt", "400"))))
    )
    boxes = [ImageOps.invert(picture.convert("L")).getbbox() for picture in (page, svg)]
    return [(round((box[2] - box[0]) / 0.2), round((box[3] - box[1]) / 0.2)) for box in boxes]


def test_outlines_of_cubic_curves_are_measured_shown_and_embedded(tmp_path):
    path = tmp_path / "curves.otf"
    path.write_bytes(curves())
    font = Fonts({"text": path}).font("text")
    assert [font.thousandths(letter) for letter in "ab"] == [400, 600]
    for size in ink(path):
        assert size == pytest.approx((400, 400), abs=12)
    part, codes = embedded(path, "ab")
    assert {part["hmtx"][part["cmap"].getcmap(1, 0).cmap[codes[letter]]][0] for letter in "ab"} == {400, 600}


def test_a_variable_font_is_set_at_the_point_that_is_named(tmp_path):
    path = tmp_path / "wide.ttf"
    path.write_bytes(widening())
    for axes, wide, reach in (((), 200, 500), ((("wdth", 500.0),), 600, 900), ((("wdth", 900.0),), 1000, 1300)):
        source = FontInstanceSource(path, axes=axes)
        assert Fonts({"text": source}).font("text").thousandths("a") == pytest.approx(reach, abs=2)
        for size in ink(source):
            assert size == pytest.approx((wide, 200), abs=12)


def test_a_collection_gives_the_face_that_is_named(tmp_path):
    path = tmp_path / "both.ttc"
    path.write_bytes(collection())
    assert ink(FontInstanceSource(path, "Squares"))[0] == pytest.approx((200, 200), abs=12)
    assert ink(FontInstanceSource(path, "Others"))[0] == pytest.approx((400, 400), abs=12)


@pytest.mark.parametrize(
    ("data", "source", "reason", "hint"),
    [
        (collection, {}, "it holds 2 fonts", "name one, as in face: Squares; there are Squares, Others"),
        (collection, {"face": "Sqares"}, "it has no face 'Sqares'", "did you mean 'Squares'?"),
        (curves, {"face": "Curves"}, "it is not a collection of fonts", "leave out face:"),
        (curves, {"axes": (("wght", 700.0),)}, "it has no axes", "leave out axes:"),
        (widening, {"axes": (("wght", 700.0),)}, "it has no axis 'wght'", "its axes: wdth 100 to 900"),
        (widening, {"axes": (("wdth", 90.0),)}, "its axis 'wdth' does not reach 90", "take 100 to 900"),
        (lambda: b"wOF2" + bytes(40), {}, "it is packed for web pages", "take the TTF or OTF file of the same font"),
        (lambda: b"%!PS-AdobeFont", {}, "it is an old PostScript font", "take the TTF or OTF file of the same font"),
        (lambda: b"", {}, "the file is empty", "take a TTF, OTF or TTC file"),
        (lambda: b"words", {}, "it is not a font file", "take a TTF, OTF or TTC file"),
        (lambda: curves()[:-8], {}, "it is cut short", "use a sound copy of the font"),
    ],
)
def test_each_unusable_font_has_its_reason(tmp_path, data, source, reason, hint):
    path = tmp_path / "own.font"
    path.write_bytes(data())
    with pytest.raises(InvalidInput) as error:
        read_face(FontInstanceSource(path, **source))
    (fault,) = error.value.diagnostics
    assert (fault.code, fault.message, fault.hint) == ("L029", f"cannot use font 'own.font': {reason}", hint)
    assert fault.place.path == str(path)


def test_a_font_of_pictures_is_an_error(tmp_path):
    font = TTFont(io.BytesIO(built((4, 3, 1, {0x61: "a"}))))
    del font["glyf"], font["loca"]
    pictures = font["CBDT"] = DefaultTable("CBDT")
    pictures.data = bytes(8)
    font.save(tmp_path / "own.font")
    with pytest.raises(InvalidInput, match="its letters are pictures"):
        read_face(FontInstanceSource(tmp_path / "own.font"))


def test_a_layout_names_a_face_and_axes(scrawl, tmp_path):
    assert scrawl("new", "game", "tiny").returncode == 0
    write_files(tmp_path, {"fonts/wide.ttf": widening()})
    card = tmp_path / "layouts" / "tiny" / "card.yaml"
    text = card.read_text(encoding="utf-8")
    card.write_text(
        "fonts: {own: {wide: {file: wide.ttf, axes: {wdht: 900}}}}\n"
        + text.replace("style: title", "style: title, font: own.wide"),
        encoding="utf-8",
    )
    run = scrawl("check")
    assert run.returncode == 1
    assert "it has no axis 'wdht'" in run.stdout + run.stderr


def test_a_font_with_some_letters_sets_them_as_the_whole_font_does():
    whole = read_font(FontInstanceSource(ROOT / "fonts/FiraSansCondensed-Bold.ttf")).shaping
    part = with_letters(whole, [(0x20, 0x7E), (0x142, 0x142)], ["tnum"])

    def widths(data, text, **features):
        buffer = uharfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        uharfbuzz.shape(uharfbuzz.Font(uharfbuzz.Face(data)), buffer, features)
        return [place.x_advance for place in buffer.glyph_positions]

    for text, features in (("AVATAR łTo, fi", {}), ("1117", {"tnum": True}), ("1117", {})):
        assert widths(part, text, **features) == widths(whole, text, **features)
    assert len(part) < len(whole) / 10
