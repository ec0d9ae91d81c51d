"""The best path of a move: what is gained on it, and what pulls from its end, against staying."""

from math import inf
from typing import Final

from generator.rulesets.paper_dungeons.bots.evaluation import LEAST, Appraiser, Outlook
from generator.rulesets.paper_dungeons.bots.paths import SLACK, Path
from generator.rulesets.paper_dungeons.bots.room_values import Spot
from generator.rulesets.paper_dungeons.model.quantities import OBSTACLES
from generator.rulesets.paper_dungeons.model.sheet import Sheet
from generator.rulesets.paper_dungeons.model.state import State
from generator.rulesets.paper_dungeons.model.table import Table

NOWHERE: Final[tuple[int, ...]] = ()

Walk = tuple[float, tuple[int, ...]]  # what the best path of so many steps is worth more than staying, and its rooms


def walks(
    taste: Appraiser, state: State, table: Table, sheet: Sheet, outlook: Outlook, most: int, least: float = LEAST
) -> list[Walk]:
    """Return the best paths of no step, of at most one, and so on to the most.

    Those that are worth less than the `least` may be told as any other worth less than it.
    """
    own, here, crosses, ways = taste.worth, sheet.here, sheet.traits.crosses, outlook.ways
    if own.pull and outlook.dice > 1:  # nobody walks on after the last die
        taste.value(state, table, sheet, outlook, ways.spots)
        return _pulled(sheet, outlook, ways.spots, own.heed, most, least)
    hope = taste.value(state, table, sheet, outlook, ways.near(crosses, here, most))
    spots, obstacle = ways.spots, outlook.wanted[OBSTACLES]
    if own.damage >= 0.0 and (hope + max(0.0, obstacle) * most) * (1 + SLACK) < least:
        return [(0.0, NOWHERE)] * (most + 1)
    best, rooms, gained = 0.0, NOWHERE, [0.0]
    found: list[Walk] = [(0.0, NOWHERE)]
    for paths in ways.paths(crosses, here, most)[:most]:
        gained = _gained(paths, gained, spots, sheet.explored, obstacle)
        for at, now in enumerate(gained):
            if now > best:
                best, rooms = now, paths[at].rooms
        found.append((best, rooms))
    return found


def _gained(paths: list[Path], before: list[float], spots: list[Spot], explored: int, obstacle: float) -> list[float]:
    """Return what is gained on each path, where it is known for those one step shorter."""
    gained: list[float] = []
    for path in paths:
        spot = spots[path.room]
        now = before[path.before]
        if not path.again or explored & spot.bit:
            now += spot.worth
        if path.closed:
            now += obstacle
        gained.append(now)
    return gained


def _pulled(sheet: Sheet, outlook: Outlook, spots: list[Spot], heed: float, most: int, least: float) -> list[Walk]:
    """Return the best paths where rooms that lie further on pull."""
    pulling = [spot for spot in spots if spot.worth > heed]
    here, crosses, ways = sheet.here, sheet.traits.crosses, outlook.ways
    fades = ways.fades[crosses]
    pulls = [LEAST] * len(spots)  # how much pulls from a room, as far as it was asked
    staying = nearby = _pull(fades[here], pulling)
    anywhere = inf if pulling else 0.0
    best, rooms, gained = 0.0, NOWHERE, [0.0]
    found: list[Walk] = [(0.0, NOWHERE)]
    for paths in ways.paths(crosses, here, most)[:most]:
        gained = _gained(paths, gained, spots, sheet.explored, outlook.wanted[OBSTACLES])
        reach, nearby = nearby * ways.nearer if nearby > 0.0 else anywhere, 0.0  # what pulls at most, and what does
        for at, now in enumerate(gained):
            whole = reach - staying + now
            if whole <= best or whole < least:
                nearby = reach
                continue
            path = paths[at]
            room = path.room
            pull = pulls[room]
            if pull == LEAST:
                pull = pulls[room] = _pull(fades[room], pulling)
            if pull > nearby:
                nearby = pull
            whole = pull - staying + now
            if whole > best:
                whole = _without(whole, path.different, fades[room], spots, heed)
                if whole > best:
                    best, rooms = whole, path.rooms
        found.append((best, rooms))
    return found


def _pull(fade: list[float], pulling: list[Spot]) -> float:
    """Return how much all rooms pull together."""
    whole = 0.0
    for spot in pulling:
        whole += fade[spot.room] * spot.worth
    return whole


def _without(whole: float, rooms: tuple[int, ...], fade: list[float], spots: list[Spot], heed: float) -> float:
    """Return what is left when the rooms of a path pull no more."""
    for room in rooms:
        worth = spots[room].worth
        if worth > heed:
            whole -= fade[room] * worth
    return whole
