"""The best path of a move: what is gained on it, and what pulls from its end, against staying."""

from typing import Final

from generator.games.paper_dungeons.appraisal import LEAST, Appraiser, Outlook, Walk
from generator.games.paper_dungeons.counts import OBSTACLES
from generator.games.paper_dungeons.sheet import Sheet
from generator.games.paper_dungeons.state import State
from generator.games.paper_dungeons.tables import Table

NOWHERE: Final[tuple[int, ...]] = ()


def walks(taste: Appraiser, state: State, table: Table, sheet: Sheet, outlook: Outlook, most: int) -> list[Walk]:
    """Return the best paths of no step, of at most one, and so on to the most."""
    here, crosses = sheet.here, sheet.traits.crosses
    worths = taste.rooms(state, table, sheet, outlook)
    stays = outlook.dice <= 1  # nobody walks on after the last die
    if here != outlook.here or crosses != outlook.crosses or stays != outlook.stays or most >= len(outlook.walks):
        outlook.here, outlook.crosses, outlook.stays = here, crosses, stays
        outlook.walks = _sought(outlook, worths, most, -LEAST if stays else taste.worth.heed)
    return outlook.walks


def _sought(outlook: Outlook, worths: list[float], most: int, heed: float) -> list[Walk]:
    here, explored, ways = outlook.here, outlook.explored, outlook.ways
    fades, obstacle = ways.fades[outlook.crosses], outlook.wanted[OBSTACLES]
    pulling = [room for room, worth in enumerate(worths) if worth > heed]
    pulls = [LEAST] * len(worths)  # how much more pulls from a room than from here, as far as it was asked
    staying = _pull(fades[here], pulling, worths)
    best, rooms, gained = 0.0, NOWHERE, [0.0]
    found: list[Walk] = [(0.0, NOWHERE)]
    for paths in ways.paths(outlook.crosses, here, most)[:most]:
        before, gained = gained, []
        for path in paths:
            room = path.room
            now = before[path.before]
            if not path.again or explored >> room & 1:
                now += worths[room]
            if path.closed:
                now += obstacle
            gained.append(now)
            pull = pulls[room]
            if pull == LEAST:
                pull = pulls[room] = _pull(fades[room], pulling, worths) - staying
            if pull + now > best:
                whole = _without(pull + now, path.rooms, fades[room], worths, heed)
                if whole > best:
                    best, rooms = whole, path.rooms
        found.append((best, rooms))
    return found


def _pull(fade: list[float], pulling: list[int], worths: list[float]) -> float:
    """Return how much all rooms pull together."""
    whole = 0.0
    for room in pulling:
        whole += fade[room] * worths[room]
    return whole


def _without(whole: float, rooms: tuple[int, ...], fade: list[float], worths: list[float], heed: float) -> float:
    """Return what is left when the rooms of a path pull no more."""
    for room in rooms:
        if worths[room] > heed:
            whole -= fade[room] * worths[room]
    return whole
