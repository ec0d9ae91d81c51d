"""What begins something new in the folder of its owner: a game, a deck, an own copy of a built-in file."""
