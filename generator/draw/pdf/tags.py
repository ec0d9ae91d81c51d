"""What is read aloud of a document: paragraphs, headings, lists and tables of its parts, as the PDF's own tree tells.

A paragraph is a stretch of a page's stream, marked with its number on that page. What is shown through a form is one
stretch as a whole, so that nothing inside of a form needs a mark. What says nothing is an artifact.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.draw.pdf.file import PdfFile
from generator.draw.pdf.objects import pdf_string, reference

ARTIFACT, FORM = "Artifact", "Form"


class PdfStructureField(NamedTuple):
    """A field of a page: its id, its number in the file, and its key in the tree."""

    name: str
    number: int
    key: int


class MarkedContent:
    """The stretches of one page, marked in its stream as it is written, and its fields between them."""

    def __init__(self, code: list[str], count: int = 0) -> None:
        self.code = code
        self.found: list[tuple[str, str]] = []  # kinds, and ids of fields
        self.open = ""
        self.count = count

    def begin(self, kind: str) -> None:
        """Begin a stretch; what was open ends."""
        self.end()
        self.open = kind
        if kind == ARTIFACT:
            self.code.append("/Artifact BMC")
        else:
            self.code.append(f"/{kind.partition(' ')[0]}<</MCID {self.count}>>BDC")
            self.found.append((kind, ""))
            self.count += 1

    def end(self) -> None:
        """End what is open."""
        if self.open:
            self.code.append("EMC")
            self.open = ""

    def go_on_after(self, marked: Sequence[tuple[str, str]]) -> None:
        """Go on after stretches that were marked elsewhere, from the same count on."""
        self.found += marked
        self.count += sum(not name for _, name in marked)

    def field(self, name: str) -> None:
        """Keep the place of a field among what is read; the field itself is no part of the stream."""
        self.found.append((FORM, name))


@dataclass
class _Group:
    """A part of the document, or a table, a row, a list or an entry in it: its kind, its number in the file, what else
    it tells of itself, and what is in it."""

    kind: str
    number: int
    more: str
    kids: list[str] = field(default_factory=list)


class PdfStructureTree:
    """The tree of a document: its parts by title, in them paragraphs, headings and fields page by page.

    Pages and fields have a key each, by which what they belong to is found: a list of the stretches of a page, or the
    one place of a field.
    """

    def __init__(self, file: PdfFile) -> None:
        self.file = file
        self.parts: list[_Group] = []
        self.within: list[_Group] = []  # the table, row and cell, or list and entry, that are open
        self.at = (0, 0)  # row and column of the last cell
        self.belonging: list[str] = []  # by key

    def key(self) -> int:
        """Return the next key; what belongs to it comes with the page."""
        self.belonging.append("")
        return len(self.belonging) - 1

    def page(self, marks: MarkedContent, number: int, title: str, fields: Sequence[PdfStructureField] = ()) -> int:
        """Add what was marked on a page, by the page's number, and its fields; return the key of the page.

        Pages come in order. A field is told where its place was kept, else at the end of its page.
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
        return key

    def _stretch(self, part: _Group, kind: str, page: str, mark: int) -> int:
        """Add a stretch of a page to the tree; return the number of the element that it belongs to."""
        tag, *told = kind.split()
        if tag in ("TH", "TD"):
            return self._cell(part, tag, told, page, mark)
        if tag in ("Lbl", "LBody"):
            return self._entry(part, tag, page, mark)
        self._leave(0)
        return self._element(part, f"/S/{tag}{page}/K {mark}")

    def _cell(self, part: _Group, tag: str, told: Sequence[str], page: str, mark: int) -> int:
        """Add to a cell of a table: to the one that is open, or to one further on, or to the first of a new table."""
        row, column, span = map(int, told[:3])
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
            heads = f"/Scope/{told[3]}" if told[3:] else ""
            self._enter(part, tag, f"{page}/A<</O/Table{wide}{heads}>>" if wide or heads else page)
            self.at = (row, column)
        cell = self.within[2]
        cell.kids.append(str(mark))
        return cell.number

    def _entry(self, part: _Group, tag: str, page: str, mark: int) -> int:
        """Add to a list: a label begins an entry, in the list that is open or in a new one."""
        if not self.within or self.within[0].kind != "L":
            self._leave(0)
            self._enter(part, "L")
        if tag == "Lbl" or len(self.within) < 2:
            self._leave(1)
            self._enter(part, "LI")
        return self._element(self.within[1], f"/S/{tag}{page}/K {mark}")

    def _enter(self, part: _Group, kind: str, more: str = "") -> None:
        group = _Group(kind, self.file.reserve(), more)
        (self.within[-1] if self.within else part).kids.append(reference(group.number))
        self.within.append(group)

    def _leave(self, depth: int) -> None:
        """Write the groups that are open below a depth."""
        while len(self.within) > depth:
            group = self.within.pop()
            around = self.within[-1] if self.within else self.parts[-1]
            self._put(group, around.number)

    def _put(self, group: _Group, parent: int) -> None:
        kids = " ".join(group.kids)
        self.file.put(group.number, f"<</S/{group.kind}/P {reference(parent)}{group.more}/K[{kids}]>>")

    def _field(self, part: _Group, page: str, placed: PdfStructureField) -> None:
        shown = f"/Type/OBJR/Obj {reference(placed.number)}"
        self.belonging[placed.key] = reference(self._element(part, f"/S/{FORM}{page}/K<<{shown}>>"))

    def _element(self, around: _Group, entries: str) -> int:
        number = self.file.add(f"<<{entries}/P {reference(around.number)}>>")
        around.kids.append(reference(number))
        return number

    def close(self) -> None:
        """Write the tree into the document."""
        root, document = self.file.reserve(), self.file.reserve()
        for part in self.parts:
            self._put(part, document)
        parts = _references([part.number for part in self.parts])
        self.file.put(document, f"<</S/Document/P {reference(root)}/K[{parts}]>>")
        lists = " ".join([f"{key} {of_key}" for key, of_key in enumerate(self.belonging)])
        ends = f"/ParentTreeNextKey {len(self.belonging)}"
        tree = f"/K {reference(document)}/ParentTree<</Nums[{lists}]>>{ends}"
        self.file.put(root, f"<</Type/StructTreeRoot{tree}>>")
        self.file.declare("StructTreeRoot", reference(root))
        self.file.declare("MarkInfo", "<</Marked true>>")


def _titled(title: str) -> str:
    return f"/T{pdf_string(title)}" if title else ""


def _references(numbers: Sequence[int]) -> str:
    return " ".join([reference(number) for number in numbers])
