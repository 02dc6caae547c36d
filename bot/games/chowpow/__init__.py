"""Chow Pow!: its rules, what people see of it, and how Kai plays it."""
