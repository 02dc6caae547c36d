"""A compiled twin of the rules, for playouts: one round of Kapow! in a record.

It follows the rules to the last card, and is held against them by tests; matches are never played
by it. ``round`` says what is in it, ``bridge`` copies a state there.
"""
