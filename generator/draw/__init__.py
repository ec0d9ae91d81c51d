"""Frames become files (PDF, PNG, SVG); every position is already decided."""
