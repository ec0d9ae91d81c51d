"""How much of each ink of a press a face takes, and where most of them lie on one spot: as the exports have it."""

from typing import Any, NamedTuple

from generator.draw.pdf.document import pdf_bytes
from generator.draw.pdf.press import PressSettings
from generator.draw.plates import INKS, SinglePlateColors
from generator.draw.raster import pictures
from generator.fonts.faces import Fonts
from generator.frame import Frame

DPI = 100.0


class PlateInkCoverage(NamedTuple):
    """How much of a face each ink covers, by its name, and how much of all lies on the fullest spot, in percent.

    The spot lies `x` points from the left and `y` from the top of the face.
    """

    inks: dict[str, float]
    most: float
    x: float
    y: float


def plate_use(face: Frame, fonts: Fonts, job: PressSettings) -> PlateInkCoverage:
    """Return what a face takes of the inks of a press, from the raster of its plates, of which each is drawn."""
    from PIL import ImageChops, ImageStat

    plates = [ImageChops.invert(_plate(face, fonts, job, place)) for place in range(len(INKS))]
    together = [sum(inks) for inks in zip(*(plate.tobytes() for plate in plates), strict=True)]
    most = max(together)
    row, column = divmod(together.index(most), plates[0].width)
    covered = {ink: ImageStat.Stat(plate).mean[0] / 2.55 for ink, plate in zip(INKS, plates, strict=True)}
    return PlateInkCoverage(covered, most / 2.55, (column + 0.5) * 72 / DPI, (row + 0.5) * 72 / DPI)


def _plate(face: Frame, fonts: Fonts, job: PressSettings, place: int) -> Any:
    """Return where an ink lies, white for nothing of it, as a Pillow image."""
    drawn = pdf_bytes(
        [face], fonts=fonts, title=INKS[place], press=job._replace(colors=SinglePlateColors(job.colors, place))
    )
    (picture,) = pictures(drawn, DPI, grey=True)
    return picture
