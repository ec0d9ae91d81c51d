"""Read and write entries of a ledger: in score files, as pages send them, as typed at the table, and as sentences."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.diagnostics import InvalidInput
from generator.reading.yaml_nodes import Node, parse_yaml
from generator.scoring import ledger_accounts
from generator.scoring.input_spec import InputReadingContext, excerpt, near, pick, whole, wholes
from generator.scoring.messages import Faults, Message, UnreadableAnswer, Value, key_word, list_of, message

MOST_SESSIONS = 1000
KEYS = {  # of an entry, by its verb
    "pool": ("level", "pool", "shares"),
    "gets": ("who", "gets"),
    "has": ("who", "has"),
    "buys": ("who", "buys", "gives"),
    "out": ("who", "out"),
    "session": ("session",),
}
MEMBER_SIGNS = re.compile(r"\s+([-+=!])\s*")
WORD_AND_NUMBER = re.compile(r"([^\d,;]+?)\s*(\d+)\s*(?:[,;]|\s|$)\s*")


@dataclass(frozen=True)
class LedgerEntryReader:
    """Reads entries of a score file by the rules of a ledger; adds faults to the context `at`."""

    rates: ledger_accounts.LedgerRules
    context: InputReadingContext

    def read(self, node: Node) -> ledger_accounts.LedgerEntry | None:
        """Return the entry in a node; if it is not one, add a fault and return None."""
        if not self.context.mapping(node):
            return None
        verbs = [verb for verb in KEYS if verb in node.value]
        if len(verbs) != 1:
            self.context.faults.add("G031", message("no_entry"), node.place, message("known", names=list_of(KEYS)))
            return None
        verb = verbs[0]
        wrong = [key for key in node.value if key not in KEYS[verb]]
        for key in wrong:
            said = message("unknown_in_group", key=key, what=verb)
            self.context.faults.add("G007", said, node.key_place(key), near(key, KEYS[verb]))
        who = node.get("who")
        if "who" in KEYS[verb] and (who is None or not isinstance(who.value, str)):
            self.context.faults.add(
                "S004", message("key_missing", key="who"), node.place, message("add_key", key="who")
            )
            return None
        if wrong:
            return None
        before = len(self.context.faults.errors)
        entry = self._entry(verb, node, who.value.strip() if who is not None else "")
        return entry if len(self.context.faults.errors) == before else None

    def _entry(self, verb: str, node: Node, who: str) -> ledger_accounts.LedgerEntry | None:
        child, at = node.value[verb], replace(self.context, name=verb)
        match verb:
            case "pool":
                return self._pool(node, child, at)
            case "gets":
                return ledger_accounts.PurseGainLedgerEntry(who, _amounts(child, self.rates.kinds, at))
            case "has":
                return ledger_accounts.MemberValuesEntry(who, _amounts(child, self.rates.goods, at))
            case "buys":
                buying = replace(at, name="goods")
                goods = [buying.key(good, self.rates.goods) for good in child.value] if at.listing(child) else []
                kinds = [kind for kind in self.rates.kinds if kind not in self.rates.purses]
                given = node.get("gives")
                gives = {} if given is None else _amounts(given, kinds, at)
                return ledger_accounts.PurchaseLedgerEntry(who, tuple(key for key in goods if key is not None), gives)
            case "out":
                if child.value is not True:
                    at.faults.add("S003", message("not_flag", shown=excerpt(child)), child.place)
                return ledger_accounts.DepartureEntry(who)
            case _:
                return ledger_accounts.SessionStartLedgerEntry(at.number(child, 1, MOST_SESSIONS, "session") or 0)

    def _pool(self, node: Node, child: Node, context: InputReadingContext) -> ledger_accounts.PoolLedgerEntry | None:
        rates, pool, level, shares = self.rates, self.rates.pool, node.get("level"), node.get("shares")
        if level is None and len(rates.factors) > 1:
            context.faults.add("S004", message("key_missing", key="level"), node.place, message("add_key", key="level"))
            return None
        number = min(rates.factors) if level is None else self.level(level)
        numbers = (
            [context.number(each, 1, pool.most, "pool") or 0 for each in child.value] if context.listing(child) else []
        )
        agreed = None
        if shares is not None:
            pairs = shares.items() if context.mapping(shares) else ()
            agreed = {key: context.number(share, 0, ledger_accounts.MOST, key) or 0 for key, share in pairs}
        if not numbers or len(numbers) > pool.most_entries:
            said = message("out_of_entries", what="pool", count=len(numbers), least=1, most=pool.most_entries)
            context.faults.add("G010", said, child.place)
        most, least, many = (
            each[number - 1] if number and number <= len(each) else end
            for each, end in (
                (pool.likely, ledger_accounts.MOST),
                (pool.likely_least, 1),
                (pool.likely_entries, pool.most_entries),
            )
        )
        if many < len(numbers) <= pool.most_entries:
            said = message("out_of_entries", what="pool", count=len(numbers), least=1, most=many)
            context.faults.warn("G010", said, child.place)
        known = [value for value in numbers if value]  # the others were refused
        for value in sorted({min(known, default=least), max(known, default=least)}):
            if not least <= value <= most:
                said = message("out_of_bounds", what="pool", value=value, least=least, most=most)
                context.faults.warn("G010", said, child.place)
        return None if number is None else ledger_accounts.PoolLedgerEntry(number, tuple(numbers), agreed)

    def level(self, node: Node) -> int | None:
        """Return the number of a level; if there is no such level, add a fault and return None."""
        value = node.value
        if isinstance(value, int) and not isinstance(value, bool) and value in self.rates.factors:
            return value
        said = message("not_one_of", what="level", value=excerpt(node), numbers=list_of(self.rates.factors))
        self.context.faults.add("G010", said, node.place)
        return None


def _amounts(node: Node, known: Sequence[str] | Mapping[str, Any], context: InputReadingContext) -> dict[str, int]:
    """Return the numbers of a mapping by key; an unknown key or a wrong number is a fault, and left out."""
    amounts = {}
    for key, child in context.entries(node, known) if context.mapping(node) else ():
        if (number := context.number(child, 0, ledger_accounts.MOST, key)) is not None:
            amounts[key] = number
    return amounts


@dataclass(frozen=True)
class LedgerEntryTexts:
    """Parses and writes entries of a ledger as texts; `section` of the game's words names purses and goods."""

    rates: ledger_accounts.LedgerRules
    section: str
    members: Sequence[str]
    context: InputReadingContext

    def possible(self) -> Message:
        """Return the help text that explains how entries are typed."""
        goods, kinds = (
            list_of(key_word(self.section, key) for key in keys) for keys in (self.rates.goods, self.rates.kinds)
        )
        return message("entries_typed", goods=goods, kinds=kinds, levels=list_of(self.rates.factors))

    def read(self, text: str, before: Sequence[ledger_accounts.LedgerEntry]) -> ledger_accounts.LedgerEntry:
        """Return the entry in a typed text, or one sent by a page, after those in `before`; raises UnreadableAnswer."""
        if text.startswith("{"):
            own = replace(self.context, faults=Faults())
            try:
                entry = LedgerEntryReader(self.rates, own).read(parse_yaml(text, "answer"))
            except InvalidInput:
                entry = None
            if entry is None:
                raise UnreadableAnswer(own.faults.met[0].message if own.faults.met else message("no_entry"))
            return entry
        if text == ">":
            return ledger_accounts.SessionStartLedgerEntry(
                2 + sum(isinstance(entry, ledger_accounts.SessionStartLedgerEntry) for entry in before)
            )
        if re.match(r"\d+\s*:", text):
            return self._read_pool(text, before)
        sign = MEMBER_SIGNS.search(text)
        if sign is None:
            raise UnreadableAnswer(self.possible())
        who = pick(text[: sign.start()], dict(zip(self.members, self.members, strict=True)), 1)
        return self._read_of_member(who, sign[1], text[sign.end() :])

    def _read_pool(self, text: str, before: Sequence[ledger_accounts.LedgerEntry]) -> ledger_accounts.PoolLedgerEntry:
        level, _, rest = text.partition(":")
        factors, most = self.rates.factors, self.rates.pool.most
        if whole(level) not in factors:
            what = message("level")
            raise UnreadableAnswer(message("not_one_of", what=what, value=level.strip(), numbers=list_of(factors)))
        numbers, _, agreed = rest.partition("=")
        pool = wholes(numbers)
        if not pool or len(pool) > self.rates.pool.most_entries:
            raise UnreadableAnswer(message("range", least=1, most=most))
        for number in pool:
            self.context.within(number, 1, most, self.context.what)
        shares = self._read_shares(agreed, self._present(before)) if agreed.strip() else None
        return ledger_accounts.PoolLedgerEntry(whole(level), tuple(pool), shares)

    def _present(self, entries: Sequence[ledger_accounts.LedgerEntry]) -> list[str]:
        """Return the members who are still in the group after these entries."""
        return ledger_accounts.LedgerReplay(self.rates, self.members, self.section).enter_all(entries).present

    def _read_shares(self, agreed: str, present: Sequence[str]) -> dict[str, int]:
        """Return the agreed shares by member, typed in the order of the members in `present`."""
        shares = wholes(agreed)
        if len(shares) != len(present):
            said = message("wants_all", count=len(present), names=list_of(present), found=len(shares))
            raise UnreadableAnswer(said)
        for share in shares:
            self.context.within(share, 0, ledger_accounts.MOST, self.context.what)
        return dict(zip(present, shares, strict=True))

    def _read_of_member(self, who: str, sign: str, rest: str) -> ledger_accounts.LedgerEntry:
        kinds = {kind: self._name(kind) for kind in self.rates.kinds}
        goods = {key: self._name(key) for key in self.rates.goods}
        match sign:
            case "!":
                return ledger_accounts.DepartureEntry(who)
            case "+":
                return ledger_accounts.PurseGainLedgerEntry(who, self._read_amounts(rest, kinds))
            case "=":
                return ledger_accounts.MemberValuesEntry(who, self._read_amounts(rest, goods))
        bought, _, given = rest.partition("/")
        own = {kind: name for kind, name in kinds.items() if kind not in self.rates.purses}
        picked = tuple(pick(word, goods) for word in re.split(r"[,;]", bought) if word.strip())
        if not picked:
            raise UnreadableAnswer(message("known", names=list_of(goods.values())))
        return ledger_accounts.PurchaseLedgerEntry(who, picked, self._read_amounts(given, own) if given.strip() else {})

    def _name(self, key: str) -> str:
        return self.context.data.words.tell(key_word(self.section, key))

    def _read_amounts(self, text: str, names: Mapping[str, str]) -> dict[str, int]:
        """Return the numbers after names in a text such as "gold 12, jewels 5", by key."""
        amounts: dict[str, int] = {}
        position = 0
        for match in WORD_AND_NUMBER.finditer(text):
            if match.start() != position:
                break
            key = pick(match[1], names)
            if key in amounts:
                raise UnreadableAnswer(message("named_twice", name=names[key]))
            amounts[key] = whole(match[2])
            self.context.within(amounts[key], 0, ledger_accounts.MOST, names[key])
            position = match.end()
        if position != len(text) or not amounts:
            raise UnreadableAnswer(message("such_as", text=f"{next(iter(names.values()), '')} 12"))
        return amounts

    def write(self, entry: ledger_accounts.LedgerEntry, before: Sequence[ledger_accounts.LedgerEntry]) -> str:
        """Return an entry as a player would type it after the entries in `before`; the inverse of `read`."""

        def amounts(each: Mapping[str, int]) -> str:
            return ", ".join(f"{self._name(key)} {number}" for key, number in each.items())

        match entry:
            case ledger_accounts.PoolLedgerEntry(level, numbers, None):
                return f"{level}: {' '.join(map(str, numbers))}"
            case ledger_accounts.PoolLedgerEntry(level, numbers, shares):
                agreed = " ".join(str((shares or {}).get(name, 0)) for name in self._present(before))
                return f"{level}: {' '.join(map(str, numbers))} = {agreed}"
            case ledger_accounts.PurseGainLedgerEntry(who, gets):
                return f"{who} + {amounts(gets)}"
            case ledger_accounts.MemberValuesEntry(who, values):
                return f"{who} = {amounts(values)}"
            case ledger_accounts.PurchaseLedgerEntry(who, goods, gives):
                return f"{who} - {', '.join(map(self._name, goods))}{f' / {amounts(gives)}' if gives else ''}"
            case ledger_accounts.DepartureEntry(who):
                return f"{who} !"
            case _:
                return ">"


def ledger_entry_sentence(entry: ledger_accounts.LedgerEntry, section: str) -> Value:
    """Return an entry as a readable sentence; `section` of the game's words names purses and goods."""

    def amounts(pairs: Iterable[tuple[Value, int]]) -> Value:
        return list_of(message("told_amount", what=what, number=number) for what, number in pairs)

    def by_word(each: Mapping[str, int]) -> Iterable[tuple[Value, int]]:
        return ((key_word(section, key), number) for key, number in each.items())

    match entry:
        case ledger_accounts.PoolLedgerEntry(level, numbers, None):
            return message("told_pool", numbers=list_of(numbers), level=level)
        case ledger_accounts.PoolLedgerEntry(level, numbers, shares):
            return message(
                "told_pool_shared", numbers=list_of(numbers), level=level, shares=amounts((shares or {}).items())
            )
        case ledger_accounts.PurseGainLedgerEntry(who, gets):
            return message("told_gets", who=who, amounts=amounts(by_word(gets)))
        case ledger_accounts.MemberValuesEntry(who, values):
            return message("told_has", who=who, amounts=amounts(by_word(values)))
        case ledger_accounts.PurchaseLedgerEntry(who, goods, gives):
            bought = list_of(key_word(section, key) for key in goods)
            if gives:
                return message("told_buys_for", who=who, goods=bought, amounts=amounts(by_word(gives)))
            return message("told_buys", who=who, goods=bought)
        case ledger_accounts.DepartureEntry(who):
            return message("told_out", who=who)
        case _:
            return message("told_session", number=entry.plain["session"])
