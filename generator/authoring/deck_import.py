"""Imports a foreign table as a deck: the roles of its columns, a CSV file, an entry of game.yaml, and a layout.

The layout shows all columns: a title, texts, and at the foot numbers and short words; the type is as large as the
longest texts allow. Files are written only into a temporary folder.
"""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from string import Template
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, bare_place, did_you_mean, for_column, refuse
from generator.fonts.faces import fonts_with
from generator.fonts.files import DAMAGED, MOST_BYTES, FontInstanceSource, UnusableFont, first_face
from generator.frame import Side
from generator.geometry import STANDARD_CARD, Size
from generator.layout.line_breaks import breakable
from generator.layout.text import LONGEST_WORD, measure_paragraphs
from generator.products.cards import deck_faces, records
from generator.products.print_pack import PictureFinder, PrintPack, open_pack
from generator.reading.decks import MOST_COPIES
from generator.reading.foreign_tables import (
    ForeignColumn,
    ForeignRow,
    ForeignTable,
    card_text,
    literal,
    note_assumption,
    words_among_numbers,
)
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.headings import LONG, WHOLE, bare_name, like_copies, maybe_copies, plain_name, table_words
from generator.reading.pictures import PICTURE_SUFFIXES
from generator.reading.structure import is_name
from generator.reading.tables import REMARK
from generator.reading.yaml_nodes import read_bytes, yaml_quoted
from generator.units import length_name, mm

Role = Literal["key", "copies", "title", "text", "short", "picture"]
SHOWN: tuple[Role, ...] = ("title", "text", "short", "picture")
RESERVED = frozenset(("key", "copies", "deck", "game", "language", "players", "words", "tile", "true", "false", "null"))
MOST_TITLE = 60  # characters: longer titles are none
SIZES = (STANDARD_CARD, Size(mm(70), mm(120)), Size(mm(105), mm(148)), Size(mm(148), mm(210)))
LETTERS = (12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0)  # type sizes in points
SMALL_LETTERS = 8.0  # below this a note names the size
LAYOUT = Path(__file__).with_name("imported_deck.txt")
HARDEST = 12  # cards with the most characters, which are tried first
PICTURE_PART = 0.4  # of the height of a card, for a picture among texts
FRAME = "{shape: rect, fill: none, stroke: hair, stroke_width: 0.8pt, radius: 2mm, \
x: 2mm, y: 2mm, right: 2mm, bottom: 2mm}"
UNLIKE = 1.03  # pictures of other proportions than their card, by more than this factor, are cut with a note
MISSING = "\u25af"
LONG_DASHES = {"\u2e3a": "\u2014" * 2, "\u2e3b": "\u2014" * 3}
LEAST_JSON = 80  # characters: lists and mappings of this length are for programs
OVERRULE = "to overrule it: --title COLUMN, --copies COLUMN or --copies none"
_SPACE = re.compile(r"\s")
_NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?")


class DeckColumn(NamedTuple):
    """A column of a deck: its name in layouts, its heading as written, its role, and its index `at` in the table.

    `number` means that its cells are numbers, `lax` that some are empty, `is_back` that it is on the back.
    """

    name: str
    heading: str
    role: Role
    at: int
    number: bool
    lax: bool
    is_back: bool = False


class DeckImportPlan(NamedTuple):
    """A plan to import a table as a deck: name, columns, requested size of cards, and notes about assumptions.

    `bleed` is how far pictures that fill a card reach beyond its cut, in points.
    """

    table: ForeignTable
    deck: str
    columns: tuple[DeckColumn, ...]
    size: Size | None = None
    notes: tuple[Diagnostic, ...] = ()
    bleed: float = 0.0

    def of(self, *roles: Role, is_back: bool | None = None) -> list[DeckColumn]:
        """Return the columns with one of these roles, of both sides or of one."""
        return [column for column in self.columns if column.role in roles and is_back in (None, column.is_back)]

    @property
    def sides(self) -> list[Side]:
        return ["front", "back"] if self.of(*SHOWN, is_back=True) else ["front"]

    @property
    def filling(self) -> list[DeckColumn]:
        """The columns of pictures that fill a side."""
        pictures = (self.of(*SHOWN, is_back=side == "back") for side in self.sides)
        return [columns[0] for columns in pictures if [column.role for column in columns] == ["picture"]]

    @property
    def pictures(self) -> dict[str, Path]:
        """The picture files that cells name, by name."""
        names = (row.cells[column.at] for column in self.of("picture") for row in self.table.rows)
        return {name: path for name in dict.fromkeys(names) if (path := self.table.picture(name))}


class ImportedDeck(NamedTuple):
    """An imported deck whose cards all fit: its files as {path below the home: text}, and a pack that prints it."""

    files: Mapping[str, str]
    pack: PrintPack
    notes: Sequence[Diagnostic]


def plan_deck_import(table: ForeignTable, deck: str, size: Size | None = None, bleed: float = 0.0) -> DeckImportPlan:
    """Return the plan to import a table; raises InvalidInput for copies that are no number, and unknown columns."""
    omitted, pictures, sides = _left_out(table), _pictures(table), _sides(table)
    roles = pictures | _roles(table, {*omitted, *pictures}, sides)
    table, notes = _without_headings(table, next((at for at, role in roles.items() if role == "copies"), None))
    names: list[str] = []
    columns = []
    for index, column in enumerate(table.columns):
        if index in omitted and index not in roles:
            continue
        role = roles.get(index, "short")
        cells = [row.cells[index] for row in table.rows]
        is_text = index in sides or bare_name(column.heading) in table_words("texts")
        if role == "short" and (is_text or any(len(cell) > LONG or "\n" in cell for cell in cells)):
            role = "text"
        name = role if role in ("key", "copies") else _name(column.heading, column.number, names)
        names.append(name)
        number = role == "short" and all(map(_is_number, filter(None, cells)))
        lax = role == "picture" or not all(card_text(cell)[0] for cell in cells)
        is_back = len(sides) > 1 and index >= sides[1] and index != sides[0] and role not in ("key", "copies")
        columns.append(DeckColumn(name, heading_of(column), role, index, number, lax, is_back))
    plan = DeckImportPlan(table, deck, tuple(columns), size, bleed=bleed)
    reasons = [f"{heading_of(table.columns[at])} ({reason})" for at, reason in omitted.items() if at not in roles]
    return plan._replace(notes=(*notes, *_cell_notes(plan), _columns_note(plan, reasons)))


def _pictures(table: ForeignTable) -> dict[int, Role]:
    """Return the columns whose cells name pictures, of which the folder of the table has some."""
    cells = [[row.cells[index] for row in table.rows if row.cells[index]] for index in range(len(table.columns))]
    files = [at for at, names in enumerate(cells) if all(name.lower().endswith(PICTURE_SUFFIXES) for name in names)]
    return {index: "picture" for index in files if any(map(table.picture, cells[index]))}


def _sides(table: ForeignTable) -> tuple[int, ...]:
    """Return the columns of the front and of the back of cards; empty if the table has not both."""
    sides = [table_words("sides").get(bare_name(column.heading)) for column in table.columns]
    return (sides.index("front"), sides.index("back")) if {"front", "back"} <= {*sides} else ()


def _is_number(cell: str) -> bool:
    """Return whether a cell is a number that is printed as it is written, unlike 007 or 1.50."""
    return _NUMBER.fullmatch(cell) is not None and f"{float(cell):.12g}" == cell


def heading_of(column: ForeignColumn) -> str:
    """Return the heading of a column, by which options name it."""
    return column.heading or f"Column {column.number}"


def _left_out(table: ForeignTable) -> dict[int, str]:
    """Return the indexes of columns that cards cannot show, with the reason: data for programs, or endless words."""
    omitted = {}
    for index, column in enumerate(table.columns):
        cells = [row.cells[index] for row in table.rows if row.cells[index]]
        if bare_name(column.heading) in table_words("titles"):
            continue  # a mistake in one of its cells is reported there
        if max(map(len, cells)) > LEAST_JSON and all(map(_is_json, cells)):
            omitted[index] = "JSON"
        elif any(len(part) > LONGEST_WORD for cell in cells for word in cell.split() for part in breakable(word)):
            omitted[index] = f"a word of more than {LONGEST_WORD} signs"
    return omitted if len(omitted) < len(table.columns) else {}


def _is_json(cell: str) -> bool:
    try:
        return cell[0] in "[{" and isinstance(json.loads(cell.rstrip(", ")), (list, dict))
    except (ValueError, RecursionError):
        return False


def _columns_note(plan: DeckImportPlan, omitted: Sequence[str]) -> Diagnostic:
    """Return a note with the role of each column."""
    words = {
        "title": "title",
        "picture": "pictures",
        "text": "texts",
        "short": "at the foot",
        "key": "key, not printed",
    }
    names = {word: [column.heading for column in plan.of(role, is_back=False)] for role, word in words.items()}  # type: ignore[arg-type]
    names["on the back"] = [column.heading for column in plan.of(*SHOWN, is_back=True)]
    names["copies"] = [column.heading for column in plan.of("copies")] or ["none, one of each card"]
    headings_by_role = [
        f"{word}: {', '.join(headings[:12])}{', ...' if len(headings) > 12 else ''}"
        for word, headings in names.items()
        if headings
    ]
    headings_by_role += [f"left out: {', '.join(omitted)}"] if omitted else []
    return note_assumption("; ".join(headings_by_role), bare_place(plan.table.label), OVERRULE)


def _without_headings(table: ForeignTable, copies: int | None) -> tuple[ForeignTable, list[Diagnostic]]:
    """Return a table without rows that only head the rows below, and notes about these; doubtful rows are kept."""
    cards = [row for row in table.rows if not _is_alone(row, copies)]
    sure = copies is not None and all(row.cells[copies] for row in cards)
    likely = sure or all(len(row.cells) - row.cells.count("") > 2 for row in cards)
    rows, omitted, doubtful = [], [], []
    for at, row in enumerate(table.rows):
        first = next(index for index, cell in enumerate(row.cells) if cell)
        is_single = bool(cards) and _is_alone(row, copies)
        text, place = repr(row.cells[first][:40]), table.place(at, first)
        if is_single and (sure or row.cells[first].startswith(REMARK)):
            omitted.append(note_assumption(f"{text} heads what follows, and is left out", place))
            continue
        if is_single and likely:
            hint = "delete its row if it is a heading for the rows below"
            doubtful.append(note_assumption(f"{text} is alone in its row, and is printed as a card", place, hint))
        rows.append(row)
    notes = [for_column(notes_of_kind) for notes_of_kind in (omitted, doubtful) if notes_of_kind]
    return (table._replace(rows=tuple(rows)), notes) if rows else (table, [])


def _is_alone(row: ForeignRow, copies: int | None) -> bool:
    return len(row.cells) - row.cells.count("") == 1 and (copies is None or not row.cells[copies])


def _roles(table: ForeignTable, omitted: Collection[int], sides: Sequence[int]) -> dict[int, Role]:
    """Return {index of a column: role} for the columns with the copies, keys and titles of cards."""
    roles: dict[int, Role] = {}
    options = table.options
    names = [bare_name(column.heading) for column in table.columns]
    cells = [[row.cells[index] for row in table.rows] for index in range(len(names))]
    usable = [index for index in range(len(names)) if index not in omitted]
    sure = [at for at in usable if like_copies(table.columns[at].heading) and any(map(WHOLE.fullmatch, cells[at]))]
    unsure = [at for at in usable if maybe_copies(names[at], names, cells[at])]
    copies = [*sorted(sure, key=lambda at: names[at] != "copies"), *unsure]
    if options.copies:
        copies = [] if options.copies == "none" else [_column_asked(table, "--copies", options.copies)]
    for at in copies[:1]:
        roles[at] = "copies"
        _check_copies(table, at)
    keys = [at for at in usable if names[at] in table_words("keys") and len({*cells[at]}) == len(cells[at])]
    roles |= {at: "key" for at in keys[:1] if all(map(is_name, cells[at]))}
    open_columns = [index for index in usable if index not in roles and max(map(len, cells[index])) <= MOST_TITLE]
    titles = list(table_words("titles"))
    titled = sorted((titles.index(names[index]), index) for index in open_columns if names[index] in titles)
    wordy = [index for index in open_columns if all(cells[index]) and not any(map(_NUMBER.fullmatch, cells[index]))]
    fronts = [index for index in sides[:1] if index in open_columns]
    role_columns = [*(index for _, index in titled), *fronts, *(index for index in wordy if index not in sides)]
    if options.title:
        role_columns = [_column_asked(table, "--title", options.title)]
    return roles | {index: "title" for index in (*role_columns[:1], *(at for at in sides[1:] if at in open_columns))}


def _column_asked(table: ForeignTable, option: str, heading: str) -> int:
    """Return the index of a column by its heading, or by its number if it has none; raises InvalidInput."""
    headings = [heading_of(column) for column in table.columns]
    indexes = [
        at
        for at, column_heading in enumerate(headings)
        if column_heading == heading or bare_name(column_heading) == bare_name(heading)
    ]
    if not indexes:
        raise refuse("D025", f"there is no column {heading!r}", bare_place(option), did_you_mean(heading, headings))
    return indexes[0]


def _check_copies(table: ForeignTable, index: int) -> None:
    for at, row in enumerate(table.rows):
        cell = row.cells[index]
        number = WHOLE.fullmatch(cell)
        if cell and (number is None or int(number[1]) > MOST_COPIES):
            message = f"{cell[:40]!r} in the column {table.columns[index].heading!r} is not a number of copies"
            hint = f"a whole number from 0 to {MOST_COPIES}, or nothing for one; --copies none prints one of each card"
            raise refuse("D003", message, table.place(at, index), hint)


def _name(heading: str, number: int, used_names: Sequence[str]) -> str:
    """Return a unique name of a column in layouts, made from its heading."""
    name = plain_name(heading)
    if not name or name[0].isdigit() or name in RESERVED:
        name = f"column_{name or number}"
    unique, at = name, 2
    while unique in used_names:
        unique, at = f"{name}_{at}", at + 1
    return unique


# the files of a deck


def deck_csv(deck: DeckImportPlan, icons: Sequence[str], stand_ins: Mapping[int, str]) -> str:
    """Return the cards of a deck as CSV; `stand_ins` are texts for characters that no font has, by code point."""
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    columns = deck.of("copies", *SHOWN)
    writer.writerow(["key", *(column.name for column in columns)])
    for key, row in zip(_keys(deck), deck.table.rows, strict=True):
        cells = [_cell(deck, row.cells[column.at], column, icons).translate(stand_ins) for column in columns]
        writer.writerow([key, *cells])
    return sink.getvalue()


def _keys(deck: DeckImportPlan) -> Iterator[str]:
    """Yield a unique key for each card: as in the table, else made from its title or picture, else its number."""
    key_columns, column = deck.of("key"), next(iter(deck.of("title", "picture")), None)
    used_keys = set[str]()
    for number, row in enumerate(deck.table.rows, 1):
        name = row.cells[column.at] if column else ""
        words = bare_name(PurePath(name).stem if column and column.role == "picture" else name)
        usable = is_name(words[:40]) and not words.isdecimal() and words[:40] not in used_keys
        key = row.cells[key_columns[0].at] if key_columns else words[:40] if usable else str(number)
        used_keys.add(key)
        yield key


def _stand_in(sign: str, icons: Collection[str]) -> str:
    """Return the text that replaces a character no font has: a similar one, an icon, its name, or a box for a letter.

    >>> _stand_in("⸻", []), _stand_in("⇒", []), _stand_in("名", [])
    ('———', '[rightwards double arrow]', '▯')
    """
    if sign in LONG_DASHES:
        return LONG_DASHES[sign]
    name = unicodedata.name(sign, "").lower() if unicodedata.category(sign).startswith("S") else ""
    icon = name.replace(" ", "_")
    return f":{icon}:" if icon in icons else f"[{name}]" if name else MISSING


def _cell(deck: DeckImportPlan, text: str, column: DeckColumn, icons: Sequence[str]) -> str:
    if column.role == "copies" and (number := WHOLE.fullmatch(text)):
        return number[1]
    if column.role == "picture":
        return text if deck.table.picture(text) else ""
    return text if column.role == "copies" else card_text(text, icons, slanted=column.role != "title")[0]


def _cell_notes(plan: DeckImportPlan) -> list[Diagnostic]:
    """Return a note for each tag that is ignored, picture that is missing, and for no copies, at the first cell."""
    notes: dict[str, list[Diagnostic]] = {}
    pictures = {"", *plan.pictures}
    for column in plan.of("copies", *SHOWN):
        for at, row in enumerate(plan.table.rows):
            cell = row.cells[column.at]
            if column.role == "copies":
                messages = ["no copy of this card is printed"] if cell.strip("xX× ") == "0" else []
            elif column.role == "picture":
                messages = [] if cell in pictures else [f"there is no picture {cell[:60]!r}, none is printed"]
            else:
                messages = card_text(cell, slanted=column.role != "title")[1]
            for message in messages:
                notes.setdefault(message, []).append(note_assumption(message, plan.table.place(at, column.at)))
        cells = {plan.table.place(at, column.at): row.cells[column.at] for at, row in enumerate(plan.table.rows)}
        for fault in words_among_numbers(cells) if column.role == "short" else ():
            notes.setdefault(fault.message, []).append(fault)
    return [for_column(column_notes) for column_notes in notes.values()]


def entry_of(deck: DeckImportPlan) -> dict[str, object]:
    """Return the entry of the deck in game.yaml, as plain values."""
    fields: dict[str, object] = {}
    for column in deck.of(*SHOWN):
        if column.number:
            fields[column.name] = {"kind": "number", "optional": True} if column.lax else "number"
        else:
            fields[column.name] = {"kind": "text", "default": ""} if column.lax else "text"
    backs = {"backs": "each"} if "back" in deck.sides else {}
    return {"layout": deck.deck, **backs, "fields": fields}


def layout_text(
    deck: DeckImportPlan, size: Size, letters: float, fallback: Sequence[str], stand_ins: Mapping[int, str]
) -> str:
    """Return the text of a layout that shows all columns on a card of a size; `letters` is the type size in points.

    `fallback` are font files, as YAML text.
    """
    width, height = (f"{round(side / mm(1), 2):g}mm" for side in size)
    title = max(letters * 1.5, 12.0)
    files = ", ".join(f"own_{number}: {font}" for number, font in enumerate(fallback, 1))
    return Template(LAYOUT.read_text(encoding="utf-8")).substitute(
        deck=deck.deck,
        source=PurePath(deck.table.label).name,
        width=width,
        height=height,
        fonts=f"fonts: {{more: {{{files}}}}}\n" if fallback else "",
        fallback=", ".join(fallback_fonts(fallback)),
        title=f"{title:g}",
        floor=f"{min(9.0, title):g}",
        letters=f"{letters:g}",
        sides="\n".join(_side(deck, side, size, letters, stand_ins) for side in deck.sides),
    )


def _side(deck: DeckImportPlan, side: Side, size: Size, letters: float, stand_ins: Mapping[int, str]) -> str:
    """Return the elements of a side as YAML text: a picture that fills it, or a frame with all that it shows."""
    columns = deck.of(*SHOWN, is_back=side == "back")
    if columns[0] in deck.filling:
        edges = ", ".join(f"{edge}: {length_name(-deck.bleed)}" for edge in ("x", "y", "right", "bottom"))
        picture = f"image: {yaml_quoted(_shown(columns[0]))}, fit: cover, {edges}{_if_filled(columns[0])}"
        return f"{side}:\n  stack:\n    - {{{picture}}}"
    lines = "\n".join(f"        - {line}" for line in _lines(deck, columns, size, letters, stand_ins))
    above = f"{side}:\n  stack:  # a frame, and on it a column\n    - {FRAME}\n    - column:  # from top to bottom\n"
    return f"{above}{lines}\n      gap: 1.6mm\n      pad: 4mm  # from the edge of the card"


def _lines(
    deck: DeckImportPlan, columns: Sequence[DeckColumn], size: Size, letters: float, stand_ins: Mapping[int, str]
) -> Iterator[str]:
    """Yield the lines of the elements of a side, from top to bottom: title, pictures, texts, short words."""
    of = {role: [column for column in columns if column.role == role] for role in SHOWN}
    if len(columns) == 1:
        yield "{space: 0mm, grow: 1}"
    for column in of["title"]:
        yield f"{{text: {yaml_quoted(_shown(column))}, style: name}}"
        if len(columns) > 1:
            yield "{shape: line, stroke: hair, stroke_width: 0.8pt, height: 0mm}"
    for column in of["picture"]:
        height = length_name(size.height * PICTURE_PART)
        yield f"{{image: {yaml_quoted(_shown(column))}, height: {height}{_if_filled(column)}}}"
    yield from (_line(column, stand_ins, is_labelled=len(of["text"]) > 1) for column in of["text"])
    short = of["short"]
    yield f"{{space: 0mm, grow: 1}}{'  # moves the rest to the foot' if short else ''}"
    if short:
        cells = "".join(f"\n              - {_line(column, stand_ins)}" for column in short)
        number = _columns(deck, short, (size.width - mm(8)) / (letters * 0.5), stand_ins)
        gaps = f"columns: {number}\n          gap: 1.5mm\n          row_gap: 0.4mm" if number > 1 else "gap: 0.4mm"
        yield f"{'grid' if number > 1 else 'column'}:{cells}\n          {gaps}"


def fallback_fonts(files: Sequence[str]) -> list[str]:
    """Return the names of the fallback fonts of a layout: the font of body text, then a name for each file."""
    return ["text.bold", *(f"more.own_{number}" for number, _ in enumerate(files, 1))]


def _shown(column: DeckColumn) -> str:
    return f"{{{column.name}}}"


def _if_filled(column: DeckColumn) -> str:
    return f", if: {yaml_quoted(column.name + '!=')}" if column.lax else ""


def _line(column: DeckColumn, stand_ins: Mapping[int, str], *, is_labelled: bool = True) -> str:
    """Return the layout element of a column, hidden for empty cells, with or without its heading."""
    label = literal(column.heading).replace("{", "{{").replace("}", "}}").translate(stand_ins)
    text = f"**{label}** {_shown(column)}" if is_labelled else _shown(column)
    return f"{{text: {yaml_quoted(text)}, style: words{_if_filled(column)}}}"


def _columns(deck: DeckImportPlan, short: Sequence[DeckColumn], room: float, stand_ins: Mapping[int, str]) -> int:
    """Return the number of columns in which short words are arranged at the foot of a card, `room` characters wide."""
    cells = ((column.heading, row.cells[column.at]) for column in short for row in deck.table.rows)
    longest = max(len(f"{heading}{cell}".translate(stand_ins)) for heading, cell in cells)
    return max(1, min(3, int(room // (longest + 3)))) if len(short) > 1 else 1


# finding a layout that fits


@contextmanager
def drawn_deck(
    catalogue: GameCatalogue,
    game: str,
    deck: DeckImportPlan,
    base: Mapping[str, str],
    fonts: Sequence[Path] = (),
    language: str = "en",
    *,
    uses_installed: bool = False,
) -> Iterator[ImportedDeck]:
    """Yield an imported deck whose layout fits its longest texts; `base` are the files of its game, with its entry.

    Characters that no font has are drawn with installed fonts if `uses_installed`, else replaced, with a note. Raises
    InvalidInput at a cell that fits on no card.
    """
    with TemporaryDirectory(prefix="scrawl-") as folder:
        root = Path(folder).resolve()
        layered = GameCatalogue((root, *catalogue.roots, *filter(None, [deck.table.folder if deck.pictures else None])))
        trial = _Trial(layered, root, game, deck, language, uses_installed)
        for path in fonts:
            trial.add_font(_font_source(path))
        for name, text in base.items():
            _put(root / name, text.encode("utf-8"))
        try:
            notes = trial.fit_layout()
            trial_files = [trial.table_file, trial.layout_file]
            files = {**base, **{name: (root / name).read_text(encoding="utf-8") for name in trial_files}}
            yield ImportedDeck(files, trial.pack, [*deck.table.notes, *deck.notes, *notes])
        finally:
            measure_paragraphs.cache_clear()  # else it keeps the fonts of this temporary game, some megabytes


def _font_source(path: Path) -> FontInstanceSource:
    """Return the font in a file, or the first of a collection; faults of the file are found by the layout later."""
    try:
        return FontInstanceSource(path, first_face(path))
    except (UnusableFont, OSError, *DAMAGED):
        return FontInstanceSource(path)


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _and_more(signs: Collection[str]) -> str:
    hidden_count = len(signs) - 1
    return f" and {hidden_count} sign{'s' if hidden_count > 1 else ''} more" if hidden_count else ""


@dataclass
class _Trial:
    """Tries layouts with several sizes of cards and type, in a temporary folder, until all cards of a deck fit."""

    catalogue: GameCatalogue
    root: Path
    game: str
    deck: DeckImportPlan
    language: str
    uses_installed: bool
    fonts: list[str] = field(default_factory=list)
    stand_ins: dict[int, str] = field(default_factory=dict)
    pack: PrintPack = field(init=False)  # of the last layout: its engines know the cards that are printed next

    def __post_init__(self) -> None:
        self.table_file = f"cards/{self.game}/{self.deck.deck}.csv"
        self.layout_file = f"layouts/{self.game}/{self.deck.deck}.yaml"
        find = PictureFinder(self.catalogue, self.game).file
        self.shapes = {name: shape.height / shape.width for name in self.deck.pictures for shape in [find(name).size]}
        self.sizes = SIZES if self.deck.size is None else (self.deck.size,)
        if self.deck.size is None and self.deck.filling and all(shape < 1 for shape in self.shapes.values()):
            self.sizes = (Size(STANDARD_CARD.height, STANDARD_CARD.width),)

    def open_pack(self) -> PrintPack:
        return open_pack(self.catalogue, self.game, self.language)

    def add_font(self, source: FontInstanceSource) -> None:
        """Add a fallback font to the layout; raises InvalidInput for a file that is too large."""
        name = source.path.name
        _put(self.root / "fonts" / name, read_bytes(source.path, str(source.path), MOST_BYTES))
        face = f"{{file: {yaml_quoted(name)}, face: {yaml_quoted(source.face)}}}"
        self.fonts.append(face if source.face else yaml_quoted(name))

    def fit_layout(self) -> list[Diagnostic]:
        """Write the layout with the smallest card, and then the largest type, that fit all texts; return notes."""
        self.write(self.sizes[0], LETTERS[-1])
        added = self._add_installed() if self.uses_installed else []
        faults: list[Diagnostic] = []
        for named in (True, False):  # boxes may fit where names of characters do not
            notes = self._signs(named=named)
            for size in self.sizes:
                # the fullest cards decide on the size, so that all cards are laid out once in most cases
                smaller_faults, faults = faults, self._faults(size, LETTERS[-1], fullest=True)
                for letters in LETTERS if not faults else ():
                    larger, faults = faults, self._faults(size, letters)
                    if not faults:
                        return added + notes + self._notes(size, letters, smaller_faults, larger)
            if not notes:
                break
        raise InvalidInput(faults)

    def _notes(
        self, size: Size, letters: float, smaller_faults: Sequence[Diagnostic], larger: Sequence[Diagnostic]
    ) -> list[Diagnostic]:
        """Return notes on large cards, at a cell of `smaller_faults`, on small type, at one of `larger`, and on cuts.

        Both are faults of layouts that did not fit: with the next smaller card, and with the next larger type.
        """
        notes = []
        size_text = " x ".join(f"{side / mm(1):g}" for side in size)
        if size != self.sizes[0]:
            message = f"its text is too long for a card of 63 x 88 mm, so all cards are {size_text} mm"
            notes.append(note_assumption(message, smaller_faults[0].place, "shorten the text, or say --size"))
        if letters < SMALL_LETTERS:
            message = f"its text fits only in {letters:g}pt, so all texts are that small"
            hint = "shorten the text, leave columns out, or ask for larger cards: --size"
            notes.append(note_assumption(message, larger[0].place, hint))
        return notes + self._cut_pictures(size)

    def _cut_pictures(self, size: Size) -> list[Diagnostic]:
        """Return a note on the first picture that fills a card of other proportions."""
        shape = (size.height + 2 * self.deck.bleed) / (size.width + 2 * self.deck.bleed)
        for at, row in enumerate(self.deck.table.rows):
            for column in self.deck.filling:
                proportions = self.shapes.get(row.cells[column.at], shape)
                if not 1 / UNLIKE < proportions / shape < UNLIKE:
                    message = "a picture of other proportions than its card is cut"
                    return [note_assumption(message, self.deck.table.place(at, column.at), "name a size: --size WxH")]
        return []

    def write(self, size: Size, letters: float) -> None:
        text = deck_csv(self.deck, self.open_pack().icons.names(), self.stand_ins)
        _put(self.root / self.table_file, text.encode("utf-8"))
        self.write_layout(size, letters)

    def write_layout(self, size: Size, letters: float) -> None:
        text = layout_text(self.deck, size, letters, self.fonts, self.stand_ins)
        _put(self.root / self.layout_file, text.encode("utf-8"))

    def _add_installed(self) -> list[Diagnostic]:
        """Add installed fonts for characters that the others lack, and return notes."""
        lacking = self._lacking()
        sources = fonts_with(lacking) if lacking else []
        if not sources:
            return []
        for source in sources:
            self.add_font(source)
        self.write(self.sizes[0], LETTERS[-1])
        added_signs = lacking.keys() - self._lacking().keys()
        if not added_signs:
            return []
        sign = next(sign for sign in lacking if sign in added_signs)
        names = ", ".join(str(source.path) for source in sources)
        message = f"{sign!r}{_and_more(added_signs)}: drawn with fonts of this computer, {names}"
        return [note_assumption(message, lacking[sign], "your own deck needs the file: --font FILE")]

    def _lacking(self) -> dict[str, SourceLocation]:
        """Return the characters that no font of the deck has, each with its first place."""
        pack = self.open_pack()
        icons = pack.icons.names()
        pack.engine(self.deck.deck)  # which loads its fonts
        names = fallback_fonts(self.fonts)
        lacking: dict[str, SourceLocation] = {}
        plain, bold, display = (
            pack.fonts.font("|".join((name, *names))) for name in ("text.regular", "text.medium", "display.bold")
        )
        for at, row in enumerate(self.deck.table.rows):
            for column in self.deck.of("title", "text", "short"):
                font = display if column.role == "title" else plain
                for sign in font.missing_signs(_SPACE.sub(" ", _cell(self.deck, row.cells[column.at], column, icons))):
                    lacking.setdefault(sign, self.deck.table.place(at, column.at))
        for column in self.deck.columns:
            for sign in bold.missing_signs(column.heading):
                heading = SourceLocation(self.deck.table.label, 1, self.deck.table.columns[column.at].number)
                lacking.setdefault(sign, heading)
        return lacking

    def _signs(self, *, named: bool) -> list[Diagnostic]:
        """Replace characters that no font has by other texts, and return notes about these."""
        lacking, icons = self._lacking(), self.open_pack().icons.names()
        if not lacking:
            return []
        self.stand_ins = {ord(sign): _stand_in(sign, icons) if named else MISSING for sign in lacking}
        self.write(self.sizes[0], LETTERS[-1])
        sign, place = next(iter(lacking.items()))
        message = f"no font here has {sign!r}{_and_more(lacking)}: printed as {self.stand_ins[ord(sign)]}"
        return [Diagnostic("L033", message, place, "name a font that has them: --font FILE", "warning")]

    def _faults(self, size: Size, letters: float, *, fullest: bool = False) -> list[Diagnostic]:
        """Return the faults of the deck with a layout of this size and type, placed at the cells of the table.

        Looks first at the cards with most text, and only at these if `fullest`.
        """
        self.write_layout(size, letters)
        pack = self.pack = self.open_pack()
        cards = records(pack, self.deck.deck)
        hardest = sorted(cards, key=lambda card: -sum(len(str(value)) for value in card.fields.values()))
        for batch in (hardest[:HARDEST],) if fullest else (hardest[:HARDEST], cards):
            deck_faces(pack, self.deck.deck, chosen=[card._replace(copies=1) for card in batch])
            errors = [fault for fault in pack.faults if fault.severity == "error"]
            pack.faults.clear()
            if errors:
                return [self._at_cell(fault, [card.key for card in cards]) for fault in errors[:HARDEST]]
        return []

    def _at_cell(self, fault: Diagnostic, keys: Sequence[str]) -> Diagnostic:
        """Return a fault of the trial layout, placed at the cell of the table that causes the fault."""
        card_match = re.search(r" on card '([^']*)'$", fault.message)
        row = keys.index(card_match[1]) if card_match and card_match[1] in keys else 0
        line = (self.root / self.layout_file).read_text(encoding="utf-8").splitlines()[fault.place.line - 1 :][:1]
        named = [column for column in self.deck.columns if line and _shown(column) in line[0]]
        cells = self.deck.table.rows[row].cells
        longest = max(range(len(cells)), key=lambda at: len(cells[at]))
        place = self.deck.table.place(row, named[0].at if named else longest)
        hint = "shorten it, leave columns out, or ask for larger cards: --size"
        return Diagnostic(fault.code, fault.message.removesuffix(card_match[0] if card_match else ""), place, hint)
