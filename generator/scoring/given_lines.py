"""Points of lines that differ from what is marked on the sheet: the points count as typed."""

from collections.abc import Iterator, Mapping

from generator.scoring.check_spec import ScoreCheckContext
from generator.scoring.input_spec import KnownSheetInputs
from generator.scoring.messages import Message, list_of, message
from generator.scoring.rules import ScoringRules


def find_contradictions(
    rules: ScoringRules, given: Mapping[str, int], inputs: KnownSheetInputs, context: ScoreCheckContext
) -> Iterator[tuple[Message, tuple[str, ...]]]:
    """Yield a message, and the letter of the line, for each line whose points differ from those of its inputs.

    `given` has the points by letter of lines entered as a total. Inputs that are empty are left out: players who enter
    totals often leave them so. At a table only what decides ties is compared.
    """
    specs = rules.table.inputs
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
