"""A deck has its own size, from game.yaml or its layout; several sizes make one kit; only an option scales cards."""

import io
import json
import random
import re
from dataclasses import replace

import pytest
from PIL import Image
from pypdf import PdfReader

from generator.check.checking import check_game
from generator.draw.raster import pictures
from generator.frame import GroupItem, TextItem, walk
from generator.geometry import Size
from generator.imposition.gang import PieceSheetRules
from generator.imposition.impose import ImpositionSettings
from generator.imposition.paper import read_paper
from generator.products.cards import NO_CARD, card_sheets, deck_faces, deck_size, largest_size, mix_decks
from generator.products.exports.card_files import named_decks, shop_decks
from generator.products.exports.shops import read_shops
from generator.products.exports.tts import tts_files
from generator.products.faces_on_paper import pack_pdf
from generator.products.kit import kit_documents, kit_files
from generator.products.pieces import piece_net
from generator.products.print_pack import open_pack
from generator.products.print_request import CardSheetOptions, KitRequest, PaperOptions, sleeve_size
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT
from tests.tables import tables, write_files

TABLES = tables(__file__)

MANIFEST = TABLES["manifest"]
LAYOUT = TABLES["layout"]
SIZES = {"upright": "size: {width: 63mm, height: 88mm}", "small": "size: {width: 44mm, height: 67mm}", "free": ""}
CARD_SIZES = {"poker": (63, 88), "mini": (44, 67), "wide": (88, 63), "large": (126, 176)}


@pytest.fixture
def home(tmp_path):
    files = {"cards/sizes/game.yaml": MANIFEST, "cards/sizes/words/en.yaml": "game: {title: Sizes}\n"}
    files |= {f"cards/sizes/{deck}.csv": f"name,copies\n{deck},5\n" for deck in CARD_SIZES}
    files |= {f"layouts/sizes/{name}.yaml": LAYOUT.format(size=size) for name, size in SIZES.items()}
    write_files(tmp_path, files)
    return tmp_path


def opened(home, edition=None):
    return open_pack(GameCatalogue((home, ROOT)), "sizes", "en", edition)


def test_a_box_for_upright_and_lying_cards_is_as_large_as_upright_ones(home):
    pack = opened(home)
    assert largest_size(pack, ["poker", "wide"]) == pytest.approx((mm(63), mm(88)))
    assert largest_size(pack, ["wide"]) == pytest.approx((mm(88), mm(63)))
    assert sleeve_size(pack, "128x178mm", NO_CARD) == pytest.approx((mm(2), mm(2)))


def test_a_shop_has_lying_cards_turned_to_stand_the_backs_the_other_way(home):
    path = home / "layouts/sizes/free.yaml"
    path.write_text(path.read_text() + "back: {text: Back, style: title, color: on_ground}\n")
    pack = opened(home)
    (deck,) = shop_decks(pack, ["wide"], read_shops(pack.catalogue).shops["game-crafter"])
    for face, down in ((deck.fronts[0], 1), (deck.backs[0], -1)):
        assert face.frame.trim.width == pytest.approx(180)
        assert face.frame.trim.height == pytest.approx(252)
        (words,) = [matrix for item, matrix in walk(face.frame.items) if isinstance(item, TextItem)]
        assert words[:2] == pytest.approx((0, down), abs=0.02), "printed as large as they are drawn, from top to bottom"
    assert [fault for fault in pack.faults if fault.code == "L057"] == []


@pytest.mark.parametrize("edition", [None, "large-print"])
def test_a_deck_is_cut_to_the_size_of_its_entry_else_of_its_layout(home, edition):
    pack = opened(home, edition)
    for deck, (width, height) in CARD_SIZES.items():
        faces = deck_faces(pack, deck, bleed=mm(3))
        scale = pack.scale
        assert faces.size == pytest.approx((mm(width) * scale, mm(height) * scale), abs=mm(0.01))
        trim = faces.cards[0][0].trim
        assert (trim.width, trim.height) == pytest.approx(faces.size, abs=mm(0.01))
    assert [(each.code, "200 %" in each.message) for each in pack.warnings()] == [("L057", True)]
    assert "'large'" in pack.warnings()[0].message


def test_a_size_that_is_asked_for_holds_for_every_deck_and_what_it_scales_is_reported(home):
    pack = opened(home)
    size = Size(mm(70), mm(120))
    assert {deck_size(pack, deck, size) for deck in CARD_SIZES} == {size}
    for deck in ("poker", "wide"):
        deck_faces(pack, deck, size)
    (warning,) = pack.warnings()
    assert (warning.code, warning.place.path, "63mm x 88mm and printed at 111 %" in warning.message) == (
        "L057",
        "--size",
        True,
    )


@pytest.mark.parametrize(("paper", "duplex"), [("a4", "off"), ("letter", "long-edge")])
def test_a_kit_of_three_sizes_prints_each_card_in_its_own(home, paper, duplex):
    pack = opened(home)
    request = KitRequest(on=PaperOptions(paper=paper), cards=CardSheetOptions(duplex=duplex))
    (document,) = kit_documents(pack, request)
    fronts = [page for page in document.frames if page.side != "back"]
    cards = [
        [item.content.size for item in page.items if isinstance(item, GroupItem) and item.content.size != page.size]
        for page in fronts
    ]
    assert [len(each) for each in cards] == [5, 5, 5]
    assert [each[0] for each in cards] == [
        pytest.approx((mm(width), mm(height)), abs=mm(0.01)) for width, height in ((63, 88), (44, 67), (88, 63))
    ]
    assert pack.warnings() == []
    name, content = next(iter(kit_files(pack, request)))
    assert (name, len(PdfReader(io.BytesIO(content)).pages)) == ("0-poker.pdf", 3)


@pytest.mark.parametrize(("duplex", "total"), [("off", 3), ("long-edge", 6)])
def test_the_pages_of_a_file_of_several_sizes_are_counted_through(home, duplex, total):
    for name in SIZES:
        path = home / f"layouts/sizes/{name}.yaml"
        path.write_text(path.read_text() + "back: {shape: rect, fill: ground_3}\n")
    pack = opened(home)
    a4 = read_paper(pack.catalogue, "a4")
    (document,) = kit_documents(pack, KitRequest(on=PaperOptions(usual=a4), cards=CardSheetOptions(duplex=duplex)))
    assert feet(document.frames) == [f"page {number} of {total}" for number in range(1, total + 1)]
    decks = [deck_faces(pack, deck) for deck in ("mini", "large", "wide")]
    several = [
        frame for _, frames in card_sheets(pack, decks, ImpositionSettings(a4, duplex=duplex)) for frame in frames
    ]
    count = len(several)
    assert count > total
    assert feet(several) == [f"page {number} of {count}" for number in range(1, count + 1)]


def test_cards_that_lie_are_told_to_tabletop_simulator(home):
    pack = opened(home)
    decks, table = named_decks(pack, ["poker", "wide"]), read_shops(pack.catalogue).tables["tts"]
    files = dict(tts_files(pack, decks, [], replace(table, most_pixels=900), ""))
    stacks = {each["Nickname"]: each for each in json.loads(files["sizes.json"])["ObjectStates"]}
    for deck, lying in (("poker", False), ("wide", True)):
        cards = stacks[deck]["ContainedObjects"]
        assert {each["SidewaysCard"] for each in (stacks[deck], *cards)} == {lying}


def feet(frames):
    """Return the text "page N of M" of each frame."""
    texts = [" ".join(item.text for item, _ in walk(frame.items) if isinstance(item, TextItem)) for frame in frames]
    return [re.search(r"page \d+ of \d+", words)[0] for words in texts]


PHOTO = TABLES["photo"]
DPI = 254  # ten pixels are a millimetre


@pytest.fixture
def photos(home):
    """Return the game with a photo, orange and rough, over all of each side, and a deck of the first size in blue."""
    for name, size in SIZES.items():
        (home / f"layouts/sizes/{name}.yaml").write_text(PHOTO.format(size=size))
    blue = PHOTO.format(size=SIZES["upright"]).replace("photo.png", "blue.png")
    (home / "layouts/sizes/blue.yaml").write_text(blue)
    (home / "cards/sizes/blue.csv").write_text("name,copies\nblue,3\n")
    (home / "cards/sizes/game.yaml").write_text(MANIFEST.replace("decks:\n", "decks:\n  blue: {layout: blue}\n", 1))
    chance = random.Random(7)
    photo = Image.new("RGB", (90, 60))
    photo.putdata([(chance.randrange(190, 250), chance.randrange(90), 20) for _ in range(90 * 60)])
    photo = photo.resize((900, 600))
    photo.save(home / "cards/sizes/photo.png")
    Image.merge("RGB", photo.split()[::-1]).save(home / "cards/sizes/blue.png")
    return opened(home)


def printed_pages(pack, *decks, **rules):
    """Return the plan of each lot of cards and its pages as pictures; decks share pages if they can."""
    rules = ImpositionSettings(read_paper(pack.catalogue, "a4"), strip=False, **rules)
    faces = mix_decks([deck_faces(pack, deck, bleed=rules.bleed) for deck in decks])
    plans = [(plan, list(frames)) for plan, frames in card_sheets(pack, faces, rules)]
    pack.raise_faults()
    return [(plan, list(pictures(pack_pdf(pack, frames, "x"), DPI))) for plan, frames in plans]


def full(page):
    """Return a picture that is white where a page is orange or blue, else black."""
    return page.convert("HSV").getchannel("S").point(lambda full: 255 * (full > 120))


def test_photos_to_the_edge_leave_no_white_without_bleed(photos):
    for deck in ("poker", "mini", "wide"):
        ((plan, (page,)),) = printed_pages(photos, deck, gap=mm(8), marks=False, duplex="off")
        for place in plan.places[:5]:
            around = place.outset(mm(0.9))
            sides = [round(side / mm(0.1)) for side in (around.x, around.y, around.right, around.bottom)]
            ink = full(page.crop(sides))
            left, top, right, bottom = ink.getbbox()
            printed = (sides[0] + left, sides[1] + top, sides[0] + right, sides[1] + bottom)
            expected = [side / mm(0.1) for side in (place.x, place.y, place.right, place.bottom)]
            assert printed == pytest.approx(expected, abs=1.01), "each edge within 0.1 mm, which is a pixel"
            assert ink.crop((left + 1, top + 1, right - 1, bottom - 1)).getextrema() == (255, 255), "white at an edge"


def marks(strip, *, down):
    """Return the positions of the lines in a strip of a page, in mm from its beginning."""
    dark = strip.convert("L").point(lambda grey: 255 * (grey < 160))
    row = dark.resize((1, dark.height) if down else (dark.width, 1), Image.Resampling.BOX).tobytes()
    return [(match.start() + match.end()) / 2 / 10 for match in re.finditer(rb"[^\0]+", row)]


def test_each_card_that_is_cut_out_at_its_marks_has_its_size_and_no_white(photos):
    decks = ("poker", "mini", "wide", "blue")
    lots = [pages for _, pages in printed_pages(photos, *decks, bleed=mm(3), duplex="long-edge")]
    assert [len(pages) for pages in lots] == [2, 2, 2], "those of one size share a sheet"
    colours = []
    for deck, page in [(deck, page) for deck, pages in zip(decks, lots, strict=False) for page in pages]:
        ink = full(page)
        left, top, right, bottom = ink.getbbox()
        across = marks(page.crop((0, 0, page.width, top - 2)), down=False)
        down = marks(page.crop((0, 0, left - 2, page.height)), down=True)
        columns, rows = list(zip(across[::2], across[1::2], strict=True)), list(zip(down[::2], down[1::2], strict=True))
        for lines, side in zip((columns, rows), CARD_SIZES[deck], strict=True):
            assert [far - near for near, far in lines] == pytest.approx([side] * len(lines), abs=0.101)
        boxes = [[round(10 * side) for side in (x[0], y[0], x[1], y[1])] for x in columns for y in rows]
        cut = [ink.crop(box) for box in boxes]
        assert [card.getextrema() for card in cut if card.getbbox()] == [(255, 255)] * (8 if deck == "poker" else 5)
        middles = [[page.getpixel((round(5 * sum(x)), round(5 * sum(y)))) for x in columns] for y in rows]
        colours.append([["blue" if blue > red else "orange" for red, _, blue in row] for row in middles])
        bleeds = left / 10, top / 10, right / 10, bottom / 10
        assert bleeds == pytest.approx((across[0] - 3, down[0] - 3, across[-1] + 3, down[-1] + 3), abs=0.15)
    assert colours[0] == [["orange"] * 4, ["orange", *["blue"] * 3]]
    assert colours[1] == colours[0][::-1], "each back behind its front, on paper that is turned over its long edge"


def test_decks_of_one_size_share_pages_and_others_do_not(home):
    pack = opened(home)
    faces = [deck_faces(pack, deck) for deck in ("poker", "mini", "poker", "wide")]
    assert [(each.title, len(each.cards)) for each in mix_decks(faces)] == [
        ("poker · poker", 10),
        ("mini", 5),
        ("wide", 5),
    ]


def test_a_box_has_room_for_the_largest_of_its_decks(home):
    pack = opened(home)
    net = piece_net(pack, "box", PieceSheetRules(ImpositionSettings(read_paper(pack.catalogue, "a4"))))
    front = net.panels["front"].face
    assert mm(63) <= front.width <= mm(66), "lying cards stand in it"
    assert front.height >= mm(88)


def test_a_game_of_several_sizes_has_no_fault(home):
    assert [each for each in check_game(GameCatalogue((home, ROOT)), "sizes") if each.severity == "error"] == []


def test_the_command_tells_each_size_and_how_many_of_it_a_page_takes(home, scrawl):
    result = scrawl(
        "print", "cards", "--deck", "poker", "--deck", "mini", "--deck", "wide", "--home", home, "-o", "out.pdf"
    )
    assert result.returncode == 0, result.stderr
    assert [line.removeprefix("Sizes: ").partition(":")[0] for line in result.stdout.splitlines()[:3]] == [
        "5 cards of 63mm x 88mm, 9 to a page",
        "5 cards of 44mm x 67mm, 16 to a page",
        "5 cards of 88mm x 63mm, 8 to a page",
    ]
    assert scrawl("print", "cards", "--home", home, "--size", "mini", "-o", "mini.pdf").stdout.startswith(
        "Sizes: 20 cards of"
    )
