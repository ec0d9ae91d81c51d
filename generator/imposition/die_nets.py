"""Nets of dice: the five regular bodies, their sides numbered so that opposite ones add up to the same."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from math import atan2, cos, dist, pi, sin, tan

from generator.geometry import Rect, Size
from generator.imposition.nets import Net, Point
from generator.units import mm

Corner = tuple[float, float, float]
TAB = mm(5)
GOLDEN = (1 + 5**0.5) / 2
CORNERS: dict[str, tuple[Corner, ...]] = {
    "d4": ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)),
    "d8": ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)),
    "d20": tuple(
        turned
        for one in (1.0, -1.0)
        for long in (GOLDEN, -GOLDEN)
        for turned in ((0.0, one, long), (one, long, 0.0), (long, 0.0, one))
    ),
}
DUALS = {"d6": "d8", "d12": "d20"}  # a corner of one for each side of the other
SLOPES = {3: pi / 4, 4: pi / 4, 5: pi / 6}  # of the ends of tabs, so that those beside each other keep apart


def die_net(name: str, inner: float) -> Net:
    """Return the net of a die whose sides each hold a circle of a diameter; panels are called 1, 2, 3 and so on.

    A face is a square around that circle.
    """
    sides = sides_of(name)
    count = len(sides[0])
    long = inner * tan(pi / count)
    net = Net()
    number = _numbers(name, sides)
    first, spot = _polygon(count, long), Rect((long - inner) / 2, 0.0, inner, inner)
    net.lay(number[0], Size(long, inner), shows=number[0])
    net.panels[number[0]] = net.panels[number[0]].with_corners(tuple((x, -y) for x, y in first), spot)
    waiting, edges = [0], {0: _edges(sides[0])}
    while waiting:
        at = waiting.pop(0)
        for place, edge in enumerate(edges[at]):
            other = _across(sides, at, edge)
            if other not in edges:
                net.hang_shape(number[other], (number[at], place), first, shows=number[other], box=spot)
                begin = sides[other].index(edge[1])
                edges[other] = _edges(sides[other][begin:] + sides[other][:begin])
                waiting.append(other)
    folded = {edge for pair in net.folds for edge in pair}
    for at in range(len(sides)):  # a glue tab on one of each two edges that meet and are not folded
        for place, edge in enumerate(edges[at]):
            other = _across(sides, at, edge)
            if at < other and (number[at], place) not in folded:
                there, tab = edges[other].index((edge[1], edge[0])), f"tab {number[at]} {number[other]}"
                net.tab(tab, (number[at], place), min(TAB, long * 0.3), (number[other], there), SLOPES[count])
    return net


@cache
def sides_of(name: str) -> tuple[tuple[int, ...], ...]:
    """Return the corners of each side of a body, by their numbers, counterclockwise from outside.

    >>> [(name, len(sides_of(name)), len(sides_of(name)[0])) for name in ("d4", "d6", "d8", "d12", "d20")]
    [('d4', 4, 3), ('d6', 6, 4), ('d8', 8, 3), ('d12', 12, 5), ('d20', 20, 3)]
    """
    if name in DUALS:
        corners, sides = CORNERS[DUALS[name]], sides_of(DUALS[name])
        middles = [_middle(corners[at] for at in side) for side in sides]
        around = [[at for at, side in enumerate(sides) if corner in side] for corner in range(len(corners))]
        return tuple(_ordered(middles, faces_around) for faces_around in around)
    corners = CORNERS[name]
    edge = min(dist(one, other) for one, other in combinations(corners, 2))
    triples = combinations(range(len(corners)), 3)
    near = [
        triple
        for triple in triples
        if all(dist(corners[a], corners[b]) < edge * 1.01 for a, b in combinations(triple, 2))
    ]
    return tuple(_ordered(corners, corners_near) for corners_near in near)


def _middle(corners: Iterable[Corner]) -> Corner:
    points = list(corners)
    x, y, z = (sum(corner[axis] for corner in points) / len(points) for axis in range(3))
    return x, y, z


def _ordered(corners: list[Corner] | tuple[Corner, ...], side: Iterable[int]) -> tuple[int, ...]:
    """Return the corners of a side in their order around its middle, counterclockwise seen from outside."""
    names = list(side)
    out = _middle(corners[at] for at in names)
    start = _less(corners[names[0]], out)
    beside = _cross(out, start)
    scale = _dot(beside, beside) ** 0.5 / _dot(start, start) ** 0.5

    def turn(at: int) -> float:
        spoke = _less(corners[at], out)
        return atan2(_dot(spoke, beside) / scale, _dot(spoke, start)) % (2 * pi)

    return tuple(sorted(names, key=lambda at: round(turn(at), 6) % round(2 * pi, 6)))


def _less(one: Corner, other: Corner) -> Corner:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _dot(one: Corner, other: Corner) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _cross(a: Corner, b: Corner) -> Corner:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _numbers(name: str, sides: tuple[tuple[int, ...], ...]) -> dict[int, str]:
    """Return the number of each side: opposite ones add up to one more than there are, if there are opposite ones."""
    source = CORNERS[DUALS.get(name, name)]
    middles = list(source) if name in DUALS else [_middle(source[at] for at in side) for side in sides]
    given: dict[int, str] = {}
    for at, middle in enumerate(middles):
        if at not in given:
            low = next(number for number in range(1, len(sides) + 1) if str(number) not in given.values())
            given[at] = str(low)
            across = [
                other
                for other, other_middle in enumerate(middles)
                if dist(other_middle, [-part for part in middle]) < 0.01
            ]
            given |= {other: str(len(sides) + 1 - low) for other in across}
    return given


def _edges(side: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(one, side[(at + 1) % len(side)]) for at, one in enumerate(side)]


def _across(sides: tuple[tuple[int, ...], ...], at: int, edge: tuple[int, int]) -> int:
    """Return the other side that has an edge."""
    return next(other for other, side in enumerate(sides) if other != at and {*edge} <= {*side})


def _polygon(count: int, long: float) -> list[Point]:
    """Return a regular polygon on its bottom edge: along it, and away from it."""
    spots, x, y = [], 0.0, 0.0
    for at in range(count):
        spots.append((x, y))
        x, y = x + long * cos(2 * pi * at / count), y + long * sin(2 * pi * at / count)
    return spots
