"""Faces that show the same items share them as one content, which a drawer writes once for all of them.

What layout laid out once for many faces is the same items in each. Runs of items that always stand together become a
group; what stands between them is each face's own.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from generator.frame import Content, GroupItem, Item
from generator.geometry import shift

LEAST_RUN = 2  # items


def shared(faces: Sequence[Content]) -> list[Content]:
    """Return the faces with what several of them show as groups of one content."""
    inner = [_inner(face) for face in faces]
    runs = _Runs(inner)
    return [_with_inner(face, runs.grouped(content)) for face, content in zip(faces, inner, strict=True)]


def _inner(face: Content) -> Content:
    """Return what a face shows that was only made larger or smaller."""
    only = face.items[0] if len(face.items) == 1 else None
    return _inner(only.content) if isinstance(only, GroupItem) else face


def _with_inner(face: Content, inner: Content) -> Content:
    only = face.items[0] if len(face.items) == 1 else None
    if not isinstance(only, GroupItem):
        return inner
    return replace(face, items=(replace(only, content=_with_inner(only.content, inner)),))


class _Runs:
    """Which items stand on several faces, and which of them are always followed by the same one."""

    def __init__(self, faces: Sequence[Content]) -> None:
        self.count: Counter[int] = Counter()
        self.next: dict[int, int] = {}
        self.groups: dict[tuple[int, ...], GroupItem] = {}
        for face in faces:
            self.count.update(map(id, face.items))
        for face in faces:
            keys = [*map(id, face.items), 0]
            for key, follower in pairwise(keys):
                if self.count[key] > 1 and self.next.setdefault(key, follower) != follower:
                    self.next[key] = 0

    def grouped(self, face: Content) -> Content:
        """Return a face with its shared runs as groups."""
        items: list[Item] = []
        run: list[Item] = []
        for item in face.items:
            if run and not self.belong(run[-1], item):
                items += self.group(run, face)
                run = []
            run.append(item)
        return Content(face.size, (*items, *self.group(run, face)), face.name)

    def belong(self, one: Item, other: Item) -> bool:
        """Tell whether two items stand together wherever one of them stands."""
        return self.next.get(id(one)) == id(other) and self.count[id(one)] == self.count[id(other)]

    def group(self, run: list[Item], face: Content) -> list[Item]:
        """Return a run as one group where it is worth it, else as it is."""
        if len(run) < LEAST_RUN:
            return run
        key = tuple([id(item) for item in run])
        if key not in self.groups:
            self.groups[key] = GroupItem(Content(face.size, tuple(run)), shift(0, 0))
        return [self.groups[key]]
