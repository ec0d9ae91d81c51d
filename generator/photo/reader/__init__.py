"""Pixels of a photo beside the print of an empty page: where the page lies, and which boxes are marked."""
