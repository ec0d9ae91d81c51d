"""A score on the terminal: as JSON, or as a table with the winner and the reasons for each line."""

from pathlib import Path
from typing import NamedTuple

from generator.cli.console import as_json, say, show_listing
from generator.scoring.rules import ScoringRules
from generator.scoring.score import GameScore
from generator.scoring.score_listings import reasons_listing, score_listing, standings_listing, winner_line


class ScoreOptions(NamedTuple):
    """The options of `scrawl score`."""

    game: str | None = None
    lang: str | None = None
    dungeon: str | None = None
    db: Path | None = None
    review: Path | None = None
    json: bool = False
    why: bool = False
    quick: bool = False
    resume: bool = False
    save: bool = False
    strict: bool = False
    solo: bool = False
    which: int = 0


def show_score(rules: ScoringRules, score: GameScore, *, json: bool = False, why: bool = False) -> None:
    """Print a score: as JSON, or as a table with the winner and, with `why`, the reasons."""
    words = rules.words
    if json:
        say(as_json(score.as_record(words, why=why)))
        return
    show_listing(score_listing(rules, score))
    say(f"\n{winner_line(rules, score)}")
    for player in score.players:
        if player.title and not why:
            say(words.say("of_player", name=player.name, said=player.title))
        if player.standings:
            say()
            show_listing(standings_listing(rules, player))
        if why:
            say(f"\n{player.name}")
            for letter, points, reasons in reasons_listing(rules, player).rows:
                say(f"  {letter} {points:>4}  {reasons}")
            if player.title:
                say(f"  {words.say('title_earned', title=player.title)}")
