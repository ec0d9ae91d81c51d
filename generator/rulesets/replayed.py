"""A game that was replayed by its rules, as plain values: what happened, and the marks on each sheet."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

MarkKind = Literal["fill", "cross", "ring", "text"]


class PencilMark(NamedTuple):
    """A mark that a player makes in one field of a sheet: a tick, a text, a cross and so on."""

    kind: MarkKind
    text: str = ""


class ReplayEvent(NamedTuple):
    """Something that happened to a player, `who`, as lines of text.

    `counts` has, for each line, how many actions of the record were done before and after it; it may be empty.
    """

    who: str
    lines: tuple[str, ...]
    counts: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class ReplayChapter:
    """A part of a replayed game, such as a round."""

    heading: str
    rows: tuple[ReplayEvent, ...]


@dataclass(frozen=True)
class MarkedSheet:
    """A player's sheet: marks by field id, and the path on its map as (from, to) pairs of rooms, "" being outside."""

    name: str
    marks: Mapping[str, PencilMark] = field(default_factory=dict)
    path: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ReplayedGame:
    """A game replayed from a record: whether it is `over`, and the text of the `position` in which it ends.

    `sheets_after` returns the sheets of all players after this number of actions.
    """

    map: str
    chapters: tuple[ReplayChapter, ...]
    sheets: tuple[MarkedSheet, ...]
    over: bool
    position: str
    sheets_after: Callable[[int], Sequence[MarkedSheet]] = lambda _actions: ()
