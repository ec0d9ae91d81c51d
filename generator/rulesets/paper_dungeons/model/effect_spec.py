"""The keys of effects and counts in the data files: mappings become an `Effect` or a `GoalQuantity`.

An unknown word, or one that means nothing in its place, is a fault with its place.
"""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from generator.diagnostics import SourceLocation, refuse
from generator.reading.structure import NumberBounds, structure
from generator.reading.yaml_nodes import Node
from generator.rulesets.paper_dungeons.model import effects
from generator.rulesets.paper_dungeons.model.effects import Effect
from generator.rulesets.paper_dungeons.model.goal_quantities import COUNT, DIFFERENT, OF, SUM, CountedName, GoalQuantity

Few = Annotated[int, NumberBounds(1, 99)]
Number = Annotated[int, NumberBounds(1, 999)]
Danger = Literal["skulls", "traps", "bosses"]
Occasion = Literal["brewing_die", "gem", "monster", "hero", "water_crossing"]
Use = Literal["power", "item", "ability", "reward"]
DANGERS = {"skulls": effects.SKULLS, "traps": effects.TRAPS, "bosses": effects.BOSSES}
CROSSINGS = {None: 0, "walls": effects.WALLS, "water": effects.WATER}
OCCASIONS = {
    None: effects.AT_ONCE,
    "brewing_die": effects.BREWING_DIE,
    "gem": effects.GEM,
    "monster": effects.MONSTER,
    "hero": effects.HERO,
    "water_crossing": effects.WATER_CROSSING,
}
GIFTS = ("potions", "item_halves", "level_ups", "bonus_gems", "map_gems", "beaten_monsters", "steps", "heroes")
CHANGES = ("boss_strength", "monster_strength", "other_colour", "no_damage", "less_damage", "crosses", "any_colour")
NUMBERS = (*GIFTS, "level", "boss_strength", "monster_strength", "other_colour", "at_level")  # as they are in an effect
COUNTED = ("gem", "monster")  # only these count their occasions, so that `every` can be applied
REDUCTIONS = {None: SUM, "sum": SUM, "count": COUNT, "different": DIFFERENT}


@dataclass(frozen=True, kw_only=True)
class EffectSpec:
    """An effect as the data files have it; its words are explained at the top of powers.yaml."""

    place: SourceLocation
    potions: Few = 0
    item_halves: Few = 0
    level_ups: Few = 0
    bonus_gems: Few = 0
    map_gems: Few = 0
    beaten_monsters: Few = 0
    steps: Few = 0
    heroes: Few = 0
    level: Few = 0
    boss_strength: Few = 0
    monster_strength: Few = 0
    other_colour: Few = 0
    no_damage: Danger | None = None
    less_damage: Few = 0
    from_: Danger | None = field(default=None, metadata={"key": "from"})
    crosses: Literal["walls", "water"] | None = None
    any_colour: Literal["level_up"] | None = None
    each: Occasion | None = None
    every: Few | None = None
    at_level: Few = 0
    with_: str | None = field(default=None, metadata={"key": "with"})
    different: bool = False


def read_effect(node: Node, use: Use, items: tuple[str, ...] = ()) -> Effect:
    """Return the effect in a mapping; raises InvalidInput for keys that cannot be played in the context `use`."""
    spec = structure(_filled(node), EffectSpec, "an effect")
    _refuse_misuse(spec, use, items)
    effect = Effect(**{name: getattr(spec, name) for name in NUMBERS})
    if spec.different:
        effect.item_halves, effect.different = 0, spec.item_halves
    effect.crosses, effect.any_colour = CROSSINGS[spec.crosses], spec.any_colour is not None
    effect.wards = 1 << DANGERS[spec.no_damage] if spec.no_damage else 0
    reductions = [spec.less_damage if danger == spec.from_ else 0 for danger in DANGERS]
    effect.less = (reductions[0], reductions[1], reductions[2])
    effect.each, effect.every = OCCASIONS[spec.each], spec.every or 1
    effect.item = items.index(spec.with_) if spec.with_ else -1
    effect.gives, effect.changes = bool(_written(spec, GIFTS)), bool(_written(spec, CHANGES))
    return effect


def _filled(node: Node) -> Node:
    """Return a mapping without its empty values, as cells of a table may be; any other node as it is."""
    values = {key: child for key, child in node.items() if child.value is not None} if node.is_map else node.value
    return Node(values, node.place, node.key_places)


def _written(spec: EffectSpec, names: tuple[str, ...]) -> list[str]:
    return [name for name in names if getattr(spec, name)]


def _refuse_misuse(spec: EffectSpec, use: Use, items: tuple[str, ...]) -> None:
    """Raise InvalidInput if keys of an effect contradict each other, or do not fit where it is used (`use`)."""
    gifts, changes = _written(spec, GIFTS), _written(spec, CHANGES)
    wrong = ""
    if use != "power" and (spec.each or spec.with_ or spec.different or spec.heroes or spec.other_colour):
        wrong = "each, with, different, heroes and other_colour are for powers"
    elif use == "reward" and changes:
        wrong = f"a reward gives something, it does not change {changes[0]}"
    elif spec.each and (changes or not gifts):
        wrong = "what comes with each of something has to be given"
    elif spec.steps and spec.each != "water_crossing":
        wrong = "steps are given for each water_crossing"
    elif spec.every and spec.each not in COUNTED:
        wrong = f"every goes with each: {' or '.join(COUNTED)}"
    elif spec.at_level and spec.each != "hero":
        wrong = "at_level goes with each: hero"
    elif bool(spec.heroes) != bool(spec.level):
        wrong = "heroes and level go together"
    elif bool(spec.less_damage) != bool(spec.from_):
        wrong = "less_damage and from go together"
    elif spec.different and not spec.item_halves:
        wrong = "different goes with item_halves"
    elif spec.with_ and spec.with_ not in items:
        wrong = f"there is no item {spec.with_!r}"
    if wrong:
        raise refuse("R001", f"this effect cannot be played: {wrong}", spec.place, "powers.yaml lists the effects")


@dataclass(frozen=True, kw_only=True)
class QuantitySpec:
    """A quantity that a card counts, as in the data files; the words are explained at the top of missions.yaml."""

    place: SourceLocation
    of: CountedName
    least: Number | None = None
    at_least: Number | None = None
    equal: Number | None = None
    reduce: Literal["sum", "count", "different"] | None = None


def read_count(node: Node) -> GoalQuantity:
    """Return the quantity that a mapping of a card describes; raises InvalidInput for unknown words."""
    spec = structure(_filled(node), QuantitySpec, "a count")
    kind = OF.index(spec.of)
    return GoalQuantity(kind, spec.at_least or 0, spec.equal or 0, REDUCTIONS[spec.reduce], spec.least or 0)
