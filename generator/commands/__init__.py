"""The click commands that print and export, as values: the terminal runs them, and pages make forms of them."""
