"""Reads SVG files as drawings: filled contours with their colours, in the order of painting."""
