"""What the map has that a game was played on, as the score is checked by it."""

from functools import cache, partial
from pathlib import Path

from generator.diagnostics import InvalidInput
from generator.maps.grid import Dungeon
from generator.maps.inventory import counts_of, foes_of, rooms_to
from generator.maps.loading import find_dungeon, read_base_map
from generator.maps.map_rules import MapRules, has_maps, read_map_rules
from generator.scoring.game_scoring_data import MapCounts
from generator.scoring.rules import ScoringRules


def played_on(rules: ScoringRules, *names: str) -> ScoringRules:
    """Return the rules of a score for a game on the first map that is known, by id or file; else on the usual map."""
    catalogue, game = rules.lookup.source.catalogue, rules.game
    if not has_maps(catalogue, game):
        return rules
    try:
        of_maps = read_map_rules(catalogue, game)
        for name in names:
            is_file = Path(name).suffix.lower() in (".yaml", ".yml") and Path(name).is_file()
            if name and (is_file or catalogue.find(f"cards/{game}/dungeons/{name}.yaml")):
                dungeon = find_dungeon(catalogue, game, of_maps, name).dungeon
                return rules.played_on(_counts(dungeon, of_maps, sure=True))
        return rules.played_on(_counts(read_base_map(catalogue, game, of_maps), of_maps, named=any(names)))
    except InvalidInput:  # `scrawl check` tells what is wrong with the map
        return rules


def _counts(dungeon: Dungeon, rules: MapRules, **known: bool) -> MapCounts:
    ways = cache(partial(rooms_to, dungeon, rules))
    return MapCounts(counts_of(dungeon, rules), rooms_to=ways, foes=foes_of(dungeon, rules), **known)
