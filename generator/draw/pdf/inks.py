"""Colours of a screen become inks: RGB unchanged for home printers, CMYK within an ink limit for a printing press.

How inks look is defined by an ICC profile, read by Pillow: SWOP coated paper (CGATS TR 001), or another press.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from itertools import product
from typing import Any, ClassVar

OUR_PROFILE = "CGATS001-both-ways.icc"
OUR_CONDITION = ("CGATS TR 001", "SWOP (Publication) printing in USA")
STEPS = (48, 24, 12, 6, 3, 2, 1)
NEUTRAL = 12.0  # text with less chroma is grey, and printed with black alone
GRID = 7
Inks = tuple[int, int, int, int]  # cyan, magenta, yellow and black, 0 to 255
BLACK: Inks = (0, 0, 0, 255)
Lab = tuple[float, float, float]


@cache
def our_profile() -> bytes:
    """Return the ICC profile of the default press."""
    return files("generator.draw").joinpath(OUR_PROFILE).read_bytes()


@cache
def grey_of(color: str) -> str:
    """Return a grey "#rrggbb" as a number from 0 to 1 for a PDF, "" for any other colour.

    >>> grey_of("#808080"), grey_of("#808081")
    ('0.502', '')
    """
    parts = parts_of(color)
    return f"{parts[0] / 255:.3g}" if len(set(parts)) == 1 else ""


@cache
def rgb(color: str) -> str:
    """Return "#rrggbb" as three numbers from 0 to 1 for a PDF.

    >>> rgb("#ff0080")
    '1 0 0.502'
    """
    return " ".join(f"{part / 255:.3g}" for part in parts_of(color))


def parts_of(color: str) -> tuple[int, int, int]:
    """Return red, green and blue of "#rrggbb", each 0 to 255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


class ScreenColors:
    """Turns a colour "#rrggbb" into the PDF operators that set it for fills, for text and for strokes.

    It writes RGB unchanged, except greys, which are written as grey so that printers use black ink only.
    """

    def fill(self, color: str) -> str:
        return f"{grey} g" if (grey := grey_of(color)) else f"{rgb(color)} rg"

    def text(self, color: str) -> str:
        return self.fill(color)

    def stroke(self, color: str) -> str:
        return f"{grey} G" if (grey := grey_of(color)) else f"{rgb(color)} RG"


@dataclass
class PressColors:
    """Converts colours to CMYK inks for the press of an ICC profile; grey text and lines use only black.

    `most` is the largest sum of all four inks on a spot, 1 for each full ink.
    """

    most: float = 2.4
    profile: bytes = field(default_factory=our_profile, repr=False)
    space: ClassVar[str] = "DeviceCMYK"
    _inks: dict[str, Inks] = field(default_factory=dict)
    _missed: dict[str, float] = field(default_factory=dict)
    _texts: dict[str, Inks] = field(default_factory=dict)

    def fill(self, color: str) -> str:
        return f"{_parts(self.inks(color))} k"

    def text(self, color: str) -> str:
        return f"{_parts(self.inks_of_text(color))} k"

    def stroke(self, color: str) -> str:
        return f"{_parts(self.inks_of_text(color))} K"

    def parts(self, color: str) -> tuple[float, ...]:
        """Return the inks of a colour, each 0 to 1, for gradients."""
        return tuple(ink / 255 for ink in self.inks(color))

    def pixel(self, color: str) -> tuple[str, tuple[int, ...]]:
        """Return the colour space of pixels, and the inks of a colour, each 0 to 255."""
        return self.space, tuple(round(255 * part) for part in self.parts(color))

    def is_black(self, color: str) -> bool:
        """Tell whether text of a colour is printed with full black and no other ink."""
        return self.inks_of_text(color) == BLACK

    def inks(self, color: str) -> Inks:
        """Return the inks that look most like a colour; cached."""
        if color not in self._inks:
            self._inks[color] = self._nearest(color)
        return self._inks[color]

    def inks_of_text(self, color: str) -> Inks:
        """Return the inks of text or lines, cached: only black for greys, and full black for dark ones."""
        if color not in self._texts:
            light, a, b = self._lab("RGB", [parts_of(color)])[0]
            blacks: list[Inks] = [(0, 0, 0, black) for black in range(256)]
            if (a * a + b * b) ** 0.5 > NEUTRAL:
                self._texts[color] = self.inks(color)
            elif light < 25:
                self._texts[color] = BLACK
            else:
                lights = [lab[0] for lab in self._lab("CMYK", blacks)]
                self._texts[color] = min(blacks, key=lambda inks: abs(lights[inks[3]] - light))
        return self._texts[color]

    def miss(self, color: str) -> float:
        """Return how far the nearest inks are from a colour, as a distance in CIE L*a*b*; 10 is obvious to the eye."""
        if color not in self._missed:
            target, printed = self._lab("RGB", [parts_of(color)])[0], self._lab("CMYK", [self.inks(color)])[0]
            self._missed[color] = float(_distance(printed, target) ** 0.5)
        return self._missed[color]

    def _nearest(self, color: str) -> Inks:
        """Search the inks nearest to a colour within the limit: hill climbing in steps that become smaller."""
        # A profile only says how inks look, not which inks give a look. From the plain conversion, a little more or
        # less of each ink is tried until nothing looks nearer; distances are in CIE L*a*b* (1976), as the eye sees
        # them.
        if parts_of(color) == (255, 255, 255):
            return (0, 0, 0, 0)
        target = self._lab("RGB", [parts_of(color)])[0]
        cyan, magenta, yellow = (255 - part for part in parts_of(color))
        black = min(cyan, magenta, yellow) // 2
        best = self.within((cyan - black, magenta - black, yellow - black, black))
        distance = _distance(self._lab("CMYK", [best])[0], target)
        for step in STEPS:
            while True:
                choices = [sorted({max(0, ink - step), ink, min(255, ink + step)}) for ink in best]
                neighbours = [inks for inks in product(*choices) if sum(inks) <= 255 * self.most]
                distances = [_distance(lab, target) for lab in self._lab("CMYK", neighbours)]
                nearest = min(range(len(neighbours)), key=distances.__getitem__)
                if distances[nearest] >= distance - 1e-6:
                    break
                (cyan, magenta, yellow, black), distance = neighbours[nearest], distances[nearest]
                best = cyan, magenta, yellow, black
        return best

    def within(self, inks: Inks) -> Inks:
        """Return inks with cyan, magenta and yellow reduced so that the sum of all inks is within the ink limit."""
        cyan, magenta, yellow, black = inks
        room, colors = 255 * self.most - black, cyan + magenta + yellow
        if colors <= room:
            return inks
        part = room / colors
        return int(cyan * part), int(magenta * part), int(yellow * part), black

    def picture(self, pixels: Any) -> Any:
        """Return a Pillow image converted to CMYK; an image in CMYK is returned unchanged."""
        from PIL import ImageFilter

        if pixels.mode == "CMYK":
            return pixels
        # searching inks for millions of pixels would take hours: they are interpolated in a grid of 7 x 7 x 7 colours
        scale = [round(255 * at / (GRID - 1)) for at in range(GRID)]
        table: list[float] = []
        for blue, green, red in product(scale, repeat=3):
            table += [ink / 255 for ink in self.inks(f"#{red:02x}{green:02x}{blue:02x}")]
        return pixels.convert("RGB").filter(ImageFilter.Color3DLUT(GRID, table, channels=4, target_mode="CMYK"))

    # the profile

    @cached_property
    def _transforms(self) -> dict[str, Any]:
        import io

        from PIL import ImageCms

        press = ImageCms.getOpenProfile(io.BytesIO(self.profile))
        screen, lab_profile = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB", 5000)
        build, to_white = ImageCms.buildTransform, ImageCms.Intent.RELATIVE_COLORIMETRIC
        return {
            "RGB": build(screen, lab_profile, "RGB", "LAB", to_white),
            "CMYK": build(press, lab_profile, "CMYK", "LAB", to_white),
        }

    def _lab(self, mode: str, values: Sequence[tuple[int, ...]]) -> list[Lab]:
        """Return how screen colours (mode "RGB") or inks ("CMYK") look, in CIE L*a*b*."""
        from PIL import Image, ImageCms

        image = Image.frombytes(mode, (len(values), 1), bytes(part for value in values for part in value))
        converted: Any = ImageCms.applyTransform(image, self._transforms[mode])
        data = converted.tobytes()  # three bytes per colour, a and b signed
        return [
            (light * 100 / 255, float(a - 256 if a > 127 else a), float(b - 256 if b > 127 else b))
            for light, a, b in zip(data[::3], data[1::3], data[2::3], strict=True)
        ]


def _distance(first: Lab, second: Lab) -> float:
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True))


ColorOperators = ScreenColors | PressColors


def _parts(inks: Inks) -> str:
    return " ".join(f"{ink / 255:.3g}" for ink in inks)
