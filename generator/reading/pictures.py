"""A picture file becomes pixels: raster formats only, told by content and not by name, of bounded size, read whole.

The only module that opens pictures: what a stranger's file holds is never run as a program.
"""

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from generator.diagnostics import InvalidInput, SourceLocation, refuse
from generator.frame import ReusableDrawing
from generator.geometry import Matrix, Size
from generator.reading.game_catalogue import MOST_BYTES

SUFFIXES = {"PNG": "png", "JPEG": "jpg", "GIF": "gif", "WEBP": "webp", "BMP": "bmp", "TIFF": "tif"}
FORMATS = tuple(SUFFIXES)
MOST_PIXELS = 30_000_000
FIRST_SIDEWAYS = 5  # from this orientation on, width and height change places
PLAIN = ("L", "RGB", "RGBA", "CMYK")
HINT = f"save it as PNG or JPEG of at most {MOST_PIXELS // 1_000_000} million pixels"


ORIENTATION = 0x0112  # of the facts that a camera notes
# How stored pixels, one unit wide and high and y up, are turned to be seen upright, by what the camera notes.
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
    """A file that can be printed, and its size in pixels as it is seen upright; what it draws where it is a drawing."""

    path: str
    size: Size
    drawing: ReusableDrawing | None = None


@dataclass(frozen=True, eq=False)
class Picture:
    """The pixels of a picture, upright, as a Pillow image of mode L, RGB, RGBA or CMYK.

    `jpeg` is its file where that is one; what that holds is turned by `turn` to stand upright.
    """

    pixels: Any
    jpeg: bytes | None = None
    turn: Matrix | None = None

    @property
    def size(self) -> Size:
        return Size(*self.pixels.size)


def read_picture(path: Path) -> Picture:
    """Return a picture, the first one of an animation; raises InvalidInput for what is none or is damaged."""
    from PIL import ImageOps

    with _opened(path) as (source, image):
        image.load()
        plain = image.mode in PLAIN and "transparency" not in image.info
        is_jpeg = image.format == "JPEG" and plain
        turn = TURNS.get(_orientation(image))
        pixels = ImageOps.exif_transpose(image) if turn else image
        return Picture(pixels if plain else _plain(pixels), source.getvalue() if is_jpeg else None, turn)


class PictureCrop(NamedTuple):
    """A part of a picture as it is seen upright: where it begins and how large it is, as parts of the whole, 0 to 1."""

    left: float
    top: float
    width: float
    height: float


def crop_picture(path: Path, part: PictureCrop) -> bytes:
    """Return a part of a picture, one pixel at least, as a file of its own; raises InvalidInput.

    A part of a JPEG is one, finer than it was; any other is written without a loss.
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


def _pixels_of(begin: float, size: float, whole: int) -> tuple[int, int]:
    """Return from which pixel to which other a part reaches.

    >>> _pixels_of(0.25, 0.5, 100), _pixels_of(0.999, 0.0001, 100)
    ((25, 75), (99, 100))
    """
    first = min(round(begin * whole), whole - 1)
    return first, min(max(round((begin + size) * whole), first + 1), whole)


def picture_suffix(path: Path) -> str:
    """Return the suffix that a picture is called by, as its content says; raises InvalidInput."""
    with _opened(path) as (_, image):
        image.load()
        return SUFFIXES.get(image.format or "", "jpg")  # a phone may say that its JPEG has parts


def picture_size(path: Path) -> Size:
    """Return the width and height of a picture in pixels, upright; raises InvalidInput."""
    with _opened(path) as (_, image):
        if image.format == "TIFF":
            image.load()  # which turns it upright
        width, height = image.size
        return Size(height, width) if _orientation(image) >= FIRST_SIDEWAYS else Size(width, height)


@dataclass
class PictureCheckCache:
    """Remembers which files were found sound, as long as they stay the same."""

    _sound: dict[Path, tuple[int, int, Size]] = field(default_factory=dict)

    def size(self, path: Path) -> Size:
        """Return the size of a picture, upright; raises InvalidInput for a file that cannot be printed."""
        state = path.stat()
        known = self._sound.get(path)
        if known is None or known[:2] != (state.st_mtime_ns, state.st_size):
            known = self._sound[path] = (state.st_mtime_ns, state.st_size, read_picture(path).size)
        return known[2]


@contextmanager
def _opened(path: Path) -> Iterator[tuple[io.BytesIO, Any]]:
    """Open a picture; whatever its decoder stumbles over is a fault of the file."""
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
    except Exception:  # decoders raise anything: SyntaxError, struct.error, IndexError, ...
        raise _refuse(path, "its file is damaged") from None


def _orientation(image: Any) -> int:
    """Return how a camera held a picture, 1 for upright."""
    return int(image.getexif().get(ORIENTATION, 1) or 1)


def _refuse(path: Path, reason: str) -> InvalidInput:
    return refuse("L016", f"cannot use picture {path.name!r}: {reason}", SourceLocation(str(path)), HINT)


def _plain(image: Any) -> Any:
    """Return an image in one of the plain modes."""
    if image.mode[0] in "IF":  # 16 bits of grey
        return image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if "transparency" in image.info or image.mode in ("LA", "La", "PA", "RGBa"):
        return image.convert("RGBA")
    return image.convert("L" if image.mode == "1" else "RGB")
