"""A plot of totals over time from saved games, as a frame: a part for each game, a line for each player."""

import itertools
from collections.abc import Mapping, Sequence
from datetime import datetime

from generator.fonts.faces import Fonts
from generator.frame import Frame
from generator.geometry import Rect, Size
from generator.products.reports.charts import GRID, PLAIN, SERIES, ChartDrawing, round_ticks, shorten_name
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.phrase_templates import with_sign
from generator.storage.campaign import KnownPlayer, known_players, numbers_of
from generator.storage.store import LedgerGame

WIDTH, NAMES_AT, ROW = 480, 388, 14
LEFT, TOP, RIGHT, FOOT = 44, 40, 374, 36
DATE_WIDTH, MOST_TICKS, LEAST_HEIGHT, DPI = 50, 6, 300, 216


def plot_frame(
    fonts: Fonts,
    games: Sequence[LedgerGame],
    title: str,
    numbers: Mapping[str, int] | None = None,
    titles: Mapping[str, str] | None = None,
) -> Frame:
    """Return the plot, 480 points wide: time to scale from left to right, totals upwards, names on the right.

    Each game has its own part of the plot. `titles` are the titles of games by id. `numbers` are the colour numbers of
    players by name in lower case; None numbers the players of these games.
    """
    players_by_name, called = known_players(games), titles or {}
    numbers = numbers_of(players_by_name) if numbers is None else numbers
    parts: dict[str, list[LedgerGame]] = {}
    for saved in sorted(games, key=lambda saved: saved.played):
        parts.setdefault(saved.game, []).append(saved)
    drawing, height = ChartDrawing(fonts), 0.0
    for game, played in parts.items():
        heading = f"{title}: {called.get(game, game)}" if len(parts) > 1 else title
        height += _draw_game(drawing, played, heading, height, players_by_name, numbers)
    return Frame(Size(WIDTH, height), tuple(drawing.items), "totals")


def _draw_game(
    drawing: ChartDrawing,
    games: Sequence[LedgerGame],
    title: str,
    top: float,
    players_by_name: Mapping[str, KnownPlayer],
    numbers: Mapping[str, int],
) -> float:
    """Draw the totals of one game below `top` (points); return the height in points."""
    series: dict[str, list[tuple[int, int]]] = {}
    for index, game in enumerate(games):
        for player in game.players:
            series.setdefault(str(player["name"]).casefold(), []).append((index, int(player["total"])))
    height = max(LEAST_HEIGHT, TOP + ROW * len(series) + FOOT)
    area = Rect(LEFT, top + TOP, RIGHT - LEFT, height - TOP - FOOT)
    totals = [total for points in series.values() for _, total in points]
    ticks = round_ticks(min([0, *totals]), max([1, *totals]), MOST_TICKS)

    moments = _moments(games)

    def x_of(index: int) -> float:
        return area.x + area.width * moments[index]

    def y_of(total: int) -> float:
        return area.bottom - area.height * (total - ticks[0]) / (ticks[-1] - ticks[0])

    drawing.text(LEFT, top + 22, title, size=13)
    for tick in ticks:
        drawing.line(area.x, y_of(tick), area.right, y_of(tick), GRID)
        drawing.text(10, y_of(tick) + 3, with_sign(tick), size=9)
    for index in dates_shown([area.width * moment for moment in moments]):
        x = x_of(index)
        drawing.line(x, area.bottom, x, area.bottom + 4)
        drawing.text(x - 20, area.bottom + 16, games[index].played[:10], size=9)
    for number, (name, points) in enumerate(sorted(series.items())):
        color, kind = SERIES[numbers[name]], "ellipse" if numbers[name] % 2 else "rect"
        spots = [(x_of(index), y_of(total)) for index, total in points]
        for start, end in itertools.pairwise(spots):
            drawing.line(*start, *end, color, 1.6)
        for x, y in spots:
            drawing.box(Rect(x - 3, y - 3, 6, 6), color, kind)
        y = top + TOP + ROW * number
        drawing.box(Rect(NAMES_AT, y, 7, 7), color, kind)
        short_name = shorten_name(drawing, players_by_name[name].name, WIDTH - NAMES_AT - 16, size=10)
        drawing.text(NAMES_AT + 12, y + 7, short_name, size=10)
    return height


def _moments(games: Sequence[LedgerGame]) -> list[float]:
    """Return when each game was played, from 0 (first) to 1 (last); if all are equal, evenly spaced."""
    times = [datetime.fromisoformat(game.played).replace(tzinfo=None) for game in games]
    span = (times[-1] - times[0]).total_seconds() if times else 0.0
    if not span:
        return [index / (len(games) - 1) if len(games) > 1 else 0.5 for index in range(len(games))]
    return [(time - times[0]).total_seconds() / span for time in times]


def dates_shown(places: Sequence[float]) -> list[int]:
    """Return the indexes of the games whose date is printed; `places` are their x in points, ascending.

    As many as fit, including the first and, if there is room, the last.

    >>> dates_shown([165]), dates_shown([0, 10, 330]), dates_shown([0, 60, 200, 300, 330]), dates_shown([0, 20])
    ([0], [0, 2], [0, 1, 2, 4], [0])
    """
    indexes = [0]
    for index in range(1, len(places)):
        if places[index] - places[indexes[-1]] < DATE_WIDTH:
            continue
        if index < len(places) - 1 and places[-1] - places[index] < DATE_WIDTH:
            continue
        indexes.append(index)
    return indexes


def plot_bytes(
    catalogue: GameCatalogue,
    games: Sequence[LedgerGame],
    form: str,
    title: str,
    numbers: Mapping[str, int],
    titles: Mapping[str, str] | None = None,
) -> bytes:
    """Return the plot as "png", "pdf" or "svg"; for `numbers` and `titles` see `plot_frame`."""
    fonts = Fonts({PLAIN: catalogue.need("fonts/FiraSansCondensed-Regular.ttf")})
    frame = plot_frame(fonts, games, title, numbers, titles)
    if form == "svg":
        from generator.draw.svg import svg_text

        return svg_text(frame, fonts=fonts, title=title).encode("utf-8")
    from generator.draw.pdf.document import pdf_bytes

    pdf = pdf_bytes([frame], fonts=fonts, title=title)
    if form == "pdf":
        return pdf
    from generator.draw.raster import png_pages

    return next(iter(png_pages(pdf, DPI)))
