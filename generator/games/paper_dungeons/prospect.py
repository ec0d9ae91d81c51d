"""The rooms of a board as one seat sees them: what lies in each, and what a step into it is worth at the moment.

Here stands what lies where, and is added up; `Appraiser` writes on each thing what it is worth.
"""

from generator.games.paper_dungeons.board import Board
from generator.games.paper_dungeons.worth import Worth

Kind = tuple[int, int, int, int]  # of loot: its potions, halves, levels and traps


class Thing:
    """What lies in rooms and is worth something: loot, a monster, a gem."""

    __slots__ = ("worth",)

    def __init__(self) -> None:
        self.worth = 0.0


class Loot(Thing):
    """A kind of loot: its potions and traps, and what its halves and its levels are always worth."""

    __slots__ = ("halves", "levels", "potions", "traps")

    def __init__(self, kind: Kind, own: Worth) -> None:
        super().__init__()
        self.potions, halves, levels, self.traps = kind
        self.halves = own.row_half * halves
        self.levels = own.row_level * levels


class Find(Thing):
    """A monster, with its level and the hero who fights it, or a gem; known by its bit and the rooms it lies in."""

    __slots__ = ("bit", "hero", "level", "rooms")

    def __init__(self, number: int, rooms: int, level: int = 0, hero: int = -1) -> None:
        super().__init__()
        self.bit = 1 << number
        self.rooms = rooms
        self.level = level
        self.hero = hero


class Spot:
    """A room: what it is worth for where it lies, what lies in it, and what a step into it is worth of all this."""

    __slots__ = ("again", "bit", "first", "lies", "others", "room", "worth")

    def __init__(self, room: int, things: list[Thing], again: float) -> None:
        self.room = room
        self.bit = 1 << room
        self.first = things[0] if things else Thing()
        self.others = things[1:]
        self.again = again  # what a step is worth once the room is explored
        self.lies = 0.0
        self.worth = 0.0


class Prospect:
    """All rooms of a board, and those that are not explored with what lies in them."""

    __slots__ = ("_all", "_explored", "bare", "gems", "loots", "monsters", "rich", "spots")

    def __init__(self, board: Board, own: Worth) -> None:
        self.monsters = [
            Find(number, 1 << each.room, each.level, each.hero) for number, each in enumerate(board.monsters)
        ]
        self.gems = [Find(gem, _rooms_of(board, gem)) for gem in range(len(board.letters))]
        kinds = [_kind_of(board, room) for room in range(board.rooms)]
        loots = {kind: Loot(kind, own) for kind in kinds if any(kind)}
        self.loots = list(loots.values())
        self.spots: list[Spot] = []
        for room, kind in enumerate(kinds):
            finds = [find for find in [*self.monsters, *self.gems] if find.rooms >> room & 1]
            things: list[Thing] = [*([loots[kind]] if any(kind) else []), *finds]
            self.spots.append(Spot(room, things, -own.damage if board.traps[room] else 0.0))
        self.bare = [spot for spot in self.spots if not spot.others]  # with one thing or none
        self.rich = [spot for spot in self.spots if spot.others]  # with several
        self._all = (self.bare, self.rich, self.monsters, self.gems)
        self._explored = 0

    def explore(self, explored: int) -> None:
        """See which rooms are left; they become fewer until another game begins."""
        if self._explored & ~explored:
            self.bare, self.rich, self.monsters, self.gems = self._all
        self._explored = explored
        self.bare = _left_of(self.bare, explored)
        self.rich = _left_of(self.rich, explored)
        self.monsters = [find for find in self.monsters if find.rooms & explored != find.rooms]
        self.gems = [find for find in self.gems if find.rooms & explored != find.rooms]

    def lie(self, lies: list[float]) -> None:
        """Let each room be worth so much for where it lies."""
        for spot in self.spots:
            spot.lies = lies[spot.room]

    def add_up(self, bosses: list[tuple[Spot, float]], explored: int) -> None:
        """Let each room that is left be worth what lies in it, and what the boss who comes there is worth."""
        for spot in self.bare:
            spot.worth = spot.lies + spot.first.worth
        for spot in self.rich:
            worth = spot.first.worth
            for thing in spot.others:
                worth += thing.worth
            spot.worth = spot.lies + worth
        for spot, worth in bosses:
            if not explored & spot.bit:
                spot.worth += worth


def _left_of(spots: list[Spot], explored: int) -> list[Spot]:
    """Return those that are not explored; the others are worth what a further step into them is."""
    left: list[Spot] = []
    for spot in spots:
        if explored & spot.bit:
            spot.worth = spot.again
        else:
            left.append(spot)
    return left


def _kind_of(board: Board, room: int) -> Kind:
    given = board.treasures[room]
    potions, halves = sum([each.potions for each in given]), sum([each.halves for each in given])
    return potions, halves, sum([each.levels for each in given]), len(board.traps[room])


def _rooms_of(board: Board, gem: int) -> int:
    return sum([1 << room for room, gems in enumerate(board.gems) if gems >> gem & 1])
