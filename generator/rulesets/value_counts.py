"""How often each value was seen under each name; all numbers are integers, so sums do not depend on the order."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

GAMES = 200  # the default number of games that measure a map: about a second
Z95 = 1.959963984540054  # bounds of 95 of 100 normal values, in standard deviations

Values = dict[int, int]  # a value -> how often it was seen


class ValueCounts:
    """Counts of values by name; names are paths such as STYLE/total, STYLE/line/LETTER or STYLE/KIND/KEY."""

    def __init__(self, counts: Mapping[str, Mapping[int, int]] | None = None) -> None:
        self.seen: dict[str, Values] = {name: dict(values) for name, values in (counts or {}).items()}

    def add(self, name: str, value: int, times: int = 1) -> None:
        """Count a value `times` times more."""
        values = self.seen.get(name)
        if values is None:
            values = self.seen[name] = {}
        values[value] = values.get(value, 0) + times

    def put(self, name: str, sample: "ValueHistogram") -> None:
        """Replace the counts of a name by those of `sample`."""
        self.seen[name] = dict(sample.values)

    def merge(self, added: "ValueCounts") -> None:
        """Add all counts of `added`."""
        for name, values in added.seen.items():
            for value, times in values.items():
                self.add(name, value, times)

    def of(self, name: str) -> "ValueHistogram":
        """Return the counts of a name; an empty histogram for a name that was never seen."""
        return ValueHistogram(self.seen.get(name, {}))

    def under(self, name: str) -> Iterator[tuple[str, "ValueHistogram"]]:
        """Yield (rest of the name, counts) for all names that begin with "name/", sorted."""
        start = f"{name}/"
        for seen_name in sorted(self.seen):
            if seen_name.startswith(start):
                yield seen_name.removeprefix(start), ValueHistogram(self.seen[seen_name])

    def plain(self) -> dict[str, dict[str, int]]:
        """Return all counts as JSON can hold them, sorted by name and value."""
        return {
            name: {str(value): self.seen[name][value] for value in sorted(self.seen[name])}
            for name in sorted(self.seen)
        }

    @classmethod
    def of_plain(cls, plain: Mapping[str, Mapping[str, int]]) -> "ValueCounts":
        """Return the counts from the result of `plain`."""
        return cls({name: {int(value): times for value, times in values.items()} for name, values in plain.items()})


@dataclass(frozen=True)
class ConfidenceInterval:
    """An estimate with the bounds of the true value in 95 of 100 such runs."""

    estimate: float
    low: float
    high: float


@dataclass(frozen=True)
class ValueHistogram:
    """How often each value was seen, by value."""

    values: Mapping[int, int]

    @property
    def size(self) -> int:
        return sum(self.values.values())

    @property
    def mean(self) -> float:
        """The mean; 0 if there are no values."""
        return self._sum() / self.size if self.values else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of a sample; 0 for fewer than two values."""
        size = self.size
        if size < 2:
            return 0.0
        # Bessel's correction divides by n - 1. The numerator is computed in integers, so that no rounding depends on
        # the order in which workers finish.
        squares = sum(value * value * times for value, times in self.values.items())
        return math.sqrt((squares * size - self._sum() ** 2) / (size * (size - 1)))

    def interval(self) -> ConfidenceInterval:
        """Return the mean with its bounds, assuming that means are normal; infinite bounds for a single value.

        >>> ValueHistogram({119: 1}).interval()
        ConfidenceInterval(estimate=119.0, low=-inf, high=inf)
        """
        size = self.size
        reach = Z95 * self.deviation / math.sqrt(size) if size > 1 else math.inf
        return ConfidenceInterval(self.mean, self.mean - reach, self.mean + reach)

    def share(self, least: int) -> ConfidenceInterval:
        """Return the share of the values that are at least `least`, with Wilson's bounds, which suit rare values too.

        >>> one = ValueHistogram({0: 90, 1: 10}).share(1)
        >>> [round(each, 3) for each in (one.estimate, one.low, one.high)]
        [0.1, 0.055, 0.174]
        """
        size = self.size
        if not size:
            return ConfidenceInterval(0.0, 0.0, 1.0)
        # Wilson (1927): the bounds are the shares from which this sample is just 1.96 standard deviations away. They
        # stay between 0 and 1, which the usual mean ± 1.96 deviations does not if an outcome is rare.
        part = sum(times for value, times in self.values.items() if value >= least) / size
        middle = (part + Z95**2 / (2 * size)) / (1 + Z95**2 / size)
        reach = Z95 / (1 + Z95**2 / size) * math.sqrt(part * (1 - part) / size + Z95**2 / (4 * size * size))
        return ConfidenceInterval(part, max(0.0, middle - reach), min(1.0, middle + reach))

    def quantile(self, part: float) -> int:
        """Return the least value such that at least the share `part` of all values does not exceed it.

        >>> [ValueHistogram({1: 3, 5: 1}).quantile(part) for part in (0, 0.5, 0.75, 0.76, 1)]
        [1, 1, 1, 5, 5]
        """
        rank, passed = part * self.size, 0
        for value in sorted(self.values):
            passed += self.values[value]
            if passed >= rank:
                return value
        return max(self.values, default=0)

    def _sum(self) -> int:
        return sum(value * times for value, times in self.values.items())
