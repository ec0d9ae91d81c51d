"""Positions and records as text, and their description for readers."""
