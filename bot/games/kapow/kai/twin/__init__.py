"""A compiled twin of the rules, for playouts: one round of Kapow! in an array of whole numbers.

It follows the rules to the last card, and is held against them by tests; matches are never played
by it. ``layout`` says where everything is, ``bridge`` copies a state there.
"""
