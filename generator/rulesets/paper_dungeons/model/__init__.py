"""The data of a game as numbers: rules, board, cards, sheets and states."""
