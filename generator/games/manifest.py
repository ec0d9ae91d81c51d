"""What game.yaml says: players, data files, decks, sheets and pages with their layouts, the map, and the kit."""

from collections.abc import Iterator
from dataclasses import field
from typing import Annotated, Literal

from generator.diagnostics import Place, did_you_mean, refuse
from generator.games.fields import AnyField
from generator.reading.catalogue import Catalogue
from generator.reading.records import record
from generator.reading.structure import Keyed, Name, Names, Within, structure


@record
class Players:
    """The least and the most players."""

    least: Annotated[int, Within(1, 100)] = 1
    most: Annotated[int, Within(1, 100)] = 8


@record
class DeckEntry:
    """A deck: its layout, whether all its backs are the same, and what its cards hold (without `fields`, anything)."""

    place: Place
    layout: str
    title: str = ""
    backs: Literal["same", "each", "none"] = "same"
    maps: bool = False
    fields: dict[str, AnyField] = field(default_factory=dict)


@record
class SheetEntry:
    """A sheet that players mark: its layout, its modes (the first is the usual one), the map printed on it."""

    place: Place
    layout: str
    title: str = ""
    map: str | None = None
    modes: tuple[str, ...] = ("standard",)


@record
class PageEntry:
    """A page to read or cut out; one of `actual_size` is never enlarged."""

    place: Place
    layout: str
    title: str = ""
    actual_size: bool = False


@record
class KitPages:
    """Pages of the kit, in one file."""

    place: Place
    page: Names
    name: Name = ""


@record
class KitSheets:
    """A sheet of the kit: `copies` of it in one file."""

    place: Place
    sheet: str
    name: Name = ""
    copies: Annotated[int, Within(1, 100)] = 1


@record
class KitDecks:
    """Decks of the kit, in one file, one after the other."""

    place: Place
    deck: Names
    name: Name = ""


KitEntry = KitPages | KitSheets | KitDecks
KIT = Keyed({"page": KitPages, "sheet": KitSheets, "deck": KitDecks})


@record
class Manifest:
    """A game as a whole; its languages are the files in words/."""

    place: Place
    game: Name
    players: Players = field(default_factory=Players)
    data: tuple[Name, ...] = ()
    decks: dict[Name, DeckEntry] = field(default_factory=dict)
    sheets: dict[Name, SheetEntry] = field(default_factory=dict)
    pages: dict[Name, PageEntry] = field(default_factory=dict)
    kit: tuple[Annotated[KitEntry, KIT], ...] = ()

    def kit_entries(self) -> tuple[KitEntry, ...]:
        """Return what a kit holds, in print order; without `kit:` all sheets, decks and pages as they stand."""
        return self.kit or tuple(self._everything())

    def _everything(self) -> Iterator[KitEntry]:
        for sheet, entry in self.sheets.items():
            yield KitSheets(place=entry.place, sheet=sheet)
        for deck, each in self.decks.items():
            yield KitDecks(place=each.place, deck=(deck,))
        for page, one in self.pages.items():
            yield KitPages(place=one.place, page=(page,))


def read_manifest(catalogue: Catalogue, game: str) -> Manifest:
    """Return what cards/<game>/game.yaml says; raises InvalidInput, for an unknown game with the known ones."""
    relative = f"cards/{game}/game.yaml"
    path = catalogue.find(relative)
    if path is None or "/" in game:
        raise refuse("C002", f"there is no game {game!r}", Place(relative), did_you_mean(game, catalogue.games()))
    manifest = structure(catalogue.read(path), Manifest, "game.yaml")
    if manifest.game != game:
        message = f"game.yaml in the folder {game!r} says it is {manifest.game!r}"
        raise refuse("C033", message, manifest.place, f"write game: {game}")
    return manifest
