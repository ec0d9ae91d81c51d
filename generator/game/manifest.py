"""The file game.yaml: players, data files, decks, pieces, sheets and pages with their layouts, and the kit."""

from dataclasses import field
from typing import Annotated, ClassVar, Literal

from generator.diagnostics import NOWHERE, SourceLocation, did_you_mean, need_known, refuse
from generator.game.deck_fields import AnyField
from generator.game.piece_shapes import PieceSize, Shape
from generator.geometry import Insets
from generator.reading import format_versions
from generator.reading.decks import MOST_COPIES
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.spec_class import spec
from generator.reading.structure import AtMost, KeyedUnion, Name, Names, NumberBounds, Padding, structure
from generator.reading.yaml_nodes import Node
from generator.units import mm


@spec
class PlayerCountRange:
    """The least and the greatest number of players."""

    least: Annotated[int, NumberBounds(1, 100), AtMost("most")] = 1
    most: Annotated[int, NumberBounds(1, 100)] = 8


@spec
class DeckManifestEntry:
    """A deck: its layout, whether all backs are equal, and the fields of its cards (without `fields`, any fields)."""

    place: SourceLocation
    layout: str
    title: str = ""
    size: PieceSize | None = None
    backs: Literal["same", "each", "none"] | None = None
    maps: bool = False
    fields: dict[str, AnyField] = field(default_factory=dict)
    table: ClassVar[Name] = ""


@spec
class PieceEntry:
    """Pieces of one kind: a table of records like a deck's, and the shape and size that they are cut or folded to.

    Without a file of its own, `fields` or `table`, there is one piece with the name of its kind.
    """

    place: SourceLocation
    layout: str
    title: str = ""
    shape: Shape = "rectangle"
    size: PieceSize | None = None
    copies: Annotated[int, NumberBounds(1, MOST_COPIES)] = 1
    backs: Literal["same", "each", "none"] | None = None
    table: Name = ""
    actual_size: bool = False
    fields: dict[str, AnyField] = field(default_factory=dict)
    maps: ClassVar[bool] = False


@spec
class SheetEntry:
    """A sheet that players mark: its layout, its modes (the first is the default), and the map printed on it.

    `paper` is a fixed paper, such as a5-landscape, for all printing; the default is that of the layout.
    """

    place: SourceLocation
    layout: str
    title: str = ""
    paper: str = ""
    map: str | None = None
    modes: tuple[str, ...] = ("standard",)


@spec
class BoardSpec:
    """A part of a sheet at one moment of a game: the fields that `show` lists by name, or by the start of their names.

    The board shows what the player at `seat` (from 0) did in a `line` (from 0) of a `round` of the page's record, or
    `marks` by field: `fill`, `cross`, `ring`, or a text to be written. Earlier marks, of the record or of the boards
    before this one in the list, are grey. `room` is the margin shown around the fields, written like `pad`.
    """

    place: SourceLocation
    show: Names
    round: Annotated[int, NumberBounds(0)] | None = None
    seat: Annotated[int, NumberBounds(0)] = 0
    line: Annotated[int, NumberBounds(0)] = 0
    marks: dict[str, str] = field(default_factory=dict)
    room: Padding = Insets(mm(3), mm(3), mm(3), mm(3))
    sheet: str = ""
    map: str | None = None


@spec
class PageEntry:
    """A page to read or cut out; one with `actual_size` is never enlarged.

    `record` is a recorded game in the folder of the game; the page has its parts as `chapters`. `boards` are lists of
    pictures of moments, by the name that an element `board` of the page uses.
    """

    place: SourceLocation
    layout: str
    title: str = ""
    actual_size: bool = False
    record: str = ""
    boards: dict[str, tuple[BoardSpec, ...]] = field(default_factory=dict)


EVERY_GAMES_PAGES = {
    name: PageEntry(place=NOWHERE, layout=f"common/pages/{name}", title=f"{{words.{name}.title}}")
    for name in ("specimen", "signs", "pictures")
}


@spec
class KitPages:
    """An entry under `kit:` in game.yaml: pages that are printed into one file."""

    place: SourceLocation
    page: Names
    name: Name = ""


@spec
class KitSheets:
    """An entry under `kit:` in game.yaml: `copies` of a sheet, printed into one file."""

    place: SourceLocation
    sheet: str
    name: Name = ""
    copies: Annotated[int, NumberBounds(1, 100)] = 1


@spec
class KitDecks:
    """Decks of the kit, one after the other in one file; `title` is printed in the footer, by default their names."""

    place: SourceLocation
    deck: Names
    name: Name = ""
    title: str = ""


@spec
class KitPieces:
    """Kinds of pieces of the kit, in one file; they share pages."""

    place: SourceLocation
    piece: Names
    name: Name = ""
    title: str = ""


KitEntry = KitPages | KitSheets | KitDecks | KitPieces
KIT = KeyedUnion({"page": KitPages, "sheet": KitSheets, "deck": KitDecks, "piece": KitPieces})


@spec
class GameManifest:
    """A game; its languages are the files in words/. `rolls` are tables for dice.

    `ruleset` names the rules as code that play the game, by default its id. `trophy` is the deck or kind of pieces of
    which one is shown beside the winner at the end of a game.
    """

    place: SourceLocation
    game: Name
    format: int = format_versions.GAME
    ruleset: Name = ""
    players: PlayerCountRange = field(default_factory=PlayerCountRange)
    data: tuple[Name, ...] = ()
    rolls: tuple[Name, ...] = ()
    decks: dict[Name, DeckManifestEntry] = field(default_factory=dict)
    pieces: dict[Name, PieceEntry] = field(default_factory=dict)
    sheets: dict[Name, SheetEntry] = field(default_factory=dict)
    pages: dict[Name, PageEntry] = field(default_factory=dict)
    kit: tuple[Annotated[KitEntry, KIT], ...] = ()
    extras: tuple[Annotated[KitEntry, KIT], ...] = ()
    trophy: Name = ""

    @property
    def tables(self) -> dict[str, DeckManifestEntry | PieceEntry]:
        """All that is printed from a table of records, by name: decks and kinds of pieces."""
        return {**self.pieces, **self.decks}

    @property
    def printable_pages(self) -> dict[str, PageEntry]:
        """The pages that can be printed, by name: the pages that every game has, and the game's own."""
        return {**EVERY_GAMES_PAGES, **self.pages}

    def kit_entries(self) -> tuple[KitEntry, ...]:
        """Return the entries of the kit in print order; without `kit:` all sheets, decks, pieces and pages."""
        return self.kit or (
            *(KitSheets(place=entry.place, sheet=name) for name, entry in self.sheets.items()),
            *(KitDecks(place=entry.place, deck=(name,)) for name, entry in self.decks.items()),
            *(KitPieces(place=entry.place, piece=(name,)) for name, entry in self.pieces.items()),
            *(KitPages(place=entry.place, page=(name,)) for name, entry in self.pages.items()),
        )


def game_named(catalogue: GameCatalogue, root: Node, label: str) -> str:
    """Return the game that the key `game` of a file names; `label` is the file in messages. Raises InvalidInput."""
    node = root.get("game")
    if node is None or not isinstance(node.value, str):
        hint = f"add game: {' or '.join(catalogue.own_games or (catalogue.default_game,))}"
        raise refuse("S004", f"key 'game' is missing in {label}", (node or root).place, hint)
    need_known(node.value, catalogue.games(), "C002", f"there is no game {node.value[:60]!r}", node.place)
    return node.value


def read_manifest(catalogue: GameCatalogue, game: str) -> GameManifest:
    """Return the content of cards/<game>/game.yaml; raises InvalidInput, also for an unknown game."""
    relative = f"cards/{game}/game.yaml"
    path = catalogue.find(relative)
    if path is None or "/" in game:
        raise refuse(
            "C002", f"there is no game {game!r}", SourceLocation(relative), did_you_mean(game, catalogue.games())
        )
    root = catalogue.read(path)
    return catalogue.sources.keep(path, f"manifest {game}", lambda _path: _manifest(root, game), by=root)


def _manifest(root: Node, game: str) -> GameManifest:
    format_versions.format_of(root, format_versions.GAME, "game.yaml")
    manifest = structure(root, GameManifest, "game.yaml")
    if manifest.game != game:
        message = f"game.yaml in the folder {game!r} says it is {manifest.game!r}"
        raise refuse("C033", message, manifest.place, f"write game: {game}")
    for piece, piece_entry in manifest.pieces.items():
        _check_piece(manifest, piece, piece_entry)
    for entry in (*manifest.kit, *manifest.extras):
        _check_kit_entry(manifest, entry)
    if manifest.trophy:
        message = f"there is no deck or piece {manifest.trophy!r} for the trophy"
        need_known(manifest.trophy, manifest.tables, "C002", message, manifest.place)
    return manifest


def kit_names(entry: KitEntry) -> tuple[str, tuple[str, ...]]:
    """Return what an entry of the kit prints ("page", "sheet", "deck" or "piece"), and the names of these."""
    kind = next(kind for kind, spec in KIT.kinds.items() if isinstance(entry, spec))
    names: str | tuple[str, ...] = getattr(entry, kind)
    return kind, (names,) if isinstance(names, str) else names


def _check_kit_entry(manifest: GameManifest, entry: KitEntry) -> None:
    """Raise InvalidInput if an entry of the kit names something that the game does not have."""
    kind, names = kit_names(entry)
    for name in names:
        need_known(name, getattr(manifest, f"{kind}s"), "C002", f"there is no {kind} {name!r}", entry.place)


def _check_piece(manifest: GameManifest, name: str, entry: PieceEntry) -> None:
    """Raise InvalidInput if a kind of piece has the name of a deck, or an unknown table."""
    if name in manifest.decks:
        message = f"{name!r} is a deck and a piece"
        raise refuse("C036", message, entry.place, f"name it otherwise, such as {name}_pieces")
    tables = [name for name, table_entry in manifest.tables.items() if not table_entry.maps and not table_entry.table]
    if entry.table:
        message = f"there is no deck or piece {entry.table!r} for the table of {name!r}"
        need_known(entry.table, tables, "C002", message, entry.place)
