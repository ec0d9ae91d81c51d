"""The rules of Paper Dungeons: a state, its legal actions, what they do. All numbers come from the game's data."""
