"""`scrawl campaign`: the progress of each group of players in the stories of a game, and in all of them together."""

from pathlib import Path

import click

from generator.cli import options
from generator.cli.console import say
from generator.cli.fault_output import show_diagnostics
from generator.cli.game_to_score import rules_of
from generator.cli.history import games_of
from generator.cli.table_output import show_listing
from generator.game.words import languages_of
from generator.scoring.map_chapters import chapter_faults, chapters_of
from generator.scoring.messages import GameWord
from generator.storage.campaign import groups_in
from generator.storage.listings import group_title, stories_begun_by_nobody, story_listings


@click.command(epilog="Example: scrawl campaign --lang en")
@options.language_option("Language of what is told")
@options.ledger_option
@options.game_option
@options.home_option
def campaign(lang: str | None, db: Path | None, game: str, home: Path | None) -> None:
    """Show chapters, running totals and the leader for each group that plays together; games count by their map."""
    catalogue = options.catalogue_of(home)
    rules = rules_of(catalogue, game, lang)
    chapters = chapters_of(rules, languages_of(catalogue, game))
    if chapters is None:
        say(rules.words.say("no_campaign", game=GameWord(("game.title",), game)))
        return
    show_diagnostics([rules.words.diagnostic(fault) for fault in chapter_faults(rules, chapters)])
    with games_of(db, game) as games:
        groups = groups_in(chapters, games)
    for index, group in enumerate(groups):
        say(("\n" if index else "") + group_title(rules.words, group))
        for story in story_listings(rules, chapters, group):
            say(f"\n{story.title}")
            if story.listing is not None:
                show_listing(story.listing)
            if story.left:
                say(story.left)
    if not groups:
        for story in stories_begun_by_nobody(rules, chapters):
            say(story.title)
        say(rules.words.say("no_chapters"))
