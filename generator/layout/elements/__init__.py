"""The kinds of element, registered by their YAML word."""
