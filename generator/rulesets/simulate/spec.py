"""The file simulation.yaml: styles of players, sections of the report, and the points earned on easy maps."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from generator.diagnostics import SourceLocation, refuse
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.phrase_templates import names_in
from generator.reading.structure import Name, NumberBounds, structure
from generator.reading.yaml_nodes import Node
from generator.rulesets.ruleset import BotStyle
from generator.rulesets.simulate.simulator import RANDOM

Weight = Annotated[float, NumberBounds(-1_000_000, 1_000_000)]
Show = Literal["spread", "means", "shares", "bands", "table", "rooms"]


@dataclass(frozen=True, kw_only=True)
class ReportSectionSpec:
    """A section of the report: a chart of the counts under the name `of`, with a heading and names of its bars.

    `names` is a path of the words with the placeholder {key}, or "scoring" for score lines by letter. `shares` shows
    the share of values that are at least `least`, `bands` the share of each value from 0 up, named by `parts`.
    """

    place: SourceLocation
    show: Show
    of: str
    heading: str
    note: str = ""
    names: str = ""
    least: Annotated[int, NumberBounds(-1000, 1000)] = 1
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SimulatedDifficultyCutoffsSpec:
    """The least mean points of the usual player in a solo game on a map that counts as easy, or as standard."""

    place: SourceLocation
    easy: Weight
    standard: Weight

    def difficulty(self, points: float) -> str:
        """Return the difficulty of a map from its mean points: easy, standard or hard."""
        if points >= self.easy:
            return "easy"
        return "standard" if points >= self.standard else "hard"


@dataclass(frozen=True, kw_only=True)
class SimulationSpec:
    """The content of simulation.yaml: how a game is simulated."""

    place: SourceLocation
    report: tuple[ReportSectionSpec, ...] = ()
    earned: SimulatedDifficultyCutoffsSpec | None = None
    styles: dict[Name, dict[str, Weight]] = field(default_factory=dict)

    @property
    def usual(self) -> str:
        """The last style of the file, which is used if none is named; "" if there are no styles."""
        return next(reversed(self.styles), "")


def read_simulation(catalogue: GameCatalogue, game: str) -> SimulationSpec:
    """Return the content of cards/<game>/simulation.yaml; an empty spec if there is no file. Raises InvalidInput."""
    path = catalogue.find(f"cards/{game}/simulation.yaml")
    if path is None:
        return SimulationSpec(place=SourceLocation(f"cards/{game}/simulation.yaml"))
    return simulation_of(catalogue.read(path))


def simulation_of(root: Node) -> SimulationSpec:
    """Return the content of simulation.yaml, given as its root node; raises InvalidInput."""
    spec = structure(root, SimulationSpec, "simulation.yaml")
    for section in spec.report:
        if unknown := names_in(section.names) - {"key"}:
            message = f"names: {section.names!r} asks for {', '.join(sorted(unknown))}"
            raise refuse("W009", message, section.place, "write {key}, which is what was counted of")
    return spec


def style_of(spec: SimulationSpec, name: str) -> BotStyle:
    """Return the style of a name; a name that the file does not have gets the weights of the last style."""
    values = spec.styles.get(name) or ({} if name == RANDOM else spec.styles.get(spec.usual, {}))
    return BotStyle(name, values)
