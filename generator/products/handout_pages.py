"""Pages to read or cut out (instructions, dice, score pads) and boards on them: layout + words + data -> frames.

A board shows parts of a sheet at one moment of a game: new marks in the colour of the pencil, earlier ones in grey.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from generator.diagnostics import NOWHERE, Diagnostic, InvalidInput, SourceLocation, bare_place, did_you_mean, refuse
from generator.frame import FieldItem, Frame, GroupItem, ReusableDrawing, fields_on, part_of
from generator.game.game import open_game
from generator.game.manifest import BoardSpec, PageEntry
from generator.geometry import A4, Insets, Rect, Size, around
from generator.imposition.impose import EDGES
from generator.layout.binding import Origin
from generator.products.faces_on_paper import check_room, drawn_area, face_size, fit_scale, on_paper
from generator.products.kit_contents import page_title, printing_values
from generator.products.large_pages import large_face, large_pages
from generator.products.print_pack import PrintPack
from generator.products.print_request import KitRequest, PaperOptions
from generator.products.sheets import pencilled, sheet_face, sheet_name, sheet_size
from generator.reading.game_catalogue import GameCatalogue, built_in_root
from generator.reading.yaml_nodes import Node, plain
from generator.rulesets.ruleset import MarkedSheet, PencilMark, ReplayedGame

LEAST_ENLARGEMENT = 1.1
PICTURE_KINDS = {  # by the first word of an icon's name; all others are signs
    "emblem": "emblems",
    "vignette": "vignettes",
    "frame": "frames",
    "rays": "frames",
    "corner": "frames",
    "floor": "textures",
}


def page_face(pack: PrintPack, name: str, size: Size, extra_values: Mapping[str, Any] | None = None) -> Frame:
    """Lay out a page of the game in a size; its layout can also show `extra_values`. Raises InvalidInput."""
    entry = page_entry(pack, name)
    extra_values = extra_values or {"printing": printing_values(pack, KitRequest(on=PaperOptions(usual=A4)))}
    values = {**pack.values, **plain(pack.score), **extra_values, "pictures": picture_names(pack)}
    played: ReplayedGame | None = None
    if entry.record:
        recorded = pack.game.manifest_node.at(f"pages.{name}.record")
        played = replayed_record(pack, entry.record, recorded.place if recorded is not None else entry.place)
        values["chapters"] = [
            {"heading": chapter.heading, "rows": [{"who": row.player, "lines": [*row.lines]} for row in chapter.rows]}
            for chapter in played.chapters
        ]
    if entry.boards:
        values["boards"] = boards_of(pack, entry, played)
    if pack.tile_sets:
        values["tiles"] = pack.tiles
    origins = partial(_page_origins, pack, values)
    for key in ("size", "paper"):
        pack.faults += pack.unread_size(entry.layout, key, "choose it by --paper")
    return pack.face(entry.layout, values, size, f"page {name!r}", origins=origins)


def _page_origins(pack: PrintPack, values: Mapping[str, Any]) -> Mapping[str, Origin]:
    """Return where the values of a page are written: composed titles, files of icons."""
    files = pack.icons.files()
    pictures = {
        kind: Node([Node(name, SourceLocation(pack.catalogue.display_path(files[name]))) for name in names], NOWHERE)
        for kind, names in values["pictures"].items()
    }
    composed = pack.title_origins(values["printing"])
    return {**pack.score.value, "printing": composed, "pictures": Node(pictures, NOWHERE)}


def page_entry(pack: PrintPack, name: str) -> PageEntry:
    """Return the entry of a page in game.yaml; raises InvalidInput with a similar name, or how to add it, as a hint."""
    entries = pack.manifest.printable_pages
    if name not in entries:
        hint, layout = did_you_mean(name, entries), f"common/pages/{name}"
        path = pack.catalogue.find(f"layouts/{layout}.yaml")
        if path is not None and pack.catalogue.read(path).get("front") is not None:  # one that all games can have
            hint = f"name it in game.yaml: pages: {{{name}: {{layout: {layout}}}}}"
        raise refuse("C002", f"there is no page {name!r}", bare_place("PAGE"), hint)
    return entries[name]


def whole_page(
    pack: PrintPack, name: str, paper: Size, extra_values: Mapping[str, Any] | None = None, edges: Insets = EDGES
) -> Frame:
    """Return a page as one face, laid out for a paper; in a large print, as high as all its pages together."""
    if is_reset_large(pack, name):
        return large_face(pack, lambda size: page_face(pack, name, size, extra_values), paper, pack.scale).face
    actual_size = page_entry(pack, name).actual_size
    size = face_size(pack, paper, actual_size=actual_size, edges=edges)
    # Pages are designed for A4. On large paper they are enlarged: wider columns would be hard to read, and half empty.
    scale = 1.0 if actual_size else fit_scale(drawn_area(A4), Rect(0, 0, *size))
    if scale < LEAST_ENLARGEMENT:
        return page_face(pack, name, size, extra_values)
    face = page_face(pack, name, Size(size.width / scale, size.height / scale), extra_values)
    return face._replace(size=size, items=(GroupItem(face.content(), (scale, 0, 0, scale, 0, 0)),))


def is_reset_large(pack: PrintPack, name: str) -> bool:
    """Return whether an edition enlarges a page and sets it on as many pages as it needs."""
    return pack.scale > 1 and not page_entry(pack, name).actual_size


def page_frames(
    pack: PrintPack, name: str, paper: Size, extra_values: Mapping[str, Any] | None = None, edges: Insets = EDGES
) -> Iterator[Frame]:
    """Yield a page of the game, printed on a paper; in a large print, on as many pages as it needs."""
    actual_size = page_entry(pack, name).actual_size
    extra_values = extra_values or {"printing": printing_values(pack, KitRequest(on=PaperOptions(usual=paper)))}
    fault_count = len(pack.faults)
    title = page_title(pack, name)
    if is_reset_large(pack, name):
        pages = list(
            large_pages(pack, lambda size: page_face(pack, name, size, extra_values), paper, pack.title, edges)
        )
    else:
        content = whole_page(pack, name, paper, extra_values, edges).content()
        pages = list(on_paper(pack, content, paper, pack.title, actual_size=actual_size, edges=edges))
    check_room(pack, fault_count, paper, f"page {name!r}")
    for page in pages:
        yield page._replace(title=title)


def replayed_record(pack: PrintPack, record: str, asked_at: SourceLocation) -> ReplayedGame:
    """Replay a recorded game from the game's folder; raises InvalidInput.

    A built-in record that does not fit the user's cards is replayed with the built-in cards, with a warning.
    """
    from generator.rulesets.ruleset import replay_record

    if record not in pack.kept:
        warnings: list[Diagnostic] = []
        path = f"cards/{pack.game.id}/{record}.yaml"
        file = pack.catalogue.need(path, asked_at)
        try:
            played = replay_record(pack.game, pack.catalogue.read(file))
        except InvalidInput as refused:
            built_in = GameCatalogue((built_in_root(),), pack.catalogue.sources)
            if built_in.find(path) != file or pack.catalogue.roots == built_in.roots:
                raise
            played = replay_record(open_game(built_in, pack.game.id, pack.language), built_in.read(file))
            hint = f"the page shows the built-in cards; to show yours, run scrawl new copy {path}, and correct the copy"
            warnings.append(refused.diagnostics[0]._replace(severity="warning", hint=hint))
        pack.kept[record] = played, warnings
    # each page that shows the record warns, as a page is laid out several times and only its last faults count
    replayed, faults = pack.kept[record]
    pack.faults += faults
    return replayed  # type: ignore[no-any-return]


def picture_names(pack: PrintPack) -> dict[str, list[str]]:
    """Return the names of all icons by kind: signs, emblems, vignettes, and frames."""
    names: dict[str, list[str]] = {"signs": [], "emblems": [], "vignettes": [], "frames": []}
    for name in pack.icons.names():
        kind = PICTURE_KINDS.get(name.partition("_")[0], "signs")
        if kind in names:
            names[kind].append(name)
    return names


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
    from generator.scoring.spec import is_below  # and with it all kinds of inputs, which few pages need

    shown_boxes: list[Rect] = []
    for name in spec.show:
        matches = [box for id, (_, box) in boxes.items() if is_below(id, name)]
        if not matches:
            raise refuse("C022", f"no field of the sheet begins with {name!r}", spec.place, did_you_mean(name, boxes))
        shown_boxes += matches
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
            message, hint = f"the mark of {name!r} is outside of what the board shows", f"add it to show: {name}"
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
