"""Moves from room to room, with the dangers and treasures of each entered room. Changes one sheet."""

from generator.rulesets.paper_dungeons.model.board import step_between
from generator.rulesets.paper_dungeons.model.effects import TRAPS, WATER, WATER_CROSSING
from generator.rulesets.paper_dungeons.model.game_constants import FixedGameData
from generator.rulesets.paper_dungeons.model.sheet import OUTSIDE, PlayerSheetState
from generator.rulesets.paper_dungeons.rules import gains


def rooms_beside(data: FixedGameData, sheet: PlayerSheetState) -> list[int]:
    """Return the rooms one step away; the entrances if the player is outside. [PL p.9] [CZ p.9]"""
    if sheet.room == OUTSIDE:
        return data.board.entrances
    return data.board.next[sheet.traits.crosses][sheet.room]


def enter(data: FixedGameData, sheet: PlayerSheetState, room: int) -> None:
    """Enter a room: cross a closed edge, meet monsters and traps, then take treasure the first time. [PL p.10]"""
    board = data.board
    sheet.steps -= 1
    if sheet.room != OUTSIDE:
        closed = board.closed.get(step_between(sheet.room, room), 0)
        if closed:
            cross(data, sheet, closed)
    sheet.room = room
    if board.quiet[room]:
        sheet.explored |= 1 << room
        return
    meet(data, sheet, 0)


def meet(data: FixedGameData, sheet: PlayerSheetState, first: int) -> None:
    """Meet the dangers of the room from index `first` on, until a monster gives a choice that has to be made first."""
    dangers = data.board.dangers[sheet.room]
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
    """Mark the entered room as explored; the first time, take its treasures and gems."""
    board, room = data.board, sheet.room
    sheet.arriving = False
    if sheet.explored >> room & 1:
        return
    sheet.explored |= 1 << room
    for treasure in board.treasures[room]:
        gains.give(data, sheet, treasure)
    gems = board.gems[room] & ~(sheet.taken | sheet.lost)
    while gems:
        gem = gems & -gems  # the lowest bit that is set: in two's complement, -n keeps it and inverts all higher bits
        gems ^= gem
        sheet.taken |= gem
        sheet.fresh |= gem
        gains.gain_gem(data, sheet)


def cross(data: FixedGameData, sheet: PlayerSheetState, closed: int) -> None:
    """Count the crossing of a wall or water edge; a power may give the step back, once per water edge and move."""
    sheet.crossed += 1
    if closed & WATER:
        edge = 1 << (closed >> 2)
        if not sheet.returned & edge:
            steps = sheet.steps
            gains.trigger(data, sheet, WATER_CROSSING, 1)
            if sheet.steps > steps:
                sheet.returned |= edge


def fight(data: FixedGameData, sheet: PlayerSheetState, number: int) -> None:
    """Beat a monster; its level less the level of the hero who fights it is the damage. [PL p.10] [CZ p.10]"""
    monster = data.board.monsters[number]
    damage = monster.level - sheet.levels[monster.hero] - sheet.traits.monster_strength
    if damage > 0:
        gains.suffer(data, sheet, damage)
    gains.gain_monster(data, sheet, number)
