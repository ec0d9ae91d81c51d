"""A game that was played again by its rules, as plain values: what happened, and the marks on each sheet."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

MarkKind = Literal["fill", "cross", "ring", "text"]


class PencilMark(NamedTuple):
    """What a pencil leaves in a field of a sheet."""

    kind: MarkKind
    text: str = ""


class ReplayEvent(NamedTuple):
    """Something that happened: to whom, and what, in lines.

    `counts` are how many actions of the record were done before each line, and once it was; none where nobody asks.
    """

    who: str
    lines: tuple[str, ...]
    counts: tuple[tuple[int, int], ...] = ()


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
    """A game as a record tells it: whether it is `over`, and the position that it ends in, as text.

    `sheets_after` returns each player's sheet as it stood after so many actions.
    """

    map: str
    chapters: tuple[ReplayChapter, ...]
    sheets: tuple[MarkedSheet, ...]
    over: bool
    position: str
    sheets_after: Callable[[int], Sequence[MarkedSheet]] = lambda _actions: ()
