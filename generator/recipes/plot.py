"""Saved games become a plot of totals over time, a line for each player, as PNG or PDF."""

import itertools
from collections.abc import Sequence

from generator.draw.pdf import pdf_bytes
from generator.draw.raster import png_pages
from generator.fonts import Fonts
from generator.frame import Frame, Item, Paint, ShapeItem, TextItem
from generator.geometry import Rect, Size
from generator.ledger.store import SavedGame
from generator.reading.catalogue import Catalogue

SIZE = Size(480, 300)
COLORS = ("#7a1f1f", "#2c4a73", "#44652f", "#9a5b09", "#5b3a78", "#1c1a17", "#2f6f9f", "#8f1d1d")
AREA = Rect(44, 24, 330, 236)
FONT = "text.regular"
PLOT_DPI = 216


def plot_frame(games: Sequence[SavedGame]) -> Frame:
    """Return the plot: games from left to right, totals upwards, names at the right with their marks."""
    series: dict[str, list[tuple[int, int]]] = {}
    for at, game in enumerate(games):
        for player in game.result["players"]:
            series.setdefault(str(player["name"]), []).append((at, int(player["total"])))
    totals = [total for points in series.values() for _, total in points] or [0]
    low, high = min(0, *totals), max(10, *totals)
    span = high - low

    def spot(at: int, total: int) -> tuple[float, float]:
        x = AREA.x + AREA.width * (at / max(1, len(games) - 1))
        return x, AREA.bottom - AREA.height * (total - low) / span

    items: list[Item] = []
    for step in range(5):
        total = round(low + span * step / 4)
        y = spot(0, total)[1]
        items.append(_line(AREA.x, y, AREA.right, y, "#d8d0c2", 0.6))
        items.append(TextItem(8, y + 3, str(total).replace("-", "−"), FONT, 9, "#1c1a17", 28))
    for index, (name, points) in enumerate(sorted(series.items())):
        color = COLORS[index % len(COLORS)]
        spots = [spot(*point) for point in points]
        items += [_line(*a, *b, color, 1.6) for a, b in itertools.pairwise(spots)]
        for x, y in spots:
            kind = "ellipse" if index % 2 else "rect"
            items.append(ShapeItem(kind, Rect(x - 3, y - 3, 6, 6), Paint(color)))
        y = AREA.y + 14 * index
        items.append(ShapeItem("ellipse" if index % 2 else "rect", Rect(388, y, 7, 7), Paint(color)))
        items.append(TextItem(400, y + 7, name[:14], FONT, 10, "#1c1a17", 70))
    return Frame(SIZE, tuple(items), "totals")


def _line(x1: float, y1: float, x2: float, y2: float, color: str, width: float) -> ShapeItem:
    return ShapeItem("line", Rect(x1, y1, x2 - x1, y2 - y1), Paint(None, color, width))


def plot_bytes(catalogue: Catalogue, games: Sequence[SavedGame], form: str) -> bytes:
    """Return the plot as "png" or "pdf"."""
    fonts = Fonts({FONT: catalogue.need("fonts/FiraSansCondensed-Regular.ttf")})
    pdf = pdf_bytes([plot_frame(games)], fonts=fonts, title="Totals over time")
    return pdf if form == "pdf" else next(png_pages(pdf, PLOT_DPI))
