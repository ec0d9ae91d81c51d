"""Open photos, and read the pages in them, from finding each page to the result of each box.

Pages are known only as prints, photos as pixels.
"""

import io
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image, ImageOps

from generator.geometry import Rect
from generator.page_code import PageCode
from generator.photo.reader import UnreadablePhoto
from generator.photo.reader.added_ink import fields_with_ink, ink_over_print, is_grey
from generator.photo.reader.code_cells import codes_seen
from generator.photo.reader.find import LEAST, PageMatch, find, picture_features
from generator.photo.reader.judge import Judged, TickBoxConstraint, is_pale, judge, sights
from generator.photo.reader.page_print import PER_MM, ImageKeypoints, PagePrint, Pixels, grey_of, in_pixels
from generator.photo.reader.straighten import BESIDE, FIRST_PASSES, GRID, look_again, straighten
from generator.units import mm

MOST_BYTES = 40_000_000
MOST_PIXELS, MOST_IN_WEBP = 51_000_000, 24_000_000  # the decoder of WebP takes four times the memory
MOST_READ = 15_000_000  # pixels; a larger photo is reduced
LEAST_SIDE = 500
FORMATS = ("JPEG", "PNG", "WEBP", "MPO")
HEIF_BRANDS = (b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"heim", b"heis", b"avif")
LEAST_CONTRAST = 6  # of 255


def open_picture(content: bytes) -> Pixels:
    """Return the RGB pixels of an image file, (height, width, 3), 0 to 255; raises UnreadablePhoto.

    The size of the image is checked by the first bytes of the file, before anything is decompressed.
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
    except UnreadablePhoto:
        raise
    except Exception:
        raise UnreadablePhoto("photo_damaged") from None  # any exception of a decoder means a damaged file
    if float(colored[::8, ::8].mean(axis=2).std()) < LEAST_CONTRAST:
        raise UnreadablePhoto("photo_dark")
    return colored


SURE = 110  # matches that must agree on the perspective of a page to read it
SURE_OF_PARTS = 45  # the same for a page of repeated parts, where few keypoints are unambiguous
LARGER = 1.25  # a photo with a resolution higher by this factor is reduced
FINER_SIDE, FINER_FEATURES = 2800, 14_000  # for a photo of several small pages
CODE_TRIES = ((FIRST_PASSES, BESIDE), ((), 3 * BESIDE), ((), 8 * BESIDE))
"""Ways to flatten a page until its code can be read: precise, then ever more robust against repeated patterns."""
CODE_AROUND = 60 * PER_MM  # pixels around a page code that are flattened to read it
ALONE, ROOM = 0.4, 0.5  # a page with a larger part of the photo is alone if no other, half as wide, fits beside it
LEAST_SCALE = 3.5  # pixels per millimetre; with fewer, ticks cannot be recognised
LEAST_LIKENESS = 0.45
MOST_ASKED = 0.25  # part of unsure boxes above which no box can be trusted: the page was flattened wrongly
MOST_MISS = 0.03  # noise (see HandwrittenInkMap) above which ticks cannot be recognised


class DetectedPage(NamedTuple):
    """A page found in a photo: the number of keypoint matches that agree, its possible codes, its corners (4, 2)."""

    agreeing: int
    codes: tuple[PageCode, ...]
    outline: Pixels


class PageReading(NamedTuple):
    """The reading of a page: the results of its boxes, the ids of fields with ink, and the flattened page, 0 to 1.

    `odd` says why the results are trusted less: "pale" marks, "grey" print.
    """

    boxes: dict[str, Judged]
    with_ink: frozenset[str]
    flat: Pixels
    agreeing: int
    enough: int  # matches that must agree
    scale: float  # pixels of the photo per millimetre
    likeness: float  # similarity of its patches to the print, 0 to 1
    miss: float  # noise, see HandwrittenInkMap
    odd: tuple[str, ...] = ()

    @property
    def is_sharp(self) -> bool:
        """Whether the print can be seen well enough to trust the results."""
        return (
            self.agreeing >= self.enough
            and self.scale >= LEAST_SCALE
            and self.likeness >= LEAST_LIKENESS
            and self.miss <= MOST_MISS
        )

    @property
    def is_doubtful(self) -> bool:
        """Whether so many boxes are unsure that it makes no sense to ask a person about them."""
        return [box.ticked for box in self.boxes.values()].count(None) > MOST_ASKED * len(self.boxes)


class PhotoPicture:
    """A photo (RGB, 0 to 255) in which pages are searched; pages found are excluded from further searches."""

    def __init__(self, colors: Pixels) -> None:
        self.colors = colors
        self.features = picture_features(grey_of(colors))
        self._taken: list[Pixels] = []

    def look(self, page: PagePrint) -> DetectedPage | None:
        """Return the place of a page with this print in the photo, and its possible codes; None if it is not found."""
        match = find(page, self.features)
        if match is None:
            return None
        picture, reduced = _no_finer(self.colors, page, match)
        foot, reduced = _around_code(page, reduced)
        codes: tuple[PageCode, ...] = ()
        for passes, neighbours in CODE_TRIES:
            rough = straighten(foot, picture, reduced, passes, neighbours)
            codes = tuple(codes_seen(foot.tone, rough.tone, foot.code))
            if codes:
                break
        return DetectedPage(match.agreeing, codes, outline(page, match))

    def read(
        self,
        page: PagePrint,
        place: DetectedPage,
        boxes: Mapping[str, Rect],
        groups: Iterable[TickBoxConstraint] = (),
        fields: Mapping[str, Rect] | None = None,
    ) -> PageReading | None:
        """Return the results of `boxes`, which constrain each other in `groups`, and which of the `fields` have ink.

        `page` must be the print of exactly this page: the print of another map has other figures at its foot, which
        would shift the match by one box. Unless the page is alone in the photo, only the area of `place` is searched.
        None if the page is not found there.
        """
        match = find(page, self.features if self._is_alone(place) else self._features(place, inside=True))
        if match is None:
            return None
        picture, reduced = _no_finer(self.colors, page, match)
        straight = straighten(page, picture, look_again(page, picture, reduced))
        inked = ink_over_print(page, straight)
        judged = judge(sights(straight, inked, boxes), groups)
        with_ink = fields_with_ink(inked, fields or {})
        oddities = {"pale": is_pale(inked, boxes), "grey": is_grey(page, inked)}
        odd = tuple(reason for reason, is_so in oddities.items() if is_so)
        matches, scale = (match.agreeing, least_matches(page)), scale_of(page, match)
        return PageReading(judged, with_ink, straight.tone, *matches, scale, straight.likeness, inked.miss, odd)

    def leave_out(self, page: DetectedPage) -> bool:
        """Exclude a found page from further searches, which are finer; return whether there may be other pages."""
        if self._is_alone(page):
            return False
        if not self._taken:
            self.features = picture_features(grey_of(self.colors), FINER_SIDE, FINER_FEATURES)
        self._taken.append(page.outline)
        self.features = self._features(page, inside=False)
        return len(self.features.points) >= LEAST

    def _is_alone(self, page: DetectedPage) -> bool:
        """Return whether a page fills so much of the photo that no other page fits beside the pages found."""
        if cv2.contourArea(page.outline) <= ALONE * self.colors[..., 0].size:
            return False
        # The distance transform gives each pixel its distance from the nearest edge of an area. Its maximum is the
        # radius of the largest circle inside: of the free area, and of the page, whose half width it is.
        free_area = np.ones(self.colors.shape[:2], np.uint8)
        for corners in (*self._taken, page.outline):
            cv2.fillConvexPoly(free_area, corners.astype(np.int32), 0)
        page_area = cv2.fillConvexPoly(np.zeros_like(free_area), page.outline.astype(np.int32), 1)
        room, half = (cv2.distanceTransform(np.pad(part, 1), cv2.DIST_L2, 3).max() for part in (free_area, page_area))
        return bool(room < ROOM * half)

    def _features(self, page: DetectedPage, *, inside: bool) -> ImageKeypoints:
        """Return the keypoints of the photo inside the outline of a page, or, if not `inside`, those outside."""
        points = self.features.points
        is_wanted = [
            (cv2.pointPolygonTest(page.outline, (float(x), float(y)), False) >= 0) == inside for x, y in points
        ]
        return ImageKeypoints(points[is_wanted], self.features.looks[is_wanted])


def least_matches(page: PagePrint) -> int:
    """Return how many keypoint matches must agree on the position of a page before the page is read."""
    return SURE_OF_PARTS if page.repeats else SURE


def _around_code(page: PagePrint, match: PageMatch) -> tuple[PagePrint, PageMatch]:
    """Return the part of a page around its code as a small page, and the match for this part."""
    code, (high, wide) = in_pixels(page.code), page.picture.shape
    left, top = (max(0, int(side - CODE_AROUND) // GRID * GRID) for side in (code.x, code.y))
    right, bottom = min(wide, round(code.right + CODE_AROUND)), min(high, round(code.bottom + CODE_AROUND))
    points = mm(1) / PER_MM
    part = PagePrint(page.colors[top:bottom, left:right], {}, page.code.move(-left * points, -top * points))
    aside = np.array([left, top], np.float32)
    moved = np.array([[1, 0, left], [0, 1, top], [0, 0, 1]])
    twins = np.zeros_like(
        match.has_twin
    )  # they do not matter, as the check sum of the code shows whether it was read correctly
    return part, match._replace(matrix=match.matrix @ moved, on_page=match.on_page - aside, has_twin=twins)


def outline(page: PagePrint, match: PageMatch) -> Pixels:
    """Return the corners of a page in the photo, (4, 2)."""
    high, wide = page.picture.shape
    corners = np.array([[[0, 0], [wide, 0], [wide, high], [0, high]]], np.float64)
    return cv2.perspectiveTransform(corners, match.matrix)[0].astype(np.float32)


def in_reading_order(outlines: Sequence[Pixels]) -> list[int]:
    """Return the indexes of pages, by their corners in the photo, in rows from the top, and from the left in a row."""
    rows: list[list[int]] = []
    middles = [corners.mean(axis=0) for corners in outlines]
    for at in sorted(range(len(outlines)), key=lambda at: float(middles[at][1])):
        first = rows[-1][0] if rows else at
        if rows and middles[at][1] - middles[first][1] <= np.ptp(outlines[first][:, 1]) / 2:
            rows[-1].append(at)
        else:
            rows.append([at])
    return [at for row in rows for at in sorted(row, key=lambda at: float(middles[at][0]))]


def scale_of(page: PagePrint, match: PageMatch) -> float:
    """Return the resolution of a page in the photo, in pixels per millimetre."""
    return PER_MM * float(np.sqrt(cv2.contourArea(outline(page, match)) / page.picture.size))


def _no_finer(picture: Pixels, page: PagePrint, match: PageMatch) -> tuple[Pixels, PageMatch]:
    """Return the photo, reduced to the resolution of the print if it is much finer, and the match for the result."""
    finer = scale_of(page, match) / PER_MM
    if finer < LARGER:
        return picture, match
    size = (round(picture.shape[1] / finer), round(picture.shape[0] / finer))
    sides = np.array([size[0] / picture.shape[1], size[1] / picture.shape[0]])
    smaller = np.diag([*sides, 1.0])
    view = match._replace(matrix=smaller @ match.matrix, in_picture=match.in_picture * sides.astype(np.float32))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA), view
