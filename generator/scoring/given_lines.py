"""Find contradictions between lines of which only the points were entered: no marks can give all of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from generator.scoring.check_spec import CheckSpec, ScoreCheckContext
from generator.scoring.input_spec import InputMarks, KnownSheetInputs
from generator.scoring.messages import Faults, Message, list_of, message
from generator.scoring.rules import ScoringRules

MOST_MARKS = 2000  # sets of marks that are tried one by one


def find_contradictions(
    rules: ScoringRules, given: Mapping[str, int], inputs: KnownSheetInputs, context: ScoreCheckContext
) -> Iterator[tuple[Message, tuple[str, ...]]]:
    """Yield a message, and the letters of the lines, for each set of lines that contradict each other or the sheet.

    `given` has the points by letter of lines entered as a total; `inputs` has the marks of all others, and may have
    those of the same lines. Inputs that no line asks for, and empty ones, are left out: players who enter totals often
    leave them so. At a table points that are typed stand for what is marked, except for what decides ties.
    """
    letters, specs = dict[str, str](), rules.table.inputs
    asked = [name for name in rules.table.asked_inputs if name in inputs.known]
    marks: dict[str, Sequence[InputMarks]] = {name: [inputs.known[name]] for name in asked}
    for line in rules.table.lines:
        names = line.counted_inputs(solo=context.solo)
        if line.letter not in given:
            continue
        own = [name for name in sorted(names) if inputs.known.get(name) not in (None, specs[name].empty(rules.data))]
        if names and len(own) == len(names) and (not context.typed or names <= {*rules.table.ties}):
            sheet = rules.counting(inputs.known, context.cards)
            counts = [part.count(sheet).points for part in line.parts if part.counts(solo=context.solo)]
            if sum(counts) != given[line.letter]:
                total = message("total_of", name=line.letter, points=given[line.letter])
                yield message("lines_apart", names=list_of([total, *map(context.label, own)])), (line.letter,)
        if len(names) == 1:
            name = names.pop()
            if found := rules.marks_giving(line, given[line.letter], name, context.cards, solo=context.solo):
                letters[name], marks[name] = line.letter, found
    if not letters:
        return
    told = set[tuple[str, ...]]()
    for check in rules.table.checks:
        if letters.keys().isdisjoint((*check.needs_known, *check.told_by)):
            continue
        names = {name for name in (*check.needs_known, *check.told_by) if name in marks}
        if len(names) < 2 or not names.issuperset(check.needs_known):
            continue
        if _can_be(check, marks, names, inputs, context):
            continue
        for name in sorted(names.difference(check.needs_known)):  # the contradiction holds without it
            if not _can_be(check, marks, names - {name}, inputs, context):
                names.remove(name)
        by = tuple(sorted(letters[name] for name in names & letters.keys()))
        if by and by not in told:
            told.add(by)
            points = [message("total_of", name=letter, points=given[letter]) for letter in by]
            beside = [context.label(name) for name in sorted(names - letters.keys())]
            yield message("lines_apart", names=list_of([*points, *beside])), by


def _can_be(
    check: CheckSpec,
    marks: Mapping[str, Sequence[InputMarks]],
    names: set[str],
    inputs: KnownSheetInputs,
    context: ScoreCheckContext,
) -> bool:
    """Return whether a check allows some combination of `marks` for the inputs `names`; True if too many to try."""
    if prod(len(marks[name]) for name in names) > MOST_MARKS:
        return True
    for each in product(*(marks[name] for name in names)):
        faults = Faults()
        check.sheet(replace(inputs, known=dict(zip(names, each, strict=True))), replace(context, faults=faults))
        if not faults.errors:
            return True
    return False
