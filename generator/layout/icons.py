"""Outlines of icons from the SVG files under icons/, what the built-in ones show in words, and the named shapes."""

import re
from functools import cache, partial
from math import cos, pi, sin
from pathlib import Path
from typing import NamedTuple

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation
from generator.fonts.faces import Keep, made_anew
from generator.frame import TranslucentOutline, VectorOutline, make_outline
from generator.reading.game_catalogue import built_in_root, is_inside
from generator.reading.yaml_nodes import plain, read_yaml

MAX_BYTES = 300_000
LONGEST_NAME = 80
ICON_CODE = re.compile("[a-z][a-z0-9_]*(?:-[a-z0-9_]+)*")  # the name in :name: within a text

_N = r"-?\d{1,5}+(?:\.\d{1,4}+)?+"
_COMMAND = rf"(?:L {_N} {_N}|C {_N} {_N} {_N} {_N} {_N} {_N}|Z|M {_N} {_N})"
_PATH = rf"M {_N} {_N}(?: {_COMMAND})*+"
_TONE = re.compile(rf'<path fill-opacity="(0\.\d{{1,2}})" d="({_PATH})"/>')
_OURS = re.compile(
    r'<svg xmlns="http://www\.w3\.org/2000/svg" viewBox="0 0 ([1-9]\d{0,4}) ([1-9]\d{0,4})">'
    rf'<path d="({_PATH})"/>((?:<path fill-opacity="0\.\d{{1,2}}" d="{_PATH}"/>)*+)</svg>\s*'
)


class Icons:
    """Icons by file name, read when first needed; the function `keep` may share cached files between objects."""

    def __init__(self, folders: tuple[Path, ...], keep: Keep = made_anew) -> None:
        self.folders = folders
        self.keep = keep
        self._known: dict[tuple[str, bool], VectorOutline | Diagnostic | None] = {}

    def find(self, name: str, *, without_ground: bool = False) -> VectorOutline | Diagnostic | None:
        """Return the outline of an icon, a Diagnostic if its file cannot be drawn, or None if there is no file.

        `without_ground` leaves out the coloured background behind a single figure.
        """
        key = name, without_ground
        if key not in self._known:
            self._known[key] = self._read(name, without_ground)
        return self._known[key]

    def names(self) -> list[str]:
        """Return the names of all icons, sorted."""
        return sorted(self.files())

    def files(self) -> dict[str, Path]:
        """Return a dictionary of files by icon name."""
        return {path.stem: path for folder in reversed(self.folders) for path in folder.glob("*.svg")}

    def _read(self, name: str, without_ground: bool) -> VectorOutline | Diagnostic | None:
        if len(name) > LONGEST_NAME or not re.fullmatch(r"[a-z0-9_]+(?:-[a-z0-9_]+)*", name):
            return None
        for folder in self.folders:
            path = folder / f"{name}.svg"
            if path.is_file() and is_inside(path, folder):
                kind = "figure" if without_ground else "icon"
                icon: VectorOutline | Diagnostic = self.keep(
                    path, kind, partial(_read_icon, without_ground=without_ground)
                )
                return icon
        return None


def _read_icon(path: Path, *, without_ground: bool) -> VectorOutline | Diagnostic:
    name, shown_path = path.stem, f"{path.parent.name}/{path.name}"
    size = path.stat().st_size
    if size > MAX_BYTES:
        message = f"icon {name!r} cannot be drawn: its file has {size:,} bytes, at most {MAX_BYTES:,} are read"
        return Diagnostic("L019", message, SourceLocation(shown_path), "simplify its paths")
    try:
        return read_icon(name, path.read_bytes(), shown_path, without_ground=without_ground)
    except OSError as fault:
        return Diagnostic("L019", f"icon {name!r} cannot be read: {fault.strerror}", SourceLocation(shown_path))
    except InvalidInput as fault:
        return fault.diagnostics[0]


def read_icon(name: str, svg: bytes, path: str, *, without_ground: bool = False) -> VectorOutline:
    """Return the outline of an SVG file; raises InvalidInput that names the element that cannot be drawn."""
    ours = _OURS.fullmatch(svg.decode("utf-8", errors="replace"))
    if ours:
        box = float(ours[1]), float(ours[2])
        tones = [
            TranslucentOutline(make_outline(name, path, *box), float(alpha)) for alpha, path in _TONE.findall(ours[4])
        ]
        return make_outline(name, ours[3], *box)._replace(tones=tuple(tones))
    from generator.layout.svg_drawings import read_icon_drawing

    return read_icon_drawing(name, svg, path, without_ground=without_ground)


FILE = "fonts/icons/themes.yaml"
LANGUAGES = ("en", "pl", "cs")


class IconThemes(NamedTuple):
    """The words for what each icon shows, and the icons that come near a word that no icon shows."""

    words: dict[str, list[str]]
    near: dict[str, list[str]]


@cache
def icon_themes(language: str) -> IconThemes:
    """Return the themes in one of LANGUAGES; an emblem or a vignette has the words of its icon."""
    themes = IconThemes({}, {})
    for theme in plain(read_yaml(built_in_root() / FILE, FILE))["themes"]:
        for icon in [f"{kind}{icon}" for kind in ("", "emblem_", "vignette_") for icon in theme.get("icons", ())]:
            themes.words.setdefault(icon, []).extend(theme[language])
        themes.near.update((word, theme["near"]) for word in theme[language] if "near" in theme)
    return themes


# Named shapes: outlines in a square of 512 units, stretched to the box they are used in.
SHAPES_FILE = Path(__file__).with_name("named_shapes.yaml")


def _star(name: str, rays: int, inner_share: float) -> VectorOutline:
    points = []
    for step in range(rays * 2):
        radius = 256 if step % 2 == 0 else 256 * inner_share
        angle = pi * step / rays - pi / 2
        points.append(f"{round(256 + radius * cos(angle), 1):g} {round(256 + radius * sin(angle), 1):g}")
    return make_outline(name, f"M {' L '.join(points)} Z")


_DRAWN = [make_outline(name, path) for name, path in plain(read_yaml(SHAPES_FILE, SHAPES_FILE.name)).items()]
_STARS = [_star("star_shape", 5, 0.42), _star("burst_shape", 12, 0.80)]
OUTLINES = {outline.name: outline for outline in (*_DRAWN, *_STARS)}
