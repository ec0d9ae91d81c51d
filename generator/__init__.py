"""Scrawlpress: sheets, cards, dungeons and scores of roll-and-write games from plain YAML."""

__version__ = "0.1.0"
