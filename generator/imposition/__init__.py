"""Cards, pieces and sheets laid on paper, with their backs and marks."""
