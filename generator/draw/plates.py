"""The plates of a press: a page as greys, one for each ink, darker where more of it lies."""

from typing import Any, Final

from generator.draw.pdf.inks import BLACK, Inks, PressColors

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
