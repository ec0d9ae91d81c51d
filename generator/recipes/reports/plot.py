"""Saved games become a plot of totals over time, a line for each player, as a frame that any drawer takes."""

import itertools
from collections.abc import Sequence

from generator.fonts import Fonts
from generator.frame import Frame, Item, Paint, ShapeItem, TextItem
from generator.geometry import Rect, Size
from generator.ledger.store import SavedGame
from generator.reading.catalogue import Catalogue
from generator.reading.phrases import signed
from generator.recipes.reports.charts import round_ticks

COLORS = ("#7a1f1f", "#2c4a73", "#44652f", "#9a5b09", "#5b3a78", "#1c1a17", "#2f6f9f", "#8f1d1d")
INK, GRID = "#1c1a17", "#d8d0c2"
FONT = "text.regular"
WIDTH, NAMES_AT, ROW = 480, 388, 14
LEFT, TOP, RIGHT, FOOT = 44, 40, 374, 36
MOST_DATES, MOST_TICKS, LEAST_HEIGHT, DPI = 6, 6, 300, 216


def plot_frame(games: Sequence[SavedGame], title: str) -> Frame:
    """Return the plot: games with their dates from left to right, totals upwards, names at the right."""
    games = sorted(games, key=lambda game: game.played)
    series = _series(games)
    height = max(LEAST_HEIGHT, TOP + ROW * len(series) + FOOT)
    area = Rect(LEFT, TOP, RIGHT - LEFT, height - TOP - FOOT)
    totals = [total for points in series.values() for _, total in points]
    ticks = round_ticks(min([0, *totals]), max([1, *totals]), MOST_TICKS)

    def x_of(index: int) -> float:
        return area.x + area.width * (index / (len(games) - 1) if len(games) > 1 else 0.5)

    def y_of(total: int) -> float:
        return area.bottom - area.height * (total - ticks[0]) / (ticks[-1] - ticks[0])

    items: list[Item] = [_text(LEFT, 22, title, 13, 400)]
    for tick in ticks:
        items.append(_line(area.x, y_of(tick), area.right, y_of(tick), GRID, 0.6))
        items.append(_text(10, y_of(tick) + 3, signed(tick), 9, 28))
    for index in dates_shown(len(games)):
        x = x_of(index)
        items.append(_line(x, area.bottom, x, area.bottom + 4, INK, 0.6))
        items.append(_text(x - 20, area.bottom + 16, games[index].played[:10], 9, 60))
    for number, (name, points) in enumerate(sorted(series.items())):
        color = COLORS[number % len(COLORS)]
        spots = [(x_of(index), y_of(total)) for index, total in points]
        items += [_line(*one, *other, color, 1.6) for one, other in itertools.pairwise(spots)]
        items += [_mark(number, x - 3, y - 3, 6, color) for x, y in spots]
        items.append(_mark(number, NAMES_AT, TOP + ROW * number, 7, color))
        items.append(_text(NAMES_AT + 12, TOP + 7 + ROW * number, shortened(name), 10, 76))
    return Frame(Size(WIDTH, height), tuple(items), "totals")


def _series(games: Sequence[SavedGame]) -> dict[str, list[tuple[int, int]]]:
    series: dict[str, list[tuple[int, int]]] = {}
    for index, game in enumerate(games):
        for player in game.players:
            series.setdefault(str(player["name"]), []).append((index, int(player["total"])))
    return series


def dates_shown(games: int) -> list[int]:
    """Return which games have their date below: the first, the last, and some between them, evenly.

    >>> dates_shown(1), dates_shown(4), dates_shown(101)
    ([0], [0, 1, 2, 3], [0, 20, 40, 60, 80, 100])
    """
    shown = min(games, MOST_DATES)
    return sorted({round(place * (games - 1) / max(1, shown - 1)) for place in range(shown)})


def shortened(name: str, most: int = 14) -> str:
    """Return a name that fits beside the plot.

    >>> shortened("Bartholomew the Third")
    'Bartholomew t…'
    """
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _text(x: float, y: float, text: str, size: float, width: float) -> TextItem:
    return TextItem(x, y, text, FONT, size, INK, width)


def _mark(number: int, x: float, y: float, size: float, color: str) -> ShapeItem:
    return ShapeItem("ellipse" if number % 2 else "rect", Rect(x, y, size, size), Paint(color))


def _line(x1: float, y1: float, x2: float, y2: float, color: str, width: float) -> ShapeItem:
    return ShapeItem("line", Rect(x1, y1, x2 - x1, y2 - y1), Paint(None, color, width))


def plot_bytes(catalogue: Catalogue, games: Sequence[SavedGame], form: str, title: str) -> bytes:
    """Return the plot as "png", "pdf" or "svg"."""
    fonts = Fonts({FONT: catalogue.need("fonts/FiraSansCondensed-Regular.ttf")})
    if form == "svg":
        from generator.draw.svg import svg_text

        return svg_text(plot_frame(games, title), fonts=fonts, title=title).encode("utf-8")
    from generator.draw.pdf import pdf_bytes

    pdf = pdf_bytes([plot_frame(games, title)], fonts=fonts, title=title)
    if form == "pdf":
        return pdf
    from generator.draw.raster import png_pages

    return next(iter(png_pages(pdf, DPI)))
