"""The parts of a PDF that printing houses require in addition to the drawing: PDF/X entries, printing condition."""

import io
from pathlib import Path
from typing import Any, NamedTuple

from generator.diagnostics import SourceLocation, refuse
from generator.draw.pdf.inks import OUR_CONDITION, PressColors, our_profile
from generator.draw.pdf.metadata import escape_xml

MOST_BYTES = 20_000_000
REGISTRY = "http://www.color.org"
OTHER = "Custom"  # the identifier of a condition that is not registered


class Standard(NamedTuple):
    """A PDF/X standard: its name, its PDF version, and whether it `is_late`.

    A late standard allows transparency, is declared in XMP, and has the ICC profile embedded in the file.
    """

    name: str
    version: tuple[int, int]
    is_late: bool = False


X1A = Standard("PDF/X-1a:2003", (1, 4))
X4 = Standard("PDF/X-4", (1, 6), is_late=True)


class PrintCondition(NamedTuple):
    """A printing condition: its description, its ICC profile, and its name in the ICC registry or ""."""

    called: str
    profile: bytes
    registered: str = ""


class PressSettings(NamedTuple):
    """How a file for a printing house is made: inks for colours, PDF/X standard, printing condition."""

    colors: PressColors
    standard: Standard
    condition: PrintCondition


def press_job(most: float, standard: Standard = X1A, condition: PrintCondition | None = None) -> PressSettings:
    """Return settings with an ink limit `most` (1 for each full ink); the default condition is SWOP."""
    registered, description = OUR_CONDITION
    condition = condition or PrintCondition(description, our_profile(), registered)
    return PressSettings(PressColors(most, condition.profile), standard, condition)


def read_condition(path: Path, registered: str = "") -> PrintCondition:
    """Return the printing condition of an ICC profile file; raises InvalidInput unless it is a CMYK output profile."""
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
        kind = "no profile" if facts is None else f"a profile of {facts.xcolor_space.strip()} ({facts.device_class})"
        hint = "take the output profile (CMYK) that the printing house names, such as PSOcoated_v3.icc"
        raise refuse("P048", f"{path.name} is {kind}, not that of a press", SourceLocation(str(path)), hint)
    return PrintCondition((facts.profile_description or path.stem).strip(), content, registered)


def press_info(standard: Standard) -> bytes:
    """Return the entry of the document information that declares an early standard; empty for a late standard."""
    return b"" if standard.is_late else f"/GTS_PDFXVersion ({standard.name})\n".encode()


def press_facts(standard: Standard, document: str) -> str:
    """Return the XMP elements that declare a late standard; `document` is the hex digest of the file."""
    number = f"uuid:{document[:8]}-{document[8:12]}-{document[12:16]}-{document[16:20]}-{document[20:]}"
    name = escape_xml(standard.name)
    return f"""<pdf:Trapped>False</pdf:Trapped>
<pdfxid:GTS_PDFXVersion xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">{name}</pdfxid:GTS_PDFXVersion>
<xmpMM:DocumentID xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">{number}</xmpMM:DocumentID>
<xmpMM:RenditionClass xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">default</xmpMM:RenditionClass>
<xmpMM:VersionID xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">1</xmpMM:VersionID>"""


def press_intent(condition: PrintCondition, text: Any, profile: str) -> str:
    """Return the output intent of a file; `text` writes a string, `profile` is a reference to the profile or ""."""
    registry = f"/RegistryName{text(REGISTRY)}" if condition.registered else ""
    inside = f"/DestOutputProfile {profile}" if profile else ""
    return (
        f"[<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier{text(condition.registered or OTHER)}{registry}"
        f"/OutputCondition{text(condition.called)}/Info{text(condition.called)}{inside}>>]"
    )
