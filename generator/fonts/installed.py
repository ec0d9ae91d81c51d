"""Fonts that are installed on this computer, for signs that no font of a game has."""

import os
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

from generator.diagnostics import InvalidInput
from generator.fonts.faces import read_face
from generator.fonts.files import DAMAGED, FontInstanceSource, UnusableFont, drawn_letters, first_face

MOST_FILES = 2000  # that are looked at
MOST_FONTS = 3  # that stand in together
FEW = 0.02  # of the signs that are lacking: a font with fewer is not worth a place
SUFFIXES = (".ttf", ".otf", ".ttc")
CUTS = ("bold", "black", "heavy", "light", "thin", "italic", "oblique", "condensed", "mono", "serif", "math")


def font_folders() -> list[Path]:
    """Return the folders in which fonts lie on this system, those of its user first."""
    home, given = Path.home(), os.environ
    if sys.platform == "win32":
        own = Path(given.get("LOCALAPPDATA", home)) / "Microsoft/Windows/Fonts"
        return [own, Path(given.get("WINDIR", "C:/Windows")) / "Fonts"]
    if sys.platform == "darwin":
        return [home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")]
    shared = [given.get("XDG_DATA_HOME") or home / ".local/share"]
    shared += (given.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    return [home / ".fonts", *(Path(folder) / "fonts" for folder in shared)]


def fonts_with(signs: Collection[str]) -> list[FontInstanceSource]:
    """Return installed fonts that draw signs between them, the one with most of them first; none may be there."""
    wanted = {ord(sign) for sign in signs}
    drawn = {path: found for path in _font_files() if (found := drawn_letters(path, wanted))}
    chosen: list[FontInstanceSource] = []
    while drawn and len(chosen) < MOST_FONTS:
        best = min(
            drawn, key=lambda path: (-len(drawn[path]), any(cut in path.stem.lower() for cut in CUTS), str(path))
        )
        found = drawn.pop(best)
        if len(found) < max(1.0, FEW * len(signs)):
            break
        try:
            source = FontInstanceSource(best, first_face(best))
            read_face(source)
        except (InvalidInput, UnusableFont, OSError, *DAMAGED):
            continue
        chosen.append(source)
        drawn = {path: rest for path, own in drawn.items() if (rest := own - found)}
    return chosen


def _font_files() -> Iterator[Path]:
    """Yield files of fonts in the order of their folders and names, so that the same are found each time."""
    count = 0
    for root in font_folders():
        for folder, folders, names in os.walk(root):
            folders.sort()
            for name in sorted(names):
                if name.lower().endswith(SUFFIXES):
                    count += 1
                    if count > MOST_FILES:
                        return
                    yield Path(folder, name)
