"""The weights of a style: single weights, and lists of weights by the keys of heroes, items, powers and goals."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from generator.rulesets.paper_dungeons.model.rulebook import CompiledGameRules
from generator.rulesets.ruleset import BotStyle


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


NEVER = -1e6
NOT_TAKEN = {"item": ("first", "second"), "power": ("power",), "goal": ("goal_kept",)}  # the weights that forbid it
NOT_DONE = {"brew": "no_brewing", "craft": "no_crafting", "level": "no_levels"}  # the weight that forbids each action
SINGLE = tuple(field.name for field in fields(Weights))
# of items: the worth of a first and a second half beyond its glory, and of the second one at the start of a game;
# of goals: an addition to the weight `goal` for one goal
LISTS = {
    "heroes": ("ability",),
    "items": ("first", "second", "early"),
    "powers": ("power",),
    "goals": ("goal_kept", "aim"),
}


def weights_of(values: Mapping[str, float]) -> Weights:
    """Return the single weights among the `values` of a style; weights that it does not have are 0 or their default."""
    return Weights(**{name: value for name, value in values.items() if name in SINGLE})


def list_weights(values: Mapping[str, float], name: str, keys: list[str]) -> list[float]:
    """Return the weights of the list `name` in the order of `keys`; 0 for a key without a weight."""
    return [values.get(f"{name}.{key}", 0.0) for key in keys]


def keys_of(rules: CompiledGameRules) -> dict[str, list[str]]:
    """Return the keys of each list of weights, by the name of the list."""
    keys = {"heroes": list(rules.heroes), **{kind: list(places) for kind, places in rules.places.items()}}
    return {name: keys[of] for of, names in LISTS.items() for name in names}


def names_of(rules: CompiledGameRules) -> list[str]:
    """Return the names of all weights of a game."""
    return [*SINGLE, *(f"{name}.{key}" for name, keys in keys_of(rules).items() for key in keys)]


def restrictions(rules: CompiledGameRules) -> list[str]:
    """Return everything that a player can be forbidden to take or do, as kind.key: "power.scout", "action.brew" ..."""
    keys = keys_of(rules)
    cards = [f"{kind}.{key}" for kind, lists in NOT_TAKEN.items() for key in keys[lists[0]]]
    return [*cards, *(f"action.{key}" for key in NOT_DONE)]


def restrict(style: BotStyle, restriction: str) -> BotStyle:
    """Return the style changed so that it takes `restriction` (kind.key) only if nothing else is possible."""
    kind, _, key = restriction.partition(".")
    if kind in NOT_TAKEN:
        return style.with_values({f"{name}.{key}": NEVER for name in NOT_TAKEN[kind]})
    return style.with_values({NOT_DONE[key]: 1.0})
