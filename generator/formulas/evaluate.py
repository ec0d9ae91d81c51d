"""Counting a formula: its tree becomes nested Python functions once, which are called for each sheet.

Values are whole numbers, bools, keys of cards (str), tuples, mappings for rows and groups, and `Card`. A card that was
not chosen is 0, and so is each of its fields: an empty list, no, and no points.
"""

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.formulas.syntax import OF_PLAYERS, Call, Constant, FormulaFault, Loop, Name, Part

BY_ZERO = "test it first: if n == 0 then 0 else m // n"
Run = Callable[["SheetScope"], Any]


class SheetScope(dict[str, Any]):
    """The values of names on one sheet; a name is looked up when a formula first needs it."""

    def __init__(self, lookup: Callable[[str], Any]) -> None:
        super().__init__()
        self.lookup = lookup
        self.turns: dict[str, Any] = {}  # the names of loops that are under way

    # the dict is the memo: lines may name each other in any order, and each is still counted once a sheet
    def __missing__(self, name: str) -> Any:
        self[name] = value = self.lookup(name)
        return value

    @property
    def sheets(self) -> "Sequence[SheetScope]":
        """Scopes of all sheets at the table, made for one use; by default of this sheet only."""
        return (self,)


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
    assert isinstance(part, Call)
    # Closures replace a walk over the tree for each sheet: what a part is, is tested once. Each branch binds its
    # function to a name first, as a lookup inside the lambda would be made for every sheet.
    function, at, runs = part.function, part.arguments[-1].at, [compiled(argument) for argument in part.arguments]
    if part.loops:
        listed, total = _looped(part.loops, runs[0]), OF_LISTS[function]
        return lambda scope: total(listed(scope))
    if function in OF_PLAYERS:
        return _of_all(function, runs[0])
    if function in OF_LISTS:
        total = OF_LISTS[function]
        if len(runs) > 1:
            return lambda scope: total(tuple(run(scope) for run in runs))
        return lambda scope: total(entries(runs[0](scope)))
    match runs:
        case [condition, then, otherwise]:
            return lambda scope: then(scope) if condition(scope) else otherwise(scope)
        case [only]:
            of_one = OF_ONE[function]
            return lambda scope: of_one(only(scope))
    left, right = runs
    if function in ("//", "%"):
        divide = OF_TWO[function]
        return lambda scope: divide(left(scope), _divisor(right(scope), at))
    if function in OF_TWO:
        of_two = OF_TWO[function]
        return lambda scope: of_two(left(scope), right(scope))
    if function == "and":
        # bool: a card is a yes, no card (0) is a no
        return lambda scope: bool(left(scope)) and bool(right(scope))
    if function == "or":
        return lambda scope: bool(left(scope)) or bool(right(scope))
    if function == ".":
        return lambda scope: field_of(left(scope), right(scope), scope)
    return lambda scope: _entry(left(scope), right(scope), at)


def entries(value: Any) -> tuple[Any, ...]:
    """Return the entries of a list, the values of a group or row; none for the field of no card."""
    if isinstance(value, Mapping):
        return tuple(value.values())
    return value if isinstance(value, tuple) else ()


def field_of(value: Any, name: str, scope: SheetScope) -> Any:
    """Return a field of a card, row or group, or the fields of all entries of a list; 0 where there is none."""
    if isinstance(value, tuple):
        return tuple(field_of(entry, name, scope) for entry in value)
    row = value.row if isinstance(value, Card) else value
    field = row.get(name, 0) if isinstance(row, Mapping) else 0
    return field(scope) if callable(field) else field


def _entry(value: Any, index: Any, at: int) -> Any:
    if isinstance(value, Mapping):
        return value.get(index, 0)
    listed = entries(value)
    if not 1 <= index <= len(listed):
        boxes = f"1 to {len(listed)}" if listed else "there are none"
        raise FormulaFault("E007", f"there is no box {index} ({boxes})", at)
    return listed[index - 1]


def _divisor(number: int, at: int) -> int:
    if not number:
        raise FormulaFault("E006", "this divides by zero", at, BY_ZERO)
    return number


# two cards are equal if their keys are, although their rows may hold compiled formulas
def _key(value: Any) -> Any:
    if isinstance(value, tuple | Mapping):
        return tuple(map(_key, entries(value)))
    return value.key if isinstance(value, Card) else value


def under_box(table: tuple[Any, ...], number: int) -> int:
    """Return what is printed under the n-th box of a track: 0 before the first, the last number beyond the last.

    >>> under_box((2, 2, 5), 2), under_box((2, 2, 5), 0), under_box((2, 2, 5), 9)
    (2, 0, 5)
    """
    return int(table[min(number, len(table)) - 1]) if table and number > 0 else 0


OF_ONE: dict[str, Callable[[Any], Any]] = {
    "-": operator.neg,
    "not": operator.not_,
    "abs": abs,
    "keys": lambda group: tuple(group) if isinstance(group, Mapping) else (),
}
OF_TWO: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "..": lambda low, high: tuple(range(low, high + 1)),
    "==": lambda left, right: _key(left) == _key(right),
    "!=": lambda left, right: _key(left) != _key(right),
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "track": lambda table, number: under_box(entries(table), number),
}
OF_LISTS: dict[str, Callable[[Sequence[Any]], Any]] = {
    "sum": sum,
    "min": lambda values: min(values, default=0),
    "max": lambda values: max(values, default=0),
    "any": any,
    "all": all,
    # entries that are yes or no count if they say yes, all others count as entries
    "count": lambda values: sum(value is not False for value in values),
}


def as_data(value: Any) -> Any:
    """Return data of a file as formulas take it: an empty box of a track (null) keeps the number before it.

    >>> as_data([None, 2, None, {"at": [5]}])
    (0, 2, 2, {'at': (5,)})
    """
    if isinstance(value, Mapping):
        return {key: as_data(entry) for key, entry in value.items()}
    if not isinstance(value, list | tuple):
        return 0 if value is None or value == "" else value
    values: list[Any] = []
    for entry in value:
        values.append(as_data(entry) if entry is not None else values[-1] if values else 0)
    return tuple(values)


def _looped(loops: tuple[Loop, ...], body: Run) -> Run:
    sources = [(loop.name, compiled(loop.source), compiled(loop.condition)) for loop in loops]

    def turns(scope: SheetScope, depth: int) -> Iterable[Any]:
        if depth == len(sources):
            yield body(scope)
            return
        name, source, condition = sources[depth]
        # the name of a loop goes into the sheet's own scope, as a copy for each turn would lose the looked-up values
        for value in entries(source(scope)):
            scope[name] = scope.turns[name] = value
            if condition(scope):
                yield from turns(scope, depth + 1)
        scope.pop(name, None)
        scope.turns.pop(name, None)

    return lambda scope: tuple(turns(scope, 0))


def _of_all(function: str, run: Run) -> Run:
    def everyone(scope: SheetScope) -> tuple[Any, ...]:
        sheets = scope.sheets
        for sheet in sheets:
            # `everyone(sum(n * x for x in row))` inside a loop over n: other sheets must see this n
            sheet.update(scope.turns)
        return tuple(map(run, sheets))

    if function == "everyone":
        return everyone
    if function == "place":
        # competition ranking: 1, 2, 2, 4; equal values share the better place
        return lambda scope: 1 + sum(value > run(scope) for value in everyone(scope))

    def tied(scope: SheetScope) -> int:
        own_key = _key(run(scope))
        return sum(_key(value) == own_key for value in everyone(scope))

    return tied
