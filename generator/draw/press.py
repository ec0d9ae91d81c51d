"""What printing houses ask of a PDF beyond the drawing: the marks of PDF/X-1a:2003."""

from generator.draw.inks import CONDITION

PRESS_INFO = b"/GTS_PDFXVersion (PDF/X-1a:2003)\n"


def press_intent() -> str:
    """Return the output intents that PDF/X-1a asks for: one."""
    identifier, condition = CONDITION
    return (
        f"[<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier({identifier})/RegistryName(http://www.color.org)"
        f"/OutputCondition({_escaped(condition)})/Info({_escaped(condition)})>>]"
    )


def _escaped(text: str) -> str:
    return text.replace("(", "\\(").replace(")", "\\)")
