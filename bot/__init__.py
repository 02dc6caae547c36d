"""The Card Night bot: games, tables, Kai, pictures, command line."""

__version__ = "0.5.0"
