"""A deck has its own size, told by game.yaml or by its layout; several sizes make one kit, and nothing is scaled unasked."""

import io

import pytest
from pypdf import PdfReader

from generator.frame import GroupItem
from generator.geometry import Size
from generator.proof.checking import check_game
from generator.reading.catalogue import Catalogue
from generator.recipes.cards import deck_faces, deck_size, mixed
from generator.recipes.kit import kit_documents, kit_files
from generator.recipes.kit_request import KitRequest
from generator.recipes.pack import open_pack
from generator.recipes.pieces import piece_net
from generator.sheets.gang import GangRules
from generator.sheets.impose import SheetRules
from generator.sheets.paper import read_paper
from generator.units import mm
from tests.conftest import ROOT

MANIFEST = """
game: sizes
decks:
  poker: {layout: upright}
  mini: {layout: small}
  wide: {layout: free, size: 88x63mm}
  large: {layout: upright, size: 126x176mm}
pieces:
  box: {layout: common/pieces/tuck_box, shape: {tuck_box: {decks: [poker, wide]}}}
kit: [{deck: [poker, mini, wide]}]
"""
LAYOUT = """extends: ../common/styles.yaml
{size}
front: {{stack: [{{shape: rect, fill: ground_3, x: -5mm, y: -5mm, right: -5mm, bottom: -5mm}}, {{text: "{{name}}", style: title, color: on_ground, x: 4mm, right: 4mm, y: 10mm, height: 10mm}}]}}
"""
SIZES = {"upright": "size: {width: 63mm, height: 88mm}", "small": "size: {width: 44mm, height: 67mm}", "free": ""}
PRINTED = {"poker": (63, 88), "mini": (44, 67), "wide": (88, 63), "large": (126, 176)}


@pytest.fixture
def home(tmp_path):
    files = {"cards/sizes/game.yaml": MANIFEST, "cards/sizes/words/en.yaml": "game: {title: Sizes}\n"}
    files |= {f"cards/sizes/{deck}.csv": f"name,copies\n{deck},5\n" for deck in PRINTED}
    files |= {f"layouts/sizes/{name}.yaml": LAYOUT.format(size=size) for name, size in SIZES.items()}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def opened(home, edition=None):
    return open_pack(Catalogue((home, ROOT)), "sizes", "en", edition)


@pytest.mark.parametrize("edition", [None, "large-print"])
def test_a_deck_is_cut_to_the_size_of_its_entry_else_of_its_layout(home, edition):
    pack = opened(home, edition)
    for deck, (width, height) in PRINTED.items():
        faces = deck_faces(pack, deck, bleed=mm(3))
        scale = pack.scale
        assert faces.size == pytest.approx((mm(width) * scale, mm(height) * scale), abs=mm(0.01))
        trim = faces.cards[0][0].trim
        assert (trim.width, trim.height) == pytest.approx(faces.size, abs=mm(0.01))
    assert [(each.code, "200 %" in each.message) for each in pack.warnings()] == [("L057", True)]
    assert "'large'" in pack.warnings()[0].message


def test_a_size_that_is_asked_for_holds_for_every_deck_and_what_it_scales_is_told(home):
    pack = opened(home)
    asked = Size(mm(70), mm(120))
    assert {deck_size(pack, deck, asked) for deck in PRINTED} == {asked}
    for deck in ("poker", "wide"):
        deck_faces(pack, deck, asked)
    (told,) = pack.warnings()
    assert (told.code, told.place.path, "63mm x 88mm and printed at 111 %" in told.message) == ("L057", "--size", True)


@pytest.mark.parametrize(("paper", "duplex"), [("a4", "off"), ("letter", "long-edge")])
def test_a_kit_of_three_sizes_prints_each_card_in_its_own(home, paper, duplex):
    pack = opened(home)
    rules = SheetRules(read_paper(pack.catalogue, paper), duplex=duplex)
    (document,) = kit_documents(pack, KitRequest(rules))
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
    name, content = next(iter(kit_files(pack, KitRequest(rules))))
    assert (name, len(PdfReader(io.BytesIO(content)).pages)) == ("0-poker.pdf", 3)


def test_decks_of_one_size_share_pages_and_others_do_not(home):
    pack = opened(home)
    faces = [deck_faces(pack, deck) for deck in ("poker", "mini", "poker", "wide")]
    assert [(each.title, len(each.cards)) for each in mixed(faces)] == [("poker · poker", 10), ("mini", 5), ("wide", 5)]


def test_a_box_has_room_for_the_largest_of_its_decks(home):
    pack = opened(home)
    net = piece_net(pack, "box", GangRules(SheetRules(read_paper(pack.catalogue, "a4"))))
    front = net.panels["front"].face
    assert front.width >= mm(88)
    assert front.height >= mm(88)


def test_a_game_of_several_sizes_has_no_fault(home):
    assert [each for each in check_game(Catalogue((home, ROOT)), "sizes") if each.severity == "error"] == []


def test_the_command_tells_each_size_and_how_many_of_it_a_page_takes(home, scrawl):
    done = scrawl(
        "print", "cards", "--deck", "poker", "--deck", "mini", "--deck", "wide", "--home", home, "-o", "out.pdf"
    )
    assert done.returncode == 0, done.stderr
    assert [line.removeprefix("Sizes: ").partition(":")[0] for line in done.stdout.splitlines()[:3]] == [
        "5 cards of 63mm x 88mm, 9 to a page",
        "5 cards of 44mm x 67mm, 16 to a page",
        "5 cards of 88mm x 63mm, 8 to a page",
    ]
    assert scrawl("print", "cards", "--home", home, "--size", "mini", "-o", "mini.pdf").stdout.startswith(
        "Sizes: 20 cards of"
    )
