"""A game's scoring with everything it looks up: tables of numbers, cards of decks, words. Knows no game by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from generator.games.game import Game, open_game
from generator.reading.catalogue import Catalogue
from generator.scoring.table import InputSpec, ScoringTable, read_scoring


@dataclass
class Rules:
    """How a game is scored, in one language."""

    source: Game
    table: ScoringTable

    @property
    def game(self) -> str:
        return self.source.id

    @property
    def catalogue(self) -> Catalogue:
        return self.source.catalogue

    @cached_property
    def decks(self) -> dict[str, dict[str, Mapping[str, Any]]]:
        names = {each.deck for each in self.table.inputs.values() if each.deck}
        return {name: self.source.cards(name) for name in names}

    def value(self, path: str) -> Any:
        """Return a number or table of the data files by its dotted path; raises InvalidInput."""
        return self.source.value(path)

    def keys(self, spec: InputSpec) -> tuple[str, ...]:
        """Return the keys of a group, or what can be chosen."""
        if spec.deck:
            return tuple(self.decks[spec.deck])
        return tuple(self.value(spec.keys_from)) if spec.keys_from else spec.keys or spec.options

    def most(self, spec: InputSpec) -> int:
        """Return the highest number an input takes."""
        return len(self.value(spec.most_from)) if spec.most_from else spec.most

    def word(self, path: str, fallback: str | None = None) -> str:
        """Return a word by its dotted path, else the fallback, else the last step of the path."""
        return self.source.find_word(path, path.rpartition(".")[2] if fallback is None else fallback)

    def name_of(self, key: str, deck: str | None = None) -> str:
        """Return the printed name of a card, a hero, an item or an option."""
        if deck:
            return self.word(f"cards.{deck}.{key}.name", key)
        for section in ("heroes", "items", "options"):
            found = self.word(f"{section}.{key}", "")
            if found:
                return found
        return key.replace("_", " ")


def open_rules(catalogue: Catalogue, game: str, language: str | None = None) -> Rules:
    """Open the scoring of a game; raises InvalidInput for an unknown game or language."""
    return Rules(open_game(catalogue, game, language), read_scoring(catalogue, game))
