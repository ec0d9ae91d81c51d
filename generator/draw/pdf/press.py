"""What printing houses ask of a PDF beyond the drawing: the marks of PDF/X, and the condition that it is printed in."""

import io
from pathlib import Path
from typing import Any, NamedTuple

from generator.diagnostics import SourceLocation, refuse
from generator.draw.pdf.inks import OUR_CONDITION, PressColors, our_profile
from generator.draw.pdf.metadata import escape_xml

MOST_BYTES = 20_000_000
REGISTRY = "http://www.color.org"
OTHER = "Custom"  # the identifier of a condition that no registry knows


class Standard(NamedTuple):
    """Rules of files for printing houses: their name, their version of PDF, and whether things may be see-through.

    Where they may, the facts of the file say so as XMP, and the profile of the press lies in the file.
    """

    name: str
    version: tuple[int, int]
    is_late: bool = False


X1A = Standard("PDF/X-1a:2003", (1, 4))
X4 = Standard("PDF/X-4", (1, 6), is_late=True)


class PrintCondition(NamedTuple):
    """What a file is printed with: the name of the condition as the registry of profiles knows it, or none; what it is
    called, and its profile."""

    called: str
    profile: bytes
    registered: str = ""


class PressSettings(NamedTuple):
    """How a file for a printing house is made: the inks for colours, which rules it keeps, what it is printed with."""

    colors: PressColors
    standard: Standard
    condition: PrintCondition


def press_job(most: float, standard: Standard = X1A, condition: PrintCondition | None = None) -> PressSettings:
    """Return a job with so much ink at most, 1 for each of the four, for our condition where no other is given."""
    condition = condition or our_condition()
    return PressSettings(PressColors(most, condition.profile), standard, condition)


def our_condition() -> PrintCondition:
    """Return the printing condition that files are made for where no other is asked for: SWOP."""
    registered, called = OUR_CONDITION
    return PrintCondition(called, our_profile(), registered)


def read_condition(path: Path, registered: str = "") -> PrintCondition:
    """Return the condition that a profile of a press tells; raises InvalidInput for what is no such profile."""
    from PIL import ImageCms

    content = path.read_bytes() if path.stat().st_size <= MOST_BYTES else b""
    if not content:
        message = f"{path.name} is empty, or larger than {MOST_BYTES // 1_000_000} MB"
        hint = "take the profile of a press as the printing house offers it"
        raise refuse("P048", message, SourceLocation(str(path)), hint)
    try:
        facts: Any = ImageCms.getOpenProfile(io.BytesIO(content)).profile
    except (OSError, ImageCms.PyCMSError):
        facts = None
    if facts is None or facts.device_class != "prtr" or facts.xcolor_space.strip() != "CMYK":
        what = "no profile" if facts is None else f"a profile of {facts.xcolor_space.strip()} ({facts.device_class})"
        hint = "take the output profile (CMYK) that the printing house names, such as PSOcoated_v3.icc"
        raise refuse("P048", f"{path.name} is {what}, not that of a press", SourceLocation(str(path)), hint)
    return PrintCondition((facts.profile_description or path.stem).strip(), content, registered)


def press_info(standard: Standard) -> bytes:
    """Return the fact by which earlier rules are told; later ones are told by `press_facts`."""
    return b"" if standard.is_late else f"/GTS_PDFXVersion ({standard.name})\n".encode()


def press_facts(standard: Standard, document: str) -> str:
    """Return what XMP tells of a file for a printing house, by the digest of the document."""
    number = f"uuid:{document[:8]}-{document[8:12]}-{document[12:16]}-{document[16:20]}-{document[20:]}"
    name = escape_xml(standard.name)
    return f"""<pdf:Trapped>False</pdf:Trapped>
<pdfxid:GTS_PDFXVersion xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">{name}</pdfxid:GTS_PDFXVersion>
<xmpMM:DocumentID xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">{number}</xmpMM:DocumentID>
<xmpMM:RenditionClass xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">default</xmpMM:RenditionClass>
<xmpMM:VersionID xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">1</xmpMM:VersionID>"""


def press_intent(condition: PrintCondition, text: Any, profile: str) -> str:
    """Return the output intent of a file; `text` writes a string, `profile` refers to that of the press, or is ""."""
    registry = f"/RegistryName{text(REGISTRY)}" if condition.registered else ""
    inside = f"/DestOutputProfile {profile}" if profile else ""
    return (
        f"[<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier{text(condition.registered or OTHER)}{registry}"
        f"/OutputCondition{text(condition.called)}/Info{text(condition.called)}{inside}>>]"
    )
