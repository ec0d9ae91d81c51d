"""Scores of games from files, with the map that they were played on."""
