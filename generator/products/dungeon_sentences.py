"""A dungeon without its printed sheet: its measured difficulty as sentences, and only its map as a picture.

The map is a picture of any size in three formats.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.diagnostics import InvalidInput, bare_place, refuse
from generator.draw.raster import check_pixels
from generator.draw.svg import frame_bytes
from generator.frame import Frame, GroupItem
from generator.game.game import Game
from generator.geometry import Size
from generator.maps.difficulty import DifficultyMeter, RouteCost
from generator.maps.grid import Dungeon, Room
from generator.maps.loading import DungeonFile
from generator.maps.random_map import band, difficulty_of
from generator.maps.reach import DungeonMapStatistics, figures
from generator.maps.share_code import read_code
from generator.products.dungeon_values import dungeon_values, open_dungeon
from generator.products.print_pack import PrintPack
from generator.reading.phrase_templates import decimal
from generator.rulesets.ruleset import has_ruleset
from generator.rulesets.simulate.match_setup import usual_totals
from generator.rulesets.simulate.spec import read_simulation
from generator.rulesets.value_counts import GAMES, ConfidenceInterval, ValueHistogram
from generator.units import length_name, mm, parse_length


@dataclass(frozen=True)
class MeasuredDifficulty:
    """The result of simulated solo games on a map: their number, the mean points with bounds, and the difficulty."""

    games: int
    points: ConfidenceInterval
    difficulty: str = ""  # easy, standard or hard, if the game declares what is earned on such maps


def measured(
    game: Game, name: str, games: int = GAMES, stopped: Callable[[], bool] | None = None
) -> MeasuredDifficulty | None:
    """Simulate games on a map (id or file) and return its difficulty; `stopped` returns True to abort.

    Returns None if no game can be simulated (`scrawl check` says why), for 0 games, and if aborted. The same map gives
    the same result.
    """
    if not games or not has_ruleset(game):
        return None
    totals: list[int] = []
    try:
        for total in usual_totals(game, name, games):
            if stopped is not None and stopped():
                return None
            totals.append(total)
    except InvalidInput:
        return None
    points, earned = ValueHistogram(Counter(totals)).interval(), read_simulation(game.catalogue, game.id).earned
    return MeasuredDifficulty(games, points, earned.difficulty(points.estimate) if earned is not None else "")


@contextmanager
def in_a_file(text: str) -> Iterator[str]:
    """Yield the path of a temporary file with the text of a map."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "map.yaml"
        path.write_text(text, encoding="utf-8")
        yield str(path)


def summary(pack: PrintPack, file: DungeonFile) -> Iterator[str]:
    """Yield the measurements of a dungeon line by line, and finally its difficulty."""
    rules, dungeon = pack.map_rules, file.dungeon
    route = DifficultyMeter(dungeon, rules).route(dungeon.targets) if dungeon.targets else None
    yield from walks(pack, file, route)
    if route is not None:
        yield difficulty_sentence(pack, file, route)


def walks(pack: PrintPack, file: DungeonFile, route: RouteCost | None) -> Iterator[str]:
    """Yield lines about the steps to each target, rooms closed at first, the shortest walk, and the cheapest route."""
    rules, dungeon = pack.map_rules, file.dungeon
    measures = figures(dungeon, rules)
    for target in measures.targets:
        of_target: dict[str, str | int] = {"target": pack.words.word(rules.targets.word), "number": target.number}
        of_target["room"] = target.room.name
        if target.steps is None:
            yield _say(pack, "unreached", of_target)
        else:
            spent: dict[str, str | int] = {"steps": target.steps, "dice": target.dice, "before": target.dice_before}
            yield _say(pack, "target", {**of_target, **spent, "share": target.share})
    closed: dict[str, list[str]] = {}
    for room in measures.closed:
        closed.setdefault(_openers(pack, measures, room), []).append(f"{room.name} ({_things(pack, dungeon, room)})")
    for items, rooms in closed.items():
        yield _say(pack, "closed" if items else "closed_for_good", {"rooms": ", ".join(rooms), "items": items})
    if measures.walk is not None:
        order = ", ".join(map(str, measures.walk.order))
        yield _say(pack, "walk", {"order": order, "steps": measures.walk.steps[-1]})
    if route is not None:
        legs = " + ".join(map(str, route.steps))
        costs = {"damage": route.damage, "level": rules.party_level, "detour": route.detour}
        yield _say(pack, "route", {"legs": legs, **costs})


def difficulty_sentence(pack: PrintPack, file: DungeonFile, route: RouteCost) -> str:
    """Return the difficulty of a dungeon, calculated from its map, as a sentence."""
    rules, dungeon = pack.map_rules, file.dungeon
    figure = DifficultyMeter(dungeon, rules).figure(route, dungeon.targets, file.spec.targets)
    difference = figure - band(dungeon.columns, dungeon.rows, rules).middle
    difficulty = difficulty_of(figure, dungeon.columns, dungeon.rows, rules)
    word = pack.words.word(f"dungeons.{difficulty}")
    sentence = _say(pack, "difficulty", {"more": points(pack, difference / 100, plus=True), "word": word})
    return sentence + _other_wish(pack, file, difficulty)


def _other_wish(pack: PrintPack, file: DungeonFile, difficulty: str) -> str:
    """Return a clause with the difficulty that the code of a dungeon asks for; "" if it is the one `difficulty`."""
    options = read_code(file.code).options if file.code else None
    if options is None or options.difficulty == difficulty:
        return ""
    return f"; {_say(pack, 'asked', {'word': pack.words.word(f'dungeons.{options.difficulty}')})}"


def difficulty_sentences(pack: PrintPack, text: str, games: int) -> Iterator[str]:
    """Yield sentences on how hard a dungeon in YAML is: by its map, and by the scores of `games` simulated games."""
    with in_a_file(text) as name:
        file = open_dungeon(pack, name)
        route = DifficultyMeter(file.dungeon, pack.map_rules).route(file.dungeon.targets)
        if route is not None:
            yield difficulty_sentence(pack, file, route)
        earnings = measured(pack.game, name, games)
        if earnings is not None:
            yield earnings_sentence(pack, earnings, file)


def earnings_sentence(pack: PrintPack, measured_result: MeasuredDifficulty, file: DungeonFile | None = None) -> str:
    """Return the points earned on a map as a sentence; with its file, also the difficulty asked for, if another."""
    earned = {
        "mean": measured_result.points.estimate,
        "low": measured_result.points.low,
        "high": measured_result.points.high,
    }
    figures_text = {name: points(pack, value) for name, value in earned.items()}
    sentence = _say(pack, "played", {"games": measured_result.games, **figures_text})
    if not measured_result.difficulty:
        return sentence
    wish = _other_wish(pack, file, measured_result.difficulty) if file else ""
    return f"{sentence} – {pack.words.word(f'dungeons.{measured_result.difficulty}')}{wish}"


def points(pack: PrintPack, value: float, *, plus: bool = False) -> str:
    """Return points with one decimal place in the notation of the language; `plus` always adds a sign."""
    return decimal(value, 1, plus=plus).replace(".", pack.words.word("dungeons.decimal_mark"))


def _say(pack: PrintPack, key: str, values: Mapping[str, str | int]) -> str:
    return pack.words.say(f"dungeons.{key}", **values)


def _things(pack: PrintPack, dungeon: Dungeon, room: Room) -> str:
    """Return the contents of a room as words."""
    things, kinds = dungeon.contents.get(room, ()), pack.map_rules.kinds
    names = (f"{pack.words.word(kinds[thing.kind].word)} {thing.level or thing.letter}" for thing in things)
    return ", ".join(name.strip() for name in names) or pack.words.word("dungeons.nothing")


def _openers(pack: PrintPack, measures: DungeonMapStatistics, room: Room) -> str:
    """Return the things that open a room, joined by "or" if one is enough, else by "and"; "" if nothing does."""
    one_of, crossings = measures.openers[room], pack.map_rules.crossings
    names = [pack.words.word(crossings[key].word) for key in one_of or measures.together.get(room, ())]
    return f" {pack.words.word('dungeons.or' if one_of else 'dungeons.and')} ".join(names)


ROOM = mm(20)  # width of a column
MOST_PIXELS = 12_000  # of the width
MOST_LENGTH = mm(2000)


class MapPicture:
    """The map of a dungeon as a picture; its width is given as pixels ("1200px") at `dpi` or as a length ("120mm")."""

    def __init__(
        self, pack: PrintPack, name: str, width: str | None = None, dpi: float = 150.0, *, titled: bool
    ) -> None:
        file = open_dungeon(pack, name)
        values = {**pack.values, **dungeon_values(pack, file), "titled": titled}
        drawn_width = ROOM * file.dungeon.columns
        engine = pack.engine("map_picture")
        if engine.layout.front is None:
            raise refuse("L002", "layout 'map_picture' has no front", engine.layout.place, "add front: ...")
        size = Size(drawn_width, engine.height(engine.layout.front, values, drawn_width))
        face = pack.face("map_picture", values, size, f"map {file.key!r}")
        pack.raise_faults()
        scale = 1.0 if width is None else _width_in_points(width, dpi) / drawn_width
        items = (GroupItem(face.content(), (scale, 0, 0, scale, 0, 0)),)
        self.frame = Frame(Size(size.width * scale, size.height * scale), items, face.name)
        self.pack, self.title, self.dpi = pack, str(values["name"]), dpi

    def as_bytes(self, form: str) -> bytes:
        """Return the picture as "png", "svg" or "pdf"."""
        if form == "png":
            hint = "ask for less width or --dpi, or for .svg or .pdf"
            check_pixels([self.frame.size], self.dpi, bare_place("--width"), hint)
        fonts, lang = self.pack.fonts, self.pack.language
        return frame_bytes(self.frame, form, fonts=fonts, title=self.title, lang=lang, dpi=self.dpi)

    def size_name(self, form: str) -> str:
        """Return the size of the picture as text, in pixels for "png", else as lengths."""
        if form == "png":
            pixels = [round(side * self.dpi / 72) for side in self.frame.size]
            return f"{pixels[0]} x {pixels[1]} px"
        return f"{length_name(self.frame.size.width)} x {length_name(self.frame.size.height)}"


def _width_in_points(width: str, dpi: float) -> float:
    """Return the width of a picture in points; raises InvalidInput for one that cannot be, or is out of bounds."""
    try:
        if width.lower().endswith("px"):
            pixels = int(width[:-2])
            if not 16 <= pixels <= MOST_PIXELS:
                raise ValueError(f"a picture has 16 to {MOST_PIXELS} pixels, not {pixels}")
            return pixels * 72 / dpi
        length = parse_length(width)
        if not mm(5) <= length <= MOST_LENGTH:
            raise ValueError(f"a picture is 5mm to {length_name(MOST_LENGTH)} wide, not {width}")
    except ValueError as fault:
        raise refuse("C011", str(fault), bare_place("--width"), "write 1200px or 120mm") from None
    return length
