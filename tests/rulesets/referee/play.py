"""Games that the program plays: the record, the last position, and the score of each seat."""

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


class PlayedGame(NamedTuple):
    """The program's record of a game; `sheets` are those of its last position."""

    text: str
    sheets: list[dict]
    scores: list[tuple[list[int], int, int]]  # lines, total, rank


@lru_cache(maxsize=None)
def simulation():
    """Return the simulation settings of the game, with its bots."""
    return read_simulation(GameCatalogue((ROOT,)), GAME)


@lru_cache(maxsize=None)
def digest() -> str:
    """Return the digest of the game's files; the cache reads them only once."""
    return data_digest((ROOT,), GAME, ())


def match(number: int) -> MatchSetup:
    """Return the setup of a game by its number: 1 to 8 bots, and rules (the usual ones in a third of the games)."""
    chance = random.Random(number)
    some = tuple(chance.sample(sorted(VARIANTS), chance.randint(1, 4)))
    rules = chance.choice([(), (), CZECH, POLISH, some, some])
    styles = [RANDOM, *simulation().styles]
    seats = tuple(style_of(simulation(), chance.choice(styles)) for _ in range(1 + number % 8))
    return MatchSetup((ROOT,), GAME, seats, (), rules, digest=digest())


def play_game(number: int) -> PlayedGame:
    """Play the game of a number."""
    setup = match(number)
    player = setup.simulator()
    state, story = player.play(setup, number)
    text = player.rules.record_text(player.begin(setup, number), [action for _, action in story])
    position = player.rules.position_text(state)
    scores = [(list(score.lines), score.total, score.rank) for score in player.rules.scores(state)]
    return PlayedGame(text, sheets(position), scores)


def sheets(position: str) -> list[dict]:
    """Return the sheets of a position."""
    return yaml.load(position, YAML)["players"]


def rules():
    """Return the program's rules of the game."""
    return match(0).simulator().rules


def differences(verdict: Verdict, record: PlayedGame) -> list[str]:
    """Return the differences between the referee and the program, a line each."""
    lines = []
    for sheet, theirs in zip(verdict.sheets, record.sheets, strict=True):
        ours = marks(sheet)
        theirs = {**theirs, **{key: set(theirs[key]) for key in ours if isinstance(ours[key], set)}}
        lines += [f"{sheet.name}, {key}: {ours[key]}, not {theirs[key]}" for key in ours if ours[key] != theirs[key]]
    ours = list(zip(verdict.shields, verdict.totals, verdict.ranks, strict=False))
    if ours != record.scores:
        lines.append(f"glory: {ours}, not {record.scores}")
    return lines


def marks(sheet: Sheet) -> dict[str, object]:
    """Return the marks on a sheet, with the keys of a position."""
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
