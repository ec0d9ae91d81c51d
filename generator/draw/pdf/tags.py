"""Tags for screen readers: paragraphs, headings, lists and tables of a document, as the structure tree of the PDF.

A paragraph is marked content of a page's stream, by its number on that page. Content shown through a form is marked as
a whole, so that the form needs no marks inside. Content without text is an artifact.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.draw.pdf.file import PdfFile
from generator.draw.pdf.objects import pdf_string, reference

ARTIFACT, FORM = "Artifact", "Form"
MOST_IN_A_LEAF = 500  # entries of the parent tree in one object; a page of many fields may make it longer


class PdfStructureField(NamedTuple):
    """A form field of a page: its id, its object number, and its key in the parent tree."""

    name: str
    number: int
    key: int


class MarkedContent:
    """Marks the content of one page with tags while its stream is written, and records where form fields belong."""

    def __init__(self, code: list[str], count: int = 0) -> None:
        self.code = code
        self.found: list[tuple[str, str]] = []  # tags, and ids of fields
        self.open = ""
        self.count = count

    def begin(self, kind: str) -> None:
        """Begin marked content of a kind, such as "P" or "H1"; ends the content that is open before."""
        self.end()
        self.open = kind
        if kind == ARTIFACT:
            self.code.append("/Artifact BMC")
        else:
            self.code.append(f"/{kind.partition(' ')[0]}<</MCID {self.count}>>BDC")
            self.found.append((kind, ""))
            self.count += 1

    def end(self) -> None:
        """End the marked content that is open, if any."""
        if self.open:
            self.code.append("EMC")
            self.open = ""

    def go_on_after(self, marked: Sequence[tuple[str, str]]) -> None:
        """Add the content that a shared stream has `marked`; later content gets the numbers after it."""
        self.found += marked
        self.count += sum(not name for _, name in marked)

    def field(self, name: str) -> None:
        """Record the position of a form field in reading order; the field is not part of the stream."""
        self.found.append((FORM, name))


@dataclass
class _Group:
    """An element of the tree with children: a part of the document, a table, row, list or entry.

    `more` has further dictionary entries of the element, `kids` its children as they are written, each after a space:
    a part of many filled sheets has so many that a text of them takes a sixth of the memory of a list.
    """

    kind: str
    number: int
    more: str
    kids: bytearray = field(default_factory=bytearray)

    def add(self, kid: str) -> None:
        """Add a child: a reference to an element, or the number of marked content."""
        self.kids += b" " + kid.encode("ascii")


class PdfStructureTree:
    """The structure tree of a document: its parts by title, in them paragraphs, headings and fields by page.

    Pages and fields each have a key in the parent tree, under which their elements are listed. The parent tree is
    written while pages are added (a number tree, section 7.9.7 of ISO 32000-1), since forms have thousands of fields.
    """

    def __init__(self, file: PdfFile) -> None:
        self.file = file
        self.parts: list[_Group] = []
        self.within: list[_Group] = []  # the table, row and cell, or list and entry, that are open
        self.at = (0, 0)  # row and column of the last cell
        self.keys = 0
        self.belonging: dict[int, str] = {}  # elements of a page or a field, by key, that no leaf has yet
        self.leaves: list[int] = []  # object numbers of the written leaves of the parent tree

    def key(self) -> int:
        """Return the next free key of the parent tree; `page` enters the elements of this key."""
        self.keys += 1
        return self.keys - 1

    def page(self, marks: MarkedContent, number: int, title: str, fields: Sequence[PdfStructureField] = ()) -> int:
        """Add the marked content and fields of a page, given its object number; return the page's key.

        Pages are added in order. A field is read where `MarkedContent.field` recorded it, else at the end of its page.
        """
        if not self.parts or self.parts[-1].more != _titled(title):
            self.parts.append(_Group("Sect", self.file.reserve(), _titled(title)))
        part, key = self.parts[-1], self.key()
        page = f"/Pg {reference(number)}"
        left: dict[str, list[PdfStructureField]] = {}
        for placed in fields:
            left.setdefault(placed.name, []).append(placed)
        stretches: list[int] = []
        for kind, name in marks.found:
            if kind != FORM:
                stretches.append(self._stretch(part, kind, page, len(stretches)))
            elif left.get(name):
                self._field(part, page, left[name].pop(0))
        for placed in fields:
            if placed in left[placed.name]:
                self._field(part, page, placed)
        self._leave(0)
        self.belonging[key] = f"[{_references(stretches)}]"
        if len(self.belonging) >= MOST_IN_A_LEAF:
            self._write_leaf()
        return key

    def _write_leaf(self) -> None:
        """Write the elements of the keys since the last leaf as the next leaf of the parent tree."""
        if self.belonging:
            elements = " ".join(f"{key} {self.belonging[key]}" for key in sorted(self.belonging))
            limits = f"{min(self.belonging)} {max(self.belonging)}"
            self.leaves.append(self.file.add(f"<</Limits[{limits}]/Nums[{elements}]>>"))
            self.belonging.clear()

    def _stretch(self, part: _Group, kind: str, page: str, mark: int) -> int:
        """Add marked content of a page to the tree; return the object number of its element."""
        tag, *cell = kind.split()
        if tag in ("TH", "TD"):
            return self._cell(part, tag, cell, page, mark)
        if tag in ("Lbl", "LBody"):
            return self._entry(part, tag, page, mark)
        self._leave(0)
        return self._element(part, f"/S/{tag}{page}/K {mark}")

    def _cell(self, part: _Group, tag: str, place: Sequence[str], page: str, mark: int) -> int:
        """Add marked content to the cell at its row and column: in the open table, or in a new one if it is earlier."""
        # Cells come one by one in reading order, in whatever boxes. The first cell opens a table, and a cell that is
        # earlier in rows and columns opens the next one. Skipped cells are empty.
        row, column, span = map(int, place[:3])
        if not self.within or self.within[0].kind != "Table" or (row, column) < self.at:
            self._leave(0)
            self._enter(part, "Table")
        if (len(self.within) < 3) or (row, column) != self.at:
            if len(self.within) < 2 or row != self.at[0]:
                self._leave(1)
                self._enter(part, "TR")
                self.at = (row, -1)
            self._leave(2)
            for _ in range(self.at[1] + 1, column):
                self._element(self.within[1], "/S/TD")
            wide = f"/ColSpan {span}" if span > 1 else ""
            heads = f"/Scope/{place[3]}" if place[3:] else ""
            self._enter(part, tag, f"{page}/A<</O/Table{wide}{heads}>>" if wide or heads else page)
            self.at = (row, column)
        cell = self.within[2]
        cell.add(str(mark))
        return cell.number

    def _entry(self, part: _Group, tag: str, page: str, mark: int) -> int:
        """Add marked content to a list: a label begins an entry, in the open list or in a new one."""
        if not self.within or self.within[0].kind != "L":
            self._leave(0)
            self._enter(part, "L")
        if tag == "Lbl" or len(self.within) < 2:
            self._leave(1)
            self._enter(part, "LI")
        return self._element(self.within[1], f"/S/{tag}{page}/K {mark}")

    def _enter(self, part: _Group, kind: str, more: str = "") -> None:
        group = _Group(kind, self.file.reserve(), more)
        (self.within[-1] if self.within else part).add(reference(group.number))
        self.within.append(group)

    def _leave(self, depth: int) -> None:
        """Write and close the open groups below a depth."""
        while len(self.within) > depth:
            group = self.within.pop()
            around = self.within[-1] if self.within else self.parts[-1]
            self._put(group, around.number)

    def _put(self, group: _Group, parent: int) -> None:
        head = f"<</S/{group.kind}/P {reference(parent)}{group.more}/K[".encode("latin-1")
        kids = memoryview(group.kids)[1:]  # those of a part of many sheets take megabytes
        self.file.put(group.number, b"".join((head, kids, b"]>>")))

    def _field(self, part: _Group, page: str, placed: PdfStructureField) -> None:
        widget = f"/Type/OBJR/Obj {reference(placed.number)}"
        self.belonging[placed.key] = reference(self._element(part, f"/S/{FORM}{page}/K<<{widget}>>"))

    def _element(self, around: _Group, entries: str) -> int:
        number = self.file.add(f"<<{entries}/P {reference(around.number)}>>")
        around.add(reference(number))
        return number

    def close(self) -> None:
        """Write the tree into the document."""
        root, document = self.file.reserve(), self.file.reserve()
        parts = _references([part.number for part in self.parts])
        while self.parts:
            self._put(self.parts.pop(0), document)
        self.file.put(document, f"<</S/Document/P {reference(root)}/K[{parts}]>>")
        self._write_leaf()
        ends = f"/ParentTreeNextKey {self.keys}"
        tree = f"/K {reference(document)}/ParentTree<</Kids[{_references(self.leaves)}]>>{ends}"
        self.file.put(root, f"<</Type/StructTreeRoot{tree}>>")
        self.file.declare("StructTreeRoot", reference(root))
        self.file.declare("MarkInfo", "<</Marked true>>")


def _titled(title: str) -> str:
    return f"/T{pdf_string(title)}" if title else ""


def _references(numbers: Sequence[int]) -> str:
    return " ".join([reference(number) for number in numbers])
