"""What is read aloud of a document: paragraphs and headings of its parts in reading order, as the PDF's own tree tells.

A paragraph is a stretch of a page's stream, marked with its number on that page. What is shown through a form is one
stretch as a whole, so that nothing inside of a form needs a mark. What says nothing is an artifact.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.draw.pdf_file import PdfFile, pdf_string, reference

ARTIFACT, FORM = "Artifact", "Form"


class Placed(NamedTuple):
    """A field of a page: its id, its number in the file, and its key in the tree."""

    name: str
    number: int
    key: int


class Marks:
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
            self.code.append(f"/{kind}<</MCID {self.count}>>BDC")
            self.found.append((kind, ""))
            self.count += 1

    def end(self) -> None:
        """End what is open."""
        if self.open:
            self.code.append("EMC")
            self.open = ""

    def told(self, marked: Sequence[tuple[str, str]]) -> None:
        """Go on after stretches that were marked elsewhere, from the same count on."""
        self.found += marked
        self.count += sum(not name for _, name in marked)

    def field(self, name: str) -> None:
        """Keep the place of a field among what is read; the field itself is no part of the stream."""
        self.found.append((FORM, name))


@dataclass
class _Part:
    """A part of the document: its title, its number in the file, and the numbers of what is in it."""

    title: str
    number: int
    kids: list[int] = field(default_factory=list)


class Tags:
    """The tree of a document: its parts by title, in them paragraphs, headings and fields page by page.

    Pages and fields have a key each, by which what they belong to is found: a list of the stretches of a page, or the
    one place of a field.
    """

    def __init__(self, file: PdfFile) -> None:
        self.file = file
        self.parts: list[_Part] = []
        self.belonging: list[str] = []  # by key

    def key(self) -> int:
        """Return the next key; what belongs to it comes with the page."""
        self.belonging.append("")
        return len(self.belonging) - 1

    def page(self, marks: Marks, number: int, title: str, fields: Sequence[Placed] = ()) -> int:
        """Add what was marked on a page, by the page's number, and its fields; return the key of the page.

        Pages come in order. A field is told where its place was kept, else at the end of its page.
        """
        if not self.parts or self.parts[-1].title != title:
            self.parts.append(_Part(title, self.file.reserve()))
        part, key = self.parts[-1], self.key()
        begin = f"/P {reference(part.number)}/Pg {reference(number)}"
        left: dict[str, list[Placed]] = {}
        for placed in fields:
            left.setdefault(placed.name, []).append(placed)
        stretches: list[int] = []
        for kind, name in marks.found:
            if kind != FORM:
                stretches.append(self._element(part, f"/S/{kind}{begin}/K {len(stretches)}"))
            elif left.get(name):
                self._field(part, begin, left[name].pop(0))
        for placed in fields:
            if placed in left[placed.name]:
                self._field(part, begin, placed)
        self.belonging[key] = f"[{_references(stretches)}]"
        return key

    def _field(self, part: _Part, begin: str, placed: Placed) -> None:
        shown = f"/Type/OBJR/Obj {reference(placed.number)}"
        self.belonging[placed.key] = reference(self._element(part, f"/S/{FORM}{begin}/K<<{shown}>>"))

    def _element(self, part: _Part, entries: str) -> int:
        number = self.file.add(f"<<{entries}>>")
        part.kids.append(number)
        return number

    def close(self) -> None:
        """Write the tree into the document."""
        root, document = self.file.reserve(), self.file.reserve()
        for part in self.parts:
            title = f"/T{pdf_string(part.title)}" if part.title else ""
            self.file.put(part.number, f"<</S/Sect/P {reference(document)}{title}/K[{_references(part.kids)}]>>")
        parts = _references([part.number for part in self.parts])
        self.file.put(document, f"<</S/Document/P {reference(root)}/K[{parts}]>>")
        lists = " ".join([f"{key} {of_key}" for key, of_key in enumerate(self.belonging)])
        ends = f"/ParentTreeNextKey {len(self.belonging)}"
        tree = f"/K {reference(document)}/ParentTree<</Nums[{lists}]>>{ends}"
        self.file.put(root, f"<</Type/StructTreeRoot{tree}>>")
        self.file.declare("StructTreeRoot", reference(root))
        self.file.declare("MarkInfo", "<</Marked true>>")


def _references(numbers: Sequence[int]) -> str:
    return " ".join([reference(number) for number in numbers])
