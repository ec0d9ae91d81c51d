"""The pictures of the games, drawn by scripts: `python -m tools.art` writes cards/GAME/art/, a painting and its line art each."""
