"""Scores as data: what scoring.yaml may say, what a sheet holds, lines with reasons, ranks."""
