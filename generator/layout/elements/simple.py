"""Elements that hold no others: icon, shape, image, field, space."""

from pathlib import PurePosixPath

from generator.diagnostics import InvalidInput
from generator.frame import FieldItem, ImageItem, Item, Outline, Paint, Paragraph, ShapeItem
from generator.geometry import Rect, Size
from generator.layout.binding import Scope
from generator.layout.elements.base import Context, handles
from generator.layout.spec import Element


def fitted(outline: Outline, rect: Rect) -> Rect:
    """Return the largest box of the outline's own proportions in the middle of a rectangle."""
    scale = min(rect.width / outline.width, rect.height / outline.height)
    width, height = outline.width * scale, outline.height * scale
    return Rect(rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2, width, height)


def _natural(context: Context, element: Element, width: float | None) -> Size:
    look = context.look(element)
    side = element.look.size if element.look.size is not None else look.size
    wide = element.at.width if isinstance(element.at.width, float) else side
    high = element.at.height if isinstance(element.at.height, float) else side
    return Size(wide, high)


def _spoken(context: Context, element: Element, scope: Scope, name: str) -> str:
    """Return what is said for an icon or a picture: what its element says, else the word for its name."""
    own: str | None = element.own.spoken
    return context.program.spoken.get(name, "") if own is None else context.fill(own, scope, element.place)


@handles("icon")
class IconHandler:
    """An icon keeps its proportions and is as large as its box."""

    def measure(self, context: Context, element: Element, _scope: Scope, width: float | None) -> Size:
        return _natural(context, element, width)

    def place(self, context: Context, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look = context.look(element)
        name = context.fill(element.own.icon, scope, element.place)
        outline = context.outline(name, element.place)
        color = context.color(look.color, scope, element.place)
        if outline is not None and color is not None:
            stroke = context.color(look.stroke, scope, element.place)
            paint = Paint(color, stroke, look.stroke_width)
            box, spoken = fitted(outline, rect.inset(look.pad)), _spoken(context, element, scope, name)
            opens: Paragraph = "P" if spoken else ""
            out.append(ShapeItem("outline", box, paint, 0.0, outline, element.place, spoken, opens))


@handles("shape")
class ShapeHandler:
    """A shape is stretched to its box."""

    def measure(self, context: Context, element: Element, _scope: Scope, width: float | None) -> Size:
        return _natural(context, element, width)

    def place(self, context: Context, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look = context.look(element)
        paint = context.paint(look, scope, element.place)
        if paint is not None:
            name = context.fill(element.own.shape, scope, element.place)
            out.append(context.shape(name, rect.inset(look.pad), paint, look.radius, element.place))


@handles("image")
class ImageHandler:
    """A picture fills its box; the file must lie in the game's folders."""

    def measure(self, context: Context, element: Element, _scope: Scope, width: float | None) -> Size:
        return _natural(context, element, width)

    def place(self, context: Context, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        name = context.fill(element.own.image, scope, element.place)
        try:
            path = context.program.images(name)
        except InvalidInput as refused:
            for fault in refused.diagnostics:
                context.fault(fault.code, fault.message, element.place, fault.hint)
            return
        if path is None:
            hint = "pictures lie under cards/ or layouts/ of your own folder"
            context.fault("L015", f"there is no picture {name!r}", element.place, hint)
        else:
            spoken = _spoken(context, element, scope, PurePosixPath(name).stem)
            out.append(ImageItem(rect, path, element.place, spoken, "P" if spoken else ""))


@handles("field")
class FieldHandler:
    """A markable spot: white unless it says otherwise, filled where the game prefills it."""

    def measure(self, context: Context, element: Element, _scope: Scope, width: float | None) -> Size:
        return _natural(context, element, width)

    def place(self, context: Context, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look, own = context.look(element), element.own
        name = context.fill(own.field, scope, element.place)
        kind = context.fill(own.shape, scope, element.place)
        unseen = look.fill == "none" and look.stroke == "none"
        usual = Paint() if unseen else Paint("#ffffff", "#000000", 0.5)
        paint = context.paint(look, scope, element.place) or usual
        shape = context.shape(kind, rect.inset(look.pad), paint, look.radius, element.place)
        said = context.fill(own.filled, scope, element.place) if own.filled else ""
        filled = said == "true" or (said not in ("", "false") and context.holds((said,), scope, element.place))
        value = context.fill(own.value, scope, element.place) if own.value else ""
        mark = context.color(own.mark, scope, element.place) if own.mark else None
        spoken = context.fill(own.spoken, scope, element.place)
        mark = mark or paint.stroke or "#000000"
        out.append(FieldItem(name, shape, filled, mark, element.place, own.entry, value, spoken))


@handles("space")
class SpaceHandler:
    """Nothing of a size."""

    def measure(self, context: Context, element: Element, _scope: Scope, width: float | None) -> Size:
        room = element.own.space
        side = room if isinstance(room, float) else 0.0
        return Size(side, side)

    def place(self, context: Context, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        """Leave the room free."""
