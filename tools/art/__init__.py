"""The pictures of the games, drawn by scripts: `python -m tools.art` writes layouts/GAME/art/, a painting, a pale one and line art each."""
