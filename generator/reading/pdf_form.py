"""Reads a filled PDF form: the ticked boxes and written texts of each sheet. The only module that imports pypdf."""

import logging
import re
import threading
from pathlib import Path
from typing import Any, NamedTuple

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation

HINT = "fill in a sheet that `scrawl print sheets --fillable` made, and save it as PDF"
IDENTITY = "scrawlpress"  # the field with the identity of a sheet
TICKED = "yes"  # the value of a ticked box
MOST_BYTES = 50_000_000
MOST_MENDS = 10_000
MOST_FIELDS = 20_000  # about sixty sheets of the largest map


class FilledForm(NamedTuple):
    """The values by field id, for each sheet: "yes" for a tick, the text of a text field; empty fields are left out.

    `identities` has the identity of each sheet as text, "" if it has none.
    """

    sheets: list[dict[str, str]]
    identities: list[str]


def read_form(path: Path, label: str) -> FilledForm:
    """Return the values of a filled form.

    Raises InvalidInput for a file that is no PDF, is locked or damaged, or has no form.
    """
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, PyPdfError

    place = SourceLocation(label)
    log, mends = logging.getLogger("pypdf"), _MendCounter()
    log.propagate = False  # its messages would quote the file's content
    log.addHandler(mends)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InvalidInput([Diagnostic("F001", "the file is far too large for a sheet", place, HINT)])
        with path.open("rb") as source:
            reader = PdfReader(source, root_object_recovery_limit=0)  # searching for a root takes half a minute
            if reader.is_encrypted:
                raise InvalidInput([Diagnostic("F002", "the PDF is locked with a password", place, "save it unlocked")])
            if _has_too_many_fields(reader):
                raise InvalidInput([Diagnostic("F001", f"the PDF has more than {MOST_FIELDS} fields", place, HINT)])
            fields = reader.get_fields() or {}
            leaves = {name: field for name, field in fields.items() if "/Kids" not in field}
            values = {_words(name): _field_text(field.get("/V")) for name, field in leaves.items()}
    except (DependencyError, NotImplementedError):  # encryption that needs another library, or is unknown
        raise InvalidInput([Diagnostic("F002", "the PDF is encrypted", place, "save it unlocked")]) from None
    except (PyPdfError, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, IndexError) as fault:
        message = f"cannot read the PDF: {str(fault)[:80] or type(fault).__name__}"
        raise InvalidInput([Diagnostic("F001", message, place, HINT)]) from None
    finally:
        log.removeHandler(mends)
    if not values:
        raise InvalidInput([Diagnostic("F001", "the PDF has no form to read", place, HINT)])
    return _by_sheet(values)


class _MendCounter(logging.Handler):
    """Counts the warnings of pypdf about repairs, and stops reading a file with too many, which may take minutes."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.reads = threading.get_ident()
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += record.thread == self.reads
        if self.count > MOST_MENDS:
            raise ValueError("too much of it is damaged")


def _has_too_many_fields(reader: Any) -> bool:
    """Return whether a form has more than MOST_FIELDS fields; also true for fields that refer to each other."""
    form = reader.root_object.get("/AcroForm")
    waiting, count = [form] if form is not None else [], 0
    while waiting and count + len(waiting) <= MOST_FIELDS:
        count += 1
        field = waiting.pop().get_object()
        waiting += [*field.get("/Fields", ()), *field.get("/Kids", ())]
    return bool(waiting)


def _field_text(value: object) -> str:
    """Return "yes" for a ticked box, the text of a text field, "" for an empty field."""
    from pypdf.generic import NameObject

    if isinstance(value, NameObject):
        return "" if value == "/Off" else TICKED
    return "" if value is None else _words(value).strip()


def _words(value: object) -> str:
    """Return a name or value of a field as text; bytes are decoded as Latin-1."""
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _by_sheet(values: dict[str, str]) -> FilledForm:
    sheets: dict[int, dict[str, str]] = {}
    identities: dict[int, str] = {}
    for name, value in values.items():
        match = re.fullmatch(r"sheet(\d{1,4})\.(.+)", name)
        number, field_id = (int(match[1]), match[2]) if match else (1, name)
        sheets.setdefault(number, {})
        if field_id == IDENTITY:
            identities[number] = value
        elif value:
            sheets[number][field_id] = value
    return FilledForm([sheets[number] for number in sorted(sheets)], [identities.get(n, "") for n in sorted(sheets)])
