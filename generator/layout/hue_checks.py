"""Find marks that differ only in hue: in grey print, and for people who see few colours, they look the same.

Marks are filled shapes and icons of one kind and size. A sign tells two colours apart if all marks of one have it
beside them, and none of the other has it.
"""

from collections import defaultdict
from collections.abc import Iterator
from colorsys import rgb_to_hls
from functools import lru_cache
from itertools import combinations

from generator.diagnostics import Diagnostic, SourceLocation
from generator.frame import OPAQUE, ShapeItem, TextItem
from generator.geometry import Rect
from generator.layout.drawn_items import DrawnItem, DrawnPage

BESIDE = 11.0  # points around a mark in which its sign lies
LEAST_MARK, MOST_MARK = 8.0, 150.0  # points: smaller shapes are ornaments, larger ones are grounds
SAME_GREY = 0.12  # difference of lightness, 0 to 1
LABEL = 3  # letters at most
LEAST_CHROMA, OTHER_HUE = 0.2, 0.08  # 0 to 1, and as a part of a turn
MarkKind = tuple[str, int, int]
"""The name of a shape, its width and its height."""


@lru_cache(maxsize=2048)
def hue_of(color: str) -> tuple[float, float, float]:
    """Return the hue, the grey and the chroma of "#rrggbb", each 0 to 1."""
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    levels = red, green, blue
    return rgb_to_hls(*levels)[0], 0.2126 * red + 0.7152 * green + 0.0722 * blue, max(levels) - min(levels)


def differ_only_in_hue(first: str, second: str) -> bool:
    """Return whether two colours, "#rrggbb", are colourful, of other hues, and one grey.

    >>> differ_only_in_hue("#a8281e", "#1f4c8f"), differ_only_in_hue("#a8281e", "#f0d060")
    (True, False)
    """
    (hue, grey, chroma), (other_hue, other_grey, other_chroma) = hue_of(first), hue_of(second)
    turn = abs(hue - other_hue)
    is_colourful = min(chroma, other_chroma) > LEAST_CHROMA
    return is_colourful and min(turn, 1 - turn) > OTHER_HUE and abs(grey - other_grey) < SAME_GREY


class ColouredMarks:
    """The colourful marks of faces that belong together, such as all cards of a deck, and the signs on these faces."""

    def __init__(self) -> None:
        self._marks: dict[MarkKind, dict[str, list[tuple[int, Rect, SourceLocation]]]] = defaultdict(
            lambda: defaultdict(list)
        )
        self._signs: list[list[tuple[str, Rect]]] = []
        self._names: list[str] = []

    def add(self, page: DrawnPage) -> None:
        """Collect the marks of a face."""
        marks = [entry for entry in page.items if _is_mark(entry)]
        for entry in marks:
            kind = entry.name, round(entry.box.width), round(entry.box.height)
            self._marks[kind][entry.paint.fill or ""].append((len(self._signs), entry.box, entry.item.place))
        if marks:
            self._signs.append([sign for entry in page.items if (sign := _sign(entry))])
            self._names.append(page.name)

    def faults(self) -> Iterator[Diagnostic]:
        """Yield a warning for the first two colours of each kind of mark that no sign tells apart."""
        for (shape, _, _), marks in self._marks.items():
            pairs = (pair for pair in combinations(marks, 2) if differ_only_in_hue(*pair))
            pair = next((pair for pair in pairs if not self._are_told_apart(*(marks[color] for color in pair))), None)
            if pair is not None:
                number, _, place = marks[pair[1]][0]
                message = f"marks {shape!r} in {pair[0]} and {pair[1]} differ only in hue on {self._names[number]}"
                hint = "give each colour a letter or an icon, or make one of them much lighter"
                yield Diagnostic("L049", message, place, hint, "warning", self._names[number])

    def _are_told_apart(self, *colours: list[tuple[int, Rect, SourceLocation]]) -> bool:
        """Return whether the marks of either of two colours have a sign that those of the other lack.

        The sign is one that all of them share, or a short label in each of them, such as its number.
        """
        both = set.intersection(*({number for number, _, _ in marks} for marks in colours))
        # a face with one of the colours is known by any sign on it, a mark among others by the signs beside it
        signs, labels = [], []
        for marks in colours:
            nearby_signs = [
                {sign for sign, box in self._signs[number] if number not in both or mark.outset(BESIDE).meets(box)}
                for number, mark, _ in marks
            ]
            inner_labels = [
                {sign for sign, box in self._signs[number] if len(sign) <= LABEL and mark.has(box.middle)}
                for number, mark, _ in marks
            ]
            signs.append((set.intersection(*nearby_signs), set.union(*nearby_signs)))
            labels.append(set[str]().union(*inner_labels) if all(inner_labels) else None)
        (first, all_first), (second, all_second) = signs
        if first - all_second or second - all_first or (first - second and second - first):
            return True
        return labels[0] is not None and labels[1] is not None and not labels[0] & labels[1]


def _is_mark(entry: DrawnItem) -> bool:
    item, fill = entry.item, entry.paint.fill
    if not isinstance(item, ShapeItem) or item.ground or item.kind == "line" or fill is None or len(fill) != OPAQUE:
        return False
    sides = entry.box.width, entry.box.height
    return min(sides) >= LEAST_MARK and max(sides) <= MOST_MARK and hue_of(fill)[2] > LEAST_CHROMA


def _sign(entry: DrawnItem) -> tuple[str, Rect] | None:
    if isinstance(entry.item, TextItem):
        return entry.item.text, entry.box
    return (entry.name, entry.box) if entry.is_picture else None
