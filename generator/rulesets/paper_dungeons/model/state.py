"""The state of a game: its fixed data, phase, turn and roll, and a sheet for each player."""

from dataclasses import dataclass, replace
from typing import Final

from generator.rulesets.paper_dungeons.model.effects import NO_EFFECT
from generator.rulesets.paper_dungeons.model.game_constants import FixedGameData
from generator.rulesets.paper_dungeons.model.sheet import NOBODY, PlayerSheetState

CHOOSING: Final = 0
ROLLING: Final = 1
ACTING: Final = 2
FLEEING: Final = 3
FIGHTING: Final = 4
OVER: Final = 5
PHASES = ("keep", "roll", "act", "flee", "boss", "over")


@dataclass(slots=True, eq=False)
class State:
    """The state of a game at one moment; `advance` changes it in place."""

    data: FixedGameData
    sheets: list[PlayerSheetState]
    open: int  # a mask of the missions that nobody claimed before this round
    phase: int = CHOOSING
    round: int = 0
    turn: int = 0  # the seat to act; NOBODY if the dice are rolled next, or the game is over
    roll: int = 0
    winner: int = NOBODY  # the seat that gets the boss's reward once all damage is marked

    @property
    def over(self) -> bool:
        """Whether the game was played to its end."""
        return self.phase == OVER

    def copy(self) -> "State":
        """Return an independent copy of the state; the fixed data are shared."""
        return replace(self, sheets=[replace(sheet) for sheet in self.sheets])


def start(data: FixedGameData) -> State:
    """Return the first state of a game, in which all players have yet to keep cards."""
    numbers = data.numbers
    levels = (numbers.start_level,) * data.heroes
    halves = (0,) * len(data.items)
    claims = (0,) * len(data.missions)
    sheets = [PlayerSheetState(levels, halves, claims, NO_EFFECT) for _ in data.hands]
    return State(data, sheets, (1 << len(data.missions)) - 1)
