"""Pictures as people send them, opened within bounds: turned as they say, and without where they were taken."""

import io
import warnings

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from generator.photo.reader import UnreadablePhoto
from generator.photo.reader.page_print import Pixels

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
