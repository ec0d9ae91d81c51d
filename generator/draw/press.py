"""What printing houses ask of a PDF beyond the drawing: process inks in pictures, and the marks of PDF/X-1a:2003."""

from typing import Any

CONDITION = ("CGATS TR 001", "SWOP (Publication) printing in USA")
PRESS_INFO = b"/GTS_PDFXVersion(PDF/X-1a:2003)"


def inked(pixels: Any) -> Any:
    """Return the pixels of a picture in process inks, as much black as can be, on white where it was transparent."""
    from PIL import Image, ImageChops

    shown = pixels.convert("RGBA")
    ground = Image.new("RGBA", shown.size, "#ffffff")
    ground.alpha_composite(shown)
    inks = [ImageChops.invert(channel) for channel in ground.convert("RGB").split()]
    black = ImageChops.darker(ImageChops.darker(inks[0], inks[1]), inks[2])
    return Image.merge("CMYK", [*(ImageChops.subtract(ink, black) for ink in inks), black])


def press_intent() -> str:
    """Return the output intent that PDF/X-1a asks for."""
    identifier, condition = CONDITION
    return (
        f"<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier({identifier})/RegistryName(http://www.color.org)"
        f"/OutputCondition({_escaped(condition)})/Info({_escaped(condition)})>>"
    )


def _escaped(text: str) -> str:
    return text.replace("(", "\\(").replace(")", "\\)")
