"""Turns a finished game into a score file, as players would write it, and into points by scoring.yaml."""

from typing import Any, NamedTuple

from generator.rulesets.paper_dungeons.model.game_constants import FixedGameData
from generator.rulesets.paper_dungeons.model.goal_quantities import BOSSES
from generator.rulesets.paper_dungeons.model.rulebook import CompiledGameRules
from generator.rulesets.paper_dungeons.model.sheet import PlayerSheetState
from generator.rulesets.paper_dungeons.model.state import State
from generator.rulesets.paper_dungeons.rules.goal_progress import goal_count
from generator.scoring.input_reading import InputMarks
from generator.scoring.rules import ScoringRules
from generator.scoring.score import rank_players

Raw = dict[str, Any]


class Score(NamedTuple):
    """The points of a sheet by line, their total, the number of explored rooms (which breaks ties), and the rank."""

    lines: tuple[int, ...]
    total: int
    rooms: int
    rank: int


class Scorer:
    """Computes points by scoring.yaml; the points of each line are cached by the marks that they depend on."""

    def __init__(self, book: CompiledGameRules, rules: ScoringRules) -> None:
        self.book, self.rules = book, rules
        self._lines = [(line, rules.table.counted_inputs(line)) for line in rules.table.lines]
        self._known: dict[bool, list[dict[Any, int]]] = {solo: [{} for _ in self._lines] for solo in (False, True)}
        self.letters = tuple(line.letter for line, _ in self._lines)

    def scores(self, state: State) -> list[Score]:
        """Return the scores of all players of a game, by seat."""
        table = state.data
        lines = [self.lines(table, sheet) for sheet in state.sheets]
        results = [(sum(points), sheet.explored.bit_count()) for points, sheet in zip(lines, state.sheets, strict=True)]
        ranks = rank_players(results)
        return [Score(points, *result, rank) for points, result, rank in zip(lines, results, ranks, strict=True)]

    def lines(self, data: FixedGameData, sheet: PlayerSheetState) -> tuple[int, ...]:
        """Return the points of a sheet by line."""
        raw, caches = self._raw(data, sheet), self._known[data.solo]
        points: list[int] = []
        for place, (line, inputs) in enumerate(self._lines):
            cache = caches[place]
            key = raw.get(inputs[0]) if len(inputs) == 1 else tuple([raw.get(name) for name in inputs])
            earned = cache.get(key)
            if earned is None:
                marks = {name: self._marks(name, raw.get(name)) for name in inputs}
                (scope,) = self.rules.scopes([(marks, {})], {}, solo=data.solo)
                earned = cache[key] = scope.points(line)
            points.append(earned)
        return tuple(points)

    @property
    def goal_steps(self) -> tuple[int, ...]:
        """The points that a goal can give, in rising order."""
        row: Any = self.rules.table.inputs["goal"].domain(self.rules.data)
        return tuple(sorted(row.fields["points"].values))

    def goal_glory(self, data: FixedGameData, sheet: PlayerSheetState) -> int:
        """Return the points of a sheet's goal."""
        marks = self._marks("goal", (sheet.goal, goal_count(data, sheet)))
        points: int = self.rules.table.inputs["goal"].value(marks, self.rules.data)["points"]
        return points

    def _raw(self, data: FixedGameData, sheet: PlayerSheetState) -> Raw:
        """Return the marks of a sheet as plain values, by the name of the input of scoring.yaml that they belong to."""
        claims = [number for number in sheet.claims if number]
        return {
            "bosses": (*sheet.glory, *(None,) * (len(data.bosses) - len(sheet.glory))),
            "heroes": sheet.levels,
            "items": sheet.halves,
            "gems": sheet.gems,
            "monsters": sheet.monsters,
            "damage": sheet.damage,
            "resurrection": sheet.risen,
            "goal": (sheet.goal, goal_count(data, sheet)),
            "power": sheet.power,
            "missions": tuple(sorted(claims)) if data.solo else len(claims),
            "rooms": sheet.explored.bit_count(),
        }

    def _marks(self, name: str, value: Any) -> InputMarks:
        """Return the marks of the input `name` for `value`, its value in the result of `_raw`.

        The marks are empty for an input that these rules do not play.
        """
        if value is None:
            return self.rules.table.inputs[name].empty(self.rules.data)
        return InputMarks(self._by_key(name, value))

    def _by_key(self, name: str, value: Any) -> Any:
        """Return a value in the result of `_raw` as a score file has it, with the keys of heroes, items and cards."""
        book = self.book
        match name:
            case "heroes":
                return dict(zip(book.heroes, value, strict=True))
            case "items":
                return {item.key: filled for item, filled in zip(book.items, value, strict=True)}
            case "goal":
                return {"key": book.goals[value[0]].key, "value": value[1]}
            case "power":
                return book.powers[value].key
        return list(value) if isinstance(value, tuple) else value

    def score_file(self, state: State, dungeon: str = "") -> dict[str, Any]:
        """Return the score file of a finished game, which `scrawl score` reads, as plain data."""
        table = state.data
        content: dict[str, Any] = {"game": self.book.game.id, **({"solo": True} if table.solo else {})}
        content["bosses"] = [boss.key for boss in table.bosses]
        content |= {"dungeon": dungeon} if dungeon else {}
        players = zip(table.setup.names, state.sheets, strict=True)
        return content | {"players": [{"name": name, **self._player(table, sheet)} for name, sheet in players]}

    def _player(self, data: FixedGameData, sheet: PlayerSheetState) -> dict[str, Any]:
        player = {name: self._by_key(name, value) for name, value in self._raw(data, sheet).items()}
        player["items"] = {key: filled for key, filled in player["items"].items() if filled}
        goal = self.book.goals[sheet.goal]
        if data.variants.net_boss_glory and goal.count.of == BOSSES:
            player["goal"] = self.goal_glory(data, sheet)  # the sheet counts another way
        elif not goal.watched:
            player["goal"] = goal.key
        return {**player, "potions": sheet.potions}
