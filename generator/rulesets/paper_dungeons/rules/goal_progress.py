"""The quantities that missions and goals count, computed from a player's sheet."""

from generator.rulesets.paper_dungeons.model import goal_quantities as quantities
from generator.rulesets.paper_dungeons.model.game_constants import FixedGameData
from generator.rulesets.paper_dungeons.model.goal_quantities import GoalQuantity
from generator.rulesets.paper_dungeons.model.sheet import PlayerSheetState


def count_goal_quantity(data: FixedGameData, sheet: PlayerSheetState, count: GoalQuantity) -> int:
    """Return the value of a quantity on a sheet."""
    return number_of(data, sheet, count.of) if count.alone else count.total(numbers_of(data, sheet, count.of))


def numbers_of(data: FixedGameData, sheet: PlayerSheetState, kind: int) -> list[int]:
    """Return all numbers of the kind `kind` (such as HEROES): levels, halves, rooms by column, or a single number."""
    if kind == quantities.HEROES:
        return list(sheet.levels)
    if kind == quantities.ITEMS:
        return list(sheet.halves)
    if kind == quantities.MONSTER_LEVELS:
        return [monster.level for number, monster in enumerate(data.board.monsters) if sheet.beaten >> number & 1]
    if kind == quantities.COLUMN_ROOMS:
        return [(sheet.explored & column).bit_count() for column in data.board.columns]
    if kind == quantities.BOSSES:
        return list(sheet.glory)
    return [number_of(data, sheet, kind)]


def number_of(data: FixedGameData, sheet: PlayerSheetState, kind: int) -> int:
    """Return the quantity `kind` of a sheet; only for kinds that are a single number."""
    board, explored = data.board, sheet.explored
    if kind == quantities.ROOMS:
        return explored.bit_count()
    if kind == quantities.GEMS:
        return sheet.gems
    if kind == quantities.MONSTERS:
        return sheet.monsters
    if kind == quantities.POTIONS:
        return sheet.potions
    if kind == quantities.OBSTACLES:
        return sheet.sprung + sheet.crossed
    if kind == quantities.TRAPS_SPRUNG:
        return traps_sprung(data, sheet)
    if kind == quantities.EDGE_ROOMS:
        return (explored & board.edges).bit_count()
    if kind == quantities.CORNER_ROOMS:
        return (explored & board.corners).bit_count()
    if kind == quantities.BOSS_ROOMS:
        return len([room for room in board.boss_rooms if explored & room])
    if kind == quantities.FULL_ROWS:
        return len([row for row in board.rows if explored & row == row])
    return len([column for column in board.columns if explored & column == column])


def traps_sprung(data: FixedGameData, sheet: PlayerSheetState) -> int:
    """Return how often traps were sprung; with the variant `distinct_traps`, how many different ones."""
    if not data.variants.distinct_traps:
        return sheet.sprung
    return sum(len(traps) for room, traps in enumerate(data.board.traps) if sheet.explored >> room & 1)


def goal_count(data: FixedGameData, sheet: PlayerSheetState) -> int:
    """Return the number that the player's goal counts."""
    count = data.goals[sheet.goal].count
    if count.of == quantities.BOSSES and data.variants.net_boss_glory:
        return sum(sheet.glory)
    return count_goal_quantity(data, sheet, count)
