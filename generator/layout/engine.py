"""Spec plus data plus size becomes a frame, with what is wrong with it; nothing is drawn."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import generator.layout.elements.containers
import generator.layout.elements.hexes
import generator.layout.elements.map_grid
import generator.layout.elements.paths_and_ruled_lines
import generator.layout.elements.simple
import generator.layout.elements.table
import generator.layout.elements.text
import generator.layout.elements.text_on_arc  # noqa: F401 - each import registers its elements
from generator.diagnostics import NOWHERE, Diagnostic, refuse
from generator.fonts.faces import Fonts
from generator.frame import Frame, Item
from generator.geometry import Rect, Size
from generator.layout.binding import NOTHING, LayoutLimitExceeded, Origin
from generator.layout.element_spec import Element
from generator.layout.elements.element_context import FaceLayoutContext
from generator.layout.face_values import LayoutResources
from generator.layout.frame_checks import uncovered_bleed
from generator.layout.icons import Icons
from generator.layout.lines_between_fields import links_between
from generator.layout.looks import LookResolver
from generator.layout.memo import Memo
from generator.layout.spec import LayoutSpec
from generator.layout.tracing import SourceTracingContext
from generator.reading.pictures import PictureFile


def no_picture(name: str) -> PictureFile:
    """Refuse every picture, where there is no game whose folders hold them."""
    raise refuse("L015", f"there is no picture {name!r}", NOWHERE, "pictures lie in the folders of a game")


NO_WORDS: Mapping[str, str] = MappingProxyType({})
WRITTEN_CODE = re.compile("[a-z][a-z0-9_]*")
STEP = 0.97  # by which type shrinks that shrinks together
FINER = (0.5, 0.25)  # parts of a step by which it grows again, once it fits, where that fits too
TOO_FULL = frozenset({"L030", "L031"})


class FaceLayoutResult(NamedTuple):
    """A face that was laid out, and what is wrong with it."""

    frame: Frame
    faults: tuple[Diagnostic, ...]

    @property
    def is_too_full(self) -> bool:
        """Tell whether what stands in it needs more room than there is."""
        return any(fault.code in TOO_FULL for fault in self.faults)


class LayoutEngine:
    """Lays the faces of one layout out. What it keeps belongs to the layout; a face leaves nothing behind.

    `lasting` is what all faces are given alike.
    """

    def __init__(
        self,
        layout: LayoutSpec,
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
        self._smaller: dict[float, LayoutResources] = {}  # by the steps that their type is smaller
        self._unread = tuple(unread_root_keys(layout))

    def face(
        self,
        element: Element,
        values: Mapping[str, Any],
        size: Size,
        name: str = "",
        *,
        bleed: float = 0.0,
        origins: Mapping[str, Origin] | None = None,
    ) -> FaceLayoutResult:
        """Lay the layout's front or back out on a face of a size; `bleed` points are added on all sides.

        Where that is too full, it is laid out again with the type smaller that may shrink together: the largest that
        fits, within a quarter of a step. With the `origins` of the values each item tells where what it shows was
        written.
        """
        laid = self._laid(self._program, element, values, size, name, bleed, origins)
        steps, last = 0.0, self._program
        while laid.is_too_full and not last.looks.at_floor:
            steps += 1
            last = self._smaller_program(steps)
            laid = self._laid(last, element, values, size, name, bleed, origins)
        if steps and not laid.is_too_full:
            for part in FINER:
                program = self._smaller_program(steps - part)
                larger = self._laid(program, element, values, size, name, bleed, origins)
                if not larger.is_too_full:
                    steps, laid = steps - part, larger
        return laid

    def _smaller_program(self, steps: float) -> LayoutResources:
        """Return the program of the layout with the type smaller that may shrink together."""
        if steps not in self._smaller:
            looks, memo = LookResolver(self.layout, STEP**steps), Memo(self._lasting)
            self._smaller[steps] = replace(self._program, looks=looks, memo=memo, shrinking={}, filled={})
        return self._smaller[steps]

    def _laid(
        self,
        program: LayoutResources,
        element: Element,
        values: Mapping[str, Any],
        size: Size,
        name: str,
        bleed: float,
        origins: Mapping[str, Origin] | None,
    ) -> FaceLayoutResult:
        program.forget_many()
        trim = Rect(bleed, bleed, *size)
        context = (
            FaceLayoutContext(program, name, trim) if origins is None else SourceTracingContext(program, name, trim)
        )
        items: list[Item] = []
        try:
            for child, scope in context.expand((element,), program.memo.scope(values, origins or NOTHING)):
                at = child.at
                pinned = any(side is not None for side in (at.x, at.y, at.right, at.bottom))
                context.place(child, scope, context.place_in_stack(child, scope, trim) if pinned else trim, items)
            if element is self.layout.front:
                items += list(links_between(context, items, program.memo.scope(values)))
        except LayoutLimitExceeded as fault:
            context.fault("L022", fault.message, fault.place, "shorten it: words and parts must not show themselves")
        whole = trim.outset(bleed)
        safe = trim.outset(-self.layout.safe)
        frame = Frame(Size(whole.width, whole.height), tuple(items), name, trim, whole, safe)
        short = uncovered_bleed(frame) if bleed else ()
        return FaceLayoutResult(frame, (*program.looks.faults, *self._unread, *context.faults, *short))

    def height(self, element: Element, values: Mapping[str, Any], width: float) -> float:
        """Return how high the layout's front or back is where nothing else holds it, in points."""
        return FaceLayoutContext(self._program).measure(element, self._program.memo.scope(values), width).height


def unread_root_keys(layout: LayoutSpec) -> Iterator[Diagnostic]:
    """Yield a warning for each key at the root of a face or of a part, and each code of texts, that nothing reads."""
    for side, root in (("front", layout.front), ("back", layout.back)):
        if root is None:
            continue
        has_edge = any(edge is not None for edge in (root.at.x, root.at.y, root.at.right, root.at.bottom))
        for key in ("grow",) if has_edge else ("width", "height", "grow"):
            if getattr(root.at, key) is not None:
                hint = f"it fills its face; put it in a stack: {side}: {{stack: [{{...}}]}}"
                place = root.key_places.get(key, root.place)
                yield Diagnostic("L063", f"the {key} of the {side} is not read", place, hint, "warning")
    for name, code in layout.icons.items():
        if not WRITTEN_CODE.fullmatch(name):
            hint = "write it in small letters, digits and _, as in :coin:"
            yield Diagnostic("L063", f"no text can show the code {name!r}", code.place, hint, "warning")
        if code.image and (code.icon or code.colors):
            message = f"code {name!r} shows a picture: its icon and colors are not read"
            yield Diagnostic("L063", message, code.place, "write image:, or icon: and colors:", "warning")
    for name, part in layout.parts.items():
        if part.at.each is not None:
            message, place = f"`each` at the root of part {name!r} is not read", part.key_places.get("each", part.place)
            yield Diagnostic("L063", message, place, "write it at the `use` of the part", "warning")
