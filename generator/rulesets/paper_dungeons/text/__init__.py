"""Positions and games as text, and what they say to a reader."""
