"""Formulas of scores: their syntax, their types and bounds, and their values.

Values are whole numbers, yes and no, cards and lists. `syntax` reads a formula and writes it back, `domains` finds its
type and bounds, `evaluate` counts it. Nothing here knows a game, an input or a file.
"""
