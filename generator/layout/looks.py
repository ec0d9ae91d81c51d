"""Resolved looks: the styles of a layout merged into its elements and all defaults filled in, once per layout."""

from typing import Any, NamedTuple

from generator.diagnostics import Diagnostic, SourceLocation, did_you_mean
from generator.fonts.shaping import EM, SPACING
from generator.geometry import Insets
from generator.layout.element_spec import LOOK_KEYS, Element, Look, elements_in
from generator.layout.spec import LayoutSpec


class ResolvedLook(NamedTuple):
    """A look with all styles merged and defaults filled in; lengths are in points.

    `half_line` is half the line height of the style that `line_grid` names, 0 without a line grid.
    """

    font: str = "text.regular"
    features: tuple[str, ...] = ()
    size: float = 9.0
    floor: float = 0.0
    leading: float = 1.18
    color: str = "ink"
    spacing: float = 0.0
    align: str = "stretch"
    valign: str = "stretch"
    fit: str = "none"
    hyphenate: bool = False
    wrap: str = ""
    case: str = "none"
    heading: int = 0
    fill: str | None = None
    stroke: str | None = None
    stroke_width: float = 0.5
    radius: float = 0.0
    dash: tuple[float, ...] = ()
    pad: Insets = Insets()
    gap: float = 0.0
    line_grid: str = ""
    frame: str | None = None
    opacity: float = 1.0
    shadow: str | None = None
    outline: str | None = None
    half_line: float = 0.0


class LookResolver:
    """Resolves the look of every element of a layout: defaults, then its styles in order, then its own keys.

    Text with `fit: together` is `scale` times its size, but not smaller than its floor.
    """

    def __init__(self, layout: LayoutSpec, scale: float = 1.0) -> None:
        self.faults: list[Diagnostic] = []
        self.at_floor = True  # no text with `fit: together` can shrink further
        self._given, self._scale, self._least = layout.styles, scale, layout.text_floor
        self._styles: dict[tuple[str, ...], dict[str, Any]] = {}
        roots = [root for root in (layout.front, layout.back, *layout.parts.values()) if root is not None]
        self._looks = {id(element): self._resolved(element) for root in roots for element in elements_in(root)}

    def of(self, element: Element) -> ResolvedLook:
        """Return the look of an element, also of a copy with values filled in from data; cached by the element's id."""
        look = self._looks.get(id(element))
        if look is None:
            look = self._looks[id(element)] = self._resolved(element)
        return look

    def forget(self, element: Element) -> None:
        """Remove the cached look of an element that was filled from data."""
        self._looks.pop(id(element), None)

    def _resolved(self, element: Element) -> ResolvedLook:
        look = self._scaled(_told_once({**self._merged(element.at.style, element.place), **_own(element.look)}))
        if not look.line_grid:
            return look
        lines = self._scaled(_told_once(self._merged((look.line_grid,), element.place)))
        return look._replace(half_line=lines.size * lines.leading / 2)

    def _scaled(self, look: ResolvedLook) -> ResolvedLook:
        """Return a look with its size multiplied by the scale if its texts shrink together."""
        if look.fit != "together":
            return look
        floor = min(look.size, max(look.floor, self._least))
        size = max(floor, look.size * self._scale)
        self.at_floor = self.at_floor and size == floor
        return look._replace(size=size)

    def _merged(self, names: tuple[str, ...], place: SourceLocation, trail: tuple[str, ...] = ()) -> dict[str, Any]:
        if names in self._styles:
            return self._styles[names]
        values: dict[str, Any] = {}
        for name in names:
            style = self._given.get(name)
            if style is None or name in trail:
                message = f"circular style {name!r}" if name in trail else f"unknown style {name!r}"
                message += f", which {trail[-1]!r} extends" if trail else ""
                hint = "break the circle" if name in trail else did_you_mean(name, self._given)
                self.faults.append(Diagnostic("L011", message, place, hint, value=name))
                continue
            values |= self._merged(style.extends, place, (*trail, name)) | _own(style)
        self._styles[names] = values
        return values


def _told_once(values: dict[str, Any]) -> ResolvedLook:
    """Return the look of merged keys, with `align: justify` and `spacing` translated.

    `justify` becomes a way to wrap, with hyphens by default; spacing between letters becomes a feature of the font.
    """
    look = ResolvedLook(**values)
    if look.align == "justify":
        look = look._replace(align="stretch", wrap="justify", hyphenate=values.get("hyphenate", True))
    return look._replace(features=(*look.features, f"{SPACING}{look.spacing * EM:g}")) if look.spacing else look


def _own(look: Look) -> dict[str, Any]:
    return {key: value for key in LOOK_KEYS if (value := getattr(look, key)) is not None}
