"""What the parts of a small game become on paper and in exports, item by item.

The lists beside this module say it in points, `tests/products/drawing_listing.py` how they are written.
"""

import json
from dataclasses import replace

import pytest

from generator.frame import FieldItem, Frame, Paint, ReusableDrawing, ShapeItem, TextItem
from generator.geometry import A4, Insets, Rect, Size
from generator.imposition.gang import PieceSheetRules
from generator.imposition.impose import ImpositionSettings
from generator.page_code import SheetIdentity
from generator.products.cards import records
from generator.products.exports.card_files import named_decks, select_exports, shop_decks
from generator.products.exports.shops import find_shop
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
from generator.products.handout_pages import page_frames, whole_page
from generator.products.kit import ContactSheet, even_columns, kit_documents
from generator.products.kit_contents import printing_values
from generator.products.pieces import folded_frames, piece_net, piece_sheets, piece_size, table_faces
from generator.products.print_pack import open_pack
from generator.products.print_request import CardSheetOptions, KitRequest, PaperOptions, SheetOptions
from generator.products.sheets import (
    add_page_codes,
    name_boxes,
    name_place,
    own_page,
    own_paper,
    paper_digest,
    pencilled,
    sheet_code,
    sheet_name,
    sheet_pages,
    sheet_size,
)
from generator.reading.game_catalogue import GameCatalogue
from generator.rulesets.ruleset import MarkedSheet, PencilMark
from generator.units import mm
from tests.conftest import ROOT
from tests.products.drawing_listing import list_alike, list_faults, list_frames, number, refusal
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


def told(*lines):
    return [str(line) for line in lines]


def large(pack):
    """Return the pack of the same game in large print."""
    return replace(pack, edition="large-print", engines={})


def printable_parts(pack):
    wide = [Insets(9, 8, 7, 6), Insets(10, 330, 10, 10), Insets(500, 0, 0, 0)]
    parts = [sizes(printable(A4)), sizes(printable(A4, wide[0]))]
    return [*(part[0] for part in parts), *refusal(printable, A4, wide[1]), *refusal(printable, A4, wide[2])]


def face_sizes(pack):
    asked = [(paper, actual) for paper in (A4, A3, A5, TINY) for actual in (False, True)]
    usual = sizes(*(face_size(pack, paper, actual_size=actual) for paper, actual in asked))
    return [*usual, *sizes(*(face_size(large(pack), paper, actual_size=actual) for paper, actual in asked))]


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
    return told(
        cut(box(0, 100)), cut(text(52)), cut(text(52), box(53, 9)), cut(text(50), text(60)), cut(field, box(50, 12)),
        cut(box(38, 12, "outline"), box(50, 12)), cut(box(38, 12), box(50, 12), box(50, 11)), cut(box(38, 12), box(50, 12.6)),
        cut(text(50), low=30, high=46), cut(text(48), box(39, 7), low=41, high=55),
    )  # fmt: skip


def rooms(pack):
    faults = [("L030", "error"), ("L031", "error"), ("L030", "warning"), ("P009", "error")]
    lines = []
    for paper in (A5, A5.turned, Size(mm(199), mm(300)), Size(mm(201), mm(269)), A4):
        from generator.diagnostics import NOWHERE, Diagnostic

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
        *told(*(frame.identities for frame in frames)),
        *told(*(f"{number(size[0])} {across} {down}" for size, across, down in grids)),
    ]


def sides_of_pages(pack):
    front, back = page(9, 9), page(9, 9, side="back")
    both = [("a", [front, back, front, back]), ("a", [front])]
    made = [sides(name, frames, apart=apart) for apart in (True, False) for name, frames in both]
    return told(*([(name, [frame.side for frame in frames]) for name, frames in each] for each in made))


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
    return [*told(*lines, same), *list_frames(coded), str(coded[1].identities[0] == IDENTITY.text())]


def sheets_of(paper="a4", usual="a4", **options):
    def listed(pack):
        request, on = SheetOptions(**options), PaperOptions(paper=paper, usual=usual)
        frames = list(sheet_pages(pack, request, on))
        codes = [identity.partition("?")[2] for frame in frames for identity in frame.identities]
        return [*list_frames(frames, pack), *told(*dict.fromkeys(codes), len(codes))]

    return listed


def sheet_values(pack):
    a6 = [own_paper(pack, "pad"), own_paper(pack, "ticket"), own_page(pack, "ticket"), own_page(large(pack), "ticket")]
    a6 += [sheet_size(pack, "pad", A4), sheet_size(pack, "ticket", A4), sheet_size(large(pack), "ticket", A4)]
    places = [name_place(pack, sheet, A4) for sheet in ("pad", "ticket")]
    return [
        *sizes(*a6),
        *told(places, name_boxes(pack), sheet_name(pack), sheet_name(pack, "ticket")),
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
        return [*list_frames(frames), *told(*(frame.title for frame in frames))]

    return listed


def faces_of_tables(pack):
    tables = ("stack", "tokens", "figures", "dice")
    faces = [
        [(face.name, number(face.size.width), face.side) for face in table_faces(pack, table, 3.0)] for table in tables
    ]
    return [*told(*faces), *sizes(*(piece_size(pack, piece) for piece in ("coins", "tokens", "dice")))]


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
    return told(*names, [len(deck.backs) for deck in decks], *every, *folded)


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
    return told(
        sheet.columns,
        sheet.cell,
        f"{sheet.scale:.4f}",
        sheet.picture.size,
        [even_columns(count) for count in range(1, 20)],
    )


def handouts(pack):
    frames = [whole_page(pack, "help", paper) for paper in (A4, A3, A5)]
    return [*list_frames([*page_frames(pack, "help", A4), *frames], pack), *list_faults(pack.faults)]


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
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_everything_stands_where_the_list_says(name, catalogue):
    assert DRAWINGS[name](open_pack(catalogue, "mini", "en")) == EXPECTED[name]
