"""Sheets of Paper Dungeons with the Chimera as the boss of each season, and their content as nodes of a file."""

from generator.diagnostics import SourceLocation
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import Node
from tests.conftest import ROOT

# the Chimera as the boss of each season
CHIMERAS = ("chimera_first", "chimera", "chimera_last")
WITH_CHIMERAS = GameCatalogue((ROOT, ROOT / "tests" / "data" / "three_chimeras"))


def noded(value):
    if isinstance(value, dict):
        nodes = {key: noded(child) for key, child in value.items()}
        return Node(nodes, SourceLocation("x"), dict.fromkeys(nodes, SourceLocation("x")))
    return Node([noded(child) for child in value] if isinstance(value, list) else value, SourceLocation("x"))
