"""Puzzles: positions of matches in which one choice is clearly the best."""
