"""Everything that can be wrong with a game or a file, each fault with its code, place and hint."""
