"""The scoring of a game in one language: scoring.yaml with the data that it looks up in the game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, did_you_mean
from generator.game.game import Game, open_game
from generator.reading.decks import deck_files
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.game_scoring_data import GameScoringData, MapCounts
from generator.scoring.input_reading import TYPED, InputMarks, InputReadingContext
from generator.scoring.messages import Faults, Value, list_of, message
from generator.scoring.score_formulas import Cards, ScoreFormulas
from generator.scoring.spec import LineSpec, ScoringSpec, deck_nodes, read_scoring, scoring_node
from generator.scoring.words import ScoreWords

MOST_RUNS = 24  # more are named by their ends


@dataclass
class ScoringRules:
    """How a game is scored, in one language."""

    data: GameScoringData
    table: ScoringSpec

    @property
    def game(self) -> str:
        return self.data.source.id

    @property
    def words(self) -> ScoreWords:
        return self.data.words

    def reading(
        self,
        name: str,
        faults: Faults,
        *,
        solo: bool,
        cards: Cards,
        typed: bool = False,
        sheet: Mapping[str, InputMarks] | None = None,
    ) -> InputReadingContext:
        """Return the context for reading the input `name`; for typed answers, `sheet` has the marks of all inputs."""
        names = self.table.inputs[name].names if name in self.table.inputs else None
        return InputReadingContext(self.data, name, solo, cards, faults, typed, sheet or {}, names)

    @cached_property
    def formulas(self) -> ScoreFormulas:
        """The formulas of the game."""
        return ScoreFormulas(self.data, self.table)

    def counted_inputs(self, line: LineSpec) -> set[str]:
        """Return the inputs that a line counts, also those that cells of its cards name."""
        counted = {*self.table.counted_inputs(line)}
        decks = {self.table.inputs[name].of_deck for name in counted}
        named = {name for deck in decks for formula in self.data.formulas_of(deck) for name in formula.names}
        return counted | (named & self.table.inputs.keys())

    def played_on(self, counts: MapCounts) -> "ScoringRules":
        """Return a copy of the rules whose limits fit a map with these numbers of things."""
        return replace(self, data=replace(self.data, on_map=counts))

    def line_points(self, letter: str, cards: Cards | None = None) -> Sequence[int]:
        """Return the points that a line can give with these cards on the table, ascending, as far as known."""
        points = self.formulas.points_of(letter, cards or {})
        return range(points.low, points.high + 1) if points.only is None else sorted(points.only)

    def check_points(
        self, letter: str, points: int, context: InputReadingContext, place: SourceLocation = TYPED
    ) -> None:
        """Add a warning if a line cannot give these points."""
        possible = self.line_points(letter, context.cards)
        if points not in possible:
            text = message("not_one_of", what=letter, value=points, numbers=in_words(possible))
            context.faults.warn("G010", text, place)


def in_words(numbers: Sequence[int]) -> Value:
    """Return ascending numbers as a list for a message, such as "0, 3 to 25"."""
    runs = [[numbers[0], numbers[-1]]] if isinstance(numbers, range) else list[list[int]]()
    for number in () if runs else numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    if len(runs) > MOST_RUNS:
        runs = [[numbers[0], numbers[-1]]]
    return list_of(run[0] if run[0] == run[-1] else message("span", least=run[0], most=run[-1]) for run in runs)


def open_rules(catalogue: GameCatalogue, game: str, language: str | None = None) -> ScoringRules:
    """Open the scoring of a game; raises InvalidInput for an unknown game or language."""
    return game_rules(open_game(catalogue, game, language))


def game_rules(game: Game) -> ScoringRules:
    """Return how a game is scored in its language; raises InvalidInput listing every name that refers to nothing."""
    rules = ScoringRules(GameScoringData(game), read_scoring(game.catalogue, game.id))
    faults = [*_deck_faults(rules), *_card_key_faults(rules)] or rules.formulas.checked[1]
    if faults:
        raise InvalidInput(faults)
    return rules


def _deck_faults(rules: ScoringRules) -> Iterator[Diagnostic]:
    """Yield a fault for each name of a deck in scoring.yaml that the game does not have."""
    source = rules.data.source
    decks, root = source.manifest.tables, scoring_node(source.catalogue, source.id)
    for node in deck_nodes(root.value["inputs"]):
        if node.value not in decks and not deck_files(source.catalogue, source.id, node.value):
            yield Diagnostic("G024", f"there is no deck {node.value!r}", node.place, did_you_mean(node.value, decks))


def _card_key_faults(rules: ScoringRules) -> Iterator[Diagnostic]:
    """Yield a fault for each name in scoring.yaml that is no field of the cards of an input; skip unreadable decks."""
    root = scoring_node(rules.data.source.catalogue, rules.game)
    for name, spec in rules.table.inputs.items():
        nodes = [node for key in spec.card_keys if (node := root.at(f"inputs.{name}.{key}")) is not None and node.value]
        try:
            cards = rules.data.cards(spec.of_deck).values() if nodes else ()
        except InvalidInput:
            continue
        known = dict.fromkeys(field for card in cards for field in card.fields)
        for node in nodes:
            if cards and node.value not in known:
                message = f"no card of {spec.of_deck!r} has a field {node.value!r}"
                yield Diagnostic("G024", message, node.place, did_you_mean(node.value, known))
