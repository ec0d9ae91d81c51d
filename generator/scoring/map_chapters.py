"""The maps that a game is played on: ids, names in every language, story and chapter, and the cards they name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from generator.diagnostics import NOWHERE, SourceLocation
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import Node, plain
from generator.scoring.game_scoring_data import is_whole
from generator.scoring.messages import Faults, GameWord, Message, ScoreFault, message
from generator.scoring.rules import Cards, ScoringRules
from generator.scoring.spec import CampaignMapsSpec, entries_of
from generator.scoring.typed_text import bare


@dataclass(frozen=True)
class MapChapter:
    """A map as a chapter of a story, if it is one, with its names by language and the cards that it names."""

    id: str
    story: int | None = None
    chapter: int | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    cards: tuple[str | None, ...] = ()
    place: SourceLocation = NOWHERE

    def name(self, language: str) -> str:
        """Return the name of the map in a language, or else in the first language that has one."""
        return self.names.get(language) or next(iter(self.names.values()), self.id)


@dataclass(frozen=True)
class CampaignMaps:
    """All maps that a game can be played on."""

    campaign: CampaignMapsSpec
    maps: tuple[MapChapter, ...]

    def stories(self) -> dict[int, list[MapChapter]]:
        """Return the chapters of each story in their order."""
        stories: dict[int, list[MapChapter]] = {}
        for chapter in sorted(self.maps, key=lambda item: (item.story or 0, item.chapter or 0)):
            if chapter.story is not None and chapter.chapter is not None:
                stories.setdefault(chapter.story, []).append(chapter)
        return stories

    def find(self, name: str) -> MapChapter | None:
        """Return the map with this id or name, in any language, or with the only name that starts with it."""
        query = bare(name)
        if not query:
            return None
        exact = [chapter for chapter in self.maps if query in (bare(chapter.id), *map(bare, chapter.names.values()))]
        matches = [
            chapter for chapter in self.maps if any(bare(title).startswith(query) for title in chapter.names.values())
        ]
        return exact[0] if exact else matches[0] if len(matches) == 1 and len(query) > 2 else None


def chapters_of(rules: ScoringRules, languages: tuple[str, ...]) -> CampaignMaps | None:
    """Return the maps of a game, or None if its scoring.yaml has no campaign."""
    campaign = rules.table.campaign
    if campaign is None:
        return None
    catalogue, game = rules.data.source.catalogue, rules.game
    words = {language: _names(catalogue, game, campaign.maps, language) for language in languages}
    maps = []
    for key in catalogue.names(f"cards/{game}/{campaign.maps}"):
        node = catalogue.read(catalogue.need(f"cards/{game}/{campaign.maps}/{key}.yaml"))
        names = {language: map_names[key] for language, map_names in words.items() if key in map_names}
        maps.append(_chapter(rules, campaign, key, node, names))
    return CampaignMaps(campaign, tuple(maps))


def chapter_faults(rules: ScoringRules, chapters: CampaignMaps) -> list[ScoreFault]:
    """Return warnings for maps of an unknown story, and for two maps that are the same chapter."""
    faults = Faults()
    for number, story in chapters.stories().items():
        named = GameWord((f"{chapters.campaign.stories}{number}",), "")
        if not rules.words.text(named):
            hint = message("name_the_story", word=named.paths[0])
            faults.warn("G038", message("unknown_story", map=story[0].id, number=number), story[0].place, hint)
        for first, second in pairwise(story):
            if first.chapter == second.chapter:
                text = message("same_chapter", one=first.id, two=second.id, number=number, chapter=second.chapter)
                faults.warn("G039", text, second.place, message("other_chapter"))
    return faults.met


def cards_on(rules: ScoringRules, chapter: MapChapter | None) -> Cards:
    """Return the cards that a map names, by the input that takes them."""
    campaign = rules.table.campaign
    if campaign is None or chapter is None or not chapter.cards:
        return {}
    return {campaign.cards: chapter.cards}


def _names(catalogue: GameCatalogue, game: str, maps: str, language: str) -> dict[str, str]:
    words = catalogue.read(catalogue.need(f"cards/{game}/words/{language}.yaml")).at(f"cards.{maps}")
    entries: Any = plain(words) if words is not None and words.is_map else {}
    return {key: str(entry["name"]) for key, entry in entries.items() if isinstance(entry, dict) and entry.get("name")}


def _chapter(
    rules: ScoringRules, campaign: CampaignMapsSpec, key: str, node: Node, names: Mapping[str, str]
) -> MapChapter:
    name_node = node.get("name")
    if name_node is not None and not names:
        value = plain(name_node)
        names = {lang: str(text) for lang, text in value.items()} if isinstance(value, dict) else {"": str(value)}
    nodes = [node.get(order_key) or node for order_key in (campaign.story, campaign.chapter)]
    story, chapter = (number.value if is_whole(number.value) else None for number in nodes)
    return MapChapter(key, story, chapter, names, _cards(rules, campaign, node), nodes[0].place)


def _cards(rules: ScoringRules, campaign: CampaignMapsSpec, node: Node) -> tuple[str | None, ...]:
    spec = rules.table.shared.get(campaign.cards)
    if spec is None:
        return ()
    keys, card_keys = [child.value for child in entries_of(node, spec.cards)], rules.data.cards(spec.deck)
    cards = [key if isinstance(key, str) and key in card_keys else None for key in keys[: spec.entries]]
    return spec.all_of(cards) if any(cards) else ()


def the_map(rules: ScoringRules, name: str) -> tuple[str, Cards, Message | None]:
    """Return the id of a map given by name or file, the cards that it names, and a message if it is unknown."""
    chapters = chapters_of(rules, rules.data.source.languages) if name else None
    if chapters is None:
        return name, {}, None
    path = Path(name)
    if path.suffix.lower() in (".yaml", ".yml") and path.is_file():
        chapter = _chapter(rules, chapters.campaign, path.stem, rules.data.source.catalogue.read(path), {})
    elif (listed_chapter := chapters.find(name)) is not None:
        chapter = listed_chapter
    else:
        return name, {}, message("unknown_map", name=name)
    return chapter.id, cards_on(rules, chapter), None
