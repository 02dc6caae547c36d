"""The Card Night bot: games, tables, Kai, pictures, command line."""

__version__ = "0.1.0"
