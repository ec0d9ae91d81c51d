"""The specification of scoring.yaml: inputs of a sheet, lines and their formulas, checks, ties, titles, chapters."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, make_dataclass, replace
from math import inf
from typing import Annotated, Any

import generator.scoring.inputs  # noqa: F401  (the kinds make themselves known)
from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, did_you_mean
from generator.reading import format_versions
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.structure import NumberBounds, RawNode, TaggedUnion, Text, structure
from generator.reading.yaml_nodes import Node
from generator.scoring.formula_specs import Formula, FormulaText
from generator.scoring.game_scoring_data import nodes_in
from generator.scoring.input_reading import InputMarks
from generator.scoring.input_spec import INPUT_KINDS, InputSpec
from generator.scoring.inputs.results import CardResultsSpec
from generator.scoring.messages import GameWord, key_word, word_of

OF_ALL_GAMES = ("points", "total", "map", "solo", "players", "game")  # names in formulas
Input = Annotated[InputSpec, TaggedUnion("kind", INPUT_KINDS)]


@dataclass(frozen=True, kw_only=True)
class LineSpec:
    """A line of the score: its letter, its word, and the formula of its points.

    `let` names parts of the formula. `asks` lists the inputs that it asks for, by default those that its formula names
    and no line before it. `filled` lists the ids of the fields of a sheet with its points, if they are not named after
    its letter.
    """

    place: SourceLocation
    letter: str
    word: str
    points: FormulaText
    let: dict[str, FormulaText] = field(default_factory=dict)
    asks: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()

    @property
    def name(self) -> GameWord:
        """The title of this line of the score, in the language of the game."""
        return GameWord((self.word,), self.word)

    @property
    def asked_inputs(self) -> tuple[str, ...]:
        """The inputs that the line asks for."""
        return tuple(dict.fromkeys(ask.partition(".")[0] for ask in self.asks))

    @property
    def compares_players(self) -> bool:
        """Whether its points depend on the sheets of other players."""
        return any(formula.compares_players for formula in self.formulas)

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The formulas of the line; its points come last."""
        return (*self.let.values(), self.points)


@dataclass(frozen=True, kw_only=True)
class TitleSpec:
    """A title for totals up to a bound, or, without a bound, for all totals above those of the titles before."""

    word: str
    up_to: int | None = None


@dataclass(frozen=True, kw_only=True)
class SheetFieldIdsSpec:
    """The ids of the fields of a filled sheet for the points of lines, the name of the player and the title of the map.

    A sheet for several players has `columns` of fields; ids end with the number of the column: score.A.1, player.1.
    A sheet for several games has `games` of them; ids begin with the number of the game, after the word `head` if
    given: 1.score.A, log.1.score.A. `total` is the id for the total, if it is not named after its letter. `notes`
    lists the first parts of the ids of fields that are marked while playing and do not count.
    """

    points: str = "score"
    name: str = "player"
    map: str = "dungeon"
    total: str = ""
    columns: Annotated[int, NumberBounds(1, 100)] = 1
    games: Annotated[int, NumberBounds(1, 100)] = 1
    head: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CampaignMapsSpec:
    """Maps played in order: `maps` is their folder, `story` and `chapter` the keys in a map file that give the order.

    The word for story n has the path `stories`.n, and `all` is the path of the word for all stories together. `cards`
    is the input whose cards a map file names.
    """

    maps: str
    story: str
    chapter: str
    stories: str
    all: str
    cards: str = ""


@dataclass(frozen=True, kw_only=True)
class ScoringSpec:
    """How a game is scored. The letter of the total comes after that of the last line.

    `ties` lists what decides a tie, in order: inputs, points of lines (`points.A`), and numbers under `let`. More is
    better, or fewer if `fewest` lists it too.
    `checks` are formulas that hold on every sheet by the rules; where one does not, the score is given with a warning.
    """

    place: SourceLocation
    lines: tuple[LineSpec, ...]
    inputs: dict[str, Input]
    ties: tuple[str, ...] = ()
    fewest: tuple[str, ...] = ()
    checks: dict[str, FormulaText] = field(default_factory=dict)
    titles: tuple[TitleSpec, ...] = ()
    most_players: Annotated[int, NumberBounds(1, 100)] = 8
    only_solo: bool = False
    party: bool = False
    void: str | None = None
    filled: SheetFieldIdsSpec = field(default_factory=SheetFieldIdsSpec)
    campaign: CampaignMapsSpec | None = None

    @property
    def shared(self) -> dict[str, CardResultsSpec]:
        """The inputs with results against cards that all players share; lines ask for these results one by one."""
        return {name: spec for name, spec in self.inputs.items() if isinstance(spec, CardResultsSpec)}

    @property
    def solo_differs(self) -> bool:
        """Whether a solo game is scored differently."""
        uses_solo = any("solo" in formula.names for line in self.lines for formula in line.formulas)
        return uses_solo or any(spec.solo_differs for spec in self.inputs.values())

    def is_lost(self, marks: Mapping[str, InputMarks]) -> bool:
        """Return whether a sheet says by its marks that the game was lost (`void:`), and its points are void."""
        return self.void is not None and self.void in marks and any(marks[self.void].numbers)

    def counted_inputs(self, line: LineSpec) -> tuple[str, ...]:
        """Return the inputs that a line counts, also through other lines that it names."""
        return self.inputs_of(*line.formulas)

    def inputs_of(self, *formulas: Formula, known_letters: Collection[str] = ()) -> tuple[str, ...]:
        """Return the inputs that formulas name, then those that are counted by the lines that they name.

        `known_letters` has the letters of lines whose points are known, so that their inputs are not needed.
        """
        waiting, inputs, letters_done = list(formulas), dict[str, None](), {*known_letters}
        for formula in waiting:
            inputs |= dict.fromkeys(name for name in formula.names if name in self.inputs)
            takes_all = "total" in formula.names or formula.takes_whole("points")
            letters = formula.entries_of("points")
            needed_lines = [
                line for line in self.lines if line.letter not in letters_done and (takes_all or line.letter in letters)
            ]
            waiting += [formula for line in needed_lines for formula in line.formulas]
            letters_done |= {line.letter for line in needed_lines}
        return tuple(inputs)

    def line_of_tie(self, name: str) -> LineSpec | None:
        """Return the line with the points, or with the name under `let`, that decides ties; None for an input."""
        return next((line for line in self.lines if name in (f"points.{line.letter}", *line.let)), None)

    def word_of_tie(self, name: str) -> GameWord:
        """Return the word for what decides ties."""
        line = self.line_of_tie(name)
        return word_of(name) if line is None else key_word("lets", name) if name in line.let else line.name

    def worth_of_tie(self, name: str, number: int) -> int:
        """Return a number that decides a tie as a sort key, larger is better."""
        return -number if name in self.fewest else number

    @property
    def total_letter(self) -> str:
        """The letter of the total."""
        return chr(ord(self.lines[-1].letter[0]) + 1) if self.lines and self.lines[-1].letter else ""

    @property
    def shields(self) -> dict[str, tuple[str, ...]]:
        """The ids of the fields (shields) of a sheet for the points of each line, and for the total, by letter."""
        points = self.filled.points
        fields = {line.letter: line.filled or (f"{points}.{line.letter}",) for line in self.lines}
        return {**fields, self.total_letter: (self.filled.total or f"{points}.{self.total_letter}",)}

    @property
    def scored_by_ticks(self) -> bool:
        """Whether ticked boxes alone hold everything that is counted, so that a photo of a sheet is enough."""
        return all(self.inputs[name].fields and not self.inputs[name].filled for name in self.asked_inputs)

    @property
    def is_filled(self) -> bool:
        """Whether sheets can be filled in: some input is read from fields."""
        return any(spec.heads for spec in self.inputs.values())

    def reads(self, name: str) -> bool:
        """Return whether some input reads the field with this id, or it is listed as not counting."""
        heads = [head for spec in self.inputs.values() for head in (*spec.heads, *spec.unsure)]
        special_fields = (self.filled.name, self.filled.map, *(id for ids in self.shields.values() for id in ids))
        return name in special_fields or any(is_below(name, head) for head in (*heads, *self.filled.notes))

    @property
    def asked_inputs(self) -> tuple[str, ...]:
        """The inputs that some line asks for."""
        return tuple(dict.fromkeys(name for line in self.lines for name in line.asked_inputs))


def is_below(name: str, head: str) -> bool:
    """Return whether an id is `head`, or has it as its first parts.

    >>> is_below("star.1", "star"), is_below("stars.1", "star")
    (True, False)
    """
    return name == head or name.startswith(f"{head}.")


def score_file(table: ScoringSpec) -> type:
    """Return a dataclass with the top-level keys of a game's score file, for the JSON Schema of editors."""
    texts = [(key, Text, "") for key in ("dungeon", "date", "notes")]
    fields: list[Any] = [("game", str), ("players", tuple[RawNode, ...]), ("solo", bool, False), *texts]
    fields.append((format_versions.KEY, int, format_versions.SCORE))
    fields += [(spec.cards, tuple[RawNode, ...], ()) for spec in table.shared.values()]
    file_class = make_dataclass("ScoreFile", fields, frozen=True, kw_only=True)
    file_class.__doc__ = "A score file: the game, the cards that all share, and a mapping for each player."
    return file_class


def scoring_node(catalogue: GameCatalogue, game: str) -> Node:
    """Return the root node of cards/<game>/scoring.yaml; raises InvalidInput."""
    return catalogue.read(catalogue.need(f"cards/{game}/scoring.yaml"))


def entries_of(node: Node | None, key: str) -> list[Node]:
    """Return the entries of the list under a key of a mapping; empty if there is no list."""
    value = node.get(key) if node is not None else None
    return value.value if value is not None and value.is_list else []


Fault = tuple[str, SourceLocation, str | None]  # message, place and hint


def _input_name_faults(root: Node, table: ScoringSpec) -> Iterator[Fault]:
    """Yield a fault for each name in scoring.yaml that is no input, or an input that does not fit there."""
    inputs = table.inputs
    members = {name for name, spec in inputs.items() if spec.is_of_names}
    asks = [node for line in entries_of(root, "lines") for node in entries_of(line, "asks")]
    ties = [node for key in ("ties", "fewest") for node in entries_of(root, key)]
    anywhere = [root.at("void"), *(node for node in ties if table.line_of_tie(str(node.value)) is None), *asks]
    uses = [(node, {*inputs}) for node in anywhere]
    if table.campaign is not None and table.campaign.cards:
        uses.append((root.at("campaign.cards"), {*table.shared}))
    uses += [(root.at(f"inputs.{name}.members"), members) for name in inputs]
    for node, fitting in uses:
        if node is None or node.value is None:
            continue
        name, dot, part = str(node.value).partition(".")
        similar = did_you_mean(name, sorted(fitting, key=[*inputs].index) or inputs)
        if name not in inputs:
            yield f"{name!r} is not an input of this sheet", node.place, similar
        elif name not in fitting:
            yield f"input {name!r} is of a kind that does not fit here", node.place, similar
        elif dot and part not in (parts := [str(number) for number in range(inputs[name].parts())]):
            hint = did_you_mean(part, parts) if len(parts) > 1 else f"write {name}, which asks for all of it"
            yield f"{part!r} is not a question of the input {name!r}", node.place, hint


def _line_faults(root: Node, table: ScoringSpec) -> Iterator[Fault]:
    """Yield a fault for each line without a letter, or with that of another line or of the total."""
    letters = set[str]()
    for node in (line.value["letter"] for line in entries_of(root, "lines")):
        if not node.value:
            yield "a line needs a letter", node.place, "write letter: A"
        elif node.value in letters:
            yield f"two lines have the letter {node.value!r}", node.place, "give each line its own"
        letters.add(node.value)
    if not table.lines:
        yield "a score needs at least one line", table.place, "write lines: ..."
    elif table.total_letter in letters:
        message = f"the total is line {table.total_letter!r}, behind the last one, and a line is called so, too"
        yield message, table.lines[-1].place, "write the lines in the order of their letters"


def _order_faults(root: Node, table: ScoringSpec) -> Iterator[Fault]:
    """Yield a fault for each input that cannot decide a tie, and for each title that no total earns."""
    for name, node in zip(table.ties, entries_of(root, "ties"), strict=False):
        if name in table.inputs and not table.inputs[name].adds_up:
            message = f"{name!r} is not a number that can decide a tie"
            yield message, node.place, "name a number, or a list or group of numbers"
        if sum(name in line.let for line in table.lines) > 1:
            yield f"several lines have {name!r} under let", node.place, "give it another name in one of them"
    for name in table.fewest:
        if name not in table.ties:
            message = f"{name!r} decides no tie, so that the fewest of it decide nothing"
            yield message, (root.at("fewest") or root).place, "name it under ties, too"
    ends = [inf if title.up_to is None else title.up_to for title in table.titles]
    for last_end, end, node in zip(ends, ends[1:], entries_of(root, "titles")[1:], strict=False):
        if end <= last_end:
            hint = "write titles in the order of up_to:, the one without it last"
            yield "no total earns this title: those before it go as far", (node.get("up_to") or node).place, hint


def deck_nodes(root: Node) -> Iterator[Node]:
    """Return the nodes below the inputs in scoring.yaml that name a deck."""
    decks = (node.get("deck") for node in nodes_in(root))
    return (deck for deck in decks if deck is not None and isinstance(deck.value, str))


def read_scoring(catalogue: GameCatalogue, game: str) -> ScoringSpec:
    """Return the specification in cards/<game>/scoring.yaml; raises InvalidInput, also for undeclared names."""
    root = scoring_node(catalogue, game)
    table = structure(root, ScoringSpec, "scoring.yaml")
    faults = [*_input_name_faults(root, table), *_line_faults(root, table), *_order_faults(root, table)]
    for name in (name for name in OF_ALL_GAMES if name in table.inputs):
        message = f"{name!r} is something else in the formulas of every game"
        faults.append((message, root.value["inputs"].key_place(name), "call the input otherwise"))
    if faults:
        raise InvalidInput(Diagnostic("G024", *fault) for fault in faults)
    return _with_asks(table)


def _with_asks(table: ScoringSpec) -> ScoringSpec:
    """Return the table with the inputs that each line asks for, where it does not say so itself."""
    asked_inputs = set(table.asked_inputs)
    lines = []
    for line in table.lines:
        used_names = {name for formula in line.formulas for name in formula.names}
        asks = list(line.asks)
        unasked_names = [] if line.asks else [name for name in table.inputs if name in used_names]
        for name in unasked_names:
            entries = {entry for formula in line.formulas for entry in formula.entries_of(name)}
            parts = sorted(entry for entry in entries if isinstance(entry, int)) if name in table.shared else []
            # a line that counts only some parts of an input, as `input[2]`, asks only for those parts
            asks += [f"{name}.{part - 1}" for part in parts] or ([] if name in asked_inputs else [name])
        lines.append(replace(line, asks=tuple(asks)))
        asked_inputs |= set(lines[-1].asked_inputs)
    return replace(table, lines=tuple(lines))
