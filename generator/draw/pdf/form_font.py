"""The font that players write with in a form: the layout's own, with the letters of western and central Europe."""

import io

from fontTools import subset
from fontTools.agl import UV2AGL
from fontTools.ttLib import TTFont

from generator.draw.pdf.file import PdfFile
from generator.draw.pdf.objects import reference, unicode_map
from generator.draw.pdf.typefaces import face_name
from generator.fonts.faces import Font

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


def form_font(file: PdfFile, font: Font) -> int:
    """Write a font into a document with all its letters for forms; return its number."""
    codes = {code: value for code, value in form_codes().items() if value in font.glyphs}
    name = f"SCRAWL+{face_name(font)}"
    face = font.face
    outlines = _outlines(font, set(codes.values()))
    embedded = file.add_stream({"Length1": len(outlines)}, outlines)
    descriptor = file.add(
        f"<</Type/FontDescriptor/FontName/{name}/Flags {NONSYMBOLIC}/FontBBox[{_whole(*face.bbox)}]/ItalicAngle 0"
        f"/Ascent {face.ascent:.0f}/Descent {face.descent:.0f}/CapHeight {1000 * font.cap:.0f}/StemV {face.stemV:.0f}"
        f"/FontFile2 {reference(embedded)}>>"
    )
    first, last = min(codes), max(codes)
    widths = _whole(*(face.getCharWidth(codes.get(code, 0)) if code in codes else 0 for code in range(first, last + 1)))
    # the usual encoding, with what differs from it
    differing = " ".join(f"{code}/{UV2AGL[ord(letter)]}" for code, letter in sorted(zip(SPARE, FURTHER, strict=False)))
    encoding = f"<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[{differing}]>>"
    letters = {code: chr(value) for code, value in codes.items()}
    to_unicode = file.add_stream({}, unicode_map(name, letters).encode("ascii"))
    return file.add(
        f"<</Type/Font/Subtype/TrueType/BaseFont/{name}/FirstChar {first}/LastChar {last}/Widths[{widths}]"
        f"/Encoding{encoding}/FontDescriptor {reference(descriptor)}/ToUnicode {reference(to_unicode)}>>"
    )


def _outlines(font: Font, letters: set[int]) -> bytes:
    dropped = ["GSUB", "GPOS", "GDEF", "DSIG", "name", "meta", "kern", "gasp"]
    options = subset.Options(layout_features=[], hinting=False, drop_tables=dropped, notdef_outline=True)
    drawings = TTFont(io.BytesIO(font.face.whole(sorted(letters))), recalcTimestamp=False)
    for tag in dropped:
        if tag in drawings:
            del drawings[tag]  # the library would first read the ways that letters are set in, ten times the rest
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(drawings)
    sink = io.BytesIO()
    drawings.save(sink)
    return sink.getvalue()


def _whole(*values: float) -> str:
    return " ".join(f"{value:.0f}" for value in values)
