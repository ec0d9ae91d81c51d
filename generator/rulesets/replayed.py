"""A game that was played again by its rules, as plain values: what happened, and the marks on each sheet."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

MarkKind = Literal["fill", "cross", "ring", "text"]


class PencilMark(NamedTuple):
    """What a pencil leaves in a field of a sheet."""

    kind: MarkKind
    text: str = ""


class ReplayEvent(NamedTuple):
    """Something that happened: to whom, and what, in lines."""

    who: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class ReplayChapter:
    """A part of a game, such as a round."""

    heading: str
    rows: tuple[ReplayEvent, ...]


@dataclass(frozen=True)
class MarkedSheet:
    """A player's sheet: marks by the ids of its fields, and the steps on its map from room to room ("": outside)."""

    name: str
    marks: Mapping[str, PencilMark] = field(default_factory=dict)
    path: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ReplayedGame:
    """A game as a record tells it: whether it is `over`, and the position that it ends in, as text."""

    map: str
    chapters: tuple[ReplayChapter, ...]
    sheets: tuple[MarkedSheet, ...]
    over: bool
    position: str
