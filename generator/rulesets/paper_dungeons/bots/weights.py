"""The weights of a bot that looks one action ahead: what it thinks things are worth, in points of glory."""

from dataclasses import dataclass


@dataclass(slots=True)
class Weights:
    """The single weights of a style; the lists of weights by key, such as those of powers, are kept elsewhere."""

    level: float = 0.0  # any level, for the strength and the health that it brings
    weakest: float = 0.0  # the share of the glory of the weakest hero that a level of that hero is counted for
    uneven: float = 0.0  # off for each level that a hero is ahead of the weakest
    weakness: float = 0.0  # a level of the hero whom the next boss is weak against
    strength: float = 0.0  # a level of any hero once the room of the next boss is explored
    last: float = 0.0  # the last level
    begun: float = 0.0  # of an item: the part of the worth of its second half that the first half is counted for
    potion: float = 0.0  # at the start of the game; falls to 0 towards the end
    potion_less: float = 0.0  # off for each potion that is there already
    turned: float = 0.0  # off for a level gained with a die that counts as the other colour
    row_level: float = 0.0  # what rows of potions, boxes of gems and treasures bring
    row_half: float = 0.0
    row_gem: float = 0.0
    room: float = 0.0  # any room, explored
    gem: float = 0.0
    gem_track: float = 0.0  # the share of the glory below the box
    monster: float = 0.0
    monster_track: float = 0.0
    damage: float = 0.0  # off for each heart
    spare: float = 0.0  # the factor of damage while a potion has an empty heart
    danger: float = 0.0  # off for each heart of damage, and for each heart of health and potions, while death is near
    margin: float = 0.0  # how many hearts before death danger begins, at the start of the game; falls to 0 at the end
    boss: float = 0.0  # the room of a boss to come
    boss_late: float = 0.0  # more for each of the last rounds before the fight
    mission: float = 0.0  # the share of the glory of an open mission, or of the goal, that a step counts for
    goal: float = 0.0
    no_brewing: float = 0.0  # 1: never brews with a die
    no_levels: float = 0.0  # 1: never levels up with a die
    no_crafting: float = 0.0  # 1: never crafts with a die
    decay: float = 0.0  # the factor of a room's attraction for each step of distance
    pull: float = 0.0  # the factor of the attraction of all rooms that lie further on
    heed: float = 0.5  # rooms worth no more than this do not attract
