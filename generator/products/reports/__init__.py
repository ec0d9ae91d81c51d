"""Reports of simulations and saved games, as text, charts and pictures."""
