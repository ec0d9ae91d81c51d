"""No frame lies where the knife goes: it is far enough inside the cut of a card or a piece, or it bleeds over it."""

import pytest

from generator.frame import Frame, Paint, ShapeItem, walk
from generator.geometry import A4, Rect, Size
from generator.imposition.gang import PieceSheetRules
from generator.imposition.impose import ImpositionSettings
from generator.products.cards import deck_faces
from generator.products.pieces import piece_faces
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT

GAMES = ("paper-dungeons", "dungeon-fighter", "platformer", "labirynt-smierci", "yacht")
DRIFT = mm(1)  # of a knife


def frames_on_the_cut(face):
    """Return the sides of outlines that run along a cut, nearer to it than a knife goes astray."""
    trim, found = face.trim, []
    for item, matrix in walk(face.items):
        if isinstance(item, ShapeItem) and item.kind == "rect" and item.paint.stroke and item.paint.stroke_width:
            box = item.rect.around(matrix)
            if box.width > 0.6 * trim.width and box.height > 0.6 * trim.height:
                sides = (box.x - trim.x, box.y - trim.y, trim.right - box.right, trim.bottom - box.bottom)
                found += [(item.place, round(side, 1)) for side in sides if abs(side) < DRIFT]
    return found


def faces(game, edition):
    """Return each face of the decks and pieces of a game, with its bleed."""
    pack = open_pack(GameCatalogue((ROOT,)), game, "en", edition)
    for deck in pack.manifest.decks:
        yield from (face for pair in deck_faces(pack, deck, bleed=mm(3)).cards for face in pair if face is not None)
    for piece in pack.manifest.pieces:
        yield from piece_faces(pack, piece, PieceSheetRules(ImpositionSettings(A4, bleed=mm(3))))
    pack.raise_faults()


@pytest.mark.parametrize("edition", [None, "ink-saver", "large-print"])
@pytest.mark.parametrize("game", GAMES)
def test_no_frame_lies_on_the_cut_of_a_card_or_a_piece(game, edition):
    found = {told for face in faces(game, edition) if face.trim is not None for told in frames_on_the_cut(face)}
    assert not found


@pytest.mark.parametrize(("inset", "is_found"), [(0, True), (0.5, True), (-0.5, True), (3, False), (-3, False)])
def test_a_frame_on_the_cut_is_found_and_one_inside_or_over_it_is_not(inset, is_found):
    trim = Rect(9, 9, 180, 250)
    box = trim.outset(-mm(inset))
    face = Frame(Size(198, 268), (ShapeItem("rect", box, Paint(None, "#000000", 1.0)),), trim=trim)
    assert bool(frames_on_the_cut(face)) == is_found
