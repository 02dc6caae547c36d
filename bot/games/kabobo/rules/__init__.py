"""Kabobo!: four cards each, two of them looked at, and the best kabob wins pieces of a skewer."""
