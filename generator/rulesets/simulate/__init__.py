"""Simulations of many games: counts that do not depend on the number of workers, and comparisons for reports."""
