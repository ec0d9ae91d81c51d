"""The map of a dungeon alone, as a picture of any size in three formats."""

from generator.diagnostics import bare_place, refuse
from generator.draw.pdf.document import pdf_bytes
from generator.draw.raster import check_pixels, png_pages
from generator.draw.svg import svg_text
from generator.frame import Frame, GroupItem
from generator.geometry import Size
from generator.products.dungeon_values import dungeon_values, open_dungeon
from generator.products.print_pack import PrintPack
from generator.units import length_name, mm, parse_length

ROOM = mm(20)  # width of a column
MOST_PIXELS = 12_000  # of the width
MOST_LENGTH = mm(2000)


class MapPicture:
    """The map of a dungeon, laid out; `width` is in points, `dpi` applies to PNG only."""

    def __init__(self, pack: PrintPack, name: str, *, titled: bool) -> None:
        file = open_dungeon(pack, name)
        values = {**pack.values, **dungeon_values(pack, file), "titled": titled}
        width = ROOM * file.dungeon.columns
        engine = pack.engine("map_picture")
        if engine.layout.front is None:
            raise refuse("L002", "layout 'map_picture' has no front", engine.layout.place, "add front: ...")
        self.pack, self.title = pack, str(values["name"])
        size = Size(width, engine.height(engine.layout.front, values, width))
        self.face = pack.face("map_picture", values, size, f"map {file.key!r}")
        pack.raise_faults()
        self.width, self.dpi = width, 150.0

    def resize(self, width_text: str | None, dpi: float) -> None:
        """Set the resolution, and the width as pixels ("1200px") or a length ("120mm"); raises InvalidInput."""
        self.dpi = dpi
        if width_text is None:
            return
        try:
            if width_text.lower().endswith("px"):
                pixels = int(width_text[:-2])
                if not 16 <= pixels <= MOST_PIXELS:
                    raise ValueError(f"a picture has 16 to {MOST_PIXELS} pixels, not {pixels}")
                self.width = pixels * 72 / dpi
            else:
                self.width = parse_length(width_text)
                if not mm(5) <= self.width <= MOST_LENGTH:
                    raise ValueError(f"a picture is 5mm to {length_name(MOST_LENGTH)} wide, not {width_text}")
        except ValueError as fault:
            raise refuse("C011", str(fault), bare_place("--width"), "write 1200px or 120mm") from None

    @property
    def frame(self) -> Frame:
        """The picture scaled to its width."""
        scale = self.width / self.face.size.width
        size = Size(self.width, self.face.size.height * scale)
        return Frame(size, (GroupItem(self.face.content(), (scale, 0, 0, scale, 0, 0)),), self.face.name)

    def as_bytes(self, form: str) -> bytes:
        """Return the picture as "png", "svg" or "pdf"."""
        if form == "svg":
            return svg_text(self.frame, fonts=self.pack.fonts, title=self.title).encode("utf-8")
        if form == "png":
            hint = "ask for less width or --dpi, or for .svg or .pdf"
            check_pixels([self.frame.size], self.dpi, bare_place("--width"), hint)
        pdf = pdf_bytes([self.frame], fonts=self.pack.fonts, title=self.title, lang=self.pack.language)
        return pdf if form == "pdf" else next(png_pages(pdf, self.dpi))

    def size_name(self, form: str) -> str:
        """Return the size of the picture as text, in pixels for "png", else as lengths."""
        if form == "png":
            pixels = [round(side * self.dpi / 72) for side in self.frame.size]
            return f"{pixels[0]} x {pixels[1]} px"
        return f"{length_name(self.frame.size.width)} x {length_name(self.frame.size.height)}"
