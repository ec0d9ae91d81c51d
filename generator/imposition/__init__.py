"""Cards, pieces and sheets arranged on paper, with their backs and marks."""
