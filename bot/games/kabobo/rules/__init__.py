"""Kabobo!: four cards each, two of them seen; the best kabob wins pieces of a skewer."""
