"""Spec plus data plus size becomes a frame, with what is wrong with it; nothing is drawn."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import generator.layout.elements.containers
import generator.layout.elements.hexes
import generator.layout.elements.line_elements
import generator.layout.elements.map_grid
import generator.layout.elements.simple
import generator.layout.elements.table
import generator.layout.elements.text
import generator.layout.elements.text_on_arc  # noqa: F401 - each import registers its elements
from generator.diagnostics import NOWHERE, Diagnostic, refuse
from generator.fonts import Fonts
from generator.frame import Frame, Item
from generator.geometry import Rect, Size
from generator.layout.binding import NOTHING, Origin, TooMuch
from generator.layout.elements.base import Context, LayoutResources
from generator.layout.frame_checks import uncovered_bleed
from generator.layout.icons import Icons
from generator.layout.lines_between_fields import links_between
from generator.layout.looks import LookResolver
from generator.layout.memo import Memo
from generator.layout.spec import Element, Layout
from generator.layout.tracing import TracingContext
from generator.reading.pictures import PictureFile


def no_picture(name: str) -> PictureFile:
    """Refuse every picture, where there is no game whose folders hold them."""
    raise refuse("L015", f"there is no picture {name!r}", NOWHERE, "pictures lie in the folders of a game")


NO_WORDS: Mapping[str, str] = MappingProxyType({})
STEP = 0.97  # by which type shrinks that shrinks together
TOO_FULL = frozenset({"L030", "L031"})


class LaidFace(NamedTuple):
    """A face that was laid out, and what is wrong with it."""

    frame: Frame
    faults: tuple[Diagnostic, ...]


class LayoutEngine:
    """Lays the faces of one layout out. What it keeps belongs to the layout; a face leaves nothing behind.

    `lasting` is what all faces are given alike.
    """

    def __init__(
        self,
        layout: Layout,
        fonts: Mapping[str, Path] | Fonts,
        icons: Icons,
        language: str,
        images: Callable[[str], PictureFile] = no_picture,
        spoken: Mapping[str, str] = NO_WORDS,
        lasting: Mapping[str, Any] = NO_WORDS,
    ) -> None:
        loaded = fonts if isinstance(fonts, Fonts) else Fonts(fonts)
        self.layout, self._lasting = layout, lasting
        self._program = LayoutResources(
            layout, LookResolver(layout), loaded, icons, language, images, spoken, Memo(lasting)
        )
        self._smaller: list[LayoutResources] = []

    def face(
        self,
        element: Element,
        values: Mapping[str, Any],
        size: Size,
        name: str = "",
        *,
        bleed: float = 0.0,
        origins: Mapping[str, Origin] | None = None,
    ) -> LaidFace:
        """Lay the layout's front or back out on a face of a size; `bleed` points are added on all sides.

        Where that is too full, it is laid out again with the type smaller that may shrink together. With the `origins`
        of the values each item tells where what it shows was written.
        """
        laid = self._laid(self._program, element, values, size, name, bleed, origins)
        for program in self._smaller_programs():
            if not any(fault.code in TOO_FULL for fault in laid.faults):
                break
            laid = self._laid(program, element, values, size, name, bleed, origins)
        return laid

    def _smaller_programs(self) -> Iterator[LayoutResources]:
        """Yield the program of the layout with ever smaller type, until nothing is left that may shrink together."""
        last = self._program
        for step in count(1):
            if last.looks.at_floor:
                return
            if len(self._smaller) < step:
                looks, memo = LookResolver(self.layout, STEP**step), Memo(self._lasting)
                self._smaller.append(replace(self._program, looks=looks, memo=memo, shrinking={}))
            last = self._smaller[step - 1]
            yield last

    def _laid(
        self,
        program: LayoutResources,
        element: Element,
        values: Mapping[str, Any],
        size: Size,
        name: str,
        bleed: float,
        origins: Mapping[str, Origin] | None,
    ) -> LaidFace:
        trim = Rect(bleed, bleed, *size)
        context = Context(program, name, trim) if origins is None else TracingContext(program, name, trim)
        items: list[Item] = []
        try:
            for child, scope in context.expand((element,), program.memo.scope(values, origins or NOTHING)):
                at = child.at
                pinned = any(side is not None for side in (at.x, at.y, at.right, at.bottom))
                context.place(child, scope, context.boxed(child, scope, trim) if pinned else trim, items)
            if element is self.layout.front:
                items += list(links_between(context, items, program.memo.scope(values)))
        except TooMuch as fault:
            context.fault("L022", fault.message, fault.place, "shorten it: words and parts must not show themselves")
        whole = trim.grown(bleed)
        safe = trim.grown(-self.layout.safe)
        frame = Frame(Size(whole.width, whole.height), tuple(items), name, trim, whole, safe)
        short = uncovered_bleed(frame) if bleed else ()
        return LaidFace(frame, (*program.looks.faults, *context.faults, *short))

    def height(self, element: Element, values: Mapping[str, Any], width: float) -> float:
        """Return how high the layout's front or back is where nothing else holds it, in points."""
        return Context(self._program).measure(element, self._program.memo.scope(values), width).height
