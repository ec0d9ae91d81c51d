"""A dungeon as tables for fast play: rooms as bits, neighbours by what may be crossed, the contents of each room."""

from dataclasses import dataclass

from generator.maps.grid import Dungeon, EdgeKind, bit_of
from generator.maps.loading import DungeonFile
from generator.maps.map_rules import MapRules
from generator.maps.passages import bits
from generator.maps.reach import entrance_mask
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

    def __init__(self, file: DungeonFile, rules: MapRules, heroes: tuple[str, ...], rewards: dict[str, Effect]) -> None:
        """Fill the tables; `rewards` are the effects of the kinds of treasure."""
        dungeon, self.bosses = file.dungeon, file.spec.targets  # the keys of the bosses on its card
        # A set of rooms is an integer with a bit for each room (a bitboard, as in chess programs). Counting the
        # explored rooms of a row is then one `&` and one `bit_count`, whatever the size of the map.
        row, column = entrance_mask(dungeon, "bottom"), entrance_mask(dungeon, "left")
        self.rows = [row << dungeon.columns * at for at in range(dungeon.rows)]  # masks of rooms
        self.columns = [column << at for at in range(dungeon.columns)]
        self.edges = self.rows[0] | self.rows[-1] | self.columns[0] | self.columns[-1]
        self.corners = (self.rows[0] | self.rows[-1]) & (self.columns[0] | self.columns[-1])
        self.names = [room.name for room in dungeon.by_bit]
        self.rooms = len(self.names)
        self.entrances = list(bits(entrance_mask(dungeon, rules.entrances)))
        # What a player can cross changes in play, and only four combinations exist. With the neighbours of each
        # combination as a table, a step needs no look at edges.
        crossings = [[kind for bit, group in KINDS.items() if mask & bit for kind in group] for mask in range(4)]
        self.passages = [dungeon.passages(kinds) for kinds in crossings]  # by what may be crossed: WALLS | WATER
        self.next = [[list(row) for row in passages.neighbours()] for passages in self.passages]  # then by room
        self.closed: dict[int, int] = {}  # steps over closed edges: `step_between` -> WALLS or number of water << 2
        self.waters: list[tuple[int, int]] = []  # the water edges by number: the rooms at both sides
        self._close(dungeon)
        self.letters = "".join(sorted({thing.letter for _, thing in dungeon.things(rules.tokens)}))
        self.monsters: list[Monster] = []
        self.room_monsters: list[list[int]] = [[] for _ in self.names]
        self.traps: list[list[int]] = [[] for _ in self.names]  # damage of each trap of a room
        self.treasures: list[list[Effect]] = [[] for _ in self.names]
        self.treasure_kinds: list[list[str]] = [[] for _ in self.names]
        self.gems = [0] * self.rooms  # masks of letters
        for bit, room in enumerate(dungeon.by_bit):
            for thing in dungeon.contents.get(room, ()):
                if thing.kind in rules.monsters:
                    self.room_monsters[bit].append(len(self.monsters))
                    hero = heroes.index(rules.monsters[thing.kind].beaten_by)
                    self.monsters.append(Monster(bit, thing.level, hero))
                elif thing.kind in rules.traps:
                    self.traps[bit].append(rules.traps[thing.kind].damage)
                elif thing.kind in rules.treasures:
                    self.treasures[bit].append(rewards[thing.kind])
                    self.treasure_kinds[bit].append(thing.kind)
                else:
                    self.gems[bit] |= self.letters_mask(thing.letter)
        self.dangers = [  # by room, in order: (monster, 0), or (-1, damage of a trap)
            [*[(number, 0) for number in monsters], *[(-1, damage) for damage in traps]]
            for monsters, traps in zip(self.room_monsters, self.traps, strict=True)
        ]
        contents = zip(self.dangers, self.treasures, self.gems, strict=True)
        self.quiet = [not (dangers or treasures or gems) for dangers, treasures, gems in contents]  # nothing happens
        targets = [dungeon.targets.get(number) for number in rules.numbers]
        self.boss_rooms = [0 if room is None else 1 << bit_of(room, dungeon.columns) for room in targets]  # masks

    def _close(self, dungeon: Dungeon) -> None:
        """Fill the tables of the edges that cannot be passed by all."""
        for edge, kind in sorted(dungeon.edges.items()):
            room, other_room = bit_of(edge.room, dungeon.columns), bit_of(edge.other, dungeon.columns)
            if other_room in self.next[OPEN][room]:
                continue
            mark = WALLS
            if kind == "water":
                mark = WATER | len(self.waters) << 2
                self.waters.append((room, other_room))
            self.closed[step_between(room, other_room)] = mark
            self.closed[step_between(other_room, room)] = mark

    def letters_mask(self, letters: str) -> int:
        """Return a bit mask of the gems with these letters; letters that are not on this map are ignored."""
        return sum(1 << place for place, letter in enumerate(self.letters) if letter in letters)


def step_between(room: int, next_room: int) -> int:
    """Return the integer that stands for the step from a room into another in the set `closed` of a board."""
    return room << 8 | next_room
