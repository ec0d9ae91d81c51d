"""`scrawl score`: total a game from a file, or ask line by line at the table."""

import json
from pathlib import Path
from typing import Any

import click

from generator.cli.options import catalogue_of, chosen_language, home_option
from generator.reading.catalogue import DEFAULT_GAME, Catalogue
from generator.recipes.score_words import LANGUAGES, score_words
from generator.scoring.rules import Rules, open_rules
from generator.scoring.score import GameScore, Say, score_game
from generator.scoring.tally import GameRecord


@click.command(epilog="Example: scrawl score friday.yaml --why")
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--lang", default=None, metavar="en|pl|cs", help="Language of questions and reasons (default: your locale's)."
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("--why", is_flag=True, help="Tell the reason for every line.")
@click.option("--quick", is_flag=True, help="Ask for the numbers in the shields only.")
@click.option("--save", is_flag=True, help="Keep the game in the ledger.")
@click.option(
    "--db", type=click.Path(dir_okay=False, path_type=Path), help="The ledger file (default: in your data folder)."
)
@click.option("--game", default=None, help=f"Which game (default: {DEFAULT_GAME}, or what the file says).")
@home_option
def score(
    file: Path | None,
    lang: str | None,
    as_json: bool,
    why: bool,
    quick: bool,
    save: bool,
    db: Path | None,
    game: str | None,
    home: Path | None,
) -> None:
    """Total the glory of a game: from a score FILE or filled sheets (PDF), or asking player by player."""
    catalogue = catalogue_of(home)
    say = score_words(catalogue, chosen_language(lang, LANGUAGES))
    if file is not None and file.suffix.lower() == ".pdf":
        rules = rules_of(catalogue, game or DEFAULT_GAME, lang)
        record, result = read_sheets(rules, file, catalogue.shown(file), say)
    elif file is not None:
        rules, record = read_game(catalogue, file, lang, game)
        result = score_game(rules, record, say)
    else:
        from generator.cli.score_table import ask_game

        rules = rules_of(catalogue, game or DEFAULT_GAME, lang)
        record, result = ask_game(rules, say, quick=quick)
    if as_json:
        click.echo(json.dumps(result.as_record(), ensure_ascii=False, indent=2))
    else:
        click.echo(score_text(rules, result, say, why=why))
    if save:
        from generator.ledger.store import open_ledger

        with open_ledger(db) as ledger:
            number = ledger.add(record, result)
        click.echo(say("saved", id=number), err=as_json)


def rules_of(catalogue: Catalogue, game: str, lang: str | None) -> Rules:
    """Return a game's rules in the nearest language that it has."""
    from generator.games.manifest import read_manifest
    from generator.games.words import languages_of

    read_manifest(catalogue, game)
    languages = languages_of(catalogue, game)
    asked = lang if lang in languages or lang is None else languages[0]
    return open_rules(catalogue, game, chosen_language(asked, languages))


def read_game(catalogue: Catalogue, file: Path, lang: str | None, game: str | None) -> tuple[Rules, GameRecord]:
    """Return the rules and the game of a score file; raises InvalidInput with every fault."""
    from generator.diagnostics import Diagnostic, InvalidInput
    from generator.scoring.tally import TallyReader

    root = catalogue.read(file)
    named = root.get("game")
    if game is None:
        if named is None or not isinstance(named.value, str):
            hint = f"add game: {DEFAULT_GAME}"
            raise InvalidInput(
                [Diagnostic("S004", "key 'game' is missing in the score file", (named or root).place, hint)]
            )
        if named.value not in catalogue.games():
            from generator.diagnostics import did_you_mean

            message = f"there is no game {named.value[:60]!r}"
            raise InvalidInput([Diagnostic("C002", message, named.place, did_you_mean(named.value, catalogue.games()))])
        game = named.value
    rules = rules_of(catalogue, game, lang)
    return rules, TallyReader(rules).read(root)


def read_sheets(rules: Rules, file: Path, shown: str, say: Say) -> tuple[GameRecord, GameScore]:
    """Return the game of filled sheets in a PDF, and its score; tells where shields and ticks disagree."""
    from generator.cli.console import show_diagnostics
    from generator.reading.pdf_form import read_form
    from generator.scoring.filled import disagreements, read_filled

    sheets = read_form(file, shown)
    record = read_filled(rules, sheets, shown, say("player_n", n="{n}"))
    result = score_game(rules, record, say)
    show_diagnostics(disagreements(rules, sheets, result, shown))
    return record, result


def score_text(rules: Rules, result: GameScore, say: Say, *, why: bool = False) -> str:
    """Return the score as a table, then the winner and, where asked, the reasons."""
    rows = table_rows(rules, result, say)
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = [
        "  ".join(
            cell.ljust(width) if at < 2 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    lines.insert(1, "-" * len(lines[0]))
    lines += ["", winner_line(rules, result, say)]
    for player in result.players:
        if player.title:
            lines.append(say("title_earned", title=player.title))
        if why:
            lines += ["", player.name]
            lines += [f"  {line.letter} {_signed(line.points):>4}  {'; '.join(line.reasons)}" for line in player.lines]
    return "\n".join(line.rstrip() for line in lines)


def table_rows(rules: Rules, result: GameScore, say: Say) -> list[list[str]]:
    """Return the rows of the table: a head, a row for each line, total, rooms and rank."""
    rows = [["", rules.word("game.title"), *(player.name for player in result.players)]]
    for index, line in enumerate(rules.table.lines):
        points = [_signed(player.lines[index].points) for player in result.players]
        rows.append([line.letter, rules.word(line.word), *points])
    last = chr(ord(rules.table.lines[-1].letter) + 1)
    rows.append([last, say("total"), *(_signed(player.total) for player in result.players)])
    if any(player.rooms is not None for player in result.players) and rules.table.ties:
        rows.append(["", say("rooms"), *(str(player.rooms or 0) for player in result.players)])
    if len(result.players) > 1:
        rows.append(["", say("rank"), *(str(player.rank) for player in result.players)])
    return rows


def winner_line(rules: Rules, result: GameScore, say: Say) -> str:
    """Tell who wins, and how a tie was told."""
    names = ", ".join(result.winners)
    if len(result.winners) > 1:
        return say("winners", names=names)
    best = max(player.total for player in result.players)
    if rules.table.ties and sum(player.total == best for player in result.players) > 1:
        return say("tie_broken", names=names)
    if len(result.players) == 1:
        return f"{names}: {_signed(best)}"
    return say("winner", names=names)


def _signed(points: Any) -> str:
    return str(points).replace("-", "−")
