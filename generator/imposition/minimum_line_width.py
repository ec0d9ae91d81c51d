"""Lines of what is printed smaller than it was drawn: none becomes so thin that it breaks up on paper."""

from collections.abc import Callable
from typing import Any

from generator.frame import FieldItem, GroupItem, Item, ReusableDrawing, ShapeItem

LEAST_LINE = 0.3  # points on paper; what shops and home printers still print as a whole line


class LineThickener:
    """Makes lines at least so many points wide; what was shared is shared again."""

    def __init__(self, least: float) -> None:
        self.least = least
        self.made: dict[int, tuple[Any, Any]] = {}  # by ids, with what has them, so that nothing else gets one

    def content(self, content: ReusableDrawing) -> ReusableDrawing:
        """Return content with lines wide enough, the same one for the same."""
        thickened: ReusableDrawing = self.once(content, self.new_content)
        return thickened

    def once(self, thing: Any, new: Callable[[Any], Any]) -> Any:
        """Return what is made of a thing, once."""
        if id(thing) not in self.made:
            self.made[id(thing)] = thing, new(thing)
        return self.made[id(thing)][1]

    def new_content(self, content: ReusableDrawing) -> ReusableDrawing:
        """Return content whose items have lines wide enough."""
        return content._replace(items=tuple([self.once(item, self.new_item) for item in content.items]))

    def new_item(self, item: Item) -> Item:
        """Return an item, or what holds items, with lines wide enough."""
        if isinstance(item, GroupItem):
            return item._replace(content=self.content(item.content))
        if isinstance(item, FieldItem):
            return item._replace(shape=self.shape(item.shape))
        return self.shape(item) if isinstance(item, ShapeItem) else item

    def shape(self, item: ShapeItem) -> ShapeItem:
        """Return a shape with its line wide enough."""
        if not item.paint.stroke or item.paint.stroke_width >= self.least:
            return item
        return item._replace(paint=item.paint._replace(stroke_width=self.least))
