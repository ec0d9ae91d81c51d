"""Check a finished frame: contrast, texts that touch, texts beyond the edge, field ids. Changes nothing."""

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from math import hypot, inf

from generator.diagnostics import Diagnostic, Severity, SourceLocation, first_at
from generator.frame import (
    BOARD,
    OPAQUE,
    FieldItem,
    Frame,
    GroupItem,
    ImageItem,
    Item,
    ReusableDrawing,
    ShapeItem,
    TextItem,
    alpha_of,
    fields_on,
    images_shown,
    mix_colors,
    runs_of,
    walk,
    walk_seen,
)
from generator.geometry import Matrix, Rect, around_points, invert, transform_point
from generator.layout.covering import covered_items
from generator.layout.lines_through_text import struck_texts
from generator.layout.named_shapes import OUTLINES
from generator.units import length_name, mm

GroundUnderText = tuple[Rect, ShapeItem | None, Matrix, float]  # None for a picture; opacity
Smallest = tuple[float, TextItem | None]
LEAST_CONTRAST, OF_LARGE, UNSEEN = 4.5, 3.0, 1.08  # of words, and of large ones, as WCAG 2 asks
LARGE, LARGE_BOLD = 17.95, 13.95  # points; large words are 18 pt, or 14 pt in one of these cuts
BOLD = {"bold", "bold_italic", "black"}
SPOTS, LEAST_INK, INK_OF_PHOTO = 12, 0.15, 0.5  # spots looked at across and down a face; parts of its area
TOUCH = 0.4
AT_THE_CUT = 0.3
APART, WITHIN = 0.1, 0.99  # overlap of two fields, as a part of the smaller: allowed; counts as lying inside
DEEP = mm(0.5)  # overlap of two upright boxes or circles beyond which it is told, however small a part it is
NEAR_SAFE, OUTSIDE, USUAL_BLEED = 0.15, 0.5, mm(3)
LEAST_FIELD = mm(2)
LEAST_TYPE = 5.95  # points; layouts use at least 6


def frame_faults(frame: Frame) -> list[Diagnostic]:
    """Return all faults of a frame. Boards are skipped: they show parts of sheets that are checked themselves."""
    frame = frame._replace(items=tuple(_without_boards(frame.items)))
    return [
        *contrast_faults(frame),
        *touching_texts(frame),
        *outside_texts(frame),
        *outside_drawings(frame),
        *field_faults(frame),
        *overlapping_fields(frame),
        *struck_texts(frame),
        *covered_items(frame),
    ]


def _without_boards(items: Sequence[Item]) -> Iterator[Item]:
    for item in items:
        if not isinstance(item, GroupItem):
            yield item
        elif item.content.name != BOARD:
            inner = tuple(_without_boards(item.content.items))
            yield item if inner == item.content.items else item._replace(content=item.content._replace(items=inner))


def luminance(color: str) -> float:
    """Return the relative luminance of "#rrggbb", 0 to 1.

    >>> luminance("#ffffff")
    1.0
    """
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return round(0.2126 * r + 0.7152 * g + 0.0722 * b, 6)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return round((light + 0.05) / (dark + 0.05), 2)


def small_type(
    drawing: ReusableDrawing, scale: float, hint: str, known: dict[int, Smallest] | None = None
) -> Iterator[Diagnostic]:
    """Yield a warning if the smallest text of a drawing, at this scale, is hard to read.

    `known` is a cache of the smallest text by `id(drawing)`; the drawings must stay alive as long as the cache.
    """
    size, item = _smallest(drawing, {} if known is None else known)
    size *= scale
    if item is not None and size < LEAST_TYPE:
        message = f"the smallest type of {drawing.name} is {size:.1f}pt high"
        yield Diagnostic("L044", message, item.place, hint, "warning")


def _smallest(drawing: ReusableDrawing, known: dict[int, Smallest]) -> Smallest:
    """Return the size of the smallest text of a drawing, in points, and that text; (inf, None) without texts."""
    if id(drawing) not in known:
        least: Smallest = (inf, None)
        for item in drawing.items:
            if isinstance(item, TextItem):
                least = (item.size, item) if item.size < least[0] and item.text.strip() else least
            elif isinstance(item, GroupItem):
                size, inner = _smallest(item.content, known)
                size *= hypot(*item.matrix[2:4])
                least = (size, inner) if size < least[0] else least
        known[id(drawing)] = least
    return known[id(drawing)]


def contrast_faults(frame: Frame) -> Iterator[Diagnostic]:
    """Yield a fault for every text with too little contrast to its ground; texts on pictures are not judged."""
    grounds: list[GroundUnderText] = []
    icons: list[Rect] = []  # what lies on one may have any colour
    pictures = images_shown(frame.items)
    for item, matrix, part in walk_seen(frame.items):
        if isinstance(item, ImageItem):
            grounds.append((next(pictures)[2], None, matrix, part))
        elif isinstance(item, (ShapeItem, FieldItem)):
            shape = item.shape if isinstance(item, FieldItem) else item
            is_ground = shape.outline is None or shape.outline.name in OUTLINES
            box = item.rect.around(matrix)
            if _is_unseen(item, is_ground, box, grounds) and not any(map(box.meets, icons)):
                what = f"field {item.id!r}" if isinstance(item, FieldItem) else f"icon {shape.outline.name!r}"  # type: ignore[union-attr]
                message = f"{what} can hardly be seen ({item.paint.fill} on its ground) on {frame.name}"
                yield Diagnostic("L040", message, item.place, "take another colour", "warning", frame.name)
            if not is_ground:
                icons.append(box)
            elif item.paint.fill:
                grounds.append((box, shape._replace(paint=item.paint), matrix, part))
        elif isinstance(item, TextItem):
            x, y = item.rect.around(matrix).middle
            ground = item.outline.color[:OPAQUE] if item.outline is not None else _ground_at(x, y, grounds)
            color = mix_colors(ground, item.color[:OPAQUE], part * alpha_of(item.color)) if ground else item.color
            ratio = contrast(color, ground) if ground else inf
            cut = re.split(r"[+|]", item.font.partition(".")[2])[0]
            is_large = item.size * hypot(*matrix[2:4]) >= (LARGE_BOLD if cut in BOLD else LARGE)
            least = OF_LARGE if is_large else LEAST_CONTRAST
            if ratio < least:
                message = f"contrast of {item.text[:30]!r} is {ratio} ({color} on {ground}) on {frame.name}"
                hint = f"at least {least:g} is needed: take a darker or a lighter colour for one of the two"
                yield Diagnostic("L040", message, item.place, hint, "warning", frame.name)


def inked_ground(frame: Frame, light: Container[str]) -> tuple[str, SourceLocation] | None:
    """Return the ground that takes most ink on a face: its "#rrggbb", "" for a photo, and its place in the layout.

    Grounds in `light` colours do not count. None if the others take less than 15 % of the ink of a black face.
    """
    face = frame.trim or Rect(0, 0, *frame.size)
    grounds: list[tuple[Rect, str, SourceLocation]] = []
    pictures = images_shown(frame.items)
    for item, matrix, part in walk_seen(frame.items):
        if isinstance(item, ImageItem):
            box = next(pictures)[2]
            grounds += [(box, "", item.place)] if item.drawing is None and part == 1 else []
        elif isinstance(item, (ShapeItem, FieldItem)) and part == 1 and len(item.paint.fill or "") == OPAQUE:
            shape = item.shape if isinstance(item, FieldItem) else item
            if shape.outline is None or shape.outline.name in OUTLINES:
                grounds.append((item.rect.around(matrix), item.paint.fill or "", item.place))
    inks: defaultdict[tuple[str, SourceLocation], float] = defaultdict(float)
    for spot in range(SPOTS * SPOTS):
        down, across = divmod(spot, SPOTS)
        x, y = face.x + face.width * (across + 0.5) / SPOTS, face.y + face.height * (down + 0.5) / SPOTS
        for box, color, place in reversed(grounds):
            if box.x <= x <= box.right and box.y <= y <= box.bottom:
                if color not in light:
                    levels = [int(color[at : at + 2], 16) for at in (1, 3, 5) if color]
                    inks[color, place] += 1 - sum(levels) / 765 if color else INK_OF_PHOTO
                break
    return max(inks, key=inks.__getitem__) if sum(inks.values()) > LEAST_INK * SPOTS * SPOTS else None


def _is_unseen(item: ShapeItem | FieldItem, is_ground: bool, box: Rect, grounds: Sequence[GroundUnderText]) -> bool:
    """Return whether an icon, or a field with a line around it, has too little contrast to the colour behind it."""
    paint = item.paint
    if paint.gradient or not paint.fill or len(paint.fill) > OPAQUE:
        return False
    if isinstance(item, ShapeItem):
        if item.ground or is_ground:
            return False
    elif paint.stroke is None:
        return False
    ground = _ground_at(*box.middle, grounds)
    colors = {paint.fill, paint.stroke or paint.fill}
    return bool(ground) and all(contrast(color[:OPAQUE], ground) < UNSEEN for color in colors)


def _ground_at(x: float, y: float, grounds: Sequence[GroundUnderText]) -> str:
    """Return the colour visible at a point, "" on a picture; translucent colours are mixed with those behind them."""
    seen: list[tuple[str, float]] = []
    for box, shape, matrix, part in reversed(grounds):
        if not (box.x <= x <= box.right and box.y <= y <= box.bottom):
            continue
        if shape is None:
            return ""
        color, gradient = shape.paint.fill or "", shape.paint.gradient
        color = gradient.color_at(*transform_point(invert(matrix), x, y)) if gradient else color
        seen.append((color[:OPAQUE], part * alpha_of(color)))
        if seen[-1][1] == 1:
            break
    ground = "#ffffff"
    for color, part in reversed(seen):
        ground = mix_colors(ground, color, part)
    return ground


def touching_texts(frame: Frame) -> Iterator[Diagnostic]:
    """Yield a fault for every pair of texts that overlap."""
    texts = [(item.rect.around(matrix), item) for item, matrix in walk(frame.items) if isinstance(item, TextItem)]
    texts.sort(key=lambda pair: pair[0].y)
    for index, (box, item) in enumerate(texts):
        for other_box, other in texts[index + 1 :]:
            if other_box.y > box.bottom:
                break
            if box.meets(other_box, TOUCH):
                message = f"text {item.text[:24]!r} runs into {other.text[:24]!r} on {frame.name}"
                yield Diagnostic("L041", message, item.place, "give them more room", subject=frame.name)


def outside_texts(frame: Frame) -> Iterator[Diagnostic]:
    """Yield a fault for every text that extends beyond the cut edge of the card or sheet."""
    face = frame.trim or Rect(0, 0, *frame.size)
    for item, matrix in walk(frame.items):
        if isinstance(item, TextItem) and not face.holds(item.rect.around(matrix), 0.3):
            message = f"text {item.text[:30]!r} leaves {frame.name}"
            yield Diagnostic("L042", message, item.place, "move it inside", subject=frame.name)


def outside_drawings(frame: Frame) -> Iterator[Diagnostic]:
    """Yield a warning for shapes and pictures outside the cut card.

    Icons must be entirely inside unless they are a `ground`. Of other shapes and pictures the middle must be inside,
    and shapes that extend beyond the cut must fill the bleed. Lines, and items that cover the whole card, are never
    reported.
    """
    face = frame.trim or Rect(0, 0, *frame.size)
    drawn: list[tuple[ShapeItem | ImageItem, Rect]] = [(item, box) for item, _, box in images_shown(frame.items)]
    for shape, matrix in walk(frame.items):
        if isinstance(shape, ShapeItem) and shape.kind != "line" and not face.holds(shape.rect.around(matrix), OUTSIDE):
            drawn.append((shape, around_points(point for run in runs_of(shape, matrix) for point in run)))
    for item, box in drawn:
        outline = item.outline if isinstance(item, ShapeItem) else None
        is_whole = (
            isinstance(item, ShapeItem) and outline and not item.ground and outline.name not in (*OUTLINES, "path")
        )
        is_seen = face.holds(box, OUTSIDE) if is_whole else face.holds(Rect(*box.middle, 0, 0), USUAL_BLEED)
        hint = "move it inside" + (", or say ground: true where it is to be cut off" if is_whole else "")
        if outline is not None and outline.name == "wave":
            hint = "move it inside; a map draws it so with within: true"
        if isinstance(item, ShapeItem) and is_seen and not item.ground and frame.safe != frame.trim:  # it is cut out
            beyond = (face.x - box.x, face.y - box.y, box.right - face.right, box.bottom - face.bottom)
            is_seen = not any(OUTSIDE < reach < USUAL_BLEED - OUTSIDE for reach in beyond)
            hint = f"move it inside, or let it reach {length_name(USUAL_BLEED)} over the cut"
        if not is_seen and not box.holds(face):
            what = (
                item.path.rpartition("/")[2] if isinstance(item, ImageItem) else outline.name if outline else item.kind
            )
            message = f"{what!r} lies {'partly ' if face.meets(box) else ''}beside {frame.name}"
            yield Diagnostic("L042", message, item.place, hint, "warning", frame.name)


def uncovered_bleed(frame: Frame) -> Iterator[Diagnostic]:
    """Yield a fault for every picture that reaches the cut edge but does not fill the bleed beyond it."""
    trim, outer = frame.trim, frame.bleed
    if trim is None or outer is None:
        return
    for item, _, box in images_shown(frame.items):
        sides = {
            "left": (box.x - trim.x, box.x - outer.x),
            "top": (box.y - trim.y, box.y - outer.y),
            "right": (trim.right - box.right, outer.right - box.right),
            "bottom": (trim.bottom - box.bottom, outer.bottom - box.bottom),
        }
        short = [side for side, (cut, end) in sides.items() if cut < AT_THE_CUT < end]
        if short:
            message = f"picture {item.path.rpartition('/')[2]!r} does not cover the bleed at the {', '.join(short)}"
            reach = length_name(trim.x - outer.x)
            hint = f"let it reach {reach} over the cut (x, y, right and bottom: -{reach}), with fit: cover"
            yield Diagnostic("L048", f"{message} of {frame.name}", item.place, hint)


def field_faults(frame: Frame) -> Iterator[Diagnostic]:
    """Yield a fault for every field id used twice, at the `use` that repeats it, and each too small to write in."""
    known: dict[str, FieldItem] = {}
    for item, _ in walk(frame.items):
        if isinstance(item, FieldItem):
            first = known.setdefault(item.id, item)
            if first is not item:
                message = f"field {item.id!r} stands twice on {frame.name}"
                pairs = zip((*first.uses, first.place), (*item.uses, item.place), strict=False)
                same = (*item.uses, item.place)[:1] * 2  # the same element, repeated by `each`
                before, place = next((pair for pair in pairs if pair[0] != pair[1]), same)
                where = "" if before == place else f"{first_at(before, place)}; "
                yield Diagnostic("L043", message, place, f"{where}ids are unique", subject=frame.name)
    for item, box in fields_on(frame):
        if min(box.width, box.height) < LEAST_FIELD - TOUCH:
            size = f"{length_name(box.width)} x {length_name(box.height)}"
            message = f"field {item.id!r} is only {size} large on {frame.name}"
            hint = f"nobody can write in less than {length_name(LEAST_FIELD)}: give it more room"
            yield Diagnostic("L068", message, item.place, hint, "warning", frame.name)


def overlapping_fields(frame: Frame) -> Iterator[Diagnostic]:
    """Yield a fault for every pair of fields that overlap, so that one cannot be marked alone.

    A small field may lie inside a large one, such as an item inside a room.
    """
    fields = sorted(fields_on(frame), key=lambda pair: pair[1].y)
    for index, (item, box) in enumerate(fields):
        for other, other_box in fields[index + 1 :]:
            if other_box.y > box.bottom:
                break
            common = box.common(other_box)
            small, large = sorted((box.width * box.height, other_box.width * other_box.height))
            part = common.width * common.height / max(small, 1.0)
            is_within = part > WITHIN and small < large / 2
            is_deep = part > APART or (part > 0 and _overlap_depth(item, box, other, other_box) > DEEP)
            if is_deep and not is_within and item.id != other.id:
                size = f"{length_name(common.width)} x {length_name(common.height)}"
                message = f"field {other.id!r} lies on {item.id!r} by {size} on {frame.name}"
                hint = f"move one of them: {item.id!r} stands in {item.place}"
                severity: Severity = "error" if part > APART else "warning"
                yield Diagnostic("L060", message, other.place, hint, severity, frame.name)


def _overlap_depth(one: FieldItem, box: Rect, other: FieldItem, other_box: Rect) -> float:
    """Return how far two upright boxes, or two circles, reach into each other, in points; 0 for other shapes."""
    kinds, boxes = {one.shape.kind, other.shape.kind}, (box, other_box)
    widths = one.rect.width - box.width, other.rect.width - other_box.width
    if kinds == {"rect"} and all(abs(turned) < TOUCH for turned in widths):
        common = box.common(other_box)
        return min(common.width, common.height)
    if kinds == {"ellipse"} and all(abs(each.width - each.height) < TOUCH for each in boxes):
        (x, y), (other_x, other_y) = box.middle, other_box.middle
        return (box.width + other_box.width) / 2 - hypot(x - other_x, y - other_y)
    return 0.0


def safe_faults(face: Frame) -> Iterator[Diagnostic]:
    """Yield a fault for every text and field closer to the cut than the safe zone of its layout."""
    trim, inner = face.trim, face.safe
    if trim is None or inner is None:
        return
    safe = inner.x - trim.x
    for item, matrix in walk(face.items):
        if isinstance(item, (TextItem, FieldItem)):
            box = item.rect.around(matrix)
            if not inner.holds(box, NEAR_SAFE):
                near = min(box.x - trim.x, box.y - trim.y, trim.right - box.right, trim.bottom - box.bottom)
                what = f"text {item.text[:24]!r}" if isinstance(item, TextItem) else f"field {item.id!r}"
                how = f"comes within {length_name(near)} of" if near >= 0 else f"reaches {length_name(-near)} beyond"
                message = f"{what} {how} the cut of {face.name}, {length_name(safe)} are safe"
                severity: Severity = "error" if near < -NEAR_SAFE and isinstance(item, FieldItem) else "warning"
                yield Diagnostic("P042", message, item.place, "move it inwards", severity, face.name)
