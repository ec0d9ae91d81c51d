"""`scrawl replay`: a recorded game is checked by its rules and shown round by round."""

from pathlib import Path
from typing import Any

import click

from generator.cli.console import as_json, say
from generator.cli.options import catalogue_of, chosen_language, game_option, home_option, lang_option
from generator.rulesets.protocol import ReplayChapter, ReplayedGame


@click.command(epilog="Example: scrawl replay evening.yaml --lang cs")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--round", "only", type=click.IntRange(0, 1000), help="Show this round only; 0 is the setup.")
@click.option("--json", "json", is_flag=True, help="Print what happened as JSON.")
@lang_option
@game_option
@home_option
def replay(file: Path, only: int | None, json: bool, lang: str | None, game: str, home: Path | None) -> None:
    """Check a recorded game by the rules, and show it round by round.

    A record that the rules do not allow is refused with the round, the player and the action.
    """
    from generator.game.game import open_game
    from generator.game.manifest import read_manifest
    from generator.game.words import languages_of
    from generator.rulesets.protocol import ruleset_of

    catalogue = catalogue_of(home)
    read_manifest(catalogue, game)
    opened = open_game(catalogue, game, chosen_language(lang, languages_of(catalogue, game)))
    played = ruleset_of(opened).played(opened, catalogue.read(file))
    if json:
        say(as_json(replay_json(played)))
        return
    shown = played.chapters if only is None else played.chapters[only : only + 1]
    if not shown:
        raise click.UsageError(f"there is no round {only}, the record has {len(played.chapters) - 1}")
    for number, chapter in enumerate(shown):
        show(chapter, first=number == 0)


def show(chapter: ReplayChapter, *, first: bool) -> None:
    """Show a part of a game: its heading, then what each player did."""
    say(chapter.heading if first else f"\n{chapter.heading}")
    width = max((len(row.who) for row in chapter.rows), default=0)
    for row in chapter.rows:
        for number, line in enumerate(row.lines):
            say(f"  {row.who if number == 0 else '':{width}}  {line}")


def replay_json(played: ReplayedGame) -> dict[str, Any]:
    """Return a game as plain data, as other programs read it."""
    return {
        "map": played.map,
        "over": played.over,
        "chapters": [
            {"heading": chapter.heading, "rows": [{"who": row.who, "lines": list(row.lines)} for row in chapter.rows]}
            for chapter in played.chapters
        ],
        "sheets": [
            {
                "name": sheet.name,
                "marks": {name: mark.text or mark.kind for name, mark in sheet.marks.items()},
                "path": [list(step) for step in sheet.path],
            }
            for sheet in played.sheets
        ],
    }
