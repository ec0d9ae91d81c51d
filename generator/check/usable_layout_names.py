"""Names that a layout can use: styles, parts, colours and fonts of it and of what it extends, and icons."""

from pathlib import Path

from generator.diagnostics import InvalidInput
from generator.layout.icons import Icons
from generator.reading.extends import read_extended
from generator.reading.file_kinds import root_of
from generator.reading.game_search_path import GameSearchPath
from generator.reading.yaml_nodes import plain

_NAMED = {  # keys of a layout, by what their values name
    "style": "styles",
    "use": "parts",
    "color": "colors",
    "fill": "colors",
    "stroke": "colors",
    "font": "fonts",
    "icon": "icons",
    "frame": "icons",
}


def names_for(catalogue: GameSearchPath, path: Path, key: str) -> dict[str, str]:
    """Return what a key of the layout in a file may name, with what it stands for where that is a word or a number.

    Empty for other keys, and while a file that it extends is at fault.
    """
    kind = _NAMED.get(key)
    if kind == "icons":
        return dict.fromkeys(Icons(catalogue.icon_folders).names(), "")
    root = root_of(catalogue, path)
    if kind is None or root is None:
        return {}
    try:
        node = read_extended(path.resolve().relative_to(root / "layouts").as_posix(), catalogue.read_layout)
    except InvalidInput:
        return {}
    named = plain(node).get(kind)
    if not isinstance(named, dict):
        return {}
    if kind == "fonts":  # a cut stands behind its family: text.bold
        cuts = ((family, cuts) for family, cuts in named.items() if isinstance(cuts, dict))
        named = {f"{family}.{cut}": file for family, files in cuts for cut, file in files.items()}
    return {name: value if isinstance(value, str) else "" for name, value in named.items()}
