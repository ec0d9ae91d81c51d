"""A game as one typed value in one language: manifest, data, words and decks, each file parsed once."""
