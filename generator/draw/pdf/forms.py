"""A PDF form: every field of a page is a check box or a text line, written with its page.

The full name of a field is its id (`path.first.3`), written as a tree, since names in a PDF contain no periods. Where
an id is repeated, a second sheet begins, whose names begin with `sheet2.`. Boxes never overlap, because PDF viewers
differ in which of two they tick: the larger one is reduced to its largest free part. The identity of a sheet is in a
field that no page shows.
"""

import io
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from fontTools import subset
from fontTools.agl import UV2AGL
from fontTools.ttLib import TTFont

from generator.draw.pdf.content_stream import rounded_rect_path
from generator.draw.pdf.file import PdfFile
from generator.draw.pdf.objects import array_text, numbers_text, pdf_string, reference, unicode_map
from generator.draw.pdf.tags import PdfStructureField, PdfStructureTree
from generator.draw.pdf.typefaces import face_name
from generator.fonts.faces import Font
from generator.frame import FieldItem, Frame, fields_on
from generator.geometry import Rect
from generator.reading.pdf_form import IDENTITY

PRINTED = 4  # annotation flag: printed
HIDDEN = 2  # annotation flag: not shown, since its value is printed on the page already
READ_ONLY = 1  # field flag
CENTERED = 1
INK = "0.12 0.11 0.1"
SIZE_OF_TEXT = 0.62  # of the height of its box
MOST_TEXT = 14.0
APART = 0.6  # points between two boxes
FONT = "Hand"
Path = tuple[str, ...]  # the steps of a field's name
LAYOUTS_REMEMBERED = 64  # size of the cache of `apart`; most pages have the same boxes


@lru_cache(LAYOUTS_REMEMBERED)
def apart(boxes: tuple[Rect, ...]) -> list[Rect]:
    """Return the boxes in the same order without overlaps: where two overlap, the larger one is reduced."""
    settled: list[Rect] = []
    rooms: dict[int, Rect] = {}
    for at in sorted(range(len(boxes)), key=lambda at: boxes[at].width * boxes[at].height):
        rooms[at] = largest_free(boxes[at], [room for room in settled if room.meets(boxes[at])])
        settled.append(rooms[at].outset(APART))
    return [rooms[at] for at in range(len(boxes))]


def largest_free(box: Rect, others: Sequence[Rect]) -> Rect:
    """Return the largest part of a box that overlaps none of `others`; the whole box if no part is free.

    >>> largest_free(Rect(0, 0, 10, 10), [Rect(6, 0, 4, 4), Rect(7, 8, 3, 2)])
    Rect(x=0, y=0, width=6, height=10)
    """
    if not others:
        return box
    # A largest free part touches an edge of the box or of a taken box on all four sides, else it could grow: so only
    # rectangles between such edges are tried. A box overlaps few others, so trying all pairs of edges is fast enough.
    xs = sorted({box.x, box.right, *(x for room in others for x in (room.x, room.right) if box.x < x < box.right)})
    ys = sorted({box.y, box.bottom, *(y for room in others for y in (room.y, room.bottom) if box.y < y < box.bottom)})
    parts = [
        Rect(left, top, right - left, bottom - top)
        for (left, right), (top, bottom) in product(combinations(xs, 2), combinations(ys, 2))
    ]
    free_parts = [part for part in parts if not any(room.meets(part) for room in others)]
    return max(free_parts, key=lambda part: part.width * part.height, default=box)


class FillableForm:
    """The form fields of one document, as a tree of names; `font` is the font that players type with."""

    def __init__(self, file: PdfFile, tags: PdfStructureTree, font: Font) -> None:
        self.file, self.tags = file, tags
        self.font = form_font(file, font)
        self.sheet = 0
        self.identities: Iterator[str] = iter(())
        self.seen: set[str] = set()
        self.nodes: dict[Path, int] = {(): 0}  # object numbers of the nodes above the fields of this sheet
        self.kids: defaultdict[Path, list[int]] = defaultdict(list)  # object numbers below each of these
        self.looks: dict[tuple[float, float, str], int] = {}

    def page(self, frame: Frame, number: int) -> list[PdfStructureField]:
        """Write the fields of a page, given its object number; fields printed marked are left out."""
        fields = list(fields_on(frame))
        boxes = apart(tuple(box for _, box in fields))
        self.identities = iter(frame.identities)
        height = frame.size.height
        return [self._written(field, box, number, height) for (field, _), box in zip(fields, boxes, strict=True)]

    def _written(self, field: FieldItem, box: Rect, page: int, height: float) -> PdfStructureField:
        """Write a field into the form; `box` has y down, `height` is the height of the page."""
        if field.id in self.seen or not self.sheet:
            self._begin_sheet()
        self.seen.add(field.id)
        path = self._path(field.id)
        (number, above), key = self._reserve(path), self.tags.key()
        spoken = field.spoken or field.id.replace(".", " ").replace("_", " ")
        edges = numbers_text(*(round(edge, 2) for edge in (box.x, height - box.bottom, box.right, height - box.y)))
        kind = self._line(box, field.value) if field.entry == "text" else self._tick(box, field.tick)
        # entries that are equal on other sheets come first, so that such fields are sorted and packed together
        self.file.put(
            number,
            f"<</Type/Annot/Subtype/Widget/F {HIDDEN if field.value else PRINTED}"
            f"/T{pdf_string(path[-1])}/TU{pdf_string(spoken)}/Rect[{edges}]{kind}"
            f"/P {reference(page)}/StructParent {key}{above}>>",
        )
        return PdfStructureField(field.id, number, key)

    def _begin_sheet(self) -> None:
        """Begin the next sheet, and write its identity, if known, into a field that no page shows."""
        self._write_nodes()
        self.sheet += 1
        self.seen.clear()
        identity = next(self.identities, "")
        if identity:
            path = self._path(IDENTITY)
            number, above = self._reserve(path)
            self.file.put(number, f"<</FT/Tx/Ff {READ_ONLY}/T{pdf_string(path[-1])}/V{pdf_string(identity)}{above}>>")

    def _path(self, name: str) -> Path:
        """Return the steps of a field's name on this sheet."""
        return (*((f"sheet{self.sheet}",) if self.sheet > 1 else ()), *name.split("."))

    def _reserve(self, path: Path) -> tuple[int, str]:
        """Return a number for the object at a path, and the entry of its parent, which is reserved, too, if needed."""
        above = path[:-1]
        if above not in self.nodes:
            self.nodes[above] = self._reserve(above)[0]
        number = self.file.reserve()
        self.kids[above].append(number)
        return number, self._parent(above)

    def _parent(self, above: Path) -> str:
        return f"/Parent {reference(self.nodes[above])}" if above else ""

    def _tick(self, box: Rect, sign: str) -> str:
        """Return the dictionary entries of a check box; if ticked, it shows the symbol `sign` as large as possible.

        The appearance of boxes of the same size is written once.
        """
        key = (round(box.width, 1), round(box.height, 1), sign)
        if key not in self.looks:
            on, off = (self._drawn(*key[:2], look) for look in (sign, ""))
            self.looks[key] = self.file.add(f"<</N<</Yes {reference(on)}/Off {reference(off)}>>>>")
        return f"/AP {reference(self.looks[key])}/FT/Btn/V/Off/AS/Off"

    def _line(self, box: Rect, value: str) -> str:
        """Return the dictionary entries of a text field with this value."""
        size = min(MOST_TEXT, SIZE_OF_TEXT * box.height)
        # each line has its own appearance: viewers overwrite it when the line is filled in
        look = self._drawn(round(box.width, 1), round(box.height, 1), "")
        return f"/AP<</N {reference(look)}>>/FT/Tx/V{pdf_string(value)}/Q {CENTERED}/DA({_hand(size)})"

    def _drawn(self, width: float, height: float, sign: str) -> int:
        """Write the appearance of a field, with the tick symbol `sign` or empty for ""; return its object number."""
        code = SIGNS[sign](width, height) if sign else ""
        facts = {"Subtype": "/Form", "BBox": array_text(0, 0, width, height)}
        return self.file.add_stream(facts, code.encode("latin-1"))

    def _write_nodes(self) -> None:
        """Write the nodes above the fields of the last sheet; no later field is below them."""
        for path, number in self.nodes.items():
            if path:
                kids = " ".join(map(reference, self.kids.pop(path)))
                self.file.put(number, f"<</T{pdf_string(path[-1])}{self._parent(path[:-1])}/Kids[{kids}]>>")
        self.nodes = {(): 0}

    def close(self) -> None:
        """Write the form into the document."""
        self._write_nodes()
        fields = " ".join(map(reference, self.kids[()]))
        fonts = f"/DR<</Font<</{FONT} {reference(self.font)}>>>>"
        self.file.declare("AcroForm", f"<</Fields[{fields}]{fonts}/DA({_hand(0)})>>")


def _hand(size: float) -> str:
    """Return the operators for text in a field: font, size (0 fits the text to the box) and colour."""
    return f"/{FONT} {size:.1f} Tf {INK} rg" if size else f"/{FONT} 0 Tf {INK} rg"


def _cross(width: float, height: float) -> str:
    reach, x, y = 0.3 * min(width, height), width / 2, height / 2
    thick = max(0.9, 0.11 * min(width, height))
    strokes = (
        f"{x - reach:.2f} {y - reach:.2f} m {x + reach:.2f} {y + reach:.2f} l "
        f"{x - reach:.2f} {y + reach:.2f} m {x + reach:.2f} {y - reach:.2f} l"
    )
    return f"q {INK} RG {thick:.2f} w 1 J {strokes} S Q"


def _ellipse(width: float, height: float, across: float, down: float) -> str:
    """Return the path of an ellipse centred in a box; `across` and `down` are its radii."""
    return rounded_rect_path(Rect(width / 2 - across, height / 2 - down, 2 * across, 2 * down), across, down)


def _ring(width: float, height: float) -> str:
    thick = 0.17 * min(width, height)
    path = _ellipse(width, height, (width - thick) / 2, (height - thick) / 2)
    return f"q {INK} RG {thick:.2f} w {path} S Q"


def _dot(width: float, height: float) -> str:
    radius = 0.07 * min(width, height)
    return f"q {INK} rg {_ellipse(width, height, radius, radius)} f Q"


SIGNS: dict[str, Callable[[float, float], str]] = {"cross": _cross, "ring": _ring, "dot": _dot}


NONSYMBOLIC = 32
FURTHER = "−ĄąĆćĘęŁłŃńŚśŹźŻżČčĎďĚěŇňŘřŤťŮůŐőŰűĽľĹĺ"
# Codes of characters that players do not type on a sheet, reused for letters that are not in the encoding.
SPARE = (
    *(0x81, 0x83, 0x86, 0x87, 0x88, 0x89, 0x8B, 0x8D, 0x8F, 0x90, 0x98, 0x9B, 0x9D),
    *(0xA2, 0xA4, 0xA5, 0xA6, 0xA8, 0xAA, 0xAC, 0xAD, 0xAF, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB8, 0xB9, 0xBA),
    *(0xBC, 0xBD, 0xBE, 0xD0, 0xDE, 0xF0, 0xFE, 0x7F),
)


def form_codes() -> dict[int, int]:
    """Return {code in the form font: Unicode code point}."""
    codes = {code: ord(sign) for code in range(32, 256) if (sign := bytes([code]).decode("cp1252", "ignore"))}
    codes |= dict(zip(SPARE, map(ord, FURTHER), strict=False))
    return codes


def form_font(file: PdfFile, font: Font) -> int:
    """Write a font with all characters needed in forms into a document; return its number."""
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
    # the standard encoding, with the differences from it
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
            del drawings[tag]  # else the library parses the shaping tables first, which takes ten times the rest
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(drawings)
    sink = io.BytesIO()
    drawings.save(sink)
    return sink.getvalue()


def _whole(*values: float) -> str:
    return " ".join(f"{value:.0f}" for value in values)
