"""What a player who looks one action ahead thinks things are worth, in glory."""

from dataclasses import dataclass


@dataclass(slots=True)
class Weights:
    """The weights that stand for themselves."""

    level: float = 0.0  # any level, for the strength and the health that it brings
    weakest: float = 0.0  # the share of the weakest hero's glory that a level brings nearer
    uneven: float = 0.0  # off for each level that a hero is ahead of the weakest
    weakness: float = 0.0  # the hero whom the next boss fears
    strength: float = 0.0  # a level for a fight whose room is explored already
    last: float = 0.0  # the last level
    begun: float = 0.0  # of an item: the part of what its second half brings that the first one brings nearer
    potion: float = 0.0  # before the first die; less and less towards the end
    potion_less: float = 0.0  # off for each potion that is there already
    turned: float = 0.0  # off for a level that a die gives only as if it had the other colour
    row_level: float = 0.0  # what rows of potions, boxes of gems and treasures bring
    row_half: float = 0.0
    row_gem: float = 0.0
    room: float = 0.0  # any room, explored
    gem: float = 0.0
    gem_track: float = 0.0  # the share of the glory below the box
    monster: float = 0.0
    monster_track: float = 0.0
    damage: float = 0.0  # off for each heart
    spare: float = 0.0  # the part of that while a potion has an empty heart
    danger: float = 0.0  # off for each heart, and for each that health and potions add, while death is near
    margin: float = 0.0  # how many hearts before death that begins, before the first die; none at the end
    boss: float = 0.0  # the room of a boss to come
    boss_late: float = 0.0  # more for each of the last rounds before the fight
    mission: float = 0.0  # the share of its glory that a step towards an open mission, or the goal, brings nearer
    goal: float = 0.0
    no_brewing: float = 0.0  # 1: never brews with a die
    no_levels: float = 0.0  # 1: never levels up with a die
    no_crafting: float = 0.0  # 1: never crafts with a die
    decay: float = 0.0  # what is left of a room's pull with each step to it
    pull: float = 0.0  # how much of what lies further on counts
    heed: float = 0.5  # a room that is worth no more than this pulls nobody
