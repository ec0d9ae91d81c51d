"""What one player has marked so far, as plain numbers; a new one is an empty sheet."""

from dataclasses import dataclass
from typing import Final

from generator.rulesets.paper_dungeons.model.effects import Effect

# Choices that a player is owed: eight bits each of one number.
OWED_LEVEL: Final = 0
OWED_HALF: Final = 8
OWED_DIFFERENT: Final = 16
OWED_BEAT: Final = 24
OWED_GEM: Final = 32
OWED_RAISE: Final = 40
MOST_OWED: Final = 255
OUTSIDE: Final = -1
NOBODY: Final = -1


@dataclass(slots=True, eq=False)
class PermanentEffects:
    """What the permanent effects of a player's items, abilities and power add up to."""

    boss_strength: int = 0
    monster_strength: int = 0
    crosses: int = 0  # WALLS | WATER
    wards: int = 0  # a bit for each danger that does no damage
    less: tuple[int, int, int] = (0, 0, 0)  # damage that each danger does less
    any_colour: bool = False  # dice of both colours level up
    flips: int = 0  # dice a round that may be used as the other colour

    def and_also(self, effect: Effect) -> "PermanentEffects":
        """Return these traits with those of one more effect."""
        one, other = self.less, effect.less
        return PermanentEffects(
            boss_strength=self.boss_strength + effect.boss_strength,
            monster_strength=self.monster_strength + effect.monster_strength,
            crosses=self.crosses | effect.crosses,
            wards=self.wards | effect.wards,
            less=(one[0] + other[0], one[1] + other[1], one[2] + other[2]),
            any_colour=self.any_colour or effect.any_colour,
            flips=self.flips + effect.flips,
        )


@dataclass(slots=True, eq=False)
class PlayerSheetState:
    """A player's sheet: marks that stay, and where the player is within the round."""

    levels: tuple[int, ...]
    halves: tuple[int, ...]  # by item
    claims: tuple[int, ...]  # rounds, 0 where not claimed, by mission
    traits: PermanentEffects
    power: int = -1
    goal: int = -1
    potions: int = 0
    absorbed: int = 0  # hearts under potions
    damage: int = 0  # hearts of the column
    risen: bool = False
    gems: int = 0  # boxes of the track
    monsters: int = 0  # boxes of the track
    here: int = OUTSIDE
    explored: int = 0  # rooms, a bit each
    beaten: int = 0  # monsters
    taken: int = 0  # gems of the map
    lost: int = 0
    fresh: int = 0  # taken this round, not announced yet
    named: int = 0  # announced at the end of the last round
    sprung: int = 0  # traps, each time
    crossed: int = 0  # walls and waters, each time
    left: int = 0  # dice that this player has not used this round
    used: int = 0
    flips: int = 0  # dice that may still be used as the other colour
    steps: int = 0
    moving: bool = False
    returned: int = 0  # water edges that gave a step back in this move
    owed: int = 0
    barred: int = 0  # items that the next different half cannot belong to
    hurt: int = 0  # damage that waits for the owner's word
    most: int = 0  # hearts of potions that could absorb it when it was dealt
    ahead: int = 0  # dangers of the room that were met, where others wait for a choice
    arriving: bool = False  # in a room whose treasure comes after that
    flees: bool = False
    glory: tuple[int, ...] = ()  # of the bosses so far
    strengths: tuple[int, ...] = ()  # -1 where the room was not explored
