"""Lessons: a guided hand of each game, which anybody can play in private."""
