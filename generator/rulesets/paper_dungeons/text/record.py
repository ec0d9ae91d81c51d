"""Writes a game as a record that people can read and type, and parses it: setup, rolls, actions, announcements.

Announcements and fights follow from the rest; they are written for readers, and checked if they are there.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, did_you_mean, need_known, refuse
from generator.game.rule_sources import read_sources
from generator.reading.structure import RawNode, structure
from generator.reading.yaml_nodes import Node
from generator.rulesets.paper_dungeons.model.effects import BOSSES
from generator.rulesets.paper_dungeons.model.game_constants import STOP, FixedGameData, keep_action, kind_of
from generator.rulesets.paper_dungeons.model.rulebook import CompiledGameRules, table_of
from generator.rulesets.paper_dungeons.model.setup import NAMES, DealtHand, Setup, names_of, variants_of
from generator.rulesets.paper_dungeons.model.sheet import PlayerSheetState
from generator.rulesets.paper_dungeons.model.state import ACTING, CHOOSING, FIGHTING, FLEEING, State, start
from generator.rulesets.paper_dungeons.rules.actions import advance, is_chance, legal_actions
from generator.rulesets.paper_dungeons.rules.gains import damage_left
from generator.rulesets.paper_dungeons.rules.rounds import band_of
from generator.rulesets.paper_dungeons.text.notation import action_text, letters_of, quote_name, read_roll, roll_text

ROLL, GEMS, MISSIONS, BOSS = "roll", "gems", "missions", "boss"
RESERVED = (ROLL, GEMS, MISSIONS, BOSS)
CHOICES = "+x*^o"  # the first characters of words that are choices
MOST_PLAYERS = 8


class GameRecord(NamedTuple):
    """A game: its setup, then all rolls and actions in order, beginning with `position` if there is one."""

    setup: Setup
    actions: tuple[int, ...]
    position: State | None = None


def begin(rules: CompiledGameRules, record: GameRecord) -> State:
    """Return the state in which a record begins."""
    return start(table_of(rules, record.setup)) if record.position is None else record.position.copy()


def final_state(rules: CompiledGameRules, record: GameRecord) -> State:
    """Return the state in which a record ends."""
    state = begin(rules, record)
    for action in record.actions:
        advance(state, action)
    return state


# writing


@dataclass
class Round:
    """The texts of a round: its roll, the dice of each player, and the choices at its end by player."""

    roll: str
    dice: list[list[str]]
    after: list[list[str]]


def write_record(rules: CompiledGameRules, record: GameRecord) -> str:
    """Return the text of a record; equal games give equal texts."""
    names, count = list(map(quote_name, record.setup.names)), len(record.setup.hands)
    state = start(table_of(rules, record.setup))
    kept_texts: list[list[str]] = [[] for _ in range(count)]
    lines: list[str] = []
    current = Round("", [], [])
    for action in record.actions:
        seat, phase = state.turn, state.phase
        text = "" if is_chance(state) else action_text(rules, state, action)
        if is_chance(state):
            current = Round(roll_text(rules, action), [[] for _ in range(count)], [[] for _ in range(count)])
        elif phase == CHOOSING:
            kept_texts[seat].append(text)
        elif phase == ACTING:
            _note(current.dice[seat], action, text)
        elif phase == FIGHTING:
            current.after[seat].append(text)
        number = state.round
        advance(state, action)
        if phase in (ACTING, FLEEING, FIGHTING) and (state.round != number or state.over):
            lines += _round_lines(names, current, announcements(state, number, current.after))
            current = Round("", [], [])
    if current.roll:
        lines += _round_lines(names, current, {})
    return "\n".join([*_setup_lines(rules, state, kept_texts), *(["rounds:", *lines] if lines else [])]) + "\n"


def _note(dice: list[str], action: int, text: str) -> None:
    """Add an action to a player's texts: the use of a die starts a new one, others extend the last; omit STOP."""
    if kind_of(action) == STOP:
        return
    if text[0].isdigit() or not dice:
        dice.append(text)
    else:
        dice[-1] += f" {text}"


def _setup_lines(rules: CompiledGameRules, state: State, kept_texts: list[list[str]]) -> list[str]:
    setup = state.data.setup
    lines = [
        f"game: {rules.game.id}",
        f"dungeon: {quote_name(setup.dungeon)}",
        f"bosses: [{', '.join(setup.bosses)}]",
        f"missions: [{', '.join(setup.missions)}]",
        f"variants: [{', '.join(names_of(setup.variants))}]",
        "players:",
    ]
    for dealt, sheet, texts in zip(setup.hands, state.sheets, kept_texts, strict=True):
        lines += [
            f"- name: {quote_name(dealt.name)}",
            f"  powers: [{', '.join(dealt.powers)}]",
            f"  goals: [{', '.join(dealt.goals)}]",
        ]
        if sheet.power >= 0:
            cards = (rules.powers[sheet.power].key, rules.goals[sheet.goal].key)
            lines.append(f"  keeps: {' '.join([*cards, *texts[1:]])}")
    return lines


def _round_lines(names: list[str], current: Round, announced: dict[str, list[str]]) -> list[str]:
    lines = [f"- {ROLL}: {current.roll}"]
    lines += [f"  {name}: {', '.join(dice)}" for name, dice in zip(names, current.dice, strict=True) if dice]
    for key, texts in announced.items():
        line = ", ".join(f"{name}: {text}" for name, text in zip(names, texts, strict=True) if text)
        if line:
            lines.append(f"  {key}: {{{line}}}")
    return lines


def announcements(state: State, number: int, choices: list[list[str]]) -> dict[str, list[str]]:
    """Return the texts that a record has at the end of round `number`, by key (gems, missions, boss), then by seat.

    `choices` has the choices that each player made after the boss fight.
    """
    table, sheets = state.data, state.sheets
    claims = [dict(zip([mission.key for mission in table.missions], sheet.claims, strict=True)) for sheet in sheets]
    announced = {
        GEMS: [letters_of(table, sheet.named) for sheet in sheets],
        MISSIONS: [" ".join(key for key, claimed in rounds.items() if claimed == number) for rounds in claims],
    }
    boss = table.numbers.boss_rounds[number]
    if boss:
        announced[BOSS] = [
            " ".join([_fight(table, sheet, boss), *words]) for sheet, words in zip(sheets, choices, strict=True)
        ]
    return announced


def _fight(data: FixedGameData, sheet: PlayerSheetState, number: int) -> str:
    """Return the result of a boss fight: "16 glory 3 damage 4", or "13 flees glory -4"."""
    boss, strength, glory = data.bosses[number - 1], sheet.strengths[number - 1], sheet.glory[number - 1]
    prefix = f"{strength} " if strength >= 0 else ""
    if strength < boss.bands[0][0] or glory != band_of(boss, strength)[1]:
        return f"{prefix}flees glory {glory}"
    return f"{prefix}glory {glory} damage {damage_left(sheet, BOSSES, band_of(boss, strength)[2])}"


# reading


@dataclass(frozen=True, kw_only=True)
class GameRecordPlayer:
    """A player in a record: the cards dealt, and in `keeps` those kept, followed by choices that a power gives."""

    place: SourceLocation
    name: str
    powers: tuple[str, ...]
    goals: tuple[str, ...]
    keeps: RawNode | None = None


@dataclass(frozen=True, kw_only=True)
class GameRecordFile:
    """The file of a record; the game is played with the listed `variants` and those of the rule book `book`."""

    place: SourceLocation
    game: str
    dungeon: str
    bosses: tuple[str, ...] = ()
    missions: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    book: str = ""
    players: tuple[GameRecordPlayer, ...]
    rounds: tuple[RawNode, ...] = ()


def read_record(rules: CompiledGameRules, root: Node, position: State | None = None) -> GameRecord:
    """Return the game of a record, which may stop early; with `position` the record goes on from that state.

    Raises InvalidInput for what the rules do not allow.
    """
    spec = structure(root, GameRecordFile, "a record")
    setup = _setup(rules, spec)
    if position is not None:
        _check_position(spec, setup, position)
    reader = _RecordReplayer(rules, start(table_of(rules, setup)) if position is None else position.copy())
    for player in spec.players if position is None else ():
        if not reader.keeps(player):
            break
    for number, node in enumerate(spec.rounds, reader.state.round or 1):
        reader.round(number, node)
    return GameRecord(setup, tuple(reader.actions), position)


def _check_position(spec: GameRecordFile, setup: Setup, position: State) -> None:
    """Raise InvalidInput if a record cannot continue a position: other cards or players, or no roll comes next."""
    position_setup = position.data.setup
    for part, in_record, in_position in (
        ("map", setup.dungeon, position_setup.dungeon),
        ("bosses", setup.bosses, position_setup.bosses),
        ("missions", setup.missions, position_setup.missions),
        ("players", setup.names, position_setup.names),
        ("variants", setup.variants, position_setup.variants),
    ):
        if in_record != in_position:
            raise refuse("R013", f"the position has other {part} than this record", spec.place, "take its own set-up")
    if not is_chance(position):
        message = "a record goes on from a position in which the dice are rolled next"
        raise refuse("R013", message, spec.place, "take the position at the end of a round: phase: roll")


def _setup(rules: CompiledGameRules, spec: GameRecordFile) -> Setup:
    """Return the setup in a record; raises InvalidInput for unknown names, and for an impossible deal of cards."""
    faults = []
    bosses = spec.bosses or rules.board(spec.dungeon).bosses
    keys_by_kind = [("bosses", bosses), ("missions", spec.missions)]
    keys_by_kind += [("powers", player.powers) for player in spec.players]
    keys_by_kind += [("goals", player.goals) for player in spec.players]
    for kind, keys in keys_by_kind:
        valid_keys = rules.places[kind]
        for key in keys:
            if key not in valid_keys:
                faults.append(
                    Diagnostic("R013", f"{key!r} is none of the {kind}", spec.place, did_you_mean(key, valid_keys))
                )
    variants = [*spec.variants, *_variants_of_book(rules, spec)]
    for name in spec.variants:
        if name not in NAMES:
            faults.append(Diagnostic("R013", f"there is no variant {name!r}", spec.place, did_you_mean(name, NAMES)))
    names = [player.name for player in spec.players]
    for player in spec.players:
        if names.count(player.name) > 1 or player.name in RESERVED or not player.name:
            faults.append(Diagnostic("R013", f"{player.name!r} cannot be told apart", player.place, "use other names"))
        if not player.powers or not player.goals or max(len(player.powers), len(player.goals)) > MOST_PLAYERS:
            faults.append(Diagnostic("R013", f"{player.name} needs powers and goals to keep one of", player.place))
    if not 1 <= len(names) <= MOST_PLAYERS:
        faults.append(Diagnostic("R013", f"{len(names)} players, one to {MOST_PLAYERS} can play", spec.place))
    faults = faults or [*_dealing_faults(rules, spec), *_boss_faults(rules, spec, bosses)]
    if faults:
        raise InvalidInput(faults)
    hands = tuple(DealtHand(player.name, player.powers, player.goals) for player in spec.players)
    return Setup(spec.dungeon, bosses, spec.missions, hands, variants_of(variants))


def _variants_of_book(rules: CompiledGameRules, spec: GameRecordFile) -> tuple[str, ...]:
    """Return the variants by which people play with the record's rule book; raises InvalidInput for an unknown one."""
    if not spec.book:
        return ()
    sources = read_sources(rules.game.catalogue, rules.game.id)
    books = sources.whole_books if sources is not None else {}
    if sources is None or spec.book not in books:
        raise refuse("R013", f"there is no book {spec.book!r}", spec.place, did_you_mean(spec.book, books))
    return sources.played_by(spec.book)


def _dealing_faults(rules: CompiledGameRules, spec: GameRecordFile) -> list[Diagnostic]:
    """Return faults of the deal: a card dealt twice, or a wrong number of missions. [PL p.2, p.4] [CZ p.2, p.4]"""
    faults = []
    powers = [(key, player.place) for player in spec.players for key in player.powers]
    goals = [(key, player.place) for player in spec.players for key in player.goals]
    for cards in (powers, goals, [(key, spec.place) for key in spec.missions]):
        keys = [key for key, _ in cards]
        for at, (key, place) in enumerate(cards):
            if key in keys[:at]:
                faults.append(Diagnostic("R013", f"{key!r} is dealt twice", place, "each card is in the box once"))
    if len(spec.missions) not in (0, rules.numbers.missions):
        message = f"{len(spec.missions)} missions, a game has {rules.numbers.missions}"
        faults.append(Diagnostic("R013", message, spec.place, "or none in a first game"))
    return faults


def _boss_faults(rules: CompiledGameRules, spec: GameRecordFile, bosses: tuple[str, ...]) -> list[Diagnostic]:
    """Return faults unless there is one boss for each season, the dungeon's or a drawn one. [PL p.2] [CZ p.2]"""
    if len(bosses) != len(rules.maps.numbers):
        message = f"{len(bosses)} bosses, a game has {len(rules.maps.numbers)}"
        return [Diagnostic("R013", message, spec.place, "name one for each season")]
    faults = []
    for season, key in zip(rules.maps.numbers, bosses, strict=True):
        boss = rules.bosses[rules.places["bosses"][key]]
        if boss.season != season:
            message = f"{key!r} is a boss of season {boss.season}, not of season {season}"
            faults.append(Diagnostic("R013", message, spec.place, "name one for each season, in their order"))
    dungeon_bosses = rules.board(spec.dungeon).bosses
    if not faults and dungeon_bosses and bosses != dungeon_bosses and "random_bosses" not in spec.variants:
        message = f"dungeon {spec.dungeon!r} has other bosses: {', '.join(dungeon_bosses)}"
        faults.append(Diagnostic("R013", message, spec.place, "variants: [random_bosses] where they were drawn"))
    return faults


def tokens_of(node: Node) -> list[list[Node]]:
    """Return the words of a line, each with its place in the file, as a list for each part between commas."""
    text, parts = str(node.value), list[list[Node]]()
    at = 0
    for part in text.split(","):
        words = re.finditer(r"\S+", part)
        place = node.place._replace(column=node.place.column + at)
        parts.append([Node(word[0], place._replace(column=place.column + word.start())) for word in words])
        at += len(part) + 1
    return parts


def is_choice(word: str) -> bool:
    """Return whether a word after the numbers of a boss fight is a choice of the player, such as "*A"."""
    return word[:1] in CHOICES


def _words(announced: Node | None, name: str) -> list[Node]:
    line = announced.get(name) if announced is not None else None
    return [token for part in tokens_of(line) for token in part] if line is not None else []


class _RecordReplayer:
    """Parses a record and plays it at the same time."""

    def __init__(self, rules: CompiledGameRules, state: State) -> None:
        self.book, self.state = rules, state
        self.actions: list[int] = []
        self.number = 0  # the round that is parsed; 0 in setup

    @property
    def names(self) -> tuple[str, ...]:
        return self.state.data.setup.names

    def act(self, action: int) -> None:
        self.actions.append(action)
        advance(self.state, action)

    def who(self, seat: int) -> str:
        """Return the text with which messages begin: the round and the name of the player."""
        return f"round {self.number}, {self.names[seat]}" if self.number else f"setup, {self.names[seat]}"

    def take(self, text: str, place: SourceLocation) -> None:
        """Play the legal action that this text stands for; raises InvalidInput if there is none."""
        legal = {action_text(self.book, self.state, action): action for action in legal_actions(self.state)}
        need_known(text, legal, "R011", f"{self.who(self.state.turn)}: {text!r} is not possible", place)
        self.act(legal[text])

    def decides(self, seat: int, phase: int) -> bool:
        """Return whether it is this player's turn, in this phase."""
        return self.state.turn == seat and self.state.phase == phase

    def keeps(self, player: GameRecordPlayer) -> bool:
        """Play the cards that a player keeps, and choices in setup; return False if the record ends before them."""
        if player.keeps is None:
            return False
        seat = self.state.turn
        (tokens, *rest) = tokens_of(player.keeps)
        if len(tokens) < 2 or rest:
            message = f"{self.who(seat)}: keeps a power and a goal"
            raise refuse("R011", message, player.keeps.place, "keeps: healer rooms")
        places = []
        for token, hand in zip(tokens, (player.powers, player.goals), strict=False):
            need_known(token.value, hand, "R011", f"{self.who(seat)}: {token.value!r} was not dealt", token.place)
            places.append(hand.index(token.value))
        self.act(keep_action(*places))
        for token in tokens[2:]:
            self.choose(token, seat, CHOOSING)
        self.finish(seat, CHOOSING, player.keeps.place)
        return True

    def choose(self, token: Node, seat: int, phase: int) -> None:
        """Play the action of a player that `token` stands for; raises InvalidInput if it is not the player's turn."""
        if not self.decides(seat, phase):
            message = f"{self.who(seat)}: nothing is left to decide by {token.value!r}"
            raise refuse("R011", message, token.place)
        self.take(token.value, token.place)

    def finish(self, seat: int, phase: int, place: SourceLocation) -> None:
        """Raise InvalidInput if a player's line ends although the player has more to decide."""
        if self.decides(seat, phase):
            open_now = [action_text(self.book, self.state, action) for action in legal_actions(self.state)]
            raise refuse(
                "R011", f"{self.who(seat)}: the line ends too early", place, f"then: {', '.join(open_now[:12])}"
            )

    def round(self, number: int, node: Node) -> None:
        """Play a round of the record: the roll, the lines of the players, the boss fight; check the announcements."""
        self.number = number
        if not node.is_map or node.get(ROLL) is None:
            raise refuse("R013", f"round {number} has no roll", node.place, "roll: 149 58x")
        if not is_chance(self.state):
            message = f"round {number} cannot begin: the game is {'over' if self.state.over else 'not so far'}"
            raise refuse("R013", message, node.place)
        for key in node.value:
            message = f"round {number}: {key!r} is not a player of this game"
            need_known(key, (*self.names, *RESERVED), "R013", message, node.key_place(key))
        self.roll(number, node.value[ROLL])
        for seat, name in enumerate(self.names):
            line = node.get(name)
            if line is None:
                break
            self.line(seat, line)
        self.fight(node)
        self.check(number, node)

    def roll(self, number: int, node: Node) -> None:
        try:
            self.act(read_roll(self.book, str(node.value)))
        except ValueError as fault:
            raise refuse("R011", f"round {number}: {fault}", node.place, "x is a skull") from fault

    def line(self, seat: int, node: Node) -> None:
        """Play the line of a player: what the player does with each die."""
        for tokens in tokens_of(node):
            if not tokens:
                raise refuse("R011", f"{self.who(seat)}: there is nothing between the commas", node.place)
            first, rest = self._opening(tokens)
            for token in (first, *rest) if first is not None else rest:
                self.choose(token, seat, ACTING)
            if self.decides(seat, ACTING) and STOP in legal_actions(self.state):
                self.act(STOP)
        self.finish(seat, ACTING, node.place)

    def _opening(self, tokens: list[Node]) -> tuple[Node | None, list[Node]]:
        """Return the use of a die (5 level warrior, 4 brew, 9 move) as one token or None, and the tokens after it."""
        if not tokens[0].value.isdigit():
            return None, tokens
        verb = tokens[1].value if len(tokens) > 1 else ""
        length = 3 if verb in ("level", "craft") else 2
        return Node(" ".join(token.value for token in tokens[:length]), tokens[0].place), tokens[length:]

    def fight(self, node: Node) -> None:
        """Play the decisions in a boss fight: who flees, and the choices that follow the numbers in a line."""
        fights = node.get(BOSS)
        lines = {seat: _words(fights, name) for seat, name in enumerate(self.names)}
        while self.state.phase in (FLEEING, FIGHTING) and fights is not None:
            seat = self.state.turn
            choice_tokens = [token for token in lines[seat] if is_choice(token.value)]
            if self.state.phase == FLEEING:
                flees = any(token.value == "flees" for token in lines[seat])
                self.take("flee" if flees else "fight", fights.place)
            elif choice_tokens:
                lines[seat].remove(choice_tokens[0])
                self.take(choice_tokens[0].value, choice_tokens[0].place)
            else:
                self.finish(seat, FIGHTING, fights.place)
        for seat, tokens in lines.items():
            for token in tokens:
                if is_choice(token.value):
                    self.choose(token, seat, FIGHTING)

    def check(self, number: int, node: Node) -> None:
        """Compare the announcements in the record with what was played; raises InvalidInput if they differ."""
        state = self.state
        if state.round == number and not state.over:
            ahead = [key for key in (GEMS, MISSIONS, BOSS) if node.get(key) is not None]
            if ahead:
                raise refuse("R013", f"round {number} is not over yet, but has {ahead[0]!r}", node.key_place(ahead[0]))
            return
        expected = announcements(state, number, [[] for _ in self.names])
        for key in (GEMS, MISSIONS, BOSS):
            announced = node.get(key)
            if announced is None:
                continue
            if not announced.is_map:
                message = f"round {number}: {key} needs a player"
                raise refuse("R013", message, announced.place, f"{key}: {{{self.names[0]}: ...}}")
            for name, line in announced.items():
                if name not in self.names:
                    message = f"round {number}: {name!r} is not a player of this game"
                    raise refuse("R013", message, announced.key_place(name))
                recorded = " ".join(word for word in str(line.value).split() if key != BOSS or not is_choice(word))
                expected_text = expected.get(key, [""] * len(self.names))[self.names.index(name)]
                if recorded != expected_text:
                    message = (
                        f"round {number}, {name}: {key} is {recorded!r}, by what was played it is {expected_text!r}"
                    )
                    raise refuse("R011", message, line.place, "correct the line, or the actions before it")
