"""The best path of a move: what is gained on it, and what pulls from its end, against staying."""

from generator.games.paper_dungeons.appraisal import LEAST, Appraiser, Outlook, Walk
from generator.games.paper_dungeons.counts import OBSTACLES
from generator.games.paper_dungeons.sheet import Sheet
from generator.games.paper_dungeons.state import State
from generator.games.paper_dungeons.tables import Table

NOWHERE: tuple[int, ...] = ()
WORTH_A_WALK = 0.5  # what is worth less pulls nobody


def walks(
    taste: Appraiser, state: State, table: Table, sheet: Sheet, outlook: Outlook, wanted: list[int]
) -> dict[int, Walk]:
    """Return the best paths of at most so many steps, by each number of steps that is wanted."""
    here, crosses = sheet.here, sheet.traits.crosses
    worths = taste.rooms(state, table, sheet, outlook)
    if here != outlook.here or crosses != outlook.crosses or not all([steps in outlook.walks for steps in wanted]):
        outlook.here, outlook.crosses = here, crosses
        outlook.walks = _sought(outlook, worths, max(wanted))
    return outlook.walks


def _sought(outlook: Outlook, worths: list[float], most: int) -> dict[int, Walk]:
    """Return the best paths by their steps, up to the most."""
    here, explored, ways = outlook.here, outlook.explored, outlook.ways
    fades, obstacle = ways.fades[outlook.crosses], outlook.wanted[OBSTACLES]
    pulling = [(room, worth) for room, worth in enumerate(worths) if worth > WORTH_A_WALK]
    pulls = [LEAST] * len(worths)  # how much more pulls from a room than from here, as far as it was asked
    staying = _pull(fades[here], pulling)
    best, rooms, gained = 0.0, NOWHERE, [0.0]
    found: dict[int, Walk] = {}
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
            fade, whole = fades[room], pulls[room]
            if whole == LEAST:
                whole = pulls[room] = _pull(fade, pulling) - staying
            whole += now
            for each in path.rooms:
                if worths[each] > WORTH_A_WALK:
                    whole -= fade[each] * worths[each]
            if whole > best:
                best, rooms = whole, path.rooms
        found[len(found) + 1] = (best, rooms)
    return found


def _pull(fade: list[float], pulling: list[tuple[int, float]]) -> float:
    """Return how much all rooms pull together."""
    whole = 0.0
    for room, worth in pulling:
        whole += fade[room] * worth
    return whole
