"""A dungeon as tables for fast play: rooms as bits, neighbours by what may be crossed, the contents of each room."""

from dataclasses import dataclass

from generator.maps.grid import Dungeon, EdgeKind, bit_of
from generator.maps.map_rules import MapRules
from generator.maps.reach import entrances
from generator.rulesets.paper_dungeons.model.effects import WALLS, WATER, Effect

OPEN = 0
KINDS: dict[int, tuple[EdgeKind, ...]] = {WALLS: ("wall", "extra_wall"), WATER: ("water",)}


@dataclass(slots=True, eq=False)
class Monster:
    """A monster of the map: its room, its level, and the hero who fights it."""

    room: int
    level: int
    hero: int


class DungeonBitboard:
    """The map of a game as tables; the bit of a room is column + columns * (row - 1)."""

    __slots__ = (
        "boss_rooms", "closed", "columns", "corners", "dangers", "edges", "entrances", "gems", "letters", "monsters",
        "names", "next", "quiet", "room_monsters", "rooms", "rows", "traps", "treasure_kinds", "treasures", "waters",
    )  # fmt: skip

    def __init__(self, columns: int, rows: int, names: list[str]) -> None:
        self.columns: list[int] = []  # masks of rooms
        self.rows: list[int] = []
        self.names = names
        self.rooms = columns * rows
        self.corners = 0
        self.edges = 0
        self.entrances: list[int] = []
        self.next: list[list[list[int]]] = []  # by what may be crossed, then by room: its neighbours
        self.closed: dict[int, int] = {}  # steps over closed edges: `step_between` -> WALLS or number of water << 2
        self.waters: list[tuple[int, int]] = []  # the water edges by number: the rooms at both sides
        self.monsters: list[Monster] = []
        self.room_monsters: list[list[int]] = [[] for _ in names]
        self.dangers: list[list[tuple[int, int]]] = [[] for _ in names]  # (monster or -1, damage of a trap) in order
        self.traps: list[list[int]] = [[] for _ in names]  # damage of each trap of a room
        self.treasures: list[list[Effect]] = [[] for _ in names]
        self.treasure_kinds: list[list[str]] = [[] for _ in names]
        self.gems: list[int] = [0] * len(names)  # masks of letters
        self.letters = ""
        self.boss_rooms: list[int] = []  # masks, by boss
        self.quiet: list[bool] = []  # nothing ever happens in this room

    def letters_mask(self, letters: str) -> int:
        """Return a bit mask of the gems with these letters; letters that are not on this map are ignored."""
        return sum(1 << place for place, letter in enumerate(self.letters) if letter in letters)


def step_between(room: int, next_room: int) -> int:
    """Return the integer that stands for the step from a room into another in the set `closed` of a board."""
    return room << 8 | next_room


def board_of(dungeon: Dungeon, rules: MapRules, heroes: tuple[str, ...], rewards: dict[str, Effect]) -> DungeonBitboard:
    """Return the tables of a dungeon; `rewards` are the effects of the kinds of treasure."""
    rooms = list(dungeon.rooms())
    board = DungeonBitboard(dungeon.columns, dungeon.rows, [room.name for room in rooms])
    _lay_out(board, dungeon)
    board.entrances = [bit_of(room, dungeon.columns) for room in entrances(dungeon, rules.entrances)]
    _join(board, dungeon)
    board.letters = "".join(sorted({thing.letter for _, thing in dungeon.things(rules.tokens)}))
    for bit, room in enumerate(rooms):
        for thing in dungeon.contents.get(room, ()):
            if thing.kind in rules.monsters:
                board.room_monsters[bit].append(len(board.monsters))
                hero = heroes.index(rules.monsters[thing.kind].beaten_by)
                board.monsters.append(Monster(bit, thing.level, hero))
            elif thing.kind in rules.traps:
                board.traps[bit].append(rules.traps[thing.kind].damage)
            elif thing.kind in rules.treasures:
                board.treasures[bit].append(rewards[thing.kind])
                board.treasure_kinds[bit].append(thing.kind)
            else:
                board.gems[bit] |= board.letters_mask(thing.letter)
    for number in rules.numbers:
        target = dungeon.targets.get(number)
        board.boss_rooms.append(1 << bit_of(target, dungeon.columns) if target is not None else 0)
    for bit in range(board.rooms):
        board.dangers[bit] = [(number, 0) for number in board.room_monsters[bit]]
        board.dangers[bit] += [(-1, damage) for damage in board.traps[bit]]
        full = board.room_monsters[bit] or board.traps[bit] or board.treasures[bit] or board.gems[bit]
        board.quiet.append(not full)
    return board


def _lay_out(board: DungeonBitboard, dungeon: Dungeon) -> None:
    # A set of rooms is an integer with a bit for each room (a bitboard, as in chess programs). Counting the explored
    # rooms of a row is then one `&` and one `bit_count`, whatever the size of the map.
    columns, rows = dungeon.columns, dungeon.rows
    row = (1 << columns) - 1
    column = sum(1 << columns * at for at in range(rows))
    board.rows = [row << columns * at for at in range(rows)]
    board.columns = [column << at for at in range(columns)]
    board.edges = board.rows[0] | board.rows[-1] | board.columns[0] | board.columns[-1]
    board.corners = (board.rows[0] | board.rows[-1]) & (board.columns[0] | board.columns[-1])


def _join(board: DungeonBitboard, dungeon: Dungeon) -> None:
    """Fill the neighbours of each room for each combination of WALLS and WATER, and the closed edges."""
    # What a player can cross changes in play, and only four combinations exist. With the neighbours of each combination
    # as a table, a step needs no look at edges.
    for crossing in range(WALLS + WATER + 1):
        kinds = [kind for bit, group in KINDS.items() if crossing & bit for kind in group]
        board.next.append([list(row) for row in dungeon.passages(kinds).neighbours()])
    for edge, kind in sorted(dungeon.edges.items()):
        room, other_room = bit_of(edge.room, dungeon.columns), bit_of(edge.other, dungeon.columns)
        if other_room in board.next[OPEN][room]:
            continue
        mark = WALLS
        if kind == "water":
            mark = WATER | len(board.waters) << 2
            board.waters.append((room, other_room))
        board.closed[step_between(room, other_room)] = mark
        board.closed[step_between(other_room, room)] = mark
