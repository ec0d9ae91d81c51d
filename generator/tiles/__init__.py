"""Tiles whose sides have kinds: text pictures, what joins, whether a set goes on, whether a level can be climbed."""
