"""A filled PDF form becomes what was ticked and written in, sheet by sheet. The only reader that imports pypdf."""

import re
from pathlib import Path

from generator.diagnostics import Diagnostic, InvalidInput, Place

HINT = "fill in a sheet that `scrawl print sheets --fillable` made, and save it as PDF"
MOST_BYTES = 50_000_000


def read_form(path: Path, shown: str) -> list[dict[str, str]]:
    """Return for each sheet the ids with what they hold: "yes" for a tick, the words of a text; no empty ones.

    Raises InvalidInput for a file that is no PDF, is locked or damaged, or has no form.
    """
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    place = Place(shown)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InvalidInput([Diagnostic("F001", "the file is far too large for a sheet", place, HINT)])
        with path.open("rb") as source:
            reader = PdfReader(source)
            if reader.is_encrypted:
                raise InvalidInput([Diagnostic("F002", "the PDF is locked with a password", place, "save it unlocked")])
            fields = reader.get_fields() or {}
            held = {name: _held(field.get("/V")) for name, field in fields.items() if "/Kids" not in field}
    except (PyPdfError, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, IndexError) as fault:
        message = f"cannot read the PDF: {str(fault)[:80] or type(fault).__name__}"
        raise InvalidInput([Diagnostic("F001", message, place, HINT)]) from None
    if not held:
        raise InvalidInput([Diagnostic("F003", "the PDF has no form to read", place, HINT)])
    return _by_sheet(held)


def _held(value: object) -> str:
    """Return "yes" for a ticked box, the words of a text, nothing for what is empty."""
    text = "" if value is None else str(value)
    if text.startswith("/"):
        return "" if text == "/Off" else "yes"
    return text.strip()


def _by_sheet(held: dict[str, str]) -> list[dict[str, str]]:
    sheets: dict[int, dict[str, str]] = {}
    for name, value in held.items():
        match = re.fullmatch(r"sheet(\d{1,4})\.(.+)", name)
        number, own = (int(match[1]), match[2]) if match else (1, name)
        sheets.setdefault(number, {})
        if value:
            sheets[number][own] = value
    return [sheets[number] for number in sorted(sheets)]
