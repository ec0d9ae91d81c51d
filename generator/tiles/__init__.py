"""Tiles whose sides have kinds: text pictures, sides that join, sets that close early, levels to be climbed."""
