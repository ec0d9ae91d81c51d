"""A sheet as it looks during or after a game: with marks in its fields, and the path on its map."""

from collections.abc import Iterator, Mapping

from generator.frame import Item, Paint, ShapeItem, line, make_outline
from generator.geometry import Point, Rect
from generator.products.faces_on_paper import text_setter
from generator.products.print_pack import PrintPack
from generator.rulesets.replayed import MarkedSheet, PencilMark

PENCIL = "#1f4e8c"  # a blue pencil, so that marks differ from print
FONT = "text.italic"
THICKNESS = 1.5
SCRIBBLE = make_outline("scribble", "M 4 78 L 22 10 L 30 92 L 52 6 L 58 94 L 80 8 L 84 92 L 97 24", 100.0, 100.0)
HEAD, ASIDE = 6.0, 4.0
FROM, TO = 0.27, 0.74  # part of the way between two rooms' middles that is drawn: clear of their contents
ROOM = "room."


def pencilled(pack: PrintPack, boxes: Mapping[str, Rect], sheet: MarkedSheet, color: str = PENCIL) -> Iterator[Item]:
    """Yield the path and the marks of a player on a sheet with these boxes of fields, by id."""
    paint = Paint(None, color, THICKNESS)
    rooms = {name.removeprefix(ROOM): box for name, box in boxes.items() if name.startswith(ROOM)}
    yield from _path(rooms, sheet, paint)
    for name, mark in sheet.marks.items():
        if name in boxes:
            yield from _marked(pack, boxes[name], mark, paint)


def _marked(pack: PrintPack, box: Rect, mark: PencilMark, paint: Paint) -> Iterator[Item]:
    if mark.kind == "text":
        size = min(0.72 * box.height, 15.0)
        middle = box.y + (box.height + 0.68 * size) / 2
        yield text_setter(pack, FONT, paint.stroke or PENCIL)(box.x + box.width / 2, middle, mark.text, size, "center")
    elif mark.kind == "fill":
        yield ShapeItem("outline", _inset(box, 0.16), paint, outline=SCRIBBLE)
    elif mark.kind == "ring":
        yield ShapeItem("ellipse", _inset(box, -0.06), paint)
    else:
        x, y, width, height = _inset(box, 0.06)
        yield line(x, y, x + width, y + height, paint)
        yield line(x, y + height, x + width, y, paint)


def _inset(box: Rect, share: float) -> Rect:
    """Return a box reduced on each side by a part of its size."""
    return Rect(
        box.x + share * box.width, box.y + share * box.height, (1 - 2 * share) * box.width, (1 - 2 * share) * box.height
    )


def _path(rooms: dict[str, Rect], sheet: MarkedSheet, paint: Paint) -> Iterator[Item]:
    """Yield arrows for the steps on a map: the first enters from below, one across joined ends of a row has halves."""
    for start, end in dict.fromkeys(sheet.path):
        if end not in rooms or (start and start not in rooms):
            continue
        to = rooms[end].middle
        if not start:
            yield from _arrow((to[0], to[1] + rooms[end].height), to, paint)
            continue
        one, other = rooms[start], rooms[end]
        here = one.middle
        if abs(here[0] - to[0]) + abs(here[1] - to[1]) < 1.5 * max(one.width, one.height):
            yield from _arrow(here, to, paint)
        else:  # a step between the joined ends of a row, drawn as two halves
            way = 1 if one.x > other.x else -1
            yield from _arrow(here, (here[0] + way * one.width, here[1]), paint)
            yield from _arrow((to[0] - way * other.width, to[1]), to, paint)


def _arrow(start: Point, end: Point, paint: Paint) -> Iterator[Item]:
    """Yield the lines of an arrow, shifted slightly to its right, so that arrows there and back do not overlap."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = max(1e-6, (across**2 + down**2) ** 0.5)
    x, y = across / length, down / length

    def on_the_way(share: float, back: float = 0.0, side: float = 0.0) -> Point:
        along, aside = share * length - back, ASIDE + side
        return (start[0] + along * x - aside * y, start[1] + along * y + aside * x)

    yield line(*on_the_way(FROM), *on_the_way(TO), paint)
    for side in (1, -1):
        yield line(*on_the_way(TO), *on_the_way(TO, HEAD, side * 0.45 * HEAD), paint)
