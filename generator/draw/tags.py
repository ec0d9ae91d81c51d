"""What is read aloud of a document: paragraphs and headings of its parts in reading order, as the PDF's own tree tells.

A paragraph is a stretch of a page's stream, marked with its number on that page. What is shown through a form is one
stretch as a whole, so that nothing inside of a form needs a mark. What says nothing is an artifact.
"""

from dataclasses import dataclass, field

from generator.draw.pdf_objects import Objects, pdf_string

ARTIFACT, FORM = "Artifact", "Form"


class Marks:
    """The stretches of one page, marked in its stream as it is written, and its fields between them."""

    def __init__(self, code: list[str]) -> None:
        self.code = code
        self.found: list[tuple[str, str]] = []  # kinds, and ids of fields
        self.open = ""
        self.count = 0

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
    """The tree of a document: its parts by title, in them paragraphs, headings and fields page by page."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.parts: list[_Part] = []
        self.pages: list[list[int]] = []  # what the stretches of each page belong to

    def page(self, marks: Marks, number: int, title: str) -> None:
        """Add what was marked on a page, by the page's number; pages come in order."""
        if not self.parts or self.parts[-1].title != title:
            self.parts.append(_Part(title, self.objects.reserve()))
        part = self.parts[-1]
        stretches: list[int] = []
        begin = f"/P {part.number} 0 R/Pg {number} 0 R"
        for kind, name in marks.found:
            held = f"/T{pdf_string(name)}" if name else f"/K {len(stretches)}"
            element = self.objects.add(f"<</S/{kind}{begin}{held}>>".encode("latin-1"))
            part.kids.append(element)
            if not name:
                stretches.append(element)
        self.pages.append(stretches)

    def written(self) -> int:
        """Write the tree; return its number."""
        root, document = self.objects.reserve(), self.objects.reserve()
        for part in self.parts:
            title = f"/T{pdf_string(part.title)}" if part.title else ""
            self._put(part.number, f"<</S/Sect/P {document} 0 R{title}/K[{_references(part.kids)}]>>")
        parts = _references([part.number for part in self.parts])
        self._put(document, f"<</S/Document/P {root} 0 R/K[{parts}]>>")
        lists = "".join(f"{at}[{_references(stretches)}]" for at, stretches in enumerate(self.pages))
        ends = f"/ParentTreeNextKey {len(self.pages)}"
        self._put(root, f"<</Type/StructTreeRoot/K {document} 0 R/ParentTree<</Nums[{lists}]>>{ends}>>")
        return root

    def _put(self, number: int, body: str) -> None:
        self.objects.put(number, body.encode("latin-1"))


def _references(numbers: list[int]) -> str:
    return " ".join([f"{number} 0 R" for number in numbers])
