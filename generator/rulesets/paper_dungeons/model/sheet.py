"""What one player has marked so far, as plain numbers; a new one is an empty sheet."""

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


class PermanentEffects:
    """What the permanent effects of a player's items, abilities and power add up to."""

    __slots__ = ("any_colour", "boss_strength", "crosses", "flips", "less", "monster_strength", "wards")

    def __init__(self) -> None:
        self.boss_strength = 0
        self.monster_strength = 0
        self.crosses = 0  # WALLS | WATER
        self.wards = 0  # a bit for each danger that does no damage
        self.less: tuple[int, int, int] = (0, 0, 0)  # damage that each danger does less
        self.any_colour = False  # dice of both colours level up
        self.flips = 0  # dice a round that may be used as the other colour

    def and_also(self, effect: Effect) -> "PermanentEffects":
        """Return these traits with those of one more effect."""
        traits = PermanentEffects()
        traits.boss_strength = self.boss_strength + effect.boss_strength
        traits.monster_strength = self.monster_strength + effect.monster_strength
        traits.crosses = self.crosses | effect.crosses
        traits.wards = self.wards | effect.wards
        one, other = self.less, effect.less
        traits.less = (one[0] + other[0], one[1] + other[1], one[2] + other[2])
        traits.any_colour = self.any_colour or effect.any_colour
        traits.flips = self.flips + effect.flips
        return traits


class PlayerSheetState:
    """A player's sheet: marks that stay, and where the player is within the round."""

    __slots__ = (
        "absorbed", "ahead", "arriving", "barred", "beaten", "claims", "crossed", "damage", "explored", "flees",
        "flips", "fresh", "gems", "glory", "goal", "halves", "here", "hurt", "left", "levels", "lost", "monsters",
        "most", "moving", "named", "owed", "potions", "power", "returned", "risen", "sprung", "steps", "strengths",
        "taken", "traits", "used",
    )  # fmt: skip

    def __init__(
        self, levels: tuple[int, ...], halves: tuple[int, ...], claims: tuple[int, ...], traits: PermanentEffects
    ) -> None:
        self.power = -1
        self.goal = -1
        self.levels = levels
        self.halves = halves  # by item
        self.potions = 0
        self.absorbed = 0  # hearts under potions
        self.damage = 0  # hearts of the column
        self.risen = False
        self.gems = 0  # boxes of the track
        self.monsters = 0  # boxes of the track
        self.here = OUTSIDE
        self.explored = 0  # rooms, a bit each
        self.beaten = 0  # monsters
        self.taken = 0  # gems of the map
        self.lost = 0
        self.fresh = 0  # taken this round, not announced yet
        self.named = 0  # announced at the end of the last round
        self.sprung = 0  # traps, each time
        self.crossed = 0  # walls and waters, each time
        self.left = 0  # dice that this player has not used this round
        self.used = 0
        self.flips = 0  # dice that may still be used as the other colour
        self.steps = 0
        self.moving = False
        self.returned = 0  # water edges that gave a step back in this move
        self.owed = 0
        self.barred = 0  # items that the next different half cannot belong to
        self.hurt = 0  # damage that waits for the owner's word
        self.most = 0  # hearts of potions that could absorb it when it was dealt
        self.ahead = 0  # dangers of the room that were met, where others wait for a choice
        self.arriving = False  # in a room whose treasure comes after that
        self.flees = False
        self.claims = claims  # rounds, 0 where not claimed, by mission
        self.glory: tuple[int, ...] = ()  # of the bosses so far
        self.strengths: tuple[int, ...] = ()  # -1 where the room was not explored
        self.traits = traits

    def copy(self) -> "PlayerSheetState":
        """Return the same sheet to mark on."""
        sheet = PlayerSheetState(self.levels, self.halves, self.claims, self.traits)
        sheet.power = self.power
        sheet.goal = self.goal
        sheet.potions = self.potions
        sheet.absorbed = self.absorbed
        sheet.damage = self.damage
        sheet.risen = self.risen
        sheet.gems = self.gems
        sheet.monsters = self.monsters
        sheet.here = self.here
        sheet.explored = self.explored
        sheet.beaten = self.beaten
        sheet.taken = self.taken
        sheet.lost = self.lost
        sheet.fresh = self.fresh
        sheet.named = self.named
        sheet.sprung = self.sprung
        sheet.crossed = self.crossed
        sheet.left = self.left
        sheet.used = self.used
        sheet.flips = self.flips
        sheet.steps = self.steps
        sheet.moving = self.moving
        sheet.returned = self.returned
        sheet.owed = self.owed
        sheet.barred = self.barred
        sheet.hurt = self.hurt
        sheet.most = self.most
        sheet.ahead = self.ahead
        sheet.arriving = self.arriving
        sheet.flees = self.flees
        sheet.glory = self.glory
        sheet.strengths = self.strengths
        return sheet
