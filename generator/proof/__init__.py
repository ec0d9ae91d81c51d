"""Proof: everything that can be wrong with a game, a file or a printed page, and what each fault means."""
