"""Dungeons as values: text pictures, reach, checks and random maps."""
