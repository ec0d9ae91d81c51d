"""The best path of a move: what is gained on it, and what pulls from its end, against staying."""

from math import inf
from typing import Final

from generator.games.paper_dungeons.appraisal import LEAST, Appraiser, Outlook
from generator.games.paper_dungeons.counts import OBSTACLES
from generator.games.paper_dungeons.prospect import Spot
from generator.games.paper_dungeons.sheet import Sheet
from generator.games.paper_dungeons.state import State
from generator.games.paper_dungeons.tables import Table

NOWHERE: Final[tuple[int, ...]] = ()

Walk = tuple[float, tuple[int, ...]]  # what the best path of so many steps is worth more than staying, and its rooms


def walks(
    taste: Appraiser, state: State, table: Table, sheet: Sheet, outlook: Outlook, most: int, least: float = LEAST
) -> list[Walk]:
    """Return the best paths of no step, of at most one, and so on to the most.

    Those that are worth less than the `least` may be told as any other worth less than it.
    """
    spots = taste.rooms(state, table, sheet, outlook)
    own = taste.worth
    heed = own.heed if outlook.dice > 1 and own.pull else -LEAST  # nobody walks on after the last die
    pulling = [spot for spot in spots if spot.worth > heed]
    here, crosses, explored, ways = sheet.here, sheet.traits.crosses, sheet.explored, outlook.ways
    fades, obstacle = ways.fades[crosses], outlook.wanted[OBSTACLES]
    pulls = [LEAST] * len(spots)  # how much pulls from a room, as far as it was asked
    staying = nearby = _pull(fades[here], pulling)
    anywhere = inf if pulling else 0.0
    best, rooms, gained = 0.0, NOWHERE, [0.0]
    found: list[Walk] = [(0.0, NOWHERE)]
    for paths in ways.paths(crosses, here, most)[:most]:
        before, gained = gained, []
        reach, nearby = nearby * ways.nearer if nearby > 0.0 else anywhere, 0.0  # what pulls at most, and what does
        for path in paths:
            room = path.room
            spot = spots[room]
            now = before[path.before]
            if not path.again or explored & spot.bit:
                now += spot.worth
            if path.closed:
                now += obstacle
            gained.append(now)
            whole = reach - staying + now
            if whole <= best or whole < least:
                nearby = reach
                continue
            pull = pulls[room]
            if pull == LEAST:
                pull = pulls[room] = _pull(fades[room], pulling)
            if pull > nearby:
                nearby = pull
            whole = pull - staying + now
            if whole > best:
                whole = _without(whole, path.rooms, fades[room], spots, heed)
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
