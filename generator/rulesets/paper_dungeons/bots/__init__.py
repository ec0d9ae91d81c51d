"""The weighted bot: weights of styles, the worth of things, and paths of moves."""
