"""Kai, the program that plays along: Views in, choices out."""
