"""The parts of a small game on paper and in exports, item by item.

The YAML file of this module lists them in points; `tests/products/drawing_listing.py` writes the lists.
"""

import json
from dataclasses import replace

import pytest

from generator.diagnostics import NOWHERE, Diagnostic, InvalidRequest
from generator.frame import FieldItem, Frame, Paint, ReusableDrawing, ShapeItem, TextItem, cell_tag, fields_on, walk
from generator.game.manifest import BoardSpec
from generator.geometry import A4, Insets, Rect, Size
from generator.imposition.gang import PieceBatch, PieceSheetRules
from generator.imposition.impose import EDGES, NO_CARD, ImpositionSettings
from generator.imposition.print_marks import PieceCut, form_of
from generator.page_code import SheetIdentity
from generator.products.cards import (
    LineThickener,
    chosen_cards,
    deck_faces,
    deck_size,
    largest_size,
    mix_decks,
    records,
)
from generator.products.exports.card_files import (
    _cell,
    _cut,
    _even_grid,
    _grid,
    deck_sheets,
    named_decks,
    named_pieces,
    pictures_of,
    piece_picture,
    select_exports,
    shop_decks,
)
from generator.products.exports.exporting import _with_cuts, export_output, page_documents
from generator.products.exports.shops import VirtualTabletopSpec, find_shop
from generator.products.exports.tts import card_names, deck_object, piece_object, tts_files
from generator.products.faces_on_paper import (
    check_room,
    face_size,
    on_paper,
    printable,
    quiet_line,
    rows_on,
    several_up,
    sides,
    two_up,
)
from generator.products.handout_pages import _shown, _unseen_marks, _widened, marks_of_moment, page_frames, whole_page
from generator.products.kit import ContactSheet, even_columns, kit_documents
from generator.products.kit_contents import printing_values
from generator.products.large_pages import large_pages, page_parts
from generator.products.pieces import folded_frames, piece_kind, piece_net, piece_sheets, piece_size, table_faces
from generator.products.print_pack import open_pack
from generator.products.print_request import (
    CardSheetOptions,
    CardsRequest,
    CardTable,
    KitRequest,
    PagesRequest,
    PaperOptions,
    PiecesRequest,
    PressRequest,
    SheetOptions,
    SheetsRequest,
    ShopRequest,
    SvgRequest,
    _read_margins,
    card_size,
    sleeve_size,
)
from generator.products.printing import print_output
from generator.products.sheets import (
    add_page_codes,
    map_values,
    name_boxes,
    name_place,
    own_page,
    own_paper,
    paper_digest,
    pencilled,
    sheet_code,
    sheet_mode,
    sheet_name,
    sheet_pages,
    sheet_size,
)
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import Node
from generator.rulesets.ruleset import MarkedSheet, PencilMark
from generator.units import mm
from tests.conftest import ROOT
from tests.products.drawing_listing import facts, list_alike, list_faults, list_frames, number, refusal
from tests.tables import read_yaml, tables, write_files

EXPECTED = tables(__file__)
MINI = read_yaml(ROOT / "tests" / "products" / "mini_game.yaml")
A5, A3, TINY = Size(mm(148), mm(210)), Size(mm(297), mm(420)), Size(mm(90), mm(120))


def catalogue_in(folder):
    return GameCatalogue((write_files(folder, MINI), ROOT))


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    return catalogue_in(tmp_path_factory.mktemp("mini"))


def sizes(*values):
    return [" x ".join(map(number, value)) if value else "none" for value in values]


def drawing(width, height, *items):
    return ReusableDrawing(
        Size(width, height), items or (ShapeItem("rect", Rect(0, 0, width, height), Paint("#000000")),), ""
    )


def page(width, height, **more):
    return Frame(Size(width, height), drawing(width, height).items, "page", **more)


def strings(*lines):
    return [str(line) for line in lines]


def large(pack):
    """Return the pack of the same game in large print."""
    return replace(pack, edition="large-print", engines={})


def printable_parts(pack):
    wide = [Insets(9, 8, 7, 6), Insets(10, 330, 10, 10), Insets(500, 0, 0, 0)]
    parts = [sizes(printable(A4)), sizes(printable(A4, wide[0]))]
    return [*(part[0] for part in parts), *refusal(printable, A4, wide[1]), *refusal(printable, A4, wide[2])]


def face_sizes(pack):
    cases = [(paper, actual) for paper in (A4, A3, A5, TINY) for actual in (False, True)]
    usual = sizes(*(face_size(pack, paper, actual_size=actual) for paper, actual in cases))
    return [*usual, *sizes(*(face_size(large(pack), paper, actual_size=actual) for paper, actual in cases))]


def on_papers(pack):
    small, high, wide = drawing(100, 90), drawing(500, 900), drawing(700, 300)
    frames = [
        frame for each in (small, high, wide) for frame in on_paper(pack, each, A4, "7", edges=Insets(9, 8, 7, 6))
    ]
    return list_frames(frames, pack)


def in_large_print(pack):
    words = [TextItem(20, 380 + 30 * at, "1", "text.regular", 9, "#000000", 5) for at in range(5)]
    big = drawing(500, 760, *words, ShapeItem("rect", Rect(0, 0, 500, 760), Paint("#000000")))
    frames = [
        *on_paper(large(pack), big, A4, "7"),
        *on_paper(large(pack), big, A3, "7"),
        *on_paper(large(pack), big, A4, "7", whole=True),
    ]
    frames += on_paper(large(pack), big, A4, "7", actual_size=True)
    return list_frames(frames, pack)


def quiet_lines(pack):
    def text(y):
        return TextItem(0, y, "a", "text.regular", 10, "#000000", 9)

    def box(y, height, kind="rect"):
        return ShapeItem(kind, Rect(0, y, 9, height), Paint("#000000"))

    def cut(*items, low=40, high=60):
        return number(quiet_line(drawing(50, 100, *items), low, high))

    field = FieldItem("f", box(38, 12))
    return strings(
        cut(box(0, 100)), cut(text(52)), cut(text(52), box(53, 9)), cut(text(50), text(60)), cut(field, box(50, 12)),
        cut(box(38, 12, "outline"), box(50, 12)), cut(box(38, 12), box(50, 12), box(50, 11)), cut(box(38, 12), box(50, 12.6)),
        cut(text(50), low=30, high=46), cut(text(48), box(39, 7), low=41, high=55),
    )  # fmt: skip


def rooms(pack):
    faults = [("L030", "error"), ("L031", "error"), ("L030", "warning"), ("P009", "error")]
    lines = []
    for paper in (A5, A5.turned, Size(mm(199), mm(300)), Size(mm(201), mm(269)), A4):
        pack.faults[:] = [Diagnostic(code, "", NOWHERE, None, severity) for code, severity in (faults[0], *faults)]
        check_room(pack, 1, paper, "it")
        lines += [" ".join(fault.code for fault in pack.faults), *list_faults(pack.faults[-1:])]
        pack.faults[:] = [Diagnostic(*faults[2][:1], "", NOWHERE, None, "warning"), Diagnostic("P009", "", NOWHERE)]
        check_room(pack, 0, paper, "it")
        lines.append(" ".join(fault.code for fault in pack.faults))
    return lines


def two_on_a_page(pack):
    return list_frames(
        two_up(pack, [drawing(300, 400), drawing(200, 600), drawing(900, 400)], A4, "7", Insets(9, 8, 7, 6)), pack
    )


def several_on_a_page(pack):
    pages = [page(300, 200, identities=(str(at),)) for at in range(7)]
    frames = [*several_up(pages, A4), *several_up([page(A5.width, A5.height)] * 2, A4)]
    grids = [rows_on(Size(*size), A4) for size in ((300, 200), (297, 420), (297.5, 421.5), (600, 100), (900, 90))]
    return [
        *list_frames(frames),
        *strings(*(frame.identities for frame in frames)),
        *strings(*(f"{number(size[0])} {across} {down}" for size, across, down in grids)),
    ]


def sides_of_pages(pack):
    front, back = page(9, 9), page(9, 9, side="back")
    both = [("a", [front, back, front, back]), ("a", [front])]
    results = [sides(name, frames, apart=apart) for apart in (True, False) for name, frames in both]
    return strings(*([(name, [frame.side for frame in frames]) for name, frames in each] for each in results))


ROOMS = {
    "room.A1": Rect(10, 80, 20, 20),
    "room.B1": Rect(30, 80, 20, 20),
    "room.A2": Rect(10, 60, 20, 20),
    "room.D1": Rect(70, 80, 20, 20),
}


def pencil_marks(pack):
    boxes = {"a": Rect(10, 20, 30, 10), "b": Rect(10, 40, 30, 40), "c": Rect(50, 20, 10, 30), "d": Rect(70, 20, 20, 10)}
    marks = {
        "a": PencilMark("text", "12"),
        "b": PencilMark("text", "3"),
        "c": PencilMark("fill"),
        "d": PencilMark("ring"),
    }
    lines = list_alike(pencilled(pack, boxes, MarkedSheet("", {**marks, "e": PencilMark("ring")})))
    return [*lines, *list_alike(pencilled(pack, boxes, MarkedSheet("", {"d": PencilMark("cross")}), "#111111"))]


def pencil_path(*steps):
    return lambda pack: list_alike(pencilled(pack, ROOMS, MarkedSheet("", {}, steps)))


IDENTITY = SheetIdentity("mini", "pad", "usual", look="x", language="en", dungeon="0000000c", version="00ff")


def page_codes(pack):
    lines = [
        sheet_code(IDENTITY, A4),
        sheet_code(IDENTITY._replace(dungeon="", language="pl", look="", mode="short"), A5),
    ]
    papers = [(A4, Size(A4.width + 0.5, A4.height)), (A4, Size(A4.width + 1.5, A4.height))]
    same = [paper_digest(first) == paper_digest(second) for first, second in papers]
    coded = [add_page_codes(pack, page(*A4), [IDENTITY] * count, Insets(9, 8, 7, 6)) for count in (1, 2)]
    return [*strings(*lines, same), *list_frames(coded), str(coded[1].identities[0] == IDENTITY.text())]


def sheets_of(paper="a4", usual="a4", **options):
    def listed(pack):
        request, on = SheetOptions(**options), PaperOptions(paper=paper, usual=usual)
        frames = list(sheet_pages(pack, request, on))
        codes = [identity.partition("?")[2] for frame in frames for identity in frame.identities]
        return [*list_frames(frames, pack), *strings(*dict.fromkeys(codes), len(codes))]

    return listed


def sheet_values(pack):
    a6 = [own_paper(pack, "pad"), own_paper(pack, "ticket"), own_page(pack, "ticket"), own_page(large(pack), "ticket")]
    a6 += [sheet_size(pack, "pad", A4), sheet_size(pack, "ticket", A4), sheet_size(large(pack), "ticket", A4)]
    places = [name_place(pack, sheet, A4) for sheet in ("pad", "ticket")]
    return [
        *sizes(*a6),
        *strings(places, name_boxes(pack), sheet_name(pack), sheet_name(pack, "ticket")),
        *refusal(sheet_name, pack, "tickets"),
    ]


def net(piece, sleeve=None, thickness=None):
    def listed(pack):
        rules = PieceSheetRules(ImpositionSettings(A4), thickness=thickness, sleeve=sleeve)
        frames = folded_frames(pack, piece, piece_net(pack, piece, rules), records(pack, piece))
        return [f"{len(frames)} nets, {len({id(frame) for frame in frames})} of them other", *list_frames(frames[:1])]

    return listed


def net_size(pack):
    nets = [net("box", sleeve=Size(9, 8)), net("box", thickness=2.0), net("box")]
    return [each(pack)[1] for each in nets]


def sheets_of_pieces(*pieces, **settings):
    def listed(pack):
        rules = PieceSheetRules(ImpositionSettings(A4, margins=Insets(20, 20, 20, 20), **settings))
        frames = list(piece_sheets(pack, pieces, rules))
        return [*list_frames(frames), *strings(*(frame.title for frame in frames))]

    return listed


def faces_of_tables(pack):
    tables = ("stack", "tokens", "figures", "dice")
    faces = [
        [(face.name, number(face.size.width), face.side) for face in table_faces(pack, table, 3.0)] for table in tables
    ]
    return [*strings(*faces), *sizes(*(piece_size(pack, piece) for piece in ("coins", "tokens", "dice")))]


def shop_faces(pack):
    shop = find_shop(pack.catalogue, "game-crafter")
    frames = []
    for deck in shop_decks(pack, ("stack", "wide"), shop):
        frames += [face.frame._replace(name=face.name) for card in deck.cards[-1:] for face in card if face]
    return [*list_frames(frames), *list_faults(pack.faults)]


def exported_names(pack):
    decks = named_decks(pack, ("stack", "wide"))
    names = [[face.name for card in deck.cards for face in card if face] for deck in decks]
    every = [
        select_exports(pack, (), ()),
        select_exports(pack, (), (), flat=False),
        select_exports(pack, ("wide",), ("box",), flat=False),
    ]
    folded = refusal(select_exports, pack, (), ("coins", "box"))
    return strings(*names, [len(deck.backs) for deck in decks], *every, *folded)


def kit(**options):
    def listed(pack):
        cards = CardSheetOptions(**options.pop("cards", {}))
        request = KitRequest(on=PaperOptions(usual="a4"), cards=cards, **options)
        values = printing_values(pack, request)
        files = [
            f"{document.name} {document.title} {document.cut} {[frame.side[0] for frame in document.frames]}"
            for document in kit_documents(pack, request)
        ]
        return [*files, *map(json.dumps, values.pop("files")), json.dumps(values)]

    return listed


def contact_sheet(pack):
    sheet = ContactSheet([page(100, 90), page(50, 120), page(100, 20)])
    return strings(
        sheet.columns,
        sheet.cell,
        f"{sheet.scale:.4f}",
        sheet.picture.size,
        [even_columns(count) for count in range(1, 20)],
    )


def handouts(pack):
    frames = [whole_page(pack, "help", paper) for paper in (A4, A3, A5)]
    return [*list_frames([*page_frames(pack, "help", A4), *frames], pack), *list_faults(pack.faults)]


TABLE = VirtualTabletopSpec(
    place=NOWHERE, title="", form="sheets", columns=4, rows=3, most_cards=11, most_pixels=900, source=""
)


def card_grids(pack):
    tables = [TABLE, replace(TABLE, most_cards=12), replace(TABLE, columns=10, rows=7, most_pixels=4096)]
    cases = [
        (Size(*size), places, least)
        for size in ((63, 88), (88, 63), (10, 90))
        for places, least in ((1, 1), (2, 2), (7, 1), (12, 1))
    ]
    grids = [[_even_grid(size, places, table, least_rows=least) for size, places, least in cases] for table in tables]
    cells = [tuple(_cell(Size(63, 88), *grid)) for grid in ((2, 2, 4096), (5, 7, 4096), (10, 2, 4096), (10, 7, 900))]
    return [
        *strings(*grids, cells),
        *list_frames([_grid(Size(30, 40), [page(30, 40), None, page(30, 40), page(30, 40)], 3, 2)]),
    ]


def sheets_of_cards(pack):
    (deck, wide) = named_decks(pack, ("stack", "wide"))
    lines = []
    for table in (TABLE, replace(TABLE, most_cards=12), replace(TABLE, most_cards=2, columns=2, rows=1)):
        for each, backs in ((deck, False), (deck, True), (wide, False)):
            for sheet in deck_sheets(pack, each, replace(table, most_pixels=120), backs=backs):
                size = [int.from_bytes(sheet.picture[at : at + 4]) for at in (16, 20)]
                lines.append(f"{sheet.name} {sheet.columns} x {sheet.rows} from {sheet.first}: {sheet.count}, {size}")
    return lines


def table_objects(pack):
    decks = [("Ann", ["a"], [100]), ("Bob", ["a", "b"], [100, 201])]
    objects = [
        deck_object(title, names, numbers, {"1": {"x": 1}, "2": {"x": 2}}, x=1.23456, lying=title == "Bob")
        for title, names, numbers in decks
    ]
    lines = [
        json.dumps(
            {
                key: each[key]
                for key in ("Name", "Nickname", "GUID", "SidewaysCard", "CardID", "DeckIDs", "CustomDeck")
                if key in each
            }
        )
        for each in (*objects, *objects[1]["ContainedObjects"])
    ]
    lines.append(
        json.dumps({key: objects[0]["Transform"][key] for key in ("posX", "posZ", "rotZ", "scaleX", "scaleZ")})
    )
    for form in (
        PieceCut(),
        PieceCut("ellipse"),
        PieceCut(radius=3),
        form_of("hexagon", Size(9, 8)),
        PieceCut("outline", outline=form_of("hexagon", Size(9, 8)).outline),
    ):
        piece = piece_object(PieceBatch((), Size(mm(28), mm(9)), form), "P", "seed", ("front", "back"))
        image = piece["CustomImage"]
        lines.append(
            f"{piece['Name']} {piece['Transform']['scaleX']} {piece['Transform']['rotZ']} {image['ImageURL']} {image['ImageSecondaryURL']} {image.get('CustomTile', {}).get('Type')}"
        )
    return [
        *lines,
        str(card_names(pack, named_decks(pack, ("stack",))[0])),
        str(card_names(pack, named_decks(pack, ("wide",))[0])),
    ]


def saved_table(pack):
    """Return the files of a virtual table, and for each thing of its saved object the place and the picture."""
    table = replace(TABLE, most_pixels=120)
    files = dict(tts_files(pack, named_decks(pack, ("stack", "wide")), ("coins",), table, "at/"))
    saved = json.loads(files["mini.json"])
    lines = [str([name for name in files]), saved["SaveName"]]
    for thing in saved["ObjectStates"]:
        place = [thing["Transform"][key] for key in ("posX", "posZ", "scaleX", "rotZ")]
        inside = thing.get("ContainedObjects", [])
        urls = (
            [inside[-1]["CustomImage"][key] for key in ("ImageURL", "ImageSecondaryURL")]
            if thing["Name"] == "Bag"
            else []
        )
        lines.append(
            f"{thing['Name']} {thing['Nickname']} {place} {[each['Nickname'] for each in inside]} {thing.get('DeckIDs')} {urls}"
        )
        decks = [
            {key: value for key, value in deck.items() if key != "Type"}
            for deck in thing.get("CustomDeck", {}).values()
        ]
        lines += [json.dumps(decks)] if decks else [thing.get("CustomImage", {}).get("ImageURL", "")]
    return lines


def exports(pack):
    lines = []
    for request in (
        SvgRequest(pages=True),
        ShopRequest(name="plain", decks=("stack",)),
        ShopRequest(name="drive-thru-cards", decks=("stack",)),
    ):
        output = export_output(pack, request)
        lines.append(f"{output.stem} {output.number} {output.game}: {[file.name for file in output.files]}")
        lines += list_faults(output.warnings())
    return lines


def uncut(pack):
    rules = PieceSheetRules(ImpositionSettings(A4, bleed=3))
    lines = []
    for piece in ("tokens", "board"):
        kind = piece_kind(pack, piece, rules)
        for front, back in (_cut(kind)[0], _with_cuts(kind)[0]):
            lines += list_frames([face for face in (front, back) if face])
        lines += [str([face.clear for face in pictures_of(named_pieces(pack, (piece,), rules))])]
    record = records(pack, "tokens")[0]
    lines += list_frames([piece_picture(pack, "tokens", rules, record, behind=behind) for behind in (False, True)])
    return [*lines, str([(named, len(frames)) for named, _, frames in page_documents(pack, A4)])]


def print_sizes(pack):
    lines = sizes(
        card_size(pack, ""), card_size(pack, Size(9, 8)), card_size(large(pack), Size(10, 20)), card_size(pack, "poker")
    )
    lines += sizes(*(sleeve_size(pack, sleeves, NO_CARD) for sleeves in ("", "usual", "92x95mm", "95x92mm")))
    lines += sizes(
        sleeve_size(pack, "66x91mm", Size(mm(63), mm(88))), sleeve_size(pack, "66x91mm", Size(mm(88), mm(63)))
    )
    for sleeve in ("60x91mm", "66x80mm"):
        with pytest.raises(InvalidRequest) as error:
            sleeve_size(pack, sleeve, Size(mm(63), mm(88)))
        lines += list_faults(error.value.diagnostics)
    own, usual = PaperOptions(usual="a4", margins=Insets(1, 2, 3, 4)), PaperOptions(usual="a4")
    lines += strings(usual.edges == EDGES, own.edges, usual.profile(pack.catalogue), *sizes(usual.size(pack.catalogue)))
    for on in (own, usual):
        kit, pieces = KitRequest(on=on), PiecesRequest(on=on, bleed=1.0, gap=2.0, strip=False)
        lines += strings(
            kit.settings(pack).margins,
            kit.piece_rules(pack).guides,
            kit.piece_rules(pack).sheet.margins,
            pieces.rules(pack),
        )
    lines.append(KitRequest(on=usual, cards=CardSheetOptions(marks=False)).piece_rules(pack).guides)
    return lines


def excluded(pack):
    """Return the faults of requests whose options exclude or need each other, and "-" for other requests."""
    requests = [
        CardsRequest(cards=CardSheetOptions(duplex=duplex, two_files=two))
        for duplex in ("fold", "off", "long-edge")
        for two in (True, False)
    ]
    requests += [
        PiecesRequest(duplex="fold", two_files=True),
        PressRequest(condition="X"),
        PressRequest(),
        CardsRequest(copies="n"),
    ]
    requests += [CardsRequest(source=CardTable(**{key: "x"})) for key in ("sheet_name", "headings", "title_column")]
    requests += [
        SheetsRequest(record="x", **more)
        for more in (
            {},
            {"fillable": True},
            {"sheets": SheetOptions(players=("a",))},
            {"sheets": SheetOptions(maps=("a",))},
        )
    ]
    requests += [SheetsRequest(fillable=True)]
    lines = [" ".join(f"{fault.code} {fault.place.path}" for fault in request.faults()) or "-" for request in requests]
    for text in ("1mm", "1mm 2mm 3mm 4mm", "100mm", "101mm", "1mm 2mm", "-1mm"):
        try:
            lines.append(" ".join(map(number, _read_margins.read(Node(text, NOWHERE), []))))
        except ValueError as fault:
            lines.append(" ".join(facts(str(fault))))
    return lines


def outputs(pack):
    on = PaperOptions(usual="a4")
    requests = [
        KitRequest(on=on),
        SheetsRequest(on=on),
        PagesRequest(on=on, names=("help",)),
        PiecesRequest(on=on, names=("coins",), two_files=True),
    ]
    requests += [
        CardsRequest(on=on, cards=CardSheetOptions(**more), is_mixed="gap" in more)
        for more in ({}, {"two_files": True}, {"bleed": 3.0}, {"gap": 0.0, "duplex": "off"})
    ]
    requests += [CardsRequest(on=on, decks=("wide",), copies=9, cards=CardSheetOptions(duplex="fold"))]
    lines = []
    for request in requests:
        output = print_output(pack, request)
        files = [] if isinstance(request, KitRequest) else [(file.name, file.pages) for file in output.files]
        lines += [
            f"{output.stem} {output.number} {output.game} {files} {' '.join(facts(output.summary))}",
            *list_faults(output.warnings()),
        ]
    return lines


def chosen(pack):
    cases = [
        (("stack",), ("1-2",)),
        (("stack",), ("2",)),
        (("stack", "wide"), ("two", "low")),
        (("stack", "wide"), ()),
        (("wide",), ("high",)),
    ]
    lines = [
        str({deck: [card.key for card in cards] for deck, cards in chosen_cards(pack, *each).items()}) for each in cases
    ]
    for each in (
        (("stack",), ("0",)),
        (("stack",), ("2-1",)),
        (("stack",), ("9",)),
        (("stack", "wide"), ("1",)),
        (("stack", "wide"), ("twoo",)),
    ):
        lines += refusal(chosen_cards, pack, *each)
    big, small = deck_faces(pack, "stack", Size(300, 400)), deck_faces(pack, "stack", Size(90, 125))
    lines += list_frames(
        [
            small.cards[0][0],
            big.cards[0][0],
            *(face for face in deck_faces(pack, "stack", bleed=3.0, copies=2).cards[-1]),
        ]
    )
    mixed = mix_decks([small, big, deck_faces(pack, "wide", Size(90, 125))])
    lines += strings(*((deck.deck, deck.title, deck.keys) for deck in mixed), *list_faults(pack.faults))
    thick = LineThickener(1.0).thicken(
        drawing(
            9,
            9,
            ShapeItem("rect", Rect(0, 0, 9, 9), Paint(None, "#000000", 0.3)),
            ShapeItem("rect", Rect(0, 0, 9, 9), Paint(None, "#111111", 2.0)),
        ),
        0.5,
    )
    lines += sizes(
        largest_size(pack, ("stack", "wide")),
        largest_size(pack, ("wide",)),
        largest_size(pack, ()),
        largest_size(pack, (), Size(9, 8)),
        deck_size(large(pack), "stack"),
    )
    return [*lines, *list_alike(thick.items)]


def refused_sheets(pack):
    cases = [(sheet_mode, pack.manifest.sheets["pad"], "shrt"), (map_values, pack, pack.manifest.sheets["pad"], "a")]
    lines = [line for action, *values in cases for line in refusal(action, *values)]
    named = list(sheet_pages(pack, SheetOptions(sheet="ticket", players=("Ann", "Bo")), PaperOptions(paper="a4")))
    texts = [item for item, _ in walk(named[0].items) if isinstance(item, TextItem) and item.font == "text.medium"]
    return [*lines, *list_alike(texts, full=True), *(field.value for field, _ in fields_on(named[0]))]


def spans_of_pages(pack):
    """Return the spans of a face that each page shows: for words, a list, a table, and a panel higher than a page."""

    def words(y, opens="P", height=10):
        return TextItem(0, y + 0.7 * height / 0.88, "a", "text.regular", height / 0.88, "#000000", 9, opens=opens)

    plain = [words(at * 40) for at in range(8)]
    heads = [words(0), words(30, "H1"), words(60), words(90), words(120, "H2"), words(150)]
    listed = [words(at * 20, opens) for at, opens in enumerate(["Lbl", "LBody"] * 4)]
    rows = [words(at * 20, cell_tag(at, 0, heads="Column" if not at else "")) for at in range(9)]
    panel = [
        ShapeItem("rect", Rect(0, 0, 50, 50), Paint("#000000")),
        words(20),
        words(54),
        ShapeItem("rect", Rect(0, 80, 50, 300), Paint("#000000")),
        words(90),
        words(190),
    ]
    lines = []
    for items in (plain, heads, listed, rows, panel):
        for high in (60, 101, 400):
            pages = page_parts(drawing(100, 400, *items), high)
            lines.append(
                " | ".join(", ".join(f"{number(top)}-{number(bottom)}" for top, bottom in page) for page in pages)
            )
    pages = large_pages(large(pack), lambda size: Frame(size, tuple(plain), "p"), A5, "7", Insets(9, 8, 7, 6))
    return [*lines, *list_frames(pages, pack)]


def boards(pack):
    places = {"a.1": Rect(50, 60, 10, 20), "a.2": Rect(70, 60, 10, 20), "b": Rect(300, 300, 5, 5)}
    boxes = {
        name: (FieldItem(name, ShapeItem("rect", box, Paint()), entry="check"), box) for name, box in places.items()
    }
    spec = BoardSpec(
        place=NOWHERE, show=("a",), marks={"a.1": "fill", "a.2": "x", "b": "ring", "c": "1"}, room=Insets(1, 2, 3, 4)
    )
    places_shown = _shown(boxes, spec)
    lines = [
        str(tuple(places_shown)),
        *list_faults(_unseen_marks(boxes, spec, places_shown)),
        *refusal(_shown, boxes, replace(spec, show=("d",))),
    ]
    lines += [
        str(tuple(_widened(Rect(*box), Size(60, 40), Size(100, 90))))
        for box in ((10, 10, 20, 20), (30, 40, 20, 20), (80, 70, 20, 20))
    ]
    old, new = marks_of_moment(spec, None, MarkedSheet("Ann"))
    return [*lines, old.name, str(new), *refusal(marks_of_moment, replace(spec, round=1), None, old)]


DRAWINGS = {
    "printable parts": printable_parts,
    "sizes of faces": face_sizes,
    "on papers": on_papers,
    "in large print": in_large_print,
    "quiet lines": quiet_lines,
    "rooms on small paper": rooms,
    "two on a page": two_on_a_page,
    "several on a page": several_on_a_page,
    "sides": sides_of_pages,
    "marks": pencil_marks,
    "a path": pencil_path(
        ("", "A1"), ("A1", "B1"), ("B1", "A1"), ("A1", "A2"), ("A1", "B1"), ("X1", "A1"), ("A1", "X1")
    ),
    "a path across joined ends": pencil_path(("A1", "D1"), ("D1", "A1")),
    "page codes": page_codes,
    "sheets": sheets_of(copies=2, players=("Ann", "Bo")),
    "sheets in a mode": sheets_of(mode="short"),
    "sheets two to a page": sheets_of("a5", copies=3),
    "sheets of their own paper": sheets_of("", sheet="ticket", copies=1),
    "sheets of their own paper on a larger one": sheets_of("a4", sheet="ticket", copies=1),
    "named sheets on a larger paper": sheets_of("a4", sheet="ticket", players=("Ann", "Bo", "Cy")),
    "values of sheets": sheet_values,
    **{f"net of {piece}": net(piece) for piece in ("box", "figures", "dice", "tents", "pockets")},
    "sizes of boxes": net_size,
    "sheets of pieces": sheets_of_pieces("coins", "tokens"),
    "a large piece": sheets_of_pieces("board", duplex="off"),
    "faces of tables": faces_of_tables,
    "faces for a shop": shop_faces,
    "names of files": exported_names,
    "kit": kit(),
    "kit with extras": kit(extras=True, mixed=True, sleeves="usual", cards={"duplex": "fold"}),
    "kit in two files": kit(cards={"two_files": True, "marks": False}),
    "contact sheet": contact_sheet,
    "pages to read": handouts,
    "grids of cards": card_grids,
    "things on a table": table_objects,
    "cut pieces": uncut,
    "sizes": print_sizes,
    "options that exclude others": excluded,
    "chosen cards": chosen,
    "refused sheets": refused_sheets,
    "spans of pages": spans_of_pages,
    "boards": boards,
}


DEARER = {"saved table": saved_table, "outputs": outputs, "sheets of cards": sheets_of_cards, "exports": exports}


@pytest.mark.parametrize("name", DRAWINGS)
def test_everything_stands_where_the_list_says(name, catalogue):
    assert DRAWINGS[name](open_pack(catalogue, "mini", "en")) == EXPECTED[name]


def test_a_saved_table_has_what_the_list_says(catalogue):
    assert saved_table(open_pack(catalogue, "mini", "en")) == EXPECTED["saved table"]


def test_what_is_printed_is_what_the_list_says(catalogue):
    assert outputs(open_pack(catalogue, "mini", "en")) == EXPECTED["outputs"]


def test_pictures_of_many_cards_are_those_of_the_list(catalogue):
    assert sheets_of_cards(open_pack(catalogue, "mini", "en")) == EXPECTED["sheets of cards"]


def test_exports_have_the_files_of_the_list(catalogue):
    assert exports(open_pack(catalogue, "mini", "en")) == EXPECTED["exports"]
