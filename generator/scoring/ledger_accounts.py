"""Replay the entries of a ledger in order: what each member has, the standings, and the entries that are impossible."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from generator.reading.structure import NumberBounds, Text
from generator.scoring.messages import Message, Value, key_word, list_of, message

MOST = 999_999  # of what a member has


@dataclass(frozen=True)
class PricedGood:
    """A thing that members can buy: its price in each purse, and how many of it a member may have at most."""

    price: Mapping[str, int]
    most: int | None = None


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
    by the factor of its level, or with `factor_first` the other way round. `purses` lists for each purse the things
    that may be handed in instead, without change being given.
    """

    each: int
    factors: Mapping[int, int]
    pool: PoolPayout
    purse: str
    purses: Mapping[str, tuple[str, ...]]
    goods: Mapping[str, PricedGood]
    by_left: bool = False
    threshold: Mapping[str, int] = field(default_factory=dict)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of all that a member can have: the purses, then the things that may be handed in instead."""
        return (*self.purses, *(kind for others in self.purses.values() for kind in others))


@dataclass(frozen=True)
class LedgerEntry:
    """One line of a ledger."""

    @property
    def plain(self) -> dict[str, Any]:
        """The entry as a score file holds it."""
        return {}


@dataclass(frozen=True)
class PoolLedgerEntry(LedgerEntry):
    """Earnings of the group, by `numbers`: shared equally among the members still there, or by agreed `shares`."""

    level: int
    numbers: tuple[int, ...]
    shares: Mapping[str, int] | None = None

    @property
    def plain(self) -> dict[str, Any]:
        agreed = {} if self.shares is None else {"shares": dict(self.shares)}
        return {"level": self.level, "pool": list(self.numbers), **agreed}


@dataclass(frozen=True)
class PurseGainLedgerEntry(LedgerEntry):
    """A member gets amounts for purses, or things that can be handed in instead."""

    who: str
    amounts: Mapping[str, int]

    @property
    def plain(self) -> dict[str, Any]:
        return {"who": self.who, "gets": dict(self.amounts)}


@dataclass(frozen=True)
class MemberValuesEntry(LedgerEntry):
    """An entry with the current values of a member, which limit what the member may buy."""

    who: str
    values: Mapping[str, int]

    @property
    def plain(self) -> dict[str, Any]:
        return {"who": self.who, "has": dict(self.values)}


@dataclass(frozen=True)
class PurchaseLedgerEntry(LedgerEntry):
    """A member buys goods, one of each, and hands in the things `gives` to pay what a purse lacks."""

    who: str
    goods: tuple[str, ...]
    gives: Mapping[str, int] = field(default_factory=dict)

    @property
    def plain(self) -> dict[str, Any]:
        gives = {"gives": dict(self.gives)} if self.gives else {}
        return {"who": self.who, "buys": list(self.goods), **gives}


@dataclass(frozen=True)
class DepartureEntry(LedgerEntry):
    """A member leaves the group for good."""

    who: str

    @property
    def plain(self) -> dict[str, Any]:
        return {"who": self.who, "out": True}


@dataclass(frozen=True)
class SessionStartLedgerEntry(LedgerEntry):
    """The next session begins."""

    number: int

    @property
    def plain(self) -> dict[str, Any]:
        return {"session": self.number}


@dataclass
class MemberHoldings:
    """The amounts in a member's purses, the current `values`, the total earned, and the goods bought."""

    amounts: dict[str, int]
    values: dict[str, int] = field(default_factory=dict)
    earned: int = 0
    out: bool = False
    bought: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class MemberStanding:
    """The standing of a member: what was earned, what is left, and the rank, None for members without one."""

    name: str
    earned: int
    left: Mapping[str, int]
    values: Mapping[str, int]
    out: bool
    rank: int | None


@dataclass(frozen=True)
class RefusedLedgerEntry:
    """An impossible entry: its index, from 0, and the reason."""

    entry: int
    said: Message


@dataclass
class LedgerReplay:
    """Replays entries; `wrong` collects impossible ones, which are skipped."""

    rates: LedgerRules
    members: Sequence[str]
    words: str = ""
    session: int = 1
    at: int = 0
    bought: bool = False
    wrong: list[RefusedLedgerEntry] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.accounts = {name: MemberHoldings(dict.fromkeys(self.rates.kinds, 0)) for name in self.members}

    def enter_all(self, entries: Sequence[LedgerEntry]) -> "LedgerReplay":
        """Enter all entries in order, and return the replay itself."""
        for self.at, entry in enumerate(entries):
            said = next(self._faults(entry), None)
            if said is None:
                self._enter(entry)
            else:
                self.wrong.append(RefusedLedgerEntry(self.at, said))
        return self

    def _faults(self, entry: LedgerEntry) -> Iterator[Message]:
        who = getattr(entry, "who", None)
        if who is not None and who not in self.accounts:
            yield message("no_member", name=who)
            return
        match entry:
            case PoolLedgerEntry():
                yield from self._pool_faults(entry)
            case PurchaseLedgerEntry():
                yield from self._purchase_faults(entry)
            case SessionStartLedgerEntry() if entry.number != self.session + 1:
                yield message("next_session", number=self.session + 1)
            case MemberValuesEntry():
                for key, value in entry.values.items():
                    most = self.rates.goods[key].most
                    if most is not None and value > most:
                        what = key_word(self.words, key)
                        yield message("out_of_bounds", what=what, value=value, least=0, most=most)
            case PurseGainLedgerEntry() | DepartureEntry() if self.accounts[entry.who].out:
                yield message("member_out", name=entry.who)

    def _enter(self, entry: LedgerEntry) -> None:
        match entry:
            case PoolLedgerEntry():
                for name, gain in self.gains(entry).items():
                    self._earn(name, {self.rates.purse: gain})
            case PurseGainLedgerEntry():
                self._earn(entry.who, entry.amounts)
            case MemberValuesEntry():
                self.accounts[entry.who].values |= entry.values
            case PurchaseLedgerEntry():
                self._pay(entry)
            case DepartureEntry():
                self.accounts[entry.who].out = True
            case SessionStartLedgerEntry():
                self.session, self.bought = entry.number, False
                for account in self.accounts.values():
                    account.bought.clear()

    @property
    def present(self) -> list[str]:
        """The members who have not left the group."""
        return [name for name, account in self.accounts.items() if not account.out]

    # what is earned

    def pool(self, entry: PoolLedgerEntry) -> int:
        """Return the points to share, already multiplied by the factor of the level with `factor_first`."""
        pool = self.rates.each * sum(entry.numbers)
        return pool * self.rates.factors[entry.level] if self.rates.pool.factor_first else pool

    def gains(self, entry: PoolLedgerEntry) -> dict[str, int]:
        """Return the points that each member earns from a pool."""
        factor = 1 if self.rates.pool.factor_first else self.rates.factors[entry.level]
        if entry.shares is not None:
            return {name: share * factor for name, share in entry.shares.items()}
        return dict.fromkeys(self.present, self.pool(entry) // len(self.present) * factor)

    def _pool_faults(self, entry: PoolLedgerEntry) -> Iterator[Message]:
        if self.bought:
            yield message("session_closed", number=self.session)
        if not self.present:
            yield message("nobody_left")
        for name, share in (entry.shares or {}).items():
            if name not in self.accounts:
                yield message("no_member", name=name)
            elif share and self.accounts[name].out:
                yield message("member_out", name=name)
        sharing = sum(map(bool, entry.shares.values())) if entry.shares is not None else len(self.present)
        if sharing > self.rates.pool.most_members:
            yield message("too_many_share", count=sharing, most=self.rates.pool.most_members)
        shared, pool = sum((entry.shares or {}).values()), self.pool(entry)
        if shared > pool:
            yield message("shares_above", shared=shared, pool=pool)

    def _earn(self, name: str, amounts: Mapping[str, int]) -> None:
        account = self.accounts[name]
        for kind, amount in amounts.items():
            account.amounts[kind] += amount
        account.earned += amounts.get(self.rates.purse, 0)

    # what is bought

    def _cost(self, entry: PurchaseLedgerEntry) -> dict[str, int]:
        goods = [self.rates.goods[key].price for key in entry.goods]
        return {purse: sum(price.get(purse, 0) for price in goods) for purse in self.rates.purses}

    def _purchase_faults(self, entry: PurchaseLedgerEntry) -> Iterator[Message]:
        account = self.accounts[entry.who]
        if account.out:
            yield message("member_out", name=entry.who)
        seen = set(account.bought)
        for key in entry.goods:
            value, most = account.values.get(key, 0), self.rates.goods[key].most
            if key in seen:
                yield message("bought_once", what=key_word(self.words, key))
            if most is not None and value >= most:
                yield message("at_its_most", what=key_word(self.words, key), value=value, most=most)
            seen.add(key)
        for kind, amount in entry.gives.items():
            if amount > account.amounts[kind]:
                yield message("too_little", what=key_word(self.words, kind), need=amount, has=account.amounts[kind])
        for purse, cost in self._cost(entry).items():
            given = sum(entry.gives.get(kind, 0) for kind in self.rates.purses[purse])
            if cost - given > account.amounts[purse]:
                what, has = key_word(self.words, purse), account.amounts[purse] + given
                yield message("too_little", what=what, need=cost, has=has)

    def _pay(self, entry: PurchaseLedgerEntry) -> None:
        account = self.accounts[entry.who]
        for kind, amount in entry.gives.items():
            account.amounts[kind] -= amount
        for purse, cost in self._cost(entry).items():
            given = sum(entry.gives.get(kind, 0) for kind in self.rates.purses[purse])
            account.amounts[purse] -= max(0, cost - given)
        for key in entry.goods:
            account.values[key] = account.values.get(key, 0) + 1
            account.bought.add(key)
        self.bought = True

    # where they stand

    def standings(self) -> tuple[MemberStanding, ...]:
        """Return the standing of each member, in order; members out or below the threshold have no rank."""
        results = {
            name: account.amounts[self.rates.purse] if self.rates.by_left else account.earned
            for name, account in self.accounts.items()
            if not account.out and all(account.amounts[kind] >= least for kind, least in self.rates.threshold.items())
        }
        return tuple(
            MemberStanding(
                name,
                account.earned,
                dict(account.amounts),
                dict(account.values),
                account.out,
                1 + sum(other > results[name] for other in results.values()) if name in results else None,
            )
            for name, account in self.accounts.items()
        )

    def echo(self, entry: LedgerEntry) -> Value | None:
        """Return a message about the result of the entry that was entered last."""
        if isinstance(entry, PoolLedgerEntry):
            gains = self.gains(entry).items()
            entries = list_of(message("card", who=name, points=gain) for name, gain in gains)
            return message("pool_shared", pool=self.pool(entry), entries=entries)
        who = getattr(entry, "who", None)
        if who is None:
            return None
        if isinstance(entry, DepartureEntry):
            return message("member_out", name=who)
        left = self.accounts[who].amounts.items()
        entries = list_of(message("amount_of", what=key_word(self.words, kind), amount=amount) for kind, amount in left)
        return message("left_with", name=who, entries=entries)
