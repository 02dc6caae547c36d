"""Kai's players: who plays which game, and how well."""
