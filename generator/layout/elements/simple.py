"""Elements without children: icon, shape, board, image, field, space, page-code."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from generator import page_code
from generator.frame import (
    Clip,
    FieldItem,
    GroupItem,
    ImageItem,
    Item,
    Paint,
    Paragraph,
    ReusableDrawing,
    ShapeItem,
    VectorOutline,
)
from generator.geometry import Matrix, Rect, Size, shift
from generator.layout.binding import ABSENT, Scope
from generator.layout.element_spec import Element
from generator.layout.elements.element_context import SLACK, FaceLayoutContext, Handler
from generator.layout.gradients_and_shadows import focus_point
from generator.units import length_name


def fit_outline(outline: VectorOutline, rect: Rect) -> Rect:
    """Return the largest box with the outline's proportions, centred in a rectangle."""
    scale = min(rect.width / outline.width, rect.height / outline.height)
    width, height = outline.width * scale, outline.height * scale
    return Rect(rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2, width, height)


def _spoken(context: FaceLayoutContext, element: Element, scope: Scope, name: str) -> str:
    """Return the screen reader text of an icon or a picture: `spoken` of its element, else the word for its name."""
    written_text: str | None = element.own.spoken
    return (
        context.program.spoken.get(name, "")
        if written_text is None
        else context.fill(written_text, scope, element.place)
    )


class IconHandler(Handler, kinds="icon"):
    """Draws an icon in its own proportions, as large as the box allows."""

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        sides = [side for side in (element.at.width, element.at.height) if isinstance(side, float)]
        if element.look.size is None and len(sides) == 1:
            return Size(sides[0], sides[0])
        return super().measure(context, element, scope, width)

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look = context.look(element)
        name = context.fill(element.own.icon, scope, element.place)
        outline, colors = context.icon(name, element.place)
        color = context.color(look.color, scope, element.place)
        if outline is not None and color is not None:
            stroke = context.color(look.stroke, scope, element.place)
            paint = Paint(colors[0] if colors else color, stroke, look.stroke_width)
            box, spoken = fit_outline(outline, rect.inset(look.pad)), _spoken(context, element, scope, name)
            opens: Paragraph = "P" if spoken else ""
            shape = ShapeItem("outline", box, paint, 0.0, outline, element.place, spoken, opens, element.own.ground)
            out += icon_items(shape, colors)


def icon_items(full: ShapeItem, colors: Sequence[str] = ()) -> Sequence[Item]:
    """Return the items of an icon: its opaque part, which screen readers read, and its tones in the same box.

    The first of `colors` is for the opaque part. Further ones make the tones opaque, one colour for each tone.
    """
    if full.outline is None or not full.outline.tones:
        return (full,)
    size = Size(full.rect.width, full.rect.height)
    base = full._replace(rect=Rect(0, 0, *size), spoken="", opens="")
    matrix = shift(full.rect.x, full.rect.y)
    if colors[1:]:
        tone_colors = [*colors[1:], *[colors[-1]] * len(full.outline.tones)]
        return (
            full,
            *(
                full._replace(outline=tone.outline, paint=full.paint._replace(fill=color), spoken="", opens="")
                for tone, color in zip(full.outline.tones, tone_colors, strict=False)
            ),
        )
    tones = [(base._replace(outline=tone.outline), tone.alpha) for tone in full.outline.tones]
    return (
        full,
        *(GroupItem(ReusableDrawing(size, (item,)), matrix, None, full.place, False, alpha) for item, alpha in tones),
    )


class ShapeHandler(Handler, kinds="shape"):
    """Draws a shape stretched to its box."""

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look = context.look(element)
        box = context.ground_box(look, rect.inset(look.pad), scope, element.place)
        paint = context.paint(look, box, scope, element.place)
        if paint is not None:
            name = context.fill(element.own.shape, scope, element.place)
            out.append(context.shape(name, box, paint, look.radius, element.place))


class BoardHandler(Handler, kinds="board"):
    """Places a drawing from the data, such as a part of a sheet, in its own proportions."""

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        drawing = self.drawing(context, element, scope)
        if drawing is None:
            return Size(0, 0)
        wide = drawing.size.width if width is None else width
        return Size(wide, wide * drawing.size.height / drawing.size.width)

    def drawing(self, context: FaceLayoutContext, element: Element, scope: Scope) -> ReusableDrawing | None:
        """Return the drawing at the element's path; if there is no drawing, record a fault and return None."""
        value = context.value("board", element.own.board, scope, element.place)
        if isinstance(value, ReusableDrawing):
            return value
        hint = "name one of the `boards` of the page in game.yaml, as {board: boards.NAME.0}"
        if value is not ABSENT:
            context.fault("L023", f"{element.own.board!r} is not a board", element.place, hint)
        return None

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        drawing = self.drawing(context, element, scope)
        if drawing is not None:
            scale = min(rect.width / drawing.size.width, rect.height / drawing.size.height)
            x = rect.x + (rect.width - scale * drawing.size.width) / 2
            out.append(GroupItem(drawing, (scale, 0, 0, scale, x, rect.y), None, element.place))


class ImageHandler(Handler, kinds="image"):
    """Places a picture file of the game in its box: whole, covering the box, or stretched."""

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        spec, look = element.own, context.look(element)
        name = context.fill(spec.image, scope, element.place)
        file = context.picture(name, element.place)
        if file is None:
            return
        box = rect.inset(look.pad)
        spot = place_picture(file.size, box, spec.fit, self.focus(context, element, scope))
        spoken = _spoken(context, element, scope, PurePosixPath(name).stem)
        image = ImageItem(spot, file.path, element.place, spoken, "P" if spoken else "", file.drawing)
        clip = self.clip(context, element, scope, box, spot)
        if clip is None and spec.flip == "none":
            out.append(image)
            return
        size = Size(box.width, box.height)
        placed = spot.move(-box.x, -box.y)
        shown_item: Item = image._replace(rect=placed)
        if spec.flip != "none":
            shown_item = GroupItem(
                ReusableDrawing(size, (shown_item,)), mirror_matrix(placed, spec.flip), None, element.place
            )
        at = shift(box.x, box.y)
        out.append(GroupItem(ReusableDrawing(size, (shown_item,)), at, clip, element.place))

    def focus(self, context: FaceLayoutContext, element: Element, scope: Scope) -> tuple[float, float]:
        """Return the point of a picture that stays visible, as fractions of its width and height."""
        text = context.fill(element.own.focus, scope, element.place)
        point = focus_point(text)
        if point is None:
            hint = "write two of left, center, right, top, bottom, or two parts such as 50% 20%"
            context.fault("L066", f"{text!r} is not a point of a picture", element.place, hint)
        return point or (0.5, 0.5)

    def clip(self, context: FaceLayoutContext, element: Element, scope: Scope, box: Rect, spot: Rect) -> Clip | None:
        """Return the shape to which a picture is clipped, relative to its box; None if the whole picture is visible."""
        mask, radius = element.own.mask, context.look(element).radius
        visible = box.common(spot).move(-box.x, -box.y)
        if mask is not None:
            return context.shape(context.fill(mask, scope, element.place), visible, MASK, radius, element.place)
        if radius:
            return context.shape("rect", visible, MASK, radius, element.place)
        return None if box.holds(spot) else visible


MASK = Paint("#000000")


def place_picture(size: Size, box: Rect, fit: str, focus: tuple[float, float]) -> Rect:
    """Return the rectangle of a picture: within the box (contain), around the box (cover), or the box (stretch).

    `focus` is the point that stays visible with cover, as fractions of its width and height.

    >>> place_picture(Size(200, 100), Rect(0, 0, 10, 10), "cover", (1.0, 0.5))
    Rect(x=-10.0, y=0.0, width=20.0, height=10.0)
    """
    if fit == "stretch":
        return box
    choose = max if fit == "cover" else min
    scale = choose(box.width / size.width, box.height / size.height)
    width, height = scale * size.width, scale * size.height
    across, down = focus if fit == "cover" else (0.5, 0.5)
    return Rect(box.x + across * (box.width - width), box.y + down * (box.height - height), width, height)


def mirror_matrix(box: Rect, direction: str) -> Matrix:
    """Return the matrix that mirrors within a box: "horizontal" left to right, "vertical" top to bottom, or "both"."""
    across, down = direction in ("horizontal", "both"), direction in ("vertical", "both")
    x, y = 2 * box.x + box.width, 2 * box.y + box.height
    return (-1 if across else 1, 0, 0, -1 if down else 1, x if across else 0, y if down else 0)


class FieldHandler(Handler, kinds="field"):
    """Places a field for players to mark: white by default, printed marked if its condition `filled` is true."""

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look, spec = context.look(element), element.own
        name = context.fill(spec.field, scope, element.place)
        kind = context.fill(spec.shape, scope, element.place)
        unseen = look.fill == "none" and look.stroke == "none"
        paint_default = Paint() if unseen else Paint("#ffffff", "#000000", 0.5)
        box = rect.inset(look.pad)
        paint = context.paint(look, box, scope, element.place) or paint_default
        shape = context.shape(kind, box, paint, look.radius, element.place)
        filled_text = context.fill(spec.filled, scope, element.place) if spec.filled else ""
        is_filled = filled_text == "true" or (
            filled_text not in ("", "false") and context.holds((filled_text,), scope, element.place)
        )
        value = context.fill(spec.value, scope, element.place) if spec.value else ""
        mark = context.color(spec.mark, scope, element.place) if spec.mark else None
        spoken = context.fill(spec.spoken, scope, element.place)
        mark = mark or paint.stroke or "#000000"
        out.append(FieldItem(name, shape, is_filled, mark, element.place, spec.entry, value, spoken, spec.tick))


class SpaceHandler(Handler, kinds="space"):
    """Empty space of a given size."""

    def measure(self, context: FaceLayoutContext, element: Element, _scope: Scope, width: float | None) -> Size:
        room = element.own.space
        side = room if isinstance(room, float) else 0.0
        return Size(side, side)


class PageCodeHandler(Handler, kinds="page-code"):
    """A placeholder for the page code, which is known only when the whole page is laid out."""

    def measure(self, context: FaceLayoutContext, element: Element, _scope: Scope, width: float | None) -> Size:
        return Size(page_code.WIDTH, page_code.HEIGHT)

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        if rect.width < page_code.WIDTH - SLACK or rect.height < page_code.HEIGHT - SLACK:
            room = f"{length_name(page_code.WIDTH)} x {length_name(page_code.HEIGHT)}"
            context.fault("L031", f"a page code has no room: it takes {room}", element.place, "make its box larger")
        out.append(page_code.code_item(rect)._replace(place=element.place))
