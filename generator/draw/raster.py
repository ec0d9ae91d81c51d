"""A PDF becomes PNG pictures: the raster of the very page that is printed. The only drawer that imports pypdfium2."""

import io
from collections.abc import Iterator
from typing import Any


def png_pages(pdf: bytes, dpi: float, *, grey: bool = False) -> Iterator[bytes]:
    """Yield each page of a PDF as a PNG with its dpi written in."""
    for picture in pictures(pdf, dpi, grey=grey):
        yield png_bytes(picture, dpi)


def pictures(pdf: bytes, dpi: float, *, grey: bool = False) -> Iterator[Any]:
    """Yield each page of a PDF as a Pillow image."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            yield page.render(scale=dpi / 72, grayscale=grey).to_pil()
    finally:
        document.close()


def png_bytes(picture: Any, dpi: float) -> bytes:
    """Return a Pillow image as a PNG."""
    sink = io.BytesIO()
    picture.save(sink, "PNG", dpi=(dpi, dpi), optimize=False, compress_level=6)
    return sink.getvalue()
