"""Test editions, with measurements of the print: little ink, colours for everybody, large print, film and marker."""

import io
from functools import cache
from itertools import combinations, pairwise

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from generator.check.checking import pack_faults
from generator.diagnostics import NOWHERE
from generator.frame import FieldItem, ShapeItem, TextItem, walk
from generator.geometry import Size
from generator.layout.frame_checks import frame_faults
from generator.products.cards import deck_faces
from generator.products.exports.card_files import face_pdf
from generator.products.faces_on_paper import pack_pdf
from generator.products.handout_pages import page_face, page_frames
from generator.products.kit import kit_documents
from generator.products.print_pack import open_pack
from generator.products.print_request import KitRequest, PaperOptions, SheetOptions
from generator.products.sheets import sheet_face, sheet_pages
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT, all_fields, often
from tests.tables import tables

TABLES = tables(__file__)

CATALOGUE = GameCatalogue((ROOT,))
EDITIONS = ("ink-saver", "colour-blind", "large-print", "dry-erase")
CARD, A4, A3 = Size(mm(63), mm(88)), Size(mm(210), mm(297)), Size(mm(297), mm(420))
SHEET = Size(mm(200), mm(281))
LARGE_AREA = mm(25) * mm(25)  # counters are smaller: their ground has the colour of the counted thing
DECKS = ("dungeons", "bosses", "missions", "powers", "goals")
RIBBONS = {"bosses": 50, "missions": 39, "powers": 50, "goals": 39}  # millimetres below the top of a card

# How a person without cones for middle (green) or long (red) waves sees linear red, green and blue: Machado, Oliveira and
# Fernandes 2009, severity 1.
DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))
PROTANOPIA = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
# and a person without cones for short (blue) waves
TRITANOPIA = ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900))
NORMAL_SIGHT = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


IN_TURN = {"ink-saver": "cs", "colour-blind": "pl", "large-print": "en", "dry-erase": "pl"}


@cache
def open_edition(edition, language):
    return open_pack(CATALOGUE, "paper-dungeons", language, edition)


def pack(edition=None, language=None):
    """Return the game in an edition; without a language, in the one that the quick run checks."""
    return open_edition(edition, language or IN_TURN.get(edition, "en"))


def cards_of(the_pack, deck):
    """Return the cards of a deck in the size of the edition."""
    return _cards(the_pack.edition, the_pack.language, deck)


@cache
def _cards(edition, language, deck):
    the_pack = pack(edition, language)
    return deck_faces(the_pack, deck, Size(CARD.width * the_pack.scale, CARD.height * the_pack.scale))


def picture(the_pack, frame, dpi=60):
    document = pypdfium2.PdfDocument(face_pdf(the_pack, [frame], "t"))
    try:
        return document[0].render(scale=dpi / 72).to_pil().convert("RGB")
    finally:
        document.close()


def linear(part):
    part /= 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def lab_of(color, matrix):
    """Return the CIE L*a*b* values of a colour, seen through a matrix."""
    rgb = [linear(part) for part in color]
    r, g, b = (min(1, max(0, sum(m * c for m, c in zip(row, rgb, strict=True)))) for row in matrix)
    white = (0.9505, 1.0, 1.089)
    xyz = (
        0.4124 * r + 0.3576 * g + 0.1805 * b,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        0.0193 * r + 0.1192 * g + 0.9505 * b,
    )
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (v / w for v, w in zip(xyz, white, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one, other):
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5


def grounds(the_pack):
    """Return the colour of each kind of card, from the raster of its first card: at its foot, or on its name ribbon."""
    colors = {}
    for deck in DECKS:
        faces = cards_of(the_pack, deck)
        for key, (front, _) in zip(faces.keys, faces.cards, strict=True):
            name = (
                next((f"season {row.fields['season']}" for row in the_pack.game.deck(deck) if row.key == key), deck)
                if deck == "bosses"
                else deck
            )
            if name not in colors:
                image = picture(the_pack, front)
                ribbon = (round(image.width * 2 / 63), round(image.height * RIBBONS.get(deck, 0) / 88))
                colors[name] = image.getpixel(ribbon if deck in RIBBONS else (image.width // 2, image.height - 3))
    return colors


def faces_of(the_pack):
    """Return every face of the cards, each shared back once."""
    faces = [face for deck in DECKS for card in cards_of(the_pack, deck).cards for face in card if face]
    return list({id(face): face for face in faces}.values())


EVERYWHERE = [(edition, language) for edition in EDITIONS for language in ("en", "pl", "cs")]


@pytest.mark.parametrize(("edition", "language"), often(list(IN_TURN.items()), EVERYWHERE))
def test_every_card_sheet_and_page_of_an_edition_is_without_fault(edition, language):
    the_pack = pack(edition, language)
    frames = faces_of(the_pack)
    frames += [sheet_face(the_pack, SHEET, None, mode) for mode in ("standard", "first-game")]
    if the_pack.scale == 1:
        frames += [page_face(the_pack, name, SHEET) for name in the_pack.manifest.pages]
    else:  # they take as many pages as they need
        frames += [page for name in the_pack.manifest.pages for page in page_frames(the_pack, name, A4)]
    the_pack.raise_faults()
    assert [str(fault) for frame in frames for fault in frame_faults(frame)] == []


def test_colour_blind_grounds_are_apart_for_everybody_and_in_grey():
    colors = grounds(pack("colour-blind"))
    assert len(colors) == 7
    for one, other in combinations(colors.values(), 2):
        for matrix in (NORMAL_SIGHT, DEUTERANOPIA, PROTANOPIA):
            assert distance(lab_of(one, matrix), lab_of(other, matrix)) >= 20
        assert abs(lab_of(one, NORMAL_SIGHT)[0] - lab_of(other, NORMAL_SIGHT)[0]) >= 7


KINDS = TABLES["kinds"]


@pytest.mark.parametrize(("game", "together"), [(game, names) for game, sets in KINDS.items() for names in sets])
def test_what_lies_side_by_side_in_a_game_is_told_apart_by_everybody(game, together):
    colors = open_pack(CATALOGUE, game, "en", "colour-blind").styles.colors
    codes = [bytes.fromhex(colors[name].removeprefix("#")) for name in together]
    for one, other in combinations(codes, 2):
        for matrix in (NORMAL_SIGHT, DEUTERANOPIA, PROTANOPIA, TRITANOPIA):
            assert distance(lab_of(one, matrix), lab_of(other, matrix)) >= 14


def hue(code):
    """Return the two parts of a colour other than lightness, and their strength."""
    _, *parts = lab_of(bytes.fromhex(code.removeprefix("#")), NORMAL_SIGHT)
    return parts, sum(part * part for part in parts) ** 0.5


@pytest.mark.parametrize("edition", [None, "colour-blind"])
@pytest.mark.parametrize("game", sorted(CATALOGUE.games()))
def test_tints_have_the_hue_of_what_they_tint(game, edition):
    colors = open_pack(CATALOGUE, game, "en", edition).styles.colors
    for name, code in colors.items():
        base = colors.get(name.removesuffix("_tint"), "")
        if name.endswith("_tint") and code.startswith("#") and base.startswith("#"):
            (one, strength), (other, of_tint) = hue(base), hue(code)
            if min(strength, of_tint) > 2.5:
                assert sum(a * b for a, b in zip(one, other, strict=True)) > 0.7 * strength * of_tint, name


def test_the_usual_grounds_are_apart_in_grey_too():
    lightness = sorted(lab_of(color, NORMAL_SIGHT)[0] for color in grounds(pack()).values())
    assert len(lightness) == 7
    assert min(high - low for low, high in pairwise(lightness)) >= 3


@pytest.mark.parametrize("edition", [None, *EDITIONS])
def test_colour_is_never_the_only_sign_of_a_deck(edition):
    the_pack = pack(edition)
    masks = {}
    for deck in DECKS:
        card = cards_of(the_pack, deck).cards[0]
        image = picture(the_pack, card[1]).convert("L").resize((150, 210))
        ground = image.getpixel((75, 205))
        # the pixels that differ from the ground, whatever its colour
        masks[deck] = ImageChops.difference(image, Image.new("L", image.size, ground)).point(
            lambda v: 255 if v > 60 else 0
        )
    for one, other in combinations(DECKS, 2):
        share = ImageStat.Stat(ImageChops.difference(masks[one], masks[other])).mean[0] / 255
        assert share > 0.03, f"backs of {one} and {other} differ by colour alone"


def test_seasons_are_told_by_a_number_too():
    the_pack = pack("colour-blind")
    faces = cards_of(the_pack, "bosses")
    for record, (front, _) in zip(the_pack.game.deck("bosses"), faces.cards, strict=True):
        texts = [item.text for item, _ in walk(front.items) if isinstance(item, TextItem)]
        assert str(record.fields["season"]) in texts
        assert record.fields["letter"] in texts


def coverage(frame, the_pack):
    """Return the mean ink of a page in percent, from its grey raster."""
    document = pypdfium2.PdfDocument(face_pdf(the_pack, [frame], "t"))
    try:
        image = document[0].render(scale=100 / 72, grayscale=True).to_pil().convert("L")
    finally:
        document.close()
    return 100 - ImageStat.Stat(image).mean[0] / 2.55


@pytest.mark.parametrize(("edition", "most"), [(None, 16), ("ink-saver", 7)])
def test_the_sheet_takes_little_ink(edition, most):
    the_pack = pack(edition)
    for page in sheet_pages(the_pack, SheetOptions(maps=(None, "a", "d", "l")), PaperOptions(usual=A4)):
        assert 2 < coverage(page, the_pack) <= most


def test_the_sheet_and_cards_that_save_ink_have_no_colour():
    the_pack = pack("ink-saver")
    (page,) = sheet_pages(the_pack, SheetOptions(maps=("a",)), PaperOptions(usual=A4))
    for face in (page, *(cards_of(the_pack, deck).cards[0][1] for deck in DECKS)):
        red, green, blue = picture(the_pack, face).split()
        for one, other in ((red, green), (green, blue)):
            assert ImageChops.difference(one, other).getextrema()[1] <= 4


def test_the_ink_saver_saves_most_of_a_card():
    plain, saving = pack(), pack("ink-saver")
    for deck in DECKS:
        usual, less = (coverage(cards_of(each, deck).cards[0][1], each) for each in (plain, saving))
        assert less < usual / 3


def sizes(frames):
    for frame in frames:
        for item, matrix in walk(frame.items):
            if isinstance(item, TextItem):
                yield item.size * (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5


def test_large_print_is_larger_everywhere():
    the_pack = pack("large-print")
    size = Size(CARD.width * 1.4, CARD.height * 1.4)
    faces = faces_of(the_pack)
    assert min(sizes(faces)) >= 7 * 1.4 - 0.01
    assert [face for face in faces if not (abs(face.size.width - size.width) < 0.01)] == []
    halves = list(sheet_pages(the_pack, SheetOptions(), PaperOptions(usual=A4)))
    (whole,) = sheet_pages(the_pack, SheetOptions(), PaperOptions(usual=A3))
    (tabloid,) = sheet_pages(
        the_pack, SheetOptions(), PaperOptions(usual=Size(mm(279.4), mm(431.8)))
    )  # not quite as wide as A3
    the_pack.raise_faults()
    assert len(halves) == 2
    for pages in (halves, [whole], [tabloid]):
        face_sizes = [s for s in sizes(pages) if s > 7]  # not the strip at the foot
        assert min(face_sizes) >= 7.6 * 1.4  # names of powers are the smallest
        assert len(face_sizes) == len([s for s in sizes([whole]) if s > 7]), "each word once, on the half that shows it"
    ids = [field.id for field in all_fields(whole)]
    assert sorted(ids) == sorted(field.id for field in all_fields(sheet_face(pack(), SHEET, None, "standard")))
    assert len(pypdf.PdfReader(io.BytesIO(pack_pdf(the_pack, halves, "t"))).pages) == 2


def test_boxes_for_film_have_strong_outlines():
    usual, strong = (sheet_face(pack(edition), SHEET, None, "standard") for edition in (None, "dry-erase"))

    def widths(frame):
        return {item.id: item.shape.paint.stroke_width for item, _ in walk(frame.items) if isinstance(item, FieldItem)}

    before, after = widths(usual), widths(strong)
    assert [
        name
        for name in before
        if name.startswith(("hero.", "item.", "health.", "monster_track.", "damage.", "potion.", "treasure."))
        if not (after[name] > before[name])
    ] == []


@pytest.mark.parametrize("game", often(["yacht"], sorted(CATALOGUE.games())))
def test_everything_that_is_written_on_film_has_strong_outlines(game):
    fields = [item for item, _ in kit_items(game, "dry-erase") if isinstance(item, FieldItem)]
    paints = {field.id: field.shape.paint for field in fields}
    written = {name: paint for name, paint in paints.items() if not name.startswith("room.")}  # rooms have walls
    assert [name for name, paint in written.items() if paint.stroke and paint.stroke_width < 1] == []


def test_an_unknown_edition_is_reported_with_the_nearest(scrawl, tmp_path):
    result = scrawl("print", "kit", "--edition", "inksaver", "-o", tmp_path / "kit")
    assert result.returncode == 1
    assert "did you mean 'ink-saver'" in result.stderr
    assert not (tmp_path / "kit").exists()


def test_a_kit_of_every_edition_is_printed(scrawl, tmp_path):
    for edition in often(("large-print",), EDITIONS):
        result = scrawl("print", "kit", "--edition", edition, "-o", tmp_path / edition)
        assert result.returncode == 0, result.stderr
        assert len(list((tmp_path / edition).iterdir())) >= 10


def test_the_ink_saver_takes_black_ink_alone_for_what_it_greys():
    saving = GameCatalogue((ROOT,)).read(ROOT / "layouts/common/editions/ink-saver.yaml")
    colors = [node.value for _, node in saving.get("colors").items()]
    assert [color for color in colors if len({color[at : at + 2] for at in (1, 3, 5)}) > 1] == []


@pytest.mark.parametrize("game", often(["dungeon-fighter"], sorted(CATALOGUE.games())))
def test_nothing_of_a_game_is_pale_or_collides_where_ink_is_saved(game):
    assert [str(fault) for fault in pack_faults(open_pack(CATALOGUE, game, "en", "ink-saver"))] == []


@pytest.mark.parametrize("game", often(["yacht"], sorted(CATALOGUE.games())))
def test_no_large_area_is_dark_where_ink_is_saved(game):
    for item, matrix in kit_items(game, "ink-saver"):
        box = item.rect.around(matrix)
        if isinstance(item, ShapeItem) and item.kind in ("rect", "ellipse") and box.width * box.height > LARGE_AREA:
            assert lab_of(bytes.fromhex((item.paint.fill or "#ffffff")[1:7]), NORMAL_SIGHT)[0] > 45, item.place


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("game", often(["yacht"], sorted(CATALOGUE.games())))
def test_every_edition_changes_something_in_each_game(game, edition):
    assert kit_items(game, edition) != kit_items(game, None)


@cache
def kit_items(game, edition):
    """Return the items of a kit that layouts draw. The ruler strip, whose cells depend on the edition, has no place."""
    pack = open_pack(CATALOGUE, game, "en", edition)
    return [
        (item._replace(place=NOWHERE), matrix)
        for document in kit_documents(pack, KitRequest(on=PaperOptions(usual=A4)))
        for frame in document.frames
        for item, matrix in walk(frame.items)
        if item.place != NOWHERE
    ]
