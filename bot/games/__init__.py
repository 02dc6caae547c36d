"""The rules of the games: pure values and functions."""
