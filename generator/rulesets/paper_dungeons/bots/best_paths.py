"""Find the best path of a move, by the worth of its rooms and the attraction of rooms further on."""

from math import inf
from typing import Final

from generator.rulesets.paper_dungeons.bots.evaluation import LEAST, BotEvaluationContext, BotEvaluator
from generator.rulesets.paper_dungeons.bots.paths import SLACK, BotMovePath, RoomValue
from generator.rulesets.paper_dungeons.model.game_constants import FixedGameData
from generator.rulesets.paper_dungeons.model.goal_quantities import OBSTACLES
from generator.rulesets.paper_dungeons.model.sheet import PlayerSheetState
from generator.rulesets.paper_dungeons.model.state import State

NOWHERE: Final[tuple[int, ...]] = ()

# how much more the best path of a number of steps is worth than staying, and its rooms
BestPath = tuple[float, tuple[int, ...]]


def best_paths(
    evaluator: BotEvaluator,
    state: State,
    data: FixedGameData,
    sheet: PlayerSheetState,
    context: BotEvaluationContext,
    limit: int,
    floor: float = LEAST,
) -> list[BestPath]:
    """Return the best path of at most n steps (its worth and its rooms) at index n, for n from 0 to `limit`.

    Paths worth less than `floor` may get any value below `floor`, which saves time.
    """
    weights, start, crosses, board_paths = evaluator.weights, sheet.room, sheet.traits.crosses, context.board_paths
    if weights.pull and context.dice > 1:  # nobody walks on after the last die
        evaluator.value_rooms(state, data, sheet, context, board_paths.room_values)
        return _pulled(sheet, context, board_paths.room_values, weights.heed, limit, floor)
    # Branch and bound: `hope`, the sum of all positive rooms in reach, limits what any path can gain. If even that is
    # less than `floor`, no path has to be compared.
    hope = evaluator.value_rooms(state, data, sheet, context, board_paths.near(crosses, start, limit))
    room_values, obstacle = board_paths.room_values, context.steps_towards[OBSTACLES]
    if weights.damage >= 0.0 and (hope + max(0.0, obstacle) * limit) * (1 + SLACK) < floor:
        return [(0.0, NOWHERE)] * (limit + 1)
    # Paths are in layers by their length, and each knows its index in the layer before: its worth is that of the
    # shorter path plus one room, so that nothing is added up twice (dynamic programming).
    best, rooms, gained = 0.0, NOWHERE, [0.0]
    best_by_steps: list[BestPath] = [(0.0, NOWHERE)]
    for paths in board_paths.paths(crosses, start, limit)[:limit]:
        gained = _gained(paths, gained, room_values, sheet.explored, obstacle)
        for index, worth in enumerate(gained):
            if worth > best:
                best, rooms = worth, paths[index].rooms
        best_by_steps.append((best, rooms))
    return best_by_steps


def _gained(
    paths: list[BotMovePath], shorter: list[float], room_values: list[RoomValue], explored: int, obstacle: float
) -> list[float]:
    """Return the worth of each of `paths`; `shorter` has the worth of the paths that are one step shorter."""
    gained: list[float] = []
    for path in paths:
        room_value = room_values[path.room]
        worth = shorter[path.shorter]
        if not path.again or explored & room_value.bit:
            worth += room_value.value
        if path.closed:
            worth += obstacle
        gained.append(worth)
    return gained


def _pulled(
    sheet: PlayerSheetState,
    context: BotEvaluationContext,
    room_values: list[RoomValue],
    heed: float,
    limit: int,
    floor: float,
) -> list[BestPath]:
    """Return the same as `best_paths` for a style that is attracted by rooms beyond the end of a path, too.

    A path is worth its gains plus the attraction at its end, less the attraction at the present room; the rooms of the
    path itself do not attract. Attraction is slow to compute, so it is computed only for paths that a bound does not
    rule out: one step further, all rooms together attract at most `nearer` times as much as from the ends of the paths
    that are one step shorter.
    """
    pull = NearbyRoomsPull(context.board_paths.fades[sheet.traits.crosses], room_values, heed)
    start, board_paths = sheet.room, context.board_paths
    staying = pull.of(start)
    strongest = staying  # upper bound of the attraction at the ends of the paths that are one step shorter
    best, rooms, gained = 0.0, NOWHERE, [0.0]
    best_by_steps: list[BestPath] = [(0.0, NOWHERE)]
    for paths in board_paths.paths(sheet.traits.crosses, start, limit)[:limit]:
        gained = _gained(paths, gained, room_values, sheet.explored, context.steps_towards[OBSTACLES])
        bound = strongest * board_paths.nearer if strongest > 0.0 else pull.unknown
        strongest = 0.0
        for index, worth in enumerate(gained):
            at_most = bound - staying + worth
            if at_most <= best or at_most < floor:
                strongest = bound
                continue
            path = paths[index]
            strongest = max(strongest, pull.of(path.room))
            total = pull.of(path.room) - staying + worth
            if total > best:
                total = _without(total, path.different, pull.fades[path.room], room_values, heed)
                if total > best:
                    best, rooms = total, path.rooms
        best_by_steps.append((best, rooms))
    return best_by_steps


class NearbyRoomsPull:
    """The attraction at each room: the sum of all worths above `heed`, each faded by distance; found on demand."""

    def __init__(self, fades: list[list[float]], room_values: list[RoomValue], heed: float) -> None:
        self.fades = fades
        self.pulling = [room_value for room_value in room_values if room_value.value > heed]
        self.unknown = inf if self.pulling else 0.0  # an upper bound while no attraction is known
        self._known = [LEAST] * len(fades)

    def of(self, room: int) -> float:
        """Return the attraction at a room, the sum over all rooms that attract; cached."""
        pull = self._known[room]
        if pull == LEAST:
            pull, fade = 0.0, self.fades[room]
            for room_value in self.pulling:
                pull += fade[room_value.room] * room_value.value
            self._known[room] = pull
        return pull


def _without(
    worth: float, rooms: tuple[int, ...], fade: list[float], room_values: list[RoomValue], heed: float
) -> float:
    """Return `worth`, the value of a path, without the attraction of its own `rooms`."""
    for room in rooms:
        value = room_values[room].value
        if value > heed:
            worth -= fade[room] * value
    return worth
