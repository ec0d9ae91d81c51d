"""A dungeon file in one language becomes the plain values that layouts use."""

from collections.abc import Mapping
from typing import Any

from generator.dungeon.files import DungeonFile
from generator.dungeon.view import map_view
from generator.recipes.pack import Pack


def dungeon_values(pack: Pack, found: DungeonFile) -> dict[str, Any]:
    """Return what layouts use of a dungeon: its view, letter, story, words, and its bosses' names."""
    words: Mapping[str, Any] = pack.card_words("dungeons", found.key)
    own = found.words(pack.language)
    names = [pack.card_words("bosses", boss).get("name", boss) for boss in found.spec.bosses]
    return {
        "name": own.get("name") or words.get("name") or found.key.replace("_", " ").capitalize(),
        "story": own.get("story") or words.get("story") or "",
        "letter": found.spec.letter,
        "chapter": found.spec.chapter or "",
        "story_number": found.spec.story or "",
        "code": found.spec.code,
        "boss_ids": list(found.spec.bosses),
        "boss_names": names,
        "map": map_view(found.dungeon),
        "baked": True,
    }
