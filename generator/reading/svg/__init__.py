"""SVG files become drawings: filled contours, each with its colour, in the order in which they are drawn."""
