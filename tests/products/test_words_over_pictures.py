"""Test with pixels that words over pictures stay legible: the picture below is calm and far from their colour."""

import numpy
import pypdfium2
import pytest

from generator.frame import Frame, GroupItem, TextItem, images_shown, walk
from generator.geometry import Size
from generator.layout.frame_checks import contrast
from generator.products.cards import deck_faces
from generator.products.exports.card_files import face_pdf
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT, often

LEAST, CALM = 3.0, 2.2  # contrast of words to their ground, and of parts of the ground to each other
MOST_BAD = 0.05  # of the ground below a word
DOTS = 2.0  # pixels a point
EVERY = [
    (game, deck, edition)
    for game in ("paper-dungeons", "dungeon-fighter", "platformer")
    for deck in open_pack(GameCatalogue((ROOT,)), game, "en").manifest.decks
    for edition in (None, "ink-saver", "colour-blind", "dry-erase")
]


def without_words(items):
    for item in items:
        if isinstance(item, GroupItem):
            yield item._replace(content=item.content._replace(items=tuple(without_words(item.content.items))))
        elif not isinstance(item, TextItem):
            yield item


def unclear_words(pack, face):
    """Yield (words, bad part of their ground) for words on a picture; bad is near to their colour, or restless."""
    pictures = [box for image, _, box in images_shown(face.items) if image.drawing is not None]
    words = [(item, item.rect.around(matrix)) for item, matrix in walk(face.items) if isinstance(item, TextItem)]
    over = [(item, box) for item, box in words if item.outline is None and any(box.meets(there) for there in pictures)]
    if not over:
        return
    document = pypdfium2.PdfDocument(face_pdf(pack, [Frame(face.size, tuple(without_words(face.items)))], "t"))
    pixels = numpy.asarray(document[0].render(scale=DOTS).to_pil().convert("RGB"))
    document.close()
    for item, box in over:
        x, y, right, bottom = (round(edge * DOTS) for edge in (box.x, box.y, box.right, box.bottom))
        colours, counts = numpy.unique(pixels[y:bottom, x:right].reshape(-1, 3), axis=0, return_counts=True)
        codes = ["#{:02x}{:02x}{:02x}".format(*colour) for colour in colours]
        most = codes[int(counts.argmax())]
        bad = [contrast(item.color[:7], code) < LEAST or contrast(most, code) > CALM for code in codes]
        yield item.text, float(counts[bad].sum() / counts.sum())


@pytest.mark.parametrize(("game", "deck", "edition"), often([("paper-dungeons", "dungeons", "ink-saver")], EVERY))
def test_words_over_pictures_of_cards_are_far_from_their_grounds(game, deck, edition):
    pack = open_pack(GameCatalogue((ROOT,)), game, "en", edition)
    cards = deck_faces(pack, deck, Size(mm(63), mm(88))).cards
    faces = [face for card in often(cards[:2], cards) for face in card if face is not None]
    unclear = {
        (face.name, words, round(part, 2))
        for face in faces
        for words, part in unclear_words(pack, face)
        if part > MOST_BAD
    }
    assert unclear == set()
