"""Edits of single values in YAML or CSV text that keep all else byte for byte."""
