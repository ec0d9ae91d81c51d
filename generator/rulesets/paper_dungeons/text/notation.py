"""Writes rolls, actions and whole states as text that people can read and type, and parses them."""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields

from generator.diagnostics import SourceLocation, refuse
from generator.reading.structure import RawNode, structure
from generator.reading.yaml_nodes import parse_yaml, plain, yaml_quoted
from generator.rulesets.paper_dungeons.model import game_constants as constants
from generator.rulesets.paper_dungeons.model import sheet as player_sheet
from generator.rulesets.paper_dungeons.model.rulebook import CompiledGameRules, table_of
from generator.rulesets.paper_dungeons.model.setup import DealtHand, Setup, names_of, variants_of
from generator.rulesets.paper_dungeons.model.state import PHASES, State, start

SKULL = "x"
_PLAIN = re.compile(r"[^\W\d_][\w .'-]{0,38}[\w.']|[^\W\d_]")
_NO_NAMES = ("true", "false", "null")
OWED = {
    "level": player_sheet.OWED_LEVEL,
    "half": player_sheet.OWED_HALF,
    "different": player_sheet.OWED_DIFFERENT,
    "beat": player_sheet.OWED_BEAT,
    "gem": player_sheet.OWED_GEM,
    "raise": player_sheet.OWED_RAISE,
}


def quote_name(name: str) -> str:
    """Return a player's name, in quotes if YAML would not parse it as text otherwise.

    >>> quote_name("Ann Lee"), quote_name("12"), quote_name("true")
    ('Ann Lee', '"12"', '"true"')
    """
    return name if _PLAIN.fullmatch(name) and name not in _NO_NAMES else yaml_quoted(name)


# rolls


def roll_text(rules: CompiledGameRules, roll: int) -> str:
    """Return a roll as the digits of the white dice, then of the black dice, with x for a skull: 149 58x."""
    return " ".join(
        digits + SKULL * (count - len(digits))
        for digits, count in zip(dice_texts(rules, roll), (rules.white_dice, rules.black_dice), strict=True)
    )


def dice_texts(rules: CompiledGameRules, dice: int) -> tuple[str, str]:
    """Return the digits of the white dice, and those of the black dice."""
    white, black = "", ""
    for number, face in enumerate(rules.faces):
        digits = str(face.digit) * (constants.dice_showing(dice, number))
        white, black = (white, black + digits) if face.black else (white + digits, black)
    return white, black


def read_dice(rules: CompiledGameRules, text: str) -> int:
    """Return the roll of some digits, ignoring x and -; raises ValueError for a digit that no die has."""
    dice = 0
    for digit in text:
        if digit in f"{SKULL}- ":
            continue
        faces = [number for number, face in enumerate(rules.faces) if str(face.digit) == digit]
        if not faces:
            raise ValueError(f"no die shows {digit!r}")
        if constants.dice_showing(dice, faces[0]) == 3:
            raise ValueError(f"{digit!r} occurs more than three times")
        dice += 1 << 2 * faces[0]
    return dice


def read_roll(rules: CompiledGameRules, text: str) -> int:
    """Return the roll of a text such as 149 58x; raises ValueError if it is impossible or would be rolled again."""
    groups = text.split()
    dice_by_colour = (rules.white_dice, rules.black_dice)
    if tuple(map(len, groups)) != dice_by_colour:
        raise ValueError(f"a roll is {dice_by_colour[0]} white and {dice_by_colour[1]} black dice, such as 149 58x")
    for group, black in zip(groups, (False, True), strict=True):
        digits = {str(face.digit) for face in rules.faces if face.black == black} | {SKULL}
        for digit in group:
            if digit not in digits:
                raise ValueError(f"no {'black' if black else 'white'} die shows {digit!r}")
    roll = read_dice(rules, text)
    if roll not in rules.accepted_rolls:
        raise ValueError("such a roll is rolled again")
    return roll


# actions


def action_text(rules: CompiledGameRules, state: State, action: int) -> str:
    """Return the text of an action in records: 5 level warrior, 9 move, C1, +flaming_sword, xD1, *A, ^wizard, stop."""
    kind, target = constants.kind_of(action), constants.target_of(action)
    if kind == constants.KEEP:
        setup_power, goal = constants.kept_places(target)
        return f"keep {setup_power + 1} {goal + 1}"
    return _ACTION_TEXTS[kind](rules, state.data, str(rules.faces[constants.die_of(action)].digit), target)


def monster_name(data: constants.FixedGameData, number: int) -> str:
    """Return the name of a monster's room, with a number if the room has several monsters: D1, D1.2."""
    room = data.board.monsters[number].room
    place = data.board.room_monsters[room].index(number)
    return data.board.names[room] + (f".{place + 1}" if place else "")


_ActionText = Callable[[CompiledGameRules, constants.FixedGameData, str, int], str]
_ACTION_TEXTS: dict[int, _ActionText] = {
    constants.LEVEL: lambda book, _, die, target: f"{die} level {book.heroes[target]}",
    constants.CRAFT: lambda book, _, die, target: f"{die} craft {book.items[target].key}",
    constants.BREW: lambda _book, _, die, _target: f"{die} brew",
    constants.MOVE: lambda _book, _, die, _target: f"{die} move",
    constants.STEP: lambda _book, table, _die, target: table.board.names[target],
    constants.STOP: lambda _book, _, _die, _target: "stop",
    constants.GAIN_LEVEL: lambda book, _, _die, target: f"+{book.heroes[target]}",
    constants.GAIN_HALF: lambda book, _, _die, target: f"+{book.items[target].key}",
    constants.BEAT: lambda _book, table, _die, target: f"x{monster_name(table, target)}",
    constants.TAKE_GEM: lambda _book, table, _die, target: f"*{table.board.letters[target]}",
    constants.RAISE: lambda book, _, _die, target: f"^{book.heroes[target]}",
    constants.ABSORB: lambda _book, _, _die, target: f"o{target}",
    constants.FIGHT: lambda _book, _, _die, _target: "fight",
    constants.FLEE: lambda _book, _, _die, _target: "flee",
}


# positions


@dataclass(frozen=True, kw_only=True)
class PlayerStateSpec:
    """The state of one player in the text of a position."""

    place: SourceLocation
    name: str
    powers: tuple[str, ...]
    goals: tuple[str, ...]
    kept: bool = True
    heroes: dict[str, int] = field(default_factory=dict)
    items: dict[str, int] = field(default_factory=dict)
    potions: int = 0
    absorbed: int = 0
    damage: int = 0
    resurrection: bool = False
    gems: int = 0
    monsters: int = 0
    at: str = ""
    explored: tuple[str, ...] = ()
    beaten: tuple[str, ...] = ()
    gems_taken: str = ""
    gems_fresh: str = ""
    gems_lost: str = ""
    sprung: int = 0
    crossed: int = 0
    dice: RawNode | None = None
    used: int = 0
    flips: int = 0
    steps: int = 0
    moving: bool = False
    returned: tuple[str, ...] = ()
    owed: dict[str, int] = field(default_factory=dict)
    barred: tuple[str, ...] = ()
    hurt: int = 0
    arriving: bool = False
    most: int | None = None
    ahead: int = 0
    flees: bool = False
    claims: dict[str, int] = field(default_factory=dict)
    bosses: tuple[int, ...] = ()
    strengths: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class GamePositionSpec:
    """The text of a position, which is the state of a game at one moment."""

    place: SourceLocation
    game: str
    dungeon: str
    bosses: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    missions: dict[str, RawNode] = field(default_factory=dict)
    round: int = 0
    phase: str = "act"
    roll: RawNode | None = None
    turn: str = ""
    winner: str = ""
    players: tuple[PlayerStateSpec, ...]


def position_text(rules: CompiledGameRules, state: State) -> str:
    """Return the state of a game as text, which `read_position` parses."""
    table, setup = state.data, state.data.setup
    names = setup.names
    missions = {}
    for number, mission in enumerate(table.missions):
        claimed = max(sheet.claims[number] for sheet in state.sheets)
        missions[mission.key] = "open" if state.open >> number & 1 else str(claimed)
    turn = names[state.turn] if state.turn != player_sheet.NOBODY else ""
    lines = [
        f"game: {rules.game.id}",
        f"dungeon: {quote_name(setup.dungeon)}",
        f"bosses: {_list(setup.bosses)}",
        f"variants: {_list(names_of(setup.variants))}",
        f"missions: {_map(missions)}",
        f"round: {state.round}",
        f"phase: {PHASES[state.phase]}",
        f'roll: "{roll_text(rules, state.roll) if state.roll else ""}"',
        f"turn: {quote_name(turn)}",
    ]
    if state.winner != player_sheet.NOBODY:
        lines.append(f"winner: {quote_name(names[state.winner])}")
    lines.append("players:")
    for dealt, sheet in zip(setup.hands, state.sheets, strict=True):
        lines += _player_lines(rules, table, dealt, sheet)
    return "\n".join(lines) + "\n"


def _player_lines(
    rules: CompiledGameRules, data: constants.FixedGameData, dealt: DealtHand, sheet: player_sheet.PlayerSheetState
) -> list[str]:
    board, has_kept = data.board, sheet.power >= 0
    white, black = dice_texts(rules, sheet.left)
    owed = {name: sheet.owed >> shift & player_sheet.MOST_OWED for name, shift in OWED.items()}
    values = {
        "name": quote_name(dealt.name),
        "powers": _list([rules.powers[sheet.power].key] if has_kept else dealt.powers),
        "goals": _list([rules.goals[sheet.goal].key] if has_kept else dealt.goals),
        "kept": json.dumps(has_kept),
        "heroes": _map(dict(zip(rules.heroes, map(str, sheet.levels), strict=True))),
        "items": _map({item.key: str(n) for item, n in zip(rules.items, sheet.halves, strict=True) if n}),
        "resurrection": json.dumps(sheet.risen),
        "at": f'"{board.names[sheet.room]}"' if sheet.room != player_sheet.OUTSIDE else '""',
        "explored": _list(name for bit, name in enumerate(board.names) if sheet.explored >> bit & 1),
        "beaten": _list(monster_name(data, n) for n in range(len(board.monsters)) if sheet.beaten >> n & 1),
        "gems_taken": f'"{letters_of(data, sheet.taken)}"',
        "gems_fresh": f'"{letters_of(data, sheet.fresh)}"',
        "gems_lost": f'"{letters_of(data, sheet.lost)}"',
        "dice": f'"{white or "-"} {black or "-"}"',
        "returned": _list(edge_name(data, n) for n in range(len(board.waters)) if sheet.returned >> n & 1),
        "owed": _map({name: str(count) for name, count in owed.items() if count}),
        "barred": _list(item.key for n, item in enumerate(rules.items) if sheet.barred >> n & 1),
        "most": str(sheet.most) if sheet.most != _could_absorb(data, sheet) else "",
        "ahead": str(sheet.ahead) if sheet.ahead else "",
        "claims": _map({m.key: str(n) for m, n in zip(data.missions, sheet.claims, strict=True) if n}),
        "bosses": _list(map(str, sheet.glory)),
        "strengths": _list(map(str, sheet.strengths)),
    }
    names = [field.name for field in fields(PlayerStateSpec) if field.name != "place"]
    texts = [values[name] if name in values else json.dumps(getattr(sheet, name)) for name in names]
    lines = [f"  {name}: {text}" for name, text in zip(names, texts, strict=True) if text]
    return [lines[0].replace(" ", "-", 1), *lines[1:]]


def _could_absorb(data: constants.FixedGameData, sheet: player_sheet.PlayerSheetState) -> int:
    """Return how many hearts of the damage that is not marked yet the player's potions could absorb."""
    return min(sheet.hurt, max(0, data.potion_hearts * sheet.potions - sheet.absorbed))


def edge_name(data: constants.FixedGameData, number: int) -> str:
    """Return the name of a water edge, from its two rooms: C2-C3."""
    room, other_room = data.board.waters[number]
    return f"{data.board.names[room]}-{data.board.names[other_room]}"


def letters_of(data: constants.FixedGameData, mask: int) -> str:
    """Return the letters of the gems in a mask."""
    return "".join(letter for place, letter in enumerate(data.board.letters) if mask >> place & 1)


def _list(values: Iterable[str]) -> str:
    return f"[{', '.join(values)}]"


def _map(values: dict[str, str]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in values.items()) + "}"


def read_position(rules: CompiledGameRules, text: str, label: str = "position") -> State:
    """Return the state in the text of a position, called `label` in messages.

    Raises InvalidInput if it is impossible.
    """
    spec = structure(parse_yaml(text, label), GamePositionSpec, "a position")
    try:
        return _Position(rules, spec).state()
    except (ValueError, KeyError) as fault:
        reason = str(fault.args[0]) if fault.args else "it"
        raise refuse("R010", f"no game can be in this position: {reason}", spec.place) from fault


class _Position:
    """Builds the state that the text of a position describes."""

    def __init__(self, rules: CompiledGameRules, spec: GamePositionSpec) -> None:
        self.book, self.spec = rules, spec
        hands = tuple(DealtHand(player.name, player.powers, player.goals) for player in spec.players)
        variants = variants_of(spec.variants)
        self.setup = Setup(spec.dungeon, spec.bosses, tuple(spec.missions), hands, variants)
        self.table = table_of(rules, self.setup)

    def state(self) -> State:
        """Return the state; raises ValueError or KeyError for names that the game does not have."""
        spec, state = self.spec, start(self.table)
        for number, node in enumerate(spec.missions.values()):
            if node.value != "open":
                state.open &= ~(1 << number)
        names = list(self.setup.names)
        state.round, state.phase = spec.round, PHASES.index(spec.phase)
        roll = str(plain(spec.roll)) if spec.roll is not None and spec.roll.value else ""
        state.roll = read_roll(self.book, roll) if roll else 0
        state.turn = names.index(spec.turn) if spec.turn else player_sheet.NOBODY
        state.winner = names.index(spec.winner) if spec.winner else player_sheet.NOBODY
        state.sheets = [self.sheet(player, sheet) for player, sheet in zip(spec.players, state.sheets, strict=True)]
        return state

    def sheet(self, spec: PlayerStateSpec, sheet: player_sheet.PlayerSheetState) -> player_sheet.PlayerSheetState:
        """Return the sheet of a player, filled from `spec`."""
        table, board, places = self.table, self.table.board, self.book.places
        if spec.kept:
            sheet.power, sheet.goal = places["powers"][spec.powers[0]], places["goals"][spec.goals[0]]
        first = table.numbers.start_level
        sheet.levels = tuple(spec.heroes.get(hero, first) for hero in self.book.heroes)
        sheet.halves = tuple(spec.items.get(item.key, 0) for item in self.book.items)
        for name in ("potions", "absorbed", "damage", "gems", "monsters", "sprung", "crossed"):
            setattr(sheet, name, getattr(spec, name))
        for name in ("used", "flips", "steps", "moving", "hurt", "ahead", "arriving", "flees", "strengths"):
            setattr(sheet, name, getattr(spec, name))
        sheet.risen, sheet.glory = spec.resurrection, spec.bosses
        sheet.room = board.names.index(spec.at) if spec.at else player_sheet.OUTSIDE
        sheet.explored = _mask(spec.explored, board.names)
        sheet.beaten = _mask(spec.beaten, [monster_name(table, n) for n in range(len(board.monsters))])
        letters = list(board.letters)
        sheet.taken, sheet.lost = _mask(spec.gems_taken, letters), _mask(spec.gems_lost, letters)
        sheet.fresh = _mask(spec.gems_fresh, letters)
        sheet.left = read_dice(self.book, str(plain(spec.dice))) if spec.dice is not None else 0
        sheet.returned = _mask(spec.returned, [edge_name(table, n) for n in range(len(board.waters))])
        sheet.owed = sum(count << OWED[name] for name, count in spec.owed.items())
        sheet.barred = _mask(spec.barred, [item.key for item in self.book.items])
        sheet.claims = tuple(spec.claims.get(mission.key, 0) for mission in table.missions)
        self._traits(sheet)
        sheet.most = _could_absorb(table, sheet) if spec.most is None else spec.most
        return sheet

    def _traits(self, sheet: player_sheet.PlayerSheetState) -> None:
        """Add the permanent effects of finished items, unlocked abilities and the power to a sheet."""
        table = self.table
        effects = [item.effect for item, filled in zip(table.items, sheet.halves, strict=True) if filled == 2]
        level = table.numbers.ability_level
        effects += [ability for ability, reached in zip(table.abilities, sheet.levels, strict=True) if reached >= level]
        if sheet.power >= 0:
            power = table.powers[sheet.power].effect
            if power.item < 0 or sheet.halves[power.item] == 2:
                effects.append(power)
        for effect in effects:
            if effect.changes:
                sheet.traits = sheet.traits.and_also(effect)


def _mask(names: Iterable[str], bits: list[str]) -> int:
    return sum(1 << bits.index(name) for name in dict.fromkeys(names))
