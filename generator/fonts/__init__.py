"""Fonts: faces and their files, shaping of words, and the order of letters in lines of two directions."""
