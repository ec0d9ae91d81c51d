"""`scrawl history` and `scrawl campaign`: saved games, hall of fame, totals over time, and stories that go on."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli import options
from generator.cli.console import CommandGroup, put, say, show_table, visible_json
from generator.cli.fault_output import show_diagnostics
from generator.cli.options import output_option, write_output
from generator.cli.scored_game import load_words, rules_of, show_score
from generator.diagnostics import ScrawlError, bare_place
from generator.game.words import find_language, languages_of
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.phrase_templates import with_sign
from generator.storage.campaign import games_with, groups_in, numbers_in
from generator.storage.store import LedgerGame, SavedGames, back_up, default_path, open_ledger, read_game

if TYPE_CHECKING:
    from generator.scoring.entered_games import EnteredGame
    from generator.scoring.rules import ScoringRules

LANG = options.language_option("Language of the messages")
CHOSEN_GAMES = options.add_options(
    options.ledger_option,
    click.option("--game", default=None, metavar="NAME", help="Only this game (default: all)."),
    click.option("--player", default="", metavar="NAME", help="Only games with a player of this name."),
    click.option("--dungeon", default="", metavar="NAME", help="Only games on this map."),
    LANG,
)
ONE_GAME = options.add_options(click.argument("number", type=int), options.ledger_option, LANG)


@click.group("history", cls=CommandGroup, epilog="Example: scrawl history show 3 --why")
def history_group() -> None:
    """List, show, correct and delete saved games."""


@contextlib.contextmanager
def games_of(db: Path | None, game: str | None = None, *, deleted: bool = False) -> Iterator[SavedGames]:
    """Open the saved games of the ledger `db`, of one game or all; after the block, warn of each damaged game."""
    saved = SavedGames(db, game=game, deleted=deleted)
    yield saved
    if saved.damaged:
        from generator.storage.listings import damaged_games

        show_diagnostics(damaged_games(load_words(None), saved.damaged, bare_place(str(db) if db else "ledger")))


@history_group.command("list", epilog="Example: scrawl history list --json")
@CHOSEN_GAMES
@click.option("--deleted", is_flag=True, help="List the deleted games instead.")
@click.option("--json", "json", is_flag=True, help="Print as JSON.")
def list_games(
    db: Path | None, game: str | None, player: str, dungeon: str, lang: str | None, deleted: bool, json: bool
) -> None:
    """List saved games, one on each line; (!) marks warnings, and the last line is the path of their file."""
    with games_of(db, game, deleted=deleted) as saved_games:
        games = games_with(saved_games, player=player, dungeon=dungeon)
        if json:
            from generator.storage.listings import json_list

            for piece in json_list({"id": saved.id, "played": saved.played, **saved.result} for saved in games):
                put(visible_json(piece))
            say()
            return
        lines = 0
        for saved in games:  # printed as they are read
            say(game_line(saved))
            lines += 1
        say("" if lines else load_words(lang).say("no_games"))
        say(db or default_path())


def game_line(game: LedgerGame) -> str:
    """Return a saved game as a line: number, date, game, the players with their totals, and (!) for warnings."""
    players = ", ".join(f"{player['name']} {with_sign(player['total'])}" for player in game.players)
    dungeon = f" {game.dungeon}" if game.dungeon else ""
    mark = "  (!)" if game.result.get("warnings") else ""
    return f"{game.id:>4}  {game.played[:10]}  {game.game}{dungeon}  {players}{mark}"


@history_group.command(epilog="Example: scrawl history show 3 --why")
@ONE_GAME
@click.option("--why", is_flag=True, help="Show the reason for every line.")
@options.home_option
def show(number: int, db: Path | None, lang: str | None, why: bool, home: Path | None) -> None:
    """Show a saved game with every line, totals, ranks and the winner."""
    from generator.scoring.score import score_game
    from generator.storage.listings import saved_score

    saved = _need(number, db, lang)
    rules = _rules(options.catalogue_of(home), saved, lang)
    say(f"{game_line(saved)}\n")
    for warning in saved.result.get("warnings", ()):
        say(f"{rules.words.say('warning')} {warning['code']} {warning['text']}")
    record = _typed_in(rules, saved) if why else None
    show_score(
        rules, score_game(rules, record) if record else saved_score(rules, saved), why=why and record is not None
    )


@history_group.command(epilog="Example: scrawl history edit 3")
@ONE_GAME
@options.home_option
def edit(number: int, db: Path | None, lang: str | None, home: Path | None) -> None:
    """Correct a saved game at the table: @2e edits line E of player 2."""
    from generator.cli.terminal_session import TerminalSession, command_again
    from generator.scoring.dialogue.results import finished_game
    from generator.scoring.messages import message
    from generator.storage.store import unfinished_folder

    saved = _need(number, db, lang)
    rules = _rules(options.catalogue_of(home), saved, lang)
    record = _typed_in(rules, saved)
    if record is None:
        return
    command = command_again(f"scrawl history edit {number}")
    desk = TerminalSession(rules, unfinished_folder(db) / f"game-{number}", command)
    session = desk.unfinished(answered=True) or desk.dialogue.reopen(record)
    session, saves = desk.ask_to_end(session, save=False, shows=True, reasons=False)
    if saves:
        record, result = finished_game(rules, session)
        with open_ledger(db) as ledger:
            if not ledger.correct(saved, record.in_file(rules), result.as_record(rules.words), solo=record.solo):
                raise ScrawlError(rules.words.say("corrected_elsewhere", id=number))
        desk.file.drop()
    say(rules.words.text(message("corrected", id=number) if saves else desk.not_saved))


@history_group.command(epilog="Example: scrawl history delete 3")
@ONE_GAME
def delete(number: int, db: Path | None, lang: str | None) -> None:
    """Delete a game; `scrawl history undo` brings it back."""
    _mark(number, db, lang, deleted=True)
    say(load_words(lang).say("deleted", id=number))


@history_group.command(epilog="Example: scrawl history undo 3")
@ONE_GAME
def undo(number: int, db: Path | None, lang: str | None) -> None:
    """Bring a deleted game back."""
    _mark(number, db, lang, deleted=False)
    say(load_words(lang).say("is_back", id=number))


@history_group.command(epilog="Example: scrawl history fame")
@CHOSEN_GAMES
def fame(db: Path | None, game: str | None, player: str, dungeon: str, lang: str | None) -> None:
    """Show the ten best totals."""
    from generator.storage.listings import fame_listing

    words = load_words(lang)
    with games_of(db, game) as games:
        listing = fame_listing(words, games_with(games, player=player, dungeon=dungeon))
    if not listing.rows:
        say(words.say("no_games"))
        return
    show_table(*listing)


@history_group.command(epilog="Example: scrawl history plot -o totals.png")
@CHOSEN_GAMES
@output_option("totals.png")
def plot(db: Path | None, game: str | None, player: str, dungeon: str, lang: str | None, output: Path) -> None:
    """Draw the totals over time as PNG, PDF or SVG."""
    from generator.products.reports.score_pictures import plot_bytes

    if output.suffix.lower() not in (".png", ".pdf", ".svg"):
        raise click.UsageError(f"a plot is a .png, .pdf or .svg, not {output.suffix or output.name!r}")
    words = load_words(lang)
    with games_of(db, game) as saved_games:  # read twice, not kept: there may be a hundred thousand
        count = sum(1 for _ in games_with(saved_games, player=player, dungeon=dungeon))
        if not count:
            say(words.say("no_games"))
            return
        games = games_with(saved_games, player=player, dungeon=dungeon)
        title, form = words.say("plot_title"), output.suffix[1:].lower()
        content = plot_bytes(words.catalogue, games, form, title, numbers_in(db))
    write_output(output, content)
    say(words.say("plotted", count=count, file=str(output)))


@history_group.command(epilog="Example: scrawl history backup games-2026.sqlite3")
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@options.ledger_option
@LANG
def backup(target: Path, db: Path | None, lang: str | None) -> None:
    """Copy the history to a new file; the copy is complete, even while another program saves games."""
    say(load_words(lang).say("backed_up", count=back_up(db, target), file=str(target)))


def _typed_in(rules: "ScoringRules", game: LedgerGame) -> "EnteredGame | None":
    from generator.storage.listings import record_of

    record, faults = record_of(rules, game)
    show_diagnostics(faults)
    return record


def _rules(catalogue: GameCatalogue, game: LedgerGame, lang: str | None) -> "ScoringRules":
    """Return the scoring of a saved game, in `lang` if the game has it; raises UsageError if it is no language."""
    if lang is not None and find_language(catalogue, lang, languages_of(catalogue, game.game)) is None:
        load_words(lang)
        lang = None
    return rules_of(catalogue, game.game, lang)


def _need(number: int, db: Path | None, lang: str | None) -> LedgerGame:
    saved = read_game(db, number)
    if saved is None:
        raise click.ClickException(load_words(lang).say("no_game", id=number))
    return saved


def _mark(number: int, db: Path | None, lang: str | None, *, deleted: bool) -> None:
    _need(number, db, lang)
    with open_ledger(db) as ledger:
        ledger.mark(number, deleted=deleted)


@click.command(epilog="Example: scrawl campaign --lang en")
@options.language_option("Language of the messages")
@options.ledger_option
@options.game_option
@options.home_option
def campaign(lang: str | None, db: Path | None, game: str, home: Path | None) -> None:
    """Show chapters, running totals and the leader for each group that plays together; games count by their map."""
    from generator.scoring.map_chapters import chapter_faults, chapters_of
    from generator.scoring.messages import GameWord
    from generator.storage.listings import group_title, story_listings, unstarted_stories

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
                show_table(*story.listing)
            if story.left:
                say(story.left)
    if not groups:
        for story in unstarted_stories(rules, chapters):
            say(story.title)
        say(rules.words.say("no_chapters"))
