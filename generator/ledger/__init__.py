"""The ledger of played games: one SQLite file that never holds half a game."""
