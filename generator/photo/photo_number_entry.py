"""Numbers on sheets in pictures: which of them a person types, game by game, and what is wrong with those typed."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.diagnostics import Diagnostic, SourceLocation
from generator.photo.scores_from_photos import SheetFromPhoto, number_of
from generator.scoring.input_spec import FilledFields, wholes
from generator.scoring.messages import Faults, UnreadableAnswer
from generator.scoring.rules import ScoringRules
from generator.scoring.spec import is_below
from generator.scoring.ticks_to_inputs import in_part, part_of, parts_of


class SheetColumnOrGame(NamedTuple):
    """A column of a sheet, or one of the games on it, each counted from 1: all of a sheet that is for one alone."""

    sheet: int  # counted from 0
    number: int


class PhotographedGame(NamedTuple):
    """A game in pictures: which of those on sheets for several (0: all there is), and the parts that tell of it."""

    which: int
    parts: tuple[SheetColumnOrGame, ...]


class HandwrittenInputFields(NamedTuple):
    """What is written for an input in a part of a sheet: the ids of its fields, in the order of the page."""

    name: str
    part: int
    ids: tuple[str, ...]


def part_count(rules: ScoringRules) -> int:
    """Return how many columns or games a sheet has room for."""
    return max(rules.table.filled.games, rules.table.filled.columns)


def is_of(rules: ScoringRules, sheet: int, id: str, which: int) -> bool:
    """Tell whether a field of a sheet, counted from 0, is of the part wanted, counted from 1 over all (0: any)."""
    found = part_of(id, rules.table.filled)
    return not which or (found is not None and sheet * part_count(rules) + found[0] == which)


def games_in_photos(
    rules: ScoringRules, sheets: Sequence[SheetFromPhoto], answers: Sequence[Mapping[str, bool]], which: int = 0
) -> list[PhotographedGame]:
    """Return the games that anything is marked of; a box in doubt that nobody answered may be marked."""
    used = [
        SheetColumnOrGame(number, part)
        for number, (sheet, answered) in enumerate(zip(sheets, answers, strict=True))
        for part in _parts_in_use(rules, sheet, answered)
        if which in (0, number * part_count(rules) + part)
    ]
    if rules.table.filled.games == 1:
        return [PhotographedGame(which, tuple(used))]
    return [PhotographedGame(part.sheet * part_count(rules) + part.number, (part,)) for part in used]


def _parts_in_use(rules: ScoringRules, sheet: SheetFromPhoto, answers: Mapping[str, bool]) -> list[int]:
    """Return the parts of a sheet on which anything that counts is marked; a sheet for one alone is its only part."""
    if part_count(rules) == 1:
        return [1]
    told = {id: answers.get(id, judged.ticked) for id, judged in sheet.boxes.items()}
    marked = [*(id for id, ticked in told.items() if ticked is not False), *sheet.with_ink]
    return sorted({found[0] for id in marked if (found := part_of(id, rules.table.filled))})


def numbers_to_type(
    rules: ScoringRules, sheet: SheetFromPhoto, answers: Mapping[str, bool], part: int
) -> list[HandwrittenInputFields]:
    """Return what a person types of a part that is in use: each number that has one field, and those of a list as far
    as the last that holds ink; nothing where the part tells that it does not count."""
    if _is_void(rules, sheet.held(answers), part):
        return []
    ids: dict[str, list[str]] = {}
    for id in sheet.page.text_fields:
        found, name = part_of(id, rules.table.filled), number_of(rules, id)
        if found and found[0] == part and name:
            ids.setdefault(name, []).append(id)
    asked = ((name, _to_last(each, sheet.with_ink, rules, name)) for name, each in ids.items())
    return [HandwrittenInputFields(name, part, tuple(each)) for name, each in asked if each]


def _to_last(ids: Sequence[str], with_ink: frozenset[str], rules: ScoringRules, name: str) -> list[str]:
    """Return the fields of an input as far as the last that is asked: one that holds ink, or is none of a list."""
    heads = rules.table.inputs[name].heads
    asked = [
        at for at, id in enumerate(ids) if id in with_ink or (part_of(id, rules.table.filled) or (0, id))[1] in heads
    ]
    return list(ids[: asked[-1] + 1]) if asked else []


def _is_void(rules: ScoringRules, held: Mapping[str, str], part: int) -> bool:
    void = rules.table.void
    own = parts_of(held, rules.table.filled)[part - 1]
    return bool(void) and any(is_below(id, head) for id in own for head in rules.table.inputs[void or ""].heads)


def faults_of_typed(
    rules: ScoringRules, sheet: SheetFromPhoto, held: Mapping[str, str], written: HandwrittenInputFields
) -> list[Diagnostic]:
    """Return what is wrong with the numbers of an input as they were typed, among all that a sheet holds by id."""
    faults, place = Faults(), SourceLocation(sheet.photo)
    at = rules.reading(written.name, faults, solo=rules.table.only_solo, cards={})
    own = parts_of(held, rules.table.filled)[written.part - 1]
    for id in written.ids:
        try:
            wholes(held.get(id, ""))
        except UnreadableAnswer as fault:
            faults.add("F006", fault.message, place)
    if not faults.errors:
        rules.table.inputs[written.name].ticked(FilledFields(place, own), at)
    return [rules.words.diagnostic(fault) for fault in faults.errors]


def name_field(rules: ScoringRules, part: SheetColumnOrGame) -> str:
    """Return the id of the field for the name of who plays in a part."""
    return in_part(rules.table.filled.name, part.number, rules.table.filled)


def as_written(
    rules: ScoringRules, sheet: SheetFromPhoto, asked: Sequence[HandwrittenInputFields]
) -> dict[str, str | None]:
    """Return the fields of a sheet whose numbers count: None where a person has to type one, else ""."""
    typed = {id for each in asked for id in each.ids}
    return {id: None if id in typed else "" for id in sheet.page.text_fields if number_of(rules, id)}
