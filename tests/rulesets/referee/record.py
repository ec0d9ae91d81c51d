"""Read the record of a game into values, only by docs/records.md; this module does not check whether it is legal."""

from typing import NamedTuple

import yaml

YAML = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Refused(Exception):
    """The rules do not allow a move, or a record has a wrong value."""


class Act(NamedTuple):
    """The use of a die: its digit, the verb, and the words after it."""

    die: str
    verb: str
    words: tuple[str, ...]


class Turn(NamedTuple):
    """The acts of a player in a round; `skulls` are the choices when the skulls hurt."""

    skulls: tuple[str, ...]
    acts: tuple[Act, ...]


class Fight(NamedTuple):
    """A boss fight in a record: the strength of a player who reached its room, and the choices of a reward."""

    strength: int | None
    flees: bool
    glory: int
    damage: int
    words: tuple[str, ...]


class Round(NamedTuple):
    """A round: the roll, the turn of each player, and their gems, missions and fights if the record announces them."""

    roll: str
    turns: dict[str, Turn]
    gems: dict[str, set[str]]
    missions: dict[str, set[str]]
    fights: dict[str, Fight]


class Seat(NamedTuple):
    """A player: the dealt cards, the cards that the player kept, and the choices of the setup."""

    name: str
    powers: list[str]
    goals: list[str]
    power: str
    goal: str
    words: tuple[str, ...]


class Record(NamedTuple):
    """A whole game."""

    dungeon: str
    bosses: list[str] | None
    missions: list[str]
    variants: set[str]
    seats: list[Seat]
    rounds: list[Round]


def read_record(text: str) -> Record:
    """Return a record from its text; raise Refused if the text is not a record."""
    try:
        entries = yaml.load(text, YAML)
        seats = [read_seat(each) for each in entries["players"]]
        names = [seat.name for seat in seats]
        rounds = [read_round(each, names) for each in entries["rounds"]]
        return Record(
            entries["dungeon"],
            entries.get("bosses"),
            entries.get("missions", []),
            set(entries.get("variants", ())),
            seats,
            rounds,
        )
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, yaml.YAMLError) as fault:
        raise Refused(f"this is not written as a record: {fault!r}") from fault


def read_seat(entry: dict) -> Seat:
    """Return a player of the setup."""
    power, goal, *words = entry["keeps"].split()
    return Seat(str(entry["name"]), entry["powers"], entry["goals"], power, goal, tuple(words))


def read_round(entry: dict, names: list[str]) -> Round:
    """Return a round."""
    return Round(
        str(entry["roll"]).replace(" ", ""),
        {name: read_turn(entry[name]) for name in names},
        {name: set(str(letters)) for name, letters in entry.get("gems", {}).items()},
        {name: set(claimed.split()) for name, claimed in entry.get("missions", {}).items()},
        {name: read_fight(fight) for name, fight in entry.get("boss", {}).items()},
    )


def read_turn(text: str) -> Turn:
    """Return the dice of a player, and before them the choices when the skulls hurt."""
    parts = [part.split() for part in text.split(",")]
    skulls = tuple(parts.pop(0)) if parts[0] and parts[0][0][0] == "o" else ()
    return Turn(skulls, tuple(read_act(*part) for part in parts))


def read_act(die: str = "", verb: str = "", *words: str) -> Act:
    """Return the use of a die."""
    return Act(die, verb, words)


def read_fight(text: str) -> Fight:
    """Return `16 glory 4 damage 1 +rogue`, `9 flees glory -1`, or `flees glory -1` if the room was not reached."""
    words = text.split()
    strength = int(words.pop(0)) if words[0].isdigit() else None
    if words[0] == "flees":
        return Fight(strength, True, int(words[2]), 0, tuple(words[3:]))
    return Fight(strength, False, int(words[1]), int(words[3]), tuple(words[4:]))
