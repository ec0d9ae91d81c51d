"""Why a line has its points: the terms of its formula that give any, each with the inputs that it counts."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from generator.formulas.domains import Rows
from generator.formulas.syntax import Call, Constant, Name, Part, chosen, mapped, names, show, substituted, walk
from generator.scoring.messages import Faults, GameWord, Message, Value, key_word, list_of, message, word_of
from generator.scoring.rules import ScoreScope, ScoringRules
from generator.scoring.spec import LineSpec


def reasons_of(rules: ScoringRules, line: LineSpec, scope: ScoreScope) -> tuple[Message, ...]:
    """Return a message for each term of a line that gives points."""
    writer = _ReasonWriter(rules, line, scope)
    terms = _terms(line.points.tree)
    reasons = [text for sign, term in terms if (text := writer.reason(sign, term)) is not None]
    if reasons:
        return tuple(reasons)
    counted = [scope.marks[name] for name in rules.table.counted_inputs(line)]
    marked = any(marks.choice or any(marks.numbers) for marks in counted)
    return (message("gives_nothing" if marked else "nothing"),)


def formula_in_words(rules: ScoringRules, line: LineSpec) -> str:
    """Return the formula of a line with the words for its inputs, and the numbers of the data files."""
    tree = rules.tree(line, line.points.tree)
    words = {name: Name(0, rules.words.tell(word_of(name))) for name in rules.table.inputs}
    words |= {"points": Name(0, "")}
    return show(substituted(_with_data(rules, tree), words)).replace(" .", " ")


def _with_data(rules: ScoringRules, part: Part) -> Part:
    """Return a formula with the words for keys of inputs, and the numbers for parts that only name data."""
    outside, (name, entry) = names(part), chosen(part)
    if name in rules.table.inputs:
        group = rules.names[name]
        if isinstance(group, Rows) and group.kind == "group":
            return Name(part.at, rules.words.tell(key_word(rules.table.inputs[name].words, str(entry))))
    if outside and all(name in rules.data.source.data and name not in rules.table.inputs for name in outside):
        try:
            value = rules.run(part)(rules.scopes([({}, {})], {}, solo=False)[0])
        except KeyError:
            return part
        numbers = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        return (
            part if isinstance(value, dict) else Name(part.at, f"({numbers})" if isinstance(value, tuple) else numbers)
        )
    return mapped(part, lambda inner_part: _with_data(rules, inner_part))


def _terms(part: Part, sign: int = 1) -> Iterator[tuple[int, Part]]:
    """Yield (1 or -1, term) for the terms of a sum or difference; any other formula is its only term."""
    if isinstance(part, Call) and part.function in ("+", "-"):
        for left in part.arguments[:-1]:
            yield from _terms(left, sign)
        yield from _terms(part.arguments[-1], -sign if part.function == "-" else sign)
    else:
        yield sign, part


@dataclass
class _ReasonWriter:
    rules: ScoringRules
    line: LineSpec
    scope: ScoreScope

    def value(self, part: Part) -> Any:
        """Return what a part of the line gives on the sheet."""
        return self.rules.run(self.rules.tree(self.line, part))(self.scope)

    def reason(self, sign: int, term: Part) -> Message | None:
        """Return a message for a term; None if it gives nothing."""
        points = self.value(term) * sign
        if not points:
            return None
        entries = self.entries(term)
        if entries:
            return message("listed", entries=list_of(entries))
        labels = list(dict.fromkeys(self.labels(term))) or [self.line.name]
        return message("reason", what=list_of(labels), points=points)

    def entries(self, part: Part) -> list[Message]:
        """Return a message for each key of a group for which a sum over its keys has points; empty for other terms."""
        if not isinstance(part, Call) or part.function != "sum" or len(part.loops) != 1:
            return []
        (loop,), (body,) = part.loops, part.arguments
        keyed = isinstance(loop.source, Call) and loop.source.function == "keys" and loop.source.arguments[0]
        spec = self.rules.table.inputs.get(keyed.name) if isinstance(keyed, Name) else None
        if spec is None:
            return []
        turn = Call(part.at, "if", (loop.condition, body, Constant(part.at, 0)))
        turns = {str(key): substituted(turn, {loop.name: Constant(0, key)}) for key in self.value(loop.source)}
        points = {key: self.value(turn) for key, turn in turns.items()}
        return [message("card", who=key_word(spec.words, key), points=gain) for key, gain in points.items() if gain]

    def labels(self, part: Part) -> Iterator[Value]:
        """Yield the names and values of what a part counts: of `let:`, of inputs, of other lines."""
        part = self.taken(part)
        inputs, shared, labelled = self.rules.table.inputs, self.rules.table.shared, set[str]()
        outside = names(part)
        for each in walk(part):
            name, entry = chosen(each)
            if name in inputs and isinstance(entry, int) and (name in shared or inputs[name].grows):
                labelled.add(name)
                yield self.input(name, entry - 1)
            elif name in inputs and isinstance(plain := self.scope.marks[name].plain, dict) and entry in plain:
                labelled.add(name)
                yield message("amount_of", what=key_word(inputs[name].words, str(entry)), amount=str(self.value(each)))
            elif isinstance(each, Name) and each.name in outside and each.name not in labelled:
                labelled.add(each.name)
                if each.name in self.line.let:
                    word = GameWord((f"lets.{each.name}",), each.name.replace("_", " "))
                    yield message("amount_of", what=word, amount=str(int(self.value(each))))
                elif each.name in inputs:
                    yield self.input(each.name, None)
        letters = {entry for name, entry in map(chosen, walk(part)) if name == "points"}
        for line in self.rules.table.lines:
            if line.letter in letters:
                yield message("amount_of", what=line.name, amount=str(self.scope.points(line)))

    def taken(self, part: Part) -> Part:
        """Return a choice with only the branch that counts on the sheet; other parts as they are."""
        if not isinstance(part, Call) or part.function != "if":
            return part
        condition, then, otherwise = part.arguments
        return replace(part, arguments=(condition, self.taken(then if self.value(condition) else otherwise)))

    def input(self, name: str, part: int | None) -> Value:
        """Return the name and the value of an input."""
        context = self.rules.reading(name, Faults(), solo=bool(self.scope["solo"]), cards=self.scope.cards, typed=True)
        return self.rules.table.inputs[name].label(self.scope.marks[name], part, context)
