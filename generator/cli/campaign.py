"""`scrawl campaign`: for each group of players the stories of a game, chapter by chapter, and all of them together."""

from collections.abc import Sequence
from pathlib import Path

import click

from generator.cli.console import say, show_diagnostics
from generator.cli.history import games_of
from generator.cli.options import catalogue_of, game_option, home_option
from generator.cli.score import DB, rules_of
from generator.cli.tables import show_table
from generator.games.words import languages_of
from generator.ledger.campaign import Group, Standing, groups_of, story_of
from generator.reading.phrases import signed
from generator.scoring.chapters import Chapter, Chapters, chapter_faults, chapters_of
from generator.scoring.messages import Term
from generator.scoring.rules import Rules
from generator.scoring.words import ScoreWords


@click.command(epilog="Example: scrawl campaign --lang en")
@click.option("--lang", default=None, metavar="CODE", help="Language of what is told (default: your locale's).")
@DB
@game_option
@home_option
def campaign(lang: str | None, db: Path | None, game: str, home: Path | None) -> None:
    """Show chapters, carried totals and who leads, for each group that plays together; games count by their map."""
    catalogue = catalogue_of(home)
    rules = rules_of(catalogue, game, lang)
    chapters = chapters_of(rules, languages_of(catalogue, game))
    if chapters is None:
        say(rules.words.say("no_campaign", game=Term(("game.title",), game)))
        return
    show_diagnostics([rules.words.diagnostic(fault) for fault in chapter_faults(rules, chapters)])
    known = {each.id for story in chapters.stories().values() for each in story}
    groups = groups_of(each for each in games_of(db, game) if each.dungeon in known)
    for index, group in enumerate(groups):
        say(("\n" if index else "") + _title(rules.words, group))
        _show_group(rules, chapters, group)
    if not groups:
        _show_stories(rules, chapters)


def _title(words: ScoreWords, group: Group) -> str:
    names = ", ".join(group.names)
    return words.say("alone", name=names) if group.solo else words.say("group_of", names=names)


def _show_group(rules: Rules, chapters: Chapters, group: Group) -> None:
    stories = chapters.stories()
    for number, story in stories.items():
        _show(rules, _story_name(rules, chapters, number), group, story)
    if len(stories) > 1:
        _show(rules, rules.words.tell(Term((chapters.campaign.all,), "")), group, *stories.values())


def _story_name(rules: Rules, chapters: Chapters, number: int) -> str:
    return rules.words.tell(Term((f"{chapters.campaign.stories}{number}",), str(number)))


def _show(rules: Rules, title: str, group: Group, *stories: Sequence[Chapter]) -> None:
    story = story_of(group, *([each.id for each in chapters] for chapters in stories))
    chapters = [each for one in stories for each in one]
    words = rules.words
    if story.played or (story.out_of_order and len(stories) == 1):
        say("\n" + words.say("chapters_played", title=title, played=story.played, count=len(chapters)))
    if story.played:
        head = ["", words.say("name"), *(each.id.upper() for each in chapters), words.say("total")]
        show_table(head, map(_row, story.standings, [story.standings[0].total] * len(story.standings)), texts=2)
    if story.out_of_order and len(stories) == 1:
        say(words.say("out_of_order", chapters=", ".join(each.upper() for each in story.out_of_order)))


def _row(standing: Standing, best: int) -> list[str]:
    points = ("–" if each is None else signed(each) for each in standing.by_chapter)
    return ["*" if standing.total == best else "", standing.name, *points, signed(standing.total)]


def _show_stories(rules: Rules, chapters: Chapters) -> None:
    for number, story in chapters.stories().items():
        name = _story_name(rules, chapters, number)
        say(rules.words.say("chapters_played", title=name, played=0, count=len(story)))
    say(rules.words.say("no_chapters"))
