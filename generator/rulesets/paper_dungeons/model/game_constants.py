"""The rules of the game as plain numbers, ready to play by: dice, cards, tracks and what lies on a table.

Heroes, items, cards and faces are known by their places in the data files.
"""

from typing import Final

from generator.rulesets.paper_dungeons.model.board import DungeonBitboard
from generator.rulesets.paper_dungeons.model.effects import Effect
from generator.rulesets.paper_dungeons.model.goal_quantities import GoalQuantity
from generator.rulesets.paper_dungeons.model.setup import Setup

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


class DieFace:
    """A face of a die that can be used: its digit, the hero it shows (-1: none), joker or boots, and its colour."""

    __slots__ = ("black", "boots", "count", "digit", "hero", "joker")

    def __init__(self, digit: int, hero: int, joker: bool, boots: bool, black: bool, count: int) -> None:
        self.digit = digit
        self.hero = hero
        self.joker = joker
        self.boots = boots
        self.black = black
        self.count = count  # so many faces of one die show it


class CraftableItem:
    """An item: the hero whose sign crafting it asks for (-1: any), and what it does when finished."""

    __slots__ = ("effect", "key", "symbol")

    def __init__(self, key: str, symbol: int, effect: Effect) -> None:
        self.key = key
        self.symbol = symbol
        self.effect = effect


class Power:
    """A power: what it does, by the usual and by the Czech edition, and whether it acts once per round."""

    __slots__ = ("czech", "effect", "key", "once")

    def __init__(self, key: str, effect: Effect, czech: Effect, once: bool) -> None:
        self.key = key
        self.effect = effect
        self.czech = czech
        self.once = once


class Goal:
    """A goal: what it counts, and whether each hero trains with black dice."""

    __slots__ = ("black", "count", "key", "watched")

    def __init__(self, key: str, count: GoalQuantity, watched: bool, black: tuple[bool, ...]) -> None:
        self.key = key
        self.count = count
        self.watched = watched  # a filled sheet alone does not tell it
        self.black = black


class Mission:
    """A mission and when it is met."""

    __slots__ = ("key", "when")

    def __init__(self, key: str, when: GoalQuantity) -> None:
        self.key = key
        self.when = when


class Boss:
    """A boss: the hero it fears, bands of (strength, glory, damage) from below, flight, reward, gems that vanish."""

    __slots__ = ("bands", "flee", "key", "reward", "season", "vanish", "weakness")

    def __init__(
        self,
        key: str,
        season: int,
        weakness: int,
        bands: tuple[tuple[int, int, int], ...],
        flee: int,
        reward: Effect,
        vanish: str,
    ) -> None:
        self.key = key
        self.season = season
        self.weakness = weakness
        self.bands = bands
        self.flee = flee
        self.reward = reward
        self.vanish = vanish


class DieUse:
    """A use of a die: the action, and the place of what it is done to: heroes come first, then items, then brewing."""

    __slots__ = ("action", "place")

    def __init__(self, place: int, action: int) -> None:
        self.place = place
        self.action = action


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


class DieFaceUses:
    """What a die of one face may be used for: moving, and the options beside that, which hang on what trains heroes."""

    __slots__ = ("free", "move", "steps", "trained")

    def __init__(self, move: int, steps: int, free: DieUses, trained: list[DieUses]) -> None:
        self.move = move
        self.steps = steps
        self.free = free  # where dice of any colour train everybody
        self.trained = trained  # by goal


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

    def left(self, roll: int) -> RemainingDice:
        """Return the dice that are left of a roll."""
        dice_left = self._left.get(roll)
        if dice_left is None:
            uses = [face_uses for face, face_uses in enumerate(self.faces) if dice_showing(roll, face)]
            dice_left = RemainingDice(uses, len(self.faces[0].trained))
            self._left[roll] = dice_left
        return dice_left


class RuleNumbers:
    """The numbers of rounds.yaml and tracks.yaml."""

    __slots__ = (
        "ability_level", "boss_rounds", "brewed", "column", "dice", "gem_boxes", "gem_rewards", "last_level", "levels",
        "missions", "monster_boxes", "potion_hearts", "potion_limit", "potion_rewards", "reroll", "rolled", "rounds",
        "skull_damage", "start_level", "weakness",
    )  # fmt: skip

    def __init__(self) -> None:
        self.dice = 3  # used by each player in a round
        self.rolled = 6
        self.rounds = 8
        self.boss_rounds: list[int] = []  # by round, 0 first: the boss fought at its end from 1, or 0
        self.start_level = 1
        self.last_level = 6
        self.ability_level = 4
        self.skull_damage = 1
        self.weakness = 2
        self.reroll = 3
        self.brewed = 2
        self.levels = 1
        self.missions = 3
        self.potion_limit = 12
        self.potion_hearts = 2
        self.potion_rewards: list[Effect] = []  # by the number of the potion
        self.gem_boxes = 10
        self.gem_rewards: list[Effect] = []  # by the number of the box
        self.monster_boxes = 12
        self.column = 25  # hearts of the damage column


class DealtCardIndexes:
    """What a player was dealt, as places of powers and goals."""

    __slots__ = ("goals", "name", "powers")

    def __init__(self, name: str, powers: tuple[int, ...], goals: tuple[int, ...]) -> None:
        self.name = name
        self.powers = powers
        self.goals = goals


class FixedGameData:
    """What does not change in a game: rules, map, the cards that lie before all players, hands and variants."""

    __slots__ = (
        "abilities", "board", "bosses", "dice", "faces", "goals", "hands", "heroes", "items", "missions", "numbers",
        "potion_hearts", "powers", "setup", "solo", "vanishing", "vanishing_gems", "variants",
    )  # fmt: skip

    def __init__(
        self,
        *,
        setup: Setup,
        heroes: int,
        numbers: RuleNumbers,
        abilities: list[Effect],
        items: list[CraftableItem],
        faces: list[DieFace],
        dice: DieUsesByFace,
        powers: list[Power],
        goals: list[Goal],
        board: DungeonBitboard,
        bosses: list[Boss],
        missions: list[Mission],
        hands: list[DealtCardIndexes],
    ) -> None:
        self.setup = setup
        self.heroes = heroes
        self.numbers = numbers
        self.abilities = abilities
        self.items = items
        self.faces = faces
        self.dice = dice
        self.powers = powers
        self.goals = goals
        self.board = board
        self.bosses = bosses
        self.missions = missions
        self.hands = hands
        self.variants = setup.variants
        self.potion_hearts = 1 if setup.variants.potion_one_heart else numbers.potion_hearts
        self.solo = len(hands) == 1
        self.vanishing = self.solo or setup.variants.vanishing_gems
        self.vanishing_gems = [board.letters_mask(boss.vanish) for boss in bosses]
