"""Check a finished frame: contrast, texts that touch, texts beyond the edge, field ids. Changes nothing."""

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from math import hypot, inf

from generator.diagnostics import Diagnostic, Severity, SourceLocation, first_at
from generator.frame import (
    MAP,
    OPAQUE,
    FieldItem,
    Frame,
    GroupItem,
    ImageItem,
    ReusableDrawing,
    ShapeItem,
    TextItem,
    alpha_of,
    images_shown,
    mix_colors,
    walk,
)
from generator.geometry import Point, Rect, around_points
from generator.layout.covering import covered_items, struck_texts
from generator.layout.drawn_items import DrawnItem, DrawnPage, inside
from generator.layout.icons import OUTLINES
from generator.units import length_name, mm

Smallest = tuple[float, TextItem | None]
LEAST_CONTRAST, OF_LARGE, UNSEEN = 4.5, 3.0, 1.08  # of words, and of large ones, as WCAG 2 asks
LARGE, LARGE_BOLD = 17.95, 13.95  # points; large words are 18 pt, or 14 pt in one of these cuts
PATH = "path"  # the name of a shape that a layout draws point by point
BOLD = re.compile(r"[^.]*\.(?:bold|bold_italic|black)(?:[+|]|$)")  # the cuts among names of fonts
ACROSS, UNCLEAR = (0.1, 0.3, 0.5, 0.7, 0.9), 2  # of a text on a drawing: spots looked at, how many may be unclear
SPOTS, LEAST_INK, INK_OF_PHOTO = 12, 0.15, 0.5  # spots looked at across and down a face; parts of its area
TOUCH = 0.4
AT_THE_CUT = 0.3
APART, WITHIN = 0.1, 0.99  # overlap of two fields, as a part of the smaller: allowed; counts as lying inside
DEEP = mm(0.5)  # a larger overlap of two upright boxes or circles is reported, however small a part it is
NEAR_SAFE, OUTSIDE, USUAL_BLEED = 0.15, 0.5, mm(3)
LEAST_FIELD = mm(2)
LEAST_TYPE = 5.95  # points; layouts use at least 6
LEAST_ON_MAP = 6.95  # points; on the map of a sheet, where words are among pictures


def frame_faults(frame: Frame) -> list[Diagnostic]:
    """Return all faults of a frame."""
    return drawn_faults(DrawnPage(frame))


def drawn_faults(page: DrawnPage) -> list[Diagnostic]:
    """Return all faults of a frame as it is drawn."""
    return [
        *contrast_faults(page),
        *touching_texts(page),
        *outside_texts(page),
        *outside_drawings(page),
        *field_faults(page),
        *overlapping_fields(page),
        *struck_texts(page),
        *covered_items(page),
    ]


def luminance(color: str) -> float:
    """Return the relative luminance of "#rrggbb", 0 to 1.

    >>> luminance("#ffffff")
    1.0
    """
    # "relative luminance" of WCAG 2: the parts of sRGB made linear, weighted by how bright each looks
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return round(0.2126 * r + 0.7152 * g + 0.0722 * b, 6)


@lru_cache(maxsize=4096)
def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return round((light + 0.05) / (dark + 0.05), 2)


def small_type(drawing: ReusableDrawing, scale: float, hint: str) -> Iterator[Diagnostic]:
    """Yield a warning if the smallest text of a drawing, at this scale and without its maps, is hard to read."""
    size, item = _smallest(drawing, {})
    size *= scale
    if item is not None and size < LEAST_TYPE:
        message = f"the smallest type of {drawing.name} is {size:.1f}pt high"
        yield Diagnostic("L044", message, item.place, hint, "warning")


def small_type_on_maps(drawing: ReusableDrawing, scale: float, least: float, hint: str) -> Iterator[Diagnostic]:
    """Yield a warning at each map of a drawing whose smallest text, at this scale, is smaller than `least` points."""
    for item in drawing.items:
        if not isinstance(item, GroupItem):
            continue
        larger = scale * hypot(*item.matrix[2:4])
        if item.content.name != MAP:
            yield from small_type_on_maps(item.content, larger, least, hint)
        elif (size := larger * _smallest(item.content, {})[0]) < least:
            message = f"the smallest letters of the map are {size:.1f}pt high on {drawing.name}"
            yield Diagnostic("L044", message, item.place, hint, "warning", drawing.name)


def _smallest(drawing: ReusableDrawing, cache: dict[int, Smallest]) -> Smallest:
    """Return the size of the smallest text outside maps of a drawing, in points, and that text; else (inf, None)."""
    if id(drawing) not in cache:
        smallest: Smallest = (inf, None)
        for item in drawing.items:
            if isinstance(item, TextItem):
                smallest = (item.size, item) if item.size < smallest[0] and item.text.strip() else smallest
            elif isinstance(item, GroupItem) and item.content.name != MAP:
                size, smallest_inside = _smallest(item.content, cache)
                # groups are shared by many faces, so their smallest text is found once and scaled by each placement
                size *= hypot(*item.matrix[2:4])
                smallest = (size, smallest_inside) if size < smallest[0] else smallest
        cache[id(drawing)] = smallest
    return cache[id(drawing)]


def contrast_faults(page: DrawnPage) -> Iterator[Diagnostic]:
    """Yield a fault for every text with too little contrast to its ground; texts on photos are not judged."""
    grounds: list[DrawnItem] = []
    icons: list[Rect] = []  # what lies on one may have any colour
    for entry in page.items:
        item, shape = entry.item, entry.shape
        if shape is not None:
            if _is_unseen(entry, grounds) and not any(map(entry.box.meets, icons)):
                item_name = f"field {item.id!r}" if isinstance(item, FieldItem) else f"icon {entry.name!r}"
                message = f"{item_name} can hardly be seen ({entry.paint.fill} on its ground) on {page.name}"
                yield Diagnostic("L040", message, item.place, "take another colour", "warning", page.name)
            if not entry.is_plain:
                icons.append(entry.box)
            if entry.paint.fill and (entry.is_plain or entry.name == PATH):
                grounds.append(entry)
        elif isinstance(item, TextItem):
            if item.outline is not None:
                colors = [item.outline.color[:OPAQUE]]
            else:
                colors = [_ground_at(spot, grounds) for spot in _spots(entry, grounds)]
            part = entry.opacity * alpha_of(item.color)
            color_pairs = [(mix_colors(ground, item.color[:OPAQUE], part), ground) for ground in colors if ground]
            ratios = sorted((contrast(*pair), *pair) for pair in color_pairs)
            ratio, color, ground = ratios[min(len(ratios) - 1, UNCLEAR)] if ratios else (inf, "", "")
            # a turned text has sines in its matrix: the length of the second column is its scale
            is_large = item.size * hypot(*entry.matrix[2:4]) >= (LARGE_BOLD if BOLD.match(item.font) else LARGE)
            least_contrast = OF_LARGE if is_large else LEAST_CONTRAST
            if ratio < least_contrast:
                message = f"contrast of {item.text[:30]!r} is {ratio} ({color} on {ground}) on {page.name}"
                hint = f"at least {least_contrast:g} is needed: take a darker or a lighter colour for one of the two"
                yield Diagnostic("L040", message, item.place, hint, "warning", page.name)
        else:
            grounds.append(entry)


def _spots(text: DrawnItem, grounds: Sequence[DrawnItem]) -> list[Point]:
    """Return the points of a text at which its contrast is measured: its middle; on a drawing, points all over it."""
    box = text.box
    if not any(entry.shape is None and entry.box.meets(box) for entry in grounds):
        return [box.middle]
    return [(box.x + box.width * across, box.y + box.height * down) for down in (0.3, 0.6) for across in ACROSS]


def inked_ground(page: DrawnPage, light: Container[str]) -> tuple[str, SourceLocation] | None:
    """Return the ground that takes most ink on a face: its "#rrggbb", "" for a photo, and its place in the layout.

    Grounds in `light` colours do not count. None if the others take less than 15 % of the ink of a black face.
    """
    face = page.face
    opaque = [entry for entry in page.items if entry.opacity == 1]
    grounds = [
        entry
        for entry in opaque
        if (entry.is_plain and len(entry.paint.fill or "") == OPAQUE)
        or (isinstance(entry.item, ImageItem) and entry.item.drawing is None)
    ]
    inks: defaultdict[tuple[str, SourceLocation], float] = defaultdict(float)
    # a grid of spots in place of areas: grounds overlap, and their union would have to be computed
    for spot in range(SPOTS * SPOTS):
        down, across = divmod(spot, SPOTS)
        point = face.x + face.width * (across + 0.5) / SPOTS, face.y + face.height * (down + 0.5) / SPOTS
        ground = next((entry for entry in reversed(grounds) if entry.box.has(point)), None)
        if ground is not None and (color := ground.paint.fill or "") not in light:
            levels = [int(color[at : at + 2], 16) for at in (1, 3, 5) if color]
            # 765 is white in three channels; the part that is missing is about the ink
            inks[color, ground.item.place] += 1 - sum(levels) / 765 if color else INK_OF_PHOTO
    return max(inks, key=inks.__getitem__) if sum(inks.values()) > LEAST_INK * SPOTS * SPOTS else None


def _is_unseen(entry: DrawnItem, grounds: Sequence[DrawnItem]) -> bool:
    """Return whether an icon, or a field with a line around it, has too little contrast to the colour behind it."""
    paint = entry.paint
    if paint.gradient or not paint.fill or len(paint.fill) > OPAQUE:
        return False
    if isinstance(entry.item, ShapeItem):
        if entry.item.ground or entry.is_plain:
            return False
    elif paint.stroke is None:
        return False
    ground = _ground_at(entry.box.middle, grounds)
    colors = {paint.fill, paint.stroke or paint.fill}
    return bool(ground) and all(contrast(color[:OPAQUE], ground) < UNSEEN for color in colors)


def _ground_at(point: Point, grounds: Sequence[DrawnItem]) -> str:
    """Return the colour visible at a point, "" on a picture; translucent colours are mixed with those behind them."""
    x, y = point
    # from the top down to the first opaque ground, then mixed from there upwards, as the printer lays them on
    layers: list[tuple[str, float]] = []
    for entry in reversed(grounds):
        left, top, width, height = entry.box
        if not (left <= x <= left + width and top <= y <= top + height) or (entry.clip and not entry.clip.has(point)):
            continue
        if entry.shape is None:
            if entry.item.drawing is None:
                return ""
            layers += entry.colors_at(point)
        elif entry.is_plain or inside(point, entry.runs):
            color = entry.color_at(point)
            layers.append((color[:OPAQUE], entry.opacity * alpha_of(color)))
        if layers and layers[-1][1] == 1:
            break
    ground = "#ffffff"
    for color, part in reversed(layers):
        ground = mix_colors(ground, color, part)
    return ground


def _overlapping(entries: Sequence[DrawnItem], slack: float = 0.0) -> Iterator[tuple[DrawnItem, DrawnItem]]:
    """Yield the pairs of items whose boxes overlap, the one that begins higher up first."""
    # A sweep down the page: sorted by their upper edges, only items that begin above the lower edge of one can meet it.
    ordered = sorted(entries, key=lambda entry: entry.box.y)
    for index, entry in enumerate(ordered):
        bottom = entry.box.bottom
        for second in ordered[index + 1 :]:
            if second.box.y > bottom:
                break
            if entry.box.meets(second.box, slack):
                yield entry, second


def touching_texts(page: DrawnPage) -> Iterator[Diagnostic]:
    """Yield a fault for every pair of texts that overlap."""
    for text, second in _overlapping(page.texts, TOUCH):
        message = f"text {text.item.text[:24]!r} runs into {second.item.text[:24]!r} on {page.name}"
        yield Diagnostic("L041", message, text.item.place, "give them more room", subject=page.name)


def outside_texts(page: DrawnPage) -> Iterator[Diagnostic]:
    """Yield a fault for every text that extends beyond the cut edge of the card or sheet."""
    for text in page.texts:
        if not page.face.holds(text.box, 0.3):
            message = f"{text.name} leaves {page.name}"
            yield Diagnostic("L042", message, text.item.place, "move it inside", subject=page.name)


def outside_drawings(page: DrawnPage) -> Iterator[Diagnostic]:
    """Yield a warning for shapes and pictures outside the cut card.

    Icons must be entirely inside unless they are a `ground`. Of other shapes and pictures the middle must be inside,
    and shapes that extend beyond the cut must fill the bleed. Lines, and items that cover the whole card, are never
    reported.
    """
    face, frame = page.face, page.frame
    drawings = [(entry, entry.box) for entry in page.items if isinstance(entry.item, ImageItem)]
    for entry in page.items:
        is_drawing = isinstance(entry.item, ShapeItem) and entry.item.kind != "line"
        if is_drawing and not face.holds(entry.box, OUTSIDE):
            drawings.append((entry, around_points(point for run in entry.runs for point in run)))
    for entry, box in drawings:
        shape = entry.shape
        outline = shape.outline if shape is not None else None
        is_whole = outline and shape is not None and not shape.ground and outline.name not in (*OUTLINES, "path")
        is_seen = face.holds(box, OUTSIDE) if is_whole else face.holds(Rect(*box.middle, 0, 0), USUAL_BLEED)
        hint = "move it inside" + (", or write ground: true if it should be cut off" if is_whole else "")
        if outline is not None and outline.name == "wave":
            hint = "move it inside; a map draws it so with within: true"
        if shape is not None and is_seen and not shape.ground and frame.safe != frame.trim:  # it is cut out
            beyond = (face.x - box.x, face.y - box.y, box.right - face.right, box.bottom - face.bottom)
            is_seen = not any(OUTSIDE < reach < USUAL_BLEED - OUTSIDE for reach in beyond)
            hint = f"move it inside, or let it reach {length_name(USUAL_BLEED)} over the cut"
        if not is_seen and not box.holds(face):
            message = f"{entry.name!r} is {'partly ' if face.meets(box) else ''}outside of {page.name}"
            yield Diagnostic("L042", message, entry.item.place, hint, "warning", page.name)


def uncovered_bleed(frame: Frame) -> Iterator[Diagnostic]:
    """Yield a fault for every picture that reaches the cut edge but does not fill the bleed beyond it."""
    trim, bleed_box = frame.trim, frame.bleed
    if trim is None or bleed_box is None:
        return
    for item, _, box in images_shown(frame.items):
        sides = {
            "left": (box.x - trim.x, box.x - bleed_box.x),
            "top": (box.y - trim.y, box.y - bleed_box.y),
            "right": (trim.right - box.right, bleed_box.right - box.right),
            "bottom": (trim.bottom - box.bottom, bleed_box.bottom - box.bottom),
        }
        short = [side for side, (cut, end) in sides.items() if cut < AT_THE_CUT < end]
        if short:
            message = f"picture {item.path.rpartition('/')[2]!r} does not cover the bleed at the {', '.join(short)}"
            reach = length_name(trim.x - bleed_box.x)
            hint = f"let it reach {reach} over the cut (x, y, right and bottom: -{reach}), with fit: cover"
            yield Diagnostic("L048", f"{message} of {frame.name}", item.place, hint)


def field_faults(page: DrawnPage) -> Iterator[Diagnostic]:
    """Yield a fault for every field id used twice, at the `use` that repeats it, and each too small to write in."""
    fields_by_id: dict[str, FieldItem] = {}
    for item in (entry.item for entry in page.items if isinstance(entry.item, FieldItem)):
        first = fields_by_id.setdefault(item.id, item)
        if first is not item:
            message = f"field {item.id!r} occurs twice on {page.name}"
            pairs = zip((*first.uses, first.place), (*item.uses, item.place), strict=False)
            same = (*item.uses, item.place)[:1] * 2  # the same element, repeated by `each`
            earlier_value, place = next((pair for pair in pairs if pair[0] != pair[1]), same)
            where = "" if earlier_value == place else f"{first_at(earlier_value, place)}; "
            yield Diagnostic("L043", message, place, f"{where}ids are unique", subject=page.name)
    for field in page.fields:
        if min(field.box.width, field.box.height) < LEAST_FIELD - TOUCH:
            size = f"{length_name(field.box.width)} x {length_name(field.box.height)}"
            message = f"field {field.item.id!r} is only {size} large on {page.name}"
            hint = f"nobody can write in less than {length_name(LEAST_FIELD)}: give it more room"
            yield Diagnostic("L068", message, field.item.place, hint, "warning", page.name)


def overlapping_fields(page: DrawnPage) -> Iterator[Diagnostic]:
    """Yield a fault for every pair of fields that overlap, so that one cannot be marked alone.

    A small field may lie inside a large one, such as an item inside a room.
    """
    for field, second in _overlapping(page.fields):
        common = field.box.common(second.box)
        small, large = sorted(entry.box.width * entry.box.height for entry in (field, second))
        part = common.width * common.height / max(small, 1.0)
        is_within = part > WITHIN and small < large / 2
        is_deep = part > APART or (part > 0 and _overlap_depth(field, second) > DEEP)
        if is_deep and not is_within and field.item.id != second.item.id:
            size = f"{length_name(common.width)} x {length_name(common.height)}"
            message = f"field {second.item.id!r} lies on {field.item.id!r} by {size} on {page.name}"
            hint = f"move one of them: {field.item.id!r} is in {field.item.place}"
            severity: Severity = "error" if part > APART else "warning"
            yield Diagnostic("L060", message, second.item.place, hint, severity, page.name)


def _overlap_depth(first: DrawnItem, second: DrawnItem) -> float:
    """Return how far two upright boxes, or two circles, reach into each other, in points; 0 for other shapes."""
    kinds, boxes = {first.item.shape.kind, second.item.shape.kind}, (first.box, second.box)
    widths = [entry.item.rect.width - entry.box.width for entry in (first, second)]
    if kinds == {"rect"} and all(abs(turned) < TOUCH for turned in widths):
        common = first.box.common(second.box)
        return min(common.width, common.height)
    if kinds == {"ellipse"} and all(abs(box.width - box.height) < TOUCH for box in boxes):
        (x, y), (other_x, other_y) = (box.middle for box in boxes)
        return (first.box.width + second.box.width) / 2 - hypot(x - other_x, y - other_y)
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
                distance = min(box.x - trim.x, box.y - trim.y, trim.right - box.right, trim.bottom - box.bottom)
                item_name = f"text {item.text[:24]!r}" if isinstance(item, TextItem) else f"field {item.id!r}"
                nearness = (
                    f"comes within {length_name(distance)} of"
                    if distance >= 0
                    else f"reaches {length_name(-distance)} beyond"
                )
                message = f"{item_name} {nearness} the cut of {face.name}, {length_name(safe)} are safe"
                severity: Severity = "error" if distance < -NEAR_SAFE and isinstance(item, FieldItem) else "warning"
                yield Diagnostic("P042", message, item.place, "move it inwards", severity, face.name)
