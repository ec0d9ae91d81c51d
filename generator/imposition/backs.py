"""Where backs are printed: mirrored for duplex printing, rotated where needed, corrected for a printer's errors."""

from collections.abc import Iterable, Iterator
from math import cos, radians, sin
from typing import Literal, NamedTuple

from generator.frame import Frame, GroupItem, Item, ReusableDrawing
from generator.geometry import Matrix, Rect, Size, combine, invert, shift

Duplex = Literal["long-edge", "short-edge", "fold", "off"]
Stretch = tuple[float, float]
"""The factors by which a print is enlarged across and along the paper; 1 is the intended size."""

TRUE: Stretch = (1.0, 1.0)


class PrinterProfile(NamedTuple):
    """Measured errors of a printer: shift (points) and rotation (degrees) of backs, and the scale of each side.

    Paper expands and shrinks differently across and along its fibres, and between the two passes.
    """

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    front: Stretch = TRUE
    back: Stretch = TRUE


def turns_over_upright(page: Size, duplex: Duplex) -> bool:
    """Tell whether duplex printing turns a sheet over about its vertical axis, so that left and right are swapped."""
    portrait = page.height >= page.width
    return (duplex == "long-edge") == portrait


class Fold(NamedTuple):
    """The line on which a page is folded: horizontal `at` points from the top, or upright `at` points from the left."""

    at: float
    upright: bool = False


def fold_place(front: Rect, fold: Fold) -> tuple[Rect, bool]:
    """Return the box of a card's back on the other side of a fold, and whether it is rotated by 180 degrees."""
    if fold.upright:
        return Rect(2 * fold.at - front.right, front.y, front.width, front.height), False
    return Rect(front.x, 2 * fold.at - front.bottom, front.width, front.height), True


def printer_matrix(profile: PrinterProfile, page: Size, *, back: bool) -> Matrix:
    """Return the distortion of a page by the printer: scaled about the middle, backs also rotated and shifted."""
    across, along = profile.back if back else profile.front
    angle = radians(profile.angle) if back else 0.0
    c, s = cos(angle), sin(angle)
    mx, my = page.width / 2, page.height / 2
    dx, dy = (profile.x, profile.y) if back else (0.0, 0.0)
    linear: Matrix = (c * across, s * across, -s * along, c * along, 0.0, 0.0)
    return combine(shift(mx + dx, my + dy), combine(linear, shift(-mx, -my)))


def for_printer(frames: Iterable[Frame], profile: PrinterProfile | None, duplex: str = "long-edge") -> Iterator[Frame]:
    """Yield pages distorted to cancel out the errors of a printer; None for `profile` changes nothing.

    A landscape page is first rotated clockwise to portrait, since printers are measured in portrait. Profiles are for
    long-edge duplex; with short-edge duplex backs are printed rotated by 180 degrees, so the shift is negated. Pages
    with identical items share the result.
    """
    if profile is None:
        yield from frames
        return
    if duplex == "short-edge":
        profile = profile._replace(x=-profile.x, y=-profile.y)
    distorted: dict[tuple[int, bool, Size], tuple[tuple[Item, ...], tuple[Item, ...]]] = {}
    for frame in frames:
        back = frame.side == "back"
        lying = frame.size.width > frame.size.height
        page = frame.size.turned if lying else frame.size
        key = (id(frame.items), back, frame.size)
        if key not in distorted:
            turn: Matrix = (0.0, 1.0, -1.0, 0.0, page.width, 0.0) if lying else shift(0, 0)
            matrix = combine(invert(printer_matrix(profile, page, back=back)), turn)
            distorted[key] = (frame.items, (GroupItem(ReusableDrawing(frame.size, frame.items, frame.name), matrix),))
        yield frame._replace(size=page, items=distorted[key][1], trim=None, bleed=None, safe=None)
