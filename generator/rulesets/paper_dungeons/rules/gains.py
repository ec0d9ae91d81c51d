"""What a player gains and suffers: levels, halves of items, potions, gems, beaten monsters, damage. Changes one sheet.

Gains without a choice happen at once; a choice is added to what is `owed` to the player. Since all gains fill boxes,
the order in which a player makes several choices does not change the result.
"""

from generator.rulesets.paper_dungeons.model.effects import AT_ONCE, GEM, HERO, MONSTER, Effect
from generator.rulesets.paper_dungeons.model.game_constants import FixedGameData
from generator.rulesets.paper_dungeons.model.sheet import (
    MOST_OWED,
    OWED_BEAT,
    OWED_DIFFERENT,
    OWED_GEM,
    OWED_HALF,
    OWED_LEVEL,
    OWED_RAISE,
    PlayerSheetState,
)


def give(data: FixedGameData, sheet: PlayerSheetState, effect: Effect) -> None:
    """Give the gifts of an effect to the player; gifts that need a choice are added to the player's `owed` choices."""
    for _ in range(effect.potions):
        gain_potion(data, sheet)
    for _ in range(effect.bonus_gems):
        gain_gem(data, sheet)
    sheet.steps += effect.steps
    owe(sheet, OWED_LEVEL, effect.level_ups)
    owe(sheet, OWED_HALF, effect.item_halves)
    owe(sheet, OWED_DIFFERENT, effect.different)
    owe(sheet, OWED_BEAT, effect.beaten_monsters)
    owe(sheet, OWED_GEM, effect.map_gems)
    owe(sheet, OWED_RAISE, effect.heroes)


def take_effect(data: FixedGameData, sheet: PlayerSheetState, effect: Effect) -> None:
    """Apply an effect: add its changes to the player's permanent effects, and give its gifts."""
    if effect.changes:
        sheet.traits = sheet.traits.and_also(effect)
    if effect.gives:
        give(data, sheet, effect)


def trigger(data: FixedGameData, sheet: PlayerSheetState, occasion: int, number: int) -> None:
    """Let the player's power act if it waits for this occasion.

    `number` counts the occasions, such as gems; for HERO it is the level that the hero reached.
    """
    effect = data.powers[sheet.power].effect
    if effect.each != occasion or (effect.item >= 0 and sheet.halves[effect.item] < 2):
        return
    if effect.at_level and number != effect.at_level:
        return
    if number % effect.every == 0:
        give(data, sheet, effect)


def owe(sheet: PlayerSheetState, kind: int, count: int) -> None:
    """Add `count` choices of a kind to those that are owed to a player."""
    count_so_far = sheet.owed >> kind & MOST_OWED
    # Each kind has eight bits: the sum is limited, since a carry would add choices of the next kind.
    sheet.owed += (min(MOST_OWED, count_so_far + count) - count_so_far) << kind


def forget_what_cannot_be_chosen(data: FixedGameData, sheet: PlayerSheetState) -> None:
    """Remove owed choices for which no option is left."""
    owed, last = sheet.owed, data.numbers.last_level
    levels, halves, different = owed & MOST_OWED, owed >> OWED_HALF & MOST_OWED, owed >> OWED_DIFFERENT & MOST_OWED
    beats, gems, raises = owed >> OWED_BEAT & MOST_OWED, owed >> OWED_GEM & MOST_OWED, owed >> OWED_RAISE & MOST_OWED
    if levels:
        levels = min(levels, last * len(sheet.levels) - sum(sheet.levels))
    if halves:
        halves = min(halves, 2 * len(sheet.halves) - sum(sheet.halves))
    if different:
        fitting = [item for item, filled in enumerate(sheet.halves) if filled < 2 and not sheet.barred >> item & 1]
        different = min(different, len(fitting))
    if not different:
        sheet.barred = 0
    if beats:
        beats = min(beats, len(data.board.monsters) - sheet.beaten.bit_count())
    if gems:
        gems = min(gems, len(data.board.letters) - (sheet.taken | sheet.lost).bit_count())
    if raises:
        goal = min(last, data.powers[sheet.power].effect.level)
        raises = min(raises, len([level for level in sheet.levels if level < goal]))
    sheet.owed = (
        levels
        | halves << OWED_HALF
        | different << OWED_DIFFERENT
        | beats << OWED_BEAT
        | gems << OWED_GEM
        | raises << OWED_RAISE
    )


def gain_level(data: FixedGameData, sheet: PlayerSheetState, hero: int) -> None:
    """Raise a hero by one level, which may unlock its ability. [PL p.7-8] [CZ p.7-8]"""
    levels, numbers = sheet.levels, data.numbers
    level = levels[hero] + 1
    if level > numbers.last_level:
        return
    sheet.levels = (*levels[:hero], level, *levels[hero + 1 :])
    if level == numbers.ability_level:
        take_effect(data, sheet, data.abilities[hero])
    trigger(data, sheet, HERO, level)


def gain_half(data: FixedGameData, sheet: PlayerSheetState, item: int) -> None:
    """Fill one half of an item; with the second half the item is finished, and its effect acts. [PL p.8] [CZ p.8]"""
    halves = sheet.halves
    filled = halves[item] + 1
    sheet.halves = (*halves[:item], filled, *halves[item + 1 :])
    if filled == 2:
        take_effect(data, sheet, data.items[item].effect)
        power = data.powers[sheet.power].effect
        if power.item == item and power.each == AT_ONCE:
            take_effect(data, sheet, power)


def gain_potion(data: FixedGameData, sheet: PlayerSheetState) -> None:
    """Fill the next potion circle; a full row gives its reward. Nothing happens if all are full. [PL p.9] [CZ p.9]"""
    if sheet.potions < data.numbers.potion_limit:
        sheet.potions += 1
        reward = data.numbers.potion_rewards[sheet.potions]
        if reward.gives:
            give(data, sheet, reward)


def gain_gem(data: FixedGameData, sheet: PlayerSheetState) -> None:
    """Fill the next gem box, which may give a reward; nothing happens if all are full. [PL p.11] [CZ p.11]"""
    if sheet.gems < data.numbers.gem_boxes:
        sheet.gems += 1
        reward = data.numbers.gem_rewards[sheet.gems]
        if reward.gives:
            give(data, sheet, reward)
        trigger(data, sheet, GEM, sheet.gems)


def gain_monster(data: FixedGameData, sheet: PlayerSheetState, monster: int) -> None:
    """Cross out a monster and fill the next monster box. [PL p.10] [CZ p.10]"""
    sheet.beaten |= 1 << monster
    if sheet.monsters < data.numbers.monster_boxes:
        sheet.monsters += 1
        trigger(data, sheet, MONSTER, sheet.monsters)


def harm(data: FixedGameData, sheet: PlayerSheetState, danger: int, damage: int) -> None:
    """Deal damage of a kind of danger to a player, less what permanent effects prevent. [PL p.6] [CZ p.6]"""
    damage = damage_left(sheet, danger, damage)
    if damage:
        suffer(data, sheet, damage)


def damage_left(sheet: PlayerSheetState, danger: int, damage: int) -> int:
    """Return the damage of a danger after the player's reductions."""
    traits = sheet.traits
    return 0 if traits.wards >> danger & 1 else max(0, damage - traits.less[danger])


def suffer(data: FixedGameData, sheet: PlayerSheetState, damage: int) -> None:
    """Mark damage: potions absorb it first, then hearts of the column are filled. [CZ p.6, p.9]"""
    spare = data.potion_hearts * sheet.potions - sheet.absorbed
    if spare > 0:
        if data.variants.potions_optional:
            sheet.most += min(spare - sheet.most, damage)
            sheet.hurt += damage
            return
        absorbed = min(spare, damage)
        sheet.absorbed += absorbed
        damage -= absorbed
    fill_column(data, sheet, damage)


def fill_column(data: FixedGameData, sheet: PlayerSheetState, damage: int) -> None:
    """Fill hearts of the damage column; if they exceed the health, the party is resurrected. [PL p.6]"""
    if damage:
        sheet.damage = min(data.numbers.column, sheet.damage + damage)
        if sheet.damage > sum(sheet.levels):
            sheet.risen = True
