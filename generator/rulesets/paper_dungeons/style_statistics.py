"""Statistics of finished games beyond points, under the name of a style: cards, actions, rooms, bosses."""

from collections.abc import Iterable
from typing import Final

from generator.rulesets.paper_dungeons.model.board import DungeonBitboard
from generator.rulesets.paper_dungeons.model.game_constants import BREW, CRAFT, KINDS, LEVEL, MOVE, kind_of
from generator.rulesets.paper_dungeons.model.rulebook import CompiledGameRules
from generator.rulesets.paper_dungeons.model.state import State
from generator.rulesets.paper_dungeons.rules.final_score_file import Score
from generator.rulesets.value_counts import ValueCounts

ACTIONS: Final = {LEVEL: "level", CRAFT: "craft", BREW: "brew", MOVE: "move"}


class StyleStatisticNames:
    """Counts the statistics of a style's games; builds the names of the counts only once, since that is slow."""

    def __init__(self, rules: CompiledGameRules, style: str) -> None:
        self.style = style
        self.rooms, self.damage, self.potions = f"{style}/rooms", f"{style}/damage", f"{style}/potions"
        powers, goals = rules.places["powers"], rules.places["goals"]
        self.powers, self.powers_won = self._names("power", powers), self._names("power_won", powers)
        self.goals, self.goals_won = self._names("goal", goals), self._names("goal_won", goals)
        self.items = self._names("item", rules.places["items"])
        self.missions = {mission.key: f"{style}/mission/{mission.key}" for mission in rules.missions}
        self.bands = {boss.key: f"{style}/band/{boss.key}" for boss in rules.bosses}
        self.actions = [(kind, f"{style}/action/{name}") for kind, name in ACTIONS.items()]
        self.dungeons: dict[str, tuple[str, list[str]]] = {}  # cached names of dungeons and rooms

    def _names(self, path: str, keys: Iterable[str]) -> list[str]:
        return [f"{self.style}/{path}/{key}" for key in keys]

    def count(self, counts: ValueCounts, state: State, seat: int, score: Score, actions: list[int]) -> None:
        """Add the final state of a seat's sheet, and the number of its actions by kind, to `counts`."""
        table, sheet, total, won = state.data, state.sheets[seat], score.total, int(score.rank == 1)
        counts.add(self.powers[sheet.power], total)
        counts.add(self.goals[sheet.goal], total)
        counts.add(self.powers_won[sheet.power], won)
        counts.add(self.goals_won[sheet.goal], won)
        for name, filled in zip(self.items, sheet.halves, strict=True):
            counts.add(name, int(filled == 2))
        for mission, claimed in zip(table.missions, sheet.claims, strict=True):
            counts.add(self.missions[mission.key], claimed)
        for boss, strength in zip(table.bosses, sheet.strengths, strict=True):
            counts.add(self.bands[boss.key], sum([1 for at, _, _ in boss.bands if strength >= at]))
        counts.add(self.rooms, score.rooms)
        counts.add(self.damage, sheet.damage)
        counts.add(self.potions, sheet.potions)
        used = [0] * KINDS
        for action in actions:
            used[kind_of(action)] += 1
        for kind, name in self.actions:
            counts.add(name, used[kind])
        dungeon, rooms = self._dungeon(table.setup.dungeon, table.board)
        counts.add(dungeon, total)
        explored = sheet.explored
        for room, name in enumerate(rooms):
            if explored >> room & 1:
                counts.add(name, 1)

    def _dungeon(self, dungeon: str, board: DungeonBitboard) -> tuple[str, list[str]]:
        cached = self.dungeons.get(dungeon)
        if cached is None:
            visited = self._names(f"visited/{dungeon}", board.names)
            cached = self.dungeons[dungeon] = (f"{self.style}/dungeon/{dungeon}", visited)
        return cached
