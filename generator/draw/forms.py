"""A finished PDF becomes one to fill in: every field of its frames is a box to tick or a line to write in.

A field's full name is its id (`path.first.3`), built as a tree because names in a PDF hold no periods. Where an id
comes a second time, a second sheet begins, and its names begin with `sheet2.`. No two boxes overlap, because programs
differ in which of two they tick: the larger keeps the largest part of it that is free.
"""

import io
from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    StreamObject,
    TextStringObject,
)

from generator.draw.form_font import form_font
from generator.draw.pen import rounded
from generator.fonts import Font
from generator.frame import FieldItem, Frame, fields_on
from generator.geometry import Rect

PRINTED = 4  # the flag of an annotation that is printed
HIDDEN = 2  # and of one that is only read: what it holds is printed on the page already
CENTERED = 1
INK = "0.12 0.11 0.1"
SIZE_OF_TEXT = 0.62  # of the height of its box
MOST_TEXT = 14.0
LARGE = 36.0
APART = 0.6  # points between two boxes
FONT = "Hand"


def fillable(pdf: bytes, frames: Sequence[Frame], font: Font) -> bytes:
    """Return the PDF with a form, a page for each frame in order; fields printed as marked stay as they are.

    `font` is what players write with.
    """
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf)))
    writer.pdf_header = "%PDF-1.7"
    form = _Form(writer, font)
    tree = _Tree(writer)
    for page, frame in zip(writer.pages, frames, strict=True):
        for field, box in apart(list(fields_on(frame))):
            tree.add(page, field.id, form.add(page, field, box, frame.size.height))
    form.close()
    tree.close()
    sink = io.BytesIO()
    writer.write(sink)
    return sink.getvalue()


def apart(fields: Sequence[tuple[FieldItem, Rect]]) -> list[tuple[FieldItem, Rect]]:
    """Return the fields in their order with boxes that do not overlap: a larger one makes room for smaller ones."""
    by_size = sorted(range(len(fields)), key=lambda at: fields[at][1].width * fields[at][1].height)
    settled: list[Rect] = []
    boxes: dict[int, Rect] = {}
    for at in by_size:
        box = fields[at][1]
        boxes[at] = largest_free(box, [room for room in settled if room.meets(box)])
        settled.append(boxes[at].grown(APART))
    return [(field, boxes[at]) for at, (field, _) in enumerate(fields)]


def largest_free(box: Rect, taken: Sequence[Rect]) -> Rect:
    """Return the largest part of a box that meets none of the taken ones; the box itself where nothing is free.

    >>> largest_free(Rect(0, 0, 10, 10), [Rect(6, 0, 4, 4), Rect(7, 8, 3, 2)])
    Rect(x=0, y=0, width=6, height=10)
    """
    if not taken:
        return box
    xs = sorted({box.x, box.right, *(x for each in taken for x in (each.x, each.right) if box.x < x < box.right)})
    ys = sorted({box.y, box.bottom, *(y for each in taken for y in (each.y, each.bottom) if box.y < y < box.bottom)})
    parts = [
        Rect(left, top, right - left, bottom - top)
        for (left, right), (top, bottom) in product(combinations(xs, 2), combinations(ys, 2))
    ]
    free = [part for part in parts if not any(each.meets(part) for each in taken)]
    return max(free, key=lambda part: part.width * part.height, default=box)


class _Form:
    """The tree of fields of one document."""

    def __init__(self, writer: PdfWriter, font: Font) -> None:
        self.writer = writer
        self.sheet = 1
        self.seen: set[str] = set()
        self.top = ArrayObject()
        self.nodes: dict[tuple[str, ...], tuple[Any, ArrayObject]] = {}
        self.looks: dict[tuple[float, float, str], Any] = {}
        self.font = form_font(writer, font)

    def add(self, page: Any, field: FieldItem, box: Rect, height: float) -> Any:
        """Add a field to a page and return the reference to it; y counts from the page's foot in a PDF."""
        if field.id in self.seen:
            self.sheet += 1
            self.seen.clear()
        self.seen.add(field.id)
        path = tuple(field.id.split("."))
        if self.sheet > 1:
            path = (f"sheet{self.sheet}", *path)
        widget = DictionaryObject(
            {
                NameObject("/Type"): NameObject("/Annot"),
                NameObject("/Subtype"): NameObject("/Widget"),
                NameObject("/F"): NumberObject(HIDDEN if field.value else PRINTED),
                NameObject("/T"): TextStringObject(path[-1]),
                NameObject("/TU"): TextStringObject(field.spoken or field.id.replace(".", " ").replace("_", " ")),
                NameObject("/Rect"): _numbers(box.x, height - box.bottom, box.right, height - box.y),
                NameObject("/P"): page.indirect_reference,
            }
        )
        widget.update(self.text(box, field.value) if field.entry == "text" else self.tick(box, sign_of(field)))
        reference = self.writer._add_object(widget)
        parent, kids = self.parent(path[:-1])
        if parent is not None:
            widget[NameObject("/Parent")] = parent
        kids.append(reference)
        if "/Annots" not in page:
            page[NameObject("/Annots")] = ArrayObject()
        page["/Annots"].append(reference)
        return reference

    def parent(self, path: tuple[str, ...]) -> tuple[Any, ArrayObject]:
        """Return the node that a name hangs from and the list of what hangs there."""
        if not path:
            return None, self.top
        if path not in self.nodes:
            kids = ArrayObject()
            node = DictionaryObject(
                {NameObject("/T"): TextStringObject(path[-1]), NameObject("/Kids"): kids},
            )
            above, siblings = self.parent(path[:-1])
            reference = self.writer._add_object(node)
            if above is not None:
                node[NameObject("/Parent")] = above
            siblings.append(reference)
            self.nodes[path] = (reference, kids)
        return self.nodes[path]

    def tick(self, box: Rect, sign: str) -> dict[Any, Any]:
        """Return what makes a box to tick: nothing, or a sign over what is printed there."""
        looks = DictionaryObject(
            {
                NameObject("/Yes"): self.look(box.width, box.height, sign),
                NameObject("/Off"): self.look(box.width, box.height, ""),
            }
        )
        return {
            NameObject("/FT"): NameObject("/Btn"),
            NameObject("/V"): NameObject("/Off"),
            NameObject("/AS"): NameObject("/Off"),
            NameObject("/AP"): DictionaryObject({NameObject("/N"): looks}),
        }

    def text(self, box: Rect, value: str) -> dict[Any, Any]:
        """Return what makes a line to write in."""
        size = min(MOST_TEXT, SIZE_OF_TEXT * box.height)
        look = self.written(box.width, box.height, "")  # its own: programs that fill in a line write over its look
        return {
            NameObject("/FT"): NameObject("/Tx"),
            NameObject("/V"): TextStringObject(value),
            NameObject("/Q"): NumberObject(CENTERED),
            NameObject("/DA"): TextStringObject(f"/{FONT} {size:.1f} Tf {INK} rg"),
            NameObject("/AP"): DictionaryObject({NameObject("/N"): look}),
        }

    def look(self, width: float, height: float, sign: str) -> Any:
        """Return the form of a sign as large as its box allows, or of nothing; equal ones are written once."""
        key = (round(width, 1), round(height, 1), sign)
        if key not in self.looks:
            self.looks[key] = self.written(*key)
        return self.looks[key]

    def written(self, width: float, height: float, sign: str) -> Any:
        """Write the form of a sign, or of nothing, and return the reference to it."""
        stream = StreamObject()
        stream.update(
            {
                NameObject("/Type"): NameObject("/XObject"),
                NameObject("/Subtype"): NameObject("/Form"),
                NameObject("/BBox"): _numbers(0, 0, width, height),
                NameObject("/Resources"): DictionaryObject(),
            }
        )
        stream.set_data(SIGNS[sign](width, height) if sign else b"")
        return self.writer._add_object(stream)

    def close(self) -> None:
        """Write the form into the document."""
        fonts = DictionaryObject({NameObject(f"/{FONT}"): self.font})
        form = DictionaryObject(
            {
                NameObject("/Fields"): self.top,
                NameObject("/DR"): DictionaryObject({NameObject("/Font"): fonts}),
                NameObject("/DA"): TextStringObject(f"/{FONT} 0 Tf {INK} rg"),
            }
        )
        self.writer._root_object[NameObject("/AcroForm")] = self.writer._add_object(form)


class _Tree:
    """What is read aloud of one document: each field in the place that was kept for it, else at the end of its page."""

    def __init__(self, writer: PdfWriter) -> None:
        self.writer = writer
        catalog: Any = writer._root_object
        self.root = catalog["/StructTreeRoot"]
        self.parts: list[Any] = [part.get_object() for part in self.root["/K"]["/K"]]
        self.kept: dict[tuple[int, str], Any] = {}
        self.part_of: dict[int, Any] = {}
        for part in self.parts:
            for each in part["/K"]:
                element = each.get_object()
                page = element.raw_get("/Pg").idnum
                self.part_of[page] = part
                if element["/S"] == "/Form":
                    self.kept[page, str(element.pop("/T"))] = element

    def add(self, page: Any, name: str, widget: Any) -> None:
        """Tell of a field of a page where its place was kept."""
        place = page.indirect_reference
        element = self.kept.pop((place.idnum, name), None) or self.new(place)
        parts = {"/Type": NameObject("/OBJR"), "/Obj": widget, "/Pg": place}
        element[NameObject("/K")] = DictionaryObject({NameObject(key): value for key, value in parts.items()})
        number = self.root["/ParentTreeNextKey"]
        widget.get_object()[NameObject("/StructParent")] = NumberObject(number)
        self.root["/ParentTree"]["/Nums"].extend([NumberObject(number), element.indirect_reference])
        self.root[NameObject("/ParentTreeNextKey")] = NumberObject(number + 1)

    def new(self, page: Any) -> Any:
        """Return a new place at the end of what is told of a page."""
        part = self.part_of.get(page.idnum, self.parts[-1])
        kind = {"/S": NameObject("/Form"), "/P": part.indirect_reference, "/Pg": page}
        element = DictionaryObject({NameObject(key): value for key, value in kind.items()})
        kids = part["/K"]
        last = [at for at, each in enumerate(kids) if each.get_object().raw_get("/Pg").idnum == page.idnum]
        kids.insert(last[-1] + 1 if last else len(kids), self.writer._add_object(element))
        return element

    def close(self) -> None:
        """Take the places away that no field has come to."""
        left = {id(element) for element in self.kept.values()}
        for part in self.parts:
            part[NameObject("/K")] = ArrayObject(each for each in part["/K"] if id(each.get_object()) not in left)


def _numbers(*values: float) -> ArrayObject:
    return ArrayObject(FloatObject(round(value, 3)) for value in values)


def sign_of(field: FieldItem) -> str:
    """Return how a field is marked by hand: what is round is circled, a room gets a dot, the rest is crossed out."""
    if min(field.rect.width, field.rect.height) > LARGE:
        return "dot"
    return "ring" if field.shape.kind == "ellipse" else "cross"


def _cross(width: float, height: float) -> bytes:
    reach, x, y = 0.3 * min(width, height), width / 2, height / 2
    thick = max(0.9, 0.11 * min(width, height))
    strokes = (
        f"{x - reach:.2f} {y - reach:.2f} m {x + reach:.2f} {y + reach:.2f} l "
        f"{x - reach:.2f} {y + reach:.2f} m {x + reach:.2f} {y - reach:.2f} l"
    )
    return f"q {INK} RG {thick:.2f} w 1 J {strokes} S Q".encode("ascii")


def _circle(width: float, height: float, radius: float) -> str:
    """Return the path of a circle in the middle of a box."""
    return rounded(Rect(width / 2 - radius, height / 2 - radius, 2 * radius, 2 * radius), radius, radius)


def _ring(width: float, height: float) -> bytes:
    thick = 0.1 * min(width, height)
    path = _circle(width, height, min(width, height) / 2 - thick / 2)
    return f"q {INK} RG {thick:.2f} w {path} S Q".encode("ascii")


def _dot(width: float, height: float) -> bytes:
    return f"q {INK} rg {_circle(width, height, 0.07 * min(width, height))} f Q".encode("ascii")


SIGNS: dict[str, Callable[[float, float], bytes]] = {"cross": _cross, "ring": _ring, "dot": _dot}
