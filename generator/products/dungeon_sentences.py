"""What is measured of a dungeon, as sentences in the language of its game."""

from collections.abc import Iterator, Mapping

from generator.maps.difficulty import RouteCost, figure_of, measure
from generator.maps.grid import Dungeon, Room
from generator.maps.loading import DungeonFile
from generator.maps.map_rules import MapRules
from generator.maps.random_map import band, difficulty_of
from generator.maps.route_costs import DungeonMapStatistics, figures
from generator.products.dungeon_values import map_rules, open_dungeon
from generator.products.print_pack import PrintPack
from generator.products.simulated_difficulty import MeasuredDifficulty, in_a_file, measured
from generator.reading.phrase_templates import decimal


def summary(pack: PrintPack, file: DungeonFile) -> Iterator[str]:
    """Yield what is measured of a dungeon line by line, and then how hard it is, in the language."""
    rules, dungeon = map_rules(pack), file.dungeon
    route = measure(dungeon, rules) if dungeon.targets else None
    yield from walks(pack, file, route)
    if route is not None:
        yield difficulty_sentence(pack, file, route)


def walks(pack: PrintPack, file: DungeonFile, route: RouteCost | None) -> Iterator[str]:
    """Yield a line for each target, closed rooms by what opens them, the shortest walk and the cheapest route."""
    rules, dungeon, say = map_rules(pack), file.dungeon, DungeonSentences(pack)
    measures = figures(dungeon, rules)
    for target in measures.targets:
        known: dict[str, str | int] = {"target": pack.game.word(rules.targets.word), "number": target.number}
        known["room"] = target.room.name
        if target.steps is None:
            yield say("unreached", known)
        else:
            spent: dict[str, str | int] = {"steps": target.steps, "dice": target.dice, "before": target.dice_before}
            yield say("target", {**known, **spent, "share": target.share})
    closed: dict[str, list[str]] = {}
    for room in measures.closed:
        held = f"{room.name} ({say.things(dungeon, rules, room)})"
        closed.setdefault(say.openers(measures, rules, room), []).append(held)
    for items, rooms in closed.items():
        yield say("closed" if items else "closed_for_good", {"rooms": ", ".join(rooms), "items": items})
    if measures.walk is not None:
        order = ", ".join(map(str, measures.walk.order))
        yield say("walk", {"order": order, "steps": measures.walk.steps[-1]})
    if route is not None:
        legs = " + ".join(map(str, route.steps))
        yield say("route", {"legs": legs, "damage": route.damage, "level": rules.party_level, "detour": route.detour})


def difficulty_sentence(pack: PrintPack, file: DungeonFile, route: RouteCost) -> str:
    """Return how hard a dungeon is by its map as a sentence, in the language."""
    rules, dungeon = map_rules(pack), file.dungeon
    figure = figure_of(dungeon, route, file.spec.targets, rules)
    more = figure - band(dungeon.columns, dungeon.rows, rules).middle
    word = pack.game.word(f"dungeons.{difficulty_of(figure, dungeon.columns, dungeon.rows, rules)}")
    return DungeonSentences(pack)("difficulty", {"more": points(pack, more / 100, plus=True), "word": word})


def difficulty_sentences(pack: PrintPack, text: str, games: int) -> Iterator[str]:
    """Yield how hard the dungeon of a text is by its map, and what is earned there, where it can be played."""
    with in_a_file(text) as name:
        file = open_dungeon(pack, name)
        route = measure(file.dungeon, map_rules(pack))
        if route is not None:
            yield difficulty_sentence(pack, file, route)
        earnings = measured(pack.game, name, games)
        if earnings is not None:
            yield earnings_sentence(pack, earnings)


def earnings_sentence(pack: PrintPack, found: MeasuredDifficulty) -> str:
    """Return what was earned on a map as a sentence, in the language."""
    earned = {"mean": found.points.estimate, "low": found.points.low, "high": found.points.high}
    shown = {name: points(pack, value) for name, value in earned.items()}
    sentence = DungeonSentences(pack)("played", {"games": found.games, **shown})
    return f"{sentence} – {pack.game.word(f'dungeons.{found.difficulty}')}" if found.difficulty else sentence


def points(pack: PrintPack, value: float, *, plus: bool = False) -> str:
    """Return points with one place as the language writes them; with `plus` their sign is always there."""
    return decimal(value, 1, plus=plus).replace(".", pack.game.word("dungeons.decimal_mark"))


class DungeonSentences:
    """Says sentences about dungeons in the language of a game."""

    def __init__(self, pack: PrintPack) -> None:
        self.pack = pack

    def __call__(self, key: str, values: Mapping[str, str | int]) -> str:
        return self.pack.words.say(f"dungeons.{key}", **values)

    def things(self, dungeon: Dungeon, rules: MapRules, room: Room) -> str:
        """Return what lies in a room."""
        things = dungeon.contents.get(room, ())
        named = (
            f"{self.pack.game.word(rules.kinds[thing.kind].word)} {thing.level or thing.letter}" for thing in things
        )
        return ", ".join(name.strip() for name in named) or self.pack.game.word("dungeons.nothing")

    def openers(self, measured: DungeonMapStatistics, rules: MapRules, room: Room) -> str:
        """Return what opens a room: one of some things, all of them together, or nothing."""
        one_of = measured.openers[room]
        names = [self.pack.game.word(rules.crossings[key].word) for key in one_of or measured.together.get(room, ())]
        return f" {self.pack.game.word('dungeons.or' if one_of else 'dungeons.and')} ".join(names)
