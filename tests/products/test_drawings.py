"""Test the position of everything in the program's own drawings: printer test pages, charts, pictures of results.

The lists beside this module have the positions in points; `tests/products/drawing_listing.py` explains their format.
"""

from functools import cache

import pytest

from generator.diagnostics import NOWHERE
from generator.frame import Frame, Paint, ReusableDrawing, ShapeItem
from generator.geometry import A4, Rect, Size
from generator.products.calibration import calibration_pages as pages_to_measure
from generator.products.calibration.measuring import (
    begin,
    comb_line,
    cross_places,
    ruler_lengths,
    typed_millimetres,
    with_comb,
)
from generator.products.print_pack import open_pack
from generator.products.reports.balance_report import Report, ReportSectionDrawer
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
from generator.rulesets.simulate.spec import ReportSectionSpec
from generator.rulesets.value_counts import ConfidenceInterval, ValueCounts, ValueHistogram
from generator.storage.store import LedgerGame
from generator.units import mm
from tests.conftest import ROOT
from tests.products.drawing_listing import facts, list_alike, list_frames, number, refusal
from tests.tables import tables

EXPECTED = tables(__file__)


@cache
def pack(game="yacht"):
    return open_pack(GameCatalogue((ROOT,)), game, "en")


def page_of(pages, number):
    return lambda: list_alike(list(pages(pack(), A4))[number].items, A4.width / 2)


def picture(key):
    def list_drawing():
        question = next(each for each in begin(pack().words, A4).asked if each.key == key)
        items = pages_to_measure.question_picture(pack(), A4, question).items
        return [*list_alike(items), "enlarged", *list_alike(items[3].content.items)]

    return list_drawing


def chart(draw):
    def list_drawing():
        drawing = draw(pack().fonts)
        return [f"size {drawing.size.width:.1f} x {drawing.size.height:.1f}", *list_alike(drawing.items, full=True)]

    return list_drawing


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
        number, played, name, False, "", {"players": [{"name": player, "total": n} for player, n in totals.items()]}, ""
    )


def dialogue(*answers, page=A4):
    """Return the dialogue that measures a printer: for each answer its question, its usual value and its value."""

    def list_drawing():
        state, lines = begin(pack().words, page), []
        for typed in (
            *answers,
            *[""] * (10 - sum(answer not in ("<", "?") and not answer.startswith("!") for answer in answers)),
        ):
            question = state.question
            usual, (state, reply) = state.usual, state.answer(typed.removeprefix("!"))
            if reply:
                lines.append(
                    f"{question.key} {typed}: {' '.join(facts(reply)) if typed != '?' else reply == question.help}"
                )
            else:
                lines.append(f"{question.key} [{usual}] {typed}: {state.read.get(question.key, 0):g}, {state.at}")
        profile = state.profile
        moved = f"{profile.x / mm(1):.4f} {profile.y / mm(1):.4f} {profile.angle:.5f}"
        stretched = " ".join(f"{value:.5f}" for value in (*profile.front, *profile.back))
        return [
            "; ".join(lines),
            f"{moved} {stretched} {state.question} {state.usual!r} {state.answer('1')[0] == state}",
        ]

    return list_drawing


READINGS = (
    "!247.3",
    "247.1",
    "232.8",
    "!150",
    "155.2",
    "!164.9",
    "164.7",
    "<",
    "160,4",
    "!-8.5",
    "−8",
    "!10",
    "!0.5",
    "?",
    "0",
)
MORE_READINGS = ("1.5", "-5", "0.5", "4", "8 mm", "!-9.5", "-9", "!246", "238", "161")
PAPERS = [Size(mm(180), mm(260)), Size(mm(179.5), mm(260)), Size(mm(180), mm(259.5)), Size(mm(216), mm(279))]


def papers_to_measure():
    lines = [
        f"{ruler_lengths(page)} {[(name, *map(number, spot)) for name, spot in cross_places(page).items()]}"
        for page in PAPERS
    ]
    for page in PAPERS[1:3]:
        lines += refusal(begin, pack().words, page)
        lines += [
            line
            for pages in (pages_to_measure.test_page, pages_to_measure.check_page)
            for line in refusal(list, pages(pack(), page))
        ]
    shifts = [(with_comb(comb / 3, comb), comb_line(comb / 3)) for comb in range(-9, 10)]
    return [*lines, str(shifts), str([typed_millimetres(text) for text in ("1", ".5", "2.", "1cm", "-3", '1"')])]


NAMES = {f"me/{kind}/{key}": values for kind, key, values in [
    ("line", "C", {3: 2, 5: 2}), ("line", "A", {0: 1, 9: 3}), ("line", "zz", {1: 1}), ("won", "A", {0: 1, 1: 3}), ("won", "B", {1: 4}),
    ("all", "A", {2: 4}), ("all", "B", {1: 4}), ("band", "A", {0: 1, 2: 3}), ("visited", "one/A1", {0: 9}), ("visited", "one/C2", {0: 5}),
    ("visited", "two/B12", {0: 1}), ("visited", "x/none", {0: 1}), ("visited", "y/A1", {0: 1}), ("visited", "z/A1", {0: 4}), ("dungeon", "one", {0: 10}), ("dungeon", "z", {0: 3}),
]}  # fmt: skip
COUNTS = ValueCounts(
    {
        **NAMES,
        "me/total": {12: 1, 37: 2},
        "you/total": {},
        "me/many/x": {0: 1},
        **{f"me/lots/k{at:02}": {at: 2} for at in range(42)},
    }
)


def section(show, of, game="yacht", **more):
    def list_drawing():
        spec = ReportSectionSpec(place=NOWHERE, show=show, of=of, heading="game.title", **more)
        result = ReportSectionDrawer(pack(game), COUNTS, ("me", "you"), 420).section(spec)
        if result is None:
            return ["none"]
        heading, note, drawings = result
        lines = [f"{heading != ''} {note != ''}"]
        for drawing in drawings:
            lines += [
                f"size {drawing.size.width:.1f} x {drawing.size.height:.1f}",
                *list_alike(drawing.items, full=True),
            ]
        return lines

    return list_drawing


def report():
    """Return the pages of a report with charts of several heights, and the headings of its HTML page."""
    drawings = [
        ReusableDrawing(Size(400, high), (ShapeItem("rect", Rect(0, 0, 9, high), Paint("#000000")),))
        for high in (300, 200, 250)
    ]
    sections = (("H <1>", "note " * 60, (drawings[0], drawings[1])), ("H 2", "", (drawings[2],)))
    new_report = Report("T & 1", "about " * 30, sections, pack().fonts, A4, "en")
    html = new_report.html()
    parts = [
        part
        for part in ("<h1>T &amp; 1</h1>", "<h2>H &lt;1&gt;</h2><p>note", "<h2>H 2</h2><svg", 'lang="en"')
        if part in html
    ]
    lines = list_frames(new_report.pages())
    return [*lines, *parts]


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
    "measuring": dialogue(*READINGS, *MORE_READINGS),
    "measuring on other paper": dialogue(page=PAPERS[3]),
    "papers to measure": papers_to_measure,
    "report": report,
    "report, spread": section("spread", "total"),
    "report, spread of nothing": section("spread", "none"),
    "report, means": section("means", "line", names="scoring", note="game.title"),
    "report, shares": section("shares", "won"),
    "report, all shares": section("shares", "all"),
    "report, some shares": section("shares", "all", least=2),
    "report, bands": section("bands", "band", parts=("game.title",) * 3),
    "report, nothing": section("table", "none"),
    "report, many": section("means", "lots"),
    "report, rooms": section("rooms", "visited"),
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
DEARER = {"report, table": section("table", "line", "paper-dungeons", names="lines.{key}")}


@pytest.mark.parametrize("name", DRAWINGS)
def test_everything_stands_where_the_list_says(name):
    assert DRAWINGS[name]() == EXPECTED[name]


def test_a_table_of_a_report_is_that_of_the_list():
    assert DEARER["report, table"]() == EXPECTED["report, table"]


def test_only_the_scale_in_the_middle_is_asked_for_as_upright():
    words = {question.key: question.words for question in begin(pack().words, A4).asked}
    assert [key for key in "TMB" if "upright" in words[key]] == ["M"]


@pytest.mark.parametrize("values", [{3: 1, 6: 2}, {0: 5}, {-2: 1, -1: 1}, {0: 1, 10: 1}])
def test_a_curve_whose_values_lie_on_the_edges_stays_within_its_chart(values):
    drawing = spread_chart(pack().fonts, [("Ann", ValueHistogram(values))], 400)
    lines = [item.rect for item in drawing.items if isinstance(item, ShapeItem) and item.kind == "line"]
    assert all(min(rect.x, rect.right) >= 0 and max(rect.x, rect.right) <= 400 for rect in lines)
