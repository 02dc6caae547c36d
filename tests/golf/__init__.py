"""Golf: a grid of twelve cards each, and the lowest total wins. The example of adding a game."""
