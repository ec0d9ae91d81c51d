"""The rules of the game as plain numbers for fast play: dice, cards, tracks, and the cards on the table.

Heroes, items, cards and faces are identified by their index in the data files.
"""

from dataclasses import dataclass, field
from typing import Final

from generator.rulesets.paper_dungeons.model.board import DungeonBitboard
from generator.rulesets.paper_dungeons.model.effects import Effect
from generator.rulesets.paper_dungeons.model.goal_quantities import GoalQuantity
from generator.rulesets.paper_dungeons.model.setup import Setup, Variants

# An action is an integer, so that games are fast to copy and compare: its lowest four bits are the kind, the next four
# the face of the die, and the rest the target. Only the functions of this module depend on that.
KEEP: Final = 0
LEVEL: Final = 1
CRAFT: Final = 2
BREW: Final = 3
MOVE: Final = 4
STEP: Final = 5
STOP: Final = 6
GAIN_LEVEL: Final = 7
GAIN_HALF: Final = 8
BEAT: Final = 9
TAKE_GEM: Final = 10
RAISE: Final = 11
ABSORB: Final = 12
FIGHT: Final = 13
FLEE: Final = 14
KINDS: Final = 16  # an upper bound of the number of kinds
_DIE_SHIFT: Final = 4
_TARGET_SHIFT: Final = 8
_GOAL_SHIFT: Final = 4  # the target of KEEP: the index of a power in the hand, and above these bits that of a goal
_LOW: Final = 15


def action_of(kind: int, die: int = 0, target: int = 0) -> int:
    """Return the integer of an action: its kind, the face of its die, and its target.

    >>> action = action_of(CRAFT, die=3, target=7)
    >>> kind_of(action) == CRAFT, die_of(action), target_of(action)
    (True, 3, 7)
    """
    return kind | die << _DIE_SHIFT | target << _TARGET_SHIFT


def kind_of(action: int) -> int:
    """Return the kind of an action, such as CRAFT."""
    return action & _LOW


def die_of(action: int) -> int:
    """Return the index of the face of the die that an action uses."""
    return action >> _DIE_SHIFT & _LOW


def target_of(action: int) -> int:
    """Return the target of an action: the index of a hero, item, room, monster or gem, or a number of hearts."""
    return action >> _TARGET_SHIFT


def keep_action(power: int, goal: int) -> int:
    """Return the action of keeping a power and a goal, given by their indexes in the hand."""
    return action_of(KEEP, 0, power | goal << _GOAL_SHIFT)


def kept_places(target: int) -> tuple[int, int]:
    """Return the indexes in the hand of the power and the goal that are kept; `target` is that of a KEEP action.

    >>> kept_places(target_of(keep_action(1, 0)))
    (1, 0)
    """
    return target & _LOW, target >> _GOAL_SHIFT


def dice_showing(roll: int, face: int) -> int:
    """Return how many dice of a roll show the face of this index; a roll has two bits for each face.

    >>> [dice_showing(0b01_00_10, face) for face in range(3)]
    [2, 0, 1]
    """
    return roll >> 2 * face & 3


@dataclass(slots=True, eq=False)
class DieFace:
    """A face of a die, other than a skull: its digit, the hero that it shows (-1: none), joker or boots, its colour."""

    digit: int
    hero: int
    joker: bool
    boots: bool
    black: bool


@dataclass(slots=True, eq=False)
class CraftableItem:
    """An item: the hero whose symbol a die must show to craft it (-1: any), and its effect once finished."""

    key: str
    symbol: int
    effect: Effect


@dataclass(slots=True, eq=False)
class Power:
    """A power: its effect in the usual and in the Czech edition, and whether it acts once per round."""

    key: str
    effect: Effect
    czech: Effect
    once: bool


@dataclass(slots=True, eq=False)
class Goal:
    """A goal: what it counts, and for each hero whether black dice train it."""

    key: str
    count: GoalQuantity
    watched: bool  # whether the count cannot be read from a filled sheet alone
    black: tuple[bool, ...]


@dataclass(slots=True, eq=False)
class Mission:
    """A mission and the condition under which it is claimed."""

    key: str
    when: GoalQuantity


@dataclass(slots=True, eq=False)
class Boss:
    """A boss: its weakness (a hero), rising bands of (strength, glory, damage), the glory for fleeing, its reward.

    `vanish` has the letters of the gems that vanish after the fight.
    """

    key: str
    season: int
    weakness: int
    bands: tuple[tuple[int, int, int], ...]
    flee: int
    reward: Effect
    vanish: str


DieUse = tuple[int, int]  # the index of the target, counting heroes first, then items, then brewing; and the action


class DieUses:
    """The uses of a die as a list, `all`, which `open` restricts to targets that have room left."""

    def __init__(self, uses: list[DieUse]) -> None:
        self.all = uses
        self._open: dict[int, list[int]] = {}  # cached, by the mask of targets

    def open(self, places: int) -> list[int]:
        """Return the actions whose targets have their bit set in the mask `places`."""
        actions = self._open.get(places)
        if actions is None:
            actions = self._open[places] = [action for place, action in self.all if places >> place & 1]
        return actions


@dataclass(slots=True, eq=False)
class DieFaceUses:
    """The uses of a die with a given face: its move, and the others, which depend on the colours that train heroes."""

    move: int
    steps: int
    free: DieUses  # the uses if dice of any colour train all heroes
    trained: list[DieUses]  # by goal


class RemainingDice:
    """The unused dice of a roll: the uses of each face shown, and the most steps that one of them gives."""

    def __init__(self, uses: list[DieFaceUses], goals: int) -> None:
        self.uses = uses
        self.free = [face_uses.free for face_uses in uses]
        self.trained = [[face_uses.trained[goal] for face_uses in uses] for goal in range(goals)]
        self.most = max([face_uses.steps for face_uses in uses], default=0)


class DieUsesByFace:
    """The uses of dice, by the index of their faces."""

    def __init__(self, faces: list[DieFaceUses]) -> None:
        self.faces = faces
        self._left: dict[int, RemainingDice] = {}  # cached, by roll

    def remaining(self, roll: int) -> RemainingDice:
        """Return the uses of the dice in `roll`, the dice that a player has not used yet; cached."""
        dice_left = self._left.get(roll)
        if dice_left is None:
            uses = [face_uses for face, face_uses in enumerate(self.faces) if dice_showing(roll, face)]
            dice_left = RemainingDice(uses, len(self.faces[0].trained))
            self._left[roll] = dice_left
        return dice_left


@dataclass(slots=True, eq=False, kw_only=True)
class RuleNumbers:
    """The numbers of rounds.yaml and tracks.yaml."""

    dice: int  # used by each player in a round
    rolled: int
    rounds: int
    boss_rounds: list[int]  # by round, index 0 unused: the number (from 1) of the boss fought at its end, or 0
    start_level: int
    last_level: int
    ability_level: int
    skull_damage: int
    weakness: int
    reroll: int
    brewed: int
    levels: int
    missions: int
    potion_limit: int
    potion_hearts: int
    potion_rewards: list[Effect]  # by the number of the potion
    gem_boxes: int
    gem_rewards: list[Effect]  # by the number of the box
    monster_boxes: int
    column: int  # hearts of the damage column


@dataclass(slots=True, eq=False, kw_only=True)
class FixedGameData:
    """Everything that stays the same during a game: rules, map, common cards, dealt hands and variants."""

    setup: Setup
    heroes: int
    numbers: RuleNumbers
    abilities: list[Effect]
    items: list[CraftableItem]
    faces: list[DieFace]
    dice: DieUsesByFace
    powers: list[Power]
    goals: list[Goal]
    board: DungeonBitboard
    bosses: list[Boss]
    missions: list[Mission]
    hands: list[tuple[tuple[int, ...], tuple[int, ...]]]  # the powers and goals dealt to each player, as indexes
    variants: Variants = field(init=False)
    potion_hearts: int = field(init=False)
    solo: bool = field(init=False)
    vanishing_gems: list[int] = field(init=False)  # masks, by boss

    def __post_init__(self) -> None:
        self.variants = self.setup.variants
        self.potion_hearts = 1 if self.variants.potion_one_heart else self.numbers.potion_hearts
        self.solo = len(self.hands) == 1
        vanish = self.solo or self.variants.vanishing_gems
        self.vanishing_gems = [self.board.letters_mask(boss.vanish) if vanish else 0 for boss in self.bosses]
