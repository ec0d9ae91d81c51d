"""The items of a drawing as few lines of text: one line for alike items, with their places in points."""

import re
from pathlib import Path

from generator.diagnostics import InvalidInput
from generator.frame import FieldItem, GroupItem, ShapeItem, TextItem

FEW, SHORT, FIGURE = 3, 3, 12  # places of alike items, and letters of a text and of one with digits, listed in full
INSIDE = 2  # groups of at most so many items list them


def list_alike(items, middle=None, *, full=False):
    """Return a line for each kind of item with its places; for many, the count, both ends and the mean.

    A text that is short or has a number, or any text with `full`, is listed in full at its middle. The words of a
    longer text do not matter: it is listed at its beginning, or as "middle" if its own middle is there.
    """
    alike = {}
    for item in items:
        match item:
            case TextItem():
                is_short = full or len(item.text) <= (FIGURE if any(map(str.isdigit, item.text)) else SHORT)
                x = item.x + (item.width / 2 if is_short else 0)
                if not is_short and middle is not None and abs(item.x + item.width / 2 - middle) < 0.05:
                    x = None
                what = f"text {item.font} {item.size:g} {item.color}"
                alike.setdefault(what, []).append(((x, item.y), item.text if is_short else "..."))
            case ShapeItem():
                box, paint = item.rect, item.paint
                looks = [paint.fill and f"fill {paint.fill}", paint.stroke and f"{paint.stroke} {paint.stroke_width:g}"]
                looks += [
                    f"dash {' '.join(map(number, paint.dash))}" if paint.dash else "",
                    f"ink {paint.ink}" if paint.ink else "",
                ]
                looks += [f"radius {number(item.radius)}" if item.radius else ""]
                name = item.outline.name or item.outline.letters if item.outline else item.kind
                size = "" if name == "line" else f"{number(box.width)} x {number(box.height)}"
                what = " ".join(filter(None, [name, size, *looks]))
                alike.setdefault(what, []).append((box[: 4 if name == "line" else 2], ""))
            case GroupItem():
                matrix, inside = " ".join(f"{value + 0.0:.3g}" for value in item.matrix[:4]), item.content.items
                clip = item.clip.rect if isinstance(item.clip, ShapeItem) else item.clip
                clipped = f" clip {' '.join(map(number, clip))}" if clip else ""
                content = " / ".join(list_alike(inside, 0)) if len(inside) <= INSIDE else len(inside)
                what = f"group of [{content}] by {matrix}{clipped}"
                alike.setdefault(what, []).append((item.matrix[4:], ""))
            case FieldItem():
                what = (
                    f"field {item.id} {number(item.shape.rect.width)} x {number(item.shape.rect.height)} {item.value}"
                )
                alike.setdefault(what, []).append((item.shape.rect[:2], ""))
    return [f"{what}: {_places(places)}" for what, places in alike.items()]


def list_frames(frames, pack=None):
    """Return the lines of pages, each after its name, side, size and boxes; a page like the last is "again".

    The ruler strips of `pack` are one line: their box and caption.
    """
    strips = {id(item): key for key, items in pack.strips.items() for item in items} if pack else {}
    pages = []
    for frame in frames:
        boxes = [
            f" {name} {' '.join(map(number, box))}"
            for name in ("trim", "bleed", "safe")
            if (box := getattr(frame, name))
        ]
        lines = [f"{frame.name} {frame.side} {number(frame.size.width)} x {number(frame.size.height)}{''.join(boxes)}"]
        lines += list_alike([item for item in frame.items if id(item) not in strips], frame.size.width / 2)
        strip_captions = dict.fromkeys(strips[id(item)] for item in frame.items if id(item) in strips)
        lines += [f"strip {' '.join(map(number, box))} {caption}" for box, caption in strip_captions]
        pages.append(["again"] if pages and lines == [page for page in pages if page != ["again"]][-1] else lines)
    return [line for page in pages for line in page]


def list_faults(faults):
    """Return a line for each fault: code, place, and the figures and quotes of its message."""
    return [
        " ".join([fault.code, fault.severity, fault.place.path.rpartition("/")[2], *facts(fault.message)])
        for fault in faults
    ]


def refusal(action, *arguments, **named):
    """Return the lines of the faults of a refused action, or the value of one that is not refused."""
    try:
        return [f"no refusal: {action(*arguments, **named)}"]
    except InvalidInput as error:
        return list_faults(error.diagnostics)


def facts(message):
    return re.findall(r"'[^']*'|\d[\d.,]*", message)


def number(value):
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def _places(places):
    lines = [
        ",".join("middle" if value is None else number(value) for value in values) + (f" {text}" if text else "")
        for values, text in places
    ]
    if len(lines) <= FEW:
        return "; ".join(lines)
    columns = [
        [value for value in column if value is not None]
        for column in zip(*(values for values, _ in places), strict=True)
    ]
    means = [f"{sum(column) / len(column) + 0.0:.3f}" for column in columns if column]
    return f"{len(lines)}, {lines[0]} to {lines[-1]}, mean {','.join(means)}"


def write_lists(module, *arguments):
    """Write the lists of a module's DRAWINGS and DEARER again; read the changes before you keep them."""
    lists = [
        f"{name}:\n" + "".join(f"- {yaml_text(line)}\n" for line in make(*arguments))
        for name, make in {**module.DRAWINGS, **module.DEARER}.items()
    ]
    path = Path(module.__file__).with_suffix(".yaml")
    path.write_text(
        f"# What {path.stem}.py compares: places in points, alike items in one line\n{''.join(lists)}", encoding="utf-8"
    )


def yaml_text(line):
    return "'" + line.replace("'", "''") + "'"
