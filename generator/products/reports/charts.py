"""Charts of counts as drawings: distributions of values, confidence intervals, shares as bars."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from generator.fonts.faces import Fonts
from generator.frame import Item, Paint, ReusableDrawing, ShapeItem, TextItem, line
from generator.geometry import Rect, Size
from generator.reading.phrase_templates import decimal, with_sign
from generator.rulesets.value_counts import ConfidenceInterval, ValueHistogram
from generator.units import mm

INK, FAINT, GRID, GROUND = "#1c1a17", "#6b6459", "#d8d0c2", "#f4efe4"
SERIES = ("#7a1f1f", "#2c4a73", "#44652f", "#9a5b09", "#5b3a78", "#2f8f8f", "#8a8275", "#c2577d")
PLAIN, BOLD = "text.regular", "text.bold"
SIZE, ROW = 8.5, 13.0
MARGIN = mm(16)
NAMES, FIGURES = 128.0, 84.0  # width for the name on the left of a row and for the numbers on the right


@dataclass
class ChartDrawing:
    """Collects the items of a chart; `fonts` measure its texts. Coordinates are in points."""

    fonts: Fonts
    items: list[Item] = field(default_factory=list)

    def text(
        self, x: float, y: float, text: str, *, size: float = SIZE, font: str = PLAIN, color: str = INK, left: float = 0
    ) -> None:
        """Add a text; y is its baseline, and the part `left` of it (1/2: half of it, 1: all) is left of x."""
        width = self.width(text, size, font)
        self.items.append(TextItem(x - left * width, y, text, font, size, color, width))

    def width(self, text: str, size: float = SIZE, font: str = PLAIN) -> float:
        """Return the width of a text in points."""
        return self.fonts.font(font).width(text, size)

    def line(self, x1: float, y1: float, x2: float, y2: float, color: str = INK, width: float = 0.6) -> None:
        self.items.append(line(x1, y1, x2, y2, Paint(None, color, width)))

    def box(self, rect: Rect, color: str, kind: str = "rect") -> None:
        self.items.append(ShapeItem(kind, rect, Paint(color)))

    def content(self, width: float, height: float) -> ReusableDrawing:
        """Return everything added so far as a drawing of this size."""
        return ReusableDrawing(Size(width, height), tuple(self.items))


def spread_chart(fonts: Fonts, samples: Sequence[tuple[str, ValueHistogram]], width: float) -> ReusableDrawing:
    """Return a chart of how often each value occurred: for each sample a stepped curve, and a dot at the mean."""
    drawing, height = ChartDrawing(fonts), 130
    all_values = [value for _, sample in samples for value in sample.values]
    ticks = round_ticks(min(all_values, default=0), max(all_values, default=1), 10)
    area = Rect(8, 18, width - 16, height - 34)
    bin_width = max(1, round((ticks[-1] - ticks[0]) / 60))
    curves = [_binned(sample, ticks[0], bin_width) for _, sample in samples]
    highest = max((max(curve.values(), default=0.0) for curve in curves), default=0.0) or 1.0

    x_of = to_scale(ticks, area.x, area.width)
    for tick in ticks:
        drawing.line(x_of(tick), area.y, x_of(tick), area.bottom, GRID)
        drawing.text(x_of(tick), area.bottom + 11, with_sign(tick), color=FAINT, left=1 / 2)
    at = area.x
    for number, ((name, sample), curve) in enumerate(zip(samples, curves, strict=True)):
        color = SERIES[number % len(SERIES)]
        for value, share in curve.items():
            top = area.bottom - area.height * share / highest
            left, right = x_of(max(ticks[0], value - 0.5)), x_of(min(ticks[-1], value + bin_width - 0.5))
            drawing.line(left, top, right, top, color, 1.4)
            left_top = area.bottom - area.height * curve.get(value - bin_width, 0.0) / highest
            right_top = area.bottom - area.height * curve.get(value + bin_width, 0.0) / highest
            drawing.line(left, left_top, left, top, color, 1.4)
            if value + bin_width not in curve:
                drawing.line(right, top, right, right_top, color, 1.4)
        middle = x_of(sample.mean)
        drawing.box(Rect(middle - 2.5, area.bottom - 2.5, 5, 5), color, "ellipse")
        drawing.box(Rect(at, 3, 7, 7), color)
        drawing.text(at + 11, 10, name)
        at += 11 + drawing.width(name) + 16
    drawing.line(area.x, area.bottom, area.right, area.bottom)
    return drawing.content(width, height)


def _binned(sample: ValueHistogram, start: int, width: int) -> dict[int, float]:
    shares: dict[int, float] = {}
    for value, times in sorted(sample.values.items()):
        first = start + (value - start) // width * width
        shares[first] = shares.get(first, 0.0) + times / sample.size
    return shares


def interval_chart(
    fonts: Fonts, rows: Sequence[tuple[str, ConfidenceInterval]], width: float, unit: str = ""
) -> ReusableDrawing:
    """Return a chart with a row for each name: a dot at the estimate, a line between the bounds, the numbers."""
    drawing = ChartDrawing(fonts)
    scale = 100.0 if unit == "%" else 1.0
    values = [value for _, interval in rows for value in (interval.low, interval.estimate, interval.high)]
    ends = [value for value in values if math.isfinite(value)]
    low, high = min(ends, default=0.0) * scale, max(ends, default=1.0) * scale
    ticks = round_ticks(low, high, 6)
    left, right = NAMES, width - FIGURES
    height = 16 + ROW * len(rows)

    x_of = to_scale(ticks, left, right - left)
    for tick in ticks:
        drawing.line(x_of(tick), 14, x_of(tick), height, GRID)
        drawing.text(x_of(tick), 10, f"{with_sign(tick)}{unit}", size=7.5, color=FAINT, left=1 / 2)
    for number, (name, interval) in enumerate(rows):
        y = 14 + ROW * (number + 0.5)
        drawing.text(0, y + 3, shorten_name(drawing, name, NAMES - 8))
        if math.isfinite(interval.high - interval.low):
            drawing.line(x_of(interval.low * scale), y, x_of(interval.high * scale), y, SERIES[1], 1.6)
        drawing.box(Rect(x_of(interval.estimate * scale) - 2.4, y - 2.4, 4.8, 4.8), SERIES[1], "ellipse")
        reach = max(interval.high - interval.estimate, interval.estimate - interval.low) * scale
        figures = f"{decimal(interval.estimate * scale, 1)}{unit} ± {decimal(reach, 1)}"
        drawing.text(width, y + 3, figures, left=1)
    return drawing.content(width, height)


def band_chart(
    fonts: Fonts, names: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]], width: float
) -> ReusableDrawing:
    """Return a chart with a bar for each row, divided into shares that add up to 1; `names` are those of the parts."""
    drawing = ChartDrawing(fonts)
    shades = [shade(number, len(names)) for number in range(len(names))]
    at = NAMES
    for name, color in zip(names, shades, strict=True):
        drawing.box(Rect(at, 3, 7, 7), color)
        drawing.text(at + 10, 10, name)
        at += 10 + drawing.width(name) + 12
    for number, (name, shares) in enumerate(rows):
        top, at = 16 + ROW * number, NAMES
        drawing.text(0, top + 9, shorten_name(drawing, name, NAMES - 8))
        for part, share in enumerate(shares):
            across = (width - NAMES) * share
            drawing.box(Rect(at, top + 1, across, ROW - 2.5), shades[part])
            percent = f"{100 * share:.0f} %"
            if drawing.width(percent, 7.5) + 4 < across:
                dark = part >= len(names) / 2
                drawing.text(at + 2.5, top + 8.6, percent, size=7.5, color="#ffffff" if dark else INK)
            at += across
    return drawing.content(width, 16 + ROW * len(rows))


def table(fonts: Fonts, heads: Sequence[str], rows: Sequence[Sequence[str]], width: float) -> ReusableDrawing:
    """Return a table: the first column is left-aligned, the others, of equal width, are right-aligned."""
    drawing = ChartDrawing(fonts)
    first = max([NAMES, *(drawing.width(row[0]) + 8 for row in rows)])
    step = (width - first) / max(1, len(heads) - 1)
    for number, row in enumerate([heads, *rows]):
        y = 10 + ROW * number
        drawing.text(0, y, row[0], font=BOLD if number == 0 else PLAIN)
        for column, cell in enumerate(row[1:], start=1):
            drawing.text(first + step * column, y, cell, color=FAINT if number == 0 else INK, left=1)
        drawing.line(0, y + 3.4, width, y + 3.4, INK if number == 0 else GRID, 0.5)
    return drawing.content(width, ROW * (len(rows) + 1) + 2)


def shade(number: int, of: int) -> str:
    """Return a colour between the light of paper and dark blue: lightest for `number` 0, darkest for `of` - 1.

    >>> shade(0, 3), shade(2, 3)
    ('#e3dccb', '#2c4a73')
    """
    part = number / (of - 1) if of > 1 else 1.0
    light, dark = (0xE3, 0xDC, 0xCB), (0x2C, 0x4A, 0x73)
    return "#" + "".join(
        f"{round(light_part + (dark_part - light_part) * part):02x}"
        for light_part, dark_part in zip(light, dark, strict=True)
    )


def round_ticks(low: float, high: float, most_steps: int) -> list[int]:
    """Return round numbers with at most `most_steps` steps between them, from at most `low` to at least `high`.

    >>> round_ticks(-3, 96, 6), round_ticks(0.2, 0.4, 6)
    ([-20, 0, 20, 40, 60, 80, 100], [0, 1])
    """
    step = next(
        size * 10**exponent
        for exponent in range(12)
        for size in (1, 2, 5)
        if (high - low) / (size * 10**exponent) <= most_steps - 1
    )
    first, last = math.floor(low / step), math.ceil(high / step)
    return [step * number for number in range(first, max(last, first + 1) + 1)]


def to_scale(ticks: Sequence[int], start: float, length: float) -> Callable[[float], float]:
    """Return a function from a value to its place on a scale that begins at `start` with the first of its ticks."""
    return lambda value: start + length * (value - ticks[0]) / (ticks[-1] - ticks[0])


def shorten_name(drawing: ChartDrawing, name: str, width: float, size: float = SIZE, font: str = PLAIN) -> str:
    """Return a name, shortened with an ellipsis if it is wider than `width` points."""
    if drawing.width(name, size, font) <= width:
        return name
    while name and drawing.width(f"{name}…", size, font) > width:
        name = name[:-1].rstrip()
    return f"{name}…"
