"""What a formula can give: its type, and the bounds of its numbers, found before anything is played.

The tree is walked over sets of values in place of values (interval arithmetic). Bounds hold for every sheet, but may be
too wide if a name occurs twice: `a - a` is from -9 to 9 for a from 0 to 9.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from generator.diagnostics import did_you_mean
from generator.formulas.evaluate import BY_ZERO, OF_LISTS, OF_ONE, OF_TWO, under_box
from generator.formulas.syntax import COMPARISONS, OF_PLAYERS, Call, Constant, FormulaFault, Name, Part

MOST_STEPS = 10_000
FEW = 200  # numbers whose combinations are counted one by one
EACH = 64  # entries of a known list that are looked at one by one


class Domain:
    """All values that a part of a formula can have; by itself, those of a list that holds unlike values."""

    shown = "a mix"


@dataclass(frozen=True)
class Numbers(Domain):
    """Numbers from `low` to `high`; `only` has them where some between are left out, as under the boxes of a track."""

    low: int
    high: int
    only: frozenset[int] | None = None
    shown = "a number"

    @property
    def values(self) -> Collection[int]:
        """All these numbers."""
        return range(self.low, self.high + 1) if self.only is None else self.only

    @property
    def is_few(self) -> bool:
        """Whether they can be counted one by one."""
        return len(self.values) <= FEW


def numbers_of(values: Iterable[int]) -> Numbers:
    """Return the domain of some numbers.

    >>> numbers_of({3, 1, 2}), numbers_of({1, 4})
    (Numbers(low=1, high=3, only=None), Numbers(low=1, high=4, only=frozenset({1, 4})))
    """
    found = frozenset(values)
    low, high = min(found), max(found)
    return Numbers(low, high, None if len(found) == high - low + 1 else found)


@dataclass(frozen=True)
class YesNo(Domain):
    can: frozenset[bool] = frozenset((True, False))
    shown = "a yes-no"


@dataclass(frozen=True)
class Keys(Domain):
    """Keys of cards or groups; `among` has all keys of the group whose key it is, in the turn of a loop."""

    keys: frozenset[str]
    among: frozenset[str] = frozenset()
    shown = "a key"


@dataclass(frozen=True)
class Rows(Domain):
    """A row, card or group with its fields; the values of a group are looped over, its keys are known."""

    fields: Mapping[str, Domain]
    kind: str = "row"  # or "card" or "group" or "mapping"
    keys: frozenset[str] = frozenset()  # of cards

    @property
    def shown(self) -> str:  # type: ignore[override]
        return f"a {self.kind}"


@dataclass(frozen=True)
class Lists(Domain):
    """A list with `least` to `most` entries; `known` has the domain of each entry of a list that never changes."""

    entry: Domain
    least: int
    most: int
    known: tuple[Domain, ...] | None = field(default=None)
    shown = "a list"


EMPTY = Numbers(0, 0)


def list_of_all(known: Iterable[Domain], at: int = 0) -> Lists:
    """Return the domain of a list that always has these entries; raises FormulaFault (E008) for unlike types."""
    entries = tuple(known)
    return Lists(hull(entries, at), len(entries), len(entries), entries)


def domain_of(value: Any) -> Domain:
    """Return the domain of data: a number, a list, or a mapping of those."""
    if isinstance(value, bool):
        return YesNo(frozenset((value,)))
    if isinstance(value, int):
        return Numbers(value, value)
    if isinstance(value, str):
        return Keys(frozenset((value,)))
    if isinstance(value, Mapping):
        return Rows({key: domain_of(inner) for key, inner in value.items()}, "mapping")
    if isinstance(value, tuple | list):
        known = tuple(map(domain_of, value))
        try:
            return list_of_all(known)
        except FormulaFault:  # a formula may use other data of the file
            return Lists(Domain(), len(known), len(known), known)
    return EMPTY


def hull(domains: Iterable[Domain], at: int) -> Domain:
    """Return the smallest domain that holds all; raises FormulaFault (E008) for unlike types."""
    joined: Domain | None = None
    for each in domains:
        joined = _joined(joined, each, at)
    return joined or EMPTY


def _joined(one: Domain | None, other: Domain, at: int) -> Domain:
    match one, other:
        case None, _:
            return other
        case Numbers(), Numbers():
            if one.is_few and other.is_few:
                return numbers_of({*one.values, *other.values})
            return Numbers(min(one.low, other.low), max(one.high, other.high))
        case YesNo(), YesNo():
            return YesNo(one.can | other.can)
        case Keys(), Keys():
            return Keys(one.keys | other.keys, one.among | other.among)
        case Lists(), Lists():
            known = one.known if one.known == other.known else None
            entry = hull([each.entry for each in (one, other) if each.most], at) if one.most else other.entry
            return Lists(entry, min(one.least, other.least), max(one.most, other.most), known)
        case Rows(), Rows():
            joined = {name: _joined(one.fields.get(name), field, at) for name, field in other.fields.items()}
            return Rows({**one.fields, **joined}, one.kind, one.keys | other.keys)
    assert one is not None
    if EMPTY in (one, other):  # the field of a card that lacks it
        return other if one == EMPTY else one
    raise FormulaFault("E008", f"this is {one.shown} here and {other.shown} there", at)


def infer(part: Part, names: Mapping[str, Domain]) -> Domain:
    """Return the domain of a formula; raises FormulaFault (E006 to E010). `players` bounds what compares players."""
    return _Walk(names).of(part)


@dataclass(frozen=True)
class _Walk:
    names: Mapping[str, Domain]
    steps: int = 1  # of the loops around

    def of(self, part: Part) -> Domain:
        if isinstance(part, Constant):
            return domain_of(part.value)
        if isinstance(part, Name):
            if part.name not in self.names:
                hint = did_you_mean(part.name, self.names)
                raise FormulaFault("E009", f"nothing is called {part.name!r}", part.at, hint)
            return self.names[part.name]
        assert isinstance(part, Call)
        function, arguments = part.function, part.arguments
        first, last = arguments[0], arguments[-1]
        if function in OF_LISTS:
            return self.of_list(part)
        if function in OF_PLAYERS:
            return self.of_all(part)
        match function:
            case "if":
                can = self.condition(first, "if")
                then, otherwise = self.of(arguments[1]), self.of(last)
                return hull([then] * (True in can) + [otherwise] * (False in can), part.at)
            case "." if isinstance(last, Constant):
                return self.field(self.of(first), str(last.value), part.at)
            case "[":
                return self.entry(self.of(first), last, part.at)
            case "track":
                return self.track(self.entries(self.of(first), first.at, "track"), self.number(last, "track"), first.at)
            case "keys":
                return self.keys(self.of(first), first.at)
            case "and" | "or" | "not":
                answers = product(*(self.condition(each, function) for each in arguments))
                return YesNo(frozenset(ANSWERS[function](each) for each in answers))
            case "==" | "!=" if not isinstance(one := self.of(first), Numbers):
                alike = self.alike(one, self.of(last), last.at)
                return YesNo(alike if function == "==" else frozenset(not each for each in alike))
        return _counted(function, [self.number(each, function) for each in arguments], last.at)

    def field(self, of: Domain, name: str, at: int) -> Domain:
        if isinstance(of, Lists):
            if of.known:
                return replace(list_of_all((self.field(entry, name, at) for entry in of.known), at), least=of.least)
            return replace(of, entry=self.field(of.entry, name, at) if of.most else EMPTY, known=None)
        if not isinstance(of, Rows):
            raise FormulaFault("E008", f"{of.shown} has no .{name}", at)
        if name not in of.fields:
            hint = did_you_mean(name, of.fields) if of.fields else "a card has fields once its input has a deck:"
            raise FormulaFault("E009", f"there is no .{name} here", at, hint)
        return of.fields[name]

    def entry(self, of: Domain, index: Part, at: int) -> Domain:
        if isinstance(of, Rows):
            keys = self.of(index)
            if not isinstance(keys, Keys):
                raise FormulaFault("E008", f"[] of {of.shown} takes a key, and this is {keys.shown}", index.at)
            return hull([self.field(of, key, index.at) for key in sorted(keys.keys)], at)
        if not isinstance(of, Lists):
            raise FormulaFault("E008", f"{of.shown} has no entries", at)
        number = self.number(index, "[]")
        if number.high < 1 or number.low > of.most:
            raise FormulaFault("E007", f"there is no box {number.low} (1 to {of.most})", index.at)
        return hull(of.known[max(number.low, 1) - 1 : number.high], at) if of.known else of.entry

    def number(self, part: Part, by: str) -> Numbers:
        found = self.of(part)
        if not isinstance(found, Numbers):
            hint = "count or sum it" if isinstance(found, Lists) else None
            raise FormulaFault("E008", f"{by} takes a number, and this is {found.shown}", part.at, hint)
        return found

    def condition(self, part: Part, by: str) -> frozenset[bool]:
        found = self.of(part)
        if isinstance(found, YesNo):
            return found.can
        if isinstance(found, Rows) and found.kind == "card":
            return frozenset((True, False))
        hint = "compare it: > 0" if isinstance(found, Numbers) else None
        raise FormulaFault("E008", f"{by} takes a yes-no, and this is {found.shown}", part.at, hint)

    @staticmethod
    def alike(one: Domain, other: Domain, at: int) -> frozenset[bool]:
        if isinstance(one, Rows | Keys) and isinstance(other, Rows | Keys):
            for wanted, held in ((other, one), (one, other)):
                known = held.keys if isinstance(held, Rows) else held.among
                if known and isinstance(wanted, Keys) and len(wanted.keys) == 1 and not wanted.keys & known:
                    (key,) = wanted.keys
                    raise FormulaFault("E009", f"no card is called {key!r}", at, did_you_mean(key, sorted(known)))
            if isinstance(one, Keys) and isinstance(other, Keys):
                return frozenset((bool(one.keys & other.keys), one.keys == other.keys and len(one.keys) == 1))
        elif type(one) is not type(other):
            raise FormulaFault("E008", f"{one.shown} is compared with {other.shown}", at)
        return frozenset((True, False))

    @staticmethod
    def keys(group: Domain, at: int) -> Lists:
        if not isinstance(group, Rows) or group.kind == "card":
            raise FormulaFault("E008", f"keys takes a group, and this is {group.shown}", at)
        return list_of_all((Keys(frozenset((key,)), frozenset(group.fields)) for key in group.fields), at)

    def of_list(self, part: Call) -> Domain:
        function, listed = part.function, self.listed(part)
        if function in ("any", "all"):
            if listed.most and not isinstance(listed.entry, YesNo):
                raise FormulaFault("E008", f"{function} takes yes-nos, and this holds {listed.entry.shown}", part.at)
            return YesNo()
        if function == "count":
            known = tuple(map(_as_one, listed.known)) if listed.known is not None else None
            return self.total("sum", replace(listed, entry=_as_one(listed.entry), known=known), part.at)
        return self.total(function, listed, part.at)

    def total(self, function: str, listed: Lists, at: int) -> Numbers:
        """Return the bounds of a sum, least or highest entry of a list of numbers."""
        if listed.known:
            numbers = [self.numbers(each, function, at) for each in listed.known]
            if listed.least == len(numbers):
                reduced = OF_LISTS[function]
                return Numbers(reduced([each.low for each in numbers]), reduced([each.high for each in numbers]))
            if function == "sum":  # some may be left out
                return Numbers(sum(min(each.low, 0) for each in numbers), sum(max(each.high, 0) for each in numbers))
        entry = self.numbers(listed.entry, function, at) if listed.most else EMPTY
        if function == "sum":
            low = entry.low * (listed.least if entry.low > 0 else listed.most)
            return Numbers(low, entry.high * (listed.most if entry.high > 0 else listed.least))
        return entry if listed.least else Numbers(min(0, entry.low), max(0, entry.high))

    @staticmethod
    def numbers(domain: Domain, by: str, at: int) -> Numbers:
        if not isinstance(domain, Numbers):
            raise FormulaFault("E008", f"{by} takes numbers, and this holds {domain.shown}", at)
        return domain

    def listed(self, part: Call) -> Lists:
        """Return the list that a function is called with: its loop, its only argument, or all its arguments."""
        if part.loops:
            return self.looped(part, 0)
        if len(part.arguments) > 1:
            return list_of_all(map(self.of, part.arguments), part.at)
        return self.entries(self.of(part.arguments[0]), part.arguments[0].at, part.function)

    @staticmethod
    def entries(found: Domain, at: int, by: str) -> Lists:
        if isinstance(found, Lists):
            return found
        if isinstance(found, Rows) and found.kind != "card":
            return list_of_all(found.fields.values(), at)
        if found == EMPTY:
            return Lists(EMPTY, 0, 0)
        raise FormulaFault("E008", f"{by} takes a list, and this is {found.shown}", at)

    def looped(self, part: Call, depth: int) -> Lists:
        """Return the list of what a loop gives, from its loop `depth` on."""
        if depth == len(part.loops):
            return list_of_all([self.of(part.arguments[0])])
        loop = part.loops[depth]
        if loop.name in self.names:
            raise FormulaFault("E009", f"{loop.name!r} is a name already", loop.source.at, "call it otherwise")
        source = self.entries(self.of(loop.source), loop.source.at, "for")
        steps = self.steps * max(source.most, 1)
        if steps > MOST_STEPS:
            raise FormulaFault("E010", f"this may take more than {MOST_STEPS:,} steps", part.at, "loop over less")
        turns = source.known if source.known and len(source.known) <= EACH else (source.entry,)
        made = []
        for value in turns:
            within = _Walk({**self.names, loop.name: value}, steps)
            can = within.condition(loop.condition, "if")
            inner = within.looped(part, depth + 1) if True in can else Lists(EMPTY, 0, 0, ())
            made.append(inner if False not in can else replace(inner, least=0))
        whole = hull([inner.entry for inner in made], part.at)
        if turns is not source.known:
            return Lists(whole, made[0].least * source.least, made[0].most * source.most)
        lists = [inner.known for inner in made if inner.known is not None]
        known = tuple(entry for each in lists for entry in each) if len(lists) == len(made) else None
        return Lists(whole, sum(inner.least for inner in made), sum(inner.most for inner in made), known)

    def track(self, table: Lists, number: Numbers, at: int) -> Numbers:
        if table.known is None:
            entry = self.numbers(table.entry, "track", at) if table.most else EMPTY
            return Numbers(min(0, entry.low), max(0, entry.high)) if number.low < 1 else entry
        values = tuple(self.numbers(each, "track", at).low for each in table.known)
        boxes = number.values if number.is_few else range(number.low, min(number.high, len(values)) + 1)
        return numbers_of({under_box(values, box) for box in boxes} | {under_box(values, number.high)})

    def of_all(self, part: Call) -> Domain:
        inner, players = self.of(part.arguments[0]), self.names.get("players")
        most = players.high if isinstance(players, Numbers) else 1
        if part.function == "everyone":
            return Lists(inner, 1, most)
        if part.function == "place":
            self.numbers(inner, "place", part.at)
        return Numbers(1, most)


ANSWERS: dict[str, Callable[[tuple[bool, ...]], bool]] = {"and": all, "or": any, "not": lambda each: not each[0]}


def _as_one(domain: Domain) -> Numbers:
    """Return what an entry counts: 1, or 0 for a no."""
    return Numbers(min(domain.can), max(domain.can)) if isinstance(domain, YesNo) else Numbers(1, 1)


def _counted(function: str, numbers: Sequence[Numbers], at: int) -> Domain:
    """Return what an operator gives for numbers: if there are few, one by one, else by their bounds."""
    a, b = numbers[0], numbers[-1]
    if function in ("==", "!="):
        equal = {a.low <= b.high and b.low <= a.high, a.low == a.high == b.low == b.high}
        return YesNo(frozenset(each == (function == "==") for each in equal))
    if function == "..":
        return Lists(Numbers(a.low, max(a.low, b.high)), max(0, b.low - a.high + 1), max(0, b.high - a.low + 1))
    if function in ("//", "%") and b.low <= 0 <= b.high:
        raise FormulaFault("E006", "this may be a division by zero", at, BY_ZERO)
    count: Callable[..., Any] = (OF_ONE if len(numbers) == 1 else OF_TWO)[function]
    ends = {count(*each) for each in product(*((each.low, each.high) for each in numbers))}
    if function in COMPARISONS:
        return YesNo(frozenset(ends))
    if all(each.is_few for each in numbers):
        return numbers_of(count(*each) for each in product(*(each.values for each in numbers)))
    if function == "%":
        ends |= {0, b.high - 1 if b.low > 0 else b.low + 1}
    elif function == "abs" and a.low < 0 < a.high:
        ends.add(0)
    return Numbers(min(ends), max(ends))
