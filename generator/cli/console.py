"""Diagnostics as text, JSON or GitHub annotations, and files written whole or not at all."""

import contextlib
import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

import click

from generator.diagnostics import CannotWrite, Diagnostic


def show_diagnostics(diagnostics: Iterable[Diagnostic], form: str = "text") -> None:
    """Print diagnostics: as text to the error stream, as JSON or GitHub annotations to the output."""
    found = list(diagnostics)
    if form == "json":
        click.echo(json.dumps([as_record(each) for each in found], ensure_ascii=False, indent=2))
    elif form == "github":
        for each in found:
            click.echo(github_line(each))
    else:
        for each in found:
            click.echo(f"{each.place}: {each.severity} {each.code} {each.message}", err=True)
            if each.hint:
                click.echo(f"  hint: {each.hint}", err=True)


def as_record(each: Diagnostic) -> dict[str, object]:
    """Return a diagnostic as plain data."""
    return {
        "path": each.place.path,
        "line": each.place.line,
        "column": each.place.column,
        "severity": each.severity,
        "code": each.code,
        "message": each.message,
        "hint": each.hint,
    }


def github_line(each: Diagnostic) -> str:
    """Return a diagnostic as a workflow command."""
    text = f"{each.message} ({each.hint})" if each.hint else each.message
    text = text.replace("%", "%25").replace("\n", "%0A")
    place = each.place
    severity = "notice" if each.severity == "note" else each.severity
    return f"::{severity} file={place.path},line={place.line},col={place.column},title={each.code}::{text}"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: a temporary neighbour, then a rename; raises CannotWrite."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as fault:
        raise CannotWrite(f"cannot write {path}: {fault.strerror or fault}") from None
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        mask = os.umask(0)
        os.umask(mask)
        part.chmod(0o666 & ~mask)
        part.replace(path)
    except OSError as fault:
        with contextlib.suppress(OSError):
            part.unlink()
        raise CannotWrite(f"cannot write {path}: {fault.strerror or fault}") from None
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
