"""The rules of Paper Dungeons: states, legal actions and their effects. All numbers come from the game's data."""
