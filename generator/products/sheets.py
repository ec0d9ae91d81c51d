"""Sheets that players mark: layout + words + map -> frames that fill a paper, with page codes and pencil marks."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from generator.diagnostics import Diagnostic, bare_place, need_known, refuse
from generator.frame import (
    FieldItem,
    Frame,
    GroupItem,
    Item,
    Paint,
    ShapeItem,
    TextItem,
    fields_on,
    line,
    make_outline,
    walk,
)
from generator.game.manifest import SheetEntry
from generator.geometry import A4, Insets, Point, Rect, Size
from generator.imposition.impose import EDGES, share_content
from generator.imposition.paper import is_doubled, read_paper
from generator.imposition.print_marks import code_place
from generator.layout.binding import Origin
from generator.layout.frame_checks import LEAST_ON_MAP
from generator.page_code import PageCode, SheetIdentity, code_item, digest, fields_digest, has_room, with_code
from generator.products.faces_on_paper import (
    GUTTER,
    check_room,
    face_size,
    on_paper,
    rows_on,
    several_up,
    strip_area,
    text_setter,
    two_up,
)
from generator.products.print_pack import PrintPack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.reading.yaml_nodes import plain
from generator.rulesets.ruleset import MarkedSheet, PencilMark
from generator.units import mm

if TYPE_CHECKING:
    from generator.maps.loading import DungeonFile

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
        from_box, to_box = rooms[start], rooms[end]
        from_middle = from_box.middle
        if abs(from_middle[0] - to[0]) + abs(from_middle[1] - to[1]) < 1.5 * max(from_box.width, from_box.height):
            yield from _arrow(from_middle, to, paint)
        else:  # a step between the joined ends of a row, drawn as two halves
            direction = 1 if from_box.x > to_box.x else -1
            yield from _arrow(from_middle, (from_middle[0] + direction * from_box.width, from_middle[1]), paint)
            yield from _arrow((to[0] - direction * to_box.width, to[1]), to, paint)


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


def sheet_identity(pack: PrintPack, page: Frame, sheet: str, mode: str, map_name: str | None = None) -> SheetIdentity:
    """Return the identity of a sheet on a page; raises InvalidInput for an unknown map.

    `map_name` is the id or file of the map printed on the sheet, None without a map.
    """
    dungeon = ""
    if map_name is not None:
        from generator.products.dungeon_values import open_dungeon

        dungeon = f"{map_digest(open_dungeon(pack, map_name)):08x}"
    return SheetIdentity(
        pack.game.id,
        sheet,
        mode,
        look=pack.edition or "",
        language=pack.language,
        dungeon=dungeon,
        version=f"{fields_digest(page):04x}",
    )


def sheet_code(identity: SheetIdentity, paper: Size) -> PageCode:
    """Return the page code of a sheet on a paper."""
    return PageCode(
        sheet=sheet_digest(identity.game, identity.sheet, identity.mode),
        language=language_digest(identity.language),
        edition=edition_digest(identity.look),
        paper=paper_digest(paper),
        fields=int(identity.version, 16),
        map=int(identity.dungeon or "0", 16),
    )


def sheet_digest(game: str, sheet: str, mode: str) -> int:
    return digest(12, game, sheet, mode)


def language_digest(language: str) -> int:
    return digest(6, language)


def edition_digest(edition: str) -> int:
    return digest(5, edition)


def paper_digest(page: Size) -> int:
    """Return a digest of the size of a page, which is first rounded to half a millimetre."""
    return digest(5, *(f"{round(2 * side / mm(1))}" for side in page))


def map_digest(file: "DungeonFile") -> int:
    """Return the digest of a map: its map picture, its rooms, and the cards of its targets."""
    rooms = "\n".join(f"{room}: {plain(node)}" for room, node in sorted(file.spec.rooms.items()))
    picture = "\n".join(line.rstrip() for line in file.text.lines)
    return digest(32, picture, rooms, " ".join(file.spec.targets))


def add_page_codes(pack: PrintPack, page: Frame, sheets: Sequence[SheetIdentity], edges: Insets = EDGES) -> Frame:
    """Return a page with the identities and codes of the sheets on it, which are side by side.

    The code of a single sheet replaces the placeholder in its layout, if it has one; all other codes are printed beside
    the rulers at the foot, with a word about them.
    """
    codes = [sheet_code(sheet, page.size) for sheet in sheets]
    page = page._replace(identities=tuple(sheet.text() for sheet in sheets))
    if len(codes) == 1 and has_room(page.items):
        return page._replace(items=with_code(page.items, codes[0]))
    area = strip_area(page.size, edges)
    width = area.width / len(codes)
    feet = [area._replace(x=area.x + at * (width + GUTTER / 2), width=width) for at in range(len(codes))]
    note, words = text_setter(pack, color="#777777"), pack.words.word("marks.page_code")
    code_items = [code_item(code_place(foot), code) for foot, code in zip(feet, codes, strict=True)]
    notes = [note(item.rect.right + mm(2), item.rect.bottom - 0.6, words, 6, "start") for item in code_items]
    return page._replace(items=(*page.items, *code_items, *notes))


TWO_UP_SCALE = 1 / 0.7  # a sheet two to a page is laid out larger and printed at seven tenths
NAME_FONT, NAME_SIZE = "text.medium", 13.0  # of a name in its box
TWO_UP_ROOM = Size(60.0, 45.0)  # points needed for margins, strip and gutter of such a page


NamePlace = Literal["words", "box", ""]


def sheet_name(pack: PrintPack, name: str = "") -> str:
    """Return the name of a sheet, for "" the name of the first sheet; raises InvalidInput for an unknown sheet."""
    sheets = pack.manifest.sheets
    if not sheets:
        message = f"{pack.game.id} has no sheet to print"
        raise refuse("C012", message, pack.manifest.place, "name one in game.yaml: sheets: {sheet: {layout: sheet}}")
    if not name:
        return next(iter(sheets))
    need_known(name, sheets, "C002", f"there is no sheet {name!r}", bare_place("--sheet"))
    return name


def sheet_title(pack: PrintPack, name: str) -> str:
    """Return the printed name of a sheet."""
    return pack.fill_title(pack.manifest.sheets[name].title, name)


def own_paper(pack: PrintPack, sheet: str) -> Size | None:
    """Return the paper that a sheet declares in game.yaml or its layout; None if it can be printed on any paper.

    Raises InvalidInput for an unknown paper.
    """
    entry = pack.manifest.sheets[sheet]
    if entry.paper:
        node = pack.game.manifest_node.at(f"sheets.{sheet}.paper")
        return read_paper(pack.catalogue, entry.paper, node.place if node is not None else entry.place)
    layout = pack.engine(entry.layout).layout
    if not layout.paper:
        return None
    paper_node = pack.layouts.node(pack.layouts.find(entry.layout)).get("paper")
    return read_paper(pack.catalogue, layout.paper, paper_node.place if paper_node is not None else layout.place)


def own_page(pack: PrintPack, sheet: str) -> Size | None:
    """Return the paper that a sheet declares, enlarged in a large print if that fits on A4; None without a paper."""
    declared = own_paper(pack, sheet)
    if declared is None or pack.scale == 1:
        return declared
    larger = Size(declared.width * pack.scale, declared.height * pack.scale)
    _, columns, rows = rows_on(larger, A4)
    return larger if columns * rows else declared


def sheet_size(pack: PrintPack, sheet: str, paper: Size, edges: Insets = EDGES) -> Size:
    """Return the size for which a sheet is laid out: for the paper that it declares, else for `paper`."""
    return face_size(pack, own_paper(pack, sheet) or paper, edges=edges)


def sheet_pages(pack: PrintPack, request: SheetOptions, on: PaperOptions) -> Iterator[Frame]:
    """Yield the pages of a request on a paper: a sheet per page, or two on a doubled paper.

    A sheet that declares a paper is printed on that, unless the user chose another: then each page has as many sheets
    as fit, and a sheet larger than the chosen paper is laid out for that.
    """
    name, paper = sheet_name(pack, request.sheet), on.size(pack.catalogue)
    declared = own_page(pack, name)
    _, columns, rows = rows_on(declared, paper) if declared is not None and on.paper else (paper, 1, 1)
    if declared is None or not columns * rows:
        is_two_up = pack.scale == 1 and is_doubled(on.paper or on.usual)
        yield from _pages(pack, request, name, paper, edges=on.edges, doubled=is_two_up)
    elif not on.paper or paper in (declared, declared.turned):
        yield from _pages(pack, request, name, declared, is_own=True, edges=on.edges)
    else:
        copies = request.copies if request.players else max(columns * rows, request.copies)
        pages = _pages(pack, replace(request, copies=copies), name, declared, is_own=True, edges=on.edges)
        yield from several_up(list(pages), paper)


def _pages(
    pack: PrintPack,
    request: SheetOptions,
    name: str,
    paper: Size,
    *,
    edges: Insets,
    doubled: bool = False,
    is_own: bool = False,
) -> Iterator[Frame]:
    title = sheet_title(pack, name)
    mode = sheet_mode(pack.manifest.sheets[name], request.mode)
    identities: dict[tuple[str | None, int], SheetIdentity] = {}  # sheets with different names of players share one

    def identified(page: Frame, number: int, *maps: str | None) -> Frame:
        """Return a page with the identities and codes of its sheets; `number` is its index, `maps` are their maps."""
        for map_name in maps:
            if (map_name, number) not in identities:
                identities[map_name, number] = sheet_identity(pack, page, name, mode, map_name)
        return add_page_codes(pack, page, [identities[map_name, number] for map_name in maps], edges)

    if doubled:
        half = Size((paper.height - TWO_UP_ROOM.height) / 2, paper.width - TWO_UP_ROOM.width)
        size = Size(half.width * TWO_UP_SCALE, half.height * TWO_UP_SCALE)
    else:
        size = sheet_size(pack, name, paper) if is_own else face_size(pack, paper)
    fault_count = len(pack.faults)
    place = _name_place(pack, request, name, size)
    map_players = [(map_name, players) for map_name in request.drawn for players in _tables(pack, request)]
    faces = [_requested_face(pack, request, name, size, map_name, players, place) for map_name, players in map_players]
    if doubled:
        copies = request.copies if request.players else max(2, request.copies)
        contents = [content for face in faces for content in [face.content()] * copies]
        maps = [map_name for map_name, _ in map_players for _ in range(copies)]
        if len(maps) % 2 and not request.players:  # a half that would be empty gets a spare sheet
            contents, maps = [*contents, contents[-1]], [*maps, maps[-1]]
        for at, page in enumerate(two_up(pack, contents, paper, title, edges)):
            yield identified(page, 0, *maps[2 * at : 2 * at + 2])
        return
    if not is_own:
        check_room(pack, fault_count, paper, f"sheet {name!r}")
    contents = share_content([face.content() for face in faces])
    for (map_name, _), content in zip(map_players, contents, strict=True):
        pages = on_paper(
            pack,
            content,
            paper,
            title,
            whole=is_own and paper != own_paper(pack, name),
            edges=edges,
            least_on_map=LEAST_ON_MAP,
        )
        sheets = [identified(page, number, map_name) for number, page in enumerate(pages)]
        for _ in range(request.copies):
            yield from sheets


def _tables(pack: PrintPack, request: SheetOptions) -> list[tuple[str, ...]]:
    """Return the names of players on each sheet: as many as the sheet has columns for players; [()] without names."""
    if not request.players:
        return [()]
    columns = len(name_boxes(pack))
    return [request.players[at : at + columns] for at in range(0, len(request.players), columns)]


def _name_place(pack: PrintPack, request: SheetOptions, name: str, size: Size) -> NamePlace:
    """Return where a sheet shows names of players, "" if no names are given; raises InvalidInput if it cannot."""
    place: NamePlace = name_place(pack, name, size, request.mode) if request.players else ""
    if request.players and not place:
        message = f"sheet {name!r} of {pack.game.id} has no place for a name"
        hint = 'give its layout one: {field: player, entry: text, value: "{player}"}'
        raise refuse("C021", message, bare_place("--player"), hint)
    return place


def name_place(pack: PrintPack, name: str, size: Size, mode: str = "") -> NamePlace:
    """Return where a sheet shows a player's name: in "words" of the layout, in a "box" to write in, or "" (nowhere)."""
    blank, named_items = (
        [item for item, _ in walk(sheet_face(pack, size, None, mode, player, sheet=name).items)]
        for player in ("", "Ada")
    )
    blank_texts, texts = ([item for item in items if isinstance(item, TextItem)] for items in (blank, named_items))
    if blank_texts != texts:
        return "words"
    return "box" if blank != named_items or any(_is_named(item, name_boxes(pack)) for item in blank) else ""


def name_boxes(pack: PrintPack) -> tuple[str, ...]:
    """Return the ids of the fields for names, one for each column of a sheet."""
    from generator.scoring.spec import SheetFieldIdsSpec, read_scoring

    is_scored = pack.catalogue.find(f"cards/{pack.game.id}/scoring.yaml") is not None
    field_ids = read_scoring(pack.catalogue, pack.game.id).filled if is_scored else SheetFieldIdsSpec()
    if field_ids.columns == 1:
        return (field_ids.name,)
    return tuple(f"{field_ids.name}.{number}" for number in range(1, field_ids.columns + 1))


def _requested_face(
    pack: PrintPack,
    request: SheetOptions,
    name: str,
    size: Size,
    map_name: str | None,
    players: tuple[str, ...],
    place: NamePlace,
) -> Frame:
    """Lay out a sheet with its players' names, and with their marks, if there are any."""
    face = sheet_face(pack, size, map_name, request.mode, players[0] if players else "", sheet=name)
    if place == "box":
        names = dict(zip(name_boxes(pack), players, strict=False))
        face = face._replace(items=tuple(_with_names(item, names) for item in face.items))
        named_fields = [(field, box) for field, box in fields_on(face) if field.value in players]
        face = face._replace(items=(*face.items, *(_in_box(pack, field, box) for field, box in named_fields)))
    for marked in request.pencilled:
        if marked.name in players:
            boxes = {field.id: box for field, box in fields_on(face)}
            return face._replace(items=(*face.items, *pencilled(pack, boxes, marked)))
    return face


def _with_names(item: Item, names: Mapping[str, str]) -> Item:
    """Return an item with `names` (by field id) as values of the fields in it; unchanged without such fields."""
    if isinstance(item, FieldItem):
        return item._replace(value=names[item.id]) if _is_named(item, names) and not item.value else item
    if isinstance(item, GroupItem) and any(_is_named(inner_item, names) for inner_item, _ in walk((item,))):
        inside = tuple(_with_names(inner_item, names) for inner_item in item.content.items)
        return item._replace(content=item.content._replace(items=inside))
    return item


def _is_named(item: Item, names: Container[str]) -> bool:
    return isinstance(item, FieldItem) and item.id in names


def _in_box(pack: PrintPack, field: FieldItem, box: Rect) -> TextItem:
    """Return the value of a field as a text in its box, as large as fits."""
    font = pack.fonts.font(NAME_FONT)
    for sign in font.missing_signs(field.value):
        message = f"font {NAME_FONT!r} has no glyph for {sign!r} in {field.value!r}"
        pack.faults.append(Diagnostic("L033", message, field.place, "choose another sign or font"))
    size = min(NAME_SIZE, 0.66 * box.height, 0.92 * box.width / max(0.01, font.width(field.value, 1.0)))
    width = font.width(field.value, size)
    x, y = box.x + (box.width - width) / 2, box.y + (box.height + font.cap * size) / 2
    return TextItem(x, y, field.value, NAME_FONT, size, "#000000", width, field.place)


def sheet_face(
    pack: PrintPack, size: Size, map_name: str | None = None, mode: str = "", player: str = "", *, sheet: str = ""
) -> Frame:
    """Lay out one sheet in a size; `map_name` is the id or file of the map on the sheet, None for a blank map."""
    name = sheet_name(pack, sheet)
    entry = pack.manifest.sheets[name]
    values: dict[str, Any] = {**pack.values, "mode": sheet_mode(entry, mode), "player": player}
    values |= plain(pack.score)
    values |= map_values(pack, entry, map_name)
    subject = name.replace("_", " ") + (f" {map_name!r}" if map_name else "")
    pack.faults += pack.unread_size(entry.layout, "size", "choose it by --paper, or write paper: a5-landscape")
    return pack.face(entry.layout, values, size, subject, origins=partial(_sheet_origins, pack, entry, map_name))


def _sheet_origins(pack: PrintPack, entry: SheetEntry, map_name: str | None) -> Mapping[str, Origin]:
    """Return where the values of a sheet are written."""
    score: Mapping[str, Origin] = pack.score.value
    if entry.map is None:
        return score
    from generator.products.dungeon_values import blank_map_origins, dungeon_origins, open_dungeon

    drawn_map = (
        blank_map_origins(pack, entry.map) if map_name is None else dungeon_origins(pack, open_dungeon(pack, map_name))
    )
    return {**score, **drawn_map}


def sheet_mode(entry: SheetEntry, mode: str) -> str:
    """Return `mode` if it is a mode of a sheet, the first mode for ""; raises InvalidInput for any other text."""
    if not mode:
        return entry.modes[0]
    need_known(mode, entry.modes, "C002", f"this sheet has no mode {mode!r}", bare_place("--mode"))
    return mode


def map_values(pack: PrintPack, entry: SheetEntry, map_name: str | None) -> dict[str, Any]:
    """Return the layout values of the map on a sheet; empty for sheets that have no map.

    Raises InvalidInput if a map is `map_name` on a sheet that has no map.
    """
    if entry.map is None:
        if map_name is not None:
            message = f"the sheets of {pack.game.id} have no map to draw {map_name!r} on"
            hint = "leave the option out, or name the game of the dungeon with --game"
            raise refuse("C015", message, bare_place("--dungeon"), hint)
        return {}
    from generator.products.dungeon_values import blank_values, dungeon_values, open_dungeon

    return blank_values(pack, entry.map) if map_name is None else dungeon_values(pack, open_dungeon(pack, map_name))
