"""The file that a PDF is written into: streams, pages, forms, pictures and typefaces, each with its number.

Everything is written down as bytes when it is added, so that what grows with the number of pages is small.
"""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from hashlib import md5
from typing import Any

from generator.diagnostics import NOWHERE, Place, refuse
from generator.draw.inks import Press
from generator.draw.pdf_objects import Objects, pdf_string
from generator.draw.press import PRESS_INFO, press_intent
from generator.draw.tags import Marks, Tags
from generator.fonts import Font
from generator.geometry import Rect, Size
from generator.reading.pictures import Picture
from generator.truetype import DAMAGED

PRESS_VERSION, USUAL_VERSION = (1, 4), (1, 7)
MADE = "(D:20000101000000+00'00')"  # the same for all, so that equal pages are equal files
DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge", "off": "Simplex"}

# Codes for letters beyond ASCII; none of those that would need a backslash, or mean a new line.
FREE = (*range(128, 256), *range(1, 9), *range(14, 32))
PLAIN = range(32, 127)
IN_STRINGS = {"\\": "\\\\", "(": "\\(", ")": "\\)"}
FURTHER = tuple(code for code in range(1, 256) if chr(code) not in "\n\r()\\")
BAND = 256  # rows of a picture that are compressed at a time
MOST_IN_A_BLOCK = 100  # entries of a Unicode map


class PdfFile:
    """One document; what is added is referred to by names that are unique in it."""

    def __init__(self, *, title: str, subject: str, lang: str, duplex: str = "", press: Press | None = None) -> None:
        self.objects = Objects(PRESS_VERSION if press else USUAL_VERSION)
        self.press = press
        self.info = {
            "Title": title,
            "Subject": subject,
            "Author": "Scrawlpress",
            "Creator": "Scrawlpress",
            "Producer": "Scrawlpress",
        }
        self.wishes = {"DisplayDocTitle": "true", "PrintScaling": "/None"}
        if duplex in DUPLEX:
            self.wishes["Duplex"] = f"/{DUPLEX[duplex]}"
        self.lang = lang
        self.numbers: dict[str, int] = {}
        self.typefaces: dict[Any, Typeface] = {}
        self.fonts = self.objects.reserve()
        self.tree = self.objects.reserve()
        self.pages: list[int] = []
        self.tags = None if press else Tags(self.objects)
        self.parts: list[tuple[str, int]] = []  # titles, and the place of the first page of each

    # objects

    def add(self, body: str | bytes) -> int:
        """Write an object and return its number."""
        return self.objects.add(body if isinstance(body, bytes) else body.encode("latin-1"))

    def add_stream(self, entries: str, data: bytes, *, packed: bool = False) -> int:
        """Write a stream with the entries of its dictionary, compressed unless it comes packed."""
        return self.objects.add_stream(entries.encode("latin-1"), data, packed=packed)

    # what is shown

    def form(self, code: str, box: Rect, used: Iterable[str]) -> str:
        """Write operators as a form that can be shown by the name returned; `box` is all it may reach."""
        name = f"f{len(self.numbers)}"
        edges = _numbers(box.x, box.y, box.right, box.bottom)
        entries = f"/Type/XObject/Subtype/Form/BBox[{edges}]/Resources{self._resources(used)}"
        self.numbers[name] = self.add_stream(entries, code.encode("latin-1"))
        return name

    def picture(self, picture: Picture) -> str:
        """Write a picture, one unit wide and high and y up, and return its name."""
        name = f"f{len(self.numbers)}"
        self.numbers[name] = self._inked(self.press, picture) if self.press else self._shown(picture)
        return name

    def _inked(self, press: Press, picture: Picture) -> int:
        """Write a picture in process inks; what is more than half transparent is left out."""
        pixels = picture.pixels
        inks = pixels if pixels.mode == "CMYK" else press.picture(pixels)
        if pixels.mode != "RGBA":
            return self._image(inks)
        left_out = pixels.getchannel("A").point(lambda alpha: 0 if alpha > 127 else 255).convert("1")
        entries = f"/Type/XObject/Subtype/Image/Width {pixels.width}/Height {pixels.height}/ImageMask true"
        mask = self.add_stream(f"{entries}/BitsPerComponent 1", left_out.tobytes())
        return self._image(inks, f"/Mask {mask} 0 R")

    def _shown(self, picture: Picture) -> int:
        pixels = picture.pixels
        if picture.jpeg is not None and pixels.mode in ("L", "RGB"):
            return self._image(pixels, jpeg=picture.jpeg)
        if pixels.mode == "RGBA":
            mask = self._image(pixels.getchannel("A"))
            return self._image(pixels.convert("RGB"), f"/SMask {mask} 0 R")
        return self._image(pixels if pixels.mode in ("L", "RGB") else pixels.convert("RGB"))

    def _image(self, pixels: Any, more: str = "", *, jpeg: bytes | None = None) -> int:
        space = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}[pixels.mode]
        entries = f"/Type/XObject/Subtype/Image/Width {pixels.width}/Height {pixels.height}"
        entries += f"/BitsPerComponent 8/ColorSpace/{space}{more}"
        if jpeg is not None:
            return self.add_stream(f"{entries}/Filter/DCTDecode", jpeg, packed=True)
        return self.add_stream(f"{entries}/Filter/FlateDecode", _packed(pixels), packed=True)

    def page(
        self,
        code: str,
        size: Size,
        used: Iterable[str],
        boxes: Mapping[str, Rect | None],
        title: str = "",
        marks: Marks | None = None,
    ) -> None:
        """Write a page; boxes such as "TrimBox" are counted from its top, as frames are. A new title begins a part.

        `marks` are what is read aloud of it.
        """
        if title != (self.parts[-1][0] if self.parts else ""):
            self.parts.append((title, len(self.pages)))
        content = self.add_stream("", code.encode("latin-1"))
        shown = "".join(
            f"/{name}[{_numbers(box.x, size.height - box.bottom, box.right, size.height - box.y)}]"
            for name, box in boxes.items()
            if box is not None
        )
        page = f"<</Type/Page/Parent {self.tree} 0 R/MediaBox[0 0 {_numbers(*size)}]{shown}"
        told = f"/StructParents {len(self.pages)}/Tabs/S" if marks else ""
        number = self.add(f"{page}{told}/Contents {content} 0 R/Resources{self._resources(used)}>>")
        self.pages.append(number)
        if self.tags is not None and marks:
            self.tags.page(marks, number, title)

    def _resources(self, used: Iterable[str]) -> str:
        forms = "".join(f"/{name} {self.numbers[name]} 0 R" for name in used)
        return f"<</Font {self.fonts} 0 R" + (f"/XObject<<{forms}>>" if forms else "") + ">>"

    # letters

    def typeface(self, font: Font) -> "Typeface":
        """Return the typeface of a font in this document; names of one file share it."""
        found = self.typefaces.get(font.path)
        if found is None:
            found = self.typefaces[font.path] = Typeface(font, f"F{len(self.typefaces) + 1}")
        return found

    # the whole

    def data(self) -> bytes:
        """Return the finished file; nothing can be added afterwards. Raises InvalidInput where there is no page."""
        if not self.pages:
            message = f"there is not a single page of {self.info['Title']!r} to print"
            raise refuse("C017", message, NOWHERE, "give a card one copy or more")
        entries = [entry for face in self.typefaces.values() for entry in face.written(self)]
        self.objects.put(self.fonts, f"<<{''.join(entries)}>>".encode("latin-1"))
        kids = " ".join(f"{number} 0 R" for number in self.pages)
        self.objects.put(self.tree, f"<</Type/Pages/Count {len(self.pages)}/Kids[{kids}]>>".encode("latin-1"))
        return self.objects.written(self._catalog(), self._info())

    def _catalog(self) -> bytes:
        wishes = "".join(f"/{name} {value}" for name, value in self.wishes.items())
        entries = f"/Type/Catalog/Pages {self.tree} 0 R/ViewerPreferences<<{wishes}>>"
        entries += f"/OutputIntents[{press_intent()}]" if self.press else ""
        entries += f"/Lang{pdf_string(self.lang)}"
        entries += self._bookmarks() + self._page_labels() if len(self.parts) > 1 else ""
        if self.tags is not None:
            entries += f"/MarkInfo<</Marked true>>/StructTreeRoot {self.tags.written()} 0 R"
        return f"<<{entries}>>".encode("latin-1")

    def _bookmarks(self) -> str:
        """Write a bookmark for every part; return the entry of the catalogue."""
        root = self.objects.reserve()
        marks = [self.objects.reserve() for _ in self.parts]
        for at, (mark, (title, first)) in enumerate(zip(marks, self.parts, strict=True)):
            before = f"/Prev {marks[at - 1]} 0 R" if at else ""
            after = f"/Next {marks[at + 1]} 0 R" if at + 1 < len(marks) else ""
            links = f"/Parent {root} 0 R{before}{after}/Dest[{self.pages[first]} 0 R/Fit]"
            self.objects.put(mark, f"<</Title{pdf_string(title)}{links}>>".encode("latin-1"))
        ends = f"/First {marks[0]} 0 R/Last {marks[-1]} 0 R/Count {len(marks)}"
        self.objects.put(root, f"<</Type/Outlines{ends}>>".encode("latin-1"))
        return f"/Outlines {root} 0 R"

    def _page_labels(self) -> str:
        """Return the entry of the catalogue that counts the pages of each part from 1, after its title."""
        labels = [f"{first}<</S/D/P{pdf_string(f'{title} ')}>>" for title, first in self.parts]
        return f"/PageLabels<</Nums[{''.join(labels)}]>>"

    def _info(self) -> bytes:
        entries = "".join(f"/{name}{pdf_string(value)}" for name, value in self.info.items())
        entries += f"/Trapped/False/CreationDate{MADE}/ModDate{MADE}{PRESS_INFO if self.press else ''}"
        return f"<<{entries}>>".encode("latin-1")


class Typeface:
    """One font file in one document: which code each letter has got; only letters that are used are embedded."""

    def __init__(self, font: Font, name: str) -> None:
        self.font, self.name = font, name
        self.subsets: list[dict[int, int]] = [{}]  # what each code stands for in Unicode
        self.signs: dict[str, tuple[int, str]] = {}  # subset and escaped code
        self.table: dict[int, str] = {}  # the same for letters of the first subset
        self.free = iter(FREE)
        self.blank = " " if ord(" ") in font.glyphs else ""

    def spaced(self, text: str) -> Sequence[tuple[str, str]]:
        """Return a text that ends a line or a word: with a blank behind, unless the word goes on after a hyphen."""
        return self.codes(text if text[-1:] == "-" else text + self.blank)

    def codes(self, text: str) -> Sequence[tuple[str, str]]:
        """Return a text as runs of (name of a font, escaped codes)."""
        signs = self.signs
        for sign in text:
            if sign not in signs:
                self._learn(sign)
        if len(self.subsets) == 1:
            return ((f"/{self.name}", text.translate(self.table)),)
        runs: list[tuple[str, str]] = []
        for subset, code in map(signs.__getitem__, text):
            name = self.subset_name(subset)
            if runs and runs[-1][0] == name:
                runs[-1] = (name, runs[-1][1] + code)
            else:
                runs.append((name, code))
        return runs

    def subset_name(self, subset: int) -> str:
        return f"/{self.name}.{subset}" if subset else f"/{self.name}"

    def _learn(self, sign: str) -> None:
        value = 32 if sign == "\xa0" else ord(sign)
        if value not in self.font.glyphs:
            subset, code, value = 0, 0, 0
        elif value in PLAIN:
            subset, code = 0, value
        else:
            subset, code = self._next_code()
        self.subsets[subset][code] = value
        written = "\\000" if code == 0 else IN_STRINGS.get(chr(code), chr(code))
        self.signs[sign] = (subset, written)
        if subset == 0:
            self.table[ord(sign)] = written

    def _next_code(self) -> tuple[int, int]:
        code = next(self.free, None)
        if code is None:
            self.subsets.append({})
            self.free = iter(FURTHER)
            code = next(self.free)
        return len(self.subsets) - 1, code

    def written(self, file: PdfFile) -> list[str]:
        """Write the objects of all subsets; return their entries in the dictionary of fonts."""
        return [f"{self.subset_name(at)} {self._subset(file, codes)} 0 R" for at, codes in enumerate(self.subsets)]

    def _subset(self, file: PdfFile, codes: dict[int, int]) -> int:
        face = self.font.face
        used = [codes.get(code, 0) for code in range(max(codes, default=0) + 1)]
        tag = "".join(chr(65 + byte % 26) for byte in md5(repr(used).encode(), usedforsecurity=False).digest()[:6])
        name = f"{tag}+{face.name}"
        outlines = _outlines(self.font, used)
        embedded = file.add_stream(f"/Length1 {len(outlines)}", outlines)
        box = _numbers(*face.box)
        descriptor = file.add(
            f"<</Type/FontDescriptor/FontName/{name}/Flags {face.flags}/FontBBox[{box}]"
            f"/ItalicAngle {face.slant:g}/Ascent {face.ascent:g}/Descent {face.descent:g}"
            f"/CapHeight {face.cap:g}/StemV {face.stem:g}/MissingWidth {face.default_width:g}"
            f"/FontFile2 {embedded} 0 R>>"
        )
        map_to_unicode = file.add_stream("", unicode_map(name, codes).encode("ascii"))
        first, last = min(codes, default=0), max(codes, default=0)
        widths = _numbers(*(face.width(codes[code]) if code in codes else 0 for code in range(first, last + 1)))
        return file.add(
            f"<</Type/Font/Subtype/TrueType/BaseFont/{name}/FirstChar {first}/LastChar {last}/Widths[{widths}]"
            f"/FontDescriptor {descriptor} 0 R/ToUnicode {map_to_unicode} 0 R>>"
        )


def _packed(pixels: Any) -> bytes:
    """Return the compressed pixels of an image; a band of rows at a time, for large ones take much memory."""
    press = zlib.compressobj()
    bands = (
        pixels.crop((0, top, pixels.width, min(top + BAND, pixels.height))) for top in range(0, pixels.height, BAND)
    )
    parts = [press.compress(band.tobytes()) for band in bands]
    return b"".join([*parts, press.flush()])


def _outlines(font: Font, used: list[int]) -> bytes:
    try:
        return font.face.subset(used)
    except DAMAGED:
        message = f"cannot use font {font.path.name!r}: a letter in it is damaged"
        raise refuse("L029", message, Place(str(font.path)), "use a sound copy of the font") from None


def unicode_map(name: str, codes: Mapping[int, int]) -> str:
    """Return the CMap that tells what the codes of a font mean, in blocks that every reader takes."""
    entries = [f"<{code:02X}> <{_utf16(value)}>" for code, value in sorted(codes.items()) if value]
    blocks = [entries[at : at + MOST_IN_A_BLOCK] for at in range(0, len(entries), MOST_IN_A_BLOCK)]
    maps = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        f"/CMapName /{name} def\n/CMapType 2 def\n1 begincodespacerange\n<00> <FF>\nendcodespacerange\n"
        f"{maps}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    )


def _utf16(value: int) -> str:
    return chr(value).encode("utf-16-be").hex().upper()


def _numbers(*values: float) -> str:
    """Return numbers with blanks between, to a thousandth.

    >>> _numbers(595.27559, 0, -1.5)
    '595.276 0 -1.5'
    """
    return " ".join(f"{value:.3f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}" for value in values)
