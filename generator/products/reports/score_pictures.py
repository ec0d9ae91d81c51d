"""Pictures of results to keep: who won a game and by what, and the totals of saved games over time.

All are frames, for any file format. The plot has a part for each game and a line for each player.
"""

import itertools
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from generator.draw.svg import frame_bytes
from generator.fonts.faces import Fonts
from generator.frame import Frame, GroupItem, Paint, ShapeItem, make_outline
from generator.geometry import Rect, Size
from generator.products.reports.charts import (
    BOLD,
    FAINT,
    GRID,
    INK,
    PLAIN,
    SERIES,
    ChartDrawing,
    round_ticks,
    shorten_name,
    to_scale,
)
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.phrase_templates import with_sign
from generator.storage.campaign import numbers_of, person
from generator.storage.store import LedgerGame

TITLE, WINNER = "display.bold", "display.black"
WIDTH, EDGE, HEAD = 540.0, 28.0, 78.0
PICTURE, GAP = 150.0, 24.0
BAR_ROW, LINE_ROW, FACT_ROW = 30.0, 17.0, 18.0
NAMES, BARS, TOTALS, WORDS = 62.0, 176.0, 512.0, 170.0
DPI = 144.0
SHIELD = make_outline(
    "shield", "M 1 1 L 27 1 L 27 16 C 27 22 22.667 26.333 14 29 C 5.333 26.333 1 22 1 16 Z", width=28, height=30
)
GROUND, HEAD_COLOR, WHITE = "#fbf8f1", "#7a1f1f", "#ffffff"


@dataclass(frozen=True)
class ScoreboardPlayer:
    """A player on the scoreboard: name, index of the colour, total, rank, and points of each score line."""

    name: str
    colour: int
    total: int
    rank: int
    points: Sequence[int]


@dataclass(frozen=True)
class FinalScoreboard:
    """The content of the picture: title, map or "", date, winner, remarkable facts, names of score lines, players."""

    title: str
    map: str
    date: str
    winner: str
    facts: Sequence[str]
    lines: Sequence[str]
    total: str
    players: Sequence[ScoreboardPlayer] = field(default_factory=tuple)


def scoreboard_frame(fonts: Fonts, board: FinalScoreboard, trophy: Frame | None) -> Frame:
    """Return the scoreboard, 540 points wide, with the picture `trophy` or, for None, the title's first letter."""
    drawing = ChartDrawing(fonts)
    ranked = sorted(board.players, key=lambda player: player.rank)
    y = _winner(drawing, board, trophy, HEAD + GAP) + GAP
    y = _bars(drawing, ranked, y) + GAP
    height = _lines(drawing, board, ranked, y) + EDGE
    ground = ChartDrawing(fonts)
    ground.box(Rect(0, 0, WIDTH, height), GROUND)
    ground.box(Rect(0, 0, WIDTH, HEAD), HEAD_COLOR)
    _head(ground, board)
    return Frame(Size(WIDTH, height), (*ground.items, *drawing.items), "board")


def _head(drawing: ChartDrawing, board: FinalScoreboard) -> None:
    title = shorten_name(drawing, board.title, WIDTH - 2 * EDGE, size=30, font=TITLE)
    drawing.text(EDGE, 42, title, size=30, font=TITLE, color=WHITE)
    drawing.text(EDGE, 64, shorten_name(drawing, board.map or board.date, 380, size=14), size=14, color=WHITE)
    if board.map:
        drawing.text(WIDTH - EDGE, 64, board.date, size=12, color=WHITE, left=1)


def _winner(drawing: ChartDrawing, board: FinalScoreboard, trophy: Frame | None, y: float) -> float:
    """Draw the picture, beside it the winner with the facts below; return the y at which all this ends."""
    foot = y + _trophy(drawing, board, trophy, y)
    left, size = EDGE + PICTURE + GAP, 36.0
    width = WIDTH - EDGE - left
    while size > 20 and len(_wrapped(drawing, board.winner, width, size, WINNER)) > 3:
        size -= 2
    at = y + 14
    for line in _wrapped(drawing, board.winner, width, size, WINNER):
        at += size * 1.05
        drawing.text(left, at, shorten_name(drawing, line, width, size, WINNER), size=size, font=WINNER)
    at += 12
    best = next((SERIES[player.colour] for player in board.players if player.rank == 1), HEAD_COLOR)
    for fact in board.facts:
        drawing.box(Rect(left, at + 7, 6, 6), best, "ellipse")
        for line in _wrapped(drawing, fact, width - 14, 13, PLAIN):
            at += FACT_ROW
            drawing.text(left + 14, at - 3, line, size=13)
    return max(foot, at)


def _trophy(drawing: ChartDrawing, board: FinalScoreboard, trophy: Frame | None, y: float) -> float:
    """Draw the picture or, without one, the first letter of the game's title; return the height."""
    if trophy is None:
        box = Rect(EDGE, y, PICTURE, PICTURE)
        drawing.items.append(ShapeItem("outline", box, Paint(HEAD_COLOR), outline=SHIELD))
        letter, size = board.title[:1], 84.0
        x = EDGE + (PICTURE - drawing.width(letter, size, WINNER)) / 2
        drawing.text(x, y + PICTURE / 2 + size * 0.28, letter, size=size, font=WINNER, color=WHITE)
        return PICTURE
    scale = PICTURE / trophy.size.width
    edge = Rect(0, 0, *trophy.size)
    drawing.items.append(GroupItem(trophy.content(), (scale, 0, 0, scale, EDGE, y), edge))
    return trophy.size.height * scale


def _bars(drawing: ChartDrawing, players: Sequence[ScoreboardPlayer], y: float) -> float:
    """Draw a bar for each player, in the given order; return the y at which they end."""
    highest = max([1, *(player.total for player in players)])
    for player in players:
        name, font = shorten_name(drawing, player.name, BARS - NAMES - 8, 15, BOLD), BOLD if player.rank == 1 else PLAIN
        drawing.text(EDGE, y + 19, f"{player.rank}.", size=15, font=font)
        drawing.text(NAMES, y + 19, name, size=15, font=font)
        wide = max(3.0, (TOTALS - 48 - BARS) * player.total / highest)
        drawing.box(Rect(BARS, y + 4, wide, BAR_ROW - 9), SERIES[player.colour])
        drawing.text(TOTALS, y + 20, with_sign(player.total), size=19, font=BOLD, left=1)
        y += BAR_ROW
    return y


def _lines(drawing: ChartDrawing, board: FinalScoreboard, players: Sequence[ScoreboardPlayer], y: float) -> float:
    """Draw a table with the points of each score line; return the y at which the table ends."""
    column = (TOTALS - EDGE - WORDS) / max(1, len(players))
    ends = [EDGE + WORDS + column * (number + 1) for number in range(len(players))]
    for player, x in zip(players, ends, strict=True):
        drawing.text(x, y, shorten_name(drawing, player.name, column - 6, size=10.5), size=10.5, color=FAINT, left=1)
    y += 5
    for number, line in enumerate([*board.lines, board.total]):
        is_total = number == len(board.lines)
        drawing.line(EDGE, y, TOTALS, y, INK if is_total else GRID, 1.2 if is_total else 0.6)
        y += LINE_ROW
        font = BOLD if is_total else PLAIN
        drawing.text(EDGE, y - 5, shorten_name(drawing, line, WORDS - 6, size=12), size=12, font=font)
        for player, x in zip(players, ends, strict=True):
            points = with_sign(player.total if is_total else player.points[number])
            drawing.text(x, y - 5, points, size=12, font=font, left=1)
    return y


def _wrapped(drawing: ChartDrawing, text: str, width: float, size: float, font: str) -> list[str]:
    """Return the lines of a text, each at most `width` points wide; a word that is wider has a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and drawing.width(longer, size, font) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


PLOT_WIDTH, NAMES_AT, ROW = 480, 388, 14
LEFT, TOP, RIGHT, FOOT = 44, 40, 374, 36
DATE_WIDTH, MOST_TICKS, LEAST_HEIGHT, PLOT_DPI = 50, 6, 300, 216
MOST_SPOTS = 2000  # of a player; more are thinned out
START = datetime(1970, 1, 1)


@dataclass
class GameTotals:
    """The totals of one game over time, kept in few bytes: a history may have a hundred thousand games."""

    # when each game was played, in seconds from START; of each player the indexes of games, and totals
    moments: "array[float]" = field(default_factory=lambda: array("d"))
    players: dict[str, tuple["array[int]", "array[int]"]] = field(default_factory=dict)


def plot_frame(
    fonts: Fonts,
    games: Iterable[LedgerGame],
    title: str,
    numbers: Mapping[str, int] | None = None,
    titles: Mapping[str, str] | None = None,
) -> Frame:
    """Return the plot, 480 points wide: time to scale from left to right, totals upwards, names on the right.

    Each game has its own part of the plot. `titles` are the titles of games by id. `numbers` are the colour numbers of
    players by name in lower case; None numbers the players of these games.
    """
    names: dict[str, str] = {}
    parts: dict[str, GameTotals] = {}
    for saved in games:
        totals = parts.setdefault(saved.game, GameTotals())
        for player in saved.players:
            names[person(player)] = str(player["name"])
            indexes, points = totals.players.setdefault(person(player), (array("L"), array("q")))
            indexes.append(len(totals.moments))
            points.append(int(player["total"]))
        totals.moments.append((datetime.fromisoformat(saved.played).replace(tzinfo=None) - START).total_seconds())
    numbers = numbers_of(names) if numbers is None else numbers
    drawing, height, called = ChartDrawing(fonts), 0.0, titles or {}
    for game, totals in sorted(parts.items(), key=lambda part: min(part[1].moments)):
        heading = f"{title}: {called.get(game, game)}" if len(parts) > 1 else title
        height += _draw_game(drawing, totals, heading, height, names, numbers)
    return Frame(Size(PLOT_WIDTH, height), tuple(drawing.items), "totals")


def _draw_game(
    drawing: ChartDrawing,
    game: GameTotals,
    title: str,
    top: float,
    names: Mapping[str, str],
    numbers: Mapping[str, int],
) -> float:
    """Draw the totals of one game below `top` (points); return the height in points."""
    height = max(LEAST_HEIGHT, TOP + ROW * len(game.players) + FOOT)
    area = Rect(LEFT, top + TOP, RIGHT - LEFT, height - TOP - FOOT)
    lowest = min((min(points) for _, points in game.players.values()), default=0)
    highest = max((max(points) for _, points in game.players.values()), default=0)
    ticks = round_ticks(min(0, lowest), max(1, highest), MOST_TICKS)
    y_of = to_scale(ticks, area.bottom, -area.height)
    order = sorted(range(len(game.moments)), key=game.moments.__getitem__)
    first, span = game.moments[order[0]], game.moments[order[-1]] - game.moments[order[0]]
    places = array("d", game.moments)  # x of each game; evenly spaced if all were played at one moment
    for rank, index in enumerate(order):
        even = rank / (len(order) - 1) if len(order) > 1 else 0.5
        places[index] = area.x + area.width * ((game.moments[index] - first) / span if span else even)

    drawing.text(LEFT, top + 22, title, size=13)
    for tick in ticks:
        drawing.line(area.x, y_of(tick), area.right, y_of(tick), GRID)
        drawing.text(10, y_of(tick) + 3, with_sign(tick), size=9)
    for rank in dates_shown([places[index] - area.x for index in order]):
        x, day = places[order[rank]], START + timedelta(seconds=game.moments[order[rank]])
        drawing.line(x, area.bottom, x, area.bottom + 4)
        drawing.text(x - 20, area.bottom + 16, day.date().isoformat(), size=9)
    for number, (name, (indexes, points)) in enumerate(sorted(game.players.items())):
        color, kind = SERIES[numbers[name]], "ellipse" if numbers[name] % 2 else "rect"
        unsorted = ((places[index], y_of(total)) for index, total in zip(indexes, points, strict=True))
        spots = _thinned(sorted(unsorted, key=lambda spot: spot[0]))
        for start, end in itertools.pairwise(spots):
            drawing.line(*start, *end, color, 1.6)
        for x, y in spots:
            drawing.box(Rect(x - 3, y - 3, 6, 6), color, kind)
        y = top + TOP + ROW * number
        drawing.box(Rect(NAMES_AT, y, 7, 7), color, kind)
        short_name = shorten_name(drawing, names[name], PLOT_WIDTH - NAMES_AT - 16, size=10)
        drawing.text(NAMES_AT + 12, y + 7, short_name, size=10)
    return height


def _thinned(spots: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the spots; of very many only the first, the highest, the lowest and the last in each column of a point.

    The others lie on the line between these, so the plot looks the same, and its size has a bound.
    """
    if len(spots) <= MOST_SPOTS:
        return spots
    thinned = []
    for _, run in itertools.groupby(spots, key=lambda spot: int(spot[0])):
        column = list(run)
        heights = [y for _, y in column]
        shown = {0, heights.index(min(heights)), heights.index(max(heights)), len(column) - 1}
        thinned += [column[index] for index in sorted(shown)]
    return thinned


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
    games: Iterable[LedgerGame],
    form: str,
    title: str,
    numbers: Mapping[str, int],
    titles: Mapping[str, str] | None = None,
) -> bytes:
    """Return the plot as "png", "pdf" or "svg"; for `numbers` and `titles` see `plot_frame`."""
    fonts = Fonts({PLAIN: catalogue.need("fonts/FiraSansCondensed-Regular.ttf")})
    frame = plot_frame(fonts, games, title, numbers, titles)
    return frame_bytes(frame, form, fonts=fonts, title=title, dpi=PLOT_DPI)
