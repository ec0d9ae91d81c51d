"""Warnings for sheets that contradict themselves: by the checks of scoring.yaml, and by points of whole lines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.formulas.syntax import FormulaFault
from generator.scoring.formula_specs import Formula
from generator.scoring.input_reading import KnownSheetInputs
from generator.scoring.input_spec import NOTHING
from generator.scoring.messages import Faults, Message, Value, list_of, message, word_of
from generator.scoring.rules import Cards, ScoreScope, ScoringRules


@dataclass(frozen=True)
class SheetChecks:
    """Looks for contradictions on the sheets of a game; `typed` names inputs by their words in place of their keys."""

    rules: ScoringRules
    cards: Cards
    solo: bool
    typed: bool = False

    def warn(self, sheets: Sequence[KnownSheetInputs], faults: Faults) -> None:
        """Add a warning for each check that does not hold on a sheet whose inputs are all known."""
        on_map = self.rules.data.on_map
        for name, formula in self.rules.table.checks.items():
            counts = formula.entries_of("map")
            if not counts or (on_map.sure and {*counts} <= {*on_map.counts}):
                self._warn(name, formula, sheets, faults)

    def _warn(self, name: str, formula: Formula, sheets: Sequence[KnownSheetInputs], faults: Faults) -> None:
        inputs = self.rules.table.inputs_of(formula)
        complete = [sheet for sheet in sheets if all(key in sheet.known for key in inputs)]
        warned = set[str]()
        for_all = formula.compares_players or not inputs
        for sheet, scope in zip(complete, self._scopes(complete), strict=True):
            first_place = next((sheet.place(key) for key in inputs if key in sheet.places), sheet.whole)
            marks = str([sheet.known[key].plain for key in inputs])  # of two players with one card one is named
            is_marked = self.typed or not inputs or any(key in sheet.places for key in inputs)
            split = ((path.partition("."), place) for path, place in sheet.places.items())
            places = {key for (name, _, part), key in split if name in inputs and not part.isdecimal()}  # no lists
            fault_places = (
                fault.place for fault in faults.met if fault.code != "G014"
            )  # each check has its own message
            has_fault = not (places - {sheet.whole}).isdisjoint(fault_places)  # one slip, one message
            if is_marked and not has_fault and not (for_all and marks in warned) and not self._holds(formula, scope):
                warned.add(marks)
                hint = message("correct_one") if len(inputs) > 1 else None
                faults.warn("G014", self._message(name, formula, inputs, sheet), first_place, hint)

    def _scopes(self, sheets: Sequence[KnownSheetInputs]) -> list[ScoreScope]:
        empty = {name: spec.empty(self.rules.data) for name, spec in self.rules.table.inputs.items()}
        every = [({**empty, **sheet.known}, dict[str, int]()) for sheet in sheets]
        return self.rules.scopes(every, self.cards, solo=self.solo)

    def _holds(self, formula: Formula, scope: ScoreScope) -> bool:
        try:
            return bool(self.rules.run(formula.tree)(scope))
        except FormulaFault:  # the line that has the fault reports it
            return True

    def _message(self, name: str, formula: Formula, inputs: Sequence[str], sheet: KnownSheetInputs) -> Message:
        values = {input_name: sum(sheet.known[input_name].numbers) for input_name in inputs}
        labels = list_of(self._label(input_name, sheet) for input_name in inputs)
        if self.rules.words.sentences.find(f"check_{name}"):
            return message(f"check_{name}", what=labels, **values)
        return message("check_failed", what=labels, formula=formula.text)

    def _label(self, name: str, sheet: KnownSheetInputs) -> Value:
        context = self.rules.reading(name, Faults(), solo=self.solo, cards=self.cards, typed=True, sheet=sheet.known)
        spec, marks = self.rules.table.inputs[name], sheet.known[name]
        if name in self.rules.table.shared or spec.grows:
            return spec.label(marks, None, context)
        answer = spec.answer_sentence(marks, 0, context) or NOTHING
        return message("amount_of", what=self.label(name), amount=answer)

    def label(self, name: str) -> Value:
        """Return the name that players know for an input."""
        return word_of(name) if self.typed else name

    def contradictions(self, line_points: Mapping[str, int], sheet: KnownSheetInputs) -> Iterator[tuple[Message, str]]:
        """Yield a message, and the letter of the line, for each line whose points differ from those of its inputs.

        `given` has the points by letter of lines entered as a total. Inputs that are empty are left out: players who
        enter totals often leave them so. At a table only what decides ties is compared.
        """
        table, data = self.rules.table, self.rules.data
        for line in table.lines:
            if line.letter not in line_points:
                continue
            counted = table.counted_inputs(line)
            filled_inputs = [
                name for name in counted if sheet.known.get(name) not in (None, table.inputs[name].empty(data))
            ]
            if not counted or len(filled_inputs) < len(counted) or (self.typed and not {*counted} <= {*table.ties}):
                continue
            points = self._scopes([sheet])[0].points_if_countable(line)
            if points not in (None, line_points[line.letter]):
                total = message("total_of", name=line.letter, points=line_points[line.letter])
                yield message("lines_apart", names=list_of([total, *map(self.label, filled_inputs)])), line.letter
