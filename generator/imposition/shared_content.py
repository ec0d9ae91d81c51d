"""Faces that show the same items share them as one content, which a drawer writes once for all of them.

What layout laid out once for many faces is the same items in each. Runs of items that always stand together become a
group; what stands between them is each face's own.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from generator.frame import GroupItem, Item, ReusableDrawing
from generator.geometry import shift

LEAST_RUN = 2  # items


def share_content(faces: Sequence[ReusableDrawing]) -> list[ReusableDrawing]:
    """Return the faces with what several of them show as groups of one content."""
    runs = _Runs()
    for face in faces:
        runs.count_items(face)
    runs.follow()
    return [runs.group(face) for face in faces]


class _Runs:
    """Which items stand in several contents, and which of them are always followed by the same one."""

    def __init__(self) -> None:
        self.seen: dict[int, ReusableDrawing] = {}
        self.count: Counter[int] = Counter()
        self.next: dict[int, int] = {}
        self.runs: dict[int, tuple[int, tuple[Item, ...]]] = {}  # by their first item: how long, and as what they show

    def count_items(self, drawing: ReusableDrawing) -> None:
        """Count the items of a content, and of the groups in it, once for each content."""
        if id(drawing) in self.seen:
            return
        self.seen[id(drawing)] = drawing
        self.count.update(map(id, drawing.items))
        for item in drawing.items:
            if type(item) is GroupItem:
                self.count_items(item.content)

    def follow(self) -> None:
        """Note what always follows each item that several contents show; 0 where it is not always the same."""
        count, following = self.count, self.next
        pairs: set[tuple[int, int]] = set()
        for content in self.seen.values():
            pairs.update([pair for pair in pairwise([*map(id, content.items), 0]) if count[pair[0]] > 1])
        for key, follower in pairs:
            following[key] = 0 if key in following else follower

    def group(self, drawing: ReusableDrawing) -> ReusableDrawing:
        """Return a content with its shared runs as groups."""
        items: list[Item] = []
        at, known = 0, self.runs
        while at < len(drawing.items):
            item = drawing.items[at]
            if self.count[id(item)] == 1:
                items.append(self.own(item))
                at += 1
                continue
            if id(item) not in known:
                known[id(item)] = self.run_from(drawing, at)
            length, shown = known[id(item)]
            items += shown
            at += length
        return ReusableDrawing(drawing.size, tuple(items), drawing.name)

    def own(self, item: Item) -> Item:
        """Return an item that one content alone shows; a group is shared inside."""
        return item._replace(content=self.group(item.content)) if isinstance(item, GroupItem) else item

    def run_from(self, drawing: ReusableDrawing, at: int) -> tuple[int, tuple[Item, ...]]:
        """Return how long the run is that begins with an item, and the run: as one group where it is worth it."""
        run = [drawing.items[at]]
        for item in drawing.items[at + 1 :]:
            last, key = id(run[-1]), id(item)
            if self.next.get(last) != key or self.count[last] != self.count[key]:  # one stands without the other too
                break
            run.append(item)
        if len(run) < LEAST_RUN:
            return len(run), tuple(run)
        return len(run), (GroupItem(ReusableDrawing(drawing.size, tuple(run)), shift(0, 0)),)
