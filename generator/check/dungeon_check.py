"""Checks a dungeon file: it is parsed, walked through, and compared with the cards and rules of its game."""

from dataclasses import dataclass

from generator.diagnostics import Diagnostic
from generator.game.manifest import read_manifest
from generator.maps.faults import dungeon_faults, target_places
from generator.maps.loading import DungeonFile, find_dungeon, known_cards
from generator.maps.map_rules import MapRules, read_map_rules
from generator.maps.reach import unmet_cards
from generator.reading.decks import read_deck
from generator.reading.game_catalogue import GameCatalogue


@dataclass(frozen=True)
class CheckedDungeon:
    """A valid dungeon file, with its rules, faults and warnings."""

    file: DungeonFile
    rules: MapRules
    faults: tuple[Diagnostic, ...]


def checked_dungeon(catalogue: GameCatalogue, game: str, name: str) -> CheckedDungeon:
    """Read a dungeon by id or path and run all checks; raises InvalidInput if it cannot be parsed."""
    rules = read_map_rules(catalogue, game)
    file = find_dungeon(catalogue, game, rules, name)
    faults = dungeon_faults(file, rules, known_cards(catalogue, game, rules))
    return CheckedDungeon(file, rules, (*faults, *_unmet(file, rules), *_not_taken(catalogue, game, file, rules)))


def _unmet(file: DungeonFile, rules: MapRules) -> list[Diagnostic]:
    """Return a warning for each deck with cards that no player can meet on this map."""
    return [
        Diagnostic(
            "M055",
            f"nobody can meet these {deck} here: {', '.join(keys)}",
            file.spec.map.place,
            "leave these cards in the box, or draw more of what they ask for",
            severity="warning",
        )
        for deck, keys in unmet_cards(file.dungeon, rules).items()
    ]


def _not_taken(catalogue: GameCatalogue, game: str, file: DungeonFile, rules: MapRules) -> list[Diagnostic]:
    """Return a note for each target card of a dungeon file that takes tokens away which the map does not have."""
    names, field, deck = rules.names, rules.targets.takes, rules.targets.deck
    if not field or not file.spec.targets or deck not in read_manifest(catalogue, game).decks:
        return []
    letters = {thing.letter for _, thing in file.dungeon.things(rules.tokens)}
    letters_by_card = {card.key: card.fields.get(field) or () for card in read_deck(catalogue, game, deck)}
    named = dict(zip(file.spec.targets, target_places(file, rules), strict=True))
    lacking = {key: [letter for letter in letters_by_card.get(key, ()) if letter not in letters] for key in named}
    return [
        Diagnostic(
            "M056",
            f"{names.target} {key!r} takes {names.token if len(missing) == 1 else names.tokens} "
            f"{' and '.join(missing)} away, which this map does not have",
            named[key],
            "nothing is crossed out for it",
            severity="note",
        )
        for key, missing in lacking.items()
        if missing
    ]
