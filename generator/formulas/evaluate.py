"""Counting a formula: its tree becomes nested Python functions once, which are called for each sheet.

Values are whole numbers, bools, keys of cards (str), tuples, mappings for rows and groups, and `Card`. A card that was
not chosen is 0, and so is each of its fields: an empty list, no, and no points.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.formulas.syntax import (
    OF_PLAYERS,
    Call,
    Choice,
    Comparison,
    Constant,
    Entry,
    Field,
    FormulaFault,
    Loop,
    Name,
    Operation,
    Part,
)

Run = Callable[["SheetScope"], Any]


class SheetScope(dict[str, Any]):
    """The values of names on one sheet; a name is looked up when a formula first needs it.

    `sheets` has the scopes of all players at the table, this one among them.
    """

    def __init__(self, lookup: Callable[[str], Any], table: "Sequence[SheetScope]" = ()) -> None:
        super().__init__()
        self.lookup, self.table = lookup, table
        self.turns: dict[str, Any] = {}  # the names of loops that are under way

    def __missing__(self, name: str) -> Any:
        self[name] = value = self.lookup(name)
        return value

    @property
    def sheets(self) -> "Sequence[SheetScope]":
        return self.table or (self,)


@dataclass(frozen=True)
class Card:
    """A chosen card: its key, and its row, in which a cell may be a formula (its compiled function)."""

    key: str
    row: Mapping[str, Any]


def compiled(part: Part) -> Run:
    """Return a function that counts a formula in the scope of a sheet; it raises FormulaFault (E006, E007)."""
    match part:
        case Constant(value=value):
            return lambda _scope: value
        case Name(name=name):
            return lambda scope: scope[name]
        case Field(of=of, name=name):
            return _field(compiled(of), name)
        case Entry():
            return _entry(part, compiled(part.of), compiled(part.index))
        case Choice():
            condition, then, otherwise = map(compiled, (part.condition, part.then, part.otherwise))
            return lambda scope: then(scope) if condition(scope) else otherwise(scope)
        case Comparison():
            return _comparison(part.operators, [compiled(each) for each in part.parts])
        case Operation():
            return _operation(part)
        case Call():
            return _call(part)
    raise TypeError(part)


def entries(value: Any) -> tuple[Any, ...]:
    """Return the entries of a list, the values of a group or row; none for the field of no card."""
    if isinstance(value, Mapping):
        return tuple(value.values())
    return value if isinstance(value, tuple) else ()


def _field(of: Run, name: str) -> Run:
    def field(scope: SheetScope) -> Any:
        return field_of(of(scope), name, scope)

    return field


def field_of(value: Any, name: str, scope: SheetScope) -> Any:
    """Return a field of a card, row or group, or the fields of all entries of a list; 0 where there is none."""
    if isinstance(value, tuple):
        return tuple(field_of(entry, name, scope) for entry in value)
    found = (
        value.row.get(name, 0) if isinstance(value, Card) else value.get(name, 0) if isinstance(value, Mapping) else 0
    )
    return found(scope) if callable(found) else found


def _entry(part: Entry, of: Run, index: Run) -> Run:
    def entry(scope: SheetScope) -> Any:
        held, at = of(scope), index(scope)
        if isinstance(held, Mapping):
            return held.get(at, 0)
        listed = entries(held)
        if not 1 <= at <= len(listed):
            boxes = f"1 to {len(listed)}" if listed else "there are none"
            raise FormulaFault("E007", f"there is no box {at} ({boxes})", part.index.at)
        return listed[at - 1]

    return entry


def _key(value: Any) -> Any:
    return value.key if isinstance(value, Card) else value


COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: _key(a) == _key(b),
    "!=": lambda a, b: _key(a) != _key(b),
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _comparison(operators: tuple[str, ...], parts: list[Run]) -> Run:
    tests = [COMPARE[operator] for operator in operators]
    if len(tests) == 1:
        (left, right), test = parts, tests[0]
        return lambda scope: test(left(scope), right(scope))

    def chain(scope: SheetScope) -> bool:
        values = [part(scope) for part in parts]
        return all(test(a, b) for test, a, b in zip(tests, values, values[1:], strict=False))

    return chain


def _operation(part: Operation) -> Run:
    right, at = compiled(part.right), part.at
    if part.left is None:
        return (lambda scope: -right(scope)) if part.operator == "-" else (lambda scope: not right(scope))
    left = compiled(part.left)

    def divided(scope: SheetScope) -> int:
        above, below = left(scope), right(scope)
        if not below:
            raise FormulaFault("E006", "this divides by zero", at, "test it first: if n == 0 then 0 else m // n")
        return int(above // below if part.operator == "//" else above % below)

    runs: dict[str, Run] = {
        "+": lambda scope: left(scope) + right(scope),
        "-": lambda scope: left(scope) - right(scope),
        "*": lambda scope: left(scope) * right(scope),
        "..": lambda scope: tuple(range(left(scope), right(scope) + 1)),
        "and": lambda scope: bool(left(scope)) and bool(right(scope)),
        "or": lambda scope: bool(left(scope)) or bool(right(scope)),
    }
    return runs.get(part.operator, divided)


def _call(part: Call) -> Run:
    arguments = [compiled(argument) for argument in part.arguments]
    first = arguments[0]
    if part.function in OF_PLAYERS:
        return _of_all(part.function, first)
    if part.function == "track":
        table, number = arguments
        return lambda scope: under_box(entries(table(scope)), number(scope))
    if part.function == "abs":
        return lambda scope: abs(first(scope))
    if part.function == "keys":
        return lambda scope: tuple(keys) if isinstance(keys := first(scope), Mapping) else ()
    listed: Run
    if part.loops:
        listed = _looped(part.loops, first)
    elif len(arguments) == 1:
        listed = lambda scope: entries(first(scope))  # noqa: E731
    else:
        listed = lambda scope: tuple(argument(scope) for argument in arguments)  # noqa: E731
    total = TOTALS[part.function]
    return lambda scope: total(listed(scope))


TOTALS: dict[str, Callable[[tuple[Any, ...]], Any]] = {
    "sum": sum,
    "min": lambda values: min(values, default=0),
    "max": lambda values: max(values, default=0),
    "any": any,
    "all": all,
    # entries that are yes or no count if they say yes, all others count as entries
    "count": lambda values: sum(value is not False for value in values),
}


def under_box(table: tuple[Any, ...], number: int) -> int:
    """Return what is printed under the n-th box of a track: 0 before the first, the last number beyond the last.

    >>> under_box((2, 2, 5), 2), under_box((2, 2, 5), 0), under_box((2, 2, 5), 9)
    (2, 0, 5)
    """
    return int(table[min(number, len(table)) - 1]) if table and number > 0 else 0


def as_data(value: Any) -> Any:
    """Return data of a file as formulas take it: an empty box of a track (null) keeps the number before it.

    >>> as_data([None, 2, None, {"at": [5]}])
    (0, 2, 2, {'at': (5,)})
    """
    if isinstance(value, Mapping):
        return {key: as_data(inner) for key, inner in value.items()}
    if not isinstance(value, list | tuple):
        return 0 if value is None or value == "" else value
    filled: list[Any] = []
    for entry in value:
        filled.append(as_data(entry) if entry is not None else filled[-1] if filled else 0)
    return tuple(filled)


def _looped(loops: tuple[Loop, ...], body: Run) -> Run:
    sources = [
        (loop.name, compiled(loop.source), compiled(loop.condition) if loop.condition else None) for loop in loops
    ]

    def turns(scope: SheetScope, depth: int) -> Iterable[Any]:
        if depth == len(sources):
            yield body(scope)
            return
        name, source, condition = sources[depth]
        for value in entries(source(scope)):
            scope[name] = scope.turns[name] = value
            if condition is None or condition(scope):
                yield from turns(scope, depth + 1)
        scope.pop(name, None)
        scope.turns.pop(name, None)

    return lambda scope: tuple(turns(scope, 0))


def _of_all(function: str, inner: Run) -> Run:
    def on(sheet: SheetScope, scope: SheetScope) -> Any:
        """Count on a sheet what the turns of loops on another one ask for, then forget these turns there."""
        if sheet is scope or not scope.turns:
            return inner(sheet)
        before = {name: dict.__getitem__(sheet, name) for name in scope.turns if name in sheet}
        sheet.update(scope.turns)
        found = inner(sheet)
        for name in scope.turns:
            del sheet[name]
        sheet.update(before)
        return found

    def everyone(scope: SheetScope) -> tuple[Any, ...]:
        return tuple(on(sheet, scope) for sheet in scope.sheets)

    if function == "everyone":
        return everyone
    if function == "place":
        return lambda scope: 1 + sum(value > inner(scope) for value in everyone(scope))

    def tied(scope: SheetScope) -> int:
        mine = inner(scope)
        keys = tuple(map(_key, entries(mine))) if isinstance(mine, tuple | Mapping) else _key(mine)
        return sum(_alike(value) == keys for value in everyone(scope))

    return tied


def _alike(value: Any) -> Any:
    return tuple(map(_key, entries(value))) if isinstance(value, tuple | Mapping) else _key(value)
