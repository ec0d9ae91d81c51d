"""Checks for the printer: coarse pictures, gaps at the cut, text near it, small type, too much ink."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import shorten

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation
from generator.draw.pdf.inks import PressColors
from generator.draw.raster import pictures
from generator.frame import FieldItem, Frame, ShadowItem, ShapeItem, TextItem, images_shown, opens_anew, walk
from generator.geometry import A4, Rect
from generator.imposition.gang import PieceSheetRules
from generator.imposition.impose import ImpositionSettings
from generator.layout.element_spec import elements_in
from generator.layout.frame_checks import safe_faults
from generator.layout.looks import LookResolver
from generator.products.cards import deck_faces
from generator.products.exports.card_files import face_pdf
from generator.products.pieces import piece_faces
from generator.products.print_pack import PrintPack
from generator.products.sheets import SheetPrintOptions, sheet_pages, sheet_title
from generator.reading.pictures import picture_size
from generator.units import length_name

FINE_DPI, COARSE_DPI = 300, 150
LEAST_TYPE = 5.0
SEEN = 12.0  # the distance in CIE L*a*b* that everybody sees
NEAR, FELT = 0.15, 0.95  # points; and the least size, relative to the wanted one, of shrunk text that is not reported
SAVING = "ink-saver"  # the edition that saves ink


@dataclass(frozen=True)
class InkUse:
    """How much of the area of a deck's sides, or of a sheet, is covered with ink, in percent: mean, and highest."""

    subject: str
    mean: float
    most: float


def preflight(pack: PrintPack, bleed: float, *, measured: bool = True) -> list[Diagnostic]:
    """Return what may go wrong when a game is printed, with `measured` also how much ink cards and sheets need.

    `bleed` is in points.
    """
    faults: list[Diagnostic] = []
    uses: list[InkUse] = []
    press = PressColors()
    for deck in pack.manifest.decks:
        try:
            cards = deck_faces(pack, deck, bleed=bleed).cards
        except InvalidInput as fault:
            faults += fault.diagnostics
            continue
        faces = list({id(face): face for pair in cards for face in pair if face is not None}.values())
        faults += shrunk_texts(pack, pack.manifest.decks[deck].layout, faces)
        for face in faces:
            faults += face_faults(face, bleed, press)
        uses += [ink_use(pack, deck, faces)] if measured else []
    for piece in pack.manifest.pieces:
        try:
            faces = piece_faces(pack, piece, PieceSheetRules(ImpositionSettings(A4, bleed=bleed)))
        except InvalidInput as fault:
            faults += fault.diagnostics
            continue
        faces = list({id(face): face for face in faces}.values())
        for face in faces:
            faults += face_faults(face, min(bleed, face.trim.x) if face.trim else 0.0, press)
        uses += [ink_use(pack, piece, faces)] if measured else []
    for name in pack.manifest.sheets:
        sheets = list(sheet_pages(pack, SheetPrintOptions(name), A4))
        faults += shrunk_texts(pack, pack.manifest.sheets[name].layout, sheets)
        for sheet in sheets:
            faults += [*type_faults(sheet), *picture_faults(sheet), *ink_faults(sheet, press)]
        uses += [ink_use(pack, sheet_title(pack, name), sheets)] if measured else []
    faults += pack.faults
    told: dict[tuple[str, SourceLocation], Diagnostic] = {}  # one for all faces of the same line
    for each in faults:
        told.setdefault((each.code, each.place), each)
    return [*told.values(), *(_note(use, pack.edition) for use in uses)]


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
    outer = trim.outset(bleed)
    for item, matrix in walk(face.items):
        if not isinstance(item, ShapeItem) or item.kind != "rect" or item.paint.fill in (None, "#ffffff"):
            continue
        box = item.rect.around(matrix)
        sides = {
            "left": (box.x <= trim.x + NEAR, box.x > outer.x + NEAR),
            "top": (box.y <= trim.y + NEAR, box.y > outer.y + NEAR),
            "right": (box.right >= trim.right - NEAR, box.right < outer.right - NEAR),
            "bottom": (box.bottom >= trim.bottom - NEAR, box.bottom < outer.bottom - NEAR),
        }
        short = [side for side, (reaches, ends) in sides.items() if reaches and ends]
        if bleed > NEAR and short:
            message = f"art ends before the bleed of {length_name(bleed)} at the {', '.join(short)} of {face.name}"
            yield Diagnostic("P041", message, item.place, "let it reach over the cut, such as x: -6mm", "warning")


def type_faults(face: Frame) -> Iterator[Diagnostic]:
    """Yield a warning for each text that is printed too small, whether by its size, shrinking or scaling."""
    for item, matrix in walk(face.items):
        if isinstance(item, TextItem):
            size = item.size * (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5
            if size < LEAST_TYPE:
                message = f"text {item.text[:24]!r} is printed at {size:.1f}pt on {face.name}"
                yield Diagnostic("P043", message, item.place, f"at least {LEAST_TYPE:g}pt can be read", "warning")


def shrunk_texts(pack: PrintPack, layout: str, faces: Sequence[Frame]) -> Iterator[Diagnostic]:
    """Yield a note for each text of a layout that `fit: shrink` made smaller, with its smallest size."""
    spec = pack.engine(layout).layout
    looks, roots = LookResolver(spec), (spec.front, spec.back, *spec.parts.values())
    texts = [each for root in roots if root for each in elements_in(root) if each.kind == "text" and not each.from_data]
    asked = {each.place: looks.of(each).size for each in texts if looks.of(each).fit == "shrink"}
    least: dict[SourceLocation, tuple[float, str, str]] = {}  # size, text and face
    for face in faces:
        whole: list[list[TextItem]] = []  # the runs of each text
        for item, _ in walk(face.items):
            if isinstance(item, TextItem) and item.place in asked:
                if opens_anew(item) or not whole or whole[-1][0].place != item.place:
                    whole.append([])
                whole[-1].append(item)
        for runs in whole:
            size, place = max(run.size for run in runs), runs[0].place  # parts of a text may be small
            if size < FELT * asked[place] and size <= least.get(place, (size,))[0]:
                least[place] = size, shorten(" ".join(run.text for run in runs), 40, placeholder=" ..."), face.name
    for place, (size, text, name) in least.items():
        message = f"text {text!r} shrank from {asked[place]:g}pt to {size:.3g}pt to have room on {name}"
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


def ink_use(pack: PrintPack, subject: str, faces: list[Frame]) -> InkUse:
    """Return how much ink these cards or sheets take, measured on raster images of them."""
    from PIL import ImageStat

    uses = []
    for image in pictures(face_pdf(pack, faces, subject), 100.0, grey=True):
        uses.append(100 - ImageStat.Stat(image).mean[0] / 2.55)
    return InkUse(subject, sum(uses) / len(uses), max(uses))


def _note(use: InkUse, edition: str | None) -> Diagnostic:
    message = f"ink covers {use.mean:.0f} % of {use.subject} on the mean, {use.most:.0f} % of the fullest face"
    hint = (
        f"scrawl print kit --edition {SAVING} prints it with less ink" if use.mean > 25 and edition != SAVING else None
    )
    return Diagnostic("P045", message, SourceLocation(use.subject, 1, 1), hint, "note")
