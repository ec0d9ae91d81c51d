"""What game.yaml says: languages, players, data files, decks, sheets and pages with their layouts."""

from dataclasses import dataclass, field
from typing import Literal

from generator.diagnostics import Diagnostic, InvalidInput, Place, did_you_mean
from generator.reading.catalogue import Catalogue
from generator.reading.structure import Text, structure
from generator.reading.yaml_nodes import Node


@dataclass(frozen=True, kw_only=True)
class Players:
    """The least and the most players."""

    least: int = 1
    most: int = 8


@dataclass(frozen=True, kw_only=True)
class DeckEntry:
    """A deck: its layout, whether all its backs are the same, and what a card has that does not say otherwise."""

    place: Place
    layout: str
    title: str = ""
    backs: Literal["same", "each", "none"] = "same"
    maps: bool = False
    defaults: dict[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class SheetEntry:
    """A sheet or page: its layout, and the base map that is printed on it."""

    place: Place
    layout: str
    map: str | None = None


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """A game as a whole."""

    place: Place
    game: str
    languages: tuple[str, ...]
    players: Players = field(default_factory=Players)
    letter_of_game: Text = ""
    data: tuple[str, ...] = ()
    decks: dict[str, DeckEntry] = field(default_factory=dict)
    sheets: dict[str, SheetEntry] = field(default_factory=dict)
    pages: dict[str, SheetEntry] = field(default_factory=dict)
    stories: tuple[Text, ...] = ()


def read_manifest(catalogue: Catalogue, game: str) -> Manifest:
    """Return what cards/<game>/game.yaml says; raises InvalidInput, for an unknown game with the known ones."""
    relative = f"cards/{game}/game.yaml"
    path = catalogue.find(relative)
    if path is None or "/" in game:
        hint = did_you_mean(game, catalogue.games())
        raise InvalidInput([Diagnostic("C002", f"there is no game {game!r}", Place(relative), hint)])
    return structure(catalogue.read(path), Manifest, "game.yaml")


def read_data(catalogue: Catalogue, game: str, name: str) -> Node:
    """Return a data file of a game."""
    path = catalogue.need(f"cards/{game}/{name}.yaml")
    return catalogue.read(path)
