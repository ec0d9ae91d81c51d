"""What scoring looks up in a game: numbers and tables of its data, fields of its cards, names. Knows no game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from generator.diagnostics import Place, did_you_mean, refuse
from generator.game.game import Game, open_game
from generator.game.words import languages_of
from generator.reading.catalogue import Catalogue
from generator.reading.decks import CardRecord
from generator.scoring.messages import GameWord
from generator.scoring.words import ScoreWords


@dataclass(frozen=True)
class MapCounts:
    """How many of what a map has; `sure` where it is known that it was played, else it is the usual one."""

    counts: Mapping[str, int] = field(default_factory=dict)
    sure: bool = False


@dataclass
class Book:
    """A game in one language, as scoring reads it, and what the map has that is played."""

    source: Game
    on_map: MapCounts = field(default_factory=MapCounts)

    @property
    def catalogue(self) -> Catalogue:
        return self.source.catalogue

    @property
    def language(self) -> str:
        return self.source.language

    @cached_property
    def in_other_languages(self) -> tuple["Book", ...]:
        """The same game in each of its other languages."""
        known = languages_of(self.catalogue, self.source.id)
        others = [open_game(self.catalogue, self.source.id, each) for each in known if each != self.language]
        return tuple(replace(self, source=each) for each in others)

    @cached_property
    def words(self) -> ScoreWords:
        """What the scorer says to the players of this game."""
        return ScoreWords(self.catalogue, self.language, self.source.words)

    @cached_property
    def _decks(self) -> dict[str, dict[str, CardRecord]]:
        return {}

    def cards(self, deck: str) -> dict[str, CardRecord]:
        """Return the cards of a deck by key."""
        if deck not in self._decks:
            self._decks[deck] = {card.key: card for card in self.source.deck(deck)}
        return self._decks[deck]

    def value(self, path: str, asked_at: Place) -> Any:
        """Return a value of the data files by its dotted path; raises InvalidInput."""
        return self.source.value(path, asked_at)

    def number(self, path: str, asked_at: Place) -> int:
        """Return a whole number of the data files; raises InvalidInput."""
        return _whole(self.value(path, asked_at), path, self.source.place_of(path, asked_at))

    def length(self, path: str, asked_at: Place) -> int:
        """Return a whole number of the data files, or how many entries a list there has; raises InvalidInput."""
        value = self.value(path, asked_at)
        return len(value) if isinstance(value, list) else _whole(value, path, self.source.place_of(path, asked_at))

    def numbers(self, path: str, asked_at: Place, field: str = "") -> tuple[int, ...]:
        """Return a row of numbers as it is drawn, `field` of each entry where entries hold more; null counts 0."""
        return tuple(number or 0 for number in self.row(path, asked_at, field))

    def row(self, path: str, asked_at: Place, field: str = "") -> tuple[int | None, ...]:
        """Return a row of numbers as it is drawn, None where nothing stands; raises InvalidInput."""
        row = self.value(path, asked_at)
        if not isinstance(row, list) or not row:
            place = self.source.place_of(path, asked_at)
            raise refuse("G020", f"{path!r} is no list of numbers", place, "write one number for each box")
        keys = [key for entry in row if isinstance(entry, Mapping) for key in entry]
        if field and keys and field not in keys:
            raise refuse(
                "G020", f"no entry of {path!r} has {field!r}", asked_at, did_you_mean(field, dict.fromkeys(keys))
            )
        entries = [entry.get(field) if isinstance(entry, Mapping) and field else entry for entry in row]
        return tuple(
            None if entry is None else _whole(entry, path, self.source.place_of(path, asked_at)) for entry in entries
        )

    def keys(self, path: str, asked_at: Place) -> tuple[str, ...]:
        """Return the keys of a mapping of the data files, or the entries of a list."""
        value = self.value(path, asked_at)
        if not isinstance(value, (Mapping, list)):
            raise refuse("G020", f"{path!r} is no list of names", self.source.place_of(path, asked_at))
        return tuple(str(key) for key in value)

    def card_field(self, deck: str, key: str, field: str) -> Any:
        """Return a field of a card; raises InvalidInput at the card that lacks it."""
        card = self.cards(deck)[key]
        if card.fields.get(field) in (None, ""):
            message = f"card {key!r} of {deck!r} has no {field!r}, which the score counts"
            raise refuse("G019", message, card.place, f"add {field}: ...")
        return card.fields[field]

    def card_number(self, deck: str, key: str, field: str) -> int:
        """Return a number of a card; raises InvalidInput at the card."""
        return _whole(self.card_field(deck, key, field), f"{key}.{field}", self.cards(deck)[key].place)

    def card_rows(self, deck: str, key: str, field: str, names: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the named numbers of each entry of a card's list; raises InvalidInput at the card."""
        place = self.cards(deck)[key].place
        rows = self.card_field(deck, key, field)
        for number, row in enumerate(rows if isinstance(rows, list) else [None], 1):
            if not isinstance(row, Mapping) or any(name not in row for name in names):
                message = f"entry {number} in {field!r} of card {key!r} needs {', '.join(names)}"
                raise refuse("G019", message, place, f"write {field} as a list of mappings")
            yield tuple(_whole(row[name], f"{key}.{field}.{number}.{name}", place) for name in names)

    def card_numbers(self, deck: str, key: str, field: str) -> tuple[int, ...]:
        """Return the list of numbers that a card holds; raises InvalidInput at the card."""
        place = self.cards(deck)[key].place
        values = self.card_field(deck, key, field)
        values = values if isinstance(values, list) else [values]
        return tuple(_whole(value, f"{key}.{field}", place) for value in values)

    def card_name(self, deck: str, key: str) -> GameWord:
        """Return the printed name of a card."""
        name = self.cards(deck)[key].fields.get("name")
        return GameWord((f"cards.{deck}.{key}.name",), str(self.source.in_language(name) or key.replace("_", " ")))


def _whole(value: Any, what: str, place: Place) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise refuse("G020", f"{what} is {value!r}, a whole number is needed", place)
    return value
