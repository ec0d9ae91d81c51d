"""Lookups in the data of any game for scoring: numbers and tables of its files, fields of its cards, names."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, nearest, refuse
from generator.formulas.domains import EMPTY, Domain, Rows, domain_of, hull
from generator.formulas.evaluate import Card, as_data, compiled
from generator.formulas.syntax import FormulaFault
from generator.game.game import Game, open_game
from generator.reading.decks import CardRecord
from generator.reading.structure import read_value
from generator.reading.yaml_nodes import Node, kind_name
from generator.scoring.formula_specs import Formula, FormulaText
from generator.scoring.messages import GameWord
from generator.scoring.words import ScoreWords

FORMULA = "="  # begins a cell that is a formula, as in spreadsheets


@dataclass
class GameScoringData:
    """A game in one language, as scoring reads it, with the counts of the map that was played.

    `knows_map` is false if the usual map is only assumed.
    """

    source: Game
    map_counts: Mapping[str, int] = field(default_factory=dict)
    knows_map: bool = False
    _decks: dict[str, dict[str, CardRecord]] = field(default_factory=dict, init=False, repr=False, compare=False)
    cell_domains: dict[str, dict[str, Domain]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _values: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def in_other_languages(self) -> tuple["GameScoringData", ...]:
        """The same game in each of its other languages."""
        languages = [language for language in self.source.languages if language != self.source.language]
        games = (open_game(self.source.catalogue, self.source.id, language) for language in languages)
        return tuple(replace(self, source=game) for game in games)

    @cached_property
    def words(self) -> ScoreWords:
        """The words that messages to the players of this game are made of."""
        return ScoreWords(self.source.catalogue, self.source.language, self.source.words, self.source.value)

    def cards(self, deck: str) -> dict[str, CardRecord]:
        """Return the cards of a deck by key."""
        if deck not in self._decks:
            self._decks[deck] = {card.key: card for card in self.source.deck(deck)}
        return self._decks[deck]

    def number(self, path: str, asked_at: SourceLocation) -> int:
        """Return a whole number of the data files; raises InvalidInput."""
        return int(self._fitting(path, asked_at, "number", is_whole))

    def length(self, path: str, asked_at: SourceLocation) -> int:
        """Return a whole number of the data files, or how many entries a list there has; raises InvalidInput."""
        value = self._fitting(path, asked_at, "number or list", lambda data: isinstance(data, list) or is_whole(data))
        return len(value) if isinstance(value, list) else int(value)

    def numbers(self, path: str, asked_at: SourceLocation) -> tuple[int, ...]:
        """Return a list of numbers from the data files, in which null counts as 0; raises InvalidInput."""
        return tuple(number or 0 for number in self._fitting(path, asked_at, "list of numbers", _is_row))

    def keys(self, path: str, asked_at: SourceLocation) -> tuple[str, ...]:
        """Return the keys of a mapping of the data files, or the entries of a list; raises InvalidInput."""
        listed = self._fitting(path, asked_at, "list of names", lambda data: isinstance(data, Mapping | list))
        return tuple(map(str, listed))

    def _fitting(self, path: str, asked_at: SourceLocation, kind: str, fits: Callable[[Any], bool]) -> Any:
        """Return the value at a path of the data files if it `fits`; raises InvalidInput at the path in scoring.yaml.

        The message names the place of the data; the hint names data beside it that fits.
        """
        value = self.source.value(path, asked_at)
        if fits(value):
            return value
        parent, _, name = path.rpartition(".")
        siblings = self.source.value(parent, asked_at) if parent else self.source.data
        fitting = {str(key): f"{parent}.{key}".lstrip(".") for key, data in siblings.items() if fits(data)}
        similar = nearest(name, list(fitting)) if len(fitting) > 1 else next(iter(fitting), None)
        hint = f"known: {', '.join(fitting.values())}" if fitting else f"name a {kind}"
        hint = hint if similar is None else f"did you mean {fitting[similar]}?"
        root = self.source.catalogue.read(self.source.catalogue.need(f"cards/{self.source.id}/scoring.yaml"))
        place = next((node.place for node in nodes_in(root) if node.value == path), asked_at)
        found_kind = kind_name(Node(value, asked_at))
        message = f"{path!r} is {found_kind} in {self.source.place_of(path, asked_at)}, no {kind}"
        raise refuse("G020", message, place, hint)

    # for formulas

    def values(self, name: str) -> Any:
        """Return the content of a data file as formulas take it."""
        if name not in self._values:
            self._values[name] = as_data(self.source.data[name])
        return self._values[name]

    def formula_fields(self, deck: str) -> tuple[str, ...]:
        """Return the fields of a deck in which the cell of some card is a formula; none for no deck."""
        cards = self.cards(deck).values() if deck else ()
        return tuple(
            dict.fromkeys(key for card in cards for key, cell in card.fields.items() if str(cell).startswith(FORMULA))
        )

    def cell(self, deck: str, key: str, field: str) -> Any:
        """Return a field of a card as formulas take it: a number, a list, or a `Formula`; raises InvalidInput."""
        if (deck, key, field) not in self._values:
            card = self.cards(deck)[key]
            value, place = card.fields.get(field), card.place_of(field)
            if isinstance(value, str) and value.startswith(FORMULA):
                text = Node(value[1:], place._replace(column=place.column + 1))
                faults: list[Diagnostic] = []
                value = read_value(text, FormulaText, faults)
                if faults:
                    raise InvalidInput(faults)
            self._values[deck, key, field] = value if isinstance(value, Formula) else as_data(value)
        return self._values[deck, key, field]

    def formulas_of(self, deck: str) -> Iterator[Formula]:
        """Yield the cells of a deck that are formulas."""
        cells = (self.cell(deck, card, key) for key in self.formula_fields(deck) for card in self.cards(deck))
        yield from (cell for cell in cells if isinstance(cell, Formula))

    def card(self, deck: str, key: str) -> Card:
        """Return a card as formulas take it."""
        if (deck, key) not in self._values:
            cells = {field: self.cell(deck, key, field) for field in self.cards(deck)[key].fields}
            row = {name: compiled(cell.tree) if isinstance(cell, Formula) else cell for name, cell in cells.items()}
            self._values[deck, key] = Card(key, row)
        return self._values[deck, key]  # type: ignore[no-any-return]

    def card_domain(self, deck: str) -> Rows:
        """Return what a card of a deck can be; cells that are formulas, once `cell_domains` has them."""
        fields: dict[str, Domain] = {}
        formulas, cards = self.formula_fields(deck), self.cards(deck)
        for name in dict.fromkeys(name for card in cards.values() for name in card.fields):
            try:
                cells = () if name in formulas else [domain_of(self.cell(deck, key, name)) for key in cards]
                fields[name] = hull([*cells, EMPTY], 0)
            except FormulaFault:
                continue
        return Rows(fields | self.cell_domains.get(deck, {}), "card", frozenset(cards))

    def card_field(self, deck: str, key: str, field: str) -> Any:
        """Return a field of a card; raises InvalidInput at the card that lacks it."""
        card = self.cards(deck)[key]
        if card.fields.get(field) in (None, ""):
            message = f"card {key!r} of {deck!r} has no {field!r}, which the score counts"
            raise refuse("G019", message, card.place_of(field), f"add {field}: ...")
        return card.fields[field]

    def card_number(self, deck: str, key: str, field: str) -> int:
        """Return a number of a card; raises InvalidInput at the card."""
        return _whole(self.cards(deck)[key], field, self.card_field(deck, key, field))

    def card_numbers(self, deck: str, key: str, field: str) -> tuple[int, ...]:
        """Return the list of numbers that a card holds; raises InvalidInput at the card."""
        values = self.card_field(deck, key, field)
        listed = enumerate(values if isinstance(values, list) else [values])
        return tuple(_whole(self.cards(deck)[key], f"{field}.{at}", value) for at, value in listed)

    def card_rows(self, deck: str, key: str, field: str, names: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
        """Yield, for each entry of a card's list, the numbers called `names`; raises InvalidInput at the card."""
        card, rows = self.cards(deck)[key], self.card_field(deck, key, field)
        for at, row in enumerate(rows if isinstance(rows, list) else [rows]):
            if not isinstance(row, Mapping) or any(name not in row for name in names):
                message = f"entry {at + 1} in {field!r} of card {key!r} needs {', '.join(names)}"
                raise refuse("G019", message, card.place_of(f"{field}.{at}"), f"write {field} as a list of mappings")
            yield tuple(_whole(card, f"{field}.{at}.{name}", row[name]) for name in names)

    def card_name(self, deck: str, key: str) -> GameWord:
        """Return the printed name of a card."""
        name = self.cards(deck)[key].fields.get("name")
        return GameWord((f"cards.{deck}.{key}.name",), str(self.source.in_language(name) or key.replace("_", " ")))


def _whole(card: CardRecord, path: str, value: Any) -> int:
    """Return the number at a path of a card; raises InvalidInput at its cell."""
    if is_whole(value):
        return int(value)
    place = card.place_of(path)
    message = f"{card.key}.{path.partition('.')[0]} is {kind_name(Node(value, place))}, a whole number is needed"
    raise refuse("G020", message, place, "write digits, such as 5")


def is_whole(value: Any) -> bool:
    """Return whether data is a whole number; YAML's true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def _is_row(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(entry is None or is_whole(entry) for entry in value)


def nodes_in(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes in it."""
    yield node
    for child in node.value.values() if node.is_map else node.value if node.is_list else ():
        yield from nodes_in(child)
