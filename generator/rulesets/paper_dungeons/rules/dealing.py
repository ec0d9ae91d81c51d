"""Deals the random setup of a game: dungeon, bosses, missions and hands."""

from collections.abc import Sequence

from generator.chance import RandomStream
from generator.rulesets.paper_dungeons.model.rulebook import CompiledGameRules
from generator.rulesets.paper_dungeons.model.setup import DealtHand, Setup, Variants

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
    drawn = dungeon or chance.choice(rules.dungeons)
    bosses = rules.dungeon_bosses(drawn)
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
    return Setup(drawn, bosses, tuple(open_missions), tuple(hands), chosen)
