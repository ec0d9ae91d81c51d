"""Fonts installed on this computer, for characters that no font of a game has."""

import os
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

from generator.diagnostics import InvalidInput
from generator.fonts.faces import read_face
from generator.fonts.files import DAMAGED, FontInstanceSource, UnusableFont, drawn_letters, first_face

MOST_FILES = 2000  # font files examined
MOST_FONTS = 3  # returned at most
FEW = 0.02  # of the missing characters: a font with fewer of them is not used
SUFFIXES = (".ttf", ".otf", ".ttc")
CUTS = ("bold", "black", "heavy", "light", "thin", "italic", "oblique", "condensed", "mono", "serif", "math")


def font_folders() -> list[Path]:
    """Return the folders of installed fonts on this system, the user's own first."""
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
    """Return installed fonts that together draw as many of `signs` as possible, most useful first; may be empty."""
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
    """Yield the installed font files in a fixed order, so that each run chooses the same fonts."""
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
