"""What a game is in numbers: its data, board, cards, sheets and states."""
