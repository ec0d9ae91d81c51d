"""Lines of what is printed smaller than it was drawn: none becomes so thin that it breaks up on paper."""

from typing import Any, TypeVar

from generator.frame import FieldItem, GroupItem, Item, ReusableDrawing, ShapeItem

Drawn = TypeVar("Drawn", bound=Item | ReusableDrawing)

LEAST_LINE = 0.3  # points on paper; what shops and home printers still print as a whole line


class LineThickener:
    """Makes lines at least so many points wide; what was shared is shared again."""

    def __init__(self, least: float) -> None:
        self.least = least
        self.made: dict[int, tuple[Any, Any]] = {}  # by ids, with what has them, so that nothing else gets one

    def thicken(self, thing: Drawn) -> Drawn:
        """Return content or an item with lines wide enough, the same one for the same."""
        if id(thing) not in self.made:
            self.made[id(thing)] = thing, self._thicken_anew(thing)
        thicker: Drawn = self.made[id(thing)][1]
        return thicker

    def _thicken_anew(self, thing: Any) -> Any:
        match thing:
            case ReusableDrawing():
                return thing._replace(items=tuple([self.thicken(item) for item in thing.items]))
            case GroupItem():
                return thing._replace(content=self.thicken(thing.content))
            case FieldItem():
                return thing._replace(shape=self.thicken(thing.shape))
            case ShapeItem() if thing.paint.stroke and thing.paint.stroke_width < self.least:
                return thing._replace(paint=thing.paint._replace(stroke_width=self.least))
            case _:
                return thing
