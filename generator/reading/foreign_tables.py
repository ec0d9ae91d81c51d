"""Reads tables in foreign formats as headings and rows of text: CSV, TSV, XLSX, ODS, a list in JSON, or pasted text.

The format is recognised from the content, and so are the encoding, the delimiter, and a title above the headings; each
assumption is noted. Places are rows and columns of the file, from 1.
"""

import html
import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, time
from pathlib import Path
from typing import Any, NamedTuple

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, bare_place, did_you_mean, for_column, refuse
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.headings import is_above_headings, is_headed, table_words, tidy_cell
from generator.reading.pictures import PICTURE_SUFFIXES
from generator.reading.tables import delimiter_of, rows_of_csv
from generator.reading.workbooks import MAX_CELLS, MAX_COLUMNS, MAX_ROWS, UNLOCK, Row, sheet_names, workbook_rows

MOST_JSON_DEPTH = 6
_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"  # also of a new workbook with a password
_ONLY_1250 = b"\x81\x8d\x8f\x9d"  # windows-1252 has no such letters
# ą, ł and ż within a word, ł, Ł and Ż at its start; else these are ¹ ³ £ ¯, and ¿ before a word is Spanish
_POLISH = re.compile(rb"[A-Za-z\x80-\xff][\xb9\xb3\xbf\xa5\xa3\xaf]|[\xb3\xa3\xaf][a-z\x80-\xff]")
_CZECH = (b"\x9a\x9e\x8a\x8e", b"\xec\xe8\xf8\xf9\xf2\xcc\xc8\xd8\xd9\xd2")  # š ž, and with them ě č ř ů ň


class ForeignColumn(NamedTuple):
    """A column that is not empty: its heading as written, and its number in the file."""

    heading: str
    number: int


class ForeignRow(NamedTuple):
    """A row: its line in the file, and the texts of its cells by column."""

    line: int
    cells: tuple[str, ...]


class TableOptions(NamedTuple):
    """The user's choices: a sheet of a workbook or a list of JSON, and whatever overrules our guesses.

    `headings` is "yes" or "no"; `copies` and `title` are headings, `copies` also "none". "" leaves the guess.
    """

    sheet: str = ""
    headings: str = ""
    copies: str = ""
    title: str = ""


NO_OPTIONS = TableOptions()


class ForeignTable(NamedTuple):
    """A table: the name of its file for messages, its columns and rows, and notes about assumptions of the reader.

    `folder` is where its pictures are, None for a table without a file.
    """

    label: str
    columns: tuple[ForeignColumn, ...]
    rows: tuple[ForeignRow, ...]
    notes: tuple[Diagnostic, ...] = ()
    options: TableOptions = NO_OPTIONS
    folder: Path | None = None

    def picture(self, name: str) -> Path | None:
        """Return a picture in the folder of the table, None if there is none."""
        return GameCatalogue((self.folder,)).find(name) if self.folder and name else None

    def place(self, row: int, column: int) -> SourceLocation:
        """Return the place of a cell, given by the indexes of its row and column."""
        return SourceLocation(self.label, self.rows[row].line, self.columns[column].number)


def read_foreign(content: bytes, label: str, options: TableOptions = NO_OPTIONS) -> ForeignTable:
    """Return the table in a file; raises InvalidInput with the notes of all assumptions before the fault."""
    notes: list[Diagnostic] = []
    try:
        return _read(content, label, options, notes)
    except InvalidInput as fault:
        raise InvalidInput([*notes, *fault.diagnostics]) from None


def _read(content: bytes, label: str, options: TableOptions, notes: list[Diagnostic]) -> ForeignTable:
    raw, has_keys = _raw(content, label, options.sheet, notes)
    if has_keys and options.headings == "no":
        raise refuse("D025", "a list in JSON always has headings", bare_place("--headings"), "leave --headings out")
    rows = [(line, [_text(cell) for cell in cells]) for line, cells in raw]
    filled_rows = [(line, cells) for line, cells in rows if any(cells)]
    titled = options.headings != "no" and len(filled_rows) > 1 and _is_title(*(cells for _, cells in filled_rows))
    if titled:
        line, cells = filled_rows.pop(0)
        words = next(cell for cell in cells if cell)
        message = f"{words[:40]!r} is above the headings, and is left out"
        notes.append(note_assumption(message, SourceLocation(label, line), "--headings no prints every row as a card"))
    first = filled_rows[0] if filled_rows else (0, [])
    if has_keys or _has_headings(filled_rows, options.headings, label, notes, titled=titled):
        body = [row for row in filled_rows[1:] if row[1] != first[1]]
        headings = {at: name for at, name in enumerate(first[1]) if any(first[1][at:])}
        message = "the headings once more are left out"
        repeats = [SourceLocation(label, line) for line, cells in filled_rows[1:] if cells == first[1]]
        notes += [for_column([note_assumption(message, place) for place in repeats])] if repeats else []
    else:
        body, headings = filled_rows, dict.fromkeys(range(max((len(cells) for _, cells in filled_rows), default=0)), "")
    if not body:
        hint = "a row of headings, then a row for each card" + "; --headings no: it has none" * bool(filled_rows)
        raise refuse("D001", "the table has no rows", SourceLocation(label), hint)
    if len(body) > MAX_ROWS:
        place = SourceLocation(label, body[MAX_ROWS][0])
        raise refuse("D006", f"more than {MAX_ROWS:,} rows", place, "split the table")
    return _table(label, headings, len(first[1]), body, notes)._replace(options=options)


def _has_headings(rows: Sequence[Row], choice: str, label: str, notes: list[Diagnostic], *, titled: bool) -> bool:
    """Return whether the first row has headings: as asked, else by its cells; a guess is noted."""
    if choice or len(rows) < 2:
        return choice != "no"
    (line, first), *below = rows
    headed, is_sure = is_headed(first, [cells for _, cells in below], titled=titled)
    if is_sure:
        return True
    names = ", ".join(filter(None, first))
    message = f"the first row is read as headings: {names[:60]}" if headed else "the first row is read as a card"
    hint = "--headings no prints it as a card" if headed else "--headings yes reads it as headings"
    notes.append(note_assumption(message, SourceLocation(label, line), hint))
    return headed


def picture_table(folder: Path) -> ForeignTable:
    """Return the pictures in a folder as fronts of cards; one called back is the back of all. Raises InvalidInput."""
    pictures = (path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES and path.is_file())
    files = sorted(pictures, key=lambda path: re.sub("[0-9]+", lambda digits: digits[0].zfill(9), path.name.lower()))
    backs = [path.name for path in files if path.stem.lower() == "back"]
    fronts = [path.name for path in files if path.name not in backs]
    if not fronts:
        raise refuse("D001", "the folder has no pictures", bare_place(str(folder)), "save them as PNG or JPEG")
    columns = (ForeignColumn("Front", 1), ForeignColumn("Back", 2))[: 1 + bool(backs)]
    rows = tuple(ForeignRow(at, (name, *backs[:1])) for at, name in enumerate(fronts, 1))
    return ForeignTable(str(folder), columns, rows, folder=folder.resolve())


def note_assumption(message: str, place: SourceLocation, hint: str | None = None) -> Diagnostic:
    """Return the note of an assumption about a table."""
    return Diagnostic("D026", message, place, hint, "note")


_NUMBER, _WORDS = re.compile(r"[-−+]?[0-9]+(?:[.,][0-9]+)?"), re.compile(r"[^\W\d_]{2,}(?:[ -][^\W\d_]+)*")


def words_among_numbers(cells: Mapping[SourceLocation, str]) -> list[Diagnostic]:
    """Return a warning for each word among the cells of a column if most of these are numbers."""
    count = sum(_NUMBER.fullmatch(cell) is not None for cell in cells.values())
    words = {place: cell for place, cell in cells.items() if _WORDS.fullmatch(cell)}
    message, hint = "{!r} is not a number, as most cells of this column are", "write a number, or leave the cell empty"
    faults = [Diagnostic("D032", message.format(cell[:40]), at, hint, "warning") for at, cell in words.items()]
    return faults if count > 1 and 2 * count > sum(map(bool, cells.values())) else []


def _raw(content: bytes, label: str, sheet: str, notes: list[Diagnostic]) -> tuple[Iterable[Row], bool]:
    """Return the rows of a file in any format, with the values of cells as stored, and whether the first has headings.

    Only the keys of JSON are surely headings.
    """
    if content[:2] == b"PK":
        return _of_book(content, label, sheet, notes), False
    if content.startswith(_OLD_WORKBOOK):
        raise refuse("D007", "an old workbook (XLS), or one that a password locks", SourceLocation(label), UNLOCK)
    text = _decoded(content, label, notes)
    listed = _of_json(text, label, sheet, notes) if text.lstrip()[:1] in ("[", "{") else None
    if listed is not None:
        return listed, True
    if sheet:
        raise refuse("D025", "only a workbook has sheets", SourceLocation(label), "leave --sheet out")
    return _csv_rows(text, label, notes), False


def _csv_rows(text: str, label: str, notes: list[Diagnostic]) -> list[Row]:
    """Return the rows of a CSV text; allows spaces before quotes, and commas in an unquoted last cell."""
    sign = delimiter_of(text)
    rows = list(rows_of_csv(text, label, sign))
    # The most frequent number of cells is the width of the table. A longer row has commas in its last text, if each
    # cell beyond the width begins with a blank and no cell before does.
    width = max(Counter(len(cells) for _, cells in rows).items(), key=lambda kind: kind[1], default=(0, 0))[0]
    with suppress(InvalidInput):
        quoted = list(rows_of_csv(text, label, sign, skips_blanks=True))
        if not any(any(cells[width:]) for _, cells in quoted):
            return quoted
    joined_notes = []
    for at, (line, cells) in enumerate(rows):
        blanks = [cell[:1] == " " for cell in cells]
        if 1 < width < len(cells) and all(blanks[width:]) and not any(blanks[:width]):
            rows[at] = line, [*cells[: width - 1], sign.join(cells[width - 1 :])]
            message = f"{rows[at][1][-1][:40]!r} is one text, with what divides the cells in it"
            joined_notes.append(note_assumption(message, SourceLocation(label, line, width)))
    notes += [for_column(joined_notes)] if joined_notes else []
    return rows


# workbooks


def _of_book(content: bytes, label: str, sheet: str, notes: list[Diagnostic]) -> Iterable[Row]:
    names = sheet_names(content, label)
    if sheet and sheet not in names:
        raise refuse("D025", f"there is no sheet {sheet!r}", SourceLocation(label), did_you_mean(sheet, names))
    if len(names) > 1 and not sheet:
        message, unread_names = f"sheet {names[0]!r} is read of {len(names)}", ", ".join(names[1:13])
        notes.append(note_assumption(message, SourceLocation(label), f"--sheet NAME: {unread_names}"))
    unread: dict[str, Diagnostic] = {}
    rows = workbook_rows(content, label, sheet or next(iter(names), ""), lambda cell: _as_shown(cell, label, unread))
    notes += unread.values()
    return rows


def _as_shown(cell: Any, label: str, unread: dict[str, Diagnostic]) -> Any:
    """Return the value of a cell as the spreadsheet shows it; `unread` gets a note for each unknown format."""
    from generator.reading.number_formats import as_shown

    code = cell.number_format
    if code == "General" and not isinstance(cell.value, bool):
        return cell.value
    text = as_shown(cell.value, code)
    if text is None and code not in unread:
        message = f"{_text(cell.value)!r} is printed: how the spreadsheet shows the format {code[:40]!r} is not known"
        hint = "choose another format, write the cell as a text, or save the sheet as CSV"
        unread[code] = note_assumption(message, SourceLocation(label, cell.row, cell.column), hint)
    return cell.value if text is None else text


# texts


def _decoded(content: bytes, label: str, notes: list[Diagnostic]) -> str:
    """Return the text of a file in Unicode, or else in the code page that is likely from its letters."""
    try:
        if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return content.decode("utf-16")
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        page = _code_page(content)
        line = content.count(b"\n", 0, fault.start) + 1
        message = f"read as {page.replace('cp', 'windows-')}, because it is not UTF-8"
        notes.append(note_assumption(message, SourceLocation(label, line)))
        return content.decode(page, "replace")


def _code_page(content: bytes) -> str:
    """Return cp1250 for text with Polish or Czech letters, else cp1252.

    >>> [_code_page(word.encode("cp1250")) for word in ("Łódź", "žluťoučký kůň")]
    ['cp1250', 'cp1250']
    >>> _code_page("¿Qué año?".encode("cp1252"))
    'cp1252'
    """
    # The two code pages share most bytes. Only letters that are unlikely in Western words speak for cp1250.
    first, second = (any(byte in content for byte in letters) for letters in _CZECH)
    eastern = any(byte in content for byte in _ONLY_1250) or _POLISH.search(content) or (first and second)
    return "cp1250" if eastern else "cp1252"


def _of_json(text: str, label: str, sheet: str, notes: list[Diagnostic]) -> list[Row] | None:
    """Return the rows of a list of cards in JSON, or of a list under a key; None if the text is no JSON after all."""
    try:
        value = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as fault:
        if isinstance(fault, RecursionError) or re.match(r"\s*[\[{]\s*[\[{\"]", text):
            at = SourceLocation(label, getattr(fault, "lineno", 1), getattr(fault, "colno", 1))
            raise refuse("D007", f"no JSON: {getattr(fault, 'msg', 'too deep')}", at, "a list of cards") from None
        return None
    # a list alone, else the lists under its keys, else a mapping of cards by id
    lists: dict[str, Any] = {"": value} if isinstance(value, list) else value
    cards = {
        name: entry
        for name, entry in lists.items()
        if isinstance(entry, list) and entry and all(isinstance(card, dict) for card in entry)
    }
    if not cards and value and all(isinstance(entry, dict) for entry in lists.values()):
        return _json_rows([{"id": name, **dict(entry)} for name, entry in lists.items()])
    if not cards:
        raise refuse("D025", "no list of cards", SourceLocation(label), 'write [{"name": ...}, {"name": ...}]')
    name = sheet or next(iter(cards))
    if name not in cards:
        hint = did_you_mean(name, filter(None, cards))
        raise refuse("D025", f"there is no list {name!r}", SourceLocation(label), hint)
    if len(cards) > 1 and not sheet:
        message = f"the list {name!r} is read of {', '.join(cards)}"
        notes.append(note_assumption(message, SourceLocation(label), "--sheet NAME reads another list"))
    return _json_rows(cards[name])


def _json_rows(cards: Sequence[dict[str, Any]]) -> list[Row]:
    flat = [dict(_flat(card, "")) for card in cards]
    columns = list(dict.fromkeys(name for card in flat for name in card))
    rows: list[Row] = [(number, [card.get(name) for name in columns]) for number, card in enumerate(flat, 2)]
    return [(1, list(columns)), *rows]


def _flat(value: dict[str, Any], prefix: str, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield (name, value) for the values of a card; a value in a nested mapping is named `outer inner`."""
    for name, child in value.items():
        if isinstance(child, dict) and child and depth < MOST_JSON_DEPTH:
            yield from _flat(child, f"{prefix}{name} ", depth + 1)
        else:
            yield f"{prefix}{name}", child


# cells


def _text(cell: Any) -> str:
    """Return the value of a cell as a text."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):
        return f"{cell:.12g}"
    if isinstance(cell, datetime):
        return cell.strftime("%Y-%m-%d") if cell.time() == time() else cell.strftime("%Y-%m-%d %H:%M")
    if isinstance(cell, (date, time)):
        return cell.isoformat()
    if isinstance(cell, (list, tuple)):
        return ", ".join(_text(entry) for entry in cell)
    if isinstance(cell, dict):
        return ", ".join(f"{name} {_text(entry)}" for name, entry in cell.items())
    return tidy_cell(str(cell))


def _is_title(first: list[str], second: list[str], *below: list[str]) -> bool:
    """Return whether a row is a title above the headings: a single text, or a few with gaps, above a fuller row."""
    if is_above_headings(first, second, below):
        return True
    first_count, second_count = sum(map(bool, first)), sum(map(bool, second))
    last = max(index for index, cell in enumerate(first) if cell)
    gaps = not all(first[:last]) or (first_count == 1 and len(first) > 1)
    return gaps and (2 * first_count < second_count or first_count == 1 < second_count)


def _beside(headings: dict[int, str], body: list[tuple[int, list[str]]]) -> int | None:
    """Return the index of the empty column that separates the table from content to its right, else None."""
    width, last = max(headings) + 1, max(len(cells) for _, cells in body)
    names = [headings.get(index, "") for index in range(max(width, last))]
    filled_flags = [
        name or any(cells[index : index + 1] != [""] and cells[index : index + 1] for _, cells in body)
        for index, name in enumerate(names)
    ]
    gaps = (index for index, is_filled in enumerate(filled_flags) if not is_filled and any(filled_flags[index:]))
    return next((gap for gap in gaps if gap == width or {*filter(None, names[:gap])} & {*names[gap:]}), None)


def _table(
    label: str, headings: dict[int, str], width: int, body: list[tuple[int, list[str]]], notes: list[Diagnostic]
) -> ForeignTable:
    """Return a table; raises InvalidInput for a cell without a heading at or beyond `width`, the first row's length."""
    gap = _beside(headings, body)
    if gap is not None:
        words = "a second table, behind an empty column, is left out"
        notes.append(note_assumption(words, SourceLocation(label, body[0][0], gap + 1)))
        headings = {index: name for index, name in headings.items() if index < gap}
        body = [(line, cells[:gap]) for line, cells in body]
    for line, cells in body:
        for index, cell in enumerate(cells):
            if cell and index not in headings and index < width:
                headings[index] = ""
            elif cell and index not in headings:
                hint = "put quotes around a text that contains the separator, or add a heading for the column"
                raise refuse("D010", f"{cell[:40]!r} has no heading", SourceLocation(label, line, index + 1), hint)
    used_columns = [at for at in sorted(headings) if any(at < len(cells) and cells[at] for _, cells in body)]
    if unused := [headings[index] for index in headings if index not in used_columns and headings[index]]:
        names = ", ".join(unused[:6]) + (", ..." if len(unused) > 6 else "")
        notes.append(note_assumption(f"columns without a cell are left out: {names}", SourceLocation(label)))
    if len(used_columns) > MAX_COLUMNS:
        place = SourceLocation(label, max(1, body[0][0] - 1), used_columns[MAX_COLUMNS] + 1)
        raise refuse("D006", f"more than {MAX_COLUMNS} columns", place, "take columns out that no card shows")
    if len(used_columns) * len(body) > MAX_CELLS:
        raise refuse("D006", f"more than {MAX_CELLS:,} cells", SourceLocation(label), "split the table")
    columns = tuple(ForeignColumn(" ".join(headings[index].split()), index + 1) for index in used_columns)
    rows = tuple(
        ForeignRow(line, tuple(cells[at] if at < len(cells) else "" for at in used_columns)) for line, cells in body
    )
    return ForeignTable(label, columns, tuple(row for row in rows if any(row.cells)), tuple(notes))


# noncharacters that represent our marks until the literal characters of the text are escaped
MARKS = {"bold": ("\ufdd5", "\ufdd5"), "italic": ("\ufdd6", "\ufdd7")}
WRITTEN = {0xFDD5: "**", 0xFDD6: "<italic>", 0xFDD7: "</>"}
LINES = {"line": "\n", "entry": "\n• "}
RAISED, LOWERED = str.maketrans("0123456789+-n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ"), str.maketrans("0123456789+-", "₀₁₂₃₄₅₆₇₈₉₊₋")
# words between two stars, or between one, as in Markdown; not 2*3*4, nor a star that marks a note
_STARRED = {
    look: re.compile(rf"(?<![\w*\\]){stars}(?=[^\s*])([^*\n]*[^\s*]){stars}(?![\w*])")
    for look, stars in (("bold", r"\*\*"), ("italic", r"\*"))
}
_TAG = re.compile(r"</?([a-zA-Z][a-zA-Z0-9]*)(?:\s[^<>]*)?/?>")
_SCRIPT = re.compile(r"<(su[bp])>([0-9+-]+|n)</\1>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8}[0-9]{0,2});", re.IGNORECASE)
# our markup: two stars, icons, tags; and a \ before a colon, which would be taken for an escape
_SIGN = re.compile(r"\\?(?:\*\*|:[^\s:]*:|<(?=/?[a-zA-Z#]\w*>|/>))|\\(?=:)")


def card_text(text: str, icons: Collection[str] = (), *, slanted: bool = True) -> tuple[str, list[str]]:
    r"""Return a text in our markup, and notes about tags that were not converted.

    Italic is converted only if `slanted`, because the font may have no italic cut.

    >>> card_text("<b>Gain</b> 2<br/>coins, m<sup>2</sup> :x: <3")[0], card_text("<i>so</i>", slanted=False)
    ('**Gain** 2\ncoins, m² \\:x: <3', ('so', ['<i> is not drawn, its words are']))
    >>> card_text("**Draw** two *cards*, 2*3*4 **5**6")[0]
    '**Draw** two <italic>cards</>, 2*3*4 \\**5\\**6'
    """
    undrawn = []
    if "<" in text:
        text = _SCRIPT.sub(lambda match: match[2].translate(RAISED if match[1].lower() == "sup" else LOWERED), text)
        for tag, look in table_words("tags").items():
            if look in LINES:
                text = re.sub(rf"<{tag}(?:\s[^<>]*)?/?>", LINES[look], text, flags=re.IGNORECASE)
                text = re.sub(f"</{tag}>", "", text, flags=re.IGNORECASE)
                continue
            first, last = MARKS.get(look, ("", "")) if slanted or look == "bold" else ("", "")
            pair = rf"<{tag}(?:\s[^<>]*)?>((?:[^<]|<(?!/?{tag}[\s>]))*+)</{tag}>"
            text, count = re.subn(pair, rf"{first}\1{last}", text, flags=re.IGNORECASE)
            undrawn += [f"<{tag}> is not drawn, its words are"] if count and not first else []
        undrawn += [f"<{tag.lower()}> is printed literally" for tag in dict.fromkeys(_TAG.findall(text))]
        text = "\n".join(line.strip() for line in text.strip().split("\n"))
    for look, starred in _STARRED.items() if "*" in text else ():
        first, last = MARKS[look] if slanted or look == "bold" else ("", "")
        text, count = starred.subn(rf"{first}\1{last}", text)
        undrawn += ["*italic* is not drawn, its words are"] if count and not first else []
    return literal(text, icons).translate(WRITTEN), undrawn


def literal(text: str, icons: Collection[str] = ()) -> str:
    """Return a text in which only the codes of known icons are markup."""
    plain_text = _ENTITY.sub(lambda match: html.unescape(match[0]), text)
    return _SIGN.sub(lambda match: match[0] if match[0].strip(":") in icons else f"\\{match[0]}", plain_text)
