"""`scrawl score` with pictures: what was read is told, each box in doubt is asked, then the game is counted."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

from generator.cli.console import as_json, say
from generator.cli.fault_output import show_diagnostics
from generator.cli.game_to_score import rules_of, spoken
from generator.cli.score_at_terminal import STOPPED
from generator.cli.score_output import show_score
from generator.cli.writing import write_output
from generator.keeping.photo_suffixes import is_photo
from generator.keeping.save_to_ledger import save_game
from generator.keeping.scores_from_photos import SheetFromPhoto, as_record, read_photos, scored_photos
from generator.reading.catalogue import Catalogue
from generator.scoring.inputs.flag import yes
from generator.scoring.messages import UnreadableAnswer, listed
from generator.scoring.rules import Rules
from generator.scoring.words import ScoreWords


class PhotoOptions(NamedTuple):
    """What was asked for with pictures."""

    game: str | None
    lang: str | None
    dungeon: str | None
    db: Path | None
    review: Path | None
    solo: bool
    save: bool
    json: bool
    why: bool


def score_photos(catalogue: Catalogue, photos: Sequence[Path], asked: PhotoOptions) -> None:
    """Show the score of the sheets in pictures; asks for what is in doubt, unless for another program."""
    sheets = _sheets(catalogue, photos, asked)
    say(spoken(asked.lang).say("photo_trial"), err=True)
    rules = rules_of(catalogue, sheets[0].page.known.game, asked.lang)
    if asked.review is not None:
        from generator.photo.review_picture import review_png

        write_output(asked.review, review_png([(each.flat, each.page.print.boxes, each.boxes) for each in sheets]))
    if asked.json:
        _show_json(rules, sheets, asked)
        return
    try:
        _ask_and_show(rules, sheets, asked)
    except click.Abort:
        say(f"\n{rules.words.say('photo_stopped')}", err=True)
        raise click.exceptions.Exit(STOPPED) from None


def _sheets(catalogue: Catalogue, photos: Sequence[Path], asked: PhotoOptions) -> list[SheetFromPhoto]:
    """Return the sheets in pictures, all of one game; raises InvalidInput and UsageError."""
    words = spoken(asked.lang)
    others = [path.name for path in photos if not is_photo(path)]
    if others:
        raise click.UsageError(words.say("photo_others", names=listed(others)))
    first = asked.game or (catalogue.own_games or catalogue.games())[0]
    games = [first] if asked.game else [first, *(game for game in catalogue.games() if game != first)]
    maps = [asked.dungeon] if asked.dungeon and asked.dungeon.endswith((".yaml", ".yml")) else []
    try:
        sheets = read_photos(catalogue, games, photos, words, maps)
    except ModuleNotFoundError as lack:
        raise click.UsageError(words.say("photo_lacks", name=str(lack.name))) from None
    if len({sheet.page.known.game for sheet in sheets}) > 1:
        names = listed(sorted({sheet.page.known.game for sheet in sheets}))
        raise click.UsageError(words.say("photo_games", names=names))
    return sheets


def _ask_and_show(rules: Rules, sheets: Sequence[SheetFromPhoto], asked: PhotoOptions) -> None:
    answers = [_answers(rules.words, sheet) for sheet in sheets]
    names = [_name(rules.words, number) for number, _ in enumerate(sheets, 1)]
    record, result, warnings = scored_photos(rules, sheets, answers, names, asked.dungeon, solo=asked.solo)
    show_diagnostics(warnings)
    show_score(rules, result, why=asked.why)
    if not asked.save:
        return
    if _answer(rules.words, rules.words.say("photo_save")):
        say(rules.words.say("saved", id=save_game(rules, record, result, asked.db)))
    else:
        say(rules.words.say("not_saved"))


def _show_json(rules: Rules, sheets: Sequence[SheetFromPhoto], asked: PhotoOptions) -> None:
    """Print every box with its chance, and the players where none is left to be looked at; nothing is asked."""
    players = None
    if not any(sheet.asked for sheet in sheets):
        _, result, warnings = scored_photos(rules, sheets, [{} for _ in sheets], (), asked.dungeon, solo=asked.solo)
        show_diagnostics(warnings)
        players = result.as_record(rules.words)["players"]
    say(as_json({"sheets": [as_record(sheet, {}) for sheet in sheets], "players": players}))


def _answers(words: ScoreWords, sheet: SheetFromPhoto) -> dict[str, bool]:
    """Tell what was read of a sheet, and ask for each box in doubt."""
    known, ticked = sheet.page.known, sum(judged.ticked is True for judged in sheet.boxes.values())
    shown = listed([known.game, known.sheet, *([known.drawn] if known.drawn else [])])
    say(words.say("photo_read", photo=sheet.photo, sheet=shown, ticked=ticked, asked=len(sheet.asked)), err=True)
    return {id: _answer(words, words.say("photo_box", box=_called(sheet, id))) for id in sheet.asked}


def _called(sheet: SheetFromPhoto, id: str) -> str:
    """Return the words of a box with its id, which stands for them alone where it has none."""
    spoken = sheet.page.spoken[id]
    return id if spoken == id else f"{spoken} ({id})"


def _name(words: ScoreWords, number: int) -> str:
    usual = words.say("player_n", n=number)
    return str(click.prompt(words.say("photo_name", n=number), default=usual, err=True)).strip() or usual


def _answer(words: ScoreWords, question: str) -> bool:
    """Return a yes or no that was typed; nothing typed is no answer."""
    while True:
        typed = str(click.prompt(question, default="", show_default=False, err=True))
        try:
            if typed.strip():
                return yes(typed, words)
        except UnreadableAnswer as fault:
            say(words.tell(fault.message), err=True)
