"""One file per kind of element, found by its YAML word."""
