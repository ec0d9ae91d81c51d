"""Turns a record into the pencil marks on each sheet, by the ids of the sheet's fields."""

from collections.abc import Iterator

from generator.reading.phrase_templates import with_sign
from generator.rulesets.paper_dungeons.model import game_constants
from generator.rulesets.paper_dungeons.model.rulebook import CompiledGameRules
from generator.rulesets.paper_dungeons.model.sheet import OUTSIDE, PlayerSheetState
from generator.rulesets.paper_dungeons.model.state import State
from generator.rulesets.paper_dungeons.rules.actions import advance
from generator.rulesets.paper_dungeons.rules.final_score_file import Scorer
from generator.rulesets.paper_dungeons.text.record import GameRecord, begin
from generator.rulesets.ruleset import MarkedSheet, PencilMark

FILL, CROSS, RING = PencilMark("fill"), PencilMark("cross"), PencilMark("ring")
Marks = Iterator[tuple[str, PencilMark]]


class InGamePencilMarks:
    """The marks of a player that the final sheet does not show: digits of used dice, and the path on the map."""

    def __init__(self, state: State, sheet: PlayerSheetState) -> None:
        self.first = max(0, state.round - 1)  # the number of rounds that were played before the record begins
        self.digits: list[int] = []
        self.path: list[tuple[str, str]] = []
        self.room = state.data.board.names[sheet.room] if sheet.room != OUTSIDE else ""

    def follow(self, data: game_constants.FixedGameData, action: int) -> None:
        """Record the marks of an action."""
        if game_constants.LEVEL <= game_constants.kind_of(action) <= game_constants.MOVE:
            self.digits.append(data.faces[game_constants.die_of(action)].digit)
        elif game_constants.kind_of(action) == game_constants.STEP:
            entered = data.board.names[game_constants.target_of(action)]
            self.path.append((self.room, entered))
            self.room = entered

    def marks(self, dice: int) -> Marks:
        """Return the pencil marks of the round track: in each round, the numbers of the `dice` dice that were used."""
        for number, digit in enumerate(self.digits):
            yield f"round.{self.first + number // dice + 1}.{number % dice + 1}", PencilMark("text", str(digit))


def marked_sheets(rules: CompiledGameRules, scorer: Scorer, record: GameRecord) -> list[MarkedSheet]:
    """Return the sheet of each player at the end of a record."""
    state = begin(rules, record)
    trails = [InGamePencilMarks(state, sheet) for sheet in state.sheets]
    for action in record.actions:
        if state.turn >= 0:
            trails[state.turn].follow(state.data, action)
        advance(state, action)
    dice = state.data.numbers.dice
    return [
        MarkedSheet(
            hand.name,
            dict(
                [
                    *trail.marks(dice),
                    *_marks(rules, state.data, sheet),
                    *_card_marks(rules, scorer, state, sheet),
                    *_shields(scorer, state, sheet),
                ]
            ),
            tuple(trail.path),
        )
        for hand, sheet, trail in zip(record.setup.hands, state.sheets, trails, strict=True)
    ]


def _marks(rules: CompiledGameRules, data: game_constants.FixedGameData, sheet: PlayerSheetState) -> Marks:
    """Yield the marks that follow only from the sheet."""
    first, heroes = data.numbers.start_level, len(rules.heroes)
    if sheet.goal >= 0:
        black = data.goals[sheet.goal].black
        yield from ((f"training.{hero}", FILL) for hero, is_black in zip(rules.heroes, black, strict=True) if is_black)
    for hero, level in zip(rules.heroes, sheet.levels, strict=True):
        yield from _filled(f"hero.{hero}", first + 1, level)
    yield from _filled("health", first * heroes + 1, sum(sheet.levels))
    yield from _filled("damage", 1, sheet.damage)
    if sheet.risen:
        yield "resurrection", FILL
    for item, halves in zip(rules.items, sheet.halves, strict=True):
        yield from _filled(f"item.{item.key}", 1, halves)
    hearts = data.potion_hearts
    yield from ((f"potion.{number}.flask", FILL) for number in range(1, sheet.potions + 1))
    for heart in range(sheet.absorbed):
        yield f"potion.{heart // hearts + 1}.heart.{heart % hearts + 1}", FILL
    yield from _filled("monster_track", 1, sheet.monsters)
    yield from _filled("gem_track", 1, sheet.gems)
    yield from _on_the_map(data, sheet)


def _filled(name: str, first: int, last: int) -> Marks:
    return ((f"{name}.{number}", FILL) for number in range(first, last + 1))


def _on_the_map(data: game_constants.FixedGameData, sheet: PlayerSheetState) -> Marks:
    """Yield the crosses and circles on the map. [PL p.10] [CZ p.10]"""
    board = data.board
    for number, monster in enumerate(board.monsters):
        if sheet.beaten >> number & 1:
            yield f"monster.{board.names[monster.room]}", CROSS
    for place, letter in enumerate(board.letters):
        if sheet.taken >> place & 1:
            yield f"gem.{letter}", RING
        elif sheet.lost >> place & 1:
            yield f"gem.{letter}", CROSS
    for room, kinds in enumerate(board.treasure_kinds):
        if sheet.explored >> room & 1 and not (room == sheet.room != OUTSIDE and sheet.arriving):
            for number, kind in enumerate(kinds, 1):
                yield f"treasure.{board.names[room]}.{kind}", RING
                yield f"treasure.{board.names[room]}.{number}", RING


def _card_marks(rules: CompiledGameRules, scorer: Scorer, state: State, sheet: PlayerSheetState) -> Marks:
    """Yield the marks for claimed missions, fought bosses, the power and, once the game is over, the goal."""
    yield from ((f"mission.{round}.{number}", FILL) for number, round in enumerate(sheet.claims, 1) if round)
    for number, (boss, strength) in enumerate(zip(state.data.bosses, sheet.strengths, strict=False), 1):
        band = sum(strength >= at for at, _, _ in boss.bands)
        yield f"band.{number}.{band or 'flee'}", FILL
    if sheet.power >= 0:
        yield f"power.{rules.powers[sheet.power].key}", FILL
    if sheet.goal >= 0 and state.over:
        points = scorer.goal_glory(state.data, sheet)
        yield from ((f"goal.{step}", FILL) for step in scorer.goal_steps if 0 < step <= points)


def _shields(scorer: Scorer, state: State, sheet: PlayerSheetState) -> Marks:
    """Yield the points in the shields: those of bosses once fought, all others once the game is over."""
    lines = scorer.lines(state.data, sheet)
    count = len(lines) if state.over else len(sheet.glory)
    for letter, points in zip(scorer.letters[:count], lines, strict=False):
        yield f"score.{letter}", PencilMark("text", with_sign(points))
    if state.over:
        yield f"score.{scorer.rules.table.total_letter}", PencilMark("text", with_sign(sum(lines)))
