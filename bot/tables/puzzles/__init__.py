"""Puzzles grown from a server's own matches, where everybody who played lets them be made."""
