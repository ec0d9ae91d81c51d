"""Tables for dice, as data: each roll must have exactly one result, and the probability of each row is known."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from generator.diagnostics import NOWHERE, Diagnostic, InvalidInput, SourceLocation, refuse
from generator.reading.spec_class import spec
from generator.reading.structure import RawNode, Text, structure
from generator.reading.yaml_nodes import Node

MOST_DICE, MOST_SIDES, MOST_RESULTS = 20, 100, 1000
DICE = re.compile(r"(\d{0,2})d(\d{1,3})")
NUMBERS = re.compile(r"(-?\d{1,4})-(\d{1,4})")
RANGE = re.compile(r"(\d{1,4})(?:-(\d{1,4})|([-+]))?")


@spec
class DiceTableSpec:
    """A table for dice: `roll` is 1d6, 2d6 or numbers such as 1-20, `rows` a result for each range: 1, 2-3, 4-, 15+.

    With `across`, a second roll selects the column: each row has a result for each range of that roll, or a list in
    order. With `columns`, each row has a result for each of these names.
    """

    place: SourceLocation
    table: Text
    roll: Text
    rows: dict[str, RawNode]
    across: Text = ""
    columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class RollOutcomes:
    """The possible numbers of a roll, and in how many ways each comes up (`ways`).

    If the roll is a range of numbers and no dice (`diced` is False), this is 1 for all.
    """

    written: str
    ways: Mapping[int, int]
    diced: bool

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(self.ways)


@dataclass(frozen=True)
class DiceTableRow:
    """A row or column of a dice table: its range as printed, the numbers in the range, and the node of its result."""

    written: str
    numbers: tuple[int, ...]
    result: Node
    place: SourceLocation


def roll_of(text: str, place: SourceLocation) -> RollOutcomes:
    """Return the outcomes of a roll such as 1d6, 2d6 or 1-20; raises InvalidInput for any other text.

    >>> roll_of("2d6", SourceLocation("x")).ways[7]
    6
    """
    if match := DICE.fullmatch(text):
        count, sides = int(match[1] or 1), int(match[2])
        if 1 <= count <= MOST_DICE and 1 <= sides <= MOST_SIDES:
            return RollOutcomes(text, _ways(count, sides), diced=True)
    elif match := NUMBERS.fullmatch(text):
        first, last = int(match[1]), int(match[2])
        if 0 <= last - first < MOST_RESULTS:
            return RollOutcomes(text, dict.fromkeys(range(first, last + 1), 1), diced=False)
    raise refuse("D021", f"{text[:40]!r} is not a roll", place, "write 1d6, 2d6, or numbers such as 1-20")


@cache
def _ways(count: int, sides: int) -> dict[int, int]:
    # Dice by dice: the ways to a total with one die more are those to each smaller total (a convolution). Listing all
    # results would take sides ** count steps.
    ways = {0: 1}
    for _ in range(count):
        added: dict[int, int] = {}
        for total, count_of_ways in ways.items():
            for side in range(1, sides + 1):
                added[total + side] = added.get(total + side, 0) + count_of_ways
        ways = added
    return dict(sorted(ways.items()))


def read_dice_table(root: Node) -> Node:
    """Return a dice table as layout values with their places; raises InvalidInput for rolls without a result, or two.

    The keys are `roll`, `across`, `columns` and `rows`; each row has `roll` (1–2), `percent`, `ways` out of `of`, and
    its `result`, or `cells` with the same keys for each column.
    """
    spec = structure(root, DiceTableSpec, "a table for dice")
    faults: list[Diagnostic] = []
    roll = roll_of(spec.roll, root.key_place("roll"))
    rows = list(_rows(roll, spec.rows, root.get("rows") or root, "row", faults))
    if spec.across and spec.columns:
        faults.append(Diagnostic("D021", "a table has either 'across' or 'columns'", root.key_place("columns")))
    across = roll_of(spec.across, root.key_place("across")) if spec.across else None
    table = [Node(_row(roll, row, row.place) | _cells(spec, across, row, faults), row.place) for row in rows]
    if faults:
        raise InvalidInput(faults)
    headings = (root.get("columns") or root).value if spec.columns else ()
    heads = [Node({"name": heading}, heading.place) for heading in headings]
    if across is not None and table:
        keys = ("roll", "percent", "ways", "of")
        heads = [Node({key: cell.value[key] for key in keys}, cell.place) for cell in table[0].value["cells"].value]
    values = {
        "roll": Node(spec.roll, root.value["roll"].place),
        "across": Node(spec.across, (root.get("across") or root).place),
        "diced": Node(roll.diced, NOWHERE),
        "columns": Node(heads, NOWHERE),
        "rows": Node(table, NOWHERE),
    }
    return Node(values, NOWHERE)


def _cells(
    spec: DiceTableSpec, across: RollOutcomes | None, row: DiceTableRow, faults: list[Diagnostic]
) -> dict[str, Node]:
    if across is not None:
        node = _listed(across, row) if row.result.is_list else row.result
        if not node.is_map:
            message = f"row {row.written} needs a result for each roll of {spec.across}"
            faults.append(Diagnostic("D021", message, row.place, "write {1-2: ..., 3-6: ...}, or a list in order"))
            return {"cells": Node([], row.place)}
        columns = _rows(across, node.value, node, "column", faults)
        cells = [(column, NOWHERE if row.result.is_list else column.place) for column in columns]
        nodes = [Node({**_row(across, column, at), "result": column.result}, column.place) for column, at in cells]
        return {"cells": Node(nodes, row.result.place)}
    if spec.columns:
        return {"cells": Node(list(_named(spec.columns, row, faults)), row.result.place)}
    return {"result": row.result}


def _listed(across: RollOutcomes, row: DiceTableRow) -> Node:
    """Return the list of results of a row as a mapping by number rolled; results beyond the roll get numbers, too."""
    first = across.numbers[0]
    values = {str(first + number): child for number, child in enumerate(row.result.value)}
    return Node(values, row.place, {key: child.place for key, child in values.items()})


def _named(columns: tuple[str, ...], row: DiceTableRow, faults: list[Diagnostic]) -> Iterator[Node]:
    node = row.result
    if node.is_list and len(node.value) == len(columns):
        node = Node(dict(zip(columns, node.value, strict=True)), node.place)
    if not node.is_map or set(node.value) != set(columns):
        message = f"row {row.written} needs a result for each of {', '.join(columns)}"
        faults.append(Diagnostic("D021", message, row.place, "write a list in the order of the columns"))
        return
    for name in columns:
        place = node.value[name].place if row.result.is_list else node.key_place(name)
        yield Node({"name": Node(name, NOWHERE), "result": node.value[name]}, place)


def _row(roll: RollOutcomes, row: DiceTableRow, place: SourceLocation) -> dict[str, Node]:
    """Return the values of a row or column whose range is written at a place; computed numbers have no place."""
    ways, of = sum(roll.ways[number] for number in row.numbers), sum(roll.ways.values())
    counted = {"ways": ways, "of": of, "percent": round(100 * ways / of)}
    return {"roll": Node(row.written, place), **{key: Node(number, NOWHERE) for key, number in counted.items()}}


def _rows(
    roll: RollOutcomes, nodes: Mapping[str, Node], holder: Node, kind: str, faults: list[Diagnostic]
) -> Iterator[DiceTableRow]:
    """Yield the rows in order; a number without a row, or in two rows, is added to `faults`."""
    key_of_number: dict[int, str] = {}
    for key, node in nodes.items():
        place = holder.key_place(key)
        numbers = _numbers(key, roll)
        if not numbers:
            message = f"{key[:40]!r} is not a {kind} of {roll.written}"
            faults.append(
                Diagnostic("D021", message, place, f"write 1, 2-3, 4- or 5+; {_span(roll.numbers)} can come up")
            )
            continue
        twice = next((number for number in numbers if number in key_of_number), None)
        if twice is not None:
            message = f"{twice} has two results: in {kind} {key_of_number[twice]} and in {kind} {_written(key)}"
            faults.append(Diagnostic("D021", message, place, "each roll has one result"))
        key_of_number |= dict.fromkeys(numbers, _written(key))
        yield DiceTableRow(_written(key), tuple(numbers), node, place)
    missing = [number for number in roll.numbers if number not in key_of_number]
    if missing:
        message = f"{_span(missing)} of {roll.written} {'has' if len(missing) == 1 else 'have'} no result"
        faults.append(Diagnostic("D021", message, holder.place, f"add a {kind}"))


def _numbers(key: str, roll: RollOutcomes) -> list[int]:
    """Return the numbers of a range such as "2-3"; empty if the text is no range, or exceeds the roll."""
    match = RANGE.fullmatch(key)
    if match is None:
        return []
    first = roll.numbers[0] if match[3] == "-" else int(match[1])
    last = roll.numbers[-1] if match[3] == "+" else int(match[2] or match[1])
    numbers = [number for number in roll.numbers if first <= number <= last]
    return numbers if numbers and numbers[0] == first and numbers[-1] == last else []


def _written(key: str) -> str:
    """Return a range as it is printed.

    >>> _written("1-2"), _written("15+"), _written("4-")
    ('1–2', '15+', '≤ 4')
    """
    return f"≤ {key[:-1]}" if key.endswith("-") else key.replace("-", "–")


def _span(numbers: Iterable[int]) -> str:
    """Return numbers as a phrase, in which consecutive numbers are a range.

    >>> _span([1, 3, 4, 5])
    '1, 3 to 5'
    """
    # numbers that follow each other are as far from their index
    groups = groupby(enumerate(numbers), lambda entry: entry[1] - entry[0])
    runs = [[number for _, number in group] for _, group in groups]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
