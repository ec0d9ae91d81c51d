"""Spec plus data plus size becomes a frame; faults are collected, nothing is drawn."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import generator.layout.elements.containers
import generator.layout.elements.map_grid
import generator.layout.elements.simple
import generator.layout.elements.text  # noqa: F401 - each import registers its elements
from generator.diagnostics import Diagnostic
from generator.fonts import Fonts
from generator.frame import Frame, Item
from generator.geometry import Rect, Size
from generator.layout.binding import Scope
from generator.layout.elements.base import Context
from generator.layout.icons import Icons
from generator.layout.spec import Element, Layout


class Engine:
    """Fills one layout, face by face; `faults` holds what was wrong so far."""

    def __init__(
        self,
        layout: Layout,
        fonts: Mapping[str, Path] | Fonts,
        icons: Icons,
        language: str,
        images: Callable[[str], str | None] = lambda _name: None,
    ) -> None:
        loaded = fonts if isinstance(fonts, Fonts) else Fonts(fonts)
        self.context = Context(layout, loaded, icons, language, images)

    @property
    def faults(self) -> list[Diagnostic]:
        return self.context.faults

    def face(self, element: Element, values: Mapping[str, Any], size: Size, name: str = "") -> Frame:
        """Lay an element out on a face of a size; the layout's bleed is added on all sides."""
        bleed = self.context.layout.bleed
        self.context.subject = name
        out: list[Item] = []
        self.context.place(element, Scope(values), Rect(bleed, bleed, *size), out)
        self.context.subject = ""
        full = Size(size.width + 2 * bleed, size.height + 2 * bleed)
        trim = Rect(bleed, bleed, *size)
        return Frame(full, tuple(out), name, trim, Rect(0, 0, *full))
