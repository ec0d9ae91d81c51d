"""The base map of an included game, read once for all tests of maps."""

from generator.maps.loading import read_base_map
from generator.maps.map_rules import read_map_rules
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT

GAME = "paper-dungeons"
CATALOGUE = GameCatalogue((ROOT,))
RULES = read_map_rules(CATALOGUE, GAME)
BASE = read_base_map(CATALOGUE, GAME, RULES)
