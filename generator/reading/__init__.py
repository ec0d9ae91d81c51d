"""Parses text files into typed values that keep their places in the files."""
