"""Upgrade, check, back up, move and time a database."""
