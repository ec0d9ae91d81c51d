"""Pictures become images of a PDF: as they are, or in the inks of a printing house."""

import zlib
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFName, PDFObjectReference

from generator.draw.pdf.file import PdfFile
from generator.draw.pdf.inks import parts_of
from generator.draw.pdf.objects import PdfImage, compressed_stream
from generator.draw.pdf.press import PressSettings
from generator.geometry import Matrix
from generator.reading.pictures import Picture

COLOR_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}
MODES = {space: mode for mode, space in COLOR_SPACES.items()}
BAND = 256  # rows of a picture that are compressed at a time


def write_picture(file: PdfFile, picture: Picture) -> tuple[str, Matrix | None]:
    """Write a picture, one unit wide and high and y up; return its name, and how it is turned to stand upright."""
    if file.press:
        return file.name_object(_write_inks(file, file.press, picture.pixels)), None
    if picture.jpeg is not None and picture.pixels.mode in ("L", "RGB"):
        mode, size = picture.pixels.mode, picture.pixels.size
        sideways = picture.turn is not None and picture.turn[0] == 0
        image = PdfImage(size[::-1] if sideways else size, COLOR_SPACES[mode], picture.jpeg, "DCTDecode")
        return file.name_object(file.add_object(image, picture.jpeg)), picture.turn
    pixels = picture.pixels
    if pixels.mode == "RGBA":
        alpha = _write_pixels(file, pixels.getchannel("A"))
        return file.name_object(_write_pixels(file, pixels.convert("RGB"), alpha=alpha)), None
    return file.name_object(_write_pixels(file, pixels if pixels.mode in ("L", "RGB") else pixels.convert("RGB"))), None


def write_shadow(file: PdfFile, color: str, mask: Any) -> str:
    """Write a colour that hides what lies behind it as much as a mask says; return its name."""
    from PIL import Image

    space, parts = ("DeviceRGB", parts_of(color)) if file.press is None else file.press.colors.pixel(color)
    plain = Image.new(MODES[space], mask.size, parts)
    return file.name_object(_write_pixels(file, plain, alpha=_write_pixels(file, mask)))


def _write_inks(file: PdfFile, press: PressSettings, pixels: Any) -> PDFObjectReference:
    """Write a picture in process inks; what is more than half transparent is left out where nothing may be."""
    inks = press.colors.picture(pixels)
    if pixels.mode != "RGBA":
        return _write_pixels(file, inks)
    if press.standard.is_late:
        return _write_pixels(file, inks, alpha=_write_pixels(file, pixels.getchannel("A")))
    left_out = pixels.getchannel("A").point(lambda alpha: 0 if alpha > 127 else 255).convert("1").tobytes()
    facts = {"Type": PDFName("XObject"), "Subtype": PDFName("Image"), "ImageMask": "true", "BitsPerComponent": 1}
    mask = compressed_stream({**facts, "Width": pixels.width, "Height": pixels.height}, left_out)
    return _write_pixels(file, inks, stencil=file.add_object(mask, left_out))


def _write_pixels(
    file: PdfFile,
    pixels: Any,
    alpha: PDFObjectReference | None = None,
    stencil: PDFObjectReference | None = None,
) -> PDFObjectReference:
    """Write pixels without a loss, a band of rows at a time, for large pictures take much memory."""
    press = zlib.compressobj()
    bands = (
        pixels.crop((0, top, pixels.width, min(top + BAND, pixels.height))) for top in range(0, pixels.height, BAND)
    )
    parts = [press.compress(band.tobytes()) for band in bands]
    content = b"".join([*parts, press.flush()])
    image = PdfImage(pixels.size, COLOR_SPACES[pixels.mode], content, "FlateDecode")
    image.smask, image.stencil = alpha, stencil
    return file.add_object(image, content)
