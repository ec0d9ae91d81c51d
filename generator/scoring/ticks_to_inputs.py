"""Turn filled sheets into an entered game: from ticks, or else from points in shields (the fields for line points)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from generator.diagnostics import SourceLocation
from generator.formulas.syntax import Call, Constant, chosen
from generator.scoring.entered_games import MOST_LETTERS, EnteredGame, EnteredGameReader, EnteredSheet, is_name
from generator.scoring.input_reading import MOST_NAMED, FilledFields, InputMarks
from generator.scoring.map_chapters import the_map
from generator.scoring.messages import Faults, ScoreFault, UnscorableGame, entry_message, list_of, message
from generator.scoring.rules import Cards, ScoringRules
from generator.scoring.score import GameScore
from generator.scoring.spec import ScoringSpec, SheetFieldIdsSpec, is_below


class SheetMarks(NamedTuple):
    """The marks of a sheet by the ids of its fields, the file that it is in, and the name of the map on it."""

    held: Mapping[str, str]
    shown: str
    map: str = ""


def read_filled(
    rules: ScoringRules,
    sheets: Sequence[SheetMarks],
    cards: Cards | None = None,
    dungeon: str = "",
    *,
    solo: bool = False,
    which: int = 0,
) -> tuple[EnteredGame, tuple[ScoreFault, ...]]:
    """Return the game on filled sheets, and warnings; raises UnscorableGame with every fault and its field.

    `solo` says that a single sheet is of a solo game. `which` selects the game to read, from 1, on sheets with room for
    several games; it is needed if more than one is filled in.
    """
    place, faults = _files_of(sheets), Faults()
    if not rules.table.is_filled:
        faults.add("F004", message("no_filled_sheets", game=rules.game), place, message("type_score"))
        raise UnscorableGame(faults.met)
    filled_fields = filled_sheets(rules, sheets, faults, which)
    if rules.table.filled.games > 1 and len(filled_fields) > 1:
        numbers = list_of(sheet.number for sheet in filled_fields)
        faults.add("F013", message("several_games", numbers=numbers), place, message("say_which"))
        raise UnscorableGame(faults.met)
    if not filled_fields and not faults.met:
        faults.add("F005", message("nothing_filled"), place)
    if filled_fields and not which:
        _warn_of_empty(rules, sheets, filled_fields, faults)
    unread = list(dict.fromkeys(name for sheet in filled_fields for name in sheet.held if not rules.table.reads(name)))
    if unread:
        names = list_of(unread, most=MOST_NAMED)
        faults.warn("G036", message("marked_unread", count=len(unread), names=names), place, message("name_the_fields"))
    # in faults, the number of a sheet is the line until its player is known; column 0 marks that it is not a file's
    numbered = [replace(sheet, place=sheet.place._replace(line=sheet.number, column=0)) for sheet in filled_fields]
    reader = EnteredGameReader(
        rules, solo or rules.table.only_solo, _cards_on(rules, numbered, dict(cards or {}), faults), faults
    )
    entered_sheets = [_entered_sheet(rules, reader, sheet) for sheet in numbered]
    places = [sheet.place for sheet in filled_fields]
    reader.same_names(list(zip([entered.name for entered in entered_sheets], places, strict=True)))
    reader.warn_of_checks()
    players = {sheet.place: entered.name for sheet, entered in zip(numbered, entered_sheets, strict=True)}
    faults.met = [_with_player(fault, players) for fault in faults.met]
    player_limit = 1 if reader.solo else rules.table.most_players
    if len(entered_sheets) > player_limit:
        faults.add("G004", message("too_many_players", count=len(entered_sheets), most=player_limit), place)
    if faults.errors:
        raise UnscorableGame(faults.met)
    record = EnteredGame(rules.game, reader.solo, tuple(entered_sheets), reader.cards, dungeon=dungeon)
    return record, tuple(faults.met)


def _with_player(fault: ScoreFault, players: Mapping[SourceLocation, str]) -> ScoreFault:
    """Return a fault at its file; if it is of one of several sheets, with its player (`players` by place)."""
    if fault.place not in players:
        return fault
    text = message("of_player", name=players[fault.place], said=fault.message) if len(players) > 1 else fault.message
    return replace(fault, message=text, place=SourceLocation(fault.place.path))


def _warn_of_empty(
    rules: ScoringRules, sheets: Iterable[SheetMarks], filled_fields: Sequence[FilledFields], faults: Faults
) -> None:
    """Warn of each file whose sheets are all empty, and of each sheet on which only the name and map are written."""
    used_files = {sheet.place.path for sheet in filled_fields}
    for file in dict.fromkeys(sheet.shown for sheet in sheets if sheet.shown not in used_files):
        faults.warn("F005", message("sheet_left_out"), SourceLocation(file))
    for sheet in filled_fields:
        if all(name in (rules.table.filled.name, rules.table.filled.map) for name in sheet.held):
            faults.warn("F005", message("sheet_of_nothing", name=sheet.held[rules.table.filled.name]), sheet.place)


def _cards_on(
    rules: ScoringRules, sheets: Iterable[FilledFields], named_cards: dict[str, tuple[str | None, ...]], faults: Faults
) -> dict[str, tuple[str | None, ...]]:
    """Return the shared cards by input: `named_cards`, completed from the sheets; contradictions are faults."""
    for name, spec in rules.table.shared.items():
        if not spec.card_fields:
            continue
        at = rules.reading(name, faults, solo=False, cards=named_cards)
        cards = [*spec.all_of(named_cards.get(name, ()))]
        for sheet in sheets:
            for index, card in enumerate(cards):
                sheet_card = spec.card_on_sheet(sheet, index, at)
                if sheet_card is not None and card not in (None, sheet_card):
                    names = list_of(rules.data.card_name(spec.deck, key) for key in (card, sheet_card) if key)
                    text = entry_message("cards_differ", at.word, index + 1, names=names)
                    hint = message("correct_field", name=f"{spec.card_fields[0]}.{index + 1}")
                    faults.add("F009", text, sheet.place, hint)
                cards[index] = card or sheet_card
        named_cards[name] = tuple(cards)
    return named_cards


def unnamed_cards(
    rules: ScoringRules, sheets: Sequence[SheetMarks], known_cards: Cards | None = None, which: int = 0
) -> list[str]:
    """Return the questions whose boxes cannot be read because neither `known_cards` nor a sheet names the card."""
    filled_fields, unnamed = filled_sheets(rules, sheets, Faults(), which), list[str]()
    cards = _cards_on(rules, filled_fields, dict(known_cards or {}), Faults())
    for name, spec in rules.table.shared.items():
        if not spec.fields or name not in rules.table.asked_inputs:
            continue
        at = rules.reading(name, Faults(), solo=False, cards=cards)
        results = [spec.read_ticks(sheet, at).plain for sheet in filled_fields]
        for entry, card in enumerate(spec.all_of(cards.get(name, ()))):
            if card is None and any(points[entry] is None for points in results):
                unnamed.append(f"{name}.{entry}")
    return unnamed


def with_cards(known_cards: Cards, named_cards: Mapping[str, str]) -> Cards:
    """Return the shared cards updated with `named_cards`, the card by the question of its entry ("": none).

    >>> with_cards({"duels": ("hydra",)}, {"duels.2": "dragon"})
    {'duels': ('hydra', None, 'dragon')}
    """
    cards = {name: list(keys) for name, keys in known_cards.items()}
    for question, key in named_cards.items():
        name, _, entry = question.partition(".")
        keys = cards.setdefault(name, [])
        keys += [None] * (int(entry) + 1 - len(keys))
        keys[int(entry)] = key or None
    return {name: tuple(keys) for name, keys in cards.items()}


def _files_of(sheets: Iterable[SheetMarks]) -> SourceLocation:
    return SourceLocation(", ".join(dict.fromkeys(sheet.shown for sheet in sheets)))


def map_on(rules: ScoringRules, sheets: Sequence[SheetMarks]) -> str:
    """Return the map that filled sheets name, or ""; raises UnscorableGame if they name two."""
    names = {the_map(rules, sheet.map)[0]: sheet.map for sheet in sheets if sheet.map}
    if len(names) > 1:
        text = message("maps_differ", names=list_of(names.values()))
        raise UnscorableGame([ScoreFault("F009", text, _files_of(sheets), message("one_map_each"))])
    return next(iter(names.values()), "")


def filled_sheets(
    rules: ScoringRules, sheets: Iterable[SheetMarks], faults: Faults, which: int = 0
) -> list[FilledFields]:
    """Return the sheets with any marks; of several games on a sheet only game `which`, from 1 (0: all of them).

    A sheet with only a name counts if others are filled: its player has no points. Shields without number are faults.
    """
    field_ids, others = rules.table.filled, (rules.table.filled.name, rules.table.filled.map)
    all_parts = (sheet._replace(held=part) for sheet in sheets for part in parts_of(sheet.held, field_ids))
    parts = [(number, part) for number, part in enumerate(all_parts, 1) if which in (0, number)]
    heads = [head for spec in rules.table.inputs.values() for head in (*spec.heads, *spec.unsure)]
    heads += [*(id for ids in rules.table.shields.values() for id in ids), field_ids.points]
    marked = [
        any(is_below(name, head) for name in part.held if name not in others for head in heads) for _, part in parts
    ]
    may_be_empty = any(marked) and field_ids.games == 1
    return [
        _filled_fields(rules, part, number, faults)
        for (number, part), is_marked in zip(parts, marked, strict=True)
        if is_marked or (may_be_empty and part.held.get(field_ids.name))
    ]


def parts_of(fields: Mapping[str, str], field_ids: SheetFieldIdsSpec) -> list[dict[str, str]]:
    """Return the fields of each column or game of a sheet, by ids without the number of the column or game.

    >>> parts_of({"score.A.1": "4", "score.A.2": "9"}, SheetFieldIdsSpec(columns=2))
    [{'score.A': '4'}, {'score.A': '9'}]
    """
    parts = []
    for number in range(1, (field_ids.games if field_ids.games > 1 else field_ids.columns) + 1):
        begin, end = in_part("\0", number, field_ids).split("\0")
        names = (name for name in fields if name.startswith(begin) and name.endswith(end))
        parts.append({name.removeprefix(begin).removesuffix(end): fields[name] for name in names})
    return parts


def part_of(id: str, field_ids: SheetFieldIdsSpec) -> tuple[int, str] | None:
    """Return the number of the column or game that a field belongs to, from 1, and its id without that number;
    None for what belongs to none.

    >>> part_of("score.A.2", SheetFieldIdsSpec(columns=6)), part_of("log.2.to", SheetFieldIdsSpec(games=2, head="log"))
    ((2, 'score.A'), (2, 'to'))
    """
    parts = enumerate(parts_of({id: ""}, field_ids), 1)
    return next(((number, own_id) for number, part in parts for own_id in part), None)


def in_part(own_id: str, number: int, field_ids: SheetFieldIdsSpec) -> str:
    """Return the id of a field in column or game `number`; the inverse of `part_of`.

    >>> in_part("score.A", 2, SheetFieldIdsSpec(columns=6)), in_part("turns", 2, SheetFieldIdsSpec(games=2, head="log"))
    ('score.A.2', 'log.2.turns')
    """
    if field_ids.games > 1:
        return ".".join([*([field_ids.head] if field_ids.head else []), str(number), own_id])
    return f"{own_id}.{number}" if field_ids.columns > 1 else own_id


def _filled_fields(rules: ScoringRules, sheet: SheetMarks, number: int, faults: Faults) -> FilledFields:
    fields, place = sheet.held, SourceLocation(sheet.shown)
    shields: dict[str, int] = {}
    for letter, names in rules.table.shields.items():
        for name in names:
            if name not in fields:
                continue
            text = fields[name].replace("\u2212", "-").replace("\u2013", "-").replace(" ", "")
            if re.fullmatch(r"[-+]?\d{1,3}", text):
                shields[letter] = shields.get(letter, 0) + int(text)
            else:
                sentence = message("not_in_line", text=fields[name][:20], letter=letter, number=number)
                faults.add("F006", sentence, place, message("correct_field", name=name))
    results = {ask: shields[letter] for ask, letter in _lines_of_results(rules.table).items() if letter in shields}
    return FilledFields(place, fields, results, number, shields)


def _entered_sheet(rules: ScoringRules, reader: EnteredGameReader, fields: FilledFields) -> EnteredSheet:
    table, place = rules.table, fields.place
    marks: dict[str, InputMarks] = {}
    faulty: set[str] = set()
    for name, spec in table.inputs.items():
        if _is_on_sheet(table, name):
            at = reader.reading(name)
            before = len(reader.faults.errors)
            marks[name] = spec.read_ticks(fields, at)
            faulty |= {name} if len(reader.faults.errors) > before else set()
    line_points = {  # of lines that ticks do not tell
        line.letter: fields.shields.get(line.letter, 0)
        for line in table.lines
        if not all(_is_on_sheet(table, ask.partition(".")[0]) for ask in line.asks)
    }
    for letter, points in line_points.items():
        rules.check_points(letter, points, reader.reading(letter), place)
    untouched = [
        name
        for name in marks
        if name not in table.shared
        and not any(is_below(held, head) for held in fields.held for head in table.inputs[name].heads)
    ]
    _warn_of_unsure(rules, reader, fields, untouched)
    name = fields.held.get(table.filled.name, "")
    if name.strip() and not is_name(name):
        hint = message("name_hint", most=MOST_LETTERS)
        reader.faults.warn("G026", message("not_a_name", shown=repr(name[:20])), place, hint)
    known_name = name if is_name(name) else rules.words.say("player_n", n=fields.number)
    empty = {name for name in untouched if not table.inputs[name].is_switch}  # an empty flag says no
    sheet = EnteredSheet(known_name, marks, line_points, places=dict.fromkeys(marks, place), place=place)
    return reader.finish_sheet(sheet, {*empty, *faulty})


def _warn_of_unsure(
    rules: ScoringRules, reader: EnteredGameReader, fields: FilledFields, untouched: Iterable[str]
) -> None:
    """Warn of inputs that count as empty although ambiguous boxes are marked and no shield has the points."""
    shield_inputs = {ask for line in rules.table.lines for ask in line.asks if line.letter in fields.shields}
    for name in untouched:
        spec = rules.table.inputs[name]
        marked = [id for id in fields.held if any(is_below(id, head) for head in spec.unsure)]
        if marked and name not in shield_inputs:
            word = reader.reading(name).word
            text = message("marked_unsure", number=fields.number, count=len(marked), names=list_of(marked), what=word)
            reader.faults.warn("F012", text, fields.place, message("tick_the_row", name=f"{spec.fields[0]}.1"))


def _lines_of_results(table: ScoringSpec) -> dict[str, str]:
    """Return the letters of lines that count only one result, by its question: their shields have its points."""
    letters: dict[str, str] = {}
    for line in table.lines:
        match line.points.tree, line.asks:  # fights[2].points
            case Call(function=".", arguments=(entry, Constant(value="points"))), (ask,) if chosen(entry)[0]:
                letters[ask] = line.letter
    return letters


def _is_on_sheet(table: ScoringSpec, name: str) -> bool:
    """Return whether a sheet has fields for an input, or shields that hold its points."""
    spec = table.inputs[name]
    if name not in table.shared:
        return bool(spec.heads)
    return bool(spec.fields or spec.filled) or any(is_below(ask, name) for ask in _lines_of_results(table))


def disagreements(
    rules: ScoringRules, sheets: Iterable[SheetMarks], score: GameScore, which: int = 0
) -> list[ScoreFault]:
    """Return a warning for each shield whose points differ from those counted from the ticks on its sheet."""
    faults = Faults()
    filled_fields = filled_sheets(rules, sheets, Faults(), which)
    for sheet, player in zip(filled_fields, score.players, strict=True):
        counted = {line.letter: line.points for line in player.lines} | {rules.table.total_letter: player.total}
        for letter, points in sheet.shields.items():
            if letter in counted and counted[letter] != points:
                text = message("line_differs", name=player.name, letter=letter, points=points, counted=counted[letter])
                hint = message("look_at_field", name=rules.table.shields[letter][0])
                faults.warn("F007", text, sheet.place, hint)
    return faults.met
