"""The core of the game: the legal actions of a state, and the change of the state by an action."""

from generator.rulesets.paper_dungeons.model.effects import AT_ONCE, BREWING_DIE
from generator.rulesets.paper_dungeons.model.game_constants import (
    ABSORB,
    BEAT,
    BREW,
    CRAFT,
    FIGHT,
    FLEE,
    GAIN_HALF,
    GAIN_LEVEL,
    KEEP,
    LEVEL,
    MOVE,
    RAISE,
    STEP,
    STOP,
    TAKE_GEM,
    DieUses,
    FixedGameData,
    RemainingDice,
    action_of,
    die_of,
    keep_action,
    kept_places,
    kind_of,
    target_of,
)
from generator.rulesets.paper_dungeons.model.sheet import (
    MOST_OWED,
    NOBODY,
    OWED_BEAT,
    OWED_DIFFERENT,
    OWED_GEM,
    OWED_HALF,
    OWED_LEVEL,
    OWED_RAISE,
    PlayerSheetState,
)
from generator.rulesets.paper_dungeons.model.state import ACTING, CHOOSING, FLEEING, ROLLING, State
from generator.rulesets.paper_dungeons.rules import gains
from generator.rulesets.paper_dungeons.rules.rooms import arrive, enter, meet, rooms_beside
from generator.rulesets.paper_dungeons.rules.rounds import after_the_fight, ask_who_flees, begin_round, end_round


def is_chance(state: State) -> bool:
    """Return whether the dice are rolled next, so that `advance` takes a roll."""
    return state.phase == ROLLING


def legal_actions(state: State) -> list[int]:
    """Return all legal actions of the player to act; empty if the dice are rolled next or the game is over."""
    if state.turn == NOBODY:
        return []
    table, sheet = state.data, state.sheets[state.turn]
    if sheet.hurt:
        return [action_of(ABSORB, 0, hearts) for hearts in range(sheet.most + 1)]
    if sheet.owed:
        return choices(table, sheet)
    if sheet.moving:
        return [*[action_of(STEP, 0, room) for room in rooms_beside(table, sheet)], STOP]
    if state.phase == ACTING:
        return die_actions(table, sheet)
    if state.phase == CHOOSING:
        powers, goals = table.hands[state.turn]
        return [keep_action(power, goal) for power in range(len(powers)) for goal in range(len(goals))]
    return [FIGHT, FLEE]


def die_actions(data: FixedGameData, sheet: PlayerSheetState) -> list[int]:
    """Return the actions with unused dice: level up, craft, brew, move. [PL p.7-9] [CZ p.7-9]"""
    actions: list[int] = []
    places = _open_places(data, sheet)
    left = data.dice.remaining(sheet.left)
    options = beside_moving(left, sheet)
    for place, uses in enumerate(left.uses):
        actions += options[place].open(places)
        actions.append(uses.move)
    return actions


def beside_moving(left: RemainingDice, sheet: PlayerSheetState) -> list[DieUses]:
    """Return all uses of each unused die except moves, including uses on targets that are already full."""
    return left.free if sheet.traits.any_colour or sheet.flips > 0 else left.trained[sheet.goal]


def _open_places(data: FixedGameData, sheet: PlayerSheetState) -> int:
    """Return the mask of targets that are not full: heroes first, then items, then potions."""
    last, bit, places = data.numbers.last_level, 1, 0
    for level in sheet.levels:
        if level < last:
            places |= bit
        bit <<= 1
    for halves in sheet.halves:
        if halves < 2:
            places |= bit
        bit <<= 1
    return places | bit if sheet.potions < data.numbers.potion_limit else places


def choices(data: FixedGameData, sheet: PlayerSheetState) -> list[int]:
    """Return the actions that settle one of the choices owed to a player; the order of choices is free."""
    owed, last = sheet.owed, data.numbers.last_level
    actions: list[int] = []
    if owed >> OWED_LEVEL & MOST_OWED:
        actions += [action_of(GAIN_LEVEL, 0, hero) for hero, level in enumerate(sheet.levels) if level < last]
    halves, different = owed >> OWED_HALF & MOST_OWED, owed >> OWED_DIFFERENT & MOST_OWED
    if halves or different:
        barred = 0 if halves else sheet.barred
        actions += [
            action_of(GAIN_HALF, 0, item)
            for item, filled in enumerate(sheet.halves)
            if filled < 2 and not barred >> item & 1
        ]
    if owed >> OWED_BEAT & MOST_OWED:
        monsters = range(len(data.board.monsters))
        actions += [action_of(BEAT, 0, number) for number in monsters if not sheet.beaten >> number & 1]
    if owed >> OWED_GEM & MOST_OWED:
        gone = sheet.taken | sheet.lost
        actions += [action_of(TAKE_GEM, 0, gem) for gem in range(len(data.board.letters)) if not gone >> gem & 1]
    if owed >> OWED_RAISE & MOST_OWED:
        goal = min(last, data.powers[sheet.power].effect.level)
        actions += [action_of(RAISE, 0, hero) for hero, level in enumerate(sheet.levels) if level < goal]
    return actions


def advance(state: State, action: int) -> None:
    """Change the state by a legal action of the player to act, or by a roll if the dice are rolled next."""
    if state.phase == ROLLING:
        begin_round(state, action)
        return
    table, sheet = state.data, state.sheets[state.turn]
    kind, target = kind_of(action), target_of(action)
    if kind == STEP:
        enter(table, sheet, target)
    elif kind == STOP:
        sheet.steps = 0
    elif LEVEL <= kind <= MOVE:
        use_die(table, sheet, kind, die_of(action), target)
    elif kind == KEEP:
        keep(state, sheet, target)
    elif kind in (FIGHT, FLEE):
        sheet.flees = kind == FLEE
    else:
        choose(table, sheet, kind, target)
    settle(state, sheet)


def use_die(data: FixedGameData, sheet: PlayerSheetState, kind: int, face: int, target: int) -> None:
    """Use a die for one of the four actions; `kind` and `target` are those of the action."""
    sheet.left -= 1 << 2 * face
    sheet.used += 1
    if kind == MOVE:
        sheet.moving = True
        sheet.steps = data.dice.faces[face].steps
    elif kind == LEVEL:
        if not sheet.traits.any_colour and not fits(data, sheet, face, target):
            sheet.flips -= 1
        for _ in range(data.numbers.levels):
            gains.gain_level(data, sheet, target)
    elif kind == CRAFT:
        gains.gain_half(data, sheet, target)
    elif kind == BREW:
        for _ in range(data.numbers.brewed):
            gains.gain_potion(data, sheet)
        gains.trigger(data, sheet, BREWING_DIE, 1)


def fits(data: FixedGameData, sheet: PlayerSheetState, face: int, hero: int) -> bool:
    """Return whether a die has the colour that trains a hero, or is a joker. [PL p.7] [CZ p.7]"""
    die = data.faces[face]
    return die.joker or data.goals[sheet.goal].black[hero] == die.black


def keep(state: State, sheet: PlayerSheetState, target: int) -> None:
    """Keep a power and a goal; a power that acts at once takes effect now. [PL p.2-4] [CZ p.2-4]"""
    table, (powers, goals) = state.data, state.data.hands[state.turn]
    power_kept, goal_kept = kept_places(target)
    sheet.power, sheet.goal = powers[power_kept], goals[goal_kept]
    power = table.powers[sheet.power]
    effect = power.effect
    if effect.each == AT_ONCE and effect.item < 0 and not (power.once and effect.gives):
        gains.take_effect(table, sheet, effect)


def choose(data: FixedGameData, sheet: PlayerSheetState, kind: int, target: int) -> None:
    """Settle one of the choices owed to a player, by an action of this kind with this target."""
    if kind == GAIN_LEVEL:
        sheet.owed -= 1 << OWED_LEVEL
        gains.gain_level(data, sheet, target)
    elif kind == GAIN_HALF:
        if sheet.owed >> OWED_DIFFERENT & MOST_OWED and not sheet.barred >> target & 1:
            sheet.owed -= 1 << OWED_DIFFERENT
            owed_after = sheet.owed >> OWED_DIFFERENT & MOST_OWED
            sheet.barred = sheet.barred | 1 << target if owed_after else 0
        else:
            sheet.owed -= 1 << OWED_HALF
        gains.gain_half(data, sheet, target)
    elif kind == BEAT:
        sheet.owed -= 1 << OWED_BEAT
        gains.gain_monster(data, sheet, target)
    elif kind == TAKE_GEM:
        sheet.owed -= 1 << OWED_GEM
        sheet.taken |= 1 << target
        gains.gain_gem(data, sheet)
    elif kind == RAISE:
        sheet.owed -= 1 << OWED_RAISE
        while sheet.levels[target] < min(data.numbers.last_level, data.powers[sheet.power].effect.level):
            gains.gain_level(data, sheet, target)
    elif kind == ABSORB:
        damage, sheet.hurt, sheet.most = sheet.hurt, 0, 0
        sheet.absorbed += target
        gains.fill_column(data, sheet, damage - target)
        if sheet.arriving:
            arrive(data, sheet)


def settle(state: State, sheet: PlayerSheetState) -> None:
    """Continue the game after an action, to the next danger, player or phase, unless this player must decide more."""
    if sheet.hurt:
        return
    if sheet.owed:
        gains.forget_what_cannot_be_chosen(state.data, sheet)
        if sheet.owed:
            return
    if sheet.ahead:
        meet(state.data, sheet, sheet.ahead)
        settle(state, sheet)
        return
    if sheet.moving:
        if sheet.steps > 0:
            return
        sheet.moving = False
        sheet.returned = 0
    if state.phase == ACTING:
        if sheet.used == state.data.numbers.dice:
            pass_on(state)
    elif state.phase == CHOOSING:
        pass_on(state)
    elif state.phase == FLEEING:
        ask_who_flees(state)
    else:
        after_the_fight(state)


def pass_on(state: State) -> None:
    """Make it the next player's turn; after the last player end the round, or the setup."""
    if state.turn + 1 < len(state.sheets):
        state.turn += 1
    elif state.phase == CHOOSING:
        state.round = 1
        state.phase = ROLLING
        state.turn = NOBODY
    else:
        end_round(state)
