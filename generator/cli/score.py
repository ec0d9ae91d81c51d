"""`scrawl score`: total a game from a file or filled sheets, or ask line by line at the table."""

import sys
from pathlib import Path
from typing import Any

import click

from generator.cli.console import say
from generator.cli.fault_output import show_diagnostics
from generator.cli.options import (
    ANY_FILE,
    EXISTING_FILE,
    catalogue_of,
    force_option,
    home_option,
    language_option,
    ledger_option,
    name_option,
)
from generator.cli.scored_game import ScoreOptions, is_photo, meant_game, rules_of, show_score
from generator.game.manifest import game_named
from generator.products.scores import scores_from_files
from generator.storage.store import same_saved, save_game


@click.command(epilog="Example: scrawl score friday.yaml --why")
@click.argument("files", metavar="[FILE|SHEET...|PHOTO...]", nargs=-1, type=EXISTING_FILE)
@language_option("Language of questions and reasons")
@click.option("--json", "json", is_flag=True, help="Print the result as JSON.")
@click.option("--why", is_flag=True, help="Show the reason for every line.")
@click.option("--quick", is_flag=True, help="Ask for the points of each line, and for what decides a tie.")
@click.option("--resume", is_flag=True, help="Continue the last unfinished game.")
@click.option("--save", is_flag=True, help="Save the game to the history.")
@click.option("--strict", is_flag=True, help="Exit with 1, and save nothing, if there are warnings.")
@name_option("--dungeon", "dungeons", "Dungeon of the game: a letter, a name or a file.")
@click.option("--solo", is_flag=True, help="It was a solo game.")
@click.option(
    "--which",
    default=0,
    metavar="N",
    type=click.IntRange(0),
    help="Number of the game on a filled sheet that has room for several; the first is 1.",
)
@ledger_option
@click.option(
    "--game", default=None, metavar="NAME", help="Name of the game (default: the one in the file, or your own game)."
)
@click.option("--review", type=ANY_FILE, help="Save the photos with all recognised marks as a PNG file.")
@force_option
@home_option
def score(files: tuple[Path, ...], home: Path | None, **given: Any) -> None:
    """Total a game: from a score FILE, filled SHEETs (PDF) or PHOTOs of sheets, or asking player by player."""
    options = ScoreOptions(**given)
    catalogue = catalogue_of(home)
    if any(map(is_photo, files)):
        from generator.cli.score_photos import score_photos

        score_photos(catalogue, files, options)
        return
    if options.review is not None:
        raise click.UsageError("--review draws what was read from photos: name some")
    if len(files) > 1 and not all(map(scores_from_files.is_filled_sheet, files)):
        raise click.UsageError("one score file at a time; filled sheets, or photos of them, make one game together")
    if not files:
        from generator.cli.terminal_session import score_at_table

        score_at_table(rules_of(catalogue, meant_game(catalogue, options.game, options.lang), options.lang), options)
        return
    forms = scores_from_files.read_forms(catalogue, files) if scores_from_files.is_filled_sheet(files[0]) else {}
    game = options.game or (
        scores_from_files.game_of_sheets(catalogue, forms)
        if forms
        else game_named(catalogue, catalogue.read(files[0]), "the score file")
    )
    rules = rules_of(catalogue, meant_game(catalogue, game, options.lang), options.lang)
    if forms:
        sheets, named = scores_from_files.marks_in_forms(rules, forms), dict[str, str]()
        if not options.json and sys.stdin.isatty():
            from generator.cli.terminal_session import ask_cards

            named = ask_cards(rules, scores_from_files.cards_to_name(rules, sheets, options.dungeon, options.which))
        record, result, faults = scores_from_files.score_marks(
            rules, sheets, options.dungeon, named, solo=options.solo, which=options.which
        )
    else:
        record, result, faults = scores_from_files.read_score_file(rules, files[0], options.dungeon, solo=options.solo)
    show_diagnostics(faults)
    fails = any(fault.severity in ("error", *["warning"] * options.strict) for fault in faults)
    saves = options.save and not fails
    earlier_number = same_saved(rules, record, options.db) if saves else None
    number = save_game(rules, record, result, options.db) if saves else None
    show_score(rules, result, json=options.json, why=options.why)
    if number is not None:
        say(rules.words.say("saved", id=number), err=options.json)
    if earlier_number is not None:
        say(rules.words.say("saved_before", id=earlier_number, new=number), err=True)
    if fails:
        say(rules.words.say("not_saved"), err=True) if options.save else None
        raise click.exceptions.Exit(1)
