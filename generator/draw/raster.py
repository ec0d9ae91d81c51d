"""A PDF becomes PNG pictures of its printed pages. The only drawing module that imports pypdfium2."""

import contextlib
import io
from collections.abc import Iterable, Iterator
from math import ceil
from typing import Any

from generator.diagnostics import SourceLocation, refuse
from generator.geometry import Size

MOST_PIXELS = 40_000_000  # of one picture: takes some 300 MB of memory


def check_pixels(sizes: Iterable[Size], dpi: float, place: SourceLocation, hint: str) -> None:
    """Raise InvalidInput if a picture of one of these sizes, in points, would have too many pixels."""
    largest = max((size.width * size.height for size in sizes), default=0.0) * (dpi / 72) ** 2
    if largest > MOST_PIXELS:
        limit_text = f"at most {MOST_PIXELS // 1_000_000} million are drawn"
        raise refuse("C011", f"a picture of {largest / 1e6:.0f} million pixels, {limit_text}", place, hint)


def pictures(
    pdf: bytes, dpi: float, *, grey: bool = False, pixels: Size | None = None, clear: bool = False
) -> Iterator[Any]:
    """Yield each page of a PDF as a Pillow image; `pixels` scales the page to exactly this size.

    With `clear` the background is transparent instead of white.
    """
    with _opened(pdf) as document:
        for page in document:
            yield _render(page, pixels or _pixels(page, dpi), grey=grey, clear=clear)


def page_sizes(pdf: bytes) -> list[Size]:
    """Return the size of each page of a PDF, in points."""
    with _opened(pdf) as document:
        return [Size(*document.get_page_size(number)) for number in range(len(document))]


def page_png(pdf: bytes, number: int, dpi: float) -> bytes:
    """Return one page of a PDF as PNG bytes; the first is number 0."""
    with _opened(pdf) as document:
        page = document[number]
        return png_bytes(_render(page, _pixels(page, dpi), grey=False, clear=False), dpi)


@contextlib.contextmanager
def _opened(pdf: bytes) -> Iterator[Any]:
    """Open a PDF as a pypdfium2 document, and close it at the end of the `with` block."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        yield document
    finally:
        document.close()


def _pixels(page: Any, dpi: float) -> Size:
    return Size(*(ceil(side * dpi / 72 - 0.01) for side in page.get_size()))


def _render(page: Any, size: Size, *, grey: bool, clear: bool) -> Any:
    """Return a page as a Pillow image of this size, antialiased, on white or on a transparent ground."""
    import pypdfium2
    from pypdfium2 import raw

    width, height = int(size.width), int(size.height)
    form = raw.FPDFBitmap_BGRA if clear else raw.FPDFBitmap_Gray if grey else raw.FPDFBitmap_BGR
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, form)
    raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0x00FFFFFF if clear else 0xFFFFFFFF)
    flags = raw.FPDF_ANNOT | (raw.FPDF_GRAYSCALE if grey else 0)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
    picture = bitmap.to_pil().convert("RGBA" if clear else "L" if grey else "RGB")
    bitmap.close()
    page.close()
    return picture


def png_bytes(picture: Any, dpi: float) -> bytes:
    """Return a Pillow image as PNG bytes, marked as sRGB."""
    from PIL.PngImagePlugin import PngInfo

    sink, marks = io.BytesIO(), PngInfo()
    marks.add(b"sRGB", b"\0")
    picture.save(sink, "PNG", dpi=(dpi, dpi), optimize=False, compress_level=3, pnginfo=marks)
    return sink.getvalue()
