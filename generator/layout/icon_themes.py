"""What the built-in icons show, in words of each language: fonts/icons/themes.yaml."""

from functools import cache
from typing import NamedTuple

from generator.reading.game_catalogue import built_in_root
from generator.reading.yaml_nodes import plain, read_yaml

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
