"""A game in one language as one value: its manifest, data, words and decks. Independent of paper and scoring."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from generator.diagnostics import NOWHERE, Diagnostic, InvalidInput, SourceLocation, did_you_mean, need_known, refuse
from generator.game.deck_fields import DeckCellChecker, fields_of
from generator.game.dice_tables import read_dice_table
from generator.game.manifest import GameManifest, read_manifest
from generator.game.piece_shapes import DieShape
from generator.game.words import FALLBACK, Words, languages_of, read_words
from generator.reading.decks import CardRecord, deck_files, read_deck, sound_cards
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import Node, plain


@dataclass
class Game:
    """A game in one language; each of its files is parsed once, when it is first used."""

    catalogue: GameCatalogue
    manifest: GameManifest
    language: str
    _decks: dict[str, list[CardRecord]] = field(default_factory=dict, repr=False)
    _nodes: dict[str, Node] = field(default_factory=dict, repr=False, compare=False)  # cached files

    @property
    def id(self) -> str:
        return self.manifest.game

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """All languages of the game, English first."""
        return languages_of(self.catalogue, self.id)

    @cached_property
    def words(self) -> Words:
        """The words in the game's language: words of the game override common ones, English replaces missing ones."""
        return read_words(self.catalogue, self.id, self.language)

    @cached_property
    def data(self) -> dict[str, Any]:
        """The content of `data_nodes` as plain values."""
        return {name: plain(node) for name, node in self.data_nodes.items()}

    @cached_property
    def data_nodes(self) -> dict[str, Node]:
        """The nodes of the files under `data:` by name, plus dice tables as `rolls`, and map.yaml as `map_rules`."""
        nodes = {name: self.data_node(name) for name in self.manifest.data}
        if self.manifest.rolls:
            tables = {name: read_dice_table(self.data_node(name)) for name in self.manifest.rolls}
            nodes["rolls"] = Node(tables, NOWHERE)
        if self.catalogue.find(f"cards/{self.id}/map.yaml") is not None:
            nodes["map_rules"] = self.data_node("map")
        return nodes

    def data_node(self, name: str) -> Node:
        """Return the node of a data file, parsed when it is first used; raises InvalidInput."""
        if name not in self._nodes:
            lists = (self.manifest_node.get(key) for key in ("data", "rolls"))
            named = (entry for node in lists if node is not None for entry in node.value)
            place = next((entry.place for entry in named if entry.value == name), self.manifest.place)
            self._nodes[name] = self.catalogue.read(self.catalogue.need(f"cards/{self.id}/{name}.yaml", place))
        return self._nodes[name]

    @cached_property
    def manifest_node(self) -> Node:
        """The node of game.yaml."""
        return self.catalogue.read(self.catalogue.need(f"cards/{self.id}/game.yaml"))

    def value(self, path: str, use: SourceLocation | None = None) -> Any:
        """Return a value of the data by its dotted path.

        Raises InvalidInput, placed at `use`, if there is no such value.
        """
        value: Any = self.data
        for step in path.split("."):
            if not isinstance(value, Mapping) or step not in value:
                file, place = path.partition(".")[0], use or self.manifest.place
                hint = did_you_mean(step, map(str, value)) if isinstance(value, Mapping) else None
                if step == file and self.catalogue.find(f"cards/{self.id}/{file}.yaml") is not None:
                    hint = f"name the file in game.yaml: data: [{', '.join([*self.manifest.data, file])}]"
                raise InvalidInput(
                    [Diagnostic("G001", f"the data files do not hold {path!r}", place, hint, value=path)]
                )
            value = value[step]
        return value

    def place_of(self, path: str, use: SourceLocation) -> SourceLocation:
        """Return where the value at a dotted path is written in a data file; `use` if it is in none."""
        file, _, rest = path.partition(".")
        if file not in self.manifest.data:
            return use
        node = self.data_node(file).at(rest) if rest else self.data_node(file)
        return node.place if node is not None else use

    @property
    def title(self) -> str:
        """The name of the game in its language, else its id."""
        return self.words.find("game.title", self.id)

    def card_words(self, deck: str, key: str) -> Mapping[str, Any]:
        """Return the words of a card by name, such as `name` and `text`; for a piece, those of its table's deck."""
        words = self.words.node.at(self.words_of_card(deck, key))
        return plain(words) if words is not None and words.is_map else {}

    def words_of_card(self, deck: str, key: str) -> str:
        """Return the dotted path of the words of a card in words/<language>.yaml."""
        entry = self.manifest.pieces.get(deck)
        return f"cards.{entry.table if entry and entry.table else deck}.{key}"

    def card_name(self, deck: str, card: CardRecord) -> str:
        """Return the name of a card from the words, else from its table; "" if it has none."""
        in_table = self.in_language(card.fields.get("name"))
        return self.words.find(f"{self.words_of_card(deck, card.key)}.name") or str(in_table or "")

    def deck(self, name: str) -> list[CardRecord]:
        """Return the cards of a deck, or the pieces of a kind, in the order of the file; raises InvalidInput."""
        if name not in self._decks:
            entry = self.manifest.pieces.get(name)
            if entry is not None and entry.table:
                self._decks[name] = self.deck(entry.table)
            elif entry is None or entry.fields or deck_files(self.catalogue, self.id, name):
                self._decks[name] = self._checked(name, read_deck(self.catalogue, self.id, name))
            else:
                self._decks[name] = [CardRecord(name, {}, 1, entry.place)]
        return self._decks[name]

    def leave_out_faulty(self, name: str) -> dict[str, tuple[Diagnostic, ...]]:
        """Keep only the valid cards of a deck; return the diagnostics of each card by key, empty for a valid one.

        Raises InvalidInput for a file that cannot be parsed at all.
        """
        entry = self.manifest.pieces.get(name)
        table = entry.table if entry is not None and entry.table else name
        sound: list[CardRecord] = []
        faults: dict[str, tuple[Diagnostic, ...]] = {}
        for key, card in sound_cards(self.catalogue, self.id, table).items():
            faults[key] = () if isinstance(card, CardRecord) else card
            if isinstance(card, CardRecord):
                try:
                    sound += self._checked(table, [card])
                except InvalidInput as fault:
                    faults[key] = fault.diagnostics
        self._decks |= {name: sound, table: sound}
        return faults

    def piece_count(self, name: str) -> int:
        """Return how many pieces of a kind are printed, copies included; a die counts as one piece."""
        entry = self.manifest.pieces[name]
        cards = sum(card.copies for card in self.deck(name))
        sides = entry.shape.sides if isinstance(entry.shape, DieShape) else 1
        return entry.copies * (cards // sides)

    def _checked(self, deck: str, cards: list[CardRecord]) -> list[CardRecord]:
        """Return the cards with defaults filled in.

        Raises InvalidInput with all cells that do not fit their declaration.
        """
        entry = self.manifest.tables.get(deck)
        if entry is None or not entry.fields:
            return cards
        check = DeckCellChecker(deck, fields_of(entry.fields, entry.place), self.languages)
        checked = [card._replace(fields=check.card(card, self.card_words(deck, card.key))) for card in cards]
        if faults := check.faults:
            raise InvalidInput(faults)
        return checked

    def cards(self, name: str) -> dict[str, Mapping[str, Any]]:
        """Return the fields of a deck's cards by key."""
        return {card.key: card.fields for card in self.deck(name)}

    def in_language(self, value: Any) -> Any:
        """Return the text of a field such as {en: Slime, pl: Szlam} in this language, else in English, else the first.

        Other values are returned unchanged.
        """
        language = self.language_of(value)
        return value if language is None else value.get(language) or ""

    def language_of(self, value: Any) -> str | None:
        """Return the language in which a field such as {en: Slime, pl: Szlam} is shown; None for other values."""
        if not isinstance(value, Mapping) or not value or not set(value) <= set(self.languages):
            return None
        return next((name for name in (self.language, FALLBACK, *value) if value.get(name)), self.language)


def open_game(catalogue: GameCatalogue, game: str, language: str | None = None) -> Game:
    """Open a game, by default in its first language; raises InvalidInput for an unknown game or language."""
    manifest = read_manifest(catalogue, game)
    languages = languages_of(catalogue, game)
    if not languages:
        message, hint = f"game {game!r} has no words", f"write cards/{game}/words/en.yaml"
        raise refuse("C008", message, manifest.place, hint)
    if language is not None:
        need_known(language, languages, "C002", f"game {game!r} has no language {language!r}", manifest.place)
    return Game(catalogue, manifest, language or languages[0])
