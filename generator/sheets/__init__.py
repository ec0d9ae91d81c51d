"""Card frames become sheet frames: imposition, marks, backs."""
