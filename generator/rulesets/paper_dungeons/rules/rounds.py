"""The parts of a round that concern all players: dealing, the roll, and gems, missions and bosses at the end."""

from collections.abc import Sequence

from generator.chance import RandomStream
from generator.rulesets.paper_dungeons.model.effects import AT_ONCE, BOSSES, SKULLS
from generator.rulesets.paper_dungeons.model.game_constants import Boss, FixedGameData
from generator.rulesets.paper_dungeons.model.rolls import dice_in
from generator.rulesets.paper_dungeons.model.rulebook import CompiledGameRules
from generator.rulesets.paper_dungeons.model.setup import DealtHand, Setup, Variants
from generator.rulesets.paper_dungeons.model.sheet import NOBODY, PlayerSheetState
from generator.rulesets.paper_dungeons.model.state import ACTING, FIGHTING, FLEEING, OVER, ROLLING, State
from generator.rulesets.paper_dungeons.rules.gains import forget_what_cannot_be_chosen, give, harm
from generator.rulesets.paper_dungeons.rules.goal_progress import count_goal_quantity


def begin_round(state: State, roll: int) -> None:
    """Start a round with a roll: skulls deal damage to all, then the first player acts. [PL p.5-7] [CZ p.5-7]"""
    table = state.data
    state.roll = roll
    damage = (table.numbers.rolled - dice_in(roll)) * table.numbers.skull_damage
    for sheet in state.sheets:
        sheet.left = roll
        sheet.used = 0
        sheet.flips = sheet.traits.other_colour
        if damage:
            harm(table, sheet, SKULLS, damage)
        power = table.powers[sheet.power]
        if power.once and power.effect.gives and power.effect.each == AT_ONCE:
            give(table, sheet, power.effect)
        if sheet.owed:
            forget_what_cannot_be_chosen(table, sheet)
    state.phase = ACTING
    state.turn = 0


def end_round(state: State) -> None:
    """End a round: announce gems, claim missions, meet the boss if the round has one. [PL p.4, p.11] [CZ p.4, p.11]"""
    announce_gems(state)
    if not state.data.variants.missions_after_boss:
        claim_missions(state)
    state.turn = NOBODY
    if not state.data.numbers.boss_rounds[state.round]:
        close_round(state)
    elif state.data.variants.may_flee:
        state.phase = FLEEING
        ask_who_flees(state)
    else:
        fight_boss(state)


def announce_gems(state: State) -> None:
    """Cross out, on each sheet, the gems that only other players took in this round. [PL p.11] [CZ p.11]"""
    named = 0
    for sheet in state.sheets:
        named |= sheet.fresh
    for sheet in state.sheets:
        sheet.lost |= named & ~sheet.taken
        sheet.named = sheet.fresh
        sheet.fresh = 0


def claim_missions(state: State) -> None:
    """Close each open mission that any player fulfils, claimed by all who fulfil it. [PL p.4] [CZ p.4]"""
    table = state.data
    for number, mission in enumerate(table.missions):
        if not state.open >> number & 1:
            continue
        for sheet in state.sheets:
            if count_goal_quantity(table, sheet, mission.when) >= mission.when.least:
                sheet.claims = (*sheet.claims[:number], state.round, *sheet.claims[number + 1 :])
                state.open &= ~(1 << number)


def boss_of_round(state: State) -> int:
    """Return the number (from 1) of the boss met at the end of this round, or 0."""
    return state.data.numbers.boss_rounds[state.round]


def strength_of(data: FixedGameData, sheet: PlayerSheetState, boss: Boss) -> int:
    """Return a player's strength against a boss. [PL p.12] [CZ p.12]"""
    levels = sheet.levels
    return sum(levels) + (data.numbers.weakness - 1) * levels[boss.weakness] + sheet.traits.boss_strength


def can_fight(data: FixedGameData, sheet: PlayerSheetState, number: int) -> bool:
    """Return whether a player explored the room of a boss and reaches its first band. [PL p.11-12] [CZ p.11-13]"""
    boss, room = data.bosses[number - 1], data.board.boss_rooms[number - 1]
    return bool(sheet.explored & room) and strength_of(data, sheet, boss) >= boss.bands[0][0]


def band_of(boss: Boss, strength: int) -> tuple[int, int, int]:
    """Return the highest band that a strength reaches, as (strength, glory, damage). [PL p.12] [CZ p.13]"""
    reached_band = boss.bands[0]
    for band in boss.bands:
        if strength >= band[0]:
            reached_band = band
    return reached_band


def ask_who_flees(state: State) -> None:
    """Let the next player who could fight choose whether to flee; if there is none, start the fight."""
    number = boss_of_round(state)
    for seat in range(state.turn + 1, len(state.sheets)):
        if can_fight(state.data, state.sheets[seat], number):
            state.turn = seat
            return
    fight_boss(state)


def fight_boss(state: State) -> None:
    """Resolve the boss fight of all players at once. [PL p.11-13] [CZ p.11-13]"""
    table, number = state.data, boss_of_round(state)
    boss = table.bosses[number - 1]
    highest, state.winner = 0, NOBODY
    for seat, sheet in enumerate(state.sheets):
        explored = bool(sheet.explored & table.board.boss_rooms[number - 1])
        strength = strength_of(table, sheet, boss) if explored else -1
        glory, damage = boss.flee, 0
        if strength >= boss.bands[0][0] and not sheet.flees:
            _, glory, damage = band_of(boss, strength)
            if strength > highest:
                highest, state.winner = strength, seat
            elif strength == highest:
                state.winner = NOBODY
        sheet.glory = (*sheet.glory, glory)
        sheet.strengths = (*sheet.strengths, strength)
        sheet.flees = False
        if damage:
            harm(table, sheet, BOSSES, damage)
    if table.solo:
        state.winner = NOBODY
    after_the_fight(state)


def after_the_fight(state: State) -> None:
    """Once all damage is marked, give the reward to the winner; once that is done, close the round. [PL p.12-13]"""
    state.phase = FIGHTING
    for seat, sheet in enumerate(state.sheets):
        if sheet.hurt:
            state.turn = seat
            return
    winner, state.winner = state.winner, NOBODY
    if winner != NOBODY:
        sheet = state.sheets[winner]
        give(state.data, sheet, state.data.bosses[boss_of_round(state) - 1].reward)
        forget_what_cannot_be_chosen(state.data, sheet)
        if sheet.owed:
            state.turn = winner
            return
    close_round(state)


def close_round(state: State) -> None:
    """Remove gems that vanish, then go on to the next roll or end the game. [PL p.13-14] [CZ p.13-14]"""
    table = state.data
    if table.variants.missions_after_boss:
        claim_missions(state)
    number = boss_of_round(state)
    if number:
        for sheet in state.sheets:
            sheet.lost |= table.vanishing_gems[number - 1] & ~sheet.taken
    state.turn = NOBODY
    state.roll = 0
    if state.round == table.numbers.rounds:
        state.phase = OVER
        return
    state.round += 1
    state.phase = ROLLING


HAND = 2  # powers, and goals, per player [PL p.2] [CZ p.2]


def deal(
    rules: CompiledGameRules,
    chance: RandomStream,
    names: Sequence[str],
    dungeon: str = "",
    variants: Variants | None = None,
    *,
    missions: bool = True,
    hand: int = HAND,
) -> Setup:
    """Return a random setup in which all cards are equally likely. [PL p.2] [CZ p.2]

    An empty `dungeon` draws one of the game's; without `missions` there are none, as in a first game. `hand` is the
    number of powers, and of goals, that each player may choose from.
    """
    chosen = variants or Variants()
    map = dungeon or chance.choice(rules.dungeons)
    bosses = rules.board(map).bosses
    if chosen.random_bosses or not bosses:
        seasons = sorted({boss.season for boss in rules.bosses})
        choices = ([boss.key for boss in rules.bosses if boss.season == season] for season in seasons)
        bosses = tuple([chance.choice(keys) for keys in choices])
    count = HAND * len(names)
    open_missions = [mission.key for mission in chance.draw(rules.missions, rules.numbers.missions if missions else 0)]
    powers = [power.key for power in chance.draw(rules.powers, count)]
    goals = [goal.key for goal in chance.draw(rules.goals, count)]
    hands = [
        DealtHand(name, tuple(powers[hand * seat :][:hand]), tuple(goals[hand * seat :][:hand]))
        for seat, name in enumerate(names)
    ]
    return Setup(map, bosses, tuple(open_missions), tuple(hands), chosen)
