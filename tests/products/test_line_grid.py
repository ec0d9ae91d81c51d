"""Columns of running text share their lines: what stands side by side stands on one grid of whole and half lines."""

from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from generator.frame import ShapeItem, TextItem, walk
from generator.geometry import Size
from generator.products.kit import kit_documents
from generator.products.print_pack import open_pack
from generator.products.print_request import KitRequest, PaperOptions
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT, often

A4 = Size(mm(210), mm(297))
GAMES = ("paper-dungeons", "dungeon-fighter", "platformer", "labirynt-smierci", "yacht")
KITS = often(
    list(zip(GAMES, ("en", "pl", "cs", "en", "pl"), strict=True)),
    [(game, language) for game in GAMES for language in ("en", "pl", "cs")],
)
CLOSE = 0.1  # points
SLACK = 4.0  # by which a letter may stand out


def rules_pages(game, language):
    """Return the pages of words of a kit."""
    pack = open_pack(GameCatalogue((ROOT,)), game, language)
    request = KitRequest(on=PaperOptions(usual=A4))
    (pages,) = [each for each in kit_documents(pack, request) if each.name.partition("-")[2] in ("help", "rules")]
    return list(pages.frames)


def columns_of(frame):
    """Return the lines of running text on a page, in groups that share lines: those of a panel as wide as the page, and
    those of all panels that stand in columns. Each line is told by its left edge and its baseline.

    What stands beside a picture is no column: few other lines begin where it does.
    """
    texts = [(item, item.rect.around(matrix)) for item, matrix in walk(frame.items) if isinstance(item, TextItem)]
    shapes = [item.rect.around(matrix) for item, matrix in walk(frame.items) if isinstance(item, ShapeItem)]
    panels = [shape for shape in shapes if shape.width > mm(70) and shape.height > mm(12)]
    letters = Counter()
    for item, _ in texts:
        letters[item.size] += len(item.text)
    ((size, _),) = letters.most_common(1)
    pieces = defaultdict(list)
    for item, box in texts:
        around = [panel for panel in panels if panel.holds(box, SLACK)]
        if item.size == size and around:
            panel = min(around, key=lambda each: each.width * each.height)
            is_whole = panel.width > 0.6 * frame.size.width
            middle = panel.x + panel.width / 2 if is_whole else frame.size.width / 2
            group = round(panel.y) if is_whole else "columns"
            pieces[group, box.x > middle, round(box.y)].append((round(box.x), box.y))
    lines = [(group, *min(begins)) for (group, _, _), begins in pieces.items()]
    on_page, in_group = Counter(x for _, x, _ in lines), Counter((group, x) for group, x, _ in lines)
    groups = defaultdict(list)
    for group, x, y in lines:
        if on_page[x] >= 4 and in_group[group, x] >= 2:
            groups[group].append((x, y))
    return groups


def half_line(lines):
    """Return half of the way from one line to the next in a paragraph: the least way between two of a column."""
    ways = [below[1] - above[1] for above, below in pairwise(sorted(lines)) if above[0] == below[0]]
    return min(ways) / 2


@pytest.mark.parametrize(("game", "language"), KITS)
def test_columns_of_running_text_stand_on_one_grid_of_lines(game, language):
    for number, page in enumerate(rules_pages(game, language), 1):
        groups = columns_of(page)
        assert sum(map(len, groups.values())) > 8, number
        for lines in groups.values():
            half, first = half_line(lines), min(y for _, y in lines)
            off = {y: abs((y - first + half / 2) % half - half / 2) for _, y in lines}
            assert max(off.values()) < CLOSE, (number, off)
