"""The file that a PDF is written into by ReportLab: pages, forms, pictures, typefaces, and what is told of them.

Streams are compressed when they are added, so that what grows with the number of pages is small.
"""

import re
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import md5
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from struct import Struct
from typing import Any, NamedTuple

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
    PDFObject,
    PDFObjectReference,
    PDFOutlines,
    PDFPage,
    PDFPageLabel,
    PDFPageLabels,
    PDFStream,
    PDFString,
    PDFTrueTypeFont,
    ViewerPreferencesPDFDictionary,
)
from reportlab.pdfbase.pdfdoc import format as formatted

from generator.diagnostics import NOWHERE, SourceLocation, refuse
from generator.draw.pdf.inks import parts_of
from generator.draw.pdf.metadata import Bookmark, outline, xmp
from generator.draw.pdf.press import PressSettings, Standard, press_facts, press_info, press_intent
from generator.fonts.faces import DAMAGED, MOST_KNOWN, Font
from generator.fonts.shaping import ShapedGlyph
from generator.frame import Gradient
from generator.geometry import Matrix, Rect, Size
from generator.reading.pictures import Picture

USUAL_VERSION = (1, 7)
MAKER = "Scrawlpress"
DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge", "off": "Simplex"}
COLOR_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}
# how the names of what can be shown begin, of what can be set, of gradients, of inks
SHOWN, SETTING, GRADIENT, INK = "f", "g", "s", "i"
KINDS = {SHOWN: "XObject", SETTING: "ExtGState", GRADIENT: "Shading", INK: "ColorSpace"}
SEEN_AS = {"CutContour": (0, 1, 0, 0), "Crease": (1, 0, 0, 0)}  # what stands for an ink where it is not to be had
LEAST_RUN = 1e-5  # from one colour of a gradient to the next: what is less is a step
EVERYWHERE = Rect(-1e5, -1e5, 2e5, 2e5)
LEVEL = 5  # of compression: a third less time than the usual 6, for a hundredth more bytes
MOST_LEVEL = 9  # small objects are alike: it makes them a twentieth smaller
PACKED_TOGETHER = 4000  # objects; more are hardly smaller, and a reader unpacks all for one
FREE, AT, INSIDE = 0, 1, 2  # what the table of objects says of a number: free, where it lies, in which stream
ROW = Struct(">BIH")  # what it is, where, and for one in a stream its place there

# Codes for glyphs that are no letter of ASCII; none of those that would need a backslash, or mean a new line.
FREE_CODES = (*range(128, 256), *range(1, 9), *range(14, 32))
PLAIN = range(32, 127)
IN_STRINGS = {"\\": "\\\\", "(": "\\(", ")": "\\)"}
FURTHER_CODES = tuple(code for code in range(1, 256) if chr(code) not in "\n\r()\\")
BLANK = re.compile("([ \u00a0])")
WITH_BLANK = re.compile("[^ \u00a0]*[ \u00a0]|[^ \u00a0]+")  # each word of a text, with the blank behind it
BAND = 256  # rows of a picture that are compressed at a time
MOST_IN_A_BLOCK = 100  # entries of a Unicode map


class _Catalog(PDFCatalog):  # type: ignore[misc]
    """ReportLab's catalogue has no place for the output intents of a printing house, and makes each value an object."""

    __NoDefault__ = (*PDFCatalog.__NoDefault__, "OutputIntents", "Metadata")
    __Refs__ = ("Pages",)


class _Bookmarks(PDFOutlines):  # type: ignore[misc]
    """ReportLab makes bookmarks of what its canvas was told; ours are written as they are."""

    ready = 1

    def prepare(self, document: PDFDocument, canvas: object) -> None:
        pass


class _Page(PDFPage):  # type: ignore[misc]
    """ReportLab's page has no place for what is read aloud of it or mixed on it, and takes one stream for content."""

    __NoDefault__ = (*PDFPage.__NoDefault__, "StructParents", "Tabs", "Group")
    __Refs__ = ("Parent",)
    Override_default_compilation = 1


class _DocumentInfo(PDFInfo):  # type: ignore[misc]
    """ReportLab's facts of a document cannot tell which rules of a printing house it keeps."""

    def __init__(self, title: str, subject: str, standard: Standard | None) -> None:
        super().__init__()
        self.title, self.subject, self.standard = title, subject, standard
        self.author = self.creator = self.producer = MAKER

    def format(self, document: PDFDocument) -> bytes:
        facts: bytes = super().format(document)
        return facts.removesuffix(b">>") + press_info(self.standard) + b">>" if self.standard else facts


class _Image(PDFImageXObject):  # type: ignore[misc]
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


class _Packed(PDFDocument):  # type: ignore[misc]
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
        pack = _stream(facts, data, MOST_LEVEL)
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
OPEN = (PDFStream, PDFFormXObject, PDFImageXObject, _Catalog, _DocumentInfo)


def _table(facts: Mapping[str, Any], rows: bytearray) -> PDFStream:
    """Return the table of objects: each row as what differs from the row above, which is mostly nothing."""
    wide = ROW.size
    steps = bytes([(one - other) & 255 for one, other in zip(rows, bytes(wide) + rows, strict=False)])
    data = b"".join([b"\2" + steps[at : at + wide] for at in range(0, len(steps), wide)])
    packing = PDFDictionary({"Predictor": 12, "Columns": wide})
    columns = {"W": PDFArray([1, 4, 2]), "DecodeParms": packing, "Size": len(rows) // wide}
    return _stream({"Type": PDFName("XRef"), **columns, **facts}, data)


def _stream(facts: Mapping[str, Any], data: bytes, level: int = LEVEL) -> PDFStream:
    """Return a stream with the entries of its dictionary, compressed at once."""
    return PDFStream(PDFDictionary({**facts, "Filter": PDFName("FlateDecode")}), zlib.compress(data, level))


class PdfFile:
    """One document; what is added is referred to by names that are unique in it, or by numbers."""

    def __init__(
        self, *, title: str, subject: str, lang: str, duplex: str = "", press: PressSettings | None = None
    ) -> None:
        self.press, standard = press, press.standard if press else None
        self.document = PDFDocument(compression=1, invariant=1, pdfVersion=standard.version) if standard else _Packed()
        self.document.info = _DocumentInfo(title, subject, standard)
        catalog = self.document.Catalog = _Catalog()
        catalog.Pages, self.document.Outlines = self.document.Pages, _Bookmarks()
        self.lang = lang
        catalog.Lang, catalog.PageMode = PDFString(lang), None
        shown = catalog.ViewerPreferences = ViewerPreferencesPDFDictionary()
        shown["DisplayDocTitle"], shown["PrintScaling"] = "true", "None"
        if duplex in DUPLEX:
            shown["Duplex"] = DUPLEX[duplex]
        if press:
            catalog.OutputIntents = self._intent(press)
        else:
            self._tell_facts(xmp(title, subject, lang, MAKER))
        self.references: dict[str, PDFObjectReference] = {}
        self.stretches: dict[bytes, int] = {}
        self.typefaces: dict[int, FontSubset] = {}  # by their faces
        self.fonts = PDFDictionary()
        self.all_fonts = self.document.Reference(self.fonts)
        self.pages: list[_Page] = []
        self.parts: list[tuple[str, int]] = []  # titles, and the place of the first page of each
        self.cards: list[Bookmark] = []

    def _tell_facts(self, facts: bytes) -> None:
        """Write what the file tells of itself as XMP."""
        told = PDFStream(PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")}), facts)
        self.document.Catalog.Metadata = self.document.Reference(told)

    def _intent(self, press: PressSettings) -> str:
        """Return what a file for a printing house is printed with, its profile in the file where the rules ask it."""
        profile = press.condition.profile if press.standard.is_late else b""
        inside = reference(self.add_stream({"N": 4, "Alternate": PDFName("DeviceCMYK")}, profile)) if profile else ""
        return press_intent(press.condition, pdf_string, inside)

    # objects that come as they are written

    def reserve(self) -> int:
        """Return a number whose object comes later; not in a file for a printing house."""
        number: int = self.document.reserve()
        return number

    def put(self, number: int, body: str) -> None:
        """Give a reserved number its object, which is no stream."""
        self.document.put(number, body.encode("latin-1"))

    def add(self, body: str) -> int:
        """Write an object that is no stream; return its number."""
        number = self.reserve()
        self.put(number, body)
        return number

    def add_stream(self, facts: Mapping[str, Any], data: bytes) -> int:
        """Write a stream with the entries of its dictionary; return its number."""
        return self._number(self._add(_stream(facts, data), data))

    def _add(self, stream: PDFObject, data: bytes) -> PDFObjectReference:
        self.document.updateSignature(data)
        return self.document.Reference(stream)

    def _number(self, reference: PDFObjectReference) -> int:
        number: int = self.document.idToObjectNumberAndVersion[reference.name][0]
        return number

    # what is shown

    def form(self, code: str, box: Rect, used: Iterable[str], *, together: bool = False, space: str = "") -> str:
        """Write operators as a form that can be shown by the name returned; `box` is all it may reach.

        What is drawn `together` is seen through as one, in a space of colours, by default that of the file.
        """
        form = PDFFormXObject(box.x, box.y, box.right, box.bottom)
        form.BBox = _array(box.x, box.y, box.right, box.bottom)
        data = code.encode("latin-1")
        facts = (
            {"Group": PDFDictionary({"S": PDFName("Transparency"), "CS": PDFName(space or self.space)})}
            if together
            else {}
        )
        form.Contents, form.Resources = _stream(facts, data), self._resources(used)
        return self._named(self._add(form, data))

    @property
    def space(self) -> str:
        """The colours that the file is drawn in."""
        return "DeviceCMYK" if self.press else "DeviceRGB"

    def overprint(self, *, on: bool) -> str:
        """Return the name of the setting by which black lies over what is below it, or (off) takes its place."""
        name = f"{SETTING}{'over' if on else 'out'}"
        if name not in self.references:
            told = "true" if on else "false"
            facts = PDFDictionary({"Type": PDFName("ExtGState"), "OP": told, "op": told, "OPM": int(on)})
            self.references[name] = self.document.Reference(facts)
        return name

    def own_ink(self, ink: str) -> str:
        """Return the name of the space of an ink of its own, such as that of the lines that are cut."""
        name = f"{INK}{ink}"
        if name not in self.references:
            tints = {"FunctionType": 2, "Domain": "[0 1]", "N": 1, "C0": "[0 0 0 0]", "C1": _array(*SEEN_AS[ink])}
            space = [PDFName("Separation"), PDFName(ink), PDFName("DeviceCMYK"), PDFDictionary(tints)]
            self.references[name] = self.document.Reference(PDFArray(space))
        return name

    def opacity(self, part: float) -> str:
        """Return the name of the setting by which what is drawn hides a part of what lies behind it."""
        name = f"{SETTING}o{round(1000 * part)}"
        if name not in self.references:
            facts = PDFDictionary({"Type": PDFName("ExtGState"), "ca": f"{part:.3g}", "CA": f"{part:.3g}"})
            self.references[name] = self.document.Reference(facts)
        return name

    def shadings(self, gradient: Gradient) -> list[str]:
        """Write a gradient in its own coordinates, run by run; return their names. How much it covers is left out."""
        if self.press:
            inks = self.press.colors
            return self._shadings(gradient, inks.space, [inks.parts(stop.color) for stop in gradient.stops])
        colors = [tuple(part / 255 for part in parts_of(stop.color)) for stop in gradient.stops]
        return self._shadings(gradient, "DeviceRGB", colors)

    def veil(self, gradient: Gradient) -> str:
        """Return the name of the setting by which what is drawn hides as much as a gradient says."""
        names = self._shadings(gradient, "DeviceGray", [(stop.alpha,) for stop in gradient.stops])
        code = "\n".join(f"/{name} sh" for name in names)
        form = self.form(code, EVERYWHERE, names, together=True, space="DeviceGray")
        mask = PDFDictionary({"S": PDFName("Luminosity"), "G": self.references[form]})
        return self._named(
            self.document.Reference(PDFDictionary({"Type": PDFName("ExtGState"), "SMask": mask})), SETTING
        )

    def _shadings(self, gradient: Gradient, space: str, colors: Sequence[tuple[float, ...]]) -> list[str]:
        """Write each run on its own, for viewers take a few hundred steps for a gradient, however often it repeats."""
        runs, each = gradient.runs, len(gradient.stops) // gradient.runs
        half = len(gradient.points) // 2
        begin, end = gradient.points[:half], gradient.points[half:]
        names = []
        for run in range(runs):
            ends = [
                one + (other - one) * at / runs for at in (run, run + 1) for one, other in zip(begin, end, strict=True)
            ]
            own = slice(run * each, (run + 1) * each)
            facts = {
                "ShadingType": 3 if gradient.is_radial else 2,
                "ColorSpace": PDFName(space),
                "Coords": _array(*ends, digits=6),
                "Function": _run_of([stop.at * runs - run for stop in gradient.stops[own]], colors[own]),
                "Extend": f"[{'true' if run == 0 else 'false'} {'true' if run == runs - 1 else 'false'}]",
            }
            names.append(self._named(self.document.Reference(PDFDictionary(facts)), GRADIENT))
        return names

    def picture(self, picture: Picture) -> tuple[str, Matrix | None]:
        """Write a picture, one unit wide and high and y up; return its name, and how it is turned to stand upright."""
        if self.press:
            return self._named(self._inked(self.press, picture)), None
        if picture.jpeg is not None and picture.pixels.mode in ("L", "RGB"):
            mode, size = picture.pixels.mode, picture.pixels.size
            sideways = picture.turn is not None and picture.turn[0] == 0
            return self._named(
                self._image(mode, size[::-1] if sideways else size, picture.jpeg, "DCTDecode")
            ), picture.turn
        return self._named(self._shown(picture.pixels)), None

    def _named(self, reference: PDFObjectReference, kind: str = SHOWN) -> str:
        name = f"{kind}{len(self.references)}"
        self.references[name] = reference
        return name

    def _inked(self, press: PressSettings, picture: Picture) -> PDFObjectReference:
        """Write a picture in process inks; what is more than half transparent is left out where nothing may be."""
        pixels = picture.pixels
        inks = press.colors.picture(pixels)
        if pixels.mode != "RGBA":
            return self._plain(inks)
        if press.standard.is_late:
            return self._plain(inks, alpha=self._plain(pixels.getchannel("A")))
        left_out = pixels.getchannel("A").point(lambda alpha: 0 if alpha > 127 else 255).convert("1").tobytes()
        facts = {"Type": PDFName("XObject"), "Subtype": PDFName("Image"), "ImageMask": "true", "BitsPerComponent": 1}
        mask = self._add(_stream({**facts, "Width": pixels.width, "Height": pixels.height}, left_out), left_out)
        return self._plain(inks, stencil=mask)

    def _shown(self, pixels: Any) -> PDFObjectReference:
        if pixels.mode == "RGBA":
            return self._plain(pixels.convert("RGB"), alpha=self._plain(pixels.getchannel("A")))
        return self._plain(pixels if pixels.mode in ("L", "RGB") else pixels.convert("RGB"))

    def _plain(self, pixels: Any, **masks: PDFObjectReference) -> PDFObjectReference:
        """Write pixels without a loss."""
        return self._image(pixels.mode, pixels.size, _packed(pixels), "FlateDecode", **masks)

    def _image(
        self,
        mode: str,
        size: tuple[int, int],
        content: bytes,
        packing: str,
        *,
        alpha: PDFObjectReference | None = None,
        stencil: PDFObjectReference | None = None,
    ) -> PDFObjectReference:
        image = _Image(size, COLOR_SPACES[mode], content, packing)
        image.smask, image.stencil = alpha, stencil
        return self._add(image, content)

    def look(self, code: str, width: float, height: float) -> int:
        """Write what a field of a form shows, without letters; return its number."""
        facts, data = {"Subtype": PDFName("Form"), "BBox": _array(0, 0, width, height)}, code.encode("latin-1")
        return self._number(self._add(_stream(facts, data) if data else PDFStream(PDFDictionary(facts), data), data))

    def stretch(self, code: str) -> int:
        """Write operators as a part of what pages show, equal ones once; return its number."""
        data = code.encode("latin-1")
        mark = md5(data, usedforsecurity=False).digest()
        if mark not in self.stretches:
            self.stretches[mark] = self.add_stream({}, data)
        return self.stretches[mark]

    def begin_page(self) -> int:
        """Return the number of the page that is written next."""
        self.pages.append(_Page())
        return self._number(self.document.Reference(self.pages[-1]))

    def page(
        self,
        parts: Iterable[str | int],
        size: Size,
        used: Iterable[str],
        boxes: Mapping[str, Rect | None],
        title: str = "",
        **more: Any,
    ) -> None:
        """Write the page that was begun: its operators, and the numbers of stretches between them.

        Boxes such as "TrimBox" are counted from its top, as frames are. A new title begins a part of the document.
        """
        if title != (self.parts[-1][0] if self.parts else ""):
            self.parts.append((title, len(self.pages) - 1))
        page = self.pages[-1]
        streams = [part if isinstance(part, int) else self.stretch(part) for part in parts]
        page.Contents = PDFArray([reference(stream) for stream in streams])
        page.MediaBox, page.Resources = _array(0, 0, *size), self._resources(used)
        for name, box in boxes.items():
            if box is not None:
                setattr(page, name, _array(box.x, size.height - box.bottom, box.right, size.height - box.y))
        for name, value in more.items():
            setattr(page, name, value)
        if self.press and self.press.standard.is_late:
            page.Group = f"<</S/Transparency/CS/{self.space}>>"
        page.Parent = self.document.Reference(self.document.Pages)
        self.document.Pages.addPage(page)

    def _resources(self, used: Iterable[str]) -> PDFDictionary:
        """Return what a stream uses, each kind of it on its own."""
        kinds: dict[str, dict[str, PDFObjectReference]] = {}
        for name in used:
            kinds.setdefault(KINDS[name[0]], {})[name] = self.references[name]
        return PDFDictionary({"Font": self.all_fonts, **{kind: PDFDictionary(own) for kind, own in kinds.items()}})

    # letters

    def typeface(self, font: Font) -> "FontSubset":
        """Return the typeface of a font in this document; names of one file share it."""
        found = self.typefaces.get(id(font.face))
        if found is None:
            found = self.typefaces[id(font.face)] = FontSubset(font, f"F{len(self.typefaces) + 1}")
        return found

    # the whole

    def declare(self, name: str, value: str) -> None:
        """Name something of the whole document, such as the tree that is read aloud."""
        setattr(self.document.Catalog, name, value)

    def data(self) -> bytes:
        """Return the finished file; nothing can be added afterwards. Raises InvalidInput where there is no page."""
        if not self.pages:
            message = f"there is not a single page of {self.document.info.title!r} to print"
            raise refuse("C017", message, NOWHERE, "give a card one copy or more")
        for face in self.typefaces.values():
            self.fonts.dict.update(face.written(self.document))
        if len(self.parts) > 1:
            self._label_pages()
        if not self.press:
            self._list_bookmarks()
        elif self.press.standard.is_late:
            info, digest = self.document.info, self.document.signature.hexdigest()
            self._tell_facts(xmp(info.title, info.subject, self.lang, MAKER, press_facts(self.press.standard, digest)))
        whole: bytes = self.document.GetPDFData(None)
        return whole

    def _label_pages(self) -> None:
        """Count the pages of every part from 1, after its title."""
        labels = PDFPageLabels()
        for title, first in self.parts:
            labels.addPageLabel(first, PDFPageLabel("ARABIC", prefix=f"{title} "))
        self.document.Catalog.PageLabels = labels

    def _list_bookmarks(self) -> None:
        """Write a bookmark for every part and every card."""
        numbers = [self._number(self.document.Reference(page)) for page in self.pages]
        parts = [Bookmark(title, numbers[first]) for title, first in self.parts]
        listed = outline(parts, self.cards, numbers)
        if listed:
            root = self.reserve()
            first, last = self._write_bookmarks(listed, root)
            self.put(root, f"<</Type/Outlines/First {first}/Last {last}/Count {len(listed)}>>")
            self.declare("Outlines", reference(root))

    def _write_bookmarks(self, listed: Sequence[Bookmark], parent: int) -> tuple[str, str]:
        """Write bookmarks that lie side by side; return the first and the last. Those below them are folded."""
        numbers = [self.reserve() for _ in listed]
        for at, (mark, number) in enumerate(zip(listed, numbers, strict=True)):
            more = f"/Prev {reference(numbers[at - 1])}" if at else ""
            more += f"/Next {reference(numbers[at + 1])}" if at + 1 < len(numbers) else ""
            if mark.below:
                first, last = self._write_bookmarks(mark.below, number)
                more += f"/First {first}/Last {last}/Count {-len(mark.below)}"
            goes = f"/Dest[{reference(mark.page)}/Fit]"
            # the title last: objects are packed in the order of their bytes, which so is that of the pages
            self.put(number, f"<</Parent {reference(parent)}{goes}{more}/Title{pdf_string(mark.title)}>>")
        return reference(numbers[0]), reference(numbers[-1])


class GlyphRun(NamedTuple):
    """Glyphs in one stretch: the name of their subset, how far up they stand, and what stands in an array of strings.

    The first and the last bracket are left out, so that words join.
    """

    font: str
    up: float
    code: str


class GlyphRunText(NamedTuple):
    """A text as runs of glyphs, and whether it `is_plain`: those who read on find its letters in its glyphs.

    In a cluster of several glyphs these may stand in another order than the letters, or share them. What is read from
    right to left needs nothing: readers turn it round themselves, also what is written beside the glyphs.
    """

    runs: Sequence[GlyphRun]
    is_plain: bool


class DocumentFont:
    """A font of a layout in one document: how texts are shown by it."""

    def __init__(self, file: PdfFile, font: Font) -> None:
        self.file, self.font = file, font
        self._word = lru_cache(MOST_KNOWN)(self._as_shown)
        self.has_blank = ord(" ") in font.glyphs

    def encode_line_end(self, text: str, rtl: bool | None = None) -> GlyphRunText:
        """Return a text that ends a line or a word: with a blank behind, unless the word goes on after a hyphen."""
        return self.shown(text if text[-1:] == "-" or not self.has_blank else f"{text} ", rtl)

    def shown(self, text: str, rtl: bool | None = None) -> GlyphRunText:
        """Return a text as it is shown."""
        words = [self._word(word, rtl) for word in WITH_BLANK.findall(text)]
        is_plain = bool(rtl) or text.isascii() or all([word.is_plain for word in words])
        return GlyphRunText(_joined([run for word in words for run in word.runs]), is_plain)

    def _as_shown(self, word: str, rtl: bool | None) -> GlyphRunText:
        """Return a word as it is shown, with the blank behind it if it has one."""
        words = [self.font.word(part, rtl) for part in BLANK.split(word) if part]
        parts = [part for each in words for part in each.runs]
        runs = [run for part in parts for run in self.file.typeface(part.font).shown(part.glyphs)]
        return GlyphRunText(_joined(runs), all([each.alone for each in words]))


def _joined(runs: Iterable[GlyphRun]) -> list[GlyphRun]:
    """Return runs with those as one that follow each other in one subset and at one height."""
    return [
        GlyphRun(font, up, "".join([run.code for run in together]))
        for (font, up), together in groupby(runs, key=itemgetter(0, 1))
    ]


class FontSubset:
    """One font file in one document: which code each glyph has got; only glyphs that are used are embedded.

    A glyph stands for letters, mostly for one: they are what is found, copied and read aloud.
    """

    def __init__(self, font: Font, name: str) -> None:
        self.font, self.name = font, name
        self.subsets: list[dict[int, tuple[int, str]]] = [{}]  # by code: a glyph, and what it stands for
        self.codes: dict[tuple[int, str], tuple[str, str]] = {}  # name of the subset, and escaped code
        self.free = iter(FREE_CODES)

    def shown(self, glyphs: Iterable[ShapedGlyph]) -> Iterator["GlyphRun"]:
        """Yield glyphs as they are shown: runs of one subset and height, moved where they are set otherwise."""
        name, up, code = "", 0.0, ""
        for glyph in glyphs:
            subset, sign = self._code(glyph.number, glyph.letters)
            if (subset, glyph.up) != (name, up):
                if name:
                    yield GlyphRun(name, up, code)
                name, up, code = subset, glyph.up, ""
            before = round(-glyph.across, 1)
            after = round(self.font.face.advance(glyph.number) + glyph.across - glyph.advance, 1)
            code += (f"){before:g}(" if before else "") + sign + (f"){after:g}(" if after else "")
        if name:
            yield GlyphRun(name, up, code)

    def _code(self, glyph: int, letters: str) -> tuple[str, str]:
        """Return the name of a subset and the escaped code of a glyph that stands for letters; 0 stands for none."""
        key = (glyph, letters if glyph else "")
        known = self.codes.get(key)
        if known is None:
            subset, code = self._next_code(*key)
            self.subsets[subset][code] = key
            written = "\\000" if code == 0 else IN_STRINGS.get(chr(code), chr(code))
            known = self.codes[key] = self._subset_name(subset), written
        return known

    def _subset_name(self, subset: int) -> str:
        return f"/{self.name}.{subset}" if subset else f"/{self.name}"

    def _next_code(self, glyph: int, letters: str) -> tuple[int, int]:
        """Return a subset and a code that are free: 0 for the sign of no letter, its own for a letter of ASCII."""
        if not glyph:
            return 0, 0
        if len(letters) == 1 and ord(letters) in PLAIN and ord(letters) not in self.subsets[0]:
            return 0, ord(letters)
        code = next(self.free, None)
        if code is None:
            self.subsets.append({})
            self.free = iter(FURTHER_CODES)
            code = next(self.free)
        return len(self.subsets) - 1, code

    def written(self, document: PDFDocument) -> dict[str, PDFObjectReference]:
        """Write the objects of all subsets; return their entries in the dictionary of fonts."""
        return {self._subset_name(at)[1:]: self._written(document, codes) for at, codes in enumerate(self.subsets)}

    def _written(self, document: PDFDocument, codes: Mapping[int, tuple[int, str]]) -> PDFObjectReference:
        face = self.font.face
        first, last = min(codes, default=0), max(codes, default=0)
        glyphs = [codes[code][0] if code in codes else 0 for code in range(last + 1)]
        name = f"{_tag(self.name, glyphs)}+{face_name(self.font)}"
        map_to_unicode = unicode_map(name, {code: letters for code, (_, letters) in codes.items()})
        font = PDFTrueTypeFont()
        font.BaseFont, font.FirstChar, font.LastChar = name, first, last
        font.Widths = _array(*(face.advance(codes[code][0]) if code in codes else 0 for code in range(first, last + 1)))
        font.ToUnicode = document.Reference(_stream({}, map_to_unicode.encode("ascii")))
        font.FontDescriptor = self._embedded(document, name, glyphs)
        return document.Reference(font)

    def _embedded(self, document: PDFDocument, name: str, glyphs: Sequence[int]) -> PDFObjectReference:
        """Embed glyphs by their codes."""
        try:
            return self.font.face.part(glyphs).addSubsetObjects(document, name, range(len(glyphs)))
        except DAMAGED:
            file = self.font.face.filename
            message = f"cannot use font {Path(file).name!r}: a letter in it is damaged"
            raise refuse("L029", message, SourceLocation(file), "use a sound copy of the font") from None


def face_name(font: Font) -> str:
    """Return the name of a font for programs."""
    name: bytes = font.face.name
    return name.decode("ascii")


def _tag(name: str, glyphs: Sequence[int]) -> str:
    """Return six letters that tell a subset from others; ReportLab gives the same to the first of every font."""
    digest = md5(f"{name} {glyphs}".encode(), usedforsecurity=False).digest()
    return "".join(chr(65 + byte % 26) for byte in digest[:6])


def _packed(pixels: Any) -> bytes:
    """Return the compressed pixels of an image; a band of rows at a time, for large ones take much memory."""
    press = zlib.compressobj()
    bands = (
        pixels.crop((0, top, pixels.width, min(top + BAND, pixels.height))) for top in range(0, pixels.height, BAND)
    )
    parts = [press.compress(band.tobytes()) for band in bands]
    return b"".join([*parts, press.flush()])


def unicode_map(name: str, codes: Mapping[int, str]) -> str:
    """Return the CMap that tells what the codes of a font mean, in blocks that every reader takes."""
    entries = [f"<{code:02X}> <{_utf16(letters)}>" for code, letters in sorted(codes.items()) if letters]
    blocks = [entries[at : at + MOST_IN_A_BLOCK] for at in range(0, len(entries), MOST_IN_A_BLOCK)]
    maps = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        f"/CMapName /{name} def\n/CMapType 2 def\n1 begincodespacerange\n<00> <FF>\nendcodespacerange\n"
        f"{maps}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    )


def _utf16(letters: str) -> str:
    return letters.encode("utf-16-be").hex().upper()


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


def _array(*numbers: float, digits: int = 3) -> str:
    return f"[{numbers_text(*numbers, digits=digits)}]"


def _run_of(places: Sequence[float], colors: Sequence[tuple[float, ...]]) -> PDFDictionary:
    """Return the function that runs through colours at places from 0 to 1."""
    least, most = LEAST_RUN, 1 - LEAST_RUN  # a step at either end leaves the colour beyond it
    places = [places[0], *(min(most, max(least, place)) for place in places[1:-1]), places[-1]]
    ends = list(pairwise([(0.0, colors[0]), *zip(places, colors, strict=True), (1.0, colors[-1])]))
    runs = [(one, other) for one, other in ends if other[0] - one[0] > LEAST_RUN / 2]
    pieces = [
        PDFDictionary({"FunctionType": 2, "Domain": "[0 1]", "N": 1, "C0": _array(*one), "C1": _array(*other)})
        for (_, one), (_, other) in runs
    ]
    facts = {
        "FunctionType": 3,
        "Domain": "[0 1]",
        "Functions": PDFArray(pieces),
        "Bounds": _array(*(begin for (begin, _), _ in runs[1:]), digits=6),
        "Encode": _array(*([0, 1] * len(pieces))),
    }
    return PDFDictionary(facts)
