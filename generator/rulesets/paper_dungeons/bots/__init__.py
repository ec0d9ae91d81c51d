"""The weighted bot: weights of playing styles, what actions and rooms are worth by them, and paths of moves."""
