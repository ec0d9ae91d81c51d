"""A dungeon file in one language becomes the plain values that layouts use."""

from collections.abc import Mapping
from typing import Any

from generator.chance import number_of
from generator.dungeon.figures import figures
from generator.dungeon.files import DungeonFile, find_dungeon, read_map
from generator.dungeon.view import map_view
from generator.recipes.pack import Pack


def dungeon_values(pack: Pack, found: DungeonFile) -> dict[str, Any]:
    """Return what layouts use of a dungeon: its view, letter, story, words, and its bosses' names."""
    words: Mapping[str, Any] = pack.game.card_words("dungeons", found.key) if found.listed else {}
    own = found.words(pack.language)
    bosses = boss_cards(pack)
    names = [boss_name(pack, bosses, boss) for boss in found.spec.bosses]
    return {
        "name": own.get("name") or words.get("name") or _fallback_name(pack, found),
        "story": own.get("story") or words.get("story") or "",
        "letter": found.spec.letter,
        "chapter": found.spec.chapter or "",
        "story_number": found.spec.story or "",
        "code": found.spec.code,
        "bosses_named": [
            {"number": number, "name": name} for number, name in zip(sorted(found.dungeon.bosses), names, strict=False)
        ],
        "made_with": found.spec.made_with,
        "boss_ids": list(found.spec.bosses),
        "boss_icons": [str(bosses.get(boss, {}).get("icon") or "boss") for boss in found.spec.bosses],
        "walks": [
            {"boss": boss.number, "steps": boss.steps, "dice": boss.dice} for boss in figures(found.dungeon).bosses
        ],
        "boss_names": names,
        "map": map_view(found.dungeon, own=found.own_map),
        "baked": True,
    }


def named_values(pack: Pack, name: str) -> dict[str, Any]:
    """Return what layouts use of a dungeon, by its id or the path of its file; raises InvalidInput."""
    return dungeon_values(pack, find_dungeon(pack.catalogue, pack.game.id, name))


def blank_values(pack: Pack, base: str) -> dict[str, Any]:
    """Return what layouts use of a base map that no dungeon is drawn on."""
    blank = {"name": "", "code": "", "boss_names": [], "bosses_named": [], "letter": "", "baked": False}
    return {**blank, "map": map_view(read_map(pack.catalogue, pack.game.id, base))}


def boss_cards(pack: Pack) -> dict[str, Mapping[str, Any]]:
    """Return the fields of the game's boss cards by id; none where it has no such deck."""
    return {card.key: card.fields for card in pack.game.deck("bosses")} if "bosses" in pack.manifest.decks else {}


def boss_name(pack: Pack, bosses: Mapping[str, Mapping[str, Any]], boss: str) -> str:
    """Return the name of a boss: from the words, else from its card, else its id."""
    own = bosses.get(boss, {}).get("name")
    if isinstance(own, Mapping):
        own = own.get(pack.language) or next(iter(own.values()), None)
    return str(pack.game.card_words("bosses", boss).get("name") or own or boss.replace("_", " "))


def _fallback_name(pack: Pack, found: DungeonFile) -> str:
    names = pack.words.get("generated_names")
    if found.spec.code and names:
        try:
            return str(names[number_of(found.spec.code) % len(names)])
        except ValueError:
            return found.spec.code
    return found.key.replace("_", " ").replace("-", " ").capitalize()
