"""New games, decks and dungeons, written as files of the user's own."""
