"""What printing houses ask of a PDF beyond the drawing: process inks in pictures, and the marks of PDF/X-1a:2003."""

from typing import Any

CONDITION = ("CGATS TR 001", "SWOP (Publication) printing in USA")


def inked(pixels: Any) -> Any:
    """Return the pixels of a picture in process inks, as much black as can be, on white where it was transparent."""
    from PIL import Image, ImageChops

    shown = pixels.convert("RGBA")
    ground = Image.new("RGBA", shown.size, "#ffffff")
    ground.alpha_composite(shown)
    inks = [ImageChops.invert(channel) for channel in ground.convert("RGB").split()]
    black = ImageChops.darker(ImageChops.darker(inks[0], inks[1]), inks[2])
    return Image.merge("CMYK", [*(ImageChops.subtract(ink, black) for ink in inks), black])


def mark_for_press(document: Any) -> None:
    """Write the output intent and the version keys that PDF/X-1a asks for into a reportlab document."""
    from reportlab.pdfbase import pdfdoc

    intent = pdfdoc.PDFDictionary(
        {
            "Type": pdfdoc.PDFName("OutputIntent"),
            "S": pdfdoc.PDFName("GTS_PDFX"),
            "OutputConditionIdentifier": pdfdoc.PDFString(CONDITION[0]),
            "OutputCondition": pdfdoc.PDFString(CONDITION[1]),
            "RegistryName": pdfdoc.PDFString("http://www.color.org"),
            "Info": pdfdoc.PDFString(CONDITION[1]),
        }
    )
    catalog = document.Catalog
    catalog.OutputIntents = pdfdoc.PDFArray([intent])
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
    plain = document.info.format

    def with_version(doc: Any) -> bytes:
        text: bytes = plain(doc)
        return text.rstrip()[:-2] + b" /GTS_PDFXVersion (PDF/X-1a:2003)\n>>"

    document.info.format = with_version
