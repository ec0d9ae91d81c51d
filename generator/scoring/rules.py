"""A game's scoring with everything it looks up: tables of numbers, cards of decks, words. Knows no game by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from generator.diagnostics import Diagnostic, InvalidInput
from generator.reading.catalogue import Catalogue
from generator.reading.decks import read_deck
from generator.reading.manifest import Manifest, read_data, read_manifest
from generator.reading.words import read_words
from generator.reading.yaml_nodes import plain
from generator.scoring.table import InputSpec, ScoringTable, read_scoring


@dataclass
class Rules:
    """How a game is scored, in one language."""

    catalogue: Catalogue
    game: str
    language: str
    table: ScoringTable
    manifest: Manifest

    @cached_property
    def data(self) -> dict[str, Any]:
        return {name: plain(read_data(self.catalogue, self.game, name)) for name in self.table.data}

    @cached_property
    def words(self) -> dict[str, Any]:
        found = plain(read_words(self.catalogue, self.game, self.language))
        return found if isinstance(found, dict) else {}

    @cached_property
    def decks(self) -> dict[str, dict[str, dict[str, Any]]]:
        names = {each.deck for each in self.table.inputs.values() if each.deck}
        return {name: {card.key: card.fields for card in read_deck(self.catalogue, self.game, name)} for name in names}

    def value(self, path: str) -> Any:
        """Return a number or table of the data files by its dotted path; raises InvalidInput."""
        found: Any = self.data
        for step in path.split("."):
            if not isinstance(found, Mapping) or step not in found:
                message = f"scoring asks for {path!r}, which the data files do not hold"
                raise InvalidInput(
                    [Diagnostic("G001", message, self.table.place, f"data: {', '.join(self.table.data)}")]
                )
            found = found[step]
        return found

    def keys(self, spec: InputSpec) -> tuple[str, ...]:
        """Return the keys of a group, or what can be chosen."""
        if spec.deck:
            return tuple(self.decks[spec.deck])
        return tuple(self.value(spec.keys_from)) if spec.keys_from else spec.keys or spec.options

    def most(self, spec: InputSpec) -> int:
        """Return the highest number an input takes."""
        return int(self.value(spec.most_from)) if spec.most_from else spec.most

    def word(self, path: str, fallback: str | None = None) -> str:
        """Return a word by its dotted path, else the fallback, else the last step of the path."""
        found: Any = self.words
        for step in path.split("."):
            found = found.get(step) if isinstance(found, Mapping) else None
        return found if isinstance(found, str) else fallback if fallback is not None else path.rpartition(".")[2]

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
    manifest = read_manifest(catalogue, game)
    if language is not None and language not in manifest.languages:
        message = f"game {game!r} has no language {language!r}"
        raise InvalidInput([Diagnostic("C004", message, manifest.place, f"known: {', '.join(manifest.languages)}")])
    return Rules(catalogue, game, language or manifest.languages[0], read_scoring(catalogue, game), manifest)
