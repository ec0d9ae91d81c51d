"""Font files of all usual formats, converted: one file for HarfBuzz, a TrueType one for ReportLab.

A collection gives the named face, a variable font the instance at the given axes. Cubic outlines (OTF) are converted
only when they are embedded: for measuring, ReportLab gets a file without outlines.
"""

import io
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from struct import error as cut_short
from struct import pack, unpack_from
from typing import Any, NamedTuple

import uharfbuzz
from reportlab.pdfbase.ttfonts import TTFontMaker, calcChecksum

from generator.diagnostics import did_you_mean

TRUETYPE, CUBIC, COLLECTION = (b"\0\1\0\0", b"true"), b"OTTO", b"ttcf"
OTHERS = {
    "it is packed for web pages": (b"wOFF", b"wOF2"),
    "it is an old PostScript font": (b"typ1", b"%!PS", b"\x80\1"),
}
PICTURES = ("CBDT", "sbix", "SVG ", "COLR", "EBDT")
# required tables, and their least length in bytes
NEEDED = {"OS/2": 78, "cmap": 4, "head": 54, "hhea": 36, "hmtx": 4, "maxp": 6, "name": 6, "post": 32}
OUTLINES = {"glyf": 0, "loca": 4, "maxp": 32}
NO_EMBEDDING = 0x0002  # value of the lowest four bits of fsType
NO_SUBSETS = 0x0300
MOST_FACES, MOST_TABLES, MOST_LETTERS = 256, 256, 0x110000
UNICODE, VARIATIONS = (0, 3), 5  # platforms of cmap tables; the encoding for variation selectors, which is skipped
IN_SEGMENTS, IN_GROUPS = 4, (12, 13)  # formats of cmap tables
FULL_NAME, FAMILY, POSTSCRIPT = 4, 1, 6
MOST_BYTES = 100_000_000
SOUND = "use a sound copy of the font"
DAMAGED = (ValueError, LookupError, OverflowError, cut_short, uharfbuzz.HarfBuzzError)


class UnusableFont(ValueError):
    """Raised for a font that cannot be used; `hint` says what helps."""

    def __init__(self, reason: str, hint: str = SOUND) -> None:
        super().__init__(reason)
        self.hint = hint


class FontInstanceSource(NamedTuple):
    """What a layout names as a font: a file, a face of a collection, and the axes of a variable font."""

    path: Path
    face: str = ""
    axes: tuple[tuple[str, float], ...] = ()


class FontFileBytes(NamedTuple):
    """The bytes of a font: `shaping` for HarfBuzz and browsers, `reading` a TrueType file for ReportLab.

    If `cubic`, `reading` has no outlines; outlines are then taken from `shaping`.
    """

    shaping: bytes
    reading: bytes
    cubic: bool


def font_bytes(path: Path) -> bytes:
    """Return the content of a font file; raises UnusableFont if it is not a file or too large, and OSError."""
    if not path.is_file():
        raise UnusableFont("it is not a file")
    if path.stat().st_size > MOST_BYTES:
        raise UnusableFont(f"it has more than {MOST_BYTES // 1_000_000} MB", "take one of fewer letters")
    return path.read_bytes()


def read_font(source: FontInstanceSource) -> FontFileBytes:
    """Return the bytes of a font; raises UnusableFont, one of DAMAGED for a corrupt file, or OSError."""
    data = font_bytes(source.path)
    for reason, marks in OTHERS.items():
        if data.startswith(marks):
            raise UnusableFont(reason, "take the TTF or OTF file of the same font")
    if data[:4] not in (*TRUETYPE, CUBIC, COLLECTION):
        raise UnusableFont("it is not a font file" if data else "the file is empty", "take a TTF, OTF or TTC file")
    offset = _face_in(data, source.face) if data[:4] == COLLECTION else 0
    if source.face and data[:4] != COLLECTION:
        raise UnusableFont("it is not a collection of fonts", "leave out face:")
    tables = _sound_tables(data, offset)
    cubic = "CFF " in tables or "CFF2" in tables
    if not cubic and "glyf" not in tables:
        if any(name in tables for name in PICTURES):
            raise UnusableFont("its letters are pictures", "take a font with outlines, such as Noto Emoji")
        raise UnusableFont("it has no outlines")
    single_font = _assembled(tables, data[offset : offset + 4]) if offset else data
    single_font = _at_axes(single_font, dict(source.axes)) if "fvar" in tables else single_font
    if source.axes and "fvar" not in tables:
        raise UnusableFont("it has no axes", "leave out axes:")
    return FontFileBytes(single_font, _without_outlines(single_font) if cubic else single_font, cubic)


def with_letters(data: bytes, ranges: Iterable[tuple[int, int]], features: Iterable[str] = ()) -> bytes:
    """Return a font with only the letters in these ranges of code points, and what shapes them with these features.

    A font that cannot be cut is returned as it is.
    """
    subset = uharfbuzz.SubsetInput()
    for first, last in ranges:
        subset.sets(uharfbuzz.SubsetInputSets.UNICODE).update(range(first, min(last, MOST_LETTERS) + 1))
    tags = (int.from_bytes(feature.strip("-").encode()[:4].ljust(4), "big") for feature in features)
    subset.sets(uharfbuzz.SubsetInputSets.LAYOUT_FEATURE_TAG).update(tags)
    subset.flags = uharfbuzz.SubsetFlags.NO_HINTING
    try:
        return bytes(uharfbuzz.subset(uharfbuzz.Face(data), subset).blob.data)
    except DAMAGED:
        return data


# tables


def _directory(data: bytes, offset: int) -> dict[str, tuple[int, int, int]]:
    """Return the check sum, offset and length of each table."""
    count = unpack_from(">H", data, offset + 4)[0]
    if count > MOST_TABLES:
        raise UnusableFont("it has more tables than any font")
    entries = [unpack_from(">4s3L", data, offset + 12 + 16 * at) for at in range(count)]
    entries_by_tag = {tag.decode("latin-1"): (total, at, length) for tag, total, at, length in entries}
    if len(entries_by_tag) < count:
        raise UnusableFont("it holds a table twice")
    return entries_by_tag


def _sound_tables(data: bytes, offset: int) -> dict[str, bytes]:
    """Return the tables of a font; raises UnusableFont if it is truncated, corrupt or not to be embedded."""
    directory = _directory(data, offset)
    end = 0
    for _, at, length in sorted(directory.values(), key=lambda entry: entry[1]):
        if at % 4 or at < end:
            raise UnusableFont("two of its tables lie in one place")
        end = at + length
    if end > len(data):
        raise UnusableFont("it is cut short")
    tables = {tag: data[at : at + length] for tag, (_, at, length) in directory.items()}
    required = {**NEEDED, **(OUTLINES if "glyf" in tables else {})}
    if absent := [tag for tag in required if tag not in tables]:
        raise UnusableFont(f"its table {absent[0]!r} is missing")
    if short := [tag for tag, minimum in required.items() if len(tables[tag]) < minimum]:
        raise UnusableFont(f"its table {short[0]!r} is too short")
    for tag, table in tables.items():
        if calcChecksum(table[:8] + bytes(4) + table[12:] if tag == "head" else table) != directory[tag][0]:
            raise UnusableFont(f"its table {tag!r} is damaged")
    licence = unpack_from(">H", tables["OS/2"], 8)[0]
    if licence & 0xF == NO_EMBEDDING or licence & NO_SUBSETS:
        hint = "take a font that may be, such as one of Google Fonts"
        raise UnusableFont("its licence does not let it be embedded", hint)
    _check_lengths(tables)
    return tables


def _check_lengths(tables: Mapping[str, bytes]) -> None:
    """Raise UnusableFont if tables are too short for the numbers of glyphs and characters that they declare."""
    glyphs, full = unpack_from(">H", tables["maxp"], 4)[0], unpack_from(">H", tables["hhea"], 34)[0]
    if not 0 < full <= glyphs or len(tables["hmtx"]) < 2 * (full + glyphs):
        raise UnusableFont("its table 'hmtx' is too short")
    if "glyf" in tables:
        size, code = (4, "L") if unpack_from(">H", tables["head"], 50)[0] else (2, "H")
        places = unpack_from(f">{min(glyphs + 1, len(tables['loca']) // size)}{code}", tables["loca"])
        unit = 1 if size == 4 else 2
        if len(places) <= glyphs or list(places) != sorted(places) or places[-1] * unit > len(tables["glyf"]):
            raise UnusableFont("an outline lies beyond its outlines")
    cmap = tables["cmap"]
    for number in range(unpack_from(">H", cmap, 2)[0]):
        platform, encoding, at = unpack_from(">2HL", cmap, 4 + 8 * number)
        if platform in UNICODE and encoding != VARIATIONS:
            _check_letters(cmap, at)


def _check_letters(cmap: bytes, at: int) -> None:
    """Raise UnusableFont if a cmap table has a format that ReportLab misreads, or too many characters."""
    form, count = unpack_from(">H", cmap, at)[0], 0
    if form == IN_SEGMENTS:
        half = unpack_from(">H", cmap, at + 6)[0]
        ends, firsts = (unpack_from(f">{half // 2}H", cmap, begin) for begin in (at + 14, at + 16 + half))
        count = sum(max(0, end + 1 - first) for first, end in zip(firsts, ends, strict=True))
    elif form in IN_GROUPS:
        groups = unpack_from(">L", cmap, at + 12)[0]
        numbers = unpack_from(f">{3 * groups}L", cmap, at + 16)
        count = sum(max(0, end + 1 - first) for first, end in zip(numbers[::3], numbers[1::3], strict=True))
    else:
        raise UnusableFont("it tells its letters in an old way", "take a newer copy of the font")
    if count > MOST_LETTERS:
        raise UnusableFont("it tells of more letters than there are")


# faces, axes, outlines


def first_face(path: Path) -> str:
    """Return the name of the first face of a collection, "" for a single font; raises as `read_font` does."""
    data = font_bytes(path)
    return _face_names(data)[0] if data[:4] == COLLECTION else ""


def drawn_letters(path: Path, code_points: Collection[int]) -> set[int]:
    """Return the code points in `code_points` that the first font of a file has; empty if the file is not a font."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return set()
        letters = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path))).unicodes
        return {letter for letter in code_points if letter in letters}
    except (OSError, *DAMAGED):
        return set()


def _face_names(data: bytes) -> list[str]:
    count = unpack_from(">L", data, 8)[0]
    if not 0 < count <= MOST_FACES:
        raise UnusableFont("it holds more fonts than any collection" if count else "it holds no font")
    return [uharfbuzz.Face(data, at).get_name(FULL_NAME) or f"{at + 1}" for at in range(count)]


def _face_in(data: bytes, name: str) -> int:
    """Return the offset of the face with this name in a collection; "" is allowed if it has only one face.

    Raises UnusableFont for an unknown name.
    """
    names = _face_names(data)
    count = len(names)
    offsets = unpack_from(f">{count}L", data, 12)
    if name not in names:
        if not name and count == 1:
            return int(offsets[0])
        reason = f"it has no face {name!r}" if name else f"it holds {count} fonts"
        similar = did_you_mean(name, names) if name else None
        raise UnusableFont(reason, similar or f"name one, as in face: {names[0]}; there are {', '.join(names)}")
    return int(offsets[names.index(name)])


def _assembled(tables: Mapping[str, bytes], version: bytes) -> bytes:
    """Return a font file made of tables, with their check sums."""
    maker = TTFontMaker()
    for tag, table in tables.items():
        maker.add(tag, table)
    return version + bytes(maker.makeStream())[len(version) :]


def _at_axes(data: bytes, axes: Mapping[str, float]) -> bytes:
    """Return the instance of a variable font at these axes; axes not given have their default.

    Raises UnusableFont for an unknown axis or a value out of range.
    """
    face = uharfbuzz.Face(data)
    infos = {info.tag: info for info in face.axis_infos}
    # A variable font holds the outlines of many weights as shifts of points. HarfBuzz adds the shifts at these axes,
    # which leaves an ordinary font that ReportLab can read.
    wish = uharfbuzz.SubsetInput()
    wish.keep_everything()
    wish.pin_all_axes_to_default(face)
    for name, value in axes.items():
        info = infos.get(name)
        if info is None:
            ranges = ", ".join(f"{tag} {axis.min_value:g} to {axis.max_value:g}" for tag, axis in infos.items())
            raise UnusableFont(f"it has no axis {name!r}", f"its axes: {ranges}")
        if not info.min_value <= value <= info.max_value:
            raise UnusableFont(
                f"its axis {name!r} does not reach {value:g}", f"take {info.min_value:g} to {info.max_value:g}"
            )
        wish.pin_axis_location(face, name, value)
    return bytes(uharfbuzz.subset(face, wish).blob.data)


def _without_outlines(data: bytes) -> bytes:
    """Return a TrueType file with the metrics of a font with cubic outlines, all its own outlines empty."""
    tables = {tag: data[at : at + length] for tag, (_, at, length) in _directory(data, 0).items()}
    glyphs = unpack_from(">H", tables["maxp"], 4)[0]
    parts = {tag: tables[tag] for tag in NEEDED if tag != "maxp"}
    parts["maxp"] = pack(">LH", 0x00010000, glyphs) + bytes(26)
    parts["head"] = tables["head"][:50] + pack(">2H", 0, 0)
    return _assembled({**parts, "glyf": bytes(4), "loca": bytes(2 * (glyphs + 1))}, TRUETYPE[0])


def convert_to_truetype(
    font: uharfbuzz.Font, glyphs: Iterable[int], measures: Any, letters: Mapping[int, int]
) -> bytes:
    """Return a TrueType file with these glyphs of a font with cubic outlines, renumbered in order from 1.

    `measures` is the face that gives the metrics; `letters` is a dictionary of new glyph numbers by code point.
    """
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    units = measures.unitsPerEm
    names = [".notdef", *(f"g{at}" for at, _ in enumerate(glyphs, 1))]
    shapes, metrics = {}, {}
    for name, glyph in zip(names, (0, *glyphs), strict=True):
        pen = TTGlyphPen(None)
        font.draw_glyph_with_pen(glyph, Cu2QuPen(pen, units / 1000, reverse_direction=True))
        shape = shapes[name] = pen.glyph()
        shape.recalcBounds(None)
        metrics[name] = (measures.hmetrics[glyph][0], shape.xMin)
    part = FontBuilder(units, isTTF=True)
    part.setupGlyphOrder(names)
    part.setupCharacterMap({letter: names[at] for letter, at in letters.items()})
    part.setupGlyf(shapes)
    part.setupHorizontalMetrics(metrics)
    high, low = (round(edge * units / 1000) for edge in (measures.ascent, measures.descent))
    part.setupHorizontalHeader(ascent=high, descent=low)
    part.setupNameTable({"psName": measures.name.decode("ascii")})
    part.setupOS2(sTypoAscender=high, sTypoDescender=low, sCapHeight=round(measures.capHeight * units / 1000))
    part.setupPost(keepGlyphNames=False, italicAngle=measures.italicAngle)
    sink = io.BytesIO()
    part.save(sink)
    return sink.getvalue()
