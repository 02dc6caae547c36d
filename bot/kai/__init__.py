"""Kai, the computer player: interfaces and texts that all games share."""
