"""The PDF file that ReportLab writes: its pages, forms, settings and metadata."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import md5
from typing import Any

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFFormXObject,
    PDFName,
    PDFObject,
    PDFObjectReference,
    PDFPageLabel,
    PDFPageLabels,
    PDFStream,
    PDFString,
    ViewerPreferencesPDFDictionary,
)

from generator.diagnostics import NOWHERE, refuse
from generator.draw.pdf.metadata import Bookmark, outline, xmp
from generator.draw.pdf.objects import (
    MAKER,
    PackedDocument,
    PdfBookmarks,
    PdfCatalog,
    PdfDocumentInfo,
    PdfPage,
    array_text,
    compressed_stream,
    pdf_string,
    reference,
)
from generator.draw.pdf.press import PressSettings, press_facts, press_intent
from generator.draw.pdf.typefaces import FontSubset
from generator.fonts.faces import Font
from generator.geometry import Rect, Size

DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge", "off": "Simplex"}
UNIVERSAL = '<pdfuaid:part xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">1</pdfuaid:part>'  # the claim of PDF/UA-1
# first letter of the names of forms and pictures, of graphics states, of gradients, of spot colours
SHOWN, SETTING, GRADIENT, INK = "f", "g", "s", "i"
KINDS = {SHOWN: "XObject", SETTING: "ExtGState", GRADIENT: "Shading", INK: "ColorSpace"}
SEEN_AS = {"CutContour": (0, 1, 0, 0), "Crease": (1, 0, 0, 0)}  # CMYK shown for a spot colour that is not available


class PdfFile:
    """One PDF document; each added object gets a unique name or a number, by which others refer to the object."""

    def __init__(
        self, *, title: str, subject: str, lang: str, duplex: str = "", press: PressSettings | None = None
    ) -> None:
        self.press, standard = press, press.standard if press else None
        self.document = (
            PDFDocument(compression=1, invariant=1, pdfVersion=standard.version) if standard else PackedDocument()
        )
        self.document.info = PdfDocumentInfo(title, subject, standard)
        catalog = self.document.Catalog = PdfCatalog()
        catalog.Pages, self.document.Outlines = self.document.Pages, PdfBookmarks()
        self.lang = lang
        catalog.Lang, catalog.PageMode = PDFString(lang), None
        preferences = catalog.ViewerPreferences = ViewerPreferencesPDFDictionary()
        preferences["DisplayDocTitle"], preferences["PrintScaling"] = "true", "None"
        if duplex in DUPLEX:
            preferences["Duplex"] = DUPLEX[duplex]
        if press:
            profile = press.condition.profile if press.standard.is_late else b""
            facts = {"N": 4, "Alternate": PDFName("DeviceCMYK")}
            inside = reference(self.add_stream(facts, profile)) if profile else ""
            catalog.OutputIntents = press_intent(press.condition, pdf_string, inside)
        else:
            self._tell_facts(xmp(title, subject, lang, MAKER, UNIVERSAL))
        self.references: dict[str, PDFObjectReference] = {}
        self.stretches: dict[bytes, int] = {}
        self.typefaces: dict[int, FontSubset] = {}  # by their faces
        self.fonts = PDFDictionary()
        self.all_fonts = self.document.Reference(self.fonts)
        self.pages: list[PdfPage] = []
        self.parts: list[tuple[str, int]] = []  # titles, and the index of the first page of each
        self.cards: list[Bookmark] = []

    def _tell_facts(self, facts: bytes) -> None:
        """Write the metadata of the file as XMP."""
        stream = PDFStream(PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")}), facts)
        self.document.Catalog.Metadata = self.document.Reference(stream)

    # objects whose text is written by us

    def reserve(self) -> int:
        """Return a number for an object that is written later; not possible in a file for a printing house."""
        number: int = self.document.reserve()
        return number

    def put(self, number: int, body: str | bytes) -> None:
        """Write the object of a reserved number; it must not be a stream."""
        self.document.put(number, body if isinstance(body, bytes) else body.encode("latin-1"))

    def add(self, body: str) -> int:
        """Write an object that is not a stream; return its number."""
        number = self.reserve()
        self.put(number, body)
        return number

    def add_stream(self, facts: Mapping[str, Any], data: bytes) -> int:
        """Write a stream whose dictionary has the entries in `facts`; return the stream's object number."""
        stream = compressed_stream(facts, data)
        if isinstance(self.document, PackedDocument):
            self.document.updateSignature(data)
            return self.document.write(stream)
        return self._number(self.add_object(stream, data))

    def add_object(self, stream: PDFObject, data: bytes) -> PDFObjectReference:
        """Write a stream object; `data` is added to the file's digest. Returns a reference to it."""
        self.document.updateSignature(data)
        return self.document.Reference(stream)

    def _number(self, reference: PDFObjectReference) -> int:
        number: int = self.document.idToObjectNumberAndVersion[reference.name][0]
        return number

    # forms, graphics states and pages

    def form(self, code: str, box: Rect, used: Iterable[str], *, together: bool = False, space: str = "") -> str:
        """Write operators as a form, and return its name; nothing outside `box` is drawn.

        With `together` the form is a transparency group, in the colour space `space`, by default the file's.
        """
        form = PDFFormXObject(box.x, box.y, box.right, box.bottom)
        form.BBox = array_text(box.x, box.y, box.right, box.bottom)
        data = code.encode("latin-1")
        facts = (
            {"Group": PDFDictionary({"S": PDFName("Transparency"), "CS": PDFName(space or self.space)})}
            if together
            else {}
        )
        form.Contents, form.Resources = compressed_stream(facts, data), self._resources(used)
        return self.name_object(self.add_object(form, data))

    @property
    def space(self) -> str:
        """The colour space of the file: "DeviceCMYK" for a printing house, else "DeviceRGB"."""
        return "DeviceCMYK" if self.press else "DeviceRGB"

    def overprint(self, *, on: bool) -> str:
        """Return the name of the graphics state in which black overprints, or with on=False knocks out."""
        is_on = "true" if on else "false"
        return self._setting("over" if on else "out", {"OP": is_on, "op": is_on, "OPM": int(on)})

    def own_ink(self, ink: str) -> str:
        """Return the name of the colour space for a spot colour, such as the colour of cut lines."""
        name = f"{INK}{ink}"
        if name not in self.references:
            tints = {"FunctionType": 2, "Domain": "[0 1]", "N": 1, "C0": "[0 0 0 0]", "C1": array_text(*SEEN_AS[ink])}
            space = [PDFName("Separation"), PDFName(ink), PDFName("DeviceCMYK"), PDFDictionary(tints)]
            self.references[name] = self.document.Reference(PDFArray(space))
        return name

    def opacity(self, part: float, of_lines: float | None = None) -> str:
        """Return the name of the graphics state with this opacity (0 to 1); strokes may have another, `of_lines`."""
        line = part if of_lines is None else of_lines
        name = f"o{round(1000 * part)}" + (f"-{round(1000 * line)}" if line != part else "")
        return self._setting(name, {"ca": f"{part:.3g}", "CA": f"{line:.3g}"})

    def _setting(self, name: str, facts: Mapping[str, Any]) -> str:
        """Return the full name of a graphics state, written the first time it is needed."""
        name = f"{SETTING}{name}"
        if name not in self.references:
            setting = PDFDictionary({"Type": PDFName("ExtGState"), **facts})
            self.references[name] = self.document.Reference(setting)
        return name

    def name_object(self, thing: PDFObject, kind: str = SHOWN) -> str:
        """Return a new name by which streams refer to an object; `kind`, a key of KINDS, begins the name."""
        name = f"{kind}{len(self.references)}"
        self.references[name] = self.document.Reference(thing)
        return name

    def stretch(self, code: str) -> int:
        """Write operators as a content stream, or use an equal one written before; return its object number."""
        data = code.encode("latin-1")
        key = md5(data, usedforsecurity=False).digest()  # only the digest is kept: streams of many pages fill memory
        if key not in self.stretches:
            self.stretches[key] = self.add_stream({}, data)
        return self.stretches[key]

    def begin_page(self) -> int:
        """Begin a page; return its object number."""
        self.pages.append(PdfPage())
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
        """Write the page that was begun: `parts` are operators or the numbers of shared streams.

        `boxes` by name, such as "TrimBox", have y down, as in frames. A new `title` begins a part of the document.
        """
        if title != (self.parts[-1][0] if self.parts else ""):
            self.parts.append((title, len(self.pages) - 1))
        page = self.pages[-1]
        streams = [part if isinstance(part, int) else self.stretch(part) for part in parts]
        page.Contents = PDFArray([reference(stream) for stream in streams])
        page.MediaBox, page.Resources = array_text(0, 0, *size), self._resources(used)
        for name, box in boxes.items():
            if box is not None:
                setattr(page, name, array_text(box.x, size.height - box.bottom, box.right, size.height - box.y))
        for name, value in more.items():
            setattr(page, name, value)
        if self.press and self.press.standard.is_late:
            page.Group = f"<</S/Transparency/CS/{self.space}>>"
        page.Parent = self.document.Reference(self.document.Pages)
        self.document.Pages.addPage(page)

    def _resources(self, used: Iterable[str]) -> PDFDictionary:
        """Return the resource dictionary of a stream for the names that it uses."""
        kinds: dict[str, dict[str, PDFObjectReference]] = {}
        for name in used:
            kinds.setdefault(KINDS[name[0]], {})[name] = self.references[name]
        return PDFDictionary({"Font": self.all_fonts, **{kind: PDFDictionary(names) for kind, names in kinds.items()}})

    # fonts

    def typeface(self, font: Font) -> FontSubset:
        """Return the font subset of a font in this document; fonts of the same file share it."""
        if id(font.face) not in self.typefaces:
            self.typefaces[id(font.face)] = FontSubset(font, f"F{len(self.typefaces) + 1}")
        return self.typefaces[id(font.face)]

    # the whole

    def declare(self, name: str, value: str) -> None:
        """Set an entry of the document catalogue, such as the structure tree."""
        setattr(self.document.Catalog, name, value)

    def data(self) -> bytes:
        """Return the finished file as bytes; nothing can be added afterwards. Raises InvalidInput if it has no page."""
        if not self.pages:
            message = f"there is not a single page of {self.document.info.title!r} to print"
            raise refuse("C012", message, NOWHERE, "give a card one copy or more")
        for face in self.typefaces.values():
            self.fonts.dict.update(face.write(self.document))
        if len(self.parts) > 1:  # pages are labelled with the title of their part and a number from 1
            labels = self.document.Catalog.PageLabels = PDFPageLabels()
            for title, first in self.parts:
                labels.addPageLabel(first, PDFPageLabel("ARABIC", prefix=f"{title} "))
        if not self.press:
            self._list_bookmarks()
        elif self.press.standard.is_late:
            info, digest = self.document.info, self.document.signature.hexdigest()
            self._tell_facts(xmp(info.title, info.subject, self.lang, MAKER, press_facts(self.press.standard, digest)))
        content: bytes = self.document.GetPDFData(None)
        return content

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
        """Write bookmarks of one level, with folded ones below them; return references to the first and the last."""
        numbers = [self.reserve() for _ in listed]
        for at, (mark, number) in enumerate(zip(listed, numbers, strict=True)):
            entries = f"/Prev {reference(numbers[at - 1])}" if at else ""
            entries += f"/Next {reference(numbers[at + 1])}" if at + 1 < len(numbers) else ""
            if mark.below:
                first, last = self._write_bookmarks(mark.below, number)
                entries += f"/First {first}/Last {last}/Count {-len(mark.below)}"
            goes = f"/Dest[{reference(mark.page)}/Fit]"
            # the title last: objects are sorted by their bytes for packing, which keeps the order of pages
            self.put(number, f"<</Parent {reference(parent)}{goes}{entries}/Title{pdf_string(mark.title)}>>")
        return reference(numbers[0]), reference(numbers[-1])
