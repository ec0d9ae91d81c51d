"""A picture file becomes pixels: raster formats only, told by content and not by name, of bounded size, read whole.

The only module that opens pictures: what a stranger's file holds is never run as a program.
"""

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.diagnostics import InvalidInput, Place, refuse
from generator.geometry import Size

FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")
MOST_PIXELS = 30_000_000
MOST_BYTES = 120_000_000
PLAIN = ("L", "RGB", "RGBA", "CMYK")
HINT = f"save it as PNG or JPEG of at most {MOST_PIXELS // 1_000_000} million pixels"


@dataclass(frozen=True, eq=False)
class Picture:
    """The pixels of a picture as a Pillow image of mode L, RGB, RGBA or CMYK; and its file where that is a JPEG."""

    pixels: Any
    jpeg: bytes | None = None

    @property
    def size(self) -> Size:
        return Size(*self.pixels.size)


def read_picture(path: Path) -> Picture:
    """Return a picture, the first one of an animation; raises InvalidInput for what is none or is damaged."""
    with _opened(path) as (source, image):
        image.load()
        plain = image.mode in PLAIN and "transparency" not in image.info
        is_jpeg = image.format == "JPEG" and plain
        return Picture(image if plain else _plain(image), source.getvalue() if is_jpeg else None)


def picture_size(path: Path) -> Size:
    """Return the width and height of a picture in pixels; raises InvalidInput."""
    with _opened(path) as (_, image):
        return Size(*image.size)


@dataclass
class Pictures:
    """Remembers which files were found sound, as long as they stay the same."""

    _sound: dict[Path, tuple[int, int]] = field(default_factory=dict)

    def check(self, path: Path) -> None:
        """Raise InvalidInput where a file is no picture that can be printed."""
        state = path.stat()
        stamp = (state.st_mtime_ns, state.st_size)
        if self._sound.get(path) != stamp:
            read_picture(path)
            self._sound[path] = stamp


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


def _refuse(path: Path, reason: str) -> InvalidInput:
    return refuse("L016", f"cannot use picture {path.name!r}: {reason}", Place(str(path)), HINT)


def _plain(image: Any) -> Any:
    """Return an image in one of the plain modes."""
    if image.mode[0] in "IF":  # 16 bits of grey
        return image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if "transparency" in image.info or image.mode in ("LA", "La", "PA", "RGBa"):
        return image.convert("RGBA")
    return image.convert("L" if image.mode == "1" else "RGB")
