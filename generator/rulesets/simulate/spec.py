"""What simulation.yaml says: the styles of the players, what a report shows, and what is earned on easy maps."""

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
    """A part of the report: a chart of what was counted `of` something, under a heading, with names from the words.

    `names` is a path of the words with {key} in it, or "scoring" for lines by their letters. `shares` shows how many
    values are at least `least`, `bands` how values from 0 up divide, `parts` naming each.
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
    """From how many points a game on, earned alone by the usual player, a map is easy, and standard."""

    place: SourceLocation
    easy: Weight
    standard: Weight

    def difficulty(self, points: float) -> str:
        """Return as what a map counts on which so much is earned."""
        if points >= self.easy:
            return "easy"
        return "standard" if points >= self.standard else "hard"


@dataclass(frozen=True, kw_only=True)
class SimulationSpec:
    """How a game is played without a table."""

    place: SourceLocation
    report: tuple[ReportSectionSpec, ...] = ()
    earned: SimulatedDifficultyCutoffsSpec | None = None
    styles: dict[Name, dict[str, Weight]] = field(default_factory=dict)

    @property
    def usual(self) -> str:
        """The style of those who are not told another, the last one; nothing where there is none."""
        return next(reversed(self.styles), "")


def read_simulation(catalogue: GameCatalogue, game: str) -> SimulationSpec:
    """Return cards/<game>/simulation.yaml; a game that has none has no styles and no report. Raises InvalidInput."""
    path = catalogue.find(f"cards/{game}/simulation.yaml")
    if path is None:
        return SimulationSpec(place=SourceLocation(f"cards/{game}/simulation.yaml"))
    return simulation_of(catalogue.read(path))


def simulation_of(root: Node) -> SimulationSpec:
    """Return what a simulation.yaml says; raises InvalidInput."""
    spec = structure(root, SimulationSpec, "simulation.yaml")
    for section in spec.report:
        if other := names_in(section.names) - {"key"}:
            message = f"names: {section.names!r} asks for {', '.join(sorted(other))}"
            raise refuse("W009", message, section.place, "write {key}, which is what was counted of")
    return spec


def style_of(spec: SimulationSpec, name: str) -> BotStyle:
    """Return a style by its name; one that is not among the file's weighs as the last of them does."""
    values = spec.styles.get(name) or ({} if name == RANDOM else spec.styles.get(spec.usual, {}))
    return BotStyle(name, values)
