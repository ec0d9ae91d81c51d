"""Where everything stands in drawings of the program's own: pages that measure a printer, charts, pictures of results.

The lists beside this module say it in points, `tests/products/drawing_listing.py` how they are written.
"""

from functools import cache

import pytest

from generator.frame import Frame, Paint, ShapeItem
from generator.geometry import A4, Rect, Size
from generator.products.calibration import calibration_pages as pages_to_measure
from generator.products.calibration.measuring import begin
from generator.products.print_pack import open_pack
from generator.products.reports.charts import (
    band_chart,
    interval_chart,
    spread_chart,
    table,
)
from generator.products.reports.score_pictures import (
    FinalScoreboard,
    ScoreboardPlayer,
    plot_frame,
    scoreboard_frame,
)
from generator.reading.game_catalogue import GameCatalogue
from generator.rulesets.value_counts import ConfidenceInterval, ValueHistogram
from generator.storage.store import LedgerGame
from tests.conftest import ROOT
from tests.products.drawing_listing import list_alike
from tests.tables import tables

EXPECTED = tables(__file__)


@cache
def pack(game="yacht"):
    return open_pack(GameCatalogue((ROOT,)), game, "en")


def page_of(pages, number):
    return lambda: list_alike(list(pages(pack(), A4))[number].items, A4.width / 2)


def picture(key):
    def listed():
        question = next(asked for asked in begin(pack().words, A4).asked if asked.key == key)
        items = pages_to_measure.question_picture(pack(), A4, question).items
        return [*list_alike(items), "enlarged", *list_alike(items[3].content.items)]

    return listed


def chart(draw):
    def listed():
        drawing = draw(pack().fonts)
        return [f"size {drawing.size.width:.1f} x {drawing.size.height:.1f}", *list_alike(drawing.items, full=True)]

    return listed


def board(trophy=None, **changes):
    players = [ScoreboardPlayer("Bob", 1, 0, 2, (0, -4)), ScoreboardPlayer("Ann", 2, 30, 1, (25, 5))]
    values = {
        "facts": ("1: best of all", "2: " + "so close " * 9),
        "lines": ("1 a", "2 b"),
        "total": "all 3",
        "players": players,
    }
    values |= {"title": "Game 1", "map": "map 7", "date": "2026-01-02", "winner": "Ann 1"}
    return chart(lambda fonts: scoreboard_frame(fonts, FinalScoreboard(**{**values, **changes}), trophy))


def game(number, played, name="one", **totals):
    return LedgerGame(
        number, played, name, False, "", {"players": [{"name": who, "total": n} for who, n in totals.items()]}, ""
    )


FEW = [
    game(1, "2026-03-01T10:00:00", Ann=40, Bob=-12),
    game(2, "2026-03-01T10:00:00", Bob=7),
    game(3, "2026-03-04T10:00:00", Ann=52),
    game(4, "2026-01-04T10:00:00", "two", Ann=3),
]
MANY = [game(n, f"2026-03-0{1 + n // 1000}T10:{n % 25:02}:00", Ann=n % 7) for n in range(2001)]
SPREAD = [("Ann", ValueHistogram({11: 2, 12: 6, 14: 1})), ("Bob", ValueHistogram({27: 1}))]
WIDE = [("Ann", ValueHistogram({-30: 1, 31: 2, 180: 1}))]
CROWD = [
    game(1, "2026-03-01T10:00:00", **{f"P{n:02}": n for n in range(18)}),
    game(2, "2026-03-02T10:00:00", **{"Bo" * 40: 9}),
]
RATES = [
    ("Ann", ConfidenceInterval(0.5, 0.25, 0.85)),
    ("Bo" * 40, ConfidenceInterval(0.3, float("-inf"), float("inf"))),
]
BANDS = [("Ann", (0.9, 0.1, 0.0)), ("Bo" * 40, (0.05, 0.12, 0.8, 0.03))]
LONG = {"title": "Wo" * 40, "map": "Ma" * 40, "facts": ("Fa" * 40,), "lines": ("Li" * 40, "b"), "total": "To" * 40}
DRAWINGS = {
    "test page, front": page_of(pages_to_measure.test_page, 0),
    "test page, back": page_of(pages_to_measure.test_page, 1),
    "check page, front": page_of(pages_to_measure.check_page, 0),
    "check page, back": page_of(pages_to_measure.check_page, 1),
    **{f"question {key}": picture(key) for key in ("down", "back_across", "T", "T_comb", "M", "M_comb")},
    "spread": chart(lambda fonts: spread_chart(fonts, SPREAD, 400)),
    "spread of many values": chart(lambda fonts: spread_chart(fonts, WIDE, 400)),
    "intervals": chart(lambda fonts: interval_chart(fonts, RATES, 400, "%")),
    "intervals of points": chart(lambda fonts: interval_chart(fonts, [("Ann", ConfidenceInterval(7, 4, 9))], 300)),
    "bands": chart(lambda fonts: band_chart(fonts, ("a", "b", "c", "d"), BANDS, 400)),
    "bands of one part": chart(lambda fonts: band_chart(fonts, ("a",), [("Ann", (1.0,))], 400)),
    "nothing": chart(lambda fonts: spread_chart(fonts, [("Ann", ValueHistogram({}))], 400)),
    "no intervals": chart(lambda fonts: interval_chart(fonts, [], 400)),
    "table": chart(lambda fonts: table(fonts, ("1", "2", "3"), [("Ann", "4", "5"), ("Bo" * 40, "6", "7")], 400)),
    "board": board(),
    "board of a long name": board(winner="Wolfeschlegelsteinhausenbergerdorff the second " * 2, map="", facts=()),
    "board of long words": board(**LONG, players=[ScoreboardPlayer("Jo" * 40, 8 - 1, 9, 1, (4, 5))]),
    "board with a picture": board(Frame(Size(60, 90), (ShapeItem("rect", Rect(0, 0, 9, 9), Paint("#000000")),), "")),
    "plot": chart(lambda fonts: plot_frame(fonts, FEW, "1", titles={"one": "Uno"})),
    "plot of a game": chart(lambda fonts: plot_frame(fonts, FEW[:1], "1", {"ann": 5, "bob": 0})),
    "plot of many players": chart(lambda fonts: plot_frame(fonts, CROWD, "1")),
    "plot of many games": chart(lambda fonts: plot_frame(fonts, MANY, "1")),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_everything_stands_where_the_list_says(name):
    assert DRAWINGS[name]() == EXPECTED[name]
