"""Towers: each player adds every roll of a round to one of two towers; an even tower scores its height, an odd one 1."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from generator.diagnostics import refuse
from generator.reading.yaml_nodes import parse_yaml, plain
from generator.rulesets.ruleset import MarkedSheet, PencilMark, ReplayChapter, ReplayedGame, ReplayEvent

SIDES = ("left", "right")


@dataclass
class State:
    names: tuple
    map: str
    rounds: int
    rolls: list = field(default_factory=list)
    taken: list = field(default_factory=list)  # the chosen sides of each player
    turn: int = -1

    @property
    def over(self):
        return self.turn < 0 and len(self.rolls) == self.rounds

    def copy(self):
        return replace(self, rolls=list(self.rolls), taken=[list(sides) for sides in self.taken])

    def towers(self, seat):
        pairs = list(zip(self.taken[seat], self.rolls, strict=False))
        return [sum(roll for side, roll in pairs if side == tower) for tower in SIDES]


class Score(NamedTuple):
    lines: tuple
    total: int
    rank: int


class Bot:
    """Keeps the left tower even if its style has a weight for that, else adds to the right one."""

    def __init__(self, style):
        self.even = style.values.get("even", 0) > 0

    def choose(self, state):
        left, _ = state.towers(state.turn)
        return "left" if self.even and (left + state.rolls[-1]) % 2 == 0 else "right"

    def candidates(self, state, usual):
        return [usual, *(side for side in SIDES if side != usual)]

    def plan(self):
        return None

    def go_on(self, plan, action):
        pass


class Statistics:
    def __init__(self, style):
        self.style = style

    def count(self, counts, state, seat, score, actions):
        for side in SIDES:
            counts.add(f"{self.style}/side/{side}", actions.count(side))


class Towers:
    lines, total, warnings, choices = ("A", "B"), "glory", (), ()

    def __init__(self, game):
        self.game, self.rounds = game, game.value("towers.rounds")

    def check_map(self, name):
        if name not in ("", "yard"):
            raise refuse("C001", f"there is no yard {name!r}", self.game.manifest.place)

    def set_up(self, chance, names, map, variants, *, chooses):
        return State(tuple(names), map or "yard", self.rounds, taken=[[] for _ in names])

    def dealt_cards(self, state):
        return {}

    def legal_actions(self, state):
        return SIDES if state.turn >= 0 else ()

    def roll(self, state, dice):
        return 1 + dice.below(6)

    def advance(self, state, action):
        if state.turn < 0:
            state.rolls.append(action)
            state.turn = 0
        else:
            state.taken[state.turn].append(action)
            state.turn = state.turn + 1 if state.turn + 1 < len(state.names) else -1

    def scores(self, state):
        lines = [
            tuple(height if height % 2 == 0 else 1 for height in state.towers(seat)) for seat in range(len(state.names))
        ]
        totals = [sum(points) for points in lines]
        return [Score(points, sum(points), 1 + sum(other > sum(points) for other in totals)) for points in lines]

    def bot(self, style):
        return Bot(style)

    def restrictions(self):
        return ["habit.even"]

    def restrict(self, style, what):
        return style.with_values({"even": -1})

    def statistics(self, style):
        return Statistics(style)

    def action_text(self, state, action):
        return str(action)

    def position_text(self, state):
        sides_text = "".join(
            f"  {name}: [{', '.join(sides)}]\n" for name, sides in zip(state.names, state.taken, strict=True)
        )
        return f"game: {self.game.id}\nrolls: {state.rolls}\nturn: {state.turn}\ntaken:\n{sides_text}"

    def read_position(self, text, shown):
        content = plain(parse_yaml(text, shown))
        names = tuple(content["taken"])
        return State(
            names,
            "yard",
            self.rounds,
            list(content["rolls"]),
            [list(content["taken"][name]) for name in names],
            content["turn"],
        )

    def describe(self, state):
        rows = [ReplayEvent(name, (f"towers {state.towers(seat)}",)) for seat, name in enumerate(state.names)]
        return ReplayChapter(f"round {len(state.rolls)}", tuple(rows))

    def record_text(self, start, actions):
        state, rounds = start.copy(), []
        for action in actions:
            if state.turn < 0:
                rounds.append([action])
            else:
                rounds[-1].append(action)
            self.advance(state, action)
        names = ", ".join(f'"{name}"' for name in start.names)
        return f"game: {self.game.id}\nplayers: [{names}]\nrounds:\n" + "".join(
            f"- {entry}\n".replace("'", "") for entry in rounds
        )

    def replay(self, record, start=None):
        content = plain(record)
        state = (
            start.copy()
            if start is not None
            else self.set_up(None, tuple(map(str, content["players"])), "", (), chooses=True)
        )
        chapters = [self.describe(state)]
        for number, (entry, node) in enumerate(zip(content["rounds"], record.get("rounds").value, strict=True), 1):
            for action, word in zip(entry, node.value, strict=True):
                if state.turn >= 0 and action not in SIDES:
                    raise refuse("R011", f"round {number}: {action!r} is no tower", word.place, "left or right")
                self.advance(state, action)
            chapters.append(self.describe(state))
        marks = [
            dict(zip(SIDES, (PencilMark("text", str(height)) for height in state.towers(seat)), strict=True))
            for seat in range(len(state.names))
        ]
        sheets = tuple(MarkedSheet(name, sheet_marks) for name, sheet_marks in zip(state.names, marks, strict=True))
        return ReplayedGame("", tuple(chapters), sheets, state.over, self.position_text(state))
