"""The legal actions of a state and their effects."""
