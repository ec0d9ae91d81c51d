"""Changes of one place in a text of YAML or CSV that keep everything else byte for byte."""
