"""The values of our own design, read from the game's files: dungeons, bosses, and the numbers of the tracks."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from tests.rulesets.referee.facts import MONSTERS
from tests.tables import read_yaml

DATA = Path(__file__).resolve().parents[3] / "cards" / "paper-dungeons"


class Room(NamedTuple):
    """The printed content of a room; a monster is its kind and level."""

    monster: tuple[str, int] | None = None
    trap: bool = False
    gem: str = ""
    treasures: tuple[str, ...] = ()


class Dungeon(NamedTuple):
    """A dungeon card over the base map; `edges` are pairs of rooms that touch or are wrapped, as frozen sets."""

    rooms: dict[str, Room]
    edges: frozenset[frozenset[str]]
    walls: frozenset[frozenset[str]]
    water: frozenset[frozenset[str]]
    boss_rooms: tuple[str, str, str]
    bosses: tuple[str, str, str]

    @property
    def columns(self) -> str:
        """The letters of the columns."""
        return "".join(sorted({room[0] for room in self.rooms}))

    @property
    def rows(self) -> list[str]:
        """The numbers of the rows, the entrances first."""
        return sorted({room[1:] for room in self.rooms}, key=int)

    @property
    def corners(self) -> set[str]:
        """The rooms at both a side and an end."""
        return {
            column + row
            for column in self.columns[:: len(self.columns) - 1]
            for row in self.rows[:: len(self.rows) - 1]
        }

    @property
    def edge_rooms(self) -> set[str]:
        """The rooms along the four sides, corners included [design]."""
        sides = set(self.columns[:: len(self.columns) - 1])
        return {room for room in self.rooms if room[0] in sides or room[1:] in (self.rows[0], self.rows[-1])}


class Band(NamedTuple):
    """The result of a strength, from its lower bound on."""

    least: int
    glory: int
    damage: int


class Boss(NamedTuple):
    """A boss card; the lowest band comes first."""

    season: int
    weakness: str
    flee: int
    reward: str
    bands: tuple[Band, ...]
    vanish: str


class Tracks(NamedTuple):
    """Glory by the number of filled boxes: the entry of index 0 is for one box."""

    weakest: list[int]
    gems: list[int]
    monsters: list[int]
    damage: list[int | None]


class Picture(NamedTuple):
    """A map drawn in text: the signs between two rooms that touch, the rows that wrap, the digits in its rooms."""

    between: dict[frozenset[str], str]
    wrapped: set[str]
    digits: dict[str, str]


def picture(text: str) -> Picture:
    """Read a map: a cell is two signs wide, with one sign between two cells, and a line between two rows."""
    lines = text.splitlines()
    height, width = len(lines) // 2, len(lines[0]) // 3
    columns = "ABCDEFGHIJKL"[:width]
    between, wrapped, digits = {}, set(), {}
    for at, line in enumerate(lines[1::2]):
        row = height - at
        below = lines[2 * at + 2]
        if line[0] == "<" and line[3 * width] == ">":
            wrapped.add(str(row))
        for index, column in enumerate(columns):
            room = f"{column}{row}"
            inside = line[3 * index + 1 : 3 * index + 3].strip()
            if inside:
                digits[inside] = room
            if index + 1 < width:
                between[frozenset((room, f"{columns[index + 1]}{row}"))] = line[3 * index + 3].strip()
            if row > 1:
                between[frozenset((room, f"{column}{row - 1}"))] = below[3 * index + 1 : 3 * index + 3].strip()
    return Picture(between, wrapped, digits)


@lru_cache(maxsize=None)
def dungeon(name: str) -> Dungeon:
    """Return a dungeon by its id; the card adds walls and the rings of its bosses to the base map [PL p.2] [CZ p.2]."""
    base, card = read("maps/base.yaml"), read(f"dungeons/{name}.yaml")
    base_picture, card_picture = picture(base["map"]), picture(card["map"])
    names = sorted({room for edge in base_picture.between for room in edge})
    sides = (names[0][0], names[-1][0])
    wraps = {frozenset((sides[0] + row, sides[1] + row)) for row in base_picture.wrapped | card_picture.wrapped}
    signs = [*base_picture.between.items(), *card_picture.between.items()]
    return Dungeon(
        {room: printed_room(base["rooms"].get(room, [])) for room in names},
        frozenset(base_picture.between) | wraps,
        frozenset(edge for edge, sign in signs if sign in ("|", "--")),
        frozenset(edge for edge, sign in signs if sign in ("~", "~~")),
        tuple(card_picture.digits[number] for number in "123"),
        tuple(card["bosses"]),
    )


def printed_room(things: str | list[str]) -> Room:
    """Return a room from its entries in the file."""
    room = Room()
    for thing in [things] if isinstance(things, str) else things:
        kind, _, more = thing.partition(" ")
        if kind in MONSTERS:
            room = room._replace(monster=(kind, int(more)))
        elif kind == "trap":
            room = room._replace(trap=True)
        elif kind == "gem":
            room = room._replace(gem=more)
        else:
            room = room._replace(treasures=(*room.treasures, kind))
    return room


@lru_cache(maxsize=None)
def bosses() -> dict[str, Boss]:
    """Return the twelve bosses by their keys."""
    return {
        key: Boss(
            card["season"],
            card["weakness"],
            card["flee"],
            card["reward"],
            tuple(Band(band["at"], band["glory"], band["damage"]) for band in card["bands"]),
            "".join(card.get("vanish", ())),
        )
        for key, card in read("bosses.yaml")["cards"].items()
    }


@lru_cache(maxsize=None)
def tracks() -> Tracks:
    """Return the numbers of the tracks."""
    values = read("tracks.yaml")
    return Tracks(
        values["weakest_hero"], [box["glory"] for box in values["gems"]], values["monsters"], values["damage"]
    )


def read(name: str) -> dict:
    """Return a file of the game as plain values."""
    return read_yaml(DATA / name)
