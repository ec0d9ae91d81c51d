"""Faces that show the same items share them as one content, which a drawer writes once for all of them.

What layout laid out once for many faces is the same items in each. Runs of items that always stand together become a
group; what stands between them is each face's own.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from generator.frame import Content, GroupItem, Item
from generator.geometry import shift

LEAST_RUN = 2  # items


def shared(faces: Sequence[Content]) -> list[Content]:
    """Return the faces with what several of them show as groups of one content."""
    runs = _Runs()
    for face in faces:
        runs.count_items(face)
    for content in runs.seen.values():
        runs.follow(content)
    return [runs.grouped(face) for face in faces]


class _Runs:
    """Which items stand in several contents, and which of them are always followed by the same one."""

    def __init__(self) -> None:
        self.seen: dict[int, Content] = {}
        self.count: Counter[int] = Counter()
        self.next: dict[int, int] = {}
        self.groups: dict[tuple[int, ...], GroupItem] = {}

    def count_items(self, content: Content) -> None:
        """Count the items of a content, and of the groups in it, once for each content."""
        if id(content) in self.seen:
            return
        self.seen[id(content)] = content
        self.count.update(map(id, content.items))
        for item in content.items:
            if type(item) is GroupItem:
                self.count_items(item.content)

    def follow(self, content: Content) -> None:
        """Note what follows each item."""
        for key, follower in pairwise([*map(id, content.items), 0]):
            if self.count[key] > 1 and self.next.setdefault(key, follower) != follower:
                self.next[key] = 0

    def grouped(self, content: Content) -> Content:
        """Return a content with its shared runs as groups."""
        items: list[Item] = []
        run: list[Item] = []
        count, following = self.count, self.next
        last = 0
        for item in content.items:
            key = id(item)
            if run and (following.get(last) != key or count[last] != count[key]):  # one stands without the other too
                items += self.group(run, content)
                run = []
            run.append(item)
            last = key
        return Content(content.size, (*items, *self.group(run, content)), content.name)

    def group(self, run: list[Item], content: Content) -> list[Item]:
        """Return a run as one group where it is worth it, else as it is; a group of a face's own is shared inside."""
        if len(run) < LEAST_RUN:
            alone = run[0] if run else None
            if type(alone) is GroupItem and self.count[id(alone)] == 1:
                return [alone._replace(content=self.grouped(alone.content))]
            return run
        key = tuple([id(item) for item in run])
        if key not in self.groups:
            self.groups[key] = GroupItem(Content(content.size, tuple(run)), shift(0, 0))
        return [self.groups[key]]
