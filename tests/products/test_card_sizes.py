"""Cards of every size: a drawing for one size is scaled to another, and cut to the requested size."""

import pytest

from generator.draw.raster import pictures
from generator.frame import Frame, ShapeItem, TextItem, walk
from generator.geometry import Size
from generator.imposition.paper import read_card_size
from generator.layout.covering import struck_texts
from generator.layout.drawn_items import DrawnPage
from generator.products.cards import deck_faces, drawing_scale
from generator.products.exports.card_files import face_pdf
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT, often
from tests.tables import read_yaml

CATALOGUE = GameCatalogue((ROOT,))
NAMES = list(read_yaml(ROOT / "layouts/common/card_sizes.yaml")["card_sizes"])


def largest_word(frame):
    return max(item.size * matrix[0] for item, matrix in walk(frame.items) if isinstance(item, TextItem))


EVERYWHERE = [(name, language) for name in NAMES for language in ("en", "pl", "cs")]
IN_TURN = [(name, ("en", "pl", "cs")[at % 3]) for at, name in enumerate(NAMES)]


@pytest.mark.parametrize(("name", "language"), often(IN_TURN, EVERYWHERE))
def test_every_deck_fits_every_named_size(name, language):
    pack = open_pack(CATALOGUE, "paper-dungeons", language)
    size = read_card_size(CATALOGUE, name)
    for deck in often(list(pack.manifest.decks)[NAMES.index(name) % 2 :: 2], pack.manifest.decks):
        for front, back in deck_faces(pack, deck, size, bleed=mm(3)).cards:
            for face in (front, back):
                assert isinstance(face, Frame)
                assert (face.trim.width, face.trim.height) == pytest.approx(size, abs=0.001)
                assert face.size == pytest.approx((size.width + mm(6), size.height + mm(6)), abs=0.001)
                assert list(struck_texts(DrawnPage(face))) == []
    pack.raise_faults()


def test_cards_grow_and_shrink_with_their_paper():
    pack = open_pack(CATALOGUE, "paper-dungeons", "en")
    layout = pack.engine(pack.manifest.decks["bosses"].layout).layout
    assert drawing_scale(layout, Size(mm(63), mm(88))) == 1
    assert drawing_scale(layout, read_card_size(CATALOGUE, "poker")) == 1, "nearly the same size is not scaled"
    assert drawing_scale(layout, Size(mm(31.5), mm(88))) == pytest.approx(0.5)
    assert drawing_scale(layout, Size(mm(126), mm(176))) == pytest.approx(2)
    assert drawing_scale(layout, Size(mm(88.2), mm(123.2)), 1.4) == pytest.approx(1.4)
    plain = deck_faces(pack, "bosses", Size(mm(63), mm(88))).cards[0][0]
    double = deck_faces(pack, "bosses", Size(mm(126), mm(176))).cards[0][0]
    assert largest_word(double) == pytest.approx(2 * largest_word(plain), rel=0.01)


def test_words_that_become_small_are_reported_once(scrawl, tmp_path):
    result = scrawl("print", "cards", "--size", "mini", "-o", tmp_path / "mini.pdf")
    assert result.returncode == 0, result.stderr
    assert result.stderr.count("L044") == 1
    assert "4.89pt" in result.stderr
    assert "L044" not in scrawl("print", "cards", "--size", "euro", "-o", tmp_path / "euro.pdf").stderr


def test_the_ground_of_a_small_card_reaches_the_edge_of_the_largest_bleed():
    pack = open_pack(CATALOGUE, "paper-dungeons", "en")
    face = deck_faces(pack, "missions", read_card_size(CATALOGUE, "mini"), bleed=mm(6)).cards[0][0]
    picture = next(pictures(face_pdf(pack, [face], "t"), 72)).convert("L")
    corners = [(1, 1), (picture.width - 2, 1), (1, picture.height - 2), (picture.width - 2, picture.height - 2)]
    assert max(picture.getpixel(spot) for spot in corners) < 100


FRAMES = {"goals": ("frame_goal", 0.305)}


@pytest.mark.parametrize("deck", FRAMES)
def test_pictures_keep_clear_of_their_frames_and_grow_on_taller_cards(deck):
    pack = open_pack(CATALOGUE, "paper-dungeons", "en")
    shares = []
    for name in ("standard", "tarot"):
        face, _ = deck_faces(pack, deck, read_card_size(CATALOGUE, name)).cards[0]
        boxes = {
            item.outline.name: item.rect.around(matrix)
            for item, matrix in walk(face.items)
            if isinstance(item, ShapeItem) and item.outline is not None
        }
        frame, reach = boxes[FRAMES[deck][0]], FRAMES[deck][1]
        (inner,) = [box for shape, box in boxes.items() if shape.startswith(deck[:-1] + "_")]
        assert (inner.width**2 + inner.height**2) ** 0.5 / 2 < reach * frame.height, (
            "a square in it would meet the ring"
        )
        assert inner.y - frame.y > 0.2 * frame.height, "it would meet the rail of the banner"
        shares.append(frame.height / face.size.height)
    assert shares[1] >= shares[0]
