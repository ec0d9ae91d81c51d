"""Grades of photos: bounds of random values for the effects of a camera, a table and a lamp."""

from typing import NamedTuple

Bounds = tuple[float, float]


class Grade(NamedTuple):
    """Bounds of all effects that spoil a photo. Shares are 0 to 1; lengths in mm on paper, or in pixels of a picture of
    2,592 pixels (5 MP) on its longer side."""

    tilt: Bounds  # degrees that the camera leans away from the paper
    turn: Bounds  # degrees of the page in the picture, to either side
    fills: Bounds  # the share of the picture that the page fills, along the fuller side
    turned: float  # the share of pages on their side or upside down
    curl: Bounds  # mm that the edges stand up
    folds: tuple[float, ...]  # the shares of pages with none, one, two folds
    fold: Bounds  # degrees at a fold
    lens: Bounds  # barrel (below 0) or pincushion at the corner of a picture
    uneven: Bounds  # the share of light that one side lacks
    shadow: Bounds  # how dark a shadow is
    shadowed: float  # the share of pictures with a shadow
    soft: Bounds  # mm over which a shadow ends
    blur: Bounds  # pixels, one standard deviation
    depth: float  # pixels of more blur at the far end
    motion: Bounds  # pixels that the camera moves
    noise: Bounds  # of 255, one standard deviation in mid grey
    warmth: Bounds  # blue against red, 1 is white
    light: Bounds  # how bright white paper is
    jpeg: tuple[int, int]  # quality
    thumb: float  # the share of pictures with a thumb
    under: Bounds  # mm that a thumb reaches over the page


GRADES = {
    "good": Grade(
        tilt=(0, 6), turn=(0, 4), fills=(0.86, 0.96), turned=0.0, curl=(0, 1.5), folds=(1.0,), fold=(0, 0), lens=(-0.01, 0.01),
        uneven=(0.02, 0.15), shadow=(0.05, 0.2), shadowed=0.4, soft=(15, 40), blur=(0.45, 0.75), depth=0.1, motion=(0, 0.3),
        noise=(0.8, 1.8), warmth=(0.92, 1.05), light=(0.72, 0.9), jpeg=(86, 95), thumb=0.05, under=(2, 6),
    ),
    "fair": Grade(
        tilt=(3, 15), turn=(0, 9), fills=(0.75, 0.93), turned=0.15, curl=(0.5, 5), folds=(0.65, 0.3, 0.05), fold=(2, 9),
        lens=(-0.025, 0.02), uneven=(0.08, 0.35), shadow=(0.12, 0.42), shadowed=0.6, soft=(6, 35), blur=(0.6, 1.15), depth=0.35,
        motion=(0, 1.4), noise=(1.5, 3.5), warmth=(0.78, 1.1), light=(0.55, 0.88), jpeg=(72, 90), thumb=0.2, under=(3, 9),
    ),
    "poor": Grade(
        tilt=(10, 25), turn=(0, 14), fills=(0.62, 0.88), turned=0.3, curl=(2, 9), folds=(0.35, 0.4, 0.25), fold=(5, 18),
        lens=(-0.05, 0.04), uneven=(0.2, 0.55), shadow=(0.3, 0.65), shadowed=0.8, soft=(1.5, 20), blur=(0.9, 1.9), depth=0.8,
        motion=(0, 3.2), noise=(3, 7), warmth=(0.66, 1.15), light=(0.4, 0.82), jpeg=(45, 76), thumb=0.3, under=(4, 12),
    ),
}  # fmt: skip
