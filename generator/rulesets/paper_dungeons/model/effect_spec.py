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
from generator.rulesets.paper_dungeons.model.goal_quantities import COUNT, DIFFERENT, OF, SUM, GoalQuantity

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
COUNTED = ("gem", "monster")  # only these count their occasions, so that `every` can be applied
REDUCTIONS = {None: SUM, "sum": SUM, "count": COUNT, "different": DIFFERENT}


@dataclass(frozen=True, kw_only=True)
class EffectSpec:
    """An effect as the data files have it; its words are explained at the top of powers.yaml."""

    place: SourceLocation
    potions: Few | None = None
    item_halves: Few | None = None
    level_ups: Few | None = None
    bonus_gems: Few | None = None
    map_gems: Few | None = None
    beaten_monsters: Few | None = None
    steps: Few | None = None
    heroes: Few | None = None
    level: Few | None = None
    boss_strength: Few | None = None
    monster_strength: Few | None = None
    other_colour: Few | None = None
    no_damage: Danger | None = None
    less_damage: Few | None = None
    from_: Danger | None = field(default=None, metadata={"key": "from"})
    crosses: Literal["walls", "water"] | None = None
    any_colour: Literal["level_up"] | None = None
    each: Occasion | None = None
    every: Few | None = None
    at_level: Few | None = None
    with_: str | None = field(default=None, metadata={"key": "with"})
    different: bool = False


def read_effect(node: Node, use: Use, items: tuple[str, ...] = ()) -> Effect:
    """Return the effect in a mapping; raises InvalidInput for keys that cannot be played in the context `use`."""
    spec = structure(_filled(node), EffectSpec, "an effect")
    _refuse_misuse(spec, use, items)
    effect = Effect()
    halves = spec.item_halves or 0
    effect.halves, effect.different = (0, halves) if spec.different else (halves, 0)
    effect.potions, effect.levels, effect.gems = spec.potions or 0, spec.level_ups or 0, spec.bonus_gems or 0
    effect.map_gems, effect.beaten, effect.steps = spec.map_gems or 0, spec.beaten_monsters or 0, spec.steps or 0
    effect.raised, effect.raise_to = spec.heroes or 0, spec.level or 0
    effect.boss_strength, effect.monster_strength = spec.boss_strength or 0, spec.monster_strength or 0
    effect.flips, effect.crosses = spec.other_colour or 0, CROSSINGS[spec.crosses]
    effect.any_colour = spec.any_colour is not None
    effect.wards = 1 << DANGERS[spec.no_damage] if spec.no_damage else 0
    reductions = [spec.less_damage if danger == spec.from_ and spec.less_damage else 0 for danger in DANGERS]
    effect.less = (reductions[0], reductions[1], reductions[2])
    effect.each, effect.every, effect.at_level = OCCASIONS[spec.each], spec.every or 1, spec.at_level or 0
    effect.item = items.index(spec.with_) if spec.with_ else -1
    effect.gives = bool(_gifts(spec))
    effect.changes = bool(_changes(spec))
    return effect


def _filled(node: Node) -> Node:
    """Return a mapping without its empty values, as cells of a table may be; any other node as it is."""
    values = {key: child for key, child in node.items() if child.value is not None} if node.is_map else node.value
    return Node(values, node.place, node.key_places)


def _gifts(spec: EffectSpec) -> list[str]:
    names = ("potions", "item_halves", "level_ups", "bonus_gems", "map_gems", "beaten_monsters", "steps", "heroes")
    return [name for name in names if getattr(spec, name)]


def _changes(spec: EffectSpec) -> list[str]:
    names = ("boss_strength", "monster_strength", "other_colour", "no_damage", "less_damage", "crosses", "any_colour")
    return [name for name in names if getattr(spec, name)]


def _refuse_misuse(spec: EffectSpec, use: Use, items: tuple[str, ...]) -> None:
    """Raise InvalidInput if keys of an effect contradict each other, or do not fit where it is used (`use`)."""
    gifts, changes = _gifts(spec), _changes(spec)
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
    of: Literal[
        "heroes", "items", "potions", "gems", "monsters", "monster_levels", "rooms", "corner_rooms", "edge_rooms",
        "boss_rooms", "full_rows", "full_columns", "column_rooms", "traps_sprung", "obstacles", "bosses",
    ]  # fmt: skip
    least: Number | None = None
    at_least: Number | None = None
    equal: Number | None = None
    reduce: Literal["sum", "count", "different"] | None = None


def read_count(node: Node) -> GoalQuantity:
    """Return the quantity that a mapping of a card describes; raises InvalidInput for unknown words."""
    spec = structure(_filled(node), QuantitySpec, "a count")
    kind = OF.index(spec.of)
    return GoalQuantity(kind, spec.at_least or 0, spec.equal or 0, REDUCTIONS[spec.reduce], spec.least or 0)
