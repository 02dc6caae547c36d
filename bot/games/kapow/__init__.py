"""Kapow!: ten rounds, the lowest total wins."""
