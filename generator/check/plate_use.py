"""How much of each ink of a press a face takes, and where most of them lie on one spot: as the exports have it."""

from typing import Any, Final, NamedTuple

from generator.draw.pdf.document import pdf_bytes
from generator.draw.pdf.inks import BLACK, Inks, PressColors
from generator.draw.pdf.press import PressSettings
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


INKS: Final = ("cyan", "magenta", "yellow", "black")
UNSEEN, SEEN = "3 Tr", "0 Tr"  # letters that are written and paint nothing, and those that do


class SinglePlateColors(PressColors):
    """Colours as what they take of one ink of a press, by its place of the four: white for nothing, black for all.

    Letters that are black alone lie over what is below them: they leave no gap in the plates of the other inks.
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
        """Return what the press takes for text, which finds it out once for all plates."""
        return self.press.inks_of_text(color)

    def parts(self, color: str) -> tuple[float, ...]:
        """Return how light the plate is where this colour lies, of 1."""
        return (self._light(self.press.inks(color)),)

    def picture(self, pixels: Any) -> Any:
        """Return the pixels of a picture as greys of the plate."""
        from PIL import ImageChops

        return ImageChops.invert(self.press.picture(pixels).getchannel(self.place))

    def _light(self, inks: Inks) -> float:
        return 1 - inks[self.place] / 255
