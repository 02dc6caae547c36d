"""The arena: matches between programs, with each deal played from all seats."""
