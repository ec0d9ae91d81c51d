"""The weights of a style: single weights, and lists of weights by the keys of heroes, items, powers and goals."""

from dataclasses import fields

from generator.rulesets.paper_dungeons.bots.weights import Weights
from generator.rulesets.paper_dungeons.model.rulebook import CompiledGameRules
from generator.rulesets.ruleset import BotStyle

NEVER = -1e6
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


def weights_of(style: BotStyle) -> Weights:
    """Return the single weights of a style; weights that the style does not have are 0 or their default."""
    return Weights(**{name: value for name, value in style.values.items() if name in SINGLE})


def list_weights(style: BotStyle, name: str, keys: list[str]) -> list[float]:
    """Return the weights of the list `name` in the order of `keys`; 0 for a key without a weight."""
    return [style.values.get(f"{name}.{key}", 0.0) for key in keys]


def keys_of(rules: CompiledGameRules) -> dict[str, list[str]]:
    """Return the keys of each list of weights, by the name of the list."""
    keys = {
        "heroes": list(rules.heroes),
        "items": [item.key for item in rules.items],
        "powers": [power.key for power in rules.powers],
        "goals": [goal.key for goal in rules.goals],
    }
    return {name: keys[of] for of, names in LISTS.items() for name in names}


def names_of(rules: CompiledGameRules) -> list[str]:
    """Return the names of all weights of a game."""
    return [*SINGLE, *(f"{name}.{key}" for name, keys in keys_of(rules).items() for key in keys)]


def restrictions(rules: CompiledGameRules) -> list[str]:
    """Return everything that a player can be forbidden to take or do, as kind.key: "power.scout", "action.brew" ..."""
    return [
        *(f"item.{item.key}" for item in rules.items),
        *(f"power.{power.key}" for power in rules.powers),
        *(f"goal.{goal.key}" for goal in rules.goals),
        *(f"action.{key}" for key in NOT_DONE),
    ]


def restrict(style: BotStyle, what: str) -> BotStyle:
    """Return the style changed so that it takes `what` (kind.key) only if nothing else is possible."""
    kind, _, key = what.partition(".")
    names = {"power": ["power"], "goal": ["goal_kept"], "item": ["first", "second"]}
    if kind in names:
        return style.with_values({f"{name}.{key}": NEVER for name in names[kind]})
    return style.with_values({NOT_DONE[key]: 1.0})
