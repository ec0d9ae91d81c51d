"""An entry of a ledger, as a score file or a page writes it, becomes a value. What cannot be read is a fault."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.diagnostics import SourceLocation
from generator.reading.yaml_nodes import Node
from generator.scoring.input_spec import InputReadingContext, excerpt, near
from generator.scoring.ledger_accounts import (
    MOST,
    DepartureEntry,
    LedgerEntry,
    LedgerRules,
    MemberValuesEntry,
    PoolLedgerEntry,
    PurchaseLedgerEntry,
    PurseGainLedgerEntry,
    SessionStartLedgerEntry,
)
from generator.scoring.messages import list_of, message

MOST_SESSIONS = 1000
KEYS = {  # of an entry, by its verb
    "pool": ("level", "pool", "shares"),
    "gets": ("who", "gets"),
    "has": ("who", "has"),
    "buys": ("who", "buys", "gives"),
    "out": ("who", "out"),
    "session": ("session",),
}


@dataclass(frozen=True)
class LedgerEntryReader:
    """Reads entries by the numbers of a ledger; faults go into those of `at`."""

    rates: LedgerRules
    at: InputReadingContext

    def read(self, node: Node) -> LedgerEntry | None:
        """Return an entry; None and a fault where it is none."""
        if not self.at.mapping(node):
            return None
        verbs = [verb for verb in KEYS if verb in node.value]
        if len(verbs) != 1:
            self.at.faults.add("G031", message("no_entry"), node.place, message("known", names=list_of(KEYS)))
            return None
        verb = verbs[0]
        wrong = [key for key in node.value if key not in KEYS[verb]]
        for key in wrong:
            said = message("unknown_in_group", key=key, what=verb)
            self.at.faults.add("G007", said, node.key_place(key), near(key, KEYS[verb]))
        who = node.get("who")
        if "who" in KEYS[verb] and (who is None or not isinstance(who.value, str)):
            self.at.faults.add("S004", message("key_missing", key="who"), node.place, message("add_key", key="who"))
            return None
        if wrong:
            return None
        before = len(self.at.faults.errors)
        entry = self._entry(verb, node, who.value.strip() if who is not None else "")
        return entry if len(self.at.faults.errors) == before else None

    def _entry(self, verb: str, node: Node, who: str) -> LedgerEntry | None:
        child, at = node.value[verb], replace(self.at, name=verb)
        match verb:
            case "pool":
                return self._pool(node, child, at)
            case "gets":
                return PurseGainLedgerEntry(who, _amounts(child, self.rates.kinds, at))
            case "has":
                return MemberValuesEntry(who, _amounts(child, self.rates.goods, at))
            case "buys":
                buying = replace(at, name="goods")
                goods = [buying.key(good, self.rates.goods) for good in child.value] if at.listing(child) else []
                kinds = [kind for kind in self.rates.kinds if kind not in self.rates.purses]
                given = node.get("gives")
                gives = {} if given is None else _amounts(given, kinds, at)
                return PurchaseLedgerEntry(who, tuple(key for key in goods if key is not None), gives)
            case "out":
                if child.value is not True:
                    at.faults.add("S003", message("not_flag", shown=excerpt(child)), child.place)
                return DepartureEntry(who)
            case _:
                return SessionStartLedgerEntry(at.number(child, 1, MOST_SESSIONS, "session") or 0)

    def _pool(self, node: Node, child: Node, at: InputReadingContext) -> PoolLedgerEntry | None:
        rates, level, shares = self.rates, node.get("level"), node.get("shares")
        if level is None and len(rates.factors) > 1:
            at.faults.add("S004", message("key_missing", key="level"), node.place, message("add_key", key="level"))
            return None
        number = min(rates.factors) if level is None else self.level(level.value, level.place)
        numbers = [at.number(each, 1, rates.most, "pool") or 0 for each in child.value] if at.listing(child) else []
        agreed = None
        if shares is not None:
            pairs = shares.items() if at.mapping(shares) else ()
            agreed = {key: at.number(share, 0, MOST, key) or 0 for key, share in pairs}
        if not numbers or len(numbers) > rates.most_entries:
            said = message("out_of_entries", what="pool", count=len(numbers), least=1, most=rates.most_entries)
            at.faults.add("G010", said, child.place)
        likely = rates.likely[number - 1] if number and number <= len(rates.likely) else MOST
        if max(numbers, default=0) > likely:
            said = message("out_of_bounds", what="pool", value=max(numbers), least=1, most=likely)
            at.faults.warn("G010", said, child.place)
        return None if number is None else PoolLedgerEntry(number, tuple(numbers), agreed)

    def level(self, value: Any, place: SourceLocation) -> int | None:
        """Return the number of a level; None and a fault where there is no such level."""
        if isinstance(value, int) and not isinstance(value, bool) and value in self.rates.factors:
            return value
        said = message("not_one_of", what="level", value=str(value)[:20], numbers=list_of(self.rates.factors))
        self.at.faults.add("G010", said, place)
        return None


def _amounts(node: Node, known: Sequence[str] | Mapping[str, Any], at: InputReadingContext) -> dict[str, int]:
    """Return the numbers of a mapping by key; what is not known or no number is a fault, and left out."""
    amounts = {}
    for key, child in node.items() if at.mapping(node) else ():
        if key not in known:
            said = message("unknown_in_group", key=key, what=at.what)
            at.faults.add("G007", said, node.key_place(key), near(key, known))
        elif (number := at.number(child, 0, MOST, key)) is not None:
            amounts[key] = number
    return amounts
