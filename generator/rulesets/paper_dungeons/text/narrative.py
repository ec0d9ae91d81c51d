"""Turns a record into a story in one language: who did what, round by round, and the state of each sheet."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from generator.reading.phrase_templates import with_sign
from generator.rulesets.paper_dungeons.model import game_constants
from generator.rulesets.paper_dungeons.model.game_constants import FixedGameData, die_of, kind_of, target_of
from generator.rulesets.paper_dungeons.model.rulebook import CompiledGameRules
from generator.rulesets.paper_dungeons.model.sheet import NOBODY, OUTSIDE, PlayerSheetState
from generator.rulesets.paper_dungeons.model.state import ACTING, State
from generator.rulesets.paper_dungeons.rules.actions import advance, is_chance
from generator.rulesets.paper_dungeons.rules.final_score_file import Scorer
from generator.rulesets.paper_dungeons.text.notation import action_text, monster_name, roll_text
from generator.rulesets.paper_dungeons.text.record import BOSS, GEMS, MISSIONS, GameRecord, announcements, begin
from generator.rulesets.ruleset import ReplayChapter, ReplayEvent


@dataclass
class RoundSoFar:
    """The actions of each player in a round, as lines of text by seat.

    `counts` has, for each line, how many actions of the record were done before and after it. `fights` has what the
    boss fight did to each player: hearts of damage, those absorbed by potions, and choices of the reward. It is empty
    until the boss is fought; `fought` is the number of actions done before the fight.
    """

    heading: str
    number: int
    lines: list[list[str]]
    counts: list[list[tuple[int, int]]]
    fights: list[tuple[int, int, list[str]]] = field(default_factory=list)
    fought: int = 0

    @classmethod
    def begin(cls, heading: str, number: int, seats: int) -> "RoundSoFar":
        """Return a round of `seats` players that has no lines yet."""
        return cls(heading, number, [[] for _ in range(seats)], [[] for _ in range(seats)])

    def count(self, seat: int, action_count: int) -> None:
        """Extend `counts` to the present lines, after `action_count` actions; the last was an action of `seat`."""
        for counts, lines in zip(self.counts, self.lines, strict=True):
            if len(lines) > len(counts):
                counts.append((action_count - 1, action_count))
        if seat != NOBODY and self.counts[seat] and not self.fights:
            self.counts[seat][-1] = (self.counts[seat][-1][0], action_count)


class Narrator:
    """Describes a game; all texts come from the words of the game."""

    def __init__(self, rules: CompiledGameRules, scorer: Scorer) -> None:
        self.book, self.scorer = rules, scorer

    def say(self, word: str, **values: str | int) -> str:
        """Return the text `replay.<word>` of the game's words, with its placeholders filled."""
        return self.book.game.words.say(f"replay.{word}", **values)

    def chapters(self, record: GameRecord) -> Iterator[ReplayChapter]:
        """Yield a chapter for the setup and each round, and one with the points if the game is over."""
        state = begin(self.book, record)
        if record.position is not None:
            yield self.position(state)
        seats = len(record.setup.hands)
        current = RoundSoFar.begin(self.say("setup"), 0, seats)
        for action_count, action in enumerate(record.actions):
            old_sheets = [replace(sheet) for sheet in state.sheets]
            seat = state.turn
            if is_chance(state):
                if current.number or record.position is None:
                    yield self._chapter(state, current, action_count)
                heading = self.say("round", number=state.round, roll=roll_text(self.book, action))
                current = RoundSoFar.begin(heading, state.round, seats)
            elif current.fights:
                current.fights[seat][2].append(self._action(state, action))
            else:
                self._note(state, action, current.lines[seat])
            advance(state, action)
            if seat == NOBODY:
                self._skulls(old_sheets, state, current.lines)
            elif not self._is_fought(state, current.number):
                current.lines[seat][-1:] = [
                    f"{line}{self._came_of_it(old_sheets[seat], state.sheets[seat])}"
                    for line in current.lines[seat][-1:]
                ]
            elif not current.fights:
                pairs, current.fought = zip(old_sheets, state.sheets, strict=True), action_count
                current.fights = [(_hearts(new) - _hearts(old), new.absorbed - old.absorbed, []) for old, new in pairs]
            current.count(seat, action_count + 1)
        if record.actions:
            yield self._chapter(state, current, len(record.actions))
        if state.over:
            yield self._glory(state)

    def position(self, state: State) -> ReplayChapter:
        """Return a chapter that describes one state of a game."""
        roll = roll_text(self.book, state.roll) if state.roll else "–"
        heading = self.say("round", number=state.round, roll=roll) if state.round else self.say("setup")
        rows = [
            ReplayEvent(name, (*self._kept(state, seat), self._standing(state.data, state.sheets[seat])))
            for seat, name in enumerate(state.data.setup.names)
        ]
        return ReplayChapter(heading, tuple(rows))

    def _is_fought(self, state: State, number: int) -> bool:
        """Return whether round `number` ends with a boss fight and its last action is done.

        The state then includes the fight, so that the effect of this action alone is unknown.
        """
        return bool(state.data.numbers.boss_rounds[number]) and (state.round != number or state.phase != ACTING)

    def _skulls(self, old_sheets: list[PlayerSheetState], state: State, lines: list[list[str]]) -> None:
        """Add a sentence about the damage of skulls to the lines of each player who took any."""
        for old, new, texts in zip(old_sheets, state.sheets, lines, strict=True):
            damage = _hearts(new) - _hearts(old)
            if damage:
                texts.append(self.say("skulls", damage=damage) + self._absorbed(new.absorbed - old.absorbed))

    def _absorbed(self, hearts: int) -> str:
        """Return the end of a sentence that says how many `hearts` of damage potions absorbed; "" for 0."""
        return f", {self.say('absorb', hearts=hearts)}" if hearts else ""

    def _came_of_it(self, old: PlayerSheetState, new: PlayerSheetState) -> str:
        """Return the changes between two states of a sheet in brackets, such as " (Gems +1)"; "" for none."""
        word = self.book.game.words.word
        absorbed = new.absorbed - old.absorbed
        changes = [
            *_counted(word("monsters.monsters"), new.monsters - old.monsters),
            *_counted(word("scoring_lines.h_damage"), _hearts(new) - _hearts(old)),
            *([self.say("absorb", hearts=absorbed)] if absorbed else []),
            *_counted(word("vitals.potions"), new.potions - old.potions),
            *_counted(word("map.gems"), new.gems - old.gems),
        ]
        return f" ({', '.join(changes)})" if changes else ""

    def _note(self, state: State, action: int, lines: list[str]) -> None:
        """Add the text of an action to a player's lines; the use of a die, or keeping cards, starts a new line.

        Any other action extends the last line.
        """
        if kind_of(action) == game_constants.STOP:
            return
        text = self._action(state, action)
        if kind_of(action) <= game_constants.MOVE or not lines:
            lines.append(text)
        elif text:
            lines[-1] += f" {text}" if kind_of(action) == game_constants.STEP else f", {text}" if lines[-1] else text

    def _action(self, state: State, action: int) -> str:
        data, kind, target = state.data, kind_of(action), target_of(action)
        game, book = self.book.game, self.book
        die = f"{data.faces[die_of(action)].digit}: "
        if kind == game_constants.KEEP:
            return ""
        if kind in (game_constants.LEVEL, game_constants.GAIN_LEVEL, game_constants.RAISE):
            text = self.say("level", hero=game.words.word(f"heroes.{book.heroes[target]}"))
        elif kind in (game_constants.CRAFT, game_constants.GAIN_HALF):
            text = self.say("half", item=game.words.word(f"items.{book.items[target].key}"))
        elif kind == game_constants.BREW:
            text = self.say("brew")
        elif kind == game_constants.MOVE:
            text = self.say("move")
        elif kind == game_constants.ABSORB:
            text = self.say("absorb", hearts=target)
        elif kind == game_constants.BEAT:
            text = self.say("beat", room=monster_name(data, target))
        elif kind == game_constants.TAKE_GEM:
            text = f"{game.words.word('map.gem')} {data.board.letters[target]}"
        else:
            text = action_text(book, state, action)
        return die + text if game_constants.LEVEL <= kind <= game_constants.MOVE else text

    def _chapter(self, state: State, current: RoundSoFar, action_count: int) -> ReplayChapter:
        """Return the chapter of a round that ended after `action_count` actions."""
        rows, fights = [], current.fights
        is_over, ended = state.over or is_chance(state), (current.fought or action_count - 1, action_count)
        has_results = current.number and is_over
        announced = announcements(state, current.number, [[] for _ in current.lines]) if has_results else {}
        for seat, (name, lines) in enumerate(zip(state.data.setup.names, current.lines, strict=True)):
            sentences = [] if current.number else self._kept(state, seat)
            counts = [ended] * len(sentences) + [
                count for line, count in zip(lines, current.counts[seat], strict=True) if line
            ]
            sentences += [line.strip() for line in lines if line]
            sentences += [
                self._announced(key, texts[seat]) for key, texts in announced.items() if texts[seat] and key != BOSS
            ]
            if fights and BOSS in announced:
                sentences.append(self._fight(announced[BOSS][seat], *fights[seat]))
            sentences.append(self._standing(state.data, state.sheets[seat]))
            counts += [ended] * (len(sentences) - len(counts))
            rows.append(ReplayEvent(name, tuple(sentences), tuple(counts)))
        return ReplayChapter(current.heading, tuple(rows))

    def _kept(self, state: State, seat: int) -> list[str]:
        sheet, cards = state.sheets[seat], state.data
        if sheet.power < 0:
            return []
        words = self.book.game.card_words
        names = (words("powers", cards.powers[sheet.power].key), words("goals", cards.goals[sheet.goal].key))
        return [self.say("keeps", power=str(names[0].get("name", "")), goal=str(names[1].get("name", "")))]

    def _announced(self, key: str, text: str) -> str:
        game = self.book.game
        if key == GEMS:
            return f"{game.words.word('map.gems')} {' '.join(text)}"
        if key == MISSIONS:
            mission_names = [str(game.card_words("missions", key).get("name", key)) for key in text.split()]
            return f"{game.words.word('card_types.mission')}: {', '.join(mission_names)}"
        return text

    def _fight(self, text: str, hearts: int, absorbed: int, choices: list[str]) -> str:
        """Return a boss fight in words; `text` is its recorded result: "16 glory 3 damage 4" or "13 flees glory -4"."""
        words = text.split()
        glory = with_sign(int(words[words.index("glory") + 1]), plus=True)
        if "flees" in words:
            return self.say("flees", glory=glory)
        damage = int(words[words.index("damage") + 1])
        sentence = self.say("fights", strength=words[0], glory=glory, damage=damage)
        # the last action before the fight may have done damage, too: then it is unknown which damage was absorbed
        return ", ".join([sentence + (self._absorbed(absorbed) if hearts == damage else ""), *choices])

    def _standing(self, data: FixedGameData, sheet: PlayerSheetState) -> str:
        """Return the state of a sheet as one line."""
        return self.say(
            "standing",
            health=sum(sheet.levels),
            damage=sheet.damage,
            potions=sheet.potions,
            hearts=data.potion_hearts * sheet.potions - sheet.absorbed,
            gems=sheet.gems,
            monsters=sheet.monsters,
            rooms=sheet.explored.bit_count(),
            room=data.board.names[sheet.room] if sheet.room != OUTSIDE else "–",
        )

    def _glory(self, state: State) -> ReplayChapter:
        scores = self.scorer.scores(state)
        letters = (*self.scorer.letters, self.scorer.rules.table.total_letter)
        rows = []
        for name, score in zip(state.data.setup.names, scores, strict=True):
            points = [
                f"{letter} {with_sign(points)}"
                for letter, points in zip(letters, (*score.lines, score.total), strict=True)
            ]
            rows.append(ReplayEvent(name, ("  ".join(points),)))
        return ReplayChapter(self.book.game.words.word("game.glory"), tuple(rows))


def _counted(name: str, count: int) -> list[str]:
    """Return the change of a number as a list of one text, such as "Gems +1"; empty for 0."""
    return [f"{name} {with_sign(count, plus=True)}"] if count else []


def _hearts(sheet: PlayerSheetState) -> int:
    """Return all hearts of damage of a player, including those that potions absorbed."""
    return sheet.absorbed + sheet.damage
