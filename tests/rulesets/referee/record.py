"""A record of a game as values, by docs/records.md alone; nothing is asked here of whether it was legal."""

from typing import NamedTuple

import yaml

YAML = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Refused(Exception):
    """What the rules do not allow, or what a record tells wrongly."""


class Act(NamedTuple):
    """What was done with a die: its digit, the verb, and the words behind it."""

    die: str
    verb: str
    words: tuple[str, ...]


class Turn(NamedTuple):
    """What a player did in a round; `skulls` are choices made when the skulls hurt."""

    skulls: tuple[str, ...]
    acts: tuple[Act, ...]


class Fight(NamedTuple):
    """What is told of a boss fight: the strength of those who reached its room, and the choices of a reward."""

    strength: int | None
    flees: bool
    glory: int
    damage: int
    words: tuple[str, ...]


class Round(NamedTuple):
    """A round: the roll, what each player did, and as far as it is announced, their gems, missions and fights."""

    roll: str
    turns: dict[str, Turn]
    gems: dict[str, set[str]]
    missions: dict[str, set[str]]
    fights: dict[str, Fight]


class Seat(NamedTuple):
    """A player: what was dealt, what was kept, and the choices of the setup."""

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
    """Return a record from its text; raises Refused for what is not written as one."""
    try:
        told = yaml.load(text, YAML)
        seats = [read_seat(each) for each in told["players"]]
        names = [seat.name for seat in seats]
        rounds = [read_round(each, names) for each in told["rounds"]]
        return Record(
            told["dungeon"], told.get("bosses"), told.get("missions", []), set(told.get("variants", ())), seats, rounds
        )
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, yaml.YAMLError) as fault:
        raise Refused(f"this is not written as a record: {fault!r}") from fault


def read_seat(told: dict) -> Seat:
    """Return a player of the setup."""
    power, goal, *words = told["keeps"].split()
    return Seat(str(told["name"]), told["powers"], told["goals"], power, goal, tuple(words))


def read_round(told: dict, names: list[str]) -> Round:
    """Return a round."""
    return Round(
        str(told["roll"]).replace(" ", ""),
        {name: read_turn(told[name]) for name in names},
        {name: set(str(letters)) for name, letters in told.get("gems", {}).items()},
        {name: set(claimed.split()) for name, claimed in told.get("missions", {}).items()},
        {name: read_fight(fight) for name, fight in told.get("boss", {}).items()},
    )


def read_turn(told: str) -> Turn:
    """Return the dice of a player, after what was chosen when the skulls hurt."""
    parts = [part.split() for part in told.split(",")]
    skulls = tuple(parts.pop(0)) if parts[0] and parts[0][0][0] == "o" else ()
    return Turn(skulls, tuple(read_act(*part) for part in parts))


def read_act(die: str = "", verb: str = "", *words: str) -> Act:
    """Return what was done with a die."""
    return Act(die, verb, words)


def read_fight(told: str) -> Fight:
    """Return `16 glory 4 damage 1 +rogue`, `9 flees glory -1`, or `flees glory -1` of who never reached the room."""
    words = told.split()
    strength = int(words.pop(0)) if words[0].isdigit() else None
    if words[0] == "flees":
        return Fight(strength, True, int(words[2]), 0, tuple(words[3:]))
    return Fight(strength, False, int(words[1]), int(words[3]), tuple(words[4:]))
