"""The amount of each ink on a face, and the spot with the most ink, from the plates of the exports."""

from typing import Any, Final, NamedTuple

from generator.draw.pdf.document import pdf_bytes
from generator.draw.pdf.inks import BLACK, Inks, PressColors
from generator.draw.pdf.press import PressSettings
from generator.draw.raster import pictures
from generator.fonts.faces import Fonts
from generator.frame import Frame

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
    from PIL import ImageChops, ImageStat

    plates = [ImageChops.invert(_plate(face, fonts, job, place)) for place in range(len(INKS))]
    together = [sum(inks) for inks in zip(*(plate.tobytes() for plate in plates), strict=True)]
    most = max(together)
    row, column = divmod(together.index(most), plates[0].width)
    covered = {ink: ImageStat.Stat(plate).mean[0] / 2.55 for ink, plate in zip(INKS, plates, strict=True)}
    return PlateInkCoverage(covered, most / 2.55, (column + 0.5) * 72 / DPI, (row + 0.5) * 72 / DPI)


def _plate(face: Frame, fonts: Fonts, job: PressSettings, place: int) -> Any:
    """Return the plate of the ink at an index as a Pillow image, in which white means no ink."""
    drawn = pdf_bytes(
        [face], fonts=fonts, title=INKS[place], press=job._replace(colors=SinglePlateColors(job.colors, place))
    )
    (picture,) = pictures(drawn, DPI, grey=True)
    return picture


INKS: Final = ("cyan", "magenta", "yellow", "black")
UNSEEN, SEEN = "3 Tr", "0 Tr"  # PDF operators for text that paints nothing, and for visible text


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
        return UNSEEN if leaves_be else f"{SEEN} {self._light(inks):.4g} g"

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
        from PIL import ImageChops

        return ImageChops.invert(self.press.picture(pixels).getchannel(self.place))

    def _light(self, inks: Inks) -> float:
        return 1 - inks[self.place] / 255
