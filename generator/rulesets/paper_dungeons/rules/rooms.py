"""Going from room to room, and what waits there. Marks one sheet."""

from generator.rulesets.paper_dungeons.model.board import step_between
from generator.rulesets.paper_dungeons.model.effects import TRAPS, WATER, WATER_CROSSING
from generator.rulesets.paper_dungeons.model.game_constants import FixedGameData
from generator.rulesets.paper_dungeons.model.sheet import OUTSIDE, PlayerSheetState
from generator.rulesets.paper_dungeons.rules import gains


def rooms_beside(data: FixedGameData, sheet: PlayerSheetState) -> list[int]:
    """Return the rooms one step away; from outside the entrances. [PL p.9] [CZ p.9]"""
    if sheet.here == OUTSIDE:
        return data.board.entrances
    return data.board.next[sheet.traits.crosses][sheet.here]


def enter(data: FixedGameData, sheet: PlayerSheetState, room: int) -> None:
    """Step into a room: pass what closes the way, then monsters, traps and, the first time, treasure. [PL p.10]"""
    board = data.board
    sheet.steps -= 1
    if sheet.here != OUTSIDE:
        closed = board.closed.get(step_between(sheet.here, room), 0)
        if closed:
            cross(data, sheet, closed)
    sheet.here = room
    if board.quiet[room]:
        sheet.explored |= 1 << room
        return
    meet(data, sheet, 0)


def meet(data: FixedGameData, sheet: PlayerSheetState, first: int) -> None:
    """Meet what is dangerous in the room, from the first that is left; a choice that a monster brings comes before."""
    dangers = data.board.dangers[sheet.here]
    sheet.ahead = 0
    for place in range(first, len(dangers)):
        if sheet.owed and place > first:
            gains.forget_what_cannot_be_chosen(data, sheet)
            if sheet.owed:
                sheet.ahead = place
                return
        number, damage = dangers[place]
        if number < 0:
            sheet.sprung += 1
            gains.harm(data, sheet, TRAPS, damage)
        elif not sheet.beaten >> number & 1:
            fight(data, sheet, number)
    if sheet.hurt:
        sheet.arriving = True
    else:
        arrive(data, sheet)


def arrive(data: FixedGameData, sheet: PlayerSheetState) -> None:
    """Take the treasure of the room that was entered, the first time; from now on it is explored."""
    board, room = data.board, sheet.here
    sheet.arriving = False
    if sheet.explored >> room & 1:
        return
    sheet.explored |= 1 << room
    for treasure in board.treasures[room]:
        gains.give(data, sheet, treasure)
    gems = board.gems[room] & ~(sheet.taken | sheet.lost)
    while gems:
        gem = gems & -gems
        gems ^= gem
        sheet.taken |= gem
        sheet.fresh |= gem
        gains.gain_gem(data, sheet)


def cross(data: FixedGameData, sheet: PlayerSheetState, closed: int) -> None:
    """Pass a wall or water; a power may give a step for water, once for each edge in a move."""
    sheet.crossed += 1
    if closed & WATER:
        edge = 1 << (closed >> 2)
        if not sheet.returned & edge:
            steps = sheet.steps
            gains.trigger(data, sheet, WATER_CROSSING, 1)
            if sheet.steps > steps:
                sheet.returned |= edge


def fight(data: FixedGameData, sheet: PlayerSheetState, number: int) -> None:
    """Beat a monster; its level beyond that of the hero who fights it is the damage. [PL p.10] [CZ p.10]"""
    monster = data.board.monsters[number]
    damage = monster.level - sheet.levels[monster.hero] - sheet.traits.monster_strength
    if damage > 0:
        gains.suffer(data, sheet, damage)
    gains.gain_monster(data, sheet, number)
