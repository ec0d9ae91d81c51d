"""The weights of a style: single ones, and lists of them by the keys of heroes, items, powers and goals."""

from dataclasses import fields

from generator.rulesets.paper_dungeons.bots.weights import Weights
from generator.rulesets.paper_dungeons.model.rulebook import CompiledGameRules
from generator.rulesets.ruleset import BotStyle

NEVER = -1e6
NOT_DONE = {"brew": "no_brewing", "craft": "no_crafting", "level": "no_levels"}  # weights by what they forbid
SINGLE = tuple(field.name for field in fields(Weights))
# of items: what a first and a second half bring beyond their glory, and the second before the first die; of goals:
# what is added to `goal` for one
LISTS = {
    "ability": "heroes",
    "first": "items",
    "second": "items",
    "early": "items",
    "power": "powers",
    "goal_kept": "goals",
    "aim": "goals",
}


def weights_of(style: BotStyle) -> Weights:
    """Return the weights that are no list."""
    return Weights(**{name: value for name, value in style.values.items() if name in SINGLE})


def list_weights(style: BotStyle, name: str, keys: list[str]) -> list[float]:
    """Return the weights of a list by key; 0 for one that is not weighed."""
    return [style.values.get(f"{name}.{key}", 0.0) for key in keys]


def keys_of(rules: CompiledGameRules) -> dict[str, list[str]]:
    """Return the keys of each list of weights."""
    keys = {
        "heroes": list(rules.heroes),
        "items": [item.key for item in rules.items],
        "powers": [power.key for power in rules.powers],
        "goals": [goal.key for goal in rules.goals],
    }
    return {name: keys[of] for name, of in LISTS.items()}


def names_of(rules: CompiledGameRules) -> list[str]:
    """Return the names of all weights of a game."""
    return [*SINGLE, *(f"{name}.{key}" for name, keys in keys_of(rules).items() for key in keys)]


def restrictions(rules: CompiledGameRules) -> list[str]:
    """Return everything that a player may be forbidden, by kind and key: "power.scout", "action.brew" and so on."""
    return [
        *(f"item.{item.key}" for item in rules.items),
        *(f"power.{power.key}" for power in rules.powers),
        *(f"goal.{goal.key}" for goal in rules.goals),
        *(f"action.{key}" for key in NOT_DONE),
    ]


def restrict(style: BotStyle, what: str) -> BotStyle:
    """Return a style that takes something only where nothing else is left."""
    kind, _, key = what.partition(".")
    names = {"power": ["power"], "goal": ["goal_kept"], "item": ["first", "second"]}
    if kind in names:
        return style.with_values({f"{name}.{key}": NEVER for name in names[kind]})
    return style.with_values({NOT_DONE[key]: 1.0})
