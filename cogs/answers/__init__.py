"""Answers to clicks and commands: in time, in private, and never lost."""
