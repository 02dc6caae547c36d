"""Chow Pow!: match food in a grid, and battle for points with what you took."""
