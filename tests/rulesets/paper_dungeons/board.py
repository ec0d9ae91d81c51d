"""The map of a dungeon as plain sets of room names, read once more from its picture and nothing else."""

import functools

import yaml

from tests.conftest import ROOT

HERE = ROOT / "tests" / "rulesets" / "paper_dungeons"
CARDS = ROOT / "cards" / "paper-dungeons"


@functools.cache
def data(name):
    """Return what a file of the game says."""
    return yaml.safe_load((CARDS / f"{name}.yaml").read_text(encoding="utf-8"))


@functools.cache
def board(dungeon):
    """Return the base map with the walls and boss rooms of a dungeon card drawn into it. [PL p.2, p.9] [CZ p.2, p.9]"""
    return drawn(data("maps/base"), data(f"dungeons/{dungeon}")["map"])


def drawn(base, overlay=""):
    """Return rooms, columns and rows, what lies between two rooms, which rooms a row's ends join, contents and boss rooms."""
    pictures = [text.splitlines() for text in (base["map"], overlay) if text]
    across = len(pictures[0][0]) // 3
    up = len(pictures[0]) // 2
    rooms = [name(column, row) for row in range(1, up + 1) for column in range(1, across + 1)]
    between = {}  # frozenset of two rooms: the set of what stands there, empty where it is open
    bosses = {}
    for lines in pictures:
        for row in range(1, up + 1):
            top, line = lines[2 * (up - row)], lines[2 * (up - row) + 1].ljust(3 * across + 1)
            for column in range(1, across + 1):
                here = name(column, row)
                label = line[3 * column - 2 : 3 * column].strip()
                if label:
                    bosses[here] = int(label)
                if column < across:
                    join(between, here, name(column + 1, row), line[3 * column])
                if row < up:
                    join(between, here, name(column, row + 1), top[3 * column - 2])
            if line[0] == "<":
                join(between, name(1, row), name(across, row), " ")
    contents = {room: [] for room in rooms}
    for room, things in (base.get("rooms") or {}).items():
        contents[room] = [str(thing) for thing in (things if isinstance(things, list) else [things])]
    return {"rooms": rooms, "across": across, "up": up, "between": between, "contents": contents, "bosses": bosses}


def name(column, row):
    """Return A1 for the first column and the bottom row. [PL p.9] [CZ p.9-10]"""
    return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[column - 1]}{row}"


def join(between, one, other, sign):
    things = between.setdefault(frozenset({one, other}), set())
    if sign in "|-":
        things.add("wall")
    if sign == "~":
        things.add("water")


def entrances(board):
    """Return the rooms of the bottom row. [PL p.9] [CZ p.9]"""
    return [room for room in board["rooms"] if room[1:] == "1"]


def monsters(board):
    """Return the level of the monster in each room that has one."""
    return {
        room: int(thing.split()[1])
        for room, things in board["contents"].items()
        for thing in things
        if thing.split()[0] in FOUGHT_BY
    }


def fighter(board, room):
    """Return the hero who fights in this room. [CZ p.10]"""
    return next(FOUGHT_BY[thing.split()[0]] for thing in board["contents"][room] if thing.split()[0] in FOUGHT_BY)


FOUGHT_BY = {"ghost": "wizard", "goblin": "rogue", "orc": "warrior", "zombie": "cleric"}


def gems(board):
    """Return the room of each lettered gem."""
    return {
        thing.split()[1]: room
        for room, things in board["contents"].items()
        for thing in things
        if thing.startswith("gem")
    }


def in_column(board, letter):
    return [room for room in board["rooms"] if room[0] == letter]


def in_row(board, number):
    return [room for room in board["rooms"] if room[1:] == str(number)]


def columns(board):
    return sorted({room[0] for room in board["rooms"]})


def rows(board):
    return sorted({int(room[1:]) for room in board["rooms"]})


def edge_rooms(board):
    """Return the rooms at the rim, corners included."""
    first, last = columns(board)[0], columns(board)[-1]
    return [room for room in board["rooms"] if room[0] in (first, last) or int(room[1:]) in (1, board["up"])]


def corner_rooms(board):
    first, last = columns(board)[0], columns(board)[-1]
    return [room for room in board["rooms"] if room[0] in (first, last) and int(room[1:]) in (1, board["up"])]
