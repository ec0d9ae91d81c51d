"""A table as people have it becomes a deck: what its columns are, a table of ours, an entry of game.yaml, a layout.

The layout shows everything, its title on top, numbers and short words below each other at the foot, and its letters are
as large as the longest texts let them be. Writes no file but into a folder that is gone with the context.
"""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, refuse
from generator.geometry import STANDARD_CARD, Size
from generator.layout.text import measured
from generator.reading.decks import MOST_COPIES
from generator.reading.foreign_tables import ForeignTable
from generator.reading.game_search_path import GameSearchPath
from generator.reading.headings import COPIES, KEY, like_copies, plain_name
from generator.reading.structure import is_name
from generator.reading.tables import REMARK
from generator.recipes.cards import deck_faces, records
from generator.recipes.print_pack import PrintPack, open_pack
from generator.units import mm

Role = Literal["key", "copies", "title", "text", "short"]
TITLES = ("name", "title", "card", "nazwa", "tytuł", "karta", "imię", "název", "nazev", "jméno", "titul", "karta")
KEYS = ("key", "id", "card_id", "cardid", "uid", "klucz", "klíč")
RESERVED = frozenset((KEY, COPIES, "deck", "game", "language", "players", "words", "tile", "true", "false", "null"))
LONG, MOST_TITLE = 34, 60  # signs: a longer cell is a text of its own, a longer title none
SIZES = (STANDARD_CARD, Size(mm(70), mm(120)), Size(mm(105), mm(148)), Size(mm(148), mm(210)))
LETTERS = (12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0)  # points
HARDEST = 12  # cards with the most signs, which are laid out before all others
FRAME = (
    "shape: rect, fill: none, stroke: hair, stroke_width: 0.8pt, radius: 2mm, x: 2mm, y: 2mm, right: 2mm, bottom: 2mm"
)
MISSING = "\u25af"
_WHOLE = re.compile(r"[xX×]?\s*([0-9]{1,6})\s*[xX×]?")
_NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?")
_ICON = re.compile(r":([a-z][a-z0-9_]*):")


class DeckColumn(NamedTuple):
    """A column of a deck: its name in layouts, its heading as people wrote it, what it is, and what its cells hold;
    `at` is its index in the table."""

    name: str
    heading: str
    role: Role
    at: int
    number: bool
    lax: bool


class DeckImportPlan(NamedTuple):
    """A table as a deck of a game: its name, its columns, and the size that it is asked to be printed in."""

    table: ForeignTable
    deck: str
    columns: tuple[DeckColumn, ...]
    size: Size | None = None

    def of(self, *roles: Role) -> list[DeckColumn]:
        """Return the columns that are this or that."""
        return [column for column in self.columns if column.role in roles]


class ImportedDeck(NamedTuple):
    """A deck that fits its cards: its files by their name below a home, and a pack that prints them."""

    files: Mapping[str, str]
    pack: PrintPack
    notes: Sequence[Diagnostic]


def imported(table: ForeignTable, deck: str, size: Size | None = None) -> DeckImportPlan:
    """Return what the columns of a table are; raises InvalidInput for copies that are no number."""
    roles = _roles(table)
    names: list[str] = []
    columns = []
    for index, column in enumerate(table.columns):
        role = roles.get(index, "short")
        cells = [row.cells[index] for row in table.rows]
        if role == "short" and any(len(cell) > LONG or "\n" in cell for cell in cells):
            role = "text"
        name = role if role in (KEY, COPIES) else _name(column.heading, column.number, names)
        names.append(name)
        number = role == "short" and all(_NUMBER.fullmatch(cell) for cell in cells if cell)
        heading = column.heading or f"Column {column.number}"
        columns.append(DeckColumn(name, heading, role, index, number, not all(cells)))
    return DeckImportPlan(table, deck, tuple(columns), size)


def _roles(table: ForeignTable) -> dict[int, Role]:
    """Return which columns are the copies, the keys and the titles of the cards."""
    roles: dict[int, Role] = {}
    plain = [plain_name(column.heading) for column in table.columns]
    cells = [[row.cells[index] for row in table.rows] for index in range(len(plain))]
    likely = sorted((name != COPIES, index) for index, name in enumerate(plain) if like_copies(name))
    for _, index in likely:
        if "copies" not in roles.values() and any(_WHOLE.fullmatch(cell) for cell in cells[index]):
            roles[index] = "copies"
            _check_copies(table, index)
    for index, name in enumerate(plain):
        unique = len(set(cells[index])) == len(cells[index])
        if name in KEYS and unique and all(map(is_name, cells[index])) and "key" not in roles.values():
            roles[index] = "key"
    free = [index for index in range(len(plain)) if index not in roles and max(map(len, cells[index])) <= MOST_TITLE]
    ranked = sorted(free, key=lambda index: (_title_rank(plain[index]), index))
    named = [index for index in ranked if _title_rank(plain[index]) < len(TITLES)]
    wordy = [index for index in free if all(cells[index]) and not any(_NUMBER.fullmatch(cell) for cell in cells[index])]
    if named or wordy:
        roles[(named or wordy)[0]] = "title"
    return roles


def _title_rank(name: str) -> int:
    """Return how much a name is one of a title: the lower the more; as long as TITLES where it is none."""
    found = [at for at, title in enumerate(TITLES) if name in (title, f"card_{title}", f"card{title}", f"{title}_en")]
    return found[0] if found else len(TITLES)


def _check_copies(table: ForeignTable, index: int) -> None:
    for at, row in enumerate(table.rows):
        cell = row.cells[index]
        found = _WHOLE.fullmatch(cell)
        if cell and (found is None or int(found[1]) > MOST_COPIES):
            message = f"{cell[:40]!r} in the column {table.columns[index].heading!r} is no number of copies"
            hint = f"a whole number from 0 to {MOST_COPIES}, or nothing for one"
            raise refuse("D003", message, table.place(at, index), hint)


def _name(heading: str, number: int, taken: Sequence[str]) -> str:
    """Return the name of a column in layouts: plain, no number, and no other column's."""
    name = plain_name(heading)
    if not name or name[0].isdigit() or name in RESERVED:
        name = f"column_{name or number}"
    unique, at = name, 2
    while unique in taken:
        unique, at = f"{name}_{at}", at + 1
    return unique


# its files


def deck_csv(deck: DeckImportPlan, icons: Sequence[str], missing: Mapping[str, str]) -> str:
    """Return the cards as a table of ours; `missing` are signs that no font has, with what stands for each."""
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    # a row that begins with # would be a remark
    numbered = not deck.of("key") and any(cell.startswith(REMARK) for row in deck.table.rows for cell in row.cells)
    columns = [*deck.of("key"), *deck.of("copies", "title", "text", "short")]
    writer.writerow([*([KEY] if numbered else []), *(column.name for column in columns)])
    changed = str.maketrans(dict(missing))
    for number, row in enumerate(deck.table.rows, 1):
        cells = [_cell(row.cells[column.at], column, icons).translate(changed) for column in columns]
        writer.writerow([*([number] if numbered else []), *cells])
    return sink.getvalue()


def _cell(text: str, column: DeckColumn, icons: Sequence[str]) -> str:
    if column.role == COPIES and (found := _WHOLE.fullmatch(text)):
        return found[1]
    return text if column.role in (KEY, COPIES) else _literal(text, icons)


def _literal(text: str, icons: Sequence[str]) -> str:
    """Return a text in which nothing is a sign but the icons that there are."""
    shown = text.replace("**", "\\**")
    return _ICON.sub(lambda found: found[0] if found[1] in icons else f"\\{found[0]}", shown)


def entry_of(deck: DeckImportPlan) -> dict[str, object]:
    """Return what game.yaml says of the deck, as plain values."""
    fields: dict[str, object] = {}
    for column in deck.of("title", "text", "short"):
        if column.number:
            fields[column.name] = {"kind": "number", "optional": True} if column.lax else "number"
        else:
            fields[column.name] = {"kind": "text", "default": ""} if column.lax else "text"
    return {"layout": deck.deck, "fields": fields}


def layout_text(deck: DeckImportPlan, size: Size, letters: float, fallback: Sequence[str] = ()) -> str:
    """Return a layout that shows every column of the deck on a card of a size, in letters of so many points."""
    width, height = (f"{round(side / mm(1), 2):g}mm" for side in size)
    title = max(letters * 1.5, 12.0)
    source = PurePath(deck.table.shown).name
    lines = [
        f"# The cards of {deck.deck}, drawn from {source}. Change what you like: scrawl reference layout",
        "extends: ../common/styles.yaml",
        f"size: {{width: {width}, height: {height}}}",
        "safe: 3mm",
        "text_floor: 6pt",
    ]
    if fallback:
        files = ", ".join(f"own_{number}: {_quoted(name)}" for number, name in enumerate(fallback, 1))
        lines.append(f"fonts: {{more: {{{files}}}}}")
    lines.append(f"fallback: [{', '.join(fallback_fonts(fallback))}]")
    lines += [
        "styles:",
        f"  name: {{extends: title, size: {title:g}pt, floor: {min(9.0, title):g}pt}}",
        f"  words: {{font: text.regular, size: {letters:g}pt, color: ink, leading: 1.2, floor: 6pt}}",
        "front:",
        "  stack:",
        f"    - {{{FRAME}}}",
        "    - column:",
        *(f"        - {line}" for line in _lines(deck, size, letters)),
        "      gap: 1.6mm",
        "      pad: 4mm",
    ]
    return "\n".join(lines) + "\n"


def _lines(deck: DeckImportPlan, size: Size, letters: float) -> Iterator[str]:
    """Yield the lines of what stands below each other on a card: its title, its texts, at the foot short words."""
    for column in deck.of("title"):
        yield f"{{text: {_quoted(_shown(column))}, style: name}}"
        yield "{shape: line, stroke: hair, stroke_width: 0.8pt, height: 0mm}"
    yield from (_line(column, deck) for column in deck.of("text"))
    yield "{space: 0mm, grow: 1}"
    short = deck.of("short")
    if short:
        cells = "".join(f"\n              - {_line(column, deck)}" for column in short)
        rest = f"columns: {_columns(deck, size, letters)}\n          gap: 1.5mm\n          row_gap: 0.4mm"
        yield f"grid:{cells}\n          {rest}"


def fallback_fonts(files: Sequence[str]) -> list[str]:
    """Return the fonts that draw what the others lack: that of running text, then those in files of one's own."""
    return ["text.bold", *(f"more.own_{number}" for number, _ in enumerate(files, 1))]


def _shown(column: DeckColumn) -> str:
    return f"{{{column.name}}}"


def _line(column: DeckColumn, deck: DeckImportPlan) -> str:
    """Return the element of a column: with its heading, but for the one text of a card; absent where its cell is."""
    label = column.heading.replace("{", "{{").replace("}", "}}")
    alone = column.role == "text" and len(deck.of("text")) == 1
    text = _shown(column) if alone else f"**{_ICON.sub(lambda found: chr(92) + found[0], label)}** {_shown(column)}"
    shown_if = f", if: {_quoted(column.name + '!=')}" if column.lax else ""
    return f"{{text: {_quoted(text)}, style: words{shown_if}}}"


def _columns(deck: DeckImportPlan, size: Size, letters: float) -> int:
    """Return how many columns the short words of a card stand in."""
    longest = max(
        len(column.heading) + max(len(row.cells[column.at]) for row in deck.table.rows) for column in deck.of("short")
    )
    room = (size.width - mm(8)) / (letters * 0.5)
    return max(1, min(3, int(room // (longest + 3)))) if len(deck.of("short")) > 1 else 1


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


# the deck that fits


@contextmanager
def drawn_deck(
    catalogue: GameSearchPath,
    game: str,
    deck: DeckImportPlan,
    base: Mapping[str, str],
    fonts: Sequence[Path] = (),
    language: str = "en",
    *,
    stand_ins: bool = False,
) -> Iterator[ImportedDeck]:
    """Yield a deck whose layout fits its longest texts; `base` are the files of its game, with its entry.

    Signs that no font has are a fault, or with `stand_ins` are printed as empty boxes and noted. Raises InvalidInput
    at the cell that fits no card.
    """
    with TemporaryDirectory(prefix="scrawl-") as folder:
        root = Path(folder).resolve()
        layered = GameSearchPath((root, *catalogue.roots))
        trial = _Trial(layered, root, game, deck, language, tuple(path.name for path in fonts))
        for path in fonts:
            _put(root / "fonts" / path.name, path.read_bytes())
        for name, text in base.items():
            _put(root / name, text.encode("utf-8"))
        try:
            notes = trial.fitted(stand_ins=stand_ins)
            own = [trial.table_file, trial.layout_file]
            files = {**base, **{name: (root / name).read_text(encoding="utf-8") for name in own}}
            yield ImportedDeck(files, trial.opened(), [*deck.table.notes, *notes])
        finally:
            measured.cache_clear()  # it would keep the fonts of a game that is gone, some megabytes


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


class _Trial:
    """Tries sizes of cards and of letters, in a folder of its own, until every card of a deck fits."""

    def __init__(
        self,
        catalogue: GameSearchPath,
        root: Path,
        game: str,
        deck: DeckImportPlan,
        language: str,
        fonts: Sequence[str],
    ) -> None:
        self.catalogue, self.root, self.game, self.deck = catalogue, root, game, deck
        self.language, self.fonts = language, fonts
        self.table_file = f"cards/{game}/{deck.deck}.csv"
        self.layout_file = f"layouts/{game}/{deck.deck}.yaml"
        self.sizes = SIZES if deck.size is None else (deck.size,)

    def opened(self) -> PrintPack:
        return open_pack(self.catalogue, self.game, self.language)

    def fitted(self, *, stand_ins: bool) -> list[Diagnostic]:
        """Write the layout with the largest letters, on the smallest card, that all fit; return what to note."""
        self.write(self.sizes[0], LETTERS[-1], {})
        notes = self._signs(stand_ins=stand_ins)
        faults: list[Diagnostic] = []
        for size in self.sizes:
            faults = self._faults(size, LETTERS[-1])
            if not faults:
                larger = (letters for letters in LETTERS[:-1] if not self._faults(size, letters))
                self.write_layout(size, next(larger, LETTERS[-1]))
                return notes + self._size_note(size)
        raise InvalidInput(faults)

    def _size_note(self, size: Size) -> list[Diagnostic]:
        if size == self.sizes[0]:
            return []
        shown = " x ".join(f"{side / mm(1):g}" for side in size)
        message = f"its texts are too long for cards of 63 x 88 mm, so they are {shown} mm"
        return [
            Diagnostic(
                "D026", message, SourceLocation(self.deck.table.shown), "shorten the texts, or say --size", "note"
            )
        ]

    def write(self, size: Size, letters: float, missing: Mapping[str, str]) -> None:
        text = deck_csv(self.deck, self.opened_icons, missing)
        _put(self.root / self.table_file, text.encode("utf-8"))
        self.write_layout(size, letters)

    def write_layout(self, size: Size, letters: float) -> None:
        text = layout_text(self.deck, size, letters, self.fonts)
        _put(self.root / self.layout_file, text.encode("utf-8"))

    @property
    def opened_icons(self) -> list[str]:
        return self.opened().icons.names()

    def _signs(self, *, stand_ins: bool) -> list[Diagnostic]:
        """Return what to note of signs that no font has; raises InvalidInput unless something may stand for them."""
        pack = self.opened()
        pack.engine(self.deck.deck)  # which brings its fonts
        names = fallback_fonts(self.fonts)
        lacking: dict[str, SourceLocation] = {}
        plain, bold, display = (
            pack.fonts.font("|".join((name, *names))) for name in ("text.regular", "text.medium", "display.bold")
        )
        for at, row in enumerate(self.deck.table.rows):
            for column in self.deck.of("title", "text", "short"):
                font = display if column.role == "title" else plain
                for sign in font.missing(row.cells[column.at].replace("\n", " ")):
                    lacking.setdefault(sign, self.deck.table.place(at, column.at))
        for column in self.deck.columns:
            for sign in bold.missing(column.heading):
                lacking.setdefault(
                    sign, SourceLocation(self.deck.table.shown, 1, self.deck.table.columns[column.at].number)
                )
        if not lacking:
            return []
        sign, place = next(iter(lacking.items()))
        more = f" and {len(lacking) - 1} signs more" if len(lacking) > 1 else ""
        hint = "name a font that has them: --font FILE"
        if not stand_ins:
            raise refuse("L033", f"no font here has {sign!r}{more}", place, hint)
        missing = dict.fromkeys(lacking, MISSING)
        _put(self.root / self.table_file, deck_csv(self.deck, self.opened_icons, missing).encode("utf-8"))
        message = f"no font here has {sign!r}{more}: printed as {MISSING}"
        return [Diagnostic("L033", message, place, hint, "warning")]

    def _faults(self, size: Size, letters: float) -> list[Diagnostic]:
        """Return what is wrong with the deck in a layout, at the cells of the table."""
        self.write_layout(size, letters)
        pack = self.opened()
        cards = records(pack, self.deck.deck)
        hardest = sorted(cards, key=lambda card: -sum(len(str(value)) for value in card.fields.values()))
        for chosen in (hardest[:HARDEST], cards):
            pack.faults.clear()
            deck_faces(pack, self.deck.deck, chosen=[card._replace(copies=1) for card in chosen])
            errors = [fault for fault in pack.faults if fault.severity == "error"]
            if errors:
                return [self._at_cell(fault, [card.key for card in cards]) for fault in errors[:HARDEST]]
        return []

    def _at_cell(self, fault: Diagnostic, keys: Sequence[str]) -> Diagnostic:
        """Return a fault of the layout at the cell that it comes from."""
        found = re.search(r" on card '([^']*)'$", fault.message)
        row = keys.index(found[1]) if found and found[1] in keys else 0
        line = (self.root / self.layout_file).read_text(encoding="utf-8").splitlines()[fault.place.line - 1 :][:1]
        named = [column for column in self.deck.columns if line and _shown(column) in line[0]]
        cells = self.deck.table.rows[row].cells
        longest = max(range(len(cells)), key=lambda at: len(cells[at]))
        place = self.deck.table.place(row, named[0].at if named else longest)
        hint = "shorten it, leave columns out, or ask for larger cards: --size"
        return Diagnostic(fault.code, fault.message.removesuffix(found[0] if found else ""), place, hint)
