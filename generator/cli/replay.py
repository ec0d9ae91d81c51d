"""`scrawl replay`: checks a recorded game by its rules and shows it round by round; or shows a position."""

import contextlib
from pathlib import Path
from typing import Any

import click

from generator.cli import options
from generator.cli.console import as_json, say
from generator.diagnostics import NOWHERE, InvalidInput, bare_place, refuse
from generator.game.game import open_game
from generator.game.manifest import game_named, read_manifest
from generator.game.words import chosen_language, languages_of
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import Node, parse_yaml, read_text
from generator.rulesets.ruleset import ReplayChapter, ReplayedGame, open_ruleset, replay_record


@click.command(epilog="Example: scrawl replay evening.yaml --lang cs")
@click.argument("record", required=False, type=options.EXISTING_FILE)
@click.option("--round", "only", type=click.IntRange(0, 1000), help="Show this round only; 0 is the setup.")
@click.option(
    "--position",
    metavar="TEXT",
    help="Start from this position: JSON as --json prints it, or a file. Without a record, list the possible actions.",
)
@click.option("--json", "json", is_flag=True, help="Print all events and the final position as JSON.")
@options.lang_option
@options.named_game_option
@options.home_option
def replay(
    record: Path | None,
    only: int | None,
    position: str | None,
    json: bool,
    lang: str | None,
    game: str | None,
    home: Path | None,
) -> None:
    """Check a recorded game by the rules, and show it round by round.

    If the rules do not allow an action, an error names it, its round and its player.
    """
    if record is None and position is None:
        raise click.UsageError("name a record, or say --position")
    catalogue = options.catalogue_of(home)
    start_text = position_of(position) if position is not None else None
    game = game or _game_of(catalogue, record, start_text)
    read_manifest(catalogue, game)
    opened = open_game(catalogue, game, chosen_language(catalogue, lang, languages_of(catalogue, game)))
    rules = open_ruleset(opened)
    start = rules.read_position(*start_text) if start_text is not None else None
    if record is None:
        show_position(rules, start, json=json)
        return
    played = replay_record(opened, catalogue.read(record), start)
    if json:
        say(as_json(replay_json(played)))
        return
    chapters = played.chapters if only is None else played.chapters[only : only + 1]
    if not chapters:
        raise click.UsageError(f"there is no round {only}, the record has {len(played.chapters) - 1}")
    for number, chapter in enumerate(chapters):
        show(chapter, first=number == 0)


def _game_of(catalogue: GameCatalogue, record: Path | None, position: tuple[str, str] | None) -> str:
    """Return the game named by a record, or, without a record, by a position; the default game if none is named."""
    if record is not None:
        return game_named(catalogue, catalogue.read(record), "the record")
    root = Node({}, NOWHERE)
    with contextlib.suppress(InvalidInput):  # a ruleset may write positions as it likes
        root = parse_yaml(*position) if position is not None else root
    named = root.is_map and root.get("game") is not None
    return game_named(catalogue, root, "the position") if named else catalogue.default_game


def position_of(text: str) -> tuple[str, str]:
    """Return the text of a position, and the name by which messages refer to it.

    `text` is the position itself, or the path of a file that contains it.
    """
    path = Path(text)
    with contextlib.suppress(OSError, ValueError):  # a text is no name of a file
        if path.is_file():
            return read_text(path, text), text
    if ":" not in text:
        hint = "give the text of a position, such as scrawl replay --json prints, or the name of its file"
        raise refuse("R010", f"{text[:60]!r} is neither a position nor a file", bare_place("--position"), hint)
    return text, "--position"


def show_position(rules: Any, state: Any, *, json: bool) -> None:
    """Print a state of a game, and the legal actions of the player to act."""
    chapter = rules.describe(state)
    legal = [rules.action_text(state, action) for action in rules.legal_actions(state)] if state.turn >= 0 else []
    if json:
        plain = {"position": rules.position_text(state), "turn": state.turn, "over": state.over, "legal": legal}
        say(as_json({**chapter_json(chapter), **plain}))
        return
    show(chapter, first=True)
    if legal:
        say(f"\n{chapter.rows[state.turn].player}: {', '.join(legal)}")


def show(chapter: ReplayChapter, *, first: bool) -> None:
    """Print a part of a game: its heading, then what each player did."""
    say(chapter.heading if first else f"\n{chapter.heading}")
    width = max((len(row.player) for row in chapter.rows), default=0)
    for row in chapter.rows:
        for number, line in enumerate(row.lines):
            say(f"  {row.player if number == 0 else '':{width}}  {line}")


def replay_json(replayed: ReplayedGame) -> dict[str, Any]:
    """Return a replayed game as plain data for other programs."""
    return {
        "map": replayed.map,
        "over": replayed.over,
        "position": replayed.position,
        "chapters": [chapter_json(chapter) for chapter in replayed.chapters],
        "sheets": [
            {
                "name": sheet.name,
                "marks": {name: mark.text or mark.kind for name, mark in sheet.marks.items()},
                "path": [list(step) for step in sheet.path],
            }
            for sheet in replayed.sheets
        ],
    }


def chapter_json(chapter: ReplayChapter) -> dict[str, Any]:
    """Return a part of a game as plain data."""
    return {"heading": chapter.heading, "rows": [{"who": row.player, "lines": list(row.lines)} for row in chapter.rows]}
