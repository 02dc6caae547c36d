"""Lessons: their files, and what a click does in them."""
