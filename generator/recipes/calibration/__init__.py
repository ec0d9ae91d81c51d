"""The printed page that measures a printer, and what is read off it."""
