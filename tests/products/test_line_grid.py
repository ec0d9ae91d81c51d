"""Columns of running text share their lines: columns side by side use one grid of whole and half lines."""

from collections import Counter, defaultdict
from itertools import combinations, pairwise

import pytest

from generator.frame import TextItem, walk
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


def rules_pages(game, language):
    """Return the pages of words of a kit."""
    pack = open_pack(GameCatalogue((ROOT,)), game, language)
    request = KitRequest(on=PaperOptions(usual=A4))
    (pages,) = [each for each in kit_documents(pack, request) if each.name.partition("-")[2] in ("help", "rules")]
    return list(pages.frames)


def columns_of(frame):
    """Return the baselines of each column of running text, by its left edge: the text in the commonest size.

    Text beside a picture is not a column: few other lines begin at its left edge.
    """
    texts = [(item, item.rect.around(matrix)) for item, matrix in walk(frame.items) if isinstance(item, TextItem)]
    letters = Counter()
    for item, _ in texts:
        letters[item.size] += len(item.text)
    ((size, _),) = letters.most_common(1)
    begins = defaultdict(list)
    for item, box in texts:
        if item.size == size:
            begins[box.x > frame.size.width / 2, round(box.y)].append((round(box.x), box.y))
    columns = defaultdict(list)
    for pieces in begins.values():
        left, baseline = min(pieces)
        columns[left].append(baseline)
    return {left: sorted(baselines) for left, baselines in columns.items() if len(baselines) >= 4}


def off_grid(one, other):
    """Yield the distances of the lines of two adjacent columns from a grid of whole and half lines."""
    line = min(below - above for column in (one, other) for above, below in pairwise(column))
    for way in (abs(left - right) for left in one for right in other):
        if way < line + CLOSE:
            yield abs((way + line / 4) % (line / 2) - line / 4)


@pytest.mark.parametrize(("game", "language"), KITS)
def test_columns_of_running_text_stand_on_one_grid_of_lines(game, language):
    for number, page in enumerate(rules_pages(game, language), 1):
        columns = columns_of(page)
        assert sum(map(len, columns.values())) > 8, number
        distances = [each for pair in combinations(columns.values(), 2) for each in off_grid(*pair)]
        assert max(distances, default=0) < CLOSE, (number, distances)
