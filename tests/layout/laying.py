"""Lay out small layouts in tests: YAML text and plain values become a face with its faults."""

from functools import lru_cache

from generator.fonts.faces import Fonts
from generator.geometry import Size
from generator.layout.engine import LayoutEngine
from generator.layout.icons import Icons
from generator.layout.spec import LayoutSpec
from generator.reading.structure import structure
from generator.reading.yaml_nodes import parse_yaml
from tests.conftest import ROOT

FONT_FILES = {
    "text.regular": "FiraSansCondensed-Regular.ttf",
    "text.bold": "FiraSansCondensed-Bold.ttf",
    "text.italic": "FiraSansCondensed-Italic.ttf",
    "display.bold": "GrenzeGotisch-Bold.ttf",
}


@lru_cache
def fonts():
    return Fonts({name: ROOT / "fonts" / file for name, file in FONT_FILES.items()})


def engine(text, language="en", **more):
    """Return the engine of a layout in YAML; the colour ink is black unless the layout has its own colours."""
    node = parse_yaml(f"colors: {{ink: '#000000'}}\n{text}" if "colors:" not in text else text, "layout.yaml")
    layout = structure(node, LayoutSpec, "a layout")
    return LayoutEngine(layout, fonts(), Icons((ROOT / "fonts" / "icons",)), language, **more)


def lay(text, values=None, size=(100, 60), name="", bleed=0.0, sources=None, **more):
    """Return the laid-out front of a layout, with its faults."""
    layout_engine = engine(text, **more)
    return layout_engine.face(layout_engine.layout.front, values or {}, Size(*size), name, bleed=bleed, sources=sources)
