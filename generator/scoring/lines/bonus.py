"""A bonus for every key of a group that has a given number."""

from collections.abc import Mapping

from generator.diagnostics import need_known, refuse
from generator.reading.structure import Text
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_amounts import Number
from generator.scoring.input_spec import InputSpec
from generator.scoring.inputs.group import GroupName
from generator.scoring.line_spec import InputPartSpec, ReasonedPoints, ScoringContext, word_of
from generator.scoring.messages import Message, key_word, list_of, message


class GroupKeyBonusLine(InputPartSpec, kind="bonus"):
    """A bonus for each key of the group `of` whose number is `equal`: the `field` of its entry in `table`."""

    of: GroupName
    equal: Number
    table: Text
    field: str

    @property
    def adds_up(self) -> bool:
        return True

    def points(self, data: GameScoringData) -> dict[str, int]:
        """Return the bonus by key."""
        table = data.value(self.table, self.place)
        if not isinstance(table, Mapping):
            raise refuse("G020", f"{self.table!r} is no mapping", self.place)
        return {key: data.number(f"{self.table}.{key}.{self.field}", self.place) for key in table}

    def count(self, at: ScoringContext) -> ReasonedPoints:
        points, words = self.points(at.data), at.inputs[self.of].words
        levels = at.sheet[self.of].numbers_by_key
        won = [(key, points.get(key, 0)) for key, number in levels.items() if number == self.equal]
        reasons = [message("card", who=key_word(words, key), points=points) for key, points in won if points]
        total = sum(points for _, points in won)
        return ReasonedPoints(total, message("listed", entries=list_of(reasons)) if reasons else None)

    def formula(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> Message:
        words = inputs[self.of].words
        entries = [
            message("card", who=key_word(words, key), points=points)
            for key, points in self.points(data).items()
            if points
        ]
        return message("f_bonus", what=word_of(self.of), entries=list_of(entries))

    def bounds(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        keys, points = inputs[self.of].empty(data).numbers_by_key, self.points(data)
        for key in points:
            fault = f"{self.table!r} has points for {key!r}, which is no key of the input {self.of!r}"
            need_known(key, keys, "G024", fault, data.source.place_of(f"{self.table}.{key}", self.place))
        return sum(min(0, amount) for amount in points.values()), sum(max(0, amount) for amount in points.values())
