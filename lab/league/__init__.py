"""Simulated leagues with hidden skills: what the ratings are worth, and what abuse gains."""
