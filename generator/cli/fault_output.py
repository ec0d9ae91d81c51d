"""Prints faults for people: the message, the line of the file with a caret below, a hint; in colour on terminals."""

import contextlib
import functools
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from generator.cli.console import as_json, say, say_parts, visible
from generator.diagnostics import Diagnostic, SourceLocation, attempt, group_faults
from generator.game.words import FALLBACK, SCORER, Words, find_language, machinery_languages, machinery_words
from generator.reading.game_catalogue import GameCatalogue

MOST_SHOWN = 200
MOST_BYTES = 8_000_000  # larger files are not shown
WIDEST = 96  # characters of a source line
COLORS = {"error": "red", "warning": "yellow", "note": "cyan"}
_CELL = re.compile(r'"(?:[^"]|"")*"|[^,;\t]*')
_WORD = re.compile(r""""[^"]*"|'[^']*'|:[\w-]+:|[^\s,{}\[\]]+""")


def show_diagnostics(diagnostics: Iterable[Diagnostic], form: str = "text") -> None:
    """Print diagnostics: as text to the error stream, or as JSON or GitHub annotations to the output stream."""
    faults = group_faults(diagnostics)  # faults with the same cause become one
    if form == "json":
        say(as_json([as_record(fault) for fault in faults]))
    elif form == "github":
        for fault in faults:
            say(github_line(fault))
    elif faults:
        show_faults(faults)


def show_faults(grouped: Sequence[Diagnostic]) -> None:
    """Print faults to the error stream, with the lines of their files."""
    lines_of, words = functools.cache(_lines_of), fault_words()
    severities = {"error": words.say("error"), "warning": words.say("warning"), "note": words.say("note")}
    for fault in grouped[:MOST_SHOWN]:
        severity = (severities[fault.severity], COLORS[fault.severity])
        say_parts((f"{fault.place}", "white"), (": ", None), severity, (f" {fault.code} {fault.message}", None))
        for margin, caret in _caret_lines(fault, lines_of(fault.place.path) if fault.place.line else ()):
            say_parts((margin, None), (caret, COLORS[fault.severity]))
        if fault.hint:
            say_parts((f"  {words.say('hint')}:", "cyan"), (f" {fault.hint}", None))
    if len(grouped) > MOST_SHOWN:
        say(words.say("more_faults", count=len(grouped) - MOST_SHOWN), err=True)


def request_fault(fault: Diagnostic) -> str:
    """Return a fault of an option as a sentence that names the option."""
    message = fault.message if fault.place.path in fault.message else f"{fault.place}: {fault.message}"
    return f"{message}; {fault.hint}" if fault.hint else message


def summed_up(faults: Iterable[Diagnostic]) -> str:
    """Return the numbers of errors and warnings in words; faults with the same cause count once.

    >>> summed_up([])
    'no faults'
    """
    severities = [fault.severity for fault in group_faults(faults)]
    words = fault_words()
    errors, warnings = severities.count("error"), severities.count("warning")
    counts = [words.say("told_errors", count=errors)] if errors else []
    counts += [words.say("told_warnings", count=warnings)] if warnings else []
    return ", ".join(counts) or words.say("no_faults")


def fault_words() -> Words:
    """Return the words around faults ("error", "hint") in the language of the command, else in English."""
    context = click.get_current_context(silent=True)
    meta = context.meta if context else {}
    catalogue = GameCatalogue.at(meta.get("home"))
    language = find_language(catalogue, str(meta.get("lang") or FALLBACK), machinery_languages(catalogue, SCORER))
    words = machinery_words(catalogue, language or FALLBACK, SCORER)
    if attempt([], lambda: words.say("error")) is None:  # the words themselves are faulty
        return machinery_words(GameCatalogue(catalogue.roots[-1:]), FALLBACK, SCORER)
    return words


def as_record(fault: Diagnostic) -> dict[str, object]:
    """Return a diagnostic as plain data."""
    return {
        "path": fault.place.path,
        "line": fault.place.line,
        "column": fault.place.column,
        "severity": fault.severity,
        "code": fault.code,
        "message": fault.message,
        "hint": fault.hint,
    }


def github_line(fault: Diagnostic) -> str:
    """Return a diagnostic as a GitHub workflow command; quoted text cannot start another command."""
    text = f"{fault.message} ({fault.hint})" if fault.hint else fault.message
    place = fault.place
    severity = "notice" if fault.severity == "note" else fault.severity
    path = _message(place.path).replace(":", "%3A").replace(",", "%2C")
    at = f"file={path},line={place.line},col={place.column}" if place.line else ""
    return f"::{severity} {at}{',' if at else ''}title={fault.code}::{_message(text)}"


def _message(text: str) -> str:
    return visible(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _caret_lines(fault: Diagnostic, lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return two pairs (text, caret): for the line of the file with the fault, and for the caret below this line.

    Empty if the fault has no line, or the line cannot be shown.
    """
    if not 0 < fault.place.line <= len(lines):
        return []
    line = lines[fault.place.line - 1].replace("\t", " ")
    begin, end = marked_span(line, fault.place, fault.value)
    cut = max(0, min(begin - WIDEST // 3, len(line) - WIDEST))
    excerpt, caret = line[cut : cut + WIDEST], "^" * max(1, min(end, cut + WIDEST) - begin)
    if not excerpt.strip() or visible(excerpt) != excerpt:
        return []
    margin = " " * len(str(fault.place.line))
    return [(f"  {fault.place.line} | {excerpt.rstrip()}", ""), (f"  {margin} | {' ' * (begin - cut)}", caret)]


def _lines_of(relative_path: str) -> Sequence[str]:
    """Return the lines of a file that faults name as their place; empty if it cannot be shown."""
    context = click.get_current_context(silent=True)
    home = context.meta.get("home") if context else None
    for folder in (Path(), *GameCatalogue.at(home).roots):
        path = folder / relative_path
        with contextlib.suppress(OSError, ValueError):  # a file that cannot be read is a fault of its own
            if path.is_file() and path.suffix.lower() != ".xlsx" and path.stat().st_size <= MOST_BYTES:
                return path.read_text(encoding="utf-8-sig").splitlines()
    return ()


def marked_span(line: str, place: SourceLocation, value: str = "") -> tuple[int, int]:
    """Return the start and end offset of what to mark in a line: `value`, else the word or cell at `place`.

    >>> marked_span("  icon: boot  # x", SourceLocation("a.yaml", 1, 9))
    (8, 12)
    >>> marked_span("a,b;c,d", SourceLocation("a.csv", 1, 2))
    (2, 3)
    """
    if place.path.lower().endswith(".csv"):
        begin = 0
        for _ in range(place.column - 1):
            begin = min(_cell_end(line, begin) + 1, len(line))
        end = _cell_end(line, begin)
    else:
        begin = min(place.column - 1, len(line))
        word = _WORD.match(line, begin)
        end = word.end() if word else begin + 1
    at = line.find(value, begin) if value else -1
    return (at, at + len(value)) if at >= 0 else (begin, end)


def _cell_end(line: str, at: int) -> int:
    """Return the end offset of the table cell that begins at the offset `at` of a line, for any delimiter."""
    cell = _CELL.match(line, at)
    return cell.end() if cell else at
