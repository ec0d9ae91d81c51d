"""The font that players write with in a form: the layout's own, with the letters of western and central Europe."""

import io
from typing import Any

from fontTools import subset
from fontTools.agl import UV2AGL
from fontTools.ttLib import TTFont
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject, StreamObject

from generator.draw.pdf_file import unicode_map
from generator.fonts import Font

NONSYMBOLIC = 32
FURTHER = "−ĄąĆćĘęŁłŃńŚśŹźŻżČčĎďĚěŇňŘřŤťŮůŐőŰűĽľĹĺ"
# Codes of signs that nobody writes on a sheet; letters beyond the usual encoding take them.
SPARE = (
    *(0x81, 0x83, 0x86, 0x87, 0x88, 0x89, 0x8B, 0x8D, 0x8F, 0x90, 0x98, 0x9B, 0x9D),
    *(0xA2, 0xA4, 0xA5, 0xA6, 0xA8, 0xAA, 0xAC, 0xAD, 0xAF, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB8, 0xB9, 0xBA),
    *(0xBC, 0xBD, 0xBE, 0xD0, 0xDE, 0xF0, 0xFE, 0x7F),
)


def form_codes() -> dict[int, int]:
    """Return what each code of the font stands for in Unicode."""
    codes = {code: ord(sign) for code in range(32, 256) if (sign := bytes([code]).decode("cp1252", "ignore"))}
    codes |= dict(zip(SPARE, map(ord, FURTHER), strict=False))
    return codes


def form_font(writer: Any, font: Font) -> Any:
    """Write a font into a document with all its letters for forms; return the reference to it."""
    codes = {code: value for code, value in form_codes().items() if value in font.glyphs}
    name = f"SCRAWL+{font.face.name}"
    outlines = _stream(_outlines(font, set(codes.values())))
    face = font.face
    descriptor = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/FontDescriptor"),
            NameObject("/FontName"): NameObject(f"/{name}"),
            NameObject("/Flags"): NumberObject(NONSYMBOLIC),
            NameObject("/FontBBox"): _whole(*face.box),
            NameObject("/ItalicAngle"): NumberObject(0),
            NameObject("/Ascent"): NumberObject(round(face.ascent)),
            NameObject("/Descent"): NumberObject(round(face.descent)),
            NameObject("/CapHeight"): NumberObject(round(1000 * font.cap)),
            NameObject("/StemV"): NumberObject(round(face.stem)),
            NameObject("/FontFile2"): writer._add_object(outlines),
        }
    )
    first, last = min(codes), max(codes)
    widths = (face.width(codes[code]) if code in codes else 0 for code in range(first, last + 1))
    return writer._add_object(
        DictionaryObject(
            {
                NameObject("/Type"): NameObject("/Font"),
                NameObject("/Subtype"): NameObject("/TrueType"),
                NameObject("/BaseFont"): NameObject(f"/{name}"),
                NameObject("/FirstChar"): NumberObject(first),
                NameObject("/LastChar"): NumberObject(last),
                NameObject("/Widths"): _whole(*widths),
                NameObject("/Encoding"): _encoding(),
                NameObject("/FontDescriptor"): writer._add_object(descriptor),
                NameObject("/ToUnicode"): writer._add_object(_stream(unicode_map(name, codes).encode("ascii"))),
            }
        )
    )


def _outlines(font: Font, letters: set[int]) -> bytes:
    dropped = ["GSUB", "GPOS", "GDEF", "DSIG", "name", "meta", "kern", "gasp"]
    options = subset.Options(layout_features=[], hinting=False, drop_tables=dropped, notdef_outline=True)
    drawings = TTFont(font.path, recalcTimestamp=False)
    for tag in dropped:
        if tag in drawings:
            del drawings[tag]  # the library would first read the ways that letters are set in, ten times the rest
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(drawings)
    sink = io.BytesIO()
    drawings.save(sink)
    return sink.getvalue()


def _stream(data: bytes) -> Any:
    stream = StreamObject()
    stream.set_data(data)
    return stream.flate_encode()


def _encoding() -> DictionaryObject:
    """Return the usual encoding with what differs from it."""
    differing = ArrayObject()
    for code, letter in sorted(zip(SPARE, FURTHER, strict=False)):
        differing += [NumberObject(code), NameObject(f"/{UV2AGL[ord(letter)]}")]
    return DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Encoding"),
            NameObject("/BaseEncoding"): NameObject("/WinAnsiEncoding"),
            NameObject("/Differences"): differing,
        }
    )


def _whole(*values: float) -> ArrayObject:
    return ArrayObject(NumberObject(round(value)) for value in values)
