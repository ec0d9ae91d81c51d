"""What is printed: kits, cards, sheets, pieces and pages of a game."""
