"""ReportLab's PDF objects with additions: object streams, masked pictures, output intents.

Streams are compressed as soon as they are made, to save memory in documents of many pages.
"""

import io
import zlib
from collections.abc import Mapping
from functools import lru_cache
from operator import itemgetter
from struct import Struct
from typing import Any

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import format as formatted

from generator.draw.pdf.press import Standard, press_info

USUAL_VERSION = (1, 7)
MAKER = "Scrawlpress"
LEVEL = 5  # of compression: takes a third less time than the default 6, for 1 % more bytes
MOST_LEVEL = 9  # for object streams, whose objects are alike: 5 % smaller
PACKED_TOGETHER = 4000  # objects per stream; more save little, and a reader unpacks all of them for one
FREE, AT, INSIDE = 0, 1, 2  # types of entries in the cross-reference table: free, at an offset, in a stream
ROW = Struct(">BBIH")  # predictor, type, offset or number of the stream, index in the stream
UP = 2  # the predictor of PNG by which a row holds the differences from the row above
MOST_IN_A_BLOCK = 100  # entries of a Unicode map


class PdfCatalog(pdfdoc.PDFCatalog):  # type: ignore[misc]
    """A document catalogue with output intents and metadata, which ReportLab's class does not have."""

    __NoDefault__ = (*pdfdoc.PDFCatalog.__NoDefault__, "OutputIntents", "Metadata")
    __Refs__ = ("Pages",)


class PdfBookmarks(pdfdoc.PDFOutlines):  # type: ignore[misc]
    """Replaces the outlines of ReportLab, which need its canvas; PdfFile writes our bookmarks."""

    ready = 1

    def prepare(self, document: pdfdoc.PDFDocument, canvas: object) -> None:
        pass


class PdfPage(pdfdoc.PDFPage):  # type: ignore[misc]
    """A page with entries for tags and transparency, and several content streams; ReportLab's has none of these."""

    __NoDefault__ = (*pdfdoc.PDFPage.__NoDefault__, "StructParents", "Tabs", "Group")
    __Refs__ = ("Parent",)
    Override_default_compilation = 1


class PdfDocumentInfo(pdfdoc.PDFInfo):  # type: ignore[misc]
    """Document information with the PDF/X entry, which ReportLab's does not have."""

    def __init__(self, title: str, subject: str, standard: Standard | None) -> None:
        super().__init__()
        self.title, self.subject, self.standard = title, subject, standard
        self.author = self.creator = self.producer = MAKER

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        facts: bytes = super().format(document)
        return facts.removesuffix(b">>") + press_info(self.standard) + b">>" if self.standard else facts


class PdfImage(pdfdoc.PDFImageXObject):  # type: ignore[misc]
    """A picture from compressed bytes, with an optional mask; ReportLab's class needs a file and has no masks."""

    stencil: pdfdoc.PDFObjectReference | None = None

    def __init__(self, size: tuple[int, int], space: str, content: bytes, packing: str) -> None:
        super().__init__("")
        self.width, self.height = size
        self.bitsPerComponent, self.colorSpace = 8, space
        self.streamContent, self._filters = content, (packing,)

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        content: bytes = super().format(document)
        return content.replace(b"<<", b"<<\n/Mask " + formatted(self.stencil, document), 1) if self.stencil else content


class PackedDocument(pdfdoc.PDFDocument):  # type: ignore[misc]
    """A document that packs small objects into object streams (PDF 1.5); ReportLab writes each on its own.

    A tagged page has a hundred small objects, and a form adds as many: without packing, a file is ten times as large.
    Objects given as bytes are packed early, and streams written early, to save memory.
    """

    def __init__(self) -> None:
        super().__init__(compression=1, invariant=1, pdfVersion=USUAL_VERSION)
        self._output, self._buffer = pdfdoc.PDFFile(USUAL_VERSION), io.BytesIO()
        self._buffer.writelines(self._output.strings)
        self._output.write = self._buffer.write  # its list of parts would be joined, and the file be twice in memory
        self._rows = bytearray()  # of the cross-reference table, by the numbers of objects
        self._waiting: list[tuple[int, bytes]] = []

    def reserve(self) -> int:
        """Return a number for an object that is written later."""
        self.objectcounter += 1
        number: int = self.objectcounter
        return number

    def put(self, number: int, body: bytes) -> None:
        """Write the object of a reserved number; it must not be a stream."""
        self._waiting.append((number, body))
        if len(self._waiting) == PACKED_TOGETHER:
            self._pack()

    def write(self, stream: pdfdoc.PDFStream) -> int:
        """Write a finished stream into the file at once; return its object number."""
        number = self.reserve()
        self._enter(number, AT, self._output.add(b"%d 0 obj\n%bendobj\n" % (number, stream.format(self))))
        return number

    def _enter(self, number: int, kind: int, offset: int, index: int = 0) -> None:
        self._rows += ROW.pack(UP, FREE, 0, 0) * (number + 1 - len(self._rows) // ROW.size)
        ROW.pack_into(self._rows, number * ROW.size, UP, kind, offset, index)

    def _pack(self) -> None:
        """Make an object stream of the waiting objects: their numbers and offsets, then the objects.

        Objects are sorted by their bytes: similar ones, such as the same box on several sheets, then compress a sixth
        better.
        """
        self._waiting.sort(key=itemgetter(1))
        at, head = 0, []
        for number, body in self._waiting:
            head.append(b"%d %d" % (number, at))
            at += len(body) + 1
        begin = b" ".join(head) + b"\n"
        facts = {"Type": pdfdoc.PDFName("ObjStm"), "N": len(self._waiting), "First": len(begin)}
        data = begin + b"\n".join([body for _, body in self._waiting])
        self.updateSignature(data)
        pack = self.write(compressed_stream(facts, data, MOST_LEVEL))
        for index, (number, _) in enumerate(self._waiting):
            self._enter(number, INSIDE, pack, index)
        self._waiting.clear()

    def format(self) -> bytes:
        """Return the finished file as bytes, with its cross-reference table in a stream."""
        root, info = self.Reference(self.Catalog), self.Reference(self.info)
        formatted(self.Catalog, self, toplevel=1)  # registers the objects that it refers to
        number_written = 0
        while number_written < self.objectcounter:  # formatting an object may add others
            number_written += 1
            thing = self.idToObject.get(self.numberToId.get(number_written))
            if thing is not None and not isinstance(thing, OPEN):
                self.put(number_written, formatted(thing, self, toplevel=1))
            if number_written == self.objectcounter and self._waiting:
                self._pack()
        file = self._output
        self._enter(0, FREE, 0, 0xFFFF)
        for number, name in self.numberToId.items():
            if isinstance(self.idToObject[name], OPEN):
                self._enter(number, AT, file.add(pdfdoc.PDFIndirectObject(name, self.idToObject[name]).format(self)))
        begin = file.offset
        self._enter(self.objectcounter + 1, AT, begin)
        digest = f"<{self.signature.hexdigest()}>"
        table = _table({"Root": root, "Info": info, "ID": pdfdoc.PDFArray([digest, digest])}, self._rows)
        file.add(pdfdoc.PDFIndirectObject(self.Reference(table).name, table).format(self))
        file.add(f"startxref\n{begin}\n%%EOF\n")
        return self._buffer.getvalue()


# not packed: streams, and the objects by which every program identifies a file
OPEN = (pdfdoc.PDFStream, pdfdoc.PDFFormXObject, pdfdoc.PDFImageXObject, PdfCatalog, PdfDocumentInfo)


def _table(facts: Mapping[str, Any], rows: bytearray) -> pdfdoc.PDFStream:
    """Return the cross-reference stream; each row holds the differences from the row above, which are mostly 0."""
    # Section 7.5.8 of ISO 32000-1: offsets and indexes grow slowly from row to row, so their differences compress to a
    # tenth. They replace the rows, column by column, which takes no second table in memory.
    wide = ROW.size
    for column in range(1, wide):
        cells = rows[column::wide]
        rows[column::wide] = bytes((byte - above) & 255 for byte, above in zip(cells, b"\0" + cells, strict=False))
    packing = pdfdoc.PDFDictionary({"Predictor": 12, "Columns": wide - 1})
    columns = {"W": pdfdoc.PDFArray([1, 4, 2]), "DecodeParms": packing, "Size": len(rows) // wide}
    return compressed_stream({"Type": pdfdoc.PDFName("XRef"), **columns, **facts}, rows)


def compressed_stream(facts: Mapping[str, Any], data: bytes | bytearray, level: int = LEVEL) -> pdfdoc.PDFStream:
    """Return a stream whose dictionary has the entries in `facts`; its data is compressed at once, unless empty."""
    packing = {"Filter": pdfdoc.PDFName("FlateDecode")} if data else {}
    return pdfdoc.PDFStream(pdfdoc.PDFDictionary({**facts, **packing}), zlib.compress(data, level) if data else data)


def reference(number: int) -> str:
    """Return the reference to an object by its number."""
    return f"{number} 0 R"


@lru_cache(maxsize=4096)
def pdf_string(text: str) -> str:
    """Return a text as a PDF string literal.

    >>> pdf_string("a (b)"), pdf_string("ż")
    ('(a \\\\(b\\\\))', '(\\\\376\\\\377\\\\001|)')
    """
    literal: bytes = pdfdoc.PDFString(text).format(pdfdoc.DummyDoc())
    return literal.decode("ascii")


def numbers_text(*numbers: float, digits: int = 3) -> str:
    """Return numbers joined by blanks, rounded to `digits` decimal places.

    >>> numbers_text(595.27559, 0, -1.5)
    '595.276 0 -1.5'
    """
    return " ".join(
        f"{number:.{digits}f}".rstrip("0").rstrip(".") if number % 1 else f"{number:.0f}" for number in numbers
    )


def array_text(*numbers: float, digits: int = 3) -> str:
    return f"[{numbers_text(*numbers, digits=digits)}]"


def unicode_map(name: str, codes: Mapping[int, str]) -> str:
    """Return the ToUnicode CMap of a font, named `name`; `codes` are texts by code."""
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
