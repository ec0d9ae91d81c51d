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
# Three limits keep the walk short whatever a designer writes: MOST_STEPS for nested loops, FEW for combinations of
# numbers (200 x 200 is still quick), EACH for lists whose entries differ. Beyond them only bounds are known.
FEW = 200  # numbers whose combinations are counted one by one
EACH = 64  # entries of a known list that are looked at one by one


class Domain:
    """All values that a part of a formula can have; by itself, those of a list that holds unlike values."""

    noun = "a mix"


@dataclass(frozen=True)
class Numbers(Domain):
    """Numbers from `low` to `high`; `only` has them where some between are left out, as under the boxes of a track."""

    low: int
    high: int
    only: frozenset[int] | None = None
    noun = "a number"

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
    numbers = frozenset(values)
    low, high = min(numbers), max(numbers)
    return Numbers(low, high, None if len(numbers) == high - low + 1 else numbers)


@dataclass(frozen=True)
class YesNo(Domain):
    can: frozenset[bool] = frozenset((True, False))
    noun = "a yes-no"


@dataclass(frozen=True)
class Keys(Domain):
    """Keys of cards or groups; `among` has all keys of the group whose key it is, in the turn of a loop."""

    keys: frozenset[str]
    among: frozenset[str] = frozenset()
    noun = "a key"


@dataclass(frozen=True)
class Rows(Domain):
    """A row, card or group with its fields; the values of a group are looped over, its keys are known."""

    fields: Mapping[str, Domain]
    kind: str = "row"  # or "card" or "group" or "mapping"
    keys: frozenset[str] = frozenset()  # of cards

    @property
    def noun(self) -> str:  # type: ignore[override]
        return f"a {self.kind}"


@dataclass(frozen=True)
class Lists(Domain):
    """A list with `least` to `most` entries; `entries` has the domain of each entry of a list that never changes."""

    entry: Domain
    least: int
    most: int
    entries: tuple[Domain, ...] | None = field(default=None)
    noun = "a list"


EMPTY = Numbers(0, 0)


def list_of_all(domains: Iterable[Domain], at: int = 0) -> Lists:
    """Return the domain of a list that always has these entries; raises FormulaFault (E008) for unlike types."""
    entries = tuple(domains)
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
        return Rows({key: domain_of(entry) for key, entry in value.items()}, "mapping")
    if isinstance(value, tuple | list):
        entries = tuple(map(domain_of, value))
        try:
            return list_of_all(entries)
        except FormulaFault:  # a formula may use other data of the file
            return Lists(Domain(), len(entries), len(entries), entries)
    return EMPTY


def hull(domains: Iterable[Domain], at: int) -> Domain:
    """Return the smallest domain that holds all; raises FormulaFault (E008) for unlike types."""
    union: Domain | None = None
    for domain in domains:
        union = _joined(union, domain, at)
    return union or EMPTY


def _joined(first: Domain | None, second: Domain, at: int) -> Domain:
    match first, second:
        case None, _:
            return second
        case Numbers(), Numbers():
            # single numbers are kept while they are few: with only bounds, "choose 2 or 9" would allow 5
            if first.is_few and second.is_few:
                return numbers_of({*first.values, *second.values})
            return Numbers(min(first.low, second.low), max(first.high, second.high))
        case YesNo(), YesNo():
            return YesNo(first.can | second.can)
        case Keys(), Keys():
            return Keys(first.keys | second.keys, first.among | second.among)
        case Lists(), Lists():
            # two branches of an if: the entries are known only if both give the same list
            entries = first.entries if first.entries == second.entries else None
            entry_domains = [domain.entry for domain in (first, second) if domain.most]
            entry = hull(entry_domains, at) if entry_domains else second.entry
            return Lists(entry, min(first.least, second.least), max(first.most, second.most), entries)
        case Rows(), Rows():
            fields = {name: _joined(first.fields.get(name), field, at) for name, field in second.fields.items()}
            return Rows({**first.fields, **fields}, first.kind, first.keys | second.keys)
    assert first is not None
    # 0 stands for "no card" and for the missing field of a card, so it goes with any type
    if EMPTY in (first, second):  # the field of a card without it
        return second if first == EMPTY else first
    raise FormulaFault("E008", f"this is {first.noun} here and {second.noun} there", at)


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
                raise FormulaFault("E009", f"unknown name {part.name!r}", part.at, hint)
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
                # a branch that is never taken is walked, too: a slip in it is reported before somebody needs it
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
                # at most 2 x 2 cases: what "and" and "or" can give is tried with all that their parts can give
                answers = product(*(self.condition(argument, function) for argument in arguments))
                return YesNo(frozenset(ANSWERS[function](answer) for answer in answers))
            # equality is the one operator for any type; numbers take the way of all other operators below
            case "==" | "!=" if not isinstance(left := self.of(first), Numbers):
                equality = self.alike(left, self.of(last), last.at)
                return YesNo(equality if function == "==" else frozenset(not equal for equal in equality))
        return _counted(function, [self.number(argument, function) for argument in arguments], last.at)

    def field(self, of: Domain, name: str, at: int) -> Domain:
        if isinstance(of, Lists):
            if of.entries:
                # `cards.points`: the field of each entry, in their order; a loop with an `if` may leave some out
                return replace(list_of_all((self.field(entry, name, at) for entry in of.entries), at), least=of.least)
            return replace(of, entry=self.field(of.entry, name, at) if of.most else EMPTY, entries=None)
        if not isinstance(of, Rows):
            raise FormulaFault("E008", f"{of.noun} has no .{name}", at)
        if name not in of.fields:
            hint = did_you_mean(name, of.fields) if of.fields else "a card has fields once its input has a deck:"
            raise FormulaFault("E009", f"there is no .{name} here", at, hint)
        return of.fields[name]

    def entry(self, of: Domain, index: Part, at: int) -> Domain:
        if isinstance(of, Rows):
            keys = self.of(index)
            if not isinstance(keys, Keys):
                raise FormulaFault("E008", f"[] of {of.noun} takes a key, and this is {keys.noun}", index.at)
            return hull([self.field(of, key, index.at) for key in sorted(keys.keys)], at)
        if not isinstance(of, Lists):
            raise FormulaFault("E008", f"{of.noun} has no entries", at)
        number = self.number(index, "[]")
        if number.high < 1 or number.low > of.most:
            raise FormulaFault("E007", f"there is no box {number.low} (1 to {of.most})", index.at)
        # the index is refused when it is played only if it is outside then; here it is enough that one fits
        return hull(of.entries[max(number.low, 1) - 1 : number.high], at) if of.entries else of.entry

    def number(self, part: Part, by: str) -> Numbers:
        domain = self.of(part)
        if not isinstance(domain, Numbers):
            hint = "count or sum it" if isinstance(domain, Lists) else None
            raise FormulaFault("E008", f"{by} takes a number, and this is {domain.noun}", part.at, hint)
        return domain

    def condition(self, part: Part, by: str) -> frozenset[bool]:
        domain = self.of(part)
        if isinstance(domain, YesNo):
            return domain.can
        if isinstance(domain, Rows) and domain.kind == "card":
            return frozenset((True, False))
        hint = "compare it: > 0" if isinstance(domain, Numbers) else None
        raise FormulaFault("E008", f"{by} takes a yes-no, and this is {domain.noun}", part.at, hint)

    @staticmethod
    def alike(left: Domain, right: Domain, at: int) -> frozenset[bool]:
        if isinstance(left, Rows | Keys) and isinstance(right, Rows | Keys):
            for sought, holder in ((right, left), (left, right)):
                keys = holder.keys if isinstance(holder, Rows) else holder.among
                # `card == "scuot"`: one key that the deck does not have can never be equal, so it is a misspelling
                if keys and isinstance(sought, Keys) and len(sought.keys) == 1 and not sought.keys & keys:
                    (key,) = sought.keys
                    raise FormulaFault("E009", f"no card is called {key!r}", at, did_you_mean(key, sorted(keys)))
            if isinstance(left, Keys) and isinstance(right, Keys):
                # first: can they be equal; second: are they always (the set holds False if one of the two is not)
                return frozenset((bool(left.keys & right.keys), left.keys == right.keys and len(left.keys) == 1))
        elif type(left) is not type(right):
            raise FormulaFault("E008", f"{left.noun} is compared with {right.noun}", at)
        return frozenset((True, False))

    @staticmethod
    def keys(group: Domain, at: int) -> Lists:
        if not isinstance(group, Rows) or group.kind == "card":
            raise FormulaFault("E008", f"keys takes a group, and this is {group.noun}", at)
        return list_of_all((Keys(frozenset((key,)), frozenset(group.fields)) for key in group.fields), at)

    def of_list(self, part: Call) -> Domain:
        function, listed = part.function, self.listed(part)
        if function in ("any", "all"):
            if listed.most and not isinstance(listed.entry, YesNo):
                raise FormulaFault("E008", f"{function} takes yes-nos, and this holds {listed.entry.noun}", part.at)
            return YesNo()
        if function == "count":
            entries = tuple(map(_as_one, listed.entries)) if listed.entries is not None else None
            return self.total("sum", replace(listed, entry=_as_one(listed.entry), entries=entries), part.at)
        return self.total(function, listed, part.at)

    def total(self, function: str, listed: Lists, at: int) -> Numbers:
        """Return the bounds of a sum, least or highest entry of a list of numbers."""
        if listed.entries:
            numbers = [self.numbers(domain, function, at) for domain in listed.entries]
            lows, highs = [number.low for number in numbers], [number.high for number in numbers]
            # no entry can be left out: sum, min and max grow with each entry, so the ends give the ends
            if listed.least == len(numbers):
                return Numbers(OF_LISTS[function](lows), OF_LISTS[function](highs))
            if function == "sum":  # some may be left out
                return Numbers(sum(min(low, 0) for low in lows), sum(max(high, 0) for high in highs))
        entry = self.numbers(listed.entry, function, at) if listed.most else EMPTY
        if function == "sum":
            # the least sum has few entries if they are positive, many if they are negative; the highest sum the other
            # way round
            low = entry.low * (listed.least if entry.low > 0 else listed.most)
            return Numbers(low, entry.high * (listed.most if entry.high > 0 else listed.least))
        # min and max of an empty list are 0
        return entry if listed.least else Numbers(min(0, entry.low), max(0, entry.high))

    @staticmethod
    def numbers(domain: Domain, by: str, at: int) -> Numbers:
        if not isinstance(domain, Numbers):
            raise FormulaFault("E008", f"{by} takes numbers, and this holds {domain.noun}", at)
        return domain

    def listed(self, part: Call) -> Lists:
        """Return the list that a function is called with: its loop, its only argument, or all its arguments."""
        if part.loops:
            return self.looped(part, 0)
        if len(part.arguments) > 1:
            return list_of_all(map(self.of, part.arguments), part.at)
        return self.entries(self.of(part.arguments[0]), part.arguments[0].at, part.function)

    @staticmethod
    def entries(domain: Domain, at: int, by: str) -> Lists:
        if isinstance(domain, Lists):
            return domain
        if isinstance(domain, Rows) and domain.kind != "card":
            return list_of_all(domain.fields.values(), at)
        if domain == EMPTY:
            return Lists(EMPTY, 0, 0)
        raise FormulaFault("E008", f"{by} takes a list, and this is {domain.noun}", at)

    def looped(self, part: Call, depth: int) -> Lists:
        """Return the list of what a loop gives, from its loop `depth` on."""
        if depth == len(part.loops):
            return list_of_all([self.of(part.arguments[0])])
        loop = part.loops[depth]
        if loop.name in self.names:
            raise FormulaFault("E009", f"{loop.name!r} is already a name", loop.source.at, "choose another name")
        source = self.entries(self.of(loop.source), loop.source.at, "for")
        steps = self.steps * max(source.most, 1)
        if steps > MOST_STEPS:
            raise FormulaFault("E010", f"this may take more than {MOST_STEPS:,} steps", part.at, "loop over less")
        # a short known list is walked entry by entry, which is exact; another list once, with an entry for all
        turns = source.entries if source.entries and len(source.entries) <= EACH else (source.entry,)
        rounds = []
        for value in turns:
            scope = _Walk({**self.names, loop.name: value}, steps)
            can = scope.condition(loop.condition, "if")
            result = scope.looped(part, depth + 1) if True in can else Lists(EMPTY, 0, 0, ())
            rounds.append(result if False not in can else replace(result, least=0))
        content = hull([result.entry for result in rounds], part.at)
        if turns is not source.entries:
            # one round stood for all of them
            return Lists(content, rounds[0].least * source.least, rounds[0].most * source.most)
        lists = [result.entries for result in rounds if result.entries is not None]
        entries = tuple(entry for values in lists for entry in values) if len(lists) == len(rounds) else None
        return Lists(content, sum(result.least for result in rounds), sum(result.most for result in rounds), entries)

    def track(self, table: Lists, number: Numbers, at: int) -> Numbers:
        if table.entries is None:
            entry = self.numbers(table.entry, "track", at) if table.most else EMPTY
            return Numbers(min(0, entry.low), max(0, entry.high)) if number.low < 1 else entry
        values = tuple(self.numbers(entry, "track", at).low for entry in table.entries)
        # beyond the last box nothing changes, so a large range of boxes ends with the table
        boxes = number.values if number.is_few else range(number.low, min(number.high, len(values)) + 1)
        return numbers_of({under_box(values, box) for box in boxes} | {under_box(values, number.high)})

    def of_all(self, part: Call) -> Domain:
        domain, players = self.of(part.arguments[0]), self.names.get("players")
        player_limit = players.high if isinstance(players, Numbers) else 1
        if part.function == "everyone":
            return Lists(domain, 1, player_limit)
        if part.function == "place":
            self.numbers(domain, "place", part.at)
        return Numbers(1, player_limit)


ANSWERS: dict[str, Callable[[tuple[bool, ...]], bool]] = {"and": all, "or": any, "not": lambda answers: not answers[0]}


def _as_one(domain: Domain) -> Numbers:
    """Return what an entry counts: 1, or 0 for a no."""
    return Numbers(min(domain.can), max(domain.can)) if isinstance(domain, YesNo) else Numbers(1, 1)


def _counted(function: str, numbers: Sequence[Numbers], at: int) -> Domain:
    """Return what an operator gives for numbers: if there are few, one by one, else by their bounds."""
    a, b = numbers[0], numbers[-1]
    if function in ("==", "!="):
        # as for keys: they can be equal if the ranges overlap, they always are if both are the same single number
        equal = {a.low <= b.high and b.low <= a.high, a.low == a.high == b.low == b.high}
        return YesNo(frozenset(answer == (function == "==") for answer in equal))
    if function == "..":
        return Lists(Numbers(a.low, max(a.low, b.high)), max(0, b.low - a.high + 1), max(0, b.high - a.low + 1))
    if function in ("//", "%") and b.low <= 0 <= b.high:
        raise FormulaFault("E006", "this may be a division by zero", at, BY_ZERO)
    count: Callable[..., Any] = (OF_ONE if len(numbers) == 1 else OF_TWO)[function]
    # +, -, *, // and comparisons are monotonic in each argument between the signs, so the extremes lie at the corners;
    # % and abs are not and get their own extremes below
    ends = {count(*pair) for pair in product(*((number.low, number.high) for number in numbers))}
    if function in COMPARISONS:
        return YesNo(frozenset(ends))
    if all(number.is_few for number in numbers):
        return numbers_of(count(*pair) for pair in product(*(number.values for number in numbers)))
    if function == "%":
        ends |= {0, b.high - 1 if b.low > 0 else b.low + 1}
    elif function == "abs" and a.low < 0 < a.high:
        ends.add(0)
    return Numbers(min(ends), max(ends))
