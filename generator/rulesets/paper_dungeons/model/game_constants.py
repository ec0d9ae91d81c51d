"""The rules of the game as plain numbers, ready to play by: dice, cards, tracks and what lies on a table.

Heroes, items, cards and faces are known by their places in the data files.
"""

from dataclasses import dataclass, field
from typing import Final

from generator.rulesets.paper_dungeons.model.board import DungeonBitboard
from generator.rulesets.paper_dungeons.model.effects import Effect
from generator.rulesets.paper_dungeons.model.goal_quantities import GoalQuantity
from generator.rulesets.paper_dungeons.model.setup import Setup, Variants

# An action is one whole number, so that games are soon copied and compared: what is done in its lowest four bits, the
# face of the die in the next four, and above them to what. Only the functions here know that.
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
KINDS: Final = 16  # more than there are
_DIE_SHIFT: Final = 4
_TARGET_SHIFT: Final = 8
_GOAL_SHIFT: Final = 4  # what is kept at setup: the place of a power on the hand, above it that of a goal
_LOW: Final = 15


def action_of(kind: int, die: int = 0, target: int = 0) -> int:
    """Return the number of an action.

    >>> action = action_of(CRAFT, die=3, target=7)
    >>> kind_of(action) == CRAFT, die_of(action), target_of(action)
    (True, 3, 7)
    """
    return kind | die << _DIE_SHIFT | target << _TARGET_SHIFT


def kind_of(action: int) -> int:
    """Return what is done."""
    return action & _LOW


def die_of(action: int) -> int:
    """Return the face of the die that is used."""
    return action >> _DIE_SHIFT & _LOW


def target_of(action: int) -> int:
    """Return the hero, item, room, monster or gem that it is done to, or how much."""
    return action >> _TARGET_SHIFT


def keep_action(power: int, goal: int) -> int:
    """Return the action of who keeps a power and a goal, by their places on the hand."""
    return action_of(KEEP, 0, power | goal << _GOAL_SHIFT)


def kept_places(target: int) -> tuple[int, int]:
    """Return the places on the hand of the power and the goal that are kept, by the target of the action.

    >>> kept_places(target_of(keep_action(1, 0)))
    (1, 0)
    """
    return target & _LOW, target >> _GOAL_SHIFT


def dice_showing(roll: int, face: int) -> int:
    """Return how many dice of a roll show a face, by its place; a roll has two bits for each.

    >>> [dice_showing(0b01_00_10, face) for face in range(3)]
    [2, 0, 1]
    """
    return roll >> 2 * face & 3


@dataclass(slots=True, eq=False)
class DieFace:
    """A face of a die that can be used: its digit, the hero it shows (-1: none), joker or boots, and its colour."""

    digit: int
    hero: int
    joker: bool
    boots: bool
    black: bool
    count: int  # so many faces of one die show it


@dataclass(slots=True, eq=False)
class CraftableItem:
    """An item: the hero whose sign crafting it asks for (-1: any), and what it does when finished."""

    key: str
    symbol: int
    effect: Effect


@dataclass(slots=True, eq=False)
class Power:
    """A power: what it does, by the usual and by the Czech edition, and whether it acts once per round."""

    key: str
    effect: Effect
    czech: Effect
    once: bool


@dataclass(slots=True, eq=False)
class Goal:
    """A goal: what it counts, and whether each hero trains with black dice."""

    key: str
    count: GoalQuantity
    watched: bool  # a filled sheet alone does not tell it
    black: tuple[bool, ...]


@dataclass(slots=True, eq=False)
class Mission:
    """A mission and when it is met."""

    key: str
    when: GoalQuantity


@dataclass(slots=True, eq=False)
class Boss:
    """A boss: the hero it fears, bands of (strength, glory, damage) from below, flight, reward, gems that vanish."""

    key: str
    season: int
    weakness: int
    bands: tuple[tuple[int, int, int], ...]
    flee: int
    reward: Effect
    vanish: str


@dataclass(slots=True, eq=False)
class DieUse:
    """A use of a die: the action, and the place of what it is done to: heroes come first, then items, then brewing."""

    place: int
    action: int


class DieUses:
    """Some uses of a die; of the same ones those that are open."""

    __slots__ = ("_open", "all")

    def __init__(self, uses: list[DieUse]) -> None:
        self.all = uses
        self._open: dict[int, list[int]] = {}  # by the places that are open, as far as met

    def open(self, places: int) -> list[int]:
        """Return the actions that are done to one of these places, a bit each."""
        actions = self._open.get(places)
        if actions is None:
            actions = self._open[places] = [use.action for use in self.all if places >> use.place & 1]
        return actions


@dataclass(slots=True, eq=False)
class DieFaceUses:
    """What a die of one face may be used for: moving, and the options beside that, which hang on what trains heroes."""

    move: int
    steps: int
    free: DieUses  # where dice of any colour train everybody
    trained: list[DieUses]  # by goal


class RemainingDice:
    """The dice that are left of a roll: the uses of their faces, each once, and the most steps that one gives."""

    __slots__ = ("free", "most", "trained", "uses")

    def __init__(self, uses: list[DieFaceUses], goals: int) -> None:
        self.uses = uses
        self.free = [face_uses.free for face_uses in uses]
        self.trained = [[face_uses.trained[goal] for face_uses in uses] for goal in range(goals)]
        self.most = max([face_uses.steps for face_uses in uses], default=0)


class DieUsesByFace:
    """What dice may be used for, by their faces."""

    __slots__ = ("_left", "faces")

    def __init__(self, faces: list[DieFaceUses]) -> None:
        self.faces = faces
        self._left: dict[int, RemainingDice] = {}  # as far as met

    def remaining(self, roll: int) -> RemainingDice:
        """Return the dice that are left of a roll."""
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
    boss_rounds: list[int]  # by round, 0 first: the boss fought at its end from 1, or 0
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


@dataclass(slots=True, eq=False)
class DealtCardIndexes:
    """What a player was dealt, as places of powers and goals."""

    name: str
    powers: tuple[int, ...]
    goals: tuple[int, ...]


@dataclass(slots=True, eq=False, kw_only=True)
class FixedGameData:
    """What does not change in a game: rules, map, the cards that lie before all players, hands and variants."""

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
    hands: list[DealtCardIndexes]
    variants: Variants = field(init=False)
    potion_hearts: int = field(init=False)
    solo: bool = field(init=False)
    vanishing: bool = field(init=False)
    vanishing_gems: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.variants = self.setup.variants
        self.potion_hearts = 1 if self.variants.potion_one_heart else self.numbers.potion_hearts
        self.solo = len(self.hands) == 1
        self.vanishing = self.solo or self.variants.vanishing_gems
        self.vanishing_gems = [self.board.letters_mask(boss.vanish) for boss in self.bosses]
