"""Checks for the printer: coarse pictures, gaps at the cut, text near it, small type; and how much ink a face takes."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from textwrap import shorten
from typing import Any, Final, NamedTuple

from PIL import ImageChops, ImageStat

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, attempt
from generator.draw.pdf.document import pdf_bytes
from generator.draw.pdf.inks import BLACK, Inks, PressColors
from generator.draw.pdf.press import PressSettings
from generator.draw.raster import pictures
from generator.fonts.faces import Fonts
from generator.frame import FieldItem, Frame, ShadowItem, ShapeItem, TextItem, begins_block, images_shown, walk
from generator.geometry import A4, Rect
from generator.layout.element_spec import elements_in
from generator.layout.frame_checks import safe_faults
from generator.layout.looks import LookResolver
from generator.products.cards import records
from generator.products.exports.card_files import face_pdf
from generator.products.pieces import table_faces
from generator.products.print_pack import SAVING, PrintPack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.products.sheets import sheet_pages, sheet_title
from generator.reading.pictures import picture_size
from generator.units import length_name

FINE_DPI, COARSE_DPI = 300, 150
LEAST_TYPE = 5.0
SEEN = 12.0  # the distance in CIE L*a*b* that everybody sees
NEAR, FELT = 0.15, 0.95  # points; and the least size, relative to the wanted one, of shrunk text that is not reported
MUCH = 25  # percent of ink, on the mean, beyond which a hint says how to save some
SAVED = 0.8  # of the usual ink: an edition that takes more does not save ink


def preflight(pack: PrintPack, bleed: float, *, measured: bool = True) -> list[Diagnostic]:
    """Return what may go wrong when a game is printed, with `measured` also how much ink cards and sheets need.

    `bleed` is in points.
    """
    faults: list[Diagnostic] = []
    notes: list[Diagnostic] = []
    press, saving_pack = PressColors(), PrintPack(pack.game, SAVING)
    for deck in (*pack.manifest.decks, *pack.manifest.pieces):
        make = partial(_card_faces, deck, bleed)
        faces = attempt(faults, partial(make, pack))
        if faces is None:
            continue
        if deck in pack.manifest.decks:
            faults += shrunk_texts(pack, pack.manifest.decks[deck].layout, faces)
        for face in faces:
            faults += face_faults(face, min(bleed, face.trim.x) if face.trim else 0.0, press)
        notes += [_ink_note(pack, deck, faces, saving_pack, make)] if measured else []
    for name in pack.manifest.sheets:
        make = partial(_sheet_faces, name)
        sheets = make(pack)
        faults += shrunk_texts(pack, pack.manifest.sheets[name].layout, sheets)
        for sheet in sheets:
            faults += [*type_faults(sheet), *picture_faults(sheet), *ink_faults(sheet, press)]
        notes += [_ink_note(pack, sheet_title(pack, name), sheets, saving_pack, make)] if measured else []
    faults += pack.faults
    first_faults: dict[tuple[str, SourceLocation], Diagnostic] = {}  # one for all faces of the same line
    for fault in faults:
        first_faults.setdefault((fault.code, fault.place), fault)
    return [*first_faults.values(), *notes]


def _card_faces(deck: str, bleed: float, pack: PrintPack, name: str = "") -> list[Frame]:
    """Return the faces of a deck or a kind of piece; if a card's key ends `name`, only those of this card."""
    chosen = [card for card in records(pack, deck) if name.endswith(repr(card.key))] or None
    return table_faces(pack, deck, bleed, chosen)


def _sheet_faces(sheet: str, pack: PrintPack, _name: str = "") -> list[Frame]:
    return list(sheet_pages(pack, SheetOptions(sheet=sheet), PaperOptions(usual=A4)))


def face_faults(face: Frame, bleed: float, press: PressColors) -> Iterator[Diagnostic]:
    """Yield everything that may go wrong when one side of a card is printed; `bleed` is in points."""
    yield from picture_faults(face)
    yield from type_faults(face)
    yield from ink_faults(face, press)
    if face.trim is not None:
        yield from bleed_faults(face, face.trim, bleed)
    yield from safe_faults(face)


def picture_faults(face: Frame) -> Iterator[Diagnostic]:
    """Yield a fault for each picture with too few pixels for its printed size."""
    for item, matrix, _ in images_shown(face.items):
        if item.drawing is not None:
            continue
        box = item.rect.around(matrix)
        width, height = picture_size(Path(item.path))
        dpi = 72 / max(box.width / width, box.height / height)
        if dpi < FINE_DPI - 0.5:
            message = f"picture has {dpi:.0f} dpi on {face.name}, {FINE_DPI} print well"
            hint = f"use one of {round(box.width * FINE_DPI / 72)} x {round(box.height * FINE_DPI / 72)} pixels"
            severity = "error" if dpi < COARSE_DPI else "warning"
            yield Diagnostic("P040", message, item.place, hint, severity)  # type: ignore[arg-type]


def bleed_faults(face: Frame, trim: Rect, bleed: float) -> Iterator[Diagnostic]:
    """Yield a fault for each background that ends at the cut instead of extending over it, pictures excluded."""
    bleed_box = trim.outset(bleed)
    for item, matrix in walk(face.items):
        if not isinstance(item, ShapeItem) or item.kind != "rect" or item.paint.fill in (None, "#ffffff"):
            continue
        box = item.rect.around(matrix)
        sides = {
            "left": (box.x <= trim.x + NEAR, box.x > bleed_box.x + NEAR),
            "top": (box.y <= trim.y + NEAR, box.y > bleed_box.y + NEAR),
            "right": (box.right >= trim.right - NEAR, box.right < bleed_box.right - NEAR),
            "bottom": (box.bottom >= trim.bottom - NEAR, box.bottom < bleed_box.bottom - NEAR),
        }
        short = [side for side, (reaches, ends) in sides.items() if reaches and ends]
        if bleed > NEAR and short:
            message = f"art ends before the bleed of {length_name(bleed)} at the {', '.join(short)} of {face.name}"
            yield Diagnostic("L048", message, item.place, "let it reach over the cut, such as x: -6mm", "warning")


def type_faults(face: Frame) -> Iterator[Diagnostic]:
    """Yield a warning for each text that is printed too small, whether by its size, shrinking or scaling."""
    for item, matrix in walk(face.items):
        if isinstance(item, TextItem):
            size = item.size * (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5
            if size < LEAST_TYPE:
                message = f"text {item.text[:24]!r} is printed at {size:.1f}pt on {face.name}"
                yield Diagnostic("L032", message, item.place, f"at least {LEAST_TYPE:g}pt can be read", "warning")


def shrunk_texts(pack: PrintPack, layout: str, faces: Sequence[Frame]) -> Iterator[Diagnostic]:
    """Yield a note for each text of a layout that `fit: shrink` made smaller, with its smallest size."""
    spec = pack.engine(layout).layout
    looks, roots = LookResolver(spec), (spec.front, spec.back, *spec.parts.values())
    texts = [
        element
        for root in roots
        if root
        for element in elements_in(root)
        if element.kind == "text" and not element.from_data
    ]
    wanted_sizes = {element.place: looks.of(element).size for element in texts if looks.of(element).fit == "shrink"}
    smallest: dict[SourceLocation, tuple[float, str, str]] = {}  # size, text and face
    for face in faces:
        text_runs: list[list[TextItem]] = []  # the runs of each text
        for item, _ in walk(face.items):
            if isinstance(item, TextItem) and item.place in wanted_sizes:
                if begins_block(item) or not text_runs or text_runs[-1][0].place != item.place:
                    text_runs.append([])
                text_runs[-1].append(item)
        for runs in text_runs:
            size, place = max(run.size for run in runs), runs[0].place  # parts of a text may be small
            if size < FELT * wanted_sizes[place] and size <= smallest.get(place, (size,))[0]:
                smallest[place] = size, shorten(" ".join(run.text for run in runs), 40, placeholder=" ..."), face.name
    for place, (size, text, name) in smallest.items():
        message = f"text {text!r} shrank from {wanted_sizes[place]:g}pt to {size:.3g}pt to have room on {name}"
        yield Diagnostic(
            "P049", message, place, "shorten it, or give it room; `fit: none` takes no smaller type", "note"
        )


def ink_faults(face: Frame, press: PressColors) -> Iterator[Diagnostic]:
    """Yield a warning for each colour that printing inks cannot reproduce closely."""
    for item, _ in walk(face.items):
        colors: list[str | None] = [item.color] if isinstance(item, (TextItem, ShadowItem)) else []
        if isinstance(item, TextItem) and item.outline:
            colors.append(item.outline.color)
        elif isinstance(item, (ShapeItem, FieldItem)):
            paint, gradient = item.paint, item.paint.gradient
            colors = [paint.stroke, *([stop.color for stop in gradient.stops] if gradient else [paint.fill])]
        for color in colors:
            if color and press.miss(color) > SEEN:
                message = f"colour {color} cannot be mixed from printing inks on {face.name}"
                yield Diagnostic(
                    "P044", message, item.place, "a printing house makes it duller; use another", "warning"
                )


def ink_use(pack: PrintPack, subject: str, faces: list[Frame]) -> list[float]:
    """Return how much of each card or sheet ink covers, in percent, measured on raster images of them."""
    images = pictures(face_pdf(pack, faces, subject), 100.0, grey=True)
    return [100 - ImageStat.Stat(image).mean[0] / 2.55 for image in images]


def _ink_note(
    pack: PrintPack,
    subject: str,
    faces: list[Frame],
    saving_pack: PrintPack,
    make: Callable[[PrintPack, str], list[Frame]],
) -> Diagnostic:
    """Return the note on the ink of faces; if they take much, with a hint on what the edition that saves ink does.

    `make` lays out in an edition all faces of a name, and others; only these are measured.
    """
    uses = ink_use(pack, subject, faces)
    mean, most = sum(uses) / len(uses), max(uses)
    fullest = faces[uses.index(most)].name
    message = f"ink covers {mean:.0f} % of {subject} on the mean, {most:.0f} % of the fullest face"
    hint: str | None = None
    if mean > MUCH:
        try:
            saving_faces = [face for face in make(saving_pack, fullest) if face.name == fullest]
            saved_ink = max(ink_use(saving_pack, subject, saving_faces)) if saving_faces else most
            kept_grounds = [
                fault.hint for fault in saving_pack.faults if fault.code == "P051" and fault.subject == fullest
            ]
            hint = f"scrawl print kit --edition {SAVING} prints that face with {saved_ink:.0f} %"
            if saved_ink > SAVED * most:
                hint = "; ".join([f"edition {SAVING!r} saves no ink here", *filter(None, kept_grounds[:1])])
        except InvalidInput:
            pass  # `scrawl check --edition` reports the faults of the edition
    return Diagnostic("P045", message, SourceLocation(subject, 1, 1), hint, "note")


DPI = 100.0


class PlateInkCoverage(NamedTuple):
    """How much of a card or page each ink covers, and the highest sum of all inks at one spot, in percent.

    The spot is `x` points from the left and `y` points from the top of the face.
    """

    inks: dict[str, float]
    most: float
    x: float
    y: float


def plate_use(face: Frame, fonts: Fonts, job: PressSettings) -> PlateInkCoverage:
    """Return how much ink a card or page takes, measured on raster images of its printing plates, one per ink."""
    plates = []  # white means no ink
    for place, ink in enumerate(INKS):
        press = job._replace(colors=SinglePlateColors(job.colors, place))
        (plate,) = pictures(pdf_bytes([face], fonts=fonts, title=ink, press=press), DPI, grey=True)
        plates.append(ImageChops.invert(plate))
    together = [sum(inks) for inks in zip(*(plate.tobytes() for plate in plates), strict=True)]
    highest_sum = max(together)
    row, column = divmod(together.index(highest_sum), plates[0].width)
    covered = {ink: ImageStat.Stat(plate).mean[0] / 2.55 for ink, plate in zip(INKS, plates, strict=True)}
    return PlateInkCoverage(covered, highest_sum / 2.55, (column + 0.5) * 72 / DPI, (row + 0.5) * 72 / DPI)


INKS: Final = ("cyan", "magenta", "yellow", "black")
HIDDEN_TEXT, SHOWN_TEXT = "3 Tr", "0 Tr"  # PDF operators for text that paints nothing, and for visible text


class SinglePlateColors(PressColors):
    """Writes each colour as a grey that is the amount of one ink, given by its index: white none, black full.

    Text in pure black overprints what is below it: it leaves no gap in the plates of the other inks.
    """

    space = "DeviceGray"

    def __init__(self, press: PressColors, place: int) -> None:
        super().__init__(press.most, press.profile)
        self.press, self.place = press, place

    def fill(self, color: str) -> str:
        return f"{self._light(self.press.inks(color)):.4g} g"

    def text(self, color: str) -> str:
        inks = self.inks_of_text(color)
        leaves_be = inks == BLACK and not inks[self.place]
        return HIDDEN_TEXT if leaves_be else f"{SHOWN_TEXT} {self._light(inks):.4g} g"

    def stroke(self, color: str) -> str:
        return f"{self._light(self.inks_of_text(color)):.4g} G"

    def inks_of_text(self, color: str) -> Inks:
        """Return the inks that print a text of this colour; cached in the press settings, which all plates share."""
        return self.press.inks_of_text(color)

    def parts(self, color: str) -> tuple[float, ...]:
        """Return the lightness of the plate for this colour, from 0 to 1."""
        return (self._light(self.press.inks(color)),)

    def picture(self, pixels: Any) -> Any:
        """Return the pixels of a picture in the greys of the plate."""
        return ImageChops.invert(self.press.picture(pixels).getchannel(self.place))

    def _light(self, inks: Inks) -> float:
        return 1 - inks[self.place] / 255
