"""Frames become bytes; every place is already decided."""
