"""Fonts: their files and faces, shaping of words, and the order of letters in lines that mix directions."""
