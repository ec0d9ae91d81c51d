"""The specification of scoring.yaml: inputs of a sheet, lines and how they count, checks, ties, titles, chapters."""

from collections.abc import Iterator
from dataclasses import dataclass, field, make_dataclass
from math import inf
from typing import Annotated, Any

import generator.scoring.checks
import generator.scoring.inputs
import generator.scoring.lines  # noqa: F401  (the kinds make themselves known)
from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation
from generator.reading import format_versions
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.structure import NumberBounds, RawNode, TaggedUnion, Text, structure
from generator.reading.yaml_nodes import Node
from generator.scoring.check_spec import CHECK_KINDS, CheckSpec
from generator.scoring.input_spec import INPUT_KINDS, InputSpec, KeySlip
from generator.scoring.inputs.bands import CardBandsName
from generator.scoring.line_spec import LINE_KINDS, LinePartSpec
from generator.scoring.messages import GameWord
from generator.scoring.reference_faults import input_faults
from generator.scoring.references import InputName, InputNameAnnotation, LetterOfLine

Input = Annotated[InputSpec, TaggedUnion("kind", INPUT_KINDS)]
Part = Annotated[LinePartSpec, TaggedUnion("count", LINE_KINDS)]
Check = Annotated[CheckSpec, TaggedUnion("kind", CHECK_KINDS)]


@dataclass(frozen=True, kw_only=True)
class LineSpec:
    """A line of the score: its letter, its word, the inputs that it asks for, and the parts that are added up.

    `filled` lists the ids of the fields of a sheet with its points, if they are not named after its letter.
    """

    place: SourceLocation
    letter: Annotated[str, LetterOfLine()]
    word: str
    asks: tuple[Annotated[str, InputNameAnnotation(parted=True)], ...] = ()
    parts: tuple[Part, ...] = ()
    filled: tuple[str, ...] = ()

    @property
    def name(self) -> GameWord:
        """The title of this line of the score, in the language of the game."""
        return GameWord((self.word,), self.word)

    @property
    def asked_inputs(self) -> tuple[str, ...]:
        """The inputs that the line asks for."""
        return tuple(dict.fromkeys(ask.partition(".")[0] for ask in self.asks))

    def counted_inputs(self, *, solo: bool) -> set[str]:
        """Return the inputs of the parts that count, alone (`solo`) or with others."""
        return {name for part in self.parts if part.counts(solo=solo) for name in part.inputs}


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
    cards: CardBandsName = ""


@dataclass(frozen=True, kw_only=True)
class ScoringSpec:
    """How a game is scored. The letter of the total comes after that of the last line.

    `ties` lists the inputs that decide a tie, in order: more is better, or fewer if `fewest` lists the input too.
    """

    place: SourceLocation
    lines: tuple[LineSpec, ...]
    inputs: dict[str, Input]
    ties: tuple[InputName, ...] = ()
    fewest: tuple[InputName, ...] = ()
    checks: tuple[Check, ...] = ()
    titles: tuple[TitleSpec, ...] = ()
    most_players: Annotated[int, NumberBounds(1, 100)] = 8
    only_solo: bool = False
    party: bool = False
    void: InputName | None = None
    notes: tuple[str, ...] = ()
    filled: SheetFieldIdsSpec = field(default_factory=SheetFieldIdsSpec)
    campaign: CampaignMapsSpec | None = None

    @property
    def solo_differs(self) -> bool:
        """Whether a solo game is scored differently."""
        parts = (part for line in self.lines for part in line.parts)
        return any(part.only for part in parts) or any(spec.solo_differs for spec in self.inputs.values())

    def worth_of_tie(self, name: str, number: int | None) -> float:
        """Return a number that decides a tie as a sort key, larger is better; None, which was not entered, is worst."""
        if name in self.fewest:
            return -inf if number is None else -number
        return number or 0

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
    def told_by_ticks(self) -> bool:
        """Whether ticked boxes alone hold everything that is counted, so that a photo of a sheet is enough."""
        return all(self.inputs[name].fields and self.inputs[name].told_by_ticks for name in self.asked_inputs)

    @property
    def is_filled(self) -> bool:
        """Whether sheets can be filled in: some input is read from fields."""
        return any(spec.heads for spec in self.inputs.values())

    def reads(self, name: str) -> bool:
        """Return whether some input reads the field with this id, or it is listed as not counting."""
        heads = [head for spec in self.inputs.values() for head in (*spec.heads, *spec.unsure)]
        own = (self.filled.name, self.filled.map, *(id for ids in self.shields.values() for id in ids))
        return name in own or any(is_below(name, head) for head in (*heads, *self.filled.notes))

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
    lists = dict.fromkeys(key for spec in table.inputs.values() for key in spec.lists)
    texts = [(key, Text, "") for key in ("dungeon", "date", "notes")]
    fields: list[Any] = [("game", str), ("players", tuple[RawNode, ...]), ("solo", bool, False), *texts]
    fields.append((format_versions.KEY, int, format_versions.SCORE))
    fields += [(key, tuple[RawNode, ...], ()) for key in lists]
    spec = make_dataclass("ScoreFile", fields, frozen=True, kw_only=True)
    spec.__doc__ = "A score file: the game, the cards that lie before all, and a mapping for each player."
    return spec


def scoring_node(catalogue: GameCatalogue, game: str) -> Node:
    """Return the root node of cards/<game>/scoring.yaml; raises InvalidInput."""
    return catalogue.read(catalogue.need(f"cards/{game}/scoring.yaml"))


def entries_of(node: Node | None, key: str) -> list[Node]:
    """Return the entries of the list under a key of a mapping; empty if there is no list."""
    found = node.get(key) if node is not None else None
    return found.value if found is not None and found.is_list else []


def _slips(root: Node, table: ScoringSpec) -> Iterator[tuple[Node, KeySlip]]:
    """Yield each key without effect, and each contradiction of keys, with the mapping in scoring.yaml that has it."""
    for name, spec in table.inputs.items():
        yield from ((root.value["inputs"].value[name], slip) for slip in spec.slips(name))
    for line, own in zip(table.lines, entries_of(root, "lines"), strict=True):
        if not line.parts:
            yield own, KeySlip("parts", f"line {line.letter!r} counts nothing", "write parts: [{count: per, of: ...}]")
        for part, node in zip(line.parts, entries_of(own, "parts"), strict=True):
            yield from ((node, slip) for slip in part.slips(node.value))
    for check, node in zip(table.checks, entries_of(root, "checks"), strict=True):
        yield from ((node, slip) for slip in check.slips(node.value))
    ends = [inf if title.up_to is None else title.up_to for title in table.titles]
    for before, end, node in zip(ends, ends[1:], entries_of(root, "titles")[1:], strict=False):
        if end <= before:
            hint = "write titles in the order of up_to:, the one without it last"
            yield node, KeySlip("up_to", "no total earns this title: those before it go as far", hint)


def read_scoring(catalogue: GameCatalogue, game: str) -> ScoringSpec:
    """Return the specification in cards/<game>/scoring.yaml; raises InvalidInput, also for undeclared names."""
    root = scoring_node(catalogue, game)
    table = structure(root, ScoringSpec, "scoring.yaml")
    faults = input_faults(root, ScoringSpec, table.inputs)
    if table.total_letter in (line.letter for line in table.lines):
        message = f"the total is line {table.total_letter!r}, behind the last one, and a line is called so, too"
        faults.append(
            Diagnostic("G024", message, table.lines[-1].place, "write the lines in the order of their letters")
        )
    for name in table.fewest:
        if name not in table.ties:
            message = f"{name!r} decides no tie, so that the fewest of it decide nothing"
            faults.append(Diagnostic("G024", message, (root.at("fewest") or root).place, "name it under ties, too"))
    for node, (key, message, hint) in _slips(root, table):
        faults.append(Diagnostic("G024", message, (node.get(key) or node).place, hint))
    if not table.lines:
        faults.append(Diagnostic("G024", "a score needs at least one line", table.place, "write lines: ..."))
    if faults:
        raise InvalidInput(faults)
    return table
