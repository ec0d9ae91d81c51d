"""A game at one moment: the table, whose turn it is, the roll, and a sheet for each player."""

from dataclasses import dataclass, replace
from typing import Final

from generator.rulesets.paper_dungeons.model.game_constants import FixedGameData
from generator.rulesets.paper_dungeons.model.sheet import NOBODY, PermanentEffects, PlayerSheetState

CHOOSING: Final = 0
ROLLING: Final = 1
ACTING: Final = 2
FLEEING: Final = 3
FIGHTING: Final = 4
OVER: Final = 5
PHASES = ("keep", "roll", "act", "flee", "boss", "over")


@dataclass(slots=True, eq=False)
class State:
    """A game at one moment, which only `advance` changes."""

    data: FixedGameData
    sheets: list[PlayerSheetState]
    open: int  # missions nobody has claimed before this round, a bit each
    phase: int = CHOOSING
    round: int = 0
    turn: int = 0  # the seat to act; NOBODY where chance acts, or all is over
    roll: int = 0
    winner: int = NOBODY  # who gets the boss's reward when all damage is marked

    @property
    def over(self) -> bool:
        """Whether the game was played to its end."""
        return self.phase == OVER

    def copy(self) -> "State":
        """Return the same state to go on from."""
        return replace(self, sheets=[replace(sheet) for sheet in self.sheets])


def start(data: FixedGameData) -> State:
    """Return the state of a table at which everybody has yet to keep cards."""
    numbers = data.numbers
    levels = (numbers.start_level,) * data.heroes
    halves = (0,) * len(data.items)
    claims = (0,) * len(data.missions)
    sheets = [PlayerSheetState(levels, halves, claims, PermanentEffects()) for _ in data.hands]
    return State(data, sheets, (1 << len(data.missions)) - 1)
