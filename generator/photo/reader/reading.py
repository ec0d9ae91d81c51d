"""A page in a picture, opened, found and read to the chance of each box. Knows pages as prints, pictures as pixels."""

import io
import warnings
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from generator.geometry import Rect
from generator.page_code import PageCode
from generator.photo.reader import UnreadablePhoto
from generator.photo.reader.added_ink import fields_with_ink, ink_over_print
from generator.photo.reader.code_cells import codes_seen
from generator.photo.reader.find import LEAST, PageMatch, find, picture_features
from generator.photo.reader.judge import Judged, TickBoxConstraint, judge, sights
from generator.photo.reader.page_print import PER_MM, ImageKeypoints, PagePrint, Pixels, grey_of, in_pixels
from generator.photo.reader.straighten import BESIDE, FIRST_PASSES, GRID, look_again, straighten
from generator.units import mm

MOST_BYTES = 40_000_000
MOST_PIXELS, MOST_IN_WEBP = 51_000_000, 24_000_000  # the decoder of WebP takes four times the memory
MOST_READ = 15_000_000  # pixels that are looked at; a larger picture is made smaller
LEAST_SIDE = 500
FORMATS = ("JPEG", "PNG", "WEBP", "MPO")
HEIF_BRANDS = (b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"heim", b"heis", b"avif")
LEAST_CONTRAST = 6  # of 255


def open_picture(content: bytes) -> Pixels:
    """Return the pixels of a picture as it is looked at, (height, width, 3), 0 to 255; raises UnreadablePhoto.

    Its size is told by its first bytes, before anything of it is unpacked.
    """
    if len(content) > MOST_BYTES:
        raise UnreadablePhoto("photo_large")
    if content[4:8] == b"ftyp" and content[8:12] in HEIF_BRANDS:
        raise UnreadablePhoto("photo_heic")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(content), formats=FORMATS) as picture:
                wide, high = picture.size
                if wide * high > (MOST_IN_WEBP if picture.format == "WEBP" else MOST_PIXELS):
                    raise UnreadablePhoto("photo_large")
                if min(wide, high) < LEAST_SIDE:
                    raise UnreadablePhoto("photo_small")
                if wide * high > MOST_READ:
                    part = (MOST_READ / (wide * high)) ** 0.5
                    picture.thumbnail((int(part * wide), int(part * high)), reducing_gap=1.0)
                ImageOps.exif_transpose(picture, in_place=True)
                colored = np.asarray(picture if picture.mode == "RGB" else picture.convert("RGB"))
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError, EOFError):
        raise UnreadablePhoto("photo_damaged") from None
    except Exception as fault:
        if isinstance(fault, UnreadablePhoto):
            raise
        raise UnreadablePhoto("photo_damaged") from None  # a decoder of a library met what it did not expect
    if float(colored[::8, ::8].mean(axis=2).std()) < LEAST_CONTRAST:
        raise UnreadablePhoto("photo_dark")
    return colored


SURE = 110  # matches that agree on the flat view of a page; with fewer it is not to be read
SURE_OF_PARTS = 45  # and of a page that is the same thing several times, where few places look like no other
LARGER = 1.25  # a picture with so many more pixels to a millimetre is made smaller
FINER_SIDE, FINER_FEATURES = 2800, 14_000  # for a picture in which several small pages lie
CODE_TRIES = ((FIRST_PASSES, BESIDE), ((), 3 * BESIDE), ((), 8 * BESIDE))
"""How a page is made flat to read its code, until one is read: closely, then ever less misled by what looks alike."""
CODE_AROUND = 60 * PER_MM  # pixels around a code whose patches tell how it lies
ALONE, ROOM = 0.4, 0.5  # a page that takes more of the picture lies there alone if none half as wide has room beside it
LEAST_SCALE = 3.5  # pixels to a millimetre below which ticks are not told
LEAST_LIKENESS = 0.45
MOST_ASKED = 0.25  # of its boxes, beyond which what seems sure is not to be trusted either: the page is bent otherwise
MOST_MISS = 0.03  # ink that is seen where there is none, beyond which ticks are not told


class DetectedPage(NamedTuple):
    """A page that was found in a picture: matches that agree, the codes that may stand on it, and its corners."""

    agreeing: int
    codes: tuple[PageCode, ...]
    outline: Pixels


class PageReading(NamedTuple):
    """A page that was read: its boxes, the fields that something is written in, and the page made flat, 0 to 1."""

    boxes: dict[str, Judged]
    with_ink: frozenset[str]
    flat: Pixels
    agreeing: int
    enough: int  # matches that are to agree
    scale: float  # pixels of the picture to a millimetre
    likeness: float  # of its patches to the print, 0 to 1
    miss: float  # how much ink is seen where there is none

    @property
    def is_sharp(self) -> bool:
        """Tell whether its print is seen well enough to be read."""
        return (
            self.agreeing >= self.enough
            and self.scale >= LEAST_SCALE
            and self.likeness >= LEAST_LIKENESS
            and self.miss <= MOST_MISS
        )

    @property
    def is_doubtful(self) -> bool:
        """Tell whether more of its boxes than may be asked about cannot be told."""
        return [box.ticked for box in self.boxes.values()].count(None) > MOST_ASKED * len(self.boxes)


class PhotoPicture:
    """A picture (red, green and blue, 0 to 255) in which pages are looked for; those found are looked for no more."""

    def __init__(self, colors: Pixels) -> None:
        self.colors = colors
        self.features = picture_features(grey_of(colors))
        self._taken: list[Pixels] = []

    def look(self, page: PagePrint) -> DetectedPage | None:
        """Return where a page like this one lies, with the codes that may stand on it, or None."""
        found = find(page, self.features)
        if found is None:
            return None
        picture, near = _no_finer(self.colors, page, found)
        foot, near = _around_code(page, near)
        codes: tuple[PageCode, ...] = ()
        for passes, beside in CODE_TRIES:
            rough = straighten(foot, picture, near, passes, beside)
            codes = tuple(codes_seen(foot.tone, rough.tone, foot.code))
            if codes:
                break
        return DetectedPage(found.agreeing, codes, outline(page, found))

    def read(
        self,
        page: PagePrint,
        seen: DetectedPage,
        boxes: Mapping[str, Rect],
        groups: Iterable[TickBoxConstraint] = (),
        fields: Mapping[str, Rect] | None = None,
    ) -> PageReading | None:
        """Return what is ticked on a page whose print is this one, in groups of boxes that tell of each other, and in
        which fields anything is written; None where it is not found after all.

        It is looked for by its own print: a page of another map has other figures at its foot, by which boxes there
        would be found one place aside. Where others may lie beside it, it is looked for where it was seen.
        """
        found = find(page, self.features if self._is_alone(seen) else self._features(seen, inside=True))
        if found is None:
            return None
        picture, near = _no_finer(self.colors, page, found)
        straight = straighten(page, picture, look_again(page, picture, near))
        inked = ink_over_print(page, straight)
        judged = judge(sights(straight, inked, boxes), groups)
        with_ink = fields_with_ink(inked, fields or {})
        matches, scale = (found.agreeing, least_matches(page)), scale_of(page, found)
        return PageReading(judged, with_ink, straight.tone, *matches, scale, straight.likeness, inked.miss)

    def leave_out(self, seen: DetectedPage) -> bool:
        """Look no more where a page was found; tells whether others may lie beside it, and looks for them finely."""
        if self._is_alone(seen):
            return False
        if not self._taken:
            self.features = picture_features(grey_of(self.colors), FINER_SIDE, FINER_FEATURES)
        self._taken.append(seen.outline)
        self.features = self._features(seen, inside=False)
        return len(self.features.points) >= LEAST

    def _is_alone(self, seen: DetectedPage) -> bool:
        """Tell whether a page takes so much of the picture that no other has room beside those found."""
        if cv2.contourArea(seen.outline) <= ALONE * self.colors[..., 0].size:
            return False
        free = np.ones(self.colors.shape[:2], np.uint8)
        for each in (*self._taken, seen.outline):
            cv2.fillConvexPoly(free, each.astype(np.int32), 0)
        own = cv2.fillConvexPoly(np.zeros_like(free), seen.outline.astype(np.int32), 1)
        room, half = (cv2.distanceTransform(np.pad(part, 1), cv2.DIST_L2, 3).max() for part in (free, own))
        return bool(room < ROOM * half)

    def _features(self, seen: DetectedPage, *, inside: bool) -> ImageKeypoints:
        """Return the features where a page was seen, or all others."""
        points = self.features.points
        kept = [(cv2.pointPolygonTest(seen.outline, (float(x), float(y)), False) >= 0) == inside for x, y in points]
        return ImageKeypoints(points[kept], self.features.looks[kept])


def least_matches(page: PagePrint) -> int:
    """Return how many matches have to agree on where a page lies, so that it can be read."""
    return SURE_OF_PARTS if page.repeats else SURE


def _around_code(page: PagePrint, found: PageMatch) -> tuple[PagePrint, PageMatch]:
    """Return the part of a page that tells how its code lies, as a page of its own, and where it lies."""
    code, (high, wide) = in_pixels(page.code), page.picture.shape
    left, top = (max(0, int(side - CODE_AROUND) // GRID * GRID) for side in (code.x, code.y))
    right, bottom = min(wide, round(code.right + CODE_AROUND)), min(high, round(code.bottom + CODE_AROUND))
    points = mm(1) / PER_MM
    part = PagePrint(page.colors[top:bottom, left:right], {}, page.code.move(-left * points, -top * points))
    aside = np.array([left, top], np.float32)
    moved = np.array([[1, 0, left], [0, 1, top], [0, 0, 1]])
    return part, found._replace(matrix=found.matrix @ moved, on_page=found.on_page - aside)


def outline(page: PagePrint, found: PageMatch) -> Pixels:
    """Return the corners of a page in the picture, (4, 2)."""
    high, wide = page.picture.shape
    corners = np.array([[[0, 0], [wide, 0], [wide, high], [0, high]]], np.float64)
    return cv2.perspectiveTransform(corners, found.matrix)[0].astype(np.float32)


def scale_of(page: PagePrint, found: PageMatch) -> float:
    """Return how many pixels a millimetre of the page has in the picture."""
    return PER_MM * float(np.sqrt(cv2.contourArea(outline(page, found)) / page.picture.size))


def _no_finer(picture: Pixels, page: PagePrint, found: PageMatch) -> tuple[Pixels, PageMatch]:
    """Return a picture made smaller where it has far more pixels than the print, and the view of it."""
    finer = scale_of(page, found) / PER_MM
    if finer < LARGER:
        return picture, found
    size = (round(picture.shape[1] / finer), round(picture.shape[0] / finer))
    sides = np.array([size[0] / picture.shape[1], size[1] / picture.shape[0]])
    smaller = np.diag([*sides, 1.0])
    view = found._replace(matrix=smaller @ found.matrix, in_picture=found.in_picture * sides.astype(np.float32))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA), view
