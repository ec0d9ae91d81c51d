"""Reads picture files into pixels: raster formats only, recognised by content, with limited size.

The only module that opens pictures: nothing in a stranger's file is ever run as a program.
"""

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from generator.diagnostics import InvalidInput, SourceLocation, refuse
from generator.frame import ReusableDrawing
from generator.geometry import Matrix, Size
from generator.reading.game_catalogue import MOST_BYTES

SUFFIXES = {"PNG": "png", "JPEG": "jpg", "GIF": "gif", "WEBP": "webp", "BMP": "bmp", "TIFF": "tif"}
FORMATS = tuple(SUFFIXES)
PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".svg")
MOST_PIXELS = 30_000_000
FIRST_SIDEWAYS = 5  # from this orientation on, width and height are swapped
PLAIN = ("L", "RGB", "RGBA", "CMYK")
HINT = f"save it as PNG or JPEG of at most {MOST_PIXELS // 1_000_000} million pixels"


ORIENTATION = 0x0112  # the EXIF tag
# The transform of stored pixels, in a unit square with y up, to the upright picture, by EXIF orientation.
TURNS: dict[int, Matrix] = {
    2: (-1, 0, 0, 1, 1, 0),
    3: (-1, 0, 0, -1, 1, 1),
    4: (1, 0, 0, -1, 0, 1),
    5: (0, -1, -1, 0, 1, 1),
    6: (0, -1, 1, 0, 0, 1),
    7: (0, 1, 1, 0, 0, 0),
    8: (0, 1, -1, 0, 1, 0),
}


class PictureFile(NamedTuple):
    """A picture file, and its size in pixels when upright; `drawing` is the content of a vector drawing (SVG)."""

    path: str
    size: Size
    drawing: ReusableDrawing | None = None


@dataclass(frozen=True, eq=False)
class Picture:
    """The upright pixels of a picture, as a Pillow image of mode L, RGB, RGBA or CMYK.

    `jpeg` is the content of a JPEG file as it is stored, `turn` the matrix that makes its pixels upright.
    """

    pixels: Any
    jpeg: bytes | None = None
    turn: Matrix | None = None

    @property
    def size(self) -> Size:
        return Size(*self.pixels.size)


def read_picture(path: Path) -> Picture:
    """Return a picture, or the first frame of an animation; raises InvalidInput if it is no picture or damaged."""
    from PIL import ImageOps

    with _opened(path) as (source, image):
        image.load()
        plain = image.mode in PLAIN and "transparency" not in image.info
        is_jpeg = image.format == "JPEG" and plain
        turn = TURNS.get(_orientation(image))
        pixels = ImageOps.exif_transpose(image) if turn else image
        return Picture(pixels if plain else _plain(pixels), source.getvalue() if is_jpeg else None, turn)


class PictureCrop(NamedTuple):
    """A part of an upright picture: its top left corner and size, as fractions of the picture's, 0 to 1."""

    left: float
    top: float
    width: float
    height: float


def crop_picture(path: Path, part: PictureCrop) -> bytes:
    """Return a part of a picture, at least one pixel, as the bytes of a file; raises InvalidInput.

    The part of a JPEG is a JPEG of high quality; other formats are written without loss.
    """
    picture = read_picture(path)
    pixels, sink = picture.pixels, io.BytesIO()
    left, right = _pixels_of(part.left, part.width, pixels.width)
    top, bottom = _pixels_of(part.top, part.height, pixels.height)
    form, facts = "TIFF" if pixels.mode == "CMYK" else "PNG", {"icc_profile": pixels.info.get("icc_profile")}
    if picture.jpeg is not None:
        form, facts = "JPEG", {**facts, "quality": 95, "subsampling": 0}
    pixels.crop((left, top, right, bottom)).save(sink, form, **facts)
    return sink.getvalue()


def _pixels_of(begin: float, size: float, length: int) -> tuple[int, int]:
    """Return the first pixel of a part along one side, and the one after its last.

    >>> _pixels_of(0.25, 0.5, 100), _pixels_of(0.999, 0.0001, 100)
    ((25, 75), (99, 100))
    """
    first = min(round(begin * length), length - 1)
    return first, min(max(round((begin + size) * length), first + 1), length)


def picture_suffix(path: Path) -> str:
    """Return the file suffix for the content of a picture; raises InvalidInput."""
    with _opened(path) as (_, image):
        image.load()
        return SUFFIXES.get(image.format or "", "jpg")  # JPEGs of phones may be reported as multi-picture files


def picture_size(path: Path) -> Size:
    """Return the width and height of a picture in pixels, upright; raises InvalidInput."""
    with _opened(path) as (_, image):
        if image.format == "TIFF":
            image.load()  # which makes it upright
        width, height = image.size
        return Size(height, width) if _orientation(image) >= FIRST_SIDEWAYS else Size(width, height)


@contextmanager
def _opened(path: Path) -> Iterator[tuple[io.BytesIO, Any]]:
    """Open a picture; any exception of a decoder becomes InvalidInput."""
    from PIL import Image, UnidentifiedImageError

    try:
        if path.stat().st_size > MOST_BYTES:
            raise _refuse(path, f"it has more than {MOST_BYTES // 1_000_000} MB")
        source = io.BytesIO(path.read_bytes())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(source, formats=FORMATS) as image:
                width, height = image.size
                if width * height > MOST_PIXELS:
                    raise _refuse(path, f"it has {width} x {height} pixels")
                yield source, image
    except InvalidInput:
        raise
    except UnidentifiedImageError:
        raise _refuse(path, f"it is none of {', '.join(FORMATS)}") from None
    except Image.DecompressionBombError:
        raise _refuse(path, "it has far too many pixels") from None
    except Exception:  # decoders may raise anything: SyntaxError, struct.error, IndexError, ...
        raise _refuse(path, "its file is damaged") from None


def _orientation(image: Any) -> int:
    """Return the EXIF orientation of a picture, 1 if it is upright."""
    return int(image.getexif().get(ORIENTATION, 1) or 1)


def _refuse(path: Path, reason: str) -> InvalidInput:
    return refuse("L016", f"cannot use picture {path.name!r}: {reason}", SourceLocation(str(path)), HINT)


def _plain(image: Any) -> Any:
    """Return an image converted to one of the modes in PLAIN."""
    if image.mode[0] in "IF":  # 16-bit greyscale
        return image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if "transparency" in image.info or image.mode in ("LA", "La", "PA", "RGBa"):
        return image.convert("RGBA")
    return image.convert("L" if image.mode == "1" else "RGB")
