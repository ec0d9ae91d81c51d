"""The base map of the game in the box, read once for all tests of maps."""

import re

from generator.maps.loading import read_base_map
from generator.maps.map_rules import read_map_rules
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT

GAME = "paper-dungeons"
CATALOGUE = GameCatalogue((ROOT,))
RULES = read_map_rules(CATALOGUE, GAME)
BASE = read_base_map(CATALOGUE, GAME, RULES)


def told_lines(done, name):
    """Return faults and hints of a file that a command told, without the file's name and lines of its own."""
    lines = [line for line in done.stderr.splitlines() if not re.match(r" +\d* \|", line)]
    return [line.rpartition(f"{name}:")[2].strip() for line in lines]
