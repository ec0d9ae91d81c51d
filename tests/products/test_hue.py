"""Colour is never the only sign: where marks of one shape differ in a hue that grey print loses, a sign tells them apart.

All that a kit prints is looked at. A colour of such a shape has a sign if one text or icon lies in or beside each shape
of that colour, and beside none of the other colours.
"""

from collections import defaultdict
from colorsys import rgb_to_hls
from itertools import combinations

import pytest

from generator.frame import UNMOVED, Frame, GroupItem, Paint, ShapeItem, TextItem
from generator.geometry import A4, Rect, Size, combine
from generator.products.kit import kit_documents
from generator.products.print_pack import open_pack
from generator.products.print_request import KitRequest, PaperOptions
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT, often

BESIDE = 11.0  # points around a mark in which its sign lies
LEAST_MARK, MOST_MARK = 8.0, 150.0  # points: smaller shapes are ornaments, larger ones grounds
ALIKE = 0.12  # of lightness, 0 to 1: closer colours are one grey
TOLD = {  # by document and shape: what tells the colours apart, which the rule above does not see
    ("03-bosses", "rect"): "the number of the tier, which other cards have as a strength",
    ("03-bosses", "crown"): "the number of the tier",
    ("03-bosses", "shield_point"): "the number of the tier in the corner, and the strength in it",
    ("03-bosses", "ellipse"): "the number of the tier in it",
    ("03-bosses", "path"): "the ribbon with the name, and the number of the tier above it",
    ("02-dungeons", "rect"): "the name of the boss in it",
    ("02-dungeons", "ellipse"): "the number of the boss in the ring",
    ("10-counters", "rect"): "the emblem of the boss and the number of its tier",
    ("01-player-sheets", "ellipse"): "the number of the boss in the ring",
    ("02-monsters-and-rooms", "burst_shape"): "the level, as a number in it",
    ("02-monsters-and-rooms", "ellipse"): "the level, as a number in it",
    ("01-help", "rect"): "the level, as a number in it",
    ("01-help", "pix_claws"): "an ornament",
    ("02-solo-log", "rect"): "the heading of the box",
}
COLOURFUL, APART = 0.2, 0.08  # chroma, and the part of a turn between two hues


def hue(color):
    """Return hue, grey and chroma of "#rrggbb", each 0 to 1."""
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    turn, _, _ = rgb_to_hls(red, green, blue)
    return turn, 0.2126 * red + 0.7152 * green + 0.0722 * blue, max(red, green, blue) - min(red, green, blue)


def differ_in_hue_alone(one, other):
    (turn, grey, chroma), (other_turn, other_grey, other_chroma) = hue(one), hue(other)
    between = min(abs(turn - other_turn), 1 - abs(turn - other_turn))
    return min(chroma, other_chroma) > COLOURFUL and between > APART and abs(grey - other_grey) < ALIKE


def units(items, matrix=UNMOVED):
    """Yield the cards on a page, each as pairs of an item and its box, and what is beside them."""
    rest = []
    for item in items:
        if isinstance(item, GroupItem):
            inner = list(units(item.content.items, combine(matrix, item.matrix)))
            if item.whole:
                yield [pair for unit in inner for pair in unit]
            else:
                yield from inner[:-1]
                rest += inner[-1]
        else:
            rest.append((item, item.rect.around(matrix)))
    yield rest


def marks_without_sign(frames):
    """Return pairs of colours whose marks no sign tells apart, with the shape of these marks."""
    marks = defaultdict(lambda: defaultdict(list))  # by shape and size, by colour: unit, box and signs of each mark
    everywhere = []
    for unit in [unit for frame in frames for unit in units(frame.items)]:
        signs = [(item.text, box) for item, box in unit if isinstance(item, TextItem)]
        signs += [(i.outline.name, box) for i, box in unit if isinstance(i, ShapeItem) and i.outline]
        for item, box in unit:
            is_mark = isinstance(item, ShapeItem) and item.kind != "line" and len(item.paint.fill or "") == 7
            if is_mark and LEAST_MARK <= min(box.width, box.height) <= MOST_MARK:
                name = item.outline.name if item.outline else item.kind
                near = {sign for sign, there in signs if box.outset(BESIDE).meets(there)}
                marks[name, round(box.width), round(box.height)][item.paint.fill].append((len(everywhere), near))
        everywhere.append({sign for sign, _ in signs})
    found = set()
    for shape, colours in marks.items():
        for one, other in combinations(colours, 2):
            if differ_in_hue_alone(one, other):
                both = {at for at, _ in colours[one]} & {at for at, _ in colours[other]}
                # a card in one colour is known by any of its signs, a mark among others by those beside it
                seen = [[near if at in both else everywhere[at] for at, near in colours[each]] for each in (one, other)]
                common, anywhere = [set.intersection(*each) for each in seen], [set.union(*each) for each in seen]
                if not (common[0] - anywhere[1] and common[1] - anywhere[0]):
                    found.add((shape[0], one, other))
    return found


def page(*items):
    return Frame(Size(200, 100), items)


def square(color, x):
    return ShapeItem("rect", Rect(x, 10, 30, 30), Paint(color))


def test_marks_of_one_grey_are_found_unless_a_word_tells_them_apart():
    red, blue = square("#a8281e", 10), square("#1f4c8f", 100)
    words = [TextItem(x, 30, text, "text", 9, "#ffffff", 20) for x, text in ((12, "red"), (102, "blue"))]
    assert marks_without_sign([page(red, blue)]) == {("rect", "#a8281e", "#1f4c8f")}
    assert marks_without_sign([page(red, blue, *words)]) == set()
    assert marks_without_sign([page(red, words[0], square("#000000", 100))]) == set()


@pytest.mark.parametrize(
    "game", often(["yacht"], ["paper-dungeons", "dungeon-fighter", "labirynt-smierci", "platformer", "yacht"])
)
@pytest.mark.parametrize("edition", [None, "colour-blind"])
def test_no_marks_of_a_game_differ_in_hue_alone(game, edition):
    pack = open_pack(GameCatalogue((ROOT,)), game, "en", edition)
    found = {
        (document.name, *pair)
        for document in kit_documents(pack, KitRequest(on=PaperOptions(usual=A4), extras=bool(pack.manifest.extras)))
        for pair in marks_without_sign(document.frames)
        if (document.name, pair[0]) not in TOLD
    }
    assert found == set()
