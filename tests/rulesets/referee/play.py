"""Games that the program plays, as it tells them: the record, the last position, and the score of each seat."""

import random
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import yaml

from generator.reading.game_catalogue import GameCatalogue
from generator.rulesets.simulate.match_setup import MatchSetup, data_digest
from generator.rulesets.simulate.simulator import RANDOM
from generator.rulesets.simulate.spec import read_simulation, style_of
from tests.rulesets.referee.facts import VARIANTS
from tests.rulesets.referee.game import Verdict
from tests.rulesets.referee.record import YAML
from tests.rulesets.referee.sheet import Sheet

ROOT = Path(__file__).resolve().parents[3]
GAME = "paper-dungeons"
CZECH = ("boots_brew", "boots_craft", "random_bosses", "treasure_hunter_bonus")  # where the books differ in play
POLISH = ("potions_optional",)


class Told(NamedTuple):
    """What the program tells of a game; `sheets` are those of the position in which it ends."""

    text: str
    sheets: list[dict]
    scores: list[tuple[list[int], int, int]]  # lines, total, rank


@lru_cache(maxsize=None)
def simulation():
    """Return what the game says of its bots."""
    return read_simulation(GameCatalogue((ROOT,)), GAME)


@lru_cache(maxsize=None)
def digest() -> str:
    """Return the digest of the game's files, so that they are looked over once."""
    return data_digest((ROOT,), GAME, ())


def match(number: int) -> MatchSetup:
    """Return the setup of a game by its number: 1 to 8 bots, and rules, which are the usual ones in a third of them."""
    chance = random.Random(number)
    some = tuple(chance.sample(sorted(VARIANTS), chance.randint(1, 4)))
    rules = chance.choice([(), (), CZECH, POLISH, some, some])
    styles = [RANDOM, *simulation().styles]
    seats = tuple(style_of(simulation(), chance.choice(styles)) for _ in range(1 + number % 8))
    return MatchSetup((ROOT,), GAME, seats, (), rules, digest=digest())


def told(number: int) -> Told:
    """Play the game of a number."""
    setup = match(number)
    player = setup.simulator()
    state, story = player.play(setup, number)
    text = player.rules.record_text(player.begin(setup, number), [action for _, action in story])
    position = player.rules.position_text(state)
    scores = [(list(score.lines), score.total, score.rank) for score in player.rules.scores(state)]
    return Told(text, sheets(position), scores)


def sheets(position: str) -> list[dict]:
    """Return the sheets of a position."""
    return yaml.load(position, YAML)["players"]


def rules():
    """Return the rules of the game as the program offers them."""
    return match(0).simulator().rules


def differences(found: Verdict, told: Told) -> list[str]:
    """Return where the referee reads a game otherwise than the program, a line each."""
    unlike = []
    for sheet, theirs in zip(found.sheets, told.sheets, strict=True):
        ours = marks(sheet)
        theirs = {**theirs, **{key: set(theirs[key]) for key in ours if isinstance(ours[key], set)}}
        unlike += [f"{sheet.name}, {key}: {ours[key]}, not {theirs[key]}" for key in ours if ours[key] != theirs[key]]
    ours = list(zip(found.shields, found.totals, found.ranks, strict=False))
    if ours != told.scores:
        unlike.append(f"glory: {ours}, not {told.scores}")
    return unlike


def marks(sheet: Sheet) -> dict[str, object]:
    """Return what is on a sheet, by the words of a position."""
    return {
        "heroes": sheet.levels,
        "items": {item: halves for item, halves in sheet.halves.items() if halves},
        "potions": sheet.potions,
        "absorbed": sheet.absorbed,
        "damage": sheet.damage,
        "resurrection": sheet.resurrected,
        "gems": sheet.gems,
        "monsters": sheet.monsters,
        "at": sheet.at,
        "explored": sheet.explored,
        "beaten": sheet.beaten,
        "gems_taken": sheet.taken,
        "gems_lost": sheet.lost,
        "sprung": sheet.sprung,
        "crossed": sheet.crossed,
        "claims": sheet.claims,
        "bosses": sheet.boss_glory,
    }
