"""What a generated dungeon is wished to be like."""

from dataclasses import dataclass

from generator.maps.map_rules import Amount, Difficulty


@dataclass(frozen=True)
class MapOptions:
    """What a generated dungeon should be like."""

    columns: int
    rows: int
    difficulty: Difficulty = "standard"
    walls: Amount = "some"
    water: Amount = "some"
    traps: Amount = "some"
    new_map: bool = False
