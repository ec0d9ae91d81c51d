"""Objects of a PDF as ReportLab writes them, with what it lacks: many packed together, masked pictures, output intents.

Streams are compressed when they are made, so that what grows with the number of pages is small.
"""

import zlib
from array import array
from collections.abc import Mapping
from functools import lru_cache
from operator import itemgetter
from struct import Struct
from typing import Any

from reportlab.pdfbase.pdfdoc import (
    DummyDoc,
    PDFArray,
    PDFCatalog,
    PDFDictionary,
    PDFDocument,
    PDFFile,
    PDFFormXObject,
    PDFImageXObject,
    PDFIndirectObject,
    PDFInfo,
    PDFName,
    PDFObjectReference,
    PDFOutlines,
    PDFPage,
    PDFStream,
    PDFString,
)
from reportlab.pdfbase.pdfdoc import format as formatted

from generator.draw.pdf.press import Standard, press_info

USUAL_VERSION = (1, 7)
MAKER = "Scrawlpress"
LEVEL = 5  # of compression: a third less time than the usual 6, for a hundredth more bytes
MOST_LEVEL = 9  # small objects are alike: it makes them a twentieth smaller
PACKED_TOGETHER = 4000  # objects; more are hardly smaller, and a reader unpacks all for one
FREE, AT, INSIDE = 0, 1, 2  # what the table of objects says of a number: free, where it lies, in which stream
ROW = Struct(">BIH")  # what it is, where, and for one in a stream its place there
MOST_IN_A_BLOCK = 100  # entries of a Unicode map


class PdfCatalog(PDFCatalog):  # type: ignore[misc]
    """ReportLab's catalogue has no place for the output intents of a printing house, and makes each value an object."""

    __NoDefault__ = (*PDFCatalog.__NoDefault__, "OutputIntents", "Metadata")
    __Refs__ = ("Pages",)


class PdfBookmarks(PDFOutlines):  # type: ignore[misc]
    """ReportLab makes bookmarks of what its canvas was told; ours are written as they are."""

    ready = 1

    def prepare(self, document: PDFDocument, canvas: object) -> None:
        pass


class PdfPage(PDFPage):  # type: ignore[misc]
    """ReportLab's page has no place for what is read aloud of it or mixed on it, and takes one stream for content."""

    __NoDefault__ = (*PDFPage.__NoDefault__, "StructParents", "Tabs", "Group")
    __Refs__ = ("Parent",)
    Override_default_compilation = 1


class PdfDocumentInfo(PDFInfo):  # type: ignore[misc]
    """ReportLab's facts of a document cannot tell which rules of a printing house it keeps."""

    def __init__(self, title: str, subject: str, standard: Standard | None) -> None:
        super().__init__()
        self.title, self.subject, self.standard = title, subject, standard
        self.author = self.creator = self.producer = MAKER

    def format(self, document: PDFDocument) -> bytes:
        facts: bytes = super().format(document)
        return facts.removesuffix(b">>") + press_info(self.standard) + b">>" if self.standard else facts


class PdfImage(PDFImageXObject):  # type: ignore[misc]
    """ReportLab's picture is read from a file, and leaves out one colour at most; this one comes packed, and masked."""

    stencil: PDFObjectReference | None = None

    def __init__(self, size: tuple[int, int], space: str, content: bytes, packing: str) -> None:
        super().__init__("")
        self.width, self.height = size
        self.bitsPerComponent, self.colorSpace = 8, space
        self.streamContent, self._filters = content, (packing,)

    def format(self, document: PDFDocument) -> bytes:
        whole: bytes = super().format(document)
        return whole.replace(b"<<", b"<<\n/Mask " + formatted(self.stencil, document), 1) if self.stencil else whole


class PackedDocument(PDFDocument):  # type: ignore[misc]
    """ReportLab writes each object on its own; this document packs what is no stream, many in one, as PDF 1.5 has it.

    A tagged page has a hundred small objects, a form as many again: unpacked, a file is ten times as large. What comes
    as bytes is packed at once, so that it does not stay in memory as an object.
    """

    def __init__(self) -> None:
        super().__init__(compression=1, invariant=1, pdfVersion=USUAL_VERSION)
        self._waiting: list[tuple[int, bytes]] = []
        self._packs: list[tuple[PDFObjectReference, array[int]]] = []

    def reserve(self) -> int:
        """Return a number whose object comes later."""
        self.objectcounter += 1
        number: int = self.objectcounter
        return number

    def put(self, number: int, body: bytes) -> None:
        """Give a number its object, which is no stream."""
        self._waiting.append((number, body))
        if len(self._waiting) == PACKED_TOGETHER:
            self._pack()

    def _pack(self) -> None:
        """Make a stream of what waits: the numbers and places of its objects, then the objects.

        Those that begin alike come together, as the same box of several sheets: that takes a sixth less.
        """
        self._waiting.sort(key=itemgetter(1))
        at, head = 0, []
        for number, body in self._waiting:
            head.append(b"%d %d" % (number, at))
            at += len(body) + 1
        begin = b" ".join(head) + b"\n"
        facts = {"Type": PDFName("ObjStm"), "N": len(self._waiting), "First": len(begin)}
        data = begin + b"\n".join([body for _, body in self._waiting])
        self.updateSignature(data)
        pack = compressed_stream(facts, data, MOST_LEVEL)
        self._packs.append((self.Reference(pack), array("L", [number for number, _ in self._waiting])))
        self._waiting.clear()

    def format(self) -> bytes:
        """Return the finished file, with its table of objects packed too."""
        root, info = self.Reference(self.Catalog), self.Reference(self.info)
        formatted(self.Catalog, self, toplevel=1)  # what it names becomes an object
        written = 0
        while written < self.objectcounter:  # formatting an object may add others
            written += 1
            kept = self.idToObject.get(self.numberToId.get(written))
            if kept is not None and not isinstance(kept, OPEN):
                self.put(written, formatted(kept, self, toplevel=1))
            if written == self.objectcounter and self._waiting:
                self._pack()
        file = PDFFile(USUAL_VERSION)
        rows = bytearray((self.objectcounter + 2) * ROW.size)
        ROW.pack_into(rows, 0, FREE, 0, 0xFFFF)
        for number, name in self.numberToId.items():
            if isinstance(self.idToObject[name], OPEN):
                begin = file.add(PDFIndirectObject(name, self.idToObject[name]).format(self))
                ROW.pack_into(rows, number * ROW.size, AT, begin, 0)
        for pack, numbers in self._packs:
            stream, _ = self.idToObjectNumberAndVersion[pack.name]
            for index, number in enumerate(numbers):
                ROW.pack_into(rows, number * ROW.size, INSIDE, stream, index)
        begin = file.offset
        ROW.pack_into(rows, len(rows) - ROW.size, AT, begin, 0)
        mark = f"<{self.signature.hexdigest()}>"
        table = _table({"Root": root, "Info": info, "ID": PDFArray([mark, mark])}, rows)
        file.add(PDFIndirectObject(self.Reference(table).name, table).format(self))
        file.add(f"startxref\n{begin}\n%%EOF\n")
        whole: bytes = file.format(self)
        return whole


# what is not packed: streams, and what tells everyone whose file it is
OPEN = (PDFStream, PDFFormXObject, PDFImageXObject, PdfCatalog, PdfDocumentInfo)


def _table(facts: Mapping[str, Any], rows: bytearray) -> PDFStream:
    """Return the table of objects: each row as what differs from the row above, which is mostly nothing."""
    wide = ROW.size
    steps = bytes([(one - other) & 255 for one, other in zip(rows, bytes(wide) + rows, strict=False)])
    data = b"".join([b"\2" + steps[at : at + wide] for at in range(0, len(steps), wide)])
    packing = PDFDictionary({"Predictor": 12, "Columns": wide})
    columns = {"W": PDFArray([1, 4, 2]), "DecodeParms": packing, "Size": len(rows) // wide}
    return compressed_stream({"Type": PDFName("XRef"), **columns, **facts}, data)


def compressed_stream(facts: Mapping[str, Any], data: bytes, level: int = LEVEL) -> PDFStream:
    """Return a stream with the entries of its dictionary, compressed at once."""
    return PDFStream(PDFDictionary({**facts, "Filter": PDFName("FlateDecode")}), zlib.compress(data, level))


def reference(number: int) -> str:
    """Return how an object is referred to by its number."""
    return f"{number} 0 R"


@lru_cache(maxsize=4096)
def pdf_string(text: str) -> str:
    """Return a text as a PDF writes it.

    >>> pdf_string("a (b)"), pdf_string("ż")
    ('(a \\\\(b\\\\))', '(\\\\376\\\\377\\\\001|)')
    """
    written: bytes = PDFString(text).format(DummyDoc())
    return written.decode("ascii")


def numbers_text(*numbers: float, digits: int = 3) -> str:
    """Return numbers with blanks between, to a thousandth or finer.

    >>> numbers_text(595.27559, 0, -1.5)
    '595.276 0 -1.5'
    """
    return " ".join(
        f"{number:.{digits}f}".rstrip("0").rstrip(".") if number % 1 else f"{number:.0f}" for number in numbers
    )


def array_text(*numbers: float, digits: int = 3) -> str:
    return f"[{numbers_text(*numbers, digits=digits)}]"


def unicode_map(name: str, codes: Mapping[int, str]) -> str:
    """Return the CMap that tells what the codes of a font mean, in blocks that every reader takes."""
    entries = [
        f"<{code:02X}> <{letters.encode('utf-16-be').hex().upper()}>"
        for code, letters in sorted(codes.items())
        if letters
    ]
    blocks = [entries[at : at + MOST_IN_A_BLOCK] for at in range(0, len(entries), MOST_IN_A_BLOCK)]
    maps = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        f"/CMapName /{name} def\n/CMapType 2 def\n1 begincodespacerange\n<00> <FF>\nendcodespacerange\n"
        f"{maps}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    )
