"""Resolve the templates, conditions and names of a layout to values on one face, and collect the faults."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from generator.diagnostics import (
    Diagnostic,
    InvalidInput,
    Severity,
    SourceLocation,
    did_you_mean,
    meant_or,
    nearest,
    refuse,
)
from generator.fonts.faces import Font, Fonts
from generator.frame import OPAQUE, LetterOutline, Paint, ShadowItem, ShapeItem, VectorOutline, alpha_of
from generator.geometry import Rect
from generator.layout.binding import (
    ABSENT,
    MINUS,
    IncomparableValues,
    LayoutLimitExceeded,
    Scope,
    SourceExcerpt,
    UnknownPlaceholderPath,
    entries,
    entry_origins,
    fill,
    holds,
)
from generator.layout.element_spec import Element, ValueFromData
from generator.layout.gradients_and_shadows import GRADIENT, GradientFill, parse_gradient, parse_outline, parse_shadow
from generator.layout.icons import OUTLINES, Icons
from generator.layout.looks import LookResolver, ResolvedLook
from generator.layout.memo import Memo
from generator.layout.spec import LayoutSpec
from generator.layout.text import TextFonts
from generator.reading.pictures import PictureFile
from generator.reading.yaml_nodes import Node, kind_name

_COLOR = re.compile(r"#[0-9a-fA-F]{6}(?:[0-9a-fA-F]{2})?")
SEARCH = "search: scrawl list signs --find WORD"
Effect = TypeVar("Effect")
_MEANT_SHAPES = {"circle": "ellipse", "oval": "ellipse", "rectangle": "rect", "square": "rect"}
NO_FORM = "{n:+} is the only form; capitals are `case: upper` at the text, zeros in front stand in the table"
NO_GRADIENT = GradientFill(("none", "none"), (0.0, 1.0))
CLEAR = "#ffffff00"  # a stop of a gradient that has no colour
EDGE = 1.4  # points: what is left of a ground that is printed in another colour
MOST_FILLED = 20_000  # elements that are kept for the values that fill them


class FilledElement(NamedTuple):
    """An element with its values from data filled in, and pairs of a fault and the wrong value that caused it."""

    element: Element
    faults: tuple[tuple[Diagnostic, str], ...]


@dataclass(frozen=True, eq=False)
class LayoutResources:
    """What all cards or pages of a layout share: the layout, its looks, fonts, icons, pictures and caches.

    `spoken` is a dictionary of texts for screen readers by the name of an icon or a picture; `shown` are the names of
    icons, and codes, that were drawn.
    """

    layout: LayoutSpec
    looks: LookResolver
    fonts: Fonts
    icons: Icons
    language: str
    images: Callable[[str], PictureFile]
    spoken: Mapping[str, str] = field(default_factory=dict)
    memo: Memo = field(default_factory=Memo)
    pictures: dict[str, PictureFile] = field(default_factory=dict)
    colors: dict[str, str | None] = field(default_factory=dict)
    faces: dict[tuple[str, tuple[str, ...], bool, str, bool, bool], TextFonts] = field(default_factory=dict)
    shrinking: dict[int, bool] = field(default_factory=dict)
    filled: dict[tuple[int, tuple[str | None, ...]], FilledElement] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)

    def forget_many(self) -> None:
        """If the cache of filled elements is large, clear it and all caches whose keys are ids of these elements.

        To be called only between two faces: elements of the current face are in use, and their ids could be reused.
        """
        if len(self.filled) >= MOST_FILLED:
            for old in self.filled.values():
                self.looks.forget(old.element)
            self.memo.forget()
            self.shrinking.clear()
            self.filled.clear()


class FaceValues:
    """Resolves names and templates of a layout for one side of a card or page: texts, colours, fonts, lists."""

    def __init__(self, program: LayoutResources, subject: str = "") -> None:
        self.program, self.subject = program, subject
        self.layout, self.fonts, self.language = program.layout, program.fonts, program.language
        self.troubles = 0
        self.faults: list[Diagnostic] = []
        self.excerpts: list[SourceExcerpt] | None = None  # the sources of filled-in values, if they are to be recorded
        self._said: set[tuple[str, str, SourceLocation]] = set()
        self._unfilled: set[SourceLocation] = set()  # where a placeholder named nothing
        self._empty: dict[SourceLocation, str] = {}  # the names that gave no value, by place

    def fault(
        self,
        code: str,
        message: str,
        place: SourceLocation,
        hint: str | None = None,
        severity: Severity = "error",
        value: str = "",
    ) -> None:
        """Record a fault, unless it is known already, with the name of the face; `value` is the wrong value as written.

        A fault about an empty name is left out if an unknown placeholder at the same place is already a fault.
        """
        self.troubles += 1
        if (code, message, place) in self._said or (message.endswith(" ''") and place in self._unfilled):
            return
        self._said.add((code, message, place))
        if message.endswith(" ''") and place in self._empty:
            name = self._empty[place]
            optional_form = f"style: {{{name}?}}" if "style" in message else f"if: {name}"
            hint = f"write {optional_form} where it may be empty"
        where = f" on {self.subject}" if self.subject else ""
        fault = Diagnostic(code, f"{message}{where}", place, hint, severity, self.subject, value=value)
        self.faults.append(self.located(fault))

    def located(self, fault: Diagnostic) -> Diagnostic:
        """Return a fault; a context that traces sources gives it the place of the wrong value."""
        return fault

    # values

    def fill(self, template: str, scope: Scope, place: SourceLocation) -> str:
        """Return a template with its placeholders filled; for an unknown one, record a fault and return ""."""
        if "{" not in template:
            return template
        try:
            filled_text = fill(template, scope, self.excerpts)
            if not filled_text:
                self._empty[place] = template.strip("{?}")
            return filled_text
        except UnknownPlaceholderPath as missing:
            kind = "missing word" if missing.path.startswith("words.") else "unknown placeholder"
            hint = did_you_mean(missing.step, missing.known) if missing.known else None
            hint = NO_FORM if ":" in missing.path else hint
            shown_by_a_word = f"{{{missing.path}" not in template.replace("{+", "{")
            value = missing.path if shown_by_a_word else ""
            self.fault("L020", f"{kind} {{{missing.path}}}", missing.written or place, hint, value=value)
            self._unfilled.add(place)
            return ""
        except LayoutLimitExceeded as fault:
            raise LayoutLimitExceeded(fault.message, place) from None

    def with_values(self, values: Mapping[str, str], scope: Scope, place: SourceLocation) -> Scope:
        """Return a scope inside `scope` with values by name, which are templates and are filled first."""
        return scope.inner({key: self.fill(text, scope, place) for key, text in values.items()})

    def with_entries(self, path: str, values: Mapping[str, Any], scope: Scope) -> Scope:
        """Return an inner scope with the values of the mapping at a path."""
        return scope.inner(values)

    def holds(self, conditions: tuple[str, ...], scope: Scope, place: SourceLocation) -> bool:
        """Tell whether all conditions are true; for an unknown name, record a fault and return False."""
        try:
            return all([holds(condition, scope) for condition in conditions])
        except UnknownPlaceholderPath as missing:
            hint = meant_or(missing.step, list(missing.known), f"write {missing.path}? where it may be absent")
            self.fault("L020", f"unknown name {missing.path!r} in a condition", place, hint)
            return False
        except IncomparableValues as other:
            hint = "< <= > >= compare numbers, and how many entries a list has; = and != compare texts"
            self.fault("L067", f"{other.value[:40]!r} in a condition is not a number", place, hint)
            return False

    def color(self, name: str | None, scope: Scope, place: SourceLocation) -> str | None:
        """Return a colour as "#rrggbb", or "#rrggbbaa" if translucent; None for None and "none".

        `name` is a colour of the layout, a CSS colour, or a code; it may have placeholders. An unknown one is a fault
        and becomes black.
        """
        if name is None:
            return None
        name = self.fill(name, scope, place)
        colors = self.program.colors
        if name in colors:
            return colors[name]
        code = self.color_code(name)
        if code is None:
            wrong = self._names_of(name)[-1]
            hint = f'write "#{wrong}"' if _css_color(f"#{wrong}") else did_you_mean(wrong, self.layout.colors)
            if wrong == ResolvedLook().color:
                hint = "ink is where nothing says color: write extends: ../common/styles.yaml, or colors: {ink: black}"
            if GRADIENT in wrong:
                hint = "a gradient fills a shape or a panel; lines, words and hexagons take one colour"
            self.fault("L012", f"unknown colour {wrong!r}", place, hint, value=wrong)
            return "#000000"
        colors[name] = code if code.startswith("#") else None
        return colors[name]

    def color_code(self, name: str) -> str | None:
        """Return the "#rrggbb" (or "#rrggbbaa") of a colour by name or code, "none" for no colour, None if unknown."""
        code = self._names_of(name)[-1]
        parsed = code if code in ("none", "") or _COLOR.fullmatch(code) else _css_color(code)
        return parsed[:OPAQUE] if parsed and parsed[OPAQUE:].lower() == "ff" else parsed

    def _names_of(self, name: str) -> list[str]:
        """Return a chain of colour names: a name, the name that the layout defines it by, and so on to the last."""
        names = [name]
        while len(names) < 5 and names[-1] in self.layout.colors:
            names.append(self.layout.colors[names[-1]])
        return names

    def font(self, name: str, place: SourceLocation, features: tuple[str, ...] = ()) -> Font:
        """Return a font by name, with its features and fallback fonts.

        For an unknown name, record a fault and return the first font of the layout. Raises InvalidInput without fonts.
        """
        if name not in self.fonts.paths:
            if not self.fonts.paths:
                raise refuse("L013", f"unknown font {name!r}: the layout has none", place, "write extends: or fonts:")
            self.fault("L013", f"unknown font {name!r}", place, did_you_mean(name, self.fonts.paths), value=name)
            name = next(iter(self.fonts.paths))
        fallbacks = [fallback for fallback in self.layout.fallback if fallback != name]
        for fallback in fallbacks:
            if fallback not in self.fonts.paths:
                hint = did_you_mean(fallback, self.fonts.paths)
                self.fault("L013", f"unknown font {fallback!r} in fallback", self.layout.place, hint)
                fallbacks = []
        font = self.fonts.font("|".join(("+".join((name, *features)), *fallbacks)))
        for feature in font.absent_features:
            hint = did_you_mean(feature, sorted(font.face.shaper.features)) or "leave it out"
            brought = "`features: []` where its style brings it"
            self.fault("L034", f"font {name!r} has no feature {feature!r}", place, f"{hint}; {brought}")
        return font

    def outline(self, name: str, place: SourceLocation, *, in_text: bool = False) -> VectorOutline | None:
        """Return the outline of an icon or a named shape; if it cannot be drawn, record a fault and return None."""
        without_ground = self.layout.icon_grounds == "left-out"
        shape = OUTLINES.get(name) or self.program.icons.find(name, without_ground=without_ground)
        if isinstance(shape, Diagnostic):
            self.fault(shape.code, shape.message, shape.place, shape.hint)
            return None
        if shape is None:
            self.fault("L014", f"unknown icon {name!r}", place, self._meant_icon(name, in_text), value=name)
        return shape

    def picture(self, name: str, place: SourceLocation) -> PictureFile | None:
        """Return a picture file of the game; if it is missing or cannot be drawn, record a fault and return None."""
        cached = self.program.pictures.get(name)
        if cached is not None:
            return cached
        try:
            opened = self.program.pictures[name] = self.program.images(name)
            return opened
        except InvalidInput as refused:
            for fault in refused.diagnostics:
                fault_place = fault.place if fault.place.path.endswith(".svg") else place  # a line of a drawing helps
                self.fault(fault.code, fault.message, fault_place, fault.hint, value=name)
            return None

    def icon(
        self, name: str, place: SourceLocation, *, in_text: bool = False
    ) -> tuple[VectorOutline | None, tuple[str, ...]]:
        """Return the outline of an icon, and its colours if `name` is an icon code of the layout, else no colours."""
        code = self.layout.icons.get(name)
        self.program.shown.add(name)
        outline = self.outline((code and code.icon) or name, place, in_text=in_text)
        colors = [self.color_code(color) for color in code.colors] if code else []
        for color, color_code in zip(code.colors if code else (), colors, strict=True):
            if color_code is None or not color_code.startswith("#"):
                hint = did_you_mean(color, self.layout.colors)
                self.fault("L012", f"unknown colour {color!r}", code.place if code else place, hint, value=color)
        return outline, tuple([color or "#000000" for color in colors])

    def _meant_icon(self, name: str, in_text: bool) -> str | None:
        """Return a hint for an unknown icon."""
        names = [*OUTLINES, "rect", "ellipse", *self.program.icons.names()]
        stem = name.removesuffix(".svg")
        if stem in names:
            return f"write {stem}"
        similar = nearest(stem, names)
        if stem in _MEANT_SHAPES:
            return f"write shape: {_MEANT_SHAPES[stem]}"
        if similar is not None:
            return f"did you mean {similar!r}? Else {SEARCH}"
        return rf"write \:{name}: where colons are meant, else {SEARCH}" if in_text else SEARCH

    def paint(self, look: ResolvedLook, box: Rect, scope: Scope, place: SourceLocation) -> Paint | None:
        """Return the paint of the background of an element in its box, or None if it has neither fill nor stroke.

        If `grounds` of the layout replace the colour of the fill, and the element has no stroke, the background gets an
        edge in the replaced colour.
        """
        stroke = self.color(look.stroke, scope, place)
        if fill := self.gradient(self.ground_name(look.fill, scope, place), scope, place):
            colors = tuple([self.ground(name, scope, place) or CLEAR for name in fill.names])
            single_color = self.color(fill.names[0], scope, place)
            edge = (
                (single_color, EDGE)
                if single_color != colors[0][:OPAQUE] and self.layout.grounds and not stroke
                else (stroke, look.stroke_width)
            )
            return Paint(min(colors, key=alpha_of), *edge, look.dash, fill.over(box, colors))
        ground = self.ground(look.fill, scope, place)
        if self.is_framed(look, scope, place):
            return Paint(ground, self.edge_color(look.fill, scope, place), EDGE)
        return Paint(ground, stroke, look.stroke_width, look.dash) if ground or stroke else None

    def is_framed(self, look: ResolvedLook, scope: Scope, place: SourceLocation) -> bool:
        """Tell whether `grounds` replace the colour of a fill without stroke; an edge then shows its own colour."""
        if not self.layout.grounds or self.color(look.stroke, scope, place):
            return False
        name = self.ground_name(look.fill, scope, place)
        if self.gradient(name, scope, place):
            return False
        return self.color(name, scope, place) != self.edge_color(look.fill, scope, place)

    def edge_color(self, name: str | None, scope: Scope, place: SourceLocation) -> str | None:
        """Return the "#rrggbb" of the edge of a background: its fill before `grounds`, or a gradient's first colour."""
        gradient = self.gradient(name, scope, place)
        return self.color(gradient.names[0] if gradient else name, scope, place)

    def gradient(self, name: str | None, scope: Scope, place: SourceLocation) -> GradientFill | None:
        """Return the gradient of a fill, which is written there or under a colour name; None for a single colour."""
        if name is None or name in self.program.colors:
            return None
        text = self._names_of(self.fill(name, scope, place))[-1]
        if GRADIENT not in text:
            return None
        hint = "write linear-gradient(to right, red, #ffcc00 40%, navy)"
        return self.parse_effect(parse_gradient, text, place, hint) or NO_GRADIENT

    def shadow(self, element: Element, look: ResolvedLook, scope: Scope) -> ShadowItem | None:
        """Return the shadow of an element, still without the items that cast the shadow; None if it has none."""
        text, place = (
            self.fill(look.shadow or "", scope, element.place),
            element.key_places.get("shadow", element.place),
        )
        if text in ("", "none"):
            return None
        hint = "write how far right, how far down, how much blurred, and a colour: 0.6mm 0.6mm 1mm #00000080"
        parsed = self.parse_effect(parse_shadow, text, place, hint)
        color = self.color(parsed.color, scope, place) if parsed else None
        return parsed._replace(color=color, place=element.place) if parsed and color else None

    def letter_outline(self, element: Element, look: ResolvedLook, scope: Scope) -> LetterOutline | None:
        """Return the line around the letters of an element, None if it has none."""
        text = self.fill(look.outline or "", scope, element.place)
        if text in ("", "none"):
            return None
        place = element.key_places.get("outline", element.place)
        parsed = self.parse_effect(parse_outline, text, place, "write how far it reaches, and a colour: 0.4mm white")
        color = self.color(parsed[1], scope, place) if parsed else None
        return LetterOutline(color, parsed[0]) if parsed and color else None

    def parse_effect(
        self, parse: Callable[[str], Effect], text: str, place: SourceLocation, hint: str
    ) -> Effect | None:
        """Return `parse(text)`; if it raises ValueError, record a fault and return None."""
        try:
            return parse(text)
        except ValueError as wrong:
            self.fault("L066", str(wrong), place, hint, value=text)
            return None

    def ground(self, name: str | None, scope: Scope, place: SourceLocation) -> str | None:
        """Return the "#rrggbb" in which a fill is printed: another colour if `grounds` of the layout replace it."""
        return self.color(self.ground_name(name, scope, place), scope, place)

    def ground_name(self, name: str | None, scope: Scope, place: SourceLocation) -> str | None:
        """Return the name of the colour that `grounds` of the layout print instead of a fill, else the fill itself."""
        if not name or not self.layout.grounds:
            return name
        names = self._names_of(self.fill(name, scope, place))
        return next((self.layout.grounds[ground] for ground in names if ground in self.layout.grounds), name)

    def shape(self, name: str, rect: Rect, paint: Paint, radius: float, place: SourceLocation) -> ShapeItem:
        """Return a shape item by name: rect, ellipse, line or an outline."""
        if name in ("rect", "ellipse", "line"):
            return ShapeItem(name, rect, paint, min(radius, rect.width / 2, rect.height / 2), None, place)
        outline = self.outline(name, place)
        if outline is not None and outline.tones:
            message = f"icon {name!r} is see-through in parts, and no shape"
            self.fault("L019", message, place, "show it by an `icon` element, or in a text")
        kind = "outline" if outline else "rect"
        return ShapeItem(kind, rect, paint, 0.0, outline, place)

    def value(self, subject: str, path: str, scope: Scope, place: SourceLocation) -> Any:
        """Return the value at a path; if it is unknown, record a fault that calls it `subject`; return ABSENT."""
        try:
            return scope.look_up(path)
        except UnknownPlaceholderPath as missing:
            hint = did_you_mean(missing.step, missing.known)
            self.fault("L020", f"unknown {subject} {missing.path!r}", place, hint)
            return ABSENT

    def entries(self, path: str, alias: str, scope: Scope, place: SourceLocation) -> list[Scope]:
        """Return one scope for each entry of the list or mapping at a path, or for each of 1 to n if it is a number n.

        For any other value, record a fault and return an empty list.
        """
        named = self.fill(path, scope, place)
        value = int(named) if named.isdecimal() and len(named) < 10 else self.value("list", named, scope, place)
        if value is ABSENT:
            return []
        origin = scope.origin(named) if self.excerpts is not None and not isinstance(value, int) else None
        if value is None or isinstance(value, (str, float, bool)):
            is_word = named.startswith("words.")  # it differs by language, and what is wrong with it does not
            kind = "a text" if is_word else kind_name(Node(value, place))
            hint = "each runs over a list, a mapping or a number"
            if not is_word and isinstance(origin, Node) and origin.value == value:
                hint += f"; the value is in {origin.place}"
            self.fault("L021", f"{path!r} is {kind}, no list", place, hint, value="" if is_word else named)
            return []
        try:
            run = entries(value)
        except LayoutLimitExceeded as fault:
            raise LayoutLimitExceeded(fault.message, place) from None
        return [
            scope.inner(entry if alias == "item" else name_entry(entry, alias), entry_origins(origin, entry, alias))
            for entry in run
        ]

    def with_data(self, element: Element, scope: Scope) -> Element:
        """Return the element with its values from data filled in; equal values give the same, cached object.

        For a value of a wrong type, record a fault and treat its key as not written.
        """
        if not element.from_data:
            return element
        texts = [self._data_text(template, scope, key) for key in element.from_data for template in key.templates]
        cache_key = (id(element), tuple(texts))
        if cache_key not in self.program.filled:
            self.program.filled[cache_key] = _filled(element, texts, self.layout.styles)
        filled_element = self.program.filled[cache_key]
        for fault, value in filled_element.faults:
            self.fault(fault.code, fault.message, fault.place, fault.hint, value=value)
        return filled_element.element

    def _data_text(self, template: str, scope: Scope, key: ValueFromData) -> str | None:
        """Return a filled template, with "-" for the printed minus sign; None if a placeholder is unknown."""
        troubles = self.troubles
        text = self.fill(template, scope, key.template.place).replace(MINUS, "-")
        return text if self.troubles == troubles else None


def _filled(element: Element, texts: Sequence[str | None], styles: Collection[str]) -> FilledElement:
    """Return an element with its values from data, read from the filled `texts`; `styles` are the known ones.

    A key is left out if one of its texts is None, or if its optional placeholder (`{x?}mm`) is empty.
    """
    values: dict[str, Any] = {}
    read_faults: list[tuple[Diagnostic, str]] = []
    rest = iter(texts)
    for key in element.from_data:
        key_texts = [next(rest) for _ in key.templates]
        present = [text for text in key_texts if text is not None]
        data = _data_of(key.templates[0], present[0]) if present else ""
        if len(present) < len(key_texts) or (not data and "?}" in key.templates[0]):
            continue
        faults: list[Diagnostic] = []
        value = key.read(present, faults)
        for style in present if key.key == "style" else ():
            if style not in styles:
                hint = did_you_mean(style, styles) if style else None
                faults.append(Diagnostic("L011", f"unknown style {style!r}", key.template.place, hint))
        if faults:
            read_faults += [(fault, "") for fault in key.template_faults(data)] or [(fault, data) for fault in faults]
        else:
            values[key.key] = value
    return FilledElement(element.with_values(values), tuple(read_faults))


def _data_of(template: str, text: str) -> str:
    """Return the value that fills a template with a single placeholder, else the whole filled text.

    >>> _data_of("{x}mm", "12mm"), _data_of("{x}{unit}", "12mm")
    ('12', '12mm')
    """
    prefix, suffix = template[: template.find("{")], template[template.rfind("}") + 1 :]
    is_one = template.count("{") == 1 and text.startswith(prefix) and text.endswith(suffix)
    return text[len(prefix) : len(text) - len(suffix)] if is_one else text


def _css_color(text: str) -> str | None:
    """Return a CSS colour as "#rrggbbaa"; None for a text that is not a colour."""
    from generator.reading.svg.values import color

    parsed = color(text)
    return parsed and f"{parsed.code}{round(255 * parsed.alpha):02x}"


def name_entry(entry: dict[str, Any], alias: str) -> dict[str, Any]:
    """Return an entry of `each` with its value, key and number also under the name `alias`, for nested loops."""
    return {**entry, alias: entry["item"], f"{alias}_key": entry["key"], f"{alias}_number": entry["number"]}
