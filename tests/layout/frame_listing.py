"""List a frame as text for people and tests: one line per item, groups indented. It decides nothing."""

from collections.abc import Iterator

from generator.frame import (
    UNMOVED,
    Clip,
    FieldItem,
    Frame,
    GroupItem,
    ImageItem,
    Item,
    Paint,
    ShadowItem,
    ShapeItem,
    TextItem,
    box_of,
)
from generator.geometry import Matrix, Rect
from generator.layout.icons import OUTLINES

INDENT = "  "
FEW = 6  # the most path commands that a line lists


def list_items(frame: Frame) -> str:
    """List a frame's items in drawing order, places in points to one decimal.

    >>> from generator.geometry import Size
    >>> print(list_items(Frame(Size(99, 50), (TextItem(5, 9.96, "Die", "text", 8, "#000000", 14.2),), "card")))
    frame card 99 x 50
      text 5,10 'Die' text 8 #000000 to 19.2
    """
    head = f"frame {frame.name} {_size(frame.size.width, frame.size.height)}".replace("  ", " ")
    boxes = [f"{INDENT}{word} {_rect(rect)}" for word, rect in (("trim", frame.trim), ("bleed", frame.bleed)) if rect]
    return "\n".join([head, *boxes, *_lines(frame.items, INDENT)])


def _lines(items: tuple[Item, ...], indent: str) -> Iterator[str]:
    for item in items:
        yield indent + _describe(item) + _sources(item)
        if isinstance(item, GroupItem):
            yield from _lines(item.content.items, indent + INDENT)
        if isinstance(item, ShadowItem):
            yield from _lines(item.items, indent + INDENT)


def _describe(item: Item) -> str:
    match item:
        case TextItem():
            end = _n(item.x + item.width)
            way = "" if item.rtl is None else " leftwards" if item.rtl else " rightwards"
            line = f" within {_n(item.outline.width, 2)} {item.outline.color}" if item.outline else ""
            words = f"{item.text!r} {item.font} {_n(item.size)} {item.color} to {end}"
            return f"text {_n(item.x)},{_n(item.y)} {words}{way}{line}"
        case ShapeItem():
            return f"{_shape(item)}{_paint(item.paint)}"
        case FieldItem():
            mark = f" marked {item.mark}" if item.filled else ""
            return f"field {item.id} {_shape(item.shape)}{_paint(item.shape.paint)}{mark}"
        case GroupItem():
            name = f" {item.content.name}" if item.content.name else ""
            clip = f" clip {_clip(item.clip)}" if item.clip else ""
            opacity = f" opacity {_n(item.opacity, 2)}" if item.opacity < 1 else ""
            return f"group{name} {_matrix(item.matrix)}{clip}{opacity}"
        case ShadowItem():
            return f"shadow by {_n(item.by[0])},{_n(item.by[1])} blur {_n(item.blur, 2)} {item.color}"
        case ImageItem():
            return f"image {_rect(item.rect)} {item.path.rpartition('/')[2]}"


def _sources(item: Item) -> str:
    places = getattr(item, "written", None) or ()
    return "".join(f" from {place.path}:{place.line}:{place.column}" for place in places)


def _shape(item: ShapeItem) -> str:
    name = item.outline.name if item.outline else item.kind
    if item.outline and OUTLINES.get(name) != item.outline and (name or len(item.outline.letters) <= FEW):
        path = " ".join([item.outline.letters, *map(_n, item.outline.numbers)])
        name += f" ({path if len(item.outline.letters) <= FEW else _rect(box_of(item.outline))})"
    radius = f" radius {_n(item.radius)}" if item.radius else ""
    return f"{name} {_rect(item.rect)}{radius}"


def _paint(paint: Paint) -> str:
    fill = f" fill {paint.fill}" if paint.fill else ""
    stroke = f" stroke {paint.stroke} {_n(paint.stroke_width, 2)}" if paint.stroke else ""
    dash = f" dash {' '.join(_n(part) for part in paint.dash)}" if paint.dash else ""
    if paint.gradient is None:
        return fill + stroke + dash
    points = " ".join(_n(point, 2) for point in paint.gradient.points)
    stops = ", ".join(f"{_n(stop.at, 2)} {stop.code}" for stop in paint.gradient.stops)
    transform = (
        "" if paint.gradient.matrix == UNMOVED else f" moved {' '.join(_n(part, 3) for part in paint.gradient.matrix)}"
    )
    return f"{fill}{stroke}{dash} gradient {points}{transform} of {stops}"


def _matrix(matrix: Matrix) -> str:
    a, b, c, d, e, f = matrix
    turn = "" if (a, b, c, d) == (1, 0, 0, 1) else f" by {' '.join(_n(part, 3) for part in (a, b, c, d))}"
    return f"at {_n(e)},{_n(f)}{turn}"


def _clip(clip: Clip) -> str:
    return _shape(clip) if isinstance(clip, ShapeItem) else _rect(clip)


def _rect(rect: Rect) -> str:
    return f"{_n(rect.x)},{_n(rect.y)} {_size(rect.width, rect.height)}"


def _size(width: float, height: float) -> str:
    return f"{_n(width)} x {_n(height)}"


def _n(value: float, places: int = 1) -> str:
    rounded = round(value, places) + 0.0
    return f"{rounded:.{places}f}".rstrip("0").rstrip(".")
