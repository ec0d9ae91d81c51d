"""`scrawl score` for photos: ask for doubtful boxes, have rows confirmed, ask for handwritten numbers, then score."""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from generator.cli.console import as_json, put, say
from generator.cli.fault_output import show_diagnostics
from generator.cli.options import write_output
from generator.cli.scored_game import ScoreOptions, is_photo, load_words, rules_of, show_score
from generator.cli.terminal_session import STOPPED, ask_cards
from generator.diagnostics import InvalidInput
from generator.photo.scores_from_photos import (
    HandwrittenInputFields,
    SheetColumnOrGame,
    SheetFromPhoto,
    SheetRow,
    as_record,
    as_written,
    faults_of_answers,
    games_in_photos,
    is_of,
    marks_in_photos,
    name_field,
    numbers_to_type,
    read_photos,
    review_picture,
)
from generator.products.scores.scores_from_files import cards_to_name, score_marks
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.messages import UnreadableAnswer, list_of
from generator.scoring.rules import ScoringRules
from generator.scoring.typed_text import split, whole, yes
from generator.scoring.words import ScoreWords
from generator.storage.store import save_game

MOST_COLUMNS = 56  # columns of a picture in the terminal
GREYS = 24  # shades of grey in a terminal with 256 colours
FIRST_GREY = 232


def score_photos(catalogue: GameCatalogue, photos: Sequence[Path], options: ScoreOptions) -> None:
    """Print the score of the sheets on photos, all of one game; raises InvalidInput and UsageError.

    Ask the user for doubtful boxes and handwritten numbers, unless the output is JSON.
    """
    words = load_words(options.lang)
    other_files = [path.name for path in photos if not is_photo(path)]
    if other_files:
        raise click.UsageError(words.say("photo_others", names=list_of(other_files)))
    first = options.game or (catalogue.own_games or catalogue.games())[0]
    games = [first] if options.game else [first, *(game for game in catalogue.games() if game != first)]
    maps = [options.dungeon] if options.dungeon and options.dungeon.endswith((".yaml", ".yml")) else []
    try:
        sheets = read_photos(catalogue, games, photos, words, maps)
    except ModuleNotFoundError as lack:
        raise click.UsageError(words.say("photo_lacks", name=str(lack.name))) from None
    if len({sheet.page.identity.game for sheet in sheets}) > 1:
        names = list_of(sorted({sheet.page.identity.game for sheet in sheets}))
        raise click.UsageError(words.say("photo_games", names=names))
    say(words.say("photo_trial"), err=True)
    score_sheets(catalogue, sheets, options)


def score_sheets(catalogue: GameCatalogue, sheets: Sequence[SheetFromPhoto], options: ScoreOptions) -> None:
    """Print the score of the sheets read from photos, all of one game."""
    rules = rules_of(catalogue, sheets[0].page.identity.game, options.lang)
    if options.review is not None:
        write_output(options.review, review_picture(sheets, _to_type(rules, sheets, options.which)))
    if options.json:
        _show_json(rules, sheets, options)
        return
    try:
        _ask_and_show(rules, sheets, options)
    except click.Abort:
        say(f"\n{rules.words.say('photo_stopped')}", err=True)
        raise click.exceptions.Exit(STOPPED) from None


def _to_type(rules: ScoringRules, sheets: Sequence[SheetFromPhoto], which: int) -> list[list[HandwrittenInputFields]]:
    """Return, for each sheet, the fields with handwritten numbers to type, as known before boxes are answered."""
    games = games_in_photos(rules, sheets, [{} for _ in sheets], which)
    parts = [part for parts_of_game in games.values() for part in parts_of_game]
    return [
        [
            number_fields
            for part in parts
            if part.sheet == at
            for number_fields in numbers_to_type(rules, sheet, {}, part.number)
        ]
        for at, sheet in enumerate(sheets)
    ]


def _ask_and_show(rules: ScoringRules, sheets: Sequence[SheetFromPhoto], options: ScoreOptions) -> None:
    answers = [_confirmed(rules, sheet, at, options.which) for at, sheet in enumerate(sheets)]
    games = games_in_photos(rules, sheets, answers, options.which) or {options.which: []}
    failed = False
    for number, parts in games.items():
        if len(games) > 1:
            say(rules.words.say("photo_game", number=number), err=True)
        try:
            failed |= not _ask_and_show_game(rules, sheets, answers, number, parts, options)
        except InvalidInput as refused:
            if len(games) == 1:
                raise
            show_diagnostics(refused.diagnostics)
            failed = True
    if failed:
        raise click.exceptions.Exit(1)


def _ask_and_show_game(
    rules: ScoringRules,
    sheets: Sequence[SheetFromPhoto],
    answers: Sequence[Mapping[str, bool]],
    which: int,
    parts: Sequence[SheetColumnOrGame],
    options: ScoreOptions,
) -> bool:
    """Ask for what is missing of a game, show its score, and save it; return False if a warning forbids that."""
    field_values: list[dict[str, str]] = [{} for _ in sheets]
    for part in parts:
        _type_numbers(rules, sheets, answers[part.sheet], part, field_values[part.sheet])
    marks = marks_in_photos(sheets, answers, field_values)
    cards = ask_cards(rules, cards_to_name(rules, marks, options.dungeon, which))
    for number, part in enumerate(parts, 1):
        default_name = rules.words.say("player_n", n=number)
        name = str(click.prompt(rules.words.say("photo_name", n=number), default=default_name, err=True)).strip()
        field_values[part.sheet][name_field(rules, part)] = name or default_name
    marks = marks_in_photos(sheets, answers, field_values)  # now with names
    record, result, faults = score_marks(rules, marks, options.dungeon, cards, solo=options.solo, which=which)
    show_diagnostics(faults)
    show_score(rules, result, why=options.why)
    fails = options.strict and any(fault.severity == "warning" for fault in faults)
    if not options.save:
        return not fails
    if not fails and _answer(rules.words, rules.words.say("photo_save")):
        say(rules.words.say("saved", id=save_game(rules, record, result, options.db)))
    else:
        say(rules.words.say("not_saved"))
    return not fails


def _type_numbers(
    rules: ScoringRules,
    sheets: Sequence[SheetFromPhoto],
    answers: Mapping[str, bool],
    part: SheetColumnOrGame,
    values: dict[str, str],
) -> None:
    """Ask for the handwritten numbers of a column or game of a sheet, and add them to `values`.

    Texts that are no numbers are asked for again, and unusual numbers once.
    """
    sheet = sheets[part.sheet]
    to_type = numbers_to_type(rules, sheet, answers, part.number)
    if to_type and len(sheets) > 1:
        heading = rules.words.say("photo_sheet", photo=sheet.photo, number=part.sheet + 1, count=len(sheets))
        say(heading, err=True)
    for number_fields in to_type:
        doubted: list[str] = []
        while True:
            for id in number_fields.ids:
                _show_cut(sheet, id)
                question = rules.words.say("photo_number", box=_label(sheet, id))
                values[id] = str(click.prompt(question, default="", show_default=False, err=True)).strip()
            faults = faults_of_answers(rules, sheet, sheet.form_values(answers, values), number_fields)
            entered = [values[id] for id in number_fields.ids]
            is_readable = all(fault.severity == "warning" for fault in faults)
            if not faults or (is_readable and entered == doubted):
                break
            show_diagnostics(faults)
            if is_readable:
                say(rules.words.say("keep_it"), err=True)
            doubted = entered


def _show_cut(sheet: SheetFromPhoto, id: str) -> None:
    """Show the part of the photo with a text field, if the terminal can show coloured blocks."""
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM", "dumb") in ("dumb", "linux")
    if not plain and sys.stderr.isatty():
        put(f"{half_blocks(sheet.field_picture(id, MOST_COLUMNS))}\n", err=True)


def half_blocks(rows: Sequence[Sequence[int]]) -> str:
    """Return a picture (rows of grey values, 0 to 255) as text for a terminal: each character shows two pixels.

    >>> half_blocks([[0, 255], [255, 0]])
    '\\x1b[38;5;232;48;5;255m▀\\x1b[38;5;255;48;5;232m▀\\x1b[0m'
    """
    shades = [[FIRST_GREY + grey * GREYS // 256 for grey in row] for row in rows]
    lines = []
    for above, below in zip(shades[::2], [*shades[1::2], shades[-1]], strict=False):
        pairs = zip(above, below, strict=True)
        lines.append("".join(f"\x1b[38;5;{upper};48;5;{lower}m\u2580" for upper, lower in pairs) + "\x1b[0m")
    return "\n".join(lines)


def _show_json(rules: ScoringRules, sheets: Sequence[SheetFromPhoto], options: ScoreOptions) -> None:
    """Print all boxes with their probabilities as JSON, and what a person has to answer and to confirm: no score."""
    fields_to_type = _to_type(rules, sheets, options.which)
    records = [
        as_record(sheet, as_written(rules, sheet, typed_fields))
        for sheet, typed_fields in zip(sheets, fields_to_type, strict=True)
    ]
    open_items: list[dict[str, object]] = []
    for at, (sheet, number_fields) in enumerate(zip(sheets, fields_to_type, strict=True)):
        doubts = [id for id in sheet.doubts if is_of(rules, at, id, options.which)]
        fields = [id for typed_fields in number_fields for id in typed_fields.ids]
        open_items += [{"photo": sheet.photo, "sheet": at, "box": id} for id in (*doubts, *fields)]
        open_items.append({"photo": sheet.photo, "sheet": at, "question": "rows"})
    unanswered = [dict[str, bool]() for _ in sheets]
    games, marks = games_in_photos(rules, sheets, unanswered, options.which), marks_in_photos(sheets, unanswered)
    for number in games:
        questions = cards_to_name(rules, marks, options.dungeon, number)
        open_items += [{"question": question} for question in questions]
    if len(games) > 1:
        open_items.append({"question": "which"})
    say(as_json({"sheets": records, "confirmed": False, "players": None, "left": open_items}))


def _confirmed(rules: ScoringRules, sheet: SheetFromPhoto, at: int, which: int) -> dict[str, bool]:
    """Ask for the doubtful boxes of a sheet, then whether all its rows are right; return all its boxes by id.

    Rows of a sheet with pale marks or grey print are confirmed one by one.
    """
    words, page = rules.words, sheet.page.identity
    doubts = [id for id in sheet.doubts if is_of(rules, at, id, which)]
    ticked = sum(judged.ticked is True for judged in sheet.boxes.values())
    sheet_text = list_of([page.game, page.sheet, *([page.dungeon] if page.dungeon else [])])
    say(words.say("photo_read", photo=sheet.photo, sheet=sheet_text, ticked=ticked, asked=len(doubts)), err=True)
    for reason in sheet.reasons(words):
        say(reason, err=True)
    boxes = {id: bool(judged.ticked) for id, judged in sheet.boxes.items()}
    boxes |= {id: _answer(words, words.say("photo_box", box=_label(sheet, id))) for id in doubts}
    rows = [row for row in sheet.rows if any(is_of(rules, at, id, which) for id in row.ids)]
    texts = [f"{number}. {row.name}: {{}}" for number, row in enumerate(rows, 1)]
    if sheet.odd:
        for row, text in zip(rows, texts, strict=True):
            while not _answer(words, words.say("photo_row", row=text.format(_marks(row, boxes)))):
                boxes |= _row_anew(words, row)
        return boxes
    while True:
        for row, text in zip(rows, texts, strict=True):
            say(text.format(_marks(row, boxes)), err=True)
        reply = str(click.prompt(words.say("photo_rows", photo=sheet.photo), err=True)).strip()
        if reply.isdecimal() and 0 < int(reply) <= len(rows):
            boxes |= _row_anew(words, rows[int(reply) - 1])
        elif _yes(reply, words):
            return boxes


def _marks(row: SheetRow, boxes: Mapping[str, bool]) -> str:
    return "".join("\u25a0" if boxes[id] else "\u25a1" for id in row.ids)


def _row_anew(words: ScoreWords, row: SheetRow) -> dict[str, bool]:
    """Ask which boxes of a row are ticked, and return all of them by id."""
    while True:
        reply = str(click.prompt(words.say("photo_row_ticked", row=row.name), default="", show_default=False, err=True))
        try:
            ends = [part.partition("-") for part in split(reply)]
            spans = [(whole(first), whole(last or first)) for first, _, last in ends]
            if all(0 < first <= last <= len(row.ids) for first, last in spans):
                return {
                    id: any(first <= number <= last for first, last in spans) for number, id in enumerate(row.ids, 1)
                }
            say(words.say("photo_row_bounds", count=len(row.ids)), err=True)
        except UnreadableAnswer as fault:
            say(words.text(fault.message), err=True)


def _label(sheet: SheetFromPhoto, id: str) -> str:
    """Return the readable name of a box or field with its id, or only the id if it has no name."""
    spoken = sheet.page.box_names[id]
    return id if spoken == id else f"{spoken} ({id})"


def _answer(words: ScoreWords, question: str) -> bool:
    """Ask a question until the answer is yes or no; return True for yes."""
    while True:
        answer = _yes(str(click.prompt(question, default="", show_default=False, err=True)), words)
        if answer is not None:
            return answer


def _yes(text: str, words: ScoreWords) -> bool | None:
    """Return whether a text says yes; None if it is neither yes nor no, which is printed."""
    try:
        return yes(text, words) if text.strip() else None
    except UnreadableAnswer as fault:
        say(words.text(fault.message), err=True)
        return None
