"""Shapes and runs of text become PDF operators, y down. Settings that are already in effect are not repeated."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from generator.draw.pdf.inks import ColorOperators
from generator.frame import Clip, Paint, ShapeItem, TextItem, VectorOutline
from generator.geometry import Matrix, Rect

Stretches = Sequence[tuple[str, float, str]]
State = tuple[str | None, str | None, float | None, tuple[float, ...] | None, tuple[str, float] | None]

# Distance of a control point from the end of a quarter circle of radius 1.
QUARTER = 0.5522847498

UNKNOWN: State = (None, None, None, None, None)
UNTURNED = (1, 0, 0, 1)
EM = 1000  # thousandths of the size
MOVED = re.compile(r"(?<!\\)(?:\\\\)*\)")  # a closing bracket that is not escaped


class PdfContentStream:
    """One content stream: its operators, the names of the resources it uses, and the settings in effect."""

    def __init__(self, colors: ColorOperators) -> None:
        self.colors = colors
        self.code: list[str] = []
        self.shared: list[tuple[int, int]] = []  # index of the operator before a shared stream, and its number
        self.used: dict[str, None] = {}
        self.fill: str | None
        self.stroke: str | None
        self.width: float | None
        self.dash: tuple[float, ...] | None
        self.font: tuple[str, float] | None
        self.state = UNKNOWN
        self._outer: list[State] = []  # the settings at the start of each open group

    def __str__(self) -> str:
        """The operators as text."""
        return "\n".join(self.code)

    def parts(self) -> list[str | int]:
        """Return the operators as texts, and the numbers of the shared streams between them."""
        parts: list[str | int] = []
        begin = 0
        for end, number in self.shared:
            parts += ["\n".join(self.code[begin:end]), number]
            begin = end
        return [*parts, "\n".join(self.code[begin:])]

    def show_stretch(self, number: int, used: Iterable[str]) -> None:
        """Continue with a stream, given by its object number, that several pages share and that changes no settings."""
        self.shared.append((len(self.code), number))
        self.used.update(dict.fromkeys(used))

    @property
    def state(self) -> State:
        """The graphics settings in effect, colours as the operators that set them; None for settings not yet set."""
        return self.fill, self.stroke, self.width, self.dash, self.font

    @state.setter
    def state(self, state: State) -> None:
        self.fill, self.stroke, self.width, self.dash, self.font = state

    def use(self, form: str) -> None:
        """Draw the form XObject of this name."""
        self.code.append(f"/{form} Do")
        self.used[form] = None

    def use_at(self, matrix: Matrix, form: str) -> None:
        """Draw a form by its name, moved by the matrix."""
        self.begin(matrix)
        self.use(form)
        self.end()

    def begin(self, matrix: Matrix, clip: Clip | None = None) -> None:
        """Begin a group, moved by the matrix and clipped; `end` restores the settings from before."""
        self._outer.append(self.state)
        a, b, c, d, e, f = matrix
        turn = "1 0 0 1" if (a, b, c, d) == UNTURNED else f"{a:.7f} {b:.7f} {c:.7f} {d:.7f}"
        self.code.append(f"q {turn} {e:.4f} {f:.4f} cm")
        if isinstance(clip, ShapeItem):
            rule = "W*" if clip.outline is not None and clip.outline.even_odd else "W"
            self.code.append(f"{PATHS[clip.kind](clip)} {rule} n")
        elif clip is not None:
            self.code.append(f"{clip.x:.3f} {clip.y:.3f} {clip.width:.3f} {clip.height:.3f} re W n")

    def use_setting(self, setting: str) -> None:
        """Apply the graphics state of this name, such as an opacity, until `end`."""
        self.code.append(f"/{setting} gs")
        self.used[setting] = None

    def line(self, item: ShapeItem, ink: str) -> None:
        """Draw the stroke of a shape in a spot colour; to be called between `begin` and `end`."""
        dash = f"[{' '.join(f'{part:.3f}' for part in item.paint.dash)}] 0 d"
        self.code.append(f"/{ink} CS 1 SCN {item.paint.stroke_width:.3f} w {dash} {PATHS[item.kind](item)} S")
        self.used[ink] = None

    def fill_with(self, shading: str) -> None:
        """Fill the current clipping area with a gradient by its name."""
        self.code.append(f"/{shading} sh")
        self.used[shading] = None

    def end(self) -> None:
        """End the group begun last, and restore the settings from before it."""
        self.code.append("Q")
        self.state = self._outer.pop()

    def text(self, item: TextItem, stretches: Stretches, replaced: str = "") -> None:
        """Draw a run of glyphs, given as parts (font name in the document, rise in thousandths, codes).

        `replaced` is the operator from `begin_actual_text`, if another text is to be read instead of the glyphs.
        """
        color = self.colors.text(item.color)
        if color != self.fill:
            self._use_fill(color)
        size = item.size
        operators = ""
        for name, up, code in stretches:
            if self.font != (name, size):
                operators += f"{name} {size:.2f} Tf "
                self.font = (name, size)
            operators += f"{up * size / EM:.2f} Ts {strings(code)} 0 Ts " if up else f"{strings(code)} "
        text_object = f"BT 1 0 0 -1 {item.x:.2f} {item.y:.2f} Tm {operators}ET"
        self.code.append(f"{replaced} {text_object} EMC" if replaced else text_object)

    def shape(self, item: ShapeItem, paint: Paint) -> None:
        """Draw a shape filled and stroked with `paint`, at the position of the item."""
        ending = self.ready(paint)
        if ending in ("f", "B") and item.outline is not None and item.outline.even_odd:
            ending += "*"
        if ending:
            self.code.append(f"{PATHS[item.kind](item)} {ending}")

    def ready(self, paint: Paint) -> str:
        """Set colours, line width and dashes; return the operator that fills or strokes a path so, "" for no paint."""
        fill = self.colors.fill(paint.fill) if paint.fill else ""
        if fill and fill != self.fill:
            self._use_fill(fill)
        if not paint.stroke:
            return "f" if fill else ""
        stroke = self.colors.stroke(paint.stroke)
        if stroke != self.stroke:
            self.code.append(stroke)
            self.stroke = stroke
        if paint.stroke_width != self.width:
            self.code.append(f"{paint.stroke_width:.3f} w")
            self.width = paint.stroke_width
        if paint.dash != self.dash:
            self.code.append(f"[{' '.join(f'{part:.3f}' for part in paint.dash)}] 0 d")
            self.dash = paint.dash
        return "B" if fill else "S"

    def _use_fill(self, operators: str) -> None:
        self.code.append(operators)
        self.fill = operators


def strings(code: str) -> str:
    """Return the operator that shows the content of a PDF string; with moves between glyphs, it shows an array.

    >>> strings("fox"), strings("T)48(o")
    ('(fox) Tj', '[(T)48(o)] TJ')
    """
    return f"[({code})] TJ" if ")" in code and MOVED.search(code) else f"({code}) Tj"


def _line(item: ShapeItem) -> str:
    rect = item.rect
    return f"{rect.x:.2f} {rect.y:.2f} m {rect.right:.2f} {rect.bottom:.2f} l"


def _box(item: ShapeItem) -> str:
    x, y, width, height = item.rect
    radius = min(item.radius, width / 2, height / 2)
    if radius <= 0:
        return f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re"
    return rounded_rect_path(item.rect, radius, radius)


def _ellipse(item: ShapeItem) -> str:
    return rounded_rect_path(item.rect, item.rect.width / 2, item.rect.height / 2)


@lru_cache(maxsize=1024)
def rounded_rect_path(rect: Rect, rx: float, ry: float) -> str:
    """Return the path of a box with round corners of radius `rx` across and `ry` down."""
    x, y, width, height = rect
    right, bottom = x + width, y + height
    kx, ky = rx * (1 - QUARTER), ry * (1 - QUARTER)
    return (
        f"{x + rx:.2f} {y:.2f} m {right - rx:.2f} {y:.2f} l "
        f"{right - kx:.2f} {y:.2f} {right:.2f} {y + ky:.2f} {right:.2f} {y + ry:.2f} c "
        f"{right:.2f} {bottom - ry:.2f} l "
        f"{right:.2f} {bottom - ky:.2f} {right - kx:.2f} {bottom:.2f} {right - rx:.2f} {bottom:.2f} c "
        f"{x + rx:.2f} {bottom:.2f} l "
        f"{x + kx:.2f} {bottom:.2f} {x:.2f} {bottom - ky:.2f} {x:.2f} {bottom - ry:.2f} c "
        f"{x:.2f} {y + ry:.2f} l "
        f"{x:.2f} {y + ky:.2f} {x + kx:.2f} {y:.2f} {x + rx:.2f} {y:.2f} c h"
    )


def _outline(item: ShapeItem) -> str:
    """Return the path of a shape with its numbers scaled to its box, since a matrix would also scale strokes."""
    outline, (x, y, width, height) = item.outline, item.rect
    if outline is None:
        raise ValueError("a shape of kind outline needs an outline")
    across, down = width / outline.width, height / outline.height
    numbers = outline.numbers
    placed = [0.0] * len(numbers)
    placed[::2] = [x + number * across for number in numbers[::2]]
    placed[1::2] = [y + number * down for number in numbers[1::2]]
    return _path(outline.letters, placed, PLACED)


def own_path(outline: VectorOutline) -> str:
    """Return the path of an outline in its own coordinates.

    >>> own_path(VectorOutline("roof", "MLLZ", (0, 9, 5, 0, 10, 9)))
    '0 9 m 5 0 l 10 9 l h'
    >>> own_path(VectorOutline("roof", "MLLZ", "M 0 9 L 5 0 L 10 9 Z"))
    '0 9 m 5 0 l 10 9 l h'
    """
    if isinstance(outline.path, str):
        path = outline.path  # in a PDF each command follows its numbers, which are copied as written
        for letter in "MLCZ":
            path = path.replace(f" {letter}", f"\n{letter}")
        return " ".join([command[2:] + BEHIND[command[0]] for command in path.split("\n")])
    return _path(outline.letters, outline.path, OWN)


PLACED = {"M": "%.2f %.2f m", "L": "%.2f %.2f l", "C": "%.2f %.2f %.2f %.2f %.2f %.2f c", "Z": "h"}
BEHIND = {"M": " m", "L": " l", "C": " c", "Z": "h"}
OWN = {letter: pattern.replace("%.2f", "%g") for letter, pattern in PLACED.items()}


def _path(letters: str, numbers: Sequence[float], patterns: Mapping[str, str]) -> str:
    """Return the commands of a path, each after its numbers."""
    return " ".join([patterns[letter] for letter in letters]) % tuple(numbers)


PATHS: dict[str, Callable[[ShapeItem], str]] = {
    "rect": _box,
    "ellipse": _ellipse,
    "line": _line,
    "outline": _outline,
}
