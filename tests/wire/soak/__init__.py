"""Soak test: play the matches of a busy day, and look for leaks."""
