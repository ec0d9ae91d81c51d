"""An input that is a ledger over several sessions: what a group earns together and what each member spends.

Its entries are read from score files, from texts as typed, and as pages send them; written again; and replayed in
order: what each member has, the standings, and the entries that are impossible.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Literal

from generator.diagnostics import InvalidInput, SourceLocation, need_known, refuse
from generator.formulas.domains import Lists, Numbers, Rows, YesNo
from generator.reading.spec_class import spec_of
from generator.reading.structure import Names, NumberBounds, Text
from generator.reading.yaml_nodes import Node, as_node, parse_yaml, yaml_quoted
from generator.scoring.game_scoring_data import GameScoringData, is_whole
from generator.scoring.input_reading import (
    MOST_ENTRIES,
    TYPED,
    FilledFields,
    InputMarks,
    InputReadingContext,
    MemberStanding,
    excerpt,
)
from generator.scoring.input_spec import INPUT_KINDS, Control, ControlOption, InputSpec
from generator.scoring.messages import Faults, Message, UnreadableAnswer, Value, key_word, list_of, message
from generator.scoring.typed_text import named_numbers, pick, whole, wholes

MOST = 999_999  # of what a member has
MOST_OF = "most"
KEYS = {  # of an entry, by its kind
    "pool": ("level", "pool", "shares"),
    "gets": ("who", "gets"),
    "has": ("who", "has"),
    "buys": ("who", "buys", "gives"),
    "out": ("who", "out"),
    "session": ("session",),
}


@dataclass(frozen=True, kw_only=True)
class PoolPayout:
    """How earnings count: data paths of the points for each (`each_from`) and of factors by level (`factors_from`).

    At most `most_members` share an entry. A number above the `likely` one of its level, or below `likely_least`, gets a
    warning, and so do more numbers than `likely_entries`.
    """

    each_from: Text
    factors_from: Text
    factor_first: bool = False
    most: Annotated[int, NumberBounds(1, MOST)] = 99
    most_entries: Annotated[int, NumberBounds(1, 1000)] = 60
    most_members: Annotated[int, NumberBounds(1, 1000)] = 1000
    likely: tuple[int, ...] = ()
    likely_least: tuple[int, ...] = ()
    likely_entries: tuple[int, ...] = ()


@dataclass(frozen=True)
class LedgerRules:
    """The numbers and rates of a ledger.

    An entry of earnings is worth `each` times the sum of its numbers. A share of it is rounded down and then multiplied
    by the factor of its level, or with `factor_first` the other way round. `goods` has the price of each good by purse,
    and under MOST_OF how many of it a member may have.
    """

    spec: "LedgerSpec"
    each: int
    factors: Mapping[int, int]
    goods: Mapping[str, Mapping[str, int]]

    @property
    def purse(self) -> str:
        """The purse that earnings go to."""
        return next(iter(self.spec.purses))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of all that a member can have: the purses, then the things that may be handed in instead."""
        return (*self.spec.purses, *self.handed_in)

    @property
    def handed_in(self) -> tuple[str, ...]:
        """The names of the things that may be handed in instead of purses."""
        return tuple(kind for kinds in self.spec.purses.values() for kind in kinds)


LedgerEntry = Mapping[str, Any]  # its keys and values as in a score file


def kind_of(entry: LedgerEntry) -> str:
    """Return the kind of an entry, one of KEYS."""
    return next(kind for kind in KEYS if kind in entry)


def amounts_of(entry: LedgerEntry) -> Mapping[str, int]:
    """Return the amounts that a member gets, has or hands in, or the agreed shares of the members."""
    return next((entry[key] for key in ("gets", "has", "gives", "shares") if key in entry), {})


class LedgerReplay:
    """Replays entries; `wrong` has the impossible ones, which are skipped, by their numbers, from 0."""

    def __init__(self, rates: LedgerRules, members: Sequence[str], entries: Sequence[LedgerEntry]) -> None:
        self.rates = rates
        self.accounts = {name: MemberStanding(name, 0, dict.fromkeys(rates.kinds, 0), {}) for name in members}
        self.session = 1
        self.bought: set[tuple[str, str]] = set()  # in this session, by member and good
        self.wrong: dict[int, Message] = {}
        for number, entry in enumerate(entries):
            fault = next(self._faults(entry), None)
            if fault is None:
                self._enter(entry)
            else:
                self.wrong[number] = fault

    @property
    def present(self) -> list[str]:
        """The members who have not left the group."""
        return [name for name, account in self.accounts.items() if not account.out]

    def _word(self, key: str) -> Value:
        return key_word(self.rates.spec.words, key)

    def _faults(self, entry: LedgerEntry) -> Iterator[Message]:
        """Yield why an entry is impossible."""
        shares = amounts_of(entry) if kind_of(entry) == "pool" else {}
        for name in (*shares, *([entry["who"]] if "who" in entry else [])):
            if name not in self.accounts:
                yield message("no_member", name=name)
            elif self.accounts[name].out and kind_of(entry) != "has" and shares.get(name, 1):
                yield message("member_out", name=name)
        match kind_of(entry):
            case "pool":
                yield from self._pool_faults(entry)
            case "buys":
                yield from self._purchase_faults(entry)
            case "session" if entry["session"] != self.session + 1:
                yield message("next_session", number=self.session + 1)
            case "has":
                for key, value in amounts_of(entry).items():
                    limit = self.rates.goods[key].get(MOST_OF, MOST)
                    if value > limit:
                        yield message("out_of_bounds", what=self._word(key), value=value, least=0, most=limit)

    def _enter(self, entry: LedgerEntry) -> None:
        match kind_of(entry):
            case "pool":
                for name, gain in self.gains(entry).items():
                    self._earn(name, {self.rates.purse: gain})
            case "gets":
                self._earn(entry["who"], amounts_of(entry))
            case "has":
                self.accounts[entry["who"]].values |= amounts_of(entry)
            case "buys":
                account = self.accounts[entry["who"]]
                account.left = self._left_after(entry)
                account.values |= {key: account.values.get(key, 0) + 1 for key in entry["buys"]}
                self.bought |= {(account.name, key) for key in entry["buys"]}
            case "out":
                self.accounts[entry["who"]].out = True
            case _:
                self.session = entry["session"]
                self.bought.clear()

    # income

    def pool(self, entry: LedgerEntry) -> int:
        """Return the points to share, already multiplied by the factor of the level with `factor_first`."""
        pool: int = self.rates.each * sum(entry["pool"])
        return pool * self.rates.factors[entry["level"]] if self.rates.spec.pool.factor_first else pool

    def gains(self, entry: LedgerEntry) -> dict[str, int]:
        """Return the points that each member earns from a pool."""
        factor = 1 if self.rates.spec.pool.factor_first else self.rates.factors[entry["level"]]
        if "shares" in entry:
            return {name: share * factor for name, share in amounts_of(entry).items()}
        return dict.fromkeys(self.present, self.pool(entry) // len(self.present) * factor)

    def _pool_faults(self, entry: LedgerEntry) -> Iterator[Message]:
        if self.bought:
            yield message("session_closed", number=self.session)
        if not self.present:
            yield message("nobody_left")
        shares, member_limit = amounts_of(entry).values(), self.rates.spec.pool.most_members
        sharing = sum(map(bool, shares)) if "shares" in entry else len(self.present)
        if sharing > member_limit:
            yield message("too_many_share", count=sharing, most=member_limit)
        if sum(shares) > self.pool(entry):
            yield message("shares_above", shared=sum(shares), pool=self.pool(entry))

    def _earn(self, name: str, amounts: Mapping[str, int]) -> None:
        account = self.accounts[name]
        for kind, amount in amounts.items():
            account.left[kind] += amount
        account.earned += amounts.get(self.rates.purse, 0)

    # purchases

    def _left_after(self, entry: LedgerEntry) -> dict[str, int]:
        """Return the amounts a member has left after a purchase, below 0 if an amount is not enough.

        Goods handed in for a purse pay first, without change; the purse pays the rest.
        """
        remaining = dict(self.accounts[entry["who"]].left)
        for kind, amount in amounts_of(entry).items():
            remaining[kind] -= amount
        for purse, kinds in self.rates.spec.purses.items():
            cost = sum(self.rates.goods[key].get(purse, 0) for key in entry["buys"])
            remaining[purse] -= max(0, cost - sum(amounts_of(entry).get(kind, 0) for kind in kinds))
        return remaining

    def _purchase_faults(self, entry: LedgerEntry) -> Iterator[Message]:
        account, goods = self.accounts[entry["who"]], entry["buys"]
        for number, key in enumerate(goods):
            value, limit = account.values.get(key, 0), self.rates.goods[key].get(MOST_OF, MOST)
            if (account.name, key) in self.bought or key in goods[:number]:
                yield message("bought_once", what=self._word(key))
            if value >= limit:
                yield message("at_its_most", what=self._word(key), value=value, most=limit)
        for kind, remaining in self._left_after(entry).items():
            if remaining < 0:
                has = account.left[kind]
                yield message("too_little", what=self._word(kind), need=has - remaining, has=has)

    # standings

    def standings(self) -> tuple[MemberStanding, ...]:
        """Return the standing of each member, in order; members out or below the threshold have no rank."""
        purse, spec, threshold = self.rates.purse, self.rates.spec, self.rates.spec.threshold.items()
        members = [account for account in self.accounts.values() if not account.out]
        ranked = [account for account in members if all(account.left[kind] >= number for kind, number in threshold)]
        results = [account.left[purse] if spec.rank_by == "left" else account.earned for account in ranked]
        for member, result in zip(ranked, results, strict=True):
            member.rank = 1 + sum(rival > result for rival in results)
        return tuple(self.accounts.values())

    def echo(self, entry: LedgerEntry) -> Value | None:
        """Return a message about the result of the entry that was entered last."""
        if kind_of(entry) == "pool":
            entries = list_of(message("card", who=name, points=gain) for name, gain in self.gains(entry).items())
            return message("pool_shared", pool=self.pool(entry), entries=entries)
        if kind_of(entry) == "session":
            return None
        member = entry["who"]
        if kind_of(entry) == "out":
            return message("member_out", name=member)
        remaining = self.accounts[member].left.items()
        entries = list_of(message("amount_of", what=self._word(kind), amount=amount) for kind, amount in remaining)
        return message("left_with", name=member, entries=entries)


Amount = Annotated[int, NumberBounds(0, MOST)]
FILLED_KINDS = 4  # of fields of a filled sheet: numbers, level, shares, names
MOST_SESSIONS = 1000


SIGNS = {"+": "gets", "=": "has", "-": "buys", "!": "out"}  # of kinds of entries about a member, as typed
OPTIONAL = ("shares", "gives")
OF_MEMBER = re.compile(r"(.*?)\s+([-+=!])\s*(.*)")


@dataclass(frozen=True)
class LedgerEntries:
    """Reads and writes entries by the rules of a ledger; adds faults to the context."""

    rates: LedgerRules
    members: Sequence[str]
    context: InputReadingContext

    # from a file

    def read(self, node: Node) -> LedgerEntry | None:
        """Return the entry in a node; if it is not one, add a fault and return None."""
        faults = self.context.faults
        if not self.context.mapping(node):
            return None
        kinds = [kind for kind in KEYS if kind in node.value]
        if len(kinds) != 1:
            faults.add("G031", message("no_entry"), node.place, message("known", names=list_of(KEYS)))
            return None
        kind, error_count = kinds[0], len(faults.errors)
        children = dict(replace(self.context, name=kind, names=None).entries(node, KEYS[kind]))
        levels = list(self.rates.factors)
        plain: dict[str, Any] = {"level": levels[0]} if kind == "pool" and len(levels) == 1 else {}
        for key in KEYS[kind]:
            child = children.get(key)
            if child is None or (key == "who" and not isinstance(child.value, str)):
                if key not in (*OPTIONAL, *plain):
                    faults.add("S004", message("key_missing", key=key), node.place, message("add_key", key=key))
            else:
                plain[key] = self._value(key, child)
        if len(faults.errors) > error_count:
            return None
        if kind == "pool":
            self._warn_of_unlikely(plain["level"], plain["pool"], children["pool"].place)
        return plain

    def _value(self, key: str, node: Node) -> Any:
        context = replace(self.context, name=key)
        match key:
            case "who":
                return node.value.strip()
            case "level":
                return self._level(node)
            case "pool" | "buys" if not context.listing(node):
                return []
            case "pool":
                count, entry_limit = len(node.value), self.rates.spec.pool.most_entries
                if not 1 <= count <= entry_limit:
                    text = message("out_of_entries", what=self._word(key), count=count, least=1, most=entry_limit)
                    context.faults.add("G010", text, node.place)
                return [self._number(entry, 1, self.rates.spec.pool.most, key) for entry in node.value]
            case "buys":
                goods = replace(context, name="goods")
                return [goods.key(good, self.rates.goods) for good in node.value]
            case "out":
                if node.value is not True:
                    context.faults.add("S003", message("not_flag", what=key, shown=excerpt(node)), node.place)
                return True
            case "session":
                return self._number(node, 1, MOST_SESSIONS, key)
        if not context.mapping(node):
            return {}
        pairs = node.items() if key == "shares" else context.entries(node, self._known(key))
        likely = self.rates.spec.likely_gains if key == "gets" else {}
        return {name: self._number(child, 0, likely.get(name, MOST), name) for name, child in pairs}

    def _known(self, key: str) -> tuple[str, ...]:
        """Return the purses and goods that the values of a key of entries are about."""
        return {"gets": self.rates.kinds, "gives": self.rates.handed_in}.get(key, tuple(self.rates.goods))

    def _number(self, node: Node, least: int, most: int, key: str) -> int | None:
        return self.context.number(node, least, most, self._word(key))

    def _word(self, key: str) -> Value:
        """Return what a message calls a key of an entry, a purse or a good: its key in a file, its word if typed."""
        if not self.context.typed or key in self.members:
            return key
        words: dict[str, Value] = {"level": message("level"), "pool": self.context.word, "session": self.context.word}
        return words.get(key) or key_word(self.rates.spec.words, key)

    def _warn_of_unlikely(self, level: int, numbers: Sequence[int], place: SourceLocation) -> None:
        pool, pool_word = self.rates.spec.pool, self._word("pool")
        least, most, many = (
            each[level - 1] if 0 < level <= len(each) else otherwise
            for each, otherwise in ((pool.likely_least, 1), (pool.likely, MOST), (pool.likely_entries, MOST))
        )
        if len(numbers) > many:
            text = message("out_of_entries", what=pool_word, count=len(numbers), least=1, most=many)
            self.context.faults.warn("G010", text, place)
        for value in sorted({min(numbers), max(numbers)}):
            if 1 <= value <= pool.most and not least <= value <= most:  # others were reported as they were read
                text = message("out_of_bounds", what=pool_word, value=value, least=least, most=most)
                self.context.faults.warn("G010", text, place)

    def _level(self, node: Node) -> int | None:
        """Return the number of a level; if there is no such level, add a fault and return None."""
        value = node.value
        if is_whole(value) and value in self.rates.factors:
            return int(value)
        numbers = list_of(self.rates.factors)
        text = message("not_one_of", what=self._word("level"), value=excerpt(node), numbers=numbers)
        self.context.faults.add("G010", text, node.place)
        return None

    # as typed

    def possible(self) -> Message:
        """Return the help text that explains how entries are typed."""
        goods, kinds = (list_of(map(self._name, keys)) for keys in (self.rates.goods, self.rates.kinds))
        return message("entries_typed", goods=goods, kinds=kinds, levels=list_of(self.rates.factors))

    def typed(self, text: str, before: Sequence[LedgerEntry]) -> LedgerEntry:
        """Return the entry in a typed text, or one sent by a page, after those in `before`; raises UnreadableAnswer."""
        faults = Faults()
        try:
            node = parse_yaml(text, "answer") if text.startswith("{") else as_node(self._parsed(text, before), "answer")
            entry = replace(self, context=replace(self.context, faults=faults)).read(node)
        except InvalidInput:
            entry = None
        if entry is None:
            raise UnreadableAnswer(faults.errors[0].message if faults.errors else message("no_entry"))
        self.context.faults.met += faults.met
        return entry

    def _parsed(self, text: str, before: Sequence[LedgerEntry]) -> dict[str, Any]:
        """Return a typed entry as a score file has it."""
        if text == ">":
            return {"session": 2 + sum(kind_of(entry) == "session" for entry in before)}
        level, colon, rest = text.partition(":")
        if colon and level.strip().isdecimal():
            numbers, _, agreed = rest.partition("=")
            plain = {"level": whole(level), "pool": wholes(numbers)}
            shares, present = wholes(agreed), self.replay(before).present
            if shares and len(shares) != len(present):
                names = list_of(present)
                raise UnreadableAnswer(message("wants_all", count=len(present), names=names, found=len(shares)))
            return {**plain, "shares": dict(zip(present, shares, strict=True))} if shares else plain
        parts = OF_MEMBER.fullmatch(text)
        if parts is None:
            raise UnreadableAnswer(self.possible())
        kind = SIGNS[parts[2]]
        member = {"who": pick(parts[1], dict(zip(self.members, self.members, strict=True)), 1)}
        if kind == "out":
            return {**member, kind: True}
        if kind != "buys":
            return {**member, kind: self._amounts(parts[3], kind)}
        bought, _, payment = parts[3].partition("/")
        goods = {good: self._name(good) for good in self.rates.goods}
        picked = [pick(word, goods) for word in re.split(r"[,;]", bought) if word.strip()]
        if not picked:
            raise UnreadableAnswer(message("known", names=list_of(goods.values())))
        return {**member, kind: picked, **({"gives": self._amounts(payment, "gives")} if payment.strip() else {})}

    def replay(self, entries: Sequence[LedgerEntry]) -> LedgerReplay:
        """Return the accounts of the members after these entries, and the entries that are impossible."""
        return LedgerReplay(self.rates, self.members, entries)

    def _name(self, key: str) -> str:
        return self.context.data.words.text(key_word(self.rates.spec.words, key))

    def _amounts(self, text: str, key: str) -> dict[str, int]:
        """Return the numbers after names in a text such as "gold 12, jewels 5", by what a key of entries is about."""
        names = {name: self._name(name) for name in self._known(key)}
        amounts = named_numbers(text, names)
        if not amounts:
            raise UnreadableAnswer(message("such_as", text=f"{next(iter(names.values()), '')} 12"))
        return amounts

    def write(self, entry: LedgerEntry, before: Sequence[LedgerEntry]) -> str:
        """Return an entry as a player would type it after the entries in `before`; the inverse of `typed`."""
        amounts = ", ".join(f"{self._name(key)} {number}" for key, number in amounts_of(entry).items())
        if kind_of(entry) == "session":
            return ">"
        if kind_of(entry) == "pool":
            agreed = " ".join(str(amounts_of(entry).get(name, 0)) for name in self.replay(before).present)
            return f"{entry['level']}: {' '.join(map(str, entry['pool']))}{f' = {agreed}' * ('shares' in entry)}"
        if kind_of(entry) == "buys":
            amounts = ", ".join(map(self._name, entry["buys"])) + f" / {amounts}" * bool(amounts)
        sign = next(sign for sign, kind in SIGNS.items() if kind == kind_of(entry))
        return f"{entry['who']} {sign} {amounts}".rstrip()

    def sentence(self, entry: LedgerEntry) -> Value:
        """Return an entry as a readable sentence."""
        member = entry.get("who", "")
        words = {key: key if key in self.members else key_word(self.rates.spec.words, key) for key in amounts_of(entry)}
        amounts = list_of(message("told_amount", what=words[key], number=n) for key, n in amounts_of(entry).items())
        match kind_of(entry):
            case "pool":
                numbers, level = list_of(entry["pool"]), entry["level"]
                if "shares" in entry:
                    return message("told_pool_shared", numbers=numbers, level=level, amounts=amounts)
                return message("told_pool", numbers=numbers, level=level)
            case "gets":
                return message("told_gets", who=member, amounts=amounts)
            case "has":
                return message("told_has", who=member, amounts=amounts)
            case "buys":
                goods = list_of(key_word(self.rates.spec.words, key) for key in entry["buys"])
                return message(
                    "told_buys_for" if amounts.entries else "told_buys", who=member, goods=goods, amounts=amounts
                )
            case "out":
                return message("told_out", who=member)
        return message("told_session", number=entry["session"])


@spec_of(INPUT_KINDS, "ledger")
class LedgerSpec(InputSpec):
    """Entries about the members that the input `members` names: what they earn together and what each spends.

    Earnings go to the first of `purses`; a purse lists the things that may be handed in instead of it.
    `goods_from` is a mapping in the data files with the price of each good by purse, and how many of it a member may
    have, such as `{veil: {points: 30, most: 2}}`. A member needs `threshold` left to be ranked. More of a purse at once
    than its number in `likely_gains` gets a warning.
    `filled` names four kinds of fields of a sheet. Row n is an entry of earnings: its numbers are in FIRST.n, its level
    in SECOND.n, and the agreed share of member m, if any, in THIRD.n.m; the name of member m is in FOURTH.m. Other
    entries are not on this sheet.
    In formulas a list of members, each with `.earned`, `.left`, `.rank` (0 without one) and `.out`, a yes-no.
    """

    members: str
    pool: PoolPayout
    purses: dict[str, Names]
    goods_from: Text
    rank_by: Literal["earned", "left"] = "earned"
    threshold: dict[str, Amount] = field(default_factory=dict)
    likely_gains: dict[str, Amount] = field(default_factory=dict)

    ticks_tell: ClassVar[bool] = False
    grows: ClassVar[bool] = True

    def rates(self, data: GameScoringData) -> LedgerRules:
        """Return the numbers of the ledger from the data files; raises InvalidInput."""
        factors, goods = (data.source.value(path, self.place) for path in (self.pool.factors_from, self.goods_from))
        for path, mapping in ((self.goods_from, goods), (self.pool.factors_from, factors)):
            if not isinstance(mapping, Mapping):
                raise refuse("G020", f"{path!r} is not a mapping", self.place, "write {1: 1, 2: 2}")
        if self.fields or len(self.filled) not in (0, FILLED_KINDS):
            hint = "write filled: [numbers, level, shares, names], and no fields:"
            raise refuse("G024", f"a ledger is filled in on {FILLED_KINDS} kinds of fields", self.place, hint)
        if not self.purses:
            raise refuse("G024", "a ledger needs at least one purse", self.place, "write purses: {points: []}")
        for purse, kind in ((purse, kind) for purse, kinds in self.purses.items() for kind in kinds):
            if kind in self.purses:
                hint = f"leave {kind!r} out of one of the two"
                raise refuse("G024", f"{kind!r} is a purse, and handed in for {purse!r}", self.place, hint)
        each = data.number(str(self.pool.each_from), self.place)
        levels = {whole(str(n)): data.number(f"{self.pool.factors_from}.{n}", self.place) for n in factors}
        prices = {key: self._good(data, key, good) for key, good in goods.items()}
        rates = LedgerRules(self, each, levels, prices)
        for kind in (*self.threshold, *self.likely_gains):
            need_known(kind, rates.kinds, "G024", f"{kind!r} is not a purse", self.place)
        return rates

    def _good(self, data: GameScoringData, key: str, good: Any) -> Mapping[str, int]:
        path = f"{self.goods_from}.{key}"
        place = data.source.place_of(path, self.place)
        if not isinstance(good, Mapping):
            raise refuse("G020", f"{path!r} is not a price", place, "write {points: 100, most: 5}")
        for name in good:
            need_known(str(name), (*self.purses, MOST_OF), "G020", f"{path!r} has an unknown {name!r}", place)
        return {str(name): data.number(f"{path}.{name}", self.place) for name in good}

    def keys_in(self, data: GameScoringData) -> tuple[str, ...]:
        rates = self.rates(data)
        return (*rates.kinds, *rates.goods)

    def other_inputs(self, _data: GameScoringData, marks: InputMarks | None = None) -> tuple[str, ...]:
        return (self.members,) if marks is None else ()

    def domain(self, data: GameScoringData) -> Lists:
        self.rates(data)  # raises InvalidInput
        amounts = {name: Numbers(0, MOST) for name in ("earned", "left", "rank")}
        return Lists(Rows({**amounts, "out": YesNo()}), 0, MOST_ENTRIES)

    def value(self, marks: InputMarks, _data: GameScoringData, _cards: Sequence[str | None] = ()) -> Any:
        return tuple(
            {"earned": each.earned, "left": sum(each.left.values()), "rank": each.rank or 0, "out": each.out}
            for each in marks.standings
        )

    # from a file

    def read(self, node: Node, context: InputReadingContext) -> InputMarks | None:
        if not context.listing(node) or not context.has_entries(len(node.value), 0, MOST_ENTRIES, node.place):
            return None
        reader = self._entries(context)
        return InputMarks([entry for child in node.value if (entry := reader.read(child)) is not None])

    # from a filled sheet

    def on_sheet(self, fields: FilledFields, context: InputReadingContext) -> list[dict[str, Any]]:
        if not self.filled:
            return []
        numbers_in, level_in, shares_in, names_in = self.filled
        names, levels, entries = fields.texts(names_in), self.rates(context.data).factors, []
        for row in fields.texts(numbers_in):
            numbers = fields.numbers(f"{numbers_in}.{row}", context, 0, self.pool.most)
            level = fields.numbers(f"{level_in}.{row}", context, 0, MOST) or [*levels][: len(levels) == 1] or [0]
            shares = {
                names[column]: sum(fields.numbers(f"{shares_in}.{row}.{column}", context, 0, MOST))
                for column in fields.texts(f"{shares_in}.{row}")
                if column in names
            }
            if numbers:
                entries.append({"level": level[0], "pool": numbers, **({"shares": shares} if shares else {})})
        return entries

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        return written and all(part.isdecimal() for part in end.split("."))

    # what it comes to

    def settle(self, marks: InputMarks, context: InputReadingContext) -> InputMarks:
        """Replay the entries; an impossible entry is a fault at its location."""
        replay = self._entries(context).replay(marks.plain)
        for number, text in replay.wrong.items():
            context.faults.add("G031", text, context.places.get(f"{context.name}.{number}", context.place))
        return replace(marks, standings=replay.standings())

    def _entries(self, context: InputReadingContext) -> LedgerEntries:
        members = tuple(context.sheet[self.members].plain) if self.members in context.sheet else ()
        return LedgerEntries(self.rates(context.data), members, context)

    # at the table

    def parts(self, marks: InputMarks | None = None) -> int:
        return 1 + (len(marks.plain) if marks is not None else 0)

    def ask(self, part: int, context: InputReadingContext) -> Message:
        return message("ask_entry", what=context.word, number=part + 1)

    def possible(self, _part: int, context: InputReadingContext) -> Value:
        return self._entries(context).possible()

    def control(self, _part: int, context: InputReadingContext) -> Control:
        rates = self.rates(context.data)
        goods, kinds = (
            tuple(ControlOption(key, key_word(self.words, key)) for key in keys) for keys in (rates.goods, rates.kinds)
        )
        levels, entries = tuple(rates.factors), self.pool.most_entries
        return Control(
            "entry", 1, self.pool.most, entries=entries, options=goods, kinds=kinds, points=levels, members=self.members
        )

    def answer(self, text: str, part: int, before: InputMarks, context: InputReadingContext) -> InputMarks:
        entries = list(before.plain)
        if text == "-":
            del entries[part : part + 1]
        elif text:
            entries[part : part + 1] = [self._entries(context).typed(text, entries[:part])]
        for sentence in self._entries(context).replay(entries).wrong.values():
            context.faults.add("G031", sentence, TYPED)
        return InputMarks(entries)

    def answer_text(self, marks: InputMarks, part: int, context: InputReadingContext) -> str:
        entries = marks.plain
        return self._entries(context).write(entries[part], entries[:part]) if part < len(entries) else ""

    def answer_sentence(self, marks: InputMarks, part: int, context: InputReadingContext) -> Value:
        return self._entries(context).sentence(marks.plain[part]) if part < len(marks.plain) else ""

    def label(self, marks: InputMarks, _part: int | None, _context: InputReadingContext) -> Value:
        there = [each for each in marks.standings if not each.out]
        return list_of(message("amount_of", what=each.name, amount=str(each.earned)) for each in there)

    def page_answer(self, marks: InputMarks, part: int, _context: InputReadingContext) -> str:
        return yaml_quoted(marks.plain[part]) if part < len(marks.plain) else ""

    def echo(self, marks: InputMarks, part: int, context: InputReadingContext) -> Value | None:
        if part >= len(marks.plain):
            return None
        return self._entries(context).replay(marks.plain[: part + 1]).echo(marks.plain[part])
