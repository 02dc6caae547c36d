"""Checks of everything that a running bot needs, each with how to mend it."""
