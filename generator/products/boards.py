"""Boards: parts of a sheet at one moment of a game; new marks in the colour of the pencil, earlier ones in grey."""

from collections.abc import Iterator, Mapping

from generator.diagnostics import Diagnostic, did_you_mean, refuse
from generator.frame import (
    FieldItem,
    Frame,
    ReusableDrawing,
    fields_on,
    part_of,
)
from generator.game.manifest import BoardSpec, PageEntry
from generator.geometry import A4, Rect, Size, around
from generator.products.print_pack import PrintPack
from generator.products.sheets import pencilled, sheet_face, sheet_name, sheet_size
from generator.rulesets.ruleset import MarkedSheet, PencilMark, ReplayedGame
from generator.scoring.spec import is_below

BEFORE = "#6f6f6f"
SIGNS = ("fill", "cross", "ring")  # kinds of marks for a box; any other mark is a text
Boxes = Mapping[str, tuple[FieldItem, Rect]]


def boards_of(pack: PrintPack, entry: PageEntry, played: ReplayedGame | None) -> dict[str, list[ReusableDrawing]]:
    """Return the boards of a page as drawings: a list for each list under `boards` of the page; raises InvalidInput.

    All boards of one list are as large as the largest of them.
    """
    if entry in pack.kept:
        return pack.kept[entry]  # type: ignore[no-any-return]
    boards: dict[str, list[ReusableDrawing]] = {}
    for name, specs in entry.boards.items():
        sheets: list[tuple[Frame, Rect]] = []
        previous = MarkedSheet("")
        for spec in specs:
            name_of, the_map = sheet_name(pack, spec.sheet), spec.map or (played.map if played else None)
            if (name_of, the_map) not in pack.kept:
                drawn_sheet = sheet_face(pack, sheet_size(pack, name_of, A4), the_map, sheet=name_of)
                pack.kept[name_of, the_map] = (
                    drawn_sheet,
                    {field.id: (field, box) for field, box in fields_on(drawn_sheet)},
                )
            face, boxes = pack.kept[name_of, the_map]
            box = _shown(boxes, spec)
            pack.faults += _unseen_marks(boxes, spec, box)
            old, new = marks_of_moment(spec, played, previous)
            previous = MarkedSheet("", {**old.marks, **new.marks}, (*old.path, *new.path))
            places = {name: place for name, (_, place) in boxes.items()}
            marks = *pencilled(pack, places, old, BEFORE), *pencilled(pack, places, new)
            sheets.append((face._replace(items=(*face.items, *marks)), box))
        width, height = (max((getattr(box, side) for _, box in sheets), default=0.0) for side in ("width", "height"))
        boards[name] = [part_of(face, _widened(box, Size(width, height), face.size)) for face, box in sheets]
    pack.kept[entry] = boards
    return boards


def _shown(boxes: Boxes, spec: BoardSpec) -> Rect:
    """Return the box around the fields whose ids begin with a name in `show`; raises InvalidInput without fields."""
    shown_boxes: list[Rect] = []
    for name in spec.show:
        named = [box for id, (_, box) in boxes.items() if is_below(id, name)]
        if not named:
            raise refuse("C022", f"no field of the sheet begins with {name!r}", spec.place, did_you_mean(name, boxes))
        shown_boxes += named
    box, room = around(shown_boxes), spec.room
    wide, high = box.width + room.left + room.right, box.height + room.top + room.bottom
    return Rect(box.x - room.left, box.y - room.top, wide, high)


def _unseen_marks(boxes: Boxes, spec: BoardSpec, visible: Rect) -> Iterator[Diagnostic]:
    """Yield a fault for each mark without a field, and a warning for each mark outside the board."""
    for name, mark in spec.marks.items():
        if name not in boxes:
            message = f"the sheet has no field {name!r} to mark"
            yield Diagnostic("C022", message, spec.place, did_you_mean(name, boxes))
        elif not visible.meets(boxes[name][1]):
            message, hint = f"the mark of {name!r} lies beside what the board shows", f"add it to show: {name}"
            yield Diagnostic("C022", message, spec.place, hint, "warning")
        elif boxes[name][0].entry == "check" and not mark.isdecimal() and mark not in SIGNS:
            message, hint = f"{mark!r} is written into a box to tick", f"{did_you_mean(mark, SIGNS)}; or a number"
            yield Diagnostic("C022", message, spec.place, hint, "warning")


def _widened(box: Rect, size: Size, sheet: Size) -> Rect:
    """Return a box of this size centred on `box`, but moved so that it lies within the sheet."""
    x, y = box.x - (size.width - box.width) / 2, box.y - (size.height - box.height) / 2
    x, y = (max(0.0, min(start, limit - part)) for start, part, limit in zip((x, y), size, sheet, strict=True))
    return Rect(x, y, *size)


def marks_of_moment(
    spec: BoardSpec, played: ReplayedGame | None, previous: MarkedSheet
) -> tuple[MarkedSheet, MarkedSheet]:
    """Return (earlier marks, new marks) of a board; raises InvalidInput if the recorded game lacks its moment.

    A board without `round` shows no recorded moment: its earlier marks are `previous`, the marks of the previous board.
    """
    marks = {name: _mark(text) for name, text in spec.marks.items()}
    if spec.round is None:
        return previous, MarkedSheet("", marks)
    try:
        if played is None:
            raise IndexError
        row = played.chapters[spec.round].rows[spec.seat]
        start, end = row.counts[spec.line]
    except IndexError:
        message = f"the record has no line {spec.line} of seat {spec.seat} in round {spec.round}"
        raise refuse("C022", message, spec.place, "count rounds from 1, seats and lines from 0") from None
    old, new = (played.sheets_after(count)[spec.seat] for count in (start, end))
    changed = {name: mark for name, mark in new.marks.items() if old.marks.get(name) != mark}
    return old, MarkedSheet(row.player, {**changed, **marks}, new.path[len(old.path) :])


def _mark(text: str) -> PencilMark:
    return PencilMark(text) if text in SIGNS else PencilMark("text", text)  # type: ignore[arg-type]
